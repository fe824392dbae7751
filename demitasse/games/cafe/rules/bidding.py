"""The auction of Café, and what bids put on ships."""

from demitasse.core.bits import lowest
from demitasse.core.rule import rule
from demitasse.games.cafe.box import COLOURS, SHIP
from demitasse.games.cafe.rules.cubes import put, sum_of
from demitasse.games.cafe.rules.rounds import seat_at
from demitasse.games.cafe.state import SHIP_CUBE, TAKE
from demitasse.games.cafe.verbs import BID, LOSE, PASS, SHIP_ON, STAKE


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
def stake(s, seat, colour):
    s.warehouse[seat, colour] -= 1
    s.bid[seat, colour] += 1


@rule
def bid(s, seat):
    """CF-41."""
    s.last_bid[seat] = sum_of(s.bid, seat)
    s.master = seat
    next_bidder(s)


@rule
def next_bidder(s):
    """The next seat that has not passed."""
    s.seat = (s.seat + 1) % s.seats
    while s.passed[s.seat]:
        s.seat = (s.seat + 1) % s.seats


@rule
def pass_bid(s, seat):
    s.passed[seat] = 1
    for who in range(s.seats):
        if not s.passed[who]:
            next_bidder(s)
            return
    for who in range(s.seats):  # CF-42: all have passed
        s.passed[who] = 0
    next_ship(s)


@rule
def next_ship(s):
    """CF-43: master first, who bid and has an empty ship may put a cube there; then the cards are taken."""
    s.phase = SHIP_CUBE
    while s.turn < s.seats:
        s.seat = seat_at(s, int(s.turn))
        if s.last_bid[s.seat] > 0 and free_ships(s, int(s.seat)):
            return
        lose_bid(s, int(s.seat))
        s.turn += 1
    s.turn = 0
    s.seat = seat_at(s, 0)
    s.phase = TAKE


@rule
def legal_ships(b, s, out):
    """CF-43."""
    seat = int(s.seat)
    count = 0
    ships = free_ships(s, seat)
    while ships:
        for colour in range(COLOURS):
            if s.bid[seat, colour] > 0:
                out[count] = SHIP_ON + lowest(ships) * COLOURS + colour
                count += 1
        ships &= ships - 1
    out[count] = LOSE
    return count + 1


@rule
def put_on_ship(s, seat, section, colour):
    s.bid[seat, colour] -= 1
    put(s, seat, section, colour, 1)


@rule
def leave_bid(s, seat):
    """A cube was put on a ship, or none: the rest is lost, and the next one is asked."""
    lose_bid(s, seat)
    s.turn += 1
    next_ship(s)


@rule
def lose_bid(s, seat):
    """CF-42: what is left of a bid goes to the supply."""
    for colour in range(COLOURS):
        s.supply[colour] += s.bid[seat, colour]
        s.bid[seat, colour] = 0
    s.last_bid[seat] = 0


@rule
def free_ships(s, seat):
    """The empty visible ships, as bits."""
    return int(s.seen[seat, SHIP] & ~s.filled[seat])
