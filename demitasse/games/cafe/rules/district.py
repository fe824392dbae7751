"""A district of Café as the rules read it: its cards, where they lie, and what of them is visible.

A section is named by its number: slot of the card * 6 + section of the card's face. Sets of sections are bits.
"""

from demitasse.core.bits import lowest, size_of
from demitasse.core.rule import rule
from demitasse.games.cafe.box import COLOURS, CUP, FACE, PITCH, TURNS
from demitasse.games.cafe.state import CARDS


@rule
def cards(s, seat):
    """The number of cards in a district."""
    number = 0
    while number < CARDS and s.card[seat, number] > 0:
        number += 1
    return number


@rule
def corner_of(s, seat, slot):
    """The top left place of a card."""
    return (int(s.at[seat, slot]) - 1) // TURNS


@rule
def turned_of(s, seat, slot):
    """The quarter turns of a card."""
    return (int(s.at[seat, slot]) - 1) % TURNS


@rule
def width(turned):
    return 2 if turned & 1 else 3


@rule
def height(turned):
    return 3 if turned & 1 else 2


@rule
def place_at(b, s, seat, section):
    """The place of a section; places grow in reading order."""
    slot = section // FACE
    return corner_of(s, seat, slot) + int(b.offset[turned_of(s, seat, slot), section % FACE])


@rule
def section_at(b, s, seat, number, place):
    """The section on top at a place, of the first `number` cards; or -1."""
    for slot in range(number - 1, -1, -1):
        turned = turned_of(s, seat, slot)
        away = place - corner_of(s, seat, slot)
        if 0 <= away < height(turned) * PITCH and away % PITCH < width(turned):
            return slot * FACE + int(b.under[turned, away // PITCH, away % PITCH])
    return -1


@rule
def beside(b, s, seat, number, section, direction):
    """The section above, to the left, to the right or below; or -1."""
    away = PITCH if direction == 0 or direction == 3 else 1
    return section_at(b, s, seat, number, place_at(b, s, seat, section) + (away if direction > 1 else -away))


@rule
def kind_of(b, s, seat, section):
    return b.kind[s.card[seat, section // FACE] - 1, section % FACE]


@rule
def cups(s, seat):
    """How many cups are visible."""
    return size_of(int(s.seen[seat, CUP]))


@rule
def is_open(b, s, seat, slot):
    """Whether all of a card's café is visible (CF-24)."""
    card = s.card[seat, slot] - 1
    first = slot * FACE + int(b.cafe[card]) - 1
    second = slot * FACE + int(b.annexe[card]) - 1
    return s.group[seat, first] > 0 and (b.annexe[card] == 0 or s.group[seat, second] > 0)


@rule
def is_complete(b, s, seat, slot):
    """Whether a card has a café that is wholly visible and has all it needs."""
    card = s.card[seat, slot] - 1
    if b.cafe[card] == 0 or not is_open(b, s, seat, slot):
        return False
    for colour in range(COLOURS):
        if s.served[seat, slot, colour] < b.needs[card, colour]:
            return False
    return True


@rule
def served_sum(s, seat, slot):
    """All cubes in a card's café."""
    total = 0
    for colour in range(COLOURS):
        total += int(s.served[seat, slot, colour])
    return total


@rule
def first_in_reading(s, seat, sections):
    """The first section, in reading order, of a set that is not empty."""
    found = lowest(sections)
    nearest = int(s.spot[seat, found])
    sections &= sections - 1
    while sections:
        section = lowest(sections)
        sections &= sections - 1
        there = int(s.spot[seat, section])
        if there < nearest:
            found = section
            nearest = there
    return found
