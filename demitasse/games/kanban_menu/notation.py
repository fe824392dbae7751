"""The actions, draws and fields of Kanban Menu as text."""

from collections.abc import Mapping, Sequence
from typing import Any

from demitasse.core.box import Box
from demitasse.games.kanban_menu import rules as r
from demitasse.games.kanban_menu.box import ACTIONS, CONVERSION, KIND_NAMES, MATERIAL_NAMES, MATERIALS, ONCE
from demitasse.games.kanban_menu.state import PHASES, SEATS

ACTION_NAMES = tuple(str(card + 1) for card in range(ACTIONS))
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


def action(box: Box, s: Any, number: int) -> str:
    """The text of an action; empty for a card or an effect the box does not have."""
    if number < r.BUY:
        return f"start {KIND_NAMES[number]}" if number < r.CHOOSE else f"choose {ACTION_NAMES[number - r.CHOOSE]}"
    if number < r.CONTRIBUTE:
        return _of_kind(number)
    if r.DEVELOP <= number < r.TRADE:
        verb, card = ("develop", number - r.DEVELOP) if number < r.RESERVE else ("reserve", number - r.RESERVE)
        return f"{verb} {box.names['menu'][card]}" if card < len(box.names["menu"]) else ""
    if r.TRADE <= number < r.USE:
        return f"trade {CONVERSION_NAMES[number - r.TRADE]}"
    if r.USE <= number < r.FINISH:
        return _use(box, number)
    if r.DROP_ONE <= number < r.PUT_ON:
        place = number - r.DROP_ONE
        return f"{'drop' if place < MATERIALS else 'return'} {MATERIAL_NAMES[place % MATERIALS]}"
    if number >= r.PUT_ON:
        kind, card = divmod(number - r.PUT_ON, ACTIONS)
        return f"put {KIND_NAMES[kind]} {ACTION_NAMES[card]}"
    return {r.CONTRIBUTE: "contribute", r.FINISH: "finish"}[number]


def outcome(box: Box, number: int) -> str:
    """The text of a draw; empty for a slot the box does not use."""
    if number < r.CARD:
        return f"token {KIND_NAMES[number]}"
    names = box.names["menu"]
    return f"menu {names[number - r.CARD]}" if number - r.CARD < len(names) else ""


def labels(box: Box) -> Mapping[str, Sequence[str]]:
    """How positions name kinds, cards and places; a value of 0 is never written."""
    return {
        "phase": PHASES,
        "kind": KIND_NAMES,
        "material": MATERIAL_NAMES,
        "action": ACTION_NAMES,
        "token": ("", *KIND_NAMES),
        "menu": box.names["menu"],
        "place": PLACE_NAMES,
    }


def _of_kind(number: int) -> str:
    if number < r.DO_BUSINESS:
        return f"buy {KIND_NAMES[number - r.BUY]}"
    if number < r.HOLD_FAIR:
        return f"business {KIND_NAMES[number - r.DO_BUSINESS]}"
    return f"fair {KIND_NAMES[number - r.HOLD_FAIR]}"


def _use(box: Box, number: int) -> str:
    """`use NAME`, with the conversion if the card converts."""
    converts = number >= r.USE_TO_CONVERT
    card, conversion = divmod(number - r.USE_TO_CONVERT, r.CONVERSIONS) if converts else (number - r.USE, 0)
    b: Any = box.records[0]
    if b.trigger[card] != ONCE or (b.form[card] == CONVERSION) != converts:
        return ""
    name = box.names["menu"][card]
    return f"use {name} {CONVERSION_NAMES[conversion]}" if converts else f"use {name}"
