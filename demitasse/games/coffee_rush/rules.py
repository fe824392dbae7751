"""The rules of Coffee Rush, as numbered CR-1 … CR-55."""

from demitasse.core.rule import rule, who_acts
from demitasse.core.tables import Score
from demitasse.core.words import later
from demitasse.games.coffee_rush.box import CELLS, INGREDIENTS, ORDERS
from demitasse.games.coffee_rush.state import (
    CUPS,
    DEAL,
    DRAWS,
    EMPTY,
    ENDED,
    GATHER,
    LESS_LUCK,
    MOVE,
    NEW_ORDER,
    PAWNS,
    PLACE,
    PLACES,
    POUR,
    SERVE,
    TOO_MANY,
    UPGRADE,
    UPGRADES,
    ZONES,
)
from demitasse.games.coffee_rush.verbs import (
    ACTIONS,
    ACTIVATE,
    APART,
    BACK,
    DIRECTIONS,
    DONE,
    EMPTY_CUP,
    KEEP,
    OUTCOMES,
    PLACE_ON,
    POUR_INTO,
    SERVE_CUP,
    STEP,
    STOP,
    TO_POUR,
    TOGETHER,
)

# Upgrades
PAWNS_TWICE = 0
DIAGONAL = 1
CORNERS_TWICE = 2
SPECIALTIES_TWICE = 3

FREE_STEPS = 3
CARDS_AN_UPGRADE = 3
LAST_PENALTY = 5
CORNERS = 1 << 0 | 1 << 3 | 1 << 12 | 1 << 15
BOARD = (1 << CELLS) - 1
NOT_A = BOARD ^ (1 << 0 | 1 << 4 | 1 << 8 | 1 << 12)  # cells that have a neighbour on the left
NOT_D = BOARD ^ (1 << 3 | 1 << 7 | 1 << 11 | 1 << 15)  # and on the right

NUM_ACTIONS = len(ACTIONS)
NUM_OUTCOMES = len(OUTCOMES)
MAX_LEGAL = 16 + CUPS  # two pawns with eight directions each, and cups to empty; sixteen cells to place on
# A card waits at most 4 rounds and somebody always waits (CR-26), so at most 200 cards x 4 rounds x 4 turns, each turn
# with an upgrade, 3 cups, 103 steps, 4 + 412 plies of pouring, 4 of serving and 6 draws. Real games take 200 to 600.
MAX_PLIES = 1_750_000

SCORE = Score()
SERVED_LINE = SCORE.add(later("served"))
UPGRADES_LINE = SCORE.add(later("upgrades"))
PENALTIES_LINE = SCORE.add(later("penalties"))
TOTAL = SCORE.add(later("total"))
ALL_SERVED = SCORE.add(later("all served"))
RUSH_LEFT = SCORE.add(later("rush tokens"))


# Set-up ---------------------------------------------------------------------------------------------------------------


@rule
def setup(b, s, seats, options):
    """Lay everything out; the draws of the first orders follow."""
    s.seats = seats
    s.less_luck = options[LESS_LUCK]
    for i in range(INGREDIENTS):  # CR-1
        s.supply[i] = b.stock[i]
    s.rush_supply = b.rush_stock
    for order in range(b.orders):
        s.deck[order] = b.copies[order]
        s.deck_left += b.copies[order]
    s.phase = DEAL
    next_deal(b, s)


@rule
def next_deal(b, s):
    """Skip set-up draws that find no card; when all are made, pawns are placed."""
    last = 2 * s.seats + 1
    while s.dealt < last and draw_total(b, s) == 0:
        s.dealt += 1
    if s.dealt == last:
        s.phase = PLACE
        s.seat = s.seats - 1  # CR-4, CR-50: the first player is last


@rule
def leave_easy_cards(b, s):
    """CR-5: when everybody has a ristretto or espresso, the others leave the game."""
    if s.less_luck and s.dealt == s.seats:
        for order in range(b.orders):
            if b.easy[order]:
                s.gone[order] += s.deck[order]
                s.deck_left -= s.deck[order]
                s.deck[order] = 0


@rule
def dealing_easy(s):
    """Whether the draw that is due is among the ristretto and espresso set apart (CR-5)."""
    return s.phase == DEAL and s.less_luck == 1 and s.dealt < s.seats


@rule
def deal_target(s):
    """seat * ZONES + zone of the set-up draw that is due."""
    dealt = int(s.dealt)
    if s.less_luck:  # CR-5: zone 1 seat by seat, zone 2 seat by seat, one more for the first player
        if dealt < s.seats:
            return dealt * ZONES
        if dealt < 2 * s.seats:
            return (dealt - s.seats) * ZONES + 1
        return 0
    if dealt < 3:  # CR-3: the first player has two in zone 1
        return 0 if dealt < 2 else 1
    return (dealt - 1) // 2 * ZONES + (dealt - 1) % 2


# Who acts, what is legal ----------------------------------------------------------------------------------------------


@rule
def actor(b, s):
    return who_acts(int(s.phase), DRAWS, ENDED, int(s.seat))


@rule
def legal(b, s, out):
    """Writes the legal action ids, ascending, into out; returns how many."""
    if s.phase == MOVE:
        return legal_steps(s, out)
    if s.phase == POUR:
        return legal_pours(s, out)
    if s.phase == SERVE:
        return legal_serves(b, s, out)
    count = 0
    if s.phase == PLACE:
        free = BOARD & ~pawns_but(s, -1, -1)
        for cell in range(CELLS):
            if free >> cell & 1:
                out[count] = PLACE_ON + cell
                count += 1
    elif s.phase == GATHER:
        out[0] = TOGETHER
        out[1] = APART
        count = 2
    elif s.phase == UPGRADE:
        for upgrade in range(UPGRADES):
            if not s.upgrade[s.seat, upgrade]:
                out[count] = ACTIVATE + upgrade
                count += 1
        out[count] = KEEP
        count += 1
    elif s.phase == EMPTY:
        count = legal_empties(s, out, 0)
        out[count] = TO_POUR
        count += 1
    return count


@rule
def legal_steps(s, out):
    seat = int(s.seat)
    pawn = int(s.moving)
    choice = s.steps == 0 and s.seats == 2  # CR-51: either pawn, ids ascending
    if choice and s.pawn[seat, 1] < s.pawn[seat, 0]:
        pawn = 1
    count = 0
    for _ in range(1 + choice):
        count = steps_of(s, seat, pawn, out, count)
        pawn = 1 - pawn
    if s.steps == 0:
        return legal_empties(s, out, count)
    if not pawns_but(s, seat, s.moving) >> int(s.pawn[seat, s.moving] - 1) & 1:  # CR-13
        out[count] = STOP
        count += 1
    return count


@rule
def legal_empties(s, out, count):
    """CR-16: appends the cups with content."""
    for cup in range(CUPS):
        if has_content(s, s.seat, cup):
            out[count] = EMPTY_CUP + cup
            count += 1
    return count


@rule
def steps_of(s, seat, pawn, out, count):
    """Appends the steps of one pawn after which the turn can still end on a free cell."""
    left = int(s.rush[seat])  # CR-14
    if s.steps < FREE_STEPS:  # CR-11
        left += FREE_STEPS - s.steps
    if left == 0:
        return count
    diagonal = s.upgrade[seat, DIAGONAL]
    others = pawns_but(s, seat, pawn)
    cell = int(s.pawn[seat, pawn]) - 1
    for direction in range(DIRECTIONS):
        if diagonal or is_straight(direction):
            entered = neighbour(cell, direction)
            if entered >= 0 and can_end(entered, others, left - 1, diagonal):
                out[count] = STEP + cell * DIRECTIONS + direction
                count += 1
    return count


@rule
def can_end(cell, others, left, diagonal):
    """CR-13: whether a cell without another pawn can be reached from `cell` in at most `left` steps."""
    reached = 1 << cell
    while left > 0 and reached & ~others == 0:
        row = reached | (reached & NOT_A) >> 1 | (reached & NOT_D) << 1
        side = row if diagonal else reached
        reached = row | side >> 4 | side << 4 & BOARD
        left -= 1
    return reached & ~others != 0


@rule
def legal_pours(s, out):
    ingredient = 0
    while s.taken[ingredient] == 0:
        ingredient += 1
    for cup in range(CUPS + 1):
        out[cup] = POUR_INTO + ingredient * (CUPS + 1) + cup
    return CUPS + 1


@rule
def legal_serves(b, s, out):
    """CR-18."""
    count = 0
    for cup in range(CUPS):
        if has_content(s, s.seat, cup):
            for zone in range(ZONES):
                if order_for(b, s, cup, zone) >= 0:
                    out[count] = SERVE_CUP + cup * ZONES + zone
                    count += 1
    if count > 0:
        out[count] = DONE
        count += 1
    return count


# Decisions ------------------------------------------------------------------------------------------------------------


@rule
def apply(b, s, action):
    """Carries out a legal action."""
    seat = int(s.seat)
    if action < TOGETHER:
        place(b, s, seat, action - PLACE_ON)
    elif action < ACTIVATE:
        gather(b, s, seat, 0, 0)
        gather(b, s, seat, 1, 0 if action == TOGETHER else 1)
        if seat == 0:
            s.seat = 1
        else:
            begin_turn(s, 0)
    elif action < KEEP:  # CR-10
        s.served[seat] -= CARDS_AN_UPGRADE
        s.upgrade[seat, action - ACTIVATE] = 1
        s.phase = MOVE
    elif action == KEEP:
        s.phase = MOVE
    elif action < STOP:
        step(b, s, seat, (action - STEP) // DIRECTIONS, (action - STEP) % DIRECTIONS)
    elif action == STOP:
        s.steps = 0
        s.moving = 0
        s.phase = EMPTY
    elif action < TO_POUR:  # CR-16
        empty(s, seat, action - EMPTY_CUP)
    elif action == TO_POUR:
        s.phase = POUR
    elif action < SERVE_CUP:
        pour(s, seat, (action - POUR_INTO) // (CUPS + 1), (action - POUR_INTO) % (CUPS + 1))
    elif action < DONE:
        serve(b, s, seat, (action - SERVE_CUP) // ZONES, (action - SERVE_CUP) % ZONES)
    go_on(b, s, action == DONE)


@rule
def go_on(b, s, done):
    """On to the next phase of a turn in which there is something to do."""
    if s.phase == EMPTY and not has_any_content(s, s.seat):
        s.phase = POUR
    if s.phase == POUR and not is_anything_taken(s):
        s.phase = SERVE
    if s.phase == SERVE and (done or not can_serve(b, s)):
        too_many_orders(b, s)


@rule
def place(b, s, seat, cell):
    """CR-4, CR-50."""
    pawn = 0 if s.pawn[seat, 0] == 0 else 1
    s.pawn[seat, pawn] = cell + 1
    if seat > 0:
        s.seat -= 1
    elif s.seats == 2 and pawn == 0:  # CR-50: once more round
        s.seat = 1
    elif s.seats == 2:
        s.phase = GATHER
    else:
        for who in range(s.seats):
            gather(b, s, who, 0, 0)
        begin_turn(s, 0)


@rule
def gather(b, s, seat, pawn, cup):
    """The ingredient of the pawn's first cell goes into a cup."""
    ingredient = b.board[s.pawn[seat, pawn] - 1]
    if s.supply[ingredient] > 0:
        s.supply[ingredient] -= 1
        s.cup[seat, cup, ingredient] += 1


@rule
def step(b, s, seat, cell, direction):
    if s.steps == 0 and s.pawn[seat, 0] != cell + 1:  # CR-51
        s.moving = 1
    if s.steps >= FREE_STEPS:  # CR-14
        s.rush[seat] -= 1
        s.rush_supply += 1
    s.steps += 1
    entered = neighbour(cell, direction)
    s.pawn[seat, s.moving] = entered + 1
    ingredient = b.board[entered]
    amount = min(step_amount(b, s, seat, entered, ingredient), int(s.supply[ingredient]))  # CR-12
    s.supply[ingredient] -= amount
    s.taken[ingredient] += amount


@rule
def step_amount(b, s, seat, entered, ingredient):
    """CR-12: upgrades multiply."""
    amount = 1
    if s.upgrade[seat, PAWNS_TWICE] and pawns_but(s, seat, s.moving) >> entered & 1:  # CR-30, CR-52
        amount *= 2
    if s.upgrade[seat, CORNERS_TWICE] and CORNERS >> entered & 1:  # CR-32
        amount *= 2
    if s.upgrade[seat, SPECIALTIES_TWICE] and b.specialty[ingredient]:  # CR-33
        amount *= 2
    return amount


@rule
def empty(s, seat, cup):
    """A cup's content returns to the supply."""
    for ingredient in range(INGREDIENTS):
        s.supply[ingredient] += s.cup[seat, cup, ingredient]
        s.cup[seat, cup, ingredient] = 0


@rule
def pour(s, seat, ingredient, cup):
    """CR-15, CR-17."""
    s.taken[ingredient] -= 1
    if cup == BACK:
        s.supply[ingredient] += 1
    else:
        s.cup[seat, cup, ingredient] += 1


@rule
def serve(b, s, seat, cup, zone):
    """CR-18: the cup's content to the supply, the card to the served pile; of equal recipes the one dealt first."""
    at = order_for(b, s, cup, zone)
    order = s.waiting[seat, zone, at] - 1
    for place in range(at, PLACES - 1):
        s.waiting[seat, zone, place] = s.waiting[seat, zone, place + 1]
    s.waiting[seat, zone, PLACES - 1] = 0
    empty(s, seat, cup)
    s.served[seat] += 1
    s.served_now += 1
    s.gone[order] += 1
    if b.special[order] and s.rush_supply > 0:  # CR-19
        s.rush_supply -= 1
        s.rush[seat] += 1


# The end of a turn ----------------------------------------------------------------------------------------------------


@rule
def too_many_orders(b, s):
    """CR-20, CR-53: the next players draw as many orders as were served."""
    if s.served_now > 0 and s.deck_left > 0:
        s.phase = TOO_MANY
    else:
        too_many_drawn(b, s)


@rule
def too_many_drawn(b, s):
    if s.served_now > 0 and s.deck_left == 0:  # CR-21
        s.closed = 1
    s.served_now = 0
    s.drawn = 0
    time_passes(b, s)


@rule
def time_passes(b, s):
    seat = int(s.seat)
    new = 0
    for place in range(PLACES):  # CR-22
        order = s.waiting[seat, ZONES - 1, place] - 1
        if order >= 0:
            s.gone[order] += 1
            new += 1
        for zone in range(ZONES - 1, 0, -1):
            s.waiting[seat, zone, place] = s.waiting[seat, zone - 1, place]
        s.waiting[seat, 0, place] = 0
    s.penalty[seat] += new
    rush = min(new, int(s.rush_supply))  # CR-23
    s.rush_supply -= rush
    s.rush[seat] += rush
    if s.penalty[seat] >= LAST_PENALTY:  # CR-24
        s.closed = 1
    if s.seats == 2 and s.deck_left > 0:  # CR-54
        s.phase = NEW_ORDER
    else:
        if s.seats == 2:
            s.closed = 1
        end_turn(s)


@rule
def end_turn(s):
    if not s.closed and nobody_waits(s):  # CR-26
        s.closed = 1
    if s.closed and s.seat == s.seats - 1:  # CR-25, CR-55
        s.phase = ENDED
    else:
        begin_turn(s, (s.seat + 1) % s.seats)


@rule
def begin_turn(s, seat):
    s.seat = seat
    s.phase = MOVE
    if s.served[seat] >= CARDS_AN_UPGRADE and active_upgrades(s, seat) < UPGRADES:  # CR-10
        s.phase = UPGRADE


# Draws ----------------------------------------------------------------------------------------------------------------


@rule
def chances(b, s, weight):
    """Writes the copies of each order that may be drawn; returns how many in all."""
    if not dealing_easy(s):
        for order in range(ORDERS):
            weight[order] = s.deck[order]
        return int(s.deck_left)
    total = 0
    for order in range(ORDERS):  # CR-5
        weight[order] = s.deck[order] if b.easy[order] else 0
        total += weight[order]
    return total


@rule
def draw_total(b, s):
    """How many cards the draw that is due chooses among."""
    if not dealing_easy(s):
        return int(s.deck_left)
    total = 0
    for order in range(b.orders):
        if b.easy[order]:
            total += s.deck[order]
    return total


@rule
def settle(b, s, outcome):
    """Deals the drawn order to whom it is due."""
    s.deck[outcome] -= 1
    s.deck_left -= 1
    if s.phase == DEAL:
        target = deal_target(s)
        add_order(s, target // ZONES, target % ZONES, outcome)
        s.dealt += 1
        leave_easy_cards(b, s)
        next_deal(b, s)
    elif s.phase == TOO_MANY:  # CR-20: the nearer player draws all of theirs first
        add_order(s, (s.seat + 1 + s.drawn // s.served_now) % s.seats, 0, outcome)
        s.drawn += 1
        if s.drawn == too_many_due(s) or s.deck_left == 0:
            too_many_drawn(b, s)
    else:  # CR-54
        add_order(s, s.seat, 0, outcome)
        if s.deck_left == 0:
            s.closed = 1
        end_turn(s)


@rule
def too_many_due(s):
    """How many orders the serving of this turn brings (CR-20, CR-53)."""
    return s.served_now if s.seats == 2 else 2 * s.served_now


@rule
def add_order(s, seat, zone, order):
    place = 0
    while s.waiting[seat, zone, place] > 0:
        place += 1
    s.waiting[seat, zone, place] = order + 1


# Score ----------------------------------------------------------------------------------------------------------------


@rule
def score(b, s, out):
    for seat in range(s.seats):
        upgrades = active_upgrades(s, seat)
        out[seat, SERVED_LINE] = s.served[seat]  # CR-40
        out[seat, UPGRADES_LINE] = 2 * upgrades
        out[seat, PENALTIES_LINE] = -int(s.penalty[seat])
        out[seat, TOTAL] = s.served[seat] + 2 * upgrades - s.penalty[seat]
        out[seat, ALL_SERVED] = s.served[seat] + CARDS_AN_UPGRADE * upgrades  # CR-41
        out[seat, RUSH_LEFT] = s.rush[seat]


# Helpers --------------------------------------------------------------------------------------------------------------


@rule
def is_straight(direction):
    return direction == 1 or direction == 3 or direction == 4 or direction == 6


@rule
def neighbour(cell, direction):
    """The cell in that direction, or -1 beyond the edge."""
    square = direction if direction < 4 else direction + 1  # of the 3 x 3 around the cell
    row = cell // 4 + square // 3 - 1
    column = cell % 4 + square % 3 - 1
    if row < 0 or row > 3 or column < 0 or column > 3:
        return -1
    return row * 4 + column


@rule
def pawns_but(s, seat, pawn):
    """The cells where pawns stand, as bits, one pawn left out."""
    cells = 0
    for who in range(s.seats):
        for which in range(PAWNS if s.seats == 2 else 1):
            cell = int(s.pawn[who, which]) - 1
            if cell >= 0 and not (who == seat and which == pawn):
                cells |= 1 << cell
    return cells


@rule
def has_content(s, seat, cup):
    for ingredient in range(INGREDIENTS):
        if s.cup[seat, cup, ingredient] > 0:
            return True
    return False


@rule
def has_any_content(s, seat):
    for cup in range(CUPS):
        if has_content(s, seat, cup):
            return True
    return False


@rule
def is_anything_taken(s):
    for ingredient in range(INGREDIENTS):
        if s.taken[ingredient] > 0:
            return True
    return False


@rule
def order_for(b, s, cup, zone):
    """The place in the zone of the first order that asks for exactly the cup's content, or -1."""
    for place in range(PLACES):
        order = s.waiting[s.seat, zone, place] - 1
        if order < 0:
            return -1
        if is_recipe(b, s, order, cup):
            return place
    return -1


@rule
def is_recipe(b, s, order, cup):
    for ingredient in range(INGREDIENTS):
        if s.cup[s.seat, cup, ingredient] != b.recipe[order, ingredient]:
            return False
    return True


@rule
def can_serve(b, s):
    for cup in range(CUPS):
        if has_content(s, s.seat, cup):
            for zone in range(ZONES):
                if order_for(b, s, cup, zone) >= 0:
                    return True
    return False


@rule
def active_upgrades(s, seat):
    count = 0
    for upgrade in range(UPGRADES):
        count += s.upgrade[seat, upgrade]
    return count


@rule
def nobody_waits(s):
    for seat in range(s.seats):
        for zone in range(ZONES):
            if s.waiting[seat, zone, 0] > 0:
                return False
    return True


# Invariants -----------------------------------------------------------------------------------------------------------

INVARIANTS = (
    "all hold",
    "a second pawn moves only where two play",
    "every ingredient is in the supply, taken, or in a cup: together as many as the box has",
    "rush tokens in the supply and with the players: together as many as the box has",
    "every order card is in the deck, waiting, or gone: together as many as the box has",
    "deck_left is the number of cards in the deck",
    "cards gone are those served, discarded for upgrades (three each), penalties and left-over ristretto and espresso",
    "the orders of a zone have no gap, and there is room for those that may still arrive",
    "no two pawns stand on one cell, but while one moves",
    "as many pawns stand as the phase asks for",
    "steps, taken ingredients, served_now and drawn belong to the phase",
    "what the phase asks can be answered",
    "the sign says CLOSED when somebody has 5 penalties, and at the end, which comes with the last seat's turn",
)


@rule
def check(b, s):
    """0, or the number of the first broken invariant."""
    if s.moving == 1 and s.seats > 2:
        return 1
    for ingredient in range(INGREDIENTS):
        total = int(s.supply[ingredient]) + s.taken[ingredient]
        for seat in range(s.seats):
            for cup in range(CUPS):
                total += s.cup[seat, cup, ingredient]
        if total != b.stock[ingredient]:
            return 2
    rush = int(s.rush_supply)
    for seat in range(s.seats):
        rush += s.rush[seat]
    if rush != b.rush_stock:
        return 3
    if not waiting_is_compact(s):
        return 7
    wrong = check_cards(b, s)
    if wrong == 0:
        wrong = check_pawns(s)
    if wrong == 0:
        wrong = check_phase(b, s)
    return wrong


@rule
def waiting_is_compact(s):
    for seat in range(s.seats):
        for zone in range(ZONES):
            for place in range(1, PLACES):
                if s.waiting[seat, zone, place] > 0 and s.waiting[seat, zone, place - 1] == 0:
                    return False
    for seat in range(s.seats):
        if s.waiting[seat, 0, PLACES - 1 - arrivals(s, seat)] > 0:
            return False
    return True


@rule
def arrivals(s, seat):
    """The most orders that can still come into a seat's zone 1 before they move down."""
    turn = int(s.seat) if s.phase >= UPGRADE else 0
    ahead = (seat - turn) % s.seats
    count = 0
    if s.phase == NEW_ORDER and ahead == 0:
        ahead = int(s.seats)
        count = 1
    for distance in range(1, 2 if s.seats == 2 else 3):
        if distance <= ahead:
            count += CUPS
    return count


@rule
def check_cards(b, s):
    left = 0
    gone = 0
    easy = 0
    for order in range(ORDERS):
        total = int(s.deck[order]) + s.gone[order]
        for seat in range(s.seats):
            for zone in range(ZONES):
                for place in range(PLACES):
                    total += s.waiting[seat, zone, place] == order + 1
        if total != b.copies[order]:
            return 4
        left += s.deck[order]
        gone += s.gone[order]
        if b.easy[order]:
            easy += b.copies[order]
    if left != s.deck_left:
        return 5
    for seat in range(s.seats):
        gone -= s.served[seat] + CARDS_AN_UPGRADE * active_upgrades(s, seat) + s.penalty[seat]
    left_over = max(0, easy - s.seats) if s.less_luck and (s.phase != DEAL or s.dealt >= s.seats) else 0  # CR-5
    if gone != left_over:
        return 6
    return 0


@rule
def check_pawns(s):
    stands = 0
    cells = 0
    for seat in range(s.seats):
        for pawn in range(PAWNS):
            cell = int(s.pawn[seat, pawn]) - 1
            if cell >= 0:
                stands += 1
                if cells >> cell & 1 and not (s.phase == MOVE and s.steps > 0):
                    return 8
                cells |= 1 << cell
        if s.pawn[seat, 1] > 0 and (s.seats > 2 or s.pawn[seat, 0] == 0):
            return 9
    every = 4 if s.seats == 2 else int(s.seats)
    if s.phase == DEAL and stands > 0 or s.phase > PLACE and stands < every:
        return 9
    if s.phase == PLACE and (stands >= every or s.seat != (2 * s.seats - 1 - stands) % s.seats):
        return 9
    return 0


@rule
def check_phase(b, s):
    """The counters of a phase, and that it is asked only when there is something to ask."""
    seat = int(s.seat)
    taken = 0
    for ingredient in range(INGREDIENTS):
        taken += s.taken[ingredient]
    last = 2 * s.seats + 1
    if (s.steps > 0 or s.moving > 0) and (s.phase != MOVE or s.steps == 0):
        return 10
    if taken > 0 and s.phase != POUR and s.phase != EMPTY and s.steps == 0:
        return 10
    if s.served_now > 0 and s.phase != SERVE and s.phase != TOO_MANY:
        return 10
    room = 0  # an order that was served left its cup empty
    for cup in range(CUPS):
        room += not has_content(s, seat, cup)
    if s.served_now > room:
        return 10
    if s.drawn > 0 and s.phase != TOO_MANY:
        return 10
    if s.dealt > last or (s.dealt == last) == (s.phase == DEAL):
        return 10
    asked = True
    if s.phase == DEAL:
        asked = seat == 0 and draw_total(b, s) > 0
    elif s.phase == GATHER:
        asked = s.seats == 2
    elif s.phase == UPGRADE:
        asked = s.served[seat] >= CARDS_AN_UPGRADE and active_upgrades(s, seat) < UPGRADES
    elif s.phase == EMPTY:
        asked = has_any_content(s, seat)
    elif s.phase == POUR:
        asked = taken > 0
    elif s.phase == SERVE:
        asked = can_serve(b, s)
    elif s.phase == TOO_MANY:
        asked = s.deck_left > 0 and s.drawn < too_many_due(s)
    elif s.phase == NEW_ORDER:
        asked = s.deck_left > 0 and s.seats == 2
    elif s.phase == MOVE and s.steps > 0:
        left = int(s.rush[seat]) + max(0, FREE_STEPS - int(s.steps))
        asked = can_end(int(s.pawn[seat, s.moving]) - 1, pawns_but(s, seat, s.moving), left, s.upgrade[seat, DIAGONAL])
    if not asked:
        return 11
    return check_sign(s)


@rule
def check_sign(s):
    """CR-24 and CR-25: 5 penalties close the shop, and the game ends in a closed one, at the last seat."""
    if s.phase == ENDED and (not s.closed or s.seat != s.seats - 1):
        return 12
    for seat in range(s.seats):
        if s.penalty[seat] >= LAST_PENALTY and not s.closed:
            return 12
    return 0
