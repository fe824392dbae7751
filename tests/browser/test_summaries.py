"""Summaries of the other seats in the page: at every width no text is cut, covered or too small to read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from demitasse.core.scene import scene
from demitasse.core.words import LANGUAGES
from tests.browser.conftest import NewPage
from tests.browser.people import Mouse, is_at, play_until, reach, sit_down, sit_down_at, wait_for_turn
from tests.players import Driver
from tests.settings import SETTINGS

WIDTHS = (300, 190, 118, 108)  # px: the side column, five at a table, three chips on a phone of 390 and 360
EVERY = 150  # plies between two positions
NAMES = ("Олена", "Anouk van der Velde-Oppenheimer", "Борис", "マリコ", "Wu")
MEASURE = """async ({scenes, widths}) => {
  const {SummaryView} = await import('/web/table/summary.js');
  const home = document.body.appendChild(document.createElement('div'));
  const faults = new Set();
  const made = (tag, kind, width) => {
    const found = document.createElement(tag);
    found.className = kind;
    found.style.width = width;
    return found;
  };
  const boxOf = ({left, right, top, bottom}) => ({left, right, top, bottom});
  const texts = (whole) => {
    const walker = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const [words, owner] = [walker.currentNode.data, walker.currentNode.parentElement];
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const name = owner.matches('.s-head > .name');  // may end in an ellipsis
      const boxes = [...(name ? [owner.getBoundingClientRect()] : range.getClientRects())];
      found.push(...boxes.filter(({width}) => width > 0.5).map((box) => ({words, owner, box: boxOf(box)})));
    }
    return found;
  };
  const check = (whole, where) => {
    const found = texts(whole);
    const outer = whole.getBoundingClientRect();
    const tell = (what) => faults.add(`${where}: ${what}`);
    found.forEach(({owner, box, words}, k) => {
      const size = parseFloat(getComputedStyle(owner).fontSize);
      if (size < 11) tell(`"${words}" has ${size} px`);
      const frame = owner.matches('.count') ? null : owner.closest('.cell, .tile, .card, .s-head');
      const bounds = frame?.getBoundingClientRect() ?? outer;
      if (box.left < bounds.left - 1 || box.right > bounds.right + 1) tell(`"${words}" sticks out`);
      if (box.top < outer.top - 1 || box.bottom > outer.bottom + 1) tell(`"${words}" lies outside`);
      for (const other of found.slice(k + 1)) {
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (wide > 2 && high > size / 3) tell(`"${words}" lies over "${other.words}"`);
      }
    });
    if (whole.scrollWidth > whole.clientWidth + 1) tell('wider than its frame');
    return found.length;
  };
  let count = 0;
  for (const width of widths) {
    const views = scenes.flatMap(({where, grounds, summaries}) => summaries.map((summary) => {
      const view = new SummaryView(() => {});
      view.show(summary, grounds);
      home.appendChild(made('article', 'other', `${width}px`)).append(view.element);
      return [view.element, `${where}, ${summary.name}, ${width} px`];
    }));
    for (const [element, where] of views) count += check(element, where);
    home.replaceChildren();
  }
  home.remove();
  return {faults: [...faults].slice(0, 30), count};
}"""

DRESS = """(style) => {
  const made = new CSSStyleSheet();
  made.replaceSync(style);
  document.adoptedStyleSheets.push(made);
}"""


def shown() -> Iterator[dict[str, Any]]:
    """Scenes from whole games of every game, seat count and language."""
    for setting in (setting for setting in SETTINGS if setting.seats > 1 and not setting.options):
        driver = Driver(setting, 6, 100)
        driver.match.names = NAMES[: setting.seats]
        while driver.match.actor is not None:
            driver.run(EVERY)
            for language in LANGUAGES:
                found = scene(driver.match, 0, language).as_json()
                where = f"{setting}, ply {len(driver.match.plies)}, {language}"
                yield {"where": where, "grounds": found.get("grounds", {}), "summaries": found["summaries"]}


def measured(page: Page, scenes: list[dict[str, Any]], **given: object) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(MEASURE, {"scenes": scenes, "widths": WIDTHS, **given})
    assert found["count"] > 5 * len(scenes)
    return found


def dress(page: Page, style: str) -> None:
    """Adds rules in the one way that the page's content policy allows."""
    page.evaluate(DRESS, style)


def test_every_text_of_a_summary_can_be_read(new_page: NewPage) -> None:
    page, scenes = new_page(), list(shown())
    page.goto("/")
    assert measured(page, scenes)["faults"] == []


def test_every_text_of_a_summary_can_be_read_at_twice_the_size(new_page: NewPage) -> None:
    page, scenes = new_page(), [each for k, each in enumerate(shown()) if k % 3 == 0]
    page.goto("/")
    dress(page, ":root { font-size: 200% }")
    assert measured(page, scenes, widths=(400, 300, 240))["faults"] == []


def test_the_measure_finds_what_is_wrong(new_page: NewPage) -> None:
    """A word too long for its tile sticks out; letters may not be small."""
    page = new_page()
    page.goto("/")
    tile = {"label": "", "text": "Donaudampfschifffahrt"}
    long = {"seat": 0, "name": "A", "score": 1, "label": "A", "lines": [{"kind": "counts", "tiles": [tile] * 5}]}
    dress(page, ".s-head > .score { font-size: 9px !important }")
    faults = page.evaluate(
        MEASURE, {"scenes": [{"where": "here", "grounds": {}, "summaries": [long]}], "widths": [190]}
    )
    assert any("sticks out" in fault for fault in faults["faults"])
    assert any("lies over" in fault for fault in faults["faults"])
    assert any("9 px" in fault for fault in faults["faults"])


def test_a_summary_pins_the_board_of_its_seat(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "coffee_rush", seats=3)
    wait_for_turn(page)
    summaries, pinned = page.locator(".others .summary"), page.locator(".pinned")
    expect(summaries).to_have_count(2)
    first = summaries.first
    assert first.get_attribute("aria-label")
    expect(first).to_have_attribute("aria-expanded", "false")
    first.click()
    expect(first).to_have_attribute("aria-expanded", "true")
    expect(pinned.locator("[data-group=cups-1]")).to_be_visible()
    Mouse(page, seed=1).play(1)
    wait_for_turn(page)
    expect(pinned.locator("[data-group=cups-1]")).to_be_visible()  # it stays while one plays
    summaries.nth(1).click()
    expect(pinned.locator("[data-group=cups-2]")).to_be_visible()
    expect(first).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("Escape")
    expect(pinned).to_be_hidden()
    expect(page.locator("[data-group=cups-2]")).to_have_count(1)


def test_keys_pin_change_over_and_unpin(new_page: NewPage) -> None:
    page = new_page(width=1600, height=900)
    sit_down(page, "coffee_rush", seats=3)
    wait_for_turn(page)
    mine, pinned = page.locator("[data-area=mine]"), page.locator(".pinned")
    page.keyboard.press("o")
    expect(pinned.locator("[data-group=zones-1]")).to_be_visible()
    page.locator(".summary").first.focus()
    page.keyboard.press("ArrowRight")
    expect(pinned.locator("[data-group=zones-2]")).to_be_visible()
    one, other = mine.bounding_box(), pinned.locator(".area").bounding_box()
    assert one
    assert other
    assert abs(one["width"] - other["width"]) < 40, "beside mine, at the same scale"
    page.keyboard.press("o")
    expect(pinned).to_be_hidden()
    page.keyboard.press("Shift+Digit3")
    expect(pinned.locator("[data-group=zones-2]")).to_be_visible()
    page.keyboard.press("Shift+Digit3")
    expect(pinned).to_be_hidden()


SMALLEST = """() => Math.min(...[...document.querySelectorAll('.others .s-plan')]
  .filter((plan) => plan.offsetWidth).map((plan) => plan.offsetWidth / plan.style.getPropertyValue('--w')), 99)"""
CUT = """() => {
  const board = document.querySelector('.pinned-board');
  const digits = [...board.querySelectorAll('.t-digit')].filter((made) => !made.getBoundingClientRect().width);
  return [board.scrollHeight - board.clientHeight, digits.length];
}"""  # px of a pinned board that are out of sight, numbers of its signs that are left out


@pytest.mark.parametrize("game", ["cat_cafe", "coffee_rush"])
def test_beside_what_happened_since_no_map_is_too_small_and_a_pinned_board_is_whole(
    new_page: NewPage, game: str
) -> None:
    page = new_page()
    sit_down_at(page, reach(game, 3, 4, lambda match: is_at(match, plies=60)))
    play_until(page, ".shelf[data-shows=since]", seed=3)
    assert page.evaluate(SMALLEST) >= 13
    page.keyboard.press("o")
    expect(page.locator(".pinned-board")).to_be_visible()
    cut, left_out = page.evaluate(CUT)
    assert cut <= 1
    assert left_out == 0
    page.keyboard.press("w")
    expect(page.locator(".shelf button[aria-pressed]").first).to_be_focused()
    expect(page.locator(".pinned-board")).to_be_hidden()


TOLD = {  # what is seen of each of the others, however many sit there
    "coffee_rush": (".s-cups", ".s-zones", ".s-facts"),
    "cafe": (".s-map", ".s-counts", ".s-facts"),
    "cat_cafe": (".s-map", ".s-marks", ".s-facts"),
    "kanban_menu": (".s-way .t", ".way", ".s-counts"),
}
SEEN = """(parts) => [...document.querySelectorAll('.other')].map((other) => [
  Math.round(other.offsetHeight), ...parts.map((part) => Boolean(other.querySelector(part)?.offsetWidth))])"""


@pytest.mark.parametrize("game", sorted(TOLD))
def test_at_a_full_desk_others_show_all_that_matters_whether_the_shelf_is_open_or_not(
    new_page: NewPage, game: str
) -> None:
    page = new_page()
    sit_down_at(page, reach(game, 5 if game == "kanban_menu" else 4, 4, lambda match: is_at(match, plies=60)))
    play_until(page, ".shelf[data-shows=since]", seed=3)
    for width, height in ((1280, 800), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.keyboard.press("w")
        expect(page.locator(".shelf[data-shows=since]")).to_be_visible()
        seen = page.evaluate(SEEN, TOLD[game])
        assert all(all(each) for each in seen), f"{seen} of {TOLD[game]} at {width} px"
        page.click("[data-shelf=fold]")
        expect(page.locator(".shelf")).to_be_hidden()
        assert page.evaluate(SEEN, TOLD[game]) == seen, f"as without a shelf, at {width} px"
