"""Live: a WebSocket that tells what happens at a table from row n on, without a hole."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from demitasse.server import seat_view, shapes
from demitasse.server.problems import Problem
from demitasse.server.table import Table, Watcher

PING = 20.0  # seconds of silence after which we say that we are still there
SEND_TIME = 20.0  # seconds that a message may take to leave; who reads slower is let go
HEARD = 20  # messages that one connection may send
HEARD_WITHIN = 10.0  # in so many seconds
LARGEST = 1000  # bytes of one of them
RESTART = 1012  # and for: come again
POLICY = 1008  # WebSocket's code for having broken the house's rules
encoder = msgspec.json.Encoder()


async def watch(socket: WebSocket[Any, Any, Any], table: Table, watcher: Watcher) -> None:
    """Tell one watcher everything until they go."""
    table.watchers.add(watcher)
    for other in table.watchers:
        other.news.set()  # somebody has come
    listening = asyncio.create_task(_listen(socket))
    telling = asyncio.create_task(_tell(socket, table, watcher))
    try:
        await asyncio.wait({listening, telling}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        table.watchers.discard(watcher)
        for task in (listening, telling):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, TimeoutError, Problem):
                await task
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(RESTART)
        table.tell()


async def _tell(socket: WebSocket[Any, Any, Any], table: Table, watcher: Watcher) -> None:
    while not table.gone:
        watcher.news.clear()
        await _send(socket, await frame(table, watcher))
        if watcher.since < table.head:
            watcher.news.set()  # of many rows the first were told
        while not watcher.news.is_set():
            try:
                async with asyncio.timeout(PING):
                    await watcher.news.wait()
            except TimeoutError:
                await _send(socket, shapes.Frame("ping"))


async def frame(table: Table, watcher: Watcher) -> shapes.Frame:
    """What a watcher does not know yet."""
    seat = table.seat_shown(watcher.person) if watcher.seat is None else watcher.seat
    rows = seat_view.rows(table, watcher.since, seat, watcher.language)
    said = seat_view.shown(table, watcher.person, seat, watcher.language)
    if not rows:
        return shapes.Frame("table", table=said)
    watcher.since = rows[-1].seq
    view = seat_view.view_hash(table, seat) if watcher.since == table.head else None
    if watcher.scenes:
        await seat_view.draw_rows(table, rows, seat, watcher.language)
    return shapes.Frame("rows", rows[-1].seq, view, rows, said)


async def _send(socket: WebSocket[Any, Any, Any], said: shapes.Frame) -> None:
    async with asyncio.timeout(SEND_TIME):
        await socket.send_text(encoder.encode(said).decode())


async def _listen(socket: WebSocket[Any, Any, Any]) -> None:
    """A watcher has nothing to say; what comes is counted, and too much of it ends the connection."""
    heard: list[float] = []
    while True:
        try:
            said = await socket.receive_data("text")
        except WebSocketDisconnect:
            return
        heard = [moment for moment in heard if moment > time.monotonic() - HEARD_WITHIN] + [time.monotonic()]
        if len(heard) > HEARD or len(said) > LARGEST:
            await socket.close(POLICY, "too many messages, or too large ones")
            return
