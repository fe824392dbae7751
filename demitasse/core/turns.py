"""Turns: a game cut into turns, each told in a sentence or two: what was gained, paid, served, drawn, given to others.

A game's turns.py tells whose turn a position belongs to, reads from the plies of a turn what was done in it, and has
the words for that. What was read is kept, so that telling a turn again, to somebody else or in another language,
replays nothing.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, NamedTuple, Protocol

import numpy as np

from demitasse.core import compiled
from demitasse.core.box import Box
from demitasse.core.fields import Records
from demitasse.core.game import Game
from demitasse.core.names import all_named
from demitasse.core.phrases import Phrase, begun, fill, in_a_row, plain
from demitasse.core.play import TOGETHER, Play, Ply, copied
from demitasse.core.teller import Teller, TurnWords
from demitasse.core.words import Say

EVERYBODY = -1  # as the seat of a turn that all take at the same time
COUNTED = 0  # as the round of a game that does not count its rounds: one more for each turn that the seat has had


class Whose(NamedTuple):
    """The turn that a position belongs to: it ends where the next position belongs to another."""

    seat: int | None  # None: what the table does by itself
    round: int | None  # from 1 on; None in a set-up
    kind: str  # what sort of turn it is


@dataclass(frozen=True)
class MadePly:
    """A ply of a turn, with the states before and after it."""

    ply: Ply
    verb: str
    args: tuple[int, ...]
    before: Any
    after: Any


@dataclass(frozen=True)
class Played:
    """A turn as it was played, for a game to read; of a turn of all, once for each seat."""

    seat: int | None
    kind: str
    seats: int
    box: Box
    steps: Sequence[MadePly]
    after: Any  # the state when it was over
    lines: tuple[Any, Any]  # the scores before and after, [seat, column]

    @property
    def b(self) -> Any:
        return self.box.records[0]

    @property
    def before(self) -> Any:
        return self.steps[0].before

    def own(self, *verbs: str) -> list[MadePly]:
        """The decisions of this seat that are of these verbs, or all."""
        return [step for step in self.steps if step.ply.actor == self.seat and (not verbs or step.verb in verbs)]

    def drawn(self) -> list[MadePly]:
        return [step for step in self.steps if step.ply.actor == "*"]


@dataclass(frozen=True)
class Turn:
    """A turn: the plies from `first` up to, but not with, `last`."""

    number: int  # from 1 on
    round: int | None
    seat: int | None
    kind: str
    first: int
    last: int
    ended: bool
    shared: bool = False  # whether others take theirs at the same time
    scores: tuple[tuple[int, int], ...] = ()  # of every seat, before and after, once it was read
    deeds: Any = field(default=None, repr=False, compare=False)  # as its game reads it


@dataclass(frozen=True)
class ToldTurn:
    """A turn as one reader is told it."""

    say: Phrase
    so: str  # what came of it
    mine: bool  # whether it touches the reader
    score: tuple[int, int]  # of the seat whose turn it was, before and after
    trail: Sequence[str] = ()
    brief: Phrase = ()  # what was done, where there is little room

    @property
    def text(self) -> str:
        """All of it in words alone."""
        return in_a_row(plain(self.say), self.so)


class Turns(Protocol):
    """The contract of games/<name>/turns.py."""

    def whose(self, s: Any) -> Whose: ...  # the turn that a position belongs to
    def read(self, played: Played) -> Any: ...  # what was done in a turn
    def tell(self, t: Teller, deeds: Any) -> TurnWords: ...
    def prospects(self, t: Teller, before: Play, after: Play) -> Sequence[str]: ...  # what a turn leads up to


class Story:
    """The turns of a match, cut once and kept: it goes on where it ended, and anew where plies were taken back."""

    def __init__(self, match: Play) -> None:
        self.game, self.box, self.seats = match.game, match.box, match.seats
        self._kernels, self._turns = compiled.kernels(match.game), _turns(match.game)
        self._beginning = copied(match._start)
        self._lock = Lock()
        self._plies: list[Ply] = []
        self._ended: list[Turn] = []
        self._begin(self._beginning, self._score(self._beginning))

    def follow(self, match: Play) -> list[Turn]:
        """The turns of a match that began like this one, the last perhaps not ended yet: that one is not read."""
        with self._lock:
            plies, known = match.plies, self._plies
            if known[: len(plies)] != plies[: len(known)]:
                self._forget(next(n for n, both in enumerate(zip(known, plies, strict=False)) if both[0] != both[1]))
            for ply in plies[len(self._plies) :]:
                self._take(ply)
            if match.actor is None and self._steps:
                self._end()
            return self._until(len(plies))

    def foresee(self, plies: Sequence[Ply], after: Records, seat: int) -> Turn:
        """What a seat would make of this turn by some plies; `after`: the state when it is over."""
        for ply in plies:
            self._take(ply, ends=False)
        self._states = after
        return self._turn(0, seat, self._score(after))

    def so_far(self, turn: Turn, plies: Sequence[Ply]) -> Turn:
        """A turn as it stood when these were all the plies, read up to there."""
        self._go_to(plies[: turn.first])
        for ply in plies[turn.first :]:
            self._take(ply, ends=False)
        found = self._turn(turn.number, turn.seat, self._score(self._states))
        return replace(found, round=turn.round, ended=False)

    def _until(self, number: int) -> list[Turn]:
        """The turns up to so many plies."""
        if number == len(self._plies):
            return self._ended + (self._made(None) if self._steps else [])
        ended = [turn for turn in self._ended if turn.last <= number]
        cut = [_cut(turn, number) for turn in self._ended if turn.first < number < turn.last]
        if cut and cut[0].shared:
            seats = self._in_order(self._plies[cut[0].first : number])
            of_seats = {turn.seat: turn for turn in cut}
            cut = [replace(of_seats[seat], number=place) for place, seat in enumerate(seats, cut[0].number)]
        return ended + cut

    def _in_order(self, plies: Sequence[Ply]) -> list[int]:
        """The seats in the order of their first decisions; those that have made none are last."""
        began = dict.fromkeys(ply.actor for ply in plies if ply.actor != "*")
        return [int(seat) for seat in (*began, *(seat for seat in range(self.seats) if seat not in began))]

    def _begin(self, states: Records, lines: Any) -> None:
        """A turn begins in this state, with these scores."""
        self._states, self._lines, self._steps = states, lines, list[MadePly]()
        self._whose = self._turns.whose(states[0])

    def _take(self, ply: Ply, ends: bool = True) -> None:
        before, after = self._states, copied(self._states)
        self._kernels.step(self.box.records, after, 0, ply.id)
        verb, args = (self.game.outcomes if ply.actor == "*" else self.game.actions).decode(ply.id)
        self._steps.append(MadePly(ply, verb, args, before[0], after[0]))
        self._plies.append(ply)
        self._states = after
        if ends and self._turns.whose(after[0]) != self._whose:
            self._end()

    def _end(self) -> None:
        lines = self._score(self._states)
        self._ended += self._made(lines)
        self._begin(self._states, lines)

    def _made(self, after: Any) -> list[Turn]:
        """The turn of these steps, with the scores after it if it has ended; of a turn of all each seat's, in order."""
        plies = [step.ply for step in self._steps]
        seats = self._in_order(plies) if self._whose.seat == EVERYBODY else [self._whose.seat]
        return [self._turn(place, seat, after) for place, seat in enumerate(seats, len(self._ended) + 1)]

    def _turn(self, number: int, seat: int | None, after: Any) -> Turn:
        """The turn of a seat, read if it has ended."""
        kind, shared, last = self._whose.kind, self._whose.seat == EVERYBODY, len(self._plies)
        turn = Turn(number, self._round(seat), seat, kind, last - len(self._steps), last, after is not None, shared)
        if after is None:
            return turn
        lines = self._lines, after
        scores = tuple(zip(*(side[:, self.game.total].tolist() for side in lines), strict=True))
        played = Played(seat, kind, self.seats, self.box, self._steps, self._states[0], lines)
        return replace(turn, scores=scores, deeds=self._turns.read(played))

    def _round(self, seat: int | None) -> int | None:
        if self._whose.round != COUNTED:
            return self._whose.round
        return 1 + sum(turn.seat == seat and turn.kind == self._whose.kind for turn in self._ended)

    def _score(self, states: Records) -> Any:
        out = compiled.lines(self.game)
        self._kernels.score(self.box.records, states, 0, out)
        return out[: self.seats]

    def _forget(self, number: int) -> None:
        """Forget what came after so many plies."""
        plies = self._plies[:number]
        self._ended = [turn for turn in self._ended if turn.last <= number]
        known = self._ended[-1].last if self._ended else 0
        self._go_to(plies[:known])
        for ply in plies[known:]:
            self._take(ply)

    def _go_to(self, plies: Sequence[Ply]) -> None:
        """A turn begins after these plies."""
        states = copied(self._beginning)
        self._kernels.replay(self.box.records, states, 0, np.array([ply.id for ply in plies], np.int64))
        self._plies = list(plies)
        self._begin(states, self._score(states))


def whose(match: Play) -> Whose:
    """The turn that the present position belongs to."""
    return _turns(match.game).whose(match.state)


def of(match: Play) -> list[Turn]:
    """The turns so far, the last perhaps not ended yet: nothing is told of that one. What was read is kept for the next
    time.
    """
    if match.story is None:
        match.story = Story(match)
    found: list[Turn] = match.story.follow(match)
    return found


def so_far(match: Play, turn: Turn, number: int) -> Turn:
    """A turn of a match as it stood after so many plies, which it holds the last of, to be told like one that ended."""
    return Story(match).so_far(turn, match.plies[:number])


def at(turns: Sequence[Turn], ply: int, seat: int | None) -> Turn | None:
    """The turn that a ply, counted from 0, belongs to; of turns taken at the same time a seat's own, or the first."""
    place = bisect_right(turns, ply, key=lambda turn: turn.first) - 1
    if place < 0 or ply >= turns[place].last:
        return None
    first = turns[place].first
    alike = list(itertools.takewhile(lambda turn: turn.first == first, reversed(turns[: place + 1])))
    return next((turn for turn in alike if turn.seat == seat), alike[-1])


def tell(match: Play, turn: Turn, reader: int | None, say: Say) -> ToldTurn:
    """A turn in words, in a sentence or two; nothing is said of one whose deeds were not read."""
    score = turn.scores[turn.seat] if turn.seat is not None and turn.scores else (0, 0)
    if turn.deeds is None:
        return ToldTurn((), "", False, score)
    names, goes_on = all_named(match.names, say), not turn.ended
    t = Teller(say, match.box, names, turn.seat, turn.kind, reader, match.seats, goes_on=goes_on)
    words = words_of(match.game, t, turn)
    if goes_on and not words.deeds:
        return ToldTurn((), "", False, score)
    said, brief = (_sentence(t, deeds) for deeds in (words.deeds, words.brief or words.deeds))
    so = plain(begun(fill(say("{words}."), words=t.apart(words.so)))) if words.so else ""
    return ToldTurn(said, so, reader != turn.seat and reader in words.touches, score, words.trail, brief)


def _sentence(t: Teller, deeds: Sequence[Phrase]) -> Phrase:
    """Who did what."""
    if t.seat is None:
        return fill(t.say("{words}."), words=begun(t.chained(deeds)))
    return fill(t.say("{name} {deeds}."), name=t.say("You") if t.is_reader else t.names[t.seat], deeds=t.chained(deeds))


def foresee(view: Play, texts: Sequence[str], after: Records) -> Turn:
    """The turn that would begin, or go on, with some decisions in a view; `after`: the state when it is over."""
    assert isinstance(view.actor, int)
    return Story(view).foresee(view.said(TOGETHER.join(texts)).plies, after, view.actor)


def words_of(game: Game, t: Teller, turn: Turn) -> TurnWords:
    """A turn that was read, in its game's words."""
    return _turns(game).tell(t, turn.deeds)


def prospects(t: Teller, before: Play, after: Play) -> Sequence[str]:
    """What a turn from one position to another leads up to, in its game's words."""
    return _turns(before.game).prospects(t, before, after)


def since(turns: Sequence[Turn], seat: int, plies: Sequence[Ply]) -> list[Turn]:
    """The turns of others that ended after a seat's last own ply; where all choose at once, with it."""
    made = max((number for number, ply in enumerate(plies, 1) if ply.actor == seat), default=0)
    others = [turn for turn in turns if turn.ended and turn.seat not in (seat, None)]
    return [turn for turn in others if turn.last > made or (turn.shared and turn.last == made)]


def _cut(turn: Turn, number: int) -> Turn:
    """A turn as it was when only so many plies were made: nobody knew yet what would come of it."""
    return replace(turn, last=number, ended=False, scores=(), deeds=None)


def _turns(game: Game) -> Turns:
    turns: Turns = game.turns
    return turns
