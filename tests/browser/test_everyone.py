"""For everyone: no violation that axe finds, in light and dark; nothing sideways on a phone; targets large enough; a
text view; keys.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import demitasse
from tests.browser.conftest import NewPage
from tests.browser.people import Mouse, a_move, play_until, sit_down, wait_for_turn

GAMES = demitasse.game_names()
SMALL = """() => {
  const targets = 'button, a, select, input:not([type=range]), [role=button]:not([aria-disabled], .is-dot)';
  const seen = (made) => made.offsetParent !== null || made.matches('[role=button]');
  return [...document.querySelectorAll(targets)]
    .filter((made) => !made.closest('.vh, .skip, p, dialog:not([open])') && seen(made))
    .map((made) => [made.outerHTML.slice(0, 90), made.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 24 || box.height < 24))
    .map(([words, box]) => `${words} ${box.width}x${box.height}`);
}"""  # what can be hit and is smaller than 24 px; what is in hand is also dragged to a dot, or put there by Next place

AIM = """(isAimed) => {
  for (const lit of document.querySelectorAll('.table .is-legal')) lit.classList.toggle('is-aimed', isAimed);
}"""  # what can be done looks as it does under the pointer

STROKES = """() => Object.fromEntries(['.is-legal:not(.picked)', '.picked', '.place:not([role])'].map((wanted) => {
  const found = [...document.querySelectorAll(`.table ${wanted}`)].filter((made) => made.checkVisibility())[0];
  const shape = found?.querySelector(':scope > .shape:not(.bare, .cup, .hit)');
  const look = found && getComputedStyle(shape ?? found);
  return [wanted, look ? (shape ? `${look.stroke} ${look.strokeWidth}` : `${look.outline} ${look.border}`) : ''];
}))"""  # the outlines of what can be done, of what is picked and of the rest


def violations(page: Page) -> list[str]:
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}: {each['nodes'][0]['failureSummary']}" for each in found]


def assert_fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
        f"sideways: {page.evaluate('document.documentElement.scrollWidth')}"
    )
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_for_everyone(
    new_page: NewPage, picture: Callable[[Page, str], None], game: str, dark: bool
) -> None:
    page = new_page(color_scheme="dark" if dark else "light")
    sit_down(page, game, seats=3)
    Mouse(page, seed=2).play(9)
    shade = "dark" if dark else "light"
    for width, height in ((1280, 800), (768, 1024), (390, 844), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(150)
        assert_fits(page)
        picture(page, f"{game}-{width}-{shade}")
        if width in (1280, 360):
            assert violations(page) == []
            page.evaluate(AIM, True)
            assert violations(page) == []
            page.evaluate(AIM, False)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_pages_around_are_for_everyone(new_page: NewPage, picture: Callable[[Page, str], None], dark: bool) -> None:
    page = new_page(color_scheme="dark" if dark else "light")
    shade = "dark" if dark else "light"
    page.goto("/")
    page.wait_for_selector(".games")
    check(page, picture, f"lobby-{shade}")
    page.click("[data-new=cafe]")
    check(page, picture, f"setup-{shade}")
    page.locator(".setup .chair select").nth(1).select_option("open")
    page.click("#set-table")
    page.wait_for_selector(".invite")
    check(page, picture, f"room-{shade}")
    page.get_by_role("button", name="Menu", exact=True).click()
    check(page, picture, f"menu-{shade}")
    page.goto("/guide/kanban_menu")
    page.wait_for_selector(".guide")
    check(page, picture, f"guide-{shade}")
    sit_down(page, "cat_cafe")
    Mouse(page, seed=2).play(2)
    page.goto(page.url.replace("/table/", "/replay/"))
    page.wait_for_selector(".steps")
    check(page, picture, f"replay-{shade}")
    page.goto("/table/none")
    page.wait_for_selector(".sorry")
    check(page, picture, f"sorry-{shade}")


def check(page: Page, picture: Callable[[Page, str], None], name: str) -> None:
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_timeout(100)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        assert violations(page) == [], name
        picture(page, f"{name}-{width}")


def test_sheets_of_a_table_are_for_everyone(new_page: NewPage, picture: Callable[[Page, str], None]) -> None:
    page = new_page()
    sit_down(page, "coffee_rush")
    Mouse(page, seed=2).play(3)
    for key, name in (("c", "scores"), ("i", "words"), ("l", "log"), ("?", "keys")):
        wait_for_turn(page)
        page.locator(".prompt").focus()
        page.keyboard.press(key)
        page.wait_for_selector(".sheet[open]")
        assert violations(page) == [], name
        picture(page, f"sheet-{name}")
        page.keyboard.press("Escape")
        expect(page.locator(".sheet")).to_have_count(0)


def test_the_table_can_be_read_and_played_in_words(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "cat_cafe")
    wait_for_turn(page)
    page.click(".dock [data-key=words]")
    for _ in range(4):  # it stays open, and follows the game
        wait_for_turn(page)
        with a_move(page):
            page.locator(".words .deeds .btn").first.press("Enter")
    wait_for_turn(page)
    expect(page.locator(".words h3").first).to_be_focused()
    assert page.locator("#voice").text_content()


def test_what_can_be_done_shows_in_forced_colours(new_page: NewPage, picture: Callable[[Page, str], None]) -> None:
    page = new_page(forced_colors="active", has_touch=True)
    sit_down(page, "cat_cafe")
    play_until(page, "[data-id^='item-'].is-legal", seed=2)
    assert page.evaluate("(getComputedStyle(document.querySelector('.dock .choice')).borderTopStyle)") == "solid"
    page.locator("[data-id^='item-'].is-legal").first.tap()  # which only picks, even where one place is left
    page.wait_for_selector(".picked")
    picture(page, "forced-colours")
    found = page.evaluate(STROKES)
    assert all(found.values()), found
    assert len(set(found.values())) == 3, found
