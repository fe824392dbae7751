"""Ways to break the server on purpose, so that every test of a promise is seen to turn red, and points at which it can
be killed.

They patch the modules of a server process that a test has started; nothing of them is in the server itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import itertools
import os
import signal
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from demitasse.core import limits, svg
from demitasse.core.play import Play
from demitasse.server import (
    bot_turns,
    fair_queue,
    guard,
    house,
    jobs,
    live,
    people,
    queries,
    rates,
    seat_view,
    serve,
    store,
    table,
    wires,
    workers,
    writer,
)
from demitasse.server.course import Course
from demitasse.server.problems import Problem

INSERTING = 30  # instructions of SQLite's, after which a row is under way


def apply(name: str) -> None:
    """Carry out a break by its name, or `kill POINT COUNT`: die when a point is passed for the COUNT-th time."""
    word, *rest = name.split()
    if word == "kill":
        POINTS[rest[0]](_Countdown(int(rest[1])))
    else:
        BREAKS[word]()


class _Countdown:
    def __init__(self, count: int) -> None:
        self.count = count

    def __call__(self) -> None:
        self.count -= 1
        if self.count == 0:
            os.kill(os.getpid(), signal.SIGKILL)


# Points ---------------------------------------------------------------------------------------------------------------


def before_commit(passed: Callable[[], None]) -> None:
    """Rows are inserted, the transaction is not committed."""
    together, in_one_statement = writer.Writer._together, writer.Writer._in_one_statement

    def patched(self: Any, connection: Any, batch: Any) -> None:
        together(self, connection, batch)
        if any(entry.rows for entry in batch):
            passed()

    def within(self: Any, rows: Any) -> None:
        once = iter([passed])
        self._plain.set_progress_handler(lambda: next(once, bool)() or 0, INSERTING)
        in_one_statement(self, rows)
        self._plain.set_progress_handler(None, 0)

    writer.Writer._together = patched  # type: ignore[method-assign]
    writer.Writer._in_one_statement = within  # type: ignore[method-assign]


def after_commit(passed: Callable[[], None]) -> None:
    """On disk, but nobody has been told."""
    commit = writer.Writer.commit

    def patched(self: Any, batch: Any) -> None:
        commit(self, batch)
        if any(entry.rows for entry in batch):
            passed()

    writer.Writer.commit = patched  # type: ignore[method-assign]


def after_ack(passed: Callable[[], None]) -> None:
    """The player has the answer; the others have heard nothing."""
    frame = live.frame

    async def patched(table: Any, watcher: Any) -> Any:
        if watcher.since < table.head:
            passed()
        return await frame(table, watcher)

    live.frame = patched


def telling(passed: Callable[[], None]) -> None:
    """Some of the others have heard of it."""
    send = live._send

    async def patched(socket: Any, said: Any) -> None:
        await send(socket, said)
        if said.kind == "rows":
            passed()

    live._send = patched


def recovery(passed: Callable[[], None]) -> None:
    """A table is being read back."""
    fresh = table.Table.fresh

    def patched(self: table.Table) -> Any:
        if self.rows:
            passed()
        return fresh(self)

    table.Table.fresh = patched  # type: ignore[method-assign]


POINTS: dict[str, Callable[[Callable[[], None]], None]] = {
    "before-commit": before_commit,
    "after-commit": after_commit,
    "after-ack": after_ack,
    "telling": telling,
    "recovery": recovery,
}


# Breaks ---------------------------------------------------------------------------------------------------------------


def acknowledge_before_commit() -> None:
    """P1: answers go out first, writing comes later."""
    commit = writer.Writer.commit

    acknowledge = writer.acknowledge

    def patched(self: Any, batch: Any) -> None:
        moves = [entry for entry in batch if entry.work is None]
        self._loop.call_soon_threadsafe(acknowledge, moves)
        _pause()
        commit(self, batch)

    writer.acknowledge = lambda batch: acknowledge([entry for entry in batch if entry.work is not None])
    writer.Writer.commit = patched  # type: ignore[method-assign]


def no_unique_index() -> None:
    """P2: the database takes anything, and the server does not look at nonces or numbers either."""

    def patched(self: table.Table, seat: int, seq: int, over: bool = False) -> None:
        if self.info.stage != "playing":
            raise Problem("not-now", "not in play", self.head)

    table.Table._expect = patched  # type: ignore[method-assign]
    act = house.House.act

    async def forgetful(self: Any, table: Any, asked: Any) -> Any:
        table.answers.clear()
        return await act(self, table, asked)

    house.House.act = forgetful  # type: ignore[method-assign]
    migrate = store.Store._migrate

    def patched_migrate(self: store.Store) -> None:
        migrate(self)
        with self.engine.begin() as connection:
            _drop_constraints(connection)

    store.Store._migrate = patched_migrate  # type: ignore[method-assign]


def _drop_constraints(connection: Any) -> None:
    """The log without its unique numbers and nonces."""
    if connection.dialect.name == "postgresql":
        connection.execute(
            sa.text("ALTER TABLE log DROP CONSTRAINT IF EXISTS log_seq, DROP CONSTRAINT IF EXISTS log_nonce")
        )
    elif connection.execute(
        sa.text("SELECT count(*) FROM sqlite_master WHERE name = 'log' AND sql LIKE '%UNIQUE%'")
    ).scalar():
        connection.execute(sa.text("ALTER TABLE log RENAME TO old_log"))
        connection.execute(sa.text("CREATE TABLE log AS SELECT * FROM old_log"))
        connection.execute(sa.text("DROP TABLE old_log"))


def tell_before_commit() -> None:
    """P3: the others hear of a move that is not on disk yet."""
    commit = house.House._commit
    prepared: dict[str, Any] = {}
    accept = table.Table.accept
    follow = table.Table._follow

    def remember(self: table.Table, row: Any, course: Any = None, then: Any = ()) -> Any:
        prepared[self.id] = follow(self, row, course, then)
        return prepared[self.id]

    async def patched(self: Any, at: table.Table, rows: Any, work: Any) -> None:
        if rows and at.id in prepared:
            accept(at, prepared[at.id])
            at.tell()
            await asyncio.sleep(0.05)
        await commit(self, at, rows, work)

    def accept_once(self: table.Table, change: Any) -> None:
        if change is not prepared.pop(self.id, None):
            accept(self, change)

    table.Table._follow = remember  # type: ignore[method-assign]
    table.Table.accept = accept_once  # type: ignore[method-assign]
    house.House._commit = patched  # type: ignore[method-assign, assignment]


def draws_apart() -> None:
    """P1: the draws after a move are written after it, not with it."""
    commit = house.House._commit

    async def patched(self: Any, at: table.Table, rows: Any, work: Any) -> None:
        await commit(self, at, rows[:1], work)
        if rows[1:]:
            await asyncio.sleep(0.05)
            await commit(self, at, rows[1:], None)

    house.House._commit = patched  # type: ignore[method-assign, assignment]


def since_off_by_one() -> None:
    """P4: whoever comes back misses a row."""
    rows = seat_view.rows
    seat_view.rows = lambda table, since, seat, language: rows(table, since + 1 if since else since, seat, language)


def show_hidden() -> None:
    """P5: a view is the whole state."""
    Course.view = lambda self, seat: self.match.copy()  # type: ignore[method-assign]
    Course.secret_from = lambda self, row, seat: False  # type: ignore[method-assign]


def no_seat_check() -> None:
    """P6: anybody may decide for anybody."""
    table.Table.check_seat = lambda self, person, seat: None  # type: ignore[method-assign]


def no_turn_check() -> None:
    """P6: whose decision it is does not matter."""
    play = table.Table.play

    def patched(self: table.Table, seat: int, seq: int, text: str, nonce: str) -> Any:
        actor = self.course.match.actor
        return play(self, actor if isinstance(actor, int) else seat, seq, text, nonce)

    table.Table.play = patched  # type: ignore[method-assign]


def no_table_check() -> None:
    """P10: a token is good everywhere."""
    people.Who.may_sit_at = lambda self, table: True  # type: ignore[method-assign]


def no_origin_check() -> None:
    """P11: requests from other sites are welcome."""
    guard.Guard.check_origin = lambda self, headers: None  # type: ignore[method-assign]


def no_csrf_check() -> None:
    guard.Guard.check_csrf = lambda self, visit, headers: None  # type: ignore[method-assign]


def no_limits() -> None:
    guard.Guard.count = lambda self, visit, requests: None  # type: ignore[method-assign]


def frames_do_not_count() -> None:
    """P13: pings are free."""
    wires.LiveWire.count = lambda self, size: None  # type: ignore[method-assign]


def deaf_readers_are_kept() -> None:
    """P13: an answer may wait for its reader for ever."""
    wires.HttpWire.pause_writing = HttpToolsProtocol.pause_writing  # type: ignore[method-assign]


def endless_patience() -> None:
    """P13: a request may take as long as it likes."""
    wires.Switchboard._cut_silent = lambda self, loop: None  # type: ignore[method-assign]
    wires.HttpWire._late = lambda self: None  # type: ignore[method-assign]


def silent_ones_do_not_count() -> None:
    """P13: an address may hold as many silent connections as others."""
    wires.SILENT = 10_000


def connections_do_not_count() -> None:
    """P13: an address may hold any number of connections."""
    wires.Switchboard.come = lambda self, address: True  # type: ignore[method-assign]


def only_sessions_count() -> None:
    """P13: sessions are limited, but one may have any number of them."""
    take = rates.Buckets.take
    rates.Buckets.take = lambda self, key, count=1: take(self, key, count) if self.whose == "one person" else None  # type: ignore[method-assign]


def turns_are_not_waited_for() -> None:
    """P13: whoever asks most at once gets most."""

    @contextlib.asynccontextmanager
    async def at_once(self: Any, visit: Any, scope: Any, send: Any) -> AsyncIterator[Any]:
        yield send

    guard.Guard.turn = at_once  # type: ignore[method-assign]


def slow_lists() -> None:
    """Not a break: looking at the list of tables takes half a second."""

    async def patched(self: Any, person: Any) -> Any:
        await asyncio.sleep(0.5)
        return []

    house.House.lines = patched  # type: ignore[method-assign]


def tokens_bear_no_mark() -> None:
    """P13: the database is asked about any token."""
    people.People.ours = lambda self, token: True  # type: ignore[method-assign]


def database_refuses_tokens() -> None:
    """Not a break: whoever looks a token up is told that the database has failed."""

    def patched(connection: Any, key: str) -> Any:
        raise sa.exc.OperationalError("SELECT", {}, sqlite3.OperationalError("asked for a token"))

    people._find = patched


def tables_do_not_count() -> None:
    """P13: one person may make any number of tables."""

    async def patched(self: Any, who: Any) -> None:
        pass

    house.House.check_room = patched  # type: ignore[method-assign]


def frames_are_made_for_each() -> None:
    """P13: every watcher has the same frame made anew."""

    async def patched(table: Any, watcher: Any) -> Any:
        return await live._encoded(table, copy.copy(watcher))

    live.news = patched


def frames_are_counted() -> None:
    """Not a break: the log says when a frame is made."""
    frame = live.frame

    async def patched(table: Any, watcher: Any) -> Any:
        print("frame made", flush=True)
        return await frame(table, watcher)

    live.frame = patched


def any_host() -> None:
    """P11: the server answers by whatever name it is called."""
    guard.Guard.check_host = lambda self, scope, headers: None  # type: ignore[method-assign]


def stored_answers() -> None:
    """P5: what a seat alone may see may be kept by whoever passes it on."""
    guard.NO_STORE = (b"x-nothing", b"")


def right_at_the_opening_only() -> None:
    """P5: a live connection goes on whatever becomes of the right to it."""

    async def patched(table: Any, watcher: Any, people: Any) -> None:
        pass

    live.check_right = patched


def undo_across_reveals() -> None:
    """P5: who has seen what the others chose may choose again."""
    Course._showed_others = lambda self, row: False  # type: ignore[method-assign]


def tokens_rename() -> None:
    """P10: a token for a table is as good as its person."""
    rename = people.People.rename

    async def patched(self: Any, who: Any, name: str) -> Any:
        return await rename(self, replace(who, table=None), name)

    people.People.rename = patched  # type: ignore[method-assign]


def tokens_outlive_logout() -> None:
    """P10: ending a session ends nothing but its own token."""
    leave = people.People.leave

    async def patched(self: Any, who: Any, token: str) -> None:
        await leave(self, replace(who, table="one"), token)

    people.People.leave = patched  # type: ignore[method-assign]


def nobody_is_told_who_ended() -> None:
    """P10: other processes find out by themselves, some time."""
    people.PERSON = ""


def anybodys_turn() -> None:
    """P6: anybody may let a bot play for anybody."""
    house.check_owner = lambda who, table, asked, grace: None


def everything_is_listed() -> None:
    """The lobby shows every open table, in the order in which they were made."""
    queries.OPEN = queries.open_to_strangers(1_000)
    create = house.House.create

    async def patched(self: Any, who: Any, asked: Any) -> Any:
        asked.listed = True
        return await create(self, who, asked)

    house.House.create = patched  # type: ignore[method-assign]


def any_name() -> None:
    """Names that are not seen, or that somebody else has."""
    people.look_of = lambda name: name
    house.check_distinct = lambda name, others: None


def unescaped_label() -> None:
    """P12: one label is written as it is."""
    svg.escape = lambda text, *rest: text  # type: ignore[attr-defined]


def another_draw() -> None:
    """P14: one draw is not the seed's."""
    honest = Play.next_draw

    def patched(self: Play) -> int:
        outcome = honest(self)
        possible = [int(each) for each in self._weight.nonzero()[0]]
        return possible[(possible.index(outcome) + 1) % len(possible)] if len(self.plies) == 6 else outcome

    Play.next_draw = patched  # type: ignore[method-assign]


def no_bounds() -> None:
    """P13: whatever somebody sends is given to the parser."""
    limits.check_box = lambda text, error: None


def hasty_reading() -> None:
    """Not a break: what is read has a second."""
    house.READ_SECONDS = 1.0


def read_on_the_loop() -> None:
    """P13: what strangers wrote is read where everybody is answered."""

    async def patched(self: Any, who: Any, slug: str, job: str, *arguments: Any) -> Any:
        return house._refused_as(slug, jobs.JOBS[job], *arguments)

    house.House._read = patched  # type: ignore[method-assign]


def first_come() -> None:
    """P13: whoever asks for much is served much."""
    turn = fair_queue.FairQueue.turn
    fair_queue.FairQueue.turn = lambda self, person: turn(self, "everybody")  # type: ignore[method-assign]


def hung_search() -> None:
    """Not a break: searches do not end, and little patience is had with them."""
    jobs.JOBS["think"] = lambda *_: time.sleep(600)
    jobs.JOBS["prepare"] = lambda *_: None
    bot_turns.GRACE = 0.2


def no_watchdog() -> None:
    """P13: a search that hangs is waited for."""
    workers._within = lambda seconds, worker, job, arguments: worker.ask(job, arguments)


def patient_database() -> None:
    """P15: a database that does not answer is waited for."""
    for module in (store, writer):
        vars(module)["PATIENCE"] = 3600.0


def no_end() -> None:
    """P16: what hangs is waited for at the end."""
    serve.END_SECONDS = 3600.0
    for module in (store, writer):
        vars(module)["CLOSING"] = 3600.0


def any_nonce() -> None:
    """P2: a nonce that is known is acknowledged, whatever comes with it."""

    def patched(self: table.Table, asked: Any) -> Any:
        seq = self.answers.get((asked.seat, asked.nonce))
        return None if seq is None else self.done(seq)

    table.Table.answer = patched  # type: ignore[method-assign]


def no_damage() -> None:
    """A table that does not replay is an error like any other."""
    vars(house)["_damaged"] = RuntimeError


def no_request_bounds() -> None:
    """Any address, host or name goes on to the database."""
    vars(guard)["check_request"] = lambda scope, headers: None
    vars(house)["check_table_id"] = lambda id: None


def full_disk() -> None:
    """Not a break: every fourth commit of moves fails, as on a disk that is full for moments."""
    commit, numbers = writer.Writer.commit, itertools.count()

    def patched(self: Any, batch: Any) -> None:
        if any(entry.rows for entry in batch) and next(numbers) % 4 == 3:
            for entry in batch:
                entry.error = sa.exc.OperationalError(
                    "INSERT", {}, sqlite3.OperationalError("database or disk is full")
                )
        else:
            commit(self, batch)

    writer.Writer.commit = patched  # type: ignore[method-assign]


def slow_writer() -> None:
    """Not a break: makes the moment before a commit long."""
    together, in_one_statement = writer.Writer._together, writer.Writer._in_one_statement

    def patched(self: Any, connection: Any, batch: Any) -> None:
        together(self, connection, batch)
        _pause()

    def paused(self: Any, rows: Any) -> None:
        _pause()
        in_one_statement(self, rows)

    writer.Writer._together = patched  # type: ignore[method-assign]
    writer.Writer._in_one_statement = paused  # type: ignore[method-assign]


def _pause() -> None:
    time.sleep(0.05)


BREAKS: dict[str, Callable[[], None]] = {
    function.__name__: function
    for function in (
        acknowledge_before_commit,
        no_unique_index,
        tell_before_commit,
        draws_apart,
        since_off_by_one,
        show_hidden,
        no_seat_check,
        no_turn_check,
        no_table_check,
        no_origin_check,
        no_csrf_check,
        no_limits,
        frames_do_not_count,
        deaf_readers_are_kept,
        endless_patience,
        silent_ones_do_not_count,
        connections_do_not_count,
        only_sessions_count,
        turns_are_not_waited_for,
        slow_lists,
        tokens_bear_no_mark,
        database_refuses_tokens,
        tables_do_not_count,
        frames_are_made_for_each,
        frames_are_counted,
        any_host,
        stored_answers,
        right_at_the_opening_only,
        undo_across_reveals,
        tokens_rename,
        tokens_outlive_logout,
        nobody_is_told_who_ended,
        anybodys_turn,
        everything_is_listed,
        any_name,
        unescaped_label,
        another_draw,
        no_bounds,
        hasty_reading,
        read_on_the_loop,
        first_come,
        hung_search,
        no_watchdog,
        patient_database,
        no_end,
        any_nonce,
        no_damage,
        no_request_bounds,
        full_disk,
        slow_writer,
    )
}
