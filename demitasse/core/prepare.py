"""Preparing: what of a game is compiled apart, whether it lies on disk already, and compiling it ahead by using it."""

import sys
import time
from pathlib import Path

from demitasse.core import rule, tale
from demitasse.core.batch import Batch
from demitasse.core.game import Game
from demitasse.core.network import Network
from demitasse.core.play import Play, perft
from demitasse.core.recorder import record
from demitasse.core.setting import Setting
from demitasse.core.simulation import simulate
from demitasse.core.tree import Searcher


def warm(game: Game, simulation: bool = False, search: bool = False, guided: bool = False) -> float:
    """Prepare what a match and simple players need, and what else is asked; returns the seconds taken."""
    began = time.perf_counter()
    for part in ("rules", "players", *["playouts"] * simulation, *["search"] * search, *["guidance"] * guided):
        prepare(game, part)
    return time.perf_counter() - began


def prepare(game: Game, part: str) -> None:
    """Compile one of PARTS, or load it from disk; says so on standard error if it was not found there."""
    if not is_prepared(game, part):
        print(
            f"Compiling the {part} of {game.title} (once on this machine, less than a minute) …",
            file=sys.stderr,
            flush=True,
        )
    USES[part](game)
    if rule.JIT:
        _mark(game, part).parent.mkdir(parents=True, exist_ok=True)
        _mark(game, part).touch()


def is_prepared(game: Game, part: str) -> bool:
    """Whether a part lies compiled on disk, or nothing is compiled at all."""
    return not rule.JIT or _mark(game, part).exists()


def _mark(game: Game, part: str) -> Path:
    return rule.cache_folder(game.name) / f"{part}.compiled"


def _begun(game: Game) -> Play:
    return Play(game, game.seats[-1], seed="warm", auto_draw=True)


def _play_once(game: Game) -> None:
    match = _begun(game)
    match.play(match.legal()[0])
    tale.reckon(match)
    match.undo()
    match.supposing()
    match.policy_choice(100, 1)  # a scene may show what a simple player would do
    match.view(0).scores()


def _choose_once(game: Game) -> None:
    match = _begun(game)
    match.set_state(match.states)
    match.policy_choice(100, 1)


def _simulate_once(game: Game) -> None:
    table = Setting.of(game, game.seats[-1])
    perft(Play(table), 1)
    batch = Batch(table, 1)
    batch.step(batch.sample())
    simulate(table, [0] * table.seats, seed=1, first=0, games=1)


def _record_once(game: Game) -> None:
    table = Setting.of(game, game.seats[-1])
    record(table, [100] * table.seats, seed=1, first=0, games=1)


def _search_once(game: Game) -> None:
    """With what a simple player needs: where a search has no more to say, it goes on like one."""
    Searcher(game, capacity=1000).think(_begun(game), simulations=2)
    _choose_once(game)


def _guide_once(game: Game) -> None:
    """A search that a network guides."""
    match = _begun(game)
    Searcher(match.setting, capacity=1000, network=Network.blank(game)).think(match, simulations=2)
    _choose_once(game)


def _learn_once(game: Game) -> None:
    batch = Batch(game, 1, game.seats[-1])
    batch.observe()
    batch.follow()
    batch.mask()
    batch.shares()
    batch.glances()
    batch.priors()


USES = {
    "rules": _play_once,
    "players": _choose_once,
    "playouts": _simulate_once,
    "search": _search_once,
    "guidance": _guide_once,
    "recording": _record_once,
    "learners": _learn_once,
}
PARTS = tuple(USES)  # what is compiled apart, in the order in which it is needed
