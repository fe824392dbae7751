"""Phones and tablets: what is asked about is in view, fingers hit, another's board can be read, a toast is no wall."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import demitasse
from demitasse import Match, Setting
from tests.browser.conftest import NewPage
from tests.browser.people import a_move, play_until, sit_down, sit_down_at, wait_for_turn
from tests.players import Driver

PHONES = ((390, 844), (360, 640))
FINGER = 44  # px
HIDDEN = """(wanted) => {
  const dock = document.querySelector('.dock').getBoundingClientRect();
  const bottom = dock.left > 0 ? innerHeight : dock.top;
  const found = [...document.querySelectorAll(wanted)].filter((made) => made.checkVisibility());
  if (!found.length) return [`no ${wanted}`];
  return found.map((made) => [made.dataset.id ?? made.dataset.group, made.getBoundingClientRect()])
    .filter(([, box]) => box.top < -1 || box.bottom > bottom + 1).map(([name]) => name);
}"""  # what of it is not in view
FITS = "document.documentElement.scrollHeight <= innerHeight"


def asked(game: str, phase: str, seats: int = 2, times: int = 3) -> Match:
    """A game in which the first seat is asked for the nth time in a phase."""
    driver = Driver(Setting.of(demitasse.game(game), seats, {}), 6, 100)
    names = driver.match.game.notation.labels(driver.match.box)["phase"]
    while True:
        match = driver.match
        if match.actor == 0 and names[int(match.state["phase"])] == phase and len(match.legal()) > 1:
            times -= 1
            if not times:
                return match
        driver.step()


def hidden(page: Page, wanted: str) -> list[str]:
    found: list[str] = page.evaluate(HIDDEN, wanted)
    return found


@pytest.mark.parametrize(
    ("game", "phase", "wanted"),
    [
        ("cafe", "take", "[data-group=offer] .piece"),
        ("coffee_rush", "pour", "[data-group=cups-0], [data-group=zones-0] .place:nth-child(-n + 2)"),
        ("coffee_rush", "upgrade", ".flow-tiles .piece"),
        ("cat_cafe", "choose", "[data-group=sheet-0] .is-legal"),
    ],
)
def test_the_question_decides_what_is_in_view(new_page: NewPage, game: str, phase: str, wanted: str) -> None:
    page, match = new_page(width=390, height=844, has_touch=True), asked(game, phase, times=1)
    sit_down_at(page, match)
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        page.wait_for_selector(".dock[data-state=asked]")
        assert hidden(page, wanted) == [], f"{width} x {height}"
