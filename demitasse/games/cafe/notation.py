"""The actions, draws and fields of Café as text, and the solo rating."""

import itertools
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from demitasse.core.box import Box
from demitasse.core.words import later
from demitasse.games.cafe import rules as r
from demitasse.games.cafe.box import CAFE, COLOUR_NAMES, COLOURS, DRY, FACE, PITCH, PLANS, SEATS, TURNS
from demitasse.games.cafe.state import HEIGHT, LEFT, LIES, OPEN, PHASES, SECTIONS, TOP, WIDTH

TURN_NAMES = ("r0", "r90", "r180", "r270")
SECTION_NAMES = tuple(
    f"{section // FACE}{'abcdef'[section % FACE]}" for section in range(SECTIONS)
)  # 2c: the third section of the second card placed
# a card's place and turn as a value of the state, 0: none; columns beyond the width of a district have no name
PLACE_NAMES = (
    "",
    *(
        f"{x + LEFT},{y + TOP} {turn}" if x < WIDTH else ""
        for y, x, turn in itertools.product(range(HEIGHT), range(PITCH), TURN_NAMES)
    ),
)
PLACES = tuple(f"{x + LEFT},{y + TOP}" for y, x in itertools.product(range(HEIGHT), range(PITCH)))
RATINGS = (
    (41, later("wow")),
    (36, later("extraordinary")),
    (30, later("very good")),
    (23, later("good")),
    (15, later("fair")),
    (0, later("bad")),
)


def action(box: Box, s: Any, number: int) -> str:
    """The text of an action; sections are those of the district of the seat that is asked."""
    if number < r.DISCARD:
        plan, payment = divmod(number - r.TAKE_CARD, r.PAYMENTS)
        return f"take {_plan(box, plan)}" + (f" pay {COLOUR_NAMES[payment - 1]}" if payment else "")
    if number < r.PLACE_AT:
        return f"discard {_plan(box, number - r.DISCARD)}"
    if number < r.GROW_GROUP:
        place, turned = divmod(number - r.PLACE_AT, TURNS)
        return f"place {place % WIDTH + LEFT},{place // WIDTH + TOP} {TURN_NAMES[turned]}"
    if number < r.CHOOSE:
        return f"grow {place_of(box, s, number - r.GROW_GROUP)}"
    if number < r.MOVE:
        return f"colour {COLOUR_NAMES[number - r.CHOOSE]}"
    if number < r.DELIVER_FROM:
        return _move(box, s, number - r.MOVE)
    if number < r.DROP:
        source, target = divmod(number - r.DELIVER_FROM, r.TARGETS)
        return f"deliver {place_of(box, s, source)} {_target(box, s, target)}"
    if number < r.END:
        return f"drop {place_of(box, s, number - r.DROP)}"
    if r.STAKE <= number < r.BID:
        return f"stake {COLOUR_NAMES[number - r.STAKE]}"
    if r.SHIP_ON <= number < r.LOSE:
        section, colour = divmod(number - r.SHIP_ON, COLOURS)
        return f"ship {COLOUR_NAMES[colour]} {place_of(box, s, section)}"
    return {r.END: "end", r.BID: "bid", r.PASS: "pass", r.LOSE: "lose"}[number]


def outcome(box: Box, number: int) -> str:
    """The text of a draw; empty for a slot the box does not use."""
    name = _plan(box, number)
    return f"plan {name}" if name else ""


def labels(box: Box) -> Mapping[str, Sequence[str]]:
    """How positions name cards, sections and so on; a value of 0 is never written."""
    names = list(box.names["plan"])
    unused = [f"unused {slot}" for slot in range(len(names), PLANS)]
    return {
        "phase": PHASES,
        "open": OPEN,
        "lies": LIES,
        "plan": [*names, *unused],
        "card": ["", *names, *unused, *(f"start {seat + 1}" for seat in range(SEATS))],
        "place": PLACE_NAMES,
        "section": SECTION_NAMES,
        "sections": ("", *SECTION_NAMES),
        "colour": COLOUR_NAMES,
        "colours": ("", *COLOUR_NAMES),
    }


def rating(score: int) -> str:
    """What a solo score is worth (CF-33)."""
    return next(word for least, word in RATINGS if score >= least)


def cafe_place(box: Box, s: Any, seat: int, slot: int) -> str:
    """The first section in reading order of a card's café."""
    b: Any = box.records[0]
    card = int(s.card[seat, slot]) - 1
    sections = [slot * FACE + int(section) - 1 for section in (b.cafe[card], b.annexe[card]) if section]
    places = _places(box, tuple(s["at"][seat].tolist()))
    return PLACES[min(places[section] for section in sections)]


def place_of(box: Box, s: Any, section: int, seat: int | None = None) -> str:
    """x,y of a section in the district of a seat, of the one that is asked if none is named."""
    cards = tuple(s["at"][int(s["seat"]) if seat is None else seat].tolist())
    return PLACES[_places(box, cards)[section]]


@lru_cache(maxsize=512)
def _places(box: Box, cards: Sequence[int]) -> Sequence[int]:
    """Where every section of a district lies, by where its cards lie (`at` of the state): as rules.place_at gives it,
    once for many texts.
    """
    found: list[int] = []
    for corner, turned in (divmod(max(card, 1) - 1, TURNS) for card in cards):
        found += [corner + away for away in box.records[0]["offset"][turned].tolist()]
    return found


def _target(box: Box, s: Any, target: int) -> str:
    if target == r.WAREHOUSE:
        return "warehouse"
    seat = int(s.seat)
    if s.card[seat, target // FACE] and r.kind_of(box.records[0], s, seat, target) == CAFE:
        return cafe_place(box, s, seat, target // FACE)
    return place_of(box, s, target)


def _move(box: Box, s: Any, number: int) -> str:
    kind, at = divmod(number, SECTIONS * SECTIONS)
    return f"{OPEN[DRY + kind]} {place_of(box, s, at // SECTIONS)} {place_of(box, s, at % SECTIONS)}"


def _plan(box: Box, slot: int) -> str:
    names = box.names["plan"]
    return names[slot] if slot < len(names) else ""
