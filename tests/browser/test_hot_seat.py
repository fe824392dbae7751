"""Around one screen: at every change of seat the table turns wholly to whoever acts, in whole games of every game; with
bots and friends elsewhere mixed in. With DEMITASSE_PICTURES=folder there is a picture of every change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.people import Mouse, set_table, some, state

READY = ".curtain[open], .dock:is([data-state=asked], [data-state=over])"
TURNED = """() => {
  const owned = [...document.querySelectorAll('.table .area.has-seat')].filter((made) => made.checkVisibility());
  const seatOf = (made) => [...made.classList].find((name) => /^seat-\\d$/.test(name))?.slice(5);
  const blank = [...document.querySelectorAll('.table .piece.card')].filter((made) =>
    made.checkVisibility({visibilityProperty: true}) && !made.textContent.trim() && !made.querySelector('svg'));
  const away = document.querySelectorAll('.is-away').length;
  const lit = [...document.querySelectorAll('.table [role=button].is-legal')].filter((made) => made.checkVisibility());
  const hand = document.querySelector('.dock .hand');
  const dock = document.querySelector('.dock').getBoundingClientRect();
  const isSeen = ({top, bottom}) => bottom > 40 && top < dock.top;
  return {
    asked: seatOf(hand),
    large: owned.map(seatOf),
    others: [...document.querySelectorAll('.others .other')].filter((made) => made.checkVisibility()).map(seatOf),
    blank: blank.length, away,
    seen: !lit.length || lit.some((made) => isSeen(made.getBoundingClientRect())),
    name: owned[0]?.querySelector('.name')?.innerText ?? '',
    ask: document.querySelector('.prompt .ask').innerText,
    pinned: document.querySelector('.pinned:not([hidden])') !== null,
    you: [...document.querySelectorAll('.log summary')].filter((made) => made.textContent.startsWith('You ')).length,
  };
}"""  # whose table it is: who is asked, whose boards are large, and whether anything is missing


def assert_turned(page: Page, seen: dict[str, Any]) -> None:
    assert set(seen["large"]) == {seen["asked"]}, f"nobody else's board stays large: {seen}"
    assert seen["asked"] not in seen["others"], seen
    assert not seen["blank"], seen
    assert not seen["away"], seen
    assert not seen["pinned"], seen
    assert not seen["you"], f"who reads the log now is not who did it: {seen}"
    assert seen["seen"], f"what is asked about is in view: {seen}"
    assert seen["ask"].startswith(f"{seen['name']}: "), seen


def play_around(page: Page, picture: Callable[[Page, str], None], name: str, most: int, seed: int = 3) -> list[str]:
    """Plays on at one screen; at each change of seat the table is turned. Returns who was asked."""
    hand, asked = Mouse(page, seed=seed), list[str]()
    for _ in range(most):
        page.wait_for_selector(READY, state="attached", timeout=60_000)
        if page.locator(".curtain[open]").count():
            picture(page, f"{name}-{len(asked):02}-curtain")
            page.click(".curtain .btn")
            expect(page.locator(".curtain")).to_have_count(0)
            continue
        if state(page) == "over":
            break
        seen = page.evaluate(TURNED)
        if not asked or asked[-1] != seen["asked"]:
            assert_turned(page, seen)
            asked.append(seen["asked"])
            picture(page, f"{name}-{len(asked):02}-seat-{seen['asked']}")
        hand.put_away()
        hand.act(hand.look())  # what comes of it may be a curtain
    return asked


@pytest.mark.parametrize("game", some("cat_cafe"))
def test_a_whole_game_turns_to_whoever_acts(new_page: NewPage, picture: Callable[[Page, str], None], game: str) -> None:
    page = new_page(width=390, height=844) if game in ("cafe", "kanban_menu") else new_page()
    set_table(page, game, ["me", "screen"])
    asked = play_around(page, picture, f"hot-{game}", most=2000)
    assert state(page) == "over"
    assert set(asked) == {"0", "1"}
    assert len(asked) > 4


def test_bots_and_friends_elsewhere_sit_between(new_page: NewPage, picture: Callable[[Page, str], None]) -> None:
    page, friend = new_page(width=390, height=844), new_page()
    set_table(page, "coffee_rush", ["me", "bot guest", "screen", "open"])
    friend.goto(page.locator(".invite input").input_value())
    friend.get_by_role("button", name="Sit down").first.click()
    expect(page.locator(".chair.open")).to_have_count(0)
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".dock[data-state]")
    friend.wait_for_selector(".dock[data-state]")
    here, there, asked = Mouse(page, seed=2), Mouse(friend, seed=4), list[str]()
    for _ in range(60):
        if state(friend) == "asked":
            there.decide()
        elif state(page) == "asked":
            seen = page.evaluate(TURNED)
            assert_turned(page, seen)
            if asked[-1:] != [seen["asked"]]:
                asked.append(seen["asked"])
                picture(page, f"hot-mixed-{len(asked):02}-seat-{seen['asked']}")
            here.decide()
        else:
            page.wait_for_timeout(20)
        if len(asked) >= 6:
            break
    assert set(asked) == {"0", "2"}
