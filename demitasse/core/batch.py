"""Batch: n games in one array, one decision in each at a time; the draws are made by themselves."""

import secrets
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from demitasse.core import game as registry
from demitasse.core.draws import seeded
from demitasse.core.errors import BadOption, IllegalAction
from demitasse.core.game import Game
from demitasse.core.match import take_box

Ints = npt.NDArray[np.int64]


class Batch:
    """Many games of one kind side by side, for learning and measuring.

    actor[i] is the seat to act in game i, or OVER (-2) when that game has just ended; the next step starts it anew.
    """

    def __init__(
        self, game: str | Game, number: int, seats: int | None = None, options: Mapping[str, object] | None = None, seed: int | None = None
    ) -> None:
        self.game = registry.find(game)
        self.seats = self.game.seats[0] if seats is None else seats
        self.box, rest = take_box(self.game, options or {})
        settings = self.game.settings(self.seats, rest)
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise BadOption(f"a batch has at least one game; got {number!r}")
        seed = secrets.randbelow(2**31) if seed is None else seed
        if not 0 <= seed < 2**31:
            raise BadOption(f"a batch's seed is a number from 0 to 2**31 - 1; got {seed!r}")
        self.game.state(self.box, self.seats, settings)  # refuses what the box cannot do
        self.states = self.game.fields.zeros(number)
        self.actor: Ints = np.zeros(number, np.int64)
        self._ids: Ints = np.zeros((number, self.game.rules.MAX_LEGAL), np.int64)
        self._counts: Ints = np.zeros(number, np.int64)
        self._scores: Ints = np.zeros((number, self.seats), np.int64)
        self._done = np.zeros(number, np.bool_)
        self._lines: Ints = np.zeros((self.game.seats[-1], len(self.game.score)), np.int64)
        randoms = np.array([seeded(seed, i) for i in range(number)], np.int64)
        weight = self.game.scratch()[1]
        self._setting = (self.box.records, self.states, self.game.fields.zeros(), self.seats, self.game.option_array(settings), randoms, weight)
        self.game.kernels.batch_start(*self._setting, self.actor, self._ids, self._counts)

    def legal(self) -> tuple[Ints, Ints]:
        """(ids, counts): ids[i, :counts[i]] are the legal action ids of game i, ascending."""
        return self._ids, self._counts

    def step(self, actions: npt.ArrayLike) -> tuple[Ints, npt.NDArray[np.bool_]]:
        """(scores[i, seat], done[i]) after one decision in each game and the draws that follow.

        The arrays are the batch's own and change with the next step. Raises IllegalAction, with nothing done, if an action is not
        legal in its game; the action for a finished game is ignored.
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != self.actor.shape:
            raise IllegalAction(f"expected {len(self.actor)} actions, one for each game; got an array of shape {chosen.shape}")
        wrong = self.game.kernels.batch_step(
            *self._setting, self.actor, self._ids, self._counts, chosen, self._lines, self.game.total, self._scores, self._done
        )
        if wrong >= 0:
            legal = self._ids[wrong, : self._counts[wrong]].tolist()
            raise IllegalAction(f"game {wrong}: action {chosen[wrong]} is not legal; legal: {legal}")
        return self._scores, self._done
