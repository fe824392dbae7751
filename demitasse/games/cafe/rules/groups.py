"""Groups of Café: neighbouring sections of one kind, known by the first of them in reading order."""

from demitasse.core.rule import rule
from demitasse.games.cafe.box import FACE, PITCH, ROAST
from demitasse.games.cafe.rules.district import cards, corner_of, height, kind_of, lowest, place_at, turned_of, width


@rule
def join_groups(b, s, seat):
    """The sections of the last card join the groups they touch."""
    last = cards(s, seat) - 1
    face = s.card[seat, last] - 1
    corner = corner_of(s, seat, last)
    turned = turned_of(s, seat, last)
    first = last * FACE
    for k in range(FACE):
        s.group[seat, first + k] = first + k + 1
    for k in range(FACE):  # neighbours on the card itself
        kind = b.kind[face, k]
        if kind <= ROAST:
            if k % 3 < 2 and b.kind[face, k + 1] == kind:
                tie(b, s, seat, first + k, first + k + 1)
            if k < 3 and b.kind[face, k + 3] == kind:
                tie(b, s, seat, first + k, first + k + 3)
    for slot in range(last):
        if is_near(s, seat, slot, corner, turned):
            tie_card(b, s, seat, slot, last)
    for section in range(first + FACE):
        group = int(s.group[seat, section])
        if group > 0 and s.group[seat, group - 1] != group:
            s.group[seat, section] = first_of(s, seat, section) + 1


@rule
def tie_card(b, s, seat, slot, last):
    """The visible sections of a card join those of the last one that they touch."""
    card = s.card[seat, slot] - 1
    face = s.card[seat, last] - 1
    turned = turned_of(s, seat, last)
    for k in range(FACE):
        kind = b.kind[card, k]
        if kind <= ROAST and s.group[seat, slot * FACE + k] > 0:
            away = place_at(b, s, seat, slot * FACE + k) - corner_of(s, seat, last) + PITCH + 1
            column = away % PITCH - 1
            row = away // PITCH - 1
            if 0 <= row < height(turned) and (column == -1 or column == width(turned)):
                touched = int(b.under[turned, row, max(0, column - 1)])
            elif 0 <= column < width(turned) and (row == -1 or row == height(turned)):
                touched = int(b.under[turned, max(0, row - 1), column])
            else:
                continue
            if b.kind[face, touched] == kind:
                tie(b, s, seat, slot * FACE + k, last * FACE + touched)


@rule
def tie_anew(b, s, seat, number, torn):
    """What is left of groups that lost a section may have fallen apart."""
    loose = 0
    for section in range(number * FACE):
        group = int(s.group[seat, section])
        if group > 0 and torn >> (group - 1) & 1:
            s.group[seat, section] = section + 1
            loose |= 1 << section
    while loose:
        section = lowest(b, loose)
        loose &= loose - 1
        here = place_at(b, s, seat, section)
        others = loose
        while others:
            other = lowest(b, others)
            others &= others - 1
            away = abs(place_at(b, s, seat, other) - here)
            if (away == 1 or away == PITCH) and kind_of(b, s, seat, section) == kind_of(b, s, seat, other):
                tie(b, s, seat, section, other)


@rule
def is_near(s, seat, slot, corner, turned):
    """Whether a card of the district touches or overlaps the place of another."""
    here = corner_of(s, seat, slot)
    other = turned_of(s, seat, slot)
    column = here % PITCH - corner % PITCH
    row = here // PITCH - corner // PITCH
    return -width(other) <= column <= width(turned) and -height(other) <= row <= height(turned)


@rule
def tie(b, s, seat, section, neighbour):
    """Two neighbouring sections of one kind are of one group; its name is its first section in reading order."""
    one = first_of(s, seat, section)
    two = first_of(s, seat, neighbour)
    if one != two:
        if place_at(b, s, seat, one) < place_at(b, s, seat, two):
            s.group[seat, two] = one + 1
        else:
            s.group[seat, one] = two + 1


@rule
def first_of(s, seat, section):
    """The first section of a group while groups are being tied: each names one nearer to it."""
    while s.group[seat, section] != section + 1:
        section = int(s.group[seat, section]) - 1
    return section


@rule
def next_of_group(b, s, seat, section):
    """The section that follows in its group in reading order, or -1."""
    group = s.group[seat, section]
    here = place_at(b, s, seat, section)
    found = -1
    nearest = 0
    for other in range(FACE * cards(s, seat)):
        if s.group[seat, other] == group:
            there = place_at(b, s, seat, other)
            if there > here and (found < 0 or there < nearest):
                found = other
                nearest = there
    return found
