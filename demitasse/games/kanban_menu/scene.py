"""Where everything of Kanban Menu lies."""

from collections.abc import Iterator, Sequence
from typing import Any

from demitasse.core.clicks import Moment, clicks
from demitasse.core.match import Match
from demitasse.core.scene import Group, Held, Piece, Place, Row, Scene, around, lying
from demitasse.core.words import ACCUSATIVE, Say
from demitasse.games.kanban_menu import rules as r
from demitasse.games.kanban_menu.box import (
    ACTION_CARDS,
    HAND_LIMIT,
    KIND_NAMES,
    KINDS,
    MATERIAL_NAMES,
    MATERIALS,
    MONEY_LIMIT,
)
from demitasse.games.kanban_menu.look import cards_at, display_place, is_out, number_of
from demitasse.games.kanban_menu.state import DECK, DEVELOPED, DISPLAY, RESERVED
from demitasse.games.kanban_menu.table import ACTION_TITLES
from demitasse.games.kanban_menu.words import (
    COUNTED,
    KIND_WORDS,
    amounts,
    board_note,
    effect_words,
    panels_of,
    prompt_of,
)

WIDTH = 400  # of every group
BOARD_W, BOARD_H = 128, 172
CARD_W, CARD_H = 196, 134
DISH_W, DISH_H = 196, 70  # a menu card on a counter
PART_W = 75  # of a counter's tray
HEAD_W = 90  # the first cell of used area and bag
CELL_W, CELL_H = 57, 86  # two lines of words below a row of tokens
TOKEN = 32
GAP = 8


def scene(match: Match, seat: int | None, say: Say) -> Scene:
    """The action cards, the menu cards, everybody's counter (one's own first), bag and used area."""
    moment = Moment.of(match, say)
    s, held = moment.s, moment.held
    seats = around(match, seat)
    reader = int(s.seat) if seat is None else seat
    groups = [
        _action_cards(match, s, held, say),
        _display(match, s, held, reader, say),
        *(_counter(match, s, held, who, who == seats[0], say) for who in seats),
        _store(s, held, say),
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
        panels_of(match, s, say),
        question=prompt.question,
    )


# Groups ---------------------------------------------------------------------------------------------------------------


def _action_cards(match: Match, s: Any, held: Held, say: Say) -> Group:
    places: list[Place] = []
    pieces: list[Piece] = []
    for card in range(ACTION_CARDS):
        x, y = card % 3 * (BOARD_W + GAP), card // 3 * (BOARD_H + GAP)
        title, tokens = say(ACTION_TITLES[card]), amounts(s.on_card[card], say)
        note = board_note(card, say)
        words = say("Action card {number}, {title} ({note}): {tokens}")
        label = words.format(number=card + 1, title=title, note=note, tokens=tokens or say("no tokens"))
        if s.chosen == card + 1:
            label = say("{card}; chosen by {name}").format(card=label, name=match.names[s.seat])
        tint = f"seat-{int(s.seat)}" if s.chosen == card + 1 else ""
        places.append(
            Place(
                f"action-{card + 1}",
                x,
                y,
                BOARD_W,
                BOARD_H,
                label,
                shape="board",
                symbol=f"km-act-{card + 1}",
                text=str(card + 1),
                title=title,
                note=note,
                tint=tint,
            )
        )
        pieces += _row(lying(held, f"action-{card + 1}", KIND_NAMES), x + 8, y + BOARD_H - 38, BOARD_W - 16, say, 29)
    goal = int(match.box.records[0].end_vp[s.first_edition])
    facts = (
        Row(say("round"), str(int(s.rounds) + (match.actor is not None))),
        Row(say("the last round at"), say("{number} VP").format(number=goal)),
    )
    return Group("actions", say("Action cards"), WIDTH, 2 * BOARD_H + GAP, places, pieces, "primary", facts=facts)


def _display(match: Match, s: Any, held: Held, reader: int, say: Say) -> Group:
    places = []
    for slot in range(r.OPEN_CARDS):
        x, y = _slot(slot + 1)
        label = say("Place {number} of the display").format(number=slot + 1)
        places.append(Place(f"slot-{slot + 1}", x, y, CARD_W, CARD_H, label))
    deck = len(cards_at(match, s, DECK))
    pieces = []
    for card in cards_at(match, s, DISPLAY):
        x, y = _slot(display_place(held, card))
        pieces.append(_menu_card(match, s, card, x, y, CARD_W, CARD_H, reader, say))
    facts = (Row(say("in the deck"), str(deck), "km-menu"),)
    return Group("display", say("Menu cards"), WIDTH, 2 * CARD_H + GAP, places, pieces, "primary", facts=facts)


def _slot(number: int) -> tuple[float, float]:
    """Where a place of the display is, counted from 1."""
    return (number - 1) % 2 * (CARD_W + GAP), (number - 1) // 2 * (CARD_H + GAP)


def _counter(match: Match, s: Any, held: Held, seat: int, mine: bool, say: Say) -> Group:
    """The VP track, the tray of materials with the money, the reserved card and the developed ones."""
    lines = match.breakdown()[seat]
    places, pieces = _track(match, s, seat, say)
    for material, name in enumerate(MATERIAL_NAMES):
        x, number = material * (PART_W + 6), int(s.hand[seat, material])
        label, text = say.count(COUNTED[material], number), say(KIND_WORDS[material])
        places.append(Place(f"hand-{seat}-{name}", x, 44, PART_W, 78, label, text=text, count=number))
        pieces += _row([(token, name) for token in held.get((name, f"hand-{seat}"), ())], x + 8, 62, PART_W - 16, say)
    x = MATERIALS * (PART_W + 6)
    text = say("${money} of {limit}").format(money=int(s.money[seat]), limit=MONEY_LIMIT)
    places.append(
        Place(
            f"money-{seat}", x, 44, WIDTH - x, 78, say("Money: {text}").format(text=text), symbol="km-money", text=text
        )
    )
    dishes, height = _dishes(match, s, held, seat, 132, say)
    pieces += dishes
    reserved = cards_at(match, s, RESERVED + seat)
    text = say("reserved") if reserved else say("room for a reserved card")
    places.append(
        Place(
            f"reserved-{seat}",
            0,
            132,
            DISH_W,
            2 * DISH_H + 8,
            say("Reserved menu card") if reserved else say("No menu card reserved"),
            text=text,
        )
    )
    pieces += [_menu_card(match, s, card, 6, 138, DISH_W - 12, 2 * DISH_H - 20, seat, say) for card in reserved]
    if lines["menu cards"] == 0:
        label = say("no menu card developed yet")
        places.append(
            Place(f"developed-{seat}", DISH_W + 8, 132, WIDTH - DISH_W - 8, DISH_H, label, shape="bare", text=label)
        )
    facts = (
        Row(say("points"), str(lines["total"])),
        Row(say("VP"), str(lines["vp"]), "km-vp"),
        Row(say("money"), str(int(s.money[seat])), "km-money"),
        Row(say("tokens"), f"{int(r.held(s, seat))}/{HAND_LIMIT}"),
    )
    return Group(
        f"counter-{seat}", match.names[seat], WIDTH, height, places, pieces, "primary" if mine else "mini", seat, facts
    )


def _track(match: Match, s: Any, seat: int, say: Say) -> tuple[list[Place], list[Piece]]:
    """The way of a seat's VP to the number that ends the game."""
    goal, vp = int(match.box.records[0].end_vp[s.first_edition]), int(s.vp[seat])
    label = say("{vp} of the {goal} VP that end the game").format(vp=vp, goal=goal)
    places = [Place(f"vp-{seat}", 0, 0, WIDTH, TOKEN + 4, label)]
    way = WIDTH - TOKEN - 8
    marks = sorted({round(goal * part / 6) for part in range(1, 7)})
    at = 4 + way * min(vp, goal) / goal
    for mark in marks:
        x = 4 + way * mark / goal
        text = "" if abs(x - at) < TOKEN else str(mark)  # not beneath the star
        places.append(Place(f"vp-{seat}-{mark}", x, 4, TOKEN, TOKEN - 2, shape="bare", text=text))
    star = Piece(
        f"star-{seat}", at, 2, TOKEN, TOKEN, "km-vp", label=say("{number} VP").format(number=vp), count=vp, layer=1
    )
    return places, [star]


def _dishes(match: Match, s: Any, held: Held, seat: int, y: float, say: Say) -> tuple[list[Piece], float]:
    """The developed menu cards as they came, two beside the reserved one and the others below; how high it gets."""
    cards = sorted(
        cards_at(match, s, DEVELOPED + seat), key=lambda card: number_of(held[f"dish-{seat}", f"menu-{card}"])
    )
    pieces = []
    bottom = y + 2 * DISH_H + 8
    for k, card in enumerate(cards):
        column, row = (1, k) if k < 2 else (k % 2, 1 + k // 2)
        top = y + row * (DISH_H + 8)
        pieces.append(_menu_card(match, s, card, column * (DISH_W + 8), top, DISH_W, DISH_H, seat, say))
        bottom = max(bottom, top + DISH_H)
    return pieces, bottom


def _store(s: Any, held: Held, say: Say) -> Group:
    """The used area, the bag and the tokens that were taken out of it."""
    used, bag = int(s.used.sum()), int(s.bag.sum())
    in_used = say.ngettext("{count} token in the used area", "{count} tokens in the used area", used).format(count=used)
    in_bag = say.ngettext("{count} token in the bag", "{count} tokens in the bag", bag).format(count=bag)
    places = [
        Place(
            "used",
            0,
            0,
            HEAD_W,
            CELL_H,
            in_used,
            text=say("used area"),
            count=used,
        ),
        Place(
            "bag",
            0,
            CELL_H + 6,
            HEAD_W,
            CELL_H,
            in_bag,
            symbol="km-bag",
            text=say("bag"),
            count=bag,
        ),
    ]
    pieces: list[Piece] = []
    for kind, name in enumerate(KIND_NAMES):
        x, word = HEAD_W + 6 + kind * (CELL_W + 4), say(KIND_WORDS[kind])
        label = say("In the used area: {things}").format(things=say.count(COUNTED[kind], int(s.used[kind])))
        places.append(Place(f"used-{name}", x, 0, CELL_W, CELL_H, label, text=word, count=int(s.used[kind])))
        pieces += _row([(token, name) for token in held.get((name, "used"), ())], x + 5, 20, CELL_W - 14, say, 4)
        label = say("In the bag: {things}").format(things=say.count(COUNTED[kind], int(s.bag[kind])))
        places.append(
            Place(
                f"bag-{name}",
                x,
                CELL_H + 6,
                CELL_W,
                CELL_H,
                label,
                corner=f"km-{name}",
                text=word,
                count=int(s.bag[kind]),
            )
        )
    y = 2 * (CELL_H + 6)
    pieces += _out(s, held, y + 10, say)
    places.append(
        Place(
            "shown",
            0,
            y,
            WIDTH,
            52,
            say("tokens out of the bag"),
            text="" if is_out(s) else say("tokens out of the bag"),
        )
    )
    return Group("store", say("Used area and bag"), WIDTH, y + 52, places, pieces)


def _out(s: Any, held: Held, y: float, say: Say) -> Iterator[Piece]:
    """The tokens out of the bag, each at a place of its own."""
    spots = [("open", kind, kind) for kind in range(KINDS)]
    spots += [(f"shown-{number}", kind, number - 1) for number in (1, 2) for kind in range(KINDS)]
    for container, kind, spot in spots:
        for name in held.get((KIND_NAMES[kind], container), ()):
            yield Piece(
                name, 12 + 48 * spot, y, TOKEN, TOKEN, f"km-{KIND_NAMES[kind]}", label=say(KIND_WORDS[kind]), layer=1
            )


# Pieces ---------------------------------------------------------------------------------------------------------------


def _row(
    tokens: Sequence[tuple[str, str]], x: float, y: float, width: float, say: Say, most: float = TOKEN
) -> Iterator[Piece]:
    """Tokens side by side, closer together when there are many."""
    step = min(most, (width - TOKEN) / max(1, len(tokens) - 1))
    for k, (name, kind) in enumerate(tokens):
        word = say(KIND_WORDS[KIND_NAMES.index(kind)])
        yield Piece(name, x + step * k, y, TOKEN, TOKEN, f"km-{kind}", label=word, layer=1 + k)


def _menu_card(match: Match, s: Any, card: int, x: float, y: float, w: float, h: float, reader: int, say: Say) -> Piece:
    """A menu card with its cost, faint where `reader` lacks it; a developed one without."""
    b: Any = match.box.records[0]
    title, effect = say(match.box.names["menu"][card]), effect_words(s, b, card, say)
    if s.lies[card] >= DEVELOPED:
        state = "spent" if s.spent[card] else ""
        label = say("{title}, used this turn. {effect}") if state else say("{title}, developed. {effect}")
        label = label.format(title=title, effect=effect)
        return Piece(f"menu-{card}", x, y, w, h, title=title, note=effect, label=label, state=state)
    cost = [material for material in range(MATERIALS) for _ in range(int(b.cost[card, material]))]
    short = [max(0, int(b.cost[card, material]) - int(s.hand[reader, material])) for material in range(MATERIALS)]
    lacking = [k for k, material in enumerate(cost) if cost[k:].count(material) <= short[material]]
    words = {
        "title": title,
        "cost": amounts(b.cost[card], say, ACCUSATIVE),
        "vp": int(b.vp[card]),
        "effect": effect,
        "lacking": amounts(short, say),
    }
    label = (
        say("{title} for {cost}: {vp} VP. {effect}. Lacking: {lacking}")
        if lacking
        else say("{title} for {cost}: {vp} VP. {effect}")
    )
    return Piece(
        f"menu-{card}",
        x,
        y,
        w,
        h,
        title=title,
        symbols=tuple(f"km-{KIND_NAMES[material]}" for material in cost),
        corner="km-vp",
        worth=str(int(b.vp[card])),
        lacking=tuple(lacking),
        note=effect,
        label=label.format(**words),
    )
