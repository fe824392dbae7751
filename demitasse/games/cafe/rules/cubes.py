"""Cubes of Café: counted, put on sections and taken off."""

from demitasse.core.bits import lowest
from demitasse.core.rule import rule
from demitasse.games.cafe.box import COLOURS


@rule
def sum_of(counts, seat):
    """All colours of a seat together."""
    total = 0
    for colour in range(COLOURS):
        total += int(counts[seat, colour])
    return total


@rule
def has_supply(s):
    for colour in range(COLOURS):
        if s.supply[colour] > 0:
            return True
    return False


@rule
def has_all(s):
    """Whether every colour is in the supply."""
    for colour in range(COLOURS):
        if s.supply[colour] == 0:
            return False
    return True


@rule
def fill(s, seat, section, colour, amount):
    """Cubes from the supply onto a section."""
    s.supply[colour] -= amount
    put(s, seat, section, colour, amount)


@rule
def put(s, seat, section, colour, amount):
    """Cubes onto an empty section."""
    s.cubes[seat, section] = amount
    s.colour[seat, section] = colour + 1
    s.filled[seat] |= 1 << section


@rule
def clear(s, seat, section):
    s.cubes[seat, section] = 0
    s.colour[seat, section] = 0
    s.filled[seat] &= ~(1 << section)


@rule
def to_supply(s, seat, section):
    s.supply[s.colour[seat, section] - 1] += s.cubes[seat, section]
    clear(s, seat, section)


@rule
def cubes_on(s, seat, kind):
    number = 0
    sections = int(s.seen[seat, kind] & s.filled[seat])
    while sections:
        number += int(s.cubes[seat, lowest(sections)])
        sections &= sections - 1
    return number


@rule
def cubes_of(s, seat, kind, colour):
    number = 0
    sections = int(s.seen[seat, kind] & s.filled[seat])
    while sections:
        section = lowest(sections)
        if s.colour[seat, section] == colour + 1:
            number += int(s.cubes[seat, section])
        sections &= sections - 1
    return number
