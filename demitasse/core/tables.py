"""Tables in which a game names its phases, its options and the lines of its score once; whatever is entered gets its
number, a plain int, by which compiled rules know it.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Option:
    """An option of a game: a switch (high = 1) or a number from 1 to high."""

    name: str
    meaning: str
    high: int = 1


class Phases:
    """The phases of a game, in the order they are asked in."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.draws = 0  # those in which a draw is due, as bits

    def add(self, name: str, draw: bool = False) -> int:
        """Enter a phase; returns its number."""
        self.draws |= draw << len(self.names)
        self.names.append(name)
        return len(self.names) - 1


class Options:
    """The options of a game, as `setup` gets them."""

    def __init__(self) -> None:
        self.entries: list[Option] = []

    def add(self, name: str, meaning: str, high: int = 1) -> int:
        """Enter an option; returns its place."""
        self.entries.append(Option(name, meaning, high))
        return len(self.entries) - 1


class Score:
    """The columns of a score: its lines, "total", then the tie-breaks (larger is better)."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def add(self, *names: str) -> int:
        """Enter columns; returns the first one's place."""
        self.names += names
        return len(self.names) - len(names)
