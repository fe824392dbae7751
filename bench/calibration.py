"""Are a network's chances true? Of many positions of games that networks play: what they said of the victory of who is
to act, beside how often it came so.

python -m bench.calibration [--games 300] [--out docs/calibration.svg] [GAME …]
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from demitasse import Match, Setting, game_names
from demitasse.arena import plots
from demitasse.bots.network import NetworkPlayer
from demitasse.core import game as registry
from demitasse.core.network import Network, find
from demitasse.core.tree import GuidedTree

EVERY = 7  # decisions from one position that is looked at to the next
BINS = 10
LEAST = 30  # positions of a tenth that is told
WARMTH = 1.0  # they play as they learnt, not always what they like best

Floats = npt.NDArray[np.float64]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_", nargs="*", metavar="GAME", help="default: all")
    parser.add_argument("--games", type=int, default=300, help="for each number of seats (default: 300)")
    parser.add_argument("--out", type=Path, help="an SVG file for the plot")
    options = parser.parse_args()
    found: dict[str, Floats] = {}
    for name in options.games_ or game_names():
        title = registry.find(name).title
        for seats in (2, registry.find(name).seats[-1]):
            setting = Setting.of(name, seats)
            network, why = find(setting)
            if network is None:
                print(why)
                continue
            said, came = watch(setting, network, options.games)
            rows = binned(said, came)
            found[f"{title}, {seats} seats"] = rows
            off = float(np.average(np.abs(rows[:, 1] - rows[:, 0]), weights=rows[:, 2]))
            print(f"{title}, {seats} seats: {len(said):,} positions; said and came differ by {off:.1%} on average")
            for mean, actual, number in rows:
                print(f"   said {mean:5.1%}   came {actual:5.1%}   {int(number):6,}")
    if options.out:
        draw(found, options.out)


def watch(setting: Setting, network: Network, games: int) -> tuple[Floats, Floats]:
    """(what was said of the share of victory of who was to act, what it came to), of positions of many games."""
    player = NetworkPlayer(WARMTH, 1, network)
    tree = GuidedTree(setting, network, 1, 2000)
    said: list[float] = []
    came: list[float] = []
    for number in range(games):
        match = Match(setting, seed=f"calibration {number}", auto_draw=True)
        seen: list[tuple[int, float]] = []
        decisions = number % EVERY
        while isinstance(match.actor, int):
            view = match.view(match.actor)
            decisions += len(view.legal_ids()) > 1  # else a search goes on to the next
            if decisions % EVERY == 0 and len(view.legal_ids()) > 1:
                seen.append((match.actor, share(tree, view, setting.seats)))
            match.play(player.choose(view))
        winners = match.winners()
        said += [one for _, one in seen]
        came += [(seat in winners) / len(winners) for seat, _ in seen]
    return np.array(said), np.array(came)


def share(tree: GuidedTree, view: Match, seats: int) -> float:
    """The share of victory that the network gives the seat to act."""
    tree.clear()
    tree.set_root(view.box.records, view.states)
    tree.think(view.box.records, 1)  # about the root: what comes later may be another's to decide
    logits = tree.guide.mind.values[:seats].astype(np.float64)
    odds = np.exp(logits - logits.max())
    return float(odds[0] / odds.sum())


def binned(said: Floats, came: Floats) -> Floats:
    """Rows (mean of what was said, mean of what came, how many), of tenths of chances that were said often enough."""
    places = np.minimum((said * BINS).astype(int), BINS - 1)
    sets = [places == k for k in range(BINS) if (places == k).sum() >= LEAST]
    return np.array([(said[each].mean(), came[each].mean(), each.sum()) for each in sets])


def draw(found: dict[str, Floats], path: Path) -> None:
    """A line a table beside the diagonal, where all would lie if every chance were true."""
    figure: Any = plots.library().figure.Figure(figsize=(6, 5), layout="constrained")
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color="#8a7a6a", linestyle="--", linewidth=1)
    for (name, rows), marker in zip(found.items(), "osD^vPX*", strict=False):
        axes.plot(rows[:, 0], rows[:, 1], marker=marker, markersize=4, linewidth=1.2, label=name)
    axes.set_xlabel("share of victory as the network said it")
    axes.set_ylabel("as it came")
    axes.legend(fontsize=8)
    figure.savefig(path)


if __name__ == "__main__":
    main()
