"""Choosing in several steps: the question moves on and can be put back, a click aims before a button does it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.people import a_move, play_until, sit_down, state

ITEM = "[data-id^='item-'].is-legal"
CELL = "[data-id^='cell-'].is-legal"
ACTIONS = """() => fetch(location.pathname.replace('/table/', '/api/tables/'))
  .then((found) => found.json()).then(({scene}) => scene.actions)"""


def to_choose(page: Page, seed: int = 2) -> None:
    sit_down(page, "cat_cafe")
    play_until(page, ITEM, seed=seed)


def test_picking_an_item_moves_the_question_on(new_page: NewPage) -> None:
    page = new_page()
    to_choose(page)
    expect(page.locator(".prompt .ask")).to_contain_text("draw an item, or pass?")
    page.locator(ITEM).first.click()
    expect(page.locator(".prompt .ask")).to_contain_text("where do you draw")
    page.click(".dock [data-key=cancel]")
    expect(page.locator(".prompt .ask")).to_contain_text("draw an item, or pass?")
    expect(page.locator(".picked")).to_have_count(0)


def test_a_cell_can_be_picked_before_the_item(new_page: NewPage) -> None:
    page = new_page()
    to_choose(page)
    prices = page.locator("[data-word=items-0] [data-id] > .price")
    cheapest = prices.all_inner_texts()
    marks = [action for action in page.evaluate(ACTIONS) if action.get("start")]
    rows = page.locator("[data-word=items-0] [data-id]").evaluate_all("(rows) => rows.map(({dataset}) => dataset.id)")
    for cell in dict.fromkeys(action["on"] for action in marks):
        there = {action["start"]: action.get("badge", "0") for action in marks if action["on"] == cell}
        if (dearer := [there.get(row, "–") for row in rows]) != cheapest:
            break
    page.locator(f"[data-id='{cell}']").click()
    expect(prices).to_have_text(dearer)  # there, no longer wherever it is cheapest
    if page.locator(ITEM).count():
        expect(page.locator(".prompt .ask")).to_contain_text("what do you draw in tower")
    page.keyboard.press("Escape")
    expect(page.locator(".picked")).to_have_count(0)
    expect(prices).to_have_text(cheapest)


def test_a_click_aims_and_the_button_does_it(new_page: NewPage) -> None:
    page = new_page()
    to_choose(page)
    page.locator(f"{ITEM}:not([data-id$=house])").first.click()
    if page.locator(CELL).count():
        page.locator(CELL).first.click()
    main = page.locator(".dock .btn.main")
    expect(main).to_contain_text("Draw here")
    expect(main).to_contain_text("point")
    expect(page.locator(".prompt .ask")).to_have_text("Your turn: draw this?")
    expect(page.locator("#voice p").last).to_contain_text("Draw ")  # what it would do, for ears
    page.mouse.move(400, 300)
    page.mouse.move(700, 500)
    expect(main).to_contain_text("Draw here")
    expect(page.locator("[data-group='sheet-0'] .ghost")).to_have_count(1)  # pencilled in
    assert state(page) == "asked"
    with a_move(page):
        main.click()


def test_the_dice_are_read_the_other_way(new_page: NewPage) -> None:
    page = new_page()
    to_choose(page)
    shown = page.locator(".way-of-reading:not([hidden])")
    if page.locator(".way-of-reading .swap:not([disabled])").count() < 2:
        return
    first = shown.inner_text()
    page.keyboard.press("x")
    expect(page.locator(".word-sheets .picked")).to_have_count(1)
    page.keyboard.press("x")
    page.keyboard.press("Escape")
    expect(shown).to_have_text(first, use_inner_text=True)


def test_paws_do_not_pass(new_page: NewPage) -> None:
    page = new_page()
    to_choose(page)
    page.locator("[data-word='paws-0']").click()
    page.wait_for_timeout(200)
    assert state(page) == "asked"
    expect(page.locator(ITEM)).not_to_have_count(0)
    with a_move(page):
        page.keyboard.press("p")


def test_the_end_of_a_walk_asks_for_the_way_and_numbers_its_steps(new_page: NewPage) -> None:
    page, ask, end = new_page(), "", ""
    while ask != f"Your turn: walk to {end}. Which way?":  # to some ends one step of the other pawn leads
        sit_down(page, "coffee_rush")
        play_until(page, "[data-id=pawn-0-0].is-draggable", seed=3)
        expect(page.locator(".prompt .ask")).to_contain_text("Where to?")
        column, row = page.locator("[data-id=pawn-0-0]").evaluate("(made) => made.ariaLabel.match(/pawn on (..)/)[1]")
        aslant = [f"{chr(ord(column) + dx)}{int(row) + dy}" for dx in (-1, 1) for dy in (-1, 1)]
        end = next(name for name in aslant if page.locator(f"[data-id='cell-{name}'].is-legal").count())
        page.click(f"[data-id=cell-{end}]")
        expect(page.locator(".prompt .ask")).not_to_contain_text("Where to?")
        ask = page.locator(".prompt .ask").inner_text()
    expect(page.locator(".trail.best")).not_to_have_count(0)
    page.locator(".dock .says .btn").first.hover()
    expect(page.locator(".trail.best .step")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator(".prompt .ask")).to_contain_text("Where to?")
    expect(page.locator(".trail")).to_have_count(0)
