"""What holds in every position of Café from which a game can be played to its end."""

from demitasse.core.rule import rule
from demitasse.games.cafe.box import (
    ANY_COLOUR,
    CAFE,
    COLOURS,
    DRY,
    ESPRESSO,
    FACE,
    GROW,
    KINDS,
    PLANS,
    ROAST,
    SHIP,
    START,
    TURNS,
)
from demitasse.games.cafe.rules.acting import empty_batch
from demitasse.games.cafe.rules.bidding import free_ships, least_bid
from demitasse.games.cafe.rules.cubes import has_supply, sum_of
from demitasse.games.cafe.rules.deriving import where_filled, where_seen
from demitasse.games.cafe.rules.district import beside, cards, cups, is_open, kind_of, place_at, section_at, served_sum
from demitasse.games.cafe.rules.drafting import is_used, shown
from demitasse.games.cafe.rules.laying import FEWEST_COVERED, MOST_COVERED
from demitasse.games.cafe.rules.rounds import seat_at, turn_of
from demitasse.games.cafe.state import (
    ACT,
    AUCTION,
    CARDS,
    COLOUR,
    DECK,
    DELIVER,
    ENDED,
    LAY_OUT,
    MOST_POINTS,
    OFFER,
    PLACE,
    ROUNDS,
    SECTIONS,
    SHIP_CUBE,
    START_AT,
    TAKE,
)

INVARIANTS = (
    "all hold",
    "an auction has 2 players at least, and no Expresso cards",
    "nothing lies behind the last card of a district",
    "every cube is in the supply, a warehouse, a bid, on a section or in a café: of each colour as many as the box has",
    "a district begins with its seat's start card, has no gap, and has at most one card a round beside",
    "every plan card is of this game and in one place only",
    "as many cards are on offer and unseen as the round and the phase say",
    "every card of a district covers 2 to 4 sections of those below it, and a cup is visible",
    "group names the first section in reading order of each visible section's group, and nothing for a covered one",
    "cubes lie on visible sections that hold them: one colour, as many as it holds, ships in an auction only, "
    "cafés no more than they need",
    "the seat, its turn and the cards in hand belong to the phase",
    "points, the open action, what it filled and what is begun belong to the phase",
    "bids and passes belong to the phase, and the token lies at the highest bid",
    "what the phase asks can be answered",
    "what is kept beside says what is visible, where it lies and where cubes are",
)


@rule
def check(b, s):
    """0, or the number of the first broken invariant."""
    if s.auction and (s.seats == 1 or s.expresso):
        return 1
    for seat in range(s.seats):
        if not is_tidy(s, seat):
            return 2
    wrong = 0
    for seat in range(s.seats):
        if wrong == 0:
            wrong = check_district(b, s, seat)
    for colour in range(COLOURS):
        if wrong == 0 and not is_conserved(s, colour, int(b.cubes)):
            wrong = 3
    if wrong == 0:
        wrong = check_cards(b, s)
    if wrong == 0 and not turn_is_sound(s):
        wrong = 10
    if wrong == 0 and not action_is_sound(b, s):
        wrong = 11
    if wrong == 0 and not auction_is_sound(b, s):
        wrong = 12
    if wrong == 0 and not is_asked(b, s):
        wrong = 13
    for seat in range(s.seats):
        if wrong == 0 and not is_derived(b, s, seat):
            wrong = 14
    return wrong


@rule
def is_tidy(s, seat):
    """Nothing lies behind the last card of a district."""
    for slot in range(cards(s, seat), CARDS):
        if s.card[seat, slot] or s.at[seat, slot] or served_sum(s, seat, slot):
            return False
        for section in range(slot * FACE, slot * FACE + FACE):
            if s.cubes[seat, section] or s.colour[seat, section] or s.group[seat, section]:
                return False
    return True


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
        return 4
    if number > s.rounds + has_placed(s, seat):
        return 4
    for slot in range(1, number):
        if s.card[seat, slot] > b.cards:
            return 5
        if s.at[seat, slot] == 0 or not FEWEST_COVERED <= covers(b, s, seat, slot) <= MOST_COVERED:
            return 7
    for section in range(number * FACE):
        top = section_at(b, s, seat, number, place_at(b, s, seat, section)) == section
        if top != (s.group[seat, section] > 0) or s.group[seat, section] > number * FACE:
            return 8
    for section in range(number * FACE):
        group = int(s.group[seat, section])
        if group > 0 and (
            s.group[seat, group - 1] != group or (group == section + 1 and not is_grouped(b, s, seat, number, section))
        ):
            return 8
    if cups(s, seat) == 0:  # CF-14
        return 7
    for section in range(number * FACE):
        if not holds(b, s, seat, section):
            return 9
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
    if (cubes > 0) != (colour > 0) or (cubes > 0 and s.group[seat, section] == 0):
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
            return 5
        used += plays
        unseen += s.plan[card] == DECK
        offered += s.plan[card] == OFFER
    for seat in range(s.seats):
        if s.hand[seat] > PLANS:
            return 5
    if offered != s.offered or unseen != used - drawn(s):
        return 6
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
    if s.opened == GROW or not acting and (s.points or s.opened or s.growing):
        return False
    if acting and s.points + (s.opened > 0 or s.growing > 0) > min(MOST_POINTS, cups(s, seat)):
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
        return s.offered == shown(s) and s.last_bid[s.seat] > 0 and free_ships(s, int(s.seat)) != 0
    if s.phase == AUCTION:
        return s.offered == shown(s)
    if s.phase == COLOUR:
        return s.offered == 0 and empty_batch(b, s, int(s.seat)) >= 0 and has_supply(s)
    return s.offered == 0


@rule
def is_derived(b, s, seat):
    if s.filled[seat] != where_filled(s, seat):
        return False
    for section in range(FACE * cards(s, seat)):
        if s.spot[seat, section] != place_at(b, s, seat, section):
            return False
    for kind in range(KINDS):
        if s.seen[seat, kind] != where_seen(b, s, seat, kind):
            return False
    return True
