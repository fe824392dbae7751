"""A simple player's taste in Cat Café: how much an action is worth at first sight, in quarters of a point."""

from demitasse.core.rule import rule
from demitasse.games.cat_cafe import rules as r
from demitasse.games.cat_cafe import verbs as v
from demitasse.games.cat_cafe.box import FLOORS, ITEMS, TOWERS
from demitasse.games.cat_cafe.rules import (
    bits,
    cells_with,
    free_cells,
    group_of,
    has_item,
    kinds_beside,
    number_of,
    paws_needed,
    split_limit,
    yarns,
)
from demitasse.games.cat_cafe.state import FACES

POINT = 4
PAW = 4
ROOM = 2  # a free cell beside a bowl or a mouse, for what may come
GOOD_CAT = 2  # items a cat should find


@rule
def worth(b, s, notes, action):
    """Larger is better; only actions that are legal together are compared."""
    if action < v.MARK_HOUSE:
        return die_worth(b, s, action - v.TAKE_DIE)
    if action == v.PASS:
        return pass_worth(s)
    item = r.item_of(action)
    cell = r.cell_of(action)
    cat = r.cat_of(action) if item == r.HOUSE else -1
    return mark_worth(b, s, item, cell, cat) - PAW * paws_needed(s, s.seat, item, cell % FLOORS)


@rule
def pass_worth(s):
    return PAW * min(r.PAWS_OF_A_PASS, int(s.paws_left[s.seat]))


@rule
def die_worth(b, s, face):
    """The best mark with the die, once with each die that may be left in the centre."""
    free = free_cells(b, s, s.seat)
    total = 0
    for other in range(FACES):
        if s.dice[other] > (other == face):
            total += max(pair_worth(b, s, free, face, other), pair_worth(b, s, free, other, face))
    return total


@rule
def pair_worth(b, s, free, item, floor):
    """The best mark of an item on a floor."""
    best = 0
    for tower in range(TOWERS):
        cell = tower * FLOORS + floor
        if free >> cell & 1:
            best = max(best, mark_worth(b, s, item, cell, best_cat(s) if item == r.HOUSE else -1))
    return best


@rule
def best_cat(s):
    """The cat that would score most, or -1."""
    best = -1
    for cat in range(ITEMS):
        if not s.cat[s.seat, cat] and (best < 0 or number_of(s, s.seat, cat) > number_of(s, s.seat, best)):
            best = cat
    return best


@rule
def mark_worth(b, s, item, cell, cat):
    seat = int(s.seat)
    tower = cell // FLOORS
    value = tower_worth(b, s, seat, tower, item)
    if item == r.HOUSE:
        if cat >= 0:  # a cat is worth waiting for
            value += 2 * POINT * (number_of(s, seat, cat) + (cat == r.HOUSE) - GOOD_CAT) + POINT
    elif item == r.YARN:
        value += POINT * yarn_gain(s, seat, tower)
    elif item == r.BUTTERFLY:
        value += 3 * POINT + PAW * min(r.PAWS_OF_A_BUTTERFLY, int(s.paws_left[seat]))
    elif item == r.BOWL:
        value += POINT * kinds_beside(b, s, seat, cell) + ROOM * free_beside(b, s, seat, cell)
    elif item == r.CUSHION:
        value += POINT * (cell % FLOORS + 1)
    else:
        mice = cells_with(s, seat, r.MOUSE)
        group = group_of(b, mice | 1 << cell, cell)
        value += POINT * (split_limit(b, group) - split_limit(b, mice & group)) + ROOM * free_beside(b, s, seat, cell)
    return value


@rule
def free_beside(b, s, seat, cell):
    return bits(int(b.beside[cell]) & free_cells(b, s, seat))


@rule
def tower_worth(b, s, seat, tower, item):
    """How far a tower is, and the number on its top if this is its last cell."""
    left = bits(free_cells(b, s, seat) & int(b.tower[tower]))
    with_house = item == r.HOUSE or has_item(s, seat, tower, r.HOUSE)
    larger = with_house and not r.is_larger_gone(s, tower)
    return POINT * int(b.bonus[tower, 1 if larger else 0]) // left


@rule
def yarn_gain(s, seat, tower):
    """What one more yarn brings: the lead, or the lead kept."""
    most = 0
    for other in range(s.seats):
        if other != seat:
            most = max(most, yarns(s, other, tower))
    own = yarns(s, seat, tower)
    if own > most:
        return 1
    if own == 0:
        return 8 if most == 0 else 5 if most == 1 else 3
    return 5 if own + 1 >= most else 1
