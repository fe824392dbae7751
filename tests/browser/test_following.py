"""Following a game: the log by turns, what happened since my last turn on the shelf and the boards, hints as ways."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import dist

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.people import ACTED_ON, HEAR, Mouse, a_move, head, play_until, sit_down, some, wait_for_turn

SINCE = ".shelf[data-shows=since]"
LANES = 25  # px, in which ways over the same places lie beside each other
Picture = Callable[[Page, str], None]


@pytest.mark.parametrize("game", some("coffee_rush", "cafe", "kanban_menu"))
def test_what_others_did_is_on_the_shelf_until_i_act(new_page: NewPage, picture: Picture, game: str) -> None:
    page = new_page()
    sit_down(page, game, seats=3)
    hand = Mouse(page, seed=4)
    hand.play(5)  # more might close a shop of Coffee Rush: whoever plays at random gets five penalties soon
    play_until(page, SINCE, seed=5)
    shelf, cards = page.locator(SINCE), page.locator(f"{SINCE} .did button")
    for width, height in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(f"{SINCE} .did li").first).to_be_visible()
        expect(cards).to_have_count(page.locator(f"{SINCE} .did li").count() if width > height else 0)
        picture(page, f"since-{game}-{width}")
        page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")  # once it has refitted
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")  # a desk does not scroll
    told = cards.all_inner_texts()
    assert any(words.startswith(("Arabica", "Robusta")) or "Arabica" in words or "Robusta" in words for words in told)

    cards.last.click()  # one alone
    expect(cards.last).to_have_attribute("aria-pressed", "true")
    picture(page, f"since-{game}-alone")

    page.evaluate(WATCHED)
    page.click("[data-shelf=again]")  # once more, and back to the same question
    page.wait_for_function("() => window.watched")  # on a busy machine it is over before the click returns
    page.keyboard.press("Space")
    wait_for_turn(page)
    expect(cards).to_have_count(len(told))

    before = page.evaluate(ACTED_ON)
    page.click("[data-shelf=fold]")
    expect(shelf).to_have_count(0)
    assert page.evaluate(ACTED_ON) == before, "what one acts on stays where it is"
    assert page.locator(".traces, .by-seat").count() == 0
    page.locator(".prompt").focus()
    page.keyboard.press("w")
    expect(cards.first).to_be_focused()
    page.evaluate(LEFT, f"{SINCE}, .traces, .by-seat")
    hand.decide()  # a turn of one ply may end with it, and the next question come at once with what happened since
    assert page.evaluate("window.left") == 0


TRAILS = """() => {
  const trails = () => [...document.querySelectorAll('.traces .way')].map((way) => way.getAttribute('d'));
  window.trails = [];
  new MutationObserver(() => window.trails.push(...trails()))
    .observe(document.querySelector('.table'), {childList: true, subtree: true});
  return trails();
}"""  # those that are shown now, and, kept, those that are from now on


def test_what_is_shown_again_leads_where_it_led(new_page: NewPage) -> None:
    page = new_page(pace="usual")
    sit_down(page, "coffee_rush", seats=3, level="regular")
    play_until(page, ".table[data-shows=since] .traces .way", seed=5)
    walked = page.evaluate(TRAILS)
    page.click("[data-shelf=again]")
    page.wait_for_function("() => window.trails.length")
    page.wait_for_selector(f"{SINCE}:visible")
    wait_for_turn(page)
    shown = page.evaluate("window.trails")
    for way in shown:
        assert min(dist(begins(way), begins(other)) for other in walked) < LANES, "each begins where it began"
    assert max(map(len, shown)) <= max(map(len, walked)) + 40, "and goes no farther"


def begins(way: str) -> tuple[float, float]:
    """Where a path begins."""
    x, y = re.findall(r"-?[\d.]+", way)[:2]
    return float(x), float(y)


WATCHED = """() => {
  const dock = document.querySelector('.dock');
  window.watched = false;
  new MutationObserver(() => (window.watched ||= dock.dataset.state === 'watching'))
    .observe(dock, {attributeFilter: ['data-state']});
}"""  # whether others have been watched since

LEFT = """(wanted) => {
  const dock = document.querySelector('.dock');
  new MutationObserver(() => {
    if (dock.dataset.state === 'sending') window.left ??= document.querySelectorAll(wanted).length;
  }).observe(dock, {attributeFilter: ['data-state']});
}"""  # counts what is left of something as soon as a decision is sent


def test_the_log_tells_turns_and_unfolds_to_plies(new_page: NewPage, picture: Picture) -> None:
    page = new_page(width=1440, height=1100)  # where the log stands beside what others did
    sit_down(page, "coffee_rush", seats=3)
    Mouse(page, seed=6).play(10)  # who plays like this may end a game soon
    wait_for_turn(page)
    turns = page.locator(".story details.turn")
    told = turns.nth(1)
    assert turns.count() < page.locator(".story li").count() / 2, "a turn is several plies"
    expect(page.locator(".story h3").first).to_contain_text("Round")
    words = (told.locator("summary").text_content() or "").strip()
    assert words.startswith(("You ", "Arabica ", "Robusta ")), words
    expect(told.locator("li").first).not_to_be_visible()
    turns.first.locator("summary").focus()
    page.keyboard.press("ArrowDown")
    expect(told.locator("summary")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(told.locator("li").first).to_be_visible()
    picture(page, "log-unfolded")
    page.keyboard.press("ArrowDown")
    expect(told.locator("a").first).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(told.locator("li").first).not_to_be_visible()
    ply = told.locator("li").first.get_attribute("data-ply")
    page.keyboard.press("Enter")
    page.wait_for_selector(".steps")
    expect(page.locator(".steps .count")).to_contain_text(f"{ply} /")

    page.get_by_role("button", name="One turn on").click()  # the replay goes by turns, too
    expect(page.locator(".replay-dock .prompt")).to_have_text(words)
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".steps .count")).not_to_contain_text(f"{ply} /")


def test_ears_hear_each_turn_once(new_page: NewPage) -> None:
    page = new_page(pace="fast")
    sit_down(page, "coffee_rush", seats=3)
    Mouse(page, seed=6).play(10)
    wait_for_turn(page)
    page.evaluate(HEAR)
    for _ in range(12):
        Mouse(page, seed=8).decide()
        wait_for_turn(page)
        if page.evaluate("window.heard.join(' ').includes('Robusta ')"):
            break
    heard = page.evaluate("window.heard")
    assert any(words.startswith(("Arabica ", "Robusta ")) for words in heard), heard
    told = [words for words in heard if words.startswith("Robusta ")]
    assert len(told) == len(set(told)), heard


@pytest.mark.parametrize("game", ["coffee_rush", "cafe"])
def test_a_hint_is_three_ways_on_the_board_and_enter_takes_one(new_page: NewPage, picture: Picture, game: str) -> None:
    page = new_page()
    sit_down(page, game)
    Mouse(page, seed=2).play(3)
    play_until(page, ".table [role=button].is-legal", seed=2)  # a turn that can only be ended has no way on the board
    before = head(page)
    page.locator("[data-shelf=fold]").or_(page.locator(".shelf[hidden]")).first.dispatch_event("click")
    table = page.evaluate(ACTED_ON)
    page.evaluate(HOLD_HINTS)
    page.keyboard.press("h")
    expect(page.locator(".notice")).to_have_text("The advisor is getting ready …")
    page.evaluate(LET_GO)
    page.wait_for_selector(".dock .main[aria-disabled]")  # what was about to be pressed there is not pressed
    cards = page.locator(".shelf[data-shows=hint] .did button")
    expect(cards.first).to_be_visible(timeout=30_000)
    expect(page.locator(".notice")).to_be_hidden()
    assert 1 <= cards.count() <= 3
    picture(page, f"hint-{game}")
    assert page.evaluate(ACTED_ON) == table, "what one acts on stays where it is"
    assert head(page) == before, "nothing is played before it is wanted"
    expect(cards.first).to_contain_text("%")
    expect(page.locator(".traces .best text", has_text="%").first).to_be_visible()  # where it ends
    page.locator(".prompt").focus()
    page.keyboard.press("Escape")
    expect(cards).to_have_count(0)
    page.keyboard.press("h")
    expect(cards.first).to_be_visible(timeout=30_000)
    expect(page.locator(".dock .main")).to_be_enabled()
    with a_move(page):
        page.keyboard.press("Enter")
    expect(page.locator(".shelf[data-shows=hint]")).to_have_count(0)


HOLD_HINTS = """() => {
  const fetched = window.fetch;
  window.fetch = (url, ...more) =>
    url.includes('/hint?')
      ? new Promise((go) => { window.letGo = () => { window.fetch = fetched; go(fetched(url, ...more)); }; })
      : fetched(url, ...more);
}"""  # a hint waits until it is let go
LET_GO = "() => window.letGo()"


def test_a_hint_that_comes_late_leaves_what_is_picked(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "cafe", seats=2)
    wait_for_turn(page)
    page.evaluate(HOLD_HINTS)
    page.keyboard.press("h")
    page.locator("[data-group=offer] [data-id^='card-'].is-legal").last.click()
    page.keyboard.press("r")
    tried = page.locator(".in-hand").get_attribute("transform")
    choices = page.locator(".dock .says .btn").all_inner_texts()
    page.wait_for_function("() => document.querySelector('.notice').checkVisibility()")
    page.evaluate(LET_GO)
    cards = page.locator(".shelf[data-shows=hint] .did button")
    expect(cards.first).to_be_visible(timeout=30_000)
    assert page.locator(".in-hand").get_attribute("transform") == tried
    assert page.locator(".dock .says .btn").all_inner_texts() == choices
    for width, height in ((390, 844), (1280, 800)):  # looking at it otherwise takes nothing back either
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".shelf.is-sheet")).to_have_count(int(width < 640))  # right above the dock
    assert page.locator(".dock .says .btn").all_inner_texts() == choices
    cards.first.click()  # and there it is
    expect(page.locator(".dock .main")).to_contain_text("Take way 1")


def test_dice_roll_and_cards_turn_shortly_and_nothing_sounds_unasked(new_page: NewPage) -> None:
    page = new_page(still=False, pace="fast")
    page.add_init_script(WATCH)
    sit_down(page, "cat_cafe")
    Mouse(page, seed=2).play(3)
    wait_for_turn(page)
    moved = page.evaluate("window.moved")
    assert any("rotate" in frames for frames, _ in moved), moved
    assert max(ms for _, ms in moved) <= 400
    assert page.evaluate("window.sounded") == 0


WATCH = """
  window.moved = [];
  window.sounded = 0;
  const real = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    window.moved.push([JSON.stringify(frames), timing.duration]);
    return real.call(this, frames, timing);
  };
  const Audio = window.AudioContext;
  window.AudioContext = class extends Audio { constructor() { super(); window.sounded += 1; } };
"""
