"""The vector environment beside pgx's and EnvPool's, round by round in turns, in seconds of processor time: the best of
each, and the ratio of the middle round. On one core, and by default on all, where XLA's threads cost pgx a third.

python -m bench.vector [--cores 1] [--rounds 9] [--peers NAME …] [GAME …]
"""

import argparse
import os
from collections.abc import Callable
from statistics import median

from bench import ours, peers
from bench.clock import Work, rates
from demitasse import game, game_names

PEERS: dict[str, Callable[[], Work]] = {  # from the least to see to the most
    "CartPole": lambda: peers.envpool("CartPole-v1"),
    "Blackjack": lambda: peers.envpool("Blackjack-v1"),
    "connect_four": lambda: peers.pgx("connect_four"),
    "connect_four×20": lambda: peers.pgx("connect_four", 20),  # steps a call
    "2048": lambda: peers.pgx("2048"),
    "hex": lambda: peers.pgx("hex"),
    "go_9x9": lambda: peers.pgx("go_9x9"),
    "backgammon": lambda: peers.pgx("backgammon"),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.vector", description="Measure the vector environment.")
    parser.add_argument("games", nargs="*", help="games (default: all)")
    parser.add_argument("--cores", type=int, help="so many cores for both (default: all)")
    parser.add_argument("--rounds", type=int, default=9, help="rounds (default: 9)")
    parser.add_argument("--peers", nargs="+", choices=PEERS, default=list(PEERS), help="beside whom (default: all)")
    options = parser.parse_args()
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: options.cores])  # before JAX counts them
    mine = {name: ours.vectors(game(name)) for name in options.games or game_names()}
    for other in options.peers:
        works = {**mine, other: PEERS[other]()}
        found = [rates(works, rounds=1) for _ in range(options.rounds)]
        ratios = (f"{name} {median(each[name] / each[other] for each in found):.2f}" for name in mine)
        print(f"{other:<16} {max(each[other] for each in found):>12,.0f} /s; ours: {', '.join(ratios)}", flush=True)


if __name__ == "__main__":
    main()
