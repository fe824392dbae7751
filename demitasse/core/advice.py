"""Advice: a way through one's turn in words, and why: what it gains, costs, prevents and gives to others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

from demitasse.core import turns
from demitasse.core.fields import Records
from demitasse.core.furniture import Summary
from demitasse.core.names import all_named
from demitasse.core.phrases import Phrase, begun, fill, plain
from demitasse.core.play import Play
from demitasse.core.scene import Group, Scene
from demitasse.core.teller import Teller
from demitasse.core.words import Say, signed

MOST_SHOWN = 3  # ways of a hint
W = TypeVar("W")


@dataclass(frozen=True)
class Reason:
    """Something that speaks for a way (+), against it (-), or is to be known."""

    text: str
    sign: Literal["+", "-", ""] = ""


@dataclass(frozen=True)
class Advised:
    """A way in words, and the places and pieces that it leads over, by id."""

    say: Phrase
    why: Sequence[Reason]
    path: Sequence[str]
    walked: bool  # from place to place, and not only touched
    then: Sequence[str]  # what is touched after a walk


def tell(view: Play, texts: Sequence[str], after: Records, say: Say) -> Advised:
    """What a seat in a view would do by some decisions; `after`: the state when its turn is over (core/hints.py)."""
    assert isinstance(view.actor, int)
    seat, turn = view.actor, turns.foresee(view, texts, after)
    t = Teller(say, view.box, all_named(view.names, say), seat, turn.kind, seat, view.seats, advises=True)
    words = turns.words_of(view.game, t, turn)
    deeds = words.deeds or [(say("end the turn"),)]
    said = fill(say("{words}."), words=begun(t.chained(deeds)))
    later = view.copy()
    later.set_state(after)
    lines = _lines(view, later, seat, say)
    why = [
        *(reason for sign in "+-" for reason in lines if reason.sign == sign),
        *(Reason(text, "-") for text in words.bad),
        *(Reason(text, "+") for text in words.good),
        *(Reason(text) for text in turns.prospects(t, view, later)),
        *_facts(view, later, seat, say),
        *(Reason(plain(begun((text,)))) for text in words.so),
    ]
    touched = _touched(view, texts, seat, say, words.trail)
    return Advised(said, why, words.trail or touched, bool(words.trail), touched if words.trail else [])


def apart(ways: Iterable[tuple[W, Advised]]) -> list[tuple[W, Advised]]:
    """The best ways, of those that read alike the first: whoever lays a card elsewhere to the same end needs no two.
    What is to be known of each of them helps nobody to choose, and is left out.
    """
    found: dict[tuple[str, ...], tuple[W, Advised]] = {}
    for way, told in ways:
        found.setdefault((plain(told.say), *(reason.text for reason in told.why)), (way, told))
        if len(found) == MOST_SHOWN:
            break
    said = [{reason.text for reason in told.why if not reason.sign} for _, told in found.values()]
    common = set.intersection(*said) if len(said) > 1 else set[str]()
    kept = [[reason for reason in told.why if reason.text not in common] for _, told in found.values()]
    return [(way, replace(told, why=why or told.why)) for (way, told), why in zip(found.values(), kept, strict=True)]


def _lines(before: Play, after: Play, seat: int, say: Say) -> list[Reason]:
    """What it makes of the score, line by line."""
    change = (after.score_lines() - before.score_lines())[seat].tolist()
    found = []
    for line, points in zip(before.game.score[: before.game.total], change, strict=False):
        if points:
            words = say("{line} {points}").format(line=before.game.line(line, say), points=signed(points))
            found.append(Reason(words, "+" if points > 0 else "-"))
    return found


def _facts(before: Play, after: Play, seat: int, say: Say) -> list[Reason]:
    """What else would change of what one has, as a summary counts it."""
    one, other = (_chip(match, seat, say) for match in (before, after))
    lines = before.game.score  # "points of the warehouse" would say one of them once more
    told = [before.game.line(name, say).casefold() for name in lines]
    words = say("{thing}: {before} → {after}")
    return [
        Reason(words.format(thing=label, before=one[label], after=value))
        for label, value in other.items()
        if label in one and one[label] != value and not any(line in label.casefold() for line in told)
    ]


def _chip(match: Play, seat: int, say: Say) -> dict[str, str]:
    summary: Summary = match.game.summary(match, seat, say)
    return {fact.label: fact.value for fact in summary.chip}


def _touched(view: Play, texts: Sequence[str], seat: int, say: Say, trail: Sequence[str]) -> list[str]:
    """Where the decisions are clicked, each place or piece once, but for what is led over a trail and lies on it."""
    line = view.copy()
    line.auto_draw = False
    now = line.game.scene(line, seat, say)
    scene, found = now, dict[str, None]()
    for text in texts:
        on = next(action.on for action in scene.actions if action.text == text)
        thing = _things(scene).get(on)
        if on not in trail and getattr(thing, "at", "") not in trail:
            found[_by_now(now, scene, on)] = None
        line.play(text)
        scene = line.game.scene(line, seat, say)
    return list(found)


def _things(scene: Scene) -> dict[str, Any]:
    """All places and pieces, by id."""
    return {thing.id: thing for group in scene.groups for thing in _of(group)}


def _of(group: Group) -> list[Any]:
    return [*group.places, *group.pieces]


def _by_now(now: Scene, scene: Scene, on: str) -> str:
    """What lies in this scene where something will be that comes later: the place nearest to it."""
    home = next((group.id for group in scene.groups if any(thing.id == on for thing in _of(group))), "")
    places = next((group.places for group in now.groups if group.id == home), ())
    if on in _things(now) or not places:
        return on
    there = _things(scene)[on]
    return min(places, key=lambda place: abs(place.x - there.x) + abs(place.y - there.y)).id
