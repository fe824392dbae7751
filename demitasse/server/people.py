"""People: guests with a name, their sessions, and tokens that let a program sit at one table."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from demitasse.server import schema as t
from demitasse.server.problems import Problem
from demitasse.server.store import Store
from demitasse.server.writer import Writer

MOST_KNOWN = 20_000
DAYS = 400  # for which a token is good; browsers keep a cookie no longer
REMEMBERED = 60.0  # seconds; then it is looked up again, should the word of another process not have reached us
SECRET, MARK = 24, 12  # bytes of a token: what nobody can guess, and what shows that it is ours
INVISIBLE = "\u115f\u1160\u2800\u3164\uffa0"  # letters and symbols that are drawn as nothing
PERSON = "person "  # with which a note to other processes begins that is not about a table


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who showed a token: a session's, or one that is good for one table only."""

    person: str
    name: str
    table: str | None = None

    def may_sit_at(self, table: str) -> bool:
        return self.table is None or self.table == table


class People:
    """Who is who. Tokens are kept hashed; those seen lately are remembered, and so is that one is good no longer."""

    def __init__(self, store: Store, writer: Writer) -> None:
        self.store, self.writer = store, writer
        self.doubt: Callable[[str], None] = lambda person: None  # called when somebody's right may have ended
        self._known: OrderedDict[str, tuple[Who | None, float]] = OrderedDict()  # token -> (person, until when)
        self._key, self._unmarked = store.look(_read_key)

    async def who(self, token: str) -> Who | None:
        """The person of a token; None for one that we did not give, or that has ended."""
        found = self._known.get(token)
        if found and found[1] > time.monotonic():
            return found[0]
        if not self.ours(token):
            return None
        key = _hash(token)
        who = await self.store.ask(lambda connection: _find(connection, key))
        self._remember(token, who)
        return who

    def remembered(self, token: str) -> Who | None:
        """The person of a token seen lately."""
        found = self._known.get(token)
        return found[0] if found and found[1] > time.monotonic() else None

    def ours(self, token: str) -> bool:
        """Whether a token bears our mark: one that somebody made up is not even looked for. Those from before there
        was a mark are known by heart.
        """
        return self._marked(token) or _hash(token) in self._unmarked

    def _marked(self, token: str) -> bool:
        try:
            raw = base64.urlsafe_b64decode(token.encode("ascii"))
        except ValueError:
            return False
        return len(raw) == SECRET + MARK and hmac.compare_digest(self._token(raw[:SECRET]), token)

    def _token(self, secret: bytes) -> str:
        return base64.urlsafe_b64encode(secret + hmac.digest(self._key, secret, "sha256")[:MARK]).decode()

    async def arrive(self, name: str) -> tuple[Who, str]:
        """A new guest and the token of their session."""
        who, token = Who(secrets.token_hex(12), checked_name(name)), self._token(secrets.token_bytes(SECRET))

        def work(connection: Connection) -> None:
            connection.execute(sa.insert(t.people).values(id=who.person, name=who.name, created=now()))
            connection.execute(
                sa.insert(t.tokens).values(hash=_hash(token), person=who.person, table=None, created=now())
            )

        await self.writer.write(work=work)
        self._remember(token, who)
        return who, token

    async def rename(self, who: Who, name: str) -> Who:
        """Give somebody another name. Raises Problem for a program, which has only a seat of theirs."""
        if who.table is not None:
            raise Problem("forbidden", "this token is good for one table only; it cannot rename its person")
        changed = replace(who, name=checked_name(name))
        await self._change(who.person, sa.update(t.people).where(t.people.c.id == who.person).values(name=changed.name))
        return changed

    async def leave(self, who: Who, token: str) -> None:
        """End a session, with all tokens that were given in it; a program ends its own token only."""
        ended = t.tokens.c.person == who.person if who.table is None else t.tokens.c.hash == _hash(token)
        await self._change(who.person, sa.delete(t.tokens).where(ended))

    async def token_for(self, who: Who, table: str) -> str:
        """A token with which a program plays as this person at one table."""
        token = self._token(secrets.token_bytes(SECRET))
        row = {"hash": _hash(token), "person": who.person, "table": table, "created": now()}
        await self.writer.write(work=lambda connection: connection.execute(sa.insert(t.tokens).values(**row)))
        return token

    async def revoke(self, who: Who, table: str) -> int:
        """Take back the tokens that a person gave for a table; returns how many there were."""
        tokens = sa.delete(t.tokens).where(t.tokens.c.person == who.person, t.tokens.c.table == table)
        return await self._change(who.person, tokens)

    async def _change(self, person: str, statement: sa.Update | sa.Delete) -> int:
        """Change what is known of somebody, here and at other processes; returns how many rows that were."""
        work = lambda connection: connection.execute(statement).rowcount  # noqa: E731
        changed: int = await self.writer.write(work=work, table=f"{PERSON}{person}")
        self.forget(person)
        return changed

    def forget(self, person: str) -> None:
        """Look somebody up anew, and let those who tell them something do so, too."""
        for token, (known, _) in list(self._known.items()):
            if known and known.person == person:
                del self._known[token]
        self.doubt(person)

    def forget_all(self) -> None:
        self._known.clear()

    def _remember(self, token: str, who: Who | None) -> None:
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
    if not look_of(name) or len(name) > 40 or "|" in name or not name.isprintable():
        raise Problem(
            "bad-request", f"the name {name!r} cannot be used: expected 1 to 40 printable characters without |"
        )
    return name


def look_of(name: str) -> str:
    """A name as far as the eye can tell it from others: without what is not seen, in one case."""
    seen = (each for each in unicodedata.normalize("NFKC", name) if each not in INVISIBLE)
    return "".join(each for each in seen if unicodedata.category(each)[0] in "LNPS").casefold()


def now() -> int:
    return int(time.time() * 1000)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _read_key(connection: Connection) -> tuple[bytes, frozenset[str]]:
    """The key that marks our tokens, and the hashes of tokens that are older than it."""
    kept: dict[str, str] = {row.name: row.value for row in connection.execute(sa.select(t.house))}
    older = sa.select(t.tokens.c.hash).where(t.tokens.c.created < int(kept["token_key_since"]))
    return bytes.fromhex(kept["token_key"]), frozenset(connection.execute(older).scalars())


def _find(connection: Connection, key: str) -> Who | None:
    query = sa.select(t.people.c.id, t.people.c.name, t.tokens.c.table).join(
        t.people, t.people.c.id == t.tokens.c.person
    )
    row = connection.execute(
        query.where(t.tokens.c.hash == key, t.tokens.c.created > now() - DAYS * 86_400_000)
    ).first()
    return Who(*row) if row else None
