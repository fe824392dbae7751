"""A fair queue: what somebody asks for waits for what they asked before, and hardly for what others did."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict, deque
from collections.abc import AsyncIterator

from demitasse.server.problems import Problem

MOST_WAITING = 5_000  # in one queue


class FairQueue:
    """So many places; of those who wait, the person gets the next one whose last turn is longest ago."""

    def __init__(self, places: int, share: int = MOST_WAITING, patience: float | None = None) -> None:
        self.places = max(1, places)
        self.share = share  # how much of one person's may wait
        self.patience = patience  # seconds that it may
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # person -> who waits
        self._number = 0
        self._served: OrderedDict[str, None] = OrderedDict()  # people by their last turn, the latest at the end

    @property
    def people(self) -> int:
        """So many people wait."""
        return len(self._waiting)

    @contextlib.asynccontextmanager
    async def turn(self, person: str) -> AsyncIterator[None]:
        """Wait for a place and hold it. Raises Problem if too much waits, or for too long."""
        await self._come(person)
        try:
            yield
        finally:
            self._go()

    async def _come(self, person: str) -> None:
        if self.places and not self._waiting:
            self.places -= 1
            self._serve(person)
            return
        own = self._waiting.get(person, ())
        if len(own) >= self.share or self._number >= MOST_WAITING:
            raise Problem("too-many", f"{len(own)} things that you asked for wait already; try again in a moment")
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append(place)
        self._number += 1
        try:
            async with asyncio.timeout(self.patience):
                await place
        except BaseException as error:
            if place.done() and not place.cancelled():  # the place was given at the same moment
                self._go()
            else:
                self._forget(person, place)
            if isinstance(error, TimeoutError):
                raise Problem("too-many", "there is too much to do here just now; try again in a moment") from None
            raise

    def _go(self) -> None:
        """Hand a place on to the next person."""
        while self._waiting:
            person = self._next()
            place = self._waiting[person].popleft()
            self._number -= 1
            if not self._waiting[person]:
                del self._waiting[person]
            if not place.done():
                self._serve(person)
                place.set_result(None)
                return
        self.places += 1

    def _next(self) -> str:
        """Who waits and was not served for longest."""
        for person in self._waiting:
            if person not in self._served:
                return person
        return next(person for person in self._served if person in self._waiting)

    def _serve(self, person: str) -> None:
        self._served[person] = None
        self._served.move_to_end(person)
        if len(self._served) > MOST_WAITING:
            self._served.popitem(last=False)

    def _forget(self, person: str, place: asyncio.Future[None]) -> None:
        places = self._waiting.get(person)
        if places is not None and place in places:
            places.remove(place)
            self._number -= 1
            if not places:
                del self._waiting[person]
