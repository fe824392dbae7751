"""A client for tests: HTTP by hand over one connection, so that nothing but the server is tested; and the live
connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
import websockets
from websockets.asyncio.client import ClientConnection

LATE = 60.0  # seconds after which an answer counts as lost; far more than any load explains


class Refused(Exception):
    """An answer that is not a success: `problem` has its details."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        super().__init__(f"{status} {problem}")
        self.status, self.problem = status, problem


@contextlib.contextmanager
def refusal(kind: str) -> Iterator[None]:
    """Expects that what is done within is refused, for this reason."""
    with pytest.raises(Refused) as refused:
        yield
    assert refused.value.problem["type"] == kind


class Client:
    """Somebody with a session. A lost connection raises OSError or asyncio.IncompleteReadError; the next request opens
    a new one.
    """

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port = port
        self.address = address  # from which it comes: all of 127 are this machine's
        self.headers: dict[str, str] = {}
        self.answered: dict[str, str] = {}  # the headers of the last answer
        self._stream: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def arrive(self, name: str = "Olha") -> Client:
        said = await self.post("/api/session", {"name": name})
        found = re.search(r"demitasse=([^;]+)", self.answered["set-cookie"])
        assert found
        self.token = found[1]
        self.headers |= {"cookie": f"demitasse={self.token}", "x-csrf-token": said["csrf"]}
        return self

    async def get(self, path: str, **query: Any) -> Any:
        return await self.ask("GET", path + (f"?{urlencode(query)}" if query else ""))

    async def post(self, path: str, body: Any = None) -> Any:
        return await self.ask("POST", path, body)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """What was answered, decoded. Raises Refused."""
        status, said = await self.raw(method, path, None if body is None else json.dumps(body).encode())
        kind = self.answered.get("content-type", "")
        if status >= 400:
            assert kind == "application/problem+json", (status, kind, said)
            raise Refused(status, json.loads(said))
        return json.loads(said) if "json" in kind and said else said.decode()

    async def raw(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
        try:
            async with asyncio.timeout(LATE):
                return await self._raw(method, path, body, headers)
        except BaseException:
            self.close()
            raise

    async def _raw(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, bytes]:
        if self._stream is None:
            self._stream = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        reader, writer = self._stream
        all_headers = {"host": f"localhost:{self.port}", "content-type": "application/json", **self.headers, **headers}
        if body is not None:
            all_headers["content-length"] = str(len(body))
        head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in all_headers.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + (body or b""))
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        self.answered = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines if line)}
        return int(first.split()[1]), await reader.readexactly(int(self.answered.get("content-length", 0)))

    def close(self) -> None:
        if self._stream:
            with contextlib.suppress(RuntimeError):  # its event loop may be gone
                self._stream[1].transport.abort()
            self._stream = None

    async def live(self, table: str, **query: Any) -> ClientConnection:
        """A live connection to a table."""
        address = f"ws://localhost:{self.port}/api/tables/{table}/live?{urlencode(query)}"
        kept = {name: value for name, value in self.headers.items() if name in ("cookie", "authorization", "origin")}
        return await websockets.connect(
            address,
            additional_headers=kept,
            compression=None,
            max_size=None,
            open_timeout=LATE,
            host="127.0.0.1",
            port=self.port,
            local_addr=(self.address, 0),
        )

    # What is often done ----------------------------------------------------------------------------------------------

    async def table(self, body: dict[str, Any], start: bool = True) -> str:
        """A new table, begun."""
        made: str = (await self.post("/api/tables", body))["id"]
        if start:
            await self.post(f"/api/tables/{made}/start", {})
        return made

    async def play(self, table: str, seat: int, seq: int, text: str, nonce: str) -> Any:
        return await self.post(f"/api/tables/{table}/plays", {"seat": seat, "seq": seq, "text": text, "nonce": nonce})

    async def shown(self, table: str, seat: int | None = None) -> Any:
        return await self.get(f"/api/tables/{table}", **({} if seat is None else {"seat": seat}))


async def hear(live: ClientConnection) -> Any:
    """The next frame."""
    async with asyncio.timeout(LATE):
        return json.loads(await live.recv())
