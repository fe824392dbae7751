"""What a player of Coffee Rush sees at a glance, as counts for learners: what orders lack, how far ingredients are."""

from demitasse.core.rule import rule
from demitasse.games.coffee_rush.box import INGREDIENTS
from demitasse.games.coffee_rush.state import CUPS, PAWNS, PLACES, SEATS, ZONES

COLUMNS = ROWS = 4  # of the board
LACKING = 4  # none, one, two or more ingredients, each a number of its own
OF_A_SEAT = ZONES * (1 + LACKING)  # orders, and what the nearest one lacks
WANTED = SEATS * OF_A_SEAT  # + zone * INGREDIENTS + ingredient: how many the viewer's orders ask for
FITTING = WANTED + ZONES * INGREDIENTS  # + (zone * CUPS + cup) * LACKING + lacking: orders that a cup could become
AWAY = FITTING + ZONES * CUPS * LACKING  # + pawn * INGREDIENTS + ingredient: how near the nearest one is
NUM_FEATURES = AWAY + PAWNS * INGREDIENTS
FARTHEST = 6  # steps from corner to corner


@rule
def features(b, s, seat, out):
    """Counts, the viewer's place first; `out` holds zeros."""
    for slot in range(s.seats):
        look_at_orders(b, s, (seat + slot) % s.seats, slot * OF_A_SEAT, slot == 0, out)
    for pawn in range(PAWNS):
        if s.pawn[seat, pawn] > 0:
            look_around(b, int(s.pawn[seat, pawn]) - 1, AWAY + pawn * INGREDIENTS, out)


@rule
def look_at_orders(b, s, seat, first, own, out):
    """Of each zone: how many orders wait, and how much the cups lack for them."""
    for zone in range(ZONES):
        for place in range(PLACES):
            order = int(s.waiting[seat, zone, place]) - 1
            if order < 0:
                break
            out[first + zone * (1 + LACKING)] += 1
            nearest = LACKING
            for cup in range(CUPS):
                lacking = missing(b, s, seat, cup, order)
                if lacking >= 0:
                    nearest = min(nearest, lacking)
                    if own:
                        out[FITTING + (zone * CUPS + cup) * LACKING + min(lacking, LACKING - 1)] += 1
            if nearest < LACKING:
                out[first + zone * (1 + LACKING) + 1 + nearest] += 1
            if own:
                for ingredient in range(INGREDIENTS):
                    out[WANTED + zone * INGREDIENTS + ingredient] += b.recipe[order, ingredient]


@rule
def missing(b, s, seat, cup, order):
    """How many ingredients a cup lacks for an order, or -1 if it holds too much."""
    lacking = 0
    for ingredient in range(INGREDIENTS):
        has = int(s.cup[seat, cup, ingredient])
        if has > b.recipe[order, ingredient]:
            return -1
        lacking += int(b.recipe[order, ingredient]) - has
    return lacking


@rule
def look_around(b, cell, first, out):
    """The nearer an ingredient is, the more."""
    for there in range(ROWS * COLUMNS):
        away = abs(there // COLUMNS - cell // COLUMNS) + abs(there % COLUMNS - cell % COLUMNS)
        at = first + int(b.board[there])
        if away > 0 and out[at] < FARTHEST + 1 - away:
            out[at] = FARTHEST + 1 - away
