"""What the state of Café keeps beside, worked out from the rest: where sections lie, and sets of them as bits."""

from demitasse.core.rule import rule
from demitasse.games.cafe.box import FACE, KINDS
from demitasse.games.cafe.rules.district import cards, kind_of, place_at
from demitasse.games.cafe.state import SECTIONS


@rule
def derive(b, s):
    """Works out the derived fields."""
    for seat in range(s.seats):
        for section in range(FACE * cards(s, seat)):
            s.spot[seat, section] = place_at(b, s, seat, section)
        s.filled[seat] = where_filled(s, seat)
        for kind in range(KINDS):
            s.seen[seat, kind] = where_seen(b, s, seat, kind)


@rule
def where_filled(s, seat):
    """The sections with cubes."""
    found = 0
    for section in range(SECTIONS):
        if s.cubes[seat, section] > 0:
            found |= 1 << section
    return found


@rule
def where_seen(b, s, seat, kind):
    """The visible sections of a kind."""
    found = 0
    for section in range(FACE * cards(s, seat)):
        if s.group[seat, section] > 0 and kind_of(b, s, seat, section) == kind:
            found |= 1 << section
    return found
