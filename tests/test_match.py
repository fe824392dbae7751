"""The surface of a match as the design promises it, and what it refuses."""

from typing import Any

import numpy as np
import pytest

import demitasse
from demitasse import BadOption, BadPosition, IllegalAction, Match, UnknownGame, game, game_names
from demitasse.core import compiled
from demitasse.core.draws import advance, below, outcome_at
from demitasse.core.play import broken


def started() -> Match:
    return Match("coffee_rush", seats=3, options={"less_luck": True}, seed=7)


def test_the_code_of_the_design_works_as_written() -> None:
    match = demitasse.Match("coffee_rush", seats=3, options={"less_luck": True}, seed=7)
    assert match.actor == "*"
    assert match.legal() == []
    assert match.outcomes() == {"order Espresso": 2, "order Ristretto": 2}
    while match.actor == "*":
        assert match.draw().startswith("order ")
    assert match.actor == 2
    assert match.legal()[:2] == ["place a1", "place b1"]
    assert match.outcomes() == {}
    match.play("place a1")
    match.undo()
    assert match.actor == 2
    assert match.scores() == [0, 0, 0]
    assert match.winners() == []
    assert match.copy().position() == match.view(0).position() == match.position()
    assert demitasse.load(match.record()).record() == match.record()
    assert demitasse.Match.from_position(match.position()).position() == match.position()
    assert "Coffee Rush" in str(match)


def test_auto_draw_draws_at_the_start_and_after_each_play() -> None:
    match = Match("coffee_rush", seats=2, seed=7, auto_draw=True)
    assert match.actor == 1
    assert [ply.actor for ply in match.plies] == ["*"] * 5


def test_undo_with_auto_draw_goes_back_to_the_last_decision() -> None:
    match = Match("coffee_rush", seats=2, seed=7, auto_draw=True)
    with pytest.raises(IllegalAction, match="no decision to take back"):
        match.undo()
    while match.plies[-1].actor != "*" or len(match.plies) < 10:
        before = match.position()
        match.play(match.legal()[0])
    match.undo()
    assert match.position() == before
    assert isinstance(match.plies[-1].actor, int)


def test_undo_without_a_past_is_an_error() -> None:
    with pytest.raises(IllegalAction, match="no ply to take back"):
        started().undo()


def test_a_seed_gives_the_same_draw_at_the_same_ply() -> None:
    match, twin = started(), started()
    assert match.draw() == twin.draw()
    first = match.draw()
    match.undo()
    assert match.draw() == first
    assert started().draw() != "" != Match("coffee_rush", 3, seed=8).draw()


def test_without_a_seed_draws_differ() -> None:
    drawn = {Match("coffee_rush", 3).draw() for _ in range(40)}
    assert len(drawn) > 5


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("chess",), UnknownGame, "there is no game 'chess'; expected one of: "),
        (("coffee_rush", 1), BadOption, "Coffee Rush is played by 2 to 4; got 1 seats"),
        (("coffee_rush", 5), BadOption, "got 5 seats"),
        (("coffee_rush", "3"), BadOption, "got '3' seats"),
        (("coffee_rush", True), BadOption, "got True seats"),
        (
            ("coffee_rush", 3, {"luck": True}),
            BadOption,
            "Coffee Rush has no option 'luck'; expected one of: less_luck, box",
        ),
        (
            ("coffee_rush", 3, {"less_luck": "yes"}),
            BadOption,
            "option less_luck is a switch; expected true or false, got 'yes'",
        ),
        (("coffee_rush", 3, {"less_luck": 2}), BadOption, "got 2"),
        (("coffee_rush", 3, {"box": 5}), BadOption, "option box is the path of a TOML file; got 5"),
    ],
)
def test_what_a_game_does_not_have_is_refused(
    arguments: tuple[object, ...], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as caught:
        Match(*arguments)  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_false_and_zero_mean_absent() -> None:
    assert (
        Match("coffee_rush", 3, {"less_luck": False}).options == Match("coffee_rush", 3, {"less_luck": 0}).options == {}
    )


def test_an_illegal_action_says_what_is_legal_and_changes_nothing() -> None:
    match = Match("coffee_rush", seats=2, seed=7, auto_draw=True)
    before = match.position()
    with pytest.raises(
        IllegalAction, match=r"'place e9' is not legal for seat 1; legal: place a1, place b1, .* \(16 in all\)"
    ):
        match.play("place e9")
    with pytest.raises(IllegalAction, match="no draw is due: seat 1 is to act"):
        match.draw()
    with pytest.raises(
        IllegalAction, match="'order Cold Milk' cannot be drawn; a draw is due, possible: order Espresso"
    ):
        Match("coffee_rush", 2).play("order Cold Milk")
    assert match.position() == before
    assert len(match.plies) == 5


def test_there_is_no_view_for_a_seat_that_is_not_there() -> None:
    with pytest.raises(IllegalAction, match="there is no seat 3; expected 0 to 2"):
        started().view(3)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "rush_supply: 15",
            "rush_supply: 14",
            "rush tokens in the supply and with the players: together as many as the box has",
        ),
        ("rush_supply: 15", "rush_supply: many", "rush_supply: 'many' is not a whole number"),
        ("coffee=18", "coffee=17", "every ingredient"),
        ("coffee=18", "coffee=40000", "supply: 40000 is out of range"),
        ("coffee=18", "sugar=18", "there is no ingredient 'sugar'; expected one of: coffee, steam"),
        ("coffee=18", "coffee", "'coffee' is not of the form ingredient=value"),
        ("deck_left: 80", "deck_left: 79", "deck_left is the number of cards in the deck"),
        ("deck_left: 80", "deck_left: 80\nphase: pour", "break"),
        ("deck_left: 80", "deck_left: 80\ncolour: 3", "there is no field 'colour'; expected one of: seats,"),
        ("deck_left: 80", "deck_left: 80\ndeck_left: 80", "'deck_left' is given twice"),
        ("deck_left: 80", "deck_left: 80\nseat: 4", "seat is 4; expected 0 to 2 (whose turn it is"),
        ("deck_left: 80", "deck_left: 80\nless_luck: 1", "is an option; expected a line such as 'options: "),
        ("game: coffee_rush", "game: chess", "there is no game 'chess'"),
        ("seats: 3", "seats: 7", "Coffee Rush is played by 2 to 4"),
        ("seats: 3\n", "", "the header has no 'seats'"),
    ],
)
def test_a_position_that_breaks_something_is_refused(old: str, new: str, message: str) -> None:
    position = Match("coffee_rush", 3).position()
    assert old in position
    with pytest.raises((BadPosition, UnknownGame, BadOption)) as error:
        Match.from_position(position.replace(old, new))
    assert message in str(error.value)


def test_what_is_legal_reads_like_a_list_also_when_the_game_has_gone_on() -> None:
    """Café writes its texts by where cards lie, and only when they are asked for."""
    match = Match("cafe", seed=7, auto_draw=True)
    while not any(text.startswith("grow") for text in match.legal()):
        match.play(match.legal()[0])
    legal, twin = match.legal(), match.copy()
    match.play(legal[0])
    texts = list(twin.legal())
    assert legal == texts
    assert (legal[1:], legal[-1], len(legal), repr(legal)) == (texts[1:], texts[-1], len(texts), repr(texts))
    assert texts[-1] in legal
    assert "grow 99,99" not in legal
    assert legal != texts[1:]


def test_what_follows_from_other_fields_is_in_no_position_and_worked_out_again() -> None:
    match = Match("cafe", seed=7, auto_draw=True)
    derived = [field.name for field in match.game.fields if field.derived]
    text = match.position()
    assert derived
    assert not any(line.startswith(f"{name}:") for name in derived for line in text.splitlines())
    assert Match.from_position(text).states.tobytes() == match.states.tobytes()
    with pytest.raises(BadPosition, match=f"no field '{derived[0]}'"):
        Match.from_position(f"{text}{derived[0]}: 0/1=1\n")
    for name in derived:
        twin = match.copy()
        twin.state[name][0] += 1
        assert "kept beside" in broken(twin.game, twin.box, twin.states)


@pytest.mark.parametrize(("name", "seats"), [("cafe", 4), ("cat_cafe", 2), ("kanban_menu", 3)])
def test_what_a_game_picks_is_what_its_weights_give(name: str, seats: int) -> None:
    match, random = Match(name, seats, seed=7), 12345
    rules: Any = match.game.rules
    box, weight = match.box.records[0], compiled.weight(match.game)
    phases = set()
    while match.actor is not None:
        if match.actor == "*":
            for _ in range(5):
                random = int(advance(random))
                given = outcome_at(weight, below(random, rules.chances(box, match.state, weight)))
                assert rules.pick(box, match.state, random, weight) == given
            phases.add(int(match.state["phase"]))
            match.draw()
        else:
            random, legal = int(advance(random)), match.legal_ids()
            match.play_id(legal[int(below(random, len(legal)))])
    assert len(phases) == {"cafe": 1, "cat_cafe": 1, "kanban_menu": 4}[name], "every kind of draw"


@pytest.mark.parametrize(("name", "seats"), [(name, max(game(name).seats)) for name in game_names()])
def test_scores_are_written_over_what_stood_there(name: str, seats: int) -> None:
    """As in a batch, which keeps one room for all games."""
    match = Match(name, seats, seed=7, auto_draw=True)
    while match.actor is not None:
        match.play_id(match.legal_ids()[0])
    rules: Any = match.game.rules
    fresh = np.zeros((seats, len(rules.SCORE.names)), np.int64)
    used = fresh + 7
    for lines in (fresh, used):
        rules.score(match.box.records[0], match.state, lines)
    assert fresh.tolist() == used.tolist()
