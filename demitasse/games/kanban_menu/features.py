"""What a player of Kanban Menu sees at a glance, as counts for learners: how near each seat is to the cards it may
develop.
"""

from demitasse.core.rule import rule
from demitasse.games.kanban_menu.box import MATERIALS, MENUS
from demitasse.games.kanban_menu.state import DISPLAY, RESERVED, SEATS

NEAR = 8  # how near a card is that lacks nothing
NUM_FEATURES = SEATS * MENUS


@rule
def features(b, s, seat, out):
    """Counts, the viewer's place first; `out` holds zeros."""
    for slot in range(s.seats):
        who = (seat + slot) % s.seats
        for card in range(b.menus):
            if s.lies[card] == DISPLAY or s.lies[card] == RESERVED + who:
                out[slot * MENUS + card] = max(NEAR - missing(b, s, who, card), 1)


@rule
def missing(b, s, seat, card):
    """How many materials a seat lacks for a card."""
    lacking = 0
    for material in range(MATERIALS):
        lacking += max(int(b.cost[card, material]) - int(s.hand[seat, material]), 0)
    return lacking
