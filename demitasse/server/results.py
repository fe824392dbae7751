"""Results: how a game ended, for whoever reads it, beside what was reached at this house before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from msgspec.json import decode

from demitasse.core import result as core
from demitasse.core import result_picture
from demitasse.core.names import named
from demitasse.core.phrases import in_a_row
from demitasse.core.result import GameResult, Highlight, Placing
from demitasse.core.words import Say, words, written
from demitasse.server import queries, seat_view
from demitasse.server.course import Course
from demitasse.server.queries import HouseRecords
from demitasse.server.scenes import Drawings
from demitasse.server.store import Store
from demitasse.server.table import Table

NO_RECORDS = HouseRecords(None, None, [])
FIRST = core.FACTS - 1  # facts that come before the record


async def shown(store: Store, table: Table, person: str | None, language: str) -> dict[str, Any]:
    """The result of a game that is over; made off the event loop, and once for all who may read the same."""
    records = await store.ask(lambda connection: queries.house_records(connection, table.info, person))
    readers = table.seats_of(person)
    found: dict[str, Any] = await seat_view.at_artist(
        table.info.host, _remembered, seat_view.drawings(table), table.course, readers, records, language
    )
    return found


async def picture(table: Table, language: str) -> str:
    """The same as a picture for everybody: nobody in it is "you"."""
    drawn = seat_view.drawings(table)
    return str(await seat_view.at_artist(table.info.host, _picture, drawn, table.course, language))


def _picture(drawn: Drawings, course: Course, language: str) -> str:
    def make() -> str:
        title = words(language)(course.match.game.title)
        return result_picture.write(told(drawn, course, (), NO_RECORDS, language), title)

    key = ("picture", course.ply, course.undone, *course.conceded, language)
    return str(decode(drawn.once(key, make)))


def _remembered(
    drawn: Drawings, course: Course, readers: Sequence[int], records: HouseRecords, language: str
) -> dict[str, Any]:
    key = ("result", course.ply, course.undone, *course.conceded, "for", *readers, str(records), language)
    found = drawn.once(key, lambda: told(drawn, course, readers, records, language).as_json())
    return cast("dict[str, Any]", found)


def told(drawn: Drawings, course: Course, readers: Sequence[int], records: HouseRecords, language: str) -> GameResult:
    """The result in words, with the records of the house."""
    say = words(language)
    found = core.of(course.match, say, drawn.tale(course), course.winners(), course.conceded, readers)
    return with_records(found, readers, records, say)


def with_records(found: GameResult, readers: Sequence[int], records: HouseRecords, say: Say) -> GameResult:
    """A result beside what was reached here before; as it is, where nothing was."""
    if records.best is None:
        return found
    own = _own(found, readers, records, say)
    if _is_record(found, records):
        head, reached = _house(found, records, say)
        fact = Highlight("ui-person", head, in_a_row(reached, own))
        found = replace(found, facts=[*found.facts[:FIRST], fact])
    if found.rating is None or records.own is None or not own:
        return found
    label = say("your best, {points}").format(points=written(records.own))
    course = replace(found.course, reference=records.own, reference_label=label)
    return replace(found, course=course, why=in_a_row(found.why, own))


def _top(found: GameResult, records: HouseRecords) -> Placing:
    """Whoever has the most of those whose scores count: bots leave no record."""
    return max((standing for standing in found.places if standing.seat in records.counted), key=lambda each: each.total)


def _is_record(found: GameResult, records: HouseRecords) -> bool:
    """Whether the record is worth telling: points, and nobody at this table has more, a bot neither."""
    assert records.best is not None
    reached = max(records.best.total, _top(found, records).total)
    return reached >= max(1, *(standing.total for standing in found.places))


def _house(found: GameResult, records: HouseRecords, say: Say) -> tuple[str, str]:
    """(head, words) of the record of the house, or of a new one."""
    assert records.best is not None
    seats = len(found.places)
    many = say.ngettext("for {number} player", "for {number} players", seats)
    setting = say("alone") if seats == 1 else many.format(number=seats)
    top = _top(found, records)
    if top.total <= records.best.total:
        points, name = records.best
        return say("House record"), say("{setting}: {points}, {name}.").format(
            setting=setting, points=written(points), name=named(name, say)
        )
    points, name = records.best
    news = say("{setting}: {points}, {name}. It was {before}, {other}.")
    return say("A new house record"), news.format(
        setting=setting, points=written(top.total), name=top.name, before=written(points), other=named(name, say)
    )


def _own(found: GameResult, readers: Sequence[int], records: HouseRecords, say: Say) -> str:
    """Whether whoever reads has outdone themselves."""
    if records.own is None or len(readers) != 1 or readers[0] not in records.counted:
        return ""
    total = next(standing.total for standing in found.places if standing.seat == readers[0])
    if total > records.own:
        return say("Your own best was {before}; now it is {points}.").format(
            before=written(records.own), points=written(total)
        )
    return say("Your own best is {points}.").format(points=written(records.own))
