"""Sight: states as numbers for learners, by the rows of a program that core/observation.py writes from a table of
fields. One loop for all games, on a core and (core/learners_grid.py) on a GPU.

A row tells of `MANY` values that lie one behind the other in a state's bytes, and where their numbers go. All numbers
are quotients of small whole ones in single precision, so that NumPy, Numba and a GPU give the same bits.
"""

from typing import Any

import numpy as np

from demitasse.core.rule import inlined, rule

# The columns of a program
KIND, AT, SIZE, MANY, SLOT, STRIDE, NONE, OUT, WIDTH, FIRST = range(10)
COLUMNS = 10
# Kinds of value
LABEL = 0  # one of WIDTH labels: a 1 among zeros
SEAT = 1  # as LABEL; from FIRST on labels are blocks of seats, which are counted from the viewer on
INDEX = 2  # a label's number among WIDTH, as a part of 1; 0: none
COUNT = 3  # a number of things: whether there are any, a curve and a line
VIEWER = 4  # no value of the state: the seat that looks, as LABEL
HALF = 8  # things that make the curve 1/2
LINE = 16  # things that make the line 1
MOST = 8 * LINE  # the line goes no higher
COUNT_WIDTH = 3


@inlined
def value_at(seen: Any, i: int, at: int, size: int) -> int:
    """The signed number in `size` bytes, the lowest first."""
    value = int(seen[i, at + size - 1])
    if value > 127:
        value -= 256
    for k in range(size - 2, -1, -1):
        value = value * 256 + int(seen[i, at + k])
    return value


@inlined
def see_row(program: Any, r: int, seen: Any, viewers: Any, table: Any, out: Any, i: int) -> None:
    """What a row tells of game i to its viewer; zeros for a seat that does not play, or if there is no viewer (-1).

    `table` is (seats that play, seats there is room for).
    """
    viewer = int(viewers[i])
    slot = int(program[r, SLOT])
    kind = int(program[r, KIND])
    size = int(program[r, SIZE])
    width = int(program[r, WIDTH])
    at = int(program[r, AT])
    column = int(program[r, OUT])
    seats = int(table[0])
    many = int(program[r, MANY])
    if viewer < 0 or slot >= seats:
        for k in range(many * (COUNT_WIDTH if kind == COUNT else 1 if kind == INDEX else width)):
            out[i, column + k] = 0
        return
    if kind == VIEWER:
        for k in range(width):
            out[i, column + k] = 1 if k == viewer else 0
        return
    if slot >= 0:
        at += (viewer + slot) % seats * int(program[r, STRIDE])
    for _ in range(many):
        value = value_at(seen, i, at, size)
        at += size
        if kind == COUNT:
            out[i, column] = 1 if value > 0 else 0
            out[i, column + 1] = np.float32(value) / np.float32(value + HALF)
            out[i, column + 2] = np.float32(min(value, MOST)) / np.float32(LINE)
            column += COUNT_WIDTH
        elif kind == INDEX:
            out[i, column] = np.float32(value + 1 - int(program[r, NONE])) / np.float32(width)
            column += 1
        else:
            label = value - int(program[r, NONE])
            first = int(program[r, FIRST])
            if kind == SEAT and label >= first:
                room = int(table[1])
                block = (label - first) // room * room
                label = first + block + (label - first - block - viewer + seats) % seats
            for k in range(width):
                out[i, column + k] = 1 if k == label else 0
            column += width


@inlined
def mark_legal(ids: Any, counts: Any, mask: Any, i: int) -> None:
    """mask[i, id] is 1 for the legal ids of game i."""
    for k in range(mask.shape[1]):
        mask[i, k] = 0
    for k in range(int(counts[i])):
        mask[i, ids[i, k]] = 1


@rule
def see(program: Any, seen: Any, viewers: Any, table: Any, out: Any) -> None:
    """Every row for every game."""
    for i in range(len(viewers)):
        for r in range(len(program)):
            see_row(program, r, seen, viewers, table, out, i)


@rule
def mask(ids: Any, counts: Any, out: Any) -> None:
    """What is legal in every game, as marks."""
    for i in range(len(counts)):
        mark_legal(ids, counts, out, i)
