"""Ways to choose that not every table has: a bar of kinds, a card that asks for more in the dock, numbers foretold."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.people import a_move, play_until, reach, sit_down, sit_down_at
from tests.coffee_rush.positions import given as given_rush
from tests.kanban_menu.positions import given
from tests.positions import play

PHONE = {"width": 390, "height": 844}


def test_trading_is_a_choice_on_the_table(new_page: NewPage) -> None:
    page = new_page()
    sit_down_at(page, given("hand: 0/drink=2\nmoney: 0=6\nvp: 0=3\nchosen: 6"))
    expect(page.locator(".flow-boards")).not_to_be_visible()
    produce = page.locator(".kind", has_text="Sell 1 produce")
    expect(produce).to_contain_text("you have none")
    assert produce.get_attribute("role") is None
    with a_move(page):
        page.locator(".kind", has_text="Sell 1 drink").click()
    expect(page.locator("[data-area=mine] .facts")).to_contain_text("$8")
    page.mouse.move(2, 2)
    expect(page.locator(".prompt")).to_contain_text("Conversions left: 2")


def test_the_question_follows_the_kind_of_action(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "cafe")
    play_until(page, ".kind[data-id=grow]:not(.off)", seed=3)
    ask = page.locator(".prompt .ask")
    expect(ask).to_have_text("Your turn: which action, or end the turn?")
    page.locator(".kind[data-id=grow]").click()
    expect(ask).to_have_text("Your turn: which group grows?")
    page.keyboard.press("Escape")
    expect(ask).to_have_text("Your turn: which action, or end the turn?")


def test_a_finger_reads_what_a_finger_does(new_page: NewPage) -> None:
    match = play(given_rush("phase: move\npawn: 0/0=a1\ncup: 0/1/tea=2, 0/3/milk=1"), "a1-b1", "stop")
    for words, given_page in (("Right-click a cup", {}), ("Hold a cup", {"has_touch": True, "is_mobile": True})):
        page = new_page(**given_page)
        sit_down_at(page, match)
        expect(page.locator(".prompt small")).to_contain_text(words)


def test_numbers_are_foretold_where_they_stand(new_page: NewPage) -> None:
    page = new_page()
    sit_down_at(page, given("on_card: 4/yellow=2\nmoney: 0=5\nvp: 0=3"))
    page.locator("[data-id=action-4]").hover()
    facts = page.locator("[data-area=mine] .facts")
    expect(facts.locator(".delta")).to_have_text(["→ $9"])
    expect(page.locator("[data-area=mine] .score .delta")).to_have_text("→ 6")
    page.mouse.move(2, 2)
    expect(facts.locator(".delta")).to_have_count(0)


def test_a_way_to_the_end_grows_before_a_card_is_developed(new_page: NewPage) -> None:
    page = new_page()
    sit_down_at(page, given("hand: 0/sweets=2, 0/produce=1\nvp: 0=14\nchosen: 5\nlies: Parfait=display"))
    page.locator(".piece.card", has_text="Parfait").click()
    expect(page.locator(".says .btn.main")).to_have_text("Develop")
    expect(page.locator("[data-word=way-0] .delta")).to_have_text("→ 18")
    expect(page.locator("[data-id=hand-0-sweets] .is-leaving")).to_have_count(2)


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE], ids=["desk", "phone"])
def test_a_picked_card_asks_for_the_rest_in_the_dock(new_page: NewPage, size: dict[str, int]) -> None:
    """Bavarois brings any conversion: eight choices that are nowhere on the table."""
    page = new_page(**size)
    hand = "hand: 0/drink=1, 0/produce=1, 0/sweets=1\nmoney: 0=9\nvp: 0=3"
    sit_down_at(page, given(f"{hand}\nlies: Bavarois=developed 0"))
    page.locator(".flow-cards .piece", has_text="Bavarois").click()
    buttons = page.locator(".says .btn")
    expect(buttons).to_have_count(9)
    with a_move(page):
        buttons.filter(has_text="1 sweet, $1 → $2").click()
    expect(page.locator("[data-area=mine] .facts")).to_contain_text("$10")


def test_two_pawns_are_called_by_their_cells(new_page: NewPage) -> None:
    """Between two each has two pawns, the same in a picture."""
    match = given_rush("phase: move\npawn: 0/0=b2, 0/1=c4", seats=2)
    for size in (PHONE, {"width": 844, "height": 390}, {"width": 1280, "height": 800}):
        page = new_page(**size, has_touch=size["width"] < 900)
        sit_down_at(page, match)
        expect(page.locator(".says .btn > b:visible")).to_have_text(["b2", "c4"])


def test_a_step_is_called_by_its_cell_even_where_it_brings_two(new_page: NewPage) -> None:
    page = new_page(**PHONE, has_touch=True)
    sit_down_at(page, given_rush("phase: move\npawn: 0/0=b1\nupgrade: 0/corners=1"))
    expect(page.locator(".says .btn > :is(b, span):visible")).to_have_text(["a1 ×2", "c1", "b2"])


def test_together_or_apart_is_said_in_words(new_page: NewPage) -> None:
    page = new_page(**PHONE, has_touch=True)
    sit_down_at(page, given_rush("phase: gather\npawn: 0/0=b2, 0/1=c4", seats=2))
    expect(page.locator(".says .btn > span")).to_have_text(["Together, in cup 1", "Apart, in cups 1 and 2"])


def test_an_effect_has_a_button_and_a_key_beside_six_action_cards(new_page: NewPage) -> None:
    match = reach("kanban_menu", 3, 13, lambda match: {"choose", "use"} <= {text.split()[0] for text in match.legal()})
    page = new_page()
    sit_down_at(page, match)
    expect(page.locator(".dock .says [data-key^=choose]")).to_have_count(6)
    expect(page.locator(".dock .says [data-key^=use] kbd")).to_have_text("Q")
    with a_move(page):
        page.keyboard.press("q")
