"""Usage: what can be done in a game, as items that reports count: every verb, and every verb with each thing that has a
name (a card, an ingredient, an upgrade; places have only coordinates). Where a decision names the place that a card is
taken from, what lay there tells the card.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from demitasse.core.box import Box
from demitasse.core.game import Game
from demitasse.core.recorder import Ints, Recorded
from demitasse.core.setting import Setting
from demitasse.core.verbs import Verb

WORD = re.compile(r"[^\W\d]{2}")  # two letters in a row: a name, not coordinates


class Taking(NamedTuple):
    """Decisions that take a thing of the box from a seat's own place."""

    verb: Verb
    field: str  # where things lie, thing + 1
    axis: int  # of the verb's: the place
    first: int  # the item of the first thing


@dataclass(frozen=True, eq=False)
class Items:
    """The items of a setting by name, and for each way to sort decisions the item of every id (-1: none)."""

    names: Sequence[str]
    verbs: int  # so many of the names, the first ones, are verbs
    sorts: Sequence[Ints]  # [id]
    takings: Sequence[Taking]  # what is known from the states around a ply alone

    def ids(self, item: int) -> list[int]:
        """The decisions that an item stands for."""
        return [int(number) for of_id in self.sorts for number in np.flatnonzero(of_id == item)]


def items(setting: Setting) -> Items:
    return _items(setting.game, setting.box)


@lru_cache(maxsize=8)
def _items(game: Game, box: Box) -> Items:
    actions, labels = game.actions, game.notation.labels(box)
    names = [verb.name for verb in actions]
    possible = _possible(game, box)
    by_verb = np.full(len(actions), -1)
    for number, verb in enumerate(actions):
        by_verb[verb.first : verb.first + int(np.prod(verb.shape))] = number
    sorts = [by_verb]
    for verb in actions:
        for axis in verb.axes:
            if _is_named(axis, labels, box.names):
                sorts.append(_sorted_by(verb, axis, labels[axis], names, possible))
    return Items(names, len(list(actions)), sorts, _takings(game, box, names))


def _takings(game: Game, box: Box, names: list[str]) -> list[Taking]:
    """By the tables: a field of things of the box by seat and place, and a verb with such a place; items are added."""
    found = []
    for field in game.fields:
        if field.values in box.names and field.none and field.axes[:1] == ("seat",):
            for verb in game.actions:
                for axis in set(verb.axes) & set(field.axes[1:2]):
                    found.append(Taking(verb, field.name, verb.axes.index(axis), len(names)))
                    names += [f"{verb.name} {label}" for label in box.names[field.values]]
    return found


def _possible(game: Game, box: Box) -> npt.NDArray[np.bool_]:
    """[id]: whether a decision can ever be legal; where texts depend on the state, all of them."""
    if game.texts_need_state:
        return np.ones(len(game.actions), np.bool_)
    return np.array([bool(game.notation.action(box, None, number)) for number in range(len(game.actions))])


def counted(recorded: Recorded) -> Ints:
    """[game, seat, item]: how often a seat did it."""
    found, plies = items(recorded.setting), recorded.plies
    games, seats, number = len(recorded.ends.lengths), recorded.setting.seats, len(found.names)
    decided = plies.actors >= 0
    place = (recorded.games[decided] * seats + plies.actors[decided]) * number
    counts = np.zeros(games * seats * number, np.int64)
    for of_id in found.sorts:
        item = of_id[plies.ids[decided]]
        counts += np.bincount((place + item)[item >= 0], minlength=len(counts))
    for taking in found.takings:
        item = _taken(recorded, taking)[decided]
        counts += np.bincount((place + item)[item >= 0], minlength=len(counts))
    return counts.reshape(games, seats, number)


def _taken(recorded: Recorded, taking: Taking) -> Ints:
    """[ply]: the item of what was taken, -1 where nothing was."""
    plies, verb = recorded.plies, taking.verb
    found = np.full(len(plies.ids), -1)
    index = plies.ids - verb.first
    rows = np.flatnonzero((plies.actors >= 0) & (index >= 0) & (index < int(np.prod(verb.shape))))
    places = np.unravel_index(index[rows], verb.shape)[taking.axis]
    after = np.append(plies.states[taking.field][1:], recorded.ends.states[taking.field][-1:], axis=0)
    ends = np.cumsum(recorded.ends.lengths) - 1
    after[ends] = recorded.ends.states[taking.field]
    before, after = (each[rows, plies.actors[rows], places] for each in (plies.states[taking.field], after))
    one = (before > 0).sum(axis=1) - (after > 0).sum(axis=1) == 1
    thing = before.sum(axis=1, dtype=np.int64) - after.sum(axis=1, dtype=np.int64) - 1
    found[rows] = np.where(one, taking.first + thing, -1)
    return found


def _is_named(axis: str, labels: Mapping[str, Sequence[str]], box: Mapping[str, Sequence[str]]) -> bool:
    """Whether an axis is of things with names, of the box or words."""
    return axis in labels and (axis in box or all(map(WORD.search, filter(None, labels[axis]))))


def _sorted_by(verb: Verb, axis: str, labels: Sequence[str], names: list[str], possible: npt.NDArray[np.bool_]) -> Ints:
    """[id]: the item of a verb's decisions by one of its axes; the items are added to the names."""
    found = np.full(len(possible), -1)
    index = np.indices(verb.shape)[verb.axes.index(axis)].ravel()
    for number, label in enumerate(labels):
        ids = verb.first + np.flatnonzero(index == number)
        if label and possible[ids].any():
            found[ids] = len(names)
            names.append(f"{verb.name} {label}")
    return found
