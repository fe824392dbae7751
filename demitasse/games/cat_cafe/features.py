"""What a player of Cat Café sees at a glance, as counts for learners: how full towers are, what each sheet has."""

from demitasse.core.rule import rule
from demitasse.games.cat_cafe.box import CELLS, FLOORS, ITEMS, TOWERS
from demitasse.games.cat_cafe.state import SEATS

DRAWN = TOWERS  # + item: how many are drawn, behind how many each tower has
OF_A_SEAT = DRAWN + ITEMS
NUM_FEATURES = SEATS * OF_A_SEAT


@rule
def features(b, s, seat, out):
    """Counts, the viewer's place first; `out` holds zeros."""
    for slot in range(s.seats):
        first = slot * OF_A_SEAT
        for cell in range(CELLS):
            item = int(s.sheet[(seat + slot) % s.seats, cell]) - 1
            if item >= 0:
                out[first + cell // FLOORS] += 1
                out[first + DRAWN + item] += 1
