"""How far a long command has come: a bar on a terminal, and where standard error is a file a line now and then."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

EVERY = 60.0  # seconds from line to line
REMEMBERED = 3600.0  # seconds: players that think end a game a minute, and what is left is told from many
SPANS = ((172_800, 86_400, "days"), (7200, 3600, "h"), (120, 60, "min"), (0, 1, "s"))


class Course:
    """Within `with`: `of(what, done, total)` tells how far something is, `advance(n)` that n more games are played."""

    def __init__(self, title: str, total: int, console: Console, clock: Callable[[], float] = time.monotonic) -> None:
        self.title, self.total, self._console, self._clock = title, total, console, clock
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._bars = Progress(*columns, console=console, transient=True, speed_estimate_period=REMEMBERED)
        self._tasks: dict[str, TaskID] = {}
        self._done = 0
        self._began: dict[str, tuple[float, int]] = {}
        self._last = clock()

    def __enter__(self) -> Course:
        self._bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bars.stop()

    def advance(self, number: int) -> None:
        self._done += number
        self.of("games", self._done, self.total)

    def of(self, what: str, done: int, total: int) -> None:
        if what not in self._tasks:
            self._tasks[what] = self._bars.add_task(f"{self.title}, {what}", total=total, completed=done)
            self._began[what] = self._clock(), done
        self._bars.update(self._tasks[what], completed=done, total=total)
        if not self._console.is_terminal and self._clock() - self._last >= EVERY:
            self._last = self._clock()
            self._console.print(self._line(what, done, total), highlight=False, markup=False, soft_wrap=True)

    def _line(self, what: str, done: int, total: int) -> str:
        began, before = self._began[what]
        left = (self._clock() - began) / (done - before) * (total - done) if done > before else None
        return f"{self.title}, {what}: {done:,} of {total:,}" + (f", about {span(left)} to go" if left else "")


def span(seconds: float) -> str:
    """A time in the unit that people would say it in."""
    unit, name = next((unit, name) for least, unit, name in SPANS if seconds >= least)
    return f"{seconds / unit:.0f} {name}"
