"""Scenes of tables: drawn off the event loop, remembered, with pieces that keep their names from row to row."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, cast

from msgspec import Raw
from msgspec.json import encode

from demitasse.core import scene as core
from demitasse.core import tale as tales
from demitasse.core.fields import Records
from demitasse.core.marks import Mark, lasting, marks
from demitasse.core.match import Match
from demitasse.core.scene import Names, Scene
from demitasse.core.tale import Tale
from demitasse.core.turns import ToldTurn, Turn
from demitasse.core.words import words
from demitasse.server.course import Course, Snapshot, cut, view_of

REMEMBERED = 400_000  # bytes of scenes a table
STRIDE = 32  # places between those of which the names of pieces are kept for good
ERA = 1_024  # places after which pieces are named anew, so that no drawing has to follow them for longer
LATEST = 2  # kept beside them

Views = Callable[[int, int], Iterator[Match]]  # what a seat saw from the first to the last of these places


class View(NamedTuple):
    """What a scene is drawn from: what its seat may know, whether it has a decision to make, and who else has."""

    match: Match
    acting: bool
    waiting: Callable[[], Collection[int]]


class Trail:
    """The names of the pieces as one seat follows them through a course: they depend on what that seat saw, not on who
    looked when.
    """

    def __init__(self) -> None:
        self._known: dict[int, Names] = {}

    def at(self, place: int, views: Views) -> Names:
        first = place - place % ERA
        nearest = max((known for known in self._known if first <= known <= place), default=first - 1)
        names = self._known[nearest].copy() if nearest >= first else Names()
        for here, view in enumerate(views(nearest + 1, place), nearest + 1):
            names.assign(view.game.counts(view))
            if here % STRIDE == 0:
                self._known[here] = names.copy()
        self._keep(place, names)
        return names.copy()

    def _keep(self, place: int, names: Names) -> None:
        self._known.pop(place, None)
        self._known[place] = names
        for old in [known for known in self._known if known % STRIDE][:-LATEST]:
            del self._known[old]


class Drawings:
    """What was drawn of a table. Each seat has names of its own, so that they tell nobody what another seat sees."""

    def __init__(self) -> None:
        self._scenes: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._size = 0
        self._trails: dict[tuple[str, int | None], Trail] = {}
        self._reached: dict[
            int, Course
        ] = {}  # row -> the course there, so that the next one begins where the last one ended
        self._undone = 0
        self._marks: dict[tuple[int, str], tuple[int, list[list[Mark]]]] = {}  # the row they were found at, and they
        self._tale: tuple[tuple[int, int], Tale] | None = None  # of a game that is over, by its plies and undos

    def live(self, snapshot: Snapshot, seq: int, seat: int | None, language: str) -> dict[str, Any]:
        """The table after row `seq`, as a seat may see it; actions are in it only for who is to decide."""

        def view() -> View:
            course = next(snapshot.courses(seq, seq, self._reached))
            found = course.view(seat)
            found.pieces = self.names(snapshot, seq, seat)
            return View(found, seat is not None and course.may_decide(seat), course.waiting)

        return self._scene(("row", seq, seat, language), view, seat, language)

    def since(
        self, snapshot: Snapshot, found: Sequence[tuple[Turn, ToldTurn]], seat: int, language: str
    ) -> list[list[Mark]]:
        """What each of these turns changed, as a seat may see it, with the names of the pieces as they are now."""
        key = (seat, language)
        if self._marks.get(key, (-1, []))[0] != snapshot.head:
            self._marks[key] = snapshot.head, list(self._marked(snapshot, found, seat, language))
        return self._marks[key][1]

    def _marked(
        self, snapshot: Snapshot, found: Sequence[tuple[Turn, ToldTurn]], seat: int, language: str
    ) -> Iterator[list[Mark]]:
        ends = {0: 0} | {row.ply: row.seq for row in snapshot.end.kept}  # plies -> the row after which so many lay
        seqs = sorted({ends[ply] for turn, _ in found for ply in (turn.first, turn.last)} | {snapshot.head})
        drawn = {seq: self._drawn(snapshot, seq, seat, language) for seq in seqs}
        for turn, told in found:
            before, after = drawn[ends[turn.first]], drawn[ends[turn.last]]
            yield lasting(marks(before, after, told.trail, turn.seat if turn.shared else None), drawn[snapshot.head])

    def _drawn(self, snapshot: Snapshot, seq: int, seat: int | None, language: str) -> Scene:
        course = next(snapshot.courses(seq, seq, self._reached))
        view = course.view(seat)
        view.pieces = self.names(snapshot, seq, seat)
        return core.draw(view, seat, words(language), course.waiting)

    def names(self, snapshot: Snapshot, seq: int, seat: int | None) -> Names:
        """The names of the pieces after row `seq`, as a seat knows them."""

        def views(first: int, last: int) -> Iterator[Match]:
            for course in snapshot.courses(first, last, self._reached):
                yield course.view(seat)

        found = self._trail("row", seat).at(seq, views)
        self._reached = {seq: next(snapshot.courses(seq, seq, self._reached))}
        return found

    def past(self, course: Course, ply: int, seat: int | None, language: str) -> dict[str, Any]:
        """A course's match as it was after so many plies, as a seat may see it."""
        if course.undone != self._undone:  # since then the plies are others
            self._trails = {key: trail for key, trail in self._trails.items() if key[0] != "ply"}
            self._undone = course.undone

        def views(first: int, last: int) -> Iterator[Match]:
            for match in steps(course.match, first, last):
                yield view_of(match, seat)

        def view() -> View:
            match = cut(course.match, ply)
            found = view_of(match, seat)
            found.pieces = self._trail("ply", seat).at(ply, views)
            return View(found, False, partial(core.deciding, match))

        return self._scene(("ply", course.undone, ply, seat, language), view, seat, language)

    def tale(self, course: Course) -> Tale:
        """What the plies of a game that is over amount to, counted once."""
        key = (course.ply, course.undone)
        if self._tale is None or self._tale[0] != key:
            self._tale = key, tales.reckon(course.match)
        return self._tale[1]

    def _trail(self, kind: str, seat: int | None) -> Trail:
        return self._trails.setdefault((kind, seat), Trail())

    def _scene(
        self, key: tuple[object, ...], view: Callable[[], View], seat: int | None, language: str
    ) -> dict[str, Any]:
        return cast("dict[str, Any]", self.once(key, lambda: draw(view(), seat, language)))

    def once(self, key: tuple[object, ...], make: Callable[[], Any]) -> Raw:
        """What is made for a key, as JSON; remembered for a while."""
        if key not in self._scenes:
            self._scenes[key] = drawn = encode(make())  # a tenth of the size, and sent as it is
            self._size += len(drawn)
            while self._size > REMEMBERED and len(self._scenes) > 1:
                self._size -= len(self._scenes.popitem(last=False)[1])
        return Raw(self._scenes[key])


def steps(match: Match, first: int, last: int) -> Iterator[Match]:
    """A match after each number of plies from the first to the last; always the same object."""
    if first > last:
        return
    twin = cut(match, first)
    yield twin
    for ply in match.plies[first:last]:
        twin.play_id(ply.id)
        yield twin


def draw(view: View, seat: int | None, language: str) -> dict[str, Any]:
    """A view as a scene in JSON."""
    say = words(language)
    found = core.draw(view.match, seat, say, view.waiting).as_json()
    if not view.acting:
        found |= {"actions": [], "ways": []}
    return found


def preview(drawn: Drawings, snapshot: Snapshot, text: str, seat: int, language: str, then: str = "") -> dict[str, Any]:
    """What an action would change at the end of a snapshot, with the names that the scene there has."""
    return preview_of(named_view(drawn, snapshot, seat), text, seat, language, then)


def preview_of(view: Match, text: str, seat: int, language: str, then: str = "") -> dict[str, Any]:
    """What an action, or several said at once, would change, and the scores after it."""
    return {**core.preview(view, text, seat, language, then), "scores": view.said(text).scores()}


def turn_preview(view: Match, text: str, after: Records, seat: int, language: str) -> dict[str, Any]:
    """What a way through a turn would change, and what the seat would have when the turn is over; what others would
    have then, nobody knows.
    """
    found, later = preview_of(view, text, seat, language), view.copy()
    later.set_state(after)
    ended = core.as_json(core.scene(later, seat, language).furniture)
    own = {area["id"]: area for area in ended["areas"] if area.get("seat") == seat}
    found["furniture"]["areas"] = [own.get(area["id"], area) for area in found["furniture"]["areas"]]
    found["scores"][seat] = later.scores()[seat]
    return found


def named_view(drawn: Drawings, snapshot: Snapshot, seat: int) -> Match:
    """What a seat may know at the end of a snapshot, with the names that the scene there has."""
    view = snapshot.end.view(seat)
    view.pieces = drawn.names(snapshot, snapshot.head, seat)
    return view
