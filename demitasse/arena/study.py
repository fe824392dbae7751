"""A study: the games of a report, at all its tables in turns, so that it has something to tell whenever it is stopped.

Games of players that think may be kept in a file as they end; the same study goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from demitasse.arena import usage
from demitasse.arena.balance import Findings, Sample, sample, samples, uses, worths
from demitasse.arena.crew import Crew, Processes, Threads, chunk
from demitasse.arena.ledger import Ledger
from demitasse.bots import players as registry
from demitasse.bots.players import CARE
from demitasse.bots.tree import FIRST_SHARE, NEXT_SHARE
from demitasse.core import rule
from demitasse.core.errors import BadOption
from demitasse.core.recorder import record
from demitasse.core.setting import Setting, seed_number
from demitasse.core.tree import THOUGHT

CHUNK = 256  # games a task; on a cluster more, but where states are looked at, which are large
SLOW_CHUNK = 1  # of players that think
LEAST_WORTH = 1000  # games for what each thing is worth, or a tenth of all if that is more
TRIED = 20  # games by `regular`, for an estimate of how long others will take
VERSION = 1  # of the lines that are kept

Told = Callable[[str, int, int], None]  # what is done, how much of it is, and of how much
Task = tuple[Setting, Sequence[str], int, int, int]
Parts = dict[int, Sample]  # of a table, by the number of their first game


def silent(what: str, done: int, of: int) -> None:
    """Nobody is told."""


@dataclass(frozen=True)
class Plan:
    """What is played: so many games at each table; one player stands for all seats. Raises BadOption."""

    settings: Sequence[Setting]
    players: Sequence[str]
    games: int
    seed: int = 0
    worth: bool = True

    def __post_init__(self) -> None:
        if self.games < 2:
            raise BadOption(f"a report needs two games or more; got {self.games}")
        seed_number(self.seed)  # refuses one that is none
        for setting in self.settings:
            if len(self.seated(setting)) != setting.seats:
                raise BadOption(f"expected one player for all seats, or {setting.seats}; got {', '.join(self.players)}")
        for player in dict.fromkeys(self.players):
            registry.close(registry.make(player))  # refuses an unknown one

    def seated(self, setting: Setting) -> list[str]:
        return list(self.players) * (setting.seats if len(self.players) == 1 else 1)

    @property
    def simple(self) -> bool:
        """Whether nobody thinks."""
        return all(player in CARE for player in self.players)

    def tasks(self, crew: Crew) -> Iterator[Task]:
        """The first games of every table, then the next ones."""
        size = SLOW_CHUNK
        if self.simple:
            seen = any(usage.items(setting).takings for setting in self.settings)
            size = CHUNK if seen else chunk(crew, self.games, CHUNK)
        for first in range(0, self.games, size):
            for setting in self.settings:
                yield setting, self.seated(setting), self.seed, first, min(size, self.games - first)


def findings(
    setting: Setting,
    players: Sequence[str],
    games: int,
    seed: int = 0,
    crew: Crew | None = None,
    worth: bool = True,
    told: Told = silent,
) -> Findings:
    """Play `games` games at one table and look at them. Raises BadOption."""
    return study(Plan([setting], players, games, seed, worth), crew, told)[0]


def study(plan: Plan, crew: Crew | None = None, told: Told = silent, results: str | None = None) -> list[Findings]:
    """Play and look. Ctrl-C ends it early: with what each table has until then, and with KeyboardInterrupt if no table
    has two games. Raises BadOption, or BadRecord for a file `results` that holds something else.
    """
    crew = crew or (Threads() if plan.simple else Processes())
    parts: list[Parts] = [{} for _ in plan.settings]
    ledger = Ledger(results, _heading(plan)) if results else None
    try:
        for line in ledger.lines if ledger else []:
            parts[line["table"]][line["first"]] = _sample(line["sample"])
        _play(plan, crew, told, parts, ledger)
    except KeyboardInterrupt:
        plan = replace(plan, worth=False)  # whoever is in a hurry does not wait for it
    finally:
        if ledger:
            ledger.close()
    found = [_findings(plan, setting, part) for setting, part in zip(plan.settings, parts, strict=True)]
    known = [each for each in found if each]
    if not known:
        raise KeyboardInterrupt
    return _weighed(plan, known, crew, told) if plan.worth else known


def _play(plan: Plan, crew: Crew, told: Told, parts: list[Parts], ledger: Ledger | None) -> None:
    for setting in plan.settings[:1]:
        record(setting, [0] * setting.seats, plan.seed, 0, 1)  # compiled once, before many ask for it
    done, of = sum(len(each.length) for part in parts for each in part.values()), plan.games * len(plan.settings)
    tables = {id(setting): table for table, setting in enumerate(plan.settings)}
    missing = (task for task in plan.tasks(crew) if task[3] not in parts[tables[id(task[0])]])
    told("games", done, of)
    with closing(crew.each(sample, missing)) as played:
        for (setting, _, _, first, number), part in played:
            table = tables[id(setting)]
            if ledger:
                ledger.add({"table": table, "first": first, "sample": _line(part)})
            parts[table][first] = part
            done += number
            told("games", done, of)


def _findings(plan: Plan, setting: Setting, parts: Parts) -> Findings | None:
    """Of the games up to the first that is missing: behind it only the short ones have ended."""
    whole: list[Sample] = []
    while (number := sum(len(part.length) for part in whole)) in parts:
        whole.append(parts[number])
    if number < 2:
        return None
    found = samples(whole)
    return Findings(setting, plan.seated(setting), plan.seed, found, uses(setting, found), [], plan.games)


def _weighed(plan: Plan, found: list[Findings], crew: Crew, told: Told) -> list[Findings]:
    """With what each thing is worth; Ctrl-C leaves the rest without."""
    fewer, known = min(plan.games, max(LEAST_WORTH, plan.games // 10)), list(found)
    for place, each in enumerate(found):
        so_far = partial(told, f"what things are worth, {each.setting.seats} seats")
        try:
            worth = worths(each.setting, plan.seed, fewer, each.uses, crew, so_far)
        except KeyboardInterrupt:
            break
        known[place] = replace(each, worths=worth)
    return known


# How long it takes ----------------------------------------------------------------------------------------------------


def seconds(plan: Plan) -> float | None:
    """About how long one core would think in all; None where players of one's own play."""
    if any(player not in CARE and player not in THOUGHT for player in plan.players):
        return None
    return sum(plan.games * _seconds(setting, plan.seated(setting)) for setting in plan.settings)


def _seconds(setting: Setting, seated: Sequence[str]) -> float:
    """Of a game as long as those of `regular`: a turn's first decision takes a share of its time, later ones less."""
    recorded = record(setting, [CARE["regular"]] * setting.seats, 0, 0, TRIED, totals=False)
    asked = recorded.plies.choices > 1
    actors = recorded.plies.actors[asked]
    first = np.append(True, actors[1:] != actors[:-1])
    thought = np.array([THOUGHT.get(player, 0.0) for player in seated])[actors] / 1000
    return float((thought * np.where(first, FIRST_SHARE, NEXT_SHARE)).sum()) / TRIED


# What is kept ---------------------------------------------------------------------------------------------------------


def _heading(plan: Plan) -> dict[str, object]:
    """What the games of a file have in common; how many there are to be may change."""
    if plan.simple:
        raise BadOption(
            f"games are kept for players that think; those of {', '.join(plan.players)} are played anew in seconds"
        )
    first = plan.settings[0]
    return {
        "report": VERSION,
        "game": first.game.name,
        "options": dict(first.options),
        "tables": [[setting.seats, setting.box.hash] for setting in plan.settings],
        "rules": rule.digest(first.game.name),
        "networks": [registry.network_of(setting, plan.players) for setting in plan.settings],
        "players": list(plan.players),
        "seed": plan.seed,
    }


def _line(part: Sample) -> dict[str, Any]:
    return {name: [values.dtype.str, values.tolist()] for name, values in vars(part).items()}


def _sample(line: dict[str, Any]) -> Sample:
    return Sample(**{name: np.array(values, kind) for name, (kind, values) in line.items()})
