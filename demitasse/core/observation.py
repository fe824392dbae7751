"""Observation: a game as a row of numbers for learners, made from the game's table of fields, the same way for all.

A layout names every number. Fields with a seat axis begin with the viewer's own place and go round the table; values
that are seats are counted from the viewer, too. What a seat may not know is taken out by the rules' own `view` before
anything is read. docs/environments.md tells the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from demitasse.core import compiled, sight, sight_crowd
from demitasse.core.bundles import Games, Setup
from demitasse.core.device import Device
from demitasse.core.errors import BadOption
from demitasse.core.fields import SWITCH, Field, Records
from demitasse.core.play import Play
from demitasse.core.readings import readings, trail
from demitasse.core.setting import Setting

VERSION = 1  # of how fields become numbers; a layout that differs has another
ONE_HOT = 24  # labels that get a number each; a value with more is one number, for an embedding
KINDS = {
    sight.LABEL: "label",
    sight.SEAT: "seat",
    sight.INDEX: "index",
    sight.COUNT: "count",
    sight.VIEWER: "viewer",
}
COUNTED = ("any", "curve", "line")  # the numbers of a count

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Entry:
    """The numbers of one field: `start` is the first one's column, `shape` the lengths of its axes and then how many
    numbers a value has. `labels` are the names of its values, whose number is its own column or, for an index, counted.
    """

    name: str
    kind: str
    meaning: str
    start: int
    axes: tuple[Sequence[str], ...]
    numbers: tuple[str, ...]  # what each number of a value is called
    labels: tuple[str, ...] = ()

    @property
    def shape(self) -> tuple[int, ...]:
        return (*map(len, self.axes), len(self.numbers))

    @property
    def stop(self) -> int:
        return self.start + int(np.prod(self.shape))

    def names(self) -> Iterator[str]:
        """`hand/me/milk curve`, `phase =turn`: of every number."""
        for *place, number in product(*self.axes, self.numbers):
            yield "/".join((self.name, *place)) + (f" {number}" if number else "")


class Layout:
    """What an observation of a setting holds: its entries, and the program by which they are read from a state.

    `seats` makes room for more seats than play, so that one network serves all tables; `one_hot` is the number of
    labels that get a number each.
    """

    version = VERSION

    def __init__(self, setting: Setting, seats: int | None = None, one_hot: int = ONE_HOT) -> None:
        game = setting.game
        self.setting, self.seats, self._one_hot = setting, setting.seats if seats is None else seats, one_hot
        if self.seats not in range(setting.seats, game.seats[-1] + 1):
            raise BadOption(f"an observation has room for {setting.seats} to {game.seats[-1]} seats; got {seats!r}")
        self._labels = game.notation.labels(setting.box)
        self.entries: tuple[Entry, ...] = ()
        self._rows: list[list[int]] = []
        self._add_viewer()
        for field in game.fields:
            if not field.derived:
                self._add(field)
        # Row by row what is read: a value each, for many threads; or values that lie side by side at once, for one
        self.rows = np.array(self._rows, np.int64)
        self.program = np.array(_merged(self._rows), np.int64)
        # The seats that play, and those that fields have room for
        self.table = np.array([setting.seats, game.fields.sizes["seat"]], np.int64)

    def __len__(self) -> int:
        return self.entries[-1].stop

    def __getitem__(self, name: str) -> Entry:
        return next(entry for entry in self.entries if entry.name == name)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Of every number."""
        return tuple(name for entry in self.entries for name in entry.names())

    @property
    def highest(self) -> Floats:
        """The most that every number can be; the least is 0."""
        return np.array(
            [sight.MOST / sight.LINE if name.endswith(f" {COUNTED[-1]}") else 1 for name in self.names], np.float32
        )

    def of(self, observation: Any, name: str) -> Any:
        """The numbers of one entry, [..., its axes, its numbers]."""
        entry = self[name]
        return observation[..., entry.start : entry.stop].reshape(*observation.shape[:-1], *entry.shape)

    # Building --------------------------------------------------------------------------------------------------------

    def _add_viewer(self) -> None:
        """The one entry that is no field: rules may count seats by the table (who is first in a round, say)."""
        kind, places = sight.VIEWER, tuple(f"={seat}" for seat in range(self.seats))
        self.entries = (Entry("viewer", KINDS[kind], "which seat looks, as the table counts them", 0, (), places),)
        self._rows.append([kind, 0, 0, 1, -1, 0, 0, 0, self.seats, 0])

    def _add(self, field: Field) -> None:
        names, offset, shape = self._axes(field), _offset(self.setting, field), self.setting.game.fields.shape(field)
        kind, none, labels = self._kind(field)
        numbers = {sight.COUNT: COUNTED, sight.INDEX: ("",)}.get(kind, tuple(f"={label}" for label in labels))
        if field.within == SWITCH:
            numbers = ("",)
        size, column = np.dtype(field.type).itemsize, len(self)
        first = self.setting.game.seated.get(field.name, 0) or 0
        axes = tuple(tuple(axis.values()) for axis in names)
        self.entries += (Entry(field.name, KINDS[kind], field.meaning, column, axes, numbers, tuple(labels)),)
        for place in product(*names):
            slot, stride, at = -1, 0, offset
            for axis, index, step in zip(field.axes, place, _strides(shape, size), strict=True):
                if axis == "seat":
                    slot, stride = index, step
                else:
                    at += index * step
            width = len(labels) if kind == sight.INDEX else len(numbers)
            self._rows.append([kind, at, size, 1, slot, stride, none, column, width, first])
            column += len(numbers)

    def _axes(self, field: Field) -> list[dict[int, str]]:
        """For each axis the indices that an observation has, and what they are called."""
        return [
            {slot: _who(slot) for slot in range(self.seats)} if axis == "seat" else dict(self._known(axis))
            for axis in field.axes
        ]

    def _known(self, axis: str) -> Iterator[tuple[int, str]]:
        """The indices of an axis that the box has a name for; all if it names none."""
        size = self.setting.game.fields.sizes[axis]
        labels = self._labels.get(axis) or [str(index) for index in range(size)]
        return ((index, label) for index, label in enumerate(labels[:size]) if label)

    def _kind(self, field: Field) -> tuple[int, int, Sequence[str]]:
        """(kind, what stands before the first label, the labels)."""
        if field.within == SWITCH:
            return sight.LABEL, 1, ("",)
        seated = self.setting.game.seated.get(field.name, 0 if field.values == "seat" else None)
        if field.values == "seat" and seated is not None:
            return sight.SEAT, int(field.none), [_who(slot) for slot in range(self.seats)]
        if not field.values or field.values == "seat":
            return sight.COUNT, 0, ()
        labels = self._labels.get(field.values) or [name for _, name in self._known(field.values)]
        if seated is not None:
            return sight.SEAT, int(field.none), self._blocks(labels, seated)
        return (sight.LABEL if len(labels) <= self._one_hot else sight.INDEX), int(field.none), labels

    def _blocks(self, labels: Sequence[str], first: int) -> list[str]:
        """Labels of which those from `first` on are blocks of seats, which get the names that places have here."""
        room = self.setting.game.fields.sizes["seat"]
        stems = [label.rstrip("0123456789").rstrip() for label in labels]
        return [*labels[:first], *(f"{stems[k]} {_who((k - first) % room)}" for k in range(first, len(labels)))]


class Observer:
    """Observations of single games of a setting; the rows it gives are new ones."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        setting = layout.setting
        self._kernels, self._boxes = compiled.kernels(setting.game), setting.box.records
        self._seen: Records = setting.game.fields.zeros()
        self._bytes = self._seen.view(np.uint8).reshape(1, -1)
        self._hides = hasattr(setting.game.rules, "view")
        self._viewers = np.zeros(1, np.int64)
        self._see = compiled.entry(
            sight_crowd.see,
            layout.program,
            self._bytes,
            self._viewers,
            layout.table,
            np.zeros((1, len(layout)), np.float32),
        )

    def __call__(self, match: Play, seat: int) -> Floats:
        """What a seat sees of a match."""
        return self.see(match.states.view(np.uint8).reshape(-1), seat)

    def see(self, state: npt.NDArray[np.uint8], seat: int) -> Floats:
        """What a seat sees of a state, given as its bytes."""
        self._bytes[0] = state
        if self._hides:
            self._kernels.view(self._boxes, self._seen, 0, seat)
        self._viewers[0] = seat
        out: Floats = np.zeros((1, len(self.layout)), np.float32)
        self._see(self.layout.program, self._bytes, self._viewers, self.layout.table, out)
        found: Floats = out[0]
        return found


class Crowd:
    """Observations of all games of a batch, made where they are played."""

    def __init__(self, layout: Layout, device: Device, setup: Setup, number: int) -> None:
        self.layout, self._device, self._setup, self._number = layout, device, setup, number
        send, game = device.send, layout.setting.game
        self._program = send(layout.program if device.crowd == 1 else layout.rows)
        self._table = send(layout.table)
        self._numbers = send(np.zeros((number, len(layout)), np.float32))
        self._seen = send(game.fields.zeros(number)) if hasattr(game.rules, "view") else None
        self._trail: Any = None
        self._mask: Any = None
        self._shares: Any = None
        self._glances: Any = None
        self._ranks: Any = None

    def see(self, states: Any, viewers: Any) -> Any:
        """[game, number]: what each game's viewer sees; zeros where there is none (-1)."""
        seen, numbers = self._watched(states, viewers), self._numbers
        threads = self._number * len(self._program)
        self._device.run("see", threads, self._program, self._device.bytes(seen), viewers, self._table, numbers)
        return numbers

    def follow(self, states: Any, viewers: Any) -> Any:
        """As `see`; on a core only what changed since the last call is written, into an array that nobody else may
        write into.
        """
        if self._device.crowd > 1:
            return self.see(states, viewers)
        if self._trail is None:
            length = self.layout.setting.game.fields.dtype.itemsize
            self._readings = readings(self.layout.rows, self.layout.table, length)
            self._trail = trail(self._readings, self._number, len(self.layout))
            self._followed = self._trail.numbers.view()
            self._followed.flags.writeable = False
        seen = self._device.bytes(self._watched(states, viewers))
        self._device.run("follow", self._number, self._readings, seen, viewers, self._trail)
        return self._followed

    def glance(self, states: Any, viewers: Any) -> Any:
        """[game, number]: what each game's viewer sees at a glance; as it was where there is none (-1)."""
        if self._glances is None:
            width = compiled.learners(self.layout.setting.game).NUM_GLANCES
            self._glances = self._device.send(np.zeros((self._number, width), np.float32))
        seen = self._watched(states, viewers)
        self._device.run("glance", self._number, self._setup.boxes, seen, viewers, self._glances)
        return self._glances

    def rank(self, games: Games) -> Any:
        """[game, choice]: how likely the policy would take each legal action; 0 behind the last."""
        if self._ranks is None:
            shape = (self._number, self.layout.setting.game.rules.MAX_LEGAL)
            self._ranks = [self._device.send(np.zeros(shape, np.float32)) for _ in range(2)]
        worths, priors = self._ranks
        self._device.run("value", self._number, self._setup.boxes, games, worths)
        self._device.run("rank", self._number * worths.shape[1], games.counts, worths, priors)
        return priors

    def _watched(self, states: Any, viewers: Any) -> Any:
        """Every game as its viewer may know it."""
        if self._seen is not None:
            self._device.run("watch", self._number, self._setup.boxes, states, viewers, self._seen)
        return states if self._seen is None else self._seen

    def mask(self, games: Games) -> Any:
        """[game, action]: 1 for what is legal."""
        if self._mask is None:
            actions = self.layout.setting.game.rules.NUM_ACTIONS
            self._mask = self._device.send(np.zeros((self._number, actions), np.int8))
        self._device.run("mask", self._number, games.ids, games.counts, self._mask)
        return self._mask

    def shares(self, games: Games) -> Any:
        """[game, seat]: shares of the victory, 0 in games that go on."""
        if self._shares is None:
            self._shares = self._device.send(np.zeros((self._number, self.layout.setting.seats), np.float32))
        self._device.run("judge", self._number, self._setup, games, self._shares)
        return self._shares


def observe(match: Play, seat: int | None = None) -> Floats:
    """What a seat sees of a match as numbers; by default the seat that acts. `Layout(match.setting)` names them."""
    who = match.actor if seat is None else seat
    if not isinstance(who, int) or who not in range(match.seats):
        raise BadOption(f"somebody must look; expected a seat from 0 to {match.seats - 1}, got {who!r}")
    return Observer(Layout(match.setting))(match, who)


def _who(slot: int) -> str:
    """A place at the table as the viewer counts."""
    return f"+{slot}" if slot else "me"


def _offset(setting: Setting, field: Field) -> int:
    """Where a field begins in a state's bytes."""
    fields = setting.game.fields.dtype.fields
    assert fields is not None
    return int(fields[field.name][1])


def _strides(shape: tuple[int, ...], size: int) -> list[int]:
    return [size * int(np.prod(shape[axis + 1 :])) for axis in range(len(shape))]


def _merged(rows: list[list[int]]) -> list[list[int]]:
    """Rows that go on where the one before ends, made one."""
    found: list[list[int]] = []
    for row in rows:
        if found and _next(found[-1]) == row:
            found[-1][sight.MANY] += 1
        else:
            found.append(row)
    return found


def _next(row: list[int]) -> list[int]:
    """The row of one value that would go on after a row."""
    numbers = {sight.COUNT: sight.COUNT_WIDTH, sight.INDEX: 1}.get(row[sight.KIND], row[sight.WIDTH])
    following, many = list(row), row[sight.MANY]
    following[sight.MANY] = 1
    following[sight.AT] += many * row[sight.SIZE]
    following[sight.OUT] += many * numbers
    return following
