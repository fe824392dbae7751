"""P13: nobody stops the others: hostile texts, searches that hang, many masters, long logs and drawings."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import demitasse
from demitasse.core.match import Match
from demitasse.server import live, scenes, seat_view, table
from demitasse.server.fair_queue import FairQueue
from demitasse.server.problems import Problem
from demitasse.server.scenes import Trail
from tests.server.client import Client, Refused, refusal
from tests.server.conftest import House
from tests.server.test_scenes import new_table, play

DOTTED = "a." * 32_000 + "a = 1"  # keeps a parser busy for half a minute
SLOW = "a." * 16_000 + "a = 1"  # for some seconds
SEATS = [{"kind": "me"}, {"kind": "screen", "name": "Taras"}]


# Texts of strangers ---------------------------------------------------------------------------------------------------


async def answered_meanwhile(house: House, box: str) -> tuple[dict[str, Any], list[float]]:
    """How a table with this box is refused, and how long others waited for their answers meanwhile."""
    olha, ivan = await house.guest(), await house.guest("Ivan")
    making = asyncio.create_task(olha.ask("POST", "/api/tables", {"game": "coffee_rush", "seats": SEATS, "box": box}))
    waited = []
    while not making.done():
        began = time.monotonic()
        await ivan.get("/api/session")
        waited.append(time.monotonic() - began)
        await asyncio.sleep(0.05)
    with pytest.raises(Refused) as refused:
        await making
    return refused.value.problem, waited


@pytest.mark.parametrize("box", [DOTTED, "a = " + "9" * 5_000, "a = " + "[" * 30_000], ids=["dots", "digits", "deep"])
def test_a_hostile_box_is_refused_at_once(house: House, box: str) -> None:
    async def work() -> None:
        began = time.monotonic()
        problem, _ = await answered_meanwhile(house, box)
        assert (problem["type"], problem["status"]) == ("bad-setting", 422)
        assert time.monotonic() < began + 5
        with refusal("bad-record"):
            record = f"game: coffee_rush\nseats: 2\nbox: {'0' * 64}\n\n--- box\n{box}\n"
            await (await house.guest()).post("/api/tables", {"seats": [], "record": record})

    house.run(work())


def test_a_text_that_gets_past_the_bounds_is_given_up_on_and_nobody_waits(house: House) -> None:
    async def work() -> None:
        problem, waited = await answered_meanwhile(house, DOTTED)
        assert problem["detail"] == "it took more than 1 seconds"
        assert max(waited) < 1
        match = demitasse.Match("kanban_menu", 2, seed=3, auto_draw=True)
        made = await (await house.guest()).post("/api/tables", {"seats": SEATS, "record": match.record()})
        assert made["ply"] == len(match.plies)

    house.open("no_bounds", "hasty_reading")
    house.run(work())
    assert "the job read_setting took more than 1 seconds and was ended" in house.servers.log.read_text()


def test_a_text_that_is_read_where_everybody_is_answered_is_noticed(house: House) -> None:
    async def work() -> None:
        _, waited = await answered_meanwhile(house, SLOW)
        assert max(waited, default=9) > 1

    house.open("no_bounds", "read_on_the_loop")
    house.run(work())


# Shares ---------------------------------------------------------------------------------------------------------------


async def order_of_turns(queue: FairQueue) -> list[str]:
    """In which order people get their turns, when one of them asks for much before another asks for little."""
    served: list[str] = []

    async def ask(person: str) -> None:
        async with queue.turn(person):
            await asyncio.sleep(0)
            served.append(person)

    greedy = [asyncio.create_task(ask("greedy")) for _ in range(60)]
    await asyncio.sleep(0)
    await asyncio.gather(ask("Olha"), ask("Ivan"), ask("Olha"), *greedy)
    return served


@pytest.mark.parametrize("broken", [False, True])
def test_turns_go_round_by_person(monkeypatch: pytest.MonkeyPatch, broken: bool) -> None:
    if broken:
        turn = FairQueue.turn
        monkeypatch.setattr(FairQueue, "turn", lambda self, person: turn(self, "everybody"))
    served = asyncio.run(order_of_turns(FairQueue(1)))
    assert (max(served.index("Olha"), served.index("Ivan")) < 6) != broken
    assert served.count("greedy") == 60


def test_whoever_asks_for_too_much_is_refused_and_a_place_is_never_lost() -> None:
    async def work() -> None:
        queue = FairQueue(1, share=2, patience=0.05)
        async with queue.turn("Olha"):
            waiting = [asyncio.create_task(hold(queue, "Ivan")) for _ in range(3)]
            found = await asyncio.gather(*waiting, return_exceptions=True)
        assert [isinstance(error, Problem) and error.slug for error in found] == ["too-many"] * 3
        assert queue.people == 0
        await hold(queue, "Ivan")
        given_up = asyncio.create_task(hold(queue, "Olha"))
        given_up.cancel()
        await asyncio.gather(given_up, return_exceptions=True)
        await hold(queue, "Ivan")

    asyncio.run(work())


async def hold(queue: FairQueue, person: str) -> None:
    async with queue.turn(person):
        await asyncio.sleep(0)


def masters(*people: dict[str, Any]) -> dict[str, Any]:
    return {"game": "kanban_menu", "seats": [*people, *[{"kind": "bot", "level": "master"}] * 2]}


async def decisions_before_mine(house: House, tables: int) -> int:
    """How often another person's masters decide before my bot does."""
    greedy, olha = await house.guest("Greedy"), await house.guest()
    crowd = [await greedy.table(masters({"kind": "me"})) for _ in range(tables)]
    mine = await olha.table({"game": "kanban_menu", "seats": [{"kind": "me"}, {"kind": "bot", "level": "barista"}]})
    for each in crowd:
        await until_bots(greedy, each)
    now = await until_bots(olha, mine)
    before = await played(greedy, crowd)
    while (await olha.shown(mine))["head"] == now["head"]:
        await asyncio.sleep(0.02)
    return await played(greedy, crowd) - before


async def played(client: Client, tables: list[str]) -> int:
    logs = [(await client.get(f"/api/tables/{each}/log"))["rows"] for each in tables]
    return sum(row["kind"] == "play" for rows in logs for row in rows)


async def until_bots(client: Client, id: str) -> Any:
    """Decide anything until a bot is to act."""
    while True:
        now = await client.shown(id)
        if now["waiting"] != [0]:
            return now
        await client.play(id, 0, now["head"], now["scene"]["actions"][0]["text"], f"n{now['head']}")


def test_many_tables_of_masters_keep_nobodys_bot_waiting(house: House) -> None:
    async def work() -> None:
        assert await decisions_before_mine(house, 12) <= 3

    house.run(work())


def test_a_house_that_serves_whoever_asks_for_most_is_noticed(house: House) -> None:
    async def work() -> None:
        assert await decisions_before_mine(house, 12) > 3

    house.open("first_come")
    house.run(work())


@pytest.mark.parametrize(("broken", "acts"), [((), True), (("no_watchdog",), False)])
def test_a_search_that_hangs_is_killed_and_said(house: House, broken: tuple[str, ...], acts: bool) -> None:
    async def work() -> None:
        olha = await house.guest()
        id = await olha.table({"game": "kanban_menu", "seats": [{"kind": "me"}, {"kind": "bot", "level": "barista"}]})
        now = await until_bots(olha, id)
        try:
            async with asyncio.timeout(30 if acts else 4):
                while (await olha.shown(id))["head"] == now["head"]:
                    await asyncio.sleep(0.05)
        except TimeoutError:
            assert not acts
        else:
            assert acts

    house.open("hung_search", *broken)
    began = len(house.servers.log.read_text())
    house.run(work())
    said = house.servers.log.read_text()[began:]
    assert ("did not end; regular decides instead" in said) == acts


def test_workers_die_with_the_server(house: House) -> None:
    async def work() -> None:
        olha = await house.guest()
        id = await olha.table(masters({"kind": "me"}))
        await until_bots(olha, id)

    house.run(work())
    until = time.monotonic() + 20
    everybody: list[int] = []
    while len(everybody) < 2:  # a bot's turn has begun; its worker may still be made
        assert time.monotonic() < until
        parent = children(house.pid)
        everybody = [*parent, *(worker for each in parent for worker in children(each))]
    house.kill()
    until = time.monotonic() + 20
    while any(Path(f"/proc/{pid}/stat").exists() for pid in everybody):
        assert time.monotonic() < until
        time.sleep(0.05)


def children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


# Long logs ------------------------------------------------------------------------------------------------------------


def do_and_undo(at: table.Table, times: int) -> None:
    while at.course.match.actor == "*":
        play(at, 0, next(iter(at.course.match.outcomes())))
    for _ in range(times):
        match = at.course.match
        assert isinstance(match.actor, int)
        seat = match.actor
        play(at, seat, match.legal()[0])
        at.accept(at.undo(seat, at.head, False, f"u{at.head}"))


def test_a_log_is_told_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_view, "PAGE", 20)
    at = new_table("coffee_rush")
    do_and_undo(at, 30)
    pages: list[list[int]] = []
    while not pages or pages[-1]:
        since = pages[-1][-1] if pages else 0
        pages.append([row.seq for row in seat_view.rows(at, since, 0, "en")])
    assert max(map(len, pages)) == 20
    assert [seq for page in pages for seq in page] == list(range(1, at.head + 1))

    async def work() -> None:
        watcher = table.Watcher("o", None, 0, 0, "en", False)
        seen: list[int] = []
        while watcher.since < at.head:
            said = await live.frame(at, watcher)
            assert said.rows is not None
            assert (said.view is not None) == (watcher.since == at.head)
            seen += [row.seq for row in said.rows]
        assert seen == list(range(1, at.head + 1))

    asyncio.run(work())


@pytest.mark.parametrize("broken", [False, True])
def test_a_log_does_not_grow_for_ever_by_taking_back(monkeypatch: pytest.MonkeyPatch, broken: bool) -> None:
    monkeypatch.setattr(table, "MOST_TAKEN_BACK", 40)
    if broken:
        monkeypatch.setattr(table.Table, "_check_growth", lambda self, most: None)
    at = new_table("coffee_rush")
    with contextlib.nullcontext() if broken else pytest.raises(Problem, match="40 rows were taken back"):
        do_and_undo(at, 60)
    assert (at.head > 100) == broken
    play(at, int(at.course.match.actor or 0), at.course.match.legal()[0])  # what is played stays, and the game goes on


# Long drawings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("era", "most"), [(scenes.ERA, scenes.ERA), (10**9, 8_001)])
def test_a_drawing_follows_pieces_for_so_long_only(monkeypatch: pytest.MonkeyPatch, era: int, most: int) -> None:
    monkeypatch.setattr(scenes, "ERA", era)
    match, looked_at = Match("coffee_rush", 2), 0

    def views(first: int, last: int) -> Iterator[Match]:
        nonlocal looked_at
        for _ in range(first, last + 1):
            looked_at += 1
            yield match

    Trail().at(8_000, views)
    assert looked_at <= most
    assert (looked_at == 8_001) == (most == 8_001)


def test_a_course_that_is_followed_is_not_copied_at_every_row(monkeypatch: pytest.MonkeyPatch) -> None:
    at = new_table("coffee_rush")
    do_and_undo(at, 40)
    snapshot, copies = at.snapshot(), 0
    copy = type(at.course).copy

    def counted(self: Any) -> Any:
        nonlocal copies
        copies += 1
        return copy(self)

    monkeypatch.setattr(type(at.course), "copy", counted)
    assert len([course.ply for course in snapshot.courses(0, at.head - 1, {})]) == at.head
    assert copies <= 2


def test_a_log_is_replayed_once_whoever_sits_down() -> None:
    """Names and luck change nothing that lies on the table, so nothing is played again, above all not on the loop."""
    at = new_table("coffee_rush")
    do_and_undo(at, 3)
    before = at.course.match.states.tobytes()
    course = at.course
    at.seat([*at.chairs[:1], table.Chair(1, "person", None, "m", "Mykola", "luck")])
    assert at.course.match.states.tobytes() == before
    assert at.course.match.names == ("Olha", "Mykola")
    assert at.course.match.luck == ("", "luck")
    assert at.course is not course
    assert course.match.names == ("Olha", "Taras")
