"""Games as data: simulated games in Parquet files, a row a ply, a decision or a seat (schema: docs/laboratory.md).

Files are parts of as many games each, made by as many threads as there are cores. A part has its name only when it is
whole, and one that is there is not made again: a run that was interrupted goes on, and one may ask for more games.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from demitasse.arena.crew import Crew, Threads
from demitasse.arena.simulate import care_of, shares
from demitasse.core import rule
from demitasse.core.errors import BadOption, BadRecord
from demitasse.core.recorder import Ints, Recorded, record
from demitasse.core.setting import Setting, seed_number

VERSION = 1  # of the schema
PART = 4096  # games a file
PART_WITH_FEATURES = 512  # states are large
ABOUT = "about.json"
TABLES = ("results", "plies", "features")

Columns = Mapping[str, Ints]


@dataclass(frozen=True)
class Order:
    """What is to be written: enough for another process."""

    setting: Setting
    players: Sequence[str]  # one for each seat
    seed: int
    folder: str
    features: bool

    @property
    def tables(self) -> Sequence[str]:
        return TABLES if self.features else TABLES[:2]


def write(
    setting: Setting,
    players: Sequence[str],
    games: int,
    folder: str,
    seed: int = 0,
    features: bool = False,
    crew: Crew | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> int:
    """Write `games` games to a folder, or what of them is missing there; returns how many games were played now.

    Raises BadOption, or BadRecord for a folder that holds something else.
    """
    parquet()
    care_of(players, setting.seats)
    if games < 1:
        raise BadOption(f"at least one game must be played; got {games}")
    record(setting, [0] * setting.seats, 0, 0, 1)  # compiled once, before many ask for it
    seated = list(players) * (setting.seats if len(players) == 1 else 1)
    order = Order(setting, seated, seed_number(seed), folder, features)
    _begin(order, games)
    played = 0
    for (_, _, number), made in (crew or Threads()).each(write_part, _parts(order, games)):
        played += number * made
        progress(number)
    return played


def write_part(order: Order, first: int, number: int) -> bool:
    """Play games first, first + 1, … and write their tables, unless they are there."""
    paths = {name: Path(order.folder) / name / f"{first:010}.parquet" for name in order.tables}
    if all(path.exists() and _games_in(path) == number for path in paths.values()):
        return False
    care = care_of(order.players, order.setting.seats)
    recorded = record(order.setting, care, order.seed, first, number, states=order.features)
    makers = {"results": results, "plies": plies, "features": features}
    for name, path in paths.items():
        columns = makers[name](recorded, first)
        if name == "results":
            columns = {**columns, "player": np.tile(np.array(order.players), number)}
        _save(path, columns)
    return True


def results(recorded: Recorded, first: int) -> Columns:
    """A row a seat and game: what it came to."""
    game, scores = recorded.setting.game, recorded.ends.scores
    number, seats = scores.shape[:2]
    won = shares(game, scores)
    keys = [-scores[:, :, column] for column in range(game.total, scores.shape[2])]
    return {
        "game": np.repeat(np.arange(first, first + number), seats),
        "seat": np.tile(np.arange(seats, dtype=np.int8), number),
        "share": (won / won.sum(axis=1, keepdims=True)).ravel().astype(np.float32),
        "rank": _ranks(keys).ravel(),
        "plies": np.repeat(recorded.ends.lengths, seats).astype(np.int32),
        **{name: scores[:, :, column].ravel().astype(np.int32) for column, name in enumerate(game.score)},
    }


def plies(recorded: Recorded, first: int) -> Columns:
    """A row a ply: who made it, what it was, among how many, and everybody's points after it."""
    made = recorded.plies
    return {
        **_places(recorded, first),
        "actor": made.actors,
        "id": made.ids,
        "choices": made.choices,
        **{f"total_{seat}": made.totals[:, seat] for seat in range(recorded.setting.seats)},
    }


def features(recorded: Recorded, first: int) -> Columns:
    """A row a decision: the state before it as the seat may see it, a column a field, and what was decided."""
    made, fields = recorded.plies, recorded.setting.game.fields
    decided = made.actors >= 0
    states = made.states[decided]
    places = {name: column[decided] for name, column in _places(recorded, first).items()}
    known = {f"state_{field.name}": _flat(states[field.name]) for field in fields}
    return {**places, "actor": made.actors[decided], "id": made.ids[decided], **known}


def _flat(values: Ints) -> Ints:
    """[row] or [row, number]."""
    return values if values.ndim == 1 else values.reshape(len(values), -1)


def _places(recorded: Recorded, first: int) -> dict[str, Ints]:
    """The number of the game, and of the ply in it."""
    games = recorded.games
    return {
        "game": games + first,
        "ply": (np.arange(len(games)) - recorded.firsts[games]).astype(np.int16),
    }


def _ranks(keys: Sequence[Ints]) -> Ints:
    """[game, seat]: how many are ahead, by the first of the keys that differs, smaller being better."""
    ahead = np.zeros((*keys[0].shape, keys[0].shape[1]), np.bool_)
    equal = np.ones_like(ahead)
    for key in keys:
        mine, theirs = key[:, :, None], key[:, None, :]
        ahead |= equal & (theirs < mine)
        equal &= theirs == mine
    found: Ints = ahead.sum(axis=2).astype(np.int8)
    return found


# Files ----------------------------------------------------------------------------------------------------------------


def parquet() -> Any:
    """pyarrow's writer and reader of Parquet. Raises BadOption where it is missing."""
    try:
        from pyarrow import parquet as found  # noqa: PLC0415  # an extra
    except ImportError:
        raise BadOption("Parquet files need pyarrow: pip install 'demitasse[data]'") from None
    return found


def _games_in(path: Path) -> int:
    """How many games a part has: the last part of a smaller run has too few."""
    about = parquet().read_metadata(path)
    numbers = about.row_group(about.num_row_groups - 1).column(0).statistics
    return int(numbers.max) + 1 - int(path.stem)


def _parts(order: Order, games: int) -> Iterator[tuple[Order, int, int]]:
    size = PART_WITH_FEATURES if order.features else PART
    for first in range(0, games, size):
        yield order, first, min(size, games - first)


def _begin(order: Order, games: int) -> None:
    """Make the folder, with what its games are and what ids mean; or see that it is the same."""
    folder, about = Path(order.folder), _about(order)
    try:
        for name in order.tables:
            (folder / name).mkdir(parents=True, exist_ok=True)
        if (folder / ABOUT).exists():
            _compare(folder, json.loads((folder / ABOUT).read_text(encoding="utf-8")), about, games)
        (folder / ABOUT).write_text(json.dumps({**about, "games": games}, indent=2), encoding="utf-8")
    except OSError as error:
        raise BadRecord(f"{order.folder!r} cannot be written: {error.strerror}") from None
    _save(folder / "actions.parquet", _meanings(order.setting, "actions"))
    _save(folder / "outcomes.parquet", _meanings(order.setting, "outcomes"))


def _about(order: Order) -> dict[str, Any]:
    setting = order.setting
    return {
        "schema": VERSION,
        "game": setting.game.name,
        "seats": setting.seats,
        "options": dict(setting.options),
        "box": setting.box.hash,
        "rules": rule.digest(setting.game.name),
        "players": list(order.players),
        "seed": order.seed,
        "features": order.features,
        "fields": {
            f"state_{field.name}": {"meaning": field.meaning, "axes": list(field.axes)} for field in setting.game.fields
        },
    }


def _compare(folder: Path, found: Mapping[str, Any], about: Mapping[str, Any], games: int) -> None:
    for name in about:
        if found.get(name) != about[name]:
            raise BadRecord(
                f"{str(folder)!r} holds other games: its {name} is {found.get(name)!r}, here it is {about[name]!r}; "
                "give another folder, or what that one was begun with"
            )
    if found["games"] > games:
        raise BadRecord(f"{str(folder)!r} is for {found['games']} games; expected as many or more, got {games}")


def _meanings(setting: Setting, kind: str) -> dict[str, Any]:
    """What the ids of decisions or draws mean: verb and, where it does not depend on the state, text."""
    game, verbs = setting.game, getattr(setting.game, kind)
    texts = [""] * len(verbs)
    if kind == "outcomes":
        texts = [game.notation.outcome(setting.box, number) for number in range(len(verbs))]
    elif not game.texts_need_state:
        texts = [game.notation.action(setting.box, None, number) for number in range(len(verbs))]
    deeds = [verbs.decode(number) for number in range(len(verbs))]
    return {
        "id": np.arange(len(verbs), dtype=np.int16),
        "verb": [deed.verb for deed in deeds],
        "arguments": [" ".join(map(str, deed.args)) for deed in deeds],
        "text": texts,
    }


def _save(path: Path, columns: Mapping[str, Any]) -> None:
    """Whole or not at all."""
    import pyarrow as pa  # noqa: PLC0415  # an extra

    unfinished = path.with_suffix(f".{os.getpid()}")
    table = pa.table({name: _array(pa, column) for name, column in columns.items()})
    parquet().write_table(table, unfinished, compression="zstd", compression_level=1)
    unfinished.replace(path)


def _array(pa: Any, column: Any) -> Any:
    """A column; what has several numbers a row becomes lists of one length."""
    if not isinstance(column, np.ndarray) or column.ndim == 1:
        return pa.array(column)
    return pa.FixedSizeListArray.from_arrays(pa.array(np.ascontiguousarray(column).ravel()), column.shape[1])
