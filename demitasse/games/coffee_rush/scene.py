"""Where everything of Coffee Rush lies."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from demitasse.core.clicks import Moment, clicks
from demitasse.core.match import Match
from demitasse.core.scene import Group, Held, Piece, Place, Scene, around, lying
from demitasse.core.words import SHORT, Say
from demitasse.games.coffee_rush.actions import steps_of, ways
from demitasse.games.coffee_rush.box import CELLS, INGREDIENT_NAMES
from demitasse.games.coffee_rush.furniture import furniture
from demitasse.games.coffee_rush.look import cards_of, steps_taken
from demitasse.games.coffee_rush.notation import CELL_NAMES, UPGRADE_NAMES
from demitasse.games.coffee_rush.state import CUPS, MOVE, PAWNS, PLACE, UPGRADE, UPGRADES, ZONES
from demitasse.games.coffee_rush.words import (
    UPGRADE_EFFECTS,
    UPGRADE_TITLES,
    ZONE_TITLES,
    amounts,
    cup_label,
    panels_of,
    prompt_of,
    zone_label,
)

CELL = 92
STEP = CELL + 8
CUP_W, CUP_H = 124, 104
CARD_W, CARD_H = 191, 72
NARROW_W = 128  # of a card in a zone with many
CARDS_ABREAST = 2
SUPPLY_H = 66
ZONE_W, ZONE_H = 400, CARD_H + 14
TOKEN = 32
PAWN = 40
BADGE = 38
TILE_W, TILE_H = 197, 64
GROUNDS = {
    "coffee": "#96613d",
    "steam": "#8fa3ac",
    "milk": "#c9b58f",
    "ice": "#6fbcd8",
    "caramel": "#e5952a",
    "chocolate": "#6d3d27",
    "water": "#3f8fc6",
    "tea": "#6b9c42",
    "z1": "#d8c08e",
    "z2": "#d3a56a",
    "z3": "#c98358",
    "z4": "#b95f4a",
}


def scene(match: Match, seat: int | None, say: Say) -> Scene:
    """The board with the supply, everybody's counter (one's own first), and what is in hand."""
    moment = Moment.of(match, say)
    s, held = moment.s, moment.held
    seats = around(match, seat)
    groups = [
        _board(match, s, say),
        *(group for who in seats for group in _counter(match, s, held, who, who == seats[0], say)),
        _supply(s, say),
        _hand(s, held, say),
    ]
    prompt, found = prompt_of(match, s, say), ways(moment)
    return Scene(
        match.game.name,
        say(match.game.title),
        seat,
        match.actor,
        prompt.ask,
        prompt.so,
        groups,
        clicks(match, moment),
        panels_of(match, say),
        GROUNDS,
        question=prompt.question,
        waits=prompt.waits,
        touch=prompt.touch,
        furniture=furniture(match, s, seats, say),
        ways=found,
        steps=steps_of(found, moment),
        rule=say("What does not glow is too far, or another pawn stands there.") if s.phase == MOVE else "",
        symbol="cr-pawn" if s.phase in (PLACE, MOVE) and isinstance(match.actor, int) else "",
    )


# Groups ---------------------------------------------------------------------------------------------------------------


def _board(match: Match, s: Any, say: Say) -> Group:
    b: Any = match.box.records[0]
    marks = steps_taken(match)
    places = []
    for cell in range(CELLS):
        name = INGREDIENT_NAMES[b.board[cell]]
        x, y = cell % 4 * STEP, cell // 4 * STEP
        label = say("{place}: {content}").format(place=CELL_NAMES[cell], content=say(name))
        places.append(
            Place(
                f"cell-{CELL_NAMES[cell]}",
                x,
                y,
                CELL,
                CELL,
                label,
                name,
                "square",
                symbol=f"cr-{name}",
                text=say(name, SHORT),
                note=CELL_NAMES[cell],
                mark=marks.get(cell, ""),
                tint=f"seat-{int(s.seat)}" if cell in marks else "",
            )
        )
    pawns = [
        _pawn(match, s, seat, pawn, say)
        for seat in range(match.seats)
        for pawn in range(PAWNS)
        if int(s.pawn[seat, pawn])
    ]
    width = 4 * STEP - 8
    return Group("board", say("The board"), width, width, places, pawns, "primary", form="grid", columns=4)


def _pawn(match: Match, s: Any, seat: int, pawn: int, say: Say) -> Piece:
    cell = int(s.pawn[seat, pawn]) - 1
    earlier = [(other, k) for other in range(match.seats) for k in range(PAWNS) if (other, k) < (seat, pawn)]
    below = sum(int(s.pawn[who]) == cell + 1 for who in earlier)
    return Piece(
        f"pawn-{seat}-{pawn}",
        cell % 4 * STEP + CELL - PAWN,
        cell // 4 * STEP + 8 + PAWN // 2 * below,
        PAWN,
        PAWN,
        "cr-pawn",
        label=say("{name}'s pawn on {cell}").format(name=match.names[seat], cell=CELL_NAMES[cell]),
        letter=match.names[seat][:1],
        tint=f"seat-{seat}",
        layer=1,
        at=f"cell-{CELL_NAMES[cell]}",
    )


def _counter(match: Match, s: Any, held: Held, seat: int, mine: bool, say: Say) -> Iterator[Group]:
    """A seat's upgrades, cups and zones."""
    size, name = "primary" if mine else "mini", match.names[seat]
    chooses = s.phase == UPGRADE and match.actor == seat
    pieces = [_upgrade(s, seat, upgrade, chooses, say) for upgrade in range(UPGRADES)]
    high = 2 * (TILE_H + 6) - 6 if chooses else BADGE
    label = say("{name}: upgrades").format(name=name)
    form = "tiles" if chooses else "badges"
    yield Group(f"upgrades-{seat}", label, ZONE_W, high, (), pieces, size, seat, form=form)
    yield _cups(s, held, seat, size, name, say)
    yield _zones(match, s, held, seat, size, say)


def _upgrade(s: Any, seat: int, upgrade: int, chooses: bool, say: Say) -> Piece:
    """A sign; while one chooses, with what it does."""
    name = UPGRADE_NAMES[upgrade]
    title, effect = say(UPGRADE_TITLES[name]), say(UPGRADE_EFFECTS[name])
    active = bool(s.upgrade[seat, upgrade])
    words = say("Upgrade {name}, active: {effect}") if active else say("Upgrade {name}, face down: {effect}")
    sign = Piece(
        f"upgrade-{seat}-{name}",
        upgrade * (BADGE + 6),
        0,
        BADGE,
        BADGE,
        f"cr-up-{name}",
        label=words.format(name=title, effect=effect),
        state="" if active else "dim",
    )
    if not chooses:
        return sign
    return replace(
        sign,
        x=upgrade % 2 * (TILE_W + 6),
        y=upgrade // 2 * (TILE_H + 6),
        w=TILE_W,
        h=TILE_H,
        title=title,
        note=effect,
        tag=say("works already") if active else "",
        tone="good",
        state="",
    )


def _cups(s: Any, held: Held, seat: int, size: str, name: str, say: Say) -> Group:
    places: list[Place] = []
    pieces: list[Piece] = []
    for cup in range(CUPS):
        place, x = f"cup-{seat}-{cup + 1}", cup * (CUP_W + 14)
        label, text = cup_label(s, seat, cup, say), say("cup {number}").format(number=cup + 1)
        content = say.list(amounts(s.cup[seat, cup], say, SHORT))
        title = f"{cup + 1} · {content}" if content else text
        places.append(Place(place, x, 0, CUP_W, CUP_H, label, shape="cup", text=text, title=title))
        pieces += _row(lying(held, place, INGREDIENT_NAMES), place, x + 8, 8, CUP_W - 16, say)
    label = say("{name}: cups").format(name=name)
    return Group(f"cups-{seat}", label, ZONE_W, CUP_H, places, pieces, size, seat, form="cups")


def _zones(match: Match, s: Any, held: Held, seat: int, size: str, say: Say) -> Group:
    places: list[Place] = []
    pieces: list[Piece] = []
    for zone in range(ZONES):
        y, place, cards = zone * (ZONE_H + 6), f"zone-{seat}-{zone + 1}", cards_of(match, s, held, seat, zone)
        text = say("zone {number}").format(number=zone + 1)
        label = zone_label(zone, len(cards), say)
        places.append(
            Place(
                place,
                0,
                y,
                ZONE_W,
                ZONE_H,
                label,
                f"z{zone + 1}",
                text="" if cards else text,
                title=say(ZONE_TITLES[zone]),
                note=text,
            )
        )
        wide = CARD_W if len(cards) <= CARDS_ABREAST else NARROW_W
        step = min(wide + 6, (ZONE_W - wide - 12) / max(1, len(cards) - 1))
        pieces += [
            _order_card(match, s, seat, name, order, place, 6 + step * k, y + 7, wide, k, say)
            for k, (name, order) in enumerate(cards)
        ]
    label, high = say("{name}: orders").format(name=match.names[seat]), ZONES * (ZONE_H + 6) - 6
    return Group(f"zones-{seat}", label, ZONE_W, high, places, pieces, size, seat, form="zones")


def _supply(s: Any, say: Say) -> Group:
    places = []
    for i, name in enumerate(INGREDIENT_NAMES):
        label = say("In the supply: {number} {kind}").format(number=int(s.supply[i]), kind=say(name))
        places.append(
            Place(
                f"supply-{name}",
                i % 4 * STEP,
                i // 4 * (SUPPLY_H + 6),
                CELL,
                SUPPLY_H,
                label,
                name,
                symbol=f"cr-{name}",
                text=say(name, SHORT),
                count=int(s.supply[i]),
            )
        )
    return Group("supply", say("Supply"), 4 * STEP - 8, 2 * SUPPLY_H + 6, places, form="supply")


def _hand(s: Any, held: Held, say: Say) -> Group:
    """What was taken this turn and is not poured yet."""
    taken = say.list(amounts(s.taken, say)) or say("nothing yet")
    label, width = say("Taken this turn: {content}").format(content=taken), 4 * STEP - 8
    pieces = list(_row(lying(held, "hand", INGREDIENT_NAMES), "hand", 6, 6, width - 12, say))
    return Group("hand", say("In hand"), width, 46, [Place("hand", 0, 0, width, 46, label)], pieces, form="tokens")


# Pieces ---------------------------------------------------------------------------------------------------------------


def _row(tokens: Sequence[tuple[str, str]], place: str, x: float, y: float, width: float, say: Say) -> Iterator[Piece]:
    """Tokens side by side, closer together and then in two rows when there are many."""
    each = max(1, int((width - TOKEN) // 24) + 1)
    for k, (name, ingredient) in enumerate(tokens):
        yield Piece(
            name,
            x + 24 * (k % each),
            y + 26 * (k // each),
            TOKEN,
            TOKEN,
            f"cr-{ingredient}",
            label=say(ingredient),
            layer=1,
            at=place,
        )


def _order_card(
    match: Match,
    s: Any,
    seat: int,
    name: str,
    order: int,
    place: str,
    x: float,
    y: float,
    w: float,
    layer: int,
    say: Say,
) -> Piece:
    b: Any = match.box.records[0]
    title = say(match.box.names["order"][order])
    needs = [ingredient for ingredient, number in enumerate(b.recipe[order]) for _ in range(int(number))]
    words = say("{title}, special menu: {content}") if b.special[order] else say("{title}: {content}")
    label = words.format(title=title, content=say.list(amounts(b.recipe[order], say)))
    cup, lacking = _best_cup(s, seat, needs)
    if cup is not None:
        short = [sum(needs[k] == i for k in lacking) for i in range(len(INGREDIENT_NAMES))]
        words = say("{order}. Cup {number} still needs {content}") if lacking else say("{order}. Cup {number} is ready")
        label = words.format(order=label, number=cup + 1, content=say.list(amounts(short, say)))
    return Piece(
        name,
        x,
        y,
        w,
        CARD_H,
        title=title,
        symbols=tuple(f"cr-{INGREDIENT_NAMES[i]}" for i in needs),
        corner="cr-special" if b.special[order] else "",
        label=label,
        layer=layer,
        lacking=lacking,
        at=place,
        tag="" if cup is None else _progress(cup, len(lacking), say),
        tone="good" if not lacking else "",
    )


def _progress(cup: int, lacking: int, say: Say) -> str:
    if not lacking:
        return say("cup {number} is ready").format(number=cup + 1)
    words = say.ngettext("cup {number}: {lacking} more", "cup {number}: {lacking} more", lacking)
    return words.format(number=cup + 1, lacking=lacking)


def _best_cup(s: Any, seat: int, needs: Sequence[int]) -> tuple[int | None, tuple[int, ...]]:
    """The fullest cup that can become an order, and which of its ingredients are not in it; none while no cup is begun
    for it.
    """
    best, found = 0, None
    missing: tuple[int, ...] = ()
    for cup in range(CUPS):
        left = {i: int(number) for i, number in enumerate(s.cup[seat, cup]) if number}
        poured = sum(left.values())
        rest = []
        for k, ingredient in enumerate(needs):
            if left.get(ingredient):
                left[ingredient] -= 1
            else:
                rest.append(k)
        if poured > best and not any(left.values()):
            best, found, missing = poured, cup, tuple(rest)
    return found, missing
