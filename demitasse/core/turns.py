"""Turns: a game cut into turns, each told in a sentence or two: what was gained, paid, served, drawn, given to others.

A game's turns.py tells whose turn a position belongs to, reads from the plies of a turn what was done in it, and has
the words for that. What was read is kept, so that telling a turn again, to somebody else or in another language,
replays nothing.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, NamedTuple, Protocol

import numpy as np

from demitasse.core import compiled
from demitasse.core.box import Box
from demitasse.core.fields import Records
from demitasse.core.game import Game
from demitasse.core.phrases import ADVICE, THEY, YOU, Filling, Icon, Phrase, begun, fill, in_form, plain, together
from demitasse.core.play import Actor, Play, Ply, copied
from demitasse.core.words import Counted, Say

EVERYBODY = -1  # as the seat of a turn that all take at the same time
WIDE_STOP = "。"  # which needs no space behind it
COUNTED = 0  # as the round of a game that does not count its rounds: one more for each turn that the seat has had


class Whose(NamedTuple):
    """The turn that a position belongs to: it ends where the next position belongs to another."""

    seat: int | None  # None: what the table does by itself
    round: int | None  # from 1 on; None in a set-up
    kind: str  # what sort of turn it is


@dataclass(frozen=True)
class Step:
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
    steps: Sequence[Step]
    after: Any  # the state when it was over
    lines: tuple[Any, Any]  # the scores before and after, [seat, column]

    @property
    def b(self) -> Any:
        return self.box.records[0]

    @property
    def before(self) -> Any:
        return self.steps[0].before

    def own(self, *verbs: str) -> list[Step]:
        """The decisions of this seat that are of these verbs, or all."""
        return [step for step in self.steps if step.ply.actor == self.seat and (not verbs or step.verb in verbs)]

    def drawn(self) -> list[Step]:
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
    scores: tuple[tuple[int, int], ...] = ()  # of every seat, before and after
    deeds: Any = field(default=None, repr=False, compare=False)  # as its game reads it


@dataclass(frozen=True)
class Words:
    """A turn as its game puts it into words: what somebody did, piece by piece, and what came of it for others."""

    deeds: Sequence[Phrase]
    so: Sequence[str] = ()
    touches: Container[int | None] = ()  # the other seats that it concerns
    trail: Sequence[str] = ()  # the places that a piece was led over, by id
    good: Sequence[str] = ()  # beside the score and `so`, what speaks for doing it
    bad: Sequence[str] = ()  # and against it


@dataclass(frozen=True)
class Told:
    """A turn as one reader is told it."""

    say: Phrase
    so: str  # what came of it
    mine: bool  # whether it touches the reader
    score: tuple[int, int]  # of the seat whose turn it was, before and after
    trail: Sequence[str] = ()

    @property
    def text(self) -> str:
        """All of it in words alone."""
        said = plain(self.say)
        return f"{said}{self.so}" if said.endswith(WIDE_STOP) else f"{said} {self.so}".strip()


class Turns(Protocol):
    """The contract of games/<name>/turns.py."""

    def whose(self, s: Any) -> Whose: ...  # the turn that a position belongs to
    def read(self, played: Played) -> Any: ...  # what was done in a turn
    def tell(self, t: Teller, deeds: Any) -> Words: ...


@dataclass(frozen=True)
class Teller:
    """What a game tells a turn with: whose it was, who reads, and the language."""

    say: Say
    box: Box
    names: Sequence[str]
    seat: int | None
    kind: str
    reader: int | None
    seats: int
    advises: bool = False  # tells what the seat could do, not what it did

    @property
    def b(self) -> Any:
        return self.box.records[0]

    def does(self, text: str, **values: Filling) -> Phrase:
        """What the seat did, without saying who: "took||take {things}"; the forms of the verb are those of in_form."""
        form = ADVICE if self.advises else YOU if self.is_reader else THEY
        return fill(in_form(self.say(text), form), **values)

    @property
    def is_reader(self) -> bool:
        return self.seat is not None and self.seat == self.reader

    def name(self, seat: int) -> str:
        """Who sits there, in the midst of a sentence."""
        return self.say("you") if seat == self.reader else self.names[seat]

    def all(self, seats: Iterable[int]) -> str:
        """Who sits there, the reader first."""
        return plain(self.together([self.name(seat) for seat in self.in_order(seats)]))

    def in_order(self, seats: Iterable[int]) -> list[int]:
        return sorted(seats, key=lambda seat: (seat != self.reader, seat))

    def amounts(self, counts: Iterable[int], things: Sequence[str], prefix: str, case: str = "") -> Phrase:
        """So many of each of these things, as symbols with the words for them."""
        return self.together([
            self.amount(int(number), Icon(f"{prefix}{name}", self.say(name, case)))
            for number, name in zip(counts, things, strict=False)
            if number
        ])  # fmt: skip

    def amount(self, number: int, icon: Icon) -> Phrase:
        return fill(self.say("{number} {kind}"), number=number, kind=icon) if number > 1 else (icon,)

    def count(self, thing: Counted, number: int, symbol: str, case: str = "") -> Phrase:
        """So many of a thing: the number, and a symbol for the rest of the words."""
        return self.numbered(self.say.ngettext(thing.one, thing.many, number, case), number, symbol)

    def numbered(self, text: str, number: int, symbol: str) -> Phrase:
        """A text with a {number}: that, and a symbol for the rest of the words, which stand before or behind it."""
        before, _, after = text.partition("{number}")
        if before.strip():
            return fill("{icon}{rest}", icon=Icon(symbol, before), rest=f"{number}{after}")
        gap = after[: len(after) - len(after.lstrip())]
        return fill("{number}{gap}{icon}", number=number, gap=gap, icon=Icon(symbol, after.lstrip()))

    def of_seats(self, seats: Collection[int], you: str, one: str, several: str, **values: object) -> str:
        """What came of a turn for some seats, by who they are: the reader alone, another one, or {names}."""
        text = several if len(seats) > 1 else you if self.reader in seats else one
        return self.say(text).format(names=self.all(seats), **values)

    def called(self, name: str) -> str:
        """A name of the box, as it is set off in a sentence."""
        return self.say("{title}").format(title=self.say(name))

    def together(self, things: Sequence[Filling]) -> Phrase:
        """Things one after the other, the last one after an "and"."""
        return together(things, self.say.between, self.say.last)

    def apart(self, things: Sequence[Filling]) -> Phrase:
        """Things that are lists, or sentences, themselves."""
        return together(things, self.say("; "), self.say("; "))


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

    def follow(self, match: Play, read: bool = False) -> list[Turn]:
        """The turns of a match that began like this one, the last perhaps not ended yet; only with `read` is told what
        was done in that.
        """
        with self._lock:
            plies, known = match.plies, self._plies
            if known[: len(plies)] != plies[: len(known)]:
                self._forget(next(n for n, both in enumerate(zip(known, plies, strict=False)) if both[0] != both[1]))
            for ply in plies[len(self._plies) :]:
                self._take(ply)
            if match.actor is None and self._steps:
                self._end()
            return self._until(len(plies), read)

    def foresee(self, plies: Sequence[Ply], after: Records, seat: Actor) -> Turn:
        """The turn that a seat would make of these plies; `after`: the state when it is over."""
        for ply in plies:
            if self._ended:
                break
            self._take(ply)
        self._states = after
        found = self._ended or self._made(self._score(after), False, True)
        return next(turn for turn in found if turn.seat == seat)

    def _until(self, number: int, read: bool) -> list[Turn]:
        """The turns up to so many plies."""
        if number == len(self._plies):
            return self._ended + (self._made(self._score(self._states), False, read) if self._steps else [])
        begun = [turn for turn in self._ended if turn.first < number]
        return [turn if turn.last <= number else replace(turn, last=number, ended=False, deeds=None) for turn in begun]

    def _begin(self, states: Records, lines: Any) -> None:
        """A turn begins in this state, with these scores."""
        self._states, self._lines, self._steps = states, lines, list[Step]()
        self._whose = self._turns.whose(states[0])

    def _take(self, ply: Ply) -> None:
        before, after = self._states, copied(self._states)
        self._kernels.step(self.box.records, after, 0, ply.id)
        verb, args = (self.game.outcomes if ply.actor == "*" else self.game.actions).decode(ply.id)
        self._steps.append(Step(ply, verb, args, before[0], after[0]))
        self._plies.append(ply)
        self._states = after
        if self._turns.whose(after[0]) != self._whose:
            self._end()

    def _end(self) -> None:
        lines = self._score(self._states)
        self._ended += self._made(lines, True, True)
        self._begin(self._states, lines)

    def _made(self, after: Any, ended: bool, read: bool) -> list[Turn]:
        """The turn of these steps, with the scores after it; of a turn of all, one for each seat."""
        whose, last, lines = self._whose, len(self._plies), (self._lines, after)
        scores = tuple(zip(*(side[:, self.game.total].tolist() for side in lines), strict=True))
        seats = range(self.seats) if whose.seat == EVERYBODY else [whose.seat]
        found = []
        for number, seat in enumerate(seats, len(self._ended) + 1):
            first, shared = last - len(self._steps), whose.seat == EVERYBODY
            turn = Turn(number, self._round(seat), seat, whose.kind, first, last, ended, shared, scores)
            played = Played(seat, whose.kind, self.seats, self.box, self._steps, self._states[0], lines)
            found.append(replace(turn, deeds=self._turns.read(played)) if read else turn)
        return found

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
        known, states = self._ended[-1].last if self._ended else 0, copied(self._beginning)
        self._kernels.replay(self.box.records, states, 0, np.array([ply.id for ply in plies[:known]], np.int64))
        self._plies = plies[:known]
        self._begin(states, self._score(states))
        for ply in plies[known:]:
            self._take(ply)


def whose(match: Play) -> Whose:
    """The turn that the present position belongs to."""
    return _turns(match.game).whose(match.state)


def of(match: Play, read: bool = False) -> list[Turn]:
    """The turns so far, the last perhaps not ended yet; what was read of them is kept for the next time.

    What was done in a turn that has not ended is known only with `read`: ask for it where nothing is secret.
    """
    if match.story is None:
        match.story = Story(match)
    found: list[Turn] = match.story.follow(match, read)
    return found


def at(turns: Sequence[Turn], ply: int, seat: int | None) -> Turn | None:
    """The turn that a ply, counted from 0, belongs to; of turns taken at the same time a seat's own, or the last."""
    place = bisect_right(turns, ply, key=lambda turn: turn.first) - 1
    if place < 0 or ply >= turns[place].last:
        return None
    first = turns[place].first
    alike = itertools.takewhile(lambda turn: turn.first == first, reversed(turns[: place + 1]))
    return next((turn for turn in alike if turn.seat == seat), turns[place])


def tell(match: Play, turn: Turn, reader: int | None, say: Say) -> Told:
    """A turn in words, in a sentence or two; nothing is said of one whose deeds were not read."""
    score = (0, 0) if turn.seat is None else turn.scores[turn.seat]
    if turn.deeds is None:
        return Told((), "", False, score)
    t = Teller(say, match.box, match.names, turn.seat, turn.kind, reader, match.seats)
    words = words_of(match.game, t, turn)
    deeds = together(words.deeds, say.between, say(", and "))
    if turn.seat is None:
        said = fill(say("{words}."), words=begun(deeds))
    else:
        name = say("You") if t.is_reader else t.names[turn.seat]
        said = fill(say("{name} {deeds}."), name=name, deeds=deeds)
    so = plain(begun(fill(say("{words}."), words=t.apart(words.so)))) if words.so else ""
    return Told(said, so, reader != turn.seat and reader in words.touches, score, words.trail)


def foresee(view: Play, texts: Sequence[str], after: Records) -> Turn:
    """The turn that would begin, or go on, with some decisions in a view; `after`: the state when it is over."""
    line = view.copy()
    line.auto_draw, line.story = False, None
    for text in texts:
        line.play(text)
    return Story(view).foresee(line.plies, after, view.actor)


def words_of(game: Game, t: Teller, turn: Turn) -> Words:
    """A turn that was read, in its game's words."""
    return _turns(game).tell(t, turn.deeds)


def since(turns: Sequence[Turn], seat: int, plies: Sequence[Ply]) -> list[Turn]:
    """The turns of others that ended after a seat's last own ply."""
    last = max((number for number, ply in enumerate(plies) if ply.actor == seat), default=-1)
    return [turn for turn in turns if turn.ended and turn.last > last + 1 and turn.seat not in (seat, None)]


def _turns(game: Game) -> Turns:
    turns: Turns = game.turns
    return turns
