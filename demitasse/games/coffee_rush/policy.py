"""A simple player's taste in Coffee Rush: how much an action is worth at first sight."""

from demitasse.core.rule import rule
from demitasse.games.coffee_rush import rules as r
from demitasse.games.coffee_rush.box import INGREDIENTS
from demitasse.games.coffee_rush.rules import neighbour
from demitasse.games.coffee_rush.state import CUPS, PLACES, ZONES

NOTES = 1  # numbers that `note` may write: none are needed here


@rule
def note(b, s, notes):
    """Every action is looked at by itself."""


@rule
def worth(b, s, notes, action):
    """Larger is better; only actions that are legal together are compared."""
    if action < r.KEEP:
        return 1  # any cell, any upgrade
    if r.STEP <= action < r.STOP:
        entered = neighbour((action - r.STEP) // r.DIRECTIONS, (action - r.STEP) % r.DIRECTIONS)
        return 2 * step_worth(b, s, b.board[entered])
    if action == r.STOP:
        return 1 if s.steps < r.FREE_STEPS else 3
    if r.EMPTY_CUP <= action < r.TO_POUR:
        return 1 if fit(b, s, action - r.EMPTY_CUP, -1) == 0 else -1
    if r.POUR_INTO <= action < r.SERVE_CUP:
        cup = (action - r.POUR_INTO) % (CUPS + 1)
        return 1 if cup == r.BACK else fit(b, s, cup, (action - r.POUR_INTO) // (CUPS + 1))
    if r.SERVE_CUP <= action < r.DONE:
        return 1 + (action - r.SERVE_CUP) % ZONES  # the most urgent first
    return 0


@rule
def step_worth(b, s, ingredient):
    """How well one more of an ingredient would fit the best cup, what is taken counted as in every cup."""
    best = 0
    for cup in range(CUPS):
        best = max(best, fit(b, s, cup, ingredient))
    return best if s.taken[ingredient] == 0 else best // 2


@rule
def fit(b, s, cup, added):
    """The best waiting order the cup, with an ingredient added, could still become: 0 none, more the nearer and the
    more urgent.
    """
    best = 0
    for zone in range(ZONES):
        for place in range(PLACES):
            order = s.waiting[s.seat, zone, place] - 1
            if order < 0:
                break
            lacking = missing(b, s, cup, added, order)
            if lacking >= 0:
                best = max(best, 10 + zone - 3 * lacking if lacking < 3 else 1 + zone)
    return best


@rule
def missing(b, s, cup, added, order):
    """How many ingredients the cup lacks for the order, or -1 if it holds too much."""
    lacking = 0
    for ingredient in range(INGREDIENTS):
        has = s.cup[s.seat, cup, ingredient] + (ingredient == added)
        if has > b.recipe[order, ingredient]:
            return -1
        lacking += b.recipe[order, ingredient] - has
    return lacking
