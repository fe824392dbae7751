"""One source, same bytes: plain Python and compiled code play the same games from the same draws and choices."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.settings import SETTINGS, Setting

GAMES = int(os.environ.get("DEMITASSE_PARITY_GAMES", "200"))
SECONDS = float(os.environ.get("DEMITASSE_PARITY_SECONDS", "60"))
ROOT = Path(__file__).parent.parent


def lines(setting: Setting, jit: str, games: int, seconds: float) -> list[str]:
    command = [sys.executable, "-m", "tests.parity", str(setting), "--games", str(games), "--seconds", str(seconds)]
    run = subprocess.run(command, cwd=ROOT, env={**os.environ, "DEMITASSE_JIT": jit}, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    return run.stdout.splitlines()


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_plain_and_compiled_games_are_byte_equal(setting: Setting) -> None:
    plain = lines(setting, "0", GAMES, SECONDS)
    compiled = lines(setting, "1", len(plain), 10 * SECONDS)
    assert len(plain) >= min(GAMES, 6)
    assert plain == compiled
