"""The pictures of the README, taken of the page as it is now: docs/pictures.

make pictures
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize

from demitasse import Match
from tests.browser.conftest import PACED, launched
from tests.browser.house import House
from tests.browser.people import Mouse, is_at, reach, sit_down_at

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
DESK = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)
SEED = 11
CARE = 100  # of 100 decisions on the way there, how many are sensible
COLOURS = 256


def lobby(page: Page) -> None:
    page.goto("/")
    page.wait_for_selector(".games")


def at(game: str, seats: int, plies: int, phase: str, seed: int = SEED) -> Callable[[Page], None]:
    """A table where the first seat is asked in a phase, after so many plies."""

    def sit(page: Page) -> None:
        sit_down_at(page, reach(game, seats, seed, lambda match: is_at(match, phase, plies)))

    return sit


def end(page: Page) -> None:
    """The end of a game of which only the last decisions were left."""
    match = Match("kanban_menu", 3, seed=SEED, auto_draw=True)
    while match.actor is not None:
        match.play_id(match.policy_choice(CARE, len(match.plies)))
    last = max(number for number, ply in enumerate(match.plies) if ply.actor == 0)
    match.take_back(len(match.plies) - last)
    sit_down_at(page, match)
    Mouse(page).play_to_the_end()


PICTURES: dict[str, tuple[Callable[[Page], None], ViewportSize]] = {
    "lobby": (lobby, DESK),
    "cafe": (at("cafe", 3, 160, "place"), DESK),
    "coffee_rush": (at("coffee_rush", 3, 147, "pour", seed=27), DESK),
    "cat_cafe": (at("cat_cafe", 3, 100, "choose"), DESK),
    "kanban_menu": (at("kanban_menu", 3, 120, "turn"), DESK),
    "end": (end, DESK),
    "phone": (at("cafe", 2, 110, "place"), PHONE),
}


def take(browser: Browser, house: House, name: str) -> None:
    show, size = PICTURES[name]
    context = browser.new_context(
        viewport=size,
        has_touch=size is PHONE,
        color_scheme="dark" if size is PHONE else "light",
        reduced_motion="reduce",
        locale="en-GB",
        base_url=house.url,
    )
    context.add_init_script(PACED.replace("PACE", "once"))
    page = context.new_page()
    show(page)
    page.wait_for_timeout(1500)  # until all has come to rest
    seen = Image.open(io.BytesIO(page.screenshot()))
    seen.convert("RGB").quantize(COLOURS).save(FOLDER / f"{name}.png", optimize=True)
    context.close()


def main(names: list[str]) -> None:
    house = House(Path(tempfile.mkdtemp()))
    house.start()
    with launched() as browser:
        for name in names or PICTURES:
            take(browser, house, name)
            print(FOLDER / f"{name}.png")
    house.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
