"""The simple player of Café."""

import os
import subprocess
import sys


def test_the_shortlist_has_whatever_is_worth_most() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.cafe.shortlist"],
        env={**os.environ, "DEMITASSE_JIT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) > 300
