"""The actions, draws and fields of Kanban Menu as text, where the table of verbs does not say it all."""

from collections.abc import Mapping, Sequence
from typing import Any

from demitasse.core.box import Box
from demitasse.games.kanban_menu.box import ACTION_CARDS, CONVERSION, KIND_NAMES, MATERIAL_NAMES, ONCE
from demitasse.games.kanban_menu.state import PHASES, SEATS

ACTION_NAMES = tuple(str(card + 1) for card in range(ACTION_CARDS))
PLACE_NAMES = (
    "deck",
    "display",
    *(f"reserved {seat}" for seat in range(SEATS)),
    *(f"developed {seat}" for seat in range(SEATS)),
)
CONVERSION_NAMES = (
    *(f"{name}>$" for name in MATERIAL_NAMES),
    *(f"$>{name}" for name in MATERIAL_NAMES),
    "$>vp",
    "vp>$",
)


def labels(box: Box) -> Mapping[str, Sequence[str]]:
    """How actions, draws and positions name kinds, cards, conversions and places."""
    return {
        "phase": PHASES.names,
        "kind": KIND_NAMES,
        "material": MATERIAL_NAMES,
        "action": ACTION_NAMES,
        "menu": box.names["menu"],
        "place": PLACE_NAMES,
        "conversion": CONVERSION_NAMES,
    }


def text_use(box: Box, s: Any, menu: int) -> str:
    """`use NAME`; empty for a card whose effect is not used, or converts."""
    b: Any = box.records[0]
    is_used = b.trigger[menu] == ONCE and b.form[menu] != CONVERSION
    return f"use {box.names['menu'][menu]}" if is_used else ""


def text_convert(box: Box, s: Any, menu: int, conversion: int) -> str:
    """`use NAME CONVERSION`; empty for a card that does not convert."""
    b: Any = box.records[0]
    return f"use {box.names['menu'][menu]} {CONVERSION_NAMES[conversion]}" if b.form[menu] == CONVERSION else ""
