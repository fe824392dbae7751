"""Limits: so many at once, and so many a second for long; and so many at a time."""

from __future__ import annotations

import contextlib
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator

from demitasse.server.problems import Problem

MOST_BUCKETS = 20_000


class Buckets:
    """A bucket for each key: it holds `burst` and fills by `rate` a second. A rate of 0 sets no limit."""

    def __init__(self, rate: float, burst: float, whose: str) -> None:
        self.rate, self.burst, self.whose = rate, burst, whose
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # key -> (left, when that was)

    def take(self, key: str, count: float = 1) -> None:
        """Count so many; the last of them may be more than the bucket holds. Raises Problem if it is empty."""
        if not self.rate:
            return
        now = time.monotonic()
        left, since = self._left.pop(key, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.rate)
        self._left[key] = (left - count if left >= 1 else left, now)
        if len(self._left) > MOST_BUCKETS:
            self._left.popitem(last=False)
        if left < 1:
            limit = f"{self.burst:g} at once, or {self.rate:g} a second for long"
            raise Problem("too-many", f"more than {limit}, from {self.whose}; wait a moment")


class Shares:
    """Seconds of work for each key: a `share` of every second, of which `saved` seconds may be left for later."""

    def __init__(self, share: float, saved: float) -> None:
        self.share, self.saved = share, saved
        self._free: OrderedDict[str, float] = OrderedDict()  # key -> when all that was done is paid

    def wait(self, key: str) -> float:
        """Seconds until somebody may go on."""
        return max(0.0, self._free.get(key, 0.0) - self.saved / self.share - time.monotonic())

    def spend(self, key: str, seconds: float) -> None:
        now = time.monotonic()
        self._free[key] = max(now, self._free.pop(key, 0.0)) + seconds / self.share
        if len(self._free) > MOST_BUCKETS:
            self._free.popitem(last=False)


class Places:
    """Places that are held for a while, so many a key. 0 sets no limit."""

    def __init__(self, most: int, what: str) -> None:
        self.most, self.what = most, what
        self.held: Counter[str] = Counter()

    @contextlib.contextmanager
    def held_by(self, key: str) -> Iterator[None]:
        """A place for as long as this lasts. Raises Problem if there is none left."""
        if self.most and self.held[key] >= self.most:
            raise Problem("too-many", f"{self.what} at a time: {self.most}")
        self.held[key] += 1
        try:
            yield
        finally:
            self.held[key] -= 1
            if not self.held[key]:
                del self.held[key]
