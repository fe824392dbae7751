"""P5, P6, P10: a right ends everywhere with what it came from; turns are their owner's; the lobby is not a door. Each
with a server beside it that does otherwise and must be found out.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import websockets
from websockets.asyncio.client import ClientConnection

from demitasse import Match
from tests.server.client import Client, hear, refusal
from tests.server.conftest import House
from tests.server.playing import SCREEN
from tests.server.processes import Servers
from tests.server.test_wires import with_and_without

FRIENDS = {"game": "cat_cafe", "by_hand": True, "seats": [{"kind": "me"}, {"kind": "open"}]}
AT_ONCE = 1.0  # seconds, as promised
LATE = 5.0  # seconds that a busy machine adds to any of it


async def silenced(live: ClientConnection, seconds: float = LATE) -> bool:
    """Whether a live connection is closed in time; what it says before is read."""
    try:
        async with asyncio.timeout(seconds):
            while True:
                await live.recv()
    except websockets.ConnectionClosed:
        return True
    except TimeoutError:
        return False


async def by_token(house: House, client: Client, table: str) -> Client:
    """A program that plays with a token of somebody's."""
    program = house.client()
    program.headers = {"authorization": f"Bearer {(await client.post(f'/api/tables/{table}/tokens'))['token']}"}
    return program


async def friends(house: House, start: bool = True) -> tuple[str, Client, Client]:
    """A table of Olha's, where Taras sits, too."""
    olha, taras = await house.guest("Olha"), await house.guest("Taras")
    table = await olha.table(FRIENDS, start=False)
    await taras.post(f"/api/tables/{table}/join", {})
    if start:
        await olha.post(f"/api/tables/{table}/start", {})
    return table, olha, taras


# A live connection ends with its right --------------------------------------------------------------------------------


async def leave(house: House, olha: Client, taras: Client, table: str) -> None:
    await taras.post(f"/api/tables/{table}/leave")


async def log_out(house: House, olha: Client, taras: Client, table: str) -> None:
    await taras.ask("DELETE", "/api/session")


async def be_freed(house: House, olha: Client, taras: Client, table: str) -> None:
    await olha.post(f"/api/tables/{table}/seat", {"seat": 1, "seq": 0, "nonce": "f", "change": "free"})


ENDS: dict[str, Callable[..., Any]] = {"leave": leave, "log out": log_out, "be freed": be_freed}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
@with_and_without("right_at_the_opening_only")
def test_an_open_connection_ends_with_the_seat_or_the_session(
    house: House, end: Callable[..., Any], broken: tuple[str, ...]
) -> None:
    async def work() -> None:
        table, olha, taras = await friends(house, start=False)
        lines = [await taras.live(table, since=0, seat=1), await taras.live(table, since=0)]
        for line in lines:
            await hear(line)
        await end(house, olha, taras, table)
        for line in lines:
            assert await silenced(line, 1.0 if broken else LATE) == (not broken)
            await line.close()

    house.open(*broken)
    house.run(work())


@with_and_without("right_at_the_opening_only")
def test_nothing_of_the_next_person_is_heard_through_an_old_connection(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        table, olha, taras = await friends(house, start=False)
        line = await taras.live(table, since=0, seat=1)
        await hear(line)
        await taras.post(f"/api/tables/{table}/leave")
        ivan = await house.guest("Ivan")
        await ivan.post(f"/api/tables/{table}/join", {})
        await olha.post(f"/api/tables/{table}/start", {})
        match = await until_both_choose(table, olha, ivan)
        text = match.view(1).legal()[0]
        await ivan.play(table, 1, (await ivan.shown(table))["head"], text, "secret")
        heard = []
        with contextlib.suppress(websockets.ConnectionClosed, TimeoutError):
            async with asyncio.timeout(1.5):
                while True:
                    heard.append(await line.recv())
        assert any(f'"{text}"' in str(said) for said in heard) == bool(broken)
        await line.close()

    house.open(*broken)
    house.run(work())


async def until_both_choose(table: str, *clients: Client) -> Match:
    """Play Cat Café beside a real box until both seats choose in secret."""
    match = Match("cat_cafe", 2, seed=7)
    head = 0
    while "pass" not in match.legal():
        actor = match.actor
        text = match.draw() if actor == "*" else match.legal()[0]
        if actor != "*":
            match.play(text)
        seat = 0 if actor == "*" else int(actor or 0)
        head = (await clients[seat].play(table, seat, head, text, f"n{head}"))["head"]
    return match


@with_and_without("right_at_the_opening_only")
def test_a_programs_connection_ends_when_its_token_is_taken_back(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        olha = await house.guest()
        table = await olha.table(SCREEN)
        line = await (await by_token(house, olha, table)).live(table, since=0)
        own = await olha.live(table, since=0)
        await hear(line)
        await olha.ask("DELETE", f"/api/tables/{table}/tokens")
        assert await silenced(line, 1.0 if broken else LATE) == (not broken)
        assert not await silenced(own, 0.5)
        await line.close()
        await own.close()

    house.open(*broken)
    house.run(work())


def test_who_sits_down_goes_on_hearing(house: House) -> None:
    async def work() -> None:
        olha, taras = await house.guest("Olha"), await house.guest("Taras")
        table = await olha.table(FRIENDS, start=False)
        line = await taras.live(table, since=0)
        assert (await hear(line))["table"]["yours"] == []
        await taras.post(f"/api/tables/{table}/join", {})
        while (await hear(line))["table"]["yours"] != [1]:
            pass
        await line.close()

    house.run(work())


@pytest.fixture
def two_houses(servers: Servers, postgres_server: Any) -> Iterator[tuple[House, House]]:
    """Two processes on one PostgreSQL."""
    database = postgres_server.database()
    made = House(servers, database), House(servers, database)
    yield made
    for house in made:
        house.kill()


@with_and_without("nobody_is_told_who_ended")
def test_it_ends_at_other_processes_within_a_second(two_houses: tuple[House, House], broken: tuple[str, ...]) -> None:
    here, there = two_houses

    async def work() -> None:
        table, _, taras = await friends(here)
        program = await by_token(here, taras, table)
        twin, twin_program = there.client(), there.client()
        twin.headers, twin_program.headers = dict(taras.headers), dict(program.headers)
        lines = [await twin_program.live(table, since=0), await twin.live(table, since=0)]
        for line in lines:
            await hear(line)
        for line, ended in zip(lines, (f"/api/tables/{table}/tokens", "/api/session"), strict=True):
            await taras.ask("DELETE", ended)
            assert await silenced(line, AT_ONCE) == (not broken)
        for client in (twin, twin_program):
            assert ((await client.shown(table))["yours"] == []) == (not broken)
        for line in lines:
            await line.close()
        twin.close()
        twin_program.close()

    there.open(*broken)
    here.open(*broken)
    here.run(work())


@with_and_without("undo_across_reveals")
def test_who_has_seen_what_the_others_chose_does_not_choose_again(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        table, olha, taras = await friends(house)
        match = await until_both_choose(table, olha, taras)
        first, last = int(match.actor or 0), 1 - int(match.actor or 0)
        clients = (olha, taras)
        for seat in (first, last):
            text = next(text for text in match.view(seat).legal() if text != "pass")
            head = (await clients[seat].shown(table))["head"]
            await clients[seat].play(table, seat, head, text, f"choice {seat}")
        now = await clients[last].shown(table, last)
        undo = {"seat": last, "seq": now["head"], "nonce": "u"}
        assert now["undo"] == bool(broken)
        if broken:
            await clients[last].post(f"/api/tables/{table}/undo", undo)
        else:
            with refusal("not-now"):
                await clients[last].post(f"/api/tables/{table}/undo", undo)

    house.open(*broken)
    house.run(work())


# Tokens do what they say ----------------------------------------------------------------------------------------------


@with_and_without("tokens_rename")
def test_a_token_does_not_rename_its_person(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        olha = await house.guest()
        program = await by_token(house, olha, await olha.table(SCREEN))
        status, said = await program.raw("POST", "/api/session", b'{"name": "Mallory"}')
        assert ((status, json.loads(said).get("type")) == (403, "forbidden")) == (not broken)
        assert ((await olha.get("/api/session"))["name"] == "Olha") == (not broken)

    house.open(*broken)
    house.run(work())


@with_and_without("tokens_outlive_logout")
def test_tokens_end_with_the_session_that_gave_them(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        olha = await house.guest()
        table = await olha.table(SCREEN)
        program = await by_token(house, olha, table)
        assert (await program.shown(table))["yours"] == [0, 1]
        await olha.ask("DELETE", "/api/session")
        assert ((await program.shown(table))["yours"] == []) == (not broken)

    house.open(*broken)
    house.run(work())


def test_a_program_that_logs_out_ends_its_own_token_only(house: House) -> None:
    async def work() -> None:
        olha = await house.guest()
        table = await olha.table(SCREEN)
        program, other = await by_token(house, olha, table), await by_token(house, olha, table)
        await program.ask("DELETE", "/api/session")
        assert (await program.shown(table))["yours"] == []
        assert (await other.shown(table))["yours"] == [0, 1]
        assert (await olha.get("/api/session"))["name"] == "Olha"

    house.run(work())


# Turns are their owner's ----------------------------------------------------------------------------------------------

TRIO = {"game": "coffee_rush", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}


async def trio(house: House, start: bool = True) -> tuple[str, list[Client]]:
    clients = [await house.guest(name) for name in ("Olha", "Taras", "Ivan")]
    table = await clients[0].table(TRIO, start=False)
    for client in clients[1:]:
        await client.post(f"/api/tables/{table}/join", {})
    if start:
        await clients[0].post(f"/api/tables/{table}/start", {})
    return table, clients


async def replaced(client: Client, table: str, seat: int) -> bool:
    """Whether somebody can give a seat to a bot."""
    now = await client.shown(table)
    body = {"seat": seat, "seq": now["head"], "nonce": f"bot {seat} {now['head']}", "change": "bot"}
    status, said = await client.raw("POST", f"/api/tables/{table}/seat", json.dumps(body).encode())
    assert status in (200, 403), said
    return status == 200


@with_and_without("anybodys_turn")
def test_who_is_connected_keeps_the_seat(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        table, (olha, taras, ivan) = await trio(house)
        line = await taras.live(table, since=0)
        await hear(line)
        assert await replaced(olha, table, 1) == bool(broken)
        assert await replaced(ivan, table, 1) == bool(broken)
        await line.close()
        await asyncio.sleep(0.3)
        assert await replaced(olha, table, 1)  # whoever made the table need not wait once somebody has gone

    house.open(*broken, grace=30.0)
    house.run(work())


@with_and_without("anybodys_turn")
def test_others_wait_for_a_while_before_a_bot_plays(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        table, (_, taras, ivan) = await trio(house)
        await taras.shown(table)
        assert await replaced(ivan, table, 1) == bool(broken)
        await asyncio.sleep(1.6)
        assert await replaced(ivan, table, 1)

    house.open(*broken, grace=1.5)
    house.run(work())


@with_and_without("anybodys_turn")
def test_a_program_that_plays_by_token_keeps_the_seat(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        table, (olha, taras, ivan) = await trio(house)
        await (await by_token(house, taras, table)).shown(table)
        assert await replaced(olha, table, 1) == bool(broken)
        assert await replaced(ivan, table, 1) == bool(broken)
        assert await replaced(taras, table, 1)

    house.open(*broken)
    house.run(work())


@with_and_without("anybodys_turn")
def test_before_the_game_only_the_host_changes_the_seats_of_others(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        table, (olha, taras, ivan) = await trio(house, start=False)
        assert await replaced(ivan, table, 0) == bool(broken)
        assert await replaced(ivan, table, 1) == bool(broken)
        assert await replaced(olha, table, 1)
        assert not (await taras.shown(table))["yours"]

    house.open(*broken)
    house.run(work())


def test_who_is_connected_is_known_to_other_processes(two_houses: tuple[House, House]) -> None:
    here, there = two_houses

    async def work() -> None:
        table, (olha, taras, _) = await trio(here)
        twin = there.client()
        twin.headers = dict(olha.headers)
        await twin.shown(table)
        line = await taras.live(table, since=0)
        await hear(line)
        async with asyncio.timeout(30):
            while not (await twin.shown(table))["seats"][1]["connected"]:
                await asyncio.sleep(0.2)
        assert not await replaced(twin, table, 1)
        await line.close()
        twin.close()

    there.open()
    here.open()
    here.run(work())


# The lobby is not a door ----------------------------------------------------------------------------------------------

OPEN = {"game": "kanban_menu", "seats": [{"kind": "me"}, {"kind": "open"}]}


async def seen(client: Client) -> list[str]:
    return [line["id"] for line in await client.get("/api/tables")]


@with_and_without("everything_is_listed")
def test_strangers_see_a_table_only_if_its_host_says_so(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        olha, taras = await house.guest("Olha"), await house.guest("Taras")
        table = await olha.table(OPEN, start=False)
        assert (table in await seen(taras)) == bool(broken)
        with refusal("forbidden"):
            await taras.post(f"/api/tables/{table}/list", {"listed": True})
        assert (await olha.post(f"/api/tables/{table}/list", {"listed": True}))["listed"]
        assert table in await seen(taras)
        await olha.post(f"/api/tables/{table}/list", {"listed": False})
        assert table not in await seen(taras)
        await taras.post(f"/api/tables/{table}/join", {})  # whoever has the link sits down
        assert (await taras.shown(table))["yours"] == [1]

    house.open(*broken)
    house.run(work())


@with_and_without("everything_is_listed")
def test_one_persons_tables_do_not_push_others_off_the_list(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        olha, many = await house.guest("Olha"), await house.guest("Many")
        table = await olha.table({**OPEN, "listed": True}, start=False)
        for _ in range(52):
            await many.table({**OPEN, "listed": True}, start=False)
        found = await seen(await house.guest("Taras"))
        assert (table in found) == (not broken)
        assert broken or len(found) == 4

    house.open(*broken)
    house.run(work())


def test_the_host_frees_a_seat_and_gives_it_to_a_bot(house: House) -> None:
    async def work() -> None:
        table, olha, taras = await friends(house, start=False)
        place = f"/api/tables/{table}/seat"
        with refusal("forbidden"):
            await taras.post(place, {"seat": 0, "seq": 0, "nonce": "a", "change": "free"})
        for change, kind in (("free", "open"), ("bot", "bot"), ("free", "open")):
            await olha.post(place, {"seat": 1, "seq": 0, "nonce": change, "change": change})
            assert (await olha.shown(table))["seats"][1]["kind"] == kind
        await taras.post(f"/api/tables/{table}/join", {})
        await olha.post(f"/api/tables/{table}/start", {})
        with refusal("forbidden"):
            await olha.post(place, {"seat": 1, "seq": 0, "nonce": "b", "change": "free"})

    house.run(work())


NOTHING = ["\u3164", "\u2800", "\u115f \u1160", "\u200b", "\u0301", "\u2800\u3164"]


@pytest.mark.parametrize("name", NOTHING, ids=ascii)
@with_and_without("any_name")
def test_a_name_has_to_be_seen(house: House, name: str, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        status, _ = await house.client().raw("POST", "/api/session", json.dumps({"name": name}).encode())
        assert (status == 400) == (not broken or not name.isprintable())

    house.open(*broken)
    house.run(work())


@with_and_without("any_name")
def test_nobody_sits_down_with_anothers_name(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        olha = await house.guest("Olha")
        table = await olha.table(OPEN, start=False)
        for name in ("Olha", "OLHA", "Ol\u3164ha", "\uff2f\uff4c\uff48\uff41"):
            double = await house.guest(name)
            _, said = await double.raw("POST", f"/api/tables/{table}/join", b"{}")
            assert (json.loads(said).get("type") == "same-name") == (not broken)
            if broken:
                await double.post(f"/api/tables/{table}/leave")
        await (await house.guest("Olga")).post(f"/api/tables/{table}/join", {})

    house.open(*broken)
    house.run(work())
