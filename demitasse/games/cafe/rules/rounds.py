"""Rounds and turns of Café: who comes when."""

from demitasse.core.rule import rule
from demitasse.games.cafe.rules.district import cups
from demitasse.games.cafe.state import ACT, ENDED, LAY_OUT, MOST_POINTS, PLACE, ROUNDS


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
def seat_at(s, turn):
    """Who takes, and later acts, as number `turn` of the round."""
    first = int(s.master) if s.auction else int(s.master) + 1  # CF-44, CF-10
    return (first + turn) % int(s.seats)


@rule
def turn_of(s, seat):
    """The number of a seat in the order of the round."""
    return (seat - seat_at(s, 0)) % int(s.seats)


@rule
def begin_turn(s):
    s.seat = seat_at(s, int(s.turn))
    if s.hand[s.seat] > 0:
        s.phase = PLACE
    else:  # CF-12
        begin_acts(s)


@rule
def begin_acts(s):
    s.phase = ACT
    s.points = min(MOST_POINTS, cups(s, int(s.seat)))  # CF-15
