"""One source, same bytes: plain Python and compiled code play the same games from the same draws and choices."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from demitasse import Setting
from demitasse.core.rule import JIT
from tests.parity import run
from tests.players import CARES
from tests.settings import SETTINGS

GAMES = int(os.environ.get("DEMITASSE_PARITY_GAMES", "60"))
SECONDS = float(os.environ.get("DEMITASSE_PARITY_SECONDS", "1.2"))
ROOT = Path(__file__).parent.parent


def lines(setting: Setting, compiled: bool, games: int, seconds: float, again: list[str] | None = None) -> list[str]:
    """Games played compiled or plain: here, if that is how this process plays, else by another."""
    if compiled == JIT:
        return list(run(setting, games, seconds, again))
    command = [sys.executable, "-m", "tests.parity", str(setting), "--games", str(games), "--seconds", str(seconds)]
    done = subprocess.run(
        command if again is None else [*command, "--again"],
        cwd=ROOT,
        env={**os.environ, "DEMITASSE_JIT": str(int(compiled))},
        input="\n".join(again or ()),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_plain_and_compiled_games_are_byte_equal(setting: Setting) -> None:
    compiled = lines(setting, True, GAMES, 10 * SECONDS)
    plain = lines(setting, False, GAMES, SECONDS, compiled)
    assert len(plain) >= min(GAMES, len(CARES))
    assert plain == compiled[: len(plain)]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_plain_and_compiled_players_choose_alike(setting: Setting) -> None:
    assert lines(setting, False, 3, 60.0) == lines(setting, True, 3, 60.0)
