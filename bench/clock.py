"""How fast something is: the best of a few short rounds by processor time, what is compared measured in turns."""

import time
from collections.abc import Callable, Mapping

ROUNDS = 5
SECONDS = 0.12  # of a round, at least

Work = Callable[[int], float]  # does that many of something; returns how many units that were (plies, mostly)


def rates(
    works: Mapping[str, Work], clock: Callable[[], float] = time.process_time, rounds: int = ROUNDS
) -> dict[str, float]:
    """Units a second of each; rounds alternate, so that what else the machine does befalls all alike."""
    sizes = {name: _size(work, clock) for name, work in works.items()}
    best = dict.fromkeys(works, 0.0)
    for _ in range(rounds):
        for name, work in works.items():
            began = clock()
            units = work(sizes[name])
            best[name] = max(best[name], units / (clock() - began))
    return best


def _size(work: Work, clock: Callable[[], float]) -> int:
    """How many to ask for so that a round takes long enough to be measured; the first call also compiles."""
    size = 1
    work(size)
    while True:
        began = clock()
        work(size)
        seconds = clock() - began
        if seconds >= SECONDS:
            return size
        size = max(size + 1, min(8 * size, int(1.3 * size * SECONDS / max(seconds, 1e-6))))
