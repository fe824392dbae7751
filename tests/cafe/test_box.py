"""What a box file of Café may and may not say."""

from pathlib import Path

import pytest

from demitasse import BadBox, BadOption, BoxWarning, Match, load
from demitasse.games.cafe import GAME
from tests.cafe.positions import OURS, deck
from tests.positions import changed_box


def box(tmp_path: Path, *changes: tuple[str, str]) -> dict[str, object]:
    return changed_box(GAME, tmp_path, *changes)


REFUSED = {
    "a row too short": (
        ('["c c d", "R G o"]', '["c c", "R G o"]'),
        "plan 1: face is ['c c', 'R G o']; expected 2 rows of 3 sections",
    ),
    "one row": (('["c c d", "R G o"]', '["c c d"]'), "plan 1: face is ['c c d']; expected 2 rows of 3 sections"),
    "numbers for a face": (('["c c d", "R G o"]', "[1, 2]"), "plan 1: face is [1, 2]; expected 2 rows"),
    "no face": (('face = ["c c d", "R G o"]', ""), "plan 1: 'face' is missing"),
    "an unknown section": (
        ('"G Y Y", "G s d"', '"G Y Y", "G s x"'),
        "plan 6: unknown section 'x'; expected one of: Y, B,",
    ),
    "two cups": (('"G u Y", "R o s"', '"G u Y", "u o s"'), "plan 5: it has 2 cups (u); expected at most one"),
    "a start card without a cup": (('"Y B G", "u d o"', '"Y B G", "s d o"'), "start 1: a start card needs a cup (u)"),
    "cafés apart": (
        ('"c c d", "R G o"', '"c d c", "R G o"'),
        "plan 1: a card has at most one café, of one or two neighbouring sections",
    ),
    "cafés over the edge of a row": (('"c c d", "R G o"', '"R G c", "c d o"'), "plan 1: a card has at most one café"),
    "three café sections": (('"c c d", "R G o"', '"c c c", "R G o"'), "plan 1: a card has at most one café"),
    "a café without a description": (('"G Y Y", "G s d"', '"G Y Y", "G c d"'), "plan 6: 'cafe' is missing"),
    "a description without a café": (
        ('"c c d", "R G o"', '"Y Y d", "R G o"'),
        "plan 1: it describes a café but has no café section (c)",
    ),
    "no needs": (('needs = "BBGG", ', ""), "plan 1, cafe: 'needs' is missing"),
    "nothing needed": (('needs = "BBGG"', 'needs = ""'), "plan 1, cafe: it needs 0 cubes; expected 1 to 12"),
    "an unknown colour": (
        ('needs = "BBGG"', 'needs = "BBGX"'),
        "plan 1, cafe: unknown colour 'X'; expected one of: Y, B, G, R",
    ),
    "no VP": (('needs = "BBGG", vp = 4', 'needs = "BBGG"'), "plan 1, cafe: 'vp' is missing"),
    "VP as a word": (
        ('needs = "BBGG", vp = 4', 'needs = "BBGG", vp = "4"'),
        "plan 1, cafe: vp is '4'; expected a whole number",
    ),
    "no name": (('name = "Pastéis de Belém, Lisboa", ', ""), "plan 1, cafe: 'name' is missing"),
    "an unknown key": (
        ("star = true", "stars = true"),
        "plan 7: unknown key 'stars'; expected one of: face, cafe, star",
    ),
    "a starred Expresso card": (
        ('face = ["e u Y", "d B G"]', 'face = ["e u Y", "d B G"]\nstar = true'),
        "plan e1: unknown key 'star'",
    ),
    "a starred start card": (
        ('face = ["Y B G", "u d o"]', 'face = ["Y B G", "u d o"]\nstar = true'),
        "start 1: unknown key 'star'",
    ),
    "an unknown table": (("[[promo]]", "[[promos]]"), "the box: unknown key 'promos'"),
    "three start cards": (('[[start]]\nface = ["Y B G", "u d o"]\n', ""), "the box has 3 [[start]]; expected 4 to 4"),
    "too few cards": (
        ('[[plan]]\nface = ["G Y Y", "G s d"]\n', ""),
        "the box has 47 plan cards, 8 of them starred; expected at least 48",
    ),
    "too many stars": (
        ('face = ["G Y Y", "G s d"]', 'face = ["G Y Y", "G s d"]\nstar = true'),
        "9 of them starred; expected at least 48, and 40 without",
    ),
    "not TOML": (("[[promo]]", "[[promo]"), "not valid TOML"),
}


@pytest.mark.parametrize(("change", "message"), REFUSED.values(), ids=REFUSED)
def test_a_malformed_box_is_refused_with_the_reason(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    with pytest.raises(BadBox) as error:
        Match("cafe", 2, box(tmp_path, change))
    assert message in str(error.value)


@pytest.mark.parametrize("cubes", [3, 101])
def test_the_number_of_cubes_has_limits(cubes: int) -> None:
    with pytest.raises(BadBox, match=f"cubes is {cubes}; expected 4 to 100"):
        deck({}, cubes=cubes)


def test_more_than_64_plan_cards_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(OURS + '\n[[promo]]\nface = ["Y B G", "u d o"]\n' * 6, encoding="utf-8")
    with pytest.raises(BadBox, match="the box has 65 plan, Expresso and promo cards; expected at most 64"):
        Match("cafe", 2, {"box": str(path)})


def test_other_amounts_are_noted_and_played() -> None:
    """More plan cards: more that are never seen."""
    more = OURS.replace("[[expresso]]", '[[plan]]\nface = ["Y B G", "u d o"]\n\n[[expresso]]', 1)
    with pytest.warns(BoxWarning, match=r"cubes of a colour: 20 \(printed: 35\); plan cards: 49 \(printed: 48\)"):
        match = Match("cafe", 4, {"box": GAME.open_box(f"cubes = 20\n{more}")})
    assert len(match.outcomes()) == 49


def without(table: str) -> str:
    parts = OURS.split("\n[[")
    return "\n[[".join(part for part in parts if not part.startswith(table))


def test_a_box_without_expresso_or_promos_refuses_only_these_options() -> None:
    """CF-50, CF-60"""
    plain = GAME.open_box(without("promo"))
    assert Match("cafe", 4, {"box": plain, "expresso": True}).actor == "*"
    with pytest.raises(BadOption, match="promos cannot be played with this box: it has 0 promos"):
        Match("cafe", 4, {"box": plain, "promos": 1})
    with pytest.raises(BadOption, match="expresso cannot be played with this box: it has 0 Expresso cards; expected 8"):
        Match("cafe", 4, {"box": GAME.open_box(without("expresso")), "expresso": True})


def test_a_record_carries_its_box() -> None:
    match = Match("cafe", 2, {"box": deck({"6": "Y Y Y / Y Y d"})}, seed=1, auto_draw=True)
    match.play(match.legal()[0])
    assert load(match.record()).states.tobytes() == match.states.tobytes()


def test_our_box_is_what_the_printed_one_is_known_to_be() -> None:
    """48 faces that all differ, 8 starred, 23 cafés, start cards of one cup, one drying and one roasting section and
    three beans.
    """
    assert GAME.box.differs == []
    faces = OURS.split("face = ")[5:53]
    assert len({face.split("\n")[0] for face in faces}) == 48
    assert sum('"' in face and "cafe = " in face for face in faces) == 23
    assert sum("star = true" in face for face in faces) == 8
