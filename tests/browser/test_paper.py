"""What goes on paper, and what stays readable in the reader's own colours."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.people import sit_down
from tests.browser.test_replays import bring, record

READ = "([selector]) => [...document.querySelectorAll(selector)].filter((made) => made.checkVisibility()).length"


def seen(page: Page, selector: str) -> int:
    found: int = page.evaluate(READ, [selector])
    return found


def test_a_guide_on_the_page_and_on_paper(new_page: NewPage) -> None:
    page = new_page(width=360, height=740, has_touch=True)
    page.goto("/guide/cat_cafe")
    page.wait_for_selector(".guide h2")
    assert page.locator(".guide ul li").first.evaluate("(made) => getComputedStyle(made).listStyleType") == "disc"
    small = page.locator(".guide-picture text").evaluate_all(
        "(made) => made.map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"
    )
    assert min(small) >= 10.9, "letters of pictures on a phone"
    page.locator(".guide-contents a").nth(4).click()
    expect(page.locator(".guide-contents")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "pictures move in their frames"

    page.emulate_media(media="print", color_scheme="dark")
    assert (seen(page, ".bar"), seen(page, ".guide-contents")) == (0, 0)
    assert seen(page, ".guide h2") > 5
    assert page.locator(".guide p").first.evaluate("(made) => getComputedStyle(made).color") == "rgb(0, 0, 0)"
    page.emulate_media(media="screen")
    page.get_by_role("link", name="An empty sheet to print").click()
    page.emulate_media(media="print")
    assert (seen(page, ".guide h2"), seen(page, "#guide-paper")) == (0, 1), "the sheet alone"
    pdf = page.pdf(format="A4")
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") == 1


def test_scores_are_printed_alone_and_the_number_on_a_star_stays_dark(new_page: NewPage) -> None:
    page = new_page(forced_colors="active", color_scheme="dark")
    sit_down(page, "kanban_menu")
    star = page.locator(".corner b").first
    assert star.evaluate("(made) => getComputedStyle(made).color") == "rgb(58, 35, 0)", "as without forced colours"
    page.keyboard.press("c")
    page.wait_for_selector(".sheet table")
    page.emulate_media(media="print", forced_colors="none")
    assert [seen(page, each) for each in (".sheet table", ".dock", ".bar", ".sheet-head button")] == [1, 0, 0, 0]


def test_the_turns_of_a_record_are_printed_whole(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(color_scheme="dark")
    bring(page, tmp_path, record())
    page.get_by_role("button", name="The game so far").click()
    turns = page.locator(".sheet .log .turn")
    expect(turns.last).to_be_attached()
    page.emulate_media(media="print")
    assert [seen(page, each) for each in (".dock", ".bar", ".sheet-head button")] == [0, 0, 0]
    assert seen(page, ".sheet .log .turn") == turns.count() > 20
    bottom = turns.last.evaluate("(made) => made.getBoundingClientRect().bottom + scrollY")
    assert bottom <= page.evaluate("document.documentElement.scrollHeight"), "nothing is left behind a scroll bar"
    pdf = page.pdf(format="A4")
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") >= 2
