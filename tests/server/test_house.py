"""The house in one process: a table that was forgotten is read anew, and nothing is done through what stood for it
before.
"""

from __future__ import annotations

import asyncio
import secrets

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


def test_nothing_is_done_through_a_table_that_was_forgotten(sqlite: str) -> None:
    async def work() -> None:
        store = Store(sqlite)
        writer = Writer(store)
        parent = WorkerParent(JOBS)
        house = House(store, writer, Settings(database=sqlite), Workers(parent, 1))
        who, _ = await People(store, writer).arrive("Olha")
        before = await house.create(
            who, shapes.TableAsked([shapes.SeatAsked("me"), shapes.SeatAsked("screen", name="Taras")], "coffee_rush")
        )
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
        await writer.close()
        store.close()
        parent.close()

    asyncio.run(work())
