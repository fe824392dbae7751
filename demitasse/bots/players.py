"""The registry of players: one name serves command line, server and arena."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable
from typing import Protocol

from demitasse.bots.network import NetworkPlayer
from demitasse.bots.program import ProgramPlayer
from demitasse.bots.tree import TreePlayer
from demitasse.core import prepare as preparing
from demitasse.core.draws import advance, seeded
from demitasse.core.errors import BadOption, DemitasseError
from demitasse.core.match import Match
from demitasse.core.network import find
from demitasse.core.setting import Setting
from demitasse.core.tree import GUIDED, THOUGHT
from demitasse.core.words import later

# Players without search: of 100 decisions, how many are the game's policy's
CARE = {"random": 0, "guest": 70, "regular": 100}
LEVELS = {
    later("random"): later("anything that is legal"),
    later("guest"): later("plays sensibly, makes mistakes"),
    later("regular"): later("takes what looks best at first sight"),
    later("barista"): later("thinks about 0.3 s a turn"),
    later("master"): later("thinks about 1 s a turn"),
    later("grandmaster"): later("thinks about 3 s a turn"),
}
MOST = 1e9  # milliseconds or simulations that a player may be given
NETWORK = "network"  # what a network likes, without search: NETWORK@TEMPERATURE
NAMES = f"{', '.join(LEVELS)}, master@500ms, master@2000 (simulations), {NETWORK}, module:Class or program:COMMAND"


class Player(Protocol):
    """What sits at a seat: it is shown the table as that seat may see it, and says the text of its decision."""

    def choose(self, view: Match) -> str: ...


class SimplePlayer:
    """Decides by the game's policy, carefully in `care` of 100 cases."""

    def __init__(self, care: int, seed: int = 0) -> None:
        self.care = care
        self._random = int(seeded(seed % 2**31, 5))

    def choose(self, view: Match) -> str:
        self._random = int(advance(self._random))
        return view.action_text(view.policy_choice(self.care, self._random))


class CheckedPlayer:
    """A player of somebody else's: whatever goes wrong with it is said, and `guest` makes that decision."""

    def __init__(self, name: str, player: Player, say: Callable[[str], None] | None = None, seed: int = 0) -> None:
        self.name, self.player = name, player
        self.say = say or (lambda text: print(text, file=sys.stderr, flush=True))
        self._guest = SimplePlayer(CARE["guest"], seed)

    def choose(self, view: Match) -> str:
        try:
            answer = self.player.choose(view.copy())
        except Exception as error:  # whatever a stranger's code raises
            wrong = f"it failed: {type(error).__name__}: {error}"
        else:
            if isinstance(answer, str) and answer in view.legal():
                return answer
            wrong = f"it answered {answer!r}, which is not legal"
        self.say(f"{self.name}: {wrong}; guest makes this decision")
        return self._guest.choose(view)

    def close(self) -> None:
        if close := getattr(self.player, "close", None):
            close()


def make(name: str, seed: int = 0, say: Callable[[str], None] | None = None) -> Player:
    """The player of a name: a level, `module:Class` (called with no arguments), or `program:COMMAND`.

    A level that searches may be given its budget: `master@500ms` a turn, `master@2000` simulations a decision.
    Raises BadOption.
    """
    if name in CARE:
        return SimplePlayer(CARE[name], seed)
    level, _, budget = name.partition("@")
    if level in THOUGHT:
        return _searching(name, level, budget, seed)
    if level == NETWORK:
        return NetworkPlayer(_number(name, budget or "0"), seed)
    kind, colon, rest = name.partition(":")
    if not colon or not rest:
        raise BadOption(f"there is no player {name!r}; expected {NAMES}")
    if kind == "program":
        return CheckedPlayer(rest, ProgramPlayer(rest), say, seed)
    return CheckedPlayer(name, _import(kind, rest), say, seed)


def is_guided(name: str) -> bool:
    """Whether the player of a name asks a network."""
    return name.partition("@")[0] in (*GUIDED, NETWORK)


def warm(setting: Setting, names: Iterable[str]) -> str:
    """Prepare what players of these names need at a table; returns why those that ask a network have none there, or
    nothing.
    """
    others = [name for name in names if name not in CARE]
    network, why = find(setting) if any(map(is_guided, others)) else (None, "")
    guided = [name for name in others if network and is_guided(name)]
    preparing.warm(setting.game, search=len(guided) < len(others), guided=bool(guided))
    return why


def network_of(setting: Setting, names: Iterable[str]) -> str:
    """The digest of the network that any of these players asks at a table; empty where none does."""
    network = find(setting)[0] if any(map(is_guided, names)) else None
    return network.digest if network else ""


def close(player: Player) -> None:
    """Let go of what a player holds (a program, say)."""
    if end := getattr(player, "close", None):
        end()


def _searching(name: str, level: str, budget: str, seed: int) -> TreePlayer:
    milliseconds, simulations = THOUGHT[level], None
    if budget.endswith("ms"):
        milliseconds = _number(name, budget.removesuffix("ms"))
    elif budget:
        simulations = int(_number(name, budget))
    timed = milliseconds if simulations is None else None
    return TreePlayer(timed, simulations, seed, guided=level in GUIDED)


def _number(name: str, text: str) -> float:
    """The number behind the @ of a name. Raises BadOption."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= MOST:
        raise BadOption(f"the player {name!r} has no number behind the @; expected master@2000 or master@500ms, say")
    return found


def _import(module: str, attribute: str) -> Player:
    try:
        player: Player = getattr(importlib.import_module(module), attribute)()
    except DemitasseError:
        raise
    except Exception as error:  # whatever a stranger's module raises on import
        wrong = f"{type(error).__name__}: {error}"
        if isinstance(error, ModuleNotFoundError) and error.name == module.split(".", maxsplit=1)[0]:
            wrong += f"; expected {error.name} on Python's path (with PYTHONPATH=. what lies in this folder is)"
        raise BadOption(f"the player {module}:{attribute} cannot be made: {wrong}") from error
    if not callable(getattr(player, "choose", None)):
        raise BadOption(f"the player {module}:{attribute} has no method choose(view)")
    return player
