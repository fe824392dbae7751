"""What one player of Coffee Rush has, for the others: cups, orders by zone, the one that leaves next, what it cost."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from demitasse.core.furniture import Fact, Item, Line, Summary, Tile
from demitasse.core.match import Match
from demitasse.core.scene import in_words
from demitasse.core.words import BETWEEN, SHORT, Say, counted
from demitasse.games.coffee_rush import rules as r
from demitasse.games.coffee_rush.box import INGREDIENT_NAMES
from demitasse.games.coffee_rush.furniture import penalties_of
from demitasse.games.coffee_rush.notation import UPGRADE_NAMES
from demitasse.games.coffee_rush.state import CUPS, ZONES
from demitasse.games.coffee_rush.words import UPGRADE_TITLES, amounts, cup_label

SPELT_OUT = 2  # orders of the hottest zone
LEAVING = counted("{number} order leaves next", "{number} orders leave next")


def summary(match: Match, seat: int, say: Say) -> Summary:
    """A seat's shop in few words."""
    s: Any = match.state
    score = match.scores()[seat]
    zones = [[int(card) - 1 for card in s.waiting[seat, zone] if card] for zone in range(ZONES)]
    lines = [
        Line("cups", [_cup(s, seat, cup, say) for cup in range(CUPS)]),
        Line("zones", [_zone(match, zone, orders, say) for zone, orders in enumerate(zones)]),
    ]
    if urgent := _urgent(match, zones, say):
        lines.append(Line("urgent", items=urgent))
    penalties, rush, served = int(s.penalty[seat]), int(s.rush[seat]), int(s.served[seat])
    thumb = penalties_of(penalties, say)
    token = Fact(say("rush tokens"), str(rush), "cr-rush")
    return Summary(
        seat,
        match.names[seat],
        score,
        in_words(match, seat, score, say, *_sentences(match, s, seat, zones, say)),
        lines,
        (Fact(say("served"), str(served), "cr-thumb-up"), thumb, token),
        (replace(thumb, of=""), token, _hottest(zones, say)),
        _upgrades(s, seat, say),
        matters=say.count(LEAVING, len(zones[-1])) if zones[-1] else say("no order leaves next"),
    )


def _cup(s: Any, seat: int, cup: int, say: Say) -> Tile:
    poured = [name for name, number in zip(INGREDIENT_NAMES, s.cup[seat, cup], strict=True) for _ in range(number)]
    return Tile(cup_label(s, seat, cup, say), [f"cr-{name}" for name in poured], "" if poured else say("empty"))


def _zone(match: Match, zone: int, orders: Sequence[int], say: Say) -> Tile:
    b: Any = match.box.records[0]
    marks = ["special" if b.special[order] else "plain" for order in orders]
    return Tile(say("zone {number}").format(number=zone + 1), (), str(zone + 1), marks, "" if marks else "none")


def _urgent(match: Match, zones: Sequence[Sequence[int]], say: Say) -> list[Item]:
    """The orders that have waited longest, spelt out."""
    b: Any = match.box.records[0]
    zone = max((zone for zone in range(ZONES) if zones[zone]), default=0)
    note = say("Leaves next") if zone == ZONES - 1 else say("In zone {number}").format(number=zone + 1)
    found = []
    for order in zones[zone][:SPELT_OUT]:
        needs = [name for name, number in zip(INGREDIENT_NAMES, b.recipe[order], strict=True) for _ in range(number)]
        symbols = [f"cr-{name}" for name in needs] + ["cr-special"] * bool(b.special[order])
        tone = "hot" if zone == ZONES - 1 else ""
        found.append(Item(say(match.box.names["order"][order]), symbols=symbols, tone=tone, note=note))
    return found


def _hottest(zones: Sequence[Sequence[int]], say: Say) -> Fact:
    """How many orders leave next; where none does, how many there are."""
    if leaving := len(zones[-1]):
        return Fact(say("orders that leave next"), str(leaving), "ui-clock", tone="hot")
    return Fact(say("orders"), str(sum(map(len, zones))), "cr-order")


def _upgrades(s: Any, seat: int, say: Say) -> list[Tile]:
    """The active ones first, so that those that are left out for want of room lie face down."""
    active = [name for name, on in zip(UPGRADE_NAMES, s.upgrade[seat], strict=True) if on]
    up = [Tile(say(UPGRADE_TITLES[name]), [f"cr-up-{name}"]) for name in active]
    return up + [Tile(say("face down"), ["cr-up-down"], tone="faint")] * (len(UPGRADE_NAMES) - len(active))


def _sentences(match: Match, s: Any, seat: int, zones: Sequence[Sequence[int]], say: Say) -> list[str]:
    cups = [say(BETWEEN, SHORT).join(amounts(s.cup[seat, cup], say)) or say("empty") for cup in range(CUPS)]
    leaving = [say(match.box.names["order"][order]) for order in zones[-1]]
    active = [say(UPGRADE_TITLES[name]) for name, on in zip(UPGRADE_NAMES, s.upgrade[seat], strict=True) if on]
    return [
        say("Cups: {content}.").format(content=say("; ").join(cups)),
        say("Orders: {number}.").format(number=sum(map(len, zones))),
        say("Leaving next: {orders}.").format(orders=say.list(leaving)) if leaving else "",
        _penalties(int(s.penalty[seat]), say),
        say("Rush tokens: {number}.").format(number=int(s.rush[seat])),
        say("Upgrades: {names}.").format(names=say.list(active)) if active else "",
    ]


def _penalties(number: int, say: Say) -> str:
    words = say("Penalties: {number} of {most}.") if number <= r.LAST_PENALTY else say("Penalties: {number}.")
    return words.format(number=number, most=r.LAST_PENALTY)
