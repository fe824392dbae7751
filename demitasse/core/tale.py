"""The tale of a game that is over: what its plies amount to round by round, in numbers; words are made of it later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import itemgetter
from typing import Any, NamedTuple

from demitasse.core import compiled, turns
from demitasse.core.play import Play, copied


@dataclass
class Tale:
    """Every seat's score after every round, if it had ended then; round 0 is before the first ply.

    In all games a seat has one turn a round, so what a round brought a seat is what its turn did.
    """

    scores: list[list[int]]  # [round, seat]
    ends: list[int]  # the plies made at the end of each round
    tally: list[dict[str, int]] = field(default_factory=list)  # by seat: points by where they came from

    @property
    def rounds(self) -> int:
        return len(self.scores) - 1

    def gain(self, number: int, seat: int) -> int:
        """What a round brought a seat."""
        return self.scores[number][seat] - self.scores[number - 1][seat]


class TurnAt(NamedTuple):
    """A seat's part of a round."""

    round: int
    seat: int


class Lead(NamedTuple):
    """Rounds after which one seat alone had the most."""

    seat: int
    first: int
    last: int


class Decided(NamedTuple):
    """A decision, and the state before it."""

    before: Any
    verb: str
    args: tuple[int, ...]


def reckon(match: Play) -> Tale:
    """What the plies of a match amount to. It replays all of them: ask for it once, and not on an event loop."""
    twin, game = _at(match, 0), match.game
    step = compiled.kernels(game).step
    tale = Tale([twin.scores()], [0], [{} for _ in range(match.seats)])
    for number, ply in enumerate(match.plies, 1):
        before = copied(twin.states)
        step(match.box.records, twin.states, 0, ply.id)
        if ply.actor != "*":
            _tally(tale, match, ply.actor, game.actions.decode(ply.id).verb, before[0], twin.states[0])
        if game.ending.ends_round(before[0], twin.states[0]):
            _end_round(tale, twin, number)
    if tale.ends[-1] < len(match.plies):  # somebody conceded in mid-round
        _end_round(tale, twin, len(match.plies))
    return tale


def _end_round(tale: Tale, match: Play, plies: int) -> None:
    tale.scores.append(match.scores())
    tale.ends.append(plies)


def _tally(tale: Tale, match: Play, seat: int, verb: str, before: Any, after: Any) -> None:
    """Notes where points came from, in games that tell it."""
    if source := match.game.sources.get(verb):
        points = match.game.ending.points(after, seat) - match.game.ending.points(before, seat)
        tale.tally[seat][source] = tale.tally[seat].get(source, 0) + points


def _at(match: Play, plies: int) -> Play:
    """A match as it was after so many plies."""
    twin = match.copy()
    twin.auto_draw = False
    twin.take_back(len(twin.plies) - plies)
    return twin


# What stands out ------------------------------------------------------------------------------------------------------


def deciding_turn(tale: Tale, winner: int) -> TurnAt | None:
    """The turn after whose round the winner never was behind again; none if the winner never was.

    Of that round it is the winner's. Where that brought nothing, because whoever was ahead lost something, it is the
    winner's turn after which nobody drew level any more; and where that brought nothing either, the other's loss.
    """
    behind, level = _rounds_below(tale, winner, 0), _rounds_below(tale, winner, 1)
    if not behind or behind[-1] == tale.rounds:
        return None
    for number in (behind[-1] + 1, level[-1] + 1):
        if number <= tale.rounds and tale.gain(number, winner) > 0:
            return TurnAt(number, winner)
    before = tale.scores[behind[-1]]
    ahead = [seat for seat, score in enumerate(before) if score > before[winner]]
    return TurnAt(behind[-1] + 1, min(ahead, key=lambda seat: tale.gain(behind[-1] + 1, seat)))


def _rounds_below(tale: Tale, seat: int, lead: int) -> list[int]:
    """The rounds after which a seat was not so many points ahead of all others."""
    rounds = enumerate(tale.scores)
    return [number for number, (*row,) in rounds if row.pop(seat) - max(row) < lead]


def best_turn(tale: Tale) -> TurnAt | None:
    """The first turn that brought more than any other; none if no turn brought anything."""
    every = [TurnAt(number, seat) for number in range(1, tale.rounds + 1) for seat in range(len(tale.scores[0]))]
    best = max(every, key=lambda turn: tale.gain(*turn), default=None)
    return best if best and tale.gain(*best) > 0 else None


def longest_lead(tale: Tale) -> Lead | None:
    """The longest run of rounds after which the same seat alone had the most, of those as long the one by most points;
    none if nobody ever did twice.
    """
    leads: list[Lead] = []
    for number, seat in _ahead(tale):
        if leads and leads[-1].seat == seat and leads[-1].last == number - 1:
            leads[-1] = leads[-1]._replace(last=number)
        else:
            leads.append(Lead(seat, number, number))
    longest = max(leads, key=lambda lead: (lead.last - lead.first, margin(tale, lead)), default=None)
    return longest if longest and longest.last > longest.first else None


def margin(tale: Tale, lead: Lead) -> int:
    """The most points that a lead was ahead of the next."""
    most = 0
    for scores in tale.scores[lead.first : lead.last + 1]:
        others = [score for seat, score in enumerate(scores) if seat != lead.seat]
        most = max(most, scores[lead.seat] - max(others))
    return most


def lead_changes(tale: Tale) -> list[int]:
    """The rounds after which another seat than before alone had the most."""
    return [number for (_, before), (number, seat) in pairwise(_ahead(tale)) if seat != before]


def _ahead(tale: Tale) -> Iterator[tuple[int, int]]:
    """(round, seat) for each round after which a seat alone had the most."""
    for number, scores in enumerate(tale.scores):
        if number and scores.count(max(scores)) == 1:
            yield number, scores.index(max(scores))


def standstill(scores: Sequence[int]) -> tuple[int, int] | None:
    """The first longest run of rounds in which one score did not change; none if it changed in every round."""
    runs: list[tuple[int, int]] = []
    for number in range(1, len(scores)):
        if runs and runs[-1][1] == number - 1 and scores[number] == scores[number - 1]:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    longest = max(runs, key=lambda run: run[1] - run[0], default=(0, 0))
    return longest if longest[1] > longest[0] else None


def end_of(match: Play, tale: Tale, turn: TurnAt) -> int:
    """The plies made when a seat's turn was over: after its last decision of the round, or after the round where all
    choose at the same time.
    """
    first, last = tale.ends[turn.round - 1], tale.ends[turn.round]
    if turns.whose(_at(match, first)).seat == turns.EVERYBODY:
        return last
    own = [number for number in range(first, last) if match.plies[number].actor == turn.seat]
    return own[-1] + 1 if own else last


def deeds(match: Play, tale: Tale, turn: TurnAt) -> Iterator[Decided]:
    """What a seat decided in its turn, each with the state before it; good until the next one is asked for."""
    first, last = tale.ends[turn.round - 1], tale.ends[turn.round]
    twin = _at(match, first)
    for ply in match.plies[first:last]:
        if ply.actor == turn.seat:
            yield Decided(twin.state, *match.game.actions.decode(ply.id))
        twin.play_id(ply.id)


def line_lost(match: Play, tale: Tale, turn: TurnAt) -> str:
    """The line of the score that fell most for a seat in a round."""
    before, after = (_at(match, tale.ends[at]).breakdown()[turn.seat] for at in (turn.round - 1, turn.round))
    return most_lost({line: after[line] - before[line] for line in match.game.score[: match.game.total]})


def most_lost(change: Mapping[str, int]) -> str:
    """The line that fell most, once what rose is set off against the largest falls: it was bought with them."""
    rest, left = sum(points for points in change.values() if points > 0), dict(change)
    for line, points in sorted(change.items(), key=itemgetter(1)):
        offset = min(rest, max(0, -points))
        left[line], rest = points + offset, rest - offset
    return min(left, key=lambda line: left[line])


def state_after(match: Play, plies: int) -> Any:
    """The state after so many plies."""
    return _at(match, plies).state
