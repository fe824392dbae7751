"""Wires: the connections themselves. Whoever holds too many, is silent, sends too slowly, too much, or does not read is
cut off here, before anything of theirs reaches the house.
"""

from __future__ import annotations

import asyncio
import ipaddress
import itertools
import resource
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.datastructures import Headers
from websockets.http11 import Response

from demitasse.core.errors import BadOption
from demitasse.core.words import words
from demitasse.server.problems import PROBLEM, Problem
from demitasse.server.settings import Settings

LARGEST_HEAD = 32 * 1024  # bytes of a request's first line and headers
KEEP_ALIVE = 75  # seconds that a connection may wait for its next request
SLOW = 3  # a body, and our answers, may take so many times the patience for a head
RESERVED = 200  # files that the server opens beside connections
SILENT = 100  # connections of one address that have not said anything; the one that has been silent longest goes
A_FEW, A_MOMENT = 20, 0.01  # silent connections that are cut at a time, and seconds between
FRAMES, BYTES, WITHIN = 20, 1_500, 10.0  # that a live connection may send, of any kind, in so many seconds
SLICE = 512  # bytes that are parsed before they are counted: a frame has at least six
POLICY = 1008  # WebSocket's code for having broken the house's rules
FAREWELL, LAST_WORDS = 1.0, 64 * 1024  # seconds and bytes in which who is cut off may hear why, while it talks on

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Switchboard:
    """All connections, and how many each address holds."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.most = open_files() - RESERVED
        self.proxies = networks(settings.proxies)
        self.held: Counter[str] = Counter()
        self.count = 0  # of all
        self.idle: OrderedDict[HttpWire | SilentWire, None] = OrderedDict()  # without a request, longest first
        self.silent: OrderedDict[SilentWire, float] = OrderedDict()  # that never said anything, and since when
        self.silent_at: defaultdict[str, OrderedDict[SilentWire, None]] = defaultdict(OrderedDict)  # by address
        self._sweep: asyncio.TimerHandle | None = None

    def come(self, address: str) -> bool:
        """Count a connection; False if its address holds too many."""
        self.held[address] += 1
        self.count += 1
        if self.count > self.most and self.idle:
            self.idle.popitem(last=False)[0].transport.abort()
        most = self.settings.connections
        return not most or self.held[address] <= most or within(address, self.proxies)

    def listen_to(self, wire: SilentWire) -> None:
        """Wait for the first word of a connection, for as long as patience lasts."""
        loop = asyncio.get_running_loop()
        self.idle[wire], self.silent[wire] = None, loop.time()
        silent = self.silent_at[wire.address]
        silent[wire] = None
        if self.settings.connections and len(silent) > SILENT and not within(wire.address, self.proxies):
            longest = next(iter(silent))
            self.hear(longest)
            longest.transport.abort()
        if self._sweep is None:
            self._sweep = loop.call_later(self.settings.patience, self._cut_silent, loop)

    def hear(self, wire: SilentWire) -> None:
        """It said something, or is gone."""
        self.idle.pop(wire, None)
        self.silent.pop(wire, None)
        if silent := self.silent_at.get(wire.address):
            silent.pop(wire, None)
            if not silent:
                del self.silent_at[wire.address]

    def _cut_silent(self, loop: asyncio.AbstractEventLoop) -> None:
        """One timer for all of them, which come and go by the hundred; a few are cut at a time."""
        for wire, since in itertools.islice(self.silent.items(), A_FEW):
            if since + self.settings.patience > loop.time():
                break
            wire.transport.abort()
        oldest = next(iter(self.silent.values()), None)
        if oldest is None:
            self._sweep = None
            return
        wait = max(A_MOMENT, oldest + self.settings.patience - loop.time())
        self._sweep = loop.call_later(wait, self._cut_silent, loop)

    def go(self, address: str) -> None:
        self.count -= 1
        self.held[address] -= 1
        if not self.held[address]:
            del self.held[address]


class Deadline:
    """Something that is done unless it is stopped in time."""

    def __init__(self, loop: asyncio.AbstractEventLoop, late: Callable[[], None]) -> None:
        self._loop, self._late = loop, late
        self._timer: asyncio.TimerHandle | None = None

    def start(self, seconds: float) -> None:
        self.stop()
        self._timer = self._loop.call_later(seconds, self._late)

    def stop(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None


class SilentWire(asyncio.Protocol):
    """A connection that has not said anything: it costs next to nothing, and becomes an HttpWire when it does."""

    def __init__(self, board: Switchboard, **given: Any) -> None:
        self.board, self.given, self.address = board, given, ""
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        peer = transport.get_extra_info("peername")
        self.address = household(peer[0] if peer else "")
        if self.board.come(self.address):
            self.board.listen_to(self)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.board.hear(self)
        self.board.go(self.address)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self.board.hear(self)
        wire = HttpWire(self.board, self.address, **self.given)
        self.transport.set_protocol(wire)
        wire.connection_made(self.transport)
        wire.data_received(data)


class HttpWire(HttpToolsProtocol):
    """A connection that asks: its requests have to come, and its answers have to be read, in time."""

    def __init__(self, board: Switchboard, address: str, **given: Any) -> None:
        super().__init__(**given)
        self.board, self.address = board, address
        self.patience = board.settings.patience
        self._coming = Deadline(self.loop, self._late)  # a request
        self._leaving = Deadline(self.loop, self._cut)  # an answer
        self._read = 0  # bytes of a head that is not complete
        self._asking = False  # whether a head has come and its body has not

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.board.idle[self] = None
        self._coming.start(self.patience)

    def connection_lost(self, exc: Exception | None) -> None:
        self._coming.stop()
        self._leaving.stop()
        self.board.idle.pop(self, None)
        self.board.go(self.address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if not self._asking and not self._read:
            self._coming.start(self.patience)
        self._read += 0 if self._asking else len(data)
        super().data_received(data)
        if self._read > LARGEST_HEAD:
            self._end(Problem("too-large", f"the head of a request has at most {LARGEST_HEAD} bytes"))

    def on_headers_complete(self) -> None:
        self._read, self._asking = 0, True
        self.board.idle.pop(self, None)
        self._coming.start(SLOW * self.patience)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._asking = False
        self._coming.stop()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.pipeline and not self._asking:
            self.board.idle[self] = None

    def handle_websocket_upgrade(self) -> None:
        self._coming.stop()
        self.board.idle.pop(self, None)
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._leaving.start(SLOW * self.patience)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._leaving.stop()

    def send_400_response(self, msg: str) -> None:
        self._end(Problem("bad-request", msg))

    def _cut(self) -> None:
        self.transport.abort()

    def _late(self) -> None:
        if self._read or self._asking:
            self._end(Problem("too-slow", "the request did not come to its end"))
        else:
            self.transport.abort()

    def _end(self, problem: Problem) -> None:
        """Refuse, unless an answer is on its way already, and close."""
        answering = self.cycle and self.cycle.response_started and not self.cycle.response_complete
        if not self.transport.is_closing() and not answering:
            self.transport.write(plain_answer(problem))
        self.transport.close()


class LiveWire(WebSocketsSansIOProtocol):
    """A live connection: it has little to say, and has to read what it is told."""

    def __init__(self, board: Switchboard, **given: Any) -> None:
        super().__init__(**given)
        self.board, self.address = board, ""
        self.patience = SLOW * board.settings.patience
        self._leaving = Deadline(self.loop, self._cut)
        self._cut_off = False
        self._since, self._frames, self._bytes = 0.0, 0, 0
        accept = self.conn.accept
        self.conn.accept = lambda request: as_problem(accept(request))  # type: ignore[method-assign]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.address = household(self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        self._leaving.stop()
        self.board.go(self.address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        for first in range(0, len(data), SLICE):
            if self._cut_off:
                self.overhear(len(data) - first)
                return
            if not self.transport.is_closing():
                super().data_received(data[first : first + SLICE])
                self.count(len(data[first : first + SLICE]))

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # refused: there is nothing that uvicorn should wait for, or complain of

    def handle_events(self) -> None:
        if self.handshake_initiated:
            self._frames += len(self.conn.events)
        super().handle_events()

    def count(self, size: int) -> None:
        """Everything counts, what the protocol itself says, too."""
        now = time.monotonic()
        if now > self._since + WITHIN:
            self._since, self._frames, self._bytes = now, 0, 0
        self._bytes += size
        if (self._frames > FRAMES or self._bytes > BYTES) and not self.transport.is_closing():
            self.conn.fail(POLICY, "too many messages, or too large ones")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY})
            self.close_sent = self._cut_off = True
            self.transport.write_eof()
            self.transport.resume_reading()
            self.close_timer = self.loop.call_later(FAREWELL, self._cut)

    def overhear(self, size: int) -> None:
        """Read on without listening: a connection that is closed with words unread is reset, and the reason lost."""
        self._bytes += size
        if self._bytes > LAST_WORDS:
            self._cut()

    def _cut(self) -> None:
        self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._leaving.start(self.patience)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._leaving.stop()


@lru_cache(maxsize=4096)
def household(address: str) -> str:
    """Whose connections are counted together: an address, or all that one customer has of IPv6."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.ip_network((int(found) >> 64 << 64, 64)).network_address)
    return address


def networks(text: str) -> list[Network]:
    """Addresses and networks, with commas between. Raises BadOption."""
    try:
        return [ipaddress.ip_network(word.strip()) for word in text.split(",") if word.strip()]
    except ValueError as error:
        raise BadOption(f"the proxies {text!r} are not understood: {error}") from None


def within(address: str, among: list[Network]) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in among)


def open_files() -> int:
    """Let the process open as many files as it may, and tell how many."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


def plain_answer(problem: Problem) -> bytes:
    """A whole answer, for where there is no request yet that could be answered."""
    body = msgspec.json.encode(problem.body(words("en")))
    lines = [f"HTTP/1.1 {problem.status} ", f"content-type: {PROBLEM}", f"content-length: {len(body)}"]
    return "\r\n".join([*lines, "x-content-type-options: nosniff", "connection: close", "", ""]).encode() + body


def as_problem(response: Response) -> Response:
    """A refused handshake as problem details."""
    if response.status_code == 101:
        return response
    slug = "bad-method" if response.status_code == 405 else "bad-request"
    detail = (response.body or b"").decode().split("\n")[0]
    body = msgspec.json.encode(Problem(slug, detail).body(words("en")))
    kept = {name: value for name, value in response.headers.raw_items() if name.lower() in ("allow", "upgrade")}
    headers = Headers({**kept, "content-type": PROBLEM, "content-length": str(len(body)), "connection": "close"})
    return Response(Problem(slug, "").status, response.reason_phrase, headers, body)
