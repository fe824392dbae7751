"""People at a table: what they see, and hands that play by mouse, by touch or by keys alone."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, TimeoutError, expect

import demitasse
from demitasse import Match, Setting, game_names
from tests.players import Driver

LOOK = """(chance) => {
  const dock = document.querySelector('.dock');
  const lit = [...document.querySelectorAll('.table [role=button]:is(.is-legal, .is-dot):not(.picked)')]
    .filter((made) => !made.closest('.pinned'));
  const free = (made) => {
    const box = made.getBoundingClientRect();
    for (const [x, y] of [[.5, .5], [.3, .3], [.7, .3], [.3, .7], [.7, .7], [.5, .2], [.5, .8], [.15, .5], [.85, .5]]) {
      const at = [box.left + box.width * x, box.top + box.height * y];
      if (made.contains(document.elementFromPoint(...at))) return at;
    }
    return null;
  };
  const hit = (made) => {
    if (made && !free(made)) made.scrollIntoView({block: 'center'});
    return made && free(made);
  };
  const buttons = [...document.querySelectorAll('.dock .says .btn:not([hidden])')];
  return {
    state: dock?.dataset.state, head: Number(dock?.dataset.head ?? 0), choices: buttons.map((made) => made.dataset.key),
    lit: lit.map((made) => made.dataset.id),
    button: hit(buttons[Math.floor(chance * buttons.length)]), main: hit(buttons.find((made) => made.matches('.main'))),
    spot: hit(lit[Math.floor(chance * lit.length)])};
}"""  # what somebody sees: the question, what is lit and said, and a point of one of each that nothing covers
ASKED = "() => ['asked', 'over'].includes(document.querySelector('.dock')?.dataset.state)"
SETTLED = """(before) => {
  const {state, head} = document.querySelector('.dock')?.dataset ?? {};
  return Number(head) > before || state === 'over' ? 'on' : state === 'asked' ? 'picked' : false;
}"""
TABLE = """async ([record, others]) => {
  const ask = async (way, body, headers = {}) => {
    const all = {'content-type': 'application/json', ...headers};
    return (await fetch(way, {method: 'POST', headers: all, body: JSON.stringify(body)})).json();
  };
  const known = await (await fetch('/api/session')).json();
  const {csrf} = known.person ? known : await ask('/api/session', {name: 'Mira'});
  const token = {'x-csrf-token': csrf};
  const seats = [{kind: 'me'}, ...Array.from({length: others}, () => ({kind: 'bot', level: 'guest'}))];
  const {id} = await ask('/api/tables', {seats, record, by_hand: false}, token);
  await ask(`/api/tables/${id}/start`, {}, token);
  return id;
}"""  # a table that goes on from a record
CALLED_MIRA = """try {
  localStorage.demitasse = JSON.stringify({name: 'Mira', ...JSON.parse(localStorage.demitasse ?? '{}')});
} catch {}"""
ACTED_ON = """() => Object.fromEntries([...document.querySelectorAll('.table :is([data-id], .area), .dock')]
  .filter((made) => !made.closest('[data-cell=others]') && made.checkVisibility())
  .map((made) => [
    made.dataset.id ?? made.className.replace(' is-long', ''), JSON.stringify(made.getBoundingClientRect())
  ]))"""  # and where
WAIT = 60.0  # seconds for others to play
ANSWER = 8.0  # seconds for the server to take a decision
TRIES = 25  # clicks for one decision


def some(*games: str) -> tuple[str, ...]:
    """The games of a test that takes long: these on every run, all of them in `make games`."""
    return tuple(game_names()) if os.environ.get("DEMITASSE_GAMES") == "all" else games


def sit_down(page: Page, game: str, seats: int = 2, level: str = "guest") -> None:
    """From the first page to a table with bots, in the way of somebody who chooses and is called Mira: bots have names
    that begin otherwise.
    """
    page.add_init_script(CALLED_MIRA)
    page.goto("/")
    page.click(f"[data-new={game}]")
    page.select_option("#seats", str(seats))
    for chair in page.locator(".setup .chair select").all()[1:]:
        chair.select_option(f"bot {level}")
    page.click("#set-table")
    page.wait_for_selector(".dock[data-state]")


def sit_down_at(page: Page, match: Match) -> None:
    """A table with bots that goes on from a game, asked as its first seat."""
    page.goto("/")
    page.wait_for_selector(".games")
    page.goto(f"/table/{page.evaluate(TABLE, [match.record(), match.seats - 1])}")
    page.wait_for_selector(".dock[data-state=asked]")


def asked(game: str, phase: str, seats: int = 2, times: int = 3) -> Match:
    """A game in which the first seat is asked for the nth time in a phase."""
    driver = Driver(Setting.of(demitasse.game(game), seats, {}), 6, 100)
    names = driver.match.game.notation.labels(driver.match.box)["phase"]
    while True:
        match = driver.match
        if match.actor == 0 and names[int(match.state["phase"])] == phase and len(match.legal()) > 1:
            times -= 1
            if not times:
                return match
        driver.step()


def reach(game: str, seats: int, seed: int, wanted: Callable[[Match], bool]) -> Match:
    """A game in which the first seat is asked what is wanted."""
    match = Match(game, seats, seed=seed, auto_draw=True)
    while match.actor != 0 or not wanted(match):
        match.play_id(match.policy_choice(100, len(match.plies)))
    return match


def is_at(match: Match, phase: str = "", plies: int = 0) -> bool:
    """Whether a game has got so far."""
    return len(match.plies) >= plies and f"phase: {phase}" in match.position()


def set_table(page: Page, game: str, chairs: list[str], by_hand: bool = False) -> None:
    """A table with so many chairs, each of a kind: me, open, screen, bot LEVEL."""
    page.goto("/")
    page.click(f"[data-new={game}]")
    page.select_option("#seats", str(len(chairs)))
    for place, kind in enumerate(chairs):
        page.locator(".setup .chair select").nth(place).select_option(kind)
    if by_hand:
        page.check("#by-hand")
    page.click("#set-table")
    page.wait_for_selector(".invite" if "open" in chairs else ".dock[data-state]")


def sit_together(host: Page, guest: Page, game: str) -> None:
    """Two people in two browsers at one table, the second by the first one's link."""
    set_table(host, game, ["me", "open"])
    guest.goto(host.locator(".invite input").input_value())
    guest.get_by_role("button", name="Sit down").first.click()
    expect(host.locator(".chair.open")).to_have_count(0)
    host.get_by_role("button", name="Start").click()
    for page in (host, guest):
        page.wait_for_selector(".dock[data-state]")


def name_of(page: Page) -> str:
    """What a page's reader is called."""
    return str(page.evaluate("() => fetch('/api/session').then((found) => found.json()).then(({name}) => name)"))


def head(page: Page) -> int:
    """The last row of the log that the page knows."""
    return int(page.locator(".dock").get_attribute("data-head") or 0)


@contextmanager
def a_move(page: Page) -> Iterator[None]:
    """What is done within is a move: afterwards the table has gone on."""
    before = head(page)
    yield
    page.wait_for_function("(before) => Number(document.querySelector('.dock').dataset.head) > before", arg=before)


def play_until(page: Page, wanted: str, seed: int, most: int = 60) -> None:
    """Plays at random until something is there."""
    hand = Mouse(page, seed=seed)
    for _ in range(most):
        over = wait_for_turn(page) == "over"
        if page.locator(wanted).count():
            return
        assert not over, f"the game was over before {wanted} came"
        hand.decide()
    raise AssertionError(f"{wanted} did not come in {most} decisions")


def state(page: Page) -> str:
    return str(page.locator(".dock").get_attribute("data-state"))


def wait_for_either(one: Page, other: Page) -> Page:
    """Whoever of two is asked."""
    for _ in range(1000):
        for page in (one, other):
            if state(page) == "asked":
                return page
        one.wait_for_timeout(20)
    raise AssertionError("nobody is asked")


def wait_for_turn(page: Page) -> str:
    """Waits until it is this page's turn or the game is over."""
    page.wait_for_function(ASKED, timeout=WAIT * 1000)
    return state(page)


class Hand:
    """Somebody who decides at random, but sees to it that a game ends."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page, self.chance, self.deeds = page, random.Random(seed), 0

    def play_to_the_end(self, most: int = 600) -> None:
        while wait_for_turn(self.page) != "over":
            self.decide()
            assert self.deeds < most, "the game does not end"

    def play(self, deeds: int) -> None:
        for _ in range(deeds):
            if wait_for_turn(self.page) == "over":
                return
            self.decide()

    def decide(self) -> None:
        """One decision: as many clicks or keys as it takes until the server has it."""
        seen = self.look()
        for _ in range(TRIES):
            self.put_away()
            self.act(self.look())
            if self.settled(seen["head"]) == "on":
                self.deeds += 1
                return
        raise AssertionError(f"{TRIES} clicks did nothing; {self.account()}")

    def put_away(self) -> None:
        """Closes a sheet that a stray click has opened: what was aimed at may have moved meanwhile."""
        if self.page.locator("dialog[open]").count():
            self.page.keyboard.press("Escape")
            expect(self.page.locator("dialog[open]")).to_have_count(0)

    def settled(self, before: int) -> str:
        """Waits until the page has an answer or asks for more of it: on, picked."""
        try:
            return str(self.page.wait_for_function(SETTLED, arg=before, polling=10, timeout=ANSWER * 1000).json_value())
        except TimeoutError:
            raise AssertionError(f"no answer in {ANSWER:.0f} s after row {before}; {self.account()}") from None

    def account(self) -> str:
        """What the page shows and says, for whoever looks into a failure."""
        said = [self.page.locator(part).all_inner_texts() for part in (".prompt", ".notice", "dialog[open]", ".log li")]
        picked = self.page.locator(".picked").evaluate_all("(made) => made.map((each) => each.dataset.id)")
        return (
            f"seen: {self.look()}; picked: {picked}; prompt, notice, sheet and story: {[texts[-8:] for texts in said]}"
        )

    def look(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.page.evaluate(LOOK, self.chance.random())
        return seen

    def act(self, seen: dict[str, Any]) -> None:
        raise NotImplementedError


class Mouse(Hand):
    """Clicks on the table where it can, else on the words in the dock."""

    def act(self, seen: dict[str, Any]) -> None:
        if "lay" in seen["choices"]:
            self.lay(seen)
        elif seen["main"] and self.chance.random() < 0.3:
            self.page.mouse.click(*seen["main"])
        elif seen["spot"] and (not seen["button"] or self.chance.random() < 0.7):
            self.page.mouse.click(*seen["spot"])
        elif seen["button"]:
            self.page.mouse.click(*seen["button"])

    def lay(self, seen: dict[str, Any]) -> None:
        """What is in hand: turned, brought to a place, laid."""
        if self.chance.random() < 0.5:
            self.page.click(".dock [data-key=turn]")
        elif seen["spot"]:
            self.page.mouse.click(*seen["spot"])
        if self.page.locator(".dock [data-key=lay]").count():
            self.page.click(".dock [data-key=lay]")


class Touch(Mouse):
    """Taps: the first one aims, and the button that then says the deed does it."""

    def act(self, seen: dict[str, Any]) -> None:
        if "lay" in seen["choices"]:
            self.lay(seen)
            return
        aims = seen["spot"] and (not seen["button"] or self.chance.random() < 0.7)
        tapped = (
            seen["main"] if seen["main"] and self.chance.random() < 0.8 else seen["spot"] if aims else seen["button"]
        )
        if tapped:
            self.page.touchscreen.tap(*tapped)

    def lay(self, seen: dict[str, Any]) -> None:
        if self.chance.random() < 0.5:
            self.page.tap(".dock [data-key=turn]")
        elif seen["spot"]:
            self.page.touchscreen.tap(*seen["spot"])
        if self.page.locator(".dock [data-key=lay]").count():
            self.page.tap(".dock [data-key=lay]")


class Ears(Hand):
    """Knows nothing but the accessibility tree: what the live region says, and the table in words, which stays open."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        super().__init__(page, seed)
        page.evaluate(HEAR)
        page.get_by_role("button", name="In words").click()
        self.words = page.get_by_role("dialog", name="The table in words")

    def decide(self) -> None:
        before = head(self.page)
        deeds = self.words.get_by_role("list").first.get_by_role("button")
        names = [" ".join(name.split()) for name in deeds.all_inner_texts()]
        assert len(names) == len(set(names)), f"two deeds that sound alike: {sorted(names)}"
        deeds.nth(self.chance.randrange(len(names))).click()
        self.settled(before)
        self.deeds += 1

    def heard(self) -> list[str]:
        """What was said since the last time."""
        found: list[str] = self.page.evaluate("window.heard.splice(0)")
        return found


HEAR = """() => {
  window.heard = [];
  const hear = ({addedNodes}) => window.heard.push(...[...addedNodes].map((made) => made.textContent));
  new MutationObserver((changes) => changes.forEach(hear)).observe(document.querySelector('#voice'), {childList: true});
}"""


class Keys(Hand):
    """Never touches a mouse: Tab, arrows, Enter and what is printed on the choices."""

    def act(self, seen: dict[str, Any]) -> None:
        if "lay" in seen["choices"]:
            self.page.keyboard.press(self.chance.choice(["r", "n", "ArrowLeft", "ArrowDown"]))
            self.walk_to("[data-key=lay]")
            self.page.keyboard.press("Enter")
        elif seen["main"] and self.chance.random() < 0.6:
            self.walk_to(".dock .btn.main")
            self.page.keyboard.press("Enter")
        elif seen["lit"] and (not seen["choices"] or self.chance.random() < 0.6):
            self.walk_to(".table [role=button].is-legal")
            for _ in range(self.chance.randrange(4)):
                self.page.keyboard.press(self.chance.choice(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]))
            self.page.keyboard.press("Enter")
        else:
            self.walk_to(".dock .says .btn", self.chance.randrange(max(1, len(seen["choices"]))))
            self.page.keyboard.press("Enter")

    def walk_to(self, wanted: str, further: int = 0) -> None:
        """Presses Tab until the focus is on something, and then so many times more as there are others like it."""
        for _ in range(60):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("(wanted) => Boolean(document.activeElement?.matches(wanted))", wanted):
                further -= 1
                if further < 0:
                    return
        raise AssertionError(f"Tab does not lead to {wanted}")
