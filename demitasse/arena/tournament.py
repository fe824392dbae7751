"""Tournaments: players meet at tables, every seat in turn over the same draws, until it is known who is better."""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass

import numpy as np

from demitasse.arena import page
from demitasse.arena.crew import Crew, Processes
from demitasse.arena.entrants import Entrant, entrants
from demitasse.arena.ledger import Ledger
from demitasse.arena.ratings import Floats, ratings
from demitasse.arena.sequential import Watch
from demitasse.bots import players as registry
from demitasse.core import rule
from demitasse.core.errors import BadOption
from demitasse.core.match import Match
from demitasse.core.setting import Setting

ERROR = 0.05  # the probability that any verdict of a tournament is wrong
MARGIN = 0.05  # two are called equal when neither finishes ahead of the other in more than 55 of 100 games
VERSION = 1  # of the ledger's lines

Table = tuple[int, ...]  # the entrants who sit at a table
Pair = tuple[int, int]
Bout = tuple[int, Table, int]  # deal, table, and by how many seats they have moved on


@dataclass(frozen=True)
class Result:
    """One game, by seats."""

    deal: int
    table: Table
    turn: int
    share: Sequence[float]
    score: Sequence[int]
    rank: Sequence[int]
    seconds: Sequence[float]  # thought in all
    plies: int

    @property
    def bout(self) -> Bout:
        return self.deal, self.table, self.turn

    def seat(self, entrant: int) -> int:
        return (self.table.index(entrant) - self.turn) % len(self.table)

    def ahead(self, one: int, other: int) -> float:
        """1: one finished ahead of the other, 0: behind; a tie is a half."""
        mine, theirs = self.rank[self.seat(one)], self.rank[self.seat(other)]
        return 0.5 if mine == theirs else float(mine < theirs)


@dataclass(frozen=True)
class Standing:
    """What an entrant achieved; its intervals are 95 % ones, that of the share at whatever moment one stopped."""

    player: str
    games: int
    share: float
    share_interval: tuple[float, float]
    score: float
    score_quartiles: tuple[float, float, float]
    rating: float
    rating_interval: tuple[float, float]
    seconds_a_game: float


@dataclass(frozen=True)
class Meeting:
    """How one entrant did against another: how often it finished ahead (a tie is a half), and what is known of that."""

    one: str
    other: str
    deals: int
    ahead: float
    interval: tuple[float, float]  # all meetings' together hold with probability 1 - ERROR, whenever one stopped
    verdict: str  # ahead, behind, equal; empty: not known yet


@dataclass(frozen=True)
class Report:
    """The outcome of a tournament."""

    game: str
    seats: int
    options: Mapping[str, int]
    seed: str
    games: int
    deals: int
    seconds: float  # of this run
    plies: int
    margin: float
    stopped: bool  # by Ctrl-C, before it was over
    standings: Sequence[Standing]
    meetings: Sequence[Meeting]

    @property
    def known(self) -> bool:
        """Whether everything is."""
        return all(meeting.verdict for meeting in self.meetings)

    def as_json(self) -> dict[str, object]:
        return asdict(self)

    def _repr_html_(self) -> str:
        """The standings, as a notebook shows them; `tournament_page.write` has the rest."""
        rows = [
            (each.player, page.percent(each.share), page.between(each.share_interval))
            + (f"{each.rating:+.0f}", page.between(each.rating_interval, "+.0f"), f"{each.score:.2f}")
            for each in sorted(self.standings, key=lambda standing: -standing.rating)
        ]
        head = ("player", "share of victory", "interval", "rating", "interval", "points")
        return page.table(f"{self.game}: {self.games:,} games by {self.seats}", head, rows)


def play(setting: Setting, plays: Sequence[str], seed: str, deal: int, table: Table, turn: int) -> Result:
    """One game of a deal: the draws are the deal's, whoever plays; who sits where depends on the turn."""
    match = Match(setting, seed=f"{seed} {deal}", auto_draw=True)
    seated = [
        registry.make(plays[table[(seat + turn) % match.seats]], seed=deal * 97 + turn * 13 + seat)
        for seat in range(match.seats)
    ]
    thought = [0.0] * match.seats
    try:
        while isinstance(match.actor, int):
            seat = match.actor
            began = time.perf_counter()
            text = seated[seat].choose(match.view(seat))
            thought[seat] += time.perf_counter() - began
            match.play(text)
    finally:
        for player in seated:
            registry.close(player)
    winners, keys = match.winners(), [tuple(row[match.game.total :].tolist()) for row in match.score_lines()]
    return Result(
        deal=deal,
        table=table,
        turn=turn,
        share=[(seat in winners) / len(winners) for seat in range(match.seats)],
        score=match.scores(),
        rank=[sum(other > key for other in keys) for key in keys],
        seconds=thought,
        plies=len(match.plies),
    )


class Tournament:
    """What is played, and what is known so far.

    A deal counts when all its games are in, and deals count in their order: so the outcome does not depend on who is
    faster. A table whose players are all told apart plays no more; every pair that is not lacks none of its tables.
    """

    def __init__(self, players: Sequence[Entrant], seats: int, margin: float = MARGIN) -> None:
        self.players, self.seats, self.margin = players, seats, margin
        self.tables: list[Table] = list(itertools.combinations(range(len(players)), seats))
        self.pairs: list[Pair] = list(itertools.combinations(range(len(players)), 2)) if seats > 1 else []
        self.watches = {pair: Watch(ERROR / len(self.pairs)) for pair in self.pairs}
        self.verdicts: dict[Pair, str] = dict.fromkeys(self.pairs, "")
        self.results: dict[Bout, Result] = {}
        self.counted: list[Result] = []
        self.deals = 0

    @property
    def games_a_deal(self) -> int:
        return len(self.tables) * self.seats

    def open_tables(self) -> list[Table]:
        """The tables at which somebody is not told apart yet."""
        return [
            table
            for table in self.tables
            if self.seats == 1 or not all(self.verdicts[pair] for pair in itertools.combinations(table, 2))
        ]

    def bouts(self, deals: int, until_known: bool) -> Iterator[Bout]:
        """The games that are missing, as far as is known when each is asked for."""
        for deal in range(deals):
            for bout in _of_deal(deal, self.open_tables() if until_known else self.tables, self.seats):
                if bout not in self.results:
                    yield bout

    def add(self, result: Result, until_known: bool) -> None:
        """Take a result in, and count every deal that is complete now."""
        self.results[result.bout] = result
        while tables := self.open_tables() if until_known else self.tables:
            bouts = _of_deal(self.deals, tables, self.seats)
            if not all(bout in self.results for bout in bouts):
                return
            self._count([self.results[bout] for bout in bouts])

    def _count(self, results: Sequence[Result]) -> None:
        self.deals += 1
        self.counted += results
        for pair in self.pairs:
            values = [result.ahead(*pair) for result in results if set(pair) <= set(result.table)]
            if values:
                self.watches[pair].add(statistics.fmean(values))
                self.verdicts[pair] = self.verdicts[pair] or self.watches[pair].verdict(0.5, self.margin)


def _of_deal(deal: int, tables: Sequence[Table], seats: int) -> list[Bout]:
    return [(deal, table, turn) for table in tables for turn in range(seats)]


def tournament(
    game: str | Setting,
    players: Sequence[str | Entrant],
    games: int,
    seed: str = "arena",
    crew: Crew | None = None,
    until_known: bool = True,
    margin: float = MARGIN,
    results: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Play up to `games` games, rounded up to whole deals; unless `until_known` is False stop when all are told apart.

    With more players than seats every choice of them is a table. With `results`, a file, games are kept as they are
    played, and those in it are not played again. Ctrl-C ends it early with the deals that are complete, or with
    KeyboardInterrupt if none is. Raises BadOption, or BadRecord for a file of another tournament.
    """
    met = entrants(players)
    found = game if isinstance(game, Setting) else Setting.of(game, len(met))
    _check(found, met, games, margin)
    began, state, stopped = time.perf_counter(), Tournament(met, found.seats, margin), False
    plays = [entrant.plays for entrant in met]
    ledger = Ledger(results, _heading(found, met, seed)) if results else None
    try:
        for line in ledger.lines if ledger else []:
            state.add(Result(**{**line, "table": tuple(line["table"])}), until_known)
        progress(len(state.results))
        bouts = state.bouts(-(-games // state.games_a_deal), until_known)
        tasks = ((found, plays, seed, *bout) for bout in bouts)
        with closing((crew or Processes()).each(play, tasks)) as played:
            for _, result in played:
                if ledger:
                    ledger.add(asdict(result))
                state.add(result, until_known)
                progress(1)
                if until_known and not state.open_tables():
                    break
    except KeyboardInterrupt:
        if not state.deals:
            raise
        stopped = True
    finally:
        if ledger:
            ledger.close()
    return _report(found, seed, state, time.perf_counter() - began, stopped)


def _check(setting: Setting, players: Sequence[Entrant], games: int, margin: float) -> None:
    if len(players) < setting.seats:
        raise BadOption(f"expected {setting.seats} players or more, one for each seat; got {len(players)}")
    if games < 1:
        raise BadOption(f"at least one game must be played; got {games}")
    if not 0 < margin < 0.5:
        raise BadOption(f"the margin within which players are equal lies between 0 and 0.5; got {margin}")


def _heading(setting: Setting, players: Sequence[Entrant], seed: str) -> dict[str, object]:
    """What a ledger's games have in common; with other rules, another policy or network they would be other games."""
    return {
        "arena": VERSION,
        "game": setting.game.name,
        "seats": setting.seats,
        "options": dict(setting.options),
        "box": setting.box.hash,
        "rules": rule.digest(setting.game.name),
        "network": registry.network_of(setting, [player.plays for player in players]),
        "players": [asdict(player) for player in players],
        "seed": seed,
    }


def _report(setting: Setting, seed: str, state: Tournament, seconds: float, stopped: bool) -> Report:
    counted = state.counted
    rated, spread = ratings(_ahead(state))
    return Report(
        game=setting.game.name,
        seats=setting.seats,
        options=dict(setting.options),
        seed=seed,
        games=len(counted),
        deals=state.deals,
        seconds=seconds,
        plies=sum(result.plies for result in counted),
        margin=state.margin,
        stopped=stopped,
        standings=[
            _standing(state, number, float(rated[number]), (float(spread[number, 0]), float(spread[number, 1])))
            for number in range(len(state.players))
        ],
        meetings=[_meeting(state, pair) for pair in state.pairs],
    )


def _ahead(state: Tournament) -> Floats:
    """[deal, i, j]: in how many games of a deal i finished ahead of j."""
    found = np.zeros((state.deals, len(state.players), len(state.players)))
    for result in state.counted:
        for one, other in itertools.permutations(result.table, 2):
            found[result.deal, one, other] += result.ahead(one, other)
    return found


def _standing(state: Tournament, number: int, rating: float, spread: tuple[float, float]) -> Standing:
    own = [result for result in state.counted if number in result.table]
    seats = [result.seat(number) for result in own]
    shares = Watch(ERROR)
    for _, deal in itertools.groupby(zip(own, seats, strict=True), key=lambda game: game[0].deal):
        shares.add(statistics.fmean(result.share[seat] for result, seat in deal))
    scores = [result.score[seat] for result, seat in zip(own, seats, strict=True)]
    return Standing(
        player=state.players[number].name,
        games=len(own),
        share=statistics.fmean(result.share[seat] for result, seat in zip(own, seats, strict=True)),
        share_interval=(shares.low, shares.high),
        score=statistics.fmean(scores),
        score_quartiles=_quartiles(scores),
        rating=rating,
        rating_interval=spread,
        seconds_a_game=statistics.fmean(result.seconds[seat] for result, seat in zip(own, seats, strict=True)),
    )


def _meeting(state: Tournament, pair: Pair) -> Meeting:
    watch = state.watches[pair]
    values = [result.ahead(*pair) for result in state.counted if set(pair) <= set(result.table)]
    return Meeting(
        one=state.players[pair[0]].name,
        other=state.players[pair[1]].name,
        deals=watch.number,
        ahead=statistics.fmean(values),
        interval=(watch.low, watch.high),
        verdict=state.verdicts[pair],
    )


def _quartiles(scores: Sequence[int]) -> tuple[float, float, float]:
    low, median, high = statistics.quantiles(scores, n=4, method="inclusive") if len(scores) > 1 else [scores[0]] * 3
    return float(low), float(median), float(high)
