"""Simulation: whole games by simple players, one after the other on a core or many at a time on a GPU."""

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from demitasse.core import compiled
from demitasse.core.device import Device
from demitasse.core.game import Game
from demitasse.core.setting import Setting

Ints = npt.NDArray[np.int64]
POOL = 1 << 20  # games that wait side by side when they are sorted
MOST = 4  # plies of a game in one wave
A_LOOK = 32  # waves between two looks at whether anybody waits still


def simulate(setting: Setting, care: Sequence[int], seed: int, first: int, games: int) -> tuple[Ints, Ints]:
    """Play games number first, first + 1, … of a seed: (scores[game, seat, column], lengths[game])."""
    game = setting.game
    scores = np.zeros((games, *compiled.lines(game).shape), np.int64)
    lengths = np.zeros(games, np.int64)
    compiled.kernels(game).playouts(
        setting.box.records,
        game.fields.zeros(),
        game.fields.zeros(),
        setting.seats,
        setting.numbers,
        np.array(care, np.int64),
        seed,
        first,
        scores,
        lengths,
        *compiled.scratch(game),
        compiled.notes(game),
    )
    return scores[:, : setting.seats], lengths


def simulate_there(
    device: Device, setting: Setting, care: Sequence[int], seed: int, first: int, games: int
) -> tuple[Any, Any]:
    """As `simulate`, on a GPU and with arrays that stay there."""
    game, send = setting.game, device.send
    end = send(np.zeros(1, np.int64)), device.room(games, setting.seats, len(game.score)), device.room(games)
    records = send(setting.box.records), send(game.fields.zeros())
    numbers = setting.seats, send(setting.numbers), send(np.array(care, np.int64)), seed, first
    if game.uneven or any(care):
        _play_sorted(
            device, game, "sorted_plies" if any(care) else "sorted_rolls", min(games, POOL), records, numbers, end
        )
    else:
        device.run("playouts", min(games, device.crowd), *records, *numbers, *end)
    return end[1:]


def _play_sorted(
    device: Device,
    game: Game,
    kernel: str,
    pool: int,
    records: tuple[Any, Any],
    numbers: tuple[Any, ...],
    end: tuple[Any, ...],
) -> None:
    """Waves of plies until nobody waits; at first everybody waits to begin."""
    waiting, counts = np.zeros((2, game.phases + 1, pool), np.int64), np.zeros((3, game.phases + 1), np.int64)
    waiting[0, -1], counts[0, -1] = range(pool), pool
    rows, zeros = device.send(counts), np.zeros(pool, np.int64)
    states = device.send(game.fields.zeros(pool))
    arrays = (*(device.send(zeros) for _ in range(3)), device.send(waiting), rows)
    threads = pool + device.warp * (game.phases + 1)
    for wave in itertools.count():
        if wave % A_LOOK == 0 and not device.fetch(rows)[wave % 3].any():
            break
        device.run(kernel, threads, records[0], states, records[1], *numbers, *arrays, wave, MOST, *end)
