"""The actions, draws and fields of Cat Café as text."""

from collections.abc import Mapping, Sequence
from typing import Any

from demitasse.core.box import Box
from demitasse.games.cat_cafe import rules as r
from demitasse.games.cat_cafe.box import CELLS, FLOORS, ITEM_NAMES, TOWERS
from demitasse.games.cat_cafe.state import BONUSES, FACES, PHASES

FACE_NAMES = tuple(str(face + 1) for face in range(FACES))
TOWER_NAMES = tuple(f"t{tower + 1}" for tower in range(TOWERS))
CELL_NAMES = tuple(f"t{cell // FLOORS + 1}f{cell % FLOORS + 1}" for cell in range(CELLS))


def action(box: Box, s: Any, number: int) -> str:
    """The text of an action; empty for a mark where the sheet has no cell."""
    if number == r.PASS:
        return "pass"
    if number < r.MARK_HOUSE:
        return f"take {FACE_NAMES[number - r.TAKE_DIE]}"
    item, cell = int(r.item_of(number)), int(r.cell_of(number))
    if not int(box.records[0]["cells"]) >> cell & 1:
        return ""
    cat = f" cat {ITEM_NAMES[r.cat_of(number)]}" if item == r.HOUSE else ""
    return f"{ITEM_NAMES[item]} {CELL_NAMES[cell]}{cat}"


def outcome(box: Box, number: int) -> str:
    """The text of a draw."""
    return f"roll {FACE_NAMES[number]}"


def labels(box: Box) -> Mapping[str, Sequence[str]]:
    """How positions name cells, items, choices and so on; a value of 0 is never written."""
    return {
        "phase": PHASES,
        "face": FACE_NAMES,
        "tower": TOWER_NAMES,
        "cell": CELL_NAMES,
        "cat": ITEM_NAMES,
        "item": ("", *ITEM_NAMES),
        "bonus": BONUSES,
        "choice": ("", *(action(box, None, number) for number in range(r.NUM_ACTIONS))),
    }
