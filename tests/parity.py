"""Plays games of one setting and prints a line a game: a hash of everything that is the case after every ply.

Run once compiled and once with DEMITASSE_JIT=0, the lines must agree: one source, the same bytes.

    python -m tests.parity coffee_rush-3-less_luck --games 200 --seconds 60
"""

import argparse
import hashlib
import itertools
import time

from tests.players import CARES, Driver
from tests.settings import SETTINGS, Setting


def digest(setting: Setting, number: int) -> str:
    """Games take turns in being random, half greedy and greedy, so that half of all choices are the greedy player's."""
    driver = Driver(setting, number, CARES[number % len(CARES)])
    match = driver.match
    found = hashlib.sha256()
    while match.actor is not None:
        found.update(match.states.tobytes())
        found.update(repr((match.actor, match.legal_ids(), match.outcomes())).encode())
        if len(match.plies) % 8 == 0:
            found.update(match.score_lines().tobytes())
        driver.step()
    found.update(match.states.tobytes())
    return f"{number} {len(match.plies)} {match.scores()} {found.hexdigest()[:32]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("setting", choices=[str(setting) for setting in SETTINGS])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    setting = next(setting for setting in SETTINGS if str(setting) == options.setting)
    began = time.monotonic()
    for number in itertools.count():
        if number == options.games or time.monotonic() - began > options.seconds:
            break
        print(digest(setting, number), flush=True)


if __name__ == "__main__":
    main()
