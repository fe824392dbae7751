"""Core/sight.py and core/learners.py on a GPU: a thread sees a row of a game, ranks a choice, or watches, marks,
values or judges a game.

Never imported by its own name, as core/grid.py is not.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from demitasse.core.sight import OUT, mark_legal, numbers_of, see_row

if TYPE_CHECKING:
    learners: Any
    NUMBER: Any  # a type for scores
    SEATS: int
    COLUMNS: int
    NOTES: int
    NOTE: Any  # a type for what the policy notes

cuda: Any = import_module("numba.cuda")


@cuda.jit
def see(program, seen, viewers, table, out):
    """Neighbours see rows of the same game, and write side by side."""
    at = cuda.grid(1)
    if at < len(viewers) * len(program):
        i = at // len(program)
        r = at % len(program)
        first = program[r, OUT]
        for k in range(numbers_of(program, r)):
            out[i, first + k] = 0
        see_row(program, r, seen[i], viewers[i], table, out[i])


@cuda.jit
def mask(ids, counts, out):
    i = cuda.grid(1)
    if i < len(counts):
        mark_legal(ids, counts, out, i)


@cuda.jit
def watch(boxes, states, viewers, seen):
    i = cuda.grid(1)
    if i < len(viewers):
        learners.watch_one(boxes, states, viewers, seen, i)


@cuda.jit
def judge(setup, games, shares):
    lines = cuda.local.array((SEATS, COLUMNS), NUMBER)
    i = cuda.grid(1)
    if i < len(games.actors):
        learners.judge_one(setup, games, shares, lines, i)


@cuda.jit
def glance(boxes, seen, viewers, out):
    lines = cuda.local.array((SEATS, COLUMNS), NUMBER)
    i = cuda.grid(1)
    if i < len(viewers) and viewers[i] >= 0:
        learners.glance_one(boxes[0], seen[i], viewers[i], lines, out[i])


@cuda.jit
def value(boxes, games, worths):
    notes = cuda.local.array(NOTES, NOTE)
    i = cuda.grid(1)
    if i < len(games.actors) and games.counts[i] > 1:
        learners.value_one(boxes[0], games.states[i], games.ids[i], games.counts[i], worths[i], notes)


@cuda.jit
def rank(counts, worths, priors):
    """Neighbours rank choices of the same game."""
    at = cuda.grid(1)
    choices = priors.shape[1]
    if at < len(counts) * choices:
        i = at // choices
        priors[i, at % choices] = learners.rank_of(worths[i], counts[i], at % choices)
