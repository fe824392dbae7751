"""Jobs: what workers do. Texts of strangers are read here and searches think here, and nowhere else."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import Struct

import demitasse
from demitasse.bots import players
from demitasse.core import hints
from demitasse.core import prepare as preparing
from demitasse.core import record as records
from demitasse.core.box import Box
from demitasse.core.errors import BadOption
from demitasse.core.fields import Records
from demitasse.core.game import Game, find
from demitasse.core.match import Match
from demitasse.core.setting import Setting

KEPT_PLAYERS = 4  # a searching player holds a large tree; others are made anew

View = tuple[str, int, dict[str, int], str | None, bytes]  # a match without a past: game, seats, options, box, state


class Opening(Struct):
    """How a table begins: its setting, and the plies that are given."""

    game: str
    seats: int
    options: dict[str, int]
    box: str | None  # the text of a box that is not ours
    start: str | None  # the position, if it is not the usual one
    names: tuple[str, ...]
    plies: list[tuple[int | None, str, int]]  # (seat or None for a draw, text, id)
    over: bool


class Advice(Struct):
    text: str
    share: float
    lead: float


class Way(Struct):
    texts: list[str]
    share: float
    after: bytes  # the state when the turn is over


class Hint(Struct):
    actions: list[Advice]
    line: list[str]
    ways: list[Way]


def read_setting(game: str, seats: int, options: dict[str, object], box: str | None) -> Opening:
    """A table of a game, perhaps with a box of its own."""
    found = find(game)
    if "box" in options:
        raise BadOption("a box is given as the text of its file, in `box`")
    return opening(Match(Setting.of(found, seats, options, box)))


def read_record(text: str) -> Opening:
    return opening(demitasse.load(text))


def opening(match: Match) -> Opening:
    plies = [(None if ply.actor == "*" else ply.actor, ply.text, ply.id) for ply in match.plies]
    start = None if match.from_start else records.start_of(match)
    return Opening(
        match.game.name,
        match.seats,
        dict(match.options),
        match.setting.own_box,
        start,
        match.names,
        plies,
        match.actor is None,
    )


def think(view: View, level: str, milliseconds: float, key: tuple[str, int, str], seed: int) -> str:
    """What a searching player decides; `key` says which, so that it finds its tree again."""
    match = unpacked(*view)
    player: Any = _players.pop(tuple(key), None) or players.make(level, seed)
    player.milliseconds = milliseconds
    text: str = player.choose(match)
    _players[tuple(key)] = player
    while len(_players) > KEPT_PLAYERS:
        players.close(_players.popitem(last=False)[1])
    return text


def hint(view: View, level: str) -> Hint:
    found = hints.hint(unpacked(*view), level)
    return Hint(
        [Advice(each.text, each.share, each.lead) for each in found.actions],
        list(found.line),
        [Way(list(way.texts), way.share, way.after.tobytes()) for way in found.ways],
    )


def prepare(game: str, part: str) -> None:
    """Load what is compiled."""
    preparing.prepare(find(game), part)


JOBS: dict[str, Callable[..., Any]] = {job.__name__: job for job in (read_setting, read_record, think, hint, prepare)}
_players: OrderedDict[tuple[Any, ...], Any] = OrderedDict()


def packed(view: Match) -> View:
    """A view for `unpacked`."""
    return view.game.name, view.seats, dict(view.options), view.setting.own_box, view.states.tobytes()


def unpacked(game: str, seats: int, options: dict[str, int], box: str | None, state: bytes) -> Match:
    found = find(game)
    given = options if box is None else {**options, "box": box_of(game, box)}
    match = Match(Setting.of(found, seats, given))
    match.set_state(states_of(found, state))
    return match


def states_of(game: Game, state: bytes) -> Records:
    """A state from its bytes."""
    found: Records = np.frombuffer(state, game.fields.dtype)
    return found


@lru_cache(maxsize=64)
def box_of(game: str, text: str) -> Box:
    """A box that was checked when its table was made."""
    return find(game).open_box(text)
