"""Loops over a game's rules that only learners need: what each game's viewer may know and sees at a glance, what the
policy thinks of what is legal, and how a game ended.

Never imported by its own name: core/compiled.py runs it once a game, as core/kernels.py.
"""

from typing import TYPE_CHECKING, Any

from demitasse.core.rule import OVER, inlined, rule

if TYPE_CHECKING:
    rules: Any
    policy: Any
    kernels: Any
    glances: Any  # the game's features.py
    COLUMNS: int  # of a score
    SEATS: int

PART = 1 / 16  # of 1 for each point and each thing that is counted


rules_view = kernels.rules_view
POINTS = glances.NUM_FEATURES  # + slot * COLUMNS + column: the scores
NUM_GLANCES = POINTS + SEATS * COLUMNS


@inlined
def watch_one(boxes, states, viewers, seen, i):
    """seen[i] becomes game i as its viewer may know it; all of it if there is no viewer."""
    seen[i] = states[i]
    if viewers[i] >= 0:
        rules_view(boxes[0], seen[i], viewers[i])


@inlined
def glance_one(b, s, viewer, lines, out):
    """`out`, NUM_GLANCES numbers, becomes what a viewer sees at a glance: what the game's features tell, and every
    line of all scores, the viewer's first. Of a view only: nothing here hides anything.
    """
    for k in range(NUM_GLANCES):
        out[k] = 0
    glances.features(b, s, viewer, out)
    rules.score(b, s, lines)
    for slot in range(s.seats):
        seat = viewer + slot if viewer + slot < s.seats else viewer + slot - s.seats
        for column in range(COLUMNS):
            out[POINTS + slot * COLUMNS + column] = lines[seat, column]
    for k in range(NUM_GLANCES):
        out[k] = out[k] * PART


@inlined
def value_one(b, s, ids, count, worths, notes):
    """worths[k] becomes what the policy thinks of ids[k]."""
    kernels.note(b, s, notes)
    for k in range(count):
        worths[k] = policy.worth(b, s, notes, ids[k])


@inlined
def rank_of(worths, count, k):
    """How likely one would take what is worth worths[k]: the best, the second, the third … as 1 to 1/2 to 1/3 …, equal
    worth sharing its places; 0 behind the last.
    """
    if k >= count:
        return 0.0
    better = 0
    equal = 0
    whole = 0.0
    for other in range(count):
        better += worths[other] > worths[k]
        equal += worths[other] == worths[k]
        whole += 1.0 / (other + 1)
    places = 0.0
    for place in range(better, better + equal):
        places += 1.0 / (place + 1)
    return places / equal / whole


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


@rule
def glance(boxes, seen, viewers, out, room):
    for i in range(len(viewers)):
        if viewers[i] >= 0:
            glance_one(boxes[0], seen[i], viewers[i], room.lines, out[i])


@rule
def value(boxes, games, worths, room):
    for i in range(len(games.actors)):
        value_one(boxes[0], games.states[i], games.ids[i], games.counts[i], worths[i], room.notes)


@rule
def rank(counts, worths, priors):
    for i in range(len(counts)):
        for k in range(priors.shape[1]):
            priors[i, k] = rank_of(worths[i], counts[i], k)
