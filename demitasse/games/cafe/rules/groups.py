"""Groups of Café: neighbouring sections of one kind, known by the first of them in reading order."""

from demitasse.core.bits import lowest
from demitasse.core.rule import rule
from demitasse.games.cafe.box import AROUND, FACE, KINDS, PITCH, ROAST
from demitasse.games.cafe.rules.district import corner_of, turned_of


@rule
def join_groups(b, s, seat, last, torn, torn_kinds):
    """After the last card was laid on sections of the groups `torn`, of these kinds (both as bits)."""
    face = s.card[seat, last] - 1
    turned = turned_of(s, seat, last)
    first = last * FACE
    for k in range(FACE):
        s.group[seat, first + k] = first + int(b.leader[face, turned, k]) + 1
        s.spot[seat, first + k] = corner_of(s, seat, last) + int(b.offset[turned, k])
    for kind in range(1, KINDS):
        own = int(b.own[face, kind])
        before = int(s.seen[seat, kind])
        s.seen[seat, kind] = before | own << first
        if kind <= ROAST:
            tied = False
            if torn_kinds >> kind & 1:
                tied = tie_anew(s, seat, before, torn)
            if own:
                tied |= tie_card(b, s, seat, last, kind, before)
            if tied:
                name_groups(s, seat, kind)


@rule
def tie_anew(s, seat, sections, torn):
    """What is left of groups that lost a section may have fallen apart; returns whether two sections were tied."""
    loose = 0
    while sections:
        section = lowest(sections)
        sections &= sections - 1
        if torn >> (int(s.group[seat, section]) - 1) & 1:
            s.group[seat, section] = section + 1
            loose |= 1 << section
    tied = False
    while loose:
        section = lowest(loose)
        loose &= loose - 1
        here = int(s.spot[seat, section])
        others = loose
        while others:
            other = lowest(others)
            others &= others - 1
            away = abs(int(s.spot[seat, other]) - here)
            if away == 1 or away == PITCH:
                tie(s, seat, section, other)
                tied = True
    return tied


@rule
def tie_card(b, s, seat, last, kind, sections):
    """These of a kind join those of the last card that they touch; returns whether one did."""
    face = s.card[seat, last] - 1
    turned = turned_of(s, seat, last)
    frame = corner_of(s, seat, last) - PITCH - 1  # the top left of the places around the card
    tied = False
    while sections:
        section = lowest(sections)
        sections &= sections - 1
        away = int(s.spot[seat, section]) - frame
        if 0 <= away < AROUND:
            touched = int(b.touched[turned, away]) - 1
            if touched >= 0 and b.kind[face, touched] == kind:
                tie(s, seat, section, last * FACE + touched)
                tied = True
    return tied


@rule
def name_groups(s, seat, kind):
    """Every section of a kind gets the name of its group, once all are tied."""
    sections = int(s.seen[seat, kind])
    while sections:
        section = lowest(sections)
        sections &= sections - 1
        s.group[seat, section] = first_of(s, seat, section) + 1


@rule
def tie(s, seat, section, neighbour):
    """Two neighbouring sections of one kind are of one group; its name is its first section in reading order."""
    one = first_of(s, seat, section)
    two = first_of(s, seat, neighbour)
    if one != two:
        if s.spot[seat, one] < s.spot[seat, two]:
            s.group[seat, two] = one + 1
        else:
            s.group[seat, one] = two + 1


@rule
def first_of(s, seat, section):
    """The first section of a group while groups are being tied: each names one nearer to it."""
    while s.group[seat, section] != section + 1:
        section = int(s.group[seat, section]) - 1
    return section
