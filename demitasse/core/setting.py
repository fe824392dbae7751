"""Setting: what is played (a game, how many seats, the box, the options), checked once, here, for all who play it."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from demitasse.core import box as boxes
from demitasse.core import compiled
from demitasse.core import game as registry
from demitasse.core.box import Box
from demitasse.core.bundles import Setup
from demitasse.core.errors import BadOption
from demitasse.core.fields import Records
from demitasse.core.game import Game
from demitasse.core.tables import Option


@dataclass(frozen=True)
class Setting:
    """A game, its seats and box, and the options as numbers, those that are off left out; `of` makes and checks one."""

    game: Game
    seats: int
    box: Box
    options: Mapping[str, int]

    @staticmethod
    def of(
        game: str | Game | Setting,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        box_text: str | None = None,
    ) -> Setting:
        """What is played; without seats by the fewest who can. A setting stays as it is.

        A box of one's own is options["box"], a path or a Box, or the text of its file. Raises UnknownGame, BadBox, or
        BadOption for a seat count, option or value that the game or the box lacks.
        """
        if isinstance(game, Setting):
            if seats is not None or options is not None:
                raise BadOption("a setting says seats and options already; expected neither beside it")
            return game
        found = registry.find(game)
        number = found.seats[0] if seats is None else seats
        box, rest = _take_box(found, options or {})
        box = box if box_text is None else found.open_box(box_text)
        switched = _switched(found, number, rest)
        for name in switched:
            if name in box.refuses:
                raise BadOption(f"{name} cannot be played with this box: {box.refuses[name]}")
        return Setting(found, number, box, switched)

    @property
    def numbers(self) -> npt.NDArray[np.int64]:
        """Every option of the game as the rules take it, 0 where it is off."""
        return np.array([self.options.get(option.name, 0) for option in self.game.options] or [0], np.int64)

    @property
    def own_box(self) -> str | None:
        """The text of the box, if it is not the game's."""
        return None if self.box is self.game.box else self.box.text

    def state(self) -> Records:
        """An array of one state, set up."""
        states = self.game.fields.zeros()
        compiled.kernels(self.game).start(self.setup(), states, 0)
        return states

    def setup(self, send: Callable[[Any], Any] = lambda array: array) -> Setup:
        """As compiled loops take it, its arrays sent to a device."""
        blank = self.game.fields.zeros()
        return Setup(send(self.box.records), send(blank), self.seats, send(self.numbers), self.game.total)

    def __str__(self) -> str:
        options = (name if value == 1 else f"{name}{value}" for name, value in self.options.items())
        return "-".join([self.game.name, str(self.seats), *options])

    def __reduce__(self) -> tuple[Any, ...]:
        """As another process makes it again."""
        return Setting.of, (self.game.name, self.seats, dict(self.options), self.own_box)


def seed_number(seed: int | None) -> int:
    """The seed of a batch or a walk, or any if none is given. Raises BadOption."""
    found = secrets.randbelow(2**31) if seed is None else seed
    if not 0 <= found < 2**31:
        raise BadOption(f"a seed here is a number from 0 to 2**31 - 1; got {found!r}")
    return found


def _take_box(game: Game, options: Mapping[str, object]) -> tuple[Box, dict[str, object]]:
    """The box that options={"box": path} names, or ours, and the other options."""
    rest = {name: value for name, value in options.items() if name != "box"}
    box = options.get("box")
    if not box:
        return game.box, rest
    if isinstance(box, Box):
        return box, rest
    if not isinstance(box, (str, bytes, os.PathLike)):
        raise BadOption(f"option box is the path of a TOML file; got {box!r}")
    return game.open_box(boxes.read_file(os.fsdecode(box))), rest


def _switched(game: Game, seats: int, options: Mapping[str, object]) -> dict[str, int]:
    """The options that are on, as numbers."""
    if isinstance(seats, bool) or not isinstance(seats, int) or seats not in game.seats:
        raise BadOption(f"{game.title} is played by {game.seats[0]} to {game.seats[-1]}; got {seats!r} seats")
    known = {option.name: option for option in game.options}
    found: dict[str, int] = {}
    for name, value in options.items():
        if name not in known:
            names = ", ".join([*known, "box"])
            raise BadOption(f"{game.title} has no option {name!r}; expected one of: {names}")
        if number := _number(known[name], value):
            found[name] = number
    if why := game.refuse(seats, found):
        raise BadOption(why)
    return found


def _number(option: Option, value: object) -> int:
    if option.high == 1:
        if not isinstance(value, bool) and value not in (0, 1):
            raise BadOption(f"option {option.name} is a switch; expected true or false, got {value!r}")
        return int(bool(value))
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= option.high:
        raise BadOption(f"option {option.name} is a number from 0 to {option.high}; got {value!r}")
    return value
