"""What a box file of Kanban Menu may and may not say."""

import unicodedata
import warnings
from pathlib import Path

import pytest

from demitasse import BadBox, BoxWarning, Match, Setting, load
from demitasse.games.kanban_menu import GAME
from tests.kanban_menu.positions import given
from tests.players import Driver, broken
from tests.positions import changed_box, field, legal, play

OURS = GAME.box.text
TEA = "effect = { once = { pay = { drink = 1 }, gain = { vp = 2 } } }"
ALE = "effect = { once = { gain = { money = 1 } } }"


def box(tmp_path: Path, *changes: tuple[str, str]) -> dict[str, object]:
    return changed_box(GAME, tmp_path, *changes)


def cards(number: int) -> str:
    return "".join(f'\n[[menu]]\nname = "Extra {n}"\ncost = {{ drink = 1 }}\nvp = 1\n' for n in range(number))


REFUSED = {
    "unknown table": (
        ("[end]", "[rules]\nvp = 3\n[end]"),
        "the box: unknown key 'rules'; expected one of: tokens, trading, end, menu",
    ),
    "unknown kind of token": (
        ("yellow = 12", "yellow = 12\nblack = 3"),
        "tokens: unknown key 'black'; expected one of: drink, produce, sweets, main, yellow",
    ),
    "no yellow": (("yellow = 12", ""), "tokens: 'yellow' is missing"),
    "tokens in words": (("yellow = 12", 'yellow = "many"'), "tokens: yellow is 'many'; expected a whole number"),
    "too many tokens": (("yellow = 12", "yellow = 101"), "tokens: yellow is 101; expected 0 to 100"),
    "too few tokens": (("= 13", "= 4"), "tokens: there are 28 in all; expected at least 30"),
    "unknown price": (("vp_sells_for = 1", "vp_sells_for = 1\ndrink = 3"), "trading: unknown key 'drink'"),
    "no price": (("vp_sells_for = 1", ""), "trading: 'vp_sells_for' is missing"),
    "VP for nothing": (
        ("dollars_for_1_vp = 2", "dollars_for_1_vp = 0"),
        "trading: dollars_for_1_vp is 0; expected 1 to 15",
    ),
    "a price of yellow": (
        ("material_costs = 2", "material_costs = { drink = 2, produce = 2, sweets = 2, main = 2, yellow = 2 }"),
        "trading, material_costs: unknown key 'yellow'; expected one of: drink, produce, sweets, main",
    ),
    "a kind without a price": (
        ("material_sells_for = 2", "material_sells_for = { drink = 2, produce = 2, sweets = 2 }"),
        "trading, material_sells_for: 'main' is missing",
    ),
    "no end": (("vp = 30\n", ""), "end: 'vp' is missing"),
    "an end out of reach": (("vp = 30\n", "vp = 3000\n"), "end: vp is 3000; expected 1 to 1000"),
    "unknown end": (("{ vp = 25 }", "{ points = 25 }"), "end, first_edition: unknown key 'points'"),
    "two cards of one name": (('name = "Macaron"', 'name = "Brunch"'), "two menu cards are called 'Brunch'"),
    "two spellings of one name": (
        ('name = "Macaron"', f'name = "{unicodedata.normalize("NFD", "Opéra")}"'),
        "two menu cards are called 'Opéra'",
    ),
    "a name that breaks texts": (
        ('name = "Macaron"', 'name = "Macaron > 2"'),
        "the name 'Macaron > 2' is empty or has a character",
    ),
    "a card without a name": (('name = "Macaron"\n', ""), "menu card 2: 'name' is missing"),
    "a card without a cost": (("cost = { sweets = 2 }\n", ""), "menu card Macaron: 'cost' is missing"),
    "yellow as a cost": (
        ("cost = { sweets = 2 }", "cost = { yellow = 2 }"),
        "menu card Macaron, cost: unknown key 'yellow'",
    ),
    "a cost nobody can pay": (
        ("cost = { sweets = 2 }", "cost = { sweets = 9, main = 2 }"),
        "menu card Macaron: it costs 11 materials; expected at most 10",
    ),
    "negative VP": (("vp = 14", "vp = -1"), "menu card Full course: vp is -1; expected 0 to 100"),
    "unknown key of a card": (("vp = 14", "vp = 14\nprice = 3"), "menu card Full course: unknown key 'price'"),
    "unknown effect": (
        ('effect = "brunch"', 'effect = "lunch"'),
        "menu card Brunch, effect: unknown form 'lunch'; expected \"brunch\"",
    ),
    "unknown form": (
        ('effect = "brunch"', "effect = { daily = { gain = { vp = 1 } } }"),
        "menu card Brunch, effect: unknown form {'daily'",
    ),
    "a list": (('effect = "brunch"', "effect = [1]"), "menu card Brunch, effect: unknown form [1]"),
    "an action card that is not there": (
        ("{ choose = 1, money = 2 }", "{ choose = 7, money = 2 }"),
        "menu card Macaron, effect: choose is 7; expected 1 to 6",
    ),
    "a choice for nothing": (
        ("{ choose = 1, money = 2 }", "{ choose = 1 }"),
        "menu card Macaron, effect: it gives nothing; expected money or vp",
    ),
    "a choice for a token": (
        ("{ choose = 1, money = 2 }", "{ choose = 1, drink = 2 }"),
        "menu card Macaron, effect: unknown key 'drink'",
    ),
    "two effects": (
        ("{ choose = 1, money = 2 }", "{ choose = 1, once = { draw = 1 } }"),
        "menu card Macaron, effect: unknown key 'once'",
    ),
    "a first edition for nothing": (
        ("first_edition = { vp = 2 }", "first_edition = { vp = 0 }"),
        "effect, first_edition: it gives nothing",
    ),
    "unknown payment": (
        (TEA, TEA.replace("drink", "coffee")),
        "menu card British tea, effect, once, pay: unknown key 'coffee'",
    ),
    "a payment over the cap": (
        (TEA, TEA.replace("drink = 1", "money = 16")),
        "British tea, effect, once, pay: money is 16; expected 0 to 15",
    ),
    "nothing given": (
        (ALE, ALE.replace("money = 1", "")),
        "menu card Craft ginger ale, effect, once, gain: it gives nothing",
    ),
    "a gain of tokens": (
        (ALE, ALE.replace("money = 1", "drink = 1")),
        "menu card Craft ginger ale, effect, once, gain: unknown key 'drink'",
    ),
    "no gain": (
        (ALE, "effect = { once = { pay = { money = 1 } } }"),
        "Craft ginger ale, effect, once: expected exactly one of gain, conversion = 1 and draw = 1",
    ),
    "two gains": (
        ("draw = 1", "draw = 1, conversion = 1"),
        "Fried chicken, effect, once: expected exactly one of gain, conversion = 1 and draw = 1",
    ),
    "two draws": (("draw = 1", "draw = 2"), "menu card Fried chicken, effect, once: draw is 2; expected 1 to 1"),
    "two conversions": (
        ("conversion = 1", "conversion = 2"),
        "menu card Bavarois, effect, once: conversion is 2; expected 1 to 1",
    ),
    "a conversion for a drink": (
        ("pay = { money = 1 }, conversion", "pay = { money = 1, drink = 1 }, conversion"),
        "menu card Bavarois, effect, once: a conversion is paid for with money alone; got money, drink",
    ),
}


@pytest.mark.parametrize(("change", "message"), REFUSED.values(), ids=REFUSED)
def test_a_malformed_box_is_refused_with_the_reason(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    with pytest.raises(BadBox) as error:
        Match("kanban_menu", 2, box(tmp_path, change))
    assert message in str(error.value)


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_a_box_holds_1_to_32_menu_cards(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(OURS + cards(11), encoding="utf-8")
    with pytest.raises(BadBox, match=r"the box has 33 \[\[menu\]\]; expected 1 to 32"):
        Match("kanban_menu", 2, {"box": str(path)})
    path.write_text(OURS + cards(10), encoding="utf-8")
    Match("kanban_menu", 2, {"box": str(path)})
    path.write_text("menu = []\n" + OURS[: OURS.index("[[menu]]")], encoding="utf-8")
    with pytest.raises(BadBox, match=r"the box has 0 \[\[menu\]\]"):
        Match("kanban_menu", 2, {"box": str(path)})


def test_at_most_four_cards_convert(tmp_path: Path) -> None:
    effect = "effect = {{ choose = {}, money = {} }}"
    changes = [
        (effect.format(action, money), "effect = { once = { conversion = 1 } }")
        for action, money in ((1, 2), (2, 2), (4, 1), (6, 1))
    ]
    options = box(tmp_path, *changes)
    with pytest.raises(BadBox, match="the box has 5 menu cards with a conversion; expected at most 4"):
        Match("kanban_menu", 2, options)
    Match("kanban_menu", 2, box(tmp_path, *changes[1:]))


def test_a_box_that_only_differs_is_noted_and_played(tmp_path: Path) -> None:
    options = box(tmp_path, ("yellow = 12", "yellow = 10"), ("vp = 30\n", "vp = 40\n"))
    with pytest.warns(BoxWarning, match=r"yellow tokens: 10 \(printed: 12\); VP that end the game: 40 \(printed: 30\)"):
        match = Match("kanban_menu", 2, options)
    assert match.outcomes()["token yellow"] == 10


def test_our_own_box_is_complete_and_differs_in_nothing_known() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert GAME.open_box(OURS) is GAME.box
    assert len(GAME.box.names["menu"]) == 22
    assert int((GAME.box.records[0]["trigger"] > 0).sum()) == 17


def test_prices_costs_and_vp_come_from_the_box(tmp_path: Path) -> None:
    """KM-12 ⑥, KM-31: a price for each kind is possible"""
    sells = ("material_sells_for = 2", "material_sells_for = { drink = 1, produce = 2, sweets = 3, main = 4 }")
    costs = ("material_costs = 2", "material_costs = { drink = 5, produce = 4, sweets = 3, main = 2 }")
    vp = (("dollars_for_1_vp = 2", "dollars_for_1_vp = 3"), ("vp_sells_for = 1", "vp_sells_for = 2"))
    options = box(tmp_path, sells, costs, *vp, ("vp = 14", "vp = 15"), ("cost = { sweets = 2 }", "cost = { main = 1 }"))
    match = given("chosen: 6\nmoney: 0=3\nvp: 0=1\nhand: 0/main=1, 1/drink=2, 1/sweets=1", 2, options)
    assert match.scores() == [1 + (3 + 4) // 3, (2 + 3) // 3]
    assert legal(match, "trade") == ["trade main>$", "trade $>sweets", "trade $>main", "trade $>vp", "trade vp>$"]
    for text, money in {
        "trade main>$": "0=7",
        "trade $>main": "0=1",
        "trade $>sweets": "",
        "trade $>vp": "",
        "trade vp>$": "0=5",
    }.items():
        assert field(play(match.copy(), text), "money") == money
    assert "sells for $1 (drink), $2 (produce)" in str(match)
    match = given(
        "chosen: 5\nhand: 0/drink=2, 0/produce=2, 0/sweets=2, 0/main=2\nlies: Full course=display, Macaron=display",
        2,
        options,
    )
    assert {"develop Full course", "develop Macaron"} <= set(match.legal())
    assert field(play(match, "develop Full course"), "vp") == "0=15"


def test_effects_come_from_the_box(tmp_path: Path) -> None:
    """KM-15: an effect may ask for VP and several materials and give both money and VP."""
    new = "effect = { once = { pay = { drink = 1, main = 2, vp = 1 }, gain = { money = 4, vp = 3 } } }"
    options = box(
        tmp_path,
        (TEA, new),
        ("{ choose = 1, money = 2 }", "{ choose = 2, money = 1, vp = 1, first_edition = { money = 5 } }"),
    )
    text = "hand: 0/drink=1, 0/main=2\nlies: British tea=developed 0, Macaron=developed 0"
    assert legal(given(text, 2, options), "use") == []
    match = given(f"{text}\nvp: 0=1", 2, options)
    play(match, "use British tea", "choose 2")
    assert (field(match, "hand"), field(match, "money"), field(match, "vp"), field(match, "used")) == (
        "",
        "0=5",
        "0=4",
        "drink=1, main=2",
    )
    match = play(given("lies: Macaron=developed 0", 2, {**options, "first_edition": True}), "choose 2")
    assert (field(match, "money"), field(match, "vp")) == ("0=5", "")


def test_a_name_typed_in_another_form_reads_the_same(tmp_path: Path) -> None:
    options = box(tmp_path, ("Opéra", unicodedata.normalize("NFD", "Opéra")), ("vp = 14", "vp = 13"))
    match = given("money: 0=2\nlies: Opéra=developed 0", 2, options)
    assert legal(match, "use") == ["use Opéra"]


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_a_kind_that_is_not_in_the_bag_is_not_picked_first(tmp_path: Path) -> None:
    """KM-4"""
    options = box(tmp_path, ("main = 13\n", "main = 2\n"), ("yellow = 12", "yellow = 0"))
    match = Match("kanban_menu", 5, options)
    play(match, *["token main"] * 2, *["token drink"] * 8, *(f"menu {name}" for name in GAME.box.names["menu"][:4]))
    assert match.legal() == ["start drink", "start produce", "start sweets"]
    play(match, "start drink", "start sweets", "start produce")
    assert (match.actor, field(match, "phase")) == (0, "turn")  # nothing is left for the others


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_a_box_with_fewer_than_four_menu_cards_has_a_shorter_display(tmp_path: Path) -> None:
    """KM-3, KM-12 ⑤"""
    path = tmp_path / "box.toml"
    path.write_text(OURS[: OURS.index("[[menu]]")] + cards(3), encoding="utf-8")
    match = Match("kanban_menu", 2, {"box": str(path)})
    play(match, *["token main"] * 10, *(f"menu Extra {n}" for n in range(3)))
    assert match.actor == 1
    play(match, "start drink", "start main", "choose 5", "reserve Extra 1")
    assert match.legal() == ["finish"]


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_games_with_few_tokens_go_on_when_bag_and_used_area_run_out(tmp_path: Path) -> None:
    """KM-22 with 30 tokens, the fewest a box may have, and five players"""
    options = box(tmp_path, ("= 13\n", "= 6\n"), ("yellow = 12", "yellow = 6"))
    said = []
    for number in range(3):
        driver = Driver(Setting.of(GAME, 5, options), number, 0)
        while driver.match.actor is not None and len(driver.match.plies) < 500:
            driver.step()
            assert broken(driver.match) == ""
        said += [ply.text.split()[0] for ply in driver.match.plies]
    assert said.count("return") > 50


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_a_record_carries_its_box(tmp_path: Path) -> None:
    options = box(tmp_path, ("yellow = 12", "yellow = 11"))
    match = Driver(Setting.of(GAME, 3, options), 1, 50).run(200)
    assert str(tmp_path) not in match.record()
    assert load(match.record()).position() == match.position()
