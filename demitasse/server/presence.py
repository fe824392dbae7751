"""Presence: the signs of life of the people at a table, at this process and at others."""

from __future__ import annotations

import math
import time

BEAT = 5.0  # seconds between two words to other processes about who is here
BEATS_MISSED = 2.5  # after so many of them somebody counts as gone
PROGRAM_THINKS = 600.0  # seconds that a program may be silent: it need not hold a connection


class Presence:
    """When each person was last heard of. Of those who were not heard of since the table was read, then."""

    def __init__(self) -> None:
        self._since = time.monotonic()
        self._signs: dict[str, float] = {}
        self._programs: dict[str, float] = {}
        self._elsewhere: dict[str, float] = {}

    def sign(self, person: str, program: bool = False) -> None:
        """Somebody did something, or a program of theirs."""
        self._signs[person] = time.monotonic()
        if program:
            self._programs[person] = time.monotonic()

    def connected_elsewhere(self, person: str) -> bool:
        """Whether another process has somebody's live connection."""
        return time.monotonic() - self._elsewhere.get(person, -math.inf) < BEAT * BEATS_MISSED

    def hear(self, person: str, kind: str) -> bool:
        """Another process has heard of somebody; returns whether that is news to who looks at the table."""
        news = kind == "connected" and not self.connected_elsewhere(person)
        self.sign(person, kind == "program")
        if kind == "connected":
            self._elsewhere[person] = time.monotonic()
        return news

    def silent_for(self, person: str) -> float:
        """Seconds since the last sign of life."""
        return time.monotonic() - self._signs.get(person, self._since)

    def plays_by_token(self, person: str) -> bool:
        return time.monotonic() - self._programs.get(person, -math.inf) < PROGRAM_THINKS
