"""Playouts and batches on a GPU: plies a second, and whether they are those of the CPU, byte for byte.

python -m bench.gpu [GAME …]
"""

import sys
import time

import numpy as np

from demitasse import Batch, Game, Setting, game, game_names
from demitasse.core import device as devices
from demitasse.core.simulation import simulate, simulate_there

GAMES = {0: 1 << 22, 100: 1 << 19}  # of random and of careful players
COMPARED = 2000
BATCH = 1 << 16
STEPS = 100


def main() -> None:
    print(f"{'game':<13} {'players':<9} {'games':>10} {'plies/s':>16}  as on the CPU")
    for name in sys.argv[1:] or game_names():
        found = game(name)
        for care, label in ((0, "random"), (100, "sensible")):
            rate, equal = playouts(found, care)
            print(f"{name:<13} {label:<9} {GAMES[care]:>10,} {rate:>16,.0f}  {'yes' if equal else 'NO'}", flush=True)
        rate, equal = batch(found)
        print(f"{name:<13} {'batch':<9} {BATCH:>10,} {rate:>16,.0f}  {'yes' if equal else 'NO'}", flush=True)


def playouts(found: Game, care: int) -> tuple[float, bool]:
    """(plies a second, whether the first games are those of the CPU), two at the table."""
    device = devices.find("cuda", found)
    arguments: tuple[Setting, list[int], int, int] = (Setting.of(found, 2), [care] * 2, 1, 0)
    simulate_there(device, *arguments, COMPARED)  # compiled before the clock starts
    began = time.perf_counter()
    scores, lengths = simulate_there(device, *arguments, GAMES[care])
    plies = device.fetch(lengths)  # waits for the end
    seconds = time.perf_counter() - began
    expected, lasted = simulate(*arguments, COMPARED)
    return plies.sum() / seconds, np.array_equal(plies[:COMPARED], lasted) and np.array_equal(
        device.fetch(scores)[:COMPARED], expected
    )


def batch(found: Game) -> tuple[float, bool]:
    """(decisions a second with the first legal action always, whether states are those of the CPU)."""
    there, here = (Batch(found, BATCH, 2, seed=1, device=device) for device in ("cuda", "cpu"))
    seconds = 0.0
    for _ in range(STEPS):
        actions = np.ascontiguousarray(here.legal()[0][:, 0])
        began = time.perf_counter()
        _, done = there.step(actions)
        there.fetch(done)
        seconds += time.perf_counter() - began
        here.step(actions)
    return BATCH * STEPS / seconds, here.states.tobytes() == there.states.tobytes()


if __name__ == "__main__":
    main()
