"""Other processes on the same PostgreSQL: what they wrote, so that whoever watches here hears of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading

import psycopg

from demitasse.server.house import House
from demitasse.server.people import PERSON, People
from demitasse.server.presence import BEAT
from demitasse.server.writer import CHANNEL

PAUSE = 1.0  # seconds between looks whether to end, and before the next try to connect
SIGN = "sign "  # with which a note begins that tells who is here
log = logging.getLogger("demitasse")


class OtherProcesses:
    """A thread that listens on a connection of its own."""

    def __init__(self, house: House, people: People) -> None:
        self.house, self.people = house, people
        self._loop = asyncio.get_running_loop()
        self._closed = threading.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._address = house.store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._thread = threading.Thread(target=self._run, name="news", daemon=True)
        self._thread.start()
        self._beating = asyncio.create_task(self._beat())

    def close(self) -> None:
        self._closed.set()
        self._beating.cancel()

    async def _beat(self) -> None:
        """Tell the others every now and then who is here."""
        while True:
            await asyncio.sleep(BEAT)
            with contextlib.suppress(Exception):  # the database may be away; who is here is told again
                await asyncio.gather(
                    *(self.house.writer.write(table=SIGN + " ".join(sign)) for sign in self.house.signs_of_life())
                )

    def _run(self) -> None:
        lost = False
        while not self._closed.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    if lost:  # what was said meanwhile is looked up
                        self._loop.call_soon_threadsafe(self.people.forget_all)
                        self._loop.call_soon_threadsafe(self._hear, self.house.all_at_hand())
                    self._listen(connection)
            except psycopg.OperationalError as error:
                lost = True
                log.warning("the line to the other processes is gone and will be tried again: %s", error)
                self._closed.wait(PAUSE)

    def _listen(self, connection: psycopg.Connection[tuple[object, ...]]) -> None:
        while not self._closed.is_set():
            for note in connection.notifies(timeout=PAUSE):
                sender, *notes = json.loads(note.payload)
                if sender != self.house.writer.name:
                    self._loop.call_soon_threadsafe(self._hear, notes)

    def _hear(self, notes: list[str]) -> None:
        for note in notes:
            if note.startswith(PERSON):
                self.people.forget(note.removeprefix(PERSON))
                continue
            if note.startswith(SIGN):
                self.house.hear_sign(*note.removeprefix(SIGN).split())
                continue
            task = asyncio.create_task(self.house.hear(note))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
