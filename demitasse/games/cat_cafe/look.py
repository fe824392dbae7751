"""What a scene of Cat Café is drawn from: which dice lie where, what a choice would bring, the paws."""

from typing import Any

from demitasse.core.match import Match
from demitasse.games.cat_cafe import rules as r
from demitasse.games.cat_cafe.box import CELLS, FLOORS, ITEM_NAMES
from demitasse.games.cat_cafe.state import CHOOSE, FACES


def counts(match: Match) -> dict[tuple[str, str], int]:
    """How many dice lie where: taken, in the centre, on the table by what they show, and not rolled yet."""
    s: Any = match.state
    found = {("die", f"taken-{seat}"): int(s.die[seat] > 0) for seat in range(match.seats)}
    found["die", "centre"] = int(s.centre > 0)
    for face in range(FACES):
        found["die", f"face-{face + 1}"] = int(s.dice[face])
    found["die", "cup"] = match.seats + 1 - sum(found.values())
    return found


def pencilled(match: Match, seat: int, viewer: int | None) -> Match:
    """A match as the viewer may imagine a seat's sheet: with what one has chosen oneself carried out on it."""
    s: Any = match.state
    if seat != viewer or s.phase != CHOOSE or not s.choice[seat]:
        return match
    return imagined(match, seat, int(s.choice[seat]) - 1)


def imagined(match: Match, seat: int, action: int) -> Match:
    """A match with an action carried out on a seat's sheet; what the others choose is not known."""
    found = match.copy()
    s: Any = found.state
    s.choice[seat] = action + 1
    r.carry_out(s, seat, action)
    if number := int(r.number_to_circle(match.box.records[0], s, seat)):
        s.bonus[seat, int(r.marked_tower(s, seat))] = number
    return found


def total(match: Match, seat: int) -> int:
    return int(match.score_lines()[seat, r.TOTAL])


def cat_points(s: Any, seat: int, cat: int) -> int:
    """CC-20: what a cat would score that comes to a house drawn now."""
    return 2 * (int((s.sheet[seat] == cat + 1).sum()) + (cat == r.HOUSE))


def lowest_price(match: Match, seat: int, item: int) -> int | None:
    """The fewest paws for which a seat can draw an item somewhere; None: it cannot."""
    s: Any = match.state
    b: Any = match.box.records[0]
    if item == r.HOUSE and s.cat[seat].all():
        return None
    free = int(r.free_cells(b, s, seat))
    floors = [floor for floor in range(FLOORS) if any(free >> cell & 1 for cell in range(floor, CELLS, FLOORS))]
    prices = [int(r.paws_needed(s, seat, item, floor)) for floor in floors]
    return min((price for price in prices if price <= s.paws[seat]), default=None)


def decides(match: Match, seat: int, viewer: int | None) -> bool:
    """Whether a seat has an item to choose, as far as the viewer may see."""
    s: Any = match.state
    return bool(seat == viewer and s.phase == CHOOSE and match.actor == seat and not s.choice[seat])


def paw_symbol(b: Any, s: Any, seat: int, number: int) -> str:
    circled = int(b.paws) - int(s.paws_left[seat])
    if number >= circled:
        return "cc-paw"
    return "cc-paw-circled" if number >= circled - int(s.paws[seat]) else "cc-paw-crossed"


def item_row(seat: int, item: int) -> str:
    """The name of an item's row on a seat's sheet."""
    return f"item-{seat}-{ITEM_NAMES[item]}"
