"""Laying a card in a district of Café: where it may lie, and what it covers."""

from demitasse.core.bits import lowest
from demitasse.core.rule import rule
from demitasse.games.cafe.box import CAFE, COLOURS, CUP, FACE, PITCH, SHIP, TURNS
from demitasse.games.cafe.rules.cubes import clear, to_supply
from demitasse.games.cafe.rules.district import cards, corner_of, height, kind_of, turned_of, width
from demitasse.games.cafe.rules.groups import join_groups
from demitasse.games.cafe.rules.rounds import begin_acts
from demitasse.games.cafe.state import HEIGHT, TOP, WIDTH
from demitasse.games.cafe.verbs import PLACE_AT

FEWEST_COVERED = 2
MOST_COVERED = 4


@rule
def legal_places(b, s, out):
    """CF-13, CF-14: every place that covers 2 to 4 visible sections and leaves a cup.

    Rows of the district are bits, a column each, counted from LEFT; what is known of a place stands at its left column.
    """
    seat = int(s.seat)
    number = cards(s, seat)
    top, bottom = -TOP, -TOP  # counted from TOP
    for slot in range(number):
        y = corner_of(s, seat, slot) // PITCH
        top = min(top, y)
        bottom = max(bottom, y + height(turned_of(s, seat, slot)))
    first_cup, last_cup, no_flat, no_upright = bare_places(b, s, seat)
    row, below, last = 0, 0, 0
    count = 0
    for y in range(top - 2, bottom):
        row, below, last = below, last, covered_row(s, seat, number, y + 2)
        flat = fits(
            ones(row, row >> 1, row >> 2),
            twos(row, row >> 1, row >> 2),
            ones(below, below >> 1, below >> 2),
            twos(below, below >> 1, below >> 2),
        )
        one = ones(row, below, last)
        two = twos(row, below, last)
        upright = fits(one, two, one >> 1, two >> 1)
        if last_cup - 2 < y <= first_cup:
            flat &= ~no_flat
        if last_cup - 3 < y <= first_cup:
            upright &= ~no_upright
        count = add_places(y, flat, upright, out, count)
    return count


@rule
def ones(first, second, third):
    """The sums of three bits, column by column: their lower digits."""
    return first ^ second ^ third


@rule
def twos(first, second, third):
    """And their upper ones."""
    return first & second | (first | second) & third


@rule
def fits(one, two, other_one, other_two):
    """Where two such sums together are 2, 3 or 4."""
    carry = one & other_one
    middle = two ^ other_two ^ carry
    upper = twos(two, other_two, carry)
    return middle & ~upper | upper & ~middle & ~(one ^ other_one)


@rule
def bare_places(b, s, seat):
    """CF-14: what a card without a cup must not cover, the rectangle around all cups: its first and last row, and the
    columns from where a flat and an upright card reach over its whole width.
    """
    if b.cup[s.hand[seat] - 1] > 0:
        return 0, 0, 0, 0
    first, last, left, right = HEIGHT, 0, WIDTH, 0
    seen = int(s.seen[seat, CUP])
    while seen:
        place = int(s.spot[seat, lowest(seen)])
        seen &= seen - 1
        first = min(first, place // PITCH)
        last = max(last, place // PITCH)
        left = min(left, place % PITCH)
        right = max(right, place % PITCH)
    return first, last, columns(right - 2, left), columns(right - 1, left)


@rule
def columns(first, last):
    """The columns from one to another, none if the first lies behind the last."""
    return (1 << (last + 1)) - (1 << first) if first <= last else 0


@rule
def add_places(y, flat, upright, out, count):
    """Appends the places of a row; what is written and not counted is written over."""
    left = flat | upright
    while left:
        x = lowest(left)
        left &= left - 1
        first = PLACE_AT + (y * WIDTH + x) * TURNS
        for turned in range(TURNS):
            out[count] = first + turned
            count += (upright if turned & 1 else flat) >> x & 1
    return count


@rule
def covered_row(s, seat, number, y):
    """The columns where the district has a section in row y, as bits."""
    row = 0
    for slot in range(number):
        corner = corner_of(s, seat, slot)
        turned = turned_of(s, seat, slot)
        lies = (1 << height(turned)) - 1 << corner // PITCH >> y & 1
        row |= (lies << width(turned)) - lies << corner % PITCH
    return row


@rule
def place(b, s, seat, corner, turned):
    """CF-13."""
    number = cards(s, seat)
    torn, torn_kinds = 0, 0  # the groups that lose a section and their kinds, as bits
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
                    torn_kinds |= 1 << int(kind_of(b, s, seat, section))
                    cover(b, s, seat, section)
    s.card[seat, number] = s.hand[seat]
    s.at[seat, number] = corner * TURNS + turned + 1
    s.hand[seat] = 0
    join_groups(b, s, seat, number, torn, torn_kinds)
    begin_acts(s)


@rule
def cover(b, s, seat, section):
    """A section disappears; its cubes go to the supply, a ship's to the warehouse (CF-43), and so do those of its café
    (CF-24).
    """
    kind = kind_of(b, s, seat, section)
    s.group[seat, section] = 0
    s.seen[seat, kind] &= ~(1 << section)
    if kind == SHIP and s.cubes[seat, section] > 0:
        s.warehouse[seat, s.colour[seat, section] - 1] += 1
        clear(s, seat, section)
    elif kind == CAFE:
        for colour in range(COLOURS):
            s.supply[colour] += s.served[seat, section // FACE, colour]
            s.served[seat, section // FACE, colour] = 0
    elif s.cubes[seat, section] > 0:
        to_supply(s, seat, section)
