"""Analysis: looking at a game rather than playing it: replays, previews, hints and records, all off the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from demitasse.core import advice, hints, telling, turns
from demitasse.core.errors import IllegalAction
from demitasse.core.match import Match
from demitasse.core.names import named
from demitasse.core.play import TOGETHER
from demitasse.core.tree import THOUGHT
from demitasse.core.words import words
from demitasse.server import scenes, seat_view, shapes
from demitasse.server.bot_turns import GRACE
from demitasse.server.course import Course, Snapshot, cut
from demitasse.server.jobs import Hint, Way, packed, states_of
from demitasse.server.problems import Problem
from demitasse.server.table import Table
from demitasse.server.workers import TookTooLong, Workers


class Analysis:
    """Computes what was asked about a game; hints by workers, so many at a time."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers

    def close(self) -> None:
        self.workers.close()

    async def replay(self, table: Table, ply: int, seat: int | None, language: str) -> shapes.Replay:
        """The table after so many plies, and what the last of them was."""
        course = table.course
        if ply > course.ply:
            raise Problem("bad-request", f"the table has {course.ply} plies; got {ply}")
        scene = await seat_view.at_artist(table.info.host, seat_view.drawings(table).past, course, ply, seat, language)
        reading = seat_view.LogReader(table, table.head, seat, words(language))
        told = reading.told(turns.at(reading.turns, ply - 1, seat)) if ply else None
        ends = sorted({turn.last for turn in reading.turns if turn.ended and turn.last <= course.known})
        return shapes.Replay(ply, course.ply, _said(table, course, ply, seat, language), scene, told, ends)

    async def preview(self, table: Table, text: str, seat: int | None, language: str, then: str) -> shapes.Preview:
        deciding(table, seat)
        try:
            return shapes.Preview(
                **await seat_view.at_artist(
                    table.info.host,
                    scenes.preview,
                    seat_view.drawings(table),
                    table.snapshot(),
                    text,
                    seat,
                    language,
                    then,
                )
            )
        except IllegalAction as error:
            raise Problem("illegal", str(error), table.head) from None

    async def hint(self, table: Table, person: str, seat: int | None, level: str, language: str) -> shapes.HintShown:
        if level not in THOUGHT:
            raise Problem("bad-request", f"there is no hint of level {level!r}; expected one of: {', '.join(THOUGHT)}")
        view, snapshot = deciding(table, seat), table.snapshot()
        part = await asyncio.to_thread(hints.part, view.setting)
        try:
            found = await self.workers.do(
                person, THOUGHT[level] / 1000 + GRACE, "hint", packed(view), level,
                returns=Hint, prepare=(view.game.name, part),
            )  # fmt: skip
        except TookTooLong:
            raise Problem("unavailable", "the search did not end; try again", table.head) from None
        say = words(language)
        actions = [
            shapes.AdviceShown(a.text, telling.tell(view, view.ply(a.text), say), a.share, a.lead)
            for a in found.actions
        ]
        ways = await seat_view.at_artist(table.info.host, _ways, table, snapshot, found.ways, view.actor, language)
        return shapes.HintShown(actions, found.line, found.actions[0].text, ways)

    async def record(self, table: Table) -> str:
        """The game as a record; what is still secret is not in it."""
        return str(await seat_view.at_artist(table.info.host, record, table))


def record(table: Table) -> str:
    course = table.course
    match = course.match.copy() if course.over else cut(course.match, course.known)
    match.revealed = course.over
    if course.conceded:
        match.headers["conceded"] = " ".join(map(str, course.conceded))
    return match.record(comments=True)


def _ways(table: Table, snapshot: Snapshot, ways: Sequence[Way], seat: int, language: str) -> list[shapes.WayShown]:
    """The best ways in words, with what each would change."""
    view = scenes.named_view(seat_view.drawings(table), snapshot, seat)
    say = words(language)
    advised = ((way, advice.tell(view, way.texts, states_of(view.game, way.after), say)) for way in ways)
    return [_way(view, way, told, seat, language) for way, told in advice.apart(advised)]


def _way(view: Match, way: Way, told: advice.Advised, seat: int, language: str) -> shapes.WayShown:
    after = states_of(view.game, way.after)
    return shapes.WayShown(
        way.texts,
        list(told.path),
        told.walked,
        list(told.then),
        seat_view.phrase_shown(told.say),
        [shapes.ReasonShown(reason.text, reason.sign) for reason in told.why],
        way.share if view.seats > 1 else None,
        shapes.Preview(**scenes.turn_preview(view, TOGETHER.join(way.texts), after, seat, language)),
    )


def deciding(table: Table, seat: int | None) -> Match:
    """The view of a seat that is to decide. Raises Problem for any other."""
    if table.info.stage != "playing" or seat is None or not table.course.may_decide(seat):
        raise Problem("not-your-turn", "there is nothing for you to decide now", table.head)
    return table.course.view(seat)


def _said(table: Table, course: Course, ply: int, seat: int | None, language: str) -> str:
    if ply == 0:
        return ""
    made, say = course.match.plies[ply - 1], words(language)
    name = "" if made.actor == "*" else named(table.names[made.actor], say)
    if ply > course.known and made.actor != seat:
        return say("{name} has chosen").format(name=name)
    return telling.sentence(course.match, made, name, say)
