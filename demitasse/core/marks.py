"""Marks: what a turn changed on the table, found by comparing the scenes before and after it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from demitasse.core.furniture import Area, Cell, Fact, Line, Summary
from demitasse.core.scene import Group, Piece, Scene
from demitasse.core.words import signed

PASSING = {"supply", "dice", "tokens", "file"}  # the forms of groups whose changes nobody needs to be shown
MOST_CELLS = 20  # of a map: where more differ, it was laid out anew
MOST_GROWN = 3  # columns and rows that a map can grow by on a side, so that all its cells stand elsewhere


@dataclass(frozen=True)
class Mark:
    """Something that changed: a place, a piece or a piece of furniture by its id; what has none, by where it stands.

    Those are `summary-SEAT-score`, `summary-SEAT-PART-NUMBER` (its facts, chip, badges, or a line by its kind, counted
    from 0), `area-ID-score` and `area-ID-facts-NUMBER`.
    """

    on: str
    kind: str  # trail, changed, new, gone
    delta: str = ""  # by how much a number changed: +1, −2
    path: Sequence[str] = ()  # of a trail: the places it led over, by id


def marks(before: Scene, after: Scene, trail: Sequence[str] = (), seat: int | None = None) -> list[Mark]:
    """What differs between two scenes for the same reader; `seat`: of what belongs to that seat alone."""
    walked = _walker(after, trail)
    found = [Mark(walked, "trail", path=tuple(trail))] if walked else []
    wanted = [group for group in after.groups if group.form not in PASSING and seat in (None, group.seat)]
    earlier = {group.id: group for group in before.groups}
    lay = {piece.id: piece for group in before.groups for piece in group.pieces}
    lie = {piece.id for group in after.groups for piece in group.pieces}
    for group in wanted:
        if group.id in earlier and earlier[group.id].form == group.form:  # else it is only shown otherwise
            found += _in_group(earlier[group.id], group, lay, lie, walked)
    found += _in_furniture(before, after, seat)
    return list({mark.on: mark for mark in reversed(found)}.values())[::-1]  # one for each thing, the first


def lasting(found: Sequence[Mark], now: Scene) -> list[Mark]:
    """Those marks of a turn whose things are still there; where something was gone it still is."""
    there = {place.id for group in now.groups for place in group.places}
    there |= {piece.id for group in now.groups for piece in group.pieces}
    return [mark for mark in found if mark.on in there or mark.on.startswith(("summary-", "area-"))]


def _walker(after: Scene, trail: Sequence[str]) -> str:
    """The piece that went along a trail: the one on its last place."""
    pieces = [piece for group in after.groups for piece in group.pieces if trail and piece.at == trail[-1]]
    return pieces[-1].id if pieces else ""


def _in_group(
    before: Group, after: Group, lay: Mapping[str, Piece], lie: Container[str], walked: str
) -> Iterator[Mark]:
    """Cards that are new or gone, pieces that look otherwise, and places where something came, went or is counted."""
    for piece in after.pieces:
        old = lay.get(piece.id)
        if piece.id == walked or (old is not None and _look(old) == _look(piece) and old.at == piece.at):
            continue
        if old is None and piece.title:
            yield Mark(piece.id, "new")
        elif old is not None and old.at == piece.at:
            yield Mark(piece.id, "changed", _delta(old.count, piece.count))
        else:
            yield Mark(piece.at or piece.id, "changed")
    for piece in before.pieces:
        if piece.id not in lie:
            yield Mark(piece.at or piece.id, "gone" if piece.title else "changed")
    held = {piece.id: piece.at for piece in after.pieces}
    for piece in before.pieces:
        if piece.id != walked and piece.id in lie and piece.at and held.get(piece.id) != piece.at:
            yield Mark(piece.at, "changed")
    places = {place.id: place for place in before.places}
    for place in after.places:
        old_place = places.get(place.id)
        if old_place is not None and _sight(old_place) != _sight(place):
            yield Mark(place.id, "changed", _delta(old_place.count or 0, place.count or 0))


def _look(piece: Piece) -> tuple[object, ...]:
    """What of a piece is seen, but for what it means to somebody."""
    return piece.symbol, piece.title, tuple(piece.symbols), piece.count, piece.state, piece.worth, piece.turn


def _sight(place: Any) -> tuple[object, ...]:
    return place.symbol, place.text, place.title, place.count, place.state


def _in_furniture(before: Scene, after: Scene, seat: int | None) -> Iterator[Mark]:
    summaries = {summary.seat: summary for summary in before.summaries}
    for summary in after.summaries:
        if summary.seat in summaries and seat in (None, summary.seat):
            yield from _in_summary(summaries[summary.seat], summary)
    areas = {area.id: area for area in before.furniture.areas}
    for area in after.furniture.areas:
        if area.id in areas and seat in (None, area.seat):
            yield from _in_area(areas[area.id], area)


def _in_summary(before: Summary, after: Summary) -> Iterator[Mark]:
    name = f"summary-{after.seat}"
    if before.score != after.score:
        yield Mark(f"{name}-score", "changed", _delta(before.score, after.score))
    yield from _in_facts(f"{name}-facts", before.facts, after.facts)
    yield from _in_facts(f"{name}-chip", before.chip, after.chip)
    yield from _in_row(f"{name}-badges", before.badges, after.badges)
    lines = {line.kind: line for line in before.lines}
    for line in after.lines:
        yield from _in_line(f"{name}-{line.kind}", lines.get(line.kind, Line(line.kind)), line)


def _in_line(name: str, before: Line, after: Line) -> Iterator[Mark]:
    yield from _in_row(name, before.tiles, after.tiles)
    yield from _in_facts(name, before.facts, after.facts)
    known = {item.label for item in before.items}
    yield from (Mark(f"{name}-{k}", "new") for k, item in enumerate(after.items) if item.label not in known)
    differ = _differing(before.cells, after.cells)
    if len(differ) <= MOST_CELLS:
        yield from (Mark(f"{name}-{k}", "changed") for k in differ)


def _differing(before: Sequence[Cell], after: Sequence[Cell]) -> list[int]:
    """Which cells of a map are not what they were, wherever its corner stands now."""
    old = {(cell.x, cell.y): replace(cell, x=0, y=0) for cell in before}
    new = [(cell.x, cell.y, replace(cell, x=0, y=0)) for cell in after]
    by = range(-MOST_GROWN, MOST_GROWN + 1)
    shifts = sorted(((dx, dy) for dx in by for dy in by), key=lambda shift: abs(shift[0]) + abs(shift[1]))
    found = ([k for k, (x, y, cell) in enumerate(new) if old.get((x - dx, y - dy)) != cell] for dx, dy in shifts)
    return min(found, key=len)  # of those as likely, the shift that is least


def _in_area(before: Area, after: Area) -> Iterator[Mark]:
    if before.score is not None and after.score is not None and before.score != after.score:
        yield Mark(f"area-{after.id}-score", "changed", _delta(before.score, after.score))
    yield from _in_facts(f"area-{after.id}-facts", before.facts, after.facts)


def _in_facts(name: str, before: Sequence[Fact], after: Sequence[Fact]) -> Iterator[Mark]:
    for number, (old, new) in enumerate(zip(before, after, strict=False)):
        if (old.label, old.value) != (new.label, new.value):
            counted = old.value.isdecimal() and new.value.isdecimal() and old.label == new.label
            yield Mark(f"{name}-{number}", "changed", _delta(int(old.value), int(new.value)) if counted else "")


def _in_row(name: str, before: Sequence[Any], after: Sequence[Any]) -> Iterator[Mark]:
    for number, tile in enumerate(after):
        if number >= len(before) or before[number] != tile:
            yield Mark(f"{name}-{number}", "changed")


def _delta(before: int, after: int) -> str:
    return signed(after - before) if after != before else ""
