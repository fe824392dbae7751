"""The command of learning: demitasse train."""

from __future__ import annotations

import argparse
import math
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console

from demitasse.arena.arguments import add_contents, options_of, seats_of
from demitasse.core import game as registry
from demitasse.core.device import DEVICES
from demitasse.core.errors import BadOption
from demitasse.core.setting import Setting

MOST_MINUTES = 60 * 24 * 7
MOST_GAMES = 1 << 20
console = Console()


def train_command(options: argparse.Namespace) -> int:
    training = _learning()
    found = registry.find(options.game)
    given = options_of(options)
    seats = found.seats if options.seats is None else seats_of(options.seats)
    settings = [Setting.of(found, number, given) for number in seats]
    crowd = _crowd(options.device) if options.games is None else options.games
    plan = training.Plan(
        settings,
        60 * _within("--minutes", options.minutes, 0, MOST_MINUTES),
        Path(options.out or f"{found.name}.safetensors"),
        games=int(_within("--games", crowd, len(settings), MOST_GAMES)),
        seed=options.seed,
        device=options.device,
        method=training.method_of(found.name, begun=options.begin is not None),
        taste=0.0 if options.from_scratch else training.TASTE,
        begin=Path(options.begin) if options.begin else None,
        trials=int(_within("--trials", options.trials, 1, MOST_GAMES)),
        every=60 * _within("--every", options.every, 0, MOST_MINUTES),
    )
    _see_that_it_can_be_written(plan.out)
    _say(f"{found.title}: {', '.join(map(str, settings))}; seed {plan.seed}, on {plan.device}")
    training.Training(plan, _say).run()
    return 0


def add_commands(commands: Any) -> None:
    """Enter `train` among the commands of the command line."""
    train = commands.add_parser(
        "train",
        help="let players of a game teach themselves",
        description="Let a network teach itself a game by playing against itself, on a GPU or, slowly, on a core. "
        "After an interruption the same command goes on. Put the file into a folder and name that in "
        "DEMITASSE_NETWORKS: master and grandmaster then play by it. Needs the extra: pip install 'demitasse[train]'",
    )
    train.add_argument("game", help="the game")
    train.add_argument("--seats", metavar="LIST", help="2, 2,4 or 2-4: how many play (default: all that can)")
    train.add_argument("--minutes", type=float, default=8.0, metavar="N", help="of learning (default: 8)")
    train.add_argument("--out", metavar="FILE", help="where the network goes (default: GAME.safetensors here)")
    train.add_argument("--device", default="cpu", choices=DEVICES, help="where games are played and learnt from")
    train.add_argument("--games", type=int, metavar="N", help="side by side (default: 32,768 on a GPU, 512 on a core)")
    train.add_argument("--seed", type=int, default=1, metavar="N", help="of draws and weights (default: 1)")
    train.add_argument("--begin", metavar="FILE", help="a network to go on from, instead of one that knows nothing")
    train.add_argument("--from-scratch", action="store_true", help="without the taste of the hand-written policy")
    train.add_argument("--trials", type=int, default=512, metavar="N", help="games of a trial (default: 512)")
    train.add_argument("--every", type=float, default=2.0, metavar="N", help="minutes between trials (default: 2)")
    add_contents(train)
    train.set_defaults(command=train_command)


def _say(text: str) -> None:
    console.print(text, highlight=False, markup=False, soft_wrap=True)


def _learning() -> Any:
    try:
        import_module("torch")
    except ImportError:
        raise BadOption("learning needs PyTorch; expected the extra: pip install 'demitasse[train]'") from None
    return import_module("demitasse.learn.training")


def _crowd(device: str) -> int:
    return 32_768 if device == "cuda" else 512


def _within(name: str, value: float, least: float, most: float) -> float:
    if not math.isfinite(value) or not least <= value <= most or value == 0:
        raise BadOption(f"{name} {value:g}: expected a number above 0, from {least:g} to {most:g}")
    return value


def _see_that_it_can_be_written(path: Path) -> None:
    if not path.resolve().parent.is_dir() or path.is_dir():
        raise BadOption(f"--out {path}: expected a file in a folder that exists")
