"""What a sheet of Cat Café may and may not be."""

import warnings
from pathlib import Path

import pytest

from demitasse import BadBox, BoxWarning, Match, load
from demitasse.games.cat_cafe import GAME, rules
from tests.cat_cafe.positions import given
from tests.positions import changed_box, field, play

OURS = GAME.box.text


def box(tmp_path: Path, *changes: tuple[str, str]) -> dict[str, object]:
    return changed_box(GAME, tmp_path, *changes)


REFUSED = {
    "other items": (
        ('"house", "yarn"', '"yarn", "house"'),
        "expected ['house', 'yarn', 'butterfly', 'bowl', 'cushion', 'mouse'], by die face",
    ),
    "no paws": (("paws = 18\n", ""), "'paws' is missing"),
    "too many paws": (("paws = 18", "paws = 101"), "paws is 101; expected 0 to 100"),
    "more paws at the start than there are": (
        ("paws_at_start = 1", "paws_at_start = 19"),
        "paws_at_start is 19; expected 0 to 18",
    ),
    "a paw as a word": (
        ("paws_at_start = 1", 'paws_at_start = "one"'),
        "paws_at_start is 'one'; expected a whole number",
    ),
    "unknown key": (("paws = 18", "paws = 18\npencils = 4"), "unknown key 'pencils'"),
    "unknown key of a tower": (("post = 4", "post = 4\ncolour = 3"), "tower 1: unknown key 'colour'"),
    "a sixth tower": (
        ("bonus = [3, 2]", "bonus = [3, 2]\n[[tower]]\nfloors = [1]\nbonus = [2, 1]"),
        "the box has 6 [[tower]]; expected 5 to 5",
    ),
    "a seventh floor": (("floors = [1, 2, 3, 5]", "floors = [1, 2, 3, 7]"), "tower 1: floors is 7; expected 1 to 6"),
    "a floor as a word": (
        ("floors = [1, 2, 3, 5]", 'floors = ["one"]'),
        "tower 1: floors is 'one'; expected a whole number",
    ),
    "a floor twice": (
        ("floors = [1, 2, 3, 5]", "floors = [1, 1, 3, 5]"),
        "tower 1: floors is [1, 1, 3, 5]; expected at least one floor, each once",
    ),
    "no floor": (("floors = [1, 2, 3, 5]", "floors = []"), "tower 1: floors is []; expected at least one floor"),
    "a drawing on a post": (("post = 4", "post = 3"), "tower 1: floor 3 has a post"),
    "a post in the sky": (("post = 4", "post = 7"), "tower 1: post is 7; expected 1 to 6"),
    "the smaller number first": (
        ("bonus = [6, 4]", "bonus = [4, 6]"),
        "tower 1: bonus is [4, 6]; expected two numbers, the larger first",
    ),
    "one number": (("bonus = [6, 4]", "bonus = [6]"), "tower 1: bonus is [6]; expected two numbers"),
    "too many cells": (
        ("floors = [1, 2, 3, 5]\npost = 4", "floors = [1, 2, 3, 4, 5]"),
        "the sheet has 25 cells; expected at most 24",
    ),
    "not TOML": (("[[tower]]", "[[tower"), "not valid TOML"),
}


@pytest.mark.parametrize(("change", "message"), REFUSED.values(), ids=REFUSED)
def test_a_malformed_box_is_refused_with_the_reason(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    with pytest.raises(BadBox) as error:
        Match("cat_cafe", 2, box(tmp_path, change))
    assert message in str(error.value)


def test_our_box_is_the_printed_sheet() -> None:
    """CC-1, CC-3"""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = GAME.open_box(OURS + "# the same\n")
    assert again.differs == []
    assert int(again.records[0]["cells"]).bit_count() == 24


def test_another_sheet_is_played_with_a_warning(tmp_path: Path) -> None:
    """CC-1, CC-3: cells, numbers and paws are the sheet's own."""
    changes = (
        ("floors = [1, 2, 3, 5]\npost = 4", "floors = [6]"),
        ("bonus = [6, 4]", "bonus = [50, 1]"),
        ("paws = 18", "paws = 5"),
        ("paws_at_start = 1", "paws_at_start = 4"),
    )
    with pytest.warns(BoxWarning) as caught:
        match = Match("cat_cafe", 2, box(tmp_path, *changes))
    said = str(caught[0].message)
    for part in (
        "paws: 5 (printed: 18)",
        "cells at t1f6: 1 (printed: 0)",
        "cells at t1f1: 0 (printed: 1)",
        "a number of tower 1: 50 (printed: 6)",
    ):
        assert part in said
    assert (field(match, "paws"), field(match, "paws_left")) == ("0=4, 1=4", "0=1, 1=1")
    play(match, "roll 6", "roll 6", "roll 1", "take 6", "take 6", "house t1f6 cat bowl", "pass")
    assert (field(match, "bonus"), match.scores(), field(match, "paws")) == ("0/t1=larger", [50, 0], "0=4, 1=5")
    with pytest.warns(BoxWarning):
        again = load(match.record())
    assert again.position() == match.position()


def test_the_first_cell_of_a_sheet_without_posts_has_room_for_all_its_chains(tmp_path: Path) -> None:
    """CC-25: a sheet as wide and high as 24 cells allow."""
    lines = OURS.split("[[tower]]")[0] + "".join(
        f"[[tower]]\nfloors = {floors}\nbonus = [2, 1]\n" for floors in (list(range(1, 7)),) * 3 + ([1, 2, 3],) * 2
    )
    path = tmp_path / "box.toml"
    path.write_text(lines, encoding="utf-8")
    with pytest.warns(BoxWarning):
        match = Match("cat_cafe", 2, {"box": str(path)})
    b = match.box.records[0]
    assert int(b["chains"].max()) <= 59
    assert rules.mouse_points(b, int(b["cells"])) == 120


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_a_place_on_the_top_of_the_last_tower_scores(tmp_path: Path) -> None:
    match = given("sheet: 0/t5f6=cushion", options=box(tmp_path, ("floors = [1, 3, 4]", "floors = [1, 3, 6]")))
    assert match.scores() == [6, 0]
