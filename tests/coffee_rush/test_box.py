"""What a box file of Coffee Rush may and may not say."""

import warnings
from pathlib import Path

import pytest

from demitasse import BadBox, BadOption, BoxWarning, Match, load
from demitasse.games.coffee_rush import GAME
from tests.positions import changed_box

OURS = GAME.box.text


def box(tmp_path: Path, *changes: tuple[str, str]) -> dict[str, object]:
    return changed_box(GAME, tmp_path, *changes)


REFUSED = {
    "unknown ingredient": (
        ('["coffee", "steam"]', '["coffee", "sugar"]'),
        "order Espresso: unknown ingredient 'sugar'; expected one of: coffee,",
    ),
    "two of one name": (('name = "Ristretto"', 'name = "Espresso"'), "two orders are called 'Espresso'"),
    "a row too short": (
        ('["tea", "steam", "milk", "coffee"]', '["tea", "steam", "milk"]'),
        "board: expected 4 rows of 4 ingredients",
    ),
    "unknown on the board": (('["tea", "steam"', '["tee", "steam"'), "board, row 3: unknown ingredient 'tee'"),
    "no stock": (("tea = 12", ""), "stock: 'tea' is missing"),
    "stock of a word": (("tea = 12", 'tea = "many"'), "stock: tea is 'many'; expected a whole number"),
    "stock too high": (("tea = 12", "tea = 1000"), "stock: tea is 1000; expected 0 to 100"),
    "unknown stock": (("tea = 12", "tea = 12\nsugar = 3"), "stock: unknown key 'sugar'"),
    "no copies": (("copies = 6", "copies = 0"), "copies is 0; expected 1 to 100"),
    "unknown key": (("copies = 6", "copies = 6\nprice = 3"), "order Caramel Caffe Freddo: unknown key 'price'"),
    "special as a word": (("special = true", 'special = "yes"'), "special is 'yes'; expected true or false"),
    "not TOML": (("[stock]", "[stock"), "not valid TOML"),
    "nothing in an order": (('["coffee", "steam"]', "[]"), "order Espresso: it has 0 ingredients"),
    "a name that breaks texts": (('name = "Cocoa"', 'name = "Cocoa, hot"'), "the name 'Cocoa, hot'"),
}


@pytest.mark.parametrize(("change", "message"), REFUSED.values(), ids=REFUSED)
def test_a_malformed_box_is_refused_with_the_reason(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    with pytest.raises(BadBox) as error:
        Match("coffee_rush", 2, box(tmp_path, change))
    assert message in str(error.value)


def test_too_many_kinds_of_order_are_refused(tmp_path: Path) -> None:
    more = "".join(f'\n[[order]]\nname = "Extra {n}"\ningredients = ["tea"]\ncopies = 1\n' for n in range(40))
    path = tmp_path / "box.toml"
    path.write_text(OURS + more, encoding="utf-8")
    with pytest.raises(BadBox, match=r"the box has 73 \[\[order\]\]; expected 1 to 64"):
        Match("coffee_rush", 2, {"box": str(path)})


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_the_last_of_as_many_kinds_of_order_as_a_box_may_have_is_drawn(tmp_path: Path) -> None:
    more = "".join(f'\n[[order]]\nname = "Extra {n}"\ningredients = ["tea"]\ncopies = 1\n' for n in range(31))
    path = tmp_path / "box.toml"
    path.write_text(OURS + more, encoding="utf-8")
    match = Match("coffee_rush", 2, {"box": str(path)})
    assert match.outcomes()["order Extra 30"] == 1
    match.play("order Extra 30")
    assert "order Extra 30" not in match.outcomes()
    position = match.position()
    assert Match.from_position(position).position() == position


def test_less_luck_needs_ristretto_and_espresso(tmp_path: Path) -> None:
    """CR-5"""
    options = box(tmp_path, ('name = "Ristretto"', 'name = "Lungo"'))
    Match("coffee_rush", 2, options)
    with pytest.raises(
        BadOption, match="less_luck cannot be played with this box: it needs cards named exactly Ristretto and Espresso"
    ):
        Match("coffee_rush", 2, {**options, "less_luck": True})


def test_a_box_that_only_differs_is_noted_and_played(tmp_path: Path) -> None:
    options = box(tmp_path, ("tea = 12", "tea = 10"), ("copies = 6", "copies = 7"))
    with pytest.warns(BoxWarning, match=r"tea tokens: 10 \(printed: 12\); order cards: 81 \(printed: 80\)"):
        match = Match("coffee_rush", 2, options)
    assert match.outcomes()["order Caramel Caffe Freddo"] == 7


def test_our_own_box_is_the_printed_one() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert GAME.open_box(OURS) is GAME.box


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_a_record_carries_its_box_and_no_path(tmp_path: Path) -> None:
    match = Match("coffee_rush", 2, box(tmp_path, ("tea = 12", "tea = 10")), seed=3, auto_draw=True)
    match.play("place a1")
    text = match.record()
    assert str(tmp_path) not in text
    again = load(text)
    assert again.record() == text
    assert again.states.tobytes() == match.states.tobytes()
    position = match.position()
    assert Match.from_position(position).position() == position


def test_a_box_file_that_is_not_there_is_an_error_of_ours(tmp_path: Path) -> None:
    with pytest.raises(BadBox, match="cannot be read: No such file"):
        Match("coffee_rush", 2, {"box": str(tmp_path / "nowhere.toml")})
