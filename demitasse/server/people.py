"""People: guests with a name, their sessions, and tokens that let a program sit at one table."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from demitasse.server import schema as t
from demitasse.server.problems import Problem
from demitasse.server.store import Store
from demitasse.server.writer import Writer

MOST_KNOWN = 20_000
DAYS = 400  # for which a token is good; browsers keep a cookie no longer
REMEMBERED = (
    60.0  # seconds; then it is looked up again: another process may have ended the session, or changed the name
)


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who showed a token: a session's, or one that is good for one table only."""

    person: str
    name: str
    table: str | None = None

    def may_sit_at(self, table: str) -> bool:
        return self.table is None or self.table == table


class People:
    """Who is who. Tokens are kept hashed; those seen lately are remembered."""

    def __init__(self, store: Store, writer: Writer) -> None:
        self.store, self.writer = store, writer
        self._known: OrderedDict[str, tuple[Who, float]] = OrderedDict()  # token -> (person, until when)

    async def who(self, token: str) -> Who | None:
        """The person of a token; None for one that we did not give."""
        if found := self.remembered(token):
            return found
        key = _hash(token)
        found = await self.store.ask(lambda connection: _find(connection, key))
        if found:
            self._remember(token, found)
        return found

    def remembered(self, token: str) -> Who | None:
        """The person of a token seen lately."""
        found = self._known.get(token)
        return found[0] if found and found[1] > time.monotonic() else None

    async def arrive(self, name: str) -> tuple[Who, str]:
        """A new guest and the token of their session."""
        who, token = Who(secrets.token_hex(12), checked_name(name)), secrets.token_urlsafe(32)

        def work(connection: Connection) -> None:
            connection.execute(sa.insert(t.people).values(id=who.person, name=who.name, created=now()))
            connection.execute(
                sa.insert(t.tokens).values(hash=_hash(token), person=who.person, table=None, created=now())
            )

        await self.writer.write(work=work)
        self._remember(token, who)
        return who, token

    async def rename(self, who: Who, name: str) -> Who:
        changed = Who(who.person, checked_name(name), who.table)
        await self.writer.write(
            work=lambda connection: connection.execute(
                sa.update(t.people).where(t.people.c.id == who.person).values(name=changed.name)
            )
        )
        for token, (known, until) in list(self._known.items()):
            if known.person == who.person:
                self._known[token] = Who(known.person, changed.name, known.table), until
        return changed

    async def leave(self, token: str) -> None:
        """End a session."""
        await self.writer.write(
            work=lambda connection: connection.execute(sa.delete(t.tokens).where(t.tokens.c.hash == _hash(token)))
        )
        self._known.pop(token, None)

    async def token_for(self, who: Who, table: str) -> str:
        """A token with which a program plays as this person at one table."""
        token = secrets.token_urlsafe(32)
        row = {"hash": _hash(token), "person": who.person, "table": table, "created": now()}
        await self.writer.write(work=lambda connection: connection.execute(sa.insert(t.tokens).values(**row)))
        return token

    async def revoke(self, who: Who, table: str) -> int:
        """Take back the tokens that a person gave for a table; returns how many there were."""
        tokens = sa.delete(t.tokens).where(t.tokens.c.person == who.person, t.tokens.c.table == table)
        revoked: int = await self.writer.write(work=lambda connection: connection.execute(tokens).rowcount)
        for token, (known, _) in list(self._known.items()):
            if (known.person, known.table) == (who.person, table):
                del self._known[token]
        return revoked

    def _remember(self, token: str, who: Who) -> None:
        self._known[token] = who, time.monotonic() + REMEMBERED
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)


def known(visitor: Who | None) -> Who:
    """Somebody who has said who they are. Raises Problem for others."""
    if visitor is None:
        raise Problem("no-session", "POST /api/session with a name first, or send a token")
    return visitor


def good_for(visitor: Who | None, table: str) -> Who:
    """Somebody who may do something at a table. Raises Problem for others."""
    if not (who := known(visitor)).may_sit_at(table):
        raise Problem("forbidden", "this token is good for another table only")
    return who


def csrf_of(token: str) -> str:
    """What a page must send beside its cookie: another site can send the cookie, but cannot read this."""
    return hmac.digest(token.encode(), b"csrf", "sha256").hex()[:32]


def checked_name(name: str) -> str:
    """A name fit for a table and a record. Raises Problem."""
    name = " ".join(name.split())
    if not name or len(name) > 40 or "|" in name or not name.isprintable():
        raise Problem(
            "bad-request", f"the name {name!r} cannot be used: expected 1 to 40 printable characters without |"
        )
    return name


def now() -> int:
    return int(time.time() * 1000)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _find(connection: Connection, key: str) -> Who | None:
    query = sa.select(t.people.c.id, t.people.c.name, t.tokens.c.table).join(
        t.people, t.people.c.id == t.tokens.c.person
    )
    row = connection.execute(
        query.where(t.tokens.c.hash == key, t.tokens.c.created > now() - DAYS * 86_400_000)
    ).first()
    return Who(*row) if row else None
