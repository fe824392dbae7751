"""What the server's tests share: server processes, and both databases."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from tests.server.client import Client
from tests.server.processes import Postgres, Servers, free_port, postgres


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the crash runs counted."""
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, value in getattr(report, "user_properties", ()):
            if name == "crash":
                terminalreporter.write_line(str(value))


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    made = Servers(tmp_path_factory.mktemp("servers"))
    yield made
    made.close()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def databases(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Gives fresh databases of either kind."""
    if request.param == "sqlite":
        numbers = itertools.count()
        return lambda: f"sqlite:///{tmp_path}/tables-{next(numbers)}.sqlite"
    server: Postgres = request.getfixturevalue("postgres_server")
    return server.database


@pytest.fixture
def database(databases: Callable[[], str]) -> str:
    """A fresh database of either kind."""
    return databases()


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/tables.sqlite"


class House:
    """One server at one port and database, which a test may kill and start again."""

    def __init__(self, servers: Servers, database: str) -> None:
        self.servers, self.database, self.port = servers, database, free_port()
        self.pid = 0
        self.loop: asyncio.AbstractEventLoop
        self.lines: list[ClientConnection] = []
        self.clients: list[Client] = []

    def open(self, *breaks: str, **settings: Any) -> House:
        self.pid = self.servers.start(self.database, self.port, breaks, **settings)
        return self

    def kill(self) -> None:
        self.servers.kill(self.pid)
        for client in self.clients:
            client.close()

    def restart(self, *breaks: str, **settings: Any) -> None:
        self.kill()
        self.open(*breaks, **settings)

    def client(self) -> Client:
        self.clients.append(Client(self.port))
        return self.clients[-1]

    async def guest(self, name: str = "Olha") -> Client:
        return await self.client().arrive(name)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a test's work at an open house, and close what it opened."""
        if not self.pid:
            self.open()

        async def closing() -> None:
            try:
                await work
            finally:
                for client in self.clients:
                    client.close()
                await asyncio.sleep(0.02)  # what was aborted closes

        asyncio.run(closing())


@pytest.fixture
def house(servers: Servers, sqlite: str) -> Iterator[House]:
    made = House(servers, sqlite)
    yield made
    made.kill()


@pytest.fixture
def either(servers: Servers, database: str) -> Iterator[House]:
    """A house with either database."""
    made = House(servers, database)
    yield made
    made.kill()
