"""Networks on one core: microseconds a decision, and simulations a second of a search that one guides beside one by
playouts in the same run, in processor time.

python -m bench.network [GAME …]
"""

import sys
import time

from demitasse import Match, game_names
from demitasse.core.network import Network, find
from demitasse.core.tree import GuidedTree, Searcher
from tests.networks import made

DECISIONS = 2_000
SIMULATIONS = 20_000
PLAYOUTS = 4_000
ROUNDS = 3
PLIES = 8  # into the game


def main() -> None:
    print(f"{'game':<13} {'network':<8} {'us a decision':>14} {'guided/s':>10} {'playouts/s':>11} {'ratio':>6}")
    for name in sys.argv[1:] or game_names():
        match = _begun(name)
        shipped = find(match.setting)[0]
        network = shipped or made(name, hidden=256, question=64)  # as large as those that ship
        rows = [_measure(match, network) for _ in range(ROUNDS)]
        decisions, guided, playouts = (max(column) for column in zip(*rows, strict=True))
        row = f"{name:<13} {'shipped' if shipped else 'made up':<8} {1e6 / decisions:>14.1f} {guided:>10,.0f}"
        print(f"{row} {playouts:>11,.0f} {guided / playouts:>6.2f}", flush=True)


def _begun(name: str) -> Match:
    """A game for two in which there is something to decide."""
    match = Match(name, 2, seed=3, auto_draw=True)
    for number in range(PLIES):
        match.play_id(match.policy_choice(100, number))
    while len(match.legal_ids()) < 2:
        match.play_id(match.legal_ids()[0])
    return match


def _measure(match: Match, network: Network) -> tuple[float, float, float]:
    """(decisions of the network alone, guided simulations, simulations by playouts) a second."""
    assert isinstance(match.actor, int)
    view, boxes = match.view(match.actor), match.box.records
    tree = GuidedTree(match.setting, network, 1, 4_000)
    tree.ponder(boxes, view.states)
    began = time.process_time()
    for _ in range(DECISIONS):
        tree.ponder(boxes, view.states)
    return (
        DECISIONS / (time.process_time() - began),
        _searched(Searcher(match.setting, capacity=2_000_000, network=network), view, SIMULATIONS),
        _searched(Searcher(match.game, capacity=2_000_000), view, PLAYOUTS),
    )


def _searched(searcher: Searcher, view: Match, simulations: int) -> float:
    searcher.think(view, simulations=2)
    began = time.process_time()
    searcher.think(view, simulations=simulations)
    return simulations / (time.process_time() - began)


if __name__ == "__main__":
    main()
