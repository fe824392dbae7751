"""The guard at the door: who comes, from which site, how often and with how much; and the headers that every answer
carries.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
import time
import weakref
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from hmac import compare_digest
from typing import Any
from urllib.parse import urlsplit

from demitasse.server.bounds import check_request
from demitasse.server.people import People, Who, csrf_of
from demitasse.server.problems import Problem, language_of, problem_of
from demitasse.server.rates import Buckets, Places, Shares
from demitasse.server.settings import Settings
from demitasse.server.wires import household

COOKIE = "demitasse"
SAFE = ("GET", "HEAD", "OPTIONS")
SMALL_BODY, LARGE_BODY = (
    16 * 1024,
    1_600_000,
)  # bytes: any request; one that makes a table, with a record or a box in it
ARRIVALS, ARRIVAL = 10, 20.0  # new guests that an address may bring at once, and seconds for another; for each person
SHARE, SAVED = 0.1, 0.03  # of the server's time that answers to one address may take, and seconds that may be saved up
LEAST, MOST = 0.0005, 0.01  # seconds that an answer counts: its way in and out; and no waiting for a drawing
LONGEST = 0.25  # seconds that the next one waits for an answer that is made elsewhere
FILE = 0.1  # requests as which a file of the page counts: whoever loads a page asks for a hundred
OPENING = 5  # requests as which a live connection counts: whoever opens one is told all of a table
HOLD_UP = 0.5  # seconds that who comes too often waits for being told so: asking again at once does not pay
CSP = (
    b"default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    b"frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", CSP),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
STRICT = (b"strict-transport-security", b"max-age=31536000")
NO_STORE = (b"cache-control", b"no-store")  # what a seat alone may see is kept nowhere


@dataclass(slots=True)
class Visit:
    """Somebody at the door, for as long as one request or connection lasts."""

    who: Who | None
    token: str | None
    cookie: bool  # whether the token came as a cookie
    accept: bytes  # languages
    address: str  # with those who share it

    @property
    def language(self) -> str:
        return language_of(self.accept.decode("latin-1"))


class Guard:
    """Everything passes here before it reaches a route."""

    def __init__(self, app: Any, people: People, settings: Settings) -> None:
        self.app, self.people, self.settings = app, people, settings
        self.headers = [*HEADERS, STRICT] if settings.secure else HEADERS
        self.hosts = hosts(settings)
        rate, burst, many = settings.rate, settings.burst, settings.household
        self.persons = Buckets(rate, burst, "one person")
        self.addresses = Buckets(rate * many, burst * many, "one address")
        self.arrivals = Buckets(rate and many / ARRIVAL, ARRIVALS * many, "new guests of one address")
        self.time = Shares(SHARE, SAVED)
        self._turns: weakref.WeakValueDictionary[str, asyncio.Semaphore] = weakref.WeakValueDictionary()
        self.lines = Places(settings.sockets, "live connections of one person")
        self.lines_of_address = Places(settings.sockets * many, "live connections of one address")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, self._with_headers(scope, send))
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        language = headers.get(b"accept-language", b"").decode("latin-1")
        try:
            visit = await self._admit(scope, headers, FILE if scope["path"].startswith("/web/") else 1)
            if scope["method"] not in SAFE:
                self.check_origin(headers)
                self.check_csrf(visit, headers)
            if (scope["method"], scope["path"]) == ("POST", "/api/session") and visit.who is None:
                self.arrivals.take(visit.address)
            limit = LARGE_BODY if scope["path"] == "/api/tables" else SMALL_BODY
            async with self.turn(visit, scope, send) as sending:
                await self.app(scope, _limited(receive, headers, limit), sending)
        except Exception as error:  # the framework answers its own; these come from here and from plays
            await refuse(problem_of(error, f"{scope['method']} {scope['path']}"), language, send)

    async def _socket(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        with contextlib.ExitStack() as places:
            try:
                visit = await self._admit(scope, headers, OPENING)
                self.check_origin(headers)
                places.enter_context(self._place(visit))
            except Exception as error:
                await receive()
                language = headers.get(b"accept-language", b"").decode("latin-1")
                await refuse(problem_of(error, scope["path"]), language, send, "websocket.http.response")
                return
            await self.app(scope, receive, send)

    async def _admit(self, scope: Any, headers: dict[bytes, bytes], requests: float) -> Visit:
        """Who comes, if by a name of ours and not too often. Raises Problem; who comes too often waits for it."""
        self.check_host(scope, headers)
        visit: Visit = await self._visit(scope, headers)
        scope["visit"] = visit
        try:
            self.count(visit, requests + size_of(headers) // SMALL_BODY)
        except Problem:
            await asyncio.sleep(HOLD_UP)
            raise
        return visit

    @contextlib.asynccontextmanager
    async def turn(self, visit: Visit, scope: Any, send: Any) -> AsyncIterator[Any]:
        """Answers to one address are made one after the other and take a share of the time; the others wait, and nobody
        waits for them. Yields a `send` that lets the next one begin. Hints wait for each other elsewhere.
        """
        if not self.settings.rate or not takes_turns(scope):
            yield send
            return
        turns = self._turns.get(visit.address) or asyncio.Semaphore(1)
        self._turns[visit.address] = turns
        await turns.acquire()
        with contextlib.ExitStack() as held:
            held.callback(turns.release)
            await asyncio.sleep(self.time.wait(visit.address))
            began = time.monotonic()
            held.callback(lambda: self._spend(visit.address, time.monotonic() - began))
            late = asyncio.get_running_loop().call_later(LONGEST, held.close)

            async def sending(message: Any) -> None:
                late.cancel()
                held.close()  # before it is read, which may take whoever asked a while
                await send(message)

            yield sending

    def _spend(self, address: str, seconds: float) -> None:
        self.time.spend(address, min(MOST, max(LEAST, seconds)))

    @contextlib.contextmanager
    def _place(self, visit: Visit) -> Iterator[None]:
        """A place for a live connection."""
        with contextlib.ExitStack() as places:
            places.enter_context(self.lines_of_address.held_by(visit.address))
            if visit.who:
                places.enter_context(self.lines.held_by(visit.who.person))
            yield

    async def _visit(self, scope: Any, headers: dict[bytes, bytes]) -> Visit:
        check_request(scope, headers)
        token, cookie = _token(headers)
        who = None
        if token:
            who = self.people.remembered(token) or await self.people.who(token)
        address = household(scope["client"][0]) if scope.get("client") else ""
        return Visit(who, token if who else None, cookie, headers.get(b"accept-language", b""), address)

    def check_host(self, scope: Any, headers: dict[bytes, bytes]) -> None:
        """Another site's name may have been pointed at us, so that its pages look like ours to a browser: only names
        that are known to be ours are answered.
        """
        said = headers.get(b"host", b"").decode("latin-1")
        if self.hosts and said and not is_ours(said, self.hosts):
            raise Problem("wrong-host", f"the server does not go by the name {said[:100]!r}; --hosts names others")

    def check_origin(self, headers: dict[bytes, bytes]) -> None:
        """A browser says from which site a request comes; another site's is refused."""
        origin = headers.get(b"origin", b"").decode("latin-1")
        if origin:
            site = urlsplit(origin).netloc
            if origin == self.settings.url.rstrip("/") or (
                site and site == headers.get(b"host", b"").decode("latin-1")
            ):
                return
            raise Problem("foreign-origin", f"requests from {origin!r} are refused here")
        if headers.get(b"sec-fetch-site", b"") == b"cross-site":
            raise Problem("foreign-origin", "requests from another site are refused here")

    def check_csrf(self, visit: Visit, headers: dict[bytes, bytes]) -> None:
        if visit.who and visit.cookie:
            said = headers.get(b"x-csrf-token", b"").decode("latin-1")
            assert visit.token is not None
            if not compare_digest(said.encode(), csrf_of(visit.token).encode()):
                raise Problem(
                    "bad-csrf", "the header x-csrf-token must carry the session's csrf; GET /api/session tells it"
                )

    def count(self, visit: Visit, requests: float) -> None:
        """So many at once, and so many a second for long: of a person, and of all who share an address. What is large
        counts as several.
        """
        if visit.who:
            self.persons.take(visit.who.person, requests)
        self.addresses.take(visit.address, requests)

    def _with_headers(self, scope: Any, send: Any) -> Any:
        headers = [*self.headers, NO_STORE] if scope["path"].startswith("/api/") else self.headers

        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *headers]
            await send(message)

        return sending


def takes_turns(scope: Any) -> bool:
    """Whether an answer waits for others to the same address: looking, and making tables, but never a move."""
    if scope["method"] != "GET":
        return bool(scope["path"] == "/api/tables" or scope["path"].endswith("/start"))
    return not scope["path"].endswith("/hint")


def hosts(settings: Settings) -> frozenset[str]:
    """The names by which the server may be called; none: by any."""
    given = {name.strip().lower() for name in settings.hosts.split(",") if name.strip()}
    if "*" in given:
        return frozenset()
    machine = socket.gethostname().lower()
    return frozenset({"localhost", machine, f"{machine}.local", urlsplit(settings.url).hostname or ""} | given) - {""}


def is_ours(said: str, hosts: frozenset[str]) -> bool:
    """Whether a Host header names us; an address does, because no other site can have it."""
    try:
        name = urlsplit(f"//{said}").hostname or ""
        return name in hosts or name.endswith(".localhost") or bool(ipaddress.ip_address(name))
    except ValueError:
        return False


def size_of(headers: dict[bytes, bytes]) -> int:
    """Bytes that a request says it has; one that does not say may have as many as any."""
    said = headers.get(b"content-length", b"0")
    return int(said) if said.isdigit() and b"transfer-encoding" not in headers else LARGE_BODY


async def refuse(problem: Problem, language: str, send: Any, kind: str = "http.response") -> None:
    """Answer with problem details."""
    body = problem.encoded(language)
    headers = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode())]
    if problem.slug == "too-many":
        headers.append((b"retry-after", b"1"))
    await send({"type": f"{kind}.start", "status": problem.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})


def _limited(receive: Any, headers: dict[bytes, bytes], limit: int) -> Any:
    """A body of at most so many bytes."""
    said = headers.get(b"content-length")
    if said is not None and (not said.isdigit() or int(said) > limit):
        raise Problem("too-large", f"the body has {said.decode('latin-1')} bytes; expected at most {limit}")
    read = 0

    async def receiving() -> Any:
        nonlocal read
        message = await receive()
        if message["type"] == "http.request":
            read += len(message.get("body", b""))
            if read > limit:
                raise Problem("too-large", f"the body is larger than {limit} bytes")
        return message

    return receiving if said is None else receive


def _token(headers: dict[bytes, bytes]) -> tuple[str | None, bool]:
    """(token, whether it came as a cookie)."""
    said = headers.get(b"authorization", b"")
    if said[:7].lower() == b"bearer ":
        return said[7:].decode("latin-1").strip(), False
    cookies = headers.get(b"cookie")
    if not cookies:
        return None, False
    for each in cookies.decode("latin-1").split(";"):
        name, _, value = each.strip().partition("=")
        if name == COOKIE:
            return value.strip('"') or None, True
    return None, False
