"""What a player of Café sees at a glance, as counts for learners: sections, cubes and open cafés of each district."""

from demitasse.core.bits import lowest, size_of
from demitasse.core.rule import rule
from demitasse.games.cafe.box import ANY_COLOUR, COLOURS, FACE, GROW, KINDS, ROAST, SEATS
from demitasse.games.cafe.rules.district import cards, is_open
from demitasse.games.cafe.state import ROUNDS

LARGEST = KINDS  # behind the sections of each kind: the largest group of those that form groups
CUBES = LARGEST + ROAST + 1  # + kind * COLOURS + colour: cubes on sections
GROWN = CUBES + (ROAST + 1) * COLOURS  # + colour + 1: sections that grow it, batches last
LACKED = GROWN + ANY_COLOUR + 1  # + colour: what open cafés still need
OPEN = LACKED + COLOURS  # their points
FULL = OPEN + 1  # the points of those that need nothing more
OF_A_SEAT = FULL + 1
HAND = SEATS * OF_A_SEAT  # + kind: the sections of the viewer's card
NEEDED = HAND + KINDS  # + colour: what its café needs
WORTH = NEEDED + COLOURS
LEFT = WORTH + 1  # rounds to come
NUM_FEATURES = LEFT + 1


@rule
def features(b, s, seat, out):
    """Counts, the viewer's place first; `out` holds zeros."""
    for slot in range(s.seats):
        look_at_district(b, s, (seat + slot) % s.seats, slot * OF_A_SEAT, out)
    card = int(s.hand[seat]) - 1
    if card >= 0:
        for section in range(FACE):
            out[HAND + int(b.kind[card, section])] += 1
        for colour in range(COLOURS):
            out[NEEDED + colour] += b.needs[card, colour]
        out[WORTH] += b.vp[card]
    out[LEFT] += ROUNDS - s.rounds


@rule
def look_at_district(b, s, seat, first, out):
    for kind in range(GROW, KINDS):
        out[first + kind] += size_of(int(s.seen[seat, kind]))
    for kind in range(GROW, ROAST + 1):
        look_at_groups(b, s, seat, kind, first, out)
    for slot in range(cards(s, seat)):
        card = int(s.card[seat, slot]) - 1
        if b.cafe[card] > 0 and is_open(b, s, seat, slot):
            look_at_cafe(b, s, seat, slot, card, first, out)


@rule
def look_at_groups(b, s, seat, kind, first, out):
    """What lies on the sections of a kind, what they grow, and how many hang together at most."""
    sections = int(s.seen[seat, kind])
    while sections:
        section = lowest(sections)
        sections &= sections - 1
        if s.cubes[seat, section] > 0:
            out[first + CUBES + kind * COLOURS + int(s.colour[seat, section]) - 1] += s.cubes[seat, section]
        if kind == GROW:
            face = int(s.card[seat, section // FACE]) - 1
            out[first + GROWN + int(b.grows[face, section % FACE])] += b.amount[face, section % FACE]
        together = 1
        others = sections
        while others:
            other = lowest(others)
            others &= others - 1
            together += s.group[seat, other] == s.group[seat, section]
        if together > out[first + LARGEST + kind]:
            out[first + LARGEST + kind] = together


@rule
def look_at_cafe(b, s, seat, slot, card, first, out):
    lacking = 0
    for colour in range(COLOURS):
        lacks = max(int(b.needs[card, colour]) - int(s.served[seat, slot, colour]), 0)
        out[first + LACKED + colour] += lacks
        lacking += lacks
    out[first + (OPEN if lacking > 0 else FULL)] += b.vp[card]
