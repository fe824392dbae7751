"""Live: a WebSocket that tells what happens at a table from row n on, without a hole."""

from __future__ import annotations

import asyncio
import contextlib
import copy
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from demitasse.server import seat_view, shapes
from demitasse.server.problems import Problem
from demitasse.server.table import Encoded, Table, Watcher

if TYPE_CHECKING:
    from demitasse.server.people import People

PING = 20.0  # seconds of silence after which we say that we are still there
SEND_TIME = 20.0  # seconds that a message may take to leave; who reads slower is let go
RESTART = 1012  # and for: come again
FORBIDDEN = 4403  # and for: not with this right
encoder = msgspec.json.Encoder()


class Ended(Exception):
    """The right to watch has ended; says why."""


async def watch(socket: WebSocket[Any, Any, Any], table: Table, watcher: Watcher, people: People) -> None:
    """Tell one watcher everything until they go, or have no right to hear it."""
    watcher.own = set(table.seats_of(watcher.person))
    table.come(watcher)
    listening = asyncio.create_task(_listen(socket))
    telling = asyncio.create_task(_tell(socket, table, watcher, people))
    code, reason = RESTART, ""
    try:
        await asyncio.wait({listening, telling}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        table.go(watcher)
        for task in (listening, telling):
            task.cancel()
            try:
                await task
            except Ended as ended:
                code, reason = FORBIDDEN, str(ended)
            except (asyncio.CancelledError, WebSocketDisconnect, RuntimeError, TimeoutError, Problem):
                pass
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(code, reason)


async def _tell(socket: WebSocket[Any, Any, Any], table: Table, watcher: Watcher, people: People) -> None:
    while not table.gone:
        watcher.news.clear()
        await check_right(table, watcher, people)
        said = await news(table, watcher)
        await check_right(table, watcher, people)  # drawing takes a while
        if said.kind == "rows" and said.head is not None:
            watcher.since = said.head
        watcher.heard = said.talked
        await _send(socket, said)
        if watcher.since < table.head:
            watcher.news.set()  # of many rows the first were told
        while not watcher.news.is_set():
            try:
                async with asyncio.timeout(PING):
                    await watcher.news.wait()
            except TimeoutError:
                await check_right(table, watcher, people)
                await _send(socket, PINGED)


async def check_right(table: Table, watcher: Watcher, people: People) -> None:
    """Raises Ended if a watcher has got up, lost a seat, or shown a token that is good no longer."""
    if watcher.token is not None and await people.who(watcher.token) is None:
        raise Ended("no-session")
    own = set(table.seats_of(watcher.person))
    if watcher.left or not watcher.own <= own or (watcher.seat is not None and watcher.seat not in own):
        raise Ended("forbidden")
    watcher.own = own


async def news(table: Table, watcher: Watcher) -> Encoded:
    """What a watcher does not know yet; made once for all who know and may know the same."""
    person = watcher.person if watcher.own or table.info.host == watcher.person else None
    key = (person, watcher.seat, watcher.since, watcher.language, watcher.scenes, watcher.heard)
    making = table.told.get(key)
    if making is None:
        making = table.told[key] = asyncio.create_task(_encoded(table, copy.copy(watcher)))
    try:
        return await asyncio.shield(making)
    except Exception:
        table.told.pop(key, None)
        raise


async def _encoded(table: Table, watcher: Watcher) -> Encoded:
    said = await frame(table, watcher)
    return Encoded(said.kind, said.head, encoder.encode(said).decode(), watcher.heard)


async def frame(table: Table, watcher: Watcher) -> shapes.Frame:
    """What a watcher does not know yet."""
    seat = table.seat_shown(watcher.person) if watcher.seat is None else watcher.seat
    rows = seat_view.rows(table, watcher.since, seat, watcher.language)
    said = seat_view.shown(table, watcher.person, seat, watcher.language)
    said.since = await seat_view.since(table, seat, watcher.language)
    talk = _overheard(table, watcher)
    if not rows:
        return shapes.Frame("table", table=said, talk=talk)
    watcher.since = rows[-1].seq
    view = seat_view.view_hash(table, seat) if watcher.since == table.head else None
    if watcher.scenes:
        await seat_view.draw_rows(table, rows, seat, watcher.language)
    return shapes.Frame("rows", rows[-1].seq, view, rows, said, talk)


def _overheard(table: Table, watcher: Watcher) -> list[shapes.TalkShown] | None:
    """What was said that a watcher who listens does not know yet; known from now on."""
    if watcher.heard is None:
        return None
    found = [line.shown() for line in table.talk if line.number > watcher.heard]
    watcher.heard = table.talked
    return found or None


async def _send(socket: WebSocket[Any, Any, Any], said: Encoded) -> None:
    async with asyncio.timeout(SEND_TIME):
        await socket.send_text(said.text)


async def _listen(socket: WebSocket[Any, Any, Any]) -> None:
    """A watcher has nothing to say; how much of it is heard is counted at the wire."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


PINGED = Encoded("ping", None, encoder.encode(shapes.Frame("ping")).decode())
