"""Scenes of every game: names are unique and kept, every legal action can be found, nothing hidden is shown."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from importlib.resources import files

import pytest

from demitasse import IllegalAction, Match, Setting
from demitasse.core import svg
from demitasse.core.play import parts_of
from demitasse.core.scene import Scene, preview, scene
from tests.coffee_rush.positions import given
from tests.players import CARES, Driver
from tests.settings import SETTINGS

EVERY = 31  # plies between two looks at all seats' scenes
KEYS = (files("demitasse") / "web/ui/keys-help.js").read_text()
PAGE_LETTERS = set(re.findall(r'\["([A-Z])", ', KEYS))  # what a letter means at every table


def ids(shown: Scene) -> list[str]:
    return [piece.id for group in shown.groups for piece in group.pieces]


def spots(shown: Scene) -> set[str]:
    """What can be clicked."""
    return {
        *ids(shown),
        *(place.id for group in shown.groups for place in group.places),
        *(group.id for group in shown.groups),
        *rows(shown),
    }


def rows(shown: Scene) -> Iterator[str]:
    """The rows of furniture that can be clicked."""
    words = shown.furniture
    yield from (kind.id for bar in words.bars for kind in bar.kinds)
    yield from (row.id for sheet in words.sheets for row in sheet.rows)
    yield from (item.id for listing in words.listings for item in listing.items if item.id)


def letters(shown: Scene) -> set[str]:
    """What is printed on choices."""
    kinds = (kind.key for bar in shown.furniture.bars for kind in bar.kinds)
    return {key.upper() for key in (*kinds, *(action.key for action in (*shown.actions, *shown.ways)))}


def where(shown: Scene) -> dict[str, tuple[str, float, float]]:
    return {piece.id: (group.id, piece.x, piece.y) for group in shown.groups for piece in group.pieces}


def check(shown: Scene, match: Match) -> None:
    assert len(ids(shown)) == len(set(ids(shown)))
    places = [place.id for group in shown.groups for place in group.places]
    assert len(places) == len(set(places))
    assert [action.text for action in shown.actions] == match.legal()
    for action in shown.actions:
        assert action.label
        assert action.on in spots(shown), action
        assert not action.start or action.start in spots(shown), action
    assert not letters(shown) & PAGE_LETTERS, "a letter that means something to the page is printed on a choice"
    for way in shown.ways:  # several decisions at once, each legal in its turn
        assert len(parts_of(way.text)) > 1
        assert {way.on, way.start} - {""} <= spots(shown), way
        assert len(match.said(way.text).plies) == len(match.plies) + len(parts_of(way.text))
    assert shown.ask
    assert all(piece.label for group in shown.groups for piece in group.pieces)
    for group in shown.groups:  # the table in words would count it twice
        assert not {place.label for place in group.places if place.label} & {piece.label for piece in group.pieces}, (
            group.id
        )
    json.dumps(shown.as_json())


@pytest.mark.parametrize("care", CARES)
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_scene_of_a_game_keeps_the_laws(setting: Setting, care: int) -> None:
    driver = Driver(setting, 8, care)
    match = driver.match
    while match.actor is not None:
        if len(match.plies) % EVERY == 0:
            check(scene(match), match)
            for seat in range(match.seats):
                check(scene(match, seat), match.view(seat))
            for text in match.legal()[:2]:
                preview(match, text)
        driver.step()
    ended = scene(match)
    check(ended, match)
    ET.fromstring(svg.write(ended))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_piece_that_stays_keeps_its_name(setting: Setting) -> None:
    """Most pieces do not move in a ply, so most names are still where they were."""
    driver = Driver(setting, 9, 100)
    driver.run(30)
    match = driver.match
    for _ in range(60):
        before = where(scene(match))
        if match.actor is None:
            break
        driver.step()
        after = where(scene(match))
        kept = sum(name in after for name in before)
        assert kept >= 0.5 * len(before)


def test_a_preview_tells_what_would_change_and_nothing_else() -> None:
    match = Match("coffee_rush", 3, seed=1, auto_draw=True)
    found = preview(match, "place a1")
    assert [piece["id"] for piece in found["pieces"]] == ["pawn-2-0"]
    assert found["gone"] == []
    assert match.legal()[0] == "place a1"
    with pytest.raises(IllegalAction, match="nothing to show"):
        preview(match, "place e9")


def test_what_several_decisions_bring_and_take_away_again_is_shown_where_it_lies_meanwhile() -> None:
    match = given("phase: pour\ntaken: steam=1\ncup: 0/1/coffee=1, 0/1/milk=1\nwaiting: 0/z1/0=Einspanner")
    found = preview(match, "steam 1 / serve 1 z1")
    steam = next(piece for piece in found["pieces"] if piece["id"].startswith("steam-"))
    assert (steam["group"], steam["at"]) == ("cups-0", "cup-0-1")
    assert steam["id"] in found["gone"]


def test_a_match_is_a_picture_in_a_notebook() -> None:
    picture = Match("coffee_rush", 2, seed=1, auto_draw=True)._repr_svg_()
    root = ET.fromstring(picture)
    assert root.tag.endswith("svg")
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


def test_names_in_a_picture_are_escaped() -> None:
    match = Match("coffee_rush", 2, seed=1, auto_draw=True, names=['<script>alert("1")</script>', "b&w"])
    assert "<script>" not in match._repr_svg_()
    ET.fromstring(match._repr_svg_())


@pytest.mark.parametrize(("text", "said"), [("phase: move", "Deck: "), ("phase: move\nclosed: 1", "Last round")])
def test_coffee_rush_says_how_far_it_has_come_where_others_count_rounds(text: str, said: str) -> None:
    """CR-21, CR-25."""
    match = given(text)
    phases = scene(match, 0).furniture.phases
    assert phases is not None
    assert phases.round is not None
    assert phases.round.say == (said if match.state["closed"] else f"{said}{match.state['deck_left']}")
