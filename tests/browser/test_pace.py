"""The pace of what others do: a plan for all of it between two turns of mine, which can be changed, hurried, paused and
skipped.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.people import Mouse, sit_down, wait_for_turn

PLAN = """async ([name, batches, late]) => {
  const {Pace, PACES, choosePace} = await import('/web/table/pace.js');
  choosePace(name);
  const pace = new Pace();
  pace.late = late ?? 0;
  const turns = batches.flat().map(() => ({ms: 0, shown: 0}));
  let turn = 0;
  for (const batch of batches) {
    pace.spent += turn ? 1000 : 0;  // until it is heard
    for (const left = [...batch]; left.length; ) {
      const waiting = left.reduce((all, rows) => all + rows);
      const {together, ms} = pace.next(turn, left[0], waiting, turns.length - turn - left.length);
      const most = pace.spent > 1.2 * PACES[name].whole || name === 'once' ? waiting : left[0];
      if (!(together >= 1 && together <= most)) throw new Error(`${together} rows`);
      pace.spent += ms + pace.late;
      turns[turn].ms += ms;
      turns[turn].shown += 1;
      left[0] -= together;
      while (left[0] < 0 && left.length > 1) left[1] += left.shift();
      if (left[0] > 0) continue;
      left.shift();
      turn += 1;
    }
  }
  return {spent: pace.spent, turns};
}"""  # how long turns of so many rows take, known in batches, each a second after the other; how many are shown
CLOCK = """() => {
  const dock = document.querySelector('.dock');
  window.waits = [];
  let since = null;
  new MutationObserver(() => {
    const others = document.querySelector('.dock [data-key=skip]');
    if (others && since === null) since = performance.now();
    if (dock.dataset.state === 'asked' && since !== null) window.waits.push(performance.now() - since);
    if (dock.dataset.state === 'asked') since = null;
  }).observe(dock, {attributes: true, childList: true, subtree: true});
}"""  # how long others played before I was asked again
Picture = Callable[[Page, str], None]
OTHERS = ".dock [data-key=skip]"  # is there while others play


@pytest.mark.parametrize(("pace", "most"), [("slow", 9500), ("usual", 4500), ("fast", 2000), ("once", 100)])
def test_the_plan_of_time_holds_however_many_plies(new_page: NewPage, pace: str, most: float) -> None:
    page = new_page()
    page.goto("/")
    page.wait_for_selector(".games")
    for rows in (1, 3, 12, 40, 150):
        found: dict[str, Any] = page.evaluate(PLAN, [pace, [[rows]]])
        assert found["spent"] <= most, f"{rows} rows at {pace}: {found}"
    few = page.evaluate(PLAN, [pace, [[3]]])
    assert few["turns"][0]["shown"] == (1 if pace == "once" else 3), "what there is time for is shown ply by ply"


def test_every_turn_has_its_share_of_the_plan_whenever_it_is_heard(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.wait_for_selector(".games")
    together = page.evaluate(PLAN, ["usual", [[8, 8, 4]]])
    assert [round(turn["ms"], -2) for turn in together["turns"]] == [1600, 1600, 800], "by their rows"
    for batches in ([[8], [8]], [[8], [8], [8]], [[9, 3], [40]], [[150], [2], [9]]):
        found = page.evaluate(PLAN, ["usual", batches])
        assert all(turn["ms"] >= 390 or turn["shown"] > 1 for turn in found["turns"]), f"{batches}: {found}"
        assert found["spent"] <= 4000 + 500 * len(batches), f"{batches}: {found}"


def test_the_plan_holds_where_drawing_takes_its_time(new_page: NewPage) -> None:
    """Late turns of Café, of three bots: what a step takes beyond its time is planned for, not added."""
    page = new_page()
    page.goto("/")
    page.wait_for_selector(".games")
    for late in (0, 100, 300, 450):
        for batches in ([[3, 3, 3, 17, 17, 17]], [[3, 3], [3, 17], [17, 17]]):
            found = page.evaluate(PLAN, ["usual", batches, late])
            assert found["spent"] <= 6000, f"{late} ms late, {batches}: {found}"
    assert all(turn["shown"] for turn in page.evaluate(PLAN, ["usual", [[17, 17, 17]], 300])["turns"])


def others_play(page: Page, hand: Mouse) -> None:
    """Plays on until it is another's turn."""
    for _ in range(40):
        wait_for_turn(page)
        hand.decide()
        page.wait_for_selector(f"{OTHERS}, .dock[data-state=asked]")
        if page.locator(OTHERS).count():
            return
    raise AssertionError("nobody else plays")


def test_the_pace_is_chosen_hurried_paused_and_skipped(new_page: NewPage, picture: Picture) -> None:
    page = new_page(still=False, pace="slow")
    sit_down(page, "coffee_rush", seats=3)
    hand = Mouse(page, seed=3)

    others_play(page, hand)  # a pause holds everything
    page.keyboard.press(".")
    expect(page.locator(".dock [data-key=pause]")).to_contain_text("Go on")
    page.wait_for_function("() => !document.querySelector('.air > *')")
    before = page.locator(".prompt .ask").inner_text()
    page.wait_for_timeout(2000)
    assert page.locator(".prompt .ask").inner_text() == before
    page.keyboard.press(".")
    page.wait_for_function("(was) => document.querySelector('.prompt .ask').innerText !== was", arg=before)

    page.keyboard.press("Space")  # skipped: the question is there at once
    page.wait_for_selector(".dock[data-state=asked]", timeout=2000)

    others_play(page, hand)  # changed in the midst of it, by a key and on the shelf
    page.wait_for_selector(".shelf[data-shows=watch]")
    page.wait_for_selector(".traces .trail:is(.seat-1, .seat-2)")  # whoever walks leaves a trail as it happens
    expect(page.locator(".shelf .did .then").first).to_contain_text("next")  # and what matters of them is said
    picture(page, "watch-coffee_rush")
    page.keyboard.press("Shift+Period")
    assert page.evaluate("JSON.parse(localStorage.demitasse).pace") == "usual"
    expect(page.get_by_label("Usual")).to_be_checked()
    page.get_by_label("At once").check(force=True)
    page.wait_for_selector(".dock[data-state=asked]", timeout=2000)
    page.reload()
    wait_for_turn(page)
    assert page.evaluate("JSON.parse(localStorage.demitasse).pace") == "once"


def test_a_click_finishes_the_turn_that_moves(new_page: NewPage) -> None:
    page = new_page(still=False, pace="slow")
    sit_down(page, "coffee_rush", seats=3)
    hand = Mouse(page, seed=3)
    for _ in range(3):
        others_play(page, hand)
        who = page.locator(".prompt .ask").inner_text().split()[0]
        page.mouse.click(3, 300)
        page.wait_for_function(
            """(who) => document.querySelector('.dock').dataset.state === 'asked'
              || !document.querySelector('.prompt .ask').innerText.startsWith(who)""",
            arg=who,
            timeout=2500,
        )
        page.keyboard.press("Space")


def test_others_take_about_four_seconds_between_two_of_my_turns(new_page: NewPage) -> None:
    page = new_page(still=False, pace="usual")
    sit_down(page, "coffee_rush", seats=3)
    page.evaluate(CLOCK)
    hand = Mouse(page, seed=5)
    for _ in range(2):
        others_play(page, hand)
        wait_for_turn(page)
    waits = page.evaluate("window.waits")
    assert len(waits) >= 2
    assert max(waits) < 6000, waits
    assert max(waits) > 800, "what others do can be followed"


def test_for_who_wants_it_still_the_pace_says_how_long_each_state_stands(new_page: NewPage) -> None:
    page = new_page(still=True, pace="fast")
    sit_down(page, "coffee_rush", seats=3)
    page.evaluate(CLOCK)
    hand = Mouse(page, seed=5)
    wait_for_turn(page)
    while not page.evaluate("window.waits.length"):
        hand.decide()
        assert wait_for_turn(page) == "asked"
    assert 200 < page.evaluate("window.waits")[0] < 4000
    assert page.evaluate("document.getAnimations().length") == 0
