"""The registry of players: one name serves command line, server and arena."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Protocol

from demitasse.bots.program import ProgramPlayer
from demitasse.bots.tree import TreePlayer
from demitasse.core.draws import advance, seeded
from demitasse.core.errors import BadOption, DemitasseError
from demitasse.core.match import Match
from demitasse.core.tree import THOUGHT
from demitasse.core.words import later

# Players without search: of 100 decisions, how many are the game's policy's
CARE = {"random": 0, "guest": 70, "regular": 100}
LEVELS = {
    later("random"): later("anything that is legal"),
    later("guest"): later("plays sensibly, makes mistakes"),
    later("regular"): later("takes what looks best at first sight"),
    later("barista"): later("thinks about 0.3 s a turn"),
    later("master"): later("thinks about 2 s a turn"),
}


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

    Raises BadOption.
    """
    if name in CARE:
        return SimplePlayer(CARE[name], seed)
    if name in THOUGHT:
        return TreePlayer(milliseconds=THOUGHT[name], seed=seed)
    kind, colon, rest = name.partition(":")
    if not colon or not rest:
        raise BadOption(f"there is no player {name!r}; expected {', '.join(LEVELS)}, module:Class or program:COMMAND")
    if kind == "program":
        return CheckedPlayer(rest, ProgramPlayer(rest), say, seed)
    return CheckedPlayer(name, _import(kind, rest), say, seed)


def close(player: Player) -> None:
    """Let go of what a player holds (a program, say)."""
    if end := getattr(player, "close", None):
        end()


def _import(module: str, attribute: str) -> Player:
    try:
        player: Player = getattr(importlib.import_module(module), attribute)()
    except DemitasseError:
        raise
    except Exception as error:  # whatever a stranger's module raises on import
        raise BadOption(f"the player {module}:{attribute} cannot be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(player, "choose", None)):
        raise BadOption(f"the player {module}:{attribute} has no method choose(view)")
    return player
