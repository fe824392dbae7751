"""Games by simple players as `kernels.playouts` plays them, with every ply written down.

Like kernels.py this file is run once a game, with `rules` set to those of the game and `kernels` to its loops. No other
compiled code depends on it, so a change of it compiles nothing anew but itself.
"""

from typing import TYPE_CHECKING, Any

from demitasse.core.draws import advance, below, seeded
from demitasse.core.rule import CHANCE, OVER, inlined, rule

if TYPE_CHECKING:
    rules: Any
    kernels: Any


@inlined
def allowed(ids, count, banned):
    """Leave only what is not banned, unless that is everything; returns how many are left."""
    left = 0
    for k in range(count):
        if banned[ids[k]] == 0:
            ids[left] = ids[k]
            left += 1
    return left if left > 0 else count


@inlined
def write_down(setup, s, room, plies, at, who, ply, choices):
    """The ply that was made, and everybody's points after it."""
    plies.actors[at] = who
    plies.ids[at] = ply
    plies.choices[at] = choices
    if plies.totals.shape[0] > 0:
        rules.score(setup.boxes[0], s, room.lines)
        for seat in range(setup.seats):
            plies.totals[at, seat] = room.lines[seat, setup.total]


@rule
def record(setup, states, task, bans, plies, ends, room):
    """Play game after game to the end, in states[0]; returns how many games there was room for.

    A seat with restricted[seat] makes no decision that banned[seat, id] forbids, where there is another one.
    """
    b = setup.boxes[0]
    s = states[0]
    at = 0
    for game in range(len(ends.lengths)):
        random = seeded(task.seed, task.first + game)
        kernels.start(setup, states, 0)
        first = at
        who = rules.actor(b, s)
        while who != OVER:
            if at == len(plies.ids):
                return game
            if plies.states.shape[0] > 0:
                plies.states[at] = s
                if who >= 0:
                    kernels.rules_view(b, plies.states[at], who)
            random = advance(random)
            count = 0
            if who == CHANCE:
                ply = int(kernels.pick(b, s, random, room.weight))
                rules.settle(b, s, ply)
            else:
                count = rules.legal(b, s, room.ids)
                left = allowed(room.ids, count, bans.banned[who]) if bans.restricted[who] else count
                ply = int(room.ids[below(random, left)])
                if task.care[who] > 0:
                    ply = int(kernels.choose(b, s, room, left, task.care[who], random))
                    random = advance(advance(random))
                rules.apply(b, s, ply)
            write_down(setup, s, room, plies, at, who, ply, count)
            at += 1
            who = rules.actor(b, s)
        rules.score(b, s, ends.scores[game])
        ends.lengths[game] = at - first
        ends.states[game] = s
    return len(ends.lengths)
