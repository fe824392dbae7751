"""Ears: games played by the accessibility tree alone, and what the live region says beside what the log tells."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import demitasse
from demitasse import Setting
from tests.browser.conftest import NewPage
from tests.browser.people import Ears, asked, head, sit_down_at, wait_for_turn
from tests.browser.test_choosing import ACTIONS
from tests.browser.test_results import MAKE
from tests.players import Driver

PLAYED = 0 if os.environ.get("DEMITASSE_EARS") == "long" else 0.85  # of a game, before somebody listens
CHAIRS = [{"kind": "me"}, {"kind": "bot", "level": "guest"}]


def late_in_a_game(page: Page, game: str) -> str:
    """A table with a bot at which a game is nearly over; its id."""
    whole = Driver(Setting.of(game, 2), 5, 100).run(20_000)
    match = Driver(Setting.of(game, 2), 5, 100).run(int(PLAYED * len(whole.plies)))
    page.goto("/")
    page.wait_for_selector(".games")
    table: str = page.evaluate(MAKE, {"seats": CHAIRS, **({"record": match.record()} if PLAYED else {"game": game})})
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".dock .prompt")).to_be_focused()  # the button is gone, and one stays at the table
    return table


def told_in(rows: list[dict[str, Any]]) -> list[tuple[int, str]]:
    """(round, sentences) of each turn that rows of a log tell, once."""
    found: dict[int, tuple[int, str]] = {}
    for row in rows:
        for told in (*(shown.get("told") for shown in row.get("reveals") or ()), row.get("told")):
            if told and told["ended"]:
                said = "".join(part if isinstance(part, str) else part["label"] for part in told["say"])
                found.setdefault(told["turn"], (told["round"] or 0, f"{said} {told['so']}".strip()))
    return list(found.values())


def labels(page: Page) -> list[str]:
    """What can be done, in words."""
    asked = page.evaluate(ACTIONS)
    found: list[str] = [action["label"].rstrip(".") for action in asked]
    return found + [f"{action['label']} · {action['price']}" for action in asked if action.get("price")]


@pytest.mark.parametrize("game", demitasse.game_names())
def test_a_game_is_played_to_its_end_by_ear(new_page: NewPage, game: str) -> None:
    page = new_page()
    table = late_in_a_game(page, game)
    wait_for_turn(page)
    names = re.findall(r'button "(.*?)"', page.locator("main").aria_snapshot())
    assert len(names) == len(set(names)), f"buttons that are called the same: {sorted(names)}"
    known, ears = head(page), Ears(page, seed=3)
    assert not re.findall(r'paragraph: "?\d+ .*', ears.words.aria_snapshot()), "points that are nobody's"
    news: list[str] = []
    while wait_for_turn(page) != "over":
        asked = [page.locator(".prompt .ask").inner_text(), *page.locator(".prompt small").all_inner_texts()]
        asked = [words if words.endswith((".", "?")) else f"{words}." for words in asked]  # labels are said with a stop
        heard = ears.heard()
        if ears.deeds:  # what had happened comes first, then the question, then what follows from it
            *question, so = asked
            assert heard[-len(asked) : -1] == question, heard
            assert heard[-1] == so or heard[-1].rstrip(".") in labels(page), heard  # of a card in hand more is said
        news += heard[: -len(asked)]
        ears.decide()
        assert ears.deeds < 600, "the game does not end"
    *last, end = ears.heard()
    assert end.startswith("The game is over. ")
    assert page.locator(".prompt .ask").inner_text() in end
    rows = page.evaluate("(id) => fetch(`/api/tables/${id}/log?since=0`).then((found) => found.json())", table)["rows"]
    told = told_in([row for row in rows if row["seq"] > known])
    assert sorted([*news, *last]) == sorted(words for _, words in told), "each turn is said once, and nothing else"
    rounds = defaultdict(list)  # a bot may do the same in two rounds
    for number, words in told:
        rounds[words].append(number)
    order = [rounds[words].pop(0) for words in news]
    assert order == sorted(order)


@pytest.mark.parametrize(
    ("game", "phase", "times", "once"),
    [
        ("cafe", "take", 5, r"Mira: \d|\bpoints: "),
        ("coffee_rush", "pour", 22, r"\bserved"),
        ("kanban_menu", "turn", 9, r"in the deck"),
        ("kanban_menu", "turn", 9, r"\bVP \+|VP:|points:"),
    ],
)
def test_the_table_in_words_says_nothing_of_ones_own_twice(
    new_page: NewPage, game: str, phase: str, times: int, once: str
) -> None:
    page = new_page()
    sit_down_at(page, asked(game, phase, times=times))
    page.get_by_role("button", name="In words").click()
    said = page.locator("dialog .words > :not(details, .deeds, .verdict)").all_inner_texts()
    assert len(re.findall(once, "\n".join(said))) == 1, said
