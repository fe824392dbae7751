"""Scenes of tables: drawn off the event loop, remembered, with pieces that keep their names from row to row."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, cast

from msgspec import Raw
from msgspec.json import encode

from demitasse.core import scene as core
from demitasse.core.match import Match
from demitasse.core.scene import Names
from demitasse.core.words import Say, words
from demitasse.server.course import Course

REMEMBERED = 24  # scenes a table
TRAIL = 64  # places of which the names of pieces are remembered


class Trail:
    """The names of the pieces at numbered places of a table's course: a place takes over those of the nearest one that is known."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, Names] = OrderedDict()

    def at(self, place: int) -> Names:
        if place not in self._known:
            nearest = min(self._known, key=lambda known: abs(known - place), default=None)
            self._known[place] = Names() if nearest is None else self._known[nearest].copy()
            if len(self._known) > TRAIL:
                self._known.popitem(last=False)
        return self._known[place]


class Drawings:
    """What was drawn of a table. Each seat has names of its own, so that they tell nobody what another seat sees."""

    def __init__(self) -> None:
        self._scenes: OrderedDict[tuple[str, int, int | None, str], dict[str, Any]] = OrderedDict()
        self._trails: dict[tuple[str, int | None], Trail] = {}

    def live(self, course: Course, seq: int, seat: int | None, language: str) -> dict[str, Any]:
        """The table after row `seq`, as a seat may see it; actions are in it only for who is to decide."""
        acting = seat is not None and course.may_decide(seat)
        return self._scene("row", seq, course.view(seat), seat, language, acting)

    def past(self, match: Match, seat: int | None, language: str) -> dict[str, Any]:
        """A match as it was, as a seat may see it; `match` is not shared with anybody."""
        ply = len(match.plies)
        return self._scene("ply", ply, Course(match).view(seat), seat, language, acting=False)

    def _scene(self, kind: str, place: int, view: Match, seat: int | None, language: str, acting: bool) -> dict[str, Any]:
        key = (kind, place, seat, language)
        if key not in self._scenes:
            view.pieces = self._trails.setdefault((kind, seat), Trail()).at(place)
            self._scenes[key] = cast("dict[str, Any]", Raw(encode(draw(view, seat, language, acting))))  # a tenth of the size, and sent as it is
            if len(self._scenes) > REMEMBERED:
                self._scenes.popitem(last=False)
        return self._scenes[key]


def draw(view: Match, seat: int | None, language: str, acting: bool) -> dict[str, Any]:
    """A view as a scene in JSON."""
    assert view.game.scene is not None
    say = words(language)
    found: dict[str, Any] = view.game.scene(view, seat, say).as_json()
    found["lines"] = [say(line) for line in view.game.score]
    found["question"] = question(view, found["ask"], say)
    if not acting:
        found["actions"] = []
    return found


def question(view: Match, ask: str, say: Say) -> str:
    """What is asked, without the name of who is asked: a page says "your turn" or "waiting for" instead. Empty where nobody is named."""
    if not isinstance(view.actor, int):
        return ""
    opening = say("{name}: {deed}").format(name=view.names[view.actor], deed="").rstrip()
    return ask.removeprefix(opening).lstrip() if ask.startswith(opening) else ""


def preview(view: Match, text: str, seat: int, language: str) -> dict[str, Any]:
    """What an action would change."""
    found = core.preview(view, text, seat, language)
    after = view.copy()
    after.auto_draw = False
    after.play(text)
    return {**found, "scores": after.scores()}
