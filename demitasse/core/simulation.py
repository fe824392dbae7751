"""Simulation: whole games by simple players, one after the other on a core or many at a time on a GPU."""

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from demitasse.core import compiled
from demitasse.core.bundles import Queue, Results, Task
from demitasse.core.device import Device
from demitasse.core.game import Game
from demitasse.core.setting import Setting

POOL = 1 << 20  # games that wait side by side when they are sorted
MOST = 4  # plies of a game in one wave
A_LOOK = 32  # waves between two looks at whether anybody waits still


def simulate(setting: Setting, care: Sequence[int], seed: int, first: int, games: int) -> Results:
    """Play games number first, first + 1, … of a seed."""
    game = setting.game
    results = Results(np.zeros((games, *compiled.lines(game).shape), np.int64), np.zeros(games, np.int64))
    task = Task(np.array(care, np.int64), seed, first)
    compiled.kernels(game).playouts(setting.setup(), game.fields.zeros(), task, results, compiled.room(game))
    return results._replace(scores=results.scores[:, : setting.seats])


def simulate_there(device: Device, setting: Setting, care: Sequence[int], seed: int, first: int, games: int) -> Results:
    """As `simulate`, on a GPU and with arrays that stay there."""
    game, send = setting.game, device.send
    task = Task(send(np.array(care, np.int64)), seed, first)
    results = Results(device.room(games, setting.seats, len(game.score)), device.room(games))
    taken = send(np.zeros(1, np.int64))
    if game.uneven or any(care):
        kernel = "sorted_plies" if any(care) else "sorted_rolls"
        _play_sorted(device, kernel, setting, task, min(games, POOL), (taken, results))
    else:
        device.run("playouts", min(games, device.crowd), setting.setup(send), task, taken, results)
    return results


def _play_sorted(
    device: Device, kernel: str, setting: Setting, task: Task, pool: int, end: tuple[Any, Results]
) -> None:
    """Waves of plies until nobody waits."""
    setup, queue = setting.setup(device.send), _queue(device, setting.game, pool)
    threads = pool + device.warp * (setting.game.stacks + 1)
    for wave in itertools.count():
        if wave % A_LOOK == 0 and not device.fetch(queue.counts)[wave % 3].any():
            break
        device.run(kernel, threads, setup, task, queue, wave, MOST, *end)


def _queue(device: Device, game: Game, pool: int) -> Queue:
    """At first everybody waits to begin; who begins sets a place up, so nothing else is written or sent."""
    waiting, counts = device.room(2, game.stacks + 1, pool), np.zeros((3, game.stacks + 1), np.int64)
    device.fill(waiting[0, game.stacks], np.arange(pool))
    counts[0, -1] = pool
    randoms, games, plies = (device.room(pool) for _ in range(3))
    return Queue(device.states(pool), randoms, games, plies, waiting, device.send(counts))
