"""Loops over a game's rules: one ply from Python, playouts, perft, batches.

This file is never imported by its own name: core/compiled.py runs it once a game, as the module
`demitasse.games.<name>.kernels` with `rules` and `policy` set to those of the game. So every kernel is a module-level
function of a real file, and a second process finds it compiled on disk. Boxes and states come as arrays with an index,
which costs a tenth of passing a record; what goes together comes as a bundle (core/bundles.py).
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
def derive_nothing(b, s):
    """The `derive` of a game whose state has nothing that follows from the rest."""


@inlined
def pick_by_weight(b, s, random, weight):
    """The outcome of the draw that is due, by the generator's state."""
    return outcome_at(weight, below(random, rules.chances(b, s, weight)))


@inlined
def note_nothing(b, s, notes):
    """The `note` of a policy that looks at every action by itself."""


@inlined
def list_all(b, s, notes, out):
    """The `shortlist` of a policy that values every legal action."""
    count = rules.legal(b, s, out)
    if count > 1:
        note(b, s, notes)
    return count


rules_view = getattr(rules, "view", hide_nothing)  # Numba takes a call written `x.view(...)` for NumPy's and refuses it
rules_derive = getattr(rules, "derive", derive_nothing)
pick = getattr(rules, "pick", pick_by_weight)  # a game may find the same outcome without writing weights
note = getattr(policy, "note", note_nothing)
shortlist = getattr(policy, "shortlist", list_all)
NOTES = getattr(policy, "NOTES", 1)  # how many numbers `note` may write


# One ply ------------------------------------------------------------------------------------------------------------


@rule
def start(setup, states, i):
    """Set game i up."""
    states[i] = setup.blank[0]
    rules.setup(setup.boxes[0], states[i], setup.seats, setup.options)


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
def step_on(boxes, states, i, ply, ids, weight):
    """Carry out one ply and `look`: one call takes half the time of two."""
    step(boxes, states, i, ply)
    return look(boxes, states, i, ids, weight)


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
def derive(boxes, states, i):
    rules_derive(boxes[0], states[i])


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
def best(b, s, room, random):
    """The legal action the policy values most; ties are broken by `random`."""
    return best_of(b, s, room, shortlist(b, s, room.notes, room.ids), random)


@rule
def best_of(b, s, room, count, random):
    """The one that the policy values most of a shortlist, or of what is left of it."""
    chosen = room.ids[0]
    if count == 1:
        return chosen
    top = policy.worth(b, s, room.notes, chosen)
    ties = 1
    for k in range(1, count):
        worth = policy.worth(b, s, room.notes, room.ids[k])
        if worth > top:
            top = worth
            ties = 1
            chosen = room.ids[k]
        elif worth == top:
            ties += 1
            random = advance(random)
            if below(random, ties) == 0:
                chosen = room.ids[k]
    return chosen


@rule
def choose(b, s, room, care, random):
    """A legal action: the policy's choice in `care` of 100 cases, any of them in the others."""
    if care > 0 and (care >= 100 or below(random, 100) < care):
        return best(b, s, room, advance(advance(random)))
    return room.ids[below(advance(random), rules.legal(b, s, room.ids))]


@rule
def choose_at(boxes, states, i, room, care, random):
    """The decision a seat as careful as `care` would make in game i."""
    return choose(boxes[0], states[i], room, care, random)


# Playouts -----------------------------------------------------------------------------------------------------------


@inlined
def play_on(b, s, who, care, random, room):
    """Make the draw or the decision that is due; returns the generator's state, advanced once before and as often as a
    choice used it.

    `care` is None where all choose at random: the policy is then not even compiled, nor needs it any notes.
    """
    random = advance(random)
    if who == CHANCE:
        rules.settle(b, s, pick(b, s, random, room.weight))
        return random
    action = -1
    if care is not None:
        if care[who] > 0:
            action = int(choose(b, s, room, care[who], random))
            random = advance(advance(random))
    if action < 0:
        action = int(room.ids[below(random, rules.legal(b, s, room.ids))])
    rules.apply(b, s, action)
    return random


@rule
def playouts(setup, states, task, results, room):
    """Play game after game to the end, in states[0]."""
    b = setup.boxes[0]
    s = states[0]
    for game in range(len(results.lengths)):
        random = seeded(task.seed, task.first + game)
        start(setup, states, 0)
        plies = 0
        who = rules.actor(b, s)
        while who != OVER:
            random = play_on(b, s, who, task.care, random, room)
            plies += 1
            who = rules.actor(b, s)
        rules.score(b, s, results.scores[game])
        results.lengths[game] = plies


@rule
def perft(boxes, levels, depth):
    """The number of lines of `depth` plies from the first of depth + 1 levels; a draw branches into each possible
    outcome.
    """
    states, ids, weight, at, left = levels
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
def draw_on(b, s, random, weight):
    """Make the draws that are due; returns the generator's state."""
    who = rules.actor(b, s)
    while who == CHANCE:
        random = advance(random)
        rules.settle(b, s, pick(b, s, random, weight))
        who = rules.actor(b, s)
    return random


@inlined
def is_offered(games, actions, i):
    """Whether the action for game i is legal there; a finished game takes any."""
    offered = games.actors[i] == OVER
    for k in range(games.counts[i]):
        offered |= games.ids[i, k] == actions[i]
    return offered


@inlined
def sample_one(games, lots, actions, i):
    """Any of the legal actions of game i, by a generator of its own; nothing changes where the game is over."""
    if games.counts[i] > 0:
        lots[i] = advance(lots[i])
        actions[i] = games.ids[i, below(lots[i], games.counts[i])]


@inlined
def step_one(setup, games, actions, now, room, i):
    """One decision in game i with the draws that follow; a finished game starts anew. Scores are counted at the end, or
    always if `now`.
    """
    b = setup.boxes[0]
    if games.actors[i] == OVER:
        start(setup, games.states, i)
    else:
        rules.apply(b, games.states[i], actions[i])
    games.randoms[i] = draw_on(b, games.states[i], games.randoms[i], room.weight)
    games.actors[i] = rules.actor(b, games.states[i])
    games.done[i] = games.actors[i] == OVER
    games.counts[i] = 0 if games.done[i] else rules.legal(b, games.states[i], games.ids[i])
    if now or games.done[i]:
        rules.score(b, games.states[i], room.lines)
        for seat in range(setup.seats):
            games.scores[i, seat] = room.lines[seat, setup.total]


@rule
def batch_check(games, actions, wrong):
    """wrong[0] becomes the first game whose action is not legal, if there is one before it."""
    for i in range(len(games.actors)):
        if not is_offered(games, actions, i):
            wrong[0] = min(wrong[0], i)
            return


@rule
def batch_sample(games, lots, actions):
    """Any legal action of each game."""
    for i in range(len(games.counts)):
        sample_one(games, lots, actions, i)


@rule
def batch_step(setup, games, actions, now, room):
    """One decision in each game; the actions are known to be legal."""
    for i in range(len(games.states)):
        step_one(setup, games, actions, now, room, i)
