"""Loops over a game's rules: one ply from Python, playouts, perft, batches.

This file is never imported by its own name: `Game.kernels` runs it once a game, as the module
`demitasse.games.<name>.kernels`
with `rules` and `policy` set to those of the game. So every kernel is a module-level function of a real file, and a
second process
finds it compiled on disk. Boxes and states come as arrays with an index, which costs a tenth of passing a record.
"""

from typing import TYPE_CHECKING, Any

from demitasse.core.draws import advance, below, outcome_at, seeded
from demitasse.core.errors import IllegalAction
from demitasse.core.rule import CHANCE, OVER, inlined, rule

if TYPE_CHECKING:
    rules: Any
    policy: Any


@inlined
def hide_nothing(b, s, seat):
    """The `view` of a game without secrets."""


@inlined
def note_nothing(b, s, notes):
    """The `note` of a policy that looks at every action by itself."""


rules_view = getattr(rules, "view", hide_nothing)  # Numba takes a call written `x.view(...)` for NumPy's and refuses it
note = getattr(policy, "note", note_nothing)
NOTES = getattr(policy, "NOTES", 1)  # how many numbers `note` may write


# One ply ------------------------------------------------------------------------------------------------------------


@rule
def start(boxes, states, i, blank, seats, options):
    """Set game i up; `blank` holds one state of zeros."""
    states[i] = blank[0]
    rules.setup(boxes[0], states[i], seats, options)


@rule
def look(boxes, states, i, ids, weight):
    """(actor, number): the legal ids and how many at a decision, the weights and their sum at a draw."""
    who = rules.actor(boxes[0], states[i])
    if who == CHANCE:
        return who, rules.chances(boxes[0], states[i], weight)
    if who == OVER:
        return who, 0
    return who, rules.legal(boxes[0], states[i], ids)


@rule
def step(boxes, states, i, ply):
    """Carry out one ply, a decision or a draw, that is known to be legal."""
    if rules.actor(boxes[0], states[i]) == CHANCE:
        rules.settle(boxes[0], states[i], ply)
    else:
        rules.apply(boxes[0], states[i], ply)


@rule
def replay(boxes, states, i, plies):
    """Carry out many plies."""
    for number in range(len(plies)):
        step(boxes, states, i, plies[number])


@rule
def score(boxes, states, i, out):
    rules.score(boxes[0], states[i], out)


@rule
def view(boxes, states, i, seat):
    rules_view(boxes[0], states[i], seat)


@rule
def check(boxes, states, i):
    return rules.check(boxes[0], states[i])


# A desk: a box, a game and what is possible in it, in one record (core/walk.py) ---------------------------------------


@rule
def sit(desk):
    """Look at the game on the desk; (actor, number) as `look` gives them."""
    d = desk[0]
    d.actor = rules.actor(d.box, d.state)
    d.number = 0
    if d.actor == CHANCE:
        d.number = rules.chances(d.box, d.state, d.weight)
    elif d.actor != OVER:
        d.number = rules.legal(d.box, d.state, d.ids)
    return d.actor, d.number


@rule
def walk(desk, ply):
    """Carry out a decision or a draw, if it is possible; (actor, number) after it."""
    d = desk[0]
    possible = False
    if d.actor == CHANCE:
        possible = 0 <= ply < len(d.weight) and d.weight[ply] > 0
    else:
        for k in range(d.number):
            possible = possible or d.ids[k] == ply
    if not possible:
        raise IllegalAction(
            "this ply is not possible now; expected one of `ids`, or at a draw an outcome whose `weight` is not 0"
        )
    if d.actor == CHANCE:
        rules.settle(d.box, d.state, ply)
    else:
        rules.apply(d.box, d.state, ply)
    return sit(desk)


@rule
def walk_draw(desk):
    """Make the draw that is due by the desk's own generator; (actor, number) after it."""
    d = desk[0]
    if d.actor != CHANCE:
        raise IllegalAction("no draw is due")
    d.random = advance(d.random)
    rules.settle(d.box, d.state, outcome_at(d.weight, below(d.random, d.number)))
    return sit(desk)


# Choosing -----------------------------------------------------------------------------------------------------------


@rule
def best(b, s, ids, count, random, notes):
    """The legal action the policy values most; ties are broken by `random`."""
    note(b, s, notes)
    top = policy.worth(b, s, notes, ids[0])
    ties = 1
    chosen = ids[0]
    for k in range(1, count):
        worth = policy.worth(b, s, notes, ids[k])
        if worth > top:
            top = worth
            ties = 1
            chosen = ids[k]
        elif worth == top:
            ties += 1
            random = advance(random)
            if below(random, ties) == 0:
                chosen = ids[k]
    return chosen


@rule
def choose(b, s, ids, count, care, random, notes):
    """One legal action: the policy's choice in `care` of 100 cases, any of them in the others."""
    if care > 0 and (care >= 100 or below(random, 100) < care):
        return best(b, s, ids, count, advance(advance(random)), notes)
    return ids[below(advance(random), count)]


@rule
def choose_at(boxes, states, i, ids, notes, care, random):
    """The decision a seat as careful as `care` would make in game i."""
    count = rules.legal(boxes[0], states[i], ids)
    return choose(boxes[0], states[i], ids, count, care, random, notes)


# Playouts -----------------------------------------------------------------------------------------------------------


@inlined
def play_on(b, s, who, care, random, ids, weight, notes):
    """Make the draw or the decision that is due; returns the generator's state, advanced once before and as often as a
    choice used it.

    `care` is None where all choose at random: the policy is then not even compiled, nor needs it any notes.
    """
    random = advance(random)
    if who == CHANCE:
        rules.settle(b, s, outcome_at(weight, below(random, rules.chances(b, s, weight))))
        return random
    count = rules.legal(b, s, ids)
    action = int(ids[below(random, count)])
    if care is not None:
        if care[who] > 0:
            action = int(choose(b, s, ids, count, care[who], random, notes))
            random = advance(advance(random))
    rules.apply(b, s, action)
    return random


@rule
def playouts(boxes, states, blank, seats, options, care, seed, first, scores, lengths, ids, weight, notes):
    """Play game after game to the end: scores[game] gets every seat's lines, lengths[game] the number of plies."""
    b = boxes[0]
    s = states[0]
    for game in range(len(lengths)):
        random = seeded(seed, first + game)
        start(boxes, states, 0, blank, seats, options)
        plies = 0
        who = rules.actor(b, s)
        while who != OVER:
            random = play_on(b, s, who, care, random, ids, weight, notes)
            plies += 1
            who = rules.actor(b, s)
        rules.score(b, s, scores[game])
        lengths[game] = plies


@rule
def perft(boxes, states, depth, ids, weight, at, left):
    """The number of lines of `depth` plies from states[0]; a draw branches into each possible outcome.

    states has depth + 1 entries, ids a row of legal ids and weight a row of weights for each, at and left a number for
    each.
    """
    lines = 0
    level = 0
    at[0] = -1
    while level >= 0:
        who = rules.actor(boxes[0], states[level])
        if at[level] < 0:  # first visit
            at[level] = 0
            left[level] = 0
            if who == CHANCE:
                rules.chances(boxes[0], states[level], weight[level])
                left[level] = weight.shape[1]
            elif who != OVER:
                left[level] = rules.legal(boxes[0], states[level], ids[level])
            if level == depth:
                left[level] = 0
                lines += 1
        if at[level] == left[level]:
            level -= 1
            continue
        k = at[level]
        at[level] += 1
        if who == CHANCE and weight[level, k] == 0:
            continue
        states[level + 1] = states[level]
        step(boxes, states, level + 1, k if who == CHANCE else ids[level, k])
        level += 1
        at[level] = -1
    return lines


# Batches ------------------------------------------------------------------------------------------------------------


@inlined
def draw_on(boxes, states, i, random, weight):
    """Make the draws that are due in game i; returns the generator's state."""
    who = rules.actor(boxes[0], states[i])
    while who == CHANCE:
        random = advance(random)
        rules.settle(boxes[0], states[i], outcome_at(weight, below(random, rules.chances(boxes[0], states[i], weight))))
        who = rules.actor(boxes[0], states[i])
    return random


@inlined
def is_offered(actors, ids, counts, actions, i):
    """Whether the action for game i is legal there; a finished game takes any."""
    offered = actors[i] == OVER
    for k in range(counts[i]):
        offered |= ids[i, k] == actions[i]
    return offered


@inlined
def sample_one(ids, counts, lots, actions, i):
    """Any of the legal actions of game i, by a generator of its own; nothing changes where the game is over."""
    if counts[i] > 0:
        lots[i] = advance(lots[i])
        actions[i] = ids[i, below(lots[i], counts[i])]


@inlined
def step_one(
    boxes,
    states,
    blank,
    seats,
    options,
    randoms,
    actors,
    ids,
    counts,
    actions,
    total,
    now,
    scores,
    done,
    i,
    weight,
    lines,
):
    """One decision in game i with the draws that follow; a finished game starts anew. Scores are counted at the end, or
    always if `now`.
    """
    if actors[i] == OVER:
        start(boxes, states, i, blank, seats, options)
    else:
        rules.apply(boxes[0], states[i], actions[i])
    randoms[i] = draw_on(boxes, states, i, randoms[i], weight)
    actors[i] = rules.actor(boxes[0], states[i])
    done[i] = actors[i] == OVER
    counts[i] = 0 if done[i] else rules.legal(boxes[0], states[i], ids[i])
    if now or done[i]:
        rules.score(boxes[0], states[i], lines)
        for seat in range(seats):
            scores[i, seat] = lines[seat, total]


@rule
def batch_check(actors, ids, counts, actions, wrong):
    """wrong[0] becomes the first game whose action is not legal, if there is one before it."""
    for i in range(len(actors)):
        if not is_offered(actors, ids, counts, actions, i):
            wrong[0] = min(wrong[0], i)
            return


@rule
def batch_sample(ids, counts, lots, actions):
    """Any legal action of each game."""
    for i in range(len(counts)):
        sample_one(ids, counts, lots, actions, i)


@rule
def batch_step(
    boxes, states, blank, seats, options, randoms, actors, ids, counts, actions, total, now, scores, done, weight, lines
):
    """One decision in each game; the actions are known to be legal."""
    for i in range(len(states)):
        step_one(
            boxes,
            states,
            blank,
            seats,
            options,
            randoms,
            actors,
            ids,
            counts,
            actions,
            total,
            now,
            scores,
            done,
            i,
            weight,
            lines,
        )
