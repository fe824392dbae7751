"""Crews: who carries out the tasks of a simulation, a tournament or a report: threads or processes of this machine, or
a cluster (cluster.py). All give the same results, as they come; who needs an order sorts them.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import connection
from types import FrameType
from typing import Any, Protocol, TypeVar

from demitasse.core.errors import BadOption

LOOK = 1.0  # seconds from look to look whether somebody pressed Ctrl-C
A_WORKER = 4  # tasks at least, so that none waits long for the last

Task = TypeVar("Task", bound=tuple[Any, ...])
Result = TypeVar("Result")


class Crew(Protocol):
    """Carries out `work(*task)` for each task; tasks are taken one by one, when somebody is free for them.

    Whoever stops listening closes the generator, which ends what is under way.
    """

    @property
    def size(self) -> int: ...  # how many tasks are carried out at a time
    @property
    def grain(self) -> int: ...  # how much larger than on one machine a task should be
    @property
    def place(self) -> str: ...  # where, for people

    def each(self, work: Callable[..., Result], tasks: Iterable[Task]) -> Generator[tuple[Task, Result]]: ...


class Threads:
    """For compiled work, which lets go of Python's lock."""

    grain = 1

    def __init__(self, cores: int | None = None) -> None:
        self.size = _cores(cores)
        self.place = _said(self.size)

    def each(self, work: Callable[..., Result], tasks: Iterable[Task]) -> Generator[tuple[Task, Result]]:
        pool = ThreadPoolExecutor(self.size)
        try:
            yield from _spread(pool, work, tasks, 2 * self.size)
        finally:  # what has not begun never does
            pool.shutdown(cancel_futures=True)


class Processes:
    """For work in Python; they end with this process, however it ends."""

    grain = 1

    def __init__(self, cores: int | None = None) -> None:
        self.size = _cores(cores)
        self.place = _said(self.size)

    def each(self, work: Callable[..., Result], tasks: Iterable[Task]) -> Generator[tuple[Task, Result]]:
        others = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(self.size, multiprocessing.get_context("spawn"), initializer=_end_with_parent)
        try:
            yield from _spread(pool, work, tasks, self.size + 1)
        except BaseException:  # a failure, Ctrl-C, or nobody listens any more
            pool.shutdown(wait=False, cancel_futures=True)
            for child in set(multiprocessing.active_children()) - others:
                child.kill()
            raise
        pool.shutdown()


def chunk(crew: Crew, number: int, least: int) -> int:
    """How many of so many things to do make a task: large enough for the crew, and a few tasks for each worker."""
    return max(least, min(least * crew.grain, number // (A_WORKER * crew.size)))


def _spread(
    pool: Executor, work: Callable[..., Result], tasks: Iterable[Task], most: int
) -> Generator[tuple[Task, Result]]:
    """At most so many tasks wait or are under way."""
    waiting, running = iter(tasks), dict[Future[Result], Task]()
    with interrupts() as pressed:
        while True:
            for task in itertools.islice(waiting, most - len(running)):
                running[pool.submit(work, *task)] = task
            if not running:
                return
            for done in wait(running, LOOK, FIRST_COMPLETED).done:
                yield running.pop(done), done.result()
            if pressed:
                raise KeyboardInterrupt


@contextmanager
def interrupts() -> Iterator[list[int]]:
    """Ctrl-C as ever, and noted: Python loses one that comes while it cleans up after an object, or in others' code."""
    seen: list[int] = []
    is_ours = threading.current_thread() is threading.main_thread()
    if not is_ours or signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, None):
        yield seen  # Ctrl-C is the main thread's, and not for what runs in the background
        return

    def note(number: int, frame: FrameType | None) -> None:
        seen.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, note)
    try:
        yield seen
    finally:
        signal.signal(signal.SIGINT, before)


def _end_with_parent() -> None:
    """Leave Ctrl-C to the parent, and end when it does: a parent that was killed cannot say so."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch_parent, daemon=True).start()


def _watch_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def _cores(cores: int | None) -> int:
    if cores is not None and cores < 1:
        raise BadOption(f"at least one core must work; got {cores}")
    return cores or os.cpu_count() or 1


def _said(size: int) -> str:
    return f"{size} core{'s' if size > 1 else ''}"
