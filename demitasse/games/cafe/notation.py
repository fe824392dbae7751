"""The actions, draws and fields of Café as text, where the table of verbs does not say it all; the solo rating."""

import itertools
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from demitasse.core.box import Box
from demitasse.core.words import later
from demitasse.games.cafe.box import CAFE, COLOUR_NAMES, FACE, PITCH, PLANS, SEATS, TURNS
from demitasse.games.cafe.state import FIELDS, HEIGHT, LEFT, LIES, OPEN, PHASES, SECTIONS, TOP, WIDTH
from demitasse.games.cafe.verbs import WAREHOUSE

TURN_NAMES = ("r0", "r90", "r180", "r270")
# 2c: the third section of the second card placed
SECTION_NAMES = tuple(f"{section // FACE}{'abcdef'[section % FACE]}" for section in range(SECTIONS))
ROW_NAMES = tuple(str(row + TOP) for row in range(HEIGHT))
COLUMN_NAMES = tuple(str(column + LEFT) for column in range(WIDTH))
# A card's place and turn; columns beyond the width of a district have no name
PLACE_NAMES = tuple(
    f"{x + LEFT},{y + TOP} {turn}" if x < WIDTH else ""
    for y, x, turn in itertools.product(range(HEIGHT), range(PITCH), TURN_NAMES)
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


def labels(box: Box) -> Mapping[str, Sequence[str]]:
    """How actions, draws and positions name cards, sections and so on."""
    names = list(box.names["plan"])
    unused = [f"unused {slot}" for slot in range(len(names), PLANS)]
    return {
        "phase": PHASES.names,
        "open": OPEN,
        "lies": LIES,
        "plan": names,
        "card": [*names, *unused, *(f"start {seat + 1}" for seat in range(SEATS))],
        "row": ROW_NAMES,
        "column": COLUMN_NAMES,
        "turn": TURN_NAMES,
        "place": PLACE_NAMES,
        "section": SECTION_NAMES,
        "colour": COLOUR_NAMES,
    }


def text_take(box: Box, s: Any, plan: int, payment: int) -> str:
    """`take 7`, `take 7 pay Y`."""
    if plan >= len(box.names["plan"]):
        return ""
    return f"take {box.names['plan'][plan]}" + (f" pay {COLOUR_NAMES[payment - 1]}" if payment else "")


# Sections are named by where they lie in the district of the seat that is asked, as x,y


def text_grow(box: Box, s: Any, section: int) -> str:
    return f"grow {place_of(box, s, section)}"


def text_dry(box: Box, s: Any, into: int, source: int) -> str:
    return f"dry {_where(box, s, into, source)}"


def text_roast(box: Box, s: Any, into: int, source: int) -> str:
    return f"roast {_where(box, s, into, source)}"


def text_deliver(box: Box, s: Any, source: int, target: int) -> str:
    return f"deliver {place_of(box, s, source)} {_target(box, s, target)}"


def text_drop(box: Box, s: Any, section: int) -> str:
    return f"drop {place_of(box, s, section)}"


def text_ship(box: Box, s: Any, section: int, colour: int) -> str:
    return f"ship {COLOUR_NAMES[colour]} {place_of(box, s, section)}"


def rating(score: int) -> str:
    """What a solo score is worth (CF-33)."""
    return next(word for least, word in RATINGS if score >= least)


def cafe_place(box: Box, s: Any, seat: int, slot: int) -> str:
    """The first section in reading order of a card's café."""
    places = _places(box, _cards(s, seat))
    return PLACES[min(places[slot * FACE + section] for section in _cafe(box, _face(s, seat, slot)))]


def place_of(box: Box, s: Any, section: int, seat: int | None = None) -> str:
    """x,y of a section in the district of a seat, of the one that is asked if none is named."""
    return PLACES[_places(box, _cards(s, _seat(s) if seat is None else seat))[section]]


def _where(box: Box, s: Any, one: int, other: int) -> str:
    """Two sections by their places, in the district of the seat that is asked."""
    places = _places(box, _cards(s, _seat(s)))
    return f"{PLACES[places[one]]} {PLACES[places[other]]}"


def _cards(s: Any, seat: int) -> tuple[int, ...]:
    """Where the cards of a district lie."""
    at: bytes = np.void.__getitem__(s, "at")[seat].tobytes()
    return _numbers(at)


def _seat(s: Any) -> int:
    """Who is asked; fields are read as np.void has them, which takes a part of the time that np.record does."""
    return int(np.void.__getitem__(s, "seat"))


@lru_cache(maxsize=512)
def _numbers(at: bytes) -> tuple[int, ...]:
    return tuple(np.frombuffer(at, FIELDS["at"].type).tolist())


@lru_cache(maxsize=512)
def _places(box: Box, cards: Sequence[int]) -> Sequence[int]:
    """Where every section of a district lies, by where its cards lie (`at` of the state): as the rules' place_at gives
    it, once for many texts.
    """
    found: list[int] = []
    for corner, turned in (divmod(max(card, 1) - 1, TURNS) for card in cards):
        found += [corner + away for away in box.records[0]["offset"][turned].tolist()]
    return found


def _target(box: Box, s: Any, target: int) -> str:
    if target == WAREHOUSE:
        return "warehouse"
    seat, (slot, section) = _seat(s), divmod(target, FACE)
    if section in _cafe(box, _face(s, seat, slot)):
        return cafe_place(box, s, seat, slot)
    return place_of(box, s, target, seat)


def _face(s: Any, seat: int, slot: int) -> int:
    """The card in a slot of a district, -1: none."""
    return int(np.void.__getitem__(s, "card")[seat, slot]) - 1


@lru_cache(maxsize=512)
def _cafe(box: Box, face: int) -> Sequence[int]:
    """The sections of a card's café."""
    return np.flatnonzero(box.records[0]["kind"][face] == CAFE).tolist() if face >= 0 else []
