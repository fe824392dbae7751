"""SeatEnv: one seat of a game as a Gymnasium environment; named players sit at the others."""

from collections.abc import Mapping, Sequence
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces

from demitasse.bots import players as bots
from demitasse.core.errors import BadOption, IllegalAction
from demitasse.core.game import Game
from demitasse.core.game import names as game_names
from demitasse.core.rule import OVER
from demitasse.core.setting import Setting
from demitasse.envs.pictures import MODES, check_mode, render
from demitasse.envs.table import MOST_SEED, Rewards, Seen, Table

VERSION = 1
ILLEGAL = -1.0  # the reward for an action that is not legal; it ends the episode


class SeatEnv(gymnasium.Env[Seen, np.int64]):
    """Plays `seat`; the others are `players`, by the names of docs/bots.md: one for all, or one for each in turn.

    An observation is as in SeatsEnv, info["legal"] the list of legal ids. Gymnasium's tools sample from the whole space
    of actions, so one that is not legal does not raise: it ends the episode with the reward -1, and info says so.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str | Game | Setting,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seat: int = 0,
        players: str | Sequence[str] = "regular",
        rewards: Rewards = "result",
        render_mode: str | None = None,
    ) -> None:
        self.table = Table(game, seats, options, rewards)
        self.layout, self.render_mode = self.table.layout, check_mode(render_mode)
        others = [other for other in range(self.table.setting.seats) if other != seat]
        if len(others) == self.table.setting.seats:
            raise BadOption(f"there is no seat {seat!r}; expected 0 to {self.table.setting.seats - 1}")
        names = [players] * len(others) if isinstance(players, str) else list(players)
        if len(names) != len(others):
            raise BadOption(f"expected {len(others)} players, one for each other seat; got {len(names)}")
        self.seat, self._names = seat, dict(zip(others, names, strict=True))
        self._players: dict[int, bots.Player] = {}
        self.observation_space = self.table.observation_space()
        self.action_space = spaces.Discrete(self.table.num_actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        self.close()
        first = int(self.np_random.integers(MOST_SEED))
        self._players = {other: bots.make(name, first + other) for other, name in self._names.items()}
        self.table.start(first)
        self.table.rewards()
        self._wait()
        return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[Seen, SupportsFloat, bool, bool, dict[str, Any]]:
        try:
            self.table.play(int(action))
        except IllegalAction:
            return self._seen(), ILLEGAL, True, False, {"illegal": int(action), **self._info()}
        self._wait()
        earned = self.table.rewards()
        reward = 0.0 if earned is None else earned[self.seat]
        return self._seen(), reward, self.table.actor == OVER, False, self._info()

    def _wait(self) -> None:
        """Let the others decide until it is this seat's turn, or the game is over."""
        while self.table.actor not in (self.seat, OVER):
            view = self.table.match().view(self.table.actor)
            self.table.play(view.number(self._players[self.table.actor].choose(view)))
        if self.render_mode == "human":
            self.render()

    def _seen(self) -> Seen:
        return self.table.observe(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"legal": self.table.legal().tolist()}

    def render(self) -> Any:
        return render(self.table.match().view(self.seat), self.render_mode)

    def close(self) -> None:
        for player in self._players.values():
            bots.close(player)
        self._players = {}


def register() -> list[str]:
    """Enter every game in Gymnasium's list."""
    found = [f"demitasse/{name}-v{VERSION}" for name in game_names()]
    for name, entry in zip(game_names(), found, strict=True):
        if entry not in gymnasium.registry:
            one, many = "demitasse.envs.seat:SeatEnv", "demitasse.envs.vector:BatchEnv"
            gymnasium.register(entry, one, vector_entry_point=many, kwargs={"game": name})
    return found
