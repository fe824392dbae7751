"""Spiel: the games as OpenSpiel's Python games, with draws as chance nodes and what a seat may know as its information.

After `register()`, pyspiel.load_game("demitasse_cafe", {"seats": 3, "expresso": True}) loads one. A parameter for every
option, `box` and `position`, the paths of files: a box of one's own, and a position to begin from.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from demitasse.core import compiled
from demitasse.core.errors import BadOption
from demitasse.core.game import find, names
from demitasse.core.match import Match
from demitasse.core.observation import Layout, Observer
from demitasse.core.play import copied
from demitasse.core.rule import CHANCE, OVER
from demitasse.core.setting import Setting
from demitasse.envs.results import least, results

PREFIX = "demitasse_"
KIND = pyspiel.GameType
PLAYERS = {CHANCE: int(pyspiel.PlayerId.CHANCE), OVER: int(pyspiel.PlayerId.TERMINAL)}  # of actors that are no seats


def register() -> list[str]:
    """Enter every game in OpenSpiel's list."""
    known = set(pyspiel.registered_names())
    found = [PREFIX + name for name in names()]
    for entry in found:
        if entry not in known:
            pyspiel.register_game(_type(entry), SpielGame.of(entry))
    return found


def _type(entry: str, setting: Setting | None = None) -> Any:
    """What OpenSpiel is told of a game, for any table or for one."""
    game = find(entry.removeprefix(PREFIX))
    defaults: dict[str, Any] = {"seats": game.seats[0], "box": "", "position": ""}
    defaults |= {option.name: False if option.high == 1 else 0 for option in game.options}
    alone = setting is not None and setting.seats == 1
    secrets = hasattr(game.rules, "view")
    return pyspiel.GameType(
        short_name=entry,
        long_name=game.title,
        dynamics=KIND.Dynamics.SEQUENTIAL,
        chance_mode=KIND.ChanceMode.EXPLICIT_STOCHASTIC,
        information=KIND.Information.IMPERFECT_INFORMATION if secrets else KIND.Information.PERFECT_INFORMATION,
        utility=KIND.Utility.GENERAL_SUM if alone else KIND.Utility.ZERO_SUM,
        reward_model=KIND.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults,
    )


class Table:
    """What the states of a game share."""

    def __init__(self, entry: str, params: tuple[tuple[str, Any], ...]) -> None:
        self.about, given = (entry, params), dict(params)
        game, position, seats = find(entry.removeprefix(PREFIX)), given.pop("position", ""), given.pop("seats", None)
        start = Match.from_position(_read(position)) if position else Match(game, seats, given)
        self.setting, self.start, self.texts = start.setting, copied(start.states), start.texts
        self.kernels, self.boxes = compiled.kernels(game), self.setting.box.records
        self.ids, self.weight = compiled.ids(game), compiled.weight(game)
        self.step = compiled.entry(self.kernels.step_on, self.boxes, self.start, 0, 0, self.ids, self.weight)
        self.look = compiled.entry(self.kernels.look, self.boxes, self.start, 0, self.ids, self.weight)
        self.observer = Observer(Layout(self.setting))
        self.labels = game.notation.labels(self.setting.box)

    def text(self, states: Any) -> str:
        """A state, a line a field."""
        return "\n".join(": ".join(line) for line in self.setting.game.fields.dump(states[0], self.labels))

    def __reduce__(self) -> tuple[Any, ...]:
        """As another process makes it again."""
        return table, self.about


def table(entry: str, params: tuple[tuple[str, Any], ...]) -> Table:
    """One for all states of a game; another when a file says something else now."""
    given = dict(params)
    return _table(entry, params, tuple(_read(given[name]) for name in ("box", "position") if given.get(name)))


@cache
def _table(entry: str, params: tuple[tuple[str, Any], ...], texts: tuple[str, ...]) -> Table:
    return Table(entry, params)


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadOption(f"the file {path!r} cannot be read: {reason}") from None


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game at one table."""

    entry = ""

    @staticmethod
    def of(entry: str) -> type[SpielGame]:
        """A class of its own, which stands in this module, where OpenSpiel finds it when it loads what it wrote."""
        globals()[entry] = type(entry, (SpielGame,), {"entry": entry, "__module__": __name__})
        found: type[SpielGame] = globals()[entry]
        return found

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.table = table(self.entry, tuple(sorted((params or {}).items())))
        setting, rules = self.table.setting, self.table.setting.game.rules
        about = pyspiel.GameInfo(
            num_distinct_actions=rules.NUM_ACTIONS,
            max_chance_outcomes=rules.NUM_OUTCOMES,
            num_players=setting.seats,
            min_utility=least(setting.seats),
            max_utility=1.0,
            utility_sum=None if setting.seats == 1 else 0.0,
            max_game_length=rules.MAX_PLIES,
        )
        super().__init__(_type(self.entry, setting), about, params or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.table)


class Moment:
    """A state and what is possible in it; what a clone copies, all bytes at once."""

    def __init__(self, table: Table, states: Any) -> None:
        self.table, self.states = table, states
        self.look()

    def __deepcopy__(self, memo: Any) -> Moment:
        twin = object.__new__(Moment)
        vars(twin).update(vars(self), states=copied(self.states))  # what `look` found is never changed, only replaced
        return twin

    def look(self) -> None:
        table = self.table
        self._note(*table.look(table.boxes, self.states, 0, table.ids, table.weight))

    def step(self, ply: int) -> None:
        table = self.table
        self._note(*table.step(table.boxes, self.states, 0, ply, table.ids, table.weight))

    def _note(self, actor: int, number: int) -> None:
        """What is possible, which lies in the table's room until the next look."""
        self.actor, self.player = actor, PLAYERS.get(actor, actor)
        self.legal: list[int] = []
        self.chances: list[tuple[int, float]] = []
        if actor >= 0:
            self.legal = self.table.ids[:number].tolist()
        elif actor == CHANCE:
            weight = self.table.weight
            possible = weight.nonzero()[0]
            self.chances = list(zip(possible.tolist(), (weight[possible] / number).tolist(), strict=True))

    def seen(self, seat: int) -> Any:
        """The state as a seat may know it."""
        states = copied(self.states)
        self.table.kernels.view(self.table.boxes, states, 0, seat)
        return states


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game under way."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.moment = Moment(game.table, copied(game.table.start))

    def current_player(self) -> int:
        return self.moment.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.legal if player == self.moment.actor else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.moment.chances

    def _apply_action(self, action: int) -> None:
        self.moment.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        table = self.moment.table
        if player == pyspiel.PlayerId.CHANCE:
            return str(table.texts.outcomes[action])
        if table.setting.game.texts_need_state:
            return table.setting.game.notation.action(table.setting.box, self.moment.states[0], action)
        return str(table.texts.actions[action])

    def is_terminal(self) -> bool:
        return self.moment.actor == OVER

    def returns(self) -> list[float]:
        moment, table = self.moment, self.moment.table
        if moment.actor != OVER:
            return [0.0] * table.setting.seats
        lines = compiled.lines(table.setting.game)
        table.kernels.score(table.boxes, moment.states, 0, lines)
        return results(table.setting.game, lines[: table.setting.seats])

    def __str__(self) -> str:
        return self.moment.table.text(self.moment.states)


class SpielObserver:
    """A seat's information: what lies open now, and its own secrets. Whatever is past lies open, so that is also all
    that a seat can use.
    """

    def __init__(self, table: Table) -> None:
        self._table, layout = table, table.observer.layout
        self.tensor = np.zeros(len(layout), np.float32)
        self.dict = {entry.name: layout.of(self.tensor, entry.name) for entry in layout.entries}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = self._table.observer.see(state.moment.states.view(np.uint8), player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The position as that seat may know it."""
        return f"viewer: {player}\n{self._table.text(state.moment.seen(player))}"
