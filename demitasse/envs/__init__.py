"""Environments: the games as learners know them. Their libraries are extras, and asked for only when used."""

from importlib import import_module
from typing import Any

from demitasse.core.errors import DemitasseError


class MissingExtra(DemitasseError):
    """A library that an environment is made for is not installed."""


def door(module: str, name: str, extra: str) -> Any:
    """What stands under a name in a module of this package. Raises MissingExtra."""
    try:
        return getattr(import_module(f"demitasse.envs.{module}"), name)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("demitasse"):
            raise
        raise MissingExtra(
            f"this needs the package {error.name}, which is not installed; expected the extra: "
            f"pip install 'demitasse[{extra}]'"
        ) from None


def env(*about: Any, **more: Any) -> Any:
    """A PettingZoo environment (AEC): every seat is an agent. See demitasse/envs/seats.py for what it takes."""
    return door("seats", "SeatsEnv", "env")(*about, **more)


def seat_env(*about: Any, **more: Any) -> Any:
    """A Gymnasium environment: one seat against named players. See demitasse/envs/seat.py for what it takes."""
    return door("seat", "SeatEnv", "env")(*about, **more)


def vector_env(*about: Any, **more: Any) -> Any:
    """A Gymnasium vector environment: games side by side. See demitasse/envs/vector.py for what it takes."""
    return door("vector", "BatchEnv", "env")(*about, **more)


def register_gymnasium() -> list[str]:
    """Make the games known to Gymnasium; returns the names that `gymnasium.make` and `make_vec` then take."""
    names: list[str] = door("seat", "register", "env")()
    return names


def register_openspiel() -> list[str]:
    """Make the games known to OpenSpiel; returns the names that `pyspiel.load_game` then takes."""
    names: list[str] = door("spiel", "register", "openspiel")()
    return names
