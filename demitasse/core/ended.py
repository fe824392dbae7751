"""Ended: what the words about the end of a game are made from, and what they have in common."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from demitasse.core.names import named
from demitasse.core.play import Play
from demitasse.core.tale import Tale
from demitasse.core.words import Say, written


@dataclass(frozen=True)
class EndedGame:
    """What a result is told from: a match, its tale, who won, who conceded, and who reads."""

    match: Play
    tale: Tale
    say: Say
    winners: Sequence[int]
    conceded: Collection[int]
    readers: Collection[int]  # the seats of whoever reads
    columns: Sequence[Mapping[str, int]]  # the score, by seat

    @property
    def reader(self) -> int | None:
        """The seat that is "you"; none for who watches, and where several sit at one screen."""
        return next(iter(self.readers)) if len(self.readers) == 1 else None

    def is_you(self, seat: int) -> bool:
        return seat == self.reader and self.match.seats > 1

    def name(self, seat: int) -> str:
        return named(self.match.names[seat], self.say)

    def named(self, seats: Iterable[int]) -> str:
        return joined([self.name(seat) for seat in seats], self.say)

    @property
    def alone(self) -> bool:
        return self.match.seats == 1


def ranked(t: EndedGame) -> list[int]:
    """The seats, the best first: who won, who did not concede, then by points and tie-breaks."""
    return sorted(range(t.match.seats), key=lambda seat: (rank(t, seat), -seat), reverse=True)


def rank(t: EndedGame, seat: int) -> tuple[Any, ...]:
    return (seat in t.winners, seat not in t.conceded, *columns_behind(t, seat))


def columns_behind(t: EndedGame, seat: int) -> list[int]:
    """The total, then what breaks ties (larger is better)."""
    return list(t.columns[seat].values())[t.match.game.total :]


def difference(t: EndedGame) -> str:
    """The line of the score that made the most of the difference between the first two."""
    first, second = (t.columns[seat] for seat in ranked(t)[:2])
    lines = t.match.game.score[: t.match.game.total]
    line = max(lines, key=lambda name: first[name] - second[name])
    return t.say("Most of the difference: {line}, {more} to {fewer}.").format(
        line=t.match.game.line(line, t.say), more=written(first[line]), fewer=written(second[line])
    )


def joined(things: Sequence[str], say: Say) -> str:
    """Things one after the other, the last one with "and"; nothing of none."""
    *some, last = things or [""]
    return say("{some} and {last}").format(some=say.list(some), last=last) if some else last
