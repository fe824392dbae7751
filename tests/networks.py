"""Networks that know nothing: seeded numbers in the form of a file, for tests."""

import json

import numpy as np

from demitasse import Setting, game
from demitasse.core import compiled, network, network_file
from demitasse.core.network import Network
from demitasse.core.network_file import Floats
from demitasse.core.observation import Layout
from tests.settings import settings_of


def tensors(name: str, hidden: int = 16, question: int = 8, layers: int = 2, seed: int = 1) -> dict[str, Floats]:
    """What the file of a game's network holds."""
    found, random = game(name), np.random.default_rng(seed)
    most = found.seats[-1]
    seen = len(Layout(Setting.of(found, most), seats=most)) + compiled.learners(found).NUM_GLANCES
    shapes: dict[str, tuple[int, ...]] = {"see.weight": (seen, hidden), "see.bias": (hidden,)}
    for layer in range(layers):
        shapes |= {f"trunk.{layer}.weight": (hidden, hidden), f"trunk.{layer}.bias": (hidden,)}
    shapes |= {
        "ask.weight": (hidden, question), "ask.bias": (question,),
        "action.weight": (found.rules.NUM_ACTIONS, question), "action.bias": (found.rules.NUM_ACTIONS,),
        "value.weight": (hidden, 3 * most), "value.bias": (3 * most,), "first_sight": (1,),
    }  # fmt: skip
    made = {key: random.normal(size=shape) / shape[0] ** 0.5 for key, shape in shapes.items()}
    return {key: numbers.astype(np.float16).astype(np.float32) for key, numbers in made.items()}


def metadata(name: str) -> dict[str, str]:
    """What the file says of itself: fit for every table with our own box."""
    found = game(name)
    tables = [{"seats": setting.seats, "options": dict(setting.options)} for setting in settings_of(name)]
    return {
        "format": "demitasse-network", "version": "1", "game": name, "inputs": network.inputs(found, found.box),
        "box": found.box.hash, "settings": json.dumps(tables), "points": "40", "made": "{}",
    }  # fmt: skip


def made(name: str, hidden: int = 16, question: int = 8, layers: int = 2, seed: int = 1) -> Network:
    """A network that knows nothing."""
    data = network_file.written(tensors(name, hidden, question, layers, seed), metadata(name))
    return Network.of(game(name), *network_file.read(data))
