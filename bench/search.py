"""Search speed on one core: simulations and simulated plies a second of processor time, beside plain playouts in the
same run.

python -m bench.search [GAME …]
"""

import sys
import time

from demitasse import Match, game, game_names
from demitasse.core.bundles import Taste
from demitasse.core.simulation import simulate
from demitasse.core.tree import Searcher

SIMULATIONS = 5_000
ROUNDS = 3


def main() -> None:
    head = f"{'game':<13} {'playouts':<8} {'simulations/s':>14} {'simulated plies/s':>18}"
    print(f"{head} {'plain plies/s':>14} {'ratio':>6}")
    for name in sys.argv[1:] or game_names():
        for label, taste in (("random", Taste(care=0, guided=False)), ("guided", Taste())):
            rates = [_measure(name, taste) for _ in range(ROUNDS)]
            simulations, simulated, plain = (max(column) for column in zip(*rates, strict=True))
            row = f"{name:<13} {label:<8} {simulations:>14,.0f} {simulated:>18,.0f}"
            print(f"{row} {plain:>14,.0f} {simulated / plain:>6.2f}")


def _measure(name: str, taste: Taste) -> tuple[float, float, float]:
    """(simulations, simulated plies, plies of plain playouts by the same players) a second, from the first decision of
    a game for two.
    """
    found = game(name)
    match = Match(found, 2, seed=1, auto_draw=True)
    searcher = Searcher(found, capacity=2_000_000, taste=taste)
    searcher.think(match, simulations=1)
    began = time.process_time()
    searcher.think(match, simulations=SIMULATIONS)
    seconds = time.process_time() - began
    plies = searcher.trees[0].plies
    began = time.process_time()
    lengths = simulate(match.setting, [taste.care] * 2, 1, 0, SIMULATIONS)[1]
    return SIMULATIONS / seconds, plies / seconds, float(lengths.sum()) / (time.process_time() - began)


if __name__ == "__main__":
    main()
