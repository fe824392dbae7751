"""One source, same bytes: plain Python and compiled code play the same games from the same draws and choices."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from demitasse import Setting
from tests.players import CARES
from tests.settings import SETTINGS

GAMES = int(os.environ.get("DEMITASSE_PARITY_GAMES", "200"))
SECONDS = float(os.environ.get("DEMITASSE_PARITY_SECONDS", "3"))
ROOT = Path(__file__).parent.parent


def lines(setting: Setting, jit: str, *arguments: str, stdin: str = "") -> list[str]:
    command = [sys.executable, "-m", "tests.parity", str(setting), *arguments]
    run = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "DEMITASSE_JIT": jit},
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return run.stdout.splitlines()


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_plain_and_compiled_games_are_byte_equal(setting: Setting) -> None:
    compiled = lines(setting, "1", "--games", str(GAMES), "--seconds", str(10 * SECONDS))
    plain = lines(setting, "0", "--again", "--seconds", str(SECONDS), stdin="\n".join(compiled))
    assert len(plain) >= min(GAMES, len(CARES))
    assert plain == compiled[: len(plain)]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_plain_and_compiled_players_choose_alike(setting: Setting) -> None:
    assert lines(setting, "0", "--games", "3") == lines(setting, "1", "--games", "3")
