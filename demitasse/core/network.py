"""Network: what a game's players taught themselves, read from a file, and which tables it was made for."""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from demitasse.core import compiled, network_file
from demitasse.core.box import Box
from demitasse.core.bundles import Eyes, Guide, Mind, Weights
from demitasse.core.errors import BadNetwork
from demitasse.core.game import Game
from demitasse.core.network_file import Floats
from demitasse.core.observation import Layout
from demitasse.core.setting import Setting

FORMAT, VERSION = "demitasse-network", "1"
FILE = "network.safetensors"  # in the folder of a game
FOLDER = "DEMITASSE_NETWORKS"  # a folder with networks of one's own, NAME*.safetensors
HEADS = 3  # what is told of each seat: victory, lead, points
MOST_POINTS = 10_000.0
BOXES = 64  # whose networks are remembered
LANES = 4  # core/neurons.py adds up so many at once


@dataclass(frozen=True, eq=False, repr=False)
class Network:
    """A network that fits this version of a game."""

    game: Game
    weights: Weights
    metadata: Mapping[str, str]
    settings: frozenset[str]  # that it was trained for, as texts

    @staticmethod
    def of(game: Game, tensors: Mapping[str, Floats], metadata: Mapping[str, str], box: Box | None = None) -> Network:
        """What a file holds. Raises BadNetwork if it is for another game or box, or for another version of it."""
        box = box or game.box
        told = {"format": FORMAT, "version": VERSION, "game": game.name, "box": box.hash, "inputs": inputs(game, box)}
        for key, expected in told.items():
            if metadata.get(key) != expected:
                raise BadNetwork(
                    f"the network of {game.title} has {key} {metadata.get(key, '')[:60]!r}; expected {expected!r}"
                )
        weights = _weights(game, tensors, _points(metadata), _numbers(game, box))
        return Network(game, weights, metadata, _settings(game, metadata))

    @staticmethod
    def blank(game: Game) -> Network:
        """One that knows nothing and fits no table: what is compiled is the same for all."""
        seats, actions = game.seats[-1], game.rules.NUM_ACTIONS
        numbers = _numbers(game, game.box)
        shapes = {"see.weight": (numbers, LANES), "see.bias": (LANES,), "first_sight": (1,)}
        shapes |= {"ask.weight": (LANES, LANES), "ask.bias": (LANES,)}
        shapes |= {"action.weight": (actions, LANES), "action.bias": (actions,)}
        shapes |= {"value.weight": (LANES, HEADS * seats), "value.bias": (HEADS * seats,)}
        tensors = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
        return Network(game, _weights(game, tensors, 1.0, numbers), {}, frozenset())

    @staticmethod
    def load(game: Game, path: Path, box: Box | None = None) -> Network:
        """The network in a file, for our box or another. Raises BadNetwork."""
        return Network.of(game, *network_file.load(path), box)

    @property
    def digest(self) -> str:
        """What tells it from every other network."""
        return hashlib.sha256(b"".join(np.ascontiguousarray(part).tobytes() for part in self.weights)).hexdigest()

    def unfit(self, setting: Setting) -> str:
        """Why it is no guide at such a table; empty if it is."""
        if setting.box.hash != self.metadata.get("box"):
            return "its network was trained with another box"
        if str(setting) not in self.settings:
            return f"its network is not for {setting}"
        return ""

    def guide(self, setting: Setting, capacity: int) -> Guide:
        """It at work at such a table, with room for so many thoughts."""
        hidden, question = self.weights.ask.shape
        numbers = np.zeros(len(self.weights.see), np.float32)
        sizes = (len(numbers), hidden, hidden, hidden, question, self.weights.value.shape[1])
        found, *rest = (np.zeros(size, np.float32) for size in sizes)
        mind = Mind(numbers, np.zeros(len(numbers), np.int64), found, *rest)
        seats = self.game.seats[-1]
        layout, seen = Layout(setting, seats=seats), self.game.fields.zeros()
        observed, glanced = numbers[: len(layout)], numbers[len(layout) :]
        eyes = Eyes(seen, seen.view(np.uint8).reshape(-1), layout.program, layout.table, observed, glanced)
        return Guide(self.weights, mind, eyes, np.zeros((capacity, question), np.float32), np.zeros((3, seats)))


def find(setting: Setting) -> tuple[Network | None, str]:
    """The network for a table, or None and why there is none."""
    why = "it has no network"
    for found in _networks(setting.game, setting.box, os.environ.get(FOLDER, "")):
        if isinstance(found, Network) and not (why := found.unfit(setting)):
            return found, ""
        if isinstance(found, str):
            why = found
    return None, f"{setting.game.title} is searched without a network: {why}"


@lru_cache(maxsize=BOXES)
def inputs(game: Game, box: Box) -> str:
    """What networks of a game see, as a hash: the names of an observation's numbers, and how many a glance gives."""
    names = _layout(game, box).names
    return hashlib.sha256("\n".join([*names, str(compiled.learners(game).NUM_GLANCES)]).encode()).hexdigest()


@lru_cache(maxsize=BOXES)
def _networks(game: Game, box: Box, folder: str) -> list[Network | str]:
    """The networks of a game, those of one's own first; of those that cannot be used, why."""
    paths = sorted(Path(folder).glob(f"{game.name}*.safetensors")) if folder else []
    own = game.folder / FILE
    return [_tried(game, box, path) for path in [*paths, *[own] * own.exists()]]


def _tried(game: Game, box: Box, path: Path) -> Network | str:
    try:
        return Network.load(game, path, box)
    except BadNetwork as error:
        ours = path == game.folder / FILE and box is not game.box
        return "its network was trained with another box" if ours else str(error)


def _weights(game: Game, tensors: Mapping[str, Floats], points: float, numbers: int) -> Weights:
    """The tensors, each of the shape that this game needs. Raises BadNetwork."""
    rest = dict(tensors)
    hidden, question = (_width(rest, name) for name in ("see.bias", "ask.bias"))
    layers = sum(name.startswith("trunk.") and name.endswith(".weight") for name in rest)
    values = HEADS * game.seats[-1]

    def take(name: str, *shape: int) -> Floats:
        found = rest.pop(name, None)
        if found is None or found.shape != shape:
            raise BadNetwork(f"the network of {game.title} has no {name} of shape {list(shape)}")
        return np.ascontiguousarray(found)

    trunk = [take(f"trunk.{layer}.weight", hidden, hidden) for layer in range(layers)]
    biases = [take(f"trunk.{layer}.bias", hidden) for layer in range(layers)]
    found = Weights(
        take("see.weight", numbers, hidden),
        take("see.bias", hidden),
        np.stack(trunk) if trunk else np.zeros((0, hidden, hidden), np.float32),
        np.stack(biases) if biases else np.zeros((0, hidden), np.float32),
        take("ask.weight", hidden, question),
        take("ask.bias", question),
        take("action.weight", game.rules.NUM_ACTIONS, question),
        take("action.bias", game.rules.NUM_ACTIONS),
        take("value.weight", hidden, values),
        take("value.bias", values),
        float(take("first_sight", 1)[0]),
        points,
    )
    if rest:
        raise BadNetwork(f"the network of {game.title} has {next(iter(rest))[:60]!r}, which nothing here knows")
    return found


def _layout(game: Game, box: Box) -> Layout:
    """With room for all seats, so that one network serves every table."""
    return Layout(Setting(game, game.seats[-1], box, {}))


def _numbers(game: Game, box: Box) -> int:
    """How many numbers a network of a game sees."""
    return len(_layout(game, box)) + int(compiled.learners(game).NUM_GLANCES)


def _width(tensors: Mapping[str, Floats], bias: str) -> int:
    """How many numbers a layer has."""
    found = tensors.get(bias)
    if found is None or found.ndim != 1 or not len(found) or len(found) % LANES:
        raise BadNetwork(f"the network has no {bias} of a multiple of {LANES} numbers")
    return len(found)


def _points(metadata: Mapping[str, str]) -> float:
    try:
        found = float(metadata.get("points", ""))
    except ValueError:
        found = math.nan
    if not 0 < found <= MOST_POINTS:
        raise BadNetwork(f"the network's points are {metadata.get('points', '')[:60]!r}; expected a number")
    return found


def _settings(game: Game, metadata: Mapping[str, str]) -> frozenset[str]:
    """The tables it was trained for."""
    try:
        rows = json.loads(metadata.get("settings", ""))
        return frozenset(str(Setting.of(game, row["seats"], row["options"])) for row in rows)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):  # also what Setting refuses
        raise BadNetwork(f"the network of {game.title} does not say for which tables it was trained") from None
