"""Positions of Coffee Rush for tests: say what matters, the rest is filled in so that no component is lost."""

from typing import Any

import numpy as np

from demitasse import Match
from demitasse.games.coffee_rush import GAME
from demitasse.games.coffee_rush.box import FIELDS as BOX_FIELDS
from tests.positions import read, settled


def given(text: str, seats: int = 3, options: dict[str, object] | None = None) -> Match:
    """A match in the position that `text` describes, one `field: value` a line.

    Supply and rush tokens hold what is nowhere else. Cards that are neither named nor accounted for (served, penalties,
    three an upgrade)
    are in the deck; if the text names a deck, the others are in the last seat's served pile.
    """
    match = Match(GAME, seats, options)
    states, named = read(match, text)
    s: Any = states[0]
    b: Any = match.box.records[0]
    s.seats, s.less_luck, s.dealt = seats, match.options.get("less_luck", 0), 2 * seats + 1
    s.supply[:] = b.stock - s.taken - s.cup.sum(axis=(0, 1))
    s.rush_supply = b.rush_stock - s.rush.sum()
    _place_pawns(s, seats)
    _deal(s, b, "deck" in named)
    return settled(match, states)


def _place_pawns(s: Any, seats: int) -> None:
    """Pawns nobody speaks of stand on the last cells."""
    used = set(s.pawn.flatten().tolist())
    free = [cell for cell in range(16, 0, -1) if cell not in used]
    for seat in range(seats):
        for pawn in range(2 if seats == 2 else 1):
            if s.pawn[seat, pawn] == 0:
                s.pawn[seat, pawn] = free.pop(0)


def _deal(s: Any, b: Any, named: bool) -> None:
    waiting = np.array([(s.waiting == order + 1).sum() for order in range(BOX_FIELDS.sizes["order"])])
    left = b.copies - waiting
    gone = int(s.served.sum() + s.penalty.sum() + 3 * s.upgrade.sum())
    if named:
        s.gone[:] = left - s.deck
        s.served[s.seats - 1] += s.gone.sum() - gone
    else:
        easy_left = np.where(b.easy, left, 0) if s.less_luck else 0
        s.gone[:] = easy_left
        for order in range(int(b.orders)):
            while gone > 0 and left[order] > s.gone[order] and not (s.less_luck and b.easy[order]):
                s.gone[order] += 1
                gone -= 1
        s.deck[:] = left - s.gone
    s.deck_left = s.deck.sum()
