"""How fast players teach themselves: decisions a second played, and learnt from in one pass, beside the goals.

python -m bench.learning [--device cuda] [--games 65536] [GAME …]     needs the extra `train`
"""

from __future__ import annotations

import argparse
import time

import torch

from demitasse import Setting, game, game_names
from demitasse.core.device import DEVICES
from demitasse.learn.lessons import Learner, Method, Player
from demitasse.learn.network import Net
from demitasse.learn.tables import Tables

METHOD = Method(decisions=16, passes=1)
LESSONS = 3  # of which the last is measured
ACTING, LEARNING = 5e6, 2e6  # goals, on one H200


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", help="default: all")
    parser.add_argument("--device", default="cpu", choices=DEVICES)
    parser.add_argument("--games", type=int, default=512, help="side by side, of all numbers of seats (default: 512)")
    options = parser.parse_args()
    print(f"{'game':<13} {'played/s':>12} {'of goal':>8} {'learnt/s':>12} {'of goal':>8}")
    for name in options.names or game_names():
        acting, learning = rates(name, options.games, options.device)
        print(f"{name:<13} {acting:>12,.0f} {acting / ACTING:>8.2f} {learning:>12,.0f} {learning / LEARNING:>8.2f}")


def rates(name: str, games: int, device: str) -> tuple[float, float]:
    """(decisions played, decisions learnt from) a second."""
    settings = [Setting.of(name, seats) for seats in game(name).seats]
    net = Net(settings[0]).to(device)
    player = Player(net, Tables(settings, games, 1, device), METHOD)
    learner = Learner(net, METHOD, fused=device == "cuda")
    for _ in range(LESSONS):
        began = now(device)
        played = player.play()
        between = now(device)
        learner.learn(played, 0.1)
        ended = now(device)
    return len(played.picks) / (between - began), len(played.picks) / (ended - between)


def now(device: str) -> float:
    """The clock, once a device has done what it was told."""
    if device == "cuda":
        torch.cuda.synchronize()
    return time.perf_counter()


if __name__ == "__main__":
    main()
