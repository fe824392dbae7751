"""A table in memory: who sits at it, its log, and what a play, an undo or a change of seat would make of it."""

from __future__ import annotations

import asyncio
import itertools
import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from demitasse.core import draws
from demitasse.core import record as records
from demitasse.core.errors import IllegalAction
from demitasse.core.match import Match
from demitasse.core.play import parts_of
from demitasse.core.setting import Setting
from demitasse.server.course import SAID_WITH, Course, LogRow, Snapshot, follow
from demitasse.server.jobs import box_of
from demitasse.server.presence import Presence
from demitasse.server.problems import Problem
from demitasse.server.shapes import Kind, PlayAsked, SeatChangeAsked, Stage, UndoAsked
from demitasse.server.talk import KEPT, Line

if TYPE_CHECKING:
    from demitasse.server.scenes import Drawings

MOST_TAKEN_BACK = 2_000  # rows of a log that are undos or were taken back
PLAYS_ON = "regular"  # the bot that plays for somebody who left
Asked = PlayAsked | UndoAsked | SeatChangeAsked


@dataclass
class Info:
    """What is fixed when a table is made, and its stage."""

    id: str
    game: str
    options: dict[str, int]
    box: str | None
    start: str | None
    given: int
    by_hand: bool
    seed: str
    host: str
    stage: Stage
    created: int
    again_of: str | None
    listed: bool = False  # whether strangers are shown it
    automatic: bool = True  # whether plies that leave no choice are made by the table
    hints: bool = True  # whether one may ask for them
    undo: bool = True  # whether one may take back
    chat: bool = True  # whether people may talk

    def columns(self) -> dict[str, Any]:
        return {**vars(self), "options": json.dumps(self.options)}


@dataclass
class Chair:
    """A seat and who has it."""

    seat: int
    kind: Kind
    level: str | None
    person: str | None
    name: str
    luck: str = ""

    def columns(self, table: str) -> dict[str, Any]:
        return {"table": table, **vars(self)}


@dataclass
class Change:
    """Rows that are about to be written, and the course they lead to."""

    rows: list[LogRow]
    course: Course
    steps: list[Course] = field(default_factory=list)  # the course after each row


class Watcher:
    """Somebody who watches a table: by what right, how far they know its log, and that there is news."""

    def __init__(
        self, person: str | None, token: str | None, since: int, seat: int | None, language: str, scenes: bool
    ) -> None:
        self.person, self.token, self.own = person, token, set[int]()
        self.since, self.seat, self.language, self.scenes = since, seat, language, scenes
        self.name = ""  # what they are called, if they have said so
        self.heard: int | None = None  # the last line of what is said here that they know; none: they do not listen
        self.news = asyncio.Event()
        self.left = False  # whether the person has got up


@dataclass(frozen=True, slots=True)
class Encoded:
    """A frame as it is sent."""

    kind: str
    head: int | None
    text: str
    talked: int | None = None


@dataclass
class DamagedTable:
    """A table whose log does not replay: no more than its front is known."""

    info: Info
    chairs: list[Chair]


class Table:
    """A table. It changes only by `accept`, after its rows are on disk; `lock` is held from the check to the
    acceptance.
    """

    def __init__(
        self,
        info: Info,
        chairs: Sequence[Chair],
        rows: Sequence[LogRow],
        rematch: str | None = None,
        talk: Sequence[Line] = (),
    ) -> None:
        self.info, self.rematch = info, rematch
        self.talk = list(talk)  # the last lines that were said
        self.rows: list[LogRow] = list(rows)
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.told: dict[tuple[object, ...], asyncio.Task[Encoded]] = {}  # what is said now, once for all who hear it
        self.gone = False  # whether another object has taken its place
        self.presence = Presence()
        self._soon: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.preparing = False  # whether a bot waits until its game is compiled
        self.answers: dict[tuple[int | None, str], int] = {
            (row.seat, row.nonce): row.seq for row in rows if row.nonce is not None
        }
        self.chairs = list(chairs)
        self.course = follow(self.fresh(), self.rows, info.given)
        self.steps: dict[int, Course] = {}  # the courses after the last rows, for those who watch
        self.drawings: Drawings | None = None

    def seat(self, chairs: Sequence[Chair]) -> None:
        """Let these people sit here; the match bears their names and their luck."""
        self.chairs = list(chairs)
        self.course = self.course.seated(self.names, [chair.luck for chair in chairs])
        self.steps, self.drawings = {}, None

    # What is the case ------------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.info.id

    @property
    def head(self) -> int:
        return len(self.rows)

    @property
    def names(self) -> list[str]:
        return [chair.name or f"seat {chair.seat}" for chair in self.chairs]

    def fresh(self) -> Match:
        """The match before the first row."""
        return begin(self.info, self.names, [chair.luck for chair in self.chairs])

    def seats_of(self, person: str | None) -> list[int]:
        return [chair.seat for chair in self.chairs if person is not None and chair.person == person]

    def bot_at(self, seat: int) -> str | None:
        """The level of the bot that plays a seat now."""
        chair = self.chairs[seat]
        return chair.level if chair.kind == "bot" else self.course.away.get(seat)

    def connected(self, person: str | None) -> bool:
        if person is None:
            return False
        return any(watcher.person == person for watcher in self.watchers) or self.presence.connected_elsewhere(person)

    def is_here(self, person: str | None, grace: float) -> bool:
        """Whether somebody is connected, plays by a program, or gave a sign of life within these seconds."""
        if person is None:
            return False
        silent = self.presence.silent_for(person)
        return self.connected(person) or self.presence.plays_by_token(person) or silent < grace

    @property
    def talked(self) -> int:
        """The number of the last line that was said."""
        return self.talk[-1].number if self.talk else 0

    def speak(self, lines: Sequence[Line]) -> None:
        """Take lines that are kept."""
        self.talk = [*self.talk, *lines][-KEPT:]

    def people(self) -> set[str]:
        """Those who sit here."""
        return {chair.person for chair in self.chairs if chair.person is not None}

    def strangers(self) -> list[Watcher]:
        """Those who watch and do not sit here, each once."""
        found = {watcher.person or str(id(watcher)): watcher for watcher in self.watchers}
        return [watcher for person, watcher in found.items() if person not in self.people()]

    def seat_shown(self, person: str | None) -> int | None:
        """Whose view somebody gets who asks for none: of their seats the one to act, that acted last, or the first."""
        own = self.seats_of(person)
        if not own or self.info.stage == "open":
            return own[0] if own else None
        for seat in own:
            if self.course.may_decide(seat):
                return seat
        return next((row.seat for row in reversed(self.course.kept) if row.seat in own), own[0])

    def snapshot(self) -> Snapshot:
        """The log as it is now, for other threads."""
        return Snapshot(
            self.course.start, self.info.given, self.rows, self.head, {**self.steps, self.head: self.course}
        )

    def done(self, seq: int) -> tuple[int, int]:
        """The answer to a row that was written: its number, and the last one that was written with it."""
        head = seq
        while head < self.head and self.rows[head].follows(self.info.given):
            head += 1
        return seq, head

    def check_seat(self, person: str, seat: int) -> None:
        """Refuse who does not have that seat. Raises Problem."""
        if seat >= len(self.chairs):
            raise Problem("illegal", f"there is no seat {seat}; expected 0 to {len(self.chairs) - 1}", self.head)
        if self.chairs[seat].person != person:
            raise Problem("forbidden", f"seat {seat} is not yours")
        if seat in self.course.away:
            raise Problem("not-now", f"a bot plays for seat {seat}; take the seat back first", self.head)

    # What could be done ----------------------------------------------------------------------------------------------

    def prepare(self, asked: Asked) -> Change:
        """What somebody who has the seat asks for. Raises Problem."""
        if isinstance(asked, PlayAsked):
            return self.play(asked.seat, asked.seq, asked.text, asked.nonce)
        if isinstance(asked, UndoAsked):
            return self.undo(asked.seat, asked.seq, asked.turn, asked.nonce)
        return self.change_seat(asked)

    def play(self, seat: int, seq: int, text: str, nonce: str) -> Change:
        """A decision, several that are said at once, or beside a real box a draw. Raises Problem."""
        self._expect(seat, seq)
        course = self.course
        if course.match.actor == "*":
            if not self.info.by_hand:
                raise Problem("not-now", "a draw is due; the server makes it", self.head)
            return self._follow(self._new("draw", seat, *_parsed(course.match, text), nonce))
        if not course.may_decide(seat):
            waiting = ", ".join(map(str, course.waiting()))
            raise Problem(
                "not-your-turn", f"seat {seat} has nothing to decide now; the table waits for seat {waiting}", self.head
            )
        first, *others = parts_of(text)
        match = course.match if course.match.actor == seat else course.match.view(seat)
        return self._follow(self._new("play", seat, *_parsed(match, first), nonce), then=others)

    def undo(self, seat: int, seq: int, turn: bool, nonce: str) -> Change:
        """Take back what a seat did last, or all since somebody else acted or a draw was made. Raises Problem."""
        self._expect(seat, seq, over=self.info.by_hand)
        if not self.info.undo:
            raise Problem("not-here", "nothing is taken back at this table", self.head)
        self._check_growth(MOST_TAKEN_BACK)
        taken = self.course.to_take_back(seat, turn, self.info.by_hand)
        if not taken:
            raise Problem(
                "not-now",
                f"seat {seat} has nothing to take back: a draw or another player's move came after it",
                self.head,
            )
        return self._follow(self._new("undo", seat, " ".join(str(row.seq) for row in taken), None, nonce))

    def change_seat(self, asked: SeatChangeAsked) -> Change:
        """Give a seat to a bot, take it back or concede, whatever the others did meanwhile. Raises Problem."""
        seat, seq = asked.seat, asked.seq
        self._expect(seat, self.head if seq <= self.head else seq)
        if seat in self.course.conceded:
            raise Problem("not-now", f"seat {seat} has conceded", self.head)
        if asked.change == "back":
            if seat not in self.course.away:
                raise Problem("not-now", f"no bot plays for seat {seat}", self.head)
            self._check_growth(2 * MOST_TAKEN_BACK)
        return self._follow(self._new("leave", seat, _seat_text(asked), None, asked.nonce))

    def answer(self, asked: Asked) -> tuple[int, int] | None:
        """The answer to what was asked before with this nonce, if it was. Raises Problem if something else was."""
        seq = self.answers.get((asked.seat, asked.nonce))
        if seq is None:
            return None
        row = self.rows[seq - 1]
        if isinstance(asked, PlayAsked):
            same = row.kind in ("play", "draw") and self._said(row, asked.text)
        elif isinstance(asked, UndoAsked):
            same = row.kind == "undo"
        else:
            same = row.kind == "leave" and row.text == _seat_text(asked)
        if not same:
            raise Problem(
                "nonce-used", f"the nonce {asked.nonce!r} named row {seq}, which is something else", self.head
            )
        return self.done(seq)

    def _said(self, row: LogRow, text: str) -> bool:
        """Whether a row, with those that came with it, is what a text says."""
        texts = [unicodedata.normalize("NFC", part) for part in (parts_of(text) if row.kind == "play" else [text])]
        others = itertools.takewhile(lambda other: other.was_said_with, self.rows[row.seq :])
        return [row.text, *(other.text for other in others)] == texts

    def begin(self, chairs: Sequence[Chair]) -> Change:
        """The draws before the first decision, with these people's luck."""
        return self._follow(None, self.course.seated(self.names, [chair.luck for chair in chairs]))

    def accept(self, change: Change) -> None:
        """Make a change that is on disk the table's own."""
        if self.watchers:
            self.steps.update(zip((row.seq for row in change.rows), change.steps, strict=True))
            for seq in sorted(self.steps)[:-KEPT_STEPS]:
                del self.steps[seq]
        else:
            self.steps.clear()
        self.rows += change.rows
        self.answers.update({(row.seat, row.nonce): row.seq for row in change.rows if row.nonce is not None})
        self.course = change.course
        if self.course.over and self.info.stage == "playing":
            self.info.stage = "over"
        elif not self.course.over and self.info.stage == "over":
            self.info.stage = "playing"

    def hear(self, rows: Sequence[LogRow]) -> None:
        """Take rows that another process wrote."""
        for row in rows:
            course = self.course.copy()
            course.take(row)
            self.accept(Change([row], course, [course]))

    def tell(self) -> None:
        """Wake everybody who watches: those who sit here first, a crowd of others a few at a time."""
        self.told.clear()
        crowd = []
        for watcher in self.watchers:
            if watcher.own or len(self.watchers) <= CROWD:
                watcher.news.set()
            else:
                crowd.append(watcher)
        for first in range(0, len(crowd), CROWD):
            some = crowd[first : first + CROWD]
            asyncio.get_running_loop().call_later(first / CROWD * CROWD_PAUSE, _wake, some)

    def come(self, watcher: Watcher) -> None:
        """Somebody watches from now on."""
        self.watchers.add(watcher)
        self._tell_of(watcher)

    def go(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        if watcher.own and watcher.person is not None:
            self.presence.sign(watcher.person)
        self._tell_of(watcher)

    def get_up(self, person: str) -> None:
        """End what somebody hears here by the right of a seat."""
        for watcher in self.watchers:
            watcher.left |= watcher.person == person
        self.tell()

    def _tell_of(self, watcher: Watcher) -> None:
        """Who comes and goes is told at once of those who sit here, of others every now and then."""
        if watcher.own:
            self.tell()
        elif self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(STRANGERS_PAUSE, self._tell_of_strangers)

    def _tell_of_strangers(self) -> None:
        self._soon = None
        self.tell()

    def _check_growth(self, most: int) -> None:
        """A log does not grow for ever by doing and taking back."""
        if self.head - len(self.course.kept) >= most:
            raise Problem(
                "not-now", f"{most} rows were taken back or changed seats; what is played now stays", self.head
            )

    def _expect(self, seat: int, seq: int, over: bool = False) -> None:
        if self.info.stage == "open":
            raise Problem("not-now", "the game has not begun", self.head)
        if seq != self.head and not self._only_secrets_since(seq, seat):
            raise Problem("stale", f"row {seq} is not the last one; the last is {self.head}", self.head)
        if self.info.stage == "over" and not over:
            raise Problem("not-now", "the game is over", self.head)
        if not 0 <= seat < len(self.chairs):
            raise Problem("illegal", f"there is no seat {seat}; expected 0 to {len(self.chairs) - 1}", self.head)

    def _only_secrets_since(self, seq: int, seat: int) -> bool:
        """Whether a seat that knows the log up to `seq` knows all it may know: where all choose at once, nobody has to
        look at the others.
        """
        return seq < self.head and all(
            row.kind == "play" and self.course.secret_from(row, seat) for row in self.rows[seq:]
        )

    def _new(self, kind: str, seat: int, text: str, number: int | None, nonce: str) -> LogRow:
        return LogRow(self.head + 1, kind, 0, seat, text, number, nonce)

    def _follow(self, row: LogRow | None, course: Course | None = None, then: Sequence[str] = ()) -> Change:
        """What a row, those said with it, and the draws and plies without choice that follow lead to."""
        change = Change([], course or self.course.copy())
        if row is not None:
            self._take(change, row)
            for text in then:
                self._take(change, self._next_said(change, row.seat, text))
        while next_row := self._next_row(change, row):
            self._take(change, next_row)
        return change

    def _next_said(self, change: Change, seat: int | None, text: str) -> LogRow:
        """One more decision of a seat, said at once with the one before."""
        match = change.course.match
        if match.actor != seat or change.course.held:
            raise Problem("illegal", f"{text!r}: seat {seat} does not decide then; say less at once", self.head)
        nonce = f"{SAID_WITH}{self.head + len(change.rows) + 1}"
        return LogRow(0, "play", 0, seat, *_parsed(match, text), nonce)

    def _next_row(self, change: Change, asked: LogRow | None) -> LogRow | None:
        """What follows by itself: a draw, or in a seat's own turn a decision that leaves it no choice."""
        match = change.course.match
        if self.info.by_hand or change.course.over:
            return None
        if match.actor == "*":
            number = match.next_draw()
            return LogRow(0, "draw", 0, None, match.texts.outcomes[number], number)
        if asked is None or asked.kind != "play" or asked.seat is None or match.actor != asked.seat:
            return None
        forced = match.forced() if self._decides_for(asked.seat) else None
        return None if forced is None else LogRow(0, "play", 0, asked.seat, match.action_text(forced), forced)

    def _decides_for(self, seat: int) -> bool:
        """Whether plies without choice are made for a seat; bots and programs make every one themselves."""
        person = self.chairs[seat].person
        return (
            self.info.automatic
            and person is not None
            and seat not in self.course.away
            and not self.course.held
            and not self.presence.plays_by_token(person)
        )

    def _take(self, change: Change, row: LogRow) -> None:
        row.seq = self.head + len(change.rows) + 1
        change.course.take(row)
        row.ply = change.course.ply
        change.rows.append(row)
        change.steps.append(change.course.copy() if self.watchers else change.course)


KEPT_STEPS = 32
CROWD, CROWD_PAUSE = 8, 0.003  # watchers that are woken at a time, and seconds between
STRANGERS_PAUSE = 0.25  # seconds in which those who only watch may come and go before it is told


def _wake(watchers: Sequence[Watcher]) -> None:
    for watcher in watchers:
        watcher.news.set()


def _seat_text(asked: SeatChangeAsked) -> str:
    """A change of a seat as its row says it."""
    level = asked.level or PLAYS_ON
    return {"bot": f"bot {level}", "back": "back", "concede": f"concede {PLAYS_ON}"}[asked.change]


def begin(info: Info, names: Sequence[str], luck: Sequence[str]) -> Match:
    """A match before its first ply."""
    box = None if info.box is None else box_of(info.game, info.box)
    found = Setting.of(info.game, len(names), info.options if box is None else {**info.options, "box": box})
    match = Match(found, seed=None if info.by_hand else info.seed, names=names)
    match.luck = tuple(luck)
    if info.start is not None:
        match.set_state(records.load_start(info.start, info.box).states)
    return match


def commitment(info: Info) -> str:
    return draws.commitment(info.seed)


def _parsed(match: Match, text: str) -> tuple[str, int]:
    """A text as the game writes it, and its id."""
    try:
        number = match.number(text)
    except IllegalAction as error:
        raise Problem("illegal", str(error)) from None
    return (match.texts.outcomes[number] if match.actor == "*" else match.action_text(number)), number


def read_info(row: Mapping[str, Any]) -> Info:
    return Info(**{**row, "options": json.loads(row["options"])})
