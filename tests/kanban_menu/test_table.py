"""Kanban Menu's table: what it foretells and adds up agrees with the rules, and every choice is found on it."""

from collections.abc import Iterator
from typing import Any

import pytest

from demitasse import Match, Setting
from demitasse.core import turns
from demitasse.core.furniture import Area
from demitasse.core.scene import Piece, Scene, preview, scene
from demitasse.core.words import words
from demitasse.games.kanban_menu import rules as r
from demitasse.games.kanban_menu.box import ACTION_CARDS
from demitasse.games.kanban_menu.forecast import gain_of
from demitasse.games.kanban_menu.state import TURN
from tests.kanban_menu.positions import all_lie, given
from tests.players import Driver
from tests.positions import legal, play

SAY = words("en")
MINE = "hand: 0/drink=2, 0/produce=1, 0/sweets=2\nmoney: 0=6\nvp: 0=14"


def area(shown: Scene, id: str) -> Area:
    return next(area for area in shown.furniture.areas if area.id == id)


def card(shown: Scene, title: str) -> Piece:
    return next(piece for group in shown.groups for piece in group.pieces if piece.title == title)


def said(match: Match, number: int) -> list[str]:
    """What an action card means for seat 0."""
    places = next(group for group in scene(match, 0).groups if group.id == "actions").places
    return [item.label for item in places[number - 1].says]


def test_before_dealing_no_card_is_missed() -> None:
    match = Match("kanban_menu", 2, seed=1)
    assert without_cards(match) == {"nothing is dealt yet"}
    while match.actor == "*":
        match.draw()
    assert without_cards(match) == {"no card is left"}


def without_cards(match: Match) -> set[str]:
    """What the places of the display say where no card lies."""
    places = next(group for group in scene(match, 0).groups if group.id == "display").places
    return {place.empty for place in places}


def choices(setting: Setting, care: int) -> Iterator[Match]:
    """Positions of a whole game in which somebody chooses an action card."""
    driver = Driver(setting, 5, care)
    while driver.match.actor is not None:
        s: Any = driver.match.state
        if s.phase == TURN and s.chosen == 0:
            yield driver.match
        driver.step()


# What an action card would give ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"first_edition": True}], ids=["second", "first_edition"])
def test_an_action_card_gives_what_it_foretells(options: dict[str, object]) -> None:
    asked = 0
    for match in choices(Setting.of("kanban_menu", 3, options), 100):
        seat = int(match.actor) if isinstance(match.actor, int) else 0
        for number in range(ACTION_CARDS):
            gain, twin = gain_of(match, seat, number), match.copy()
            s: Any = twin.state
            before = (int(s.money[seat]), int(s.vp[seat]), int(r.held(s, seat)))
            twin.play(f"choose {number + 1}")
            s = twin.state
            assert list(s.hand[seat]) == list(gain.hand)
            assert int(s.money[seat]) == gain.money == before[0] + gain.dollars
            assert int(s.vp[seat]) == before[1] + gain.vp
            assert int(r.held(s, seat)) == before[2] + gain.tokens
            asked += 1
    assert asked > 60


def test_what_could_be_done_there_is_what_is_legal_there() -> None:
    """A tick where the activation would find something, and none where it would not."""
    verbs = {2: ["business"], 3: ["fair"], 4: ["contribute"], 5: ["develop"]}
    ticks = 0
    for match in choices(Setting.of("kanban_menu", 2, {}), 100):
        if match.actor != 0:
            continue
        for number, verb in verbs.items():
            twin = match.copy()
            twin.play(f"choose {number}")
            s: Any = twin.state
            if s.phase == TURN:  # not over the limit, where a token is dropped first
                assert ("✓" in said(match, number)[-1]) == bool(legal(twin, *verb))
                ticks += "✓" in said(match, number)[-1]
    assert ticks > 5


def test_effects_and_yellow_tokens_count_and_money_ends_at_its_limit() -> None:
    match = given("lies: Macaron=developed 0\non_card: 1/yellow=2, 1/drink=1\nmoney: 0=10", 2)
    assert said(match, 1) == ["+ 1 token, $5", "$1 lost"]
    assert said(match, 2) == ["nothing to take", "you lack 2 alike"]


def test_what_goes_over_a_limit_is_said_before_and_told_after() -> None:
    """KM-20."""
    match = given("on_card: 1/yellow=1, 2/drink=2\nhand: 0/sweets=9\nmoney: 0=15", 2)
    assert said(match, 1) == ["$2 lost"]
    assert said(match, 2)[:2] == ["+ 2 tokens", "drop 1 token"]
    played = play(given("hand: 0/drink=2\nmoney: 0=12", 2), "choose 2")
    [sale] = [action for action in scene(played, 0).actions if action.text.startswith("business")]
    assert sale.label == "Sell 2 drinks: $3 ($2 lost: the limit is $15)"
    assert sale.badge == "+$3"
    play(played, "business drink", "finish")
    [turn, *_] = [turn for turn in turns.of(played) if turn.seat == 0]
    told = turns.tell(played, turns.so_far(played, turn, len(played.plies)), 1, SAY)
    assert "lost $2 over the limit of $15" in told.text


def test_the_money_of_an_effect_that_goes_over_the_limit_is_said_before_and_told_after() -> None:
    """KM-20."""
    match = given("lies: Sweets buffet=developed 0\nhand: 0/sweets=2\nmoney: 0=14", 2)
    play(match, "choose 6")
    [use] = [action for action in scene(match, 0).actions if action.text == "use Sweets buffet"]
    assert use.label == "Use Sweets buffet: 1 sweet → $3 ($2 lost: the limit is $15)"
    play(match, "use Sweets buffet", "finish")
    turn = next(turn for turn in turns.of(match) if turn.seat == 0)
    told = turns.tell(match, turns.so_far(match, turn, len(match.plies)), 1, SAY)
    assert "lost $2 over the limit of $15" in told.text


def test_nothing_is_foretold_to_who_has_chosen() -> None:
    match = given(f"{MINE}\nchosen: 5", 2)
    assert said(match, 1) == []
    places = next(group for group in scene(match, 1).groups if group.id == "actions").places
    assert places[0].says


# Menu cards -----------------------------------------------------------------------------------------------------------


def test_a_menu_card_says_what_one_may_do_or_what_it_lacks() -> None:
    text = f"{MINE}\nlies: Parfait=display, Opéra=display, Beef stew=display, Ratatouille=display"
    watching, developing = scene(given(text, 2), 0), scene(given(f"{text}\nchosen: 5", 2), 0)
    assert card(watching, "Parfait").tag == "you have all it takes"
    assert card(watching, "Opéra").tag == "1 sweet short"
    assert card(developing, "Parfait").tag == "Develop or reserve"
    assert card(developing, "Opéra").tag == "Reserve (1 sweet short)"
    assert [card(watching, "Opéra").symbols[k] for k in card(watching, "Opéra").lacking] == ["km-sweets"]


def test_who_has_reserved_a_card_may_only_develop() -> None:
    text = f"{MINE}\nchosen: 5\nlies: Parfait=reserved 0, Opéra=display, Beef stew=display, Ratatouille=display"
    shown = scene(given(text, 2), 0)
    assert card(shown, "Parfait").tag == "Develop"
    assert card(shown, "Opéra").tag == "1 sweet short"


# The score ------------------------------------------------------------------------------------------------------------


def test_the_score_explains_itself() -> None:
    """KM-31: five tokens sell for $10, and $16 are worth 5."""
    match = given(MINE, 2)
    mine = area(scene(match, 0), "mine")
    assert mine.note == "19 if it ended now: 14 VP + $16 ÷ 3, tokens sold"
    assert mine.score == match.scores()[0] == 19


def test_the_way_to_the_end_is_that_of_the_edition() -> None:
    editions: tuple[tuple[dict[str, object], int], ...] = (({}, 30), ({"first_edition": True}, 25))
    for options, goal in editions:
        shown = scene(given(MINE, 3, options), 1)
        assert [(way.id, way.now, way.most) for way in shown.furniture.tracks] == [
            ("way-1", 0, goal),
            ("way-2", 0, goal),
            ("way-0", 14, goal),
        ]


def test_the_last_round_is_told() -> None:
    shown = scene(given("vp: 0=30\nrounds: 7\nseat: 1", 2), 0)
    assert shown.furniture.phases is not None
    assert shown.furniture.phases.round is not None
    assert shown.furniture.phases.round.say == "Round 8, the last"


def test_a_preview_tells_score_money_and_tokens() -> None:
    match = given(f"{MINE}\nchosen: 5\nlies: Parfait=display, Opéra=display, Beef stew=display, Ratatouille=display", 2)
    found = preview(match, "develop Parfait", 0)["furniture"]
    mine = next(one for one in found["areas"] if one["id"] == "mine")
    assert [fact["value"] for fact in mine["facts"]] == ["$6", "2"]
    assert next(way for way in found["tracks"] if way["id"] == "way-0")["now"] == 18
    assert mine["score"] == 18 + (6 + 4) // 3


# Trading --------------------------------------------------------------------------------------------------------------


def test_trading_says_what_can_be_sold_and_bought_and_why_not() -> None:
    match = given("hand: 0/drink=1\nmoney: 0=1\nchosen: 6", 2)
    shown = scene(match, 0)
    kinds = {kind.label: kind.say if not kind.why else kind.why for kind in shown.furniture.bars[0].kinds}
    assert kinds["Sell 1 drink"] == "for $2"
    assert kinds["Sell 1 produce"] == "you have none"
    assert kinds["Sell 1 VP"] == "you have no VP"
    assert kinds["Buy 1 VP"] == "$1 short"
    possible = {kind.id for kind in shown.furniture.bars[0].kinds if not kind.why}
    assert possible == {action.on for action in shown.actions if action.text.startswith("trade")}
    assert area(shown, "boards").idle
    assert not area(shown, "trade").idle


def test_the_action_cards_stay_for_who_only_watches() -> None:
    shown = scene(given("hand: 0/drink=1\nchosen: 6", 2), 1)
    assert area(shown, "trade").idle
    assert not area(shown, "boards").idle


def test_conversions_are_taken_away_after_the_third() -> None:
    match = given("hand: 0/drink=4\nchosen: 6", 2)
    play(match, *["trade drink>$"] * 3)
    assert not scene(match, 0).furniture.bars
    assert not area(scene(match, 0), "boards").idle


def test_a_card_that_converts_is_picked_and_the_rest_is_asked_for() -> None:
    match = given("hand: 0/drink=1\nmoney: 0=6\nlies: Bavarois=developed 0", 2)
    shown = scene(match, 0)
    bavarois = card(shown, "Bavarois").id
    converting = [action for action in shown.actions if card(shown, "Bavarois").id == action.on]
    assert len(converting) > 3
    assert {(action.start, action.on) for action in converting} == {("", bavarois)}


# Tokens ---------------------------------------------------------------------------------------------------------------


def test_the_tokens_to_put_are_in_hand_and_the_first_one_is_asked_about() -> None:
    match = given("phase: put\nchosen: 5\nactivated: 1\nfirst_token: sweets\nsecond_token: yellow", 2)
    shown = scene(match, 0)
    hand = next(group for group in shown.groups if group.id == "hand")
    assert [piece.symbol for piece in hand.pieces] == ["km-sweets", "km-yellow"]
    assert {action.start for action in shown.actions} == {hand.pieces[0].id}
    assert "*sweets*" in shown.question


def test_tokens_beyond_the_limit_are_told() -> None:
    match = given("phase: drop\nchosen: 1\nhand: 0/drink=12", 2)
    tokens = area(scene(match, 0), "mine").facts[1]
    assert (tokens.value, tokens.of, tokens.tone) == ("12", "10", "hot")


def test_all_cards_of_a_counter_lie_there() -> None:
    """However many somebody has developed, each is there with what it does."""
    match = given(all_lie("developed 0", "Parfait", "Opéra", "Beef stew", "Ratatouille"), 2)
    group = next(group for group in scene(match, 0).groups if group.id == "dishes-0")
    assert len(group.pieces) == 18
    assert all(piece.does and piece.note for piece in group.pieces)
