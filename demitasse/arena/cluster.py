"""A cluster as a crew: tasks go to the machines of a Ray cluster. Every one of them has this version of Demitasse.

A task whose worker or machine dies is done again by another; results do not depend on who plays.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Generator, Iterable
from typing import Any

from demitasse.arena.crew import LOOK, Result, Task, interrupts
from demitasse.core.errors import BadOption

WAYS = "expected auto, ray://HOST:PORT or HOST:PORT"
TRIES = 20  # at a task whose worker dies
WAITING = 2  # tasks for each core that are under way or wait there


class Cluster:
    """The Ray cluster at an address; `auto` is the one that this machine belongs to. Raises BadOption."""

    grain = 16  # a task costs about a millisecond, so it had better be worth a second

    def __init__(self, address: str) -> None:
        if address != "auto" and ":" not in address:
            raise BadOption(f"--cluster {address}: {WAYS}")
        with interrupts() as pressed:  # Ray may lose one while it connects
            self._ray = _ray()
            try:
                self._ray.init(address=address, log_to_driver=False, logging_level="error", ignore_reinit_error=True)
            except (ConnectionError, ValueError, RuntimeError) as error:
                first = str(error).strip().split("\n")[0]
                raise BadOption(
                    f"no Ray cluster answers at {address}: {first} (start one with `ray start --head`, and "
                    "`ray start --address=HOST:6379` on every other machine)"
                ) from None
            self.size = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
            machines = len([node for node in self._ray.nodes() if node["Alive"]])
            if pressed:
                raise KeyboardInterrupt
        self.place = f"{self.size} cores of {machines} machine{'s' if machines > 1 else ''}"

    def each(self, work: Callable[..., Result], tasks: Iterable[Task]) -> Generator[tuple[Task, Result]]:
        remote = self._ray.remote(max_retries=TRIES)(work)
        waiting, running = iter(tasks), dict[Any, Task]()
        try:
            with interrupts() as pressed:
                while True:
                    for task in itertools.islice(waiting, WAITING * self.size - len(running)):
                        running[remote.remote(*task)] = task
                    if not running:
                        return
                    for done in self._ray.wait(list(running), num_returns=1, timeout=LOOK)[0]:
                        yield running.pop(done), self._ray.get(done)
                    if pressed:
                        raise KeyboardInterrupt
        except BaseException:  # a failure, Ctrl-C, or nobody listens any more
            for task_under_way in running:
                self._ray.cancel(task_under_way, force=True)
            raise


def _ray() -> Any:
    try:
        import ray  # noqa: PLC0415  # an extra, and slow to load
    except ImportError:
        raise BadOption("a cluster needs Ray: pip install 'demitasse[cluster]'") from None
    return ray
