"""Balance: what many games show of a game and its box: seats, length, lead, usage, choices, what rules are worth."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from demitasse.arena import page, usage
from demitasse.arena.crew import Crew
from demitasse.arena.simulate import care_of, shares
from demitasse.bots import players as registry
from demitasse.bots.players import CARE
from demitasse.core.fields import Records
from demitasse.core.match import Match
from demitasse.core.recorder import Ends, Ints, Plies, Recorded, joined, record
from demitasse.core.rule import CHANCE
from demitasse.core.setting import Setting

FEW = 30  # of fewer seats or games nothing is said
TENTHS = 10  # parts of a game in curves
Z = 1.96  # of a 95 % interval
SURE = 0.01  # a doubt below this, corrected for many comparisons, is called a finding

Floats = npt.NDArray[np.float64]
Interval = tuple[float, float]


class Mean(NamedTuple):
    """A mean and its standard error."""

    value: float
    error: float

    @property
    def interval(self) -> Interval:
        return self.value - Z * self.error, self.value + Z * self.error

    @property
    def doubt(self) -> float:
        """The probability of a value as far from 0, or farther, if 0 were true."""
        return math.erfc(abs(self.value) / self.error / math.sqrt(2)) if self.error else float(self.value == 0)

    def __sub__(self, other: Mean) -> Mean:
        """Of two independent ones."""
        return Mean(self.value - other.value, math.hypot(self.error, other.error))


def mean_of(values: Floats | Ints) -> Mean:
    """Of values of games, which do not depend on each other."""
    return Mean(float(values.mean()), float(values.std(ddof=1) / math.sqrt(len(values))) if len(values) > 1 else 0.0)


@dataclass(frozen=True)
class Sample:
    """What games showed, one entry a game."""

    share: Floats  # [game, seat]: of the victory
    score: Ints  # [game, seat, column]
    length: Ints  # in plies
    decisions: Ints
    turns: Ints  # runs of decisions of one seat
    choices: Floats  # the mean number of legal decisions, where there was one to make
    forced: Floats  # the share of decisions without a choice
    lead_changes: Ints
    decided: Floats  # after what part of the game its winner was in the lead for good
    leader_wins: Floats  # [game, tenth]: the share of the victory of who led then
    choices_then: Floats  # [game, tenth]: as choices; NaN where nothing was decided
    used: Ints  # [game, seat, item], int16


def samples(parts: Sequence[Sample]) -> Sample:
    """Several as one."""
    return Sample(*(np.concatenate([getattr(part, name) for part in parts]) for name in Sample.__dataclass_fields__))


def sample(setting: Setting, players: Sequence[str], seed: int, first: int, number: int) -> Sample:
    """What games first, first + 1, … of a seed show."""
    return summarised(played(setting, players, seed, first, number))


def played(setting: Setting, players: Sequence[str], seed: int, first: int, number: int) -> Recorded:
    """By simple players in compiled code; by others, who think, in Python."""
    if all(player in CARE for player in players):
        seen = bool(usage.items(setting).takings)
        return record(setting, care_of(players, setting.seats), seed, first, number, states=seen)
    return joined([_thought(setting, players, seed, game) for game in range(first, first + number)])


def summarised(recorded: Recorded) -> Sample:
    ends, plies = recorded.ends, recorded.plies
    won = shares(recorded.setting.game, ends.scores)
    share = won / won.sum(axis=1, keepdims=True)
    games, decided = recorded.games, plies.actors >= 0
    number = len(ends.lengths)
    decisions = np.bincount(games[decided], minlength=number)
    actor, game, choices = plies.actors[decided], games[decided], plies.choices[decided]
    turns = np.ones(len(actor), np.bool_)
    turns[1:] = (actor[1:] != actor[:-1]) | (game[1:] != game[:-1])
    tenth = _tenths(recorded)[decided]
    total = np.bincount(game * TENTHS + tenth, choices, number * TENTHS)
    with np.errstate(invalid="ignore"):
        then = (total / np.bincount(game * TENTHS + tenth, minlength=number * TENTHS)).reshape(number, TENTHS)
    return Sample(
        share=share,
        score=ends.scores,
        length=ends.lengths,
        decisions=decisions,
        turns=np.bincount(game[turns], minlength=number),
        choices=np.bincount(game, choices, number) / decisions,
        forced=np.bincount(game, choices == 1, number) / decisions,
        lead_changes=_lead_changes(recorded),
        decided=_decided(recorded, won),
        leader_wins=_leader_wins(recorded, share),
        choices_then=then,
        used=usage.counted(recorded).astype(np.int16),
    )


def _tenths(recorded: Recorded) -> Ints:
    """[ply]: in which tenth of its game."""
    games = recorded.games
    found: Ints = (np.arange(len(games)) - recorded.firsts[games]) * TENTHS // recorded.ends.lengths[games]
    return found


def _leaders(totals: Ints) -> npt.NDArray[np.bool_]:
    """[ply, seat]: who has the most points."""
    found: npt.NDArray[np.bool_] = totals == totals.max(axis=1, keepdims=True)
    return found


def _lead_changes(recorded: Recorded) -> Ints:
    """[game]: how often somebody else came to lead alone."""
    leaders, games = _leaders(recorded.plies.totals), recorded.games
    alone = leaders.sum(axis=1) == 1
    seat, game = leaders.argmax(axis=1)[alone], games[alone]
    changed = (seat[1:] != seat[:-1]) & (game[1:] == game[:-1])
    found: Ints = np.bincount(game[1:][changed], minlength=len(recorded.ends.lengths))
    return found


def _decided(recorded: Recorded, won: npt.NDArray[np.bool_]) -> Floats:
    """[game]: the part of it after which one of its winners was always ahead, or level with who was."""
    totals, games = recorded.plies.totals, recorded.games
    best = np.where(won[games], totals, np.iinfo(np.int32).min).max(axis=1)
    behind = best < totals.max(axis=1)
    place = np.arange(len(games)) - recorded.firsts[games] + 1
    found: Floats = np.maximum.reduceat(np.where(behind, place, 0), recorded.firsts) / recorded.ends.lengths
    return found


def _leader_wins(recorded: Recorded, share: Floats) -> Floats:
    """[game, tenth]: at the end of each tenth."""
    leaders, lengths = _leaders(recorded.plies.totals), recorded.ends.lengths
    found = np.empty((len(lengths), TENTHS))
    for tenth in range(TENTHS):
        at = recorded.firsts + lengths * (tenth + 1) // TENTHS - 1
        then = leaders[np.maximum(at, recorded.firsts)]
        found[:, tenth] = (share * then).sum(axis=1) / then.sum(axis=1)
    return found


def _thought(setting: Setting, players: Sequence[str], seed: int, number: int) -> Recorded:
    """A game by players of any kind."""
    match = Match(setting, seed=f"{seed} {number}")
    seated = [registry.make(player, seed=number * 13 + seat) for seat, player in enumerate(players)]
    actors: list[int] = []
    choices: list[int] = []
    totals: list[list[int]] = []
    states: list[Records] = []
    try:
        while match.actor is not None:
            states.append(match.states.copy())
            choices.append(len(match.legal_ids()))
            actors.append(match.actor if isinstance(match.actor, int) else CHANCE)
            if isinstance(match.actor, int):
                match.play(seated[match.actor].choose(match.view(match.actor)))
            else:
                match.draw()
            totals.append(match.scores())
    finally:
        for player in seated:
            registry.close(player)
    ids = np.array([ply.id for ply in match.plies], np.int16)
    plies = Plies(
        np.array(actors, np.int8), ids, np.array(choices, np.int16), np.array(totals, np.int32), np.concatenate(states)
    )
    ends = Ends(match.score_lines()[None].copy(), np.array([len(ids)]), match.states.copy())
    return Recorded(setting, plies, ends)


# How using something goes with winning --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Use:
    """An item: how often it is done, and whether those win who do it."""

    name: str
    is_verb: bool
    times: float  # a seat and game
    users: float  # the share of seats that did it at all
    users_win: Mean | None  # their share of the victory above an equal one; None where everybody did it, or too few
    more: Mean  # how much more often the winner did it than a seat did on average, of that average
    doubt: float  # of `more`, corrected for all items


def uses(setting: Setting, found: Sample) -> list[Use]:
    """Every item; the correction keeps wrong discoveries among all below their share (Benjamini and Hochberg)."""
    items, seats = usage.items(setting), setting.seats
    lead = found.share - 1 / seats  # [game, seat]
    more = [_more(found.used[:, :, item], lead) for item in range(len(items.names))]
    doubts = doubted(more, len(found.length))
    return [
        Use(
            name=name,
            is_verb=item < items.verbs,
            times=float(found.used[:, :, item].mean()),
            users=float((found.used[:, :, item] > 0).mean()),
            users_win=_users_win(found.used[:, :, item] > 0, lead),
            more=more[item],
            doubt=doubts[item],
        )
        for item, name in enumerate(items.names)
    ]


def _more(used: Ints, lead: Floats) -> Mean:
    average = float(used.mean())
    if not average:
        return Mean(0.0, 0.0)
    return mean_of(np.round((used * lead).sum(axis=1) / average, 9))  # what all do alike is 0, and not nearly so


def _users_win(does: npt.NDArray[np.bool_], lead: Floats) -> Mean | None:
    """A ratio of sums over games, with the error that ratios have (the delta method)."""
    users, won = does.sum(axis=1), (does * lead).sum(axis=1)
    if users.sum() < FEW or users.sum() == does.size:
        return None
    ratio = float(won.sum() / users.sum())
    return Mean(ratio, mean_of((won - ratio * users) / users.mean()).error)


def doubted(means: Sequence[Mean], games: int) -> list[float]:
    """Their doubts, corrected for their number; of a few games, which may all go alike by chance, nothing is sure."""
    return corrected([mean.doubt for mean in means]) if games >= FEW else [1.0] * len(means)


def corrected(doubts: Sequence[float]) -> list[float]:
    """The share of wrong discoveries if everything up to that doubt were called one (Benjamini and Hochberg)."""
    order = sorted(range(len(doubts)), key=lambda item: doubts[item])
    found, least = [1.0] * len(doubts), 1.0
    for rank in range(len(order), 0, -1):
        least = min(least, doubts[order[rank - 1]] * len(order) / rank)
        found[order[rank - 1]] = least
    return found


# What a rule is worth -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Worth:
    """What a player loses who never does something, against others who may."""

    name: str
    is_verb: bool
    share: Mean  # of the victory
    points: Mean
    doubt: float  # of the share, corrected for all items


def restricted(setting: Setting, seed: int, first: int, number: int, item: int) -> tuple[Floats, Ints]:
    """([game], [game]): the share and the points of a seat that never does what an item stands for, the seats in turn
    by blocks of games; by `regular`s, for whom that is well defined.
    """
    ids, total = usage.items(setting).ids(item), setting.game.total
    share, points = [], []
    for seat, games in _blocks(setting, first, number):
        ends = record(setting, [100] * setting.seats, seed, games[0], len(games), False, never={seat: ids}).ends
        won = shares(setting.game, ends.scores)
        share.append(won[:, seat] / won.sum(axis=1))
        points.append(ends.scores[:, seat, total])
    return np.concatenate(share), np.concatenate(points)


def _blocks(setting: Setting, first: int, number: int) -> Iterator[tuple[int, range]]:
    ends = [first + number * seat // setting.seats for seat in range(setting.seats + 1)]
    for seat in range(setting.seats):
        if ends[seat] < ends[seat + 1]:
            yield seat, range(ends[seat], ends[seat + 1])


def worths(
    setting: Setting,
    seed: int,
    games: int,
    found: Sequence[Use],
    crew: Crew,
    told: Callable[[int, int], None] = lambda done, of: None,
) -> list[Worth]:
    """Of what is done by some and not by all the time; each difference is over games with the same numbers."""
    known = usage.items(setting)
    asked = [item for item, use in enumerate(found) if use.times > 0 and known.ids(item)]
    tasks = [(setting, seed, 0, games, item) for item in asked]
    free = restricted(setting, seed, 0, games, len(found))  # an item that stands for nothing
    results: dict[int, tuple[Floats, Ints]] = {}
    for task, result in crew.each(restricted, tasks):
        results[task[4]] = result
        told(len(results), len(asked))
    share = [mean_of(free[0] - results[item][0]) for item in asked]
    doubts = doubted(share, games)
    return [
        Worth(found[item].name, found[item].is_verb, share[place], mean_of(free[1] - results[item][1]), doubts[place])
        for place, item in enumerate(asked)
    ]


# A report's numbers ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Findings:
    """What was played, and what it showed."""

    setting: Setting
    players: Sequence[str]
    seed: int
    sample: Sample
    uses: Sequence[Use]
    worths: Sequence[Worth]
    asked: int = 0  # how many games were to be played; fewer were where it was stopped

    def _repr_html_(self) -> str:
        """The seats, as a notebook shows them; `balance_page.write` has the rest."""
        games, seats, total = len(self.sample.length), self.setting.seats, self.setting.game.total
        rows = []
        for seat, player in enumerate(self.players):
            won, points = mean_of(self.sample.share[:, seat]), mean_of(self.sample.score[:, seat, total])
            shown = page.percent(won.value), page.between(won.interval), f"{points.value:.2f}"
            rows.append((f"{seat}", player, *shown, page.between(points.interval, ".2f")))
        head = ("seat", "player", "share of victory", "interval", "points", "interval")
        return page.table(f"{self.setting.game.name}: {games:,} games by {seats}", head, rows)
