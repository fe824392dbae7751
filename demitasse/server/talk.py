"""Talk: what people say at a table: bounded words, a few phrases, a nudge; and that somebody has asked for a hint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from demitasse.server import schema as t
from demitasse.server import shapes
from demitasse.server.problems import Problem
from demitasse.server.rates import Buckets

KEPT = 200  # lines of a table; older ones go
PHRASES = ("hello", "nice", "thanks", "oops", "moment", "bye")  # the page says them in the reader's language
JOINER = "\u200d"  # within signs that are made of several: the one character that may not be seen
WORDS_RATE, WORDS_BURST = 0.5, 6  # lines a second of one person, at one table or many
NUDGE_RATE, NUDGE_BURST = 1 / 30, 1
HINT_RATE, HINT_BURST = 0.2, 3  # of those that are told; asking itself has limits of its own


@dataclass(frozen=True, slots=True)
class Line:
    """Something that was said."""

    number: int
    kind: str  # words, phrase, nudge, hint
    seat: int | None
    name: str
    text: str
    at: int

    def columns(self, table: str) -> dict[str, Any]:
        return {"table": table, **{name: getattr(self, name) for name in self.__slots__}}

    def shown(self) -> shapes.TalkShown:
        return shapes.TalkShown(self.number, self.kind, self.seat, self.name, self.text, self.at)  # type: ignore[arg-type]


class Manners:
    """How often one may speak. A server without a rate sets no limit here, either."""

    def __init__(self, limited: bool) -> None:
        self.words = Buckets(WORDS_RATE * limited, WORDS_BURST, "one person who speaks")
        self.nudges = Buckets(NUDGE_RATE * limited, NUDGE_BURST, "one person who nudges")
        self.hints = Buckets(HINT_RATE, HINT_BURST, "one person who asks for hints")


def checked(asked: shapes.TalkAsked) -> str:
    """What is to be said, fit to be read. Raises Problem."""
    text = " ".join(asked.text.split())
    if asked.kind == "phrase" and text not in PHRASES:
        raise Problem("bad-request", f"there is no phrase {text!r}; expected one of: {', '.join(PHRASES)}")
    if asked.kind == "words" and (not text or not text.replace(JOINER, "").isprintable()):
        raise Problem("bad-request", "words are 1 to 200 characters that can be seen")
    return text


def write(connection: Connection, table: str, line: Line) -> None:
    """Keep a line, and let go of those that are too old."""
    connection.execute(sa.insert(t.talk).values(**line.columns(table)))
    old = sa.and_(t.talk.c.table == table, t.talk.c.number <= line.number - KEPT)
    connection.execute(sa.delete(t.talk).where(old))


def read(connection: Connection, table: str, since: int) -> list[Line]:
    """The lines after a number."""
    columns = [t.talk.c[name] for name in Line.__slots__]
    query = sa.select(*columns).where(t.talk.c.table == table, t.talk.c.number > since).order_by(t.talk.c.number)
    return [Line(*row) for row in connection.execute(query)]
