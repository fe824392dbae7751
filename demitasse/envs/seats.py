"""SeatsEnv: a game as PettingZoo's AEC environment, in which every seat is an agent."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

from demitasse.core.game import Game
from demitasse.core.rule import OVER
from demitasse.core.setting import Setting
from demitasse.envs.pictures import MODES, check_mode, render
from demitasse.envs.table import Rewards, Seen, Table


class SeatsEnv(AECEnv[str, Seen, int]):  # type: ignore[misc]  # PettingZoo has no types
    """Agents are `seat_0`, `seat_1` …; an observation is {"observation": numbers that `layout` names, "action_mask"},
    and infos[agent]["legal"] has the acting agent's legal ids as a list. Draws are made by themselves.

    `rewards`: "result" rewards the end alone (demitasse/envs/results.py), "points" every change of one's points. An
    action that is not legal raises IllegalAction, with nothing done.
    """

    def __init__(
        self,
        game: str | Game | Setting,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        rewards: Rewards = "result",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.table = Table(game, seats, options, rewards)
        self.layout = self.table.layout
        self.render_mode = check_mode(render_mode)
        self.metadata = {"name": f"{self.table.setting}_v1", "render_modes": list(MODES), "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.setting.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self.table.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.table.num_actions) for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin anew; without a seed the draws go on from where they are."""
        self.table.start(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._earned = False
        self._show()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.table.play(int(action))
        self.infos[agent] = {}
        self._cumulative_rewards[agent] = 0.0
        self._reward(self.table.rewards())
        if self.table.actor == OVER:
            self.terminations = dict.fromkeys(self.agents, True)
        self._show()

    def _reward(self, earned: list[float] | None) -> None:
        """Add to everybody's rewards what they earned."""
        if earned is not None:
            self.rewards = dict(zip(self.agents, earned, strict=True))
            self._accumulate_rewards()
        elif self._earned:
            self.rewards = dict.fromkeys(self.agents, 0.0)
        self._earned = earned is not None

    def _show(self) -> None:
        """Who acts, and what may be done; after the end agents leave one by one."""
        table = self.table
        self.agent_selection = self.agents[max(table.actor, 0)]
        if table.actor != OVER:
            self.infos[self.agent_selection] = {"legal": table.legal().tolist()}
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Seen:
        return self.table.observe(self._seats[agent])

    def state(self) -> npt.NDArray[np.uint8]:
        """The whole state's bytes, secrets and all."""
        return self.table.walk.bytes.copy()

    def render(self) -> Any:
        return render(self.table.match(), self.render_mode)

    def close(self) -> None:
        """Nothing is held."""
