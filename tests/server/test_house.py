"""The house in one process: a table that was forgotten is read anew, and nothing is done through what stood for it
before.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from demitasse.server import shapes
from demitasse.server.house import Done, House
from demitasse.server.jobs import JOBS
from demitasse.server.people import People
from demitasse.server.problems import Problem
from demitasse.server.settings import Settings
from demitasse.server.store import Store
from demitasse.server.table import Table
from demitasse.server.workers import WorkerParent, Workers
from demitasse.server.writer import Writer


async def play(house: House, table: Table) -> Done:
    """Any legal decision."""
    match = table.course.match
    asked = shapes.PlayAsked(int(match.actor or 0), table.head, match.legal()[0], secrets.token_hex(4))
    return await house.act(table, asked)


ASKED = shapes.TableAsked([shapes.SeatAsked("me"), shapes.SeatAsked("screen", name="Taras")], "coffee_rush")


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[tuple[House, People]]:
    store = Store(database)
    writer = Writer(store)
    parent = WorkerParent(JOBS)
    yield House(store, writer, Settings(database=database), Workers(parent, 1)), People(store, writer)
    await writer.close()
    store.close()
    parent.close()


def test_nothing_is_done_through_a_table_that_was_forgotten(sqlite: str) -> None:
    async def work() -> None:
        async with opened(sqlite) as (house, people):
            who, _ = await people.arrive("Olha")
            before = await house.create(who, ASKED)
            await house.start(who, before, "")
            await play(house, before)
            house.forget(before)
            now = await house.table(before.id)
            assert now is not before
            assert now.head == before.head
            with pytest.raises(Problem, match="read anew"):
                await play(house, before)
            with pytest.raises(Problem, match="read anew"):
                await house.leave(who, before)
            await play(house, now)

    asyncio.run(work())


def test_a_table_takes_the_name_that_was_said_while_it_was_set(sqlite: str) -> None:
    async def work() -> None:
        async with opened(sqlite) as (house, people):
            came, _ = await people.arrive("Olha")  # as the request that sets the table knows them
            await people.rename(came, "Olena")
            assert (await house.create(came, ASKED)).names[0] == "Olena"

    asyncio.run(work())
