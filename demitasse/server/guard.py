"""The guard at the door: who comes, from which site, how often and with how much; and the headers that every answer
carries.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass
from hmac import compare_digest
from typing import Any
from urllib.parse import urlsplit

from demitasse.server.bounds import check_request
from demitasse.server.people import People, Who, csrf_of
from demitasse.server.problems import Problem, language_of, problem_of
from demitasse.server.settings import Settings

COOKIE = "demitasse"
SAFE = ("GET", "HEAD", "OPTIONS")
SMALL_BODY, LARGE_BODY = (
    16 * 1024,
    1_600_000,
)  # bytes: any request; one that makes a table, with a record or a box in it
MOST_BUCKETS = 20_000
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
POLICY = 1008  # WebSocket's code for having broken the house's rules


@dataclass(slots=True)
class Visit:
    """Somebody at the door, for as long as one request or connection lasts."""

    who: Who | None
    token: str | None
    cookie: bool  # whether the token came as a cookie
    accept: bytes  # languages
    key: str  # whose visits are counted together

    @property
    def language(self) -> str:
        return language_of(self.accept.decode("latin-1"))


class Guard:
    """Everything passes here before it reaches a route."""

    def __init__(self, app: Any, people: People, settings: Settings) -> None:
        self.app, self.people, self.settings = app, people, settings
        self.headers = [*HEADERS, STRICT] if settings.secure else HEADERS
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # key -> (requests left, when that was)
        self._sockets: dict[str, int] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, self._with_headers(send))
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        language = headers.get(b"accept-language", b"").decode("latin-1")
        try:
            visit = scope["visit"] = await self._visit(scope, headers)
            self.count(visit.key)
            if scope["method"] not in SAFE:
                self.check_origin(headers)
                self.check_csrf(visit, headers)
            limit = LARGE_BODY if scope["path"] == "/api/tables" else SMALL_BODY
            await self.app(scope, _limited(receive, headers, limit), send)
        except Exception as error:  # the framework answers its own; these come from here and from plays
            await refuse(problem_of(error, f"{scope['method']} {scope['path']}"), language, send)

    async def _socket(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        try:
            visit = scope["visit"] = await self._visit(scope, headers)
            self.check_origin(headers)
            self.count(visit.key)
            self._come(visit.key)
        except Exception as error:
            await receive()
            await send({"type": "websocket.close", "code": POLICY, "reason": problem_of(error, scope["path"]).slug})
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self._go(visit.key)

    def _come(self, key: str) -> None:
        if self.settings.sockets and self._sockets.get(key, 0) >= self.settings.sockets:
            raise Problem("too-many", f"one may hold {self.settings.sockets} live connections at a time")
        self._sockets[key] = self._sockets.get(key, 0) + 1

    def _go(self, key: str) -> None:
        self._sockets[key] -= 1
        if not self._sockets[key]:
            del self._sockets[key]

    async def _visit(self, scope: Any, headers: dict[bytes, bytes]) -> Visit:
        check_request(scope, headers)
        token, cookie = _token(headers)
        who = None
        if token:
            who = self.people.remembered(token) or await self.people.who(token)
        address = scope["client"][0] if scope.get("client") else ""
        return Visit(
            who, token if who else None, cookie, headers.get(b"accept-language", b""), who.person if who else address
        )

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

    def count(self, key: str) -> None:
        """So many at once, and so many a second for long."""
        if not self.settings.rate:
            return
        now = time.monotonic()
        left, since = self._buckets.pop(key, (float(self.settings.burst), now))
        left = min(float(self.settings.burst), left + (now - since) * self.settings.rate)
        self._buckets[key] = (max(0.0, left - 1), now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        if left < 1:
            raise Problem(
                "too-many",
                f"more than {self.settings.burst} requests at once, or {self.settings.rate:g} a second for long; "
                "wait a moment",
            )

    def _with_headers(self, send: Any) -> Any:
        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self.headers]
            await send(message)

        return sending


async def refuse(problem: Problem, language: str, send: Any) -> None:
    """Answer with problem details."""
    body = problem.encoded(language)
    headers = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode())]
    if problem.slug == "too-many":
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


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
