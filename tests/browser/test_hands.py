"""Hands: pointing, dragging, tapping, turning with two fingers, resting a finger, and pieces that glide or do not."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.people import Mouse, a_move, asked, head, play_until, sit_down, sit_down_at, state, wait_for_turn

FLIGHTS = """() => {
  window.flights = [];
  const begun = new Map();
  new MutationObserver((changes) => changes.forEach(({addedNodes, removedNodes}) => {
    for (const made of addedNodes) if (made.parentNode?.matches?.('.air')) begun.set(made, performance.now());
    for (const made of removedNodes) if (begun.has(made)) window.flights.push(performance.now() - begun.get(made));
  })).observe(document.body, {childList: true, subtree: true});
}"""  # how many ms each piece was in the air


def test_hovering_shows_what_would_lie_where(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "coffee_rush")
    wait_for_turn(page)
    before = head(page)
    page.locator("[role=button].is-legal").first.hover()
    page.wait_for_selector(".ghosts .ghost", state="attached")
    assert head(page) == before
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
    page.wait_for_function("() => !document.querySelector('.air > *')")
    flights = page.evaluate("window.flights")
    assert flights, "nothing glided"
    assert all(took <= 1500 for took in flights), flights
    assert page.locator(".is-away").count() == 0


def test_nothing_moves_for_who_wants_it_still(new_page: NewPage) -> None:
    page = new_page(still=True)
    page.goto("/")
    page.wait_for_selector(".window .steam", state="attached")
    assert page.evaluate("document.getAnimations().length") == 0
    sit_down(page, "coffee_rush")
    page.evaluate(FLIGHTS)
    Mouse(page, seed=4).play(4)
    wait_for_turn(page)
    assert page.evaluate("window.flights") == []
    assert page.evaluate("document.getAnimations().length") == 0


def test_a_first_tap_aims_and_the_second_does(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, has_touch=True)
    sit_down(page, "coffee_rush")
    wait_for_turn(page)
    before = head(page)
    spot = page.locator("[role=button].is-legal").first
    spot.tap()
    page.wait_for_selector(".is-aimed")
    page.wait_for_timeout(150)
    assert head(page) == before
    assert state(page) == "asked"
    with a_move(page):
        spot.tap()


def test_a_piece_can_be_dragged_to_its_place(new_page: NewPage) -> None:
    page = new_page()
    match = asked("coffee_rush", "move", seats=3)
    _, to = match.legal()[0].split("-")
    sit_down_at(page, match)
    pawn, cell = (
        page.locator("[data-id^='pawn-'].is-draggable").first.bounding_box(),
        page.locator(f"[data-id='cell-{to}'].is-legal").first.bounding_box(),
    )
    assert pawn
    assert cell
    page.mouse.move(pawn["x"] + pawn["width"] / 2, pawn["y"] + pawn["height"] / 2)
    page.mouse.down()
    page.mouse.move(cell["x"] + 20, cell["y"] + 20, steps=6)
    with a_move(page):
        page.mouse.up()


def test_a_card_in_hand_is_dragged_turned_and_laid_on_a_phone(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, has_touch=True)
    sit_down(page, "cafe")
    play_until(page, ".in-hand", seed=1)
    turned = page.locator(".in-hand").inner_html()
    page.tap(".dock [data-key=turn]")
    assert page.locator(".in-hand").inner_html() != turned
    shape = page.locator(".in-hand").bounding_box()
    page.tap(".dock [data-key=next]")
    assert page.locator(".in-hand").bounding_box() != shape
    plane = page.locator(".plane:visible")
    window = plane.get_attribute("viewBox")
    page.get_by_role("button", name="Zoom in").tap()
    assert plane.get_attribute("viewBox") != window
    page.get_by_role("button", name="Show all").tap()
    assert plane.get_attribute("viewBox") == window
    with a_move(page):
        page.tap(".dock [data-key=lay]")


class Fingers:
    """Fingers as the device reports them: each step says which points are touched then."""

    def __init__(self, page: Page) -> None:
        self.device = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        self.device.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]},
        )


def test_two_fingers_turn_what_is_in_hand(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, has_touch=True)
    sit_down(page, "cafe")
    play_until(page, ".in-hand", seed=1)
    card = page.locator(".in-hand")
    box, drawn = card.bounding_box(), card.inner_html()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers, still, far = Fingers(page), (x, y), 60.0
    fingers.touch("touchStart", still)
    fingers.touch("touchStart", still, (x + far, y))
    fingers.touch("touchMove", still, (x + far * 0.94, y + far * 0.34))
    assert card.inner_html() == drawn, "20 degrees are not a turn yet"
    fingers.touch("touchMove", still, (x + far * 0.7, y + far * 0.7))
    fingers.touch("touchEnd")
    expect(card).to_have_count(1)
    assert card.inner_html() != drawn
    assert state(page) == "asked"


def test_what_is_rarely_wanted_comes_by_a_right_click_or_a_finger_that_rests(new_page: NewPage) -> None:
    page = new_page(has_touch=True)
    sit_down(page, "cafe")
    play_until(page, ".has-quiet", seed=1)
    before, spot = head(page), page.locator(".has-quiet").first
    box = spot.bounding_box()
    assert box
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    fingers = Fingers(page)
    fingers.touch("touchStart", at)
    expect(page.locator(".sheet .deeds .btn")).to_have_count(1)
    fingers.touch("touchEnd")
    page.keyboard.press("Escape")
    expect(page.locator(".sheet")).to_have_count(0)
    assert head(page) == before
    page.mouse.click(*at, button="right")
    with a_move(page):
        page.click(".sheet .deeds .btn")


LIT = """async (picks) => {
  const {Picker} = await import('/web/table/picker.js');
  const cats = ['yarn', 'butterfly', 'bowl', 'cushion', 'mouse'];
  const actions = cats.map((cat) => ({text: cat, start: 'house', on: 'cell', then: cat}));
  const picker = new Picker([...actions, {text: 'pass', on: 'paws'}], () => true);
  for (const id of picks) picker.pick(id);
  return [...picker.lit().keys()];
}"""  # what can be picked next where a house at a cell needs one of five cats


def test_whatever_is_picked_first_there_is_a_next(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    cats = ["yarn", "butterfly", "bowl", "cushion", "mouse"]
    assert (
        page.evaluate(LIT, ["house"]) == page.evaluate(LIT, ["cell"]) == page.evaluate(LIT, ["cell", "house"]) == cats
    )
    assert page.evaluate(LIT, []) == ["house", "cell", "paws"]
