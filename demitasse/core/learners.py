"""Loops over a game's rules that only learners need: what each game's viewer may know, and how a game ended.

Never imported by its own name: core/compiled.py runs it once a game, as core/kernels.py.
"""

from typing import TYPE_CHECKING, Any

from demitasse.core.rule import OVER, inlined, rule

if TYPE_CHECKING:
    rules: Any
    kernels: Any

rules_view = kernels.rules_view


@inlined
def watch_one(boxes, states, viewers, seen, i):
    """seen[i] becomes game i as its viewer may know it; all of it if there is no viewer."""
    seen[i] = states[i]
    if viewers[i] >= 0:
        rules_view(boxes[0], seen[i], viewers[i])


@inlined
def is_ahead(lines, one, other, first):
    """Whether a seat's result beats another's: the total first, then the tie-breaks."""
    for column in range(first, lines.shape[1]):
        if lines[one, column] != lines[other, column]:
            return lines[one, column] > lines[other, column]
    return False


@inlined
def judge_one(setup, games, shares, lines, i):
    """shares[i, seat] is its share of the victory in game i; 0 while it goes on."""
    over = games.actors[i] == OVER
    if over:
        rules.score(setup.boxes[0], games.states[i], lines)
    winners = 0
    for seat in range(setup.seats):
        wins = over
        for other in range(setup.seats):
            wins = wins and not is_ahead(lines, other, seat, setup.total)
        shares[i, seat] = 1 if wins else 0
        winners += wins
    for seat in range(setup.seats):
        shares[i, seat] /= max(winners, 1)


@rule
def watch(boxes, states, viewers, seen):
    for i in range(len(viewers)):
        watch_one(boxes, states, viewers, seen, i)


@rule
def judge(setup, games, shares, room):
    for i in range(len(games.actors)):
        judge_one(setup, games, shares, room.lines, i)
