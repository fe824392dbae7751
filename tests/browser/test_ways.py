"""Other ways to play and look: around one screen, beside the real box, replays, records, hints, undo, drag and touch."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.people import Mouse, sit_down, state, wait_for_turn

FLIGHTS = """() => {
  window.flights = [];
  const begun = new Map();
  new MutationObserver((changes) => changes.forEach(({addedNodes, removedNodes}) => {
    for (const made of addedNodes) if (made.parentNode?.matches?.('.air')) begun.set(made, performance.now());
    for (const made of removedNodes) if (begun.has(made)) window.flights.push(performance.now() - begun.get(made));
  })).observe(document.body, {childList: true, subtree: true});
}"""  # how many ms each piece was in the air


def set_table(page: Page, game: str, chairs: list[str], by_hand: bool = False) -> None:
    page.goto("/")
    page.click(f"[data-new={game}]")
    page.select_option("#seats", str(len(chairs)))
    for place, kind in enumerate(chairs):
        page.locator(".setup .chair select").nth(place).select_option(kind)
    if by_hand:
        page.check("#by-hand")
    page.click("#set-table")
    page.wait_for_selector(".dock[data-state]")


def heads(page: Page) -> int:
    return int(page.locator(".dock").get_attribute("data-head") or 0)


def test_a_first_visitor_plays_after_one_click(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.click("#sit-down")
    page.wait_for_selector(".dock[data-state=asked]", timeout=60_000)
    assert page.title().startswith("●")
    assert "icon-turn" in (page.locator("link[rel=icon]").get_attribute("href") or "")


def test_a_curtain_falls_between_people_at_one_screen_where_choices_are_hidden(new_page: NewPage) -> None:
    page = new_page()
    set_table(page, "cat_cafe", ["me", "screen"])
    hand, curtains = Mouse(page, seed=4), 0
    for _ in range(8):
        page.wait_for_function(
            "() => document.querySelector('.curtain') || ['asked', 'over'].includes(document.querySelector('.dock').dataset.state)"
        )
        if page.locator(".curtain").count():
            curtains += 1
            assert page.locator(".curtain").bounding_box() == {"x": 0, "y": 0, "width": 1280, "height": 800}
            page.click(".curtain .btn")
            expect(page.locator(".curtain")).to_have_count(0)
        wait_for_turn(page)
        hand.act(hand.look())
    assert curtains >= 1


def test_around_one_screen_the_table_turns_to_whoever_is_to_act(new_page: NewPage) -> None:
    page = new_page()
    set_table(page, "coffee_rush", ["me", "screen"])
    hand, shown = Mouse(page, seed=4), set()
    for _ in range(6):
        wait_for_turn(page)
        shown.add(page.locator(".columns .group.has-seat").first.get_attribute("data-group"))
        hand.decide()
    assert len(shown) == 2


def test_beside_the_real_box_draws_are_entered_from_what_is_possible(new_page: NewPage) -> None:
    page = new_page()
    set_table(page, "cat_cafe", ["me", "bot guest"], by_hand=True)
    for roll in (2, 5, 2):
        wait_for_turn(page)
        before = heads(page)
        expect(page.locator(".dock .says .btn")).to_have_count(6)
        page.locator(".dock .says .btn").nth(roll).click()
        page.wait_for_function("(before) => Number(document.querySelector('.dock').dataset.head) > before", arg=before)
    page.wait_for_selector(".dock[data-state=asked]")
    lit = page.evaluate("() => [...document.querySelectorAll('[role=button].is-legal')].map((made) => made.dataset.id)")
    assert set(lit) <= {"face-3", "face-6"}


def test_undo_takes_a_step_back(new_page: NewPage) -> None:
    page = new_page()
    set_table(page, "kanban_menu", ["me", "bot guest"])
    hand = Mouse(page, seed=9)
    while not page.locator(".dock [data-key=undo]").count():
        wait_for_turn(page)
        hand.decide()
        wait_for_turn(page)
    before = heads(page)
    page.click(".dock [data-key=undo]")
    page.wait_for_function("(before) => Number(document.querySelector('.dock').dataset.head) > before", arg=before)
    wait_for_turn(page)
    assert page.locator(".log .undone").count() == 1


def test_a_hint_aims_and_enter_does_it(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "coffee_rush")
    wait_for_turn(page)
    before = heads(page)
    page.keyboard.press("h")
    page.wait_for_selector(".is-aimed", timeout=30_000)
    expect(page.locator(".notice")).to_contain_text("Hint:")
    assert heads(page) == before
    page.locator(".prompt").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("(before) => Number(document.querySelector('.dock').dataset.head) > before", arg=before)


def test_what_is_picked_stays_while_others_decide(new_page: NewPage) -> None:
    host, guest = new_page(), new_page()
    host.goto("/")
    host.click("[data-new=cat_cafe]")
    host.select_option("#seats", "2")
    host.locator(".setup .chair select").nth(1).select_option("open")
    host.click("#set-table")
    guest.goto(host.locator(".invite input").input_value())
    guest.get_by_role("button", name="Sit down").first.click()
    expect(host.locator(".chair.open")).to_have_count(0)
    host.get_by_role("button", name="Start").click()
    for page in (host, guest):
        page.wait_for_selector(".dock[data-state]")
    for _ in range(2):  # both take a die
        page = host if state(host) == "asked" else guest
        wait_for_turn(page)
        Mouse(page).decide()
    for page in (host, guest):
        page.wait_for_selector("[data-id^='item-'].is-legal")
    host.locator("[data-id^='item-'].is-legal").first.click()
    host.wait_for_selector(".picked")
    before = heads(host)
    guest.click(".dock [data-key=pass]")
    host.wait_for_function("(before) => Number(document.querySelector('.dock').dataset.head) > before", arg=before)
    assert host.locator(".picked").count() == 1


def test_hovering_shows_what_would_lie_where(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "coffee_rush")
    wait_for_turn(page)
    before = heads(page)
    page.locator("[role=button].is-legal").first.hover()
    page.wait_for_selector(".ghosts .ghost", state="attached")
    assert heads(page) == before
    page.mouse.move(5, 5)
    page.wait_for_selector(".ghosts .ghost", state="detached")


def test_pieces_glide_and_land(new_page: NewPage) -> None:
    page = new_page(still=False)
    sit_down(page, "coffee_rush")
    wait_for_turn(page)
    page.evaluate(FLIGHTS)
    hand = Mouse(page, seed=4)
    for _ in range(4):
        wait_for_turn(page)
        hand.decide()
    wait_for_turn(page)
    page.wait_for_function("() => !document.querySelector('.air > g')")
    flights = page.evaluate("window.flights")
    assert flights, "nothing glided"
    assert all(took <= 1500 for took in flights), flights
    assert page.locator(".is-away").count() == 0


def test_a_first_tap_aims_and_the_second_does(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, has_touch=True)
    sit_down(page, "coffee_rush")
    wait_for_turn(page)
    before = heads(page)
    spot = page.locator("[role=button].is-legal").first
    spot.tap()
    page.wait_for_selector(".is-aimed")
    page.wait_for_timeout(150)
    assert heads(page) == before
    assert state(page) == "asked"
    spot.tap()
    page.wait_for_function("(before) => Number(document.querySelector('.dock').dataset.head) > before", arg=before)


def test_a_piece_can_be_dragged_to_its_place(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "coffee_rush")
    hand = Mouse(page, seed=1)
    while not page.locator("[data-id^='pawn-'].is-draggable").count():
        wait_for_turn(page)
        hand.decide()
        wait_for_turn(page)
    before = heads(page)
    pawn, cell = (
        page.locator("[data-id^='pawn-'].is-draggable").first.bounding_box(),
        page.locator("[data-id^='cell-'].is-legal").first.bounding_box(),
    )
    assert pawn
    assert cell
    page.mouse.move(pawn["x"] + pawn["width"] / 2, pawn["y"] + pawn["height"] / 2)
    page.mouse.down()
    page.mouse.move(cell["x"] + 20, cell["y"] + 20, steps=6)
    page.mouse.up()
    page.wait_for_function("(before) => Number(document.querySelector('.dock').dataset.head) > before", arg=before)


def test_a_card_in_hand_is_dragged_turned_and_laid_on_a_phone(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, has_touch=True)
    sit_down(page, "cafe")
    hand = Mouse(page, seed=1)
    while not page.locator(".in-hand").count():
        wait_for_turn(page)
        hand.decide()
        wait_for_turn(page)
    said = page.locator(".prompt small").inner_text()
    page.tap(".dock [data-key=turn]")
    expect(page.locator(".prompt small")).not_to_have_text(said)
    shape = page.locator(".in-hand").bounding_box()
    page.tap(".dock [data-key=next]")
    assert page.locator(".in-hand").bounding_box() != shape
    window = page.locator(".plane").get_attribute("viewBox")
    page.get_by_role("button", name="Zoom in").tap()
    assert page.locator(".plane").get_attribute("viewBox") != window
    page.get_by_role("button", name="Show all").tap()
    assert page.locator(".plane").get_attribute("viewBox") == window
    before = heads(page)
    page.tap(".dock [data-key=lay]")
    page.wait_for_function("(before) => Number(document.querySelector('.dock').dataset.head) > before", arg=before)


def test_a_game_is_looked_at_again_linked_forked_kept_and_brought_back(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    sit_down(page, "coffee_rush")
    Mouse(page, seed=6).play(8)
    wait_for_turn(page)
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as keeping:
        page.get_by_role("link", name="Download the record").click()
    keeping.value.save_as(tmp_path / "record.txt")
    page.get_by_role("link", name="Look at the game from the start").click()
    page.wait_for_selector(".steps")
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(".steps .count")).to_contain_text("0 /")
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".steps .count")).to_contain_text("1 /")
    page.locator(".steps input").fill("5")
    expect(page.locator(".steps .count")).to_contain_text("5 /")
    assert page.url.endswith("ply=5")
    told = page.locator(".replay-dock .prompt").inner_text()
    page.reload()
    expect(page.locator(".replay-dock .prompt")).to_have_text(told)
    page.click("#fork")
    page.wait_for_selector(".dock[data-state]")
    assert "/table/" in page.url
    Mouse(page, seed=2).play(2)
    page.goto("/")
    page.set_input_files("#record", tmp_path / "record.txt")
    page.wait_for_selector(".dock")
    assert "/table/" in page.url or "/replay/" in page.url


def test_the_language_changes_at_once_and_the_table_stays(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "coffee_rush")
    wait_for_turn(page)
    url, asked = page.url, page.locator(".prompt .ask").inner_text()
    page.select_option("#language", "uk")
    expect(page.locator("html")).to_have_attribute("lang", "uk")
    expect(page.locator(".prompt .ask")).not_to_have_text(asked)
    assert page.url == url
    wait_for_turn(page)
    Mouse(page, seed=2).play(2)
