"""All figures in one run on one machine: printed, and written as JSON and as a picture; or checked against the ratios
stored before.

python -m bench [--out FOLDER] [--check] [--store] [GAME …]
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from bench import ours, peers
from bench.clock import Work, rates
from bench.picture import bars
from bench.port import Port
from demitasse import Game, Setting, game, game_names
from demitasse.core.simulation import simulate

STORED = Path(__file__).with_name("ratios.json")
TOLERATED = 0.7  # of a stored ratio; less is a regression
PORT_GOAL = 0.85
# Plies a second of random playouts where the port of Coffee Rush does 32 M; others are asked for less only if a game's
# rules are heavier
YARDSTICK, AT_YARDSTICK, HEAVY = 32e6, 8e6, {"cafe": 3e6}
Figures = dict[str, float]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure speed beside others.")
    parser.add_argument("games", nargs="*", help="games (default: all)")
    parser.add_argument(
        "--out", type=Path, default=Path("build/bench"), help="where bench.json and bench.svg go (default: build/bench)"
    )
    parser.add_argument("--check", action="store_true", help="fail if a ratio is more than 30 %% below the stored one")
    parser.add_argument("--store", action="store_true", help="keep the ratios of this run as the stored ones")
    options = parser.parse_args()
    began = time.perf_counter()
    figures: Figures = {}
    names = options.games or game_names()
    figures |= _peers()
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            figures |= _game(game(name), Path(folder))
    ratios = _ratios(figures, names)
    _print_ratios(ratios)
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "bench.json").write_text(
        json.dumps({"figures": _rounded(figures), "ratios": _rounded(ratios)}, indent=2) + "\n"
    )
    (options.out / "bench.svg").write_text(bars(figures, names))
    print(f"\n{options.out}/bench.json and bench.svg written; {time.perf_counter() - began:.0f} s in all")
    if options.store:
        STORED.write_text(json.dumps(_rounded(ratios), indent=2) + "\n")
    return _check(ratios) if options.check else 0


def _peers() -> Figures:
    """Figures of others, a second: plies of OpenSpiel, moves of python-chess, steps of all else."""
    works: dict[str, Work] = {"python-chess step": peers.chess}
    works |= {f"pgx {name}": peers.pgx(name) for name in PGX}
    works |= {f"envpool {name}": peers.envpool(name) for name in ENVPOOL}
    works |= {f"pettingzoo {name} step": peers.pettingzoo(name) for name in PETTINGZOO}
    works |= {f"openspiel {name} step": peers.OpenSpiel(name).steps for name in PYTHON}
    for name in ("hearts", "pig"):
        spiel = peers.OpenSpiel(name)
        works |= {
            f"openspiel {name} rollouts": spiel.rollouts,
            f"openspiel {name} step": spiel.steps,
            f"openspiel {name} search": spiel.search,
        }
    return _measured(works)


def _game(found: Game, folder: Path) -> Figures:
    built = Port(found, folder)
    _assert_same_games(found, built)
    figures: Figures = {}
    for players in ours.CARE:
        pair = {
            f"{found.name} {players}": ours.playouts(found, players),
            f"{found.name} {players} c++": ours.port(built, players),
        }
        figures |= _measured(pair)
    one = {f"{found.name} {what}": work(found) for what, work in ONE_CORE.items()}
    figures |= _measured(one)
    # by the clock on the wall: threads share it
    cores = {
        f"{found.name} one core": ours.playouts(found, "random"),
        f"{found.name} all cores": ours.on_all_cores(found, "random"),
    }
    measured = rates(cores, time.perf_counter)
    _print(measured)
    return figures | measured


ENVIRONMENTS = {"PettingZoo": ours.pettingzoo, "OpenSpiel": ours.openspiel, "vector of 1,024": ours.vectors}
ONE_CORE = {
    "step by id": ours.by_id,
    "Match.play": ours.by_text,
    "batch of 1,024": ours.batches,
    "search": ours.search,
    **ENVIRONMENTS,
}
# Whom each environment stands beside: PettingZoo's own classic games, OpenSpiel's Python games, pgx's, EnvPool's
PETTINGZOO = ("connect_four_v3", "chess_v6")
PYTHON = ("python_tic_tac_toe", "python_liars_poker")
PGX = ("connect_four", "backgammon")
ENVPOOL = ("CartPole-v1", "Blackjack-v1")
BESIDE = {
    "PettingZoo": [f"pettingzoo {name} step" for name in PETTINGZOO],
    "OpenSpiel": [f"openspiel {name} step" for name in PYTHON],
    "vector of 1,024": [*(f"pgx {name}" for name in PGX), *(f"envpool {name}" for name in ENVPOOL)],
}


def _assert_same_games(found: Game, built: Port) -> None:
    for care in ours.CARE.values():
        expected = simulate(Setting.of(found, 2), [care] * 2, 1, 0, 100)
        for one, other in zip(expected, built.simulate(2, [care] * 2, 1, 0, 100), strict=True):
            assert np.array_equal(one, other), f"the port of {found.name} plays other games than the rules"


def _measured(works: Mapping[str, Work]) -> Figures:
    measured = rates(works)
    _print(measured)
    return measured


def _print(figures: Figures) -> None:
    for name, value in figures.items():
        print(f"{name:<32} {value:>16,.0f} /s", flush=True)


def _ratios(figures: Figures, names: list[str]) -> Figures:
    """Every goal as a ratio to something measured in the same run; 1 or more of its goal is reached."""
    ratios: Figures = {}
    machine = figures.get("coffee_rush random c++", 0.0) / YARDSTICK
    for name in names:
        of = {what: figures[f"{name} {what}"] for what in ("random", "sensible", *ONE_CORE, "one core", "all cores")}
        for players in ours.CARE:
            ratios[f"{name}: {players} / C++ port"] = of[players] / figures[f"{name} {players} c++"]
        if machine:
            ratios[f"{name}: random / {HEAVY.get(name, AT_YARDSTICK) / 1e6:.0f} M at the yardstick"] = (
                of["random"] / machine / HEAVY.get(name, AT_YARDSTICK)
            )
        for players in ours.CARE:
            ratios[f"{name}: {players} / OpenSpiel's rollouts at hearts"] = (
                of[players] / figures["openspiel hearts rollouts"]
            )
        ratios[f"{name}: batch / playouts"] = of["batch of 1,024"] / of["random"]
        ratios[f"{name}: all cores / linear"] = of["all cores"] / of["one core"] / ours.CORES
        for other in (
            "hearts",
            "pig",
        ):  # a card game with tricks, and a die with two choices: as heavy and as light as theirs are
            for what in ("step by id", "Match.play"):
                ratios[f"{name}: {what} / OpenSpiel's at {other}"] = of[what] / figures[f"openspiel {other} step"]
            ratios[f"{name}: search / MCTSBot at {other}"] = of["search"] / figures[f"openspiel {other} search"]
        for what, others in BESIDE.items():
            ratios |= {f"{name}: {what} / {other}": of[what] / figures[other] for other in others}
    return ratios


GOALS = {
    "/ C++ port": PORT_GOAL,
    "at the yardstick": 1.0,
    "step by id / OpenSpiel's at hearts": 2.0,
    "step by id / OpenSpiel's at pig": 2.0,
    "batch / playouts": 0.5,
    "all cores / linear": 0.9,
    "search / MCTSBot at hearts": 1.0,
    "search / MCTSBot at pig": 1.0,
    # So many times what they were when every place was asked for by itself, and every action valued by itself
    "cafe: random / OpenSpiel's rollouts at hearts": 3 * 0.553,
    "cafe: sensible / OpenSpiel's rollouts at hearts": 2.5 * 0.129,
    "cat_cafe: sensible / OpenSpiel's rollouts at hearts": 1.3 * 0.344,
    "coffee_rush: sensible / OpenSpiel's rollouts at hearts": 1.3 * 0.499,
    **{f"{what} / {other}": 1.0 for what, others in BESIDE.items() for other in others},
    "cafe: Match.play / OpenSpiel's at hearts": 4 * 0.032,
}


def _goal(ratio: str) -> float | None:
    return next((goal for end, goal in GOALS.items() if f" {ratio}".endswith(f" {end}")), None)


def _print_ratios(ratios: Figures) -> None:
    print(f"\n{'ratio':<50} {'measured':>9} {'goal':>6}")
    for name, value in ratios.items():
        goal = _goal(name)
        verdict = "" if goal is None else f"{goal:>6.2f}  {'reached' if value >= goal else 'below'}"
        print(f"{name:<50} {value:>9.2f} {verdict}")


def _rounded(figures: Figures) -> Figures:
    return {name: float(f"{value:.4g}") for name, value in figures.items()}


def _check(ratios: Figures) -> int:
    """1 if a ratio has fallen by more than is tolerated."""
    stored: Figures = json.loads(STORED.read_text())
    worse = {name: value for name, value in ratios.items() if name in stored and value < TOLERATED * stored[name]}
    for name, value in worse.items():
        print(
            f"slower: {name} is {value:.2f}; stored {stored[name]:.2f}, tolerated {TOLERATED * stored[name]:.2f}",
            file=sys.stderr,
        )
    print(
        "bench-check:",
        f"{len(worse)} ratios are worse" if worse else f"none of {len(ratios)} ratios has fallen by more than 30 %",
    )
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
