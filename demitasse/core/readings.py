"""Readings: what a layout's rows tell, byte by byte and kind by kind, for core/sight_changes.py; and its trail."""

from itertools import groupby
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from demitasse.core import sight_changes
from demitasse.core.chunks import CHUNK
from demitasse.core.sight import AT, COUNT, FIRST, KIND, NONE, OUT, SEAT, SIZE, SLOT, STRIDE, VIEWER, WIDTH
from demitasse.core.sight_changes import OTHERS, Readings, Trail

Ints = npt.NDArray[np.int64]
Row = list[int]  # of a layout, a value each
USED = 4  # bytes of a value at most (core/sight.py)


class Byte(NamedTuple):
    """One that is told."""

    row: Row
    at: int  # among those told
    begin: int  # where its value's first is

    def lies(self, viewer: int, seats: int) -> int:
        """Where it lies in a state."""
        slot = self.row[SLOT]
        seat = (viewer + slot) % seats if slot >= 0 else 0
        return self.row[AT] + seat * self.row[STRIDE] + self.at - self.begin


def readings(rows: Ints, table: Ints, length: int) -> Readings:
    """Of a layout's rows, for states of so many bytes."""
    seats = int(table[0])
    told = _told([row for row in rows.tolist() if row[KIND] != VIEWER and row[SLOT] < seats])
    words = max(told) // CHUNK + 1
    chunks = [_chunks(list(told.values()), viewer, seats, length) for viewer in range(seats)]
    lies, about = np.zeros((seats, words * CHUNK), np.uint16), np.zeros((7, words * CHUNK), np.uint16)
    kinds = np.zeros(words, np.int64)
    for at, byte in told.items():
        row = byte.row
        lies[:, at] = [byte.lies(viewer, seats) for viewer in range(seats)]
        about[:, at] = [row[KIND], row[OUT], byte.begin, _used(row), row[NONE], row[WIDTH], row[FIRST]]
        kinds[at // CHUNK] = _kind(row)
    ends = [[sum(chunk[sight_changes.TO] < (w + 1) * CHUNK for chunk in each) for w in range(words)] for each in chunks]
    most = max(map(len, chunks))
    padded = [each + [[0] * 6] * (most - len(each)) for each in chunks]
    return Readings(np.array(padded, np.uint64), np.array(ends, np.uint64), kinds, lies, about, table)


def trail(found: Readings, number: int, width: int) -> Trail:
    """Of so many games with so many numbers each, of which nothing is told yet."""
    return Trail(
        told=np.zeros((number, found.about.shape[1] + CHUNK), np.uint8),
        viewers=np.full(number, -1, np.int64),
        numbers=np.zeros((number, width), np.float32),
    )


def _told(rows: list[Row]) -> dict[int, Byte]:
    """Every byte that is told, by its place: kinds begin a word each, and before the first there is one to spare."""
    found: dict[int, Byte] = {}
    at = CHUNK
    for _, alike in groupby(sorted(rows, key=_kind), _kind):
        at = -(-at // CHUNK) * CHUNK
        for row in alike:
            found |= {at + k: Byte(row, at + k, at) for k in range(row[SIZE])}
            at += row[SIZE]
    return found


def _used(row: Row) -> int:
    """How many bytes of a row's value can change: the first alone, if there are no more labels than that."""
    narrow = row[KIND] != COUNT and row[NONE] + row[WIDTH] <= 256
    return 1 if narrow else min(row[SIZE], USED)


def _kind(row: Row) -> int:
    return row[KIND] if row[SIZE] == 1 and row[KIND] != SEAT else OTHERS


def _chunks(told: list[Byte], viewer: int, seats: int, length: int) -> list[list[int]]:
    """Bytes told that lie side by side in a state of that length, too."""
    found: list[list[int]] = []
    before = -2, -2
    for byte in told:
        now = byte.at, byte.lies(viewer, seats)
        if byte.at % CHUNK == 0 or now != (before[0] + 1, before[1] + 1):
            found.append([now[1], byte.at, max(now[1] + CHUNK - length, 0), 0, 0, byte.at % CHUNK])
        bit = (byte.at - byte.begin < _used(byte.row)) << byte.at - found[-1][sight_changes.TO]
        found[-1][sight_changes.BITS] |= bit
        found[-1][sight_changes.TURNING] |= bit * (byte.row[KIND] == SEAT)
        before = now
    return found
