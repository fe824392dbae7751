"""Simulation: many games by players without search on all cores, and what they show."""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np
import numpy.typing as npt

from demitasse.arena import page
from demitasse.arena.crew import Crew, Threads, chunk
from demitasse.bots.players import CARE
from demitasse.core import device as devices
from demitasse.core.errors import BadOption
from demitasse.core.game import Game
from demitasse.core.setting import Setting
from demitasse.core.simulation import simulate as play
from demitasse.core.simulation import simulate_there as play_there

CHUNK = 512  # games a task
GPU_CHUNK = 1 << 20  # games a launch
WHOLE = 60  # a victory shared by up to five is a whole number of sixtieths
Ints = npt.NDArray[np.int64]
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
    device: str  # cpu or cuda
    cores: int
    place: str  # where it was played, for people
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

    def _repr_html_(self) -> str:
        """The results, as a notebook shows them."""
        rows = [
            (f"{seat}", self.players[seat], page.percent(self.share[seat]), page.between(self.share_interval[seat]))
            + (f"{self.score[seat]['total']:.2f}", page.between(self.score_interval[seat], ".2f"))
            for seat in range(self.seats)
        ]
        head = ("seat", "player", "share of victory", "interval", "points", "interval")
        return page.table(f"{self.game}: {self.games:,} games by {self.seats}", head, rows)


def care_of(players: Sequence[str], seats: int) -> list[int]:
    """How careful each seat plays; one name stands for all seats."""
    if len(players) == 1:
        players = list(players) * seats
    if len(players) != seats:
        raise BadOption(f"expected one player for all seats, or {seats}; got {len(players)}: {', '.join(players)}")
    for player in players:
        if player not in CARE:
            raise BadOption(
                f"{player!r} is not a player without search; expected one of: {', '.join(CARE)} "
                "(the arena takes all players)"
            )
    return [CARE[player] for player in players]


def simulate(
    setting: Setting,
    players: Sequence[str],
    games: int,
    seed: int = 0,
    crew: Crew | None = None,
    progress: Callable[[int], None] = lambda done: None,
    device: str = "cpu",
) -> Report:
    """Play `games` games; the same seed gives the same games, whoever plays them and on whatever device."""
    if games < 1:
        raise BadOption(f"at least one game must be played; got {games}")
    if not 0 <= seed < 2**31:
        raise BadOption(f"the seed of a simulation is a number from 0 to 2**31 - 1; got {seed}")
    care = care_of(players, setting.seats)
    if device != "cpu":
        return _simulate_there(device, setting, players, games, seed, progress)
    crew = crew or Threads()
    play(setting, care, seed, 0, 1)  # compiled before the clock starts
    tally = Tally(setting)
    began = time.perf_counter()
    size = chunk(crew, games, CHUNK)
    tasks = ((setting, care, seed, first, min(size, games - first)) for first in range(0, games, size))
    for _, results in crew.each(play, tasks):
        tally.add(*results)
        progress(len(results[1]))
    return tally.report(players, crew.size, crew.place, time.perf_counter() - began)


def _simulate_there(
    device: str, setting: Setting, players: Sequence[str], games: int, seed: int, progress: Callable[[int], None]
) -> Report:
    """The same games on a GPU, many at a time; what they show is summed here."""
    there, care = devices.find(device, setting.game), care_of(players, setting.seats)
    play_there(there, setting, care, seed, 0, 1)  # compiled before the clock starts
    tally = Tally(setting, device)
    began = time.perf_counter()
    for first in range(0, games, GPU_CHUNK):
        number = min(GPU_CHUNK, games - first)
        tally.add(*map(there.fetch, play_there(there, setting, care, seed, first, number)))
        progress(number)
    return tally.report(players, 1, "a GPU", time.perf_counter() - began)


def shares(game: Game, scores: Ints) -> npt.NDArray[np.bool_]:
    """[game, seat]: whether the seat shares the victory, by the total and then the tie-breaks."""
    alive = np.ones(scores.shape[:2], np.bool_)
    for column in range(game.total, scores.shape[2]):
        best = np.where(alive, scores[:, :, column], np.iinfo(np.int64).min).max(axis=1, keepdims=True)
        alive &= scores[:, :, column] == best
    return alive


class Tally:
    """Running sums over games; all of them whole numbers, so that the order in which games are added is no matter."""

    def __init__(self, setting: Setting, device: str = "cpu") -> None:
        self.setting, self.device = setting, device
        self.game, self.seats = game, seats = setting.game, setting.seats
        self.games = self.plies = self.longest = 0
        self.shortest = sys.maxsize
        self.lines = np.zeros((seats, len(game.score)), np.int64)
        self.totals_squared = np.zeros(seats, np.int64)
        self.won = np.zeros(seats, np.int64)  # in units of 1 / WHOLE
        self.won_squared = np.zeros(seats, np.int64)

    def add(self, scores: Ints, lengths: Ints) -> None:
        """Count some games in."""
        self.games += len(lengths)
        self.plies += int(lengths.sum())
        self.shortest = min(self.shortest, int(lengths.min()))
        self.longest = max(self.longest, int(lengths.max()))
        self.lines += scores.sum(axis=0)
        self.totals_squared += (scores[:, :, self.game.total] ** 2).sum(axis=0)
        alive = shares(self.game, scores)
        share = alive * WHOLE // alive.sum(axis=1, keepdims=True)
        self.won += share.sum(axis=0)
        self.won_squared += (share**2).sum(axis=0)

    def report(self, players: Sequence[str], cores: int, place: str, seconds: float) -> Report:
        means = self.lines / self.games
        return Report(
            game=self.game.name,
            seats=self.seats,
            options=dict(self.setting.options),
            players=list(players) * (self.seats if len(players) == 1 else 1),
            games=self.games,
            seconds=seconds,
            device=self.device,
            cores=cores,
            place=place,
            plies=self.plies,
            plies_a_second=self.plies / seconds,
            games_a_second=self.games / seconds,
            length={"mean": self.plies / self.games, "shortest": self.shortest, "longest": self.longest},
            score=[dict(zip(self.game.score, map(float, means[seat]), strict=True)) for seat in range(self.seats)],
            score_interval=[
                self._interval(self.lines[seat, self.game.total], self.totals_squared[seat], 1)
                for seat in range(self.seats)
            ],
            share=[float(self.won[seat]) / WHOLE / self.games for seat in range(self.seats)],
            share_interval=[
                self._interval(self.won[seat], self.won_squared[seat], WHOLE) for seat in range(self.seats)
            ],
        )

    def _interval(self, total: int, squared: int, unit: int) -> Interval:
        """The 95 % interval of a mean."""
        mean = float(total) / self.games
        variance = max(0.0, float(squared) / self.games - mean**2)
        half = 1.96 * (variance / max(1, self.games - 1)) ** 0.5
        return (mean - half) / unit, (mean + half) / unit
