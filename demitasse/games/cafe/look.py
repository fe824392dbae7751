"""What a scene of Café is drawn from: the visible sections, the cubes that lie on them, and what places are called."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from demitasse.core.box import Box
from demitasse.core.match import Match
from demitasse.core.scene import Held, name_pieces
from demitasse.core.words import Say
from demitasse.games.cafe.box import (
    CAFE,
    COLOUR_NAMES,
    COLOURS,
    CUP,
    ESPRESSO,
    FACE,
    PITCH,
    PLANS,
    SHIP,
    START,
    TURNS,
)
from demitasse.games.cafe.rules.district import is_complete, is_open
from demitasse.games.cafe.state import ACT, COLOUR, DECK, LEFT, MOST_POINTS, OFFER, TOP

Spot = tuple[int, int]
KEPT = (SHIP, ESPRESSO)  # the sections whose cubes count for the warehouse


class Section(NamedTuple):
    """A visible section of a district."""

    number: int
    card: int
    face: int  # its number on the card
    kind: int
    spot: Spot
    group: int  # the number of its group's first section
    cubes: int
    colour: int  # of the cubes

    @property
    def slot(self) -> int:
        return self.number // FACE


class Look(NamedTuple):
    """What every part of the scene is drawn from; s and b are the state and the box as plain lists, which are quicker
    to read than records.
    """

    match: Match
    s: Any
    b: Any
    districts: Sequence[Mapping[int, Section]]  # in reading order
    cafes: Sequence[Mapping[int, bool]]  # for each slot whose café is wholly visible: whether it is complete
    scores: Sequence[Mapping[str, int]]
    held: Held
    say: Say

    @property
    def box(self) -> Box:
        return self.match.box


def look(match: Match, say: Say) -> Look:
    """Everything that is needed to draw a match."""
    s, b = _plain(match.state), _plain_box(match.box)
    seats = range(match.seats)
    cafes = [
        {
            slot: bool(is_complete(match.box.records[0], match.state, seat, slot))
            for slot, card in enumerate(s.card[seat])
            if card and b.cafe[card - 1] and is_open(match.box.records[0], match.state, seat, slot)
        }
        for seat in seats
    ]
    districts = [_sections(s, b, seat) for seat in seats]
    return Look(match, s, b, districts, cafes, match.breakdown(), name_pieces(match), say)


def _plain(record: Any) -> Any:
    return SimpleNamespace(**{name: record[name].tolist() for name in record.dtype.names})


@lru_cache(maxsize=16)
def _plain_box(box: Box) -> Any:
    return _plain(box.records[0])


def _sections(s: Any, b: Any, seat: int) -> dict[int, Section]:
    """The visible sections of a district, in reading order."""
    found = []
    for number, group in enumerate(s.group[seat]):
        if group:
            slot, face = divmod(number, FACE)
            card, ((x, y), turned) = s.card[seat][slot] - 1, lies_at(s, seat, slot)
            row, column = divmod(b.offset[turned][face], PITCH)
            spot = (x + column, y + row)
            found.append(
                Section(
                    number,
                    card,
                    face,
                    b.kind[card][face],
                    spot,
                    group - 1,
                    s.cubes[seat][number],
                    s.colour[seat][number] - 1,
                )
            )
    return {section.number: section for section in sorted(found, key=lambda section: section.spot[::-1])}


def lies_at(s: Any, seat: int, slot: int) -> tuple[Spot, int]:
    """(upper left section, quarter turns) of a card of a district."""
    corner, turned = divmod(s.at[seat][slot] - 1, TURNS)
    return spot_at(corner // PITCH, corner % PITCH), turned


def spot_at(row: int, column: int) -> Spot:
    """Where a row and a column of the ground meet; the start card has its upper left section at 0,0."""
    return column + LEFT, row + TOP


def counts(match: Match) -> dict[tuple[str, str], int]:
    """How many cubes of a colour lie where: on sections, in cafés, in warehouses and bids."""
    s = _plain(match.state)
    found: dict[tuple[str, str], int] = {}
    for seat in range(match.seats):
        for section, number in enumerate(s.cubes[seat]):
            if number:
                found[cube_kind(s.colour[seat][section] - 1), on_section(seat, section)] = number
        for colour in range(COLOURS):
            found[cube_kind(colour), warehouse_of(seat, colour)] = s.warehouse[seat][colour]
            found[cube_kind(colour), f"bid-{seat}"] = s.bid[seat][colour]
            for slot, served in enumerate(s.served[seat]):
                found[cube_kind(colour), cafe_of(seat, slot)] = served[colour]
    return found


def cube_kind(colour: int) -> str:
    return f"cube-{COLOUR_NAMES[colour].lower()}"


def on_section(seat: int, section: int) -> str:
    """A section as what holds cubes."""
    return f"on-{seat}-{section}"


def cafe_of(seat: int, slot: int) -> str:
    return f"cafe-{seat}-{slot}"


def warehouse_of(seat: int, colour: int) -> str:
    return f"warehouse-{seat}-{COLOUR_NAMES[colour]}"


def place_id(seat: int, spot: Spot) -> str:
    """The place of a section in a district."""
    return f"section-{seat}-{spot[0]},{spot[1]}"


def region_id(seat: int, first: int) -> str:
    """The ground of a group of sections."""
    return f"group-{seat}-{first}"


def ghost_id(t: Look, card: int, turned: int) -> str:
    return f"ghost-{card_id(t, card)}-{turned}"


def card_id(t: Look, card: int) -> str:
    return f"card-start-{card - START}" if card >= START else f"card-{t.match.box.names['plan'][card]}"


def visible_sections(t: Look, seat: int, kind: int) -> int:
    """How many sections of a kind are visible."""
    return sum(section.kind == kind for section in t.districts[seat].values())


def cafe_spots(t: Look, seat: int, slot: int) -> list[Spot]:
    """Where the sections of a café that is wholly visible lie, in reading order."""
    return [section.spot for section in t.districts[seat].values() if section.slot == slot and section.kind == CAFE]


def offered_cards(t: Look) -> list[int]:
    return [card for card in range(PLANS) if t.s.plan[card] == OFFER]


def points_of(t: Look, seat: int) -> int:
    """What a seat has to act with: what is left in its turn, or what its cups would give (CF-15)."""
    if t.s.phase in (ACT, COLOUR) and t.s.seat == seat:
        return int(t.s.points)
    return min(MOST_POINTS, visible_sections(t, seat, CUP))


def shelves(t: Look, seat: int) -> list[int]:
    """The cubes of each colour that a warehouse counts, with those on ships (CF-43) and of espressos (CF-51)."""
    sections = t.districts[seat].values()
    on = {kind: [section.colour for section in sections if section.kind == kind and section.cubes] for kind in KEPT}
    held = [number + on[SHIP].count(colour) for colour, number in enumerate(t.s.warehouse[seat])]
    room = [number + on[ESPRESSO].count(colour) for colour, number in enumerate(t.s.supply)]
    for _ in on[ESPRESSO]:
        fewest = min((colour for colour in range(COLOURS) if room[colour]), key=lambda colour: held[colour])
        held[fewest], room[fewest] = held[fewest] + 1, room[fewest] - 1
    return held


def weights(held: Sequence[int]) -> list[int]:
    """How often each colour counts: the fewest twice, the second fewest once (CF-31)."""
    first, second, *_ = sorted(range(COLOURS), key=lambda colour: held[colour])
    return [2 if colour == first else 1 if colour == second else 0 for colour in range(COLOURS)]


def unseen_cards(t: Look) -> list[int]:
    return [card for card in range(PLANS) if t.s.plan[card] == DECK]
