"""A simple player's taste in Café: how much an action is worth at first sight."""

from demitasse.core.bits import lowest, size_of
from demitasse.core.rule import rule
from demitasse.games.cafe import verbs as v
from demitasse.games.cafe.box import (
    CAFE,
    COLOURS,
    CUP,
    DRY,
    ESPRESSO,
    FACE,
    GROW,
    PITCH,
    PLANS,
    ROAST,
    SHIP,
    TART,
    TURNS,
    VIEW,
)
from demitasse.games.cafe.rules import legal
from demitasse.games.cafe.rules.acting import (
    add_all_deliveries,
    add_deliveries,
    add_moves,
    add_sections,
    groups_to_grow,
    sections_of_open,
)
from demitasse.games.cafe.rules.bidding import least_bid
from demitasse.games.cafe.rules.cubes import sum_of
from demitasse.games.cafe.rules.district import (
    cards,
    corner_of,
    cups,
    height,
    is_complete,
    is_open,
    served_sum,
    turned_of,
    width,
)
from demitasse.games.cafe.rules.drafting import next_offer
from demitasse.games.cafe.state import (
    ACT,
    COLOUR,
    DELIVER,
    HEIGHT,
    MOST_POINTS,
    PLACE,
    ROUNDS,
    SECTIONS,
    TAKE,
    WIDTH,
)

# What a district is worth. These and the figures below were found by a random search over thousands of solo games: each
# change was kept that raised the mean score over the same deals, and over fresh ones.
POINT = 160  # a point of victory
FIELD = 16  # a growing section, each round
FIELD_TOGETHER = 7  # more for each other one of its group, each round
MOST_FIELDS = 14  # of a group; more are worth nothing
DRYER = (64, 148, 46, 32, 8)  # the first, second … drying section of a group, each round
ROASTER = (48, 96, 72, 24, 0)
COLOUR_GROWN = (32, 24, 16, 0)  # the first, second … section of a colour, each round
A_CUP = 240  # each round
A_SHIP = 58
A_CAFE = 64  # a point of a café that is still to be filled
FILLED = 96  # a cube in such a café
LYING = (0, 41, 80, 440)  # a cube on a section of each kind
# What else a card on offer promises each round; a drying or roasting section less for each that there is
CARD_FIELD = 30
CARD_DRYER = 49
CARD_DRYER_LESS = 6
CARD_ROASTER = 70
CARD_ROASTER_LESS = 5
PAYMENT = 62  # a cube paid for a card
FINENESS = 8  # the figures above are so much finer than those below

# What a cube is worth
TO_CAFE = 20
TO_FEWEST = 24  # in the warehouse, of the colours that count
TO_MORE = 5  # so much less for each that lies there beyond them, twice
TO_PAY = 20  # more if there is little to pay the next card with
LITTLE = 6
STEP = (0, 32, 16, 16, 14)  # for each kind of action: how much of that a step on its way is worth

CHAIN = 4  # points for the whole way
FREE = 1 << 20  # to go on with an open action
MOST_NEEDS = 18  # more than a café lacks
SMALL_BID = 2
BIDDING = 20  # what is laid out is bid
PASSING = 10

# The notes
KINDS = ROAST + 1
NUMBER = 0  # + first section: of a group, how many sections, or what it can do
AHEAD = NUMBER + SECTIONS  # + kind * COLOURS + colour: cubes on sections of a kind and further on; nothing behind ROAST
SETS = AHEAD + (KINDS + 1) * COLOURS  # + kind * COLOURS + colour: what those of a kind are worth where they go
BEST_SETS = SETS + KINDS * COLOURS  # + kind * (COLOURS + 1) + number: and so many of the best together
LACK = BEST_SETS + KINDS * (COLOURS + 1)  # + colour: what open cafés still need
PRICE = LACK + COLOURS  # + colour: what a cube is worth in the warehouse
FIELDS = PRICE + COLOURS  # + colour: how many sections grow it, batches behind
SEEN = FIELDS + COLOURS + 1  # + kind: how many drying and roasting sections there are
DELIVERY = SEEN + KINDS  # what a delivery is worth
BARE = DELIVERY + 1  # what the groups of the card in hand are worth each round by themselves
OWNS = BARE + 1  # how many of them there are
OWN = OWNS + 1  # + number: the kind of such a group, and behind its bits how many sections it has
TOUCHED = OWN + FACE  # + number: the groups of the district it would touch, as bits
EDGE = TOUCHED + FACE  # + turn * FACE + number: where in a window around the turned card they would lie, as bits
WINDOW_AT = EDGE + TURNS * FACE  # where the window is that was looked through last
WINDOW = WINDOW_AT + 1  # + kind: the sections of a kind in it, as bits
COVERED_AT = WINDOW + KINDS  # + 0 or 1: where a flat or an upright card was that was looked under last
COVERED = COVERED_AT + 2  # + 0 or 1: what it would cover
ROWS = COVERED + 2  # + kind * VIEWED_ROWS + row, a frame of one around: the columns with sections of a kind, as bits
VIEWED_ROWS = HEIGHT + VIEW
MOST_SIZE = 16
SIZES = ROWS + KINDS * VIEWED_ROWS  # + kind * MOST_SIZE + number: what a group of so many sections is worth each round
OFFERED = SIZES + KINDS * MOST_SIZE  # + card: what it is worth
GROUND = OFFERED + PLANS  # + place, a frame of one around: what is lost where it is covered, and the group there
GROUND_ROW = WIDTH + 2
NOTES = GROUND + GROUND_ROW * (HEIGHT + 2)
KIND_BITS = 4
KIND = (1 << KIND_BITS) - 1
GROUP_BITS = 6
GROUP = (1 << GROUP_BITS) - 1


@rule
def note(b, s, notes):
    """What the worth of all actions depends on."""
    seat = int(s.seat)
    if s.phase == ACT or s.phase == COLOUR:
        note_prices(s, seat, notes)
        note_acts(b, s, seat, notes)
    elif s.phase == PLACE:
        note_district(b, s, seat, notes)
        note_ground(b, s, seat, notes)
        note_card(b, int(s.hand[seat]) - 1, notes)
    elif s.phase == TAKE:
        note_district(b, s, seat, notes)
        note_prices(s, seat, notes)
        card = -1
        for _ in range(s.offered):
            card = next_offer(s, card)
            notes[OFFERED + card] = card_worth(b, s, seat, card, notes)


@rule
def worth(b, s, notes, action):
    """Larger is better; only actions that are legal together are compared."""
    seat = int(s.seat)
    if action < v.DISCARD:
        return take_worth(s, seat, (action - v.TAKE_CARD) // v.PAYMENTS, (action - v.TAKE_CARD) % v.PAYMENTS, notes)
    if action < v.PLACE_AT:
        return 0
    if action < v.GROW_GROUP:
        at = (action - v.PLACE_AT) // TURNS
        return place_worth(s, at // WIDTH, at % WIDTH, (action - v.PLACE_AT) % TURNS, notes)
    if action < v.CHOOSE:
        return notes[NUMBER + action - v.GROW_GROUP]
    if action < v.DRY_INTO:
        return batch_worth(notes, action - v.CHOOSE)
    if action < v.ROAST_INTO:
        at = action - v.DRY_INTO
        return move_worth(s, seat, DRY, at // SECTIONS, at % SECTIONS, notes)
    if action < v.DELIVER_FROM:
        at = action - v.ROAST_INTO
        return move_worth(s, seat, ROAST, at // SECTIONS, at % SECTIONS, notes)
    if action < v.DROP:
        at = action - v.DELIVER_FROM
        return deliver_worth(b, s, seat, at // v.TARGETS, at % v.TARGETS, notes)
    if action < v.END:
        return -1
    if v.STAKE <= action < v.BID:
        return stake_worth(s, seat, action - v.STAKE)
    if action == v.BID:
        return BIDDING
    if action == v.PASS:
        return PASSING
    return 1 if v.SHIP_ON <= action < v.LOSE else 0  # a cube on a ship rather than lost


# The shortlist --------------------------------------------------------------------------------------------------------


@rule
def shortlist(b, s, notes, out):
    """An open action is gone on with, and nothing is dropped: `end` is always better."""
    seat = int(s.seat)
    if s.phase == ACT:
        if s.opened:
            count = list_open(b, s, seat, notes, out)
            if count > 0:
                return count
        if s.points > 0:
            note(b, s, notes)
            return list_acts(b, s, seat, notes, out)
        out[0] = v.END
        return 1
    count = legal(b, s, out)
    if count > 1:
        note(b, s, notes)
    return count


@rule
def list_open(b, s, seat, notes, out):
    """What goes on with the open action, if anything does."""
    kind = int(s.opened)
    count = 0
    if kind == DELIVER:
        if s.begun:
            count = add_deliveries(b, s, int(s.begun) - 1, out, 0)
        else:
            count = add_all_deliveries(b, s, int(s.seen[seat, ROAST] & s.filled[seat]), out, 0)
        if count > 1:
            note_prices(s, seat, notes)
            note_cubes(s, seat, ROAST, notes)
    elif s.rounds < ROUNDS or s.points >= DELIVER - kind:
        filled = int(s.seen[seat, kind - 1] & s.filled[seat])
        if filled:
            first = v.DRY_INTO if kind == DRY else v.ROAST_INTO
            count = add_moves(s, seat, first, sections_of_open(s, seat), filled, out, 0)
        if count > 1:
            note_prices(s, seat, notes)
            note_cafes(b, s, seat, notes)
            note_cubes(s, seat, kind - 1, notes)
            note_sets(kind - 1, notes)
    return count


@rule
def list_acts(b, s, seat, notes, out):
    """What costs a point and may be worth most, and `end`."""
    count = add_sections(groups_to_grow(b, s, seat), v.GROW_GROUP, out, 0)
    for kind in range(DRY, ROAST + 1):
        count = list_moves(s, seat, kind, notes, out, count)
    count = add_all_deliveries(b, s, int(s.seen[seat, ROAST] & s.filled[seat]), out, count)
    out[count] = v.END
    return count + 1


@rule
def list_moves(s, seat, kind, notes, out, count):
    """Moves of the cubes worth most into the groups worth most."""
    filled = int(s.filled[seat])
    sources = best_sources(s, seat, int(s.seen[seat, kind - 1]) & filled, SETS + (kind - 1) * COLOURS - 1, notes)
    if sources == 0:
        return count
    targets = best_targets(s, seat, kind, int(s.seen[seat, kind]) & ~filled, notes)
    return add_moves(s, seat, v.DRY_INTO if kind == DRY else v.ROAST_INTO, targets, sources, out, count)


@rule
def best_sources(s, seat, sections, sets, notes):
    """Those with cubes of the colour worth most; what a colour + 1 is worth stands in the notes from `sets` on."""
    found = 0
    top = -1
    while sections:
        section = lowest(sections)
        sections &= sections - 1
        worth = notes[sets + int(s.colour[seat, section])]
        if worth > top:
            top = worth
            found = 0
        if worth == top:
            found |= 1 << section
    return found


@rule
def best_targets(s, seat, kind, sections, notes):
    """Those in groups worth most to fill; none if nothing is worth it."""
    found = 0
    top = 1
    while sections:
        section = lowest(sections)
        sections &= sections - 1
        group = int(s.group[seat, section])
        worth = notes[NUMBER + group - 1] if s.opened != kind or s.open_group != group else 0
        if worth > top:
            top = worth
            found = 0
        if worth == top:
            found |= 1 << section
    return found


# Cards ----------------------------------------------------------------------------------------------------------------


@rule
def note_district(b, s, seat, notes):
    """How large each group is, and how many sections there are of each colour and kind."""
    number = cards(s, seat)
    for section in range(FACE * number):
        notes[NUMBER + section] = 0
    for k in range(FIELDS, DELIVERY):
        notes[k] = 0
    for slot in range(number):
        card = int(s.card[seat, slot]) - 1
        for k in range(FACE):
            group = int(s.group[seat, slot * FACE + k])
            kind = int(b.kind[card, k])
            if group > 0 and kind <= ROAST:
                notes[NUMBER + group - 1] += 1
                notes[SEEN + kind] += 1
                if kind == GROW:
                    notes[FIELDS + int(b.grows[card, k]) - 1] += 1


@rule
def note_ground(b, s, seat, notes):
    """What lies where; covered sections are left out."""
    number = cards(s, seat)
    left = ROUNDS + 1 - int(s.rounds)
    first_row, last_row, first, last = HEIGHT, 0, WIDTH, 0
    for slot in range(number):
        corner = corner_of(s, seat, slot)
        first_row = min(first_row, corner // PITCH)
        last_row = max(last_row, corner // PITCH + 2)
        first = min(first, corner % PITCH)
        last = max(last, corner % PITCH + 2)
    for kind in range(GROW, KINDS):
        total = 0
        for size in range(MOST_SIZE):
            notes[SIZES + kind * MOST_SIZE + size] = total
            total += section_worth(kind, size)
    for y in range(max(0, first_row - 2), min(HEIGHT + 2, last_row + 5)):  # a card may lie two beyond and look further
        for x in range(max(0, first - 2), min(GROUND_ROW, last + 5)):
            notes[GROUND + y * GROUND_ROW + x] = 0
    for kind in range(GROW, KINDS):
        for y in range(max(0, first_row - 2), min(VIEWED_ROWS, last_row + VIEW + 3)):
            notes[ROWS + kind * VIEWED_ROWS + y] = 0
    for slot in range(number):
        card = int(s.card[seat, slot]) - 1
        corner = corner_of(s, seat, slot)
        turned = turned_of(s, seat, slot)
        for k in range(FACE):
            group = int(s.group[seat, slot * FACE + k])
            if group > 0:
                place = corner + int(b.offset[turned, k])
                lost = section_loss(b, s, seat, slot, card, k, left, notes)
                row = place // PITCH + 1
                column = place % PITCH + 1
                notes[GROUND + row * GROUND_ROW + column] = lost << GROUP_BITS | group
                if b.kind[card, k] <= ROAST:
                    notes[ROWS + int(b.kind[card, k]) * VIEWED_ROWS + row] |= 1 << column


@rule
def section_loss(b, s, seat, slot, card, k, left, notes):
    """What is lost with a visible section."""
    section = slot * FACE + k
    kind = int(b.kind[card, k])
    if kind <= ROAST:
        size = min(notes[NUMBER + int(s.group[seat, section]) - 1], MOST_SIZE - 1)
        loss = left * (notes[SIZES + kind * MOST_SIZE + size] - notes[SIZES + kind * MOST_SIZE + size - 1])
        if kind == GROW:
            loss += left * colour_worth(notes[FIELDS + int(b.grows[card, k]) - 1])
        return loss + LYING[kind] * int(s.cubes[seat, section])
    if kind == CUP:
        return A_CUP * left
    if kind == CAFE:
        if not is_open(b, s, seat, slot):
            return 0
        if is_complete(b, s, seat, slot):
            return POINT * int(b.vp[card])
        return A_CAFE * int(b.vp[card]) * min(left - 1, 1) + FILLED * served_sum(s, seat, slot)
    if kind == SHIP:
        return A_SHIP
    if kind == ESPRESSO:
        return POINT // 2 + POINT * int(s.cubes[seat, section])
    return POINT if kind == TART else 0


@rule
def place_worth(s, y, x, turned, notes):
    """What the card in hand brings at a place: groups that grow, less what it covers."""
    frame = GROUND + y * GROUND_ROW + x  # one above and to the left
    look_through(y, x, frame, notes)
    met = 0  # the card's groups that touch some of the district
    for own in range(notes[OWNS]):
        edge = notes[WINDOW + (notes[OWN + own] & KIND)] & notes[EDGE + turned * FACE + own]
        if edge:
            met |= 1 << own
            notes[TOUCHED + own] = groups_at(frame, edge, notes)
    gain = notes[BARE]
    if met:
        gain += join_worth(met, notes)
    return (ROUNDS + 1 - int(s.rounds)) * gain - covered_worth(frame + GROUND_ROW + 1, turned, notes)


@rule
def look_through(y, x, frame, notes):
    """What lies in the window around a place; the same for all turns there, which follow each other."""
    if notes[WINDOW_AT] != frame:
        notes[WINDOW_AT] = frame
        for kind in range(GROW, KINDS):
            found = 0
            for row in range(VIEW):
                seen = notes[ROWS + kind * VIEWED_ROWS + y + row] >> x & (1 << VIEW) - 1
                found |= seen << row * VIEW
            notes[WINDOW + kind] = found


@rule
def groups_at(frame, edge, notes):
    """The groups that lie at some places of a window, as bits."""
    groups = 0
    while edge:
        at = lowest(edge)
        edge &= edge - 1
        groups |= 1 << ((notes[frame + at // VIEW * GROUND_ROW + at % VIEW] & GROUP) - 1)
    return groups


@rule
def covered_worth(corner, turned, notes):
    """What is lost under a card; half a turn covers the same."""
    upright = turned & 1
    if notes[COVERED_AT + upright] != corner:
        total = 0
        for y in range(height(turned)):
            for x in range(width(turned)):
                total += notes[corner + y * GROUND_ROW + x] >> GROUP_BITS
        notes[COVERED_AT + upright] = corner
        notes[COVERED + upright] = total
    return notes[COVERED + upright]


@rule
def join_worth(met, notes):
    """What is gained each round by groups of a card that touch some of the district: all that touch one become one."""
    total = 0
    while met:
        own = lowest(met)
        met &= met - 1
        table = SIZES + (notes[OWN + own] & KIND) * MOST_SIZE
        number = notes[OWN + own] >> KIND_BITS
        total -= notes[table + number]
        groups = int(notes[TOUCHED + own])
        others = met
        while others:
            other = lowest(others)
            others &= others - 1
            if notes[TOUCHED + other] & groups:
                groups |= int(notes[TOUCHED + other])
                number += notes[OWN + other] >> KIND_BITS
                total -= notes[table + (notes[OWN + other] >> KIND_BITS)]
                met &= ~(1 << other)
                others = met
        while groups:
            size = notes[NUMBER + lowest(groups)]
            groups &= groups - 1
            number += size
            total -= notes[table + min(size, MOST_SIZE - 1)]
        total += notes[table + min(number, MOST_SIZE - 1)]
    return total


@rule
def note_card(b, card, notes):
    """What the groups of a card are worth by themselves, and what they would touch however it is turned."""
    notes[WINDOW_AT] = 0
    notes[COVERED_AT] = 0
    notes[COVERED_AT + 1] = 0
    notes[BARE] = 0
    count = 0
    for k in range(FACE):
        sections = int(b.joined[card, k])
        kind = int(b.kind[card, k])
        if kind <= ROAST and lowest(sections) == k:
            notes[BARE] += notes[SIZES + kind * MOST_SIZE + size_of(sections)]
            notes[OWN + count] = size_of(sections) << KIND_BITS | kind
            for turned in range(TURNS):
                notes[EDGE + turned * FACE + count] = int(b.edge[card, turned, k])
            count += 1
    notes[OWNS] = count


@rule
def section_worth(kind, number):
    """What one more section is worth each round to a group of so many."""
    if kind == GROW:
        return FIELD + FIELD_TOGETHER * number if number < MOST_FIELDS else 0
    return DRYER[min(number, 4)] if kind == DRY else ROASTER[min(number, 4)]


@rule
def colour_worth(number):
    """What the section that makes them so many of a colour is worth each round."""
    return COLOUR_GROWN[min(max(1, number), 4) - 1]


@rule
def card_worth(b, s, seat, card, notes):
    """What a card promises."""
    left = ROUNDS + 1 - int(s.rounds)
    total = A_CUP * left if b.cup[card] > 0 and cups(s, seat) < MOST_POINTS else 0
    if b.cafe[card] > 0:
        total += A_CAFE * int(b.vp[card]) * min(left - 1, 1)
    for k in range(FACE):
        kind = b.kind[card, k]
        if kind == GROW:
            total += left * (CARD_FIELD + colour_worth(notes[FIELDS + int(b.grows[card, k]) - 1] + 1))
        elif kind == DRY:
            total += left * (CARD_DRYER - CARD_DRYER_LESS * notes[SEEN + DRY])
        elif kind == ROAST:
            total += left * (CARD_ROASTER - CARD_ROASTER_LESS * notes[SEEN + ROAST])
        elif kind == SHIP:
            total += A_SHIP
        elif kind in (ESPRESSO, TART):
            total += POINT
    return total


@rule
def take_worth(s, seat, card, payment, notes):
    return notes[OFFERED + card] - (payment_worth(s, seat, payment - 1, notes) if payment > 0 else 0)


@rule
def payment_worth(s, seat, colour, notes):
    """What a cube of a colour is worth that would be paid: best one of which there are many."""
    return PAYMENT + FINENESS * (max(0, notes[PRICE + colour] + 2 * TO_MORE) - int(s.warehouse[seat, colour]))


# Actions --------------------------------------------------------------------------------------------------------------


@rule
def note_prices(s, seat, notes):
    """What a cube of each colour is worth in the warehouse."""
    fewest = 1 << 20
    second = 1 << 20
    total = 0
    for colour in range(COLOURS):
        held = int(s.warehouse[seat, colour])
        second = min(second, max(held, fewest))
        fewest = min(fewest, held)
        total += held
    pay = TO_PAY if s.rounds < ROUNDS and total < LITTLE else 0
    for colour in range(COLOURS):
        notes[PRICE + colour] = TO_FEWEST + pay - TO_MORE * (2 * int(s.warehouse[seat, colour]) - fewest - second)


@rule
def note_acts(b, s, seat, notes):
    """What each action is worth on each group; in the last round only what can still be brought home."""
    note_cafes(b, s, seat, notes)
    note_cubes(s, seat, GROW, notes)
    for kind in range(GROW, ROAST + 1):
        note_sets(kind, notes)
        note_best(notes, SETS + kind * COLOURS, BEST_SETS + kind * (COLOURS + 1))
    if s.points > 0:
        note_groups(b, s, seat, notes)


@rule
def note_groups(b, s, seat, notes):
    """What the actions are worth that cost a point."""
    last = s.rounds == ROUNDS
    grows = not last or s.points >= CHAIN
    begun = 0  # groups, as bits
    fields = int(s.seen[seat, GROW] & ~s.filled[seat])
    while fields:
        section = lowest(fields)
        fields &= fields - 1
        group = int(s.group[seat, section]) - 1
        before = notes[NUMBER + group] if begun >> group & 1 else 0
        notes[NUMBER + group] = before + (STEP[GROW] * harvest_worth(b, s, seat, section, notes) if grows else 0)
        begun |= 1 << group
    for kind in range(DRY, ROAST + 1):
        moves = not last or s.points >= CHAIN + GROW - kind
        note_rooms(s, seat, kind, STEP[kind] if moves else 0, notes)
    step = 1 if last and s.points > 1 else STEP[DELIVER]  # at last, as late as may be
    notes[DELIVERY] = step * notes[BEST_SETS + ROAST * (COLOURS + 1) + COLOURS]


@rule
def note_cafes(b, s, seat, notes):
    """What open cafés still need."""
    for colour in range(COLOURS):
        notes[LACK + colour] = 0
    cafes = int(s.seen[seat, CAFE])
    while cafes:
        slot = lowest(cafes) // FACE
        cafes &= ~((1 << FACE) - 1 << slot * FACE)
        if is_open(b, s, seat, slot):
            card = int(s.card[seat, slot]) - 1
            for colour in range(COLOURS):
                notes[LACK + colour] += int(b.needs[card, colour]) - int(s.served[seat, slot, colour])


@rule
def note_cubes(s, seat, first, notes):
    """The cubes on sections of each kind from the first on, and further on."""
    for colour in range(COLOURS):
        notes[AHEAD + KINDS * COLOURS + colour] = 0
    for kind in range(ROAST, first - 1, -1):
        here = AHEAD + kind * COLOURS
        for colour in range(COLOURS):
            notes[here + colour] = notes[here + COLOURS + colour]
        sections = int(s.seen[seat, kind] & s.filled[seat])
        while sections:
            section = lowest(sections)
            sections &= sections - 1
            notes[here + int(s.colour[seat, section]) - 1] += int(s.cubes[seat, section])


@rule
def note_sets(kind, notes):
    """What the cubes on sections of a kind are worth where they go."""
    here = AHEAD + kind * COLOURS
    for colour in range(COLOURS):
        further = notes[here + COLOURS + colour]
        cubes = notes[here + colour] - further
        notes[SETS + kind * COLOURS + colour] = set_worth(notes, colour, cubes, further) if cubes > 0 else 0


@rule
def note_best(notes, sets, best):
    """What none, one, two, three of four sets and all of them are worth, the best together."""
    one = max(notes[sets], notes[sets + 1])
    two = max(notes[sets + 2], notes[sets + 3])
    left = notes[sets] + notes[sets + 1]
    right = notes[sets + 2] + notes[sets + 3]
    notes[best] = 0
    notes[best + 1] = max(one, two)
    notes[best + 2] = max(one + two, left, right)
    notes[best + 3] = left + right - min(left - one, right - two)
    notes[best + 4] = left + right


@rule
def note_rooms(s, seat, kind, step, notes):
    """What it is worth to fill the empty sections of each group of a kind."""
    rooms = 0
    empty = int(s.seen[seat, kind] & ~s.filled[seat])
    while empty:
        section = lowest(empty)
        empty &= empty - 1
        group = int(s.group[seat, section]) - 1
        notes[NUMBER + group] = (notes[NUMBER + group] if rooms >> group & 1 else 0) + 1
        rooms |= 1 << group
    while rooms:
        group = lowest(rooms)
        rooms &= rooms - 1
        room = min(COLOURS, notes[NUMBER + group])
        notes[NUMBER + group] = step * notes[BEST_SETS + (kind - 1) * (COLOURS + 1) + room]


@rule
def harvest_worth(b, s, seat, section, notes):
    """What the cubes of an empty growing section are worth; a batch gives what is wanted."""
    card = int(s.card[seat, section // FACE]) - 1
    colour = int(b.grows[card, section % FACE]) - 1
    if colour >= COLOURS:
        return TO_CAFE
    return set_worth(notes, colour, int(b.amount[card, section % FACE]), notes[AHEAD + GROW * COLOURS + colour])


@rule
def batch_worth(notes, colour):
    """What a cube of a colour is worth that a batch grows."""
    return set_worth(notes, colour, 1, notes[AHEAD + GROW * COLOURS + colour])


@rule
def set_worth(notes, colour, cubes, before):
    """What so many cubes of a colour are worth where others come before them."""
    lack = notes[LACK + colour]
    wanted = max(0, min(cubes, lack - before))
    total = wanted * TO_CAFE
    price = notes[PRICE + colour] - 2 * TO_MORE * max(0, before - lack)
    for _ in range(cubes - wanted):
        total += max(0, price)
        price -= 2 * TO_MORE
    return total


@rule
def move_worth(s, seat, kind, target, source, notes):
    """More cubes of a wanted colour, the same colour together."""
    value = notes[SETS + (kind - 1) * COLOURS + int(s.colour[seat, source]) - 1]
    if s.opened == kind and s.open_group == s.group[seat, target]:
        if s.rounds == ROUNDS and s.points < DELIVER - kind:
            return -1
        return FREE + value + (FREE if s.fresh[target] else 0)
    group = notes[NUMBER + int(s.group[seat, target]) - 1]
    return group + value if group > 0 else -1


@rule
def deliver_worth(b, s, seat, source, target, notes):
    """To the café that lacks least, then an espresso, then the warehouse; in the last round only to cafés that can be
    finished.
    """
    total = FREE if s.opened == DELIVER else notes[DELIVERY]
    if target == v.WAREHOUSE:
        return total + max(0, notes[PRICE + int(s.colour[seat, source]) - 1])
    slot = target // FACE
    card = int(s.card[seat, slot]) - 1
    if b.kind[card, target % FACE] != CAFE:
        return total + TO_FEWEST + 1
    lacking = 0
    for other in range(COLOURS):
        missing = int(b.needs[card, other]) - int(s.served[seat, slot, other])
        if s.rounds == ROUNDS and missing > notes[AHEAD + ROAST * COLOURS + other]:
            return total - 1
        lacking += missing
    return total + TO_CAFE + MOST_NEEDS - lacking


@rule
def stake_worth(s, seat, colour):
    """A small bid from a full warehouse, with what there is most of."""
    eager = least_bid(s, seat) <= min(SMALL_BID, sum_of(s.warehouse, seat) // 4) and s.master != seat
    return int(s.warehouse[seat, colour]) + (PASSING if eager else 0)
