"""Phones and tablets: what is asked about is in view, fingers hit, another's board can be read, a toast is no wall."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.people import a_move, asked, is_at, reach, sit_down_at, wait_for_turn

PHONES = ((390, 844), (360, 640))
FINGER = 44  # px
HIDDEN = """(wanted) => {
  const dock = document.querySelector('.dock').getBoundingClientRect();
  const bottom = dock.left > 0 ? innerHeight : dock.top;
  const found = [...document.querySelectorAll(wanted)].filter((made) => made.checkVisibility());
  if (!found.length) return [`no ${wanted}`];
  return found.map((made) => [made.dataset.id ?? made.dataset.group, made.getBoundingClientRect()])
    .filter(([, box]) => box.top < -1 || box.bottom > bottom + 1).map(([name]) => name);
}"""  # what of it is not in view
# What a finger hits; pawns stand two to a cell, are as small as that, and are in the dock, too
TOUCHED = ".bar a, .bar button, .dock button, .did button, .table [role=button].is-legal:not([data-id^=pawn])"
SMALL = """(wanted) => [...document.querySelectorAll(wanted)].filter((made) => made.checkVisibility())
  .map((made) => [made.dataset.id ?? made.className, made.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 43.5).map(([name]) => name)"""  # what a finger misses
PICTURES = """() => [...document.querySelectorAll('.guide-picture')].map((made) => [
    made.querySelector('figcaption').innerText, made.scrollWidth > made.clientWidth,
    Math.min(...[...made.querySelectorAll('text')].map(
      (text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)),
  ]).filter(([, moved, letters]) => moved || letters < 10.95)"""  # that must be moved, or cannot be read
KNOBS = """() => {
  const [knobs, area] = ['[data-cell=mine] .knobs', '[data-area=mine]']
    .map((wanted) => document.querySelector(wanted).getBoundingClientRect());
  return [knobs.width, knobs.height, knobs.left - area.left, knobs.top - area.top].map(Math.round).join();
}"""  # how large they are, and where in their area
SQUEEZED = """() => {
  const own = (made) => made.getBoundingClientRect();
  const shown = [...document.querySelectorAll('.pinned .area-body > *')].filter((made) => made.checkVisibility());
  return shown.filter((made, k) => shown.some((other, j) => j > k && own(other).top < own(made).bottom - 1
    && own(other).bottom > own(made).top + 1 && own(other).left < own(made).right - 1) || own(made).width < 100)
    .map((made) => made.className);
}"""  # parts of another's board that have no width, or run into the next one
ROWS = "new Set([...document.querySelectorAll('.says .btn')].map((made) => made.offsetTop)).size"
FITS = "document.documentElement.scrollHeight <= innerHeight"


COVERED = """() => {
  const shelf = document.querySelector('.shelf');
  const {left, top, width, height} = shelf.getBoundingClientRect();
  const points = Array.from({length: 400}, (_, k) => [
    left + width * (k % 20 + .5) / 20, top + height * (Math.floor(k / 20) + .5) / 20
  ]);
  for (const made of document.querySelectorAll('.table *')) made.style.pointerEvents = 'auto';
  const above = points.map((at) => document.elementFromPoint(...at)).filter((made) => made && !shelf.contains(made));
  for (const made of document.querySelectorAll('.table *')) made.style.pointerEvents = '';
  return above.map((made) => made.outerHTML.slice(0, 80));
}"""  # what lies over the shelf


def hidden(page: Page, wanted: str) -> list[str]:
    found: list[str] = page.evaluate(HIDDEN, wanted)
    return found


@pytest.mark.parametrize(
    ("game", "phase", "wanted"),
    [
        ("cafe", "take", "[data-group=offer] .piece"),
        ("coffee_rush", "pour", "[data-group=cups-0], [data-group=zones-0]"),
        ("coffee_rush", "move", "[data-group=board]"),
        ("coffee_rush", "upgrade", ".flow-tiles .piece"),
        ("cat_cafe", "choose", "[data-group=sheet-0] .is-legal"),
        ("kanban_menu", "turn", "[data-group=actions]"),
    ],
)
def test_the_question_decides_what_is_in_view(new_page: NewPage, game: str, phase: str, wanted: str) -> None:
    page, match = new_page(width=390, height=844, has_touch=True), asked(game, phase, times=1)
    sit_down_at(page, match)
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        page.wait_for_selector(".dock[data-state=asked]")
        page.evaluate("document.fonts.ready.then(() => 0)")
        assert hidden(page, wanted) == [], f"{width} x {height}"
        assert page.evaluate(SMALL, TOUCHED) == [], f"{width} x {height}"


def test_my_tokens_lie_right_below_the_action_cards(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, has_touch=True)
    sit_down_at(page, asked("kanban_menu", "turn", times=1))
    assert hidden(page, "[data-group=actions], [data-group=counter-0]") == []


def test_a_page_is_scrolled_within_a_turn_only_to_what_is_out_of_sight(new_page: NewPage) -> None:
    page = new_page(width=360, height=640, has_touch=True)
    sit_down_at(page, asked("coffee_rush", "pour", times=1))
    cups = "[data-group=cups-0] .is-legal"
    page.evaluate("scrollBy({top: -30, behavior: 'instant'})")  # a little, as one does
    at = page.evaluate("scrollY")
    assert hidden(page, cups) == []
    with a_move(page):
        page.keyboard.press("1")
    wait_for_turn(page)
    assert hidden(page, cups) == []
    assert page.evaluate("scrollY") == at
    page.tap(".dock [data-key=undo]")
    wait_for_turn(page)
    page.evaluate("scrollTo({top: document.body.scrollHeight, behavior: 'instant'})")
    with a_move(page):
        page.keyboard.press("1")
    wait_for_turn(page)
    assert hidden(page, cups) == []


def test_an_item_moves_the_question_on_and_a_cancel_takes_it_back(new_page: NewPage) -> None:
    """Cat Café on a phone, all of it in view."""
    page = new_page(width=390, height=844, has_touch=True)
    sit_down_at(page, asked("cat_cafe", "choose"))
    assert page.evaluate(FITS)
    question = page.locator(".prompt .ask")
    first = question.inner_text()
    page.locator("[data-id^=item-].is-legal").first.tap()
    expect(question).to_contain_text("where do you draw")
    assert hidden(page, "[data-group=sheet-0] .is-legal") == []
    page.tap(".dock [data-key=cancel]")
    expect(question).to_have_text(first)


def test_dice_are_on_the_table_alone_and_a_tap_takes_one(new_page: NewPage) -> None:
    """Cat Café on a phone has no room to show them twice."""
    page = new_page(width=390, height=844, has_touch=True)
    sit_down_at(page, asked("cat_cafe", "take", seats=4, times=1))
    expect(page.locator(".says .btn")).to_have_count(0)
    assert hidden(page, "[data-group=dice], [data-area=items]") == []
    with a_move(page):
        page.locator("[data-group=dice] .is-legal").first.tap()


def test_a_house_is_pencilled_in_before_its_cat_is_chosen_and_nothing_moves(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, has_touch=True)
    sit_down_at(page, asked("cat_cafe", "choose", seats=4, times=1))
    sheet = page.locator("[data-group=sheet-0] .picture")
    before = sheet.bounding_box()
    page.tap("[data-id=item-0-house].is-legal")
    page.locator("[data-group=sheet-0] .is-legal").first.tap()
    expect(page.locator(".prompt .ask")).to_contain_text("which cat")
    expect(sheet.locator(".ghost use")).to_have_attribute("href", re.compile("#cc-house$"))
    assert sheet.bounding_box() == before
    page.locator("[data-id^=cat-].is-legal").first.tap()
    assert sheet.bounding_box() == before
    assert hidden(page, "[data-area=items]") == []


def test_what_happened_shares_the_row_of_the_others_unfolds_and_goes_with_the_first_ply(new_page: NewPage) -> None:
    """Nothing below it moves, and the others can be opened beside it."""
    page = new_page(width=390, height=844, has_touch=True)
    sit_down_at(page, reach("coffee_rush", 3, 11, lambda match: is_at(match, "move", 60)))
    shelf, board = page.locator(".shelf"), page.locator("[data-group=board]")
    slim, where = shelf.bounding_box(), board.bounding_box()
    assert slim
    assert slim["height"] < 100
    page.locator(".other .summary").first.tap()
    expect(page.locator(".pinned")).to_be_visible()
    expect(shelf).to_be_hidden()  # it would lie over whose board it is
    page.tap(".unpin")
    page.tap(".unfold")
    expect(shelf.locator("button[aria-pressed]")).to_have_count(2)
    assert board.bounding_box() == where
    assert page.evaluate(COVERED) == [], "nothing of the table is seen through it"
    page.keyboard.press("Escape")
    expect(shelf.locator("button[aria-pressed]")).to_have_count(0)
    page.tap(".unfold")
    page.tap("[data-shelf=fold]")
    expect(shelf).to_be_hidden()
    assert board.bounding_box() == where
    page.reload()
    page.wait_for_selector(".shelf:visible")
    with a_move(page):
        page.locator(".says .btn").first.tap()
    expect(shelf).to_be_hidden()


def test_choices_of_a_phone_stand_in_one_row_and_its_district_stays_whatever_is_picked(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, has_touch=True)
    sit_down_at(page, asked("coffee_rush", "pour", times=1))
    assert page.evaluate(ROWS) == 1
    sit_down_at(page, asked("cafe", "take", seats=3, times=2))
    district = page.locator("[data-group=district-0]")
    where = district.bounding_box()
    for card in page.locator("[data-group=offer] .piece").all():
        card.tap()
        assert district.bounding_box() == where


def test_of_first_tokens_only_the_one_aimed_at_is_taken_and_a_phone_says_so_once(new_page: NewPage) -> None:
    """What is left goes back into the bag, which is no loss of mine."""
    page = new_page(width=390, height=844, has_touch=True)
    sit_down_at(page, reach("kanban_menu", 3, 11, is_at))
    page.locator("[data-group=open] .is-legal").first.tap()
    page.wait_for_selector(".is-leaving")
    assert page.locator(".is-leaving").count() == 1
    assert page.locator(".prompt small").inner_text() != page.locator(".says .main").inner_text()


def test_a_toast_takes_no_tap_and_goes_with_the_move(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, has_touch=True)
    sit_down_at(page, asked("coffee_rush", "move", times=1))
    assert page.evaluate(SMALL, TOUCHED) == []
    page.evaluate("import('/web/ui/announcements.js').then(({note}) => note('Not now.', 0))")
    notice = page.locator(".notice")
    expect(notice).to_be_visible()
    box = notice.bounding_box()
    assert box
    under = "([x, y]) => document.elementFromPoint(x, y).closest('.notice') === null"
    assert page.evaluate(under, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
    with a_move(page):
        page.locator(".says .btn").first.tap()
    expect(notice).to_be_hidden()


def test_the_board_of_another_stays_above_the_dock_and_shows_that_it_goes_on(new_page: NewPage) -> None:
    page = new_page(width=360, height=640, has_touch=True)
    sit_down_at(page, asked("cafe", "act"))
    page.keyboard.press("Shift+Digit2")
    pinned, dock = page.locator(".pinned").bounding_box(), page.locator(".dock").bounding_box()
    assert pinned
    assert dock
    assert pinned["y"] + pinned["height"] <= dock["y"] + 1
    sign = "getComputedStyle(document.querySelector('.pinned'), '::after')"
    assert page.evaluate(f"{sign}.position") == "sticky"
    assert page.evaluate(f"{sign}.backgroundImage").startswith("linear-gradient")
    page.tap(".unpin")
    expect(page.locator(".pinned")).to_be_hidden()


@pytest.mark.parametrize(("game", "phase"), [("cafe", "take"), ("kanban_menu", "turn")])
def test_nothing_of_the_board_of_another_is_squeezed_into_another(new_page: NewPage, game: str, phase: str) -> None:
    page = new_page(*PHONES[0], has_touch=True)
    sit_down_at(page, asked(game, phase))
    page.keyboard.press("o")
    page.wait_for_selector(".pinned:not([hidden])")
    assert page.evaluate(SQUEEZED) == []


def test_a_district_that_grows_is_seen_whole_again_and_fingers_hit_its_knobs(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, has_touch=True)
    sit_down_at(page, asked("cafe", "place", seats=1))
    knobs = [knob.bounding_box() for knob in page.locator(".knob:visible").all()]
    assert len(knobs) == 3
    assert all(box and min(box["width"], box["height"]) >= FINGER for box in knobs)
    plane = page.locator(".plane:visible")
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").tap()
    zoomed = plane.get_attribute("viewBox")
    with a_move(page):
        page.tap(".dock [data-key=lay]")
    wait_for_turn(page)
    expect(plane).not_to_have_attribute("viewBox", zoomed or "")
    window = plane.get_attribute("viewBox")
    page.get_by_role("button", name="Show all").tap()
    assert plane.get_attribute("viewBox") == window


def test_the_knobs_of_a_district_keep_their_form_and_place(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, has_touch=True)
    for width, height in ((390, 844), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        seen = set()
        for phase, times in (("take", 1), ("place", 2), ("act", 6)):
            sit_down_at(page, asked("cafe", phase, times=times))
            seen.add(page.evaluate(KNOBS))
        assert len(seen) == 1, f"{width} x {height}: {seen}"


def test_a_phone_on_its_side_shows_the_board_beside_the_dock(new_page: NewPage) -> None:
    page = new_page(width=844, height=390, has_touch=True)
    for game, phase, wanted in (
        ("coffee_rush", "move", "[data-group=board]"),
        ("cat_cafe", "choose", "[data-group=sheet-0] .is-legal"),
        ("kanban_menu", "turn", "[data-group=actions] .is-legal"),
    ):
        sit_down_at(page, asked(game, phase, times=1))
        assert hidden(page, wanted) == [], game
        assert page.evaluate("document.documentElement.scrollWidth") == 844
    sit_down_at(page, asked("cafe", "act", times=1))
    district = page.locator("[data-group=district-0]").bounding_box()
    assert district
    assert district["height"] > 200
    assert district["y"] + 200 < 390


@pytest.mark.parametrize(("width", "height"), [(844, 390), (740, 360)])
def test_a_phone_on_its_side_shows_what_is_tried_and_what_is_on_offer(
    new_page: NewPage, width: int, height: int
) -> None:
    page = new_page(width=width, height=height, has_touch=True)
    for times in (2, 7):
        sit_down_at(page, asked("cafe", "take", seats=3, times=times))
        page.locator("[data-group=offer] .piece.is-legal").first.tap()
        assert hidden(page, "[data-group=district-0]") == []
        faces = [card.bounding_box() for card in page.locator("[data-group=offer] .piece").all()]
        assert all(box and box["y"] + FINGER < height for box in faces)


@pytest.mark.parametrize(("width", "height"), [(844, 390), (740, 360)])
def test_a_phone_on_its_side_shows_the_board_below_a_hint(new_page: NewPage, width: int, height: int) -> None:
    page = new_page(width=width, height=height, has_touch=True)
    for game, phase, board in (
        ("coffee_rush", "move", "[data-group=board]"),
        ("cafe", "act", "[data-group=district-0]"),
        ("kanban_menu", "turn", "[data-group=actions] .place"),
    ):
        sit_down_at(page, asked(game, phase, seats=3))
        page.tap(".dock [data-key=hint]")
        page.wait_for_selector(".shelf[data-shows=hint]:visible", timeout=60_000)
        assert hidden(page, f".shelf, {board}") == [], game


def test_five_fit_a_small_phone(new_page: NewPage) -> None:
    page = new_page(width=360, height=640, has_touch=True)
    sit_down_at(page, asked("kanban_menu", "turn", seats=5, times=1))
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.evaluate(SMALL, TOUCHED) == []
    page.get_by_role("button", name="Scores, and what is left").tap()
    assert page.locator(".scores thead th").count() == 5
    assert page.locator(".sheet .scroll").evaluate("(made) => made.scrollWidth <= made.clientWidth")


def test_links_of_a_guide_are_as_large_as_a_finger(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, has_touch=True)
    page.goto("/guide/cat_cafe")
    page.wait_for_selector(".guide-contents a")
    assert page.evaluate(SMALL, ".guide a") == []
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate(PICTURES) == []


def test_a_hint_and_the_table_in_words_are_at_hand_on_a_phone(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, has_touch=True)
    sit_down_at(page, asked("coffee_rush", "pour", times=1))
    page.tap(".dock [data-key=hint]")
    page.wait_for_selector(".shelf[data-shows=hint]:visible", timeout=60_000)
    assert hidden(page, ".shelf") == []
    page.get_by_role("button", name="Menu", exact=True).tap()
    page.tap(".menu [data-key=words]")
    expect(page.locator(".words h3")).not_to_have_count(0)


def test_the_first_page_is_not_long_and_shows_a_few_tables_before_all(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, has_touch=True)
    for _ in range(4):
        page.goto("/")
        page.click("[data-play=cat_cafe]")
        page.wait_for_selector(".dock[data-state]")
    page.goto("/")
    expect(page.locator(".tbl")).to_have_count(3)
    high = page.evaluate("document.documentElement.scrollHeight")
    assert high < 2000
    page.click(".all-tables")
    page.wait_for_function("() => document.querySelectorAll('.tbl').length > 3")


def test_a_phone_names_the_phase(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, has_touch=True)
    sit_down_at(page, asked("cafe", "act", times=1))
    wait_for_turn(page)
    expect(page.locator(".phases [aria-current]")).to_have_text("Act")
    expect(page.locator(".phases [aria-current]")).to_be_in_viewport(ratio=1)


def test_a_finger_on_what_is_in_hand_moves_it_and_elsewhere_the_page(new_page: NewPage) -> None:
    page = new_page(width=360, height=560, has_touch=True)  # on a larger one there is nothing to scroll
    sit_down_at(page, asked("cafe", "place"))
    page.evaluate("scrollTo(0, 0)")
    held, plane = page.locator(".in-hand"), page.locator(".is-plane .picture:has(.in-hand)")
    was, box, window = held.get_attribute("transform"), held.bounding_box(), plane.bounding_box()
    assert box
    assert window
    swipe(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, -60)
    expect(held).not_to_have_attribute("transform", was or "")
    assert page.evaluate("scrollY") == 0
    swipe(page, window["x"] + 8, window["y"] + window["height"] - 8, -60)
    page.wait_for_function("() => scrollY > 0")


def swipe(page: Page, x: float, y: float, by: float) -> None:
    """A finger that goes up or down."""
    line = page.context.new_cdp_session(page)
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.25, 0.5, 0.75, 1):
        line.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y + by * part}]})
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    line.detach()
