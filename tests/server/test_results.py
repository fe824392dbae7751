"""Results of tables: what people reached is kept with the row that ends a game, and compared with what was before;
against both databases.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.json import decode, encode

from demitasse.core import result as core
from demitasse.core.result import GameResult, Highlight
from demitasse.core.setting import Setting
from demitasse.core.words import words, written
from demitasse.server import results, shapes
from demitasse.server import schema as t
from demitasse.server.house import House
from demitasse.server.jobs import JOBS
from demitasse.server.people import People, Who
from demitasse.server.queries import HouseRecords, Scored
from demitasse.server.settings import Settings
from demitasse.server.store import Store
from demitasse.server.table import Table
from demitasse.server.workers import WorkerParent, Workers
from demitasse.server.writer import Writer
from tests.players import Driver

SEATS = [shapes.SeatAsked("me"), shapes.SeatAsked("bot")]


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[tuple[House, Who]]:
    """A house in this process, and somebody who comes there."""
    store = Store(database)
    writer, parent = Writer(store), WorkerParent(JOBS)
    try:
        yield (
            House(store, writer, Settings(database=database), Workers(parent, 1)),
            (await People(store, writer).arrive("Olha"))[0],
        )
    finally:
        await writer.close()
        store.close()
        parent.close()


async def finished(house: House, who: Who, care: int, asked: shapes.TableAsked | None = None) -> Table:
    """A game that was played to its end by a person as careful as that, and careless bots."""
    table = await house.create(who, asked or shapes.TableAsked(SEATS, "coffee_rush"))
    await house.start(who, table, "")
    while table.info.stage == "playing":
        match = table.course.match
        text = match.action_text(match.policy_choice(0 if match.actor else care, table.head))
        await house.act(table, shapes.PlayAsked(int(match.actor or 0), table.head, text, f"n{table.head}"))
    return table


async def told(house: House, table: Table, person: str | None) -> dict[str, Any]:
    found: dict[str, Any] = decode(encode(await results.shown(house.store, table, person, "en")))
    return found


def record(found: dict[str, Any]) -> str:
    """What is told of the records of the house."""
    return next((f"{fact['head']} {fact['say']}" for fact in found["facts"] if fact["symbol"] == "ui-person"), "")


def result_of(*totals: int) -> GameResult:
    """A result of these points, the first seat a person's and the others bots', with as many facts as there may be."""
    match = Driver(Setting.of("coffee_rush", len(totals)), 5, 100).run(20_000)
    found = core.of(match, words("en"))
    places = [
        replace(place, seat=seat, name=f"seat {seat}", total=totals[seat]) for seat, place in enumerate(found.places)
    ]
    return replace(found, places=places, facts=[Highlight("ui-check", "", "")] * core.FACTS)


@pytest.mark.parametrize(
    ("totals", "best", "told"),
    [
        ((4, 2), 9, "House record for 2 players: 9, Ada."),
        ((12, 11), 9, "A new house record for 2 players: 12, seat 0. It was 9, Ada."),
        ((4, 11), 9, ""),  # a bot has more than the record
        ((12, 13), 9, ""),  # and more than the new one
        ((-5, -7), -2, ""),
    ],
)
def test_a_record_is_told_only_where_nobody_at_the_table_has_more(
    totals: tuple[int, ...], best: int, told: str
) -> None:
    records = HouseRecords(Scored(best, "Ada"), None, [0])
    found = results.with_records(result_of(*totals), [], records, words("en"))
    assert record(found.as_json()) == told
    assert len(found.facts) == core.FACTS


def reached(table: Table) -> list[int]:
    return [int(points) for points in table.course.match.scores()]


def worth_telling(played: list[Table]) -> bool:
    """Whether the person, who sits first, has points in the last game: more than ever before, no less than the bot."""
    own, *others = reached(played[-1])
    return own >= max(1, *others) and own > max((reached(table)[0] for table in played[:-1]), default=own)


def test_a_game_is_compared_with_what_was_reached_here_before(database: str) -> None:
    async def work() -> None:
        async with opened(database) as (house, who):
            played = [await finished(house, who, 0)]
            assert record(await told(house, played[0], who.person)) == "", "nothing is guessed where nothing was"
            for _ in range(30):
                if worth_telling(played):
                    break
                played.append(await finished(house, who, 100))
            *earlier, good = played
            last, best = (written(max(reached(table)[0] for table in tables)) for tables in (earlier, [good]))
            assert record(await told(house, good, who.person)) == (
                f"A new house record for 2 players: {best}, Olha. It was {last}, Olha. "
                f"Your own best was {last}; now it is {best}."
            )
            assert "own best" not in record(await told(house, good, None)), "who watches has none"
            assert record(await told(house, played[0], who.person)) == "", "what came later does not change what was"
            less_luck = shapes.TableAsked(SEATS, "coffee_rush", {"less_luck": True})
            assert record(await told(house, await finished(house, who, 50, less_luck), who.person)) == ""
            fork = shapes.TableAsked(SEATS, from_=shapes.Origin(good.id, good.course.ply - 1))
            await finished(house, who, 100, fork)
            rows = await house.store.ask(lambda connection: connection.execute(sa.select(t.results.c.table)).all())
            assert len(rows) == len(played) + 1, "bots, and games that did not begin here, leave nothing"

    asyncio.run(work())


def test_a_rematch_lets_another_begin(sqlite: str) -> None:
    async def work() -> None:
        async with opened(sqlite) as (house, who):
            table = await finished(house, who, 100)
            again = await house.rematch(who, table)
            assert [chair.name for chair in again.chairs] == [table.chairs[1].name, table.chairs[0].name]

    asyncio.run(work())
