"""The numbered rules of Coffee Rush, each by positions given and asserted as text."""

from pathlib import Path

import pytest

from demitasse import BadPosition, IllegalAction, Match
from demitasse.core import compiled
from demitasse.games.coffee_rush import GAME
from demitasse.games.coffee_rush.box import ORDERS
from tests.coffee_rush.positions import given
from tests.positions import field, play

ESPRESSO_READY = "cup: 0/1/coffee=1, 0/1/steam=1"


def dealt(seats: int, **options: object) -> Match:
    """A match with all orders dealt, pawns not placed."""
    match = Match("coffee_rush", seats, options, seed=1)
    while match.actor == "*":
        match.draw()
    return match


def seated(seats: int, *cells: str) -> Match:
    match = dealt(seats)
    return play(match, *(f"place {cell}" for cell in cells))


# Set-up ---------------------------------------------------------------------------------------------------------------


def test_the_supply_is_what_the_box_holds() -> None:
    """CR-1"""
    match = Match("coffee_rush", 3)
    assert field(match, "supply") == "coffee=18, steam=12, milk=12, ice=12, caramel=12, chocolate=12, water=12, tea=12"
    assert (field(match, "rush_supply"), field(match, "deck_left"), field(match, "closed")) == ("15", "80", "")
    assert sum(match.outcomes().values()) == 80
    assert match.outcomes()["order Caramel Caffe Freddo"] == 6


def test_served_cards_never_return_to_the_deck() -> None:
    """CR-1: a deck named by the position is all there is to draw; what was served is not in it."""
    match = given(f"phase: serve\n{ESPRESSO_READY}\nwaiting: 0/z1/0=Espresso\ndeck: Cocoa=2, Milk Tea=1")
    play(match, "serve 1 z1")
    assert match.outcomes() == {"order Cocoa": 2, "order Milk Tea": 1}
    play(match, "order Cocoa", "order Milk Tea")
    assert "Espresso" in field(match, "gone")
    assert "Espresso" not in field(match, "deck")


def test_everybody_begins_with_empty_cups_no_upgrade_and_no_rush_token() -> None:
    """CR-2"""
    match = dealt(4)
    assert [field(match, name) for name in ("cup", "upgrade", "rush", "served", "penalty")] == [""] * 5
    assert match.scores() == [0, 0, 0, 0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_player_has_three_orders_and_the_others_two(seats: int) -> None:
    """CR-3: two in zone 1 and one in zone 2; others one in each, in this order of draws."""
    match = Match("coffee_rush", seats)
    names = [
        "Espresso",
        "Ristretto",
        "Cocoa",
        "Americano",
        "Milk Tea",
        "Con Panna",
        "Cold Brew",
        "Green Tea",
        "Black Tea",
    ][: 2 * seats + 1]
    play(match, *(f"order {name}" for name in names))
    places = ["0/z1/0", "0/z1/1", "0/z2/0", "1/z1/0", "1/z2/0", "2/z1/0", "2/z2/0", "3/z1/0", "3/z2/0"]
    assert field(match, "waiting") == ", ".join(f"{place}={name}" for place, name in zip(places, names, strict=False))
    assert match.actor == seats - 1


def test_pawns_are_placed_counter_clockwise_with_the_first_player_last() -> None:
    """CR-4"""
    match = dealt(4)
    order = []
    for cell in ("a1", "b1", "c1", "d1"):
        order.append(match.actor)
        assert f"place {cell}" in match.legal()
        play(match, f"place {cell}")
        assert match.actor == 0 or f"place {cell}" not in match.legal()
    assert order == [3, 2, 1, 0]


def test_when_all_stand_each_takes_the_ingredient_of_its_cell_into_cup_1() -> None:
    """CR-4"""
    match = seated(3, "d1", "a1", "b1")
    assert field(match, "cup") == "0/1/caramel=1, 1/1/ice=1, 2/1/coffee=1"
    assert field(match, "supply").startswith("coffee=17")
    assert match.actor == 0


def test_less_luck_deals_a_ristretto_or_espresso_to_each() -> None:
    """CR-5"""
    match = Match("coffee_rush", 3, {"less_luck": True})
    assert match.outcomes() == {"order Espresso": 2, "order Ristretto": 2}
    play(match, "order Espresso", "order Ristretto", "order Espresso")
    assert "order Ristretto" not in match.outcomes()  # the one left over leaves the game
    assert sum(match.outcomes().values()) == 76
    play(match, "order Cocoa", "order Milk Tea", "order Cold Brew", "order Green Tea")
    assert field(match, "waiting") == (
        "0/z1/0=Espresso, 0/z1/1=Green Tea, 0/z2/0=Cocoa, 1/z1/0=Ristretto, 1/z2/0=Milk Tea, "
        "2/z1/0=Espresso, 2/z2/0=Cold Brew"
    )
    assert field(match, "gone") == "Ristretto=1"
    assert match.actor == 2


# A turn ---------------------------------------------------------------------------------------------------------------


def test_three_served_orders_buy_one_upgrade_a_turn() -> None:
    """CR-10"""
    match = given("phase: upgrade\nserved: 0=7\nwaiting: 0/z1/0=Cocoa")
    assert match.legal() == ["upgrade pawns", "upgrade diagonal", "upgrade corners", "upgrade specialties", "keep"]
    play(match, "upgrade diagonal")
    assert field(match, "served") == "0=4"
    assert field(match, "phase") == "move"
    assert field(match, "upgrade") == "0/diagonal=1"


def test_an_upgrade_is_not_asked_with_two_served_orders_or_without_a_face_down_one() -> None:
    """CR-10"""
    before = "phase: too many\nseat: 2\nserved_now: 1\ndrawn: 1\nwaiting: 1/z1/0=Cocoa\npawn: 2/0=a4"
    assert field(play(given(f"{before}\nserved: 0=2"), "order Cocoa"), "phase") == "move"
    assert field(play(given(f"{before}\nserved: 0=3"), "order Cocoa"), "phase") == "upgrade"
    full = "upgrade: 0/pawns=1, 0/diagonal=1, 0/corners=1, 0/specialties=1"
    assert field(play(given(f"{before}\nserved: 0=3\n{full}"), "order Cocoa"), "phase") == "move"


def test_an_active_upgrade_cannot_be_bought_again_and_keep_keeps_the_cards() -> None:
    """CR-10"""
    match = given("phase: upgrade\nserved: 0=3\nupgrade: 0/pawns=1, 0/corners=1\nwaiting: 0/z1/0=Cocoa")
    assert match.legal() == ["upgrade diagonal", "upgrade specialties", "keep"]
    assert field(play(match, "keep"), "served") == "0=3"


def test_at_least_one_and_at_most_three_steps() -> None:
    """CR-11"""
    match = given("phase: move\npawn: 0/0=a1")
    assert match.legal() == ["a1-b1", "a1-a2"]  # no stop before a step
    play(match, "a1-b1")
    assert match.legal() == ["b1-a1", "b1-c1", "b1-b2", "stop"]
    play(match, "b1-c1", "c1-d1")
    assert match.legal() == ["stop"]


def test_a_step_takes_the_ingredient_of_the_cell_entered() -> None:
    """CR-12"""
    match = play(given("phase: move\npawn: 0/0=a1"), "a1-b1", "b1-b2", "b2-b1")
    assert field(match, "taken") == "milk=1, caramel=2"


def test_short_supply_gives_what_there_is() -> None:
    """CR-12"""
    match = given("phase: move\npawn: 0/0=c1, 1/0=d1\nupgrade: 0/pawns=1, 0/corners=1\nrush: 0=1\ncup: 1/1/coffee=15")
    assert field(play(match, "c1-d1"), "taken") == "coffee=3"
    assert field(play(match, "d1-c1", "c1-d1"), "taken") == "coffee=3, steam=1"


def test_an_occupied_cell_may_be_passed_but_not_stopped_on() -> None:
    """CR-13"""
    match = play(given("phase: move\npawn: 0/0=a1, 1/0=b1"), "a1-b1")
    assert field(match, "taken") == "caramel=1"
    assert "stop" not in match.legal()
    assert match.legal() == ["b1-a1", "b1-c1", "b1-b2"]
    assert "stop" in play(match, "b1-a1").legal()  # where it started from is free


def test_a_step_that_could_not_end_on_a_free_cell_is_illegal() -> None:
    """CR-13: the third step may not enter an occupied cell without a rush token; with one it may."""
    steps = ("a3-a2", "a2-a3")
    match = play(given("phase: move\npawn: 0/0=a3, 1/0=b3"), *steps)
    assert match.legal() == ["a3-a2", "a3-a4", "stop"]
    match = play(given("phase: move\nrush: 0=1\npawn: 0/0=a3, 1/0=b3"), *steps)
    assert match.legal() == ["a3-a2", "a3-b3", "a3-a4", "stop"]


CORNERS = [("c1", "b1", "a1", "a2"), ("b1", "c1", "d1", "d2"), ("c4", "b4", "a4", "a3"), ("b4", "c4", "d4", "d3")]


@pytest.mark.parametrize(("start", "passed", "corner", "other"), CORNERS)
def test_a_corner_behind_two_pawns_needs_two_steps_to_leave(start: str, passed: str, corner: str, other: str) -> None:
    """CR-13: from a corner, itself occupied, both neighbours are occupied too; no step leads round the board's edge."""
    text = f"phase: move\nsteps: 1\npawn: 0/0={start}, 1/0={passed}, 2/0={corner}, 3/0={other}"
    enter, on = f"{start}-{passed}", f"{passed}-{corner}"
    assert enter in given(text, 4).legal()  # and on, to where it came from or past the pawn
    assert on not in play(given(text, 4), enter).legal()  # no step would be left
    assert on not in play(given(text + "\nrush: 0=1", 4), enter).legal()  # one step leads only to the two neighbours
    assert on in play(given(text + "\nrush: 0=2", 4), enter).legal()


BACK = [("a1", "b1", "c1", "b2"), ("d1", "c1", "b1", "c2"), ("a4", "b4", "c4", "b3"), ("d4", "c4", "b4", "c3")]
BACK += [("b2", "a2", "a1", "a3"), ("b3", "a3", "a2", "a4"), ("c2", "d2", "d1", "d3"), ("c3", "d3", "d2", "d4")]


@pytest.mark.parametrize(("start", "passed", "other", "below"), BACK)
def test_the_way_back_from_an_edge_is_a_way_out(start: str, passed: str, other: str, below: str) -> None:
    """CR-13: all else beside it is occupied; with a step left the turn may still end where it began."""
    text = f"phase: move\nsteps: 1\npawn: 0/0={start}, 1/0={passed}, 2/0={other}, 3/0={below}"
    assert f"{start}-{passed}" in given(text, 4).legal()
    assert f"{start}-{passed}" not in given(text.replace("steps: 1", "steps: 2"), 4).legal()


def test_each_rush_token_gives_one_more_step() -> None:
    """CR-14"""
    match = play(given("phase: move\nrush: 0=2\npawn: 0/0=a1"), "a1-b1", "b1-a1", "a1-b1")
    assert field(match, "rush") == "0=2"
    play(match, "b1-a1")
    assert (field(match, "rush"), field(match, "rush_supply")) == ("0=1", "14")
    play(match, "a1-b1")
    assert match.legal() == ["stop"]
    assert field(match, "rush") == ""


def test_what_was_taken_is_poured_into_any_cup_in_ingredient_order() -> None:
    """CR-15"""
    match = play(given("phase: move\npawn: 0/0=a1"), "a1-b1", "b1-b2", "stop")
    assert match.legal() == ["milk 1", "milk 2", "milk 3", "milk back"]
    play(match, "milk 2")
    assert match.legal() == ["caramel 1", "caramel 2", "caramel 3", "caramel back"]
    assert field(play(match, "caramel 2"), "cup") == "0/2/milk=1, 0/2/caramel=1"


def test_a_cup_has_no_capacity() -> None:
    """CR-15"""
    match = play(given("phase: pour\ntaken: coffee=9"), *["coffee 1"] * 9)
    assert field(match, "cup") == "0/1/coffee=9"


def test_cups_may_be_emptied_before_pouring() -> None:
    """CR-16"""
    match = play(given("phase: move\npawn: 0/0=a1\ncup: 0/1/tea=2, 0/3/milk=1"), "a1-b1", "stop")
    assert match.legal() == ["empty 1", "empty 3", "pour"]
    play(match, "empty 1")
    assert field(match, "cup") == "0/3/milk=1"
    assert match.legal() == ["empty 3", "pour"]
    assert match.copy() is not match
    assert play(match.copy(), "empty 3").legal()[0] == "caramel 1"  # no `pour` is said once all are empty
    assert play(match, "pour").legal()[0] == "caramel 1"


def test_cups_may_be_emptied_before_the_first_step_and_not_between_steps() -> None:
    """CR-16"""
    match = given("phase: move\npawn: 0/0=a1\ncup: 0/1/tea=2, 0/3/milk=1, 1/1/ice=1")
    assert match.legal() == ["a1-b1", "a1-a2", "empty 1", "empty 3"]
    tea = int(match.state["supply"][7])
    play(match, "empty 1")
    assert field(match, "cup") == "0/3/milk=1, 1/1/ice=1"
    assert int(match.state["supply"][7]) == tea + 2
    assert match.legal() == ["a1-b1", "a1-a2", "empty 3"]
    assert play(match.copy(), "empty 3").legal() == ["a1-b1", "a1-a2"]  # a step must still be made
    assert not any(text.startswith("empty") for text in play(match, "a1-b1").legal())


def test_without_content_nothing_is_asked_before_pouring() -> None:
    """CR-16"""
    assert play(given("phase: move\npawn: 0/0=a1"), "a1-b1", "stop").legal()[0] == "caramel 1"


def test_what_is_not_poured_returns_to_the_supply() -> None:
    """CR-17"""
    match = play(given("phase: pour\ntaken: coffee=1, milk=1"), "coffee back")
    assert field(match, "supply").startswith("coffee=18, steam=12, milk=11")
    assert field(play(match, "milk back"), "taken") == ""
    assert field(match, "cup") == ""


def test_with_nothing_taken_pouring_is_over_at_once() -> None:
    """CR-12, CR-15: the supply had no coffee left."""
    match = given("phase: move\npawn: 0/0=c1\ncup: 1/1/coffee=18\nwaiting: 0/z1/0=Cocoa")
    assert field(play(match, "c1-d1", "stop"), "seat") == "1"


def test_a_cup_that_equals_an_order_exactly_serves_it() -> None:
    """CR-18"""
    match = given(
        "phase: serve\ncup: 0/1/coffee=1, 0/1/steam=1, 0/2/coffee=1, 0/2/steam=2\n"
        "waiting: 0/z1/0=Espresso, 0/z3/0=Ristretto"
    )
    assert match.legal() == ["serve 1 z1", "serve 1 z3", "done"]
    play(match, "serve 1 z3")
    assert field(match, "served") == "0=1"
    assert field(match, "waiting") == "0/z1/0=Espresso"
    assert field(match, "cup") == "0/2/coffee=1, 0/2/steam=2"
    assert field(match, "supply").startswith("coffee=17, steam=10")


def test_serving_is_optional_and_repeated_up_to_one_a_cup() -> None:
    """CR-18"""
    cups = "cup: 0/1/coffee=1, 0/1/steam=1, 0/2/coffee=1, 0/2/steam=1"
    match = given(f"phase: serve\n{cups}\nwaiting: 0/z1/0=Espresso, 0/z1/1=Ristretto, 0/z2/0=Espresso")
    assert match.legal() == ["serve 1 z1", "serve 1 z2", "serve 2 z1", "serve 2 z2", "done"]
    assert field(play(match.copy(), "done"), "served") == ""
    play(match, "serve 1 z1")
    assert match.legal() == ["serve 2 z1", "serve 2 z2", "done"]
    play(match, "serve 2 z2")
    assert field(match, "served_now") == "2"
    assert match.actor == "*"


def test_another_players_order_cannot_be_served() -> None:
    """CR-18: one's own waiting orders."""
    match = given(f"phase: pour\ntaken: tea=1\n{ESPRESSO_READY}\nwaiting: 1/z1/0=Espresso, 0/z1/0=Cocoa")
    assert play(match, "tea back").actor == 1


def test_of_orders_with_one_recipe_the_one_dealt_first_is_served() -> None:
    """CR-18"""
    match = given(
        f"phase: serve\n{ESPRESSO_READY}\nwaiting: 0/z1/0=Cocoa, 0/z1/1=Ristretto, 0/z1/2=Espresso, 0/z1/3=Milk Tea"
    )
    assert field(play(match, "serve 1 z1"), "waiting") == "0/z1/0=Cocoa, 0/z1/1=Espresso, 0/z1/2=Milk Tea"


def test_a_special_order_gives_a_rush_token_if_one_is_left() -> None:
    """CR-19"""
    text = "phase: serve\ncup: 0/1/tea=1, 0/1/water=1, 0/1/steam=1\nwaiting: 0/z1/0=Green Tea"
    assert field(play(given(text), "serve 1 z1"), "rush") == "0=1"
    assert field(play(given(f"{text}\nrush: 1=15"), "serve 1 z1"), "rush") == "1=15"
    plain = "phase: serve\ncup: 0/1/coffee=1, 0/1/steam=1\nwaiting: 0/z1/0=Espresso"
    assert field(play(given(plain), "serve 1 z1"), "rush") == ""


def test_each_of_the_next_two_players_draws_as_many_orders_the_nearer_first() -> None:
    """CR-20"""
    cups = "cup: 3/1/coffee=1, 3/1/steam=1, 3/2/coffee=1, 3/2/steam=1"
    match = given(f"phase: serve\nseat: 3\n{cups}\nwaiting: 3/z1/0=Espresso, 3/z1/1=Ristretto, 0/z1/0=Cold Brew", 4)
    play(match, "serve 1 z1", "serve 2 z1", "order Cocoa", "order Milk Tea", "order Americano", "order Con Panna")
    assert (
        field(match, "waiting") == "0/z1/0=Cold Brew, 0/z1/1=Cocoa, 0/z1/2=Milk Tea, 1/z1/0=Americano, 1/z1/1=Con Panna"
    )
    assert match.actor == 0


def test_the_sign_turns_when_the_deck_runs_out_whether_it_sufficed_or_not() -> None:
    """CR-21"""
    text = f"phase: serve\n{ESPRESSO_READY}\nwaiting: 0/z1/0=Espresso, 0/z1/1=Cocoa\n"
    enough = play(given(text + "deck: Cocoa=1, Milk Tea=1"), "serve 1 z1", "order Cocoa", "order Milk Tea")
    assert field(enough, "closed") == "1"
    short = play(given(text + "deck: Milk Tea=1"), "serve 1 z1", "order Milk Tea")
    assert (field(short, "closed"), short.actor) == ("1", 1)
    assert "1/z1/0=Milk Tea" in field(short, "waiting")
    more = play(given(text + "deck: Milk Tea=3"), "serve 1 z1", "order Milk Tea", "order Milk Tea")
    assert field(more, "closed") == ""


def test_time_moves_orders_one_zone_down_and_out_of_zone_4_they_become_penalties() -> None:
    """CR-22"""
    orders = (
        "waiting: 0/z1/0=Cocoa, 0/z2/0=Milk Tea, 0/z2/1=Cold Brew, 0/z3/0=Espresso, 0/z4/0=Ristretto, 1/z4/0=Green Tea"
    )
    match = play(given(f"phase: pour\ntaken: tea=1\n{orders}"), "tea back")
    assert (
        field(match, "waiting") == "0/z2/0=Cocoa, 0/z3/0=Milk Tea, 0/z3/1=Cold Brew, 0/z4/0=Espresso, 1/z4/0=Green Tea"
    )
    assert field(match, "penalty") == "0=1"


def test_time_moves_every_order_of_a_zone() -> None:
    """CR-22: eleven of them in zone 4, as many as a zone can hold, and eleven in zone 3."""
    last = ["Caramel Caffe Freddo"] * 6 + ["Espresso Doppio"] * 4 + ["Americano"]
    behind = ["Iced Milk Tea"] * 3 + ["Green Tea"] * 3 + ["Black Tea"] * 3 + ["Iced Americano"] * 2
    z3, z4 = (", ".join(f"0/z4/{place}={name}" for place, name in enumerate(names)) for names in (behind, last))
    match = given(f"phase: pour\ntaken: tea=1\nwaiting: {z3.replace('z4', 'z3')}, {z4}")
    play(match, "tea back")
    assert (field(match, "penalty"), field(match, "waiting")) == ("0=11", z3)


def test_each_new_penalty_brings_a_rush_token_as_far_as_there_are_any() -> None:
    """CR-23"""
    orders = "waiting: 0/z4/0=Cocoa, 0/z4/1=Cold Brew, 1/z1/0=Milk Tea"
    assert field(play(given(f"phase: pour\ntaken: tea=1\n{orders}"), "tea back"), "rush") == "0=2"
    assert field(play(given(f"phase: pour\ntaken: tea=1\n{orders}\nrush: 1=14"), "tea back"), "rush") == "0=1, 1=14"


def test_the_fifth_penalty_closes_the_shop() -> None:
    """CR-24"""
    text = "phase: pour\ntaken: tea=1\nwaiting: 0/z4/0=Cocoa, 1/z1/0=Milk Tea\n"
    assert field(play(given(text + "penalty: 0=3"), "tea back"), "closed") == ""
    assert field(play(given(text + "penalty: 0=4"), "tea back"), "closed") == "1"


def test_a_closed_shop_ends_the_game_after_the_last_players_turn() -> None:
    """CR-25"""
    text = "phase: pour\ntaken: tea=1\nclosed: 1\nwaiting: 0/z1/0=Milk Tea\n"
    assert play(given(text), "tea back").actor == 1
    assert play(given(text + "seat: 1"), "tea back").actor == 2
    ended = play(given(text + "seat: 2"), "tea back")
    assert ended.actor is None
    assert ended.legal() == []
    assert play(given(text.replace("closed: 1\n", "seat: 2\n")), "tea back").actor == 0


def test_closed_changes_nothing_but_the_end() -> None:
    """CR-25: draws go on while there are cards."""
    match = given(f"phase: serve\nclosed: 1\n{ESPRESSO_READY}\nwaiting: 0/z1/0=Espresso")
    assert play(match, "serve 1 z1").actor == "*"


def test_when_nobody_waits_the_sign_turns() -> None:
    """CR-26"""
    text = "phase: pour\ntaken: tea=1\nseat: 2\nwaiting: 2/z4/0=Cocoa"
    assert play(given(text), "tea back").actor is None
    assert play(given(text + ", 0/z1/0=Espresso"), "tea back").actor == 0
    assert play(given(text + ", 2/z3/0=Cocoa"), "tea back").actor == 0


# Upgrades -------------------------------------------------------------------------------------------------------------


def test_double_pawns_doubles_where_another_pawn_stands() -> None:
    """CR-30"""
    match = play(given("phase: move\npawn: 0/0=a1, 1/0=b1\nupgrade: 0/pawns=1"), "a1-b1", "b1-a1")
    assert field(match, "taken") == "ice=1, caramel=2"


def test_diagonal_allows_diagonal_steps() -> None:
    """CR-31, CR-11"""
    assert given("phase: move\npawn: 0/0=b2\nupgrade: 0/diagonal=1").legal() == [
        "b2-a1", "b2-b1", "b2-c1", "b2-a2", "b2-c2", "b2-a3", "b2-b3", "b2-c3",
    ]  # fmt: skip
    assert given("phase: move\npawn: 0/0=b2").legal() == ["b2-b1", "b2-a2", "b2-c2", "b2-b3"]
    assert given("phase: move\npawn: 0/0=d4\nupgrade: 0/diagonal=1").legal() == ["d4-c3", "d4-d3", "d4-c4"]


def test_diagonal_counts_for_getting_away_from_an_occupied_cell() -> None:
    """CR-13, CR-31: from the corner, with both straight neighbours occupied, one diagonal step is enough."""
    text = "phase: move\nsteps: 1\npawn: 0/0=c1, 1/0=b1, 2/0=a1, 3/0=a2\nrush: 0=1\nupgrade: 0/diagonal=1"
    assert "b1-a1" in play(given(text, 4), "c1-b1").legal()


@pytest.mark.parametrize(
    ("corner", "beside", "ingredient"),
    [("a1", "b1", "ice"), ("d1", "c1", "coffee"), ("a4", "b4", "milk"), ("d4", "c4", "steam")],
)
def test_double_corners_doubles_on_the_four_corners(corner: str, beside: str, ingredient: str) -> None:
    """CR-32"""
    others = "1/0=b2, 2/0=c3"
    match = given(f"phase: move\npawn: 0/0={beside}, {others}\nupgrade: 0/corners=1")
    assert field(play(match, f"{beside}-{corner}"), "taken") == f"{ingredient}=2"


@pytest.mark.parametrize(
    ("path", "ingredient"), [("a1-b1", "caramel"), ("b4-c4", "chocolate"), ("c2-d2", "water"), ("a2-a3", "tea")]
)
def test_double_specialties_doubles_the_four_specialties(path: str, ingredient: str) -> None:
    """CR-33"""
    start = path[:2]
    others = "1/0=d4, 2/0=d3"
    match = given(f"phase: move\npawn: 0/0={start}, {others}\nupgrade: 0/specialties=1")
    assert field(play(match, path), "taken") == f"{ingredient}=2"
    plain = given(f"phase: move\npawn: 0/0=b1, {others}\nupgrade: 0/specialties=1")
    assert field(play(plain, "b1-c1"), "taken") == "steam=1"


def test_upgrades_multiply() -> None:
    """CR-12: a specialty under another pawn."""
    match = given("phase: move\npawn: 0/0=a1, 1/0=b1\nupgrade: 0/pawns=1, 0/specialties=1")
    assert field(play(match, "a1-b1"), "taken") == "caramel=4"


def test_the_worked_example_of_the_rulebooks() -> None:
    """CR-12, CR-13, CR-30, CR-32: 4 coffee on the corner where yellow stands, 1 steam back, and stop there."""
    match = given("phase: move\nseat: 1\npawn: 1/0=c1, 2/0=d1\nupgrade: 1/pawns=1, 1/corners=1")
    play(match, "c1-d1", "d1-c1")
    assert field(match, "taken") == "coffee=4, steam=1"
    assert "stop" in match.legal()


# Score ----------------------------------------------------------------------------------------------------------------


def test_score_is_served_plus_two_an_upgrade_minus_penalties() -> None:
    """CR-40"""
    match = given("phase: move\nserved: 0=2, 1=4\npenalty: 0=1, 2=3\nupgrade: 0/pawns=1, 0/corners=1")
    assert match.scores() == [2 + 4 - 1, 4, -3]
    assert match.breakdown()[0] == {
        "served": 2,
        "upgrades": 4,
        "penalties": -1,
        "total": 5,
        "all served": 8,
        "rush tokens": 0,
    }
    assert match.winners() == []  # not before the end


def ended(text: str) -> Match:
    """A game that ends with seat 2 pouring its tea back."""
    return play(given(f"phase: pour\ntaken: tea=1\nseat: 2\nclosed: 1\n{text}"), "tea back")


def test_ties_go_to_more_orders_served_in_the_whole_game_then_to_rush_tokens() -> None:
    """CR-41"""
    assert ended("served: 0=2\nupgrade: 1/pawns=1").winners() == [1]  # 2 points each, but 3 orders against 2
    assert ended("served: 0=2, 1=2\nrush: 0=1, 1=2").winners() == [1]
    assert ended("served: 0=2, 1=2\nrush: 0=1, 1=1").winners() == [0, 1]
    assert ended("served: 0=2, 2=3\nrush: 0=9").winners() == [2]


# Two players ----------------------------------------------------------------------------------------------------------


def test_two_players_place_two_pawns_each_in_turn_beginning_with_the_second() -> None:
    """CR-50"""
    match = dealt(2)
    order = []
    for cell in ("a1", "b1", "c1", "d1"):
        order.append(match.actor)
        play(match, f"place {cell}")
        assert f"place {cell}" not in match.legal()  # not even with one's own pawn
    assert order == [1, 0, 1, 0]
    assert field(match, "pawn") == "0/0=b1, 0/1=d1, 1/0=a1, 1/1=c1"


def test_two_players_pour_their_first_ingredients_as_they_like() -> None:
    """CR-50"""
    match = seated(2, "a1", "b1", "c1", "d1")
    assert (match.actor, match.legal()) == (0, ["together", "apart"])
    play(match, "together")
    assert (match.actor, match.legal()) == (1, ["together", "apart"])
    play(match, "apart")
    assert field(match, "cup") == "0/1/coffee=1, 0/1/caramel=1, 1/1/ice=1, 1/2/steam=1"
    assert match.actor == 0


def test_the_first_step_chooses_which_pawn_moves() -> None:
    """CR-51"""
    match = given("phase: move\npawn: 0/0=d4, 0/1=a1, 1/0=b3, 1/1=c3", 2)
    assert match.legal() == ["a1-b1", "a1-a2", "d4-d3", "d4-c4"]
    assert play(match.copy(), "a1-b1").legal() == ["b1-a1", "b1-c1", "b1-b2", "stop"]
    assert play(match, "d4-c4").legal() == ["c4-c3", "c4-b4", "c4-d4", "stop"]


def test_double_pawns_counts_ones_own_other_pawn() -> None:
    """CR-52"""
    match = given("phase: move\npawn: 0/0=a1, 0/1=b1, 1/0=d4, 1/1=d3\nupgrade: 0/pawns=1", 2)
    assert field(play(match, "a1-b1"), "taken") == "caramel=2"
    assert "stop" not in match.legal()  # CR-13


def test_only_the_opponent_draws_for_served_orders() -> None:
    """CR-53"""
    match = given(f"phase: serve\n{ESPRESSO_READY}\nwaiting: 0/z1/0=Espresso", 2)
    play(match, "serve 1 z1", "order Cocoa")
    assert field(match, "waiting") == "1/z1/0=Cocoa"
    assert field(match, "phase") == "new order"


def test_after_time_has_passed_one_order_comes_into_ones_own_zone_1() -> None:
    """CR-54"""
    match = play(given("phase: pour\ntaken: tea=1\nwaiting: 0/z1/0=Cocoa", 2), "tea back")
    assert field(match, "phase") == "new order"
    assert field(match, "waiting") == "0/z2/0=Cocoa"  # moved before the draw
    play(match, "order Milk Tea")
    assert field(match, "waiting") == "0/z1/0=Milk Tea, 0/z2/0=Cocoa"
    assert match.actor == 1


def test_with_three_players_nothing_is_drawn_when_time_passes() -> None:
    """CR-54 is for two players only."""
    assert play(given("phase: pour\ntaken: tea=1\nwaiting: 0/z1/0=Cocoa", 3), "tea back").actor == 1


def test_a_deck_empty_after_the_own_order_turns_the_sign() -> None:
    """CR-54"""
    text = "phase: pour\ntaken: tea=1\nwaiting: 0/z1/0=Cocoa\ndeck: Milk Tea="
    assert field(play(given(text + "1", 2), "tea back", "order Milk Tea"), "closed") == "1"
    assert field(play(given(text + "2", 2), "tea back", "order Milk Tea"), "closed") == ""
    assert field(play(given(text + "0", 2), "tea back"), "closed") == "1"


def test_if_the_first_player_closed_the_second_has_one_last_turn() -> None:
    """CR-55"""
    text = "phase: pour\ntaken: tea=1\nwaiting: 0/z1/0=Cocoa\ndeck: Milk Tea=1\n"
    assert play(given(text, 2), "tea back", "order Milk Tea").actor == 1
    match = play(given(text + "seat: 1", 2), "tea back", "order Milk Tea")
    assert match.actor is None
    assert "1/z1/0=Milk Tea" in field(match, "waiting")  # CR-22 to CR-54 are done


# A box of another size ------------------------------------------------------------------------------------------------


def small_box(tmp_path: Path, copies: int, stock: int = 12) -> Path:
    """Two kinds of order only."""
    text = Path(__file__).parents[2].joinpath("demitasse/games/coffee_rush/box.toml").read_text(encoding="utf-8")
    head = text[: text.index("[[order]]")].replace("coffee = 18", f"coffee = {stock}")
    orders = "\n".join(
        f'[[order]]\nname = "{name}"\ningredients = ["coffee", "steam"]\ncopies = {copies}'
        for name in ("Espresso", "Ristretto")
    )
    path = tmp_path / "box.toml"
    path.write_text(head + orders, encoding="utf-8")
    return path


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_a_draw_from_an_empty_deck_is_no_ply(tmp_path: Path) -> None:
    """CR-3, CR-21: five cards for four players."""
    options = {"box": str(small_box(tmp_path, 2))}
    match = Match("coffee_rush", 4, options, seed=1, auto_draw=True)
    assert (len(match.plies), match.actor) == (4, 3)
    with pytest.raises(IllegalAction, match="no draw is due"):
        match.draw()


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
@pytest.mark.parametrize(("first", "second"), [("Espresso", "Ristretto"), ("Ristretto", "Espresso")])
def test_less_luck_goes_on_without_enough_ristretto_and_espresso(tmp_path: Path, first: str, second: str) -> None:
    """CR-5: whichever comes first, the other is still there for the next player; nothing is left for the others."""
    match = Match("coffee_rush", 4, {"box": str(small_box(tmp_path, 1)), "less_luck": True})
    assert match.outcomes() == {"order Espresso": 1, "order Ristretto": 1}
    assert play(match, f"order {first}").outcomes() == {f"order {second}": 1}
    assert play(match, f"order {second}").actor == 3
    assert field(match, "waiting") == f"0/z1/0={first}, 1/z1/0={second}"


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_all_ristretto_and_espresso_left_over_leave_the_game(tmp_path: Path) -> None:
    """CR-5: the last of a box's orders among them; here nothing else is in the deck."""
    match = play(
        Match("coffee_rush", 4, {"box": str(small_box(tmp_path, 5)), "less_luck": True}), *["order Espresso"] * 3
    )
    weight = compiled.weight(GAME)
    assert GAME.rules.chances(match.box.records[0], match.state, weight) == 7 == weight.sum()
    assert play(match, "order Espresso").actor == 3
    assert (field(match, "gone"), field(match, "deck_left")) == ("Espresso=1, Ristretto=5", "")


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_what_nobody_waits_for_is_not_served(tmp_path: Path) -> None:
    """CR-18: were an empty place an order, it would be the last kind of a box that has as many as may be."""
    text = small_box(tmp_path, 1).read_text(encoding="utf-8")
    last = '\n[[order]]\nname = "{name}"\ningredients = ["tea", "tea"]\ncopies = 2'
    text += "".join(last.format(name=f"Tea {number}") for number in range(ORDERS - 2))
    (tmp_path / "box.toml").write_text(text, encoding="utf-8")
    cups = "phase: serve\ncup: 0/1/coffee=1, 0/1/steam=1, 0/2/tea=2\nwaiting: 0/z1/0=Espresso"
    assert given(cups, options={"box": str(tmp_path / "box.toml")}).legal() == ["serve 1 z1", "done"]


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_a_cell_whose_ingredient_ran_out_gives_nothing_at_the_start(tmp_path: Path) -> None:
    """CR-4, CR-12"""
    match = Match("coffee_rush", 4, {"box": str(small_box(tmp_path, 9, stock=2))}, seed=1, auto_draw=True)
    play(match, "place d1", "place a2", "place d3", "place a1")
    assert field(match, "cup") == "0/1/ice=1, 1/1/coffee=1, 2/1/coffee=1"


# Positions ------------------------------------------------------------------------------------------------------------

POSITION = """phase: move
pawn: 0/0=a1, 1/0=b1, 2/0=c1
waiting: 0/z1/0=Cocoa, 0/z1/1=Milk Tea
cup: 0/1/tea=1
rush: 1=2
served: 0=3
penalty: 1=1"""
BROKEN = {
    "a second pawn of three players moves": ("phase: move", "phase: move\nsteps: 1\nmoving: 1", "a second pawn moves"),
    "a tea too many": ("tea=11", "tea=12", "every ingredient"),
    "a tea too few": ("tea=11", "tea=10", "every ingredient"),
    "a tea taken from nowhere": ("phase: move", "phase: pour\ntaken: tea=1", "every ingredient"),
    "a rush token too many": ("rush_supply: 13", "rush_supply: 14", "rush tokens"),
    "a rush token too few": ("rush: 1=2", "rush: 1=1", "rush tokens"),
    "an order too many": ("Cold Brew=2", "Cold Brew=3", "every order card"),
    "an order that waits and lies in the deck": ("0/z1/1=Milk Tea", "0/z1/1=Cold Brew", "every order card"),
    "a deck of another size": ("deck_left: 74", "deck_left: 73", "deck_left"),
    "a served order that is not gone": ("served: 0=3", "served: 0=4", "cards gone"),
    "an upgrade that cost nothing": ("served: 0=3", "served: 0=3\nupgrade: 0/pawns=1", "cards gone"),
    "a penalty that is not gone": ("penalty: 1=1", "penalty: 1=2", "cards gone"),
    "a gap among orders": ("0/z1/1=Milk Tea", "0/z1/2=Milk Tea", "no gap"),
    "two pawns on a cell": ("1/0=b1", "1/0=a1", "no two pawns"),
    "a pawn too few": (", 2/0=c1", "", "as many pawns"),
    "a second pawn of three players": ("1/0=b1", "1/0=b1, 1/1=d4", "as many pawns"),
    "pawns before they are placed": ("phase: move\ndealt: 7", "phase: deal\ndealt: 6", "as many pawns"),
    "all pawns placed and one more asked": ("phase: move", "phase: place\nseat: 2", "as many pawns"),
    "a pawn placed out of turn": ("phase: move\ndealt: 7", "phase: place\ndealt: 7\nseat: 1", "as many pawns"),
    "steps while serving": ("phase: move", "phase: serve\nsteps: 1", "belong to the phase"),
    "orders served while moving": ("phase: move", "phase: move\nserved_now: 1", "belong to the phase"),
    "orders served from full cups": ("phase: move", "phase: too many\nserved_now: 3", "belong to the phase"),
    "orders drawn while moving": ("phase: move", "phase: move\ndrawn: 1", "belong to the phase"),
    "the orders not all dealt": ("dealt: 7", "dealt: 6", "belong to the phase"),
    "two more orders than are dealt": ("dealt: 7", "dealt: 8", "belong to the phase"),
    "together or apart with three players": ("phase: move", "phase: gather", "can be answered"),
    "an upgrade without three orders": ("phase: move", "phase: upgrade\nseat: 1", "can be answered"),
    "no cup to empty": ("phase: move", "phase: empty\nseat: 1", "can be answered"),
    "nothing to pour": ("phase: move", "phase: pour", "can be answered"),
    "nothing to serve": ("phase: move", "phase: serve", "can be answered"),
    "orders for nothing served": ("phase: move", "phase: too many", "can be answered"),
    "more orders than are due": ("phase: move", "phase: too many\nserved_now: 1\ndrawn: 2", "can be answered"),
    "a new order with three players": ("phase: move", "phase: new order", "can be answered"),
    "an end in an open shop": ("phase: move", "phase: ended\nseat: 2", "the sign says CLOSED"),
    "an end before the last turn": ("phase: move", "phase: ended\nclosed: 1\nseat: 1", "the sign says CLOSED"),
}


@pytest.mark.parametrize(("old", "new", "invariant"), BROKEN.values(), ids=BROKEN)
def test_a_position_that_cannot_be_is_refused(old: str, new: str, invariant: str) -> None:
    text = given(POSITION).position()
    assert old in text
    with pytest.raises(BadPosition) as error:
        Match.from_position(text.replace(old, new, 1))
    assert invariant in str(error.value)


def test_every_invariant_is_broken_by_one_of_these_positions() -> None:
    for meaning in GAME.rules.INVARIANTS[1:]:
        assert any(invariant in meaning for _, _, invariant in BROKEN.values()), meaning


SOME = [*["Caramel Caffe Freddo"] * 6, *["Espresso Doppio"] * 4]


@pytest.mark.parametrize(
    ("seats", "phase", "seat", "most"),
    [
        (2, "move", 0, 10),
        (2, "move", 1, 7),
        (2, "gather\nseat: 1", 0, 10),
        (2, "new order", 0, 6),
        (2, "new order", 1, 7),
        (3, "move", 0, 10),
        (3, "move", 1, 7),
        (3, "move", 2, 4),
        (4, "move\nseat: 3", 2, 4),
        (4, "move\nseat: 3", 0, 7),
    ],
)
def test_a_zone_has_room_for_the_orders_that_may_still_come(seats: int, phase: str, seat: int, most: int) -> None:
    """CR-20, CR-53: three from each of the two before one's turn, or from the other of two, and the new order."""
    text = f"phase: {phase}\nwaiting: " + ", ".join(f"{seat}/z1/{at}={name}" for at, name in enumerate(SOME[:most]))
    assert field(given(text, seats), "waiting").count("=") == most
    with pytest.raises(BadPosition, match="there is room for those that may still arrive"):
        given(f"{text}, {seat}/z1/{most}=Espresso", seats)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_five_penalties_in_an_open_shop_are_refused(seat: int) -> None:
    """CR-24"""
    assert given(f"phase: move\npenalty: {seat}=4").actor == 0
    assert given(f"phase: move\npenalty: {seat}=5\nclosed: 1").actor == 0
    with pytest.raises(BadPosition, match="the sign says CLOSED"):
        given(f"phase: move\npenalty: {seat}=5")


NO_ANSWER = {
    "a step without a way on": (3, "phase: move\nsteps: 3\npawn: 0/0=a1, 1/0=a1", "can be answered"),
    "a fifth upgrade": (
        3,
        "phase: upgrade\nserved: 0=3\nupgrade: 0/pawns=1, 0/diagonal=1, 0/corners=1, 0/specialties=1",
        "can be answered",
    ),
    "orders from an empty deck": (3, "phase: too many\nserved_now: 1\ndeck: Espresso=0", "can be answered"),
    "a pawn that moves before its first step": (2, "phase: move\nmoving: 1", "belong to the phase"),
}


@pytest.mark.parametrize(("seats", "text", "invariant"), NO_ANSWER.values(), ids=NO_ANSWER)
def test_a_question_without_an_answer_is_refused(seats: int, text: str, invariant: str) -> None:
    """CR-10, CR-13, CR-20, CR-51"""
    with pytest.raises(BadPosition, match=invariant):
        given(text, seats)


def test_a_question_with_one_answer_is_asked() -> None:
    """CR-14, CR-20: a rush token for a fifth step from another's cell; the deck's last card for the next player."""
    assert "a1-a2" in given("phase: move\nsteps: 4\nrush: 0=1\npawn: 0/0=a1, 1/0=a1").legal()
    assert given("phase: too many\nserved_now: 1\ndeck: Espresso=1").outcomes() == {"order Espresso": 1}


@pytest.mark.parametrize("pawns", ["0/0=b1, 0/1=c3", "0/0=c3, 0/1=b1"])
def test_the_steps_of_two_pawns_are_told_from_cell_to_cell(pawns: str) -> None:
    """CR-51: whichever pawn was placed first, ids ascend."""
    found = given(f"phase: move\npawn: {pawns}", 2).legal()
    assert found == ["b1-a1", "b1-c1", "b1-b2", "c3-c2", "c3-b3", "c3-d3", "c3-c4"]


def test_an_order_is_served_from_the_last_place_of_a_full_zone() -> None:
    """CR-18: and a full zone that does not ask for the cup's content takes none."""
    full = ", ".join(f"0/z2/{place}={name}" for place, name in enumerate(SOME))
    text = f"phase: serve\nwaiting: 0/z1/0=Espresso, {full}, 0/z2/10=Espresso\n{ESPRESSO_READY}"
    assert given(text).legal() == ["serve 1 z1", "serve 1 z2", "done"]
    assert field(play(given(text), "serve 1 z2"), "waiting").count("0/z2/") == 10
    first = ", ".join(f"0/z2/{place}={name}" for place, name in enumerate(["Espresso", *SOME]))
    match = play(given(f"phase: serve\nwaiting: {first}\n{ESPRESSO_READY}"), "serve 1 z2")
    assert field(match, "waiting").replace("z2", "z3").startswith(full.replace("z2", "z3"))
    assert given(text.replace("0/z2/10=Espresso", "0/z2/10=Cocoa")).legal() == ["serve 1 z1", "done"]


def test_orders_served_with_an_empty_deck_bring_nobody_more() -> None:
    """CR-21: not even a draw"""
    order = "phase: serve\nclosed: 1\ndeck: Espresso=0\nwaiting: 0/z1/0=Espresso Doppio\ncup: 0/1/coffee=2, 0/1/steam=1"
    match = given(order)
    play(match, match.legal()[0])
    assert (match.actor, field(match, "phase"), field(match, "waiting")) == (1, "move", "")
