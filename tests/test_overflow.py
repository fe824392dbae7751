"""P8: a golden playthrough is the same in plain Python, where a counter that is too narrow is an error; and one is made
too narrow to see it.
"""

import os
import subprocess
import sys

import pytest

from demitasse import game_names
from tests.golden import FOLDER

AGAIN = """
import sys
from pathlib import Path
from demitasse.core.fields import Field, Fields

narrow = sys.argv[2]
made = Fields.__init__
def patched(self, sizes, *fields):
    made(self, sizes, *(Field(f.name, "i1", f.meaning, f.axes, f.values) if f.name == narrow else f for f in fields))
Fields.__init__ = patched

from tests.golden import playthrough, plies_of
text = Path(sys.argv[1]).read_text(encoding="utf-8")
sys.exit(0 if playthrough(plies_of(text)) == text else 3)
"""


def again(name: str, narrow: str = "") -> subprocess.CompletedProcess[str]:
    """Play a golden file again in plain Python, with one field as narrow as an int8."""
    command = [sys.executable, "-c", AGAIN, str(FOLDER / f"{name}.txt"), narrow]
    return subprocess.run(
        command, env={**os.environ, "DEMITASSE_JIT": "0"}, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("name", game_names())
def test_a_golden_playthrough_is_the_same_in_plain_python(name: str) -> None:
    done = again(f"{name}-2-greedy")
    assert done.returncode == 0, done.stderr


def test_a_counter_that_overflows_is_noticed() -> None:
    done = again("cat_cafe-3-first_takes_all-greedy", narrow="choice")
    assert done.returncode != 0
    assert done.returncode == 3 or "verflow" in done.stderr or "out of bounds" in done.stderr
