"""Plays: the door of every move. It is answered without the framework, because everybody waits for it."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import post

from demitasse.server.house import House
from demitasse.server.people import Who, good_for
from demitasse.server.problems import REFUSALS, Problem
from demitasse.server.shapes import Done, PlayAsked

decode = msgspec.json.Decoder(PlayAsked).decode
encode = msgspec.json.Encoder().encode
JSON = (b"content-type", b"application/json")


class Plays:
    """Stands before the app and answers plays; refusals leave as Problem."""

    def __init__(self, app: Any, house: House) -> None:
        self.app, self.house = app, house

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http" or scope["method"] != "POST" or (table := table_of(scope["path"])) is None:
            await self.app(scope, receive, send)
            return
        done = await self.play(scope["visit"].who, table, asked(scope["headers"], await read(receive)))
        body = encode(done)
        headers = [JSON, (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def play(self, visitor: Who | None, id: str, play: PlayAsked) -> Done:
        who = good_for(visitor, id)
        table = self.house.at_hand(id) or await self.house.table(id)
        table.check_seat(who.person, play.seat)
        self.house.sign(who, table)
        return Done(*await self.house.act(table, play))


@post("/api/tables/{id:str}/plays", status_code=200, responses=REFUSALS)
async def post_play(id: str, data: PlayAsked) -> Done:
    """Make a decision; beside a real box also: say what was drawn. Sent again with the same nonce, it gets the same
    answer.
    """
    # described here for the schema; `Plays` answers before the framework is asked
    raise Problem("not-found", f"a play goes to /api/tables/{id}/plays, written exactly so")


def table_of(path: str) -> str | None:
    """The table that a path of plays names."""
    words = path.split("/")
    return words[3] if len(words) == 5 and words[4] == "plays" and words[:3] == ["", "api", "tables"] else None


async def read(receive: Any) -> bytes:
    """A whole body; the guard has seen to it that it is small."""
    body: bytes = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Problem("bad-request", "the body ended before it was whole")
        body += message.get("body", b"")
        if not message.get("more_body"):
            return body


def asked(headers: list[tuple[bytes, bytes]], body: bytes) -> PlayAsked:
    """What a body asks for. Raises Problem."""
    if JSON not in headers and not _kind(headers).startswith(JSON[1]):
        raise Problem("bad-media", "a play is sent as application/json")
    try:
        return decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Problem("bad-request", str(error)) from None


def _kind(headers: list[tuple[bytes, bytes]]) -> bytes:
    return next((value for name, value in headers if name == JSON[0]), JSON[1])
