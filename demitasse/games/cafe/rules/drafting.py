"""The cards on offer in Café: which there are, how many are laid out, who takes which."""

from demitasse.core.bits import size_of
from demitasse.core.rule import rule
from demitasse.games.cafe.box import COLOURS, SEATS, SHIP
from demitasse.games.cafe.rules.rounds import begin_turn, seat_at
from demitasse.games.cafe.state import LAY_OUT, OFFER
from demitasse.games.cafe.verbs import DISCARD, PAYMENTS, TAKE_CARD

DISCOUNT_SHIPS = 2  # who sees so many takes cards for nothing (CF-11)


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
def legal_takes(b, s, out):
    seat = int(s.seat)
    free = s.auction == 1 or size_of(int(s.seen[seat, SHIP])) >= DISCOUNT_SHIPS  # CF-44, CF-11
    count = 0
    card = -1
    for _ in range(s.offered):
        card = next_offer(s, card)
        if free or b.cup[card] == 0:
            out[count] = TAKE_CARD + card * PAYMENTS
            count += 1
        else:
            for colour in range(COLOURS):
                if s.warehouse[seat, colour] > 0:
                    out[count] = TAKE_CARD + card * PAYMENTS + 1 + colour
                    count += 1
    if count == 0:  # CF-12
        card = -1
        for _ in range(s.offered):
            card = next_offer(s, card)
            out[count] = DISCARD + card
            count += 1
    return count


@rule
def next_offer(s, card):
    """The card on offer that follows one; the caller knows that there is one."""
    card += 1
    while s.plan[card] != OFFER:
        card += 1
    return card


@rule
def take_card(s, seat, card, payment):
    s.plan[card] = 0
    s.hand[seat] = card + 1
    if payment > 0:  # CF-11
        s.warehouse[seat, payment - 1] -= 1
        s.supply[payment - 1] += 1
    next_take(s)


@rule
def discard_card(s, card):
    """CF-12."""
    s.plan[card] = 0
    next_take(s)


@rule
def next_take(s):
    """A card is drawn for the one that was taken or discarded (CF-10); when all have one, the cards are placed."""
    s.offered -= 1
    s.turn += 1
    if s.turn < s.seats:
        s.seat = seat_at(s, int(s.turn))
        if not s.auction:  # CF-44
            s.phase = LAY_OUT
        return
    card = -1
    for _ in range(s.offered):
        card = next_offer(s, card)
        s.plan[card] = 0
    s.offered = 0
    s.turn = 0
    begin_turn(s)
