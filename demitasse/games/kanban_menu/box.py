"""The contents of a Kanban Menu box, checked, as tables."""

import unicodedata
from collections.abc import Mapping
from typing import Any

from demitasse.core.box import Box, Contents
from demitasse.core.errors import BadBox
from demitasse.core.fields import Field, Fields

KINDS = 5
MATERIALS = 4  # the kinds that are held: all but yellow
YELLOW = 4
ACTION_CARDS = 6
MENUS = 32  # menu cards a box may hold
EDITIONS = 2  # the second, which is the rule, and the option first_edition
ASSETS = 2
MONEY = 0
VP = 1
KIND_NAMES = ("drink", "produce", "sweets", "main", "yellow")
MATERIAL_NAMES = KIND_NAMES[:MATERIALS]
ASSET_NAMES = ("money", "vp")

# What sets a menu effect off; 1 to 6: choosing that action card
ONCE = 7  # its owner, once a turn
IDLE = 8  # Brunch: finishing without an activation

# What an effect gives
GAIN = 0
CONVERSION = 1
LUCK = 2  # a random token

HAND_LIMIT = 10  # KM-20
MONEY_LIMIT = 15
BRUNCH_VP = 2  # KM-16
MAX_TOKENS = 100  # of a kind
MIN_TOKENS = 30  # in all: with fewer, half of what five players hold might not lay the action cards out again (KM-22)
MAX_VP = 100  # of a card or an effect
MAX_END = 1000
MAX_CONVERTERS = 4  # cards that convert as Bavarois does
PRINTED_TOKENS = {"yellow": 12}  # and 13 of everything else
PRINTED_MENUS = 22
PRINTED_END = (30, 25)

FIELDS = Fields(
    {"kind": KINDS, "material": MATERIALS, "menu": MENUS, "asset": ASSETS, "edition": EDITIONS},
    Field("menus", "i8", "menu cards"),
    Field("vp_costs", "i8", "dollars for 1 VP"),
    Field("vp_sells", "i8", "dollars from 1 VP"),
    Field("end_vp", "i8", "the VP that end the game", ("edition",)),
    Field("tokens", "i8", "tokens of a kind", ("kind",)),
    Field("sells", "i8", "dollars from a material", ("material",)),
    Field("costs", "i8", "dollars for a material", ("material",)),
    Field("vp", "i8", "a card's VP", ("menu",)),
    Field("cost", "i1", "what a card is developed for", ("menu", "material")),
    Field("trigger", "i1", "what sets a card's effect off; 0: it has none", ("menu",)),
    Field("form", "i1", "GAIN, CONVERSION or LUCK", ("menu",)),
    Field("fee", "i1", "materials an effect asks for", ("menu", "material")),
    Field("price", "i8", "money and VP an effect asks for", ("menu", "asset")),
    Field("gain", "i8", "money and VP an effect gives", ("edition", "menu", "asset")),
)


def read(contents: Contents) -> Box:
    """The box in a TOML file of our form."""
    contents.only(contents.toml, ("tokens", "trading", "end", "menu"), "the box")
    _read_tokens(contents)
    _read_trading(contents)
    _read_end(contents)
    return Box(contents.records, {"menu": _read_menus(contents)}, contents.text, contents.differs)


def _read_tokens(contents: Contents) -> None:
    tokens = contents.get(contents.toml, "tokens", dict, "the box")
    contents.only(tokens, KIND_NAMES, "tokens")
    for kind, name in enumerate(KIND_NAMES):
        number = contents.count(tokens, name, 0, MAX_TOKENS, "tokens")
        contents.compare(f"{name} tokens", number, PRINTED_TOKENS.get(name, 13))
        contents.record.tokens[kind] = number
    total = int(contents.record.tokens.sum())
    if total < MIN_TOKENS:
        raise BadBox(f"tokens: there are {total} in all; expected at least {MIN_TOKENS}")


def _read_trading(contents: Contents) -> None:
    b = contents.record
    trading = contents.get(contents.toml, "trading", dict, "the box")
    contents.only(trading, ("material_sells_for", "material_costs", "dollars_for_1_vp", "vp_sells_for"), "trading")
    for material, name in enumerate(MATERIAL_NAMES):
        b.sells[material] = _price(contents, trading, "material_sells_for", name)
        b.costs[material] = _price(contents, trading, "material_costs", name)
    b.vp_costs = contents.count(trading, "dollars_for_1_vp", 1, MONEY_LIMIT, "trading")
    b.vp_sells = contents.count(trading, "vp_sells_for", 1, MONEY_LIMIT, "trading")


def _price(contents: Contents, trading: Mapping[str, Any], key: str, material: str) -> int:
    """One price for all materials, or a table with the price of each."""
    if not isinstance(trading.get(key), dict):
        return contents.count(trading, key, 1, MONEY_LIMIT, "trading")
    contents.only(trading[key], MATERIAL_NAMES, f"trading, {key}")
    return contents.count(trading[key], material, 1, MONEY_LIMIT, f"trading, {key}")


def _read_end(contents: Contents) -> None:
    end = contents.get(contents.toml, "end", dict, "the box")
    contents.only(end, ("vp", "first_edition"), "end")
    vp = contents.count(end, "vp", 1, MAX_END, "end")
    first = contents.get(end, "first_edition", dict, "end", {})
    contents.only(first, ("vp",), "end, first_edition")
    contents.record.end_vp[0] = vp
    contents.record.end_vp[1] = contents.count(first, "vp", 1, MAX_END, "end, first_edition", vp)
    contents.compare("VP that end the game", vp, PRINTED_END[0])
    contents.compare("VP that end a game of the first edition", int(contents.record.end_vp[1]), PRINTED_END[1])


def _read_menus(contents: Contents) -> list[str]:
    b = contents.record
    rows = [_composed(row) for row in contents.rows("menu", 1, MENUS)]
    names = contents.names(rows, "menu card")
    b.menus = len(rows)
    contents.compare("menu cards", len(rows), PRINTED_MENUS)
    for slot, (row, name) in enumerate(zip(rows, names, strict=True)):
        where = f"menu card {name}"
        contents.only(row, ("name", "cost", "vp", "effect"), where)
        cost = contents.get(row, "cost", dict, where)
        b.cost[slot] = _materials(contents, cost, MATERIAL_NAMES, f"{where}, cost")
        if b.cost[slot].sum() > HAND_LIMIT:
            raise BadBox(
                f"{where}: it costs {int(b.cost[slot].sum())} materials; "
                f"expected at most {HAND_LIMIT}, for nobody holds more"
            )
        b.vp[slot] = contents.count(row, "vp", 0, MAX_VP, where)
        if "effect" in row:
            _read_effect(contents, slot, row["effect"], f"{where}, effect")
    converters = int((b.form == CONVERSION).sum())
    if converters > MAX_CONVERTERS:
        raise BadBox(f"the box has {converters} menu cards with a conversion; expected at most {MAX_CONVERTERS}")
    return names


def _composed(row: dict[str, Any]) -> dict[str, Any]:
    """Accents as the texts have them (NFC), so that a name is one text however it was typed into the file."""
    return {**row, "name": unicodedata.normalize("NFC", row["name"])} if isinstance(row.get("name"), str) else row


def _read_effect(contents: Contents, slot: int, effect: object, where: str) -> None:
    b = contents.record
    if effect == "brunch":
        b.trigger[slot] = IDLE
        b.gain[:, slot, VP] = BRUNCH_VP
    elif isinstance(effect, dict) and "choose" in effect:
        contents.only(effect, ("choose", *ASSET_NAMES, "first_edition"), where)
        b.trigger[slot] = contents.count(effect, "choose", 1, ACTION_CARDS, where)
        b.gain[:, slot] = _gain(contents, {key: effect[key] for key in ASSET_NAMES if key in effect}, where)
        if "first_edition" in effect:
            first = contents.get(effect, "first_edition", dict, where)
            b.gain[1, slot] = _gain(contents, first, f"{where}, first_edition")
    elif isinstance(effect, dict) and set(effect) == {"once"}:
        b.trigger[slot] = ONCE
        _read_once(contents, slot, contents.get(effect, "once", dict, where), f"{where}, once")
    else:
        raise BadBox(f'{where}: unknown form {effect!r}; expected "brunch", {{ choose = … }} or {{ once = … }}')


def _read_once(contents: Contents, slot: int, once: Mapping[str, Any], where: str) -> None:
    b = contents.record
    contents.only(once, ("pay", "gain", "conversion", "draw"), where)
    if len(set(once) & {"gain", "conversion", "draw"}) != 1:
        raise BadBox(f"{where}: expected exactly one of gain, conversion = 1 and draw = 1")
    pay = contents.get(once, "pay", dict, where, {})
    b.fee[slot] = _materials(contents, pay, (*MATERIAL_NAMES, *ASSET_NAMES), f"{where}, pay")
    b.price[slot, MONEY] = contents.count(pay, "money", 0, MONEY_LIMIT, f"{where}, pay", 0)
    b.price[slot, VP] = contents.count(pay, "vp", 0, MAX_VP, f"{where}, pay", 0)
    if "gain" in once:
        b.gain[:, slot] = _gain(contents, contents.get(once, "gain", dict, where), f"{where}, gain")
    elif "draw" in once:
        contents.count(once, "draw", 1, 1, where)
        b.form[slot] = LUCK
    else:
        contents.count(once, "conversion", 1, 1, where)
        b.form[slot] = CONVERSION
        if set(pay) - {"money"}:
            raise BadBox(f"{where}: a conversion is paid for with money alone; got {', '.join(pay)}")


def _materials(contents: Contents, table: Mapping[str, Any], keys: tuple[str, ...], where: str) -> list[int]:
    contents.only(table, keys, where)
    return [contents.count(table, name, 0, HAND_LIMIT, where, 0) for name in MATERIAL_NAMES]


def _gain(contents: Contents, table: Mapping[str, Any], where: str) -> list[int]:
    contents.only(table, ASSET_NAMES, where)
    found = [contents.count(table, name, 0, MAX_VP, where, 0) for name in ASSET_NAMES]
    if not any(found):
        raise BadBox(f"{where}: it gives nothing; expected money or vp")
    return found
