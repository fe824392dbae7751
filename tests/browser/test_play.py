"""Whole games in a real browser: by mouse, by touch, by keys alone, and by two people whose line and server go away."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.house import House
from tests.browser.people import (
    Keys,
    Mouse,
    Touch,
    a_move,
    head,
    set_table,
    sit_down,
    sit_together,
    some,
    state,
    wait_for_turn,
)


@pytest.mark.parametrize("game", some("coffee_rush"))  # test_hot_seat.py has others
def test_a_whole_game_by_mouse(new_page: NewPage, game: str) -> None:
    page = new_page()
    sit_down(page, game)
    hand = Mouse(page, seed=3)
    hand.play_to_the_end()
    assert hand.deeds > 5
    expect(page.locator("[data-key=rematch]")).to_be_visible()
    page.get_by_role("button", name="Scores, and what is left").click()
    expect(page.locator(".sheet .scores .total td")).to_have_count(2)
    page.keyboard.press("Escape")
    url = page.url
    page.click("[data-key=rematch]")
    page.wait_for_function(
        "(url) => location.href !== url && document.querySelector('.dock[data-state]:not([data-state=over])')", arg=url
    )


@pytest.mark.parametrize("game", some("cafe", "kanban_menu"))
def test_a_whole_game_by_touch_on_a_phone(new_page: NewPage, game: str) -> None:
    page = new_page(width=390, height=844, has_touch=True, is_mobile=True)
    sit_down(page, game)
    hand = Touch(page, seed=4)
    hand.play_to_the_end()
    assert hand.deeds > 5
    expect(page.locator("[data-key=rematch]")).to_be_visible()


@pytest.mark.parametrize("game", some("coffee_rush"))  # test_ears.py has all
def test_a_whole_game_by_keys_alone(new_page: NewPage, game: str) -> None:
    page = new_page()
    sit_down(page, game)
    hand = Keys(page, seed=5)
    hand.play_to_the_end()
    assert hand.deeds > 5
    page.keyboard.press("s")
    expect(page.locator("#voice p").last).to_contain_text(page.locator(".prompt .ask").inner_text())


@pytest.mark.parametrize("game", some("coffee_rush"))
def test_two_people_finish_a_game_over_a_reload_and_a_restart(new_page: NewPage, house: House, game: str) -> None:
    host, guest = new_page(), new_page(width=390, height=844)
    sit_together(host, guest, game)
    hands = [Mouse(host, seed=7), Mouse(guest, seed=8)]
    play(hands, 12)
    guest.reload()
    guest.wait_for_selector(".dock[data-state]")
    play(hands, 12)
    house.restart()
    play(hands, 600)
    for hand in hands:
        assert wait_for_turn(hand.page) == "over"
    logs = [[row.inner_text() for row in hand.page.locator(".log li").all()] for hand in hands]
    assert logs[0] == logs[1]


def test_a_move_made_while_the_server_is_away_arrives_once_it_is_back(new_page: NewPage, house: House) -> None:
    page = new_page()
    set_table(page, "coffee_rush", ["me", "screen"])
    wait_for_turn(page)
    hand = Mouse(page)
    with a_move(page):
        house.stop()
        hand.act(hand.look())
        expect(page.locator(".notice")).to_contain_text("Your move is sent again.")
        house.start()
    expect(page.locator(".notice")).to_have_text("The line is back. Nothing is lost.")
    wait_for_turn(page)
    assert page.locator(".log li").count() == head(page)


def play(hands: list[Mouse], deeds: int) -> None:
    """Whoever is asked decides, until so many decisions are made or the game is over."""
    for made in range(10_000):
        asked = next((hand for hand in hands if state(hand.page) == "asked"), None)
        if asked is None and all(state(hand.page) == "over" for hand in hands):
            return
        if asked is None:
            hands[made % 2].page.wait_for_timeout(15)
            continue
        asked.decide()
        deeds -= 1
        if deeds == 0:
            return
    raise AssertionError("nobody is asked, and the game is not over")
