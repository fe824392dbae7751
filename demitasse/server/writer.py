"""The one writer: everything that waits is written in one transaction, committed, and only then acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import queue
import secrets
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from demitasse.server import schema as t
from demitasse.server.problems import Problem
from demitasse.server.store import CLOSING, PATIENCE, Store

CHANNEL = "demitasse"
log = logging.getLogger("demitasse")
MOST_WAITING = 20_000
LARGEST_BATCH = 2_000
CACHE = 16_000  # kilobytes of SQLite's pages: moves go to the ends of as many tables as are played at
AT_ONCE = 4_000  # rows in one statement: SQLite takes 32,766 values
NOTES_A_CALL = 100  # a notification of PostgreSQL holds 8,000 bytes

Work = Callable[[Connection], Any]


@dataclass(slots=True)
class Entry:
    """What is written together or not at all: rows of the log, and work beside them."""

    rows: Sequence[tuple[Any, ...]]  # as the columns of the log
    work: Work | None
    table: str  # whose watchers at other processes are to be told; "" for none
    answer: asyncio.Future[Any]
    result: Any = None
    error: Exception | None = None


@dataclass
class Writer:
    """A thread with a connection of its own. `write` returns once the entry is on disk, or raises with nothing of it
    written.
    """

    store: Store
    name: str = field(default_factory=lambda: secrets.token_hex(4))  # by which other processes know whose news it is

    def __post_init__(self) -> None:
        columns = ", ".join(f'"{column.name}"' for column in t.log.columns)
        self._insert = f"INSERT INTO log ({columns}) VALUES "
        self._places = f"({', '.join(['?' if self.store.sqlite else '%s'] * len(t.log.columns))})"
        self._plain: Any = None  # a connection to SQLite without transactions that span statements
        self._waiting: list[Entry] = []
        self._is_writing = False
        self._stuck = False  # whether a batch is under way that was given up on
        self._alarm: asyncio.TimerHandle
        self.woke: Callable[[str], None] = lambda table: None  # called for tables of such a batch when it is over
        self._batches: queue.SimpleQueue[list[Entry] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def write(
        self, rows: Sequence[tuple[Any, ...]] = (), work: Work | None = None, table: str = ""
    ) -> asyncio.Future[Any]:
        if self._stuck:
            raise _silent()
        if len(self._waiting) > MOST_WAITING:
            raise Problem("unavailable", f"{MOST_WAITING} moves wait to be written; try again in a moment")
        entry = Entry(rows, work, table, self._loop.create_future())
        self._waiting.append(entry)
        if len(self._waiting) == 1:
            self._loop.call_soon(self._hand_over)  # with what else this round of the event loop brings
        return entry.answer

    async def close(self) -> None:
        """Write what waits and end; a database that hangs is not waited for."""
        with contextlib.suppress(Exception):  # goes to whoever waits for it
            async with asyncio.timeout(CLOSING):
                await self.write()
        self._batches.put(None)
        await asyncio.to_thread(self._thread.join, CLOSING)

    def _hand_over(self) -> None:
        """Give the thread all that waits, unless it is still writing: then what comes meanwhile is the next batch."""
        if self._waiting and not self._is_writing:
            self._is_writing = True
            batch, self._waiting = self._waiting[:LARGEST_BATCH], self._waiting[LARGEST_BATCH:]
            self._alarm = self._loop.call_later(PATIENCE, self._give_up, batch)
            self._batches.put(batch)

    def _give_up(self, batch: Sequence[Entry]) -> None:
        """The database is silent: what waits is refused. Whether the batch is written will be known when it wakes."""
        self._stuck = True
        log.error("the database has not taken a batch for %g seconds", PATIENCE)
        for entry in [*batch, *self._waiting]:
            if not entry.answer.done():
                entry.answer.set_exception(_silent())
        self._waiting = []

    def _run(self) -> None:
        held = self.store.engine.raw_connection() if self.store.sqlite else None
        if held:
            self._plain = held.driver_connection
            self._plain.execute(f"PRAGMA cache_size=-{CACHE}")
        while (batch := self._batches.get()) is not None:
            self.commit(batch)
            self._loop.call_soon_threadsafe(self._written, batch)
        if held:
            held.close()

    def _written(self, batch: list[Entry]) -> None:
        self._is_writing = False
        self._alarm.cancel()
        if self._stuck:
            self._stuck = False
            for table in {entry.table for entry in batch if entry.table}:
                self.woke(table)
        self._hand_over()
        acknowledge(batch)

    def commit(self, batch: Sequence[Entry]) -> None:
        """Write a batch in one transaction; if anything in it is refused, once more with each entry by itself."""
        rows = [row for entry in batch for row in entry.rows]
        try:
            if self._plain and len(rows) <= AT_ONCE and not any(entry.work for entry in batch):
                self._in_one_statement(rows)
            else:
                with self.store.engine.begin() as connection:
                    self._together(connection, batch)
        except Exception:  # which entry it was is found out below
            self._one_by_one(batch)

    def _in_one_statement(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Rows and nothing else: one statement is a transaction of its own, and the thread waits for Python's lock once
        instead of at every row.
        """
        if rows:
            self._plain.execute(
                self._insert + ", ".join([self._places] * len(rows)), tuple(itertools.chain.from_iterable(rows))
            )

    def _together(self, connection: Connection, batch: Sequence[Entry]) -> None:
        rows = [row for entry in batch for row in entry.rows]
        for entry in batch:
            if entry.work:
                entry.result = entry.work(connection)
        if rows:  # as it is: building the same statement anew would cost as much as carrying it out
            connection.exec_driver_sql(self._insert + self._places, rows)
        self._notify(connection, batch)

    def _one_by_one(self, batch: Sequence[Entry]) -> None:
        try:
            with self.store.engine.begin() as connection:
                for entry in batch:
                    try:
                        with connection.begin_nested():
                            self._together(connection, [entry])
                    except Exception as error:  # goes to whoever waits for this entry
                        entry.error = error
        except Exception as error:  # the commit itself: nothing was written
            for entry in batch:
                entry.error = error

    def _notify(self, connection: Connection, batch: Sequence[Entry]) -> None:
        """Tell other processes, inside the transaction: they hear of it when it is committed, and never otherwise."""
        if self.store.sqlite:
            return
        names = sorted({entry.table for entry in batch if entry.table})
        for first in range(0, len(names), NOTES_A_CALL):
            note = json.dumps([self.name, *names[first : first + NOTES_A_CALL]])
            connection.execute(_NOTIFY, {"channel": CHANNEL, "note": note})


def acknowledge(batch: Sequence[Entry]) -> None:
    """Answer those who wait, on the event loop."""
    for entry in batch:
        if entry.answer.done():  # nobody waits any more
            continue
        if entry.error is not None:
            entry.answer.set_exception(entry.error)
        else:
            entry.answer.set_result(entry.result)


def _silent() -> Problem:
    return Problem("unavailable", f"the database has not answered for {PATIENCE:g} seconds; try again in a moment")


_NOTIFY = sa.text("SELECT pg_notify(:channel, :note)")
