"""Groups of Café: neighbouring sections of one kind, known by the first of them in reading order."""

from demitasse.core.rule import rule
from demitasse.games.cafe.box import DRY, FACE, FRAME, GROW, PITCH, ROAST
from demitasse.games.cafe.rules.district import corner_of, lowest, place_at, turned_of


@rule
def join_groups(b, s, seat, last):
    """The sections of the last card join the groups they touch."""
    face = s.card[seat, last] - 1
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
    for kind in range(GROW, ROAST + 1):
        tie_card(b, s, seat, last, kind)
    for k in range(FACE):
        s.seen[seat, b.kind[face, k]] |= 1 << (first + k)
    grouped = int(s.seen[seat, GROW] | s.seen[seat, DRY] | s.seen[seat, ROAST])
    while grouped:
        section = lowest(b, grouped)
        grouped &= grouped - 1
        s.group[seat, section] = first_of(s, seat, section) + 1


@rule
def tie_card(b, s, seat, last, kind):
    """The visible sections of a kind join those of the last card that they touch."""
    face = s.card[seat, last] - 1
    turned = turned_of(s, seat, last)
    frame = corner_of(s, seat, last) - PITCH - 1  # the top left of the places around the card
    left = int(s.seen[seat, kind])
    while left:
        section = lowest(b, left)
        left &= left - 1
        away = place_at(b, s, seat, section) - frame
        if 0 <= away < FRAME * PITCH and away % PITCH < FRAME:
            touched = int(b.touched[turned, away // PITCH, away % PITCH]) - 1
            if touched >= 0 and b.kind[face, touched] == kind:
                tie(b, s, seat, section, last * FACE + touched)


@rule
def tie_anew(b, s, seat, kind, torn):
    """What is left of groups of a kind that lost a section may have fallen apart."""
    loose = 0
    left = int(s.seen[seat, kind])
    while left:
        section = lowest(b, left)
        left &= left - 1
        if torn >> (int(s.group[seat, section]) - 1) & 1:
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
            if away == 1 or away == PITCH:
                tie(b, s, seat, section, other)


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
