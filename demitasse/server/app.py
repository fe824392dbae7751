"""The app: routes, guard, store, writer, house and bots put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import demitasse
from demitasse.core.words import words
from demitasse.server import page_files
from demitasse.server.analysis import Analysis
from demitasse.server.bot_turns import BotTurns
from demitasse.server.docs import DocsPage, tell_bounds
from demitasse.server.guard import Guard
from demitasse.server.house import House
from demitasse.server.other_processes import OtherProcesses
from demitasse.server.people import People
from demitasse.server.plays import Plays
from demitasse.server.problems import PROBLEM, Problem, problem_of
from demitasse.server.routes import ROUTES
from demitasse.server.settings import Settings
from demitasse.server.store import Store
from demitasse.server.workers import WorkerParent, Workers
from demitasse.server.writer import Writer

SLUGS = {
    400: "bad-request",
    401: "no-session",
    403: "forbidden",
    404: "not-found",
    405: "bad-method",
    413: "too-large",
    415: "bad-media",
    429: "too-many",
}


class App:
    """An ASGI app around one store. `people` and the rest exist once it has started."""

    def __init__(self, settings: Settings, store: Store, parent: WorkerParent) -> None:
        self.settings, self.store, self.parent = settings, store, parent
        self.litestar = Litestar(
            list(ROUTES),
            openapi_config=OpenAPIConfig(
                "Demitasse",
                demitasse.__version__,
                description="Tables to play café board games at. Every refusal is application/problem+json.",
                path="/docs",
                render_plugins=[DocsPage(path="/"), JsonRenderPlugin(path="/openapi.json")],
                use_handler_docstrings=True,
            ),
            exception_handlers={
                Problem: _problem,
                HTTPException: _http,
                RecursionError: _too_deep,
                Exception: _failure,
            },
            lifespan=[self._life],
            after_request=_in_json,
            logging_config=None,
            debug=False,
            request_max_body_size=None,
        )
        tell_bounds(self.litestar.openapi_schema)
        self.guard: Any = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await (self.litestar if scope["type"] == "lifespan" else self.guard)(scope, receive, send)

    @contextlib.asynccontextmanager
    async def _life(self, litestar: Litestar) -> AsyncIterator[None]:
        writer = Writer(self.store)
        people = People(self.store, writer)
        readers = Workers(self.parent, 1, share=3, patience=20.0)
        house = House(self.store, writer, self.settings, readers)
        people.doubt = house.wake
        bots = BotTurns(house, self.settings.pace, Workers(self.parent, self.settings.thinkers))
        analysis = Analysis(Workers(self.parent, self.settings.hints, share=2, patience=20.0))
        litestar.state.update({"house": house, "people": people, "analysis": analysis})
        self.guard = Guard(Plays(litestar, house), people, self.settings)
        news = None if self.store.sqlite else OtherProcesses(house, people)
        chores = [asyncio.create_task(bots.resume()), asyncio.create_task(asyncio.to_thread(page_files.pack))]
        if self.settings.warm:
            chores.append(asyncio.create_task(_warm(house)))
        try:
            yield
        finally:
            for chore in chores:
                chore.cancel()
            if news:
                news.close()
            await bots.close()
            analysis.close()
            readers.close()
            await writer.close()
            self.store.close()


async def _warm(house: House) -> None:
    """Prepare what the games need, what tables wait for first."""
    for part in ("rules", "players"):
        for name in demitasse.game_names():
            await house.ready(name, part)
    for part in ("search", "guidance"):
        for name in demitasse.game_names():
            await house.compiled(name, part)


async def _in_json(response: Response[Any]) -> Response[Any]:
    """Litestar has a page of its own for what is missing beside its document."""
    if response.status_code != 404 or response.media_type != MediaType.HTML:
        return response
    problem = Problem("not-found", "/docs and /docs/openapi.json are all there is here")
    return Response(msgspec.json.encode(problem.body(words("en"))), status_code=problem.status, media_type=PROBLEM)


def _respond(
    request: Request[Any, Any, Any], problem: Problem, headers: Mapping[str, str] | None = None
) -> Response[bytes]:
    visit = request.scope.get("visit")
    body = msgspec.json.encode(problem.body(words(visit.language if visit else "en")))  # type: ignore[attr-defined]
    return Response(body, status_code=problem.status, media_type=PROBLEM, headers=headers)


def _problem(request: Request[Any, Any, Any], problem: Problem) -> Response[bytes]:
    return _respond(request, problem)


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    slug = SLUGS.get(error.status_code, "bad-request" if error.status_code < 500 else "failed")
    extra = f": {error.extra}" if error.extra else ""
    return _respond(request, Problem(slug, f"{error.detail}{extra}"), error.headers)  # with 405 which are allowed


def _too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[bytes]:
    return _respond(request, Problem("bad-request", "the body is nested too deeply"))


def _failure(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    return _respond(request, problem_of(error, f"{request.method} {request.url.path}"))
