"""Simulation: many games by simple players on all cores, and what they show."""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass

import numpy as np
import numpy.typing as npt

from demitasse.core.box import Box
from demitasse.core.errors import BadOption
from demitasse.core.game import Game

PLAYERS = {"random": 0, "mixed": 50, "greedy": 100}  # of 100 decisions, how many are made by the game's policy
CHUNK = 512  # games a task
Interval = tuple[float, float]


@dataclass(frozen=True)
class Report:
    """What a simulation showed; intervals are 95 % ones."""

    game: str
    seats: int
    options: Mapping[str, int]
    players: Sequence[str]
    games: int
    seconds: float
    cores: int
    plies: int
    plies_a_second: float
    games_a_second: float
    length: Mapping[str, float]  # mean, shortest, longest, in plies
    score: Sequence[Mapping[str, float]]  # a seat: the mean of every line
    score_interval: Sequence[Interval]  # of the mean total
    share: Sequence[float]  # a seat: its mean share of victory
    share_interval: Sequence[Interval]

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def care_of(players: Sequence[str], seats: int) -> list[int]:
    """How careful each seat plays; one name stands for all seats."""
    if len(players) == 1:
        players = list(players) * seats
    if len(players) != seats:
        raise BadOption(f"expected one player for all seats, or {seats}; got {len(players)}: {', '.join(players)}")
    for player in players:
        if player not in PLAYERS:
            raise BadOption(f"there is no simple player {player!r}; expected one of: {', '.join(PLAYERS)}")
    return [PLAYERS[player] for player in players]


def simulate(
    game: Game,
    seats: int,
    settings: Mapping[str, int],
    players: Sequence[str],
    games: int,
    seed: int = 0,
    cores: int | None = None,
    box: Box | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Play `games` games; the same seed gives the same games, however many cores play them."""
    if games < 1:
        raise BadOption(f"at least one game must be played; got {games}")
    if not 0 <= seed < 2**31:
        raise BadOption(f"the seed of a simulation is a number from 0 to 2**31 - 1; got {seed}")
    care = care_of(players, seats)
    workers = cores or os.cpu_count() or 1
    game.simulate(seats, settings, care, seed, 0, 1, box)  # compiled before the clock starts
    began = time.perf_counter()
    parts: dict[int, tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]] = {}
    with ThreadPoolExecutor(workers) as pool:
        tasks = {
            pool.submit(game.simulate, seats, settings, care, seed, first, min(CHUNK, games - first), box): first for first in range(0, games, CHUNK)
        }
        try:
            for task in as_completed(tasks):
                parts[tasks[task]] = task.result()
                progress(len(task.result()[1]))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    seconds = time.perf_counter() - began
    scores = np.concatenate([parts[first][0] for first in sorted(parts)])
    lengths = np.concatenate([parts[first][1] for first in sorted(parts)])
    return _report(game, seats, settings, players, workers, seconds, scores, lengths)


def shares(game: Game, scores: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """[game, seat]: each seat's share of victory, by the total and then the tie-breaks."""
    alive = np.ones(scores.shape[:2], np.bool_)
    for column in range(game.total, scores.shape[2]):
        best = np.where(alive, scores[:, :, column], np.iinfo(np.int64).min).max(axis=1, keepdims=True)
        alive &= scores[:, :, column] == best
    share: npt.NDArray[np.float64] = alive / alive.sum(axis=1, keepdims=True)
    return share


def _report(
    game: Game,
    seats: int,
    settings: Mapping[str, int],
    players: Sequence[str],
    workers: int,
    seconds: float,
    scores: npt.NDArray[np.int64],
    lengths: npt.NDArray[np.int64],
) -> Report:
    won = shares(game, scores)
    plies = int(lengths.sum())
    return Report(
        game=game.name,
        seats=seats,
        options=dict(settings),
        players=list(players) * (seats if len(players) == 1 else 1),
        games=len(lengths),
        seconds=seconds,
        cores=workers,
        plies=plies,
        plies_a_second=plies / seconds,
        games_a_second=len(lengths) / seconds,
        length={"mean": float(lengths.mean()), "shortest": int(lengths.min()), "longest": int(lengths.max())},
        score=[dict(zip(game.score, map(float, scores[:, seat].mean(axis=0)), strict=True)) for seat in range(seats)],
        score_interval=[_interval(scores[:, seat, game.total]) for seat in range(seats)],
        share=[float(won[:, seat].mean()) for seat in range(seats)],
        share_interval=[_interval(won[:, seat]) for seat in range(seats)],
    )


def _interval(values: npt.NDArray[np.float64] | npt.NDArray[np.int64]) -> Interval:
    """The 95 % interval of the mean."""
    half = 1.96 * float(values.std(ddof=1)) / len(values) ** 0.5 if len(values) > 1 else float("inf")
    return float(values.mean()) - half, float(values.mean()) + half
