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
from tests.browser.people import asked, sit_down_at
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


def test_a_district_keeps_sections_of_a_fair_size_however_tall_it_grows(new_page: NewPage) -> None:
    page = new_page(width=1280, height=800)
    page.goto("/")
    page.wait_for_selector(".games")
    scenes, heights = [], []
    for seed in (0, 2):
        match, last = demitasse.Match("cafe", 3, seed=seed, auto_draw=True), -1
        while match.actor is not None:
            if match.actor == 0 and match.state["phase"] != last:
                scenes.append({**look(match, "en"), "since": {"names": match.names, "turns": []}})
                heights.append(next(group["height"] for group in scenes[-1]["scene"]["groups"]))
            last = match.state["phase"]
            match.play_id(match.policy_choice(60, len(match.plies)))
    assert sum(height > 7 * 80 for height in heights) > 10, "tall ones"
    assert not page.evaluate(MEASURE, [scenes, "en"])["faults"]


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
    page = new_page()
    page.goto("/")
    page.select_option("#language", language)
    page.wait_for_selector(f"html[lang={language}]")
    sit_down_at(page, asked("kanban_menu", "turn", seats=5, times=14))
    page.keyboard.press("Shift+Digit2")
    page.wait_for_selector(".pinned:visible")
    assert page.evaluate(CRAMPED) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize(("game", "phase", "seats"), [("coffee_rush", "move", 4), ("cat_cafe", "choose", 4)])
def test_the_narrowest_desk_has_room_for_the_bar_and_a_board_beside_mine(
    new_page: NewPage, game: str, phase: str, seats: int
) -> None:
    page = new_page()
    page.goto("/")
    page.select_option("#language", "uk")
    page.wait_for_selector("html[lang=uk]")
    sit_down_at(page, asked(game, phase, seats=seats))
    for width in (1100, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(BAR) == {"high": 48, "over": 0, "cut": []}
    page.set_viewport_size({"width": 1100, "height": 800})
    page.keyboard.press("o")
    page.wait_for_selector(".pinned:visible")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_flies_takes_no_furniture_along(new_page: NewPage) -> None:
    """Its holder has the class of its flow, and not the rail on which that hangs."""
    page = new_page()
    page.goto("/")
    page.wait_for_selector(".games")
    rail = "getComputedStyle(document.querySelector('.flow-boards'), '::before').content"
    for holder, content in (("table", '""'), ("air", "none")):
        page.evaluate(
            "(holder) => document.body.innerHTML = `<div class=${holder}><div class=flow-boards></div></div>`", holder
        )
        assert page.evaluate(rail) == content


BAR = """() => {
  const bar = document.querySelector('.bar'), last = bar.querySelector('.phases > :last-child').getBoundingClientRect();
  const cut = [...bar.querySelectorAll('.has-now .t')].filter((made) => made.scrollWidth > made.clientWidth);
  const over = Math.max(0, last.right - bar.querySelector('.tool').getBoundingClientRect().left);
  return {high: bar.offsetHeight, over, cut: cut.map((made) => made.textContent)};
}"""
CRAMPED = """() => [...document.querySelectorAll('.others .name, .flow-offers .card > .title')].filter((made) => {
  made.style.overflowWrap = 'normal';
  return made.scrollWidth > made.clientWidth;
}).map((made) => made.textContent)"""
BOXES = """() => Object.fromEntries([...document.querySelectorAll('.table [data-id], .area, .summary, .dock')]
  .map((made) => [made.dataset.id ?? made.dataset.area ?? made.className, made.getBoundingClientRect()])
  .map(([name, {left, top, width, height}]) => [name, [left, top, width, height].map(Math.round).join()]))"""
