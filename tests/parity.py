"""Plays games of one setting and prints a line a game: a hash of everything that is the case after every ply, and the
plies.

    python -m tests.parity coffee_rush-3-less_luck --games 200             plays
    python -m tests.parity coffee_rush-3-less_luck --again < lines         plays the plies of such lines again

Played compiled and again with DEMITASSE_JIT=0, the lines must agree: one source, the same bytes.
"""

import argparse
import hashlib
import sys
import time
from collections.abc import Callable, Iterable, Iterator

from demitasse import Match, Setting
from tests.players import CARES, Driver
from tests.settings import SETTINGS


def told(match: Match, step: Callable[[], None]) -> str:
    """Play a match to its end by `step`; the line that tells it."""
    found = hashlib.sha256()
    while match.actor is not None:
        found.update(match.states.tobytes())
        found.update(repr((match.actor, match.legal_ids(), match.outcomes())).encode())
        if len(match.plies) % 16 == 0:
            found.update(match.score_lines().tobytes())
        step()
    found.update(match.states.tobytes() + match.score_lines().tobytes())
    return f"{found.hexdigest()[:32]} {match.scores()} {','.join(str(ply.id) for ply in match.plies)}"


def play(setting: Setting, number: int) -> str:
    """Games take turns in being random, half greedy and greedy, so that half of all choices are the greedy player's."""
    driver = Driver(setting, number, CARES[number % len(CARES)])
    return told(driver.match, driver.step)


def play_again(setting: Setting, line: str) -> str:
    match = Match(setting)
    plies = iter(int(word) for word in line.rsplit(maxsplit=1)[-1].split(","))

    def step() -> None:
        match._play(next(plies), "")

    return told(match, step)


def run(setting: Setting, games: int, seconds: float, again: Iterable[str] | None = None) -> Iterator[str]:
    """A line for each game, as long as the seconds last."""
    began = time.process_time()
    for number, line in enumerate(range(games) if again is None else again):
        if time.process_time() - began > seconds:
            break
        yield play_again(setting, line) if isinstance(line, str) else play(setting, number)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("setting", choices=[str(setting) for setting in SETTINGS])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args()
    setting = next(setting for setting in SETTINGS if str(setting) == options.setting)
    for line in run(setting, options.games, options.seconds, sys.stdin if options.again else None):
        print(line, flush=True)


if __name__ == "__main__":
    main()
