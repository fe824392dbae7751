"""Games by simple players as `kernels.playouts` plays them, with every ply written down.

Like kernels.py this file is run once a game, with `kernels` set to the game's loops. It calls those that are compiled
anyway, so that compiling it takes a second or two; and no other compiled code depends on it.
"""

from typing import TYPE_CHECKING, Any

from demitasse.core.draws import advance, below, outcome_at, seeded
from demitasse.core.rule import CHANCE, OVER, inlined, rule

if TYPE_CHECKING:
    kernels: Any

hide = kernels.view  # Numba takes a call written `x.view(...)` for NumPy's and refuses it


@inlined
def allowed(ids, count, banned):
    """Leave only what is not banned; returns how many are left."""
    left = 0
    for k in range(count):
        if banned[ids[k]] == 0:
            ids[left] = ids[k]
            left += 1
    return left


@inlined
def decide(setup, states, task, bans, room, who, count, random):
    """What a seat decides, as `kernels.play_on` has it decide."""
    if bans.restricted[who]:
        return restrained(setup, states, bans.banned[who], room, task.care[who], random)
    if task.care[who] == 0:
        return int(room.ids[below(random, count)])
    return int(kernels.choose(setup.boxes[0], states[0], room, task.care[who], random))


@rule
def restrained(setup, states, banned, room, care, random):
    """The same of a seat that makes no banned decision where there is another one."""
    b, s = setup.boxes[0], states[0]
    if care > 0 and (care >= 100 or below(random, 100) < care):
        left = allowed(room.ids, kernels.shortlist(b, s, room.notes, room.ids), banned)
        if left > 0:
            return int(kernels.best_of(b, s, room, left, advance(advance(random))))
    _, count = kernels.look(setup.boxes, states, 0, room.ids, room.weight)
    left = allowed(room.ids, count, banned)
    if left == 0:
        _, left = kernels.look(setup.boxes, states, 0, room.ids, room.weight)
    return int(room.ids[below(advance(random) if care > 0 else random, left)])


@inlined
def write_down(setup, states, room, plies, at, who, ply, choices):
    """The ply that was made, and everybody's points after it."""
    plies.actors[at] = who
    plies.ids[at] = ply
    plies.choices[at] = choices
    if plies.totals.shape[0] > 0:
        kernels.score(setup.boxes, states, 0, room.lines)
        for seat in range(setup.seats):
            plies.totals[at, seat] = room.lines[seat, setup.total]


@rule
def record(setup, states, task, bans, plies, ends, room):
    """Play game after game to the end, in states[0]; returns how many games there was room for.

    A seat with restricted[seat] makes no decision that banned[seat, id] forbids, where there is another one.
    """
    at = 0
    for game in range(len(ends.lengths)):
        random = seeded(task.seed, task.first + game)
        kernels.start(setup, states, 0)
        first = at
        who, number = kernels.look(setup.boxes, states, 0, room.ids, room.weight)
        while who != OVER:
            if at == len(plies.ids):
                return game
            if plies.states.shape[0] > 0:
                plies.states[at] = states[0]
                if who >= 0:
                    hide(setup.boxes, plies.states, at, who)
            random = advance(random)
            if who == CHANCE:
                ply = int(outcome_at(room.weight, below(random, number)))
                number = 0
            else:
                ply = decide(setup, states, task, bans, room, who, number, random)
                if task.care[who] > 0:
                    random = advance(advance(random))
            kernels.step(setup.boxes, states, 0, ply)
            write_down(setup, states, room, plies, at, who, ply, number)
            at += 1
            who, number = kernels.look(setup.boxes, states, 0, room.ids, room.weight)
        kernels.score(setup.boxes, states, 0, ends.scores[game])
        ends.lengths[game] = at - first
        ends.states[game] = states[0]
    return len(ends.lengths)
