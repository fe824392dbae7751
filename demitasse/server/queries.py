"""Queries: what is read of tables from the database, and the statements that change who sits there and how far they
are.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from demitasse.server import schema as t
from demitasse.server import talk
from demitasse.server.course import Course, LogRow
from demitasse.server.table import Chair, Info, Table, read_info
from demitasse.server.talk import Line

SHOWN_OPEN = 50
SHOWN_OF_ONE = 3  # that nobody pushes the others off the list
SHOWN_OWN = 100


Kept = tuple[Info, list[Chair], list[LogRow], str | None, list[Line]]


def read_table(connection: Connection, id: str) -> Kept | None:
    """Everything that is kept about a table."""
    return read_news(connection, id, 0, 0)


def read_news(connection: Connection, id: str, since: int, talked: int) -> Kept | None:
    """A table with the rows after number `since`, and what was said after the line `talked`."""
    found = connection.execute(sa.select(t.tables).where(t.tables.c.id == id)).mappings().first()
    if found is None:
        return None
    return (
        read_info(dict(found)),
        read_chairs(connection, id),
        read_rows(connection, id, since),
        rematch_of(connection, id),
        talk.read(connection, id, talked),
    )


def read_front(connection: Connection, id: str) -> tuple[Info, list[Chair]]:
    """A table without its log."""
    found = connection.execute(sa.select(t.tables).where(t.tables.c.id == id)).mappings().one()
    return read_info(dict(found)), read_chairs(connection, id)


def read_chairs(connection: Connection, id: str) -> list[Chair]:
    columns = [t.chairs.c[name] for name in ("seat", "kind", "level", "person", "name", "luck")]
    return [
        Chair(*row)
        for row in connection.execute(sa.select(*columns).where(t.chairs.c.table == id).order_by(t.chairs.c.seat))
    ]


def read_rows(connection: Connection, id: str, since: int = 0) -> list[LogRow]:
    columns = [t.log.c[name] for name in ("seq", "kind", "ply", "seat", "text", "number", "nonce")]
    query = sa.select(*columns).where(t.log.c.table == id, t.log.c.seq > since).order_by(t.log.c.seq)
    return [LogRow(*row) for row in connection.execute(query)]


def rematch_of(connection: Connection, id: str) -> str | None:
    found: str | None = connection.execute(sa.select(t.tables.c.id).where(t.tables.c.again_of == id)).scalar()
    return found


def _own() -> sa.Select[Any]:
    at = sa.select(t.chairs.c.table).where(t.chairs.c.person == sa.bindparam("person"))
    return sa.select(t.tables.c.id).where(t.tables.c.id.in_(at)).order_by(t.tables.c.created.desc()).limit(SHOWN_OWN)


def open_to_strangers(of_one: int) -> sa.Select[Any]:
    """Tables with an open seat that their hosts show, at most so many of one host."""
    place = sa.func.row_number().over(partition_by=t.tables.c.host, order_by=t.tables.c.created.desc())
    free = (
        sa.select(t.tables.c.id, t.tables.c.created, place.label("place"))
        .where(t.tables.c.stage == "open", t.tables.c.listed)
        .where(t.tables.c.id.in_(sa.select(t.chairs.c.table).where(t.chairs.c.kind == "open")))
        .subquery()
    )
    return sa.select(free.c.id).where(free.c.place <= of_one).order_by(free.c.created.desc()).limit(SHOWN_OPEN)


# Written once: everybody in the lobby asks them, and writing takes longer than finding
OWN = _own()
OPEN = open_to_strangers(SHOWN_OF_ONE)


def listed(connection: Connection, person: str | None) -> list[str]:
    """Somebody's tables, newest first, and those of strangers with an open seat."""
    found: list[str] = list(connection.execute(OWN, {"person": person}).scalars()) if person else []
    found += connection.execute(OPEN).scalars()
    return list(dict.fromkeys(found))


def made_by(connection: Connection, person: str, since: int) -> tuple[int, int]:
    """How many tables somebody has made that are not over, and how many since a moment."""
    made = sa.select(sa.func.count()).where(t.tables.c.host == person)
    hosted: int = connection.execute(made.where(t.tables.c.stage != "over")).scalar_one()
    lately: int = connection.execute(made.where(t.tables.c.created >= since)).scalar_one()
    return hosted, lately


def name_of(connection: Connection, person: str) -> str | None:
    """What somebody is called now."""
    return connection.execute(sa.select(t.people.c.name).where(t.people.c.id == person)).scalar()


def with_bots(connection: Connection) -> list[str]:
    """The tables in play where a bot sits, or plays for somebody."""
    bots = sa.select(t.chairs.c.table).where(t.chairs.c.kind == "bot")
    left = sa.select(t.log.c.table).where(t.log.c.kind == "leave")
    query = sa.select(t.tables.c.id).where(
        t.tables.c.stage == "playing", sa.or_(t.tables.c.id.in_(bots), t.tables.c.id.in_(left))
    )
    return list(connection.execute(query.order_by(t.tables.c.created.desc())).scalars())


def change_stage(id: str, before: str, after: str) -> sa.Update:
    return sa.update(t.tables).where(t.tables.c.id == id, t.tables.c.stage == before).values(stage=after)


def change_settings(id: str, **settings: bool) -> sa.Update:
    """Change what a table's host may change."""
    return sa.update(t.tables).where(t.tables.c.id == id).values(**settings)


def update_chair(id: str, chair: Chair, before: Chair | None = None) -> sa.Update:
    query = sa.update(t.chairs).where(t.chairs.c.table == id, t.chairs.c.seat == chair.seat).values(**vars(chair))
    return query if before is None else query.where(t.chairs.c.kind == before.kind, t.chairs.c.name == before.name)


class Scored(NamedTuple):
    """What somebody has reached."""

    total: int
    name: str


class HouseRecords(NamedTuple):
    """What was reached at this house before a game, with as many players and the same options."""

    best: Scored | None  # by anybody
    own: int | None  # by whoever asks
    counted: list[int]  # the seats whose scores of that game count


def results_of(table: Table, course: Course, ended: int) -> list[dict[str, object]]:
    """The rows that a game which is over leaves: people who played it from the start to the end with our box."""
    info, match = table.info, course.match
    if match.actor is not None or info.given or info.start is not None or info.box is not None:
        return []
    about = {"table": info.id, "game": info.game, "seats": match.seats, "options": setting_of(info), "ended": ended}
    return [
        {**about, "seat": chair.seat, "person": chair.person, "name": chair.name, "total": total}
        for chair, total in zip(table.chairs, match.scores(), strict=True)
        if chair.person is not None and chair.seat not in course.away
    ]


def setting_of(info: Info) -> str:
    """The options of a table, however they were ordered."""
    return json.dumps(info.options, sort_keys=True)


def house_records(connection: Connection, info: Info, person: str | None) -> HouseRecords:
    """What was reached before a game that is over; nothing, if that game does not count."""
    r = t.results.c
    own = connection.execute(sa.select(r.seat, r.ended, r.seats).where(r.table == info.id)).all()
    if not own:
        return HouseRecords(None, None, [])
    earlier = sa.and_(
        r.game == info.game, r.seats == own[0].seats, r.options == setting_of(info), r.ended < own[0].ended
    )
    first = sa.select(r.total, r.name).where(earlier).order_by(r.total.desc(), r.ended).limit(1)
    best = connection.execute(first).first()
    mine = connection.execute(sa.select(sa.func.max(r.total)).where(earlier, r.person == person)).scalar()
    return HouseRecords(Scored(*best) if best else None, mine, [row.seat for row in own])
