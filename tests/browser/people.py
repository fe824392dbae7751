"""People at a table: what they see, and hands that play by mouse, by touch or by keys alone."""

from __future__ import annotations

import random
import time
from typing import Any

from playwright.sync_api import Page

SPOTS = """() => [...document.querySelectorAll('.table [role=button].is-legal, .table [role=button].is-dot')]
  .filter((made) => !made.closest('.mini')).map((made) => made.dataset.id)"""
CHOICES = "() => [...document.querySelectorAll('.dock .says .btn')].map((made) => made.dataset.key)"
WAIT = 60.0  # seconds for others to play
TRIES = 12  # clicks for one decision


def sit_down(page: Page, game: str, seats: int = 2, level: str = "guest") -> None:
    """From the first page to a table with bots, in the way of somebody who chooses."""
    page.goto("/")
    page.click(f"[data-new={game}]")
    page.select_option("#seats", str(seats))
    for chair in page.locator(".setup .chair select").all()[1:]:
        chair.select_option(f"bot {level}")
    page.click("#set-table")
    page.wait_for_selector(".dock[data-state]")


def state(page: Page) -> str:
    return str(page.locator(".dock").get_attribute("data-state"))


def head(page: Page) -> int:
    return int(page.locator(".dock").get_attribute("data-head") or 0)


def wait_for_turn(page: Page) -> str:
    """Waits until it is this page's turn or the game is over."""
    page.wait_for_function("() => ['asked', 'over'].includes(document.querySelector('.dock')?.dataset.state)", timeout=WAIT * 1000)
    return state(page)


def point(page: Page, id: str) -> tuple[float, float] | None:
    """Where a spot can be hit: a point of it that nothing else covers."""
    found: list[float] | None = page.evaluate(
        """(id) => {
          const made = document.querySelector(`.table [data-id="${CSS.escape(id)}"]`);
          if (!made) return null;
          const look = () => {
            const box = made.getBoundingClientRect();
            for (const [x, y] of [[.5, .5], [.3, .3], [.7, .3], [.3, .7], [.7, .7], [.5, .2], [.5, .8], [.15, .5], [.85, .5]]) {
              const at = [box.left + box.width * x, box.top + box.height * y];
              if (made.contains(document.elementFromPoint(...at))) return at;
            }
            return null;
          };
          if (!look()) made.scrollIntoView({block: 'center'});
          return look();
        }""",
        id,
    )
    return None if found is None else (found[0], found[1])


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
        before = head(self.page)
        for _ in range(TRIES):
            self.act()
            if self.settled(before):
                self.deeds += 1
                return
        raise AssertionError(f"nothing happened; lit: {self.page.evaluate(SPOTS)}, choices: {self.page.evaluate(CHOICES)}")

    def settled(self, before: int) -> bool:
        """Whether the table has gone on, or was only picked from."""
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            now = state(self.page)
            if head(self.page) > before or now == "over":
                return True
            if now == "asked":
                return False
            self.page.wait_for_timeout(10)
        raise AssertionError(f"the server does not take it; the page is {state(self.page)}")

    def act(self) -> None:
        raise NotImplementedError


class Mouse(Hand):
    """Clicks on the table where it can, else on the words in the dock."""

    def act(self) -> None:
        spots: list[Any] = self.page.evaluate(SPOTS)
        choices: list[Any] = self.page.evaluate(CHOICES)
        if "lay" in choices:
            self.lay(spots)
        elif spots and (not choices or self.chance.random() < 0.7) and (at := point(self.page, self.chance.choice(spots))):
            self.page.mouse.click(*at)
        elif choices:
            self.page.locator(".dock .says .btn").nth(self.chance.randrange(len(choices))).click()

    def lay(self, spots: list[Any]) -> None:
        """What is in hand: turned, brought to a place, laid."""
        if self.chance.random() < 0.5:
            self.page.click(".dock [data-key=turn]")
        elif at := point(self.page, self.chance.choice(spots)):
            self.page.mouse.click(*at)
        if self.page.locator(".dock [data-key=lay]").count():
            self.page.click(".dock [data-key=lay]")


class Keys(Hand):
    """Never touches a mouse: Tab, arrows, Enter and what is printed on the choices."""

    def act(self) -> None:
        choices: list[Any] = self.page.evaluate(CHOICES)
        if "lay" in choices:
            self.page.keyboard.press(self.chance.choice(["r", "n", "ArrowLeft", "ArrowDown"]))
            self.walk_to("[data-key=lay]")
            self.page.keyboard.press("Enter")
        elif self.page.evaluate(SPOTS) and (not choices or self.chance.random() < 0.6):
            self.walk_to(".table [role=button].is-legal")
            for _ in range(self.chance.randrange(4)):
                self.page.keyboard.press(self.chance.choice(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]))
            self.page.keyboard.press("Enter")
        else:
            self.walk_to(".dock .says .btn", self.chance.randrange(max(1, len(choices))))
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
