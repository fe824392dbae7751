"""How long one waits between two turns of one's own, at the usual pace with bots at the other seats.

python -m tests.browser.turn_times [--turns 6] [--seats 3] [GAME …]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import Page

from demitasse import game_names
from tests.browser.conftest import launched
from tests.browser.house import House
from tests.browser.people import sit_down, wait_for_turn

WATCHED = 0.4  # seconds; what is shorter is one's own turn going on
MOST = 40  # decisions for the turns that are wanted


def waits(page: Page, game: str, seats: int, turns: int) -> list[float]:
    """The seconds from the end of each of so many turns, taken as a hint advises, to the next question."""
    sit_down(page, game, seats, "regular")
    found: list[float] = []
    for _ in range(MOST):
        if wait_for_turn(page) == "over" or len(found) == turns:
            break
        page.keyboard.press("h")
        page.wait_for_selector(".shelf[data-shows=hint]", timeout=60_000)
        page.wait_for_timeout(900)  # until it can be taken
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('.dock').dataset.state !== 'asked'")
        began = time.monotonic()
        if wait_for_turn(page) != "over" and time.monotonic() - began > WATCHED:
            found.append(time.monotonic() - began)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.turn_times", description="Measure waiting.")
    parser.add_argument("games", nargs="*", help="games (default: all)")
    parser.add_argument("--turns", type=int, default=6, help="turns of each (default: 6)")
    parser.add_argument("--seats", type=int, default=3, help="seats (default: 3)")
    options = parser.parse_args()
    house = House(Path(tempfile.mkdtemp()))
    house.start()
    with launched() as browser:
        for game in options.games or game_names():
            page = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=house.url).new_page()
            found = waits(page, game, options.seats, options.turns)
            print(f"{game:<12} {median(found):.1f} s in the middle, {max(found):.1f} s at most, of {len(found)} turns")
            page.context.close()
    house.stop()


if __name__ == "__main__":
    main()
