"""Sight: states as numbers for learners, by the rows of a program that core/observation.py writes from a table of
fields. One way for all games; on a GPU (core/learners_grid.py) a thread sees a row, on a core (core/sight_crowd.py) a
row is seen for many games.

A row tells of `MANY` values that lie one behind the other in a state's bytes, and where their numbers go. No value is
negative or needs more than four bytes. All numbers are quotients of small whole ones in single precision, so that all
devices give the same bits.
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
def value_at(state: Any, at: int, size: int) -> int:
    """The number in `size` bytes, the lowest first."""
    value = int(state[at])
    if size > 1:
        value += int(state[at + 1]) << 8
    if size > 2:
        value += (int(state[at + 2]) << 16) + (int(state[at + 3]) << 24)
    return value


@inlined
def numbers_of(program: Any, r: int) -> int:
    """How many numbers a row gives."""
    kind = int(program[r, KIND])
    width = COUNT_WIDTH if kind == COUNT else 1 if kind == INDEX else int(program[r, WIDTH])
    return int(program[r, MANY]) * width


@inlined
def see_row(program: Any, r: int, state: Any, viewer: int, table: Any, out: Any) -> None:
    """Write what a row of the program tells a viewer of a state among numbers that are 0; most of them stay it.

    Of a seat that does not play, and if nobody looks (-1), there is nothing to tell.

    `table` is (seats that play, seats there is room for).
    """
    slot = int(program[r, SLOT])
    seats = int(table[0])
    if viewer < 0 or slot >= seats:
        return
    kind = int(program[r, KIND])
    column = int(program[r, OUT])
    if kind == VIEWER:
        out[column + viewer] = 1
        return
    size = int(program[r, SIZE])
    width = int(program[r, WIDTH])
    none = int(program[r, NONE])
    at = int(program[r, AT])
    if slot >= 0:
        seat = viewer + slot
        at += (seat if seat < seats else seat - seats) * int(program[r, STRIDE])
    many = int(program[r, MANY])
    if kind == COUNT:
        for k in range(many):
            value = value_at(state, at + k * size, size)
            if value > 0:
                out[column + COUNT_WIDTH * k] = 1
                out[column + COUNT_WIDTH * k + 1] = np.float32(value) / np.float32(value + HALF)
                out[column + COUNT_WIDTH * k + 2] = np.float32(min(value, MOST)) * np.float32(1 / LINE)
    elif kind == INDEX:
        for k in range(many):
            value = value_at(state, at + k * size, size)
            if value >= none:
                out[column + k] = np.float32(value + 1 - none) / np.float32(width)
    elif kind == SEAT:
        for k in range(many):
            label = value_at(state, at + k * size, size) - none
            if label >= 0:
                out[column + k * width + turned(label, int(program[r, FIRST]), viewer, seats, int(table[1]))] = 1
    else:
        for k in range(many):
            label = value_at(state, at + k * size, size) - none
            if label >= 0:
                out[column + k * width + label] = 1


@inlined
def turned(label: int, first: int, viewer: int, seats: int, room: int) -> int:
    """A label of which those from `first` on are blocks of seats, as the viewer counts them; without a division, which
    would take longer than all the rest.
    """
    if label < first:
        return label
    block = first
    while label - block >= room:
        block += room
    seat = label - block - viewer
    return block + (seat if seat >= 0 else seat + seats)


@inlined
def mark_legal(ids: Any, counts: Any, mask: Any, i: int) -> None:
    """mask[i, id] is 1 for the legal ids of game i."""
    mask[i, :] = 0
    for k in range(int(counts[i])):
        mask[i, ids[i, k]] = 1


@rule
def mask(ids: Any, counts: Any, out: Any) -> None:
    """What is legal in every game, as marks."""
    for i in range(len(counts)):
        mark_legal(ids, counts, out, i)
