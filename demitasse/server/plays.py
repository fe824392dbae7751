"""Plays: the one request that everybody waits for, answered without the framework; whatever is unusual about it goes
the long way.
"""

from __future__ import annotations

from typing import Any

import msgspec

from demitasse.server.house import House
from demitasse.server.shapes import Done, PlayAsked

decode = msgspec.json.Decoder(PlayAsked).decode
encode = msgspec.json.Encoder().encode
JSON = (b"content-type", b"application/json")


class Plays:
    """Stands before the app and answers plain plays at tables that are in memory, exactly as the route does; refusals
    leave as Problem.
    """

    def __init__(self, app: Any, house: House) -> None:
        self.app, self.house = app, house

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["method"] == "POST" and scope["path"].endswith("/plays"):
            message = await receive()
            if done := await self._done(scope, message):
                body = encode(done)
                headers = [JSON, (b"content-length", str(len(body)).encode())]
                await send({"type": "http.response.start", "status": 200, "headers": headers})
                await send({"type": "http.response.body", "body": body})
                return
            receive = _again(message, receive)
        await self.app(scope, receive, send)

    async def _done(self, scope: Any, message: Any) -> Done | None:
        """The answer to a play; None if it has to go the long way."""
        words = scope["path"].split("/")
        who = scope["visit"].who
        if len(words) != 5 or words[1:3] != ["api", "tables"] or who is None or JSON not in scope["headers"]:
            return None
        table = self.house.at_hand(words[3])
        if (
            table is None
            or not who.may_sit_at(table.id)
            or message["type"] != "http.request"
            or message.get("more_body")
        ):
            return None
        try:
            asked = decode(message["body"])
        except (msgspec.MsgspecError, RecursionError):
            return None
        return Done(*await self.house.play(who, table, asked))


def _again(first: Any, receive: Any) -> Any:
    """A `receive` that gives a message which was read already once more."""
    waiting = [first]

    async def receiving() -> Any:
        return waiting.pop() if waiting else await receive()

    return receiving
