"""Tables at every size: over positions from whole games no text lies over another, is cut or too small, no control is
out of reach, no page scrolls sideways, and no desk scrolls at all.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import demitasse
from demitasse.core import turns
from demitasse.core.scene import scene
from demitasse.core.words import words
from demitasse.server.seat_view import turn_shown
from tests.browser.conftest import NewPage
from tests.players import Driver
from tests.settings import settings_of

GAMES = demitasse.game_names()
SIZES = ((1280, 800), (1440, 900), (1920, 1080), (820, 1180), (390, 844), (360, 640))
LANGUAGES = tuple(os.environ.get("DEMITASSE_TABLE_LANGUAGES", "uk").split())
LOOKS = int(os.environ.get("DEMITASSE_TABLE_LOOKS", "4"))  # at a game of each seat count
NAMES = ("Олена", "Anouk van der Velde-Oppenheimer", "Борис", "マリコ", "Wu")
MEASURE = (Path(__file__).parent / "tables.js").read_text(encoding="utf-8")
NO_WRAP = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.area-head > .name { white-space: nowrap }');
  document.adoptedStyleSheets = [sheet];
}"""


def shown(game: str, language: str) -> Iterator[dict[str, Any]]:
    """Scenes from whole games of every seat count, as whoever acts sees them."""
    for setting in (setting for setting in settings_of(game) if not setting.options):
        length = len(Driver(setting, 6, 100).run(10_000).plies)
        driver = Driver(setting, 6, 100)
        driver.match.names = NAMES[: setting.seats]
        while driver.match.actor == "*":
            driver.run(1)
        yield look(driver.match, language)  # the first question
        while driver.match.actor is not None:
            driver.run(length // LOOKS + 1)
            yield look(driver.match, language)


def look(match: demitasse.Match, language: str) -> dict[str, Any]:
    seat = match.actor if isinstance(match.actor, int) else 0
    where = f"{match.game.name}, {match.seats} seats, ply {len(match.plies)}, {language}"
    return {"where": where, "scene": scene(match, seat, language).as_json(), "since": since(match, seat, language)}


def since(match: demitasse.Match, seat: int, language: str) -> dict[str, Any]:
    """What stands on the shelf; in English nothing does, so that tables are measured with it and without."""
    found = turns.since(turns.of(match), seat, match.plies) if language != "en" else []
    told = [turn_shown(turn, turns.tell(match, turn, seat, words(language)), []) for turn in found]
    return {"names": match.names, "turns": msgspec.to_builtins(told)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_everything_on_a_table_can_be_seen_and_reached(new_page: NewPage, game: str, language: str) -> None:
    scenes = list(shown(game, language))
    page = new_page()
    page.goto("/")
    page.wait_for_selector(".games")
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(MEASURE, [scenes, language])
        assert found["count"] > 20 * len(scenes)
        faults += [f"{width}x{height}, {fault}" for fault in found["faults"]]
    assert not faults, "\n".join(faults)


def test_the_measure_finds_what_is_wrong(new_page: NewPage) -> None:
    """A desk that is too low, and words that are too long for their place and do not wrap."""
    page = new_page(width=1280, height=420)
    page.goto("/")
    page.wait_for_selector(".games")
    page.evaluate(NO_WRAP)
    scenes = [next(shown("coffee_rush", "en"))]
    scenes[0]["scene"]["furniture"]["areas"][0]["label"] = "Donaudampfschifffahrtsgesellschaft" * 3
    faults = page.evaluate(MEASURE, [scenes, "en"])["faults"]
    assert any("a desk of" in fault for fault in faults)
    assert any("sticks out" in fault or "lies over" in fault for fault in faults)


def test_hovering_moves_nothing(new_page: NewPage) -> None:
    """Whatever is pointed at, everything on the table stays where it is."""
    page = new_page()
    page.goto("/")
    page.wait_for_selector(".games")
    from tests.browser.people import Mouse, sit_down, wait_for_turn  # noqa: PLC0415

    sit_down(page, "coffee_rush", seats=3)
    hand = Mouse(page, seed=3)
    for _ in range(6):
        if wait_for_turn(page) == "over":
            return
        page.mouse.move(2, 2)
        page.wait_for_timeout(120)
        before = page.evaluate(BOXES)
        for spot in page.locator(".table [role=button].is-legal").all()[:4]:
            spot.hover(timeout=2000)
            page.wait_for_timeout(200)
            assert page.evaluate(BOXES) == before
        hand.decide()


@pytest.mark.parametrize("language", ["en", "uk"])
def test_four_others_and_a_board_beside_mine_are_read_whole(new_page: NewPage, language: str) -> None:
    """No name ends in …, and no word of a card is broken where it is not hyphenated."""
    from tests.browser.people import sit_down_at  # noqa: PLC0415
    from tests.browser.test_phones import asked  # noqa: PLC0415

    page = new_page()
    page.goto("/")
    page.select_option("#language", language)
    page.wait_for_selector(f"html[lang={language}]")
    sit_down_at(page, asked("kanban_menu", "turn", seats=5, times=14))
    page.keyboard.press("Shift+Digit2")
    page.wait_for_selector(".pinned:visible")
    assert page.evaluate(CRAMPED) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


CRAMPED = """() => [...document.querySelectorAll('.others .name, .flow-offers .card > .title')].filter((made) => {
  made.style.overflowWrap = 'normal';
  return made.scrollWidth > made.clientWidth;
}).map((made) => made.textContent)"""
BOXES = """() => Object.fromEntries([...document.querySelectorAll('.table [data-id], .area, .summary, .dock')]
  .map((made) => [made.dataset.id ?? made.dataset.area ?? made.className, made.getBoundingClientRect()])
  .map(([name, {left, top, width, height}]) => [name, [left, top, width, height].map(Math.round).join()]))"""
