"""Servers for tests: started, killed and restarted as real processes; and PostgreSQL, started for as long as the tests
run.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import psycopg

PATIENCE = 60.0  # seconds: only a machine that has stopped altogether takes longer


class Servers:
    """Forks servers from one process that has everything loaded (tests/server/forking.py)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.parent = subprocess.Popen(
            [sys.executable, "-m", "tests.server.forking"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.parent.stdout is not None
        assert self.parent.stdout.readline() == "ready\n"
        self.alive: set[int] = set()

    def start(self, database: str, port: int, breaks: Sequence[str] = (), **settings: Any) -> int:
        """A server that listens; returns its process id."""
        quick = {"pace": 0.0, "warm": False, "rate": 0.0, "sockets": 0, "hosted": 0, "daily": 0, "grace": 0.0}
        asked = {
            "settings": {**quick, "database": database, "port": port, **settings},
            "breaks": list(breaks),
            "log": str(self.log),
        }
        assert self.parent.stdin is not None
        assert self.parent.stdout is not None
        self.parent.stdin.write(json.dumps(asked) + "\n")
        self.parent.stdin.flush()
        pid = int(self.parent.stdout.readline())
        self.alive.add(pid)
        self.wait_for(pid, port)
        return pid

    @property
    def log(self) -> Path:
        return self.folder / "server.log"

    def wait_for(self, pid: int, port: int) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and running(pid):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                return
            time.sleep(0.005)
        if running(pid):
            raise AssertionError(f"the server does not listen: {self.log.read_text()}")
        # it may have been told to die at once

    def kill(self, pid: int, how: int = signal.SIGKILL) -> None:
        """Kill a server and wait until it is gone."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, how)
        self.wait_until_gone(pid)

    def wait_until_gone(self, pid: int, seconds: float = PATIENCE) -> float:
        began = time.monotonic()
        while running(pid):
            assert time.monotonic() < began + seconds, "the server does not end"
            time.sleep(0.002)
        self.alive.discard(pid)
        return time.monotonic() - began

    def close(self) -> None:
        for pid in list(self.alive):
            self.kill(pid)
        assert self.parent.stdin is not None
        assert self.parent.stdout is not None
        self.parent.stdin.close()
        self.parent.wait(PATIENCE)
        self.parent.stdout.close()


def running(pid: int) -> bool:
    """Whether anything of a process is left; the dead are reaped at once, and a thread that is still ending holds its
    port.
    """
    return Path(f"/proc/{pid}").exists()


def free_port() -> int:
    """A port that nobody has: below those that are given to clients, and of this worker alone."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    for place in _PLACES:
        port = 20_000 + worker * 2_000 + place % 2_000
        with socket.socket() as free, contextlib.suppress(OSError):
            free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            free.bind(("127.0.0.1", port))
            return port
    raise AssertionError("numbers do not end")


_PLACES = itertools.count(os.getpid() % 1_000)


# PostgreSQL -----------------------------------------------------------------------------------------------------------


class Postgres:
    """A PostgreSQL of our own in a temporary folder, reached by a socket file; `database` gives a fresh database."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="demitasse-postgres-"))
        self.programs = _programs()
        self.as_postgres = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        self.made = 0
        if self.as_postgres:
            shutil.chown(self.folder, "postgres")
        data = self.folder / "data"
        self._run("initdb", "-D", str(data), "-U", "demitasse", "-A", "trust", "--no-sync", "--locale=C", "-E", "UTF8")
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=60"
        self._run("pg_ctl", "-D", str(data), "-o", options, "-l", str(self.folder / "log"), "-w", "-t", "60", "start")

    def database(self) -> str:
        """The address of a new database."""
        self.made += 1
        name = f"cafe_{self.made}"
        with psycopg.connect(f"host={self.folder} user=demitasse dbname=postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql://demitasse@/{name}?host={self.folder}"

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self.as_postgres, str(self.programs / program), *arguments]
        done = subprocess.run(
            command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT, check=False
        )
        assert done.returncode == 0, f"{program} failed"


def _programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parent.parent.name))
    if found:
        return found[-1].parent
    there = shutil.which("initdb")
    assert there, "PostgreSQL is not installed; `make test` installs it"
    return Path(there).parent


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    try:
        yield server
    finally:
        server.stop()
