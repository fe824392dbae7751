"""The course of a table: what the rows of its log amount to. Recovery, rejoining, undo, watching and audit are this one
replay.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from demitasse.core.compiled import kernels
from demitasse.core.match import Match
from demitasse.core.play import Ply, copied

SAID_WITH = "…"  # begins the nonce of what was said at once with the row before; a sender's has no such letter


@dataclass(slots=True)
class LogRow:
    """One row of a log."""

    seq: int
    kind: str  # play, draw, undo, leave
    ply: int  # plies on the table after it; known once a course has taken a new row
    seat: int | None
    text: str
    number: int | None = None  # the id of the action or outcome
    nonce: str | None = None

    def made(self) -> Ply | None:
        """The decision or draw that it is, if it is one."""
        if self.number is None:
            return None
        return Ply("*" if self.kind == "draw" else self.seat or 0, self.number, self.text)

    def follows(self, given: int) -> bool:
        """Whether it came with the row before it: a draw, what was said at once, or what left no choice."""
        return (self.nonce is None or self.was_said_with) and self.seq > given

    @property
    def was_said_with(self) -> bool:
        """Whether the text that the row before it came with says this, too."""
        return self.nonce is not None and self.nonce.startswith(SAID_WITH)

    def columns(self, table: str) -> tuple[Any, ...]:
        """As the database has them."""
        return table, self.seq, self.kind, self.ply, self.seat, self.text, self.number, self.nonce


class Course:
    """Where a log has led. `take` carries out one row; a course that is shown to others is never changed, only copied.

    Where seats choose in secret, a choice that comes before its turn is held and played in its turn; a row that changed
    nothing anybody else may
    see is hidden until the first ply that does.
    """

    def __init__(self, match: Match, given: int = 0) -> None:
        self.given = given  # so many rows were given, not played here: their draws are not our seed's
        self.start = match
        self.match = match.copy()
        self.kept: list[LogRow] = []  # the plays and draws that were not taken back
        self.held: dict[int, LogRow] = {}  # choices that wait for their turn
        self.hidden: list[int] = []  # rows that only their seat knows
        self.unseen: set[int] = set()  # rows taken back before anybody else knew them
        self.reveals: dict[int, list[int]] = {}  # row -> the hidden rows it revealed
        self.away: dict[int, str] = {}  # seat -> the level of the bot that plays for its person
        self.conceded: list[int] = []
        self.known = 0  # plies that everybody knows
        self.undone = 0  # how often something was taken back
        self._public = public(match)

    def copy(self) -> Course:
        twin = object.__new__(Course)
        vars(twin).update(vars(self))
        twin.match, twin.kept = self.match.copy(), list(self.kept)
        twin.held, twin.hidden, twin.unseen = dict(self.held), list(self.hidden), set(self.unseen)
        twin.reveals, twin.away, twin.conceded = dict(self.reveals), dict(self.away), list(self.conceded)
        return twin

    def seated(self, names: Sequence[str], luck: Sequence[str]) -> Course:
        """The same course with other people at the table: neither their names nor their luck change what lies there."""
        twin = self.copy()
        twin.start = self.start.copy()
        for match in (twin.start, twin.match):
            match.names, match.luck = tuple(names), tuple(luck)
        return twin

    def take(self, row: LogRow) -> None:
        """Carry out a row that is known to be possible."""
        if row.kind == "leave":
            self._leave(row)
        elif row.kind == "undo":
            self._take_back(taken_back(row))
        else:
            self.kept.append(row)
            self._play(row)
            self._look(row)

    # What is the case ------------------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        return len(self.match.plies)

    @property
    def over(self) -> bool:
        return self.match.actor is None or len(self.conceded) >= max(1, self.match.seats - 1)

    def winners(self) -> list[int]:
        """The seats that share the victory; whoever conceded has none."""
        if not self.over:
            return []
        staying = [seat for seat in range(self.match.seats) if seat not in self.conceded]
        if self.match.actor is not None:
            return staying
        lines = self.match.score_lines()
        return [staying[place] for place in self.match.game.winners(lines[staying])] if staying else []

    def waiting(self) -> list[int]:
        """The seats that have a decision to make."""
        if self.over or self.match.actor == "*":
            return []
        return [seat for seat in range(self.match.seats) if self.may_decide(seat)]

    def may_decide(self, seat: int) -> bool:
        if self.over or self.match.actor == "*" or seat in self.held:
            return False
        return self.match.actor == seat or self.match.view(seat).actor == seat

    def view(self, seat: int | None) -> Match:
        """What a seat may know, with its own choice that waits carried out; None: what everybody may."""
        view = view_of(self.match, seat)
        if seat is not None and seat in self.held:
            view.play_id(_number(self.held[seat]))
        return view

    def secret_from(self, row: LogRow, seat: int | None) -> bool:
        """Whether a seat may not know yet what a row says."""
        return row.seat != seat and (row.seq in self.hidden or row.seq in self.unseen)

    def to_take_back(self, seat: int, turn: bool, by_hand: bool) -> list[LogRow]:
        """The rows that an undo of this seat takes back, the last first; none if it has nothing to take back."""
        own = [row for row in self.kept if row.seat == seat and row.seq in self.hidden]
        if own:
            return own[-1:]
        found: list[LogRow] = []
        together: list[LogRow] = []  # what was said at once, or was made by the table, goes with what led to it
        for row in reversed(self.kept):
            if row.seat is None or row.seat != seat or (row.kind == "draw" and not by_hand) or row.seq in self.hidden:
                break
            if self._showed_others(row):  # who has seen what the others chose does not choose again
                break
            together.append(row)
            if row.follows(self.given):
                continue
            found, together = [*found, *together], []
            if not turn:
                break
        return found

    def _showed_others(self, row: LogRow) -> bool:
        """Whether a row revealed what other seats had chosen in secret."""
        shown = self.reveals.get(row.seq, ())
        return any(kept.seq in shown and kept.seat != row.seat for kept in self.kept)

    # Carrying out ----------------------------------------------------------------------------------------------------

    def _play(self, row: LogRow) -> None:
        if row.kind == "play" and self.match.actor != row.seat:
            assert row.seat is not None
            self.held[row.seat] = row
            return
        self.match.play_id(_number(row), by_seed=row.kind == "draw" and row.nonce is None and row.seq > self.given)
        while self.match.actor in self.held:
            self.match.play_id(_number(self.held.pop(int(self.match.actor))))

    def _look(self, row: LogRow) -> None:
        now = public(self.match)
        if now == self._public:
            self.hidden.append(row.seq)
            return
        self._public, self.known = now, self.ply
        if self.hidden:
            self.reveals[row.seq], self.hidden = self.hidden, []

    def _take_back(self, seqs: Collection[int]) -> None:
        self.undone += 1
        seqs = set(seqs)
        taken = [row for row in self.kept if row.seq in seqs]
        self.unseen.update(row.seq for row in taken if row.seq in self.hidden)
        self.hidden = [seq for seq in self.hidden if seq not in seqs]
        in_order = self.kept[len(self.kept) - len(taken) :] == taken and not self.held and not self.hidden
        self.kept = [row for row in self.kept if row.seq not in seqs]
        if in_order:
            self.match.take_back(len(taken))
        else:
            self._again()
        self._public = public(self.match)
        if not self.hidden:
            self.known = self.ply

    def _again(self) -> None:
        """Play from the start what was kept."""
        self.match, self.held = self.start.copy(), {}
        for row in self.kept:
            self._play(row)

    def _leave(self, row: LogRow) -> None:
        change, _, level = row.text.partition(" ")
        assert row.seat is not None
        if change == "bot":
            self.away[row.seat] = level
        elif change == "back":
            self.away.pop(row.seat, None)
        else:
            self.conceded.append(row.seat)
            self.away[row.seat] = level or "regular"  # somebody has to play on for the others' sake


@dataclass(frozen=True)
class Snapshot:
    """A log up to now, for whoever looks at it in another thread: nothing of it changes."""

    start: Match
    given: int
    rows: Sequence[LogRow]  # may grow meanwhile, beyond `head`
    head: int
    kept: Mapping[int, Course]  # row -> the course after it, for the last rows

    @property
    def end(self) -> Course:
        return self.kept[self.head]

    def courses(self, first: int, last: int, also: Mapping[int, Course]) -> Iterator[Course]:
        """The courses after rows first to last (row 0 is the start): those that are kept, here or in `also`, the others
        by replay. Each is good until the next one is asked for: a copy of each would take as long as all before it.
        """
        if first > last:
            return
        at, course = 0, None
        for kept in (self.kept, also):
            nearest = max((seq for seq in kept if at <= seq <= first), default=None)
            if nearest is not None:
                at, course = nearest, kept[nearest]
        course, own = (course.copy() if course else Course(self.start, self.given)), True
        for seq in range(at, last + 1):
            if seq > at:
                if seq in self.kept:
                    course, own = self.kept[seq], False
                else:
                    course, own = (course if own else course.copy()), True
                    course.take(self.rows[seq - 1])
            if seq >= first:
                yield course


def follow(match: Match, rows: Iterable[LogRow], given: int = 0) -> Course:
    """The course of a whole log."""
    course = Course(match, given)
    for row in rows:
        course.take(row)
    return course


def taken_back(row: LogRow) -> list[int]:
    """The rows that an undo took back, by their numbers."""
    return [int(word) for word in row.text.split()]


def cut(match: Match, plies: int) -> Match:
    """A match as it was after so many plies."""
    twin = match.copy()
    twin.auto_draw = False
    twin.take_back(len(twin.plies) - plies)
    return twin


def view_of(match: Match, seat: int | None) -> Match:
    """What a seat may know; None: what everybody may, which is what two different seats both know."""
    if seat is not None:
        return match.view(seat)
    return match.view(0).view(1) if match.seats > 1 else match.view(0)


def public(match: Match) -> bytes:
    """The state as everybody may know it."""
    states = copied(match.states)
    for seat in range(min(2, match.seats)):
        kernels(match.game).view(match.box.records, states, 0, seat)
    return bytes(states.tobytes())


def _number(row: LogRow) -> int:
    assert row.number is not None
    return row.number
