"""How a table is arranged that does not say so itself: an area for each group, and one for each other seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from demitasse.core.furniture import Area, Arrangement, Fact, Furniture

if TYPE_CHECKING:
    from demitasse.core.scene import Group

PLAIN = Arrangement(
    desk=("main side others", "main side log"),
    desk_columns="minmax(0, 1.5fr) minmax(0, 1fr) 296px",
    tablet=("others others", "main side"),
    tablet_columns="minmax(0, 1.3fr) minmax(0, 1fr)",
    phone=("others", "main", "side"),
)


def arranged(furniture: Furniture, groups: Sequence[Group]) -> Furniture:
    """Furniture with an arrangement: its own, or the plain one."""
    if furniture.arrangement is not None:
        return furniture
    own = [_area(group) for group in groups if group.size != "mini"]
    seats = dict.fromkeys(group.seat for group in groups if group.size == "mini")
    others = [_seat(seat, [group for group in groups if group.seat == seat]) for seat in seats]
    return replace(furniture, areas=[*own, *others], arrangement=PLAIN)


def _area(group: Group) -> Area:
    cell = "main" if group.size == "primary" else "side"
    return Area(group.id, group.label, [group.id], group.seat, facts=_facts(group), cell=cell)


def _seat(seat: int | None, groups: Sequence[Group]) -> Area:
    return Area(f"seat-{seat}", groups[0].label, [group.id for group in groups], seat, facts=_facts(groups[0]))


def _facts(group: Group) -> list[Fact]:
    return [Fact(row.label, row.value, row.symbol) for row in group.facts]
