"""The house: all tables, read into memory when somebody comes; what may be done at them, and by whom."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from demitasse.bots.players import LEVELS
from demitasse.core import record as records
from demitasse.core.errors import DemitasseError
from demitasse.core.game import names
from demitasse.core.match import Match
from demitasse.core.names import bot_name
from demitasse.server import queries, shapes, talk
from demitasse.server import schema as t
from demitasse.server.bounds import check_table_id
from demitasse.server.compiling import compile_part, prepare
from demitasse.server.course import LogRow, cut
from demitasse.server.fair_queue import FairQueue
from demitasse.server.jobs import Opening, opening, read_setting
from demitasse.server.people import Who, checked_name, look_of, now
from demitasse.server.problems import Problem
from demitasse.server.settings import Settings
from demitasse.server.store import Store
from demitasse.server.table import PLAYS_ON, Asked, Chair, Change, DamagedTable, Info, Table
from demitasse.server.talk import Line, Manners, checked
from demitasse.server.workers import Refused, TookTooLong, Workers
from demitasse.server.writer import Writer

KEPT_FINISHED = 50
DAY = 86_400_000  # milliseconds
REPLAYING = 2  # logs that are replayed at the same time
LOOKED_AT_AGAIN = 60.0  # seconds after which a table that did not replay is tried again
READ_SECONDS = 10.0  # in which a box or a record must be read
SPEAKING = 5  # tries to be the next who speaks
SET_BY_HOSTS = ("listed", "automatic", "hints", "undo", "chat")
Done = tuple[int, int]
log = logging.getLogger("demitasse")


class House:
    """Every table of the server. Whatever changes one goes through here: checked, written, then accepted and told."""

    def __init__(self, store: Store, writer: Writer, settings: Settings, readers: Workers) -> None:
        self.store, self.writer, self.settings, self.readers = store, writer, settings, readers
        self.manners = Manners(limited=bool(settings.rate))
        self._replaying = FairQueue(REPLAYING)
        self._damaged: dict[str, float] = {}  # tables that do not replay -> when to try again
        writer.woke = self._look_again
        self.changed: Callable[[Table], None] = lambda table: None  # called after a table's log has grown
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._finished: dict[str, None] = {}
        self.signs: set[tuple[str, str, str]] = set()  # of life, (table, person, kind), that others do not know yet
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._ready: dict[tuple[str, str, str], asyncio.Task[None]] = {}

    # Finding ---------------------------------------------------------------------------------------------------------

    async def ready(self, game: str, part: str = "rules") -> None:
        """Wait until a part of a game is compiled and loaded."""
        await self._once(prepare, game, part)

    async def compiled(self, game: str, part: str) -> None:
        """Wait until a part of a game is compiled, for workers to load."""
        await self._once(compile_part, game, part)

    async def _once(self, work: Callable[[str, str], Coroutine[Any, Any, None]], game: str, part: str) -> None:
        key = (work.__name__, game, part)
        if key not in self._ready:
            self._ready[key] = asyncio.create_task(work(game, part))
        task = self._ready[key]
        if not task.done():
            await asyncio.shield(task)

    def at_hand(self, id: str) -> Table | None:
        """A table that is in memory."""
        return self._tables.get(id)

    async def table(self, id: str) -> Table:
        """A table by its name. Raises Problem if there is none."""
        if found := self._tables.get(id):
            self._tables.move_to_end(id)
            return found
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Table:
        check_table_id(id)
        if self._damaged.get(id, 0.0) > time.monotonic():
            raise _damaged(id)
        found = await self.store.ask(lambda connection: queries.read_table(connection, id))
        if found is None:
            raise Problem("no-table", f"there is no table {id!r}")
        try:
            await self.ready(found[0].game)
            async with self._replaying.turn(found[0].host):
                table = await asyncio.to_thread(lambda: Table(*found))
        except (Problem, asyncio.CancelledError):
            raise
        except Exception:  # whatever its rows make the rules do
            log.exception("table %s does not replay", id)
            self._damaged[id] = time.monotonic() + LOOKED_AT_AGAIN
            raise _damaged(id) from None
        self._tables[id] = table
        self._make_room()
        if table.info.stage == "over":
            self._put_away(table)
        self.changed(table)
        return table

    def _make_room(self) -> None:
        """Forget the tables nobody has come to for longest; their logs bring them back."""
        surplus = len(self._tables) - self.settings.tables
        for id, table in list(self._tables.items())[: max(0, surplus) * 2]:
            if surplus > 0 and not table.watchers and not table.lock.locked() and table.thinking is None:
                del self._tables[id]
                surplus -= 1

    def _put_away(self, table: Table) -> None:
        """Games that are over do not fill the memory: only the last few stay, and those somebody looks at."""
        self._finished[table.id] = None
        for id in list(self._finished)[:-KEPT_FINISHED]:
            del self._finished[id]
            if (
                (old := self._tables.get(id))
                and old.info.stage == "over"
                and not old.watchers
                and not old.lock.locked()
            ):
                del self._tables[id]

    def forget(self, table: Table) -> None:
        """Read a table anew the next time: what is on disk is not known for sure. Who watches it has to come again."""
        if self._tables.get(table.id) is table:
            del self._tables[table.id]
        table.gone = True
        table.tell()

    def sign(self, who: Who, table: Table) -> None:
        """Somebody has shown that they are there."""
        if table.seats_of(who.person):
            table.presence.sign(who.person, program=who.table is not None)
            if not self.store.sqlite:
                self.signs.add((table.id, who.person, "here" if who.table is None else "program"))

    def signs_of_life(self) -> set[tuple[str, str, str]]:
        """What other processes should know about who is here; known from now on."""
        found, self.signs = self.signs, set()
        for table in self._tables.values():
            here = {watcher.person for watcher in table.watchers if watcher.own and watcher.person}
            found |= {(table.id, person, "connected") for person in here}
        return found

    def hear_sign(self, id: str, person: str, kind: str) -> None:
        """Another process has heard of somebody at a table."""
        table = self._tables.get(id)
        if table is not None and table.presence.hear(person, kind):
            table.tell()

    def wake(self, person: str) -> None:
        """Let those who tell somebody something see whether they still may."""
        for table in self._tables.values():
            for watcher in table.watchers:
                if watcher.person == person:
                    watcher.news.set()

    def all_at_hand(self) -> list[str]:
        return list(self._tables)

    async def lines(self, person: str | None) -> list[Table | DamagedTable]:
        """Somebody's tables, newest first, and those that have an open seat."""
        ids = await self.store.ask(lambda connection: queries.listed(connection, person))
        return [await self._line(id) for id in ids]

    async def _line(self, id: str) -> Table | DamagedTable:
        try:
            return await self.table(id)
        except Problem as problem:
            if problem.slug != "damaged":
                raise
            return DamagedTable(*await self.store.ask(lambda connection: queries.read_front(connection, id)))

    # Making ----------------------------------------------------------------------------------------------------------

    async def create(self, who: Who, asked: shapes.TableAsked) -> Table:
        """A new table. Raises Problem for what cannot be set so."""
        await self.check_room(who)
        begun = await self._opening(who, asked)
        name = await self.store.ask(lambda connection: queries.name_of(connection, who.person))
        who = replace(who, name=name or who.name)  # said while the game was made ready
        given = [
            LogRow(number, "draw" if seat is None else "play", number, seat, text, id)
            for number, (seat, text, id) in enumerate(begun.plies, 1)
        ]
        info = Info(
            id=secrets.token_hex(8),
            game=begun.game,
            options=begun.options,
            box=begun.box,
            start=begun.start,
            given=len(given),
            by_hand=asked.by_hand,
            seed=secrets.token_hex(32),
            host=who.person,
            stage="over" if begun.over else "open",
            created=now(),
            again_of=None,
            listed=asked.listed,
            automatic=asked.automatic and not asked.by_hand,
            hints=not any(each.kind in ("open", "screen") for each in asked.seats)
            if asked.hints is None
            else asked.hints,
            undo=asked.undo,
            chat=asked.chat,
        )
        seats = list(asked.seats)
        if seats or begun.over:  # of a game that goes on, whoever asks names at least one
            seats += [shapes.SeatAsked("bot", PLAYS_ON)] * (begun.seats - len(seats))
        if len(seats) != begun.seats:
            raise Problem("bad-setting", f"the table has {begun.seats} seats; got {len(seats)}")
        chairs: list[Chair] = []
        for seat, each in enumerate(seats):
            chairs.append(_chair(seat, each, who, chairs))
        if begun.over and asked.record is not None:
            names = [checked_name(name) for name in begun.names]
            chairs = [replace(chair, name=name) for chair, name in zip(chairs, names, strict=True)]
        await self._write_new(info, chairs, given)
        return await self.table(info.id)

    async def check_room(self, who: Who) -> None:
        """Raises Problem if somebody has made too many tables."""
        hosted, made = await self.store.ask(lambda connection: queries.made_by(connection, who.person, now() - DAY))
        if self.settings.hosted and hosted >= self.settings.hosted:
            raise Problem("too-many", f"{hosted} tables of yours wait to be finished; one may have so many at a time")
        if self.settings.daily and made >= self.settings.daily:
            raise Problem("too-many", f"{made} tables a day are enough for one person; come again tomorrow")

    async def _opening(self, who: Who, asked: shapes.TableAsked) -> Opening:
        """What a new table begins with. What strangers wrote is read by a worker."""
        if asked.record is not None and asked.from_ is not None:
            raise Problem("bad-setting", "a table comes from a record or from another table, not both")
        if asked.from_ is not None:
            return await asyncio.to_thread(opening, await self.fork(asked.from_))
        if asked.record is not None:
            if game := records.game_of(asked.record):
                await self.ready(game)
            return await self._read(who, "bad-record", "read_record", asked.record)
        if asked.game in names():
            await self.ready(asked.game)
        setting = (asked.game, len(asked.seats), asked.options, asked.box)
        if asked.box is None:
            return _refused_as("bad-setting", read_setting, *setting)
        return await self._read(who, "bad-setting", "read_setting", *setting)

    async def _read(self, who: Who, slug: str, job: str, *arguments: object) -> Opening:
        try:
            return await self.readers.do(who.person, READ_SECONDS, job, *arguments, returns=Opening)
        except (Refused, TookTooLong) as error:
            raise Problem(slug, str(error)) from None

    async def fork(self, origin: shapes.Origin) -> Match:
        """The match of a table after so many plies, as far as everybody knows it."""
        table = await self.table(origin.table)
        if origin.ply > table.course.known:
            raise Problem(
                "bad-setting",
                f"table {origin.table} has {table.course.known} plies that everybody knows; got {origin.ply}",
            )
        return await asyncio.to_thread(cut, table.course.match, origin.ply)

    async def _write_new(self, info: Info, chairs: Sequence[Chair], rows: Sequence[LogRow] = ()) -> None:
        def work(connection: Connection) -> None:
            connection.execute(sa.insert(t.tables).values(**info.columns()))
            connection.execute(sa.insert(t.chairs), [chair.columns(info.id) for chair in chairs])

        await self.writer.write([row.columns(info.id) for row in rows], work)

    async def rematch(self, who: Who, table: Table) -> Table:
        """The table where the same people play again; whoever asks first makes it."""
        if not table.seats_of(who.person):
            raise Problem("forbidden", "only those who sat at the table can ask for another game")
        if table.info.stage != "over":
            raise Problem("not-now", "the game is not over", table.head)
        async with table.lock:
            if table.rematch is None:
                await self._make_rematch(who, table)
        self.changed(table)
        table.tell()
        assert table.rematch is not None
        return await self.table(table.rematch)

    async def _make_rematch(self, who: Who, table: Table) -> None:
        info = replace(
            table.info,
            id=secrets.token_hex(8),
            start=None,
            given=0,
            seed=secrets.token_hex(32),
            host=who.person,
            stage="open",
            created=now(),
            again_of=table.id,
            listed=False,
        )
        # everybody moves up a seat, so that another begins
        chairs = [replace(chair, seat=(chair.seat - 1) % len(table.chairs), luck="") for chair in table.chairs]
        try:
            await self._write_new(info, sorted(chairs, key=lambda chair: chair.seat))
            table.rematch = info.id
        except sa.exc.IntegrityError:  # another process was first
            table.rematch = await self.store.ask(lambda connection: queries.rematch_of(connection, table.id))

    # Sitting down ----------------------------------------------------------------------------------------------------

    async def join(self, who: Who, table: Table, seat: int | None, luck: str) -> None:
        """Take an open seat, or add one's luck to a seat one has."""
        luck = checked_luck(luck)
        async with table.lock:
            await self.refresh(table)
            own = table.seats_of(who.person)
            if seat is None and own:
                seat = own[0]
            if seat in own:
                assert seat is not None
                if luck and table.info.stage == "open":
                    await self._write_chair(table, replace(table.chairs[seat], luck=luck))
                return
            if table.info.stage != "open":
                raise Problem("not-now", "the game has begun; one can watch", table.head)
            seat = _open_seat(table, seat)
            check_distinct(who.name, table.chairs)
            await self._write_chair(table, Chair(seat, "person", None, who.person, who.name, luck))

    async def leave(self, who: Who, table: Table) -> None:
        """Get up: an open table's seat is free again, in a game a bot plays on."""
        async with table.lock:
            await self.refresh(table)
            own = table.seats_of(who.person)
            if not own:
                raise Problem("forbidden", "you do not sit at this table")
            for seat in own if table.info.stage == "open" else ():
                await self._write_chair(table, Chair(seat, "open", None, None, ""))
            if table.info.stage != "playing":
                return
        for seat in own:
            if seat not in table.course.away:
                await self.act(table, shapes.SeatChangeAsked(seat, table.head, secrets.token_hex(8), "bot"))
        table.get_up(who.person)

    async def start(self, who: Who, table: Table, luck: str) -> None:
        """Begin the game: the first draws are made."""
        luck = checked_luck(luck)
        async with table.lock:
            await self.refresh(table)
            if table.info.host != who.person:
                raise Problem("forbidden", "only who made the table can begin the game")
            if table.info.stage != "open":
                raise Problem("not-now", "the game has begun already", table.head)
            if any(chair.kind == "open" for chair in table.chairs):
                raise Problem("not-now", "a seat is still open; wait for somebody, or give it to a bot")
            own = table.seats_of(who.person)
            chairs = [
                replace(chair, luck=luck) if luck and own and chair.seat == own[0] else chair for chair in table.chairs
            ]
            await self._start(table, chairs)
        self._told(table)

    async def _start(self, table: Table, chairs: list[Chair]) -> None:
        change = table.begin(chairs)
        expected = [chair.columns(table.id) for chair in table.chairs]

        def work(connection: Connection) -> None:
            if not connection.execute(queries.change_stage(table.id, "open", "playing")).rowcount:
                raise Problem("not-now", "the game has begun already")
            if [chair.columns(table.id) for chair in queries.read_chairs(connection, table.id)] != expected:
                raise Problem("stale", "somebody came or went at the same moment; try again")
            for chair in chairs:
                connection.execute(queries.update_chair(table.id, chair))

        await self._commit(table, [row.columns(table.id) for row in change.rows], work)
        table.info.stage = "playing"
        table.seat(chairs)
        table.accept(change)

    async def change_seat(self, who: Who, table: Table, asked: shapes.SeatChangeAsked) -> Done:
        """Give a seat to a bot, take it back, concede; before the game also: free it."""
        if asked.level is not None and asked.level not in LEVELS:
            raise Problem("bad-setting", f"there is no level {asked.level!r}; expected one of: {', '.join(LEVELS)}")
        if asked.seat >= len(table.chairs):
            raise Problem(
                "illegal", f"there is no seat {asked.seat}; expected 0 to {len(table.chairs) - 1}", table.head
            )
        check_owner(who, table, asked, self.settings.grace)
        if asked.change == "free" or (table.info.stage == "open" and asked.change == "bot"):
            return await self._refill(table, asked)
        return await self.act(table, asked)

    async def _refill(self, table: Table, asked: shapes.SeatChangeAsked) -> Done:
        """Before the game: let a bot have a seat, or whoever comes."""
        async with table.lock:
            await self.refresh(table)
            if table.info.stage != "open":
                raise Problem("not-now", "the game has begun", table.head)
            chair = Chair(asked.seat, "open", None, None, "")
            if asked.change == "bot":
                chair = Chair(asked.seat, "bot", asked.level or PLAYS_ON, None, _bot_name(table.chairs))
            await self._write_chair(table, chair)
        return table.head, table.head

    async def show_in_lobby(self, who: Who, table: Table, listed: bool) -> None:
        """Show a table to strangers in the lobby, or no longer."""
        if table.info.host != who.person:
            raise Problem("forbidden", "only who made the table can show it in the lobby")
        await self._set(table, listed=listed)

    async def change_settings(self, who: Who, table: Table, asked: shapes.SettingsAsked) -> None:
        """Allow or forbid something at a table. What is fair was agreed on before the game, if others play."""
        if table.info.host != who.person:
            raise Problem("forbidden", "only who made the table can say what may be done there")
        found = {
            name: value
            for name in shapes.SettingsAsked.__struct_fields__
            if (value := getattr(asked, name)) is not None
        }
        if table.info.stage != "open" and {"hints", "undo"} & set(found) and table.people() - {who.person}:
            raise Problem("not-now", "hints and undo were agreed on before the game", table.head)
        if found.get("automatic") and table.info.by_hand:
            raise Problem("bad-setting", "beside a real box every ply is entered")
        if found:
            await self._set(table, **found)

    async def _set(self, table: Table, **settings: bool) -> None:
        await self._commit(
            table, [], lambda connection: connection.execute(queries.change_settings(table.id, **settings))
        )
        vars(table.info).update(settings)
        self._told(table)

    # Talking ---------------------------------------------------------------------------------------------------------

    async def talk(self, who: Who, table: Table, asked: shapes.TalkAsked) -> None:
        """Say something at a table where one sits."""
        if not table.seats_of(who.person):
            raise Problem("forbidden", "only those who sit at the table can speak there")
        text = checked(asked)
        if asked.kind == "nudge":
            waited = [seat for seat in seat_waited_for(table) if table.chairs[seat].person not in (None, who.person)]
            if not waited:
                raise Problem("not-now", "the table waits for nobody else", table.head)
            self.manners.nudges.take(f"{who.person} {table.id}")
            text = " ".join(map(str, waited))
        elif not table.info.chat:
            raise Problem("not-here", "who made the table has turned talking off")
        else:
            self.manners.words.take(who.person)
        await self._say(who, table, asked.kind, text)

    async def tell_of_hint(self, who: Who, table: Table) -> None:
        """Let the others at a table know that somebody asked for a hint; not for every one in a row."""
        if not table.people() - {who.person}:
            return
        with contextlib.suppress(Problem):
            self.manners.hints.take(who.person)
            await self._say(who, table, "hint", "")

    async def _say(self, who: Who, table: Table, kind: str, text: str) -> None:
        seat = table.seat_shown(who.person)
        async with table.lock:
            for _ in range(SPEAKING):
                await self.refresh(table)
                line = Line(table.talked + 1, kind, seat, table.names[seat or 0], text, now())
                try:
                    await self._commit(table, [], functools.partial(talk.write, table=table.id, line=line))
                except sa.exc.IntegrityError:  # another process was first
                    continue
                table.speak([line])
                break
            else:
                raise Problem("unavailable", "many speak at once; try again")
        table.tell()

    # Playing ---------------------------------------------------------------------------------------------------------

    async def act(self, table: Table, asked: Asked) -> Done:
        """One at a time a table: a nonce that is known gets its old answer; else check, write, commit, and only then
        accept, answer and tell.
        """
        async with table.lock:
            check_here(table)
            if done := table.answer(asked):
                return done
            change = table.prepare(asked)
            try:
                await self._commit(table, [row.columns(table.id) for row in change.rows], _stage_work(table, change))
            except sa.exc.IntegrityError:  # another process was first
                if self.store.sqlite:  # where there is none: what we have in memory is not what is on disk
                    self.forget(table)
                await self.refresh(table)
                if done := table.answer(asked):
                    return done
                raise Problem(
                    "stale", f"somebody else acted at the same moment; the last row is {table.head}", table.head
                ) from None
            seq = change.rows[0].seq
            table.accept(change)
        self._told(table)
        if table.info.stage == "over":
            self._put_away(table)
        return table.done(seq)

    def _told(self, table: Table) -> None:
        table.tell()
        self.changed(table)

    async def _commit(
        self, table: Table, rows: Sequence[tuple[Any, ...]], work: Callable[[Connection], Any] | None
    ) -> None:
        try:
            await self.writer.write(rows, work, table.id)
        except Problem as problem:
            if problem.slug == "unavailable":  # what is on disk will be known when the database wakes
                self.forget(table)
            raise
        except sa.exc.IntegrityError:
            raise
        except asyncio.CancelledError:
            self.forget(table)
            raise
        except Exception:  # the database failed
            self.forget(table)
            raise

    async def _write_chair(self, table: Table, chair: Chair) -> None:
        before = table.chairs[chair.seat]

        def work(connection: Connection) -> None:
            if not connection.execute(queries.update_chair(table.id, chair, before)).rowcount:
                raise Problem("taken", f"somebody else has just taken seat {chair.seat}")

        await self._commit(table, [], work)
        table.seat([chair if each.seat == chair.seat else each for each in table.chairs])
        self._told(table)

    # Other processes -------------------------------------------------------------------------------------------------

    async def refresh(self, table: Table) -> None:
        """Take over what other processes wrote; the caller holds the lock."""
        check_here(table)
        if self.store.sqlite:
            return
        head, talked = table.head, table.talked
        found = await self.store.ask(lambda connection: queries.read_news(connection, table.id, head, talked))
        if found is None:
            return
        info, chairs, rows, rematch, lines = found
        if chairs != table.chairs or info.stage != table.info.stage:
            table.info.stage = info.stage
            table.seat(chairs)
        table.rematch = rematch
        vars(table.info).update({name: getattr(info, name) for name in SET_BY_HOSTS})
        table.speak(lines)
        try:
            table.hear(rows)
        except DemitasseError:  # what another process wrote does not replay here
            self.forget(table)
            raise

    def _look_again(self, id: str) -> None:
        """A database that was silent has awoken: what it was given last may be there, or not."""
        if found := self._tables.get(id):
            self.forget(found)

    async def hear(self, id: str) -> None:
        """Another process says that something happened at a table."""
        table = self._tables.get(id)
        if table is not None:
            async with table.lock:
                if table.gone:
                    return
                await self.refresh(table)
            self._told(table)


def seat_waited_for(table: Table) -> list[int]:
    """The seats of people that have a decision to make."""
    if table.info.stage != "playing":
        return []
    return [seat for seat in table.course.waiting() if table.bot_at(seat) is None]


def _damaged(id: str) -> Problem:
    return Problem("damaged", f"the log of table {id} does not replay; it is kept as it is")


def _stage_work(table: Table, change: Change) -> Callable[[Connection], Any] | None:
    """What has to be written beside the rows: whether the game has ended, and with what scores, or goes on again."""
    before, after = table.info.stage, "over" if change.course.over else "playing"
    if before == after:
        return None
    results = queries.results_of(table, change.course, now()) if after == "over" else []

    def work(connection: Connection) -> None:
        connection.execute(queries.change_stage(table.id, before, after))
        connection.execute(sa.delete(t.results).where(t.results.c.table == table.id))
        if results:
            connection.execute(sa.insert(t.results), results)

    return work


def check_owner(who: Who, table: Table, asked: shapes.SeatChangeAsked, grace: float) -> None:
    """Turns are their owner's: refuse whoever may not change that seat. Before the game its host may, too; in the game
    the host may let a bot play for who has gone, others for who has been gone for a while.
    """
    person = table.chairs[asked.seat].person
    if who.person == person and asked.change != "free":
        return
    host = table.info.host == who.person
    if table.info.stage == "open":
        if not (host and asked.change in ("bot", "free")):
            raise Problem("forbidden", f"seat {asked.seat} is not yours; who made the table can change it")
        return
    if asked.change != "bot" or not (host or table.seats_of(who.person)):
        raise Problem("forbidden", f"seat {asked.seat} is not yours")
    if person is not None and table.is_here(person, 0.0 if host else grace):
        raise Problem("forbidden", f"the person of seat {asked.seat} is here, or was a moment ago", table.head)


def check_here(table: Table) -> None:
    """Refuse a table that was forgotten while somebody waited for it: another object may stand for it by now."""
    if table.gone:
        raise Problem("unavailable", "the table is read anew; try again", table.head)


def checked_luck(luck: str) -> str:
    """Words that a player adds to the seed, fit for a record. Raises Problem."""
    luck = " ".join(luck.split())
    if "|" in luck or not luck.isprintable():
        raise Problem("bad-request", "luck is made of printable characters without |")
    return luck


def _bot_name(chairs: Sequence[Chair]) -> str:
    return bot_name([chair.name for chair in chairs])


def check_distinct(name: str, others: Sequence[Chair]) -> None:
    """Refuse a name that somebody at the table has, or that looks the same."""
    if any(chair.kind != "open" and look_of(chair.name) == look_of(name) for chair in others):
        raise Problem("same-name", f"somebody at the table is called {name!r} already")


def _chair(seat: int, asked: shapes.SeatAsked, who: Who, others: Sequence[Chair]) -> Chair:
    if asked.name:
        check_distinct(checked_name(asked.name), others)
    if asked.kind == "bot":
        level = asked.level or PLAYS_ON
        if level not in LEVELS:
            raise Problem("bad-setting", f"there is no level {level!r}; expected one of: {', '.join(LEVELS)}")
        return Chair(seat, "bot", level, None, checked_name(asked.name) if asked.name else _bot_name(others))
    if asked.kind == "open":
        return Chair(seat, "open", None, None, "")
    return Chair(seat, "person", None, who.person, checked_name(asked.name) if asked.name else who.name)


def _open_seat(table: Table, seat: int | None) -> int:
    open_seats = [chair.seat for chair in table.chairs if chair.kind == "open"]
    if seat is not None and seat not in open_seats:
        raise Problem("taken", f"seat {seat} is not open; open: {', '.join(map(str, open_seats)) or 'none'}")
    if not open_seats:
        raise Problem("taken", "no seat is open; one can watch")
    return open_seats[0] if seat is None else seat


def _refused_as(slug: str, work: Callable[..., Opening], *arguments: Any) -> Opening:
    try:
        return work(*arguments)
    except DemitasseError as error:
        raise Problem(slug, str(error)) from None
