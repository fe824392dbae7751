"""Where everything of Coffee Rush lies."""

from collections.abc import Iterator, Sequence
from typing import Any

from demitasse.core.clicks import Moment, clicks
from demitasse.core.match import Match
from demitasse.core.scene import Group, Held, Piece, Place, Row, Scene, around, lying
from demitasse.core.words import SHORT, Say
from demitasse.games.coffee_rush.box import CELLS, INGREDIENT_NAMES
from demitasse.games.coffee_rush.look import cards_of
from demitasse.games.coffee_rush.notation import CELL_NAMES, UPGRADE_NAMES
from demitasse.games.coffee_rush.state import CUPS, PAWNS, UPGRADES, ZONES
from demitasse.games.coffee_rush.words import (
    UPGRADE_EFFECTS,
    UPGRADE_TITLES,
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
    """The board, everybody's counter (one's own first), the supply."""
    moment = Moment.of(match, say)
    s, held = moment.s, moment.held
    seats = around(match, seat)
    groups = [
        _board(match, s, say),
        *(_counter(match, s, held, who, who == seats[0], say) for who in seats),
        _supply(match, s, held, say),
    ]
    prompt = prompt_of(match, s, say)
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
    )


# Groups ---------------------------------------------------------------------------------------------------------------


def _board(match: Match, s: Any, say: Say) -> Group:
    b: Any = match.box.records[0]
    places = []
    for cell in range(CELLS):
        name = INGREDIENT_NAMES[b.board[cell]]
        x, y = cell % 4 * STEP, cell // 4 * STEP
        label = say("{place}: {content}").format(place=CELL_NAMES[cell], content=say(name))
        places.append(
            Place(f"cell-{CELL_NAMES[cell]}", x, y, CELL, CELL, label, name, symbol=f"cr-{name}", text=say(name, SHORT))
        )
    pawns = []
    for seat in range(match.seats):
        for pawn in range(PAWNS):
            cell = int(s.pawn[seat, pawn]) - 1
            if cell >= 0:
                beside = 22 * sum(
                    int(s.pawn[other, k]) == cell + 1
                    for other in range(match.seats)
                    for k in range(PAWNS)
                    if (other, k) < (seat, pawn)
                )
                x, y = cell % 4 * STEP + CELL - 44 - beside, cell // 4 * STEP + 20
                label = say("{name}'s pawn on {cell}").format(name=match.names[seat], cell=CELL_NAMES[cell])
                pawns.append(
                    Piece(
                        f"pawn-{seat}-{pawn}",
                        x,
                        y,
                        40,
                        40,
                        "cr-pawn",
                        label=label,
                        letter=match.names[seat][:1],
                        tint=f"seat-{seat}",
                        layer=1,
                    )
                )
    sign = say("The shop is CLOSED") if s.closed else say("The shop is OPEN")
    facts = (
        Row(say("orders in the deck"), str(int(s.deck_left)), "cr-order"),
        Row(say("rush tokens left"), str(int(s.rush_supply)), "cr-rush"),
    )
    return Group("board", sign, 4 * STEP - 8, 4 * STEP - 8, places, pawns, "primary", facts=facts)


def _counter(match: Match, s: Any, held: Held, seat: int, mine: bool, say: Say) -> Group:
    lines = match.breakdown()[seat]
    places: list[Place] = []
    pieces: list[Piece] = []
    for cup in range(CUPS):
        place = f"cup-{seat}-{cup + 1}"
        x = cup * (CUP_W + 14)
        places.append(
            Place(
                place,
                x,
                0,
                CUP_W,
                CUP_H,
                cup_label(s, seat, cup, say),
                shape="cup",
                text=say("cup {number}").format(number=cup + 1),
            )
        )
        pieces += _row(lying(held, place, INGREDIENT_NAMES), x + 8, 8, CUP_W - 16, say)
    for zone in range(ZONES):
        y = CUP_H + 16 + zone * (ZONE_H + 6)
        place = f"zone-{seat}-{zone + 1}"
        cards = cards_of(match, s, held, seat, zone)
        text = say("zone {number}").format(number=zone + 1)
        places.append(
            Place(
                place,
                0,
                y,
                ZONE_W,
                ZONE_H,
                zone_label(match, zone, cards, say),
                f"z{zone + 1}",
                text="" if cards else text,
            )
        )
        wide = CARD_W if len(cards) <= CARDS_ABREAST else NARROW_W
        step = min(wide + 6, (ZONE_W - wide - 12) / max(1, len(cards) - 1))
        pieces += [
            _order_card(match, s, seat, name, order, 6 + step * k, y + 7, wide, k, say)
            for k, (name, order) in enumerate(cards)
        ]
    y = CUP_H + 16 + ZONES * (ZONE_H + 6) + 4
    for upgrade in range(UPGRADES):
        name = UPGRADE_NAMES[upgrade]
        active = bool(s.upgrade[seat, upgrade])
        words = say("Upgrade {name}, active: {effect}") if active else say("Upgrade {name}, face down: {effect}")
        label = words.format(name=say(UPGRADE_TITLES[name]), effect=say(UPGRADE_EFFECTS[name]))
        state = "" if active else "dim"
        pieces.append(
            Piece(f"upgrade-{seat}-{name}", upgrade * 44, y, 38, 38, f"cr-up-{name}", label=label, state=state)
        )
    pieces += [
        Piece(name, 200 + 26 * k, y + 4, 28, 28, "cr-rush", label=say("rush token"))
        for k, name in enumerate(held.get(("rush", f"rush-{seat}"), ()))
    ]
    facts = (
        Row(say("points"), str(lines["total"])),
        Row(say("served"), str(lines["served"]), "cr-thumb-up"),
        Row(say("penalties"), str(-lines["penalties"]), "cr-thumb-down"),
    )
    return Group(
        f"counter-{seat}", match.names[seat], ZONE_W, y + 40, places, pieces, "primary" if mine else "mini", seat, facts
    )


def _supply(match: Match, s: Any, held: Held, say: Say) -> Group:
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
    taken = say.list(amounts(s.taken, say)) or say("nothing yet")
    y = 2 * (SUPPLY_H + 6) + 4
    places.append(
        Place("hand", 0, y, 4 * STEP - 8, 46, say("Taken this turn: {content}").format(content=taken), text="")
    )
    return Group(
        "supply",
        say("Supply"),
        4 * STEP - 8,
        y + 46,
        places,
        list(_row(lying(held, "hand", INGREDIENT_NAMES), 6, y + 6, 4 * STEP - 20, say)),
    )


# Pieces ---------------------------------------------------------------------------------------------------------------


def _row(tokens: Sequence[tuple[str, str]], x: float, y: float, width: float, say: Say) -> Iterator[Piece]:
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
        )


def _order_card(
    match: Match, s: Any, seat: int, name: str, order: int, x: float, y: float, w: float, layer: int, say: Say
) -> Piece:
    b: Any = match.box.records[0]
    title = say(match.box.names["order"][order])
    needs = [ingredient for ingredient, number in enumerate(b.recipe[order]) for _ in range(int(number))]
    words = say("{title}, special menu: {content}") if b.special[order] else say("{title}: {content}")
    label = words.format(title=title, content=say.list(amounts(b.recipe[order], say)))
    if lacking := _lacking(s, seat, needs):
        short = [sum(needs[k] == i for k in lacking) for i in range(len(INGREDIENT_NAMES))]
        label = say("{order}. Still to pour: {content}").format(order=label, content=say.list(amounts(short, say)))
    symbols = tuple(f"cr-{INGREDIENT_NAMES[i]}" for i in needs)
    corner = "cr-special" if b.special[order] else ""
    return Piece(
        name, x, y, w, CARD_H, title=title, symbols=symbols, corner=corner, label=label, layer=layer, lacking=lacking
    )


def _lacking(s: Any, seat: int, needs: Sequence[int]) -> tuple[int, ...]:
    """Which of an order's ingredients are not in the fullest cup that can become it; none while no cup is begun for
    it.
    """
    best = 0
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
            best, missing = poured, tuple(rest)
    return missing
