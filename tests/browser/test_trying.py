"""Cards are tried before they are taken, and kinds of action narrow what glows: new ways of choosing."""

from __future__ import annotations

from itertools import groupby

from playwright.sync_api import Page, expect

import demitasse
from demitasse import Match, Setting
from tests.browser.conftest import NewPage
from tests.browser.people import a_move, head, play_until, reach, sit_down, sit_down_at, wait_for_turn
from tests.players import Driver

CARD = "[data-group=offer] [data-id^='card-'].is-legal"


def shape(page: Page) -> str:
    """Where what is in hand lies, and how it is turned."""
    return page.locator(".in-hand").inner_html() + str(page.locator(".in-hand").get_attribute("transform"))


def test_a_card_is_tried_turned_and_taken_and_its_place_is_remembered(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "cafe", seats=1)
    wait_for_turn(page)
    before = head(page)
    page.locator(CARD).first.click()
    expect(page.locator(".in-hand")).to_be_visible()
    expect(page.locator(".in-hand .tag")).to_have_text("covers 2")
    expect(page.locator("[data-word=points-0] .delta")).to_have_count(
        page.locator("[data-word=points-0] :is(.would-come, .would-go)").count()
    )
    first = shape(page)
    page.keyboard.press("r")
    turned = shape(page)
    assert turned != first
    page.click(".dock [data-key=next]")
    tried = shape(page)
    assert tried != turned
    assert head(page) == before, "trying is not playing"
    with a_move(page):
        page.locator(".dock .says .btn").last.click()
    wait_for_turn(page)
    expect(page.locator(".dock [data-key=lay]")).to_be_visible()
    assert shape(page) == tried


def priced() -> tuple[Match, list[str]]:
    """A game whose first seat may pay for a card with several colours, and the ways to take that card."""
    driver = Driver(Setting.of(demitasse.game("cafe"), 2, {}), 3, 100)
    while True:
        paid = [text for text in driver.match.legal() if " pay " in text]
        ways = max((list(texts) for _, texts in groupby(paid, lambda text: text.split()[1])), key=len, default=[])
        if driver.match.actor == 0 and len(ways) > 1:
            return driver.match, ways
        driver.step()


def test_a_cube_that_pays_for_one_card_alone_takes_nothing_by_one_click(new_page: NewPage) -> None:
    page = new_page()

    def one_costs(match: Match) -> bool:
        return len({text.split()[1] for text in match.legal() if " pay " in text}) == 1

    match = reach("cafe", 3, 4, one_costs)
    sit_down_at(page, match)
    before = head(page)
    page.locator("[data-id^='warehouse-0'].is-legal").first.click()
    expect(page.locator(".in-hand")).to_be_visible()  # the card is tried
    expect(page.locator(".dock .btn.main")).to_contain_text("Take it")
    assert head(page) == before


def test_a_card_is_paid_for_with_what_hurts_least_or_with_the_cube_that_is_pressed(new_page: NewPage) -> None:
    match, ways = priced()
    page = new_page()
    sit_down_at(page, match)
    page.click(f"[data-group=offer] .piece[data-id$='-{ways[0].split()[1]}']")
    pays, aimed = page.locator(".dock .pay"), page.locator(".dock .pay.is-aimed")
    expect(pays).to_have_count(len(ways))
    losses = [int(text.replace("±", "").replace("−", "-")) for text in page.locator(".dock .pay > b").all_inner_texts()]
    expect(aimed).to_have_attribute("data-key", f"pay {ways[losses.index(max(losses))]}")
    pays.last.click()
    expect(aimed).to_have_attribute("data-key", f"pay {ways[-1]}")
    said = page.locator(".dock").inner_text()
    pays.first.hover()
    expect(aimed).to_have_attribute("data-key", f"pay {ways[-1]}")
    assert page.locator(".dock").inner_text() == said, "pointing chooses nothing"
    with page.expect_request(lambda request: request.url.endswith("/plays")) as sent:
        page.get_by_role("button", name="Take it").click()
    assert (sent.value.post_data_json or {})["text"] == ways[-1]


def test_another_card_is_tried_in_its_place_and_escape_puts_it_back(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "cafe", seats=1)
    wait_for_turn(page)
    page.keyboard.press("1")
    expect(page.locator(".in-hand")).to_be_visible()
    first = shape(page)
    page.keyboard.press("2")
    expect(page.locator("[data-group=offer] .picked")).to_have_count(1)
    assert shape(page) != first
    page.keyboard.press("Escape")
    expect(page.locator(".in-hand")).to_have_count(0)


def test_where_a_card_cannot_lie_it_says_so_and_why(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "cafe", seats=1)
    wait_for_turn(page)
    page.keyboard.press("1")
    box, plane = page.locator(".in-hand").bounding_box(), page.locator(".plane:visible").bounding_box()
    assert box
    assert plane
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(plane["x"] + plane["width"] - 2, plane["y"] + plane["height"] - 2, steps=8)
    page.mouse.up()
    expect(page.locator(".in-hand.is-wrong .tag")).to_have_text("not here")
    expect(page.locator(".prompt small")).to_contain_text("A card covers 2, 3 or 4 sections")
    expect(page.locator(".kind > .note:not(:empty)")).to_have_count(0)
    expect(page.locator("[data-word=points-0] .delta")).to_have_count(0)


def test_a_kind_of_action_narrows_what_glows(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "cafe", seats=1)
    play_until(page, "[data-id=grow].is-legal", seed=4)
    before = head(page)
    page.keyboard.press("a")
    expect(page.locator("[data-id=grow].picked")).to_be_visible()
    assert page.locator("[data-id^='group-0-'].is-legal").count() > 0
    assert page.locator(".plane .is-back").count() > 0
    expect(page.locator(".dock")).to_contain_text("End the turn")
    page.keyboard.press("a")
    expect(page.locator("[data-id=grow].picked")).to_have_count(0)
    page.keyboard.press("a")
    assert head(page) == before, "a kind is chosen, let go and chosen again: nothing is done"
    page.keyboard.press("Escape")
    expect(page.locator(".plane .is-back")).to_have_count(0)
    page.click("[data-id=grow]")
    grown = page.locator(".dock .says .btn.main")
    expect(grown).to_contain_text("Grow")  # the group that grows most, where there are several
    with a_move(page):
        grown.click()


def test_a_turn_with_points_left_is_not_ended_by_one_key(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "cafe", seats=1)
    play_until(page, "[data-id=grow].is-legal", seed=4)
    before = head(page)
    page.keyboard.press("e")
    expect(page.locator(".dock .btn.main")).to_contain_text("Yes, end the turn")
    assert head(page) == before
    with a_move(page):
        page.keyboard.press("e")


def test_while_a_card_is_laid_the_bar_foretells_what_could_be_done_then(new_page: NewPage) -> None:
    driver = Driver(Setting.of(demitasse.game("cafe"), 2, {}), 5, 100)
    while driver.match.actor != 0 or "phase: place" not in driver.match.position() or len(driver.match.plies) < 60:
        driver.step()
    page = new_page()
    sit_down_at(page, driver.match)
    notes, before = page.locator(".kind.off > .note"), head(page)
    expect(notes).to_have_count(4)
    expect(notes.first).not_to_have_text("")
    foretold = notes.all_inner_texts()
    page.keyboard.press("a")
    assert head(page) == before, "nothing of it can be chosen yet"
    with a_move(page):
        page.click(".dock [data-key=lay]")
    wait_for_turn(page)
    expect(page.locator(".kind.soon")).to_have_count(0)
    assert page.locator(".kind > .note").all_inner_texts() == foretold


def test_while_a_card_is_tried_the_bar_foretells_what_could_be_done_once_it_lies_there(new_page: NewPage) -> None:
    driver = Driver(Setting.of(demitasse.game("cafe"), 1, {}), 5, 100)
    while "phase: take" not in driver.match.position() or len(driver.match.plies) < 60:
        driver.step()
    page = new_page()
    sit_down_at(page, driver.match)
    expect(page.locator(".kind.soon > .note")).to_have_text(["", "", "", ""])
    page.keyboard.press("1")
    notes = page.locator(".kind.soon > .note")
    expect(notes.first).not_to_have_text("")
    first = notes.all_inner_texts()
    page.click(".dock [data-key=next]")
    expect(notes).not_to_have_text(first)
    foretold = notes.all_inner_texts()
    for deed in (".dock .says .btn.main", ".dock [data-key=lay]"):
        with a_move(page):
            page.locator(deed).click()
        wait_for_turn(page)
    expect(page.locator(".kind:not(.soon) > .note")).to_have_text(foretold)
