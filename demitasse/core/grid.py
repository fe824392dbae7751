"""Kernels for a GPU: one thread plays one game, by the very functions that play it on a core.

Never imported by its own name, as core/kernels.py is not: `Game.grid` runs it once a game with the names below set. A state that lives as long as
its thread lies in the thread's own memory, where the hardware interleaves the threads of a warp, and so do the lists a ply needs.
"""

from typing import TYPE_CHECKING, Any

from numba import cuda

from demitasse.core.draws import seeded
from demitasse.core.rule import OVER

if TYPE_CHECKING:
    rules: Any
    kernels: Any
    STATE: Any  # the state's dtype
    ID: Any  # a type that holds every action id
    NUMBER: Any  # and one for weights and scores
    MAX_LEGAL: int
    NUM_OUTCOMES: int
    SEATS: int
    COLUMNS: int


@cuda.jit
def playouts(boxes, blank, seats, options, care, seed, first, scores, lengths):
    """As kernels.playouts. A thread that ends a game begins its next one at once, so that a warp never waits for its longest game."""
    states = cuda.local.array(1, STATE)
    ids = cuda.local.array(MAX_LEGAL, ID)
    weight = cuda.local.array(NUM_OUTCOMES, NUMBER)
    b = boxes[0]
    s = states[0]
    plies = 0
    game = cuda.grid(1)
    if game < len(lengths):
        random = seeded(seed, first + game)
        kernels.start(boxes, states, 0, blank, seats, options)
    while game < len(lengths):
        who = rules.actor(b, s)
        if who != OVER:
            random = kernels.play_on(b, s, who, care, random, ids, weight)
            plies += 1
        else:
            rules.score(b, s, scores[game])
            lengths[game] = plies
            plies = 0
            game += cuda.gridsize(1)
            random = seeded(seed, first + game)
            kernels.start(boxes, states, 0, blank, seats, options)


@cuda.jit
def batch_check(actors, ids, counts, actions, wrong):
    i = cuda.grid(1)
    if i < len(actors) and not kernels.is_offered(actors, ids, counts, actions, i):
        cuda.atomic.min(wrong, 0, i)


@cuda.jit
def batch_step(boxes, states, blank, seats, options, randoms, actors, ids, counts, actions, total, scores, done):
    weight = cuda.local.array(NUM_OUTCOMES, NUMBER)
    lines = cuda.local.array((SEATS, COLUMNS), NUMBER)
    i = cuda.grid(1)
    if i < len(states):
        kernels.step_one(boxes, states, blank, seats, options, randoms, actors, ids, counts, actions, total, scores, done, i, weight, lines)
