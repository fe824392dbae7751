"""The rules of Café, as numbered CF-1 … CF-60.

A section of a district is named by its number: slot of the card * 6 + section of the card's face.
"""

from demitasse.core.rule import CHANCE, OVER, rule
from demitasse.games.cafe.box import (
    ANY_COLOUR,
    CAFE,
    COLOURS,
    DRY,
    ESPRESSO,
    FACE,
    GROW,
    PITCH,
    PLANS,
    PRIME,
    ROAST,
    SEATS,
    SHIP,
    START,
    TURNS,
)
from demitasse.games.cafe.state import (
    ACT,
    AUCTION,
    CARDS,
    COLOUR,
    DECK,
    DELIVER,
    ENDED,
    HEIGHT,
    LAY_OUT,
    LEFT,
    OFFER,
    PLACE,
    ROUNDS,
    SECTIONS,
    SHIP_CUBE,
    START_AT,
    TAKE,
    TOP,
    WIDTH,
)

MOST_POINTS = 8
FEWEST_COVERED = 2
MOST_COVERED = 4
DISCOUNT_SHIPS = 2
# bit n is set if n, the sections under a place as bits, has 2 to 4 of them
FITS = sum(1 << under for under in range(64) if FEWEST_COVERED <= under.bit_count() <= MOST_COVERED)
BITS_OF_THREE = 0xE994  # two bits for each of 0 to 7: how many bits it has
CUPS_AT_RISK = MOST_COVERED  # with more cups than a card can cover one stays visible
LAST_PROMO = 3
SHELF = 15  # bits of a number of cubes
BEST_TART = 9

# Actions
PAYMENTS = 1 + COLOURS  # nothing, or a cube of a colour
WAREHOUSE = SECTIONS  # as a target of a delivery
TARGETS = SECTIONS + 1
TAKE_CARD = 0  # + plan * PAYMENTS + payment
DISCARD = TAKE_CARD + PLANS * PAYMENTS  # + plan
PLACE_AT = DISCARD + PLANS  # + ((y - TOP) * WIDTH + x - LEFT) * TURNS + turned
GROW_GROUP = PLACE_AT + HEIGHT * WIDTH * TURNS  # + first section
CHOOSE = GROW_GROUP + SECTIONS  # + colour
MOVE = CHOOSE + COLOURS  # + ((DRY or ROAST) - DRY) * SECTIONS * SECTIONS + target * SECTIONS + source
DELIVER_FROM = (
    MOVE + 2 * SECTIONS * SECTIONS
)  # + source * TARGETS + target: a café's first section on its face, an espresso section or WAREHOUSE
DROP = DELIVER_FROM + SECTIONS * TARGETS  # + section
END = DROP + SECTIONS
STAKE = END + 1  # + colour
BID = STAKE + COLOURS
PASS = BID + 1
SHIP_ON = PASS + 1  # + section * COLOURS + colour
LOSE = SHIP_ON + SECTIONS * COLOURS
NUM_ACTIONS = LOSE + 1

# At most 6 + 8 * 4 = 38 sections are visible. Acting: dry, roast and deliver join growing or roasting sections with
# drying sections, cafés or the
# warehouse, so these pairs are at most 39 * 39 / 4 = 380; a section is filled (drop) or empty (grow), so these are at
# most 38; and `end`.
# Placing: 34 sections are visible at most, a place of either shape covers at least 2 of them and each is covered by 6
# of a shape: 34 * 6 / 2 places
# of each of 2 shapes, 2 turns each, are at most 408.
MAX_LEGAL = 420
NUM_OUTCOMES = PLANS
# A turn: a draw, take, place and end; 8 grows with 38 colours each; every dry, roast or drop brings a filled section
# nearer to the end of the chain,
# at most 3 * 38 at the start and after each grow; a delivery fills one of 9 * 12 needs, 38 espressos or the warehouse
# from one of 38 sections.
# So less than 1,600 plies, in 32 turns; and in 8 auctions each of 400 cubes is staked and bid once at most. Real games
# take 100 to 900.
MAX_PLIES = 60_000

# Columns of the score
CAFES_LINE = 0
TARTS_LINE = 1
WAREHOUSE_LINE = 2
TOTAL = 3
ROASTING_LINE = 4
DRYING_LINE = 5


# Set-up and rounds ----------------------------------------------------------------------------------------------------


@rule
def setup(b, s, seats, options):
    """Lay everything out; the draws of the first cards follow."""
    s.seats = seats
    s.auction = options[0]
    s.expresso = options[1]
    s.promos = options[2]
    for card in range(b.cards):
        if is_used(b, s, card):
            s.plan[card] = DECK
    for colour in range(COLOURS):  # CF-1
        s.supply[colour] = b.cubes - seats
    for seat in range(seats):
        for colour in range(COLOURS):
            s.warehouse[seat, colour] = 1
        s.card[seat, 0] = START + seat + 1
        s.at[seat, 0] = START_AT * TURNS + 1
        join_groups(b, s, seat)
    begin_round(s)  # CF-3: the master is seat 0


@rule
def is_used(b, s, card):
    """Whether a card may be drawn in this game; with 1 or 2 players some of these are never seen (CF-2)."""
    if b.promo[card] > 0:
        return b.promo[card] <= s.promos
    if b.expresso[card]:  # CF-50
        return s.expresso == 1
    if b.star[card] and (s.seats < SEATS or s.auction):  # CF-2, CF-40
        return False
    return b.replaced[card] == 0 or b.replaced[card] > s.promos  # CF-60


@rule
def shown(s):
    """How many cards are laid out."""
    if s.auction:
        return int(s.seats) + 1  # CF-41
    return 4 if s.expresso else 3  # CF-50, CF-10


@rule
def seat_at(s, turn):
    """Who takes, and later acts, as number `turn` of the round."""
    first = int(s.master) if s.auction else int(s.master) + 1  # CF-44, CF-10
    return (first + turn) % int(s.seats)


@rule
def begin_round(s):
    s.rounds += 1
    s.turn = 0
    s.seat = seat_at(s, 0)
    s.phase = LAY_OUT


@rule
def end_round(s):
    if s.rounds == ROUNDS:
        s.turn = 0
        s.seat = seat_at(s, 0)
        s.phase = ENDED
        return
    if not s.auction:  # CF-42
        s.master = (s.master + 1) % s.seats  # CF-3
    begin_round(s)


@rule
def chances(b, s, weight):
    """Writes 1 for each unseen card (CF-2); returns how many there are."""
    total = 0
    for card in range(PLANS):
        weight[card] = s.plan[card] == DECK
        total += weight[card]
    return total


@rule
def settle(b, s, outcome):
    """Lays the drawn card out."""
    s.plan[outcome] = OFFER
    s.offered += 1
    if s.offered == shown(s):
        s.phase = AUCTION if s.auction else TAKE


# Who acts, what is legal ----------------------------------------------------------------------------------------------


@rule
def actor(b, s):
    """A seat, CHANCE or OVER."""
    if s.phase == LAY_OUT:
        return CHANCE
    if s.phase == ENDED:
        return OVER
    return int(s.seat)


@rule
def legal(b, s, out):
    """Writes the legal action ids, ascending, into out; returns how many."""
    if s.phase == ACT:
        if s.begun:
            return add_deliveries(b, s, int(s.begun) - 1, out, 0)
        return legal_acts(b, s, out)
    if s.phase == PLACE:
        return legal_places(b, s, out)
    if s.phase == TAKE:
        return legal_takes(b, s, out)
    if s.phase == AUCTION:
        return legal_bids(s, out)
    if s.phase == SHIP_CUBE:
        return legal_ships(b, s, out)
    count = 0
    if s.phase == COLOUR:
        for colour in range(COLOURS):
            if s.supply[colour] > 0:
                out[count] = CHOOSE + colour
                count += 1
    return count


@rule
def legal_takes(b, s, out):
    seat = int(s.seat)
    free = s.auction == 1 or visible(b, s, seat, SHIP) >= DISCOUNT_SHIPS  # CF-44, CF-11
    count = 0
    for card in range(b.cards):
        if s.plan[card] == OFFER:
            if free or b.cup[card] == 0:
                out[count] = TAKE_CARD + card * PAYMENTS
                count += 1
            else:
                for colour in range(COLOURS):
                    if s.warehouse[seat, colour] > 0:
                        out[count] = TAKE_CARD + card * PAYMENTS + 1 + colour
                        count += 1
    if count == 0:  # CF-12
        for card in range(b.cards):
            if s.plan[card] == OFFER:
                out[count] = DISCARD + card
                count += 1
    return count


@rule
def legal_bids(s, out):
    seat = int(s.seat)
    laid = sum_of(s.bid, seat)
    count = 0
    if laid + sum_of(s.warehouse, seat) >= least_bid(s, seat):
        for colour in range(COLOURS):
            if s.warehouse[seat, colour] > 0:
                out[count] = STAKE + colour
                count += 1
    if laid >= least_bid(s, seat):
        out[count] = BID
        count += 1
    if laid == s.last_bid[seat]:
        out[count] = PASS
        count += 1
    return count


@rule
def least_bid(s, seat):
    """CF-41: as many as the token holder's bid, and more than one's own last; so at least 1."""
    return max(int(s.last_bid[s.master]), int(s.last_bid[seat]) + 1)


@rule
def legal_ships(b, s, out):
    """CF-43."""
    seat = int(s.seat)
    count = 0
    for section in range(FACE * cards(s, seat)):
        if is_free_ship(b, s, seat, section):
            for colour in range(COLOURS):
                if s.bid[seat, colour] > 0:
                    out[count] = SHIP_ON + section * COLOURS + colour
                    count += 1
    out[count] = LOSE
    return count + 1


@rule
def legal_places(b, s, out):
    """CF-13, CF-14: every place that covers 2 to 4 visible sections and leaves a cup."""
    seat = int(s.seat)
    number = cards(s, seat)
    visible_cups = cups(b, s, seat)
    guarded = b.cup[s.hand[seat] - 1] == 0 and visible_cups <= CUPS_AT_RISK
    left, right, top, bottom = -LEFT, -LEFT, -TOP, -TOP  # columns and rows are counted from LEFT and TOP
    for slot in range(number):
        corner = corner_of(s, seat, slot)
        turned = turned_of(s, seat, slot)
        left = min(left, corner % PITCH)
        right = max(right, corner % PITCH + width(turned))
        top = min(top, corner // PITCH)
        bottom = max(bottom, corner // PITCH + height(turned))
    row, below, last = 0, 0, 0  # three rows of the district, as bits
    cup_row, cup_below, cup_last = 0, 0, 0
    count = 0
    for y in range(top - 2, bottom):
        row, below, last = below, last, covered_row(s, seat, number, y + 2)
        if guarded:
            cup_row, cup_below, cup_last = cup_below, cup_last, cups_in_row(b, s, seat, number, y + 2)
        for at in range(left - 2, right):
            may_flat = FITS >> (row >> at & 7 | (below >> at & 7) << 3) & 1
            may_upright = FITS >> (row >> at & 3 | (below >> at & 3) << 2 | (last >> at & 3) << 4) & 1
            if guarded:
                may_flat &= bits(cup_row >> at & 7) + bits(cup_below >> at & 7) < visible_cups
                may_upright &= (
                    bits(cup_row >> at & 3) + bits(cup_below >> at & 3) + bits(cup_last >> at & 3) < visible_cups
                )
            first = PLACE_AT + (y * WIDTH + at) * TURNS
            if may_flat:
                out[count] = first
                count += 1
            if may_upright:
                out[count] = first + 1
                count += 1
            if may_flat:
                out[count] = first + 2
                count += 1
            if may_upright:
                out[count] = first + 3
                count += 1
    return count


@rule
def covered_row(s, seat, number, y):
    """The columns where the district has a section in row y, as bits."""
    row = 0
    for slot in range(number):
        corner = corner_of(s, seat, slot)
        turned = turned_of(s, seat, slot)
        if 0 <= y - corner // PITCH < height(turned):
            row |= ((1 << width(turned)) - 1) << corner % PITCH
    return row


@rule
def cups_in_row(b, s, seat, number, y):
    """The columns where a cup is visible in row y, as bits."""
    row = 0
    for slot in range(number):
        section = slot * FACE + int(b.cup[s.card[seat, slot] - 1]) - 1
        if section >= slot * FACE and s.group[seat, section] and place_at(b, s, seat, section) // PITCH == y:
            row |= 1 << place_at(b, s, seat, section) % PITCH
    return row


@rule
def legal_acts(b, s, out):
    """CF-16."""
    seat = int(s.seat)
    point = s.points > 0
    groups, grown, dried, roasted, dryers, roasters = 0, 0, 0, 0, 0, 0  # sections as bits
    for slot in range(cards(s, seat)):
        card = s.card[seat, slot] - 1
        for k in range(FACE):
            kind = b.kind[card, k]
            section = slot * FACE + k
            if kind > ROAST or s.group[seat, section] == 0:
                continue
            bit = 1 << section
            empty = s.cubes[seat, section] == 0
            if kind == GROW:
                if not empty:
                    grown |= bit
                elif point and can_grow(s, b.grows[card, k]):
                    groups |= 1 << (int(s.group[seat, section]) - 1)
            elif kind == DRY:
                if not empty:
                    dried |= bit
                if may_fill(s, seat, section, kind, empty):
                    dryers |= bit
            else:
                if not empty:
                    roasted |= bit
                if may_fill(s, seat, section, kind, empty):
                    roasters |= bit
    count = add_sections(b, groups, GROW_GROUP, out, 0)
    for kind in range(DRY, ROAST + 1):
        count = add_moves(
            b, s, seat, kind, dryers if kind == DRY else roasters, grown if kind == DRY else dried, out, count
        )
    if point or s.opened == DELIVER:
        left = roasted
        while left:
            count = add_deliveries(b, s, lowest(b, left), out, count)
            left &= left - 1
    count = add_sections(b, grown | dried | roasted, DROP, out, count)  # CF-26
    out[count] = END
    return count + 1


@rule
def may_fill(s, seat, section, kind, empty):
    """Whether cubes may be put on a section: empty, with a point or in an open action; or filled in this very action
    (CF-25).
    """
    if empty:
        return s.points > 0 or (s.opened == kind and s.open_group == s.group[seat, section])
    return s.fresh[section] == 1


@rule
def can_grow(s, grows):
    """Whether an empty growing section finds a cube in the supply (CF-20, CF-52)."""
    return has_supply(s) if grows == ANY_COLOUR else s.supply[grows - 1] > 0


@rule
def add_sections(b, sections, first, out, count):
    """Appends one action for each section of a set."""
    while sections:
        out[count] = first + lowest(b, sections)
        count += 1
        sections &= sections - 1
    return count


@rule
def add_moves(b, s, seat, kind, targets, sources, out, count):
    """Appends the moves from filled sections into those that may be filled (CF-21, CF-22); never two colours into one
    (CF-25).
    """
    while targets and sources:
        target = lowest(b, targets)
        colour = s.colour[seat, target]
        left = sources
        while left:
            source = lowest(b, left)
            if colour == 0 or colour == s.colour[seat, source]:
                out[count] = MOVE + ((kind - DRY) * SECTIONS + target) * SECTIONS + source
                count += 1
            left &= left - 1
        targets &= targets - 1
    return count


@rule
def add_deliveries(b, s, source, out, count):
    """Appends where a cube of a roasting section may go (CF-23, CF-51), the warehouse last."""
    seat = int(s.seat)
    colour = int(s.colour[seat, source]) - 1
    first = DELIVER_FROM + source * TARGETS
    for slot in range(cards(s, seat)):
        card = s.card[seat, slot] - 1
        if b.receives[card]:
            for k in range(FACE):
                section = slot * FACE + k
                if b.cafe[card] == k + 1:
                    takes = is_open(b, s, seat, slot) and s.served[seat, slot, colour] < b.needs[card, colour]
                else:
                    takes = b.kind[card, k] == ESPRESSO and s.group[seat, section] > 0 and s.cubes[seat, section] == 0
                if takes:
                    out[count] = first + section
                    count += 1
    out[count] = first + WAREHOUSE
    return count + 1


# Decisions ------------------------------------------------------------------------------------------------------------


@rule
def apply(b, s, action):
    """Carries out a legal action."""
    seat = int(s.seat)
    if action < DISCARD:
        take_card(b, s, seat, (action - TAKE_CARD) // PAYMENTS, (action - TAKE_CARD) % PAYMENTS)
    elif action < PLACE_AT:  # CF-12
        s.plan[action - DISCARD] = 0
        next_take(b, s)
    elif action < GROW_GROUP:
        at = (action - PLACE_AT) // TURNS
        place(b, s, seat, at // WIDTH * PITCH + at % WIDTH, (action - PLACE_AT) % TURNS)
    elif action < CHOOSE:
        grow(b, s, seat, action - GROW_GROUP)
    elif action < MOVE:
        section = empty_batch(b, s, seat)
        fill(s, seat, section, action - CHOOSE, 1)
        ask_colour(b, s, seat)
    elif action < DELIVER_FROM:
        at = (action - MOVE) // SECTIONS
        move(s, seat, DRY + at // SECTIONS, at % SECTIONS, (action - MOVE) % SECTIONS)
    elif action < DROP:
        deliver(b, s, seat, (action - DELIVER_FROM) // TARGETS, (action - DELIVER_FROM) % TARGETS)
    elif action < END:  # CF-26
        to_supply(s, seat, action - DROP)
        s.fresh[action - DROP] = 0
    elif action == END:
        end_turn(b, s)
    elif action < BID:
        s.warehouse[seat, action - STAKE] -= 1
        s.bid[seat, action - STAKE] += 1
    elif action == BID:
        s.last_bid[seat] = sum_of(s.bid, seat)
        s.master = seat  # CF-41
        next_bidder(s)
    elif action == PASS:
        pass_bid(b, s, seat)
    else:
        if action < LOSE:
            put_on_ship(s, seat, (action - SHIP_ON) // COLOURS, (action - SHIP_ON) % COLOURS)
        lose_bid(s, seat)
        s.turn += 1
        next_ship(b, s)


# Draft and auction ----------------------------------------------------------------------------------------------------


@rule
def take_card(b, s, seat, card, payment):
    s.plan[card] = 0
    s.hand[seat] = card + 1
    if payment > 0:  # CF-11
        s.warehouse[seat, payment - 1] -= 1
        s.supply[payment - 1] += 1
    next_take(b, s)


@rule
def next_take(b, s):
    """A card is drawn for the one that was taken or discarded (CF-10); when all have one, the cards are placed."""
    s.offered -= 1
    s.turn += 1
    if s.turn < s.seats:
        s.seat = seat_at(s, int(s.turn))
        if not s.auction:  # CF-44
            s.phase = LAY_OUT
        return
    for card in range(b.cards):
        if s.plan[card] == OFFER:
            s.plan[card] = 0
    s.offered = 0
    s.turn = 0
    begin_turn(b, s)


@rule
def next_bidder(s):
    """The next seat that has not passed."""
    s.seat = (s.seat + 1) % s.seats
    while s.passed[s.seat]:
        s.seat = (s.seat + 1) % s.seats


@rule
def pass_bid(b, s, seat):
    s.passed[seat] = 1
    for who in range(s.seats):
        if not s.passed[who]:
            next_bidder(s)
            return
    for who in range(s.seats):  # CF-42: all have passed
        s.passed[who] = 0
    next_ship(b, s)


@rule
def next_ship(b, s):
    """CF-43: master first, who bid and has an empty ship may put a cube there; then the cards are taken."""
    s.phase = SHIP_CUBE
    while s.turn < s.seats:
        s.seat = seat_at(s, int(s.turn))
        if s.last_bid[s.seat] > 0 and has_free_ship(b, s, int(s.seat)):
            return
        lose_bid(s, int(s.seat))
        s.turn += 1
    s.turn = 0
    s.seat = seat_at(s, 0)
    s.phase = TAKE


@rule
def put_on_ship(s, seat, section, colour):
    s.bid[seat, colour] -= 1
    s.cubes[seat, section] = 1
    s.colour[seat, section] = colour + 1


@rule
def lose_bid(s, seat):
    """CF-42: what is left of a bid goes to the supply."""
    for colour in range(COLOURS):
        s.supply[colour] += s.bid[seat, colour]
        s.bid[seat, colour] = 0
    s.last_bid[seat] = 0


@rule
def is_free_ship(b, s, seat, section):
    return s.group[seat, section] > 0 and kind_of(b, s, seat, section) == SHIP and s.cubes[seat, section] == 0


@rule
def has_free_ship(b, s, seat):
    for section in range(FACE * cards(s, seat)):
        if is_free_ship(b, s, seat, section):
            return True
    return False


# Placing --------------------------------------------------------------------------------------------------------------


@rule
def begin_turn(b, s):
    s.seat = seat_at(s, int(s.turn))
    if s.hand[s.seat] > 0:
        s.phase = PLACE
    else:  # CF-12
        begin_acts(b, s)


@rule
def begin_acts(b, s):
    s.phase = ACT
    s.points = min(MOST_POINTS, cups(b, s, int(s.seat)))  # CF-15


@rule
def end_turn(b, s):
    close(s)
    s.points = 0
    s.turn += 1
    if s.turn == s.seats:
        end_round(s)
    else:
        begin_turn(b, s)


@rule
def place(b, s, seat, corner, turned):
    """CF-13."""
    number = cards(s, seat)
    torn = 0  # the groups that lose a section, as bits
    for slot in range(number):
        other = turned_of(s, seat, slot)
        here = corner_of(s, seat, slot)
        column = corner % PITCH - here % PITCH
        row = corner // PITCH - here // PITCH
        for y in range(max(0, row), min(row + height(turned), height(other))):  # where the two overlap
            for x in range(max(0, column), min(column + width(turned), width(other))):
                section = slot * FACE + int(b.under[other, y, x])
                if s.group[seat, section] > 0:
                    torn |= 1 << (int(s.group[seat, section]) - 1)
                    cover(b, s, seat, section)
    tie_anew(b, s, seat, number, torn)
    s.card[seat, number] = s.hand[seat]
    s.at[seat, number] = corner * TURNS + turned + 1
    s.hand[seat] = 0
    join_groups(b, s, seat)
    begin_acts(b, s)


@rule
def cover(b, s, seat, section):
    """A section disappears; its cubes go to the supply, a ship's to the warehouse (CF-43), and so do those of its café
    (CF-24).
    """
    s.group[seat, section] = 0
    kind = kind_of(b, s, seat, section)
    if kind == SHIP and s.cubes[seat, section] > 0:
        s.warehouse[seat, s.colour[seat, section] - 1] += 1
        clear(s, seat, section)
    elif kind == CAFE:
        for colour in range(COLOURS):
            s.supply[colour] += s.served[seat, section // FACE, colour]
            s.served[seat, section // FACE, colour] = 0
    elif s.cubes[seat, section] > 0:
        to_supply(s, seat, section)


@rule
def join_groups(b, s, seat):
    """The sections of the last card join the groups they touch."""
    last = cards(s, seat) - 1
    face = s.card[seat, last] - 1
    corner = corner_of(s, seat, last)
    turned = turned_of(s, seat, last)
    first = last * FACE
    for k in range(FACE):
        s.group[seat, first + k] = first + k + 1
    for k in range(FACE):  # neighbours on the card itself
        kind = b.kind[face, k]
        if kind <= ROAST:
            if k % 3 < 2 and b.kind[face, k + 1] == kind:
                tie(b, s, seat, first + k, first + k + 1)
            if k < 3 and b.kind[face, k + 3] == kind:
                tie(b, s, seat, first + k, first + k + 3)
    for slot in range(last):
        if is_near(s, seat, slot, corner, turned):
            tie_card(b, s, seat, slot, last)
    for section in range(first + FACE):
        group = int(s.group[seat, section])
        if group > 0 and s.group[seat, group - 1] != group:
            s.group[seat, section] = first_of(s, seat, section) + 1


@rule
def tie_card(b, s, seat, slot, last):
    """The visible sections of a card join those of the last one that they touch."""
    card = s.card[seat, slot] - 1
    face = s.card[seat, last] - 1
    turned = turned_of(s, seat, last)
    for k in range(FACE):
        kind = b.kind[card, k]
        if kind <= ROAST and s.group[seat, slot * FACE + k] > 0:
            away = place_at(b, s, seat, slot * FACE + k) - corner_of(s, seat, last) + PITCH + 1
            column = away % PITCH - 1
            row = away // PITCH - 1
            if 0 <= row < height(turned) and (column == -1 or column == width(turned)):
                touched = int(b.under[turned, row, max(0, column - 1)])
            elif 0 <= column < width(turned) and (row == -1 or row == height(turned)):
                touched = int(b.under[turned, max(0, row - 1), column])
            else:
                continue
            if b.kind[face, touched] == kind:
                tie(b, s, seat, slot * FACE + k, last * FACE + touched)


@rule
def tie_anew(b, s, seat, number, torn):
    """What is left of groups that lost a section may have fallen apart."""
    loose = 0
    for section in range(number * FACE):
        group = int(s.group[seat, section])
        if group > 0 and torn >> (group - 1) & 1:
            s.group[seat, section] = section + 1
            loose |= 1 << section
    while loose:
        section = lowest(b, loose)
        loose &= loose - 1
        here = place_at(b, s, seat, section)
        others = loose
        while others:
            other = lowest(b, others)
            others &= others - 1
            away = abs(place_at(b, s, seat, other) - here)
            if (away == 1 or away == PITCH) and kind_of(b, s, seat, section) == kind_of(b, s, seat, other):
                tie(b, s, seat, section, other)


@rule
def is_near(s, seat, slot, corner, turned):
    """Whether a card of the district touches or overlaps the place of another."""
    here = corner_of(s, seat, slot)
    other = turned_of(s, seat, slot)
    column = here % PITCH - corner % PITCH
    row = here // PITCH - corner // PITCH
    return -width(other) <= column <= width(turned) and -height(other) <= row <= height(turned)


@rule
def tie(b, s, seat, section, neighbour):
    """Two neighbouring sections of one kind are of one group; its name is its first section in reading order."""
    one = first_of(s, seat, section)
    two = first_of(s, seat, neighbour)
    if one != two:
        if place_at(b, s, seat, one) < place_at(b, s, seat, two):
            s.group[seat, two] = one + 1
        else:
            s.group[seat, one] = two + 1


@rule
def first_of(s, seat, section):
    """The first section of a group while groups are being tied: each names one nearer to it."""
    while s.group[seat, section] != section + 1:
        section = int(s.group[seat, section]) - 1
    return section


# Actions --------------------------------------------------------------------------------------------------------------


@rule
def grow(b, s, seat, group):
    """CF-20: every empty section of the group, in reading order; a surplus two cubes (CF-53); batches ask for a colour
    (CF-52).
    """
    close(s)
    s.points -= 1
    batches = False
    section = group
    while section >= 0:
        if s.cubes[seat, section] == 0:
            card = s.card[seat, section // FACE] - 1
            colour = int(b.grows[card, section % FACE]) - 1
            if colour == ANY_COLOUR - 1:
                batches = True
            else:
                amount = min(int(b.amount[card, section % FACE]), int(s.supply[colour]))
                if amount > 0:
                    fill(s, seat, section, colour, amount)
        section = next_of_group(b, s, seat, section)
    if batches:
        s.growing = group + 1
        ask_colour(b, s, seat)


@rule
def ask_colour(b, s, seat):
    """The next empty batch of the group asks for its colour, if the supply has any."""
    s.phase = COLOUR
    if empty_batch(b, s, seat) < 0 or not has_supply(s):
        s.growing = 0
        s.phase = ACT


@rule
def empty_batch(b, s, seat):
    """The first empty batch, in reading order, of the group that grows, or -1."""
    section = int(s.growing) - 1
    while section >= 0:
        if s.cubes[seat, section] == 0 and b.grows[s.card[seat, section // FACE] - 1, section % FACE] == ANY_COLOUR:
            return section
        section = next_of_group(b, s, seat, section)
    return -1


@rule
def next_of_group(b, s, seat, section):
    """The section that follows in its group in reading order, or -1."""
    group = s.group[seat, section]
    here = place_at(b, s, seat, section)
    found = -1
    nearest = 0
    for other in range(FACE * cards(s, seat)):
        if s.group[seat, other] == group:
            there = place_at(b, s, seat, other)
            if there > here and (found < 0 or there < nearest):
                found = other
                nearest = there
    return found


@rule
def move(s, seat, kind, target, source):
    """CF-21, CF-22: all cubes of a section into one of the next kind; the first into a group pays and opens the action."""
    group = s.group[seat, target]
    if s.opened != kind or s.open_group != group:
        close(s)
        s.points -= 1
        s.opened = kind
        s.open_group = group
    s.cubes[seat, target] += s.cubes[seat, source]
    s.colour[seat, target] = s.colour[seat, source]
    s.fresh[target] = 1
    clear(s, seat, source)


@rule
def deliver(b, s, seat, source, target):
    """CF-23: one cube to a café or an espresso section (CF-51), or all that are left to the warehouse."""
    if s.opened != DELIVER:
        close(s)
        s.points -= 1
        s.opened = DELIVER
    colour = int(s.colour[seat, source]) - 1
    if target == WAREHOUSE:
        s.warehouse[seat, colour] += s.cubes[seat, source]
        s.cubes[seat, source] = 0
    else:
        s.cubes[seat, source] -= 1
        if kind_of(b, s, seat, target) == CAFE:
            s.served[seat, target // FACE, colour] += 1
        else:
            s.cubes[seat, target] = 1
            s.colour[seat, target] = colour + 1
    if s.cubes[seat, source] > 0:
        s.begun = source + 1
    else:
        s.begun = 0
        s.colour[seat, source] = 0


@rule
def close(s):
    """No action is open any more."""
    if s.open_group > 0:
        for section in range(SECTIONS):
            s.fresh[section] = 0
    s.opened = 0
    s.open_group = 0


@rule
def fill(s, seat, section, colour, amount):
    """Cubes from the supply onto a section."""
    s.supply[colour] -= amount
    s.cubes[seat, section] = amount
    s.colour[seat, section] = colour + 1


@rule
def to_supply(s, seat, section):
    s.supply[s.colour[seat, section] - 1] += s.cubes[seat, section]
    clear(s, seat, section)


@rule
def clear(s, seat, section):
    s.cubes[seat, section] = 0
    s.colour[seat, section] = 0


# Score ----------------------------------------------------------------------------------------------------------------


@rule
def score(b, s, out):
    for seat in range(s.seats):
        out[seat, CAFES_LINE] = 0
        for slot in range(cards(s, seat)):  # CF-30
            if is_complete(b, s, seat, slot):
                out[seat, CAFES_LINE] += b.vp[s.card[seat, slot] - 1]
        out[seat, TARTS_LINE] = tart_points(b, s, seat)
        out[seat, WAREHOUSE_LINE] = warehouse_points(b, s, seat)
        for kind in range(DRY, ROAST + 1):  # CF-32
            out[seat, DRYING_LINE + DRY - kind] = cubes_on(b, s, seat, kind)
        out[seat, TOTAL] = out[seat, CAFES_LINE] + out[seat, TARTS_LINE] + out[seat, WAREHOUSE_LINE]


@rule
def warehouse_points(b, s, seat):
    """CF-31, with the cubes on ships (CF-43) and those that espresso sections become (CF-51)."""
    held = 0  # the cubes of each colour, on shelves of one number
    room = 0  # and how many of each the espresso cubes may become: the supply, where they themselves go first
    espressos = 0
    for colour in range(COLOURS):
        poured = cubes_of(b, s, seat, ESPRESSO, colour)
        held |= (int(s.warehouse[seat, colour]) + cubes_of(b, s, seat, SHIP, colour)) << SHELF * colour
        room |= (int(s.supply[colour]) + poured) << SHELF * colour
        espressos += poured
    for _ in range(espressos):  # each becomes the fewest that can be had: no other choice makes the two fewest higher
        fewest = -1
        for colour in range(COLOURS):
            if on_shelf(room, colour) > 0 and (fewest < 0 or on_shelf(held, colour) < on_shelf(held, fewest)):
                fewest = colour
        held += 1 << SHELF * fewest
        room -= 1 << SHELF * fewest
    return two_fewest(held)


@rule
def on_shelf(numbers, colour):
    """One of four numbers that stand one above the other."""
    return numbers >> SHELF * colour & (1 << SHELF) - 1


@rule
def two_fewest(held):
    """CF-31: twice the fewest and once the second fewest."""
    fewest = 1 << SHELF
    second = 1 << SHELF
    for colour in range(COLOURS):
        number = on_shelf(held, colour)
        second = min(second, max(number, fewest))
        fewest = min(fewest, number)
    return 2 * fewest + second


@rule
def cubes_of(b, s, seat, kind, colour):
    number = 0
    for section in range(FACE * cards(s, seat)):
        if s.colour[seat, section] == colour + 1 and kind_of(b, s, seat, section) == kind:
            number += int(s.cubes[seat, section])
    return number


@rule
def cubes_on(b, s, seat, kind):
    number = 0
    for section in range(FACE * cards(s, seat)):
        if s.cubes[seat, section] > 0 and kind_of(b, s, seat, section) == kind:
            number += int(s.cubes[seat, section])
    return number


@rule
def tart_points(b, s, seat):
    """CF-54: the dearest tarts first, each kept if it and those kept before can all have a café of their own; no choice
    is better.
    """
    kept = 0
    total = 0
    if not has_tarts(b, s, seat):
        return 0
    for vp in range(BEST_TART, 0, -1):
        for section in range(FACE * cards(s, seat)):
            if b.tart[s.card[seat, section // FACE] - 1, section % FACE] == vp and s.group[seat, section] > 0:
                if cafes_beside(b, s, seat, section) and have_cafes(b, s, seat, kept | 1 << section):
                    kept |= 1 << section
                    total += vp
    return total


@rule
def has_tarts(b, s, seat):
    for slot in range(cards(s, seat)):
        for k in range(FACE):
            if b.tart[s.card[seat, slot] - 1, k] > 0:
                return True
    return False


@rule
def have_cafes(b, s, seat, tarts):
    """Whether each tart of a set can have a café of its own: no set of cafés is all that too many tarts have (Hall's
    theorem).
    """
    number = cards(s, seat)
    for cafes in range(1 << number):
        room = 0
        for slot in range(number):
            room += cafes >> slot & 1
        for section in range(FACE * number):
            if tarts >> section & 1 and cafes_beside(b, s, seat, section) & ~cafes == 0:
                room -= 1
        if room < 0:
            return False
    return True


@rule
def cafes_beside(b, s, seat, section):
    """The slots of the complete cafés orthogonally next to a section, as bits."""
    number = cards(s, seat)
    found = 0
    for direction in range(4):
        other = beside(b, s, seat, number, section, direction)
        if other >= 0 and kind_of(b, s, seat, other) == CAFE and is_complete(b, s, seat, other // FACE):
            found |= 1 << (other // FACE)
    return found


@rule
def is_complete(b, s, seat, slot):
    """Whether a card has a café that is wholly visible and has all it needs."""
    card = s.card[seat, slot] - 1
    if b.cafe[card] == 0 or not is_open(b, s, seat, slot):
        return False
    for colour in range(COLOURS):
        if s.served[seat, slot, colour] < b.needs[card, colour]:
            return False
    return True


@rule
def view(b, s, seat):
    """Nothing is hidden in this game."""


# Helpers --------------------------------------------------------------------------------------------------------------


@rule
def cards(s, seat):
    """The number of cards in a district."""
    number = 0
    while number < CARDS and s.card[seat, number] > 0:
        number += 1
    return number


@rule
def kind_of(b, s, seat, section):
    return b.kind[s.card[seat, section // FACE] - 1, section % FACE]


@rule
def is_open(b, s, seat, slot):
    """Whether all of a card's café is visible (CF-24)."""
    card = s.card[seat, slot] - 1
    first = slot * FACE + int(b.cafe[card]) - 1
    second = slot * FACE + int(b.annexe[card]) - 1
    return s.group[seat, first] > 0 and (b.annexe[card] == 0 or s.group[seat, second] > 0)


@rule
def visible(b, s, seat, kind):
    """How many sections of a kind are visible."""
    number = 0
    for slot in range(cards(s, seat)):
        card = s.card[seat, slot] - 1
        for k in range(FACE):
            number += b.kind[card, k] == kind and s.group[seat, slot * FACE + k] > 0
    return number


@rule
def cups(b, s, seat):
    """How many cups are visible; a card has at most one."""
    number = 0
    for slot in range(cards(s, seat)):
        cup = int(b.cup[s.card[seat, slot] - 1])
        number += cup > 0 and s.group[seat, slot * FACE + cup - 1] > 0
    return number


@rule
def has_supply(s):
    for colour in range(COLOURS):
        if s.supply[colour] > 0:
            return True
    return False


@rule
def sum_of(counts, seat):
    """All colours of a seat together."""
    total = 0
    for colour in range(COLOURS):
        total += int(counts[seat, colour])
    return total


@rule
def served_sum(s, seat, slot):
    """All cubes in a card's café."""
    total = 0
    for colour in range(COLOURS):
        total += int(s.served[seat, slot, colour])
    return total


@rule
def lowest(b, sections):
    """The first section of a set that is not empty; sections are its bits."""
    return int(b.power[(sections & -sections) % PRIME])


@rule
def bits(number):
    """How many bits a number from 0 to 7 has."""
    return BITS_OF_THREE >> 2 * number & 3


@rule
def width(turned):
    return 2 if turned & 1 else 3


@rule
def height(turned):
    return 3 if turned & 1 else 2


@rule
def corner_of(s, seat, slot):
    """The top left place of a card."""
    return (int(s.at[seat, slot]) - 1) // TURNS


@rule
def turned_of(s, seat, slot):
    """The quarter turns of a card."""
    return (int(s.at[seat, slot]) - 1) % TURNS


@rule
def place_at(b, s, seat, section):
    """The place of a section; places grow in reading order."""
    slot = section // FACE
    return corner_of(s, seat, slot) + int(b.offset[turned_of(s, seat, slot), section % FACE])


@rule
def section_at(b, s, seat, number, place):
    """The section on top at a place, of the first `number` cards; or -1."""
    for slot in range(number - 1, -1, -1):
        turned = turned_of(s, seat, slot)
        away = place - corner_of(s, seat, slot)
        if 0 <= away < height(turned) * PITCH and away % PITCH < width(turned):
            return slot * FACE + int(b.under[turned, away // PITCH, away % PITCH])
    return -1


@rule
def beside(b, s, seat, number, section, direction):
    """The section above, to the left, to the right or below; or -1."""
    away = PITCH if direction == 0 or direction == 3 else 1
    return section_at(b, s, seat, number, place_at(b, s, seat, section) + (away if direction > 1 else -away))


# Invariants -----------------------------------------------------------------------------------------------------------

INVARIANTS = (
    "all hold",
    "1 to 4 seats, 2 at least and no Expresso with an auction; a seat, phase, round, master, turn, option and open action that exist",
    "no number is negative, and marks are 0 or 1",
    "seats that do not play have nothing, nor have places without a card",
    "every cube is in the supply, a warehouse, a bid, on a section or in a café: of each colour as many as the box has",
    "a district begins with its seat's start card, has no gap, and has at most one card a round beside",
    "every plan card is of this game and in one place only",
    "as many cards are on offer and unseen as the round and the phase say",
    "every card of a district covers 2 to 4 sections of those below it, and a cup is visible",
    "group names the first section in reading order of each visible section's group, and nothing for a covered one",
    "cubes lie on visible sections that hold them: one colour, as many as it holds, ships in an auction only, cafés no more than they need",
    "the seat, its turn and the cards in hand belong to the phase",
    "points, the open action, what it filled and what is begun belong to the phase",
    "bids and passes belong to the phase, and the token lies at the highest bid",
    "what the phase asks can be answered",
)


@rule
def check(b, s):
    """0, or the number of the first broken invariant."""
    if not is_sound(s):
        return 1
    if is_negative(s):
        return 2
    for seat in range(SEATS):
        if not is_tidy(s, seat):
            return 3
    wrong = 0
    for seat in range(s.seats):
        if wrong == 0:
            wrong = check_district(b, s, seat)
    for colour in range(COLOURS):
        if wrong == 0 and not is_conserved(s, colour, int(b.cubes)):
            wrong = 4
    if wrong == 0:
        wrong = check_cards(b, s)
    if wrong == 0 and not turn_is_sound(s):
        wrong = 11
    if wrong == 0 and not action_is_sound(b, s):
        wrong = 12
    if wrong == 0 and not auction_is_sound(b, s):
        wrong = 13
    if wrong == 0 and not is_asked(b, s):
        wrong = 14
    return wrong


@rule
def is_sound(s):
    if (
        s.seats < 1
        or s.seats > SEATS
        or s.seat < 0
        or s.seat >= s.seats
        or s.master < 0
        or s.master >= s.seats
        or s.turn < 0
        or s.turn >= s.seats
    ):
        return False
    if s.auction < 0 or s.auction > 1 or s.expresso < 0 or s.expresso > 1 or s.promos < 0 or s.promos > LAST_PROMO:
        return False
    if s.auction and (s.seats == 1 or s.expresso):
        return False
    if s.opened < 0 or s.opened == GROW or s.opened > DELIVER:
        return False
    if max(s.open_group, s.begun, s.growing) > SECTIONS or s.points > MOST_POINTS:
        return False
    return 0 <= s.phase <= ENDED and 1 <= s.rounds <= ROUNDS


@rule
def is_negative(s):
    lowest = min(int(s.offered), int(s.points), int(s.open_group), int(s.begun), int(s.growing))
    for card in range(PLANS):
        if s.plan[card] < 0 or s.plan[card] > OFFER:
            return True
    for section in range(SECTIONS):
        if s.fresh[section] < 0 or s.fresh[section] > 1:
            return True
    for colour in range(COLOURS):
        lowest = min(lowest, int(s.supply[colour]))
    for seat in range(SEATS):
        lowest = min(lowest, int(s.last_bid[seat]), int(s.hand[seat]))
        if s.passed[seat] < 0 or s.passed[seat] > 1:
            return True
        for colour in range(COLOURS):
            lowest = min(lowest, int(s.warehouse[seat, colour]), int(s.bid[seat, colour]))
            for slot in range(CARDS):
                lowest = min(lowest, int(s.served[seat, slot, colour]))
        for slot in range(CARDS):
            lowest = min(lowest, int(s.card[seat, slot]))
        for section in range(SECTIONS):
            lowest = min(lowest, int(s.cubes[seat, section]), int(s.colour[seat, section]), int(s.group[seat, section]))
    return lowest < 0


@rule
def is_tidy(s, seat):
    """Nothing lies behind the last card of a district, nor at a place where nobody sits."""
    number = cards(s, seat)
    for slot in range(number, CARDS):
        if s.card[seat, slot] or s.at[seat, slot] or served_sum(s, seat, slot):
            return False
        for section in range(slot * FACE, slot * FACE + FACE):
            if s.cubes[seat, section] or s.colour[seat, section] or s.group[seat, section]:
                return False
    if seat < s.seats:
        return True
    return number == 0 and not (
        s.hand[seat] or s.passed[seat] or s.last_bid[seat] or sum_of(s.warehouse, seat) or sum_of(s.bid, seat)
    )


@rule
def is_conserved(s, colour, expected):
    total = int(s.supply[colour])
    for seat in range(s.seats):
        total += int(s.warehouse[seat, colour]) + int(s.bid[seat, colour])
        for slot in range(CARDS):
            total += int(s.served[seat, slot, colour])
        for section in range(SECTIONS):
            if s.colour[seat, section] == colour + 1:
                total += int(s.cubes[seat, section])
    return total == expected


@rule
def check_district(b, s, seat):
    number = cards(s, seat)
    if number == 0 or s.card[seat, 0] != START + seat + 1 or s.at[seat, 0] != START_AT * TURNS + 1:
        return 5
    if number > s.rounds + has_placed(s, seat):
        return 5
    for slot in range(1, number):
        if s.card[seat, slot] > b.cards:
            return 6
        if s.at[seat, slot] <= 0 or not FEWEST_COVERED <= covers(b, s, seat, slot) <= MOST_COVERED:
            return 8
    for section in range(number * FACE):
        top = section_at(b, s, seat, number, place_at(b, s, seat, section)) == section
        if top != (s.group[seat, section] > 0) or s.group[seat, section] > number * FACE:
            return 9
    for section in range(number * FACE):
        group = int(s.group[seat, section])
        if group > 0 and (
            s.group[seat, group - 1] != group or (group == section + 1 and not is_grouped(b, s, seat, number, section))
        ):
            return 9
    if cups(b, s, seat) == 0:  # CF-14
        return 8
    for section in range(number * FACE):
        if not holds(b, s, seat, section):
            return 10
    return 0


@rule
def has_placed(s, seat):
    """1 if the seat's turn to place a card in this round is over."""
    if s.phase == ENDED:
        return 1
    if s.phase < PLACE:
        return 0
    turn = turn_of(s, seat)
    return 1 if turn < s.turn or (turn == s.turn and s.phase != PLACE) else 0


@rule
def turn_of(s, seat):
    """The number of a seat in the order of the round."""
    return (seat - seat_at(s, 0)) % int(s.seats)


@rule
def covers(b, s, seat, slot):
    """How many sections a card of a district covers."""
    count = 0
    for section in range(slot * FACE, slot * FACE + FACE):
        count += section_at(b, s, seat, slot, place_at(b, s, seat, section)) >= 0
    return count


@rule
def is_grouped(b, s, seat, number, first):
    """Whether the group named by a section is right: every section of its kind that is reached from it, and no other;
    it is the first of them.
    """
    kind = kind_of(b, s, seat, first)
    group = first + 1
    reached = 1 << first
    fresh = reached
    while fresh:
        now = fresh
        fresh = 0
        for section in range(number * FACE):
            if now >> section & 1:
                for direction in range(4 if kind <= ROAST else 0):
                    other = beside(b, s, seat, number, section, direction)
                    if other >= 0 and kind_of(b, s, seat, other) == kind and not reached >> other & 1:
                        reached |= 1 << other
                        fresh |= 1 << other
    for section in range(number * FACE):
        inside = (reached >> section & 1) == 1
        if inside != (s.group[seat, section] == group) or (
            inside and place_at(b, s, seat, section) < place_at(b, s, seat, first)
        ):
            return False
    return True


@rule
def holds(b, s, seat, section):
    """Whether a section may hold what lies on it."""
    slot = section // FACE
    card = s.card[seat, slot] - 1
    kind = kind_of(b, s, seat, section)
    if kind == CAFE:
        for colour in range(COLOURS):
            if s.served[seat, slot, colour] > (b.needs[card, colour] if is_open(b, s, seat, slot) else 0):
                return False
    elif b.cafe[card] == 0 and served_sum(s, seat, slot) > 0:
        return False
    cubes = int(s.cubes[seat, section])
    colour = int(s.colour[seat, section])
    if colour > COLOURS or (cubes > 0) != (colour > 0) or (cubes > 0 and s.group[seat, section] == 0):
        return False
    if cubes == 0:
        return True
    if kind == GROW:
        grows = colour if b.grows[card, section % FACE] == ANY_COLOUR else b.grows[card, section % FACE]
        return grows == colour and cubes <= b.amount[card, section % FACE]
    return kind in (DRY, ROAST) or (cubes == 1 and (kind == ESPRESSO or (kind == SHIP and s.auction == 1)))


@rule
def check_cards(b, s):
    used = 0
    unseen = 0
    offered = 0
    for card in range(PLANS):
        places = 1 if s.plan[card] else 0
        for seat in range(s.seats):
            places += s.hand[seat] == card + 1
            for slot in range(1, CARDS):
                places += s.card[seat, slot] == card + 1
        plays = card < b.cards and is_used(b, s, card)
        if places > plays:
            return 6
        used += plays
        unseen += s.plan[card] == DECK
        offered += s.plan[card] == OFFER
    for seat in range(s.seats):
        if s.hand[seat] > PLANS:
            return 6
    if offered != s.offered or unseen != used - drawn(s):
        return 7
    return 0


@rule
def drawn(s):
    """How many cards have been drawn in the game, if the phase is what it says; cards on offer counted as they lie."""
    a_round = shown(s) if s.auction else shown(s) + int(s.seats) - 1
    before = (int(s.rounds) - 1) * a_round
    if s.phase >= PLACE:
        return before + a_round
    return before + int(s.turn) * (s.phase != SHIP_CUBE) + int(s.offered)


@rule
def turn_is_sound(s):
    if s.phase != AUCTION and s.seat != seat_at(s, int(s.turn)):
        return False
    if (s.phase == AUCTION or s.phase == ENDED) and s.turn > 0:
        return False
    if s.phase == ENDED and s.rounds < ROUNDS:
        return False
    if not s.auction and s.master != (s.rounds - 1) % s.seats:  # CF-3
        return False
    for seat in range(s.seats):
        turn = turn_of(s, seat)
        if s.phase == LAY_OUT or s.phase == TAKE:
            may_hold = turn < s.turn
        elif s.phase == PLACE:
            may_hold = turn >= s.turn
        else:
            may_hold = (s.phase == ACT or s.phase == COLOUR) and turn > s.turn
        if s.hand[seat] > 0 and not may_hold:
            return False
    return s.phase != PLACE or s.hand[s.seat] > 0


@rule
def action_is_sound(b, s):
    seat = int(s.seat)
    acting = s.phase == ACT or s.phase == COLOUR
    if not acting and (s.points or s.opened or s.growing):
        return False
    if acting and s.points + (s.opened > 0 or s.growing > 0) > min(MOST_POINTS, cups(b, s, seat)):
        return False
    if (s.open_group > 0) != (s.opened == DRY or s.opened == ROAST) or (s.begun > 0 and s.opened != DELIVER):
        return False
    if s.opened and s.phase == COLOUR or (s.growing > 0) != (s.phase == COLOUR):
        return False
    if s.open_group > 0 and (
        s.group[seat, s.open_group - 1] != s.open_group or kind_of(b, s, seat, int(s.open_group) - 1) != s.opened
    ):
        return False
    if s.growing > 0 and (s.group[seat, s.growing - 1] != s.growing or kind_of(b, s, seat, int(s.growing) - 1) != GROW):
        return False
    if s.begun > 0 and (s.cubes[seat, s.begun - 1] == 0 or kind_of(b, s, seat, int(s.begun) - 1) != ROAST):
        return False
    for section in range(SECTIONS):
        if s.fresh[section] and (
            s.open_group == 0 or s.group[seat, section] != s.open_group or s.cubes[seat, section] == 0
        ):
            return False
    return True


@rule
def auction_is_sound(b, s):
    for seat in range(s.seats):
        laid = sum_of(s.bid, seat)
        bidding = s.phase == AUCTION or (s.phase == SHIP_CUBE and turn_of(s, seat) >= s.turn)
        if not bidding and (laid or s.last_bid[seat]):
            return False
        if laid < s.last_bid[seat] or s.last_bid[seat] > s.last_bid[s.master] and s.phase == AUCTION:
            return False
        if laid > s.last_bid[seat] and (
            s.phase != AUCTION or seat != s.seat or laid + sum_of(s.warehouse, seat) < least_bid(s, seat)
        ):
            return False
        if s.passed[seat] and (s.phase != AUCTION or seat == s.seat):
            return False
    return s.auction == 1 or (s.phase != AUCTION and s.phase != SHIP_CUBE)


@rule
def is_asked(b, s):
    if s.phase == LAY_OUT:
        return s.offered < shown(s) if s.turn == 0 else s.auction == 0 and s.offered == shown(s) - 1
    if s.phase == TAKE:
        return s.offered == shown(s) - (s.turn if s.auction else 0)
    if s.phase == SHIP_CUBE:
        return s.offered == shown(s) and s.last_bid[s.seat] > 0 and has_free_ship(b, s, int(s.seat))
    if s.phase == AUCTION:
        return s.offered == shown(s)
    if s.phase == COLOUR:
        return s.offered == 0 and empty_batch(b, s, int(s.seat)) >= 0 and has_supply(s)
    return s.offered == 0
