"""Databases that freeze or refuse, names that no database takes, nonces that are used twice, and tables that no longer
replay.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Client, Refused, refusal
from tests.server.conftest import House
from tests.server.playing import SCREEN
from tests.server.processes import Postgres, Servers

ANSWERS = 5.0  # seconds, as promised
ENDS = 5.0


@pytest.fixture
def frozen(servers: Servers, postgres_server: Postgres) -> Iterator[House]:
    """A house whose PostgreSQL a test may freeze."""
    made = House(servers, postgres_server.database())
    yield made
    wake(postgres_server)
    made.kill()


def processes(server: Postgres) -> list[int]:
    """The postmaster and its backends."""
    postmaster = int((server.folder / "data" / "postmaster.pid").read_text().split()[0])
    return [postmaster, *map(int, Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split())]


def freeze(server: Postgres) -> None:
    for pid in processes(server):
        os.kill(pid, signal.SIGSTOP)


def wake(server: Postgres) -> None:
    for pid in processes(server):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


async def any_play(client: Client, table: str, nonce: str) -> tuple[Any, ...]:
    now = await client.shown(table)
    return table, now["seat"], now["head"], now["scene"]["actions"][0]["text"], nonce


def test_a_database_that_freezes_is_said_in_time_and_play_goes_on_when_it_wakes(
    frozen: House, postgres_server: Postgres
) -> None:
    async def work() -> None:
        olha, ivan, bo = await frozen.guest(), await frozen.guest("Ivan"), await frozen.guest("Bo")
        table = await olha.table(SCREEN)
        move = await any_play(olha, table, "frozen")
        freeze(postgres_server)
        began = time.monotonic()
        refused = await asyncio.gather(
            olha.play(*move), ivan.get("/api/tables"), bo.post("/api/session", {"name": "Bob"}), return_exceptions=True
        )
        assert [error.status for error in refused if isinstance(error, Refused)] == [503, 503, 503]
        assert time.monotonic() < began + ANSWERS
        assert (await frozen.client().get("/api/games"))["games"]
        wake(postgres_server)
        done = await patiently(olha, move)
        assert await olha.play(*move) == done
        log = (await olha.get(f"/api/tables/{table}/log"))["rows"]
        assert sum(row["kind"] == "play" for row in log) == 1
        await olha.play(*await any_play(olha, table, "after"))

    frozen.run(work())


async def patiently(client: Client, move: tuple[Any, ...]) -> Any:
    """Send a move until it is acknowledged."""
    for _ in range(100):
        try:
            return await client.play(*move)
        except Refused as refused:
            if refused.status != 503:
                raise
            await asyncio.sleep(0.1)
    raise AssertionError("the database is awake, and the move is not taken")


def test_a_server_that_waits_for_a_frozen_database_is_noticed(frozen: House, postgres_server: Postgres) -> None:
    async def work() -> None:
        olha = await frozen.guest()
        move = await any_play(olha, await olha.table(SCREEN), "frozen")
        freeze(postgres_server)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(ANSWERS):
                await olha.play(*move)

    frozen.open("patient_database")
    frozen.run(work())


@pytest.mark.parametrize(("broken", "ends"), [((), True), (("no_end", "patient_database"), False)])
def test_it_stops_in_time_whatever_hangs(
    frozen: House, postgres_server: Postgres, broken: tuple[str, ...], ends: bool
) -> None:
    async def work() -> None:
        olha = await frozen.guest()
        move = await any_play(olha, await olha.table(SCREEN), "frozen")
        freeze(postgres_server)
        playing = asyncio.create_task(olha.play(*move))
        await asyncio.sleep(0.2)
        os.kill(frozen.pid, signal.SIGTERM)
        await asyncio.to_thread(gone)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)

    def gone() -> None:
        with contextlib.nullcontext() if ends else pytest.raises(AssertionError):
            frozen.servers.wait_until_gone(frozen.pid, ENDS + 0.5)

    frozen.open(*broken)
    frozen.run(work())


# What no database takes -----------------------------------------------------------------------------------------------


async def strange_requests(client: Client) -> list[tuple[str, int]]:
    """(what was asked, the status) of requests with names, ids, nonces, paths and hosts that cannot be."""
    table = await client.table(SCREEN)
    now = await client.shown(table)
    play = {"seat": now["seat"], "seq": now["head"], "text": now["scene"]["actions"][0]["text"]}
    asked: list[tuple[str, str, str, Any, dict[str, str]]] = [
        ("nul in an id", "GET", "/api/tables/%00", None, {}),
        ("nul in an id to play at", "POST", "/api/tables/a%00b/plays", {**play, "nonce": "n"}, {}),
        ("a long id", "GET", "/api/tables/" + "a" * 400, None, {}),
        ("nul in a file", "GET", "/web/%00.js", None, {}),
        ("a long file", "GET", "/web/" + "a" * 300, None, {}),
        ("a long path", "GET", "/" + "a" * 3_000, None, {}),
        ("a long query", "GET", "/api/tables?language=" + "u" * 3_000, None, {}),
        ("a long host", "GET", f"/api/tables/{table}/qr.svg", None, {"host": "a" * 4_000}),
        ("a host that is none", "GET", f"/api/tables/{table}/qr.svg", None, {"host": "a/b c"}),
        ("nul in a nonce", "POST", f"/api/tables/{table}/plays", {**play, "nonce": "a\0b"}, {}),
        ("a long nonce", "POST", f"/api/tables/{table}/plays", {**play, "nonce": "n" * 65}, {}),
        ("nul in a nonce of undo", "POST", f"/api/tables/{table}/undo", {"seat": 0, "seq": 0, "nonce": "\0"}, {}),
        ("nul in a name", "POST", "/api/session", {"name": "a\0b"}, {}),
        ("nul in luck", "POST", f"/api/tables/{table}/join", {"luck": "a\0b"}, {}),
        ("nul in a game", "POST", "/api/tables", {"game": "a\0", "seats": []}, {}),
        ("a fork of nul", "POST", "/api/tables", {"seats": [], "from": {"table": "\0", "ply": 1}}, {}),
    ]
    found = []
    for what, method, path, body, headers in asked:
        status, _ = await client.raw(method, path, None if body is None else json.dumps(body).encode(), **headers)
        found.append((what, status))
    return found


def test_what_cannot_be_is_refused_before_any_query(either: House) -> None:
    async def work() -> None:
        found = await strange_requests(await either.guest())
        assert [(what, status) for what, status in found if not 400 <= status < 500] == []

    either.run(work())


def test_a_server_that_asks_the_database_whatever_comes_is_noticed(frozen: House) -> None:
    async def work() -> None:
        found = await strange_requests(await frozen.guest())
        assert [what for what, status in found if status >= 500]

    frozen.open("no_request_bounds")
    frozen.run(work())


def test_long_names_in_a_record_are_refused(either: House) -> None:
    async def work() -> None:
        olha = await either.guest()
        record = f"game: coffee_rush\nseats: {'a' * 100} | b\n"
        with refusal("bad-setting"):  # it is not over, and nobody was named for the chairs
            await olha.post("/api/tables", {"seats": [], "record": record})

    either.run(work())


# Nonces ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("broken", "refused"), [((), True), (("any_nonce",), False)])
def test_a_nonce_sent_again_with_another_text_is_refused(house: House, broken: tuple[str, ...], refused: bool) -> None:
    async def work() -> None:
        olha = await house.guest()
        table = await olha.table(SCREEN)
        now = await olha.shown(table)
        texts = [action["text"] for action in now["scene"]["actions"]]
        seat, head = now["seat"], now["head"]
        done = await olha.play(table, seat, head, texts[0], "once")
        assert await olha.play(table, seat, head, texts[0], "once") == done
        undo = {"seat": seat, "seq": head, "nonce": "once"}
        for path, body in (
            ("plays", {**undo, "text": texts[1]}),
            ("undo", undo),
            ("seat", {**undo, "change": "concede"}),
        ):
            with refusal("nonce-used") if refused else contextlib.nullcontext():
                await olha.post(f"/api/tables/{table}/{path}", body)

    house.open(*broken)
    house.run(work())


# Damage ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("broken", "listed"), [((), True), (("no_damage",), False)])
def test_a_table_that_no_longer_replays_breaks_no_list(
    house: House, sqlite: str, broken: tuple[str, ...], listed: bool
) -> None:
    async def work() -> None:
        olha = await house.guest()
        whole, damaged = await olha.table(SCREEN), await olha.table(SCREEN)
        house.kill()
        with contextlib.closing(sqlite3.connect(sqlite.removeprefix("sqlite:///"))) as connection:
            connection.execute('UPDATE log SET number = 9999 WHERE "table" = ? AND seq = 1', [damaged])
            connection.commit()
        house.open(*broken)
        if not listed:
            with refusal("failed"):
                await olha.get("/api/tables")
            return
        found = {line["id"]: line for line in await olha.get("/api/tables")}
        assert (found[whole]["stage"], found[damaged]["stage"]) == ("playing", "damaged")
        assert found[damaged]["yours"] == [0, 1]
        with refusal("damaged"):
            await olha.shown(damaged)
        await olha.play(*await any_play(olha, whole, "n"))

    house.run(work())
