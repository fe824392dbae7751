"""Tournaments: players meet at one table, seats rotated over the same draws, until enough games show who is better."""

from __future__ import annotations

import multiprocessing
import os
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass

from openskill.models import PlackettLuce

from demitasse.bots import players as registry
from demitasse.core.errors import BadOption
from demitasse.core.match import Match
from demitasse.core.setting import Setting

BOUND = 2.94  # of the log-likelihood ratio: 5 % errors of either kind
GAIN = 0.1  # what the sequential test looks for: a share of victory that much above an equal one (60 % of two)


@dataclass(frozen=True)
class Pairing:
    """What is played: enough to set a match up in another process."""

    setting: Setting
    players: Sequence[str]
    seed: str


@dataclass(frozen=True)
class Result:
    """One game: for each entrant, in the order of the players."""

    share: Sequence[float]
    score: Sequence[int]
    rank: Sequence[int]
    seconds: Sequence[float]  # thought in all
    plies: int


@dataclass(frozen=True)
class Standing:
    """What an entrant achieved; intervals are 95 % ones, over deals."""

    player: str
    share: float
    share_interval: tuple[float, float]
    score: float
    score_quartiles: tuple[float, float, float]
    rating: float
    rating_sigma: float
    seconds_a_game: float


@dataclass(frozen=True)
class Report:
    """The outcome of a tournament."""

    game: str
    seats: int
    options: Mapping[str, int]
    games: int
    deals: int
    seconds: float
    plies: int
    standings: Sequence[Standing]
    verdict: str  # of the sequential test, empty without one

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def play_deal(pairing: Pairing, deal: int) -> list[Result]:
    """One deal: as many games as there are seats, every entrant at every seat once, the draws from the same seed."""
    return [_play(pairing, deal, turn) for turn in range(len(pairing.players))]


def _play(pairing: Pairing, deal: int, turn: int) -> Result:
    match = Match(pairing.setting, seed=f"{pairing.seed} {deal}", auto_draw=True)
    seats = match.seats
    entrant = [(seat + turn) % seats for seat in range(seats)]  # who sits where
    seated = [registry.make(pairing.players[entrant[seat]], seed=deal * 97 + turn * 13 + seat) for seat in range(seats)]
    thought = [0.0] * seats
    try:
        while isinstance(match.actor, int):
            seat = match.actor
            began = time.perf_counter()
            text = seated[seat].choose(match.view(seat))
            thought[entrant[seat]] += time.perf_counter() - began
            match.play(text)
    finally:
        for player in seated:
            registry.close(player)
    lines, scores, winners = match.score_lines(), match.scores(), match.winners()
    keys = [tuple(row[match.game.total :].tolist()) for row in lines]
    seat_of = [entrant.index(number) for number in range(seats)]
    return Result(
        share=[(seat in winners) / len(winners) for seat in seat_of],
        score=[scores[seat] for seat in seat_of],
        rank=[sum(other > keys[seat] for other in keys) for seat in seat_of],
        seconds=thought,
        plies=len(match.plies),
    )


def tournament(
    game: str | Setting,
    players: Sequence[str],
    games: int,
    seed: str = "arena",
    cores: int | None = None,
    sprt: bool = False,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Play up to `games` games, rounded up to whole deals. With `sprt`, stop once the first entrant is shown to be
    clearly better, or not.
    """
    found = game if isinstance(game, Setting) else Setting.of(game, len(players))
    if len(players) != found.seats:
        raise BadOption(f"expected {found.seats} players, one for each seat; got {len(players)}")
    for player in players:
        registry.close(registry.make(player))  # refuses an unknown one before anything starts
    if games < 1:
        raise BadOption(f"at least one game must be played; got {games}")
    if sprt and len(players) < 2:
        raise BadOption("a sequential test compares players; it needs two or more")
    pairing = Pairing(found, players, seed)
    deals = -(-games // len(players))
    began = time.perf_counter()
    results: dict[int, list[Result]] = {}
    verdict = ""
    workers = cores or os.cpu_count() or 1
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        waiting = iter(range(deals))
        running: dict[Future[list[Result]], int] = {}
        try:
            while True:
                while len(running) < workers + 1 and not verdict and (deal := next(waiting, None)) is not None:
                    running[pool.submit(play_deal, pairing, deal)] = deal
                if not running:
                    break
                for task in wait(running, return_when=FIRST_COMPLETED).done:
                    results[running.pop(task)] = task.result()
                    progress(len(players))
                if sprt and not verdict:
                    verdict = _verdict(
                        [sum(r.share[0] for r in deal) / len(deal) for deal in results.values()], len(players)
                    )
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    played = [results[deal] for deal in sorted(results)]
    return _report(found, players, played, time.perf_counter() - began, verdict or ("undecided" if sprt else ""))


def log_likelihood_ratio(shares: Sequence[float], low: float, high: float) -> float:
    """Of the mean share being `high` against `low`, for many deals (normal approximation; the variance is at least that
    of two deals that differ).
    """
    number = len(shares)
    mean = sum(shares) / number
    variance = max(sum((share - mean) ** 2 for share in shares) / number, 1 / (4 * number))
    return number * (high - low) * (mean - (low + high) / 2) / variance


def _verdict(shares: Sequence[float], seats: int) -> str:
    if len(shares) < 5:
        return ""
    ratio = log_likelihood_ratio(shares, 1 / seats, 1 / seats + GAIN)
    if ratio > BOUND:
        return f"better: a share of {1 / seats + GAIN:.0%} or more rather than {1 / seats:.0%}"
    return (
        f"not clearly better: a share of {1 / seats:.0%} rather than {1 / seats + GAIN:.0%}" if ratio < -BOUND else ""
    )


def _report(
    found: Setting, players: Sequence[str], played: Sequence[Sequence[Result]], seconds: float, verdict: str
) -> Report:
    model = PlackettLuce()
    ratings = [model.rating(name=f"{number} {player}") for number, player in enumerate(players)]
    for deal in played:
        for result in deal:
            if len(players) > 1:
                ratings = [
                    team[0]
                    for team in model.rate([[rating] for rating in ratings], ranks=list(map(float, result.rank)))
                ]
    everything = [result for deal in played for result in deal]
    return Report(
        game=found.game.name,
        seats=found.seats,
        options=dict(found.options),
        games=len(everything),
        deals=len(played),
        seconds=seconds,
        plies=sum(result.plies for result in everything),
        standings=[
            Standing(
                player=player,
                share=sum(result.share[number] for result in everything) / len(everything),
                share_interval=_interval([sum(result.share[number] for result in deal) / len(deal) for deal in played]),
                score=sum(result.score[number] for result in everything) / len(everything),
                score_quartiles=_quartiles([result.score[number] for result in everything]),
                rating=float(ratings[number].mu),
                rating_sigma=float(ratings[number].sigma),
                seconds_a_game=sum(result.seconds[number] for result in everything) / len(everything),
            )
            for number, player in enumerate(players)
        ],
        verdict=verdict,
    )


def _quartiles(scores: Sequence[int]) -> tuple[float, float, float]:
    low, median, high = statistics.quantiles(scores, n=4, method="inclusive") if len(scores) > 1 else [scores[0]] * 3
    return float(low), float(median), float(high)


def _interval(values: Sequence[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    if len(values) < 2:
        return 0.0, 1.0
    half = 1.96 * (sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values)) ** 0.5
    return max(0.0, mean - half), min(1.0, mean + half)
