"""The vector environment beside pgx's connect_four, round by round in turns, in seconds of processor time: the best of
each, and the ratio of the middle round. On one core, and by default on all, where XLA's threads cost it a third.

python -m bench.vector [--cores 1] [--rounds 15] [GAME …]
"""

import argparse
import os
from statistics import median

from bench import ours, peers
from bench.clock import rates
from demitasse import game, game_names


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.vector", description="Measure the vector environment.")
    parser.add_argument("games", nargs="*", help="games (default: all)")
    parser.add_argument("--cores", type=int, help="so many cores for both (default: all)")
    parser.add_argument("--rounds", type=int, default=15, help="rounds (default: 15)")
    options = parser.parse_args()
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: options.cores])  # before JAX counts them
    others = {"20 steps a call": peers.pgx("connect_four"), "a step a call": peers.pgx("connect_four", 1)}
    for name in options.games or game_names():
        works = {name: ours.vectors(game(name)), **others}
        found = [rates(works, rounds=1) for _ in range(options.rounds)]
        print(f"{name:<14} {max(each[name] for each in found):>12,.0f} /s", end="")
        for other in others:
            ratio = median(each[name] / each[other] for each in found)
            print(f"; pgx, {other} {max(each[other] for each in found):,.0f} /s: {ratio:.2f}", end="")
        print(flush=True)


if __name__ == "__main__":
    main()
