"""Mutants called equivalent: each is a mutant of the rules as they stand."""

import subprocess
import sys


def test_what_is_called_equivalent_is_a_mutant_of_the_rules() -> None:
    command = [sys.executable, "-m", "tests.mutants", "--names"]
    found = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (found.returncode, found.stderr) == (0, "")
