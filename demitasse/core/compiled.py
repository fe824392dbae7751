"""Compiled: the loops of core/kernels.py, search.py, recording.py and grid.py over one game's rules, and room for them.

Such a file is run anew for each game, with some names given, so that its functions are module-level ones which Numba
finds on disk again.
"""

import importlib.util
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from demitasse.core import rule
from demitasse.core.bundles import Room
from demitasse.core.game import Game

Ints = npt.NDArray[np.int64]


@cache
def kernels(game: Game) -> Any:
    """core/kernels.py over this game's rules."""
    return _instance(game, "kernels", rules=game.rules, policy=game.policy)


@cache
def search(game: Game) -> Any:
    """core/search.py over this game's rules."""
    return _instance(game, "search", rules=game.rules, policy=game.policy, kernels=kernels(game))


@cache
def recording(game: Game) -> Any:
    """core/recording.py over this game's rules."""
    return _instance(game, "recording", kernels=kernels(game))


@cache
def grid(game: Game) -> Any:
    """core/grid.py over this game's rules; needs Numba's CUDA, or its simulator."""
    assert game.rules.NUM_ACTIONS < 2**15
    return _instance(game, "grid", rules=game.rules, kernels=kernels(game), **_sizes(game))


@cache
def learners(game: Game) -> Any:
    """core/learners.py over this game's rules."""
    given = {"COLUMNS": len(game.score), "SEATS": game.seats[-1], "glances": game.features}
    return _instance(game, "learners", rules=game.rules, policy=game.policy, kernels=kernels(game), **given)


@cache
def guided(game: Game) -> Any:
    """core/guided.py over this game's rules."""
    given = {"search": search(game), "learners": learners(game), "SEATS": game.seats[-1]}
    return _instance(game, "guided", rules=game.rules, kernels=kernels(game), **given)


@cache
def learners_grid(game: Game) -> Any:
    """core/learners_grid.py over this game's rules; needs what `grid` needs."""
    return _instance(game, "learners_grid", learners=learners(game), **_sizes(game))


def _sizes(game: Game) -> dict[str, Any]:
    """What a GPU's kernels keep for each thread, and in how wide numbers."""
    given: dict[str, Any] = {
        "MAX_LEGAL": game.rules.MAX_LEGAL,
        "NUM_OUTCOMES": game.rules.NUM_OUTCOMES,
        "SEATS": game.seats[-1],
        "COLUMNS": len(game.score),
        "STATE": game.fields.dtype,
        "STACKS": game.stacks,
        "NOTES": kernels(game).NOTES,
        "NOTE": np.int64,
    }
    if rule.JIT:
        narrow = np.int8 if game.heaviest < 2**7 else np.int16
        given |= {"ID": np.int16, "WEIGHT": narrow, "NUMBER": np.int32, "WARP": 32}
    else:  # Numba's simulator: narrow numbers would overflow in plain Python, and threads go one way each
        given |= {"ID": np.int64, "WEIGHT": np.int64, "NUMBER": np.int64, "WARP": 1}
    return given


def entry(kernel: Any, *arguments: Any) -> Any:
    """A kernel for arguments of these kinds, without Numba's look at them on every call.

    That takes as long as a ply, and longer for bundles. Whoever calls it sees to it that the kinds stay the same.
    """
    return kernel.compile(tuple(map(kernel.typeof_pyval, arguments))) if rule.JIT else kernel


def room(game: Game) -> Room:
    """Room for a ply of this game."""
    return Room(ids(game), weight(game), np.zeros(kernels(game).NOTES, np.int64), lines(game))


def ids(game: Game) -> Ints:
    """Room for legal ids."""
    return np.zeros(game.rules.MAX_LEGAL, np.int64)


def weight(game: Game) -> Ints:
    """Room for the weight of every outcome of a draw."""
    return np.zeros(game.rules.NUM_OUTCOMES, np.int64)


def lines(game: Game) -> Ints:
    """Room for every seat's score, [seat, column]."""
    return np.zeros((game.seats[-1], len(game.score)), np.int64)


def _instance(game: Game, file: str, **given: Any) -> Any:
    name = f"demitasse.games.{game.name}.{file}"
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{file}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module).update(given)
    sys.modules[name] = module  # Numba finds the functions of compiled code by their module's name
    spec.loader.exec_module(module)
    return module
