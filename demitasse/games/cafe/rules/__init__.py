"""The rules of Café, as numbered CF-1 … CF-60: what every game gives; beside it a file for each part of a turn."""

from demitasse.core.draws import below
from demitasse.core.rule import rule, who_acts
from demitasse.games.cafe.box import COLOURS, DRY, PITCH, PLANS, ROAST, START, TURNS
from demitasse.games.cafe.rules.acting import (
    add_deliveries,
    deliver,
    drop,
    end_turn,
    grow,
    grow_batch,
    legal_acts,
    legal_colours,
    move,
)
from demitasse.games.cafe.rules.bidding import bid, leave_bid, legal_bids, legal_ships, pass_bid, put_on_ship, stake
from demitasse.games.cafe.rules.checking import INVARIANTS, check
from demitasse.games.cafe.rules.deriving import derive
from demitasse.games.cafe.rules.drafting import discard_card, is_used, legal_takes, shown, take_card
from demitasse.games.cafe.rules.groups import join_groups
from demitasse.games.cafe.rules.laying import legal_places, place
from demitasse.games.cafe.rules.rounds import begin_round
from demitasse.games.cafe.rules.scoring import SCORE, score
from demitasse.games.cafe.state import (
    ACT,
    AUCTION,
    COLOUR,
    DECK,
    DELIVER,
    DRAWS,
    ENDED,
    OFFER,
    PLACE,
    SECTIONS,
    SHIP_CUBE,
    START_AT,
    TAKE,
    WIDTH,
    WITH_AUCTION,
    WITH_EXPRESSO,
    WITH_PROMOS,
)
from demitasse.games.cafe.verbs import (
    ACTIONS,
    BID,
    CHOOSE,
    DELIVER_FROM,
    DISCARD,
    DROP,
    DRY_INTO,
    END,
    GROW_GROUP,
    LOSE,
    OUTCOMES,
    PASS,
    PAYMENTS,
    PLACE_AT,
    ROAST_INTO,
    SHIP_ON,
    STAKE,
    TAKE_CARD,
    TARGETS,
)

__all__ = [
    "INVARIANTS",
    "MAX_LEGAL",
    "MAX_PLIES",
    "NUM_ACTIONS",
    "NUM_OUTCOMES",
    "SCORE",
    "STACKS",
    "actor",
    "apply",
    "chances",
    "check",
    "derive",
    "legal",
    "pick",
    "score",
    "settle",
    "setup",
    "stack",
]

NUM_ACTIONS = len(ACTIONS)
NUM_OUTCOMES = len(OUTCOMES)
# At most 6 + 8 * 4 = 38 sections are visible. Acting: dry, roast and deliver join growing or roasting sections with
# drying sections, cafés or the warehouse, so these pairs are at most 39 * 39 / 4 = 380; a section is filled (drop) or
# empty (grow), so these are at most 38; and `end`. Placing: 34 sections are visible at most, a place of either shape
# covers at least 2 of them and each is covered by 6 of a shape: 34 * 6 / 2 places of each of 2 shapes, 2 turns each,
# are at most 408.
MAX_LEGAL = 420
# A turn: a draw, take, place and end; 8 grows with 38 colours each; every dry, roast or drop brings a filled section
# nearer to the end of the chain, at most 3 * 38 at the start and after each grow; a delivery fills one of 9 * 12 needs,
# 38 espressos or the warehouse from one of 38 sections. So less than 1,600 plies, in 32 turns; and in 8 auctions each
# of 400 cubes is staked and bid once at most. Real games take 100 to 900.
MAX_PLIES = 60_000
STACKS = ENDED + DELIVER + 1


@rule
def setup(b, s, seats, options):
    """Lay everything out; the draws of the first cards follow."""
    s.seats = seats
    s.auction = options[WITH_AUCTION]
    s.expresso = options[WITH_EXPRESSO]
    s.promos = options[WITH_PROMOS]
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
        join_groups(b, s, seat, 0, 0, 0)
    begin_round(s)  # CF-3: the master is seat 0


@rule
def actor(b, s):
    return who_acts(int(s.phase), DRAWS, ENDED, int(s.seat))


@rule
def stack(s):
    """Games in one phase, while acting those with one action open."""
    return ENDED + int(s.opened) if s.phase == ACT and s.opened else int(s.phase)


@rule
def legal(b, s, out):
    """Writes the legal action ids, ascending, into out; returns how many."""
    if s.phase == ACT:
        if s.begun:
            return add_deliveries(b, s, int(s.begun) - 1, out, 0)
        return legal_acts(b, s, out)
    if s.phase == COLOUR:
        return legal_colours(s, out)
    if s.phase == PLACE:
        return legal_places(b, s, out)
    if s.phase == TAKE:
        return legal_takes(b, s, out)
    if s.phase == AUCTION:
        return legal_bids(s, out)
    if s.phase == SHIP_CUBE:
        return legal_ships(b, s, out)
    return 0


@rule
def apply(b, s, action):
    """Carries out a legal action."""
    seat = int(s.seat)
    if action < DISCARD:
        take_card(s, seat, (action - TAKE_CARD) // PAYMENTS, (action - TAKE_CARD) % PAYMENTS)
    elif action < PLACE_AT:
        discard_card(s, action - DISCARD)
    elif action < GROW_GROUP:
        at = (action - PLACE_AT) // TURNS
        place(b, s, seat, at // WIDTH * PITCH + at % WIDTH, (action - PLACE_AT) % TURNS)
    elif action < CHOOSE:
        grow(b, s, seat, action - GROW_GROUP)
    elif action < DRY_INTO:
        grow_batch(b, s, seat, action - CHOOSE)
    elif action < ROAST_INTO:
        move(s, seat, DRY, (action - DRY_INTO) // SECTIONS, (action - DRY_INTO) % SECTIONS)
    elif action < DELIVER_FROM:
        move(s, seat, ROAST, (action - ROAST_INTO) // SECTIONS, (action - ROAST_INTO) % SECTIONS)
    elif action < DROP:
        deliver(b, s, seat, (action - DELIVER_FROM) // TARGETS, (action - DELIVER_FROM) % TARGETS)
    elif action < END:
        drop(s, seat, action - DROP)
    elif action == END:
        end_turn(s)
    elif action < BID:
        stake(s, seat, action - STAKE)
    elif action == BID:
        bid(s, seat)
    elif action == PASS:
        pass_bid(s, seat)
    else:
        if action < LOSE:
            put_on_ship(s, seat, (action - SHIP_ON) // COLOURS, (action - SHIP_ON) % COLOURS)
        leave_bid(s, seat)


@rule
def chances(b, s, weight):
    """Writes 1 for each unseen card (CF-2); returns how many there are."""
    total = 0
    for card in range(PLANS):
        weight[card] = s.plan[card] == DECK
        total += weight[card]
    return total


@rule
def pick(b, s, random, weight):
    """The card that `chances` and the generator's state give, without writing the weights."""
    unseen = 0
    for card in range(PLANS):
        unseen += s.plan[card] == DECK
    ticket = below(random, unseen)
    card = -1
    while ticket >= 0:
        card += 1
        if s.plan[card] == DECK:
            ticket -= 1
    return card


@rule
def settle(b, s, outcome):
    """Lays the drawn card out."""
    s.plan[outcome] = OFFER
    s.offered += 1
    if s.offered == shown(s):
        s.phase = AUCTION if s.auction else TAKE
