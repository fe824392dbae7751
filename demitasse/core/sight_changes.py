"""Sight that goes on, on a core: numbers told before become those of now, and only what changed since is written.

A ply touches little of a table, so most of an observation is told again by leaving it as it is. The bytes that a game's
numbers were made of are kept (`told`), those of a kind together, and compared with its state; a value's former number
is undone and its new one written. The numbers are those of core/sight_crowd.py, bit by bit, as long as nobody else
writes into them.

A processor loses most time where it guesses wrong what comes next, so what changed is collected, 64 bytes of a kind at
a time, before anything is asked. Bounds are not checked: core/readings.py keeps within states and trails.
"""

from typing import Any, NamedTuple

import numpy as np

from demitasse.core.bits import lowest
from demitasse.core.chunks import differing
from demitasse.core.rule import inlined, rule
from demitasse.core.sight import COUNT, HALF, INDEX, LABEL, LINE, MOST, SEAT
from demitasse.core.sight_crowd import KNOWN, NUMBERS, U, turned_to, unchecked, value_of

ALL = U(2**64 - 1)
# The columns of a chunk, bytes that lie side by side in a state and among those told: where it lies in both, how many
# bytes before it are compared with it (so that nothing behind a state is read), which of its bytes count, which of
# those tell another viewer something else, and its place in its word
FROM, TO, AHEAD, BITS, TURNING, SHIFT = range(6)
# What is known of a byte: its value's kind, first number and first byte, how many bytes of it can change, and of its
# row what core/sight.py calls NONE, WIDTH and FIRST
KIND, COLUMN, BEGIN, LENGTH, NONE, WIDTH, FIRST = range(7)
OTHERS = 8  # the kind of words whose values are of several kinds and sizes


class Readings(NamedTuple):
    """Where what a layout tells lies in a state, for every viewer. A word is 64 bytes told, of one kind or OTHERS."""

    chunks: Any  # [viewer, chunk, column]
    ends: Any  # [viewer, word]: the first chunk behind its own
    kinds: Any  # [word]
    lies: Any  # [viewer, byte]: where in a state
    about: Any  # [column, byte]
    table: Any  # as core/sight.py has it


class Trail(NamedTuple):
    """What was told, and to whom."""

    told: Any  # [game, byte], with some to spare at both ends
    viewers: Any  # [game]; -1: nobody, and its numbers are 0
    numbers: Any  # [game, number]


@unchecked
@inlined
def follow_one(readings: Any, state: Any, viewer: int, trail: Any, i: int) -> None:
    """Game i as its viewer sees it now; zeros if nobody looks."""
    before, told, numbers = trail.viewers[i], trail.told[i], trail.numbers[i]
    trail.viewers[i] = viewer
    if viewer < 0:
        if before >= 0:
            numbers[:] = 0
        return
    anew = ALL if before < 0 else U(0)
    turned = ALL if before != viewer else U(0)
    before = max(before, 0)
    numbers[before] = 0  # the viewer's place is the first entry of every layout
    numbers[viewer] = 1
    game = (state, told, numbers)
    about, lies, begin = readings.about, readings.lies[viewer], U(0)
    for word in range(U(len(readings.kinds))):
        end = readings.ends[viewer, word]
        changed = U(0)
        for c in range(begin, end):
            chunk = readings.chunks[viewer, c]
            bits = differing(state, chunk[FROM] - chunk[AHEAD], told, chunk[TO] - chunk[AHEAD]) >> chunk[AHEAD]
            changed |= ((bits | anew | turned & chunk[TURNING]) & chunk[BITS]) << chunk[SHIFT]
        begin = end
        if changed != U(0):
            kind, first = readings.kinds[word], word << U(6)
            if kind == COUNT:
                tell_counts(about, lies, first, changed, game)
            elif kind == INDEX:
                tell_indices(about, lies, first, changed, game)
            elif kind == LABEL:
                tell_labels(about, lies, first, changed, game)
            else:
                tell_others(readings, U(viewer), U(before), first, changed, game)


@unchecked
@inlined
def tell_counts(about: Any, lies: Any, first: Any, changed: Any, game: Any) -> None:
    state, told, numbers = game
    while changed != U(0):
        byte = first + U(lowest(int(changed)))
        changed &= changed - U(1)
        value = U(state[U(lies[byte])])
        told[byte] = value
        tell_count(numbers, U(about[COLUMN, byte]), value)


@unchecked
@inlined
def tell_indices(about: Any, lies: Any, first: Any, changed: Any, game: Any) -> None:
    state, told, numbers = game
    while changed != U(0):
        byte = first + U(lowest(int(changed)))
        changed &= changed - U(1)
        value = U(state[U(lies[byte])])
        told[byte] = value
        numbers[U(about[COLUMN, byte])] = part_of(value, about, byte)


@unchecked
@inlined
def tell_labels(about: Any, lies: Any, first: Any, changed: Any, game: Any) -> None:
    state, told, numbers = game
    while changed != U(0):
        byte = first + U(lowest(int(changed)))
        changed &= changed - U(1)
        value, old = U(state[U(lies[byte])]), U(told[byte])
        told[byte] = value
        relabel(numbers, about, byte, label_of(old, about, byte), label_of(value, about, byte), value)


@unchecked
@inlined
def tell_others(readings: Any, viewer: Any, before: Any, first: Any, changed: Any, game: Any) -> None:
    """Values of any kind and size; the place of a seat depends on who looks and on who looked before."""
    about, lies, seats, room = readings.about, readings.lies[viewer], U(readings.table[0]), U(readings.table[1])
    state, told, numbers = game
    while changed != U(0):
        byte = first + U(lowest(int(changed)))
        changed &= changed - U(1)
        kind, begin, size = about[KIND, byte], U(about[BEGIN, byte]), U(about[LENGTH, byte])
        value, old = value_of(state, U(lies[begin]), size), value_of(told, begin, size)
        keep(value, size, told, begin)
        if kind == COUNT:
            tell_count(numbers, U(about[COLUMN, byte]), value)
        elif kind == INDEX:
            numbers[U(about[COLUMN, byte])] = part_of(value, about, byte)
        else:
            was, label = label_of(old, about, byte), label_of(value, about, byte)
            if kind == SEAT:
                was = turned_to(was, U(about[FIRST, byte]), before, seats, room)
                label = turned_to(label, U(about[FIRST, byte]), viewer, seats, room)
            relabel(numbers, about, byte, was, label, value)


@unchecked
@inlined
def tell_count(numbers: Any, column: Any, value: Any) -> None:
    if value < U(KNOWN):
        numbers[column] = NUMBERS[value, 0]
        numbers[column + U(1)] = NUMBERS[value, 1]
        numbers[column + U(2)] = NUMBERS[value, 2]
    else:
        numbers[column] = np.float32(1)
        numbers[column + U(1)] = np.float32(value) / np.float32(value + U(HALF))
        numbers[column + U(2)] = np.float32(MOST) * np.float32(1 / LINE)


@unchecked
@inlined
def part_of(value: Any, about: Any, byte: Any) -> Any:
    """An index as a part of 1."""
    none = U(about[NONE, byte])
    return np.float32(value + U(1) - none if value >= none else U(0)) / np.float32(about[WIDTH, byte])


@unchecked
@inlined
def label_of(value: Any, about: Any, byte: Any) -> Any:
    """A value's label; the first for none, whose place then gets a 0."""
    none = U(about[NONE, byte])
    return value - none if value >= none else U(0)


@unchecked
@inlined
def relabel(numbers: Any, about: Any, byte: Any, old: Any, label: Any, value: Any) -> None:
    column, last = U(about[COLUMN, byte]), U(about[WIDTH, byte]) - U(1)
    numbers[column + min(old, last)] = np.float32(0)
    numbers[column + min(label, last)] = np.float32(value >= U(about[NONE, byte]))


@unchecked
@inlined
def keep(value: Any, size: Any, told: Any, at: Any) -> None:
    """Write a value down as `value_of` reads it."""
    told[at] = value & U(255)
    if size > 1:
        told[at + U(1)] = value >> U(8) & U(255)
    if size > 2:
        told[at + U(2)], told[at + U(3)] = value >> U(16) & U(255), value >> U(24)


@unchecked
@rule
def follow(readings: Any, seen: Any, viewers: Any, trail: Any) -> None:
    """Every game as its viewer sees it now; who has no seat is nobody."""
    for i in range(len(viewers)):
        follow_one(readings, seen[i], viewers[i] if viewers[i] < readings.table[0] else -1, trail, i)
