"""Two boxes compared by what was played with them: every measure, its difference, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from demitasse.arena import balance
from demitasse.arena.balance import SURE, Findings, Floats, Mean, Sample, mean_of
from demitasse.core.recorder import Ints

TOLD = 20  # differences in words


def same_table(found: Findings, against: Sequence[Findings]) -> Findings | None:
    """The findings of the other box with as many seats."""
    return next((each for each in against if each.setting.seats == found.setting.seats), None)


class Compared(NamedTuple):
    """A measure of both boxes."""

    name: str
    mine: Mean
    theirs: Mean
    percent: bool = False

    @property
    def apart(self) -> Mean:
        return self.mine - self.theirs

    @property
    def sureness(self) -> float:
        """How many times its error the difference is."""
        if not self.apart.error:
            return math.inf if self.apart.value else 0.0
        return abs(self.apart.value) / self.apart.error

    def said(self, value: float, sign: str = "") -> str:
        return f"{value:{sign}.1%}" if self.percent else f"{value:{sign}.3g}"


def general(found: Findings, other: Findings) -> list[Compared]:
    total = found.setting.game.total
    measures: dict[str, tuple[Callable[[Sample], Floats | Ints], bool]] = {
        **{f"share of victory, seat {seat}": (_share_of(seat), True) for seat in range(found.setting.seats)},
        "points": (lambda sample: sample.score[:, :, total].mean(axis=1), False),
        "plies": (lambda sample: sample.length, False),
        "choices": (lambda sample: sample.choices, False),
        "changes of the lead": (lambda sample: sample.lead_changes, False),
        "decided after": (lambda sample: sample.decided, True),
    }
    return [
        Compared(name, mean_of(of(found.sample)), mean_of(of(other.sample)), percent)
        for name, (of, percent) in measures.items()
    ]


def _share_of(seat: int) -> Callable[[Sample], Floats]:
    return lambda sample: sample.share[:, seat]


def difference(found: Findings, other: Findings, most: int = TOLD) -> list[str]:
    """What the boxes' games differ in, in words, the surest first."""
    compared, doubts = doubted(found, other)
    sure = [each for each, doubt in zip(compared, doubts, strict=True) if doubt < SURE]
    sure.sort(key=lambda each: -each.sureness)
    said = [
        f"{each.name}: {each.said(each.mine.value)} here, {each.said(each.theirs.value)} there." for each in sure[:most]
    ]
    if len(sure) > most:
        said.append(f"{len(sure) - most} more things differ for certain.")
    return said or ["Nothing differs for certain."]


def doubted(found: Findings, other: Findings) -> tuple[list[Compared], list[float]]:
    """Everything that both boxes can be compared in, and the doubts of the differences, corrected."""
    compared = general(found, other) + _things(found, other)
    games = min(len(each.sample.length) for each in (found, other))
    return compared, balance.doubted([each.apart for each in compared], games)


def _things(found: Findings, other: Findings) -> list[Compared]:
    """How often things are done, whether who does them wins, and what going without costs; those that both boxes know
    by that name.
    """
    places = {use.name: place for place, use in enumerate(other.uses)}
    worth = [{each.name: each.share for each in some.worths} for some in (found, other)]
    compared = []
    for place, use in enumerate(found.uses):
        if use.name not in places or not (use.times or other.uses[places[use.name]].times):
            continue
        theirs = other.uses[places[use.name]]
        times = _times(found, place), _times(other, places[use.name])
        compared.append(Compared(f"{use.name}, times a game", *times))
        if use.users_win and theirs.users_win:
            name = f"{use.name}, share of victory of who does it above an equal one"
            compared.append(Compared(name, use.users_win, theirs.users_win, percent=True))
        if all(use.name in known for known in worth):
            mine, other_worth = (known[use.name] for known in worth)
            compared.append(Compared(f"{use.name}, what going without costs", mine, other_worth, percent=True))
    return compared


def _times(found: Findings, item: int) -> Mean:
    return mean_of(found.sample.used[:, :, item].sum(axis=1))
