"""A simple player's taste in Coffee Rush: how much an action is worth at first sight."""

from demitasse.core.rule import rule
from demitasse.games.coffee_rush import verbs as v
from demitasse.games.coffee_rush.box import INGREDIENTS
from demitasse.games.coffee_rush.rules import FREE_STEPS, neighbour
from demitasse.games.coffee_rush.state import CUPS, MOVE, PLACES, ZONES

# The notes: how well one more of each ingredient would fit the best cup
NOTES = INGREDIENTS


@rule
def note(b, s, notes):
    """What is taken is counted as in every cup."""
    if s.phase == MOVE:
        for ingredient in range(INGREDIENTS):
            notes[ingredient] = 0
        for cup in range(CUPS):
            for zone in range(ZONES):
                note_orders(b, s, cup, zone, notes)


@rule
def note_orders(b, s, cup, zone, notes):
    """The orders of a zone that a cup could still become want the ingredients it lacks."""
    for place in range(PLACES):
        order = int(s.waiting[s.seat, zone, place]) - 1
        if order < 0:
            break
        lacking = missing(b, s, cup, -1, order)
        if lacking > 0:
            value = nearness(zone, lacking - 1)
            for ingredient in range(INGREDIENTS):
                if b.recipe[order, ingredient] > s.cup[s.seat, cup, ingredient]:
                    notes[ingredient] = max(notes[ingredient], value)


@rule
def worth(b, s, notes, action):
    """Larger is better; only actions that are legal together are compared."""
    if action < v.KEEP:
        return 1  # any cell, any upgrade
    if v.STEP <= action < v.STOP:
        return step_worth(b, s, (action - v.STEP) // v.DIRECTIONS, (action - v.STEP) % v.DIRECTIONS, notes)
    if action == v.STOP:
        return 1 if s.steps < FREE_STEPS else 3
    if v.EMPTY_CUP <= action < v.TO_POUR:
        return empty_worth(b, s, action - v.EMPTY_CUP)
    if v.POUR_INTO <= action < v.SERVE_CUP:
        return fill_worth(b, s, (action - v.POUR_INTO) // (CUPS + 1), (action - v.POUR_INTO) % (CUPS + 1))
    if v.SERVE_CUP <= action < v.DONE:
        return serve_worth((action - v.SERVE_CUP) % ZONES)
    return 0


@rule
def step_worth(b, s, cell, direction, notes):
    """How well one more of the ingredient there would fit the best cup; half as well if some was taken already."""
    ingredient = int(b.board[neighbour(cell, direction)])
    best = notes[ingredient]
    return 2 * best if s.taken[ingredient] == 0 else 2 * (best // 2)


@rule
def empty_worth(b, s, cup):
    """A cup is emptied when it is known what was taken, not before the first step."""
    if s.phase == MOVE:
        return -1
    return 1 if fit(b, s, cup, -1) == 0 else -1


@rule
def fill_worth(b, s, ingredient, into):
    return 1 if into == v.BACK else fit(b, s, into, ingredient)


@rule
def serve_worth(zone):
    """The most urgent first."""
    return 1 + zone


@rule
def fit(b, s, cup, added):
    """The best waiting order the cup, with an ingredient added, could still become; 0: none."""
    best = 0
    for zone in range(ZONES):
        for place in range(PLACES):
            order = s.waiting[s.seat, zone, place] - 1
            if order < 0:
                break
            lacking = missing(b, s, cup, added, order)
            if lacking >= 0:
                best = max(best, nearness(zone, lacking))
    return best


@rule
def nearness(zone, lacking):
    """What an order is worth that lacks so much: more the nearer it is and the more urgent."""
    return 10 + zone - 3 * lacking if lacking < 3 else 1 + zone


@rule
def missing(b, s, cup, added, order):
    """How many ingredients the cup lacks for the order, or -1 if it holds too much."""
    lacking = 0
    for ingredient in range(INGREDIENTS):
        has = s.cup[s.seat, cup, ingredient] + (ingredient == added)
        if has > b.recipe[order, ingredient]:
            return -1
        lacking += b.recipe[order, ingredient] - has
    return lacking
