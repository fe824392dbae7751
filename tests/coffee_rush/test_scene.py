"""What the table of Coffee Rush offers: orders that what was taken advances."""

import pytest

from demitasse.core.scene import scene
from tests.coffee_rush.positions import given

TAKEN = "phase: pour\nwaiting: 0/z1/0=Milk Tea\ncup: 0/1/tea=1\ntaken: "


@pytest.mark.parametrize(
    ("taken", "ways"),
    [
        ("steam=1, milk=1", ["steam 1 / milk 1"]),
        (
            "coffee=1, steam=1, milk=1",  # the coffee is asked for first, and the order does not take it
            [f"coffee {aside} / steam 1 / milk 1" for aside in ("2", "3", "back")],
        ),
        ("coffee=1, milk=1", []),  # it would still lack steam, as the cup shows
        ("coffee=1", []),
    ],
)
def test_an_order_that_can_be_advanced_is_poured_for_at_once(taken: str, ways: list[str]) -> None:
    shown = scene(given(TAKEN + taken), 0)
    found = [way for way in shown.ways if way.on.startswith("order")]
    assert [way.text for way in found] == ways
    assert {way.start for way in found} <= {"hand"}, "what is in hand is poured: picking it up leaves the orders lit"
    asked = [step for step in shown.steps if step.picked.startswith("order")]
    assert bool(asked) == (len(ways) > 1), "where the rest goes is asked"


def test_the_last_ingredient_of_an_order_is_poured_for_behind_others() -> None:
    text = "phase: pour\nwaiting: 0/z1/0=Milk Tea\ncup: 0/1/tea=1, 0/1/steam=1\ntaken: coffee=1, milk=1"
    assert [way.text.split(" / ")[1] for way in scene(given(text), 0).ways] == ["milk 1"] * 3
