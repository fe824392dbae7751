"""Choosing in several steps: the question moves on and can be put back, a click aims before a button does it."""

from __future__ import annotations

from collections import Counter

from playwright.sync_api import Page, expect

from demitasse import Match
from tests.browser.conftest import NewPage
from tests.browser.people import a_move, asked, head, play_until, reach, sit_down, sit_down_at, state

ITEM = "[data-id^='item-'].is-legal"
CELL = "[data-id^='cell-'].is-legal"
ACTIONS = """() => fetch(location.pathname.replace('/table/', '/api/tables/'))
  .then((found) => found.json()).then(({scene}) => scene.actions)"""

RECORD = """() => fetch(location.pathname.replace('/table/', '/api/tables/') + '/record')
  .then((found) => found.text())"""
WAYS = ACTIONS.replace("scene.actions", "scene.ways.filter(({path}) => path)")
DOCK = """() => {
  const {dock, shown} = {dock: document.querySelector('.dock'), shown: [...document.querySelectorAll('.says > .btn')]};
  const boxes = shown.filter((made) => !made.hidden).map((made) => made.getBoundingClientRect());
  return {
    high: dock.offsetHeight, rows: new Set(boxes.map(({top}) => top)).size,
    cut: boxes.filter(({bottom}) => bottom > innerHeight).length, words: dock.innerText
  };
}"""
INSIDE = """([ids, share]) => [...document.querySelectorAll('.trail.best .step')].every((step, k) => {
  const made = [step, document.querySelector(`[data-id="${ids[k]}"]`)];
  const [dot, cell] = made.map((each) => each.getBoundingClientRect());
  const [x, y] = [dot.left + dot.width / 2 - cell.left, dot.top + dot.height / 2 - cell.top];
  return [x / cell.width, y / cell.height].every((at) => at > share && at < 1 - share);
})"""  # whether each step lies well within its cell
HASTY = """() => {
  window.pressed = 0;
  new MutationObserver(() => {
    const made = document.querySelector('.dock .says [data-key$=" back"]');
    if (!made || window.pressed++) return;
    made.dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 2}));
  }).observe(document.querySelector('.dock .says'), {childList: true});
}"""  # presses what gives something away as soon as it is there


def at_a_walk() -> Match:
    """A game of Coffee Rush whose first seat is about to walk, with one pawn."""
    return reach("coffee_rush", 3, 5, may_walk)


def may_walk(match: Match) -> bool:
    return any("-" in text for text in match.legal())


def to_choose(page: Page) -> None:
    sit_down_at(page, asked("cat_cafe", "choose", times=4))


def to_a_house() -> Match:
    """A game of Cat Café whose first seat may draw a house, where one cat has come and others may."""
    match = Match("cat_cafe", 3, seed=11, auto_draw=True)
    while (
        match.actor != 0
        or not match.states[0]["cat"][0].any()
        or not any(text.startswith("house") for text in match.legal())
    ):
        match.play_id(match.policy_choice(100, len(match.plies)))
    return match


def to_draft(page: Page) -> list[str]:
    """The cards on offer, where one is to be taken."""
    sit_down(page, "cafe")
    page.wait_for_selector(".dock[data-state=asked]")
    cards: list[str] = page.locator("[data-id^=card-].is-legal").evaluate_all("(made) => made.map((m) => m.dataset.id)")
    return cards


def test_picking_an_item_moves_the_question_on(new_page: NewPage) -> None:
    page = new_page()
    to_choose(page)
    expect(page.locator(".prompt .ask")).to_contain_text("draw an item, or pass?")
    page.locator(ITEM).first.click()
    expect(page.locator(".prompt .ask")).to_contain_text("where do you draw")
    page.click(".dock [data-key=cancel]")
    expect(page.locator(".prompt .ask")).to_contain_text("draw an item, or pass?")
    expect(page.locator(".picked")).to_have_count(0)


def test_while_a_cat_is_asked_the_rows_of_the_sheet_are_cats(new_page: NewPage) -> None:
    page = new_page()
    match = to_a_house()
    sit_down_at(page, match)
    page.click("[data-id=item-0-house]")
    if page.locator(CELL).count():
        page.locator(CELL).first.click()
    question = page.locator(".prompt .ask")
    expect(question).to_contain_text("which cat comes to the house?")
    rows = page.locator("[data-word=items-0] [data-id^=cat-0-]")
    expect(rows).to_have_count(6)
    assert not any(page.locator("[data-word=items-0] [data-id] > .price").all_inner_texts()), "a cat costs nothing"
    free = rows.and_(page.locator("[role=button].is-legal"))
    expect(free).to_have_count(6 - int(match.states[0]["cat"][0].sum()))
    assert all(text.splitlines()[-1].startswith("+") for text in free.all_inner_texts())  # with their points
    rows.and_(page.locator(":not([role=button])")).first.click()  # it has come
    expect(question).to_contain_text("which cat comes to the house?")
    free.last.click()
    expect(page.locator(".dock .says .btn.main")).to_contain_text("Draw here")
    free.first.click()
    expect(page.locator("[data-word=items-0] .picked")).to_have_attribute("data-id", "cat-0-house")
    page.click(".dock .says .btn.main")
    page.wait_for_function(f"() => Number(document.querySelector('.dock').dataset.head) > {len(match.plies)}")
    page.wait_for_function(f"() => ({RECORD})().then((text) => /^0 house t\\d+f\\d+ cat house$/m.test(text))")


def test_a_cell_can_be_picked_before_the_item(new_page: NewPage) -> None:
    page = new_page()
    to_choose(page)
    prices = page.locator("[data-word=items-0] [data-id] > .price")
    cheapest = prices.all_inner_texts()
    marks = [action for action in page.evaluate(ACTIONS) if action.get("start")]
    rows = page.locator("[data-word=items-0] [data-id]").evaluate_all("(rows) => rows.map(({dataset}) => dataset.id)")
    for cell in dict.fromkeys(action["on"] for action in marks):
        there = {action["start"]: action.get("badge", "0") for action in marks if action["on"] == cell}
        if (dearer := [there.get(row, "–") for row in rows]) != cheapest and len(there) > 1:
            break
    else:
        raise AssertionError("no cell leaves a choice that is dearer than elsewhere")
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


def test_passing_is_asked_once_more_where_something_can_be_drawn(new_page: NewPage) -> None:
    page = new_page()
    to_choose(page)
    before = head(page)
    deed = page.locator(".dock .says .main")
    for by_key in (True, False):
        expect(deed).to_have_count(0)
        if by_key:
            page.keyboard.press("p")
        else:
            page.click(".dock [data-key=pass]")
        expect(deed).to_contain_text("Yes, pass")
        assert head(page) == before
        page.keyboard.press("Escape")
    page.keyboard.press("p")
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
    ways = page.locator(".dock .says .btn").count()
    expect(page.locator(".trail.best")).to_have_count(ways)
    expect(page.locator(".trail.best .step")).to_have_count(2)  # of the first
    page.locator(".dock .says .btn").last.hover()
    expect(page.locator(".trail.best")).to_have_count(1)
    expect(page.locator(".trail.best .step")).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".prompt .ask")).to_contain_text("Where to?")
    expect(page.locator(".trail")).to_have_count(0)


def test_of_two_pawns_every_choice_says_which_one_goes(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, has_touch=True)
    for seed in range(4):
        sit_down_at(page, reach("coffee_rush", 2, seed, may_walk))
        steps = [action for action in page.evaluate(ACTIONS) if action.get("badge")]
        ends = Counter(action["on"] for action in [*steps, *page.evaluate(WAYS)])
        for end in [end for end, ways in ends.items() if ways > 1][:6]:
            expect(page.locator(f"[data-id={end}]:is(.has-tag, :has(> .tag))")).not_to_have_count(0)
            page.tap(f"[data-id={end}]")
            found = page.locator(".dock .says .btn:not([hidden])")
            expect(found).not_to_have_count(0)
            words = found.all_inner_texts()
            assert len(words) == len(set(words)), words
            page.click(".dock [data-key=cancel]")


def test_arrows_lead_onto_the_table_from_anywhere(new_page: NewPage) -> None:
    page = new_page()
    sit_down_at(page, at_a_walk())
    page.locator(".dock .prompt").focus()
    here = page.locator("[data-id^=pawn-0-]").first.evaluate("(made) => made.ariaLabel.match(/pawn on (..)/)[1]")
    steps = {"ArrowRight": (1, 0), "ArrowLeft": (-1, 0), "ArrowDown": (0, 1), "ArrowUp": (0, -1)}
    for key, (dx, dy) in steps.items():
        there = f"cell-{chr(ord(here[0]) + dx)}{int(here[1]) + dy}"
        if page.locator(f"[data-id={there}].is-legal").count():
            page.locator(".dock .prompt").focus()
            page.keyboard.press(key)
            assert page.evaluate("() => document.activeElement.dataset.id") == there
    to_choose(page)
    item = page.locator(ITEM).first.get_attribute("data-id")
    page.keyboard.press(next(action["key"] for action in page.evaluate(ACTIONS) if action.get("start") == item))
    for key in ("ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight"):
        page.keyboard.press(key)
        assert page.evaluate("() => document.activeElement.matches('[data-id^=cell-].is-legal')"), key


def test_enter_does_what_the_button_says_wherever_the_mouse_was(new_page: NewPage) -> None:
    page = new_page()
    cards = to_draft(page)
    page.locator(f"[data-id={cards[0]}]").click()
    page.keyboard.press("2")
    expect(page.locator(f"[data-id={cards[1]}].picked")).to_have_count(1)
    page.locator(".summary").first.click()  # somebody is pinned, and let go
    page.locator(".summary").first.click()
    meant = page.locator(".dock .btn.main").get_attribute("data-key")
    with a_move(page):
        page.keyboard.press("Enter")
    expect(page.locator(".pinned:not([hidden])")).to_have_count(0)
    assert f"{meant}\n" in page.evaluate(RECORD)


def test_a_key_on_the_table_takes_the_focus_along(new_page: NewPage) -> None:
    page = new_page()
    cards = to_draft(page)
    page.locator(f"[data-id={cards[0]}]").focus()
    page.keyboard.press("Enter")
    for key, card in ("2", cards[1]), ("3", cards[2]), ("1", cards[0]):
        page.keyboard.press(key)
        assert page.evaluate("() => document.activeElement.dataset.id") == card
        expect(page.locator(f"[data-id={card}].picked")).to_have_count(1)


def test_pointing_at_a_far_cell_shows_the_way_there_and_what_it_brings(new_page: NewPage) -> None:
    page = new_page()
    sit_down_at(page, at_a_walk())
    ways = page.evaluate(WAYS)
    there = {way["on"]: [other for other in ways if other["on"] == way["on"]] for way in ways}
    end, several = next((end, found) for end, found in there.items() if len(found) > 1)
    page.hover(f"[data-id={end}]")
    expect(page.locator(".trail.best .step")).to_have_count(len(several[0]["path"]) - 1)
    expect(page.locator(".prompt small")).to_contain_text(f"{several[0]['label']} · {len(several)} ways")
    expect(page.locator(".ghost")).not_to_have_count(0)
    assert page.evaluate(INSIDE, [several[0]["path"][1:], 0.12])
    assert state(page) == "asked"


def test_what_gives_something_away_takes_no_press_that_was_meant_for_what_stood_there(new_page: NewPage) -> None:
    page = new_page()
    sit_down_at(page, at_a_walk())
    way = next(way for way in page.evaluate(WAYS) if len(way["path"]) == 4)
    page.evaluate(HASTY)
    before = head(page)
    page.click(f"[data-id={way['on']}]")
    if page.locator(".dock [data-key*=' / ']").count():
        page.locator(".dock [data-key*=' / ']").last.click()
    page.wait_for_function("() => window.pressed > 0")
    page.wait_for_timeout(500)
    back = page.locator(".dock .says [data-key$=' back']")
    expect(back).to_have_count(1)
    assert head(page) - before >= 3, "the walk alone"
    with a_move(page):
        back.click()  # seen, and meant


def test_what_is_pencilled_goes_to_another_cell_that_is_lit(new_page: NewPage) -> None:
    page = new_page()
    to_choose(page)
    rows = page.locator(f"{ITEM}:not([data-id$=house])")
    for k in range(rows.count()):
        rows.nth(k).click()
        if page.locator(CELL).count() > 1:
            break
        page.keyboard.press("Escape")
    lit = page.locator(CELL).evaluate_all("(made) => made.map(({dataset}) => dataset.id)")
    page.click(f"[data-id='{lit[0]}']")
    expect(page.locator(CELL)).to_have_count(len(lit))
    page.click(f"[data-id='{lit[1]}']")
    expect(page.locator(f"[data-id='{lit[1]}'].picked")).to_have_count(1)
    expect(page.locator(".word-sheets .picked")).to_have_count(1)
    expect(page.locator(".dock .btn.main")).to_contain_text("Draw here")
    expect(page.locator("[data-group='sheet-0'] .ghost")).to_have_count(1)


def test_the_second_press_of_a_double_click_answers_no_other_question(new_page: NewPage) -> None:
    match = reach("kanban_menu", 2, 3, lambda match: "contribute" in match.legal())
    page = new_page()
    sit_down_at(page, match)
    box = page.locator(".dock [data-key=finish]").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    with a_move(page):
        page.mouse.click(x, y)
    page.wait_for_selector(".dock[data-state=asked]")
    finished, asked = head(page), page.locator(".prompt .ask").inner_text()
    under = "([x, y]) => document.elementFromPoint(x, y).closest('button')?.dataset.key ?? ''"
    assert page.evaluate(under, [x, y]).startswith("put "), "nothing came to lie under the pointer"
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.wait_for_timeout(500)
    assert (head(page), page.locator(".prompt .ask").inner_text()) == (finished, asked)
    with a_move(page):  # and once more, as it is meant
        page.mouse.click(x, y)


def test_a_menu_card_that_is_picked_shows_what_developing_it_pays_and_brings(new_page: NewPage) -> None:
    both = {"develop Sweets buffet", "reserve Beef stew"}
    match = reach("kanban_menu", 3, 11, lambda match: both <= {*match.legal()})
    page = new_page()
    sit_down_at(page, match)
    before = head(page)
    page.locator(".card.is-legal", has_text="Sweets buffet").click()
    expect(page.locator(".prompt .ask")).to_contain_text("develop or reserve Sweets buffet?")
    expect(page.locator(".dock .btn.main")).to_have_text("Develop")
    expect(page.locator(".flow-tokens .is-leaving, .flow .token.is-leaving")).to_have_count(3)
    page.locator(".card", has_text="Beef stew").click()  # one click reserves nothing
    expect(page.locator(".prompt .ask")).to_contain_text("reserve Beef stew?")
    expect(page.locator(".dock .btn.main")).to_have_text("Reserve")
    assert head(page) == before
    page.keyboard.press("Escape")
    page.locator(".card.is-legal", has_text="Sweets buffet").click()
    with a_move(page):
        page.keyboard.press("Enter")
    assert "develop Sweets buffet" in page.evaluate(RECORD)


def places(match: Match, item: str) -> int:
    return sum(text.startswith(item) for text in match.legal())


def is_crossing(match: Match) -> bool:
    """Whether one is about to walk and may do so across corners: then there are many ways."""
    return (
        bool(match.state["upgrade"][0, 1]) and not match.state["steps"] and any("-" in text for text in match.legal())
    )


def test_the_dock_of_a_desk_keeps_its_height_whatever_is_picked(new_page: NewPage) -> None:
    page = new_page()
    looks = []

    def look() -> None:
        for width in (1100, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            page.wait_for_timeout(150)
            looks.append(page.evaluate(DOCK))

    def delivers(match: Match) -> bool:
        return {"end", "deliver"} <= {text.split()[0] for text in match.legal()} and places(match, "deliver") > 1

    sit_down_at(page, reach("cafe", 3, 1, delivers))
    page.keyboard.press("f")
    look()
    assert "to the warehouse" in looks[-1]["words"]
    assert "End the turn" in looks[-1]["words"]

    sit_down_at(page, reach("coffee_rush", 3, 14, is_crossing))
    ends = Counter(way["on"] for way in page.evaluate(WAYS))
    most = max(ends, key=lambda end: ends[end])
    assert 4 < ends[most] <= 6
    page.click(f"[data-id={most}]")
    look()
    assert looks[-1]["rows"] == 2
    assert "cell by cell" in looks[-1]["words"]

    sit_down_at(page, reach("cat_cafe", 3, 2, lambda match: places(match, "bowl") > 4))
    page.keyboard.press("4")
    expect(page.locator(".prompt .ask")).to_contain_text("where do you draw")
    look()
    assert [(each["high"], each["cut"]) for each in looks] == [(96, 0)] * len(looks)
    assert max(each["rows"] for each in looks) == 2


def test_a_house_says_its_paws_on_the_button_that_draws_it(new_page: NewPage) -> None:
    def is_dear(match: Match) -> bool:
        """Whether neither die shows a house, and one can be drawn all the same."""
        return 1 not in (match.state["die"][0], match.state["centre"]) and places(match, "house") > 0

    page = new_page()
    sit_down_at(page, reach("cat_cafe", 3, 1, is_dear))
    house = next(action for action in page.evaluate(ACTIONS) if action["text"].startswith("house"))
    for spot in ("start", "on"):
        page.click(f"[data-id={house[spot]}]")
    page.click(f".dock [data-key='{house['text']}']")
    paws = house["badge"].removeprefix("−")
    expect(page.locator(".dock .says .main")).to_contain_text(f"Draw here · {paws} paw")
