"""Showing: a table and its log as one seat, or anybody, may see them."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from demitasse.core import telling, turns
from demitasse.core.game import find, names
from demitasse.core.names import named
from demitasse.core.phrases import Phrase
from demitasse.core.turns import ToldTurn, Turn
from demitasse.core.words import Say, later, words
from demitasse.server import shapes
from demitasse.server.course import Course, LogRow, Snapshot
from demitasse.server.fair_queue import FairQueue
from demitasse.server.problems import Problem
from demitasse.server.scenes import Drawings
from demitasse.server.table import DamagedTable, Table, commitment

PAGE = 500  # rows that are told at once
FEW = 40  # rows that are put into words at once
DRAWN_ROWS = 24  # of many rows at once only the last ones come with a scene
KEPT_DRAWINGS = 100  # tables
NAMED = 12  # watchers whose names are told

looked_at: OrderedDict[Table, None] = OrderedDict()
artist = ThreadPoolExecutor(1, "artist")  # one: drawings are not made for several at a time
drawing = FairQueue(1, share=1_000, patience=30.0)  # whoever watches a table has a share of its host's


def allowed_seat(table: Table, person: str | None, seat: int | None) -> int | None:
    """The seat whose view is shown. Raises Problem for a seat that is not one's own."""
    if seat is None:
        return table.seat_shown(person)
    if seat not in table.seats_of(person):
        raise Problem("forbidden", f"seat {seat} is not yours, so its view is not shown to you")
    return seat


def seats(table: Table, person: str | None, say: Say) -> list[shapes.SeatShown]:
    return [
        shapes.SeatShown(
            chair.seat,
            chair.kind,
            named(chair.name, say),
            table.is_here(chair.person, 0.0),
            person is not None and chair.person == person,
            chair.seat in table.course.conceded,
            table.bot_at(chair.seat),
        )
        for chair in table.chairs
    ]


def line(table: Table, person: str | None, say: Say) -> shapes.TableLine:
    """A table in a list."""
    info, title = table.info, say(table.course.match.game.title)
    own = table.seats_of(person)
    return shapes.TableLine(
        info.id, info.game, title, info.stage, seats(table, person, say), own, waiting(table), info.created
    )


def damaged_line(table: DamagedTable, person: str | None, say: Say) -> shapes.TableLine:
    """A table in a list that cannot be shown."""
    info = table.info
    chairs = [
        shapes.SeatShown(chair.seat, chair.kind, named(chair.name, say), False, False, False, chair.level)
        for chair in table.chairs
    ]
    own = [chair.seat for chair in table.chairs if person is not None and chair.person == person]
    title = say(find(info.game).title) if info.game in names() else info.game
    return shapes.TableLine(info.id, info.game, title, "damaged", chairs, own, [], info.created)


def waiting(table: Table) -> list[int]:
    return table.course.waiting() if table.info.stage == "playing" else []


def shown(table: Table, person: str | None, seat: int | None, language: str) -> shapes.TableShown:
    """A table without its scene."""
    info, course, say = table.info, table.course, words(language)
    playing = info.stage == "playing"
    undoing = undo_seat(table, person, seat)
    over = info.stage == "over"
    return shapes.TableShown(
        id=info.id,
        game=info.game,
        title=say(course.match.game.title),
        stage=info.stage,
        by_hand=info.by_hand,
        options=info.options,
        box=info.box is not None,
        host=person is not None and info.host == person,
        seats=seats(table, person, say),
        yours=table.seats_of(person),
        head=table.head,
        ply=course.ply,
        waiting=waiting(table),
        draws=_draws(table, say) if playing else [],
        undo=undoing is not None,
        restart=undoing is not None and _takes_back_more(table, undoing),
        winners=course.winners() if over else [],
        scores=scores(course, seat),
        watching=len(table.strangers()),
        watchers=sorted(watcher.name for watcher in table.strangers() if watcher.name)[:NAMED],
        luck=[chair.luck for chair in table.chairs],
        commit=commitment(info),
        seed=info.seed if over else None,
        rematch=table.rematch,
        seat=seat,
        created=info.created,
        listed=info.listed,
        variants=variants(table, say),
        automatic=info.automatic,
        hints=info.hints,
        undo_allowed=info.undo,
        undo_seat=undoing,
        chat=info.chat,
        preparing=table.preparing,
    )


def undo_seat(table: Table, person: str | None, seat: int | None) -> int | None:
    """The seat whose last decision somebody can take back: the one that is shown; at one screen also the one that
    acted last, unless it chose in secret.
    """
    info, course = table.info, table.course
    if not info.undo or info.stage == "open" or (info.stage == "over" and not info.by_hand):
        return None
    last = course.kept[-1] if course.kept else None
    own = [] if last is None or last.seq in course.hidden else [last.seat]
    for each in [seat, *(each for each in own if each in table.seats_of(person))]:
        if each is not None and each not in course.away and course.to_take_back(each, False, info.by_hand):
            return each
    return None


def _takes_back_more(table: Table, seat: int) -> bool:
    """Whether there is more in a turn to take back than the last decision."""
    one, all_ = (len(table.course.to_take_back(seat, turn, table.info.by_hand)) for turn in (False, True))
    return all_ > one


def variants(table: Table, say: Say) -> list[str]:
    """The options that are on, in words."""
    options = {option.name: option for option in table.course.match.game.options}
    found = [(options[name], value) for name, value in table.info.options.items() if value and name in options]
    counted = say("{label}: {value}")
    return [
        say(option.meaning) if option.high == 1 else counted.format(label=say(option.meaning), value=value)
        for option, value in found
    ]


def scores(course: Course, seat: int | None) -> list[dict[str, int]]:
    """Every seat's score as far as it may be known."""
    return (course.match if course.over else course.view(seat)).breakdown()


def _draws(table: Table, say: Say) -> list[shapes.DrawShown]:
    match = table.course.match
    if not table.info.by_hand or match.actor != "*":
        return []
    return [
        shapes.DrawShown(text, telling.tell(match, match.ply(text), say), weight)
        for text, weight in match.outcomes().items()
    ]


async def scene(table: Table, seat: int | None, language: str) -> dict[str, Any]:
    """The scene of the last row."""
    found: dict[str, Any] = await at_artist(
        table.info.host, drawings(table).live, table.snapshot(), table.head, seat, language
    )
    return found


async def since(table: Table, seat: int | None, language: str) -> list[shapes.TurnShown]:
    """The others' turns since the last ply of a seat that is asked, with what they changed; none while it is not."""
    if seat is None or table.info.stage != "playing" or not table.course.may_decide(seat):
        return []
    match, say, snapshot = table.course.match, words(language), table.snapshot()
    found = [(turn, turns.tell(match, turn, seat, say)) for turn in turns.since(turns.of(match), seat, match.plies)]
    if not found:
        return []
    changed = await at_artist(table.info.host, drawings(table).since, snapshot, found, seat, language)
    return [
        turn_shown(
            turn,
            told,
            [shapes.MarkShown(mark.on, mark.kind, mark.delta, list(mark.path)) for mark in marks],
            told.brief,
        )
        for (turn, told), marks in zip(found, changed, strict=True)
    ]


async def at_artist(person: str, work: Any, *arguments: Any) -> Any:
    """Draw something, as one person's share: that of the host, whoever looks."""
    async with drawing.turn(person):
        return await asyncio.get_running_loop().run_in_executor(artist, work, *arguments)


def drawings(table: Table) -> Drawings:
    """What was drawn of a table; of tables that nobody looked at for longer it is forgotten."""
    if table.drawings is None:
        table.drawings = Drawings()
    looked_at[table] = None
    looked_at.move_to_end(table)
    if len(looked_at) > KEPT_DRAWINGS:
        looked_at.popitem(last=False)[0].drawings = None
    return table.drawings


# The log --------------------------------------------------------------------------------------------------------------


def rows(table: Table, since: int, seat: int | None, language: str) -> list[shapes.RowShown]:
    """The rows after number `since`, as a seat may read them; of many the first ones: ask on from there."""
    reading = LogReader(table, since, seat, words(language))
    return [row_shown(table, row, seat, reading) for row in table.rows[since : since + PAGE]]


async def page(table: Table, since: int, head: int, seat: int | None, language: str) -> list[shapes.RowShown]:
    """The rows after number `since` up to `head`; many are put into words off the event loop."""
    if head - since <= FEW:
        return rows(table, since, seat, language)
    found = await asyncio.to_thread(rows, table, since, seat, language)
    return [row for row in found if row.seq <= head]


class LogReader:
    """The turns of a table for one reader of its log: which of them a row belongs to, and how far it has got then."""

    def __init__(self, table: Table, since: int, seat: int | None, say: Say) -> None:
        shares = seat is not None and len(table.seats_of(table.chairs[seat].person)) > 1
        self.course, self.say = table.course, say
        self.seat = None if shares else seat  # whoever shares a screen reads names: the next reader is another
        self.turns = turns.of(self.course.match)
        later = itertools.takewhile(lambda row: row.seq > since, reversed(self.course.kept))
        self._last: dict[int, int] = {}  # turn -> the last of its rows
        self._growing: set[int] = set()  # the rows that are shown one by one, and so tell their turns up to there
        for row in later:
            if turn := self.turn_of(row):
                self._last.setdefault(turn.number, row.seq)
            if row.seq > table.head - DRAWN_ROWS:
                self._growing.add(row.seq)

    def turn_of(self, row: LogRow) -> Turn | None:
        """The turn of a row; of one that was taken back the turn that goes on, if it was part of that. Whoever enters a
        draw by hand does so for all.
        """
        going = self.turns[-1] if self.turns and not self.turns[-1].ended else None
        seat = None if row.kind == "draw" else row.seat
        return turns.at(self.turns, max(0, row.ply - 1), seat) or going

    def told_with(self, row: LogRow) -> shapes.TurnShown | None:
        """The turn of a row up to there, where it ended or is followed row by row; nothing that is secret yet."""
        turn = self.turn_of(row)
        if turn is None or row.ply > self.course.known:
            return None
        if turn.ended and self._last.get(turn.number) == row.seq:
            return self.told(turn)
        if row.seq not in self._growing or (turn.shared and row.kind == "draw"):  # nobody's yet
            return None
        sofar = turns.so_far(self.course.match, turn, row.ply)
        return turn_shown(sofar, turns.tell(self.course.match, sofar, self.seat, self.say))

    def told(self, turn: Turn | None) -> shapes.TurnShown | None:
        if turn is None or not turn.ended or turn.last > self.course.known:
            return None
        return turn_shown(turn, turns.tell(self.course.match, turn, self.seat, self.say))


def phrase_shown(phrase: Phrase) -> list[str | shapes.IconShown]:
    return [part if isinstance(part, str) else shapes.IconShown(*part) for part in phrase]


def turn_shown(
    turn: Turn, told: ToldTurn, marks: Sequence[shapes.MarkShown] = (), brief: Phrase = ()
) -> shapes.TurnShown:
    return shapes.TurnShown(
        turn.number,
        turn.round,
        turn.seat,
        turn.first,
        turn.last,
        phrase_shown(told.say),
        told.so,
        told.mine,
        list(told.score),
        list(marks),
        phrase_shown(brief),
        turn.ended,
    )


def row_shown(table: Table, row: LogRow, seat: int | None, reading: LogReader) -> shapes.RowShown:
    course = table.course
    secret = course.secret_from(row, seat)
    turn = reading.turn_of(row)
    return shapes.RowShown(
        row.seq,
        row.kind,  # type: ignore[arg-type]
        row.ply,
        "?" if secret else row.text,
        sentence(table, row, secret, reading),
        row.seat,
        [revealed(table, seq, reading) for seq in course.reveals.get(row.seq, ())] or None,
        turn.number if turn else len(reading.turns) + 1,  # all of its turn was taken back
        turn.round if turn else None,
        reading.told_with(row),
    )


def revealed(table: Table, seq: int, reading: LogReader) -> shapes.Revealed:
    row = table.rows[seq - 1]
    told = reading.told(reading.turn_of(row))
    return shapes.Revealed(seq, row.seat, row.text, sentence(table, row, False, reading), told)


def sentence(table: Table, row: LogRow, secret: bool, reading: LogReader) -> str:
    """A row as people say it."""
    say = reading.say
    name = named(table.names[row.seat], say) if row.seat is not None else ""
    if secret:
        return say("{name} has chosen").format(name=name)
    if made := row.made():
        return telling.sentence(table.course.match, made, name, say)
    told = OWN if row.seat is not None and row.seat == reading.seat else OTHERS
    return say(told[row.text.partition(" ")[0] if row.kind == "leave" else "undo"]).format(name=name)


OWN = {
    "undo": later("You take back"),
    "bot": later("A bot plays for you"),
    "back": later("You are back"),
    "concede": later("You give up"),
}
OTHERS = {
    "undo": later("{name} takes back"),
    "bot": later("A bot plays for {name}"),
    "back": later("{name} is back"),
    "concede": later("{name} concedes"),
}


def view_hash(table: Table, seat: int | None) -> str:
    """A fingerprint of what a seat sees: two who see the same have the same."""
    state = table.course.view(seat).states.tobytes()
    return hashlib.sha256(b"%d " % table.head + state).hexdigest()[:16]


async def draw_rows(table: Table, found: Sequence[shapes.RowShown], seat: int | None, language: str) -> None:
    """Give the last of these rows their scenes."""
    await at_artist(table.info.host, _draw_rows, drawings(table), table.snapshot(), found[-DRAWN_ROWS:], seat, language)


def _draw_rows(
    drawn: Drawings, snapshot: Snapshot, wanted: Sequence[shapes.RowShown], seat: int | None, language: str
) -> None:
    for row in wanted:
        row.scene = drawn.live(snapshot, row.seq, seat, language)
