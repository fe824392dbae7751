"""Table: one game by ids with what learners want of it: observations, masks, results; draws are made by themselves."""

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from demitasse.core.errors import BadOption
from demitasse.core.game import Game
from demitasse.core.match import Match
from demitasse.core.observation import Layout, Observer
from demitasse.core.rule import CHANCE, OVER
from demitasse.core.setting import Setting
from demitasse.core.walk import Walk
from demitasse.envs.results import results

Rewards = Literal["result", "points"]
MOST_SEED = 2**31
Seen = dict[str, Any]


class Table:
    """A game that waits for decisions of `actor`, OVER when there are no more."""

    def __init__(
        self, game: str | Game | Setting, seats: int | None, options: Mapping[str, object] | None, rewards: Rewards
    ) -> None:
        self.setting = Setting.of(game, seats, options)
        if rewards not in ("result", "points"):
            raise BadOption(f"rewards are for the 'result' or for 'points'; got {rewards!r}")
        self._by_points = rewards == "points"
        self.walk = Walk(self.setting)
        self.layout = Layout(self.setting)
        self._observer = Observer(self.layout)
        self.actor, self.number = OVER, 0
        self._before = [0] * self.setting.seats

    @property
    def num_actions(self) -> int:
        return self.setting.game.rules.NUM_ACTIONS

    def observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": numbers_space(self.layout),
                "action_mask": spaces.Box(0, 1, (self.num_actions,), np.int8),
            }
        )

    def start(self, seed: int | None) -> None:
        self._settle(*self.walk.start(None if seed is None else seed % MOST_SEED))
        self._before = self.walk.scores() if self._by_points else self._before

    def play(self, action: int) -> None:
        """A decision and the draws that follow. Raises IllegalAction, with nothing done."""
        self._settle(*self.walk.step(action))

    def _settle(self, actor: int, number: int) -> None:
        while actor == CHANCE:
            actor, number = self.walk.draw()
        self.actor, self.number = actor, number

    def observe(self, seat: int) -> Seen:
        """What a seat sees, and a mask of what it may do: nothing unless it acts."""
        mask = np.zeros(self.num_actions, np.int8)
        if seat == self.actor:
            mask[self.legal()] = 1
        return {"observation": self._observer.see(self.walk.bytes, seat), "action_mask": mask}

    def legal(self) -> npt.NDArray[np.int64]:
        """The ids of what may be done now; they change with the next decision."""
        ids: npt.NDArray[np.int64] = self.walk.ids[: self.number]
        return ids

    def match(self) -> Match:
        """The game as a match, without its past."""
        found = Match(self.setting)
        found.set_state(self.walk.states.copy())
        return found

    def rewards(self) -> list[float] | None:
        """What every seat earned since this was last asked; None if nobody earned anything."""
        if self._by_points:
            now = self.walk.scores()
            earned = [float(after - before) for after, before in zip(now, self._before, strict=True)]
            self._before = now
            return earned
        return results(self.setting.game, self.walk.lines()) if self.actor == OVER else None


def numbers_space(layout: Layout) -> spaces.Box:
    """The numbers of an observation."""
    return spaces.Box(np.zeros(len(layout), np.float32), layout.highest)
