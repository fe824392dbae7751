"""`demitasse serve` as a process: what it prints, how it stops, and that tables go on after it is started again."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Awaitable, Callable
from dataclasses import fields
from pathlib import Path

import pytest

import demitasse
from demitasse.core.errors import BadOption
from demitasse.server import serve, settings, store
from demitasse.server.serve import listen
from demitasse.server.settings import Settings
from demitasse.server.store import Store
from tests.server.client import Refused, hear
from tests.server.conftest import House
from tests.server.playing import SCREEN, play_until

SERVE = [sys.executable, "-m", "demitasse.cli", "serve"]
STOPS = 5.0  # seconds, as promised


def test_help_explains_every_setting() -> None:
    said = subprocess.run(
        [*SERVE, "--help"], capture_output=True, text=True, check=True, env={"COLUMNS": "1000", "PATH": "", "HOME": "/"}
    ).stdout
    for each in fields(Settings):
        assert f"--{each.name}" in said
        assert each.metadata["meaning"] in said
        assert settings.variable(each) in said
    assert "--open" in said


def test_it_says_where_it_listens_and_stores_and_stops_cleanly(tmp_path: Path) -> None:
    place = tmp_path / "kept" / "tables.sqlite"
    command = [*SERVE, "--port", "0", "--database", f"sqlite:///{place}", "--no-warm"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    said = [process.stdout.readline() for _ in range(2)]
    assert said[0].startswith("Demitasse listens at http://localhost:")
    assert str(place) in said[1]
    port = int(said[0].rsplit(":", 1)[1])
    socket.create_connection(("127.0.0.1", port), 60).close()
    second = subprocess.run(command, capture_output=True, text=True, check=False)
    assert second.returncode == 2
    assert "another server uses" in second.stderr
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 0
    process.stdout.close()
    assert place.exists()


def test_it_stops_within_five_seconds_with_people_watching_and_a_bot_in_thought(house: House) -> None:
    async def work() -> None:
        olha = await house.guest()
        seats = [{"kind": "bot", "level": "master"}, {"kind": "bot", "level": "master"}, {"kind": "me"}]
        table = await olha.table({"game": "kanban_menu", "seats": seats})
        live = await olha.live(table, since=0, scenes=1)
        await hear(live)
        house.servers.kill(house.pid, signal.SIGTERM)
        await live.close()

    house.run(work())
    said = house.servers.log.read_text()
    assert "Traceback" not in said.rpartition("Demitasse listens")[2]


def test_games_are_compiled_beside_the_server_which_answers_and_stops_meanwhile(tmp_path: Path) -> None:
    """With nothing compiled on disk: another process is at it, pages come at once, and a stop ends both."""
    command = [*SERVE, "--port", "0", "--database", f"sqlite:///{tmp_path}/tables.sqlite"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | {"DEMITASSE_CACHE": str(tmp_path / "cache")}
    )
    assert process.stdout is not None
    port = int(process.stdout.readline().rsplit(":", 1)[1])
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    deadline = time.monotonic() + 60
    while len(compiling := children.read_text().split()) < 2:  # the parent of workers is the first
        assert time.monotonic() < deadline
        time.sleep(0.05)
    for _ in range(3):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60) as page:
            assert page.status == 200
    assert Path(f"/proc/{compiling[-1]}").exists()  # answered meanwhile, not afterwards
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 0
    process.stdout.close()
    while any(Path(f"/proc/{pid}").exists() for pid in compiling):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_the_time_it_takes_to_stop_is_bounded_by_its_own_clock() -> None:
    assert serve.STOP_SECONDS < STOPS


def test_a_table_goes_on_after_a_restart(either: House) -> None:
    async def work() -> None:
        olha = await either.guest()
        tables = [await olha.table(SCREEN) for _ in range(5)]
        before = [await olha.shown(table) for table in tables]
        either.servers.kill(either.pid, signal.SIGTERM)
        olha.close()
        either.open()
        for table, old in zip(tables, before, strict=True):
            now = await olha.shown(table)
            assert (now["head"], now["ply"], now["waiting"], now["scene"]["actions"]) == (
                old["head"],
                old["ply"],
                old["waiting"],
                old["scene"]["actions"],
            )
            await olha.play(table, now["seat"], now["head"], now["scene"]["actions"][0]["text"], "after")
        await asyncio.sleep(0)

    either.run(work())


def test_a_taken_port_gives_way_only_if_it_was_not_asked_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with listen(Settings(port=port, database="sqlite:///x"), port_was_asked_for=False) as other:
            assert other.getsockname()[1] != port
        with pytest.raises(BadOption, match="cannot listen"):
            listen(Settings(port=port, database="sqlite:///x"), port_was_asked_for=True)


def test_a_port_that_there_is_not_is_said_in_words() -> None:
    with pytest.raises(BadOption, match=r"cannot listen at .*:99999"):
        listen(Settings(port=99_999, database="sqlite:///x"), port_was_asked_for=True)


@pytest.mark.parametrize("held", [True, False])
def test_a_file_has_one_server_by_whatever_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: bool) -> None:
    """Through a hard link, and whatever becomes of files beside it; without the lock it would be noticed here."""
    if not held:
        monkeypatch.setattr(fcntl, "flock", lambda file, how: None)
    first = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    os.link(tmp_path / "tables.sqlite", tmp_path / "other.sqlite")
    for beside in tmp_path.glob("*.lock"):
        beside.unlink()
    for name in ("tables.sqlite", "other.sqlite") if held else ("tables.sqlite",):
        with contextlib.ExitStack() as refused:
            if held:
                refused.enter_context(pytest.raises(BadOption, match="another server uses"))
            Store(f"sqlite:///{tmp_path}/{name}").close()
    first.close()
    Store(f"sqlite:///{tmp_path}/other.sqlite").close()


def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    place = tmp_path / "tables.sqlite"
    Store(f"sqlite:///{place}").close()
    with contextlib.closing(sqlite3.connect(place)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '999'")
        connection.commit()
    with pytest.raises(BadOption, match=r"newer Demitasse \(its form is 999"):
        Store(f"sqlite:///{place}")


def test_what_is_no_database_and_what_cannot_be_written_is_said_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "letter.sqlite").write_text("Dear Taras, " * 100)
    with pytest.raises(BadOption, match="file is not a database"):
        Store(f"sqlite:///{tmp_path}/letter.sqlite")
    Store(f"sqlite:///{tmp_path}/tables.sqlite").close()
    monkeypatch.setattr(store, "_prepare_sqlite", lambda connection, _: connection.execute("PRAGMA query_only=ON"))
    with pytest.raises(BadOption, match="readonly"):
        Store(f"sqlite:///{tmp_path}/tables.sqlite")


def test_a_disk_that_is_full_for_moments_costs_nobody_a_move(house: House) -> None:
    async def work() -> None:
        olha = await house.guest()
        table = await olha.table(
            {"game": "kanban_menu", "seats": [{"kind": "me"}, {"kind": "bot", "level": "guest"}]}, start=False
        )
        await patiently(lambda: olha.post(f"/api/tables/{table}/start", {}))
        over = await play_until(olha, table, [0], lambda now: False)
        assert over["stage"] == "over"
        assert any(
            "draws follow from the seed" in line
            for line in demitasse.verify(await olha.get(f"/api/tables/{table}/record"))
        )
        log = (await olha.get(f"/api/tables/{table}/log"))["rows"]
        assert [row["seq"] for row in log] == list(range(1, over["head"] + 1))

    house.open("full_disk")
    house.run(work())
    assert "database or disk is full" in house.servers.log.read_text()


async def patiently(ask: Callable[[], Awaitable[object]]) -> None:
    try:
        await ask()
    except Refused as refused:
        if (refused.status, refused.problem["type"]) != (503, "unavailable"):
            raise
        await patiently(ask)


def test_settings_come_from_the_command_line_then_the_environment() -> None:
    environment = {"DEMITASSE_PACE": "1.5", "DEMITASSE_PORT": "9", "DEMITASSE_WARM": "no"}
    found = settings.read({"port": 8, "pace": None}, environment)
    assert (found.port, found.pace, found.warm) == (8, 1.5, False)
    with pytest.raises(BadOption, match="DEMITASSE_PACE"):
        settings.read({}, {"DEMITASSE_PACE": "slow"})


@pytest.mark.parametrize(
    "database",
    ["nonsense", "mysql://x/y", "sqlite://", "sqlite:////proc/none/x.sqlite", "postgresql://nobody@127.0.0.1:1/none"],
)
def test_a_database_that_cannot_be_used_is_said_in_words(database: str) -> None:
    done = subprocess.run([*SERVE, "--port", "0", "--database", database], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "database" in done.stderr
    assert "Traceback" not in done.stderr
