"""Sight on a core: what core/sight.py tells row by row, for a few games at a time, so that a row is looked up once for
all of them. The numbers are the same, bit by bit.

A learner waits for this longer than for the rules, so nothing is asked twice. Numbers without a sign spare the question
whether an index counts from the end, and a table the division of a count. Bounds are not checked: a layout's rows stay
within a state and an observation, labels are kept within their row, and whoever has no seat sees nothing.
"""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import numpy as np

from demitasse.core.rule import JIT, inlined, rule
from demitasse.core.sight import (
    AT,
    COUNT,
    COUNT_WIDTH,
    FIRST,
    HALF,
    INDEX,
    KIND,
    LINE,
    MANY,
    MOST,
    NONE,
    OUT,
    SEAT,
    SIZE,
    SLOT,
    STRIDE,
    VIEWER,
    WIDTH,
)

P = ParamSpec("P")
R = TypeVar("R")

GAMES = 16  # at a time: few enough to stay near the core while all rows are told
U = np.uint64
KNOWN = 256  # counts whose numbers are in a table
_counts = np.arange(KNOWN, dtype=np.float32)
NUMBERS = np.stack(
    [np.minimum(_counts, 1), _counts / (_counts + np.float32(HALF)), np.minimum(_counts, MOST) * np.float32(1 / LINE)],
    axis=1,
)


def unchecked(compiled: Callable[P, R]) -> Callable[P, R]:
    """Without checks of bounds, for what keeps within them by itself."""
    if JIT:
        found: Any = compiled
        found.targetoptions["boundscheck"] = False
    return compiled


@unchecked
@inlined
def value_of(state: Any, at: Any, size: Any) -> Any:
    """The number in `size` bytes, the lowest first."""
    value = U(state[at])
    if size > 1:
        value += U(state[at + U(1)]) << U(8)
    if size > 2:
        value += (U(state[at + U(2)]) << U(16)) + (U(state[at + U(3)]) << U(24))
    return value


@unchecked
@inlined
def turned_to(label: Any, first: Any, viewer: Any, seats: Any, room: Any) -> Any:
    """As `turned` in core/sight.py."""
    if label < first:
        return label
    block = first
    while label - block >= room:
        block += room
    seat = label - block
    return block + (seat - viewer if seat >= viewer else seat + seats - viewer)


@unchecked
@inlined
def tell_counts(state: Any, at: Any, size: Any, many: Any, numbers: Any, column: Any) -> None:
    for k in range(many):
        value = value_of(state, at + k * size, size)
        if value < U(KNOWN):
            numbers[column] = NUMBERS[value, 0]
            numbers[column + U(1)] = NUMBERS[value, 1]
            numbers[column + U(2)] = NUMBERS[value, 2]
        else:
            numbers[column] = np.float32(1)
            numbers[column + U(1)] = np.float32(value) / np.float32(value + U(HALF))
            numbers[column + U(2)] = np.float32(MOST) * np.float32(1 / LINE)
        column += U(COUNT_WIDTH)


@unchecked
@rule
def see_row_of_all(program: Any, r: int, seen: Any, viewers: Any, table: Any, out: Any, begin: int, end: int) -> None:
    """Write what a row of the program tells the viewers of some games among numbers that are 0."""
    if program[r, SLOT] >= table[0]:
        return
    seated = program[r, SLOT] >= 0
    slot, stride = (U(program[r, SLOT]), U(program[r, STRIDE])) if seated else (U(0), U(0))
    kind, seats, room = program[r, KIND], U(table[0]), U(table[1])
    base, size, many, none = U(program[r, AT]), U(program[r, SIZE]), U(program[r, MANY]), U(program[r, NONE])
    first_column, width, first = U(program[r, OUT]), U(program[r, WIDTH]), U(program[r, FIRST])
    for i in range(begin, end):
        if viewers[i] < 0 or viewers[i] >= table[0]:
            continue
        viewer = U(viewers[i])
        seat = viewer + slot
        at = base + (seat if seat < seats else seat - seats) * stride
        state, numbers, column = seen[i], out[i], first_column
        if kind == COUNT:
            tell_counts(state, at, size, many, numbers, column)
        elif kind == INDEX:
            for k in range(many):
                value = value_of(state, at + k * size, size)
                numbers[column + k] = np.float32(value + U(1) - none if value >= none else U(0)) / np.float32(width)
        elif kind == SEAT:
            for k in range(many):
                value = value_of(state, at + k * size, size)
                there = value >= none  # else the first label's place gets the 0 that it has
                label = turned_to(value - none if there else U(0), first, viewer, seats, room)
                numbers[column + min(label, width - U(1))] = np.float32(there)
                column += width
        elif kind == VIEWER:
            numbers[column + viewer] = np.float32(1)
        else:
            for k in range(many):
                value = value_of(state, at + k * size, size)
                there = value >= none
                numbers[column + min(value - none if there else U(0), width - U(1))] = np.float32(there)
                column += width


@unchecked
@rule
def see(program: Any, seen: Any, viewers: Any, table: Any, out: Any) -> None:
    """Every row for every game."""
    for begin in range(0, len(viewers), GAMES):
        end = min(begin + GAMES, len(viewers))
        out[begin:end] = 0
        for r in range(len(program)):
            see_row_of_all(program, r, seen, viewers, table, out, begin, end)
