"""The actions, draws and fields of Coffee Rush as text, where the table of verbs does not say it all."""

from collections.abc import Mapping, Sequence
from typing import Any

from demitasse.core.box import Box
from demitasse.games.coffee_rush.box import CELLS, INGREDIENT_NAMES
from demitasse.games.coffee_rush.rules import neighbour
from demitasse.games.coffee_rush.state import CUPS, PHASES, ZONES

CELL_NAMES = tuple(f"{'abcd'[cell % 4]}{cell // 4 + 1}" for cell in range(CELLS))
CUP_NAMES = tuple(str(cup + 1) for cup in range(CUPS))
ZONE_NAMES = tuple(f"z{zone + 1}" for zone in range(ZONES))
UPGRADE_NAMES = ("pawns", "diagonal", "corners", "specialties")


def labels(box: Box) -> Mapping[str, Sequence[str]]:
    """How actions, draws and positions name cups, zones, cards and so on."""
    return {
        "phase": PHASES.names,
        "cell": CELL_NAMES,
        "cup": CUP_NAMES,
        "into": (*CUP_NAMES, "back"),
        "zone": ZONE_NAMES,
        "ingredient": INGREDIENT_NAMES,
        "upgrade": UPGRADE_NAMES,
        "order": box.names["order"],
    }


def text_step(box: Box, s: Any, cell: int, direction: int) -> str:
    """`a1-b1`; empty over the board's edge."""
    entered = int(neighbour(cell, direction))
    return "" if entered < 0 else f"{CELL_NAMES[cell]}-{CELL_NAMES[entered]}"
