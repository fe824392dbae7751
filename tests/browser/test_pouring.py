"""Pouring in Coffee Rush: cups, keys and the supply answer what is asked of the rest, and nothing before."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from demitasse import Match
from demitasse.core.scene import Action, scene
from tests.browser.conftest import NewPage
from tests.browser.people import a_move, head, is_at, reach, sit_down_at

RECORD = """() => fetch(location.pathname.replace('/table/', '/api/tables/') + '/record')
  .then((found) => found.text())"""
ASK = ".prompt .ask"


def with_rest(match: Match) -> list[Action]:
    """The ways to pour for an order that leave something over."""
    return [way for way in scene(match, 0).ways if way.then] if is_at(match, "empty") else []


def at_a_rest() -> tuple[Match, list[Action]]:
    match = reach("coffee_rush", 3, 4, lambda match: bool(with_rest(match)))
    order = with_rest(match)[0].on
    return match, [way for way in with_rest(match) if way.on == order]


def test_while_one_walks_no_cup_ends_the_walk(new_page: NewPage) -> None:
    page = new_page()
    sit_down_at(
        page, reach("coffee_rush", 3, 4, lambda match: {"stop"} <= {*match.legal()} and any(match.state["taken"]))
    )
    expect(page.locator(ASK)).to_contain_text("go on")
    expect(page.locator("[data-id^='cup-0-'].is-legal")).to_have_count(0)
    before = head(page)
    page.click("[data-id=cup-0-1]", force=True)
    expect(page.locator(".prompt small")).to_contain_text("What glows can be chosen")
    assert head(page) == before
    expect(page.locator("[data-id^='cell-'].is-legal")).not_to_have_count(0)


@pytest.mark.parametrize("by", ["cup", "key", "supply"])
def test_what_is_left_over_goes_where_one_says_by_cup_key_or_supply(new_page: NewPage, by: str) -> None:
    page = new_page()
    match, ways = at_a_rest()
    way = next(way for way in ways if way.then.startswith("supply") == (by == "supply"))
    sit_down_at(page, match)
    page.click(f"[data-id='{way.on}']")
    expect(page.locator(ASK)).to_contain_text("Where does the rest go")
    with a_move(page):
        if by == "key":
            page.keyboard.press(way.key)
        else:
            page.click(f"[data-id='{way.then}']")
    decided = [line.split(" ", 1)[-1] for line in page.evaluate(RECORD).splitlines() if line.startswith("0 ")]
    wanted = way.text.split(" / ")
    assert any(decided[k : k + len(wanted)] == wanted for k in range(len(decided))), (wanted, decided[-8:])


def test_the_cup_that_is_poured_into_asks_again_before_the_plan_is_dropped(new_page: NewPage) -> None:
    page = new_page()
    match, ways = at_a_rest()
    [cup] = {f"cup-0-{k}" for k in (1, 2, 3)} - {way.then for way in ways}
    sit_down_at(page, match)
    page.click(f"[data-id='{ways[0].on}']")
    page.click(f"[data-id={cup}]")
    expect(page.locator(".dock .btn.main")).to_contain_text(f"Pour into cup {cup[-1]}")
    with a_move(page):
        page.click(".dock .btn.main")


def test_on_a_phone_the_way_that_was_chosen_is_the_one_that_is_drawn(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, has_touch=True)
    match = reach("coffee_rush", 3, 4, lambda match: is_at(match, "move") and bool(ways_apart(match)))
    sit_down_at(page, match)
    first, second = ways_apart(match)[:2]
    page.route("**/plays", lambda route: None)  # an answer that does not come
    page.tap(f"[data-id={first.on}]")
    page.tap(f".dock [data-key='{second.text}']")
    expect(page.locator(".trail.best")).to_have_count(1)
    expect(page.locator(".prompt")).to_contain_text(second.label)


def ways_apart(match: Match) -> list[Action]:
    """Several ways to one cell."""
    ways = [way for way in scene(match, 0).ways if way.path]
    alike = [[other for other in ways if other.on == way.on] for way in ways]
    return next((found for found in alike if len(found) > 1), [])
