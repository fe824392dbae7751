"""P13 at the wire: control frames, deaf readers, silent and half-said connections, addresses, made-up tokens, many
tables and many watchers; each with a server beside it that lets it pass and must be found out.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import os
import secrets
import sqlite3
import time
from typing import Any

import pytest
import websockets

from demitasse.server import wires
from tests.server.client import Client, hear, refusal
from tests.server.conftest import House
from tests.server.playing import SCREEN

TWO = {"game": "kanban_menu", "seats": [{"kind": "me"}, {"kind": "screen", "name": "Taras"}]}
MEGABYTE = 1 << 20
SOON = 8.0  # seconds: on a busy machine


def with_and_without(*breaks: str) -> pytest.MarkDecorator:
    """Runs a test as it is, and once with each of these breaks, with which it must find the opposite."""
    return pytest.mark.parametrize("broken", [(), *((name,) for name in breaks)])


async def raw_live(client: Client, table: str, query: str = "since=0") -> tuple[Any, asyncio.StreamWriter]:
    """A live connection by hand, which can misbehave."""
    reader, writer = await asyncio.open_connection("127.0.0.1", client.port)
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    writer.write(
        f"GET /api/tables/{table}/live?{query} HTTP/1.1\r\nhost: localhost:{client.port}\r\nupgrade: websocket\r\n"
        f"connection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n"
        f"cookie: {client.headers['cookie']}\r\n\r\n".encode()
    )
    assert b"101" in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def closed_within(reader: asyncio.StreamReader, seconds: float) -> bool:
    """Whether the other side ends a connection in time."""
    try:
        async with asyncio.timeout(seconds):
            while await reader.read(65536):
                pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def resident(pid: int) -> int:
    """Bytes of memory that a process has."""
    with open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# Frames ---------------------------------------------------------------------------------------------------------------

PING = bytes([0x89, 0x80, 1, 2, 3, 4])  # empty, with a mask as the protocol wants


@with_and_without("frames_do_not_count")
def test_pings_count(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        olha = await house.guest()
        table = await olha.table(SCREEN)
        reader, writer = await raw_live(olha, table)
        writer.write(PING * 10_000)
        assert await closed_within(reader, 2.0 if broken else SOON) == (not broken)
        writer.transport.abort()

    house.open(*broken)
    house.run(work())


def test_a_program_may_ping_every_now_and_then(house: House) -> None:
    async def work() -> None:
        olha = await house.guest()
        live = await olha.live(await olha.table(SCREEN))
        for _ in range(10):
            await (await live.ping())
        assert (await hear(live))["kind"] == "rows"
        await live.close()

    house.run(work())


@with_and_without("deaf_readers_are_kept")
def test_who_does_not_read_is_cut_off_and_fills_no_memory(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        olha = await house.guest()
        table = await olha.table(SCREEN)
        before = resident(house.pid)
        deaf = []
        for _ in range(10):
            _, writer = await asyncio.open_connection("127.0.0.1", house.port, limit=1024)
            request = f"GET /web/symbols.svg HTTP/1.1\r\nhost: localhost:{house.port}\r\n\r\n"
            writer.write(request.encode() * 400)
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            deaf.append(writer)
        await asyncio.sleep(2.0)
        assert resident(house.pid) - before < 40 * MEGABYTE
        assert (await olha.shown(table))["id"] == table
        await asyncio.sleep(3.0)
        assert (held(house) <= 2) == (not broken)
        for writer in deaf:
            writer.transport.abort()

    house.open(*broken, patience=0.5)
    house.run(work())


def held(house: House) -> int:
    """The connections that a server process holds, as the system counts them."""
    inodes = set()
    for fd in os.listdir(f"/proc/{house.pid}/fd"):
        target = os.readlink(f"/proc/{house.pid}/fd/{fd}")
        if target.startswith("socket:["):
            inodes.add(target[8:-1])
    with open("/proc/net/tcp") as file:
        lines = [line.split() for line in file][1:]
    return sum(line[9] in inodes and line[3] == "01" for line in lines)


# Silence --------------------------------------------------------------------------------------------------------------

HALF = {
    "silent": b"",
    "half a head": b"GET / HTTP/1.1\r\nhost: localhost\r\n",
    "half a body": b"POST /api/session HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    b'content-length: 100\r\n\r\n{"na',
}


@pytest.mark.parametrize("said", HALF.values(), ids=HALF)
@with_and_without("endless_patience")
def test_a_connection_that_does_not_come_to_the_point_is_closed(
    house: House, said: bytes, broken: tuple[str, ...]
) -> None:
    async def work() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(said)
        began = time.monotonic()
        assert await closed_within(reader, 3.0 if broken else SOON) == (not broken)
        assert broken or time.monotonic() - began < 3.0
        writer.transport.abort()

    house.open(*broken, patience=0.4)
    house.run(work())
    assert "Traceback" not in house.servers.log.read_text().rpartition("Demitasse listens")[2]


def test_a_body_that_drips_is_refused_in_words(house: House) -> None:
    async def work() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(HALF["half a body"])
        answer = await asyncio.wait_for(reader.read(), SOON)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["type"] == "too-slow"
        writer.transport.abort()

    house.open(patience=0.2)
    house.run(work())


def test_a_connection_that_waits_between_requests_is_kept(house: House) -> None:
    async def work() -> None:
        olha = await house.guest()
        await asyncio.sleep(1.5)
        stream = olha._stream
        assert (await olha.get("/api/session"))["name"] == "Olha"
        assert olha._stream is stream

    house.open(patience=0.3)
    house.run(work())


@with_and_without("silent_ones_do_not_count")
def test_of_silent_connections_the_oldest_go(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        streams = [
            await asyncio.open_connection("127.0.0.1", house.port, local_addr=("127.0.0.7", 0))
            for _ in range(wires.SILENT + 10)
        ]
        assert await closed_within(streams[0][0], 2.0 if broken else SOON) == (not broken)
        reader, writer = streams[-1]
        writer.write(f"GET /api/session HTTP/1.1\r\nhost: localhost:{house.port}\r\n\r\n".encode())
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        for _, each in streams:
            each.transport.abort()

    house.open(*broken, connections=200)
    house.run(work())


@with_and_without("connections_do_not_count")
def test_an_address_holds_so_many_connections_and_others_still_get_in(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        streams = [
            await asyncio.open_connection("127.0.0.1", house.port, local_addr=("127.0.0.7", 0)) for _ in range(60)
        ]
        assert (await (await house.guest()).get("/api/session"))["name"] == "Olha"
        assert (held(house) <= 22) == (not broken)
        for _, writer in streams:
            writer.transport.abort()

    house.open(*broken, connections=20)
    house.run(work())


def test_a_head_without_end_is_refused(house: House) -> None:
    async def work() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 20_000)
        answer = await asyncio.wait_for(reader.read(), SOON)
        assert answer.startswith(b"HTTP/1.1 413 ")
        assert b"application/problem+json" in answer
        writer.transport.abort()

    house.run(work())


# Addresses ------------------------------------------------------------------------------------------------------------


@with_and_without("only_sessions_count")
def test_many_sessions_of_one_address_get_no_more_than_a_household(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        clients = [house.client() for _ in range(10)]
        for number, client in enumerate(clients):
            await client.arrive(f"Guest {number}")
        answers = [(await client.raw("GET", "/api/session"))[0] for client in clients for _ in range(8)]
        assert (429 in answers) == (not broken)

    house.open(*broken, rate=0.01, burst=10, household=6)
    house.run(work())


def test_one_who_floods_does_not_use_up_what_the_household_has(house: House) -> None:
    async def work() -> None:
        flooding, honest = await house.guest("Flood"), await house.guest("Olha")
        answers = [(await flooding.raw("GET", "/api/session"))[0] for _ in range(18)]
        assert answers.count(429) >= 7
        for _ in range(8):
            assert (await honest.raw("GET", "/api/session"))[0] == 200

    house.open(rate=0.01, burst=10, household=3)
    house.run(work())


def test_behind_a_proxy_the_address_is_the_one_it_tells(house: House) -> None:
    async def asked(client: Client, address: str, times: int) -> list[int]:
        return [(await client.raw("GET", "/api/session", x_forwarded_for=address))[0] for _ in range(times)]

    async def work() -> None:
        client = house.client()
        assert 429 in await asked(client, "203.0.113.7", 13)
        assert await asked(client, "203.0.113.8", 5) == [200] * 5
        assert 429 in await asked(client, "2001:db8::1", 7) + await asked(client, "2001:db8::2", 7)

    house.open(rate=0.01, burst=10, household=1, proxy="127.0.0.1")
    house.run(work())


def test_nobody_is_believed_about_their_address_unless_it_is_a_proxy(house: House) -> None:
    async def work() -> None:
        client = house.client()
        said = [(await client.raw("GET", "/api/session", x_forwarded_for=f"203.0.113.{n}"))[0] for n in range(13)]
        assert 429 in said

    house.open(rate=0.01, burst=10, household=1)
    house.run(work())


def test_what_is_large_counts_as_several(house: House) -> None:
    async def work() -> None:
        olha = await house.guest()
        large = json.dumps({**TWO, "box": "#" * 60_000}).encode()
        answers = [(await olha.raw("POST", "/api/tables", large))[0] for _ in range(6)]
        assert answers[0] != 429
        assert 429 in answers

    house.open(rate=0.01, burst=15, household=3)
    house.run(work())


def test_a_page_may_be_loaded_several_times_in_a_row(house: House) -> None:
    """Its files count for little: a page asks for a hundred, each time it is loaded."""

    async def work() -> None:
        olha = await house.guest()
        assert {(await olha.raw("GET", "/web/main.js"))[0] for _ in range(60)} == {200}
        for _ in range(60):
            if (await olha.raw("GET", "/web/main.js"))[0] == 429:
                return
        pytest.fail("files do not count at all")

    house.open(rate=0.01, burst=10, household=1)
    house.run(work())


@with_and_without("turns_are_not_waited_for")
def test_of_one_address_so_many_answers_are_made_at_a_time(house: House, broken: tuple[str, ...]) -> None:
    """With every look at the list taking half a second: twelve of one address, then one of another."""

    async def work() -> None:
        crowd = [house.client() for _ in range(12)]
        asked = [asyncio.create_task(client.raw("GET", "/api/tables")) for client in crowd]
        began = time.monotonic()
        await asyncio.gather(*asked)
        assert (time.monotonic() - began > 2.4) == (not broken)
        asked = [asyncio.create_task(client.raw("GET", "/api/tables")) for client in crowd]
        other = Client(house.port, "127.0.0.8")
        await asyncio.sleep(0.1)
        began = time.monotonic()
        assert (await other.raw("GET", "/api/tables"))[0] == 200
        assert time.monotonic() - began < 1.5
        await asyncio.gather(*asked)
        other.close()

    house.open(*broken, "slow_lists", rate=100.0, burst=1000)
    house.run(work())


@with_and_without("only_sessions_count")
def test_an_address_brings_so_many_new_guests(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        client = house.client()
        answers = [(await client.raw("POST", "/api/session", b'{"name":"x"}'))[0] for _ in range(13)]
        assert (429 in answers) == (not broken)

    house.open(*broken, rate=1.0, burst=100, household=1)
    house.run(work())


@with_and_without("tokens_bear_no_mark")
def test_made_up_tokens_do_not_reach_the_database(house: House, broken: tuple[str, ...]) -> None:
    """Nobody else may read the database meanwhile: whoever asks it waits."""

    async def work() -> None:
        olha = await house.guest()
        asked = 0
        for token in (
            secrets.token_urlsafe(36),
            "x",
            "ü" * 64,
            olha.token[:-1] + ("B" if olha.token[-1] == "A" else "A"),
            olha.token + "=",
        ):
            client = house.client()
            client.headers = {"authorization": f"Bearer {token}"}
            status, said = await client.raw("GET", "/api/session")
            asked += status == 503
            assert status == 503 or json.loads(said)["person"] is None
        assert (asked > 0) == bool(broken)

    house.open(*broken, "database_refuses_tokens")
    house.run(work())


def test_a_token_from_before_there_was_a_mark_is_still_good(house: House, sqlite: str) -> None:
    async def arrive() -> None:
        await house.guest()

    house.run(arrive())
    house.kill()
    old = secrets.token_urlsafe(32)
    with sqlite3.connect(sqlite.removeprefix("sqlite:///")) as connection:
        connection.execute(
            "UPDATE tokens SET hash = ?, created = created - 100000000", [hashlib.sha256(old.encode()).hexdigest()]
        )
    connection.close()

    async def work() -> None:
        client = house.client()
        client.headers = {"authorization": f"Bearer {old}"}
        assert (await client.get("/api/session"))["name"] == "Olha"

    house.open()
    house.run(work())


# Tables and watchers --------------------------------------------------------------------------------------------------


@with_and_without("tables_do_not_count")
def test_one_person_has_so_many_tables(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        olha, ivan = await house.guest(), await house.guest("Ivan")
        for _ in range(3):
            await olha.table(TWO)
        if broken:
            await olha.table(TWO)
            return
        with refusal("too-many"):
            await olha.table(TWO)
        await ivan.table(TWO)

    house.open(*broken, hosted=3)
    house.run(work())


def test_one_person_makes_so_many_tables_a_day(house: House) -> None:
    async def work() -> None:
        olha = await house.guest()
        table = await olha.table(TWO)
        record = await olha.get(f"/api/tables/{table}/record")
        await olha.post("/api/tables", {"seats": TWO["seats"], "record": record})
        with refusal("too-many"):
            await olha.post("/api/tables", {"seats": TWO["seats"], "record": record})

    house.open(daily=2)
    house.run(work())


@with_and_without("frames_are_made_for_each")
def test_many_watchers_of_a_table_cost_one_frame(house: House, broken: tuple[str, ...]) -> None:
    async def work() -> None:
        olha = await house.guest()
        table = await olha.table(SCREEN)
        lines = [await house.client().live(table, since=0, scenes=1) for _ in range(30)]
        said = [await hear(line) for line in lines]
        assert len({json.dumps(each["rows"]) for each in said}) == 1
        now = await olha.shown(table)
        before = frames_made(house)
        await olha.play(table, now["seat"], now["head"], now["scene"]["actions"][0]["text"], "n")
        for line in lines:
            while (await hear(line))["kind"] != "rows":
                pass
        assert (frames_made(house) - before <= 6) == (not broken)
        for line in lines:
            await line.close()

    house.open(*broken, "frames_are_counted")
    house.run(work())


def frames_made(house: House) -> int:
    """How many frames the server says that it made."""
    return house.servers.log.read_text().rpartition("Demitasse listens")[2].count("frame made")


def test_a_refused_live_connection_says_why(house: House) -> None:
    async def work() -> None:
        olha = await house.guest()
        table = await olha.table(SCREEN)
        lines = [await olha.live(table) for _ in range(2)]
        with pytest.raises(websockets.InvalidStatus) as refused:
            await olha.live(table)
        assert refused.value.response.status_code == 429
        assert json.loads(refused.value.response.body or b"")["type"] == "too-many"
        for line in lines:
            await line.close()

    house.open(sockets=2)
    house.run(work())
    assert "ERROR" not in house.servers.log.read_text().rpartition("Demitasse listens")[2]
