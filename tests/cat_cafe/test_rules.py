"""The numbered rules of Cat Café, each by positions given and asserted as text."""

import random
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from demitasse import BadPosition, IllegalAction, Match
from demitasse.core.compiled import kernels
from demitasse.core.fields import Records
from demitasse.core.rule import JIT, rule
from demitasse.games.cat_cafe import GAME, rules
from demitasse.games.cat_cafe.notation import CELL_NAMES
from tests.cat_cafe.positions import given, sheet
from tests.positions import field, play

ITEMS = ("house", "yarn", "butterfly", "bowl", "cushion", "mouse")
FLOORS = {1: (1, 2, 3, 5), 2: (1, 2, 3, 4, 5, 6), 3: (1, 2, 4, 5, 6), 4: (1, 2, 3, 4, 5, 6), 5: (1, 3, 4)}
PLACES = [f"t{tower}f{floor}" for tower, floors in FLOORS.items() for floor in floors]


def choosing(die: int, centre: int, text: str = "", seats: int = 2, **more: Any) -> Match:
    """Everybody has the same die and is about to choose."""
    dice = ", ".join(f"{seat}={die}" for seat in range(seats))
    return given(f"phase: choose\ncentre: {centre}\ndie: {dice}\n{text}", seats, **more)


def line(match: Match, name: str, seat: int = 0) -> int:
    return match.breakdown()[seat][name]


def score_of(name: str, **towers: str) -> int:
    """A line of the score of a sheet."""
    return line(given(f"sheet: {sheet(0, **towers)}"), name)


# The sheet ------------------------------------------------------------------------------------------------------------


def test_the_sheet_has_24_cells_in_five_towers_and_none_at_a_post() -> None:
    """CC-1: with paws for everything, every cell can be marked with every item."""
    match = choosing(3, 3, "paws: 0=18")
    assert [len(floors) for floors in FLOORS.values()] == [4, 6, 5, 6, 3]
    assert {text.split()[1] for text in match.legal() if text != "pass"} == set(PLACES)
    assert {text for text in match.legal() if text.startswith("mouse")} == {f"mouse {place}" for place in PLACES}
    assert len(match.legal()) == len(PLACES) * 11 + 1 == rules.MAX_LEGAL


def test_six_cats_each_like_one_item() -> None:
    """CC-2"""
    houses = [text for text in choosing(1, 6).legal() if text.startswith("house t2f6")]
    assert houses == [f"house t2f6 cat {item}" for item in ITEMS]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_begins_with_one_paw_and_17_to_circle(seats: int) -> None:
    """CC-3"""
    match = Match("cat_cafe", seats)
    assert field(match, "paws") == ", ".join(f"{seat}=1" for seat in range(seats))
    assert field(match, "paws_left") == ", ".join(f"{seat}=17" for seat in range(seats))


def test_a_paw_crossed_out_never_comes_back() -> None:
    """CC-3: all 18 are circled, so neither a pass nor a butterfly brings one."""
    match = choosing(3, 3, "paws: 0=2, 1=2\nrounds: 6")
    assert field(match, "paws_left") == ""
    play(match, "butterfly t2f4", "pass")
    assert (field(match, "paws"), field(match, "paws_left")) == ("0=1, 1=2", "")


def geometry(place: str) -> tuple[int, int]:
    """Where a cell stands, in towers and half cells."""
    tower, floor = int(place[1]), int(place[3])
    return tower, 2 * floor + tower % 2


def share_an_edge(one: str, other: str) -> bool:
    (left, low), (right, high) = geometry(one), geometry(other)
    return abs(left - right) == 1 and abs(low - high) == 1 or left == right and abs(low - high) == 2


def test_cells_that_share_an_edge_are_neighbours_and_no_others() -> None:
    """CC-4: towers 1, 3 and 5 stand half a cell higher, and a post takes up a floor."""
    b: Any = GAME.box.records[0]
    for cell, place in enumerate(CELL_NAMES):
        if place in PLACES:
            beside = {CELL_NAMES[i] for i in range(len(CELL_NAMES)) if int(b.beside[cell]) >> i & 1}
            assert beside == {other for other in PLACES if share_an_edge(place, other)}


@pytest.mark.parametrize(
    ("bowl", "beside"),
    [
        ("t1f3", ("t1f2", "t2f3", "t2f4")),
        ("t2f4", ("t2f3", "t2f5", "t1f3", "t3f4")),
        ("t3f2", ("t3f1", "t2f2", "t2f3", "t4f2", "t4f3")),
        ("t5f1", ("t4f1", "t4f2")),
    ],
)
def test_a_bowl_counts_the_floors_beside_it_and_not_across_a_post(bowl: str, beside: tuple[str, ...]) -> None:
    """CC-4: floor f of an odd tower touches f and f+1 beside it, of an even tower f-1 and f."""
    for place in PLACES:
        if place != bowl:
            match = given(f"sheet: 0/{bowl}=bowl, 0/{place}=cushion")
            assert line(match, "bowl") == (place in beside), place


# Dice -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_as_many_dice_as_players_and_one_more_are_rolled(seats: int) -> None:
    """CC-10"""
    match = Match("cat_cafe", seats)
    for _ in range(seats + 1):
        assert match.actor == "*"
        assert match.outcomes() == {f"roll {face}": 1 for face in range(1, 7)}
        match.play("roll 4")
    assert (match.actor, match.legal()) == (0, ["take 4"])


def test_dice_are_taken_clockwise_from_the_first_player_and_the_last_is_the_centre_die() -> None:
    """CC-10: one text a value."""
    match = given("rounds: 2", 3)
    play(match, "roll 5", "roll 2", "roll 5", "roll 6")
    assert (match.actor, match.legal()) == (2, ["take 2", "take 5", "take 6"])
    match.play("take 5")
    assert (match.actor, match.legal()) == (0, ["take 2", "take 5", "take 6"])
    match.play("take 5")
    assert (match.actor, match.legal()) == (1, ["take 2", "take 6"])
    match.play("take 6")
    assert (field(match, "centre"), field(match, "die"), field(match, "dice")) == ("2", "0=5, 1=6, 2=5", "")
    assert (match.actor, field(match, "phase")) == (2, "choose")


# Marks ----------------------------------------------------------------------------------------------------------------


def test_one_die_names_the_item_and_the_other_the_floor() -> None:
    """CC-11: own die 6, centre die 4: mouse on floor 4, bowl on floor 6, or pass."""
    assert choosing(6, 4).legal() == [
        "bowl t2f6",
        "bowl t3f6",
        "bowl t4f6",
        "mouse t2f4",
        "mouse t3f4",
        "mouse t4f4",
        "mouse t5f4",
        "pass",
    ]


def test_only_free_cells_are_marked() -> None:
    """CC-11"""
    match = choosing(6, 4, "sheet: 0/t2f4=yarn, 0/t5f4=mouse, 1/t3f4=yarn")
    assert [text for text in match.legal() if text.startswith("mouse")] == ["mouse t3f4", "mouse t4f4"]


def test_paws_change_either_die_by_one_each() -> None:
    """CC-12: own 2, centre 4, three paws: 1 and 6."""
    match = choosing(2, 4, "paws: 0=3, 1=2")
    assert {"house t2f6 cat yarn", "mouse t2f1"} <= set(match.legal())
    match.play("mouse t2f1")
    assert not {"house t2f6 cat yarn", "mouse t2f1"} & set(match.legal())
    match.play("house t2f5 cat yarn")
    assert field(match, "paws") == ""


def dice_after(own: int, centre: int, paws: int) -> set[tuple[int, int]]:
    """What the two dice may show after so many paws, a step at a time."""
    shown = {(own, centre)}
    for _ in range(paws):
        steps = {(a + x, c + y) for a, c in shown for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        shown |= {(a, c) for a, c in steps if 1 <= a <= 6 and 1 <= c <= 6}
    return shown


@pytest.mark.parametrize("paws", [0, 1, 2, 3, 5, 10])
def test_a_mark_is_legal_exactly_if_the_paws_suffice(paws: int) -> None:
    """CC-12: for every pair of dice, in either assignment."""
    for own, centre in product(range(1, 7), repeat=2):
        pairs = {pair for shown in dice_after(own, centre, paws) for pair in (shown, shown[::-1])}
        marks = {
            f"{ITEMS[item - 1]} {place}" for item, floor in pairs for place in PLACES if place.endswith(f"f{floor}")
        }
        legal = choosing(own, centre, f"paws: 0={paws}").legal()
        assert {" ".join(text.split()[:2]) for text in legal} == marks | {"pass"}


def test_the_fewest_paws_are_crossed_out() -> None:
    """CC-12: in the better of the two assignments."""
    for own, centre in ((1, 6), (2, 4), (5, 5), (3, 4)):
        start = choosing(own, centre, "paws: 0=10, 1=10")
        for text in start.legal():
            item, place = (text.split() * 2)[:2]
            match = play(start.copy(), text, "pass")
            if item not in ("pass", "butterfly"):
                wanted = (ITEMS.index(item) + 1, int(place[3]))
                fewest = next(n for n in range(11) if {wanted, wanted[::-1]} & dice_after(own, centre, n))
                assert int(match.state["paws"][0]) == 10 - fewest, text


def test_a_paw_changes_the_centre_die_for_its_owner_alone() -> None:
    """CC-12"""
    match = choosing(6, 4, "paws: 0=1")
    match.play("mouse t2f5")
    assert [text for text in match.legal() if "f5" in text] == []
    match.play("mouse t2f4")
    assert field(match, "sheet") == "0/t2f5=mouse, 1/t2f4=mouse"


def test_a_pass_circles_three_paws_and_spends_none() -> None:
    """CC-13, CC-12"""
    match = play(choosing(6, 4, "rounds: 1\npaws: 0=2"), "pass", "pass")
    assert (field(match, "paws"), field(match, "paws_left")) == ("0=5, 1=3", "0=11, 1=11")


@pytest.mark.parametrize(("rounds", "left"), [(4, 5), (5, 2), (6, 0)])
def test_a_pass_circles_as_many_paws_as_are_left_and_is_always_legal(rounds: int, left: int) -> None:
    """CC-13"""
    match = choosing(6, 4, f"rounds: {rounds}")
    assert int(match.state["paws_left"][0]) == left
    assert match.legal()[-1] == "pass"
    play(match, "pass", "pass")
    assert int(match.state["paws"][0]) == min(left, 3)
    assert int(match.state["paws_left"][0]) == max(0, left - 3)


CUSHIONS = sheet(0, t2="cushion - - - - cushion", t4="- cushion")


def test_a_cat_scores_2_for_each_item_of_its_kind() -> None:
    """CC-14: cushion cat, 3 cushions on the sheet: 6 points; and CC-20: the score is what the cats scored."""
    match = choosing(1, 4, f"sheet: {CUSHIONS}")
    assert line(match, "house") == 0
    play(match, "house t4f4 cat cushion", "pass")
    assert (field(match, "cat"), field(match, "cat_score")) == ("0/cushion=1", "0/cushion=6")
    assert line(match, "house") == 6
    later = given(f"sheet: {CUSHIONS}, 0/t4f4=house, 0/t4f6=cushion\ncat: 0/cushion=1\ncat_score: 0/cushion=6")
    assert line(later, "house") == 6


def test_the_cat_that_likes_houses_counts_the_new_one() -> None:
    """CC-14"""
    match = choosing(1, 4, "sheet: 0/t2f1=house\ncat: 0/mouse=1")
    play(match, "house t4f4 cat house", "pass")
    assert field(match, "cat_score") == "0/house=4"


def test_a_cat_that_finds_nothing_is_used_up() -> None:
    """CC-14: 0 points is allowed."""
    match = choosing(1, 4)
    play(match, "house t4f4 cat bowl", "pass")
    assert (field(match, "cat"), field(match, "cat_score")) == ("0/bowl=1", "")
    again = choosing(1, 4, "sheet: 0/t4f4=house, 0/t4f5=bowl\ncat: 0/bowl=1")
    assert [text for text in again.legal() if text.startswith("house t2")] == [
        f"house t2f4 cat {item}" for item in ITEMS if item != "bowl"
    ]


def test_no_house_is_marked_when_all_six_cats_are_used() -> None:
    """CC-14: the bowls of the other die remain."""
    match = choosing(1, 4, f"sheet: {sheet(0, t2='house house house - house', t3='house house')}\ncat_score: 0/house=2")
    assert match.legal() == ["bowl t1f1", "bowl t4f1", "bowl t5f1", "pass"]


def test_a_butterfly_circles_two_paws_for_later_rounds() -> None:
    """CC-15"""
    match = choosing(3, 4, "rounds: 0")
    assert "butterfly t2f5" not in match.legal()
    play(match, "butterfly t2f4", "pass")
    assert (field(match, "paws"), field(match, "paws_left")) == ("0=2, 1=3", "0=15, 1=14")


def test_a_butterfly_is_not_paid_with_the_paws_it_brings() -> None:
    """CC-15, CC-12: crossed out first, then circled."""
    assert not [text for text in choosing(2, 5, "paws: 0=1").legal() if text in ("butterfly t2f6", "butterfly t3f6")]
    match = play(choosing(2, 5, "rounds: 2\npaws: 0=2"), "butterfly t3f6", "pass")
    assert (int(match.state["paws"][0]), int(match.state["paws_left"][0])) == (2, 9)


def test_a_butterfly_circles_as_many_paws_as_are_left() -> None:
    """CC-15: of 18 paws 17 are circled by the start, four passes and two butterflies."""
    match = choosing(3, 4, f"rounds: 6\nsheet: {sheet(0, t2='butterfly butterfly')}")
    assert int(match.state["paws_left"][0]) == 1
    play(match, "butterfly t3f4", "pass")
    assert (int(match.state["paws"][0]), int(match.state["paws_left"][0])) == (1, 0)


# At the same time -----------------------------------------------------------------------------------------------------


def test_choices_are_kept_until_all_are_in() -> None:
    """CC-12: marks, paws, cats and scores wait for the last choice."""
    match = choosing(1, 4, "paws: 0=1, 1=1, 2=1", seats=3, first=1)
    scores, before = match.scores(), field(match, "paws")
    play(match, "house t2f5 cat house", "pass")
    assert (match.actor, field(match, "choice")) == (0, "1=house t2f5 cat house, 2=pass")
    assert (match.scores(), field(match, "paws"), field(match, "sheet"), field(match, "cat")) == (
        scores,
        before,
        "",
        "",
    )
    match.play("bowl t5f1")
    assert (field(match, "choice"), field(match, "die"), field(match, "centre")) == ("", "", "")
    assert (field(match, "sheet"), field(match, "paws"), field(match, "cat_score")) == (
        "0/t5f1=bowl, 1/t2f5=house",
        "0=1, 2=4",
        "1/house=2",
    )


@pytest.mark.parametrize("first", [0, 1, 2])
@pytest.mark.parametrize("own", ["", "pass", "mouse t2f4"])
def test_a_view_is_the_same_whatever_the_others_chose(first: int, own: str) -> None:
    """CC-11: each seat chooses without knowing the others' choice of this round; every pair of choices is tried."""
    match = choosing(6, 4, "paws: 0=1, 1=1, 2=1", seats=3, first=first)
    legal = [number + 1 for number in match.legal_ids()]
    match.states[0]["choice"][0] = match.texts.action_ids[own] + 1 if own else 0
    seen = {}
    for one, other in product([0, *legal], repeat=2):
        match.states[0]["choice"][1:3] = one, other
        for asked in (seat for seat in range(3) if match.states[0]["choice"][seat] == 0):
            match.states[0]["seat"] = asked
            view = match.states.copy()
            kernels(GAME).view(match.box.records, view, 0, 0)
            seen[view.tobytes()] = view
    assert len(seen) == 1
    match.set_state(seen.popitem()[1])
    assert match.actor == (0 if not own else 1 if first < 2 else 2)
    assert field(match, "choice") == (f"0={own}" if own else "")


def test_positions_of_a_view_do_not_tell_what_the_others_chose() -> None:
    """CC-11"""
    texts = choosing(6, 4, seats=4).legal()
    matches = [play(choosing(6, 4, seats=4), one, other) for one, other in product(texts, repeat=2)]
    assert len({match.view(2).position() for match in matches}) == 1
    assert len({match.view(3).position() for match in matches}) == 1
    assert len({match.view(0).position() for match in matches}) == len(texts)


def test_in_a_view_the_seat_chooses_first_and_the_others_after_it() -> None:
    """CC-11"""
    match = choosing(6, 4, seats=3)
    match.play("mouse t2f4")
    view = match.view(2)
    assert (view.actor, field(view, "choice"), view.legal()) == (2, "", match.legal())
    play(view, "mouse t3f4", "pass")
    assert view.actor == 1
    play(view, "bowl t2f6")
    assert field(view, "sheet") == "1/t2f6=bowl, 2/t3f4=mouse"


def test_in_a_view_of_a_seat_that_has_chosen_the_first_of_the_others_chooses() -> None:
    """CC-11"""
    match = choosing(6, 4, seats=3)
    play(match, "mouse t2f4", "pass")
    assert (match.view(0).actor, field(match.view(0), "choice")) == (1, "0=mouse t2f4")
    assert (match.view(1).actor, field(match.view(1), "choice")) == (0, "1=pass")
    assert (match.view(2).actor, field(match.view(2), "choice")) == (2, "")


def test_nothing_is_hidden_while_dice_are_rolled_and_taken() -> None:
    """CC-10"""
    match = play(Match("cat_cafe", 2), "roll 1", "roll 2")
    assert [match.view(seat).position() for seat in range(2)] == [match.position()] * 2
    play(match, "roll 3", "take 3")
    assert [match.view(seat).position() for seat in range(2)] == [match.position()] * 2


# Towers ---------------------------------------------------------------------------------------------------------------

PLAIN = "yarn yarn yarn"  # tower 1 but for floor 5
HOMELY = "yarn house yarn"


def test_who_fills_a_tower_with_a_house_circles_the_larger_number() -> None:
    """CC-16, CC-26"""
    match = choosing(6, 5, f"sheet: {sheet(0, t1=HOMELY)}, {sheet(1, t1='- ' + PLAIN)}")
    play(match, "mouse t1f5", "pass")
    assert (field(match, "bonus"), line(match, "towers")) == ("0/t1=larger", 6)


def test_who_fills_a_tower_without_a_house_circles_the_smaller_number() -> None:
    """CC-16, CC-26: a house in another tower does not help."""
    match = choosing(6, 5, f"sheet: {sheet(0, t1=PLAIN, t2='house')}")
    play(match, "mouse t1f5", "pass")
    assert (field(match, "bonus"), line(match, "towers")) == ("0/t1=smaller", 4)


def test_a_house_as_the_last_item_counts() -> None:
    """CC-16"""
    match = play(choosing(1, 5, f"sheet: {sheet(0, t1=PLAIN)}"), "house t1f5 cat bowl", "pass")
    assert field(match, "bonus") == "0/t1=larger"


@pytest.mark.parametrize("options", [{}, {"first_takes_all": True}])
def test_all_who_fill_a_tower_with_a_house_in_one_round_circle_the_larger_number(options: dict[str, object]) -> None:
    """CC-16"""
    sheets = ", ".join([sheet(0, t1=HOMELY), sheet(1, t1=PLAIN), sheet(2, t1=HOMELY)])
    match = choosing(6, 5, f"sheet: {sheets}", seats=3, options=options)
    play(match, "mouse t1f5", "mouse t1f5", "mouse t1f5")
    assert field(match, "bonus") == "0/t1=larger, 1/t1=smaller, 2/t1=larger"


def test_a_larger_number_that_somebody_circled_is_crossed_out_for_the_others() -> None:
    """CC-17: of an earlier round; each sheet's other towers are as before."""
    sheets = ", ".join([sheet(0, t1=HOMELY + " mouse"), sheet(1, t1=HOMELY), sheet(2, t5="house yarn")])
    text = f"sheet: {sheets}\nbonus: 0/t1=larger"
    match = play(choosing(6, 5, text, seats=3), "pass", "mouse t1f5", "pass")
    assert field(match, "bonus") == "0/t1=larger, 1/t1=smaller"
    other = choosing(6, 4, text, seats=3)
    assert field(play(other, "pass", "pass", "mouse t5f4"), "bonus") == "0/t1=larger, 2/t5=larger"


def test_a_smaller_number_that_somebody_circled_crosses_nothing_out() -> None:
    """CC-17"""
    text = f"sheet: {sheet(0, t1=PLAIN + ' mouse')}, {sheet(1, t1=HOMELY)}\nbonus: 0/t1=smaller"
    match = play(choosing(6, 5, text), "pass", "mouse t1f5")
    assert field(match, "bonus") == "0/t1=smaller, 1/t1=larger"


def test_first_takes_all_leaves_only_the_smaller_number_of_a_tower_filled_before() -> None:
    """CC-17: house or not; another tower still gives the larger."""
    text = f"sheet: {sheet(0, t1=PLAIN + ' mouse')}, {sheet(1, t1=HOMELY, t5='house yarn')}\nbonus: 0/t1=smaller"
    match = choosing(6, 5, text, options={"first_takes_all": True})
    assert field(play(match, "pass", "mouse t1f5"), "bonus") == "0/t1=smaller, 1/t1=smaller"
    match = choosing(6, 4, text, options={"first_takes_all": True})
    assert field(play(match, "pass", "mouse t5f4"), "bonus") == "0/t1=smaller, 1/t5=larger"


def test_the_first_player_moves_on_clockwise() -> None:
    """CC-18"""
    match = Match("cat_cafe", 3)
    for first in (0, 1, 2, 0):
        play(match, *["roll 6"] * 4)
        assert match.actor == first
        play(match, *["take 6"] * 3)
        assert match.actor == first
        play(match, *["pass"] * 3)


TWO_TOWERS = f"{sheet(0, t1=PLAIN + ' mouse', t5='yarn yarn yarn')}, {sheet(0, t3='bowl bowl bowl bowl')}"


def test_the_game_ends_when_somebody_has_three_full_towers() -> None:
    """CC-18, CC-30: in the middle of a turn order nobody is left out, and the most points win."""
    match = choosing(6, 6, f"sheet: {TWO_TOWERS}\nbonus: 0/t1=smaller, 0/t5=smaller")
    play(match, "mouse t3f6")
    assert (field(match, "seat"), match.winners()) == ("1", [])
    play(match, "mouse t2f6")
    assert (match.actor, field(match, "phase"), field(match, "bonus")) == (
        None,
        "ended",
        "0/t1=smaller, 0/t3=smaller, 0/t5=smaller",
    )
    assert (match.winners(), match.legal(), match.outcomes()) == ([0], [], {})


def test_two_full_towers_do_not_end_the_game() -> None:
    """CC-18"""
    match = choosing(6, 6, f"sheet: {TWO_TOWERS}\nbonus: 0/t1=smaller, 0/t5=smaller")
    play(match, "mouse t2f6", "pass")
    assert match.actor == "*"


def test_a_tie_shares_the_victory() -> None:
    """CC-30: more unused paws break no tie."""
    text = f"phase: ended\nrounds: 100\npaws: 0=5\nsheet: {sheet(0, t2='cushion')}, {sheet(1, t4='cushion')}"
    match = given(text, 3)
    assert (match.scores(), match.winners()) == ([1, 1, 0], [0, 1])


def test_the_game_ends_after_the_hundredth_round() -> None:
    """CC-31: passing for ever is legal."""
    match = Match("cat_cafe", 2)
    for number in range(100):
        assert match.actor == "*", number
        play(match, "roll 1", "roll 2", "roll 3", "take 1", "take 2", "pass", "pass")
    assert (match.actor, field(match, "rounds"), match.winners()) == (None, "100", [0, 1])
    assert len(match.plies) == 700


# Score ----------------------------------------------------------------------------------------------------------------


def test_yarn_is_compared_tower_by_tower() -> None:
    """CC-21: the most get 8 each, others with at least one 3; full or not."""
    text = ", ".join(
        [
            sheet(0, t1="yarn", t2="yarn yarn", t3="yarn yarn"),
            sheet(1, t1="yarn", t2="yarn", t4="yarn"),
            sheet(2, t2="yarn yarn", t3="yarn mouse", t4="yarn yarn yarn"),
        ]
    )
    match = given(f"sheet: {text}", 3)
    assert [line(match, "yarn", seat) for seat in range(3)] == [8 + 8 + 8, 8 + 3 + 3, 8 + 3 + 8]


def test_nobody_scores_for_a_tower_without_yarn() -> None:
    """CC-21"""
    match = Match("cat_cafe", 4)
    assert [line(match, "yarn", seat) for seat in range(4)] == [0] * 4


def test_a_butterfly_scores_3() -> None:
    """CC-22"""
    assert score_of("butterfly", t1="butterfly butterfly", t4="- butterfly") == 9


def test_a_bowl_scores_the_different_kinds_beside_it() -> None:
    """CC-23: two yarns, a butterfly and a bowl: 3; the other bowl counts what is beside it, this bowl too."""
    match = given("sheet: 0/t2f3=bowl, 0/t2f4=yarn, 0/t1f2=yarn, 0/t3f2=butterfly, 0/t2f2=bowl")
    assert line(match, "bowl") == 3 + 3
    assert score_of("bowl", t2="- - bowl") == 0
    assert line(given("sheet: 0/t2f3=bowl, 0/t2f4=yarn, 0/t1f3=yarn, 0/t3f2=butterfly, 0/t2f2=bowl"), "bowl") == 3 + 2


def test_a_cushion_scores_its_floor() -> None:
    """CC-24: the printed number, so a post below counts."""
    assert score_of("cushion", t2="- - - - cushion") == 5
    assert score_of("cushion", t1="- - - cushion") == 5
    assert score_of("cushion", t5="cushion - cushion") == 1 + 4


@pytest.mark.parametrize(
    ("mice", "points"),
    [
        ("t2f4", 2),
        ("t2f4 t2f5", 6),
        ("t2f4 t2f5 t3f4", 12),
        ("t2f3 t2f4 t2f5 t2f6", 20),
        ("t3f4 t2f4 t2f5 t4f4", 20),
        ("t2f1 t2f3", 4),
        ("t3f2 t3f4", 4),
        ("t2f1 t2f2 t2f3 t2f4 t2f5", 22),
        ("t2f4 t3f4 t3f5 t4f3 t4f4 t5f4", 24),
        ("t2f1 t2f2 t2f3 t2f4 t3f1 t3f2 t1f1 t1f2", 40),
        ("t2f3 t2f4 t3f1 t3f4 t3f6 t4f4 t4f5 t4f6 t5f3", 36),
        ("t1f1 t2f1 t2f2 t2f3 t2f5 t2f6 t3f2 t3f4 t4f1 t4f2 t4f3 t4f5 t4f6 t5f3 t5f4", 72),
    ],
)
def test_mice_score_by_chains_of_up_to_four(mice: str, points: int) -> None:
    """CC-25: whatever the shape; 'fours and a rest' is not always possible."""
    match = given("sheet: " + ", ".join(f"0/{place}=mouse" for place in mice.split()))
    assert line(match, "mouse") == points


BESIDE = [[other for other, place in enumerate(PLACES) if share_an_edge(place, at)] for at in PLACES]


@cache
def chains_of(first: int) -> list[tuple[int, int]]:
    """Every connected group of up to four places of which `first` is the first, as bits, and its chain's score."""
    chains = []
    groups = {frozenset([first])}
    for points in (2, 6, 12, 20):
        chains += [(sum(1 << place for place in group), points) for group in groups]
        groups = {
            group | {other}
            for group in groups
            for place in group
            for other in BESIDE[place]
            if other > first and other not in group
        }
    return chains


@cache
def most(shape: int) -> int:
    """CC-25 by trying every split of mice at places given as bits."""
    if not shape:
        return 0
    first = (shape & -shape).bit_length() - 1
    return max(points + most(shape ^ chain) for chain, points in chains_of(first) if chain & ~shape == 0)


def test_mice_are_split_in_the_best_way() -> None:
    """CC-25: as a search through all splits finds, for shapes of every size."""
    generator = random.Random(25)
    for size in [*range(1, 25)] * 8:
        mice = generator.sample(range(24), size)
        bits = sum(1 << CELL_NAMES.index(PLACES[mouse]) for mouse in mice)
        assert rules.mouse_points(GAME.box.records[0], bits) == most(sum(1 << mouse for mouse in mice)), [
            PLACES[mouse] for mouse in mice
        ]


AWKWARD = "t1f1 t1f2 t1f3 t1f5 t2f2 t2f3 t2f5 t3f2 t3f4 t3f6 t4f1 t4f2 t4f3 t4f5 t4f6 t5f1 t5f3 t5f4"


def test_a_search_over_ten_steps_deep_finds_its_way_back() -> None:
    """CC-25: the shortest chains first lead deep, those of other mice before them make the steps differ, and of these
    mice no split scores what chains of four would: all are tried.
    """
    box: Any = GAME.box.records.copy()[0]
    mice = sum(1 << CELL_NAMES.index(place) for place in AWKWARD.split())
    for first, number in enumerate(box.chains.tolist()):
        kept = sorted(range(number), key=lambda k: (box.chain[first, k] & ~mice == 0, box.chain_length[first, k]))
        for chains in (box.chain, box.chain_length):
            chains[first, :number] = chains[first, kept]
    assert rules.mouse_points(box, mice) == most(sum(1 << PLACES.index(place) for place in AWKWARD.split())) == 84


@rule
def every_split(best, chains, points, numbers):  # type: ignore[no-untyped-def]
    """best[shape] for every shape, from the smaller shapes that remain when the first mouse's chain is taken away."""
    for shape in range(1, len(best)):
        first = 0
        while not shape >> first & 1:
            first += 1
        for k in range(numbers[first]):
            if chains[first, k] & ~shape == 0:
                best[shape] = max(best[shape], points[first, k] + best[shape ^ chains[first, k]])


@rule
def count_wrong(boxes, best, cells):  # type: ignore[no-untyped-def]
    wrong = 0
    for shape in range(0, len(best), 61):
        mice = 0
        for k in range(len(cells)):
            mice |= (shape >> k & 1) << cells[k]
        wrong += rules.mouse_points(boxes[0], mice) != best[shape]
    return wrong


@pytest.mark.skipif(not JIT, reason="too many shapes for plain Python")
def test_mice_are_split_in_the_best_way_all_over_the_sheet() -> None:
    """CC-25: every 61st of all 2 to the 24 shapes of the printed sheet."""
    chains, points = np.zeros((24, 64), np.int64), np.zeros((24, 64), np.int64)
    numbers = np.array([len(chains_of(first)) for first in range(24)])
    for first, number in enumerate(numbers.tolist()):
        chains[first, :number], points[first, :number] = zip(*chains_of(first), strict=True)
    best = np.zeros(1 << 24, np.int16)
    cells = np.array([CELL_NAMES.index(place) for place in PLACES])
    every_split(best, chains, points, numbers)
    assert count_wrong(GAME.box.records, best, cells) == 0


def test_only_circled_numbers_of_towers_score() -> None:
    """CC-26: an unfinished tower scores nothing."""
    towers = sheet(0, t1=HOMELY + " mouse", t2="yarn yarn yarn yarn yarn", t5="yarn yarn yarn")
    text = f"sheet: {towers}\nbonus: 0/t1=larger, 0/t5=smaller"
    assert line(given(text), "towers") == 6 + 2


def test_unused_paws_score_nothing() -> None:
    """CC-27"""
    assert given("paws: 0=12").scores() == [0, 0]


def test_the_total_adds_the_lines_up() -> None:
    """CC-30"""
    towers = sheet(0, t1="yarn house butterfly mouse", t2="bowl cushion")
    text = f"sheet: {towers}\ncat: 0/yarn=1\ncat_score: 0/yarn=2\nbonus: 0/t1=larger"
    (lines, _) = given(text).breakdown()
    assert lines == {
        "house": 2,
        "yarn": 8,
        "butterfly": 3,
        "bowl": 2,
        "cushion": 2,
        "mouse": 2,
        "towers": 6,
        "total": 25,
    }


# Invariants -----------------------------------------------------------------------------------------------------------

FILLED = sheet(0, t1=HOMELY + " mouse")
LAST = sheet(0, t1=PLAIN + " mouse", t2="mouse mouse mouse mouse mouse mouse", t3="bowl bowl bowl bowl bowl")
IMPOSSIBLE = {
    "five seats": ("seats: 5", "seats is 5; expected 2 to 4"),
    "a seat nobody sits at": ("seat: 2", "seat is 2; expected 0 to 1"),
    "a round after the last": ("phase: ended\nrounds: 101", "rounds is 101; expected 0 to 100"),
    "a centre die of 7": ("centre: 7", "there is no face '7'"),
    "a switch of 2": ("first_takes_all: 2", "first_takes_all is 2; expected 0 to 1"),
    "dice fewer than none": ("dice: 3=-1", "dice face 2 is -1"),
    "a die of 7": ("die: 0=7", "there is no face '7'"),
    "paws fewer than none": ("paws: 0=-1", "paws seat 0 is -1"),
    "a cat chosen twice": ("cat: 0/yarn=2", "cat seat 0 cat 1 is 2; expected 0 to 1"),
    "a cat that costs": ("cat_score: 0/yarn=-2", "cat_score seat 0 cat 1 is -2"),
    "paws of nobody": ("paws: 2=1", "paws seat 2 is 1; expected 0: there are 2 seats"),
    "a sheet of nobody": ("sheet: 3/t1f1=yarn", "sheet seat 3 cell 0 is 2; expected 0: there are 2 seats"),
    "a drawing on a post": ("rounds: 9\nsheet: 0/t1f4=yarn", "there is no cell 't1f4'"),
}
BROKEN = {
    "more items than rounds": (1, "rounds: 1\nsheet: 0/t1f1=yarn, 0/t1f2=yarn"),
    "a house without a cat": (2, "rounds: 1\nsheet: 0/t1f1=house\npaws_left: 0=17, 1=14"),
    "a cat without a house": (2, "cat: 0/yarn=1"),
    "points of a cat not chosen": (2, "cat_score: 0/yarn=2"),
    "an odd score of a cat": (2, "sheet: 0/t1f1=house, 0/t1f2=yarn\ncat: 0/yarn=1\ncat_score: 0/yarn=1"),
    "a cat that found too much": (2, "sheet: 0/t1f1=house, 0/t1f2=yarn\ncat: 0/yarn=1\ncat_score: 0/yarn=4"),
    "a cat of houses that found none": (2, "sheet: 0/t1f1=house\ncat: 0/house=1"),
    "a paw too many": (3, "rounds: 0\npaws: 0=2"),
    "a paw lost": (3, "rounds: 0\npaws_left: 0=16, 1=17"),
    "a full tower without a number": (4, f"sheet: {FILLED}\ncat: 0/bowl=1"),
    "a number on an unfinished tower": (4, "bonus: 0/t1=smaller"),
    "the larger without a house": (4, f"sheet: {sheet(0, t1=PLAIN + ' mouse')}\nbonus: 0/t1=larger"),
    "the smaller with a house and nobody before": (4, f"sheet: {FILLED}\ncat: 0/bowl=1\nbonus: 0/t1=smaller"),
    "three full towers and no end": (5, f"sheet: {LAST}\nbonus: 0/t1=smaller, 0/t2=smaller, 0/t3=smaller"),
    "four full towers": (
        5,
        f"phase: ended\nsheet: {LAST}, {sheet(0, t5='bowl bowl bowl')}\nbonus: "
        + ", ".join(f"0/t{t}=smaller" for t in (1, 2, 3, 5)),
    ),
    "an end without a reason": (5, "phase: ended"),
    "all dice rolled": (6, "dice: 1=3"),
    "a die taken while they are rolled": (6, "die: 0=3"),
    "another seat rolls": (6, "seat: 1"),
    "a die too few": (6, "phase: take\ndice: 1=2"),
    "a die taken out of turn": (6, "phase: take\ndice: 1=2\ndie: 0=3\nseat: 0"),
    "no centre die": (6, "phase: choose\ndie: 0=3, 1=4"),
    "a seat without a die": (6, "phase: choose\ncentre: 2\ndie: 0=3"),
    "dice left over": (6, "phase: choose\ncentre: 2\ndie: 0=3, 1=4\ndice: 3=1"),
    "a choice before the dice": (7, "choice: 1=pass"),
    "the asked seat has chosen": (7, "phase: choose\ncentre: 2\ndie: 0=3, 1=4\nchoice: 0=pass"),
    "a choice out of reach": (7, "phase: choose\ncentre: 2\ndie: 0=3, 1=4\nchoice: 1=mouse t2f6"),
    "a choice of a cell that is taken": (
        7,
        "phase: choose\ncentre: 6\ndie: 0=3, 1=4\nchoice: 1=mouse t2f4\nsheet: 1/t2f4=bowl",
    ),
    "a choice of a used cat": (
        7,
        "phase: choose\ncentre: 1\ndie: 0=3, 1=4\nchoice: 1=house t2f4 cat yarn\nsheet: 1/t2f1=house\ncat: 1/yarn=1",
    ),
    "a choice of a die": (7, "phase: choose\ncentre: 1\ndie: 0=3, 1=4\nchoice: 1=take 3"),
}


def changed(match: Match, text: str) -> Records:
    """The state of a match with some fields replaced, one `field: value` a line."""
    states = match.states.copy()
    if "rounds" not in text and ("sheet" in text or "bonus" in text):
        states[0]["rounds"] = 24
        states[0]["paws"] = states[0]["paws_left"] = 0
    for entry in text.split("\n"):
        name, value = entry.split(": ", 1)
        GAME.fields.load(states[0], name, value, GAME.notation.labels(match.box))
    return states


@pytest.mark.parametrize(("text", "why"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_a_position_that_no_field_can_have_is_refused(text: str, why: str) -> None:
    match = Match("cat_cafe", 2)
    with pytest.raises(ValueError, match=why):
        match.set_state(changed(match, text))


@pytest.mark.parametrize(("number", "text"), BROKEN.values(), ids=BROKEN)
def test_a_position_that_breaks_an_invariant_is_refused(number: int, text: str) -> None:
    """Every promise of `check`, by a position that breaks it and nothing before it.

    What the text does not speak of is as at the start; with something on a sheet, as after 24 rounds with all paws
    crossed out.
    """
    match = Match("cat_cafe", 2)
    refuses(match, changed(match, text), number)


def test_a_drawing_where_the_sheet_has_no_cell_is_refused() -> None:
    match = Match("cat_cafe", 2)
    states = changed(match, "rounds: 9\npaws_left: 0=0, 1=0\npaws: 0=0, 1=0")
    states[0]["sheet"][0, CELL_NAMES.index("t1f4")] = 1
    refuses(match, states, 1)


def refuses(match: Match, states: Records, number: int) -> None:
    assert kernels(GAME).check(match.box.records, states, 0) == number
    with pytest.raises(BadPosition) as error:
        match.set_state(states)
    assert rules.INVARIANTS[number] in str(error.value)


def test_a_choice_that_is_not_legal_is_refused_with_what_is() -> None:
    """CC-11"""
    with pytest.raises(IllegalAction) as error:
        choosing(6, 4).play("mouse t1f4")
    assert "'mouse t1f4' is not legal for seat 0; legal: bowl t2f6," in str(error.value)


# The table ------------------------------------------------------------------------------------------------------------


def test_the_table_shows_sheets_dice_and_cats_but_no_choice() -> None:
    """CC-11: who has chosen is seen, what is not."""
    match = choosing(6, 4, f"sheet: {FILLED}, 1/t2f6=cushion\nbonus: 0/t1=larger\npaws: 0=2")
    match.play("mouse t3f4")
    text = str(match)
    assert "Centre die  4 bowl" in text
    assert "die   6 mouse, has chosen" in text
    assert "paws  2, " in text
    assert "(6)/4" in text
    assert "×/4" in text
    assert "6 cushion" in text
    assert "t3f4" not in text
