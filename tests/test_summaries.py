"""Summaries of the other seats: they can be made in every position, tell what the state has, and nothing hidden."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

import pytest

from demitasse import Match, Setting
from demitasse.core import turns
from demitasse.core.furniture import Line, Summary
from demitasse.core.marks import marks
from demitasse.core.measures import WEB
from demitasse.core.scene import Scene, scene
from demitasse.core.words import LANGUAGES, words
from demitasse.games.cafe.look import look
from demitasse.games.kanban_menu.words import effect_signs
from tests.golden import FOLDER, plies_of
from tests.players import Driver
from tests.settings import SETTINGS, settings_of

EVERY = 47  # plies between two looks
SYMBOLS = set(re.findall(r'<symbol id="([\w-]+)"', (WEB / "symbols.svg").read_text(encoding="utf-8")))
COLOURS = ("y", "b", "g", "r")
KINDS = ("drink", "produce", "sweets", "main")


def positions(setting: Setting) -> Iterator[Match]:
    """A match at some of its positions, the last among them."""
    driver = Driver(setting, 5, 100)
    while driver.match.actor is not None:
        if len(driver.match.plies) % EVERY == 0:
            yield driver.match
        driver.step()
    yield driver.match


def line(summary: Summary, kind: str) -> Line:
    return next(line for line in summary.lines if line.kind == kind)


def fact(summary: Summary, symbol: str) -> int:
    facts = chain(summary.facts, summary.chip, *(line.facts for line in summary.lines))
    return int(next(fact.value for fact in facts if fact.symbol == symbol).strip("$"))


def symbols(summary: Summary) -> set[str]:
    """Every symbol of a summary, wherever it stands."""
    found: set[str] = set(re.findall(r'"((?:cr|cf|cc|km|ui)-[\w-]+)"', json.dumps(_plain(summary))))
    return found


def _plain(summary: Summary) -> Any:
    return json.loads(json.dumps(summary, default=vars))


@pytest.mark.parametrize("setting", [setting for setting in SETTINGS if setting.seats > 1], ids=str)
def test_everybody_else_has_a_summary_in_every_position(setting: Setting) -> None:
    for match in positions(setting):
        for seat in (None, *range(match.seats)):
            check(scene(match, seat), match, seat or 0)


def check(shown: Scene, match: Match, own: int) -> None:
    assert [summary.seat for summary in shown.summaries] == [(own + k) % match.seats for k in range(1, match.seats)]
    for summary in shown.summaries:
        assert summary.name == match.names[summary.seat]
        assert summary.score == match.scores()[summary.seat]
        assert summary.label.startswith(f"{summary.name}, {str(summary.score).replace('-', '−')} point")  # a true minus
        assert (summary.now == "turn") == (match.actor == summary.seat and not shown.secret)
        assert len(summary.chip) <= 3
        assert symbols(summary) <= SYMBOLS
        grounds = {cell.ground for line in summary.lines for cell in line.cells if cell.ground}
        assert grounds <= set(shown.grounds)
        for cell in chain(*(line.cells for line in summary.lines)):
            assert min(cell.x, cell.y) >= 0


def test_who_plays_alone_has_no_others() -> None:
    assert scene(Match("cafe", 1, seed=1, auto_draw=True), 0).summaries == []


# What a summary tells is what the state has; read here field by field, not through what drew it


def coffee_rush(match: Match, summary: Summary) -> None:
    s, seat = match.state, summary.seat
    assert fact(summary, "cr-thumb-up") == s["served"][seat]
    assert fact(summary, "cr-thumb-down") == s["penalty"][seat]
    assert fact(summary, "cr-rush") == s["rush"][seat]
    assert [len(tile.symbols) for tile in line(summary, "cups").tiles] == s["cup"][seat].sum(axis=1).tolist()
    waiting = (s["waiting"][seat] > 0).sum(axis=1).tolist()
    assert [len(tile.marks) for tile in line(summary, "zones").tiles] == waiting
    assert sum(not tile.tone for tile in summary.badges) == s["upgrade"][seat].sum()
    if any(waiting):
        hottest = max(zone for zone, number in enumerate(waiting) if number)
        first = match.box.names["order"][int(s["waiting"][seat, hottest, 0]) - 1]
        assert line(summary, "urgent").items[0].label == first
        assert (line(summary, "urgent").items[0].tone == "hot") == (hottest == 3)


def cafe(match: Match, summary: Summary) -> None:
    s, seat = match.state, summary.seat
    held = s["warehouse"][seat].tolist()
    tiles = line(summary, "counts").tiles
    assert [(tile.symbols[0], int(tile.text)) for tile in tiles] == [
        (f"cf-cube-{colour}", number) for colour, number in zip(COLOURS, held, strict=True)
    ]
    assert [tile.tone == "low" for tile in tiles] == [number == min(held) for number in held]
    cells = line(summary, "map").cells
    assert sum(cell.count for cell in cells) == s["cubes"][seat].sum()
    assert sum(cell.w * cell.h for cell in cells) == (s["group"][seat] > 0).sum()
    assert fact(summary, "cf-warehouse") == match.breakdown()[seat]["warehouse"]
    full = sum(int(cell.text) for cell in cells if cell.ground == "full")
    assert full == match.breakdown()[seat]["cafés"]


def cat_cafe(match: Match, summary: Summary) -> None:
    s, seat, points = match.state, summary.seat, match.breakdown()[summary.seat]
    cells = line(summary, "map").cells
    assert sum(cell.symbol != "" for cell in cells) == (s["sheet"][seat] > 0).sum()
    assert sum(cell.state == "got" for cell in cells) == (s["bonus"][seat] > 0).sum()
    assert sum(int(cell.text) for cell in cells if cell.state == "got") == points["towers"]
    assert fact(summary, "cc-paw-circled") == s["paws"][seat]
    assert sum(int(tile.text) for tile in line(summary, "sums").tiles) == points["total"]
    came = [int(tile.text) for tile in line(summary, "marks").tiles if not tile.tone]
    assert len(came) == s["cat"][seat].sum()
    assert sum(came) == points["house"]


def kanban_menu(match: Match, summary: Summary) -> None:
    s, seat = match.state, summary.seat
    track = line(summary, "way").track
    assert track is not None
    assert (track.now, track.most) == (s["vp"][seat], 25 if s["first_edition"] else 30)
    assert fact(summary, "km-money") == s["money"][seat]
    *tokens, limit = line(summary, "counts").tiles
    assert [(tile.symbols[0], int(tile.text)) for tile in tokens] == [
        (f"km-{kind}", number) for kind, number in zip(KINDS, s["hand"][seat].tolist(), strict=True)
    ]
    assert limit.text == f"{s['hand'][seat].sum()}/10"
    cards = [item for line in summary.lines for item in line.items]
    assert sum(item.tone != "held" for item in cards) == match.breakdown()[seat]["menu cards"]
    assert sum(item.tone == "held" for item in cards) == (s["lies"] == 2 + seat).sum()
    assert all(item.does for item in cards)


TOLD: dict[str, Callable[[Match, Summary], None]] = {
    check.__name__: check for check in (coffee_rush, cafe, cat_cafe, kanban_menu)
}


@pytest.mark.parametrize("game", TOLD)
def test_a_summary_tells_what_the_state_has(game: str) -> None:
    for setting in (setting for setting in settings_of(game) if setting.seats > 1):
        for match in positions(setting):
            for summary in scene(match, 0).summaries:
                TOLD[game](match, summary)


def test_what_a_menu_card_does_stands_in_symbols() -> None:
    """What sets it off in a ring, then what it asks for, then what it gives; without an effect its VP."""
    match = Match("kanban_menu", 2, seed=1, auto_draw=True)
    s, b, names = match.state, match.box.records[0], match.box.names["menu"]
    told = {
        name: " ".join(
            f"({sign.text})" if sign.ring else f"{sign.symbol.removeprefix('km-')}{sign.text}"
            for sign in effect_signs(s, b, card, words("en"))
        )
        for card, name in enumerate(names)
    }
    assert told["Macaron"] == "(1) $2"
    assert told["Fruit plate"] == "(1×) produce → vp2"
    assert told["Opéra"] == "(1×) $2 → vp3"
    assert told["Bavarois"] == "(1×) $1 → act-6"
    assert told["Fried chicken"] == "(1×) $1 → bag?"
    assert told["Brunch"] == "(–) vp2"
    assert told["Beef stew"] == "vp7"


# What is hidden


def choosing(*choices: int) -> Match:
    """Cat Café for three, at the choice; the seats to act choose so, one after the other."""
    match = Match("cat_cafe", 3, seed=4, auto_draw=True)
    while not scene(match, match.actor if isinstance(match.actor, int) else None).secret:
        match.play(match.legal()[0])
    for choice in choices:
        match.play(match.legal()[choice])
    return match


def test_a_summary_tells_that_one_has_decided_and_never_what() -> None:
    first = choosing().actor
    assert isinstance(first, int)
    one, other = choosing(0), choosing(1)
    assert one.plies[-1].text != other.plies[-1].text
    assert one.plies[-1].actor == first
    for seat in {0, 1, 2} - {first}:
        assert scene(one, seat).summaries == scene(other, seat).summaries
        now = {summary.seat: summary.now for summary in scene(one, seat).summaries}
        assert now.pop(first) == "decided"
        assert set(now.values()) == {"thinking"}
    assert {summary.now for summary in scene(one, first).summaries} == {"thinking"}


# Languages


@pytest.mark.parametrize("game", TOLD)
def test_a_summary_speaks_every_language(game: str) -> None:
    match = Driver(settings_of(game)[-1], 5, 100).run(120)
    labels = {language: scene(match, 0, language).summaries[0].label for language in LANGUAGES}
    assert len(set(labels.values())) == len(LANGUAGES)
    english = lowercase(labels["en"]) - lowercase(match.names[1])
    assert english
    for language in LANGUAGES[1:]:
        assert not english & lowercase(labels[language]), language
    assert not re.search("[。：] |;", labels["ja"]), "narrow marks and spaces between wide ones"


def lowercase(text: str) -> set[str]:
    """Words that are no names."""
    return set(re.findall(r"\b[a-z]{4,}\b", text))


def where_they_lie(match: Match, seat: int) -> set[tuple[int, int]]:
    """(column, row) of every section in sight."""
    return {section.spot for section in look(match, words("en")).districts[seat].values()}


def test_what_a_turn_changed_is_marked_on_a_small_map_wherever_its_corner_stands_then() -> None:
    match = plies_of((FOLDER / "cafe-3-greedy.txt").read_text(encoding="utf-8"))
    acts = [turn for turn in turns.of(match) if turn.kind == "act" and turn.ended]
    moved = 0
    for turn in acts:
        reader = (int(turn.seat or 0) + 1) % match.seats
        before, after = match.copy(), match.copy()
        before.take_back(len(match.plies) - turn.first)
        after.take_back(len(match.plies) - turn.last)
        scenes = scene(before, reader), scene(after, reader)
        name = f"summary-{turn.seat}-map-"
        found = [mark for mark in marks(*scenes) if mark.on.startswith(name)]
        cells = [line(one, "map").cells for shown in scenes for one in shown.summaries if one.seat == turn.seat]
        lie = [where_they_lie(each, int(turn.seat or 0)) for each in (before, after)]
        corners = [(min(x for x, _ in spots), min(y for _, y in spots)) for spots in lie]
        there = [
            {(cell.x + x, cell.y + y): replace(cell, x=0, y=0) for cell in each}
            for each, (x, y) in zip(cells, corners, strict=True)
        ]
        differ = [k for k, at in enumerate(there[1]) if there[0].get(at) != there[1][at]]
        assert [f"{name}{k}" for k in differ] == [mark.on for mark in found], "by where they lie in the district"
        assert 4 <= len(found) < len(cells[1])
        moved += corners[0] != corners[1]
    assert len(acts) == 24
    assert moved > 3, "of some maps the corner stands elsewhere"
