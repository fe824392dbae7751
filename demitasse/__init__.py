"""Demitasse: four café board games, played properly."""

from demitasse.core.batch import Batch
from demitasse.core.box import Box
from demitasse.core.errors import (
    BadBox,
    BadOption,
    BadPosition,
    BadRecord,
    BoxWarning,
    DemitasseError,
    IllegalAction,
    NoDevice,
    UnknownGame,
)
from demitasse.core.game import Game
from demitasse.core.game import find as game
from demitasse.core.game import names as game_names
from demitasse.core.match import Match, load
from demitasse.core.observation import Layout, Observer, observe
from demitasse.core.play import perft
from demitasse.core.record import verify
from demitasse.core.setting import Setting
from demitasse.core.walk import Walk
from demitasse.envs import MissingExtra, env, register_gymnasium, register_openspiel, seat_env, vector_env

__version__ = "0.1.0"

__all__ = [
    "BadBox",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Batch",
    "Box",
    "BoxWarning",
    "DemitasseError",
    "Game",
    "IllegalAction",
    "Layout",
    "Match",
    "MissingExtra",
    "NoDevice",
    "Observer",
    "Setting",
    "UnknownGame",
    "Walk",
    "env",
    "game",
    "game_names",
    "load",
    "observe",
    "perft",
    "register_gymnasium",
    "register_openspiel",
    "seat_env",
    "vector_env",
    "verify",
]
