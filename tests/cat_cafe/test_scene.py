"""Cat Café's table: what stands on it agrees with the rules, and shows nobody what another chose."""

import random
import re
from collections.abc import Iterator

import pytest

from demitasse import Match
from demitasse.core.furniture import Sheet, Track
from demitasse.core.scene import Action, Scene, preview, scene

SEED = 5


def choosing(rounds: int, seats: int = 2, options: dict[str, object] | None = None) -> Iterator[Match]:
    """Matches played at random in which seat 0 is to choose, one a round."""
    match, chance = Match("cat_cafe", seats, options or {}, seed=SEED, auto_draw=True), random.Random(SEED)
    while match.actor is not None and rounds:
        legal = match.legal()
        if match.actor == 0 and "pass" in legal:
            rounds -= 1
            yield match
        match.play(chance.choice([text for text in legal if text != "pass"] or legal))


def sheet_of(shown: Scene) -> Sheet:
    return shown.furniture.sheets[0]


def paws_of(shown: Scene) -> Track:
    return next(track for track in shown.furniture.tracks if track.id == "paws-0")


def marks(shown: Scene) -> list[Action]:
    return [action for action in shown.actions if action.start]


def gain_of(action: Action) -> int:
    found = re.search(r"\+(\d+) point", action.price)
    assert found
    return int(found[1])


def paws_for(action: Action) -> int:
    return int(action.badge[1:] or 0)


def test_the_sheet_says_what_the_rules_say() -> None:
    for match in choosing(12, seats=3):
        shown, lines = scene(match, 0), match.breakdown()[0]
        sheet = sheet_of(shown)
        assert sheet.sum == lines["total"] == shown.furniture.areas[0].score
        for row in sheet.rows:
            name = row.id.removeprefix("item-0-")
            assert row.now == str(lines[name])
            prices = [paws_for(action) for action in marks(shown) if action.start == row.id]
            assert row.price == ("–" if not prices else f"−{min(prices)}" if min(prices) else "0")


def test_an_action_says_the_points_that_it_brings() -> None:
    seen = set()
    for match in choosing(10):
        before = match.scores()[0]
        for action in random.Random(SEED).sample(marks(shown := scene(match, 0)), k=min(6, len(marks(shown)))):
            twin = match.copy()
            twin.play(action.text)
            while twin.actor is not None and twin.actor != "*" and "pass" in twin.legal():
                twin.play("pass")
            assert twin.scores()[0] - before == gain_of(action), action
            seen.add(action.start)
    assert len(seen) == 6


def test_a_preview_says_what_the_sheet_and_the_paws_would_be() -> None:
    for match in choosing(8):
        shown = scene(match, 0)
        for action in marks(shown)[::7]:
            after = preview(match, action.text, 0)["furniture"]
            assert after["sheets"][0].get("sum", 0) == sheet_of(shown).sum + gain_of(action)
            if "butterfly" not in action.text:
                paws = next(track for track in after["tracks"] if track["id"] == "paws-0")
                assert paws["now"] == paws_of(shown).now - paws_for(action)


def test_a_reading_costs_what_the_action_costs() -> None:
    for match in choosing(8):
        shown = scene(match, 0)
        ways = shown.furniture.readings[0].ways
        for action in marks(shown):
            way, *faces = action.reads
            prices = [role.faces[face].price for role, face in zip(ways[way].roles, faces, strict=True)]
            assert sum(int(price[1:] or 0) for price in prices) == paws_for(action)


def test_what_another_chose_is_not_to_be_seen() -> None:
    for match in (match for match in choosing(6) if not match.state["choice"][1]):  # whose choice ends no round
        tables = []
        for text in match.legal()[:: max(1, len(match.legal()) // 3)]:
            twin = match.copy()
            twin.play(text)
            tables.append(scene(twin, 1).as_json())
        assert len(tables) > 1
        assert all(table == tables[0] for table in tables)


def test_passing_is_never_found_on_the_table() -> None:
    shown = scene(next(choosing(1)), 0)
    passing = next(action for action in shown.actions if action.text == "pass")
    spots = {place.id for group in shown.groups for place in group.places}
    spots |= {piece.id for group in shown.groups for piece in group.pieces}
    spots |= {row.id for sheet in shown.furniture.sheets for row in sheet.rows}
    assert passing.on not in spots
    assert not passing.start
    assert passing.price == "+3 paws"


def test_the_question_moves_on() -> None:
    shown = scene(next(choosing(1)), 0)
    after = {(step.on, step.picked) for step in shown.steps}
    for action in marks(shown):
        assert ("sheet-0", action.start) in after
        assert ("items-0", action.on) in after
    assert ("cats-0", "") in after


@pytest.mark.parametrize("options", [{}, {"first_takes_all": 1}])
def test_a_larger_number_is_crossed_out_when_it_is_gone(options: dict[str, object]) -> None:
    match, chance = Match("cat_cafe", 2, options, seed=SEED, auto_draw=True), random.Random(SEED)
    while match.actor is not None:
        legal = match.legal()
        match.play(chance.choice([text for text in legal if text != "pass"] or legal))
    circled = 0
    for seat in range(2):
        places = {place.id: place for group in scene(match, seat).groups for place in group.places}
        for tower, number in enumerate(match.state["bonus"][seat].tolist()):
            states = [places[f"sign-{seat}-{tower + 1}-{size}"].state for size in ("smaller", "larger")]
            circled += number > 0
            assert (states[0] == "done", states[1] == "done") == (number == 1, number == 2)
            taken = match.state["bonus"][1 - seat][tower]
            if number != 2 and (taken == 2 or (options and (taken or number))):
                assert states[1] == "dead"
    assert circled
