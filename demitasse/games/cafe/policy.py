"""A simple player's taste in Café: how much an action is worth at first sight."""

from demitasse.core.rule import rule
from demitasse.games.cafe import rules as r
from demitasse.games.cafe.box import CAFE, COLOURS, CUP, DRY, ESPRESSO, FACE, GROW, PITCH, ROAST, SHIP, TURNS
from demitasse.games.cafe.state import DELIVER, ROUNDS, SECTIONS, WIDTH

FREE = 1000  # to go on with an open action
A_CUBE = 20  # moved a step on the way from the field to the warehouse
CHAIN = 4  # points for the whole way
ENOUGH_CUPS = 5  # beyond these there is little to do with a point
ENOUGH_CAFES = 2  # to be filled at a time
ENOUGH = 3  # drying or roasting sections beyond these are worth little
A_NEW_COLOUR = 8  # a growing section of a colour that grows nowhere else
TOO_MUCH = 100  # to be covered
PRICE = 6  # what a cube must bring
SMALL_BID = 2


@rule
def worth(b, s, action):
    """Larger is better; only actions that are legal together are compared."""
    seat = int(s.seat)
    if action < r.DISCARD:
        return take_worth(b, s, seat, (action - r.TAKE_CARD) // r.PAYMENTS, (action - r.TAKE_CARD) % r.PAYMENTS)
    if action < r.PLACE_AT:
        return 0
    if action < r.GROW_GROUP:
        at = (action - r.PLACE_AT) // TURNS
        return -loss(b, s, seat, at // WIDTH * PITCH + at % WIDTH, (action - r.PLACE_AT) % TURNS)
    if action < r.CHOOSE:
        return grow_worth(s, seat, action - r.GROW_GROUP)
    if action < r.MOVE:
        return colour_worth(b, s, seat, action - r.CHOOSE)
    if action < r.DELIVER_FROM:
        at = (action - r.MOVE) // SECTIONS
        return move_worth(b, s, seat, DRY + at // SECTIONS, at % SECTIONS, (action - r.MOVE) % SECTIONS)
    if action < r.DROP:
        return deliver_worth(b, s, seat, (action - r.DELIVER_FROM) // r.TARGETS, (action - r.DELIVER_FROM) % r.TARGETS)
    if action < r.END:
        return drop_worth(b, s, seat, action - r.DROP)
    if action == r.END:
        return 0
    return auction_worth(s, seat, action)


# Cards ----------------------------------------------------------------------------------------------------------------


@rule
def take_worth(b, s, seat, card, payment):
    """What the sections of a card promise, less the cube it costs: best one of which there are many."""
    left = ROUNDS + 1 - int(s.rounds)
    had = colours_grown(b, s, seat)
    total = 0
    for k in range(FACE):
        kind = b.kind[card, k]
        if kind == GROW:
            total += 3 * b.amount[card, k] + (0 if had >> int(b.grows[card, k]) & 1 else A_NEW_COLOUR)
        elif kind in (DRY, ROAST):
            total += 6 if r.visible(b, s, seat, kind) < ENOUGH else 2
        elif kind == CUP:
            total += 4 * left if r.cups(b, s, seat) < ENOUGH_CUPS else left
        elif kind in (SHIP, ESPRESSO):
            total += 4
    if b.cafe[card] > 0:
        total += (min(left, 4) if cafes_to_fill(b, s, seat) < ENOUGH_CAFES else 1) * b.vp[card]
    if payment > 0:
        total -= max(0, PRICE - int(s.warehouse[seat, payment - 1]))
    return total


@rule
def colours_grown(b, s, seat):
    """The colours + 1 that grow in the district, as bits."""
    found = 0
    for slot in range(r.cards(s, seat)):
        card = s.card[seat, slot] - 1
        for k in range(FACE):
            if b.grows[card, k] > 0 and s.group[seat, slot * FACE + k] > 0:
                found |= 1 << int(b.grows[card, k])
    return found


@rule
def cafes_to_fill(b, s, seat):
    """How many open cafés still lack something."""
    number = 0
    for slot in range(r.cards(s, seat)):
        if b.cafe[s.card[seat, slot] - 1] > 0:
            number += r.is_open(b, s, seat, slot) and not r.is_complete(b, s, seat, slot)
    return number


@rule
def loss(b, s, seat, corner, turned):
    """What a card would cover; of two turns that cover the same only one is thought of."""
    if (corner ^ turned >> 1) & 1:
        return TOO_MUCH
    left = ROUNDS + 1 - int(s.rounds)
    total = 0
    for slot in range(r.cards(s, seat) - 1, -1, -1):
        if total >= TOO_MUCH:
            break
        other = r.turned_of(s, seat, slot)
        here = r.corner_of(s, seat, slot)
        column = corner % PITCH - here % PITCH
        row = corner // PITCH - here // PITCH
        if -r.width(turned) < column < r.width(other) and -r.height(turned) < row < r.height(other):
            for y in range(max(0, row), min(row + r.height(turned), r.height(other))):
                for x in range(max(0, column), min(column + r.width(turned), r.width(other))):
                    section = slot * FACE + int(b.under[other, y, x])
                    if s.group[seat, section] > 0:
                        total += section_worth(b, s, seat, slot, section, left)
    return total


@rule
def section_worth(b, s, seat, slot, section, left):
    """What is lost with a visible section."""
    card = s.card[seat, slot] - 1
    kind = b.kind[card, section - slot * FACE]
    if kind == CUP:
        return 8 * left
    if kind == CAFE:
        return 4 * b.vp[card] + 8 * r.served_sum(s, seat, slot) if r.is_open(b, s, seat, slot) else 1
    if kind in (DRY, ROAST):
        return 6 + 3 * s.cubes[seat, section]
    if kind in (SHIP, ESPRESSO):
        return 4
    return 6 + 2 * s.cubes[seat, section]


# Actions --------------------------------------------------------------------------------------------------------------


@rule
def grow_worth(s, seat, group):
    """A larger harvest first; none that cannot be brought home."""
    if s.rounds == ROUNDS and s.points < CHAIN:
        return -1
    total = 0
    for section in range(SECTIONS):
        if s.group[seat, section] == group + 1 and s.cubes[seat, section] == 0:
            total += A_CUBE
    return total


@rule
def colour_worth(b, s, seat, colour):
    """How much a cube of a colour is wanted: in open cafés first, then where the warehouse has few."""
    has = int(s.warehouse[seat, colour])
    wanted = max(0, 8 - has)
    for other in range(COLOURS):
        wanted += has < s.warehouse[seat, other]
    for slot in range(r.cards(s, seat)):
        card = s.card[seat, slot] - 1
        if b.cafe[card] > 0 and s.served[seat, slot, colour] < b.needs[card, colour] and r.is_open(b, s, seat, slot):
            wanted += 8
    return wanted


@rule
def move_worth(b, s, seat, kind, target, source):
    """More cubes of a wanted colour, the same colour together; in the last round only what can be brought home."""
    free = s.opened == kind and s.open_group == s.group[seat, target]
    if s.rounds == ROUNDS and s.points + free < CHAIN + GROW - kind:
        return -1
    total = A_CUBE * int(s.cubes[seat, source]) + 2 * colour_worth(b, s, seat, int(s.colour[seat, source]) - 1)
    if free:
        total += FREE + (A_CUBE if s.fresh[target] else 0)
    return total


@rule
def deliver_worth(b, s, seat, source, target):
    """To the café that lacks least, then an espresso, then the warehouse; in the last round only to cafés that can be finished."""
    total = FREE if s.opened == DELIVER else A_CUBE * r.cubes_on(b, s, seat, ROAST)
    if target == r.WAREHOUSE:
        return total
    slot = target // FACE
    if b.kind[s.card[seat, slot] - 1, target % FACE] != CAFE:
        return total + 4
    lacking = 0
    for colour in range(COLOURS):
        missing = int(b.needs[s.card[seat, slot] - 1, colour]) - int(s.served[seat, slot, colour])
        if s.rounds == ROUNDS and missing > r.cubes_of(b, s, seat, ROAST, colour):
            return total - 1
        lacking += missing
    return total + 18 - lacking


@rule
def drop_worth(b, s, seat, section):
    """A single cube is thrown out of a drying section if no other is empty and nothing can be roasted: it blocks the chain."""
    if r.kind_of(b, s, seat, section) != DRY or s.cubes[seat, section] > 1 or s.fresh[section] or s.points < 2:
        return -1
    for other in range(FACE * r.cards(s, seat)):
        if s.group[seat, other] > 0 and s.cubes[seat, other] == 0 and 0 < r.kind_of(b, s, seat, other) - GROW <= ROAST - GROW:
            return -1
    return 1


@rule
def auction_worth(s, seat, action):
    """A small bid from a full warehouse, with what there is most of; and a cube on a ship rather than lost."""
    if action == r.BID:
        return 20
    if action == r.PASS:
        return 10
    if action < r.BID:
        eager = r.least_bid(s, seat) <= min(SMALL_BID, r.sum_of(s.warehouse, seat) // 4) and s.master != seat
        return int(s.warehouse[seat, action - r.STAKE]) + (10 if eager else 0)
    return 0 if action == r.LOSE else 1
