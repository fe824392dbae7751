"""The actions, draws and fields of Coffee Rush as text."""

from collections.abc import Mapping, Sequence
from typing import Any

from demitasse.core.box import Box
from demitasse.games.coffee_rush import rules as r
from demitasse.games.coffee_rush.box import CELLS, INGREDIENT_NAMES
from demitasse.games.coffee_rush.state import CUPS, PHASES, ZONES

CELL_NAMES = tuple(f"{'abcd'[cell % 4]}{cell // 4 + 1}" for cell in range(CELLS))
CUP_NAMES = tuple(str(cup + 1) for cup in range(CUPS))
ZONE_NAMES = tuple(f"z{zone + 1}" for zone in range(ZONES))
UPGRADE_NAMES = ("pawns", "diagonal", "corners", "specialties")


def action(box: Box, s: Any, number: int) -> str:
    """The text of an action; empty for a step over the board's edge."""
    if number < r.TOGETHER:
        return f"place {CELL_NAMES[number - r.PLACE_ON]}"
    if number < r.ACTIVATE:
        return "together" if number == r.TOGETHER else "apart"
    if number < r.KEEP:
        return f"upgrade {UPGRADE_NAMES[number - r.ACTIVATE]}"
    if r.STEP <= number < r.STOP:
        return _step(*divmod(number - r.STEP, r.DIRECTIONS))
    if r.EMPTY_CUP <= number < r.TO_POUR:
        return f"empty {CUP_NAMES[number - r.EMPTY_CUP]}"
    if r.POUR_INTO <= number < r.SERVE_CUP:
        ingredient, cup = divmod(number - r.POUR_INTO, CUPS + 1)
        return f"{INGREDIENT_NAMES[ingredient]} {(*CUP_NAMES, 'back')[cup]}"
    if r.SERVE_CUP <= number < r.DONE:
        cup, zone = divmod(number - r.SERVE_CUP, ZONES)
        return f"serve {CUP_NAMES[cup]} {ZONE_NAMES[zone]}"
    return {r.KEEP: "keep", r.STOP: "stop", r.TO_POUR: "pour", r.DONE: "done"}[number]


def outcome(box: Box, number: int) -> str:
    """The text of a draw; empty for a slot the box does not use."""
    names = box.names["order"]
    return f"order {names[number]}" if number < len(names) else ""


def labels(box: Box) -> Mapping[str, Sequence[str]]:
    """How positions name cups, zones, cards and so on; a value of 0 is never written."""
    names = box.names["order"]
    return {
        "phase": PHASES,
        "cup": CUP_NAMES,
        "zone": ZONE_NAMES,
        "ingredient": INGREDIENT_NAMES,
        "upgrade": UPGRADE_NAMES,
        "order": names,
        "card": ("", *names),
        "cell": ("", *CELL_NAMES),
    }


def _step(cell: int, direction: int) -> str:
    entered = int(r.neighbour(cell, direction))
    return "" if entered < 0 else f"{CELL_NAMES[cell]}-{CELL_NAMES[entered]}"
