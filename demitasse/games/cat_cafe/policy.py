"""A simple player's taste in Cat Café: how much an action is worth at first sight, in quarters of a point."""

from demitasse.core.bits import lowest, size_of
from demitasse.core.rule import rule
from demitasse.games.cat_cafe import rules as r
from demitasse.games.cat_cafe import verbs as v
from demitasse.games.cat_cafe.box import CELLS, FLOORS, ITEMS, TOWERS
from demitasse.games.cat_cafe.rules import floors_in_reach, group_of, paws_needed, split_limit, yarns
from demitasse.games.cat_cafe.state import CHOOSE, FACES, TAKE

POINT = 4
PAW = 4
ROOM = 2  # a free cell beside a bowl or a mouse, for what may come
GOOD_CAT = 2  # items a cat should find

# The notes
DRAWN = 0  # + item + 1: the cells, as bits, in which it is drawn; first those in which nothing is
CAT = DRAWN + ITEMS + 1  # + cat: what it is worth
BEST_CAT = CAT + ITEMS  # and what that is worth which found most; 0 if all were chosen
TOWER = BEST_CAT + 1  # + tower: what it is worth to mark a cell of it, without a house
HOUSED = TOWER + TOWERS  # + tower: and with one
YARNS = HOUSED + TOWERS  # + tower: what one more yarn brings
BUTTERFLIES = YARNS + TOWERS  # what one brings
MARK = BUTTERFLIES + 1  # + item * CELLS + cell: what a mark is worth, of a house without its cat
PAIR = MARK + ITEMS * CELLS  # + item * FACES + floor: what the best mark of an item on a floor is worth
NOTES = PAIR + ITEMS * FACES


@rule
def note(b, s, notes):
    """What each mark in reach is worth, or each pair of dice."""
    seat = int(s.seat)
    note_sheet(b, s, seat, notes)
    if s.phase == CHOOSE:
        for item in range(ITEMS):
            cells = int(notes[DRAWN]) & floors_in_reach(s, seat, item) * r.ALL_TOWERS
            while cells:
                cell = lowest(cells)
                cells &= cells - 1
                notes[MARK + item * CELLS + cell] = mark_worth(b, item, cell, notes)
    elif s.phase == TAKE:
        for item in range(FACES):
            for floor in range(FACES):
                if s.dice[item] > 0 and s.dice[floor] > (item == floor):
                    notes[PAIR + item * FACES + floor] = pair_worth(b, item, floor, notes)


@rule
def worth(b, s, notes, action):
    """Larger is better; only actions that are legal together are compared."""
    if action < v.MARK_HOUSE:
        return die_worth(s, action - v.TAKE_DIE, notes)
    if action == v.PASS:
        return PAW * min(r.PAWS_OF_A_PASS, int(s.paws_left[s.seat]))
    item = r.item_of(action)
    cell = r.cell_of(action)
    value = notes[MARK + item * CELLS + cell] - PAW * paws_needed(s, int(s.seat), item, cell % FLOORS)
    return value + notes[CAT + r.cat_of(action)] if item == r.HOUSE else value


@rule
def die_worth(s, face, notes):
    """The best mark with the die, once with each die that may be left in the centre."""
    total = 0
    for other in range(FACES):
        if s.dice[other] > (other == face):
            total += max(notes[PAIR + face * FACES + other], notes[PAIR + other * FACES + face])
    return total


@rule
def pair_worth(b, item, floor, notes):
    """The best mark of an item on a floor; a house brings the best cat."""
    best = 0
    cells = int(notes[DRAWN]) & r.ALL_TOWERS << floor
    while cells:
        best = max(best, mark_worth(b, item, lowest(cells), notes) + (notes[BEST_CAT] if item == r.HOUSE else 0))
        cells &= cells - 1
    return best


@rule
def note_sheet(b, s, seat, notes):
    """What is drawn where, and what cats, towers, yarns and butterflies are worth."""
    for item in range(ITEMS + 1):
        notes[DRAWN + item] = 0
    for cell in range(CELLS):
        notes[DRAWN + int(s.sheet[seat, cell])] |= 1 << cell
    notes[DRAWN] &= int(b.cells)
    note_cats(s, seat, notes)
    for tower in range(TOWERS):
        left = size_of(int(notes[DRAWN]) & int(b.tower[tower]))
        if left > 0:
            has_house = int(notes[DRAWN + r.HOUSE + 1]) & int(b.tower[tower]) != 0
            notes[HOUSED + tower] = tower_worth(b, tower, left, not r.is_larger_gone(s, tower))
            notes[TOWER + tower] = notes[HOUSED + tower] if has_house else tower_worth(b, tower, left, False)
            notes[YARNS + tower] = yarn_gain(s, seat, tower)
    notes[BUTTERFLIES] = 3 * POINT + PAW * min(r.PAWS_OF_A_BUTTERFLY, int(s.paws_left[seat]))


@rule
def note_cats(s, seat, notes):
    """A cat is worth waiting for."""
    most = -1
    notes[BEST_CAT] = 0
    for cat in range(ITEMS):
        number = size_of(int(notes[DRAWN + cat + 1]))
        notes[CAT + cat] = 2 * POINT * (number + (cat == r.HOUSE) - GOOD_CAT) + POINT
        if not s.cat[seat, cat] and number > most:
            most = number
            notes[BEST_CAT] = notes[CAT + cat]


@rule
def mark_worth(b, item, cell, notes):
    """What a mark is worth, of a house without its cat."""
    tower = cell // FLOORS
    if item == r.HOUSE:
        return notes[HOUSED + tower]
    value = notes[TOWER + tower]
    if item == r.YARN:
        value += POINT * notes[YARNS + tower]
    elif item == r.BUTTERFLY:
        value += notes[BUTTERFLIES]
    elif item == r.BOWL:
        value += POINT * kinds_beside(b, cell, notes) + ROOM * free_beside(b, cell, notes)
    elif item == r.CUSHION:
        value += POINT * (cell % FLOORS + 1)
    else:
        mice = int(notes[DRAWN + r.MOUSE + 1])
        group = group_of(b, mice | 1 << cell, cell)
        value += POINT * (split_limit(b, group) - split_limit(b, mice & group)) + ROOM * free_beside(b, cell, notes)
    return value


@rule
def kinds_beside(b, cell, notes):
    """How many kinds of item share an edge with a cell."""
    kinds = 0
    for item in range(ITEMS):
        kinds += int(notes[DRAWN + item + 1]) & int(b.beside[cell]) != 0
    return kinds


@rule
def free_beside(b, cell, notes):
    return size_of(int(b.beside[cell]) & int(notes[DRAWN]))


@rule
def tower_worth(b, tower, left, larger):
    """How far a tower is, and the number on its top if this is its last cell."""
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
