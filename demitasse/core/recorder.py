"""Recorder: whole games with every ply, as arrays: what data sets and balance reports are made of."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from demitasse.core import compiled
from demitasse.core.bundles import Task
from demitasse.core.fields import Records
from demitasse.core.game import Game
from demitasse.core.setting import Setting

Ints = npt.NDArray[Any]
A_GAME = 512  # plies for which room is made at first


class Plies(NamedTuple):
    """One entry a ply; `totals` and `states` are empty where nobody asked for them."""

    actors: Ints  # int8: a seat, CHANCE for a draw
    ids: Ints  # int16: of the decision or the outcome
    choices: Ints  # int16: how many decisions were legal, 0 at a draw
    totals: Ints  # int32 [ply, seat]: everybody's points after it, as if the game ended then
    states: Records  # before it, as the seat that decides may see it


class Ends(NamedTuple):
    """One entry a game."""

    scores: Ints  # int64 [game, seat, column]
    lengths: Ints  # int64, in plies
    states: Records  # after the last ply


class Bans(NamedTuple):
    """What seats must not decide where they have another choice."""

    restricted: Ints  # bool [seat]
    banned: Ints  # uint8 [seat, id]


@dataclass(frozen=True)
class Recorded:
    """Some games in the order of their numbers, and their plies one after the other."""

    setting: Setting
    plies: Plies
    ends: Ends

    @property
    def games(self) -> Ints:
        """[ply]: the place of its game among these."""
        return np.repeat(np.arange(len(self.ends.lengths)), self.ends.lengths)

    @property
    def firsts(self) -> Ints:
        """[game]: the place of its first ply."""
        return np.cumsum(self.ends.lengths) - self.ends.lengths


def record(
    setting: Setting,
    care: Sequence[int],
    seed: int,
    first: int,
    games: int,
    totals: bool = True,
    states: bool = False,
    never: Mapping[int, Collection[int]] | None = None,
) -> Recorded:
    """Games number first, first + 1, … of a seed, the same as `simulate` plays; never[seat] are ids that a seat does
    not decide where it has another choice.
    """
    bans, parts = _bans(setting, never or {}), []
    done, room = 0, A_GAME * games
    while done < games:
        task = Task(np.array(care, np.int64), seed, first + done)
        part = _record(setting, task, bans, games - done, room, totals, states)
        room = room if len(part.ends.lengths) else 2 * room
        done += len(part.ends.lengths)
        parts.append(part)
    return parts[0] if len(parts) == 1 else joined(parts)


def joined(parts: Sequence[Recorded]) -> Recorded:
    """Several as one, in the order given."""
    plies = Plies(*(np.concatenate(arrays) for arrays in zip(*(part.plies for part in parts), strict=True)))
    ends = Ends(*(np.concatenate(arrays) for arrays in zip(*(part.ends for part in parts), strict=True)))
    return Recorded(parts[0].setting, plies, ends)


def _record(setting: Setting, task: Task, bans: Bans, games: int, room: int, totals: bool, states: bool) -> Recorded:
    """As many games as there is room for their plies."""
    game = setting.game
    plies = Plies(
        np.zeros(room, np.int8),
        np.zeros(room, np.int16),
        np.zeros(room, np.int16),
        np.zeros((room if totals else 0, setting.seats), np.int32),
        game.fields.zeros(room if states else 0),
    )
    ends = Ends(
        np.zeros((games, *compiled.lines(game).shape), np.int64), np.zeros(games, np.int64), game.fields.zeros(games)
    )
    loop = compiled.recording(game).record
    played = loop(setting.setup(), game.fields.zeros(), task, bans, plies, ends, compiled.room(game))
    number = int(ends.lengths[:played].sum())
    found = Ends(ends.scores[:played, : setting.seats], ends.lengths[:played], ends.states[:played])
    return Recorded(setting, Plies(*(array[:number] for array in plies)), found)


def _bans(setting: Setting, never: Mapping[int, Collection[int]]) -> Bans:
    game: Game = setting.game
    found = Bans(np.zeros(setting.seats, np.bool_), np.zeros((setting.seats, game.rules.NUM_ACTIONS), np.uint8))
    for seat, ids in never.items():
        found.restricted[seat] = bool(ids)
        found.banned[seat, list(ids)] = 1
    return found
