"""The numbered rules of Café, each by positions given and asserted as text."""

from typing import Any

import numpy as np
import pytest

from demitasse import BadOption, IllegalAction, Match
from demitasse.core.box import Box
from demitasse.core.draws import below, outcome_at, seeded
from demitasse.games.cafe import GAME, notation, rules
from demitasse.games.cafe.box import PLANS
from demitasse.games.cafe.rules.district import is_complete
from tests.cafe.positions import (
    AUCTION,
    BATCHES,
    DRYERS,
    FIELD,
    OURS,
    ROASTERS,
    TOWN,
    deck,
    given,
    on,
    supply,
    two_ships,
    warehouse,
    with_start,
)
from tests.positions import drawn_among, field, legal, play

# Set-up ---------------------------------------------------------------------------------------------------------------


def test_everybody_begins_with_a_start_card_and_a_cube_of_each_colour() -> None:
    """CF-1"""
    match = Match("cafe", 4)
    assert field(match, "card") == "0/0=start 1, 1/0=start 2, 2/0=start 3, 3/0=start 4"
    assert [warehouse(match, seat) for seat in range(4)] == ["YBGR"] * 4
    assert supply(match) == {"Y": 31, "B": 31, "G": 31, "R": 31}
    assert match.scores() == [3, 3, 3, 3]


STARRED = ["7", "15", "17", "23", "34", "36", "38", "42"]


@pytest.mark.parametrize(("seats", "cards"), [(4, 48), (3, 40), (2, 40), (1, 40)])
def test_the_deck_without_stars_below_four_and_random_ones_never_seen(seats: int, cards: int) -> None:
    """CF-2: every unseen card is equally likely, the random ones that leave are just never seen."""
    match = Match("cafe", seats)
    names = [str(number) for number in range(1, 49) if seats == 4 or str(number) not in STARRED]
    assert match.outcomes() == {f"plan {name}": 1 for name in names}
    assert len(names) == cards
    play(match, "plan 5")
    assert match.outcomes() == {f"plan {name}": 1 for name in names if name != "5"}
    assert drawn_among(match) == cards - 1


def full_box() -> Box:
    """Our box with as many cards as there may be; the last one is a promo."""
    more = '[[plan]]\nface = ["Y B G", "R u d"]\n\n' * (PLANS - int(GAME.box.records[0]["cards"]))
    return GAME.open_box(OURS.replace("[[expresso]]", f"{more}[[expresso]]", 1))


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
@pytest.mark.parametrize("is_full", [False, True])
def test_a_simulation_picks_the_card_that_the_weights_give(is_full: bool) -> None:
    """CF-2: without writing them, be there a card behind the last printed one or not."""
    match = play(Match("cafe", 2, {"box": full_box(), "promos": 3} if is_full else {}), "plan 5", "plan 6")
    weight = np.zeros(GAME.rules.NUM_OUTCOMES, np.int64)
    number = GAME.rules.chances(match.box.records[0], match.states[0], weight)
    for random in (int(seeded(stream, 0)) for stream in range(200)):
        picked = GAME.rules.pick(match.box.records[0], match.states[0], random, weight)  # type: ignore[attr-defined]
        assert picked == outcome_at(weight, below(random, number))


@pytest.mark.parametrize(("seats", "left"), [(4, 0), (3, 0), (2, 8), (1, 16)])
def test_eight_rounds_leave_the_random_cards_unseen(seats: int, left: int) -> None:
    """CF-2"""
    match = Match("cafe", seats, seed=1, auto_draw=True)
    while match.actor is not None:
        match.play("end" if "end" in match.legal() else match.legal()[0])
    assert field(match, "plan").count("deck") == left


def test_the_token_goes_left_after_each_round() -> None:
    """CF-3"""
    match = Match("cafe", 3, seed=1, auto_draw=True)
    masters: list[str] = []
    while match.actor is not None:
        if field(match, "rounds") != str(len(masters)):
            masters.append(field(match, "master") or "0")
        match.play("end" if "end" in match.legal() else match.legal()[0])
    assert masters == ["0", "1", "2", "0", "1", "2", "0", "1"]


# The draft ------------------------------------------------------------------------------------------------------------


def test_three_cards_are_laid_out_and_each_taken_one_is_replaced_but_the_masters() -> None:
    """CF-10"""
    match = Match("cafe", 3)
    play(match, "plan 1", "plan 6", "plan 11")
    assert (match.actor, match.legal()) == (1, ["take 1", "take 6", "take 11"])
    play(match, "take 6")
    assert "plan 12" in match.outcomes()
    play(match, "plan 12")
    assert (match.actor, match.legal()) == (2, ["take 1", "take 11", "take 12"])
    play(match, "take 1", "plan 20")
    assert (match.actor, match.legal()) == (0, ["take 11", "take 12", "take 20"])
    play(match, "take 20")
    assert "offer" not in field(match, "plan")  # the other two are discarded
    assert (match.actor, field(match, "hand")) == (1, "0=20, 1=6, 2=1")


def test_alone_one_takes_from_three_and_discards_two() -> None:
    """CF-10"""
    match = play(Match("cafe", 1), "plan 1", "plan 6", "plan 11", "take 6")
    assert legal(match, "place")
    assert not {"1=deck", "6=deck", "11=deck"} & set(field(match, "plan").split(", "))
    assert "offer" not in field(match, "plan")


def test_a_card_with_a_cup_costs_a_cube_of_any_colour() -> None:
    """CF-11"""
    match = given("phase: take\nplan: 1=offer, 5=offer, 6=offer\nwarehouse: 0/B=2, 0/R=1")
    assert match.legal() == ["take 1", "take 5 pay B", "take 5 pay R", "take 6"]
    play(match, "take 5 pay B")
    assert warehouse(match) == "BR"
    assert supply(match)["B"] == 34


TWO_SHIPS = ["6 2,0 r0", "24 4,0 r0"]  # at 3,1 and 5,1


def test_two_visible_ships_make_every_card_free() -> None:
    """CF-11"""
    offer = "phase: take\nplan: 1=offer, 5=offer, 8=offer"
    assert given(offer, districts={0: TWO_SHIPS}).legal() == ["take 1", "take 5", "take 8"]
    assert given(offer, districts={0: TWO_SHIPS[:1]}).legal()[1] == "take 5 pay Y"


def test_a_covered_ship_gives_no_discount() -> None:
    """CF-11"""
    covered = [*TWO_SHIPS, "11 5,1 r0"]
    match = given("phase: take\nplan: 1=offer, 5=offer, 8=offer", districts={0: covered})
    assert "take 5" not in match.legal()


def test_who_can_pay_for_no_card_discards_one_places_none_and_still_acts() -> None:
    """CF-12"""
    match = given("phase: take\nturn: 1\nhand: 1=6\nplan: 5=offer, 8=offer, 10=offer\nwarehouse: 1/Y=1", seats=2)
    assert (match.actor, match.legal()) == (0, ["discard 5", "discard 8", "discard 10"])
    play(match, "discard 8", "place 2,0 r0", "end")
    assert (match.actor, match.legal()) == (0, ["grow 0,0", "end"])
    assert field(match, "card") == "0/0=start 1, 1/0=start 2, 1/1=6"


def test_the_first_of_all_cards_can_be_discarded() -> None:
    """CF-12: with a cup it costs a cube."""
    box = deck({"1": "Y u B / d o s"})
    offer = "phase: take\nplan: 1=offer, 5=offer, 8=offer\nwarehouse: 1/Y=1\nturn: 1\nhand: 1=6"
    match = given(offer, seats=2, options={"box": box})
    assert match.legal() == ["discard 1", "discard 5", "discard 8"]
    play(match, "discard 1")
    assert (field(match, "hand"), field(match, "phase")) == ("1=6", "place")


def test_a_discarded_card_is_replaced_for_the_next_player() -> None:
    """CF-12"""
    match = given("phase: take\nplan: 5=offer, 8=offer, 10=offer\nwarehouse: 0/Y=1", seats=2)
    play(match, "discard 5")
    assert match.actor == "*"
    assert "plan 5" not in match.outcomes()


def test_with_a_free_card_on_offer_nothing_is_discarded() -> None:
    """CF-12"""
    match = given("phase: take\nplan: 5=offer, 6=offer, 8=offer\nwarehouse: 0/Y=1", seats=2)
    assert match.legal() == ["take 6"]


# Placing --------------------------------------------------------------------------------------------------------------


def test_everyone_places_and_acts_before_the_next_in_the_order_of_the_draft() -> None:
    """CF-13"""
    match = given("phase: place\nhand: 0=20, 1=6, 2=1", seats=3)
    order = []
    while field(match, "rounds") == "1":
        order.append((match.actor, match.legal()[-1].split()[0]))
        play(match, match.legal()[-1])
    assert order == [(1, "place"), (1, "end"), (2, "place"), (2, "end"), (0, "place"), (0, "end")]


def test_a_card_covers_two_to_four_visible_sections() -> None:
    """CF-13: of the start card's 3 x 2; one section, five or all six are not allowed."""
    match = given("phase: place\nhand: 0=5")
    flat = {text.split()[1] for text in legal(match, "place") if text.endswith("r0")}
    assert flat == {"-2,0", "2,0", "-1,-1", "0,-1", "1,-1", "-1,0", "1,0", "-1,1", "0,1", "1,1"}
    upright = {text.split()[1] for text in legal(match, "place") if text.endswith("r90")}
    assert upright == {"-1,-1", "-1,0", "0,-2", "0,-1", "0,0", "0,1", "1,-2", "1,-1", "1,0", "1,1", "2,-1", "2,0"}
    assert len(match.legal()) == 2 * (len(flat) + len(upright))


def test_sections_that_are_covered_already_do_not_count() -> None:
    """CF-13: at 1,0 lie four visible sections, and two covered ones below them."""
    match = given("phase: place\nhand: 0=5", districts={0: ["6 2,0 r0"]})
    assert "place 1,0 r90" in match.legal()
    assert "place 2,0 r0" not in match.legal()  # all six of card 6


@pytest.mark.parametrize(
    ("turn", "places"),
    [
        ("r0", "2,0 3,0 4,0 2,1 3,1 4,1"),
        ("r90", "3,0 3,1 3,2 2,0 2,1 2,2"),
        ("r180", "4,1 3,1 2,1 4,0 3,0 2,0"),
        ("r270", "2,2 2,1 2,0 3,2 3,1 3,0"),
    ],
)
def test_a_card_is_turned_clockwise_about_its_top_left(turn: str, places: str) -> None:
    """CF-13: where its sections lie, in the order of its face."""
    match = play(given("phase: place\nhand: 0=6"), f"place 2,0 {turn}")
    assert " ".join(notation.place_of(match.box, match.state, 6 + section) for section in range(6)) == places


def test_example_one_cards_follow_each_other_in_any_direction() -> None:
    """CF-13, the rulebook's example 1: a sequence of possible placements over one or several cards."""
    match = Match("cafe", 1)
    for cards, place in (
        ("1 6 11", "2,0 r0"),
        ("12 20 24", "0,-2 r90"),
        ("27 28 37", "1,-2 r180"),
        ("45 46 44", "3,1 r270"),
    ):
        play(match, *(f"plan {card}" for card in cards.split()), f"take {cards.split()[0]}", f"place {place}", "end")
    assert field(match, "card") == "0/0=start 1, 0/1=1, 0/2=12, 0/3=27, 0/4=45"
    assert field(match, "at") == "0/0=0,0 r0, 0/1=2,0 r0, 0/2=0,-2 r90, 0/3=1,-2 r180, 0/4=3,1 r270"


LONGEST = {
    "right": ([f"{2 * n},0 r0" for n in range(1, 9)], (18, 0)),
    "left": ([f"{-2 * n},0 r180" for n in range(1, 9)], (-16, 0)),
    "down": ([f"1,{2 * n - 1} r90" for n in range(1, 9)], (1, 17)),
    "up": ([f"1,{-2 * n} r270" for n in range(1, 9)], (1, -16)),
}


@pytest.mark.parametrize(("places", "end"), LONGEST.values(), ids=LONGEST)
def test_no_place_is_lost_to_an_edge(places: list[str], end: tuple[int, int]) -> None:
    """CF-13: the longest district in each direction, and every turn of the last card."""
    cards = ["5", "8", "10", "13", "16", "19", "22", "26"]
    districts = {0: [f"{card} {place}" for card, place in zip(cards[:7], places, strict=False)]}
    match = given("phase: place\nhand: 0=26\nrounds: 8", districts=districts)
    turns = ("r0", "r180") if places[7].endswith(("r0", "r180")) else ("r90", "r270")
    for turn in turns:
        assert f"place {places[7].split()[0]} {turn}" in match.legal()
    play(match, f"place {places[7]}")
    assert end in [
        tuple(map(int, notation.place_of(match.box, match.state, section).split(","))) for section in range(54)
    ]
    play(match, *(["grow " + legal(match, "grow")[0].split()[1]] if legal(match, "grow") else []), "end")
    assert match.actor is None


@pytest.mark.parametrize("direction", ["right", "left"])
def test_a_long_row_is_covered_in_as_many_ways_wherever_it_lies(direction: str) -> None:
    """CF-13: of 17 x 2 sections. Flat: 17 places above and below each, 4 at the ends. Upright: 16 and 18, twice."""
    cards = ["5", "8", "10", "13", "16", "19", "22"]
    row = [f"{card} {place}" for card, place in zip(cards, LONGEST[direction][0], strict=False)]
    match = given("phase: place\nhand: 0=26\nrounds: 8", districts={0: row})
    assert len(match.legal()) == 2 * (2 * 17 + 4 + 2 * (16 + 18))


def test_cubes_on_covered_sections_go_to_the_supply() -> None:
    """CF-13"""
    match = given("phase: place\nhand: 0=6", cubes={0: {"2,0": "G", "2,1": "RR", "0,0": "Y"}})
    assert supply(match) == {"Y": 33, "B": 34, "G": 33, "R": 32}
    play(match, "place 2,0 r0")
    assert supply(match) == {"Y": 33, "B": 34, "G": 34, "R": 34}
    assert (on(match, "0,0"), on(match, "2,0")) == ("Y", "")


def test_a_cup_must_stay_visible() -> None:
    """CF-14: the start card's cup at 0,1 is the only one; card 6 has none, card 5 brings its own."""
    match = given("phase: place\nhand: 0=6")
    assert "place -2,0 r0" not in match.legal()
    assert "place 2,0 r0" in match.legal()
    assert "place -2,0 r0" in given("phase: place\nhand: 0=5").legal()


def test_of_two_cups_one_may_be_covered_but_not_both() -> None:
    """CF-14: cups at 0,1 and 1,0."""
    box = deck({"5": "u G Y / R o s"})
    match = given("phase: place\nhand: 0=6", options={"box": box}, districts={0: ["5 1,0 r0"]})
    assert "place 0,0 r90" not in match.legal()
    assert "place -1,0 r90" in match.legal()
    assert "place 1,-1 r0" in match.legal()


def test_of_four_cups_in_a_square_two_may_be_covered_but_not_all() -> None:
    """CF-14: as many cups as one card can cover, at 0,1 1,1 0,2 1,2, with nothing to their left."""
    box = deck({"5": "u G Y / R o s", "8": "u G Y / R o s", "10": "d d d / u d d"})
    four = ["5 1,1 r0", "8 0,2 r0", "10 1,2 r90"]
    match = given("phase: place\nhand: 0=6", options={"box": box}, districts={0: four})
    assert "place -1,1 r0" not in match.legal()
    assert "place -1,1 r90" in match.legal()  # leaves those at 1,1 and 1,2
    assert "place -1,1 r0" in given("phase: place\nhand: 0=13", options={"box": box}, districts={0: four}).legal()


def test_points_are_the_visible_cups_at_most_eight() -> None:
    """CF-15: nine cups give eight points."""
    cards = ["5", "8", "10", "13", "16", "19", "22", "26"]
    box = deck(dict.fromkeys(cards, "Y G Y / R u o"))
    chain = [f"{card} {2 * number},0 r0" for number, card in enumerate(cards, 1)]
    match = given("phase: place\nhand: 0=26\nrounds: 8", options={"box": box}, districts={0: chain[:7]})
    play(match, "place 16,0 r0")
    assert ("9 cups" in str(match), field(match, "points")) == (True, "8")
    match = given("phase: place\nhand: 0=8", options={"box": box}, districts={0: chain[:1]})
    play(match, "place 4,0 r0")
    assert field(match, "points") == "3"


def test_a_covered_cup_gives_no_point_and_points_left_are_lost() -> None:
    """CF-15"""
    match = given("phase: place\nhand: 0=5", districts={0: ["10 2,0 r0"]})
    play(match, "place -2,0 r0")  # covers the start card's cup
    assert field(match, "points") == "2"
    play(match, "end")
    assert field(match, "points") == ""


def test_actions_are_done_in_any_order_and_number_until_end_is_said() -> None:
    """CF-16: grow twice; with no point left `end` is still said."""
    match = play(
        given("phase: act\npoints: 3", districts={0: ["5 2,0 r0", "10 4,0 r0"]}), "grow 0,0", "drop 1,0", "grow 0,0"
    )
    assert (on(match, "1,0"), field(match, "points")) == ("B", "1")
    play(match, "dry 1,1 0,0")
    assert (field(match, "points"), legal(match, "grow")) == ("", [])
    assert "end" in match.legal()
    play(match, "end")
    assert match.actor == "*"


# Growing --------------------------------------------------------------------------------------------------------------


def test_example_two_one_yellow_cube_is_grown() -> None:
    """CF-20"""
    match = given("phase: act", options={"box": deck({"6": "d Y d / d d d"})}, districts={0: ["6 2,0 r0"]})
    play(match, "grow 3,0")
    assert (on(match, "3,0"), field(match, "points"), supply(match)["Y"]) == ("Y", "", 33)


def test_example_three_a_group_grows_one_yellow_one_red_and_two_brown() -> None:
    """CF-20: one point, colours may mix."""
    match = given("phase: act\npoints: 1", options={"box": deck({"37": "d B R / u B Y"})}, districts={0: ["37 2,0 r0"]})
    assert legal(match, "grow") == ["grow 0,0", "grow 3,0"]
    play(match, "grow 3,0")
    assert [on(match, place) for place in ("3,0", "4,0", "3,1", "4,1")] == ["B", "R", "B", "Y"]
    assert (field(match, "points"), on(match, "0,0")) == ("", "")


def test_a_group_is_named_by_its_first_section_in_reading_order() -> None:
    """CF-20: the top row first, then from the left, whichever card it is on."""
    match = given("phase: act", districts={0: ["6 2,-1 r90"]})  # G G / s Y / d Y from 2,-1
    assert legal(match, "grow") == ["grow 0,0", "grow 2,-1"]
    match = given("phase: act", options={"box": deck({"6": "Y o o / Y G G"})}, districts={0: ["6 1,-1 r0"]})
    assert legal(match, "grow") == ["grow 1,-1"]


def test_sections_that_touch_at_a_corner_are_not_connected() -> None:
    """CF-20"""
    match = given("phase: act", options={"box": deck({"6": "d Y d / Y d d"})}, districts={0: ["6 2,0 r0"]})
    assert legal(match, "grow") == ["grow 0,0", "grow 3,0", "grow 2,1"]


def test_a_covered_section_no_longer_connects_a_group() -> None:
    """CF-20: Y B of the start card and B R Y, B of card 37 fall apart when the middle is covered."""
    match = given(
        "phase: place\nhand: 0=5", options={"box": deck({"5": "u d d / d d d"})}, districts={0: ["37 2,0 r0"]}
    )
    play(match, "place 2,0 r90")
    assert legal(match, "grow") == ["grow 0,0", "grow 4,0"]


def test_only_empty_sections_grow() -> None:
    """CF-20, CF-25: a section holds one cube."""
    match = given("phase: act", districts={0: ["16 0,1 r0"]}, cubes={0: {"0,0": "Y", "1,0": "B"}})
    play(match, "grow 0,0")
    assert [on(match, place) for place in ("0,0", "1,0", "2,0")] == ["Y", "B", "G"]
    assert supply(match)["Y"] == 31  # one there before, two on card 16, one in the warehouse


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_a_short_supply_is_grown_in_reading_order() -> None:
    """CF-20: of three yellow sections the two that are read first; the card's own order is another."""
    box = deck({"6": "o Y Y / d Y o"}, cubes=4)
    match = given(
        "phase: act\nwarehouse: 0/Y=2, 0/R=1", options={"box": box}, districts={0: ["6 2,0 r90"]}
    )  # d o / Y Y / o Y
    play(match, "grow 2,1")
    assert [on(match, place) for place in ("2,1", "3,1", "3,2")] == ["Y", "Y", ""]
    assert supply(match)["Y"] == 0


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_the_first_of_three_sections_in_reading_order_grows() -> None:
    """CF-20: on the card it is neither the first nor the last, and the last is read before the first."""
    box = deck({"6": "Y B Y / d Y B"}, cubes=4)
    match = given(
        "phase: act\nwarehouse: 0/Y=2", options={"box": box}, districts={0: ["6 2,0 r270"]}
    )  # Y B / B Y / Y d
    play(match, "grow 0,0")
    assert [on(match, place) for place in ("0,0", "2,0", "3,1", "2,2")] == ["Y", "Y", "", ""]


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_the_last_cube_of_a_colour_is_grown() -> None:
    """CF-20: one is enough."""
    match = given("phase: act\nwarehouse: 0/Y=3, 0/B=4, 0/G=4, 0/R=4", options={"box": deck({}, cubes=4)})
    assert legal(match, "grow") == ["grow 0,0"]
    play(match, "grow 0,0")
    assert ([on(match, place) for place in ("0,0", "1,0", "2,0")], supply(match)["Y"]) == (["Y", "", ""], 0)


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_a_colour_that_is_out_is_not_grown() -> None:
    """CF-20: and where nothing is to be had the group cannot be grown at all."""
    box = deck({}, cubes=4)
    match = play(given("phase: act\nwarehouse: 0/Y=4, 0/B=4, 0/G=1", options={"box": box}), "grow 0,0")
    assert [on(match, place) for place in ("0,0", "1,0", "2,0")] == ["", "", "G"]
    out = "phase: act\nwarehouse: 0/Y=4, 0/B=4, 0/G=4"
    assert legal(given(out, options={"box": box}), "grow") == []
    assert legal(given(out, options={"box": box}, districts={0: ["37 2,0 r0"]}), "grow") == [
        "grow 0,0"
    ]  # B R Y / B u d


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_a_batch_asks_for_the_last_yellow_cube() -> None:
    """CF-52: the yellow section at 0,0 is full."""
    options = {"box": deck({"e3": "a G a / u d s"}, cubes=4), "expresso": True}
    held = "warehouse: 0/Y=2, 0/B=4, 0/G=4, 0/R=4"
    match = given(f"phase: act\n{held}", districts={0: ["e3 2,0 r0"]}, options=options, cubes={0: {"0,0": "Y"}})
    assert play(match, "grow 0,0").legal() == ["colour Y"]


def test_growing_needs_a_point() -> None:
    """CF-20"""
    assert given("phase: act\npoints: 0").legal() == ["end"]


# Drying and roasting --------------------------------------------------------------------------------------------------

BEANS = {"2,0": "B", "4,0": "B", "3,0": "Y"}


def test_example_four_two_brown_cubes_are_dried() -> None:
    """CF-21: for one point, from two sections anywhere."""
    match = given("phase: act\npoints: 1", districts=FIELD, options=dict(DRYERS), cubes={0: BEANS})
    play(match, "dry 1,1 2,0", "dry 1,1 4,0")
    assert (on(match, "1,1"), on(match, "2,0"), on(match, "4,0"), field(match, "points")) == ("BB", "", "", "")


def test_example_five_a_group_of_two_dries_two_brown_and_one_yellow() -> None:
    """CF-21: one point for all sections of the group."""
    match = given("phase: act\npoints: 1", districts=FIELD, options=dict(DRYERS), cubes={0: BEANS})
    play(match, "dry 2,1 2,0", "dry 3,1 3,0", "dry 2,1 4,0")
    assert (on(match, "2,1"), on(match, "3,1"), field(match, "points")) == ("BB", "Y", "")


def test_a_section_takes_one_colour() -> None:
    """CF-25"""
    match = play(given("phase: act", districts=FIELD, options=dict(DRYERS), cubes={0: BEANS}), "dry 2,1 2,0")
    assert sorted(legal(match, "dry")) == ["dry 1,1 3,0", "dry 1,1 4,0", "dry 2,1 4,0", "dry 3,1 3,0", "dry 3,1 4,0"]


def test_nothing_is_added_to_a_section_that_holds_cubes_from_before() -> None:
    """CF-25: not even the same colour in an open action of its group."""
    match = given("phase: act", districts=FIELD, options=dict(DRYERS), cubes={0: {"2,0": "B", "4,0": "B", "2,1": "B"}})
    assert not [text for text in match.legal() if text.startswith("dry 2,1")]
    play(match, "dry 1,1 2,0")
    assert sorted(legal(match, "dry")) == ["dry 1,1 4,0", "dry 3,1 4,0"]


def test_example_six_three_brown_cubes_are_roasted() -> None:
    """CF-22: from one or more drying sections, one point."""
    match = given("phase: act\npoints: 1", districts=FIELD, options=dict(DRYERS), cubes={0: {"2,1": "BB", "3,1": "B"}})
    play(match, "roast 4,1 2,1", "roast 4,1 3,1")
    assert (on(match, "4,1"), on(match, "2,1"), field(match, "points")) == ("BBB", "", "")


def test_example_seven_two_colours_are_roasted_in_a_group_and_a_third_apart_for_one_more_point() -> None:
    """CF-22: 2 yellow and 3 green for one point; the red one in a section of its own."""
    box = deck({"6": "d d d / u o o", "11": "o Y B / R G Y"})  # roasting at 3,1 and 4,1, and apart at -2,0
    cubes = {0: {"2,0": "YY", "3,0": "GGG", "4,0": "R"}}
    match = given(
        "phase: act\npoints: 1\nrounds: 3", districts={0: ["6 2,0 r0", "11 -2,0 r0"]}, options={"box": box}, cubes=cubes
    )
    play(match, "roast 3,1 2,0")
    assert "roast -2,0 4,0" not in match.legal()  # another group needs another point
    play(match, "roast 4,1 3,0")
    assert (on(match, "3,1"), on(match, "4,1"), legal(match, "roast")) == ("YY", "GGG", [])


def test_another_group_pays_again_and_closes_the_first() -> None:
    """CF-22"""
    box = deck({"6": "d d d / u o o", "11": "o Y u / R G Y"})
    cubes = {0: {"2,0": "YY", "3,0": "G", "4,0": "G"}}
    match = given(
        "phase: act\npoints: 2\nrounds: 3", districts={0: ["6 2,0 r0", "11 -2,0 r0"]}, options={"box": box}, cubes=cubes
    )
    play(match, "roast 3,1 3,0", "roast -2,0 2,0")
    assert field(match, "points") == ""
    assert legal(match, "roast") == []  # 3,1 was filled in another action, 4,1 would need a point


def test_any_other_kind_closes_an_open_action() -> None:
    """CF-21: after growing, the dryer that is full stays full and an empty one costs a point."""
    match = given(
        "phase: act\npoints: 2\nrounds: 3",
        districts={0: ["6 2,0 r0", "5 4,0 r0"]},
        options=dict(DRYERS),
        cubes={0: {"2,0": "B"}},
    )
    play(match, "dry 1,1 2,0", "grow 0,0")
    assert (field(match, "points"), legal(match, "dry")) == ("", [])


def test_an_open_action_on_the_last_section_of_the_last_card_is_closed_too() -> None:
    """CF-25: what it filled is full from then on."""
    cards = ["5", "8", "10", "13", "16", "19", "22", "26"]
    chain = [f"{card} {2 * number},0 r0" for number, card in enumerate(cards, 1)]
    box = deck({"26": "Y G u / R B d"})
    cubes = {0: {"17,0": "G"}}
    match = given("phase: act\nrounds: 8", options={"box": box}, districts={0: chain}, cubes=cubes)
    play(match, "dry 18,1 17,0", "grow 16,0")
    assert field(match, "fresh") == ""
    assert "dry 18,1 17,0" not in match.legal()


def test_an_open_action_on_the_first_section_of_the_start_card_is_closed_too() -> None:
    """CF-25"""
    options: dict[str, object] = {"box": with_start("d u Y / B G o")}
    match = given("phase: act\npoints: 2", options=options, districts={0: ["5 2,0 r0"]}, cubes={0: {"0,1": "B"}})
    play(match, "dry 0,0 0,1")
    play(match, legal(match, "grow")[0])
    assert field(match, "fresh") == ""
    assert legal(match, "dry") == []


def test_games_with_another_action_open_stand_on_another_stack() -> None:
    """CF-16: simulations go on with games that are alike."""
    dried, roasted = {0: {"0,0": "Y"}}, {0: {"1,1": "Y"}}
    matches = [given("phase: take"), given("phase: place\nhand: 0=5"), given("phase: act"), given("phase: ended")]
    matches.append(play(given("phase: act", cubes=dried), "dry 1,1 0,0"))
    matches.append(play(given("phase: act", cubes=roasted), "roast 2,1 1,1"))
    matches.append(play(given("phase: act", cubes={0: {"2,1": "Y"}}), "deliver 2,1 warehouse"))
    stacks = {rules.stack(match.states[0]) for match in matches}
    assert len(stacks) == len(matches)
    assert stacks <= set(range(rules.STACKS))


def test_a_drop_closes_nothing_and_the_section_can_be_used_at_once() -> None:
    """CF-26: a dryer filled in this very action is emptied and takes another colour."""
    match = given("phase: act\npoints: 1", districts=FIELD, options=dict(DRYERS), cubes={0: BEANS})
    play(match, "dry 2,1 2,0", "drop 2,1")
    assert supply(match)["B"] == 33
    play(match, "dry 2,1 3,0")
    assert (on(match, "2,1"), field(match, "points")) == ("Y", "")


def test_growing_drying_and_roasting_sections_can_be_emptied_without_a_point() -> None:
    """CF-26"""
    cubes = {0: {"0,0": "Y", "1,1": "BB", "2,1": "R"}}
    match = given("phase: act\npoints: 0", cubes=cubes)
    assert match.legal() == ["drop 0,0", "drop 1,1", "drop 2,1", "end"]
    play(match, "drop 1,1")
    assert supply(match) == {"Y": 33, "B": 34, "G": 34, "R": 33}


# Delivering -----------------------------------------------------------------------------------------------------------

ROASTED = {"3,0": "R", "4,0": "YY", "3,1": "GGG"}


def test_example_eight_one_point_delivers_to_a_cafe_and_the_warehouse() -> None:
    """CF-23: 1 red, 1 yellow to the café, 1 yellow, 3 green to the warehouse that has 1 red, 1 yellow, 2 brown."""
    match = given(
        "phase: act\npoints: 1\nwarehouse: 0/Y=1, 0/B=2, 0/R=1",
        districts=TOWN,
        options=dict(ROASTERS),
        cubes={0: ROASTED},
    )
    play(match, "deliver 3,0 2,0", "deliver 4,0 2,0", "deliver 4,0 warehouse", "deliver 3,1 warehouse")
    assert (on(match, "2,0"), warehouse(match), field(match, "points")) == ("YR", "YYBBGGGR", "")
    assert match.breakdown()[0]["cafés"] == 3


def test_a_section_begun_is_finished_before_anything_else() -> None:
    """CF-23, CF-26: no drop and no end."""
    match = given("phase: act\npoints: 1", districts=TOWN, options=dict(ROASTERS), cubes={0: ROASTED})
    play(match, "deliver 4,0 2,0")
    assert match.legal() == ["deliver 4,0 warehouse"]  # the café has its yellow cube
    play(match, "deliver 4,0 warehouse")
    assert "deliver 3,0 2,0" in match.legal()
    assert "end" in match.legal()


def test_a_section_of_one_cube_is_finished_at_once() -> None:
    """CF-23"""
    match = given("phase: act\npoints: 1", districts=TOWN, options=dict(ROASTERS), cubes={0: ROASTED})
    play(match, "deliver 3,0 2,0")
    assert {"end", "drop 4,0", "deliver 3,1 warehouse"} <= set(match.legal())


def test_a_cafe_takes_only_what_it_still_needs() -> None:
    """CF-23: green it never needs, red it has."""
    match = given("phase: act\npoints: 1", districts=TOWN, options=dict(ROASTERS), cubes={0: {**ROASTED, "2,0": "R"}})
    assert legal(match, "deliver") == [
        "deliver 3,0 warehouse",
        "deliver 4,0 2,0",
        "deliver 4,0 warehouse",
        "deliver 3,1 warehouse",
    ]


def test_a_delivery_stays_open_for_other_sections_until_it_is_closed() -> None:
    """CF-23: roasting closes it."""
    match = given(
        "phase: act\npoints: 2\nrounds: 2", districts=TOWN, options=dict(ROASTERS), cubes={0: {"3,0": "R", "4,1": "B"}}
    )
    play(match, "deliver 3,0 warehouse", "drop 4,1")
    assert field(match, "opened") == "deliver"
    match = given(
        "phase: act\npoints: 2\nrounds: 2", districts=TOWN, options=dict(ROASTERS), cubes={0: {"3,0": "R", "4,1": "B"}}
    )
    play(match, "deliver 3,0 warehouse", "roast 3,0 4,1")
    assert (field(match, "points"), legal(match, "deliver")) == ("", [])


def test_cubes_of_the_warehouse_never_leave_for_a_cafe() -> None:
    """CF-23: with nothing roasted there is nothing to deliver."""
    match = given("phase: act", districts=TOWN, options=dict(ROASTERS))
    assert legal(match, "deliver") == []


def test_a_cafe_is_filled_in_parts() -> None:
    """CF-24: in another action, and it pays nothing before it is complete."""
    match = given("phase: act", districts=TOWN, options=dict(ROASTERS), cubes={0: {"2,0": "R", "4,0": "Y"}})
    assert match.breakdown()[0]["cafés"] == 0
    play(match, "deliver 4,0 2,0")
    assert (on(match, "2,0"), match.breakdown()[0]["cafés"]) == ("YR", 3)


TWO_SECTIONS = ["1 2,0 r0"]  # c c d / R G o, needs BBGG


def test_half_a_cafe_takes_nothing_scores_nothing_and_gives_its_cubes_to_the_supply() -> None:
    """CF-24"""
    cubes = {0: {"2,0": "BBGG", "2,1": "R"}}
    match = given("phase: place\nhand: 0=5", districts={0: TWO_SECTIONS}, cubes=cubes)
    assert match.breakdown()[0]["cafés"] == 4
    play(match, "place 3,-1 r0")
    assert match.breakdown()[0]["cafés"] == 0
    assert (supply(match)["B"], supply(match)["G"]) == (34, 34)
    match = given("phase: act", districts={0: [*TWO_SECTIONS, "5 3,-1 r0"]}, cubes={0: {"4,1": "BB"}})
    assert legal(match, "deliver") == ["deliver 4,1 warehouse"]


def test_a_cafe_is_known_by_its_card_not_by_its_place() -> None:
    """CF-24: a new café lies on the first section of a dead one whose second section is still visible."""
    box = deck({"6": "B u R / G d c"}, {"6": "Y 2"})
    districts = {0: [*TWO_SECTIONS, "6 0,-1 r0"]}  # its café at 2,0; the old one's other section at 3,0
    match = given("phase: act", districts=districts, options={"box": box}, cubes={0: {"4,1": "Y"}})
    assert legal(match, "deliver") == ["deliver 4,1 2,0", "deliver 4,1 warehouse"]
    play(match, "deliver 4,1 2,0")
    assert field(match, "served") == "0/2/Y=1"
    assert match.breakdown()[0]["cafés"] == 2


def test_a_cafe_of_two_sections_is_named_by_the_first_in_reading_order() -> None:
    """CF-23: turned by 180 degrees its second section comes first."""
    match = given("phase: act", districts={0: ["1 2,0 r180"]}, cubes={0: {"2,0": "B"}})  # o G R / d c c
    assert legal(match, "deliver") == ["deliver 2,0 3,1", "deliver 2,0 warehouse"]


# The end --------------------------------------------------------------------------------------------------------------

# cafés of 4, 3 and 2 VP that are complete, and Santa Cruz, Coimbra, that is not
CAFES = ["1 2,0 r0", "14 4,0 r0", "39 6,0 r0", "4 5,1 r0"]
SERVED = {"2,0": "BBGG", "4,0": "RRY", "8,0": "YR", "6,2": "RRR"}


def test_example_of_the_end_cafes_nine_and_fourteen_for_the_warehouse() -> None:
    """CF-30, CF-31: 9 + 8 + 6 = 23"""
    match = given("phase: ended\nwarehouse: 0/Y=4, 0/B=6, 0/G=7, 0/R=8", districts={0: CAFES}, cubes={0: SERVED})
    assert match.breakdown()[0] == {
        "cafés": 9,
        "tarts": 0,
        "warehouse": 14,
        "total": 23,
        "roasting cubes": 0,
        "drying cubes": 0,
    }
    assert "23 points alone: good" in str(match)


def test_second_example_of_the_end_only_two_colours_pay() -> None:
    """CF-31: 9 + 0 + 6 = 15"""
    match = given("phase: ended\nwarehouse: 0/B=6, 0/G=6, 0/R=9", districts={0: CAFES}, cubes={0: SERVED})
    assert match.scores() == [15]


def test_the_game_ends_after_eight_rounds() -> None:
    """CF-30"""
    match = play(given("phase: act\nrounds: 8", seats=2), "end")
    assert match.actor == 1
    match = given("phase: act\nrounds: 8\nturn: 1", seats=2)
    play(match, "end")
    assert (match.actor, match.legal(), field(match, "phase")) == (None, [], "ended")
    match = play(given("phase: act\nrounds: 7\nturn: 1", seats=2), "end")
    assert (match.actor, field(match, "rounds")) == ("*", "8")


def test_ties_are_broken_by_roasting_then_by_drying_sections_then_shared() -> None:
    """CF-32"""
    end = "phase: ended"
    assert given(end, seats=2, cubes={0: {"1,1": "BBB"}, 1: {"2,1": "Y"}}).winners() == [1]
    assert given(end, seats=2, cubes={0: {"1,1": "BBB", "2,1": "R"}, 1: {"1,1": "GG", "2,1": "Y"}}).winners() == [0]
    assert given(end, seats=2, cubes={0: {"1,1": "BB"}, 1: {"1,1": "GG"}}).winners() == [0, 1]
    assert given(
        f"{end}\nwarehouse: 0/Y=1, 0/B=1, 0/G=1, 0/R=1, 1/R=9", seats=2, cubes={1: {"2,1": "Y"}}
    ).winners() == [0]


def test_every_section_of_a_start_card_counts_for_ties() -> None:
    """CF-32: a roasting section as the card's first, a drying one as its last."""
    box = with_start("o u Y / B G d")
    lines = given("phase: ended", options={"box": box}, cubes={0: {"0,0": "YY", "2,1": "B"}}).breakdown()[0]
    assert (lines["roasting cubes"], lines["drying cubes"]) == (2, 1)


def test_what_stands_first_on_a_start_card_is_seen() -> None:
    """CF-14, CF-23, CF-54: its cup, its café, its tart."""
    match = given("phase: place\nhand: 0=6", options={"box": with_start("u Y B / G d o")})
    assert "place -2,0 r0" not in match.legal()
    assert "place 2,0 r0" in match.legal()
    cafe = deck({"start1": "c o u / Y B d"}, {"start1": "YR 3"})
    match = given("phase: act\npoints: 1", options={"box": cafe}, cubes={0: {"1,0": "Y"}})
    assert legal(match, "deliver") == ["deliver 1,0 0,0", "deliver 1,0 warehouse"]
    tart = deck({"start1": "p2 c u / Y B d"}, {"start1": "YR 3"})
    assert given("phase: ended", options={"box": tart}, cubes={0: {"1,0": "YR"}}).breakdown()[0]["tarts"] == 2


RATINGS = [
    (0, "bad"),
    (14, "bad"),
    (15, "fair"),
    (22, "fair"),
    (23, "good"),
    (29, "good"),
    (30, "very good"),
    (35, "very good"),
]
RATINGS += [(36, "extraordinary"), (40, "extraordinary"), (41, "wow"), (99, "wow")]


@pytest.mark.parametrize(("score", "word"), RATINGS)
def test_a_solo_score_has_a_rating(score: int, word: str) -> None:
    """CF-33"""
    assert notation.rating(score) == word


def test_alone_one_always_wins() -> None:
    """CF-33"""
    assert given("phase: ended\nwarehouse: 0/Y=1").winners() == [0]


# The advanced variant -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "left"), [(4, 0), (3, 8), (2, 16)])
def test_an_auction_is_played_without_the_starred_cards(seats: int, left: int) -> None:
    """CF-40, CF-41: players + 1 cards a round; the random cards that leave are never seen."""
    match = Match("cafe", seats, AUCTION, seed=1)
    assert set(match.outcomes()) == {f"plan {number}" for number in range(1, 49) if str(number) not in STARRED}
    match.auto_draw = True
    match.draw()
    for _ in range(seats):
        match.draw()
    assert field(match, "offered") == str(seats + 1)
    while match.actor is not None:
        match.play("pass" if "pass" in match.legal() else "end" if "end" in match.legal() else match.legal()[0])
    assert field(match, "plan").count("deck") == left


def test_an_auction_needs_two_and_no_expresso() -> None:
    """CF-40, CF-50"""
    with pytest.raises(BadOption, match="an auction needs 2 to 4 players"):
        Match("cafe", 1, AUCTION)
    with pytest.raises(BadOption, match="auction and expresso cannot be played together"):
        Match("cafe", 3, {**AUCTION, "expresso": True})


def test_bids_begin_with_the_master_and_who_bids_takes_the_token() -> None:
    """CF-41"""
    match = given("phase: auction\nmaster: 1\nseat: 1", seats=3, options=AUCTION)
    assert (match.actor, match.legal()) == (1, ["stake Y", "stake B", "stake G", "stake R", "pass"])
    play(match, "stake Y")
    assert match.legal() == ["stake B", "stake G", "stake R", "bid"]  # no pass with a cube staked
    play(match, "bid")
    assert (match.actor, field(match, "master")) == (2, "1")
    play(match, "stake R", "bid")
    assert (match.actor, field(match, "master")) == (0, "2")


def test_a_bid_is_at_least_the_holders_and_more_than_ones_own_last() -> None:
    """CF-41"""
    match = given(
        "phase: auction\nbid: 0/Y=2\nlast_bid: 0=2\nseat: 1\nwarehouse: 0/B=1, 1/Y=2, 1/R=2, 2/B=1",
        seats=3,
        options=AUCTION,
    )
    play(match, "stake Y")
    assert "bid" not in match.legal()
    play(match, "stake Y")
    assert "bid" in match.legal()  # as many as the holder's are enough
    play(match, "bid")
    assert (match.actor, match.legal()) == (2, ["pass"])  # one cube cannot reach two
    play(match, "pass")
    assert (match.actor, match.legal()) == (0, ["stake B", "pass"])
    play(match, "stake B", "bid")
    assert (match.actor, match.legal()) == (1, ["stake R", "pass"])
    play(match, "stake R")
    assert match.legal() == ["stake R", "bid"]


def test_who_passed_is_out_and_the_holder_too_passes_or_raises() -> None:
    """CF-41, CF-42"""
    match = given("phase: auction", seats=2, options=AUCTION)
    play(match, "pass", "stake Y", "bid")
    assert (match.actor, match.legal()) == (1, ["stake B", "stake G", "stake R", "pass"])  # the holder, alone
    play(match, "stake B", "bid", "pass")
    assert (field(match, "phase"), field(match, "master"), match.actor) == ("take", "1", 1)
    assert warehouse(match, 1) == "GR"
    assert supply(match) == {"Y": 34, "B": 34, "G": 33, "R": 33}


def test_when_nobody_bids_the_master_stays() -> None:
    """CF-42"""
    match = given("phase: auction\nmaster: 2\nseat: 2", seats=3, options=AUCTION)
    play(match, "pass", "pass", "pass")
    assert (match.actor, field(match, "master"), field(match, "phase")) == (2, "2", "take")


def test_the_master_keeps_the_token_until_the_next_auction() -> None:
    """CF-42: it does not go left."""
    match = given("phase: act\nmaster: 1\nturn: 1", seats=2, options=AUCTION)
    play(match, "end")
    assert (match.actor, field(match, "master"), field(match, "rounds")) == ("*", "1", "2")


def test_a_cube_of_the_bid_is_put_on_an_empty_ship_master_first() -> None:
    """CF-43"""
    match = two_ships("phase: auction\nmaster: 1\nseat: 1\nlast_bid: 0=1, 1=2\nbid: 0/Y=1, 1/B=1, 1/R=1\npassed: 0=1")
    play(match, "pass")
    assert (match.actor, match.legal()) == (1, ["ship B 2,0", "ship R 2,0", "lose"])
    play(match, "ship R 2,0")
    assert (on(match, "2,0", 1), match.actor, match.legal()) == ("R", 0, ["ship Y 3,1", "lose"])
    play(match, "lose")
    assert (on(match, "3,1", 0), field(match, "bid"), match.actor, field(match, "phase")) == ("", "", 1, "take")
    assert supply(match) == {"Y": 33, "B": 33, "G": 33, "R": 32}


def test_who_did_not_bid_or_has_no_empty_ship_is_not_asked() -> None:
    """CF-43"""
    bids = "phase: auction\nmaster: 1\nseat: 1\npassed: 0=1\n"
    match = play(two_ships(f"{bids}last_bid: 1=1\nbid: 1/B=1"), "pass", "lose")
    assert field(match, "phase") == "take"
    match = given(
        f"{bids}last_bid: 0=1, 1=1\nbid: 0/Y=1, 1/B=1",
        seats=2,
        options=AUCTION,
        districts={0: ["6 2,0 r0"]},
        cubes={0: {"3,1": "G"}},
    )
    play(match, "pass")
    assert field(match, "phase") == "take"


def test_a_start_card_may_have_a_ship_first_or_last() -> None:
    """CF-43"""
    bids = "phase: auction\nlast_bid: 0=1\nbid: 0/Y=1\npassed: 1=1"
    for face, place in (("s u Y / B G d", "0,0"), ("d u Y / B G s", "2,1")):
        match = given(bids, seats=2, options={**AUCTION, "box": with_start(face)})
        assert play(match, "pass").legal() == [f"ship Y {place}", "lose"]
        assert on(play(match, f"ship Y {place}"), place) == "Y"


def test_a_ships_cube_counts_for_the_warehouse_and_returns_when_it_is_covered() -> None:
    """CF-43"""
    setting: dict[str, Any] = {
        "seats": 2,
        "options": AUCTION,
        "districts": {0: ["6 2,0 r0"]},
        "cubes": {0: {"3,1": "G"}},
    }
    held = "warehouse: 0/Y=1, 0/B=1, 0/R=1, 1/Y=1"
    match = given(f"phase: place\nhand: 0=11, 1=12\n{held}", **setting)
    assert (warehouse(match), match.scores()[0]) == ("YBR", 3)
    play(match, "place 3,1 r0")
    assert (warehouse(match), match.scores()[0]) == ("YBGR", 3)


def test_laid_out_cubes_of_an_auction_do_not_count() -> None:
    """CF-42"""
    match = given("phase: auction", seats=2, options=AUCTION)
    play(match, "stake Y")
    assert match.scores() == [1, 3]
    play(match, "bid")
    assert match.scores() == [1, 3]


def test_in_an_auction_cards_are_free_not_replaced_and_the_last_is_discarded() -> None:
    """CF-44"""
    match = given("phase: take\nmaster: 1\nplan: 1=offer, 5=offer, 8=offer", seats=2, options=AUCTION)
    assert (match.actor, match.legal()) == (1, ["take 1", "take 5", "take 8"])
    play(match, "take 5")
    assert (match.actor, match.legal()) == (0, ["take 1", "take 8"])
    play(match, "take 1")
    assert (match.actor, field(match, "phase")) == (1, "place")
    assert "offer" not in field(match, "plan")
    assert "8=" not in field(match, "plan").split(", ")


# Expresso -------------------------------------------------------------------------------------------------------------

EXPRESSO: dict[str, object] = {"expresso": True}


@pytest.mark.parametrize(("seats", "cards", "left"), [(4, 56, 0), (3, 48, 0), (2, 48, 8), (1, 48, 16)])
def test_expresso_cards_join_the_deck_and_four_are_shown(seats: int, cards: int, left: int) -> None:
    """CF-50: they too may be among those never seen."""
    match = Match("cafe", seats, EXPRESSO, seed=1)
    assert len(match.outcomes()) == cards
    assert {f"plan e{number}" for number in range(1, 9)} <= set(match.outcomes())
    for _ in range(4):
        assert match.actor == "*"
        match.draw()
    assert (match.actor, field(match, "offered")) == (1 % seats, "4")
    match.auto_draw = True
    while match.actor is not None:
        match.play("end" if "end" in match.legal() else match.legal()[0])
    assert field(match, "plan").count("deck") == left


def test_an_espresso_section_takes_one_cube_of_a_delivery_and_keeps_it() -> None:
    """CF-51: one action may fill several; they are no growing, drying or roasting sections and cannot be emptied."""
    box = deck({"e1": "e e o / u o d"})
    match = given(
        "phase: act\npoints: 1",
        districts={0: ["e1 2,0 r0"]},
        options={**EXPRESSO, "box": box},
        cubes={0: {"4,0": "YYY"}},
    )
    assert legal(match, "deliver") == ["deliver 4,0 2,0", "deliver 4,0 3,0", "deliver 4,0 warehouse"]
    play(match, "deliver 4,0 2,0")
    assert match.legal() == ["deliver 4,0 3,0", "deliver 4,0 warehouse"]
    play(match, "deliver 4,0 3,0", "deliver 4,0 warehouse")
    assert (on(match, "2,0"), on(match, "3,0"), warehouse(match), legal(match, "drop")) == ("Y", "Y", "YYBGR", [])


def test_a_covered_espresso_section_takes_nothing() -> None:
    """CF-51: of two only the one that is visible."""
    options = {**EXPRESSO, "box": deck({"e1": "e e o / u o d"})}
    districts = {0: ["e1 2,0 r0", "5 0,-1 r0"]}  # the second lies on 2,0
    match = given("phase: act", districts=districts, options=options, cubes={0: {"4,0": "Y"}})
    assert legal(match, "deliver") == ["deliver 4,0 3,0", "deliver 4,0 warehouse"]


def test_espresso_cubes_become_what_is_best_for_their_owner() -> None:
    """CF-51: Y2 B2 G2 R0 and one espresso: a red one makes 2 x 1 + 2 = 4; two of them 2 x 2 + 2 = 6."""
    box = deck({"e1": "e e o / u o d"})
    held = "phase: ended\nwarehouse: 0/Y=2, 0/B=2, 0/G=2"
    setting: dict[str, Any] = {"districts": {0: ["e1 2,0 r0"]}, "options": {**EXPRESSO, "box": box}}
    assert given(held, **setting).scores() == [2]
    assert given(held, cubes={0: {"2,0": "Y"}}, **setting).scores() == [4]
    assert given(held, cubes={0: {"2,0": "Y", "3,0": "B"}}, **setting).scores() == [6]


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_an_espresso_cube_becomes_only_what_the_supply_or_itself_has() -> None:
    """CF-51: no red cube is left, but the espresso cube itself may be red."""
    box = deck({"e1": "e e o / u o d"}, cubes=4)
    setting: dict[str, Any] = {"seats": 2, "districts": {0: ["e1 2,0 r0"]}, "options": {**EXPRESSO, "box": box}}
    held = "phase: ended\nwarehouse: 0/Y=2, 0/B=2, 0/G=2, 1/R="
    assert given(f"{held}4", cubes={0: {"2,0": "Y"}}, **setting).scores()[0] == 2
    without_yellow = "phase: ended\nwarehouse: 0/B=2, 0/G=2, 0/R=2, 1/Y=4"
    assert given(without_yellow, cubes={0: {"2,0": "B"}}, **setting).scores()[0] == 2
    assert given(f"{held}3", cubes={0: {"2,0": "R"}}, **setting).scores()[0] == 4
    assert given(f"{held}3", cubes={0: {"2,0": "Y", "3,0": "B"}}, **setting).scores()[0] == 4  # one red is in supply


def test_a_covered_espresso_cube_goes_to_the_supply() -> None:
    """CF-51, CF-13"""
    match = given("phase: place\nhand: 0=5", districts={0: ["e1 2,0 r0"]}, options=EXPRESSO, cubes={0: {"2,0": "R"}})
    play(match, "place 0,-1 r0")
    assert (supply(match)["R"], warehouse(match)) == (34, "YBGR")


def test_a_batch_grows_the_colour_that_is_chosen() -> None:
    """CF-52: after the coloured sections, each in reading order."""
    match = given("phase: act\npoints: 2", districts={0: ["e3 2,0 r0"]}, options=dict(BATCHES))
    play(match, "grow 0,0")
    assert [on(match, place) for place in ("0,0", "1,0", "2,0", "3,0", "4,0")] == ["Y", "B", "", "Y", ""]
    assert match.legal() == ["colour Y", "colour B", "colour G", "colour R"]  # no drop, no end (CF-26)
    play(match, "colour R")
    assert (on(match, "2,0"), on(match, "4,0"), match.legal()[0]) == ("R", "", "colour Y")
    play(match, "colour G")
    assert (on(match, "4,0"), field(match, "points"), field(match, "phase")) == ("G", "1", "act")


def test_batches_ask_in_reading_order_however_their_card_is_turned() -> None:
    """CF-52: turned by 180 degrees its last batch, at 2,1, is read first."""
    match = given("phase: act\npoints: 2", districts={0: ["e3 2,0 r180"]}, options=dict(BATCHES))  # s d u / a Y a
    play(match, "grow 2,1", "colour R")
    assert [on(match, place) for place in ("2,1", "3,1", "4,1")] == ["R", "Y", ""]
    play(match, "colour G")
    assert [on(match, place) for place in ("2,1", "3,1", "4,1")] == ["R", "Y", "G"]


def test_a_batch_may_be_the_first_section_of_a_start_card() -> None:
    """CF-52"""
    match = given("phase: act\npoints: 1", options={"box": with_start("a u Y / B G d"), "expresso": True})
    play(match, "grow 0,0")
    assert match.legal() == ["colour Y", "colour B", "colour G", "colour R"]
    assert on(play(match, "colour R"), "0,0") == "R"


def test_a_batch_that_is_full_does_not_ask() -> None:
    """CF-52"""
    match = given("phase: act\npoints: 2", districts={0: ["e3 2,0 r0"]}, options=dict(BATCHES), cubes={0: {"2,0": "R"}})
    play(match, "grow 0,0", "colour B")
    assert (on(match, "2,0"), on(match, "4,0"), field(match, "phase")) == ("R", "B", "act")


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_a_batch_asks_among_the_colours_in_the_supply_if_there_is_one() -> None:
    """CF-52: one red cube is left, so the second batch stays empty."""
    box = deck({"e3": "a Y a / u d s"}, cubes=4)
    held = "warehouse: 0/Y=4, 0/B=4, 0/G=4, 0/R=3"
    match = given(f"phase: act\n{held}", districts={0: ["e3 2,0 r0"]}, options={"box": box, "expresso": True})
    play(match, "grow 0,0")
    assert match.legal() == ["colour R"]
    play(match, "colour R")
    assert (on(match, "2,0"), on(match, "4,0"), field(match, "phase")) == ("R", "", "act")
    match = given(
        "phase: act\nwarehouse: 0/Y=4, 0/B=4, 0/G=4, 0/R=4",
        districts={0: ["e3 2,0 r0"]},
        options={"box": box, "expresso": True},
    )
    assert legal(match, "grow") == []


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_a_surplus_grows_two_cubes_or_the_one_that_is_left() -> None:
    """CF-53: it is a growing section of its group and gives both to a dryer."""
    match = given("phase: act\npoints: 2", districts={0: ["e7 2,0 r0"]}, options=EXPRESSO)  # YY u o / R d B
    play(match, "grow 0,0")
    assert (on(match, "2,0"), on(match, "1,0"), supply(match)["Y"]) == ("YY", "B", 31)
    play(match, "dry 1,1 2,0")
    assert on(match, "1,1") == "YY"
    box = deck({}, cubes=4)
    match = given("phase: act\nwarehouse: 0/Y=2", districts={0: ["e7 2,0 r0"]}, options={**EXPRESSO, "box": box})
    play(match, "grow 0,0")  # 0,0 is read first
    assert (on(match, "0,0"), on(match, "2,0")) == ("Y", "Y")


TARTS = {"box": deck({"e5": "p2 u G / R c o", "e6": "c p3 B / o s d"}, {"e5": "Y 2", "e6": "B 4"}), "expresso": True}


def tarts(cubes: dict[str, str], *cards: str) -> int:
    match = given("phase: ended", districts={0: list(cards)}, options=dict(TARTS), cubes={0: cubes})
    return match.breakdown()[0]["tarts"]


def test_a_tart_next_to_a_complete_cafe_adds_its_points() -> None:
    """CF-54: e6 at 2,0 has its café at 2,0 and a tart of 3 at 3,0."""
    assert tarts({"2,0": "B"}, "e6 2,0 r0") == 3
    assert tarts({}, "e6 2,0 r0") == 0


@pytest.mark.parametrize(
    ("face", "cafe"),
    [("c c p3 / u s d", "3,0"), ("p3 c c / u s d", "3,0"), ("u p3 s / d c Y", "3,1"), ("u c s / d p3 Y", "3,0")],
)
def test_a_tart_next_to_either_section_of_a_cafe_adds_its_points(face: str, cafe: str) -> None:
    """CF-54: beside the second section alone, or beside the first alone; above the café, or below it."""
    options = {"box": deck({"e6": face}, {"e6": "B 4"}), "expresso": True}
    match = given("phase: ended", districts={0: ["e6 2,0 r0"]}, options=options, cubes={0: {cafe: "B"}})
    assert match.breakdown()[0]["tarts"] == 3


def test_a_tart_at_a_corner_adds_nothing() -> None:
    """CF-54: e5 at 2,0 has a tart at 2,0 and its café at 3,1."""
    assert tarts({"3,1": "Y"}, "e5 2,0 r0") == 0


def test_one_tart_a_cafe_and_one_cafe_a_tart_the_best_matching_counts() -> None:
    """CF-54: two tarts beside one café; a tart between two cafés; a tart that leaves the shared café to the other."""
    one = {"box": deck({"e6": "p2 c p3 / o s d"}, {"e6": "B 4"}), "expresso": True}
    assert (
        given("phase: ended", districts={0: ["e6 2,0 r0"]}, options=one, cubes={0: {"3,0": "B"}}).breakdown()[0][
            "tarts"
        ]
        == 3
    )
    two = {"box": deck({"e6": "c p3 B / u s d", "e5": "c Y B / u G d"}, {"e6": "B 4", "e5": "Y 2"}), "expresso": True}
    districts = {0: ["e6 2,0 r0", "e5 4,0 r0"]}
    assert (
        given("phase: ended", districts=districts, options=two, cubes={0: {"2,0": "B", "4,0": "Y"}}).breakdown()[0][
            "tarts"
        ]
        == 3
    )
    row = {"box": deck({"e6": "c p3 B / u s d", "e5": "c p2 B / u G d"}, {"e6": "B 4", "e5": "Y 2"}), "expresso": True}
    both = given("phase: ended", districts=districts, options=row, cubes={0: {"2,0": "B", "4,0": "Y"}})
    assert both.breakdown()[0]["tarts"] == 5  # 3,0 between both cafés leaves 4,0 to the tart at 5,0
    assert both.scores() == [4 + 2 + 5 + 3]


@pytest.mark.parametrize("face", ["p2 c p3 / u Y d", "u Y d / p2 c p3"])
def test_of_two_tarts_beside_a_cafe_one_counts_wherever_they_stand(face: str) -> None:
    """CF-54: as the first or the last section of the only card."""
    box = deck({"start1": face}, {"start1": "YR 3"})
    cafe = "1,0" if face.startswith("p2") else "1,1"
    match = given("phase: ended", options={"box": box}, cubes={0: {cafe: "YR"}})
    assert match.breakdown()[0]["tarts"] == 3


def test_a_card_without_a_cafe_has_none_that_is_complete() -> None:
    """CF-30: whatever of the card before it is visible."""
    match = given("phase: ended", districts={0: ["6 0,-1 r0"]})
    assert not is_complete(match.box.records[0], match.state, 0, 1)


# Promos ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("promos", "gone"), [(1, ["1"]), (2, ["1", "2"]), (3, ["1", "2", "3"])])
def test_promos_replace_the_first_unstarred_cards_with_a_cafe(promos: int, gone: list[str]) -> None:
    """CF-60"""
    names = [str(number) for number in range(1, 49) if str(number) not in gone] + [
        f"p{number}" for number in range(1, promos + 1)
    ]
    assert set(Match("cafe", 4, {"promos": promos}).outcomes()) == {f"plan {name}" for name in names}
    starred = deck({"1": "Y B G / R d o", "2": "Y B G / R d o"})
    outcomes = Match("cafe", 4, {"promos": promos, "box": starred}).outcomes()
    assert [number for number in range(1, 49) if f"plan {number}" not in outcomes] == [3, 4, 9][:promos]  # 7 is starred


def test_promos_are_played_with_every_variant() -> None:
    """CF-60"""
    assert len(Match("cafe", 2, {"promos": 2, **AUCTION}).outcomes()) == 40
    assert len(Match("cafe", 1, {"promos": 3, **EXPRESSO}).outcomes()) == 48


# Positions ------------------------------------------------------------------------------------------------------------


def test_what_is_not_legal_says_what_is() -> None:
    with pytest.raises(IllegalAction, match=r"'dry 1,1 0,0' is not legal for seat 0; legal: grow 0,0, end"):
        given("phase: act").play("dry 1,1 0,0")
