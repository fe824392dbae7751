"""The routes: what can be asked over HTTP, and the live connection."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, Literal

import segno
from litestar import MediaType, Request, Response, WebSocket, delete, get, post, websocket
from litestar.datastructures import Cookie
from litestar.handlers.base import BaseRouteHandler
from litestar.params import Body, Parameter

import demitasse
from demitasse.bots.players import LEVELS
from demitasse.core import hints
from demitasse.core.words import words
from demitasse.server import live, page_files, results, seat_view, shapes
from demitasse.server.analysis import Analysis
from demitasse.server.docs import CSS
from demitasse.server.guard import COOKIE, Visit
from demitasse.server.guide import guide
from demitasse.server.house import House
from demitasse.server.people import DAYS, People, Who, csrf_of, good_for, known
from demitasse.server.plays import post_play
from demitasse.server.problems import REFUSALS, Problem
from demitasse.server.table import DamagedTable, Table, Watcher

Asking = Request[Any, Any, Any]
Language = Literal["en", "uk", "ru", "ja"]
Since = Annotated[int, Parameter(ge=0, le=2**31 - 1)]
SeatAsked = Annotated[int | None, Parameter(gt=-1, le=15)]
ask, do, undo = partial(get, responses=REFUSALS), partial(post, responses=REFUSALS), partial(delete, responses=REFUSALS)


def visit_of(asking: Asking | WebSocket[Any, Any, Any]) -> Visit:
    visit: Visit = asking.scope["visit"]  # type: ignore[typeddict-item]
    return visit


def who_is(asking: Asking) -> Who:
    """Whoever asks. Raises Problem if they have not said who they are."""
    return known(visit_of(asking).who)


def person_of(asking: Asking | WebSocket[Any, Any, Any], table: str) -> str | None:
    who = visit_of(asking).who
    if who is None or not who.may_sit_at(table):
        return None
    if found := house_of(asking).at_hand(table):
        house_of(asking).sign(who, found)
    return who.person


def house_of(asking: Asking | WebSocket[Any, Any, Any]) -> House:
    house: House = asking.app.state.house
    return house


def people_of(asking: Asking | WebSocket[Any, Any, Any]) -> People:
    people: People = asking.app.state.people
    return people


def analysis_of(asking: Asking) -> Analysis:
    analysis: Analysis = asking.app.state.analysis
    return analysis


async def mine(asking: Asking, id: str) -> tuple[Who, Table]:
    """Who asks, and the table, if they may do something there."""
    who = good_for(visit_of(asking).who, id)
    return who, await house_of(asking).table(id)


def spoken(asking: Asking, language: str | None) -> str:
    return language or visit_of(asking).language


# Who ------------------------------------------------------------------------------------------------------------------


@ask("/api/session")
async def get_session(request: Asking) -> shapes.Session:
    """Who you are."""
    visit = visit_of(request)
    if visit.who is None or visit.token is None:
        return shapes.Session(None, "", "")
    return shapes.Session(visit.who.person, visit.who.name, csrf_of(visit.token) if visit.cookie else "")


@do("/api/session", status_code=200)
async def post_session(request: Asking, data: shapes.SessionAsked) -> Response[shapes.Session]:
    """Say your name: makes you a guest, or renames you."""
    visit, people = visit_of(request), people_of(request)
    if visit.who is not None and visit.token is not None:
        who = await people.rename(visit.who, data.name)
        return Response(shapes.Session(who.person, who.name, csrf_of(visit.token) if visit.cookie else ""))
    who, token = await people.arrive(data.name)
    return Response(
        shapes.Session(who.person, who.name, csrf_of(token)), cookies=[_cookie(request, token, DAYS * 86_400)]
    )


@undo("/api/session", status_code=200)
async def delete_session(request: Asking) -> Response[shapes.Session]:
    """Forget who you are here."""
    visit = visit_of(request)
    if visit.who is not None and visit.token is not None:
        await people_of(request).leave(visit.who, visit.token)
    return Response(shapes.Session(None, "", ""), cookies=[_cookie(request, "", 0)])


def _cookie(request: Asking, token: str, seconds: int) -> Cookie:
    secure = house_of(request).settings.secure
    return Cookie(COOKIE, value=token, max_age=seconds, httponly=True, samesite="lax", secure=secure, path="/")


# What there is --------------------------------------------------------------------------------------------------------


@ask("/api/games")
async def get_games(request: Asking, language: Language | None = None) -> shapes.Games:
    """The games, their options, and the levels of the bots."""
    say = words(spoken(request, language))
    games = [demitasse.game(name) for name in demitasse.game_names()]
    return shapes.Games(
        [
            shapes.GameShown(
                game.name,
                say(game.title),
                say(game.credits),
                list(game.seats),
                [shapes.OptionShown(o.name, say(o.meaning), o.high) for o in game.options],
                say(game.pitch),
                game.minutes,
            )
            for game in games
        ],
        {name: say(meaning) for name, meaning in LEVELS.items()},
    )


@ask("/api/tables")
async def get_tables(request: Asking, language: Language | None = None) -> list[shapes.TableLine]:
    """Your tables, newest first, and those with an open seat that their hosts show to strangers."""
    who, say = visit_of(request).who, words(spoken(request, language))
    person = who.person if who and who.table is None else None
    return [
        seat_view.damaged_line(table, person, say)
        if isinstance(table, DamagedTable)
        else seat_view.line(table, person, say)
        for table in await house_of(request).lines(person)
    ]


@ask("/api/words")
async def get_words(request: Asking, language: Language | None = None) -> shapes.Words:
    """The page's own words in a language."""
    say = words(spoken(request, language))
    return shapes.Words(
        say.language,
        list(say.plural),
        {text: word if isinstance(word, str) else list(word) for text, word in say.page().items()},
    )


@ask("/api/guide/{game:str}")
async def get_guide(request: Asking, game: str, language: Language | None = None) -> shapes.GuideShown:
    """How to play a game, as safe HTML."""
    if game not in demitasse.game_names():
        raise Problem("not-found", f"there is no game {game!r}; expected one of: {', '.join(demitasse.game_names())}")
    await house_of(request).ready(game)
    found = await seat_view.at_artist(game, guide, game, spoken(request, language))
    return shapes.GuideShown(found.title, found.html)


# Tables ---------------------------------------------------------------------------------------------------------------


async def _answer(
    request: Asking, table: Table, seat: int | None = None, language: str | None = None
) -> shapes.TableShown:
    person, spoken_language = person_of(request, table.id), spoken(request, language)
    seat = seat_view.allowed_seat(table, person, seat)
    found = seat_view.shown(table, person, seat, spoken_language)
    found.since = await seat_view.since(table, seat, spoken_language)
    found.scene = await seat_view.scene(table, seat, spoken_language)
    if table.info.stage == "over":
        found.result = await results.shown(house_of(request).store, table, person, spoken_language)
    return found


@do("/api/tables", status_code=201)
async def post_table(request: Asking, data: shapes.TableAsked, language: Language | None = None) -> shapes.TableShown:
    """Make a table: of a game, of a record, or going on from another table."""
    who = who_is(request)
    if who.table is not None:
        raise Problem("forbidden", "this token is good for one table only")
    table = await house_of(request).create(who, data)
    return await _answer(request, table, None, language)


@ask("/api/tables/{id:str}")
async def get_table(
    request: Asking, id: str, seat: SeatAsked = None, language: Language | None = None
) -> shapes.TableShown:
    """A table with its scene, as one of your seats sees it, or as anybody may."""
    return await _answer(request, await house_of(request).table(id), seat, language)


@do("/api/tables/{id:str}/join", status_code=200)
async def post_join(request: Asking, id: str, data: Annotated[shapes.JoinAsked, Body()]) -> shapes.TableShown:
    """Sit down at an open seat; your luck is mixed into the draws."""
    who, table = await mine(request, id)
    await house_of(request).join(who, table, data.seat, data.luck)
    return await _answer(request, table)


@do("/api/tables/{id:str}/list", status_code=200)
async def post_list(request: Asking, id: str, data: shapes.ListAsked) -> shapes.TableShown:
    """Show the table to strangers in the lobby, or no longer."""
    who, table = await mine(request, id)
    await house_of(request).show_in_lobby(who, table, data.listed)
    return await _answer(request, table)


@do("/api/tables/{id:str}/settings", status_code=200)
async def post_settings(request: Asking, id: str, data: shapes.SettingsAsked) -> shapes.TableShown:
    """Say what may be done at a table: hints, undo, talking, plies without choice made by themselves; its host can."""
    who, table = await mine(request, id)
    await house_of(request).change_settings(who, table, data)
    return await _answer(request, table)


@do("/api/tables/{id:str}/talk", status_code=200)
async def post_talk(request: Asking, id: str, data: shapes.TalkAsked) -> shapes.Talked:
    """Say something to those at the table, or nudge whom it waits for; live connections with `talk` hear it."""
    who, table = await mine(request, id)
    await house_of(request).talk(who, table, data)
    return shapes.Talked(table.talked)


@do("/api/tables/{id:str}/start", status_code=200)
async def post_start(request: Asking, id: str, data: shapes.StartAsked) -> shapes.TableShown:
    """Begin the game."""
    who, table = await mine(request, id)
    await house_of(request).start(who, table, data.luck)
    return await _answer(request, table)


@do("/api/tables/{id:str}/leave", status_code=200)
async def post_leave(request: Asking, id: str) -> shapes.TableShown:
    """Get up: the seat is free again, or in a game a bot plays on for you."""
    who, table = await mine(request, id)
    await house_of(request).leave(who, table)
    return await _answer(request, table)


@do("/api/tables/{id:str}/rematch", status_code=200)
async def post_rematch(request: Asking, id: str) -> shapes.TableShown:
    """Play again with the same people: the new table."""
    who, table = await mine(request, id)
    return await _answer(request, await house_of(request).rematch(who, table))


@do("/api/tables/{id:str}/tokens", status_code=201)
async def post_token(request: Asking, id: str) -> shapes.Token:
    """A token with which a program plays your seats at this table."""
    who, table = await mine(request, id)
    if not table.seats_of(who.person):
        raise Problem("forbidden", "only those who sit at the table can give a token for it")
    return shapes.Token(await people_of(request).token_for(who, id))


@undo("/api/tables/{id:str}/tokens", status_code=200)
async def delete_tokens(request: Asking, id: str) -> shapes.TokensRevoked:
    """Take back all tokens that you gave for this table; programs that have one are strangers from now on."""
    who, _ = await mine(request, id)
    return shapes.TokensRevoked(await people_of(request).revoke(who, id))


@do("/api/tables/{id:str}/undo", status_code=200)
async def post_undo(request: Asking, id: str, data: shapes.UndoAsked) -> shapes.Done:
    """Take back your last decision, or with `turn` all since somebody else did something or a draw was made."""
    who, table = await mine(request, id)
    table.check_seat(who.person, data.seat)
    return shapes.Done(*await house_of(request).act(table, data))


@do("/api/tables/{id:str}/seat", status_code=200)
async def post_seat(request: Asking, id: str, data: shapes.SeatChangeAsked) -> shapes.Done:
    """Give a seat to a bot, take it back, or concede; before the game its host can also free a seat."""
    who, table = await mine(request, id)
    return shapes.Done(*await house_of(request).change_seat(who, table, data))


@ask("/api/tables/{id:str}/log")
async def get_log(
    request: Asking, id: str, since: Since = 0, seat: SeatAsked = None, language: Language | None = None
) -> shapes.Log:
    """The rows after number `since`, at most 500: if the last of them is not `head`, ask again from there."""
    table = await house_of(request).table(id)
    seat = seat_view.allowed_seat(table, person_of(request, id), seat)
    head, view = table.head, seat_view.view_hash(table, seat)
    rows = await seat_view.page(table, since, head, seat, spoken(request, language))
    return shapes.Log(head, rows, view)


@ask("/api/tables/{id:str}/replay")
async def get_replay(
    request: Asking, id: str, ply: Since, seat: SeatAsked = None, language: Language | None = None
) -> shapes.Replay:
    """The table after so many plies."""
    table = await house_of(request).table(id)
    return await analysis_of(request).replay(
        table, ply, seat_view.allowed_seat(table, person_of(request, id), seat), spoken(request, language)
    )


@ask("/api/tables/{id:str}/preview")
async def get_preview(
    request: Asking,
    id: str,
    text: Annotated[str, Parameter(max_length=shapes.SAID_LENGTH)],
    seat: SeatAsked = None,
    language: Language | None = None,
    then: Annotated[str, Parameter(max_length=shapes.SAID_LENGTH)] = "",
) -> shapes.Preview:
    """What a decision would change on the table; `then`, what could be done once what it takes is laid so."""
    table = await house_of(request).table(id)
    seat = seat_view.allowed_seat(table, person_of(request, id), seat)
    return await analysis_of(request).preview(table, text, seat, spoken(request, language), then)


@ask("/api/tables/{id:str}/hint")
async def get_hint(
    request: Asking,
    id: str,
    seat: SeatAsked = None,
    level: Annotated[str, Parameter(max_length=16)] = "barista",
    language: Language | None = None,
) -> shapes.HintShown:
    """What every legal decision is worth."""
    who = who_is(request)
    table = await house_of(request).table(id)
    seat = seat_view.allowed_seat(table, person_of(request, id), seat)
    if not table.info.hints:
        raise Problem("not-here", "this table is played without hints", table.head)
    part = await asyncio.to_thread(hints.part, table.course.match.setting)
    await house_of(request).compiled(table.info.game, part)
    found = await analysis_of(request).hint(table, who.person, seat, level, spoken(request, language))
    await house_of(request).tell_of_hint(who, table)
    return found


@ask("/api/tables/{id:str}/record", media_type=MediaType.TEXT)
async def get_record(request: Asking, id: str) -> Response[str]:
    """The game as a text to keep; `demitasse verify` checks it."""
    table = await house_of(request).table(id)
    name = f"{table.info.game}-{table.id}.txt"
    return Response(
        await analysis_of(request).record(table),
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@ask("/api/tables/{id:str}/result.svg", media_type="image/svg+xml")
async def get_result_picture(request: Asking, id: str, language: Language | None = None) -> Response[str]:
    """How the game ended, as a picture to show to others."""
    table = await house_of(request).table(id)
    if table.info.stage != "over":
        raise Problem("not-now", "the game is not over", table.head)
    return Response(await results.picture(table, spoken(request, language)), media_type="image/svg+xml")


@ask("/api/tables/{id:str}/qr.svg", media_type="image/svg+xml")
async def get_qr(request: Asking, id: str) -> Response[bytes]:
    """The table's link as a QR code."""
    table = await house_of(request).table(id)
    settings = house_of(request).settings
    base = settings.url.rstrip("/") or f"http://{request.headers.get('host', '')}"
    picture = io.BytesIO()
    segno.make(f"{base}/table/{table.id}", error="m").save(
        picture, kind="svg", scale=8, border=2, svgns=True, omitsize=True
    )
    return Response(picture.getvalue(), media_type="image/svg+xml")


# Live -----------------------------------------------------------------------------------------------------------------


@websocket("/api/tables/{id:str}/live")
async def live_table(
    socket: WebSocket[Any, Any, Any],
    id: str,
    since: Since = 0,
    seat: SeatAsked = None,
    language: Language | None = None,
    scenes: bool = False,
    talk: Since | None = None,
) -> None:
    """Everything that happens at a table after row `since`; with `talk` what is said there after that line, too."""
    try:
        table = await house_of(socket).table(id)
        person = person_of(socket, id)
        if seat is not None:
            seat_view.allowed_seat(table, person, seat)
    except Problem as problem:
        await socket.accept()
        await socket.close(4000 + problem.status, problem.slug)
        return
    await socket.accept()
    visit = visit_of(socket)
    watcher = Watcher(person, visit.token, min(since, table.head), seat, language or visit.language, scenes)
    watcher.name = visit.who.name if person is not None and visit.who is not None else ""
    watcher.heard = talk
    await live.watch(socket, table, watcher, people_of(socket))


# Pages ----------------------------------------------------------------------------------------------------------------


@get(["/", "/table/{id:str}", "/replay/{id:str}", "/guide/{id:str}"], include_in_schema=False)
async def get_page(request: Asking) -> Response[bytes]:
    return _file(request, page_files.page())


@get("/web/{path:path}", include_in_schema=False)
async def get_file(request: Asking, path: str) -> Response[bytes]:
    return _file(request, page_files.file(str(path).lstrip("/")))


@get("/docs/docs.css", include_in_schema=False, media_type="text/css")
async def get_docs_css() -> str:
    return CSS


def _file(request: Asking, file: page_files.File) -> Response[bytes]:
    headers = {"etag": file.tag, "cache-control": file.cache, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers, media_type=file.kind)
    accepted = request.headers.get("accept-encoding", "")
    for encoding, packed in file.packed.items():
        if encoding in accepted:
            return Response(packed, headers={**headers, "content-encoding": encoding}, media_type=file.kind)
    return Response(file.body, headers=headers, media_type=file.kind)


ROUTES: Sequence[BaseRouteHandler] = [
    get_session, post_session, delete_session, get_games, get_words, get_guide, get_tables, post_table,
    get_table, post_join, post_list, post_settings, post_talk, post_start, post_leave, post_rematch, post_token,
    delete_tokens, post_play, post_undo, post_seat, get_log, get_replay, get_preview, get_hint, get_record,
    get_result_picture, get_qr, live_table, get_page, get_file, get_docs_css,
]  # fmt: skip
