"""Entrants: the table of players that meet in a tournament, from a list of names or a TOML file."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from demitasse.bots import players as registry
from demitasse.core.errors import BadOption

KEYS = {"name", "plays"}


@dataclass(frozen=True)
class Entrant:
    """A player by the name that reports call it, and how the registry makes it."""

    name: str
    plays: str


def entrants(players: Sequence[str | Entrant]) -> list[Entrant]:
    """Players by their names, those that come several times numbered; an entrant stays as it is. Raises BadOption."""
    often, seen = Counter(players), Counter[str]()
    found = []
    for player in players:
        if isinstance(player, Entrant):
            found.append(player)
            continue
        seen[player] += 1
        found.append(Entrant(f"{player} {seen[player]}" if often[player] > 1 else player, player))
    return _checked(found)


def read(text: str) -> list[Entrant]:
    """Players from a list with commas, or from the TOML file of that name. Raises BadOption."""
    return read_file(text) if text.endswith(".toml") else entrants(text.split(","))


def read_file(path: str) -> list[Entrant]:
    """A table [[player]] for each, with `plays` (a level, module:Class or program:COMMAND) and perhaps a `name`."""
    try:
        rows = tomllib.loads(Path(path).read_text(encoding="utf-8")).get("player")
    except OSError as error:
        raise BadOption(f"the table of players {path!r} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadOption(f"the table of players {path!r} is not valid TOML: {error}") from None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadOption(f"the table of players {path!r} has no [[player]]; expected one for each")
    return _checked([_entrant(path, row) for row in rows])


def _entrant(path: str, row: dict[str, object]) -> Entrant:
    plays, name = row.get("plays"), row.get("name", row.get("plays"))
    if not isinstance(plays, str) or not isinstance(name, str) or row.keys() - KEYS:
        raise BadOption(f'{path!r}: {row!r} is no player; expected plays = "…" and perhaps name = "…"')
    return Entrant(name, plays)


def _checked(found: list[Entrant]) -> list[Entrant]:
    for name, number in Counter(entrant.name for entrant in found).items():
        if number > 1:
            raise BadOption(f"{number} players are called {name!r}; give each a name of its own")
    for entrant in found:
        registry.close(registry.make(entrant.plays))  # refuses an unknown one before anything starts
    return found
