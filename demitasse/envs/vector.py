"""BatchEnv: many games side by side as a Gymnasium vector environment, over `Batch`."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from demitasse.core.batch import Batch
from demitasse.core.errors import BadOption
from demitasse.core.game import Game
from demitasse.core.setting import Setting, seed_number
from demitasse.envs.results import ALONE
from demitasse.envs.table import Rewards, numbers_space


class BatchEnv(VectorEnv[Any, Any, Any]):
    """All seats are the learner's: each game shows what its seat to act sees, and takes that seat's action by its id.

    A reward is that of the seat which acted; infos has "rewards" [game, seat] for all seats, "seat" (who acts now, -2:
    the game is over), "legal" and "counts" (legal[i, :counts[i]] are game i's legal ids). With `mask` an observation is
    {"observation", "action_mask"}. A game that is over starts anew with the next step, which takes any action for it.

    Without `copy` the arrays are the batch's own and change with the next step; observations are then read-only, since
    only what changed is written. With device="cuda" observations and
    what is legal lie on the GPU. An action that is not legal raises IllegalAction, with nothing done.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str | Game | Setting,
        num_envs: int,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        rewards: Rewards = "result",
        mask: bool = False,
        copy: bool = True,
        device: str = "cpu",
    ) -> None:
        if rewards not in ("result", "points"):
            raise BadOption(f"rewards are for the 'result' or for 'points'; got {rewards!r}")
        self.setting, self.num_envs, self._device = Setting.of(game, seats, options), num_envs, device
        self._points, self._masked, self._copies = rewards == "points", mask, copy and device == "cpu"
        self._begin(0)
        actions = self.setting.game.rules.NUM_ACTIONS
        space: spaces.Space[Any] = numbers_space(self.batch.layout)
        if mask:
            space = spaces.Dict({"observation": space, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})
        self.single_observation_space, self.single_action_space = space, spaces.Discrete(actions)
        self.observation_space = batch_space(space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _begin(self, seed: int | None) -> None:
        scores: Any = "now" if self._points or self.setting.seats == 1 else "end"
        self.batch = Batch(self.setting, self.num_envs, seed=seed_number(seed), device=self._device, scores=scores)
        self._truncated = np.zeros(self.num_envs, np.bool_)
        self._everybody = np.arange(self.num_envs)
        self._rewards = np.zeros((self.num_envs, self.setting.seats), np.float32)
        self._before = self.batch.fetch(self.batch.scores).copy()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """All games anew."""
        self._begin(seed)
        return self._seen(), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        batch = self.batch
        acted = batch.fetch(batch.actor).copy()
        scores, done = batch.step(actions)
        done = batch.fetch(done)
        self._reward(batch.fetch(scores), done, acted < 0)
        return self._seen(), self._earned(acted, done), done.copy(), self._truncated, self._infos()

    def _reward(self, scores: Any, done: Any, began: Any) -> None:
        """What every seat earned in the last step; nobody where a game has just begun."""
        if self._points:
            self._rewards[:] = scores - self._before
            self._rewards[began] = 0
            self._before[:] = scores
            return
        self._rewards.fill(0)
        if done.any():
            self._rewards[done] = self._results(scores[done], done)

    def _earned(self, acted: Any, done: Any) -> Any:
        """The reward of the seat that acted in each game; for results there is none but in those that are over."""
        rewarded = self._everybody if self._points else np.flatnonzero(done)
        earned = np.zeros(self.num_envs, np.float32)
        earned[rewarded] = self._rewards[rewarded, acted[rewarded]]
        return earned

    def _results(self, scores: Any, done: Any) -> Any:
        """As demitasse/envs/results.py has them."""
        seats = self.setting.seats
        if seats == 1:
            return np.clip(scores / ALONE, -1, 1)
        return (self.batch.fetch(self.batch.shares())[done] * seats - 1) / (seats - 1)

    def _seen(self) -> Any:
        numbers = self._own(self.batch.follow())
        return {"observation": numbers, "action_mask": self._own(self.batch.mask())} if self._masked else numbers

    def _infos(self) -> dict[str, Any]:
        legal, counts = map(self._own, self.batch.legal())
        return {"seat": self._own(self.batch.actor), "legal": legal, "counts": counts, "rewards": self._rewards}

    def _own(self, array: Any) -> Any:
        return array.copy() if self._copies else array
