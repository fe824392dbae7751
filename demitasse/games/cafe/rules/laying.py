"""Laying a card in a district of Café: where it may lie, and what it covers."""

from demitasse.core.rule import rule
from demitasse.games.cafe.box import CAFE, COLOURS, FACE, PITCH, SHIP, TURNS
from demitasse.games.cafe.rules.cubes import clear, to_supply
from demitasse.games.cafe.rules.district import (
    bits,
    cards,
    corner_of,
    cups,
    height,
    kind_of,
    place_at,
    turned_of,
    width,
)
from demitasse.games.cafe.rules.groups import join_groups, tie_anew
from demitasse.games.cafe.rules.rounds import begin_acts
from demitasse.games.cafe.state import LEFT, TOP, WIDTH
from demitasse.games.cafe.verbs import PLACE_AT

FEWEST_COVERED = 2
MOST_COVERED = 4
# bit n is set if n, the sections under a place as bits, has 2 to 4 of them
FITS = sum(1 << under for under in range(64) if FEWEST_COVERED <= under.bit_count() <= MOST_COVERED)
CUPS_AT_RISK = MOST_COVERED  # with more cups than a card can cover one stays visible


@rule
def legal_places(b, s, out):
    """CF-13, CF-14: every place that covers 2 to 4 visible sections and leaves a cup."""
    seat = int(s.seat)
    number = cards(s, seat)
    visible_cups = cups(b, s, seat)
    guarded = b.cup[s.hand[seat] - 1] == 0 and visible_cups <= CUPS_AT_RISK
    left, right, top, bottom = -LEFT, -LEFT, -TOP, -TOP  # columns and rows are counted from LEFT and TOP
    for slot in range(number):
        corner = corner_of(s, seat, slot)
        turned = turned_of(s, seat, slot)
        left = min(left, corner % PITCH)
        right = max(right, corner % PITCH + width(turned))
        top = min(top, corner // PITCH)
        bottom = max(bottom, corner // PITCH + height(turned))
    row, below, last = 0, 0, 0  # three rows of the district, as bits
    cup_row, cup_below, cup_last = 0, 0, 0
    count = 0
    for y in range(top - 2, bottom):
        row, below, last = below, last, covered_row(s, seat, number, y + 2)
        if guarded:
            cup_row, cup_below, cup_last = cup_below, cup_last, cups_in_row(b, s, seat, number, y + 2)
        for at in range(left - 2, right):
            may_flat = FITS >> (row >> at & 7 | (below >> at & 7) << 3) & 1
            may_upright = FITS >> (row >> at & 3 | (below >> at & 3) << 2 | (last >> at & 3) << 4) & 1
            if guarded:
                may_flat &= bits(cup_row >> at & 7) + bits(cup_below >> at & 7) < visible_cups
                may_upright &= (
                    bits(cup_row >> at & 3) + bits(cup_below >> at & 3) + bits(cup_last >> at & 3) < visible_cups
                )
            first = PLACE_AT + (y * WIDTH + at) * TURNS
            if may_flat:
                out[count] = first
                count += 1
            if may_upright:
                out[count] = first + 1
                count += 1
            if may_flat:
                out[count] = first + 2
                count += 1
            if may_upright:
                out[count] = first + 3
                count += 1
    return count


@rule
def covered_row(s, seat, number, y):
    """The columns where the district has a section in row y, as bits."""
    row = 0
    for slot in range(number):
        corner = corner_of(s, seat, slot)
        turned = turned_of(s, seat, slot)
        if 0 <= y - corner // PITCH < height(turned):
            row |= ((1 << width(turned)) - 1) << corner % PITCH
    return row


@rule
def cups_in_row(b, s, seat, number, y):
    """The columns where a cup is visible in row y, as bits."""
    row = 0
    for slot in range(number):
        section = slot * FACE + int(b.cup[s.card[seat, slot] - 1]) - 1
        if section >= slot * FACE and s.group[seat, section] and place_at(b, s, seat, section) // PITCH == y:
            row |= 1 << place_at(b, s, seat, section) % PITCH
    return row


@rule
def place(b, s, seat, corner, turned):
    """CF-13."""
    number = cards(s, seat)
    torn = 0  # the groups that lose a section, as bits
    for slot in range(number):
        other = turned_of(s, seat, slot)
        here = corner_of(s, seat, slot)
        column = corner % PITCH - here % PITCH
        row = corner // PITCH - here // PITCH
        for y in range(max(0, row), min(row + height(turned), height(other))):  # where the two overlap
            for x in range(max(0, column), min(column + width(turned), width(other))):
                section = slot * FACE + int(b.under[other, y, x])
                if s.group[seat, section] > 0:
                    torn |= 1 << (int(s.group[seat, section]) - 1)
                    cover(b, s, seat, section)
    tie_anew(b, s, seat, number, torn)
    s.card[seat, number] = s.hand[seat]
    s.at[seat, number] = corner * TURNS + turned + 1
    s.hand[seat] = 0
    join_groups(b, s, seat)
    begin_acts(b, s)


@rule
def cover(b, s, seat, section):
    """A section disappears; its cubes go to the supply, a ship's to the warehouse (CF-43), and so do those of its café
    (CF-24).
    """
    s.group[seat, section] = 0
    kind = kind_of(b, s, seat, section)
    if kind == SHIP and s.cubes[seat, section] > 0:
        s.warehouse[seat, s.colour[seat, section] - 1] += 1
        clear(s, seat, section)
    elif kind == CAFE:
        for colour in range(COLOURS):
            s.supply[colour] += s.served[seat, section // FACE, colour]
            s.served[seat, section // FACE, colour] = 0
    elif s.cubes[seat, section] > 0:
        to_supply(s, seat, section)
