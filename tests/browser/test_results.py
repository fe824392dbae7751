"""The end of a game in the page: what is said, shown, heard and pressed there, at a desk and on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from demitasse import Match, Setting
from demitasse.core import result
from demitasse.core.words import words, written
from tests.browser.conftest import NewPage
from tests.browser.people import sit_down_at
from tests.players import Driver

NAMES = ("Марічка", "Олена", "Arabica", "Anouk van der Velde-Oppenheimer", "Wu")
GAMES = [("cafe", 1), ("cafe", 4), ("cat_cafe", 4), ("coffee_rush", 3), ("kanban_menu", 5)]
SIZES = ((1280, 800), (390, 844))
MAKE = "async (body) => (await (await import('/web/net/api.js')).post('/api/tables', body)).id"
FAULTS = """() => {
  const faults = [], page = document.documentElement;
  if (page.scrollWidth > innerWidth) faults.push(`scrolls sideways, ${page.scrollWidth} px`);
  if (innerWidth >= 1100 && page.scrollHeight > innerHeight) faults.push(`a desk of ${page.scrollHeight} px`);
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT), found = [];
  while (walker.nextNode()) {
    const owner = walker.currentNode.parentElement, words = walker.currentNode.data.trim();
    const isSpared = owner.closest('.vh, [hidden], .s-head > .name, .who > :last-child');
    if (!words || isSpared || !owner.checkVisibility()) continue;
    if (parseFloat(getComputedStyle(owner).fontSize) < 10.99) continue; // a map leaves out what does not fit
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const boxes = owner instanceof SVGElement ? [owner.getBoundingClientRect()] : range.getClientRects();
    const frame = owner.closest('.part, .panel, .summary, .ladder li, .dock .btn')?.getBoundingClientRect();
    for (const box of boxes) {
      if (box.width < 1 || box.height < 1) continue;
      if (frame && (box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 2))
        faults.push(`"${words}" sticks out of its frame`);
      found.push({words, owner, box});
    }
  }
  const said = document.querySelector('.turn-link')?.getBoundingClientRect().bottom ?? 0;
  for (const line of document.querySelectorAll('.plot .line'))
    if (line.getBoundingClientRect().top < said - 1) faults.push('a curve runs behind the words of a turn');
  const dock = document.querySelector('.dock');
  found.forEach(({words, owner, box}, k) => {
    for (const other of found.slice(k + 1)) {
      if (dock.contains(owner) !== dock.contains(other.owner) || owner.closest('.s-map')) continue;
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      if (wide > 2 && high > 4) faults.push(`"${words}" lies over "${other.words}"`);
    }
  });
  return {count: found.length, faults};
}"""
BARS = """() => [...document.querySelectorAll('.standing .made')].map((bar) =>
  [bar.getBoundingClientRect().width, Number(getComputedStyle(bar).getPropertyValue('--all'))])"""
HEARD = """() => [...document.querySelectorAll('.score-bars table tbody tr')].map((row) =>
  [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent.replace('−', '-'))))"""


def ended(game: str, seats: int) -> Match:
    match = Driver(Setting.of(game, seats), 5, 100).run(20_000)
    match.names = NAMES[:seats]
    return match


def come_to_the_end(page: Page, match: Match) -> None:
    """A table whose game is over, where one sat at the first seat."""
    page.goto("/")
    page.wait_for_selector(".games")
    table = page.evaluate(MAKE, {"seats": [{"kind": "me"}], "record": match.record()})
    page.goto(f"/table/{table}")
    page.wait_for_selector(".dock[data-state=over]")


def plain(text: str) -> str:
    return text.replace("*", "")


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_the_end_is_shown_whole_at_a_desk_and_on_a_phone(
    new_page: NewPage, picture: Any, game: str, seats: int
) -> None:
    match = ended(game, seats)
    found = result.of(match, words("en"), readers=[0])
    page = new_page()
    come_to_the_end(page, match)
    expect(page.locator(".prompt .ask")).to_have_text(plain(found.say))
    expect(page.locator(".prompt small")).to_have_text(found.why)
    expect(page.locator(".standing .total")).to_have_text([written(each.total) for each in found.places])
    expect(page.locator(".tie")).to_have_text([plain(tie.say) for tie in found.ties])
    expect(page.locator(".ladder [aria-current]")).to_have_count(int(seats == 1))
    expect(page.locator(".highlights li")).to_contain_text([fact.say for fact in found.facts])
    expect(page.locator(".common > .flow")).to_have_count(len(found.shared))
    lines = page.locator(".plot .line").evaluate_all(
        "(made) => made.map((line) => line.getAttribute('stroke-dasharray'))"
    )
    assert len(set(lines)) == len(lines) == seats, "not by colour alone"
    heard = page.evaluate(HEARD)
    assert [(sum(row[:-1]), row[-1]) for row in heard] == [(each.total, each.total) for each in found.places]
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(50)  # the plot is drawn anew for its room
        seen = page.evaluate(FAULTS)
        picture(page, f"end-{game}-{seats}-{width}")
        assert seen["count"] > 20
        assert not seen["faults"], "\n".join(seen["faults"])
        scale = {round(wide / points, 1) for wide, points in page.evaluate(BARS) if points}
        assert max(scale) - min(scale) < 0.25, "all bars are on one scale"


def test_from_the_end_one_walks_enlarges_shares_replays_and_plays_again(new_page: NewPage) -> None:
    match = ended("kanban_menu", 3)
    found = result.of(match, words("en"), readers=[0])
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    come_to_the_end(page, match)
    voice = page.locator("#voice")
    expect(voice).to_contain_text(f"The game is over. {plain(found.say)}")
    page.keyboard.press("ArrowRight")
    expect(voice.locator("p").last).to_contain_text(
        "At the start: " + ", ".join(f"{each.name} 0" for each in found.places)
    )
    page.keyboard.press("ArrowRight")
    expect(voice).to_contain_text("Round 1: ")
    page.keyboard.press("s")
    expect(voice).to_contain_text(plain(found.say))
    page.click("[data-way=rounds]")
    expect(page.locator(".sheet tbody tr")).to_have_count(found.rounds + 1)
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    expect(page.locator(".table")).to_be_visible()
    expect(page.locator(".result")).to_be_hidden()
    page.keyboard.press("t")
    expect(page.locator(".table")).to_be_hidden()
    share(page)
    watch(new_page(width=390, height=844), page.url, plain(result.of(match, words("en")).say))
    page.keyboard.press("r")
    page.wait_for_url("**/replay/*?ply=0")
    page.go_back()  # perhaps before the replay was there, which must not come then
    page.wait_for_url("**/table/*")
    page.wait_for_function("() => document.querySelector('.result') && !document.querySelector('.replay-dock')")
    table = page.url
    page.locator("[data-key=rematch]").click()
    page.wait_for_function("(url) => location.href !== url && location.pathname.startsWith('/table/')", arg=table)
    page.wait_for_selector(".dock:is([data-state=asked], [data-state=watching])")
    seats = page.evaluate(
        "async () => (await (await fetch(`/api${location.pathname.replace('table', 'tables')}`)).json()).seats"
    )
    assert [seat["yours"] for seat in seats] == [False, False, True], "who began last does not begin again"


PRESS_AT_THE_END = """() => {
  const dock = document.querySelector('.dock');
  const press = () => {
    for (const key of ['Enter', 'r']) {
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, code: key, bubbles: true}));
    }
    for (const key of ['rematch', 'replay']) dock.querySelector(`[data-key=${key}]`).click();
    window.pressed = true;
  };
  new MutationObserver(() => dock.querySelector('[data-key=rematch]') && !window.pressed && press())
    .observe(dock, {childList: true, subtree: true});
}"""  # as soon as it is offered to play again


def test_what_the_end_offers_takes_no_press_that_was_meant_for_the_game(new_page: NewPage) -> None:
    match = Match("cafe", 1, seed=1, auto_draw=True)
    while match.actor is not None:
        before = match.copy()
        match.play_id(match.policy_choice(100, len(match.plies)))
    page = new_page()
    sit_down_at(page, before)
    table, last = page.url, f".dock [data-key='{match.plies[-1].text}']"
    page.evaluate(PRESS_AT_THE_END)
    for _ in range(2 if "Unused" in page.locator(last).inner_text() else 1):
        page.click(last)
    page.wait_for_function("() => window.pressed")
    page.wait_for_timeout(300)
    assert page.url == table
    page.click("[data-key=rematch]")
    page.wait_for_function("(url) => location.href !== url", arg=table)


def share(page: Page) -> None:
    """Link, picture and record."""
    page.click("[data-key=share]")
    page.click("[data-way=link]")
    expect(page.locator(".notice")).to_have_text("The link is copied.")
    assert page.evaluate("() => navigator.clipboard.readText()") == page.url
    page.wait_for_function("() => document.querySelector('.share img').naturalWidth > 600")
    with page.expect_download() as saving:
        page.click("[data-way=picture]")
    assert saving.value.path().read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as keeping:
        page.click("[data-way=record]")
    assert keeping.value.path().read_text(encoding="utf-8").startswith("game: kanban_menu")
    page.keyboard.press("Escape")


def watch(stranger: Page, table: str, verdict: str) -> None:
    """Who watches is told who won, and cannot play again."""
    stranger.goto(table)
    stranger.wait_for_selector(".dock[data-state=over]")
    expect(stranger.locator(".prompt .ask")).to_have_text(verdict)
    expect(stranger.locator("[data-key=rematch]")).to_have_count(0)
    expect(stranger.locator("[data-key=replay]")).to_be_visible()


def test_points_count_up_to_the_totals(new_page: NewPage) -> None:
    match = ended("coffee_rush", 3)
    page = new_page(still=False)
    come_to_the_end(page, match)
    expect(page.locator(".rank[data-counted]:not(.counts)")).to_have_count(1)
    totals = sorted(match.scores(), reverse=True)
    expect(page.locator(".standing .total")).to_have_text([written(total) for total in totals])
