"""Positions of Café that are refused, each by the invariant that it breaks, and their neighbours that are taken."""

from itertools import pairwise
from typing import Any

import pytest

from demitasse import BadPosition, Match
from demitasse.games.cafe import GAME
from tests.cafe.positions import AUCTION, BATCHES, DRYERS, FIELD, ROASTERS, TOWN, deck, given, two_ships
from tests.positions import field, legal, play

BROKEN = {
    "a round too many": ("rounds: 2", "rounds: 9", "rounds is 9; expected 1 to 8"),
    "a negative cube": ("supply: Y=33", "supply: Y=-1", "supply colour 0 is -1; expected 0 to"),
    "a card without a place": ("card: 0/0=start 1", "card: 0/3=7, 0/0=start 1", "nothing lies behind the last card"),
    "a cube too many": ("supply: Y=33", "supply: Y=34", "of each colour as many as the box has"),
    "another start card": ("card: 0/0=start 1", "card: 0/0=start 2", "begins with its seat's start card"),
    "a card of the deck": ("plan: ", "plan: 6=deck, ", "in one place only"),
    "a card too few": ("8=deck, ", "", "as many cards are on offer and unseen"),
    "a card that covers all of another": ("0/1=2,0 r0", "0/1=0,0 r0", "covers 2 to 4 sections"),
    "groups apart": ("0/1a=0a", "0/1a=1a", "group names the first section"),
    "a cube on the wrong colour": ("colour: 0/0a=Y", "colour: 0/0a=B", "cubes lie on visible sections"),
    "two cubes on a growing section": ("cubes: 0/0a=1", "cubes: 0/0a=2", "cubes lie on visible sections"),
    "cubes of a café that is none": ("supply: Y=33", "served: 0/1/Y=1\nsupply: Y=32", "cubes lie on visible sections"),
    "a start card in hand": ("phase: act", "phase: act\nhand: 0=start 1", "in one place only"),
    "a card in hand while acting": ("phase: act", "phase: act\nhand: 0=3", "the cards in hand"),
    "points without cups": ("points: 1", "points: 3", "points, the open action"),
    "an open action beside all points": ("points: 1", "points: 1\nopened: deliver", "points, the open action"),
    "an open action without a group": ("points: 1", "opened: dry", "points, the open action"),
    "a bid without an auction": ("phase: act", "phase: act\nlast_bid: 0=1", "bids and passes"),
    "cards on offer while acting": ("phase: act", "phase: act\noffered: 1", "on offer"),
    "no start card": ("card: 0/0=start 1, ", "card: ", "nothing lies behind the last card"),
    "a place without a card": ("at: ", "at: 0/8=0,0 r0, ", "nothing lies behind the last card"),
    "cubes in a café without a card": ("supply: Y=33", "served: 0/2/Y=1\nsupply: Y=32", "nothing lies behind"),
    "a cube behind the last card": ("cubes: ", "cubes: 0/2a=1, ", "nothing lies behind the last card"),
    "a colour behind the last card": ("colour: ", "colour: 0/2f=Y, ", "nothing lies behind the last card"),
    "a group behind the last card": ("group: ", "group: 0/8f=8f, ", "nothing lies behind the last card"),
    "a red cube too many": ("R=34", "R=35", "of each colour as many as the box has"),
    "a start card as the second": ("0/1=6", "0/1=start 2", "in one place only"),
    "a starred card alone": ("plan: ", "plan: 7=deck, ", "in one place only"),
    "the first card in hand and unseen": ("plan: ", "hand: 0=1\nplan: 1=deck, ", "in one place only"),
    "a card in hand and in the district": ("plan: ", "hand: 0=6\nplan: ", "in one place only"),
    "a card that lies nowhere": (", 0/1=2,0 r0", "", "covers 2 to 4 sections"),
    "a card that covers one section": ("0/1=2,0 r0", "0/1=2,1 r0", "covers 2 to 4 sections"),
    "a group of a covered section": ("0/0d=0d", "0/0c=0a, 0/0d=0d", "group names the first section"),
    "a visible section without a group": (", 0/1f=1f", "", "group names the first section"),
    "the first section without a group": ("0/0a=0a, ", "", "group names the first section"),
    "the last section in another group": ("0/1f=1f", "0/1f=0a", "group names the first section"),
    "a cube without a colour": ("cubes: 0/0a=1", "cubes: 0/0a=1, 0/1f=1", "cubes lie on visible sections"),
    "a colour without a cube": ("colour: 0/0a=Y", "colour: 0/0a=Y, 0/1f=Y", "cubes lie on visible sections"),
    "cards on offer as if taken": ("8=deck", "1=deck, 8=offer", "on offer"),
    "growing as an open action": ("points: 1", "opened: grow", "points, the open action"),
    "a group of no open action": ("points: 1", "open_group: 0e", "points, the open action"),
    "roasting without a group": ("points: 1", "opened: roast", "points, the open action"),
    "roasting in a drying group": ("points: 1", "opened: roast\nopen_group: 0e", "points, the open action"),
    "a batch while acting": ("points: 1", "growing: 0a", "points, the open action"),
    "a delivery begun and none open": ("points: 1", "begun: 0a", "points, the open action"),
    "a delivery begun in a growing section": ("points: 1", "opened: deliver\nbegun: 0a", "points, the open action"),
    "what no open action filled": ("points: 1", "points: 1\nfresh: 0a=1", "points, the open action"),
    "what another group filled": (
        "points: 1",
        "opened: dry\nopen_group: 0e\nfresh: 0a=1",
        "points, the open action",
    ),
    "an empty section filled just now": (
        "points: 1",
        "opened: dry\nopen_group: 0e\nfresh: 0e=1",
        "points, the open action",
    ),
    "a pass without an auction": ("phase: act", "phase: act\npassed: 0=1", "bids and passes"),
}


@pytest.mark.parametrize(("old", "new", "invariant"), BROKEN.values(), ids=BROKEN)
def test_a_position_that_cannot_be_is_refused(old: str, new: str, invariant: str) -> None:
    text = given("phase: act\nplan: 8=deck", districts=FIELD, cubes={0: {"0,0": "Y"}}).position()
    assert old in text
    with pytest.raises(BadPosition) as error:
        Match.from_position(text.replace(old, new, 1))
    assert invariant in str(error.value)


FAULTS = [  # each breaks one invariant of the position above, in the order they are looked at
    ("card: 0/0=start 1", "card: 0/0=start 2", "begins with its seat's start card"),
    ("supply: Y=33", "supply: Y=34", "of each colour as many as the box has"),
    ("plan: ", "plan: 6=deck, ", "in one place only"),
    ("phase: act", "phase: act\nhand: 0=3", "the cards in hand"),
    ("points: 1", "points: 3", "points, the open action"),
    ("warehouse: ", "last_bid: 0=1\nwarehouse: ", "bids and passes"),
    ("plan: 8=deck", "offered: 1\nplan: 1=deck, 8=offer", "what the phase asks"),
]


def test_of_two_broken_invariants_the_first_is_told() -> None:
    """Each fault beside the one that is looked at next; the last one alone."""
    text = given("phase: act\nplan: 8=deck", districts=FIELD, cubes={0: {"0,0": "Y"}}).position()
    for (old, new, invariant), (other, otherwise, _) in pairwise([*FAULTS, ("", "", "")]):
        assert old in text
        assert other in text
        with pytest.raises(BadPosition) as error:
            Match.from_position(text.replace(other, otherwise, 1).replace(old, new, 1))
        assert invariant in str(error.value)


@pytest.mark.parametrize(("name", "index"), [("filled", (0,)), ("spot", (0, 0)), ("spot", (0, 11)), ("seen", (0, 8))])
def test_what_is_kept_beside_is_looked_at(name: str, index: tuple[int, ...]) -> None:
    """The first and the last of each."""
    match = given("phase: act", districts=FIELD, cubes={0: {"0,0": "Y"}})
    s: Any = match.states.copy()[0]
    s[name][index] += 1
    assert GAME.rules.check(match.box.records[0], s) == len(GAME.rules.INVARIANTS) - 1
    s.offered = 1
    assert GAME.rules.check(match.box.records[0], s) < len(GAME.rules.INVARIANTS) - 1


# (text, seats, options, districts, cubes): what cannot be, by the invariant that says so
REFUSED: dict[str, list[tuple[str, int, dict[str, object], dict[int, list[str]], dict[int, dict[str, str]]]]] = {
    "at most one card a round": [
        ("phase: act\nrounds: 1", 1, {}, {0: ["6 2,0 r0", "5 4,0 r0"]}, {}),
        ("phase: place\nrounds: 1\nhand: 0=8", 1, {}, {0: ["6 2,0 r0"]}, {}),
        ("phase: take\nrounds: 1", 1, {}, {0: ["6 2,0 r0"]}, {}),
        ("phase: act\nrounds: 1", 2, {}, {0: ["6 2,0 r0"]}, {}),  # seat 1 comes first
    ],
    "covers 2 to 4 sections": [
        ("phase: act", 1, {}, {0: ["6 -2,0 r0"]}, {}),  # on the only cup (CF-14)
        ("phase: act", 1, {}, {0: ["5 1,1 r0", "8 0,1 r0"]}, {}),  # on five sections
    ],
    "cubes lie on visible sections": [
        ("phase: act", 1, {}, {}, {0: {"0,1": "Y"}}),  # a cup
        ("phase: act", 2, {"auction": True}, {}, {0: {"0,1": "Y"}}),
        ("phase: act", 1, {}, FIELD, {0: {"3,1": "G"}}),  # a ship without an auction
        ("phase: act", 2, {"auction": True}, FIELD, {0: {"3,1": "GG"}}),
        ("phase: act", 1, {"expresso": True}, {0: ["e1 2,0 r0"]}, {0: {"2,0": "RR"}}),  # an espresso section
        ("phase: act", 1, {"expresso": True}, {0: ["e7 2,0 r0"]}, {0: {"2,0": "YYY"}}),  # a surplus (CF-53)
        ("phase: act", 1, dict(BATCHES), {0: ["e3 2,0 r0"]}, {0: {"2,0": "YY"}}),  # a batch (CF-52)
        ("phase: act", 1, dict(ROASTERS), TOWN, {0: {"2,0": "YYR"}}),  # a café
        ("phase: act", 1, dict(ROASTERS), TOWN, {0: {"2,0": "YRR"}}),
    ],
    "the cards in hand": [
        ("phase: auction\nturn: 1\nseat: 0", 2, {"auction": True}, {}, {}),
        ("phase: ended\nturn: 1", 2, {}, {}, {}),
        ("phase: ended\nrounds: 7", 1, {}, {}, {}),
        ("phase: act\nmaster: 1\nrounds: 1", 2, {}, {}, {}),  # CF-3
        ("phase: take\nrounds: 2\nturn: 1\nhand: 2=6, 0=11", 3, {}, {}, {}),  # seats 2, 0 and 1 come in this order
        ("phase: lay out\nrounds: 2\nturn: 1\nhand: 2=6, 1=11", 3, {}, {}, {}),
        ("phase: place\nrounds: 2\nturn: 1\nhand: 2=6, 0=11", 3, {}, {}, {}),
        ("phase: place\nrounds: 2\nturn: 1\nhand: 1=11", 3, {}, {}, {}),
        ("phase: act\nrounds: 2\nturn: 1\nhand: 0=11", 3, {}, {}, {}),
        ("phase: act\nrounds: 2\nturn: 1\nhand: 2=11", 3, {}, {}, {}),
        ("phase: auction\nrounds: 2\nhand: 1=11", 2, {"auction": True}, {}, {}),
        ("phase: ended\nhand: 1=11", 2, {}, {}, {}),
    ],
    "points, the open action": [
        ("phase: take\npoints: 1", 1, {}, {}, {}),
        ("phase: take\nopened: deliver", 1, {}, {}, {}),
        ("phase: take\ngrowing: 0a", 1, {}, {}, {}),
        ("phase: act\npoints: 0\nopened: deliver\nbegun: 0f", 1, {}, {}, {}),  # it is empty
        ("phase: act\npoints: 0\nopened: deliver\nbegun: 0e", 1, {}, {}, {0: {"1,1": "Y"}}),  # a drying section
        ("phase: act\npoints: 0\nopened: roast\nopen_group: 0f\nbegun: 0f", 1, {}, {}, {0: {"2,1": "Y"}}),
        ("phase: act\npoints: 0\nopened: dry\nopen_group: 1d", 1, dict(DRYERS), FIELD, {}),  # 0e is first
        ("phase: act\npoints: 0\nopened: deliver\nopen_group: 0f", 1, {}, {}, {}),
        ("phase: colour\npoints: 0", 1, dict(BATCHES), {0: ["e3 2,0 r0"]}, {}),
        ("phase: colour\npoints: 0\ngrowing: 0a\nopened: deliver", 1, dict(BATCHES), {0: ["e3 2,0 r0"]}, {}),
        ("phase: colour\npoints: 2\ngrowing: 0a", 1, dict(BATCHES), {0: ["e3 2,0 r0"]}, {}),
    ],
    "bids and passes": [
        ("phase: take\nlast_bid: 1=1\nbid: 1/Y=1", 2, {"auction": True}, {}, {}),
        ("phase: take\npassed: 1=1", 2, {"auction": True}, {}, {}),
        ("phase: auction", 2, {}, {}, {}),
        ("phase: ship", 2, {}, {}, {}),
    ],
    "what the phase asks": [
        ("phase: ship", 2, {"auction": True}, {0: ["6 2,0 r0"]}, {}),  # nothing was bid
        ("phase: ship\nlast_bid: 0=1\nbid: 0/Y=1", 2, {"auction": True}, {}, {}),  # no ship
        ("phase: lay out\nplan: 1=offer, 5=offer, 6=offer", 1, {}, {}, {}),
        ("phase: lay out\nturn: 1\nhand: 1=11\nplan: 1=offer, 5=offer, 6=offer", 2, {}, {}, {}),
        ("phase: lay out\nturn: 1\nhand: 0=11\nplan: 1=offer, 5=offer", 2, {"auction": True}, {}, {}),
        ("phase: take\nplan: 1=offer, 5=offer, 6=offer, 8=offer", 1, {}, {}, {}),
        ("phase: take\nturn: 1\nplan: 1=offer, 5=offer, 6=offer", 2, {"auction": True}, {}, {}),
        ("phase: auction\nplan: 1=offer, 5=offer, 6=offer, 8=offer", 2, {"auction": True}, {}, {}),
        ("phase: place\nhand: 0=11\nplan: 1=offer", 1, {}, {}, {}),
        ("phase: colour\ngrowing: 0a\nplan: 1=offer", 1, dict(BATCHES), {0: ["e3 2,0 r0"]}, {}),
        ("phase: colour\ngrowing: 0a", 1, {}, {}, {}),  # no batch
        ("phase: ended\nplan: 1=offer", 1, {}, {}, {}),
    ],
}


@pytest.mark.parametrize("invariant", REFUSED)
def test_a_position_that_no_game_comes_to_is_refused(invariant: str) -> None:
    for text, seats, options, districts, cubes in REFUSED[invariant]:
        with pytest.raises(BadPosition) as error:
            given(text, seats, options, districts, cubes)
        assert invariant in str(error.value), text


ACCEPTED: list[tuple[str, int, dict[str, object], dict[int, list[str]], dict[int, dict[str, str]]]] = [
    ("phase: act\nrounds: 1", 2, {}, {1: ["6 2,0 r0"]}, {}),  # seat 1 has placed
    ("phase: place\nturn: 1\nhand: 0=8\nrounds: 1", 2, {}, {1: ["6 2,0 r0"]}, {}),
    ("phase: place\nturn: 1\nhand: 2=8, 0=11", 3, {}, {}, {}),
    ("phase: act\nturn: 1\nhand: 0=11", 3, {}, {}, {}),
    ("phase: lay out\nturn: 1\nhand: 1=11", 3, {}, {}, {}),
    ("phase: act", 1, {}, {0: ["6 1,0 r0"]}, {}),  # on four sections
    ("phase: act\npoints: 0\nopened: deliver\nbegun: 0f", 1, {}, {}, {0: {"2,1": "Y"}}),
    ("phase: act\npoints: 0\nopened: roast\nopen_group: 0f\nfresh: 0f=1", 1, {}, {}, {0: {"2,1": "Y"}}),
    ("phase: act", 1, dict(BATCHES), {0: ["e3 2,0 r0"]}, {0: {"2,0": "R"}}),
    ("phase: act", 2, {"auction": True}, FIELD, {0: {"3,1": "G"}}),
]


def test_a_position_that_a_game_comes_to_is_taken() -> None:
    for text, seats, options, districts, cubes in ACCEPTED:
        phase = field(given(text, seats, options, districts, cubes), "phase") or "lay out"  # whose number is 0
        assert text.startswith(f"phase: {phase}")


def test_a_district_of_nine_cards_is_taken_at_the_end() -> None:
    """CF-30: with cubes in the café of the last card."""
    cards = ["5", "8", "10", "13", "16", "19", "22", "26"]
    chain = [f"{card} {2 * number},0 r0" for number, card in enumerate(cards, 1)]
    box = deck({"26": "Y c u / R B d"}, {"26": "YB 4"})
    match = given("phase: ended", options={"box": box}, districts={0: chain}, cubes={0: {"17,0": "YB"}})
    assert match.breakdown()[0]["cafés"] == 4
    with pytest.raises(BadPosition, match="in one place only"):
        Match.from_position(match.position().replace("plan: ", "plan: 26=deck, "))


def test_a_group_goes_on_from_the_last_section_of_the_last_card() -> None:
    """CF-20: turned by 180 degrees it lies at 1,0, between the fields at 0,0 and 2,0."""
    match = given("phase: act", options={"box": deck({"6": "d o s / o Y B"})}, districts={0: ["6 1,0 r180"]})
    assert legal(match, "grow") == ["grow 0,0"]


@pytest.mark.parametrize(("seats", "options"), [(1, {}), (2, {"expresso": True})])
def test_an_auction_alone_or_with_expresso_cards_cannot_be(seats: int, options: dict[str, object]) -> None:
    """CF-40, CF-50: in a state; a position in words names them as options, which are refused before."""
    match = given("phase: act", seats, options)
    assert GAME.rules.check(match.box.records[0], match.states[0]) == 0
    s: Any = match.states.copy()[0]
    s.auction = 1
    assert GAME.rules.check(match.box.records[0], s) == 1


def test_a_covered_cafe_holds_nothing() -> None:
    """CF-13, CF-24"""
    box = deck({"1": "c o d / u Y B"})
    text = given("phase: act", districts={0: ["1 2,0 r0", "6 2,-1 r0"]}, options={"box": box}).position()
    with pytest.raises(BadPosition, match="cubes lie on visible sections"):
        Match.from_position(text.replace("supply: Y=34", "served: 0/1/Y=1\nsupply: Y=33"))


STAKED = (
    "phase: auction\nmaster: 1\nseat: 0\nlast_bid: 1=2\nwarehouse: 0/G=1\nbid: 1/Y=1, 1/B=1, 0/Y=1"  # two are the least
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("0/G=1", "1/G=1"),  # one is laid, and there is no second
        ("0/Y=1", "1/G=1"),  # more is laid than was bid, by one who is not asked
        ("last_bid: 1=2", "last_bid: 0=3, 1=2"),  # less is laid than was bid
        ("bid: 1=2", "bid: 1=1, 0=1"),  # more is laid than was bid, by the master
        ("master: 1", "master: 1\npassed: 0=1"),  # who passed is asked
        (
            STAKED[STAKED.index("last") :],
            "last_bid: 0=3, 1=2\nbid: 1/Y=1, 1/B=1, 0/Y=1, 0/B=1, 0/G=1",
        ),  # more than the master
    ],
)
def test_a_bid_that_cannot_be_is_refused(old: str, new: str) -> None:
    """CF-41"""
    assert legal(given(STAKED, 2, AUCTION), "stake", "bid") == ["stake G"]
    with pytest.raises(BadPosition, match="bids and passes"):
        given(STAKED.replace(old, new), 2, AUCTION)


@pytest.mark.parametrize("section", ["0b", "0d"])
def test_a_colour_is_asked_for_the_first_section_of_a_growing_group(section: str) -> None:
    """CF-52"""
    match = given("phase: act\npoints: 2", districts={0: ["e3 2,0 r0"]}, options=dict(BATCHES))
    text = play(match, "grow 0,0").position()
    with pytest.raises(BadPosition, match="points, the open action"):
        Match.from_position(text.replace("growing: 0a", f"growing: {section}"))


def test_a_group_is_called_by_its_first_section() -> None:
    """CF-20"""
    lines = given("phase: act", districts=FIELD).position().splitlines()
    other = [line.replace("=0a", "=1a") if line.startswith("group:") else line for line in lines]
    with pytest.raises(BadPosition, match="group names the first section"):
        Match.from_position("\n".join(other))


def test_nobody_has_more_than_eight_points_however_many_cups() -> None:
    """CF-15: an open action has taken one of them."""
    cards = (1, 2, 3, 5, 6, 8, 9, 10)
    setting: dict[str, Any] = {
        "seats": 2,
        "options": {"box": deck({str(card): "Y u B / d o s" for card in cards})},
        "districts": {0: [f"{card} {2 * number},0 r0" for number, card in enumerate(cards, 1)]},
    }
    position = "phase: act\nrounds: 8\npoints: 8"
    assert field(given(position, **setting), "points") == "8"
    with pytest.raises(BadPosition, match="points, the open action"):
        given(f"{position}\nopened: deliver", **setting)


SHIPPED = [
    (("last_bid: 0=1", "last_bid: 0=1, 1=1"), ("\nbid: 0/Y=1", "\nbid: 0/Y=1, 1/Y=1"), "bids and passes"),
    (("cubes: ", "cubes: 0/1e=1, "), ("colour: ", "colour: 0/1e=Y, "), "what the phase asks"),
]


@pytest.mark.parametrize(("one", "other", "invariant"), SHIPPED, ids=["no bid is left", "a ship is empty"])
def test_what_holds_while_cubes_are_put_on_ships(one: tuple[str, str], other: tuple[str, str], invariant: str) -> None:
    """CF-43: seat 1 has put one, seat 0 is asked for one."""
    match = two_ships("phase: auction\nmaster: 1\nseat: 1\nlast_bid: 0=1, 1=2\nbid: 0/Y=1, 1/B=1, 1/R=1\npassed: 0=1")
    text = play(match, "pass", "ship R 2,0").position()
    for old, new in (one, other, ("supply: Y=32", "supply: Y=31")):
        assert old in text
        text = text.replace(old, new, 1)
    with pytest.raises(BadPosition, match=invariant):
        Match.from_position(text)
