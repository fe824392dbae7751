"""What a GPU plays, as a digest: run in Numba's simulator, and in this process on the CPU, by tests/test_device.py.

python -m tests.simulated DEVICE GAME SEED
"""

import hashlib
import sys

import numpy as np
import numpy.typing as npt

from demitasse import Batch, Setting, game
from demitasse.core import device as devices
from demitasse.core.simulation import simulate, simulate_there

GAMES = 2
STEPS = 25


def digest(device: str, name: str, seed: int) -> str:
    """Of scores and lengths of playouts by random and by mixed players, of the states of a batch, and what is seen."""
    found = game(name)
    seats = found.seats[-1]
    seen = hashlib.sha256()
    for care in ([0] * seats, [100, 0, 50, 100, 0][:seats]):
        scores, lengths = _playouts(device, name, care, seed)
        seen.update(np.ascontiguousarray(scores).tobytes() + lengths.tobytes())
    batch = Batch(found, 3, seats, seed=seed, device=device)
    for number in range(STEPS):
        ids, counts = map(batch.fetch, batch.legal())
        chosen = [ids[i, number % counts[i]] if counts[i] else 0 for i in range(3)]
        scores, done = batch.step(batch.sample() if number % 2 else chosen)
        seen.update(batch.fetch(scores).tobytes() + batch.fetch(done).tobytes())
        if number % 12 == 0:  # a row of what is seen is a thread, and simulated ones are slow
            for learned in (batch.observe(), batch.observe([0, 1, -1]), batch.mask(), batch.shares(), batch.glances()):
                seen.update(batch.fetch(learned).tobytes())
    return hashlib.sha256(seen.digest() + batch.states.tobytes()).hexdigest()


def _playouts(
    device: str, name: str, care: list[int], seed: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    found = Setting.of(name, len(care))
    if device == "cpu":
        return simulate(found, care, seed, 5, GAMES)
    there = devices.find(device, found.game)
    scores, lengths = simulate_there(there, found, care, seed, 5, GAMES)
    return there.fetch(scores), there.fetch(lengths)


if __name__ == "__main__":
    print(digest(sys.argv[1], sys.argv[2], int(sys.argv[3])))
