"""Where everything of Kanban Menu lies."""

from collections.abc import Iterator, Sequence
from typing import Any

from demitasse.core.clicks import Moment, clicks
from demitasse.core.furniture import Item
from demitasse.core.match import Match
from demitasse.core.scene import Group, Held, Piece, Place, Row, Scene, around, lying
from demitasse.core.words import ACCUSATIVE, Say
from demitasse.games.kanban_menu import rules as r
from demitasse.games.kanban_menu.actions import steps_of
from demitasse.games.kanban_menu.box import ACTION_CARDS, HAND_LIMIT, KIND_NAMES, MATERIAL_NAMES, MATERIALS
from demitasse.games.kanban_menu.forecast import forecast, in_words, lacking_of
from demitasse.games.kanban_menu.furniture import furniture, picture_of
from demitasse.games.kanban_menu.look import cards_at, display_place, number_of
from demitasse.games.kanban_menu.state import DEAL, DECK, DEVELOPED, DISPLAY, MENU, RESERVED, TURN
from demitasse.games.kanban_menu.table import ACTION_TITLES
from demitasse.games.kanban_menu.words import (
    COUNTED,
    KIND_WORDS,
    amounts,
    board_note,
    effect_signs,
    effect_words,
    last_line,
    panels_of,
    prompt_of,
)

WIDTH = 400  # of every group
BOARD_W, BOARD_H = 128, 172
CARD_W, CARD_H = 196, 150
DISH_W, DISH_H = 196, 70  # a menu card that somebody has
KIND_W, KIND_H = 94, 60  # of a counter's tray
CELL_W, CELL_H = 94, 64
TOKEN = 32
GAP = 8


def scene(match: Match, seat: int | None, say: Say) -> Scene:
    """The action cards, the menu cards, everybody's counter (one's own first), bag and used area, and what is out."""
    moment = Moment.of(match, say)
    s, held = moment.s, moment.held
    seats = around(match, seat)
    reader = int(s.seat) if seat is None else seat
    groups = [
        _action_cards(match, s, held, reader, seat, say),
        _display(match, s, held, reader, say),
        *(group for who in seats for group in _counter(match, s, held, who, who == seats[0], say)),
        _store(match, s, held, say),
        _open(s, held, say),
        _hand(s, held, say),
    ]
    prompt, actions = prompt_of(match, s, say), clicks(match, moment)
    return Scene(
        match.game.name,
        say(match.game.title),
        seat,
        match.actor,
        prompt.ask,
        prompt.so,
        groups,
        actions,
        panels_of(match, s, say),
        question=prompt.question,
        waits=prompt.waits,
        steps=steps_of(moment, actions),
        furniture=furniture(match, s, seats, say),
        symbol=picture_of(match),
    )


# Groups ---------------------------------------------------------------------------------------------------------------


def _action_cards(match: Match, s: Any, held: Held, reader: int, viewer: int | None, say: Say) -> Group:
    places: list[Place] = []
    pieces: list[Piece] = []
    plans = match.actor is not None and (reader != s.seat or (s.phase == TURN and s.chosen == 0))
    for card in range(ACTION_CARDS):
        place = _board(match, s, card, viewer, forecast(match, reader, card, say) if plans else (), say)
        places.append(place)
        tokens = lying(held, place.id, KIND_NAMES)
        pieces += _row(tokens, place.id, place.x + 8, place.y + BOARD_H - 38, BOARD_W - 16, say, 29)
    goal = int(match.box.records[0].end_vp[s.first_edition])
    facts = (
        Row(say("round"), str(int(s.rounds) + (match.actor is not None))),
        Row(say("the last round at"), say("{number} VP").format(number=goal)),
    )
    high = 2 * BOARD_H + GAP
    return Group(
        "actions", say("Action cards"), WIDTH, high, places, pieces, "primary", facts=facts, form="boards", columns=3
    )


def _board(match: Match, s: Any, card: int, viewer: int | None, says: Sequence[Item], say: Say) -> Place:
    """A chalkboard; whoever chose it has a tag on it."""
    title, tokens, note = say(ACTION_TITLES[card]), amounts(s.on_card[card], say), board_note(card, say)
    words = say("Action card {number}, {title} ({note}): {tokens}")
    label = words.format(number=card + 1, title=title, note=note, tokens=tokens or say("no tokens"))
    mark, tint = "", ""
    if s.chosen == card + 1:
        name = match.names[s.seat]
        label = say("{card}; chosen by {name}").format(card=label, name=name)
        mark, tint = say("You") if viewer == s.seat else name[:1], f"seat-{int(s.seat)}"
    elif says:
        label = say("{card}. If you choose it: {gains}").format(card=label, gains=in_words(says, say))
    return Place(
        f"action-{card + 1}",
        card % 3 * (BOARD_W + GAP),
        card // 3 * (BOARD_H + GAP),
        BOARD_W,
        BOARD_H,
        label,
        shape="board",
        symbol=f"km-act-{card + 1}",
        text=str(card + 1),
        title=title,
        note=note,
        mark=mark,
        tint=tint,
        says=says,
        empty=say("empty"),
    )


def _display(match: Match, s: Any, held: Held, reader: int, say: Say) -> Group:
    places, empty = [], say("nothing is dealt yet") if s.phase in (DEAL, MENU) else say("no card is left")
    for slot in range(r.OPEN_CARDS):
        x, y = _slot(slot + 1)
        label = say("Place {number} of the display").format(number=slot + 1)
        places.append(Place(f"slot-{slot + 1}", x, y, CARD_W, CARD_H, label, empty=empty))
    pieces = []
    for card in cards_at(match, s, DISPLAY):
        number = display_place(held, card)
        pieces.append(_menu_card(match, s, card, f"slot-{number}", *_slot(number), CARD_W, CARD_H, reader, say))
    facts = (Row(say("in the deck"), str(len(cards_at(match, s, DECK))), "km-menu", told=True),)
    high = 2 * CARD_H + GAP
    return Group(
        "display", say("Menu cards"), WIDTH, high, places, pieces, "primary", facts=facts, form="offers", columns=2
    )


def _slot(number: int) -> tuple[float, float]:
    """Where a place of the display is, counted from 1."""
    return (number - 1) % 2 * (CARD_W + GAP), (number - 1) // 2 * (CARD_H + GAP)


def _counter(match: Match, s: Any, held: Held, seat: int, mine: bool, say: Say) -> Iterator[Group]:
    """A seat's tokens, and its menu cards."""
    size, name = "primary" if mine else "mini", match.names[seat]
    yield _tokens(match, s, held, seat, size, say)
    pieces, height = _dishes(match, s, held, seat, say)
    reserved = cards_at(match, s, RESERVED + seat)
    label = say("Reserved menu card") if reserved else say("No menu card reserved")
    room = Place(f"reserved-{seat}", 0, 0, DISH_W, 2 * DISH_H + GAP, label, empty=say("Room for one reserved card"))
    pieces += [_menu_card(match, s, card, room.id, 6, 6, DISH_W - 12, 2 * DISH_H - 4, seat, say) for card in reserved]
    label = say("{name}: menu cards").format(name=name)
    yield Group(f"dishes-{seat}", label, WIDTH, height, [room], pieces, size, seat, form="cards")


def _tokens(match: Match, s: Any, held: Held, seat: int, size: str, say: Say) -> Group:
    places: list[Place] = []
    pieces: list[Piece] = []
    for material, name in enumerate(MATERIAL_NAMES):
        x, number, id = material * (KIND_W + GAP), int(s.hand[seat, material]), f"hand-{seat}-{name}"
        label, symbol = say.count(COUNTED[material], number), "" if number else f"km-{name}"
        state = "" if number else "dim"
        places.append(Place(id, x, 0, KIND_W, KIND_H, label, symbol=symbol, count=number, state=state))
        tokens = [(token, name) for token in held.get((name, f"hand-{seat}"), ())]
        pieces += _row(tokens, id, x + 8, 22, KIND_W - 16, say)
    lines = match.breakdown()[seat]
    facts = (
        Row(say("points"), str(lines["total"]), told=True),
        Row(say("VP"), str(lines["vp"]), "km-vp", told=True),
        Row(say("money"), str(int(s.money[seat])), "km-money"),
        Row(say("tokens"), f"{int(r.held(s, seat))}/{HAND_LIMIT}"),
    )
    name = match.names[seat]
    return Group(f"counter-{seat}", name, WIDTH, KIND_H, places, pieces, size, seat, facts, form="tokens")


def _dishes(match: Match, s: Any, held: Held, seat: int, say: Say) -> tuple[list[Piece], float]:
    """The developed menu cards as they came, two beside the reserved one and the others below; how high it gets."""
    cards = sorted(
        cards_at(match, s, DEVELOPED + seat), key=lambda card: number_of(held[f"dish-{seat}", f"menu-{card}"])
    )
    pieces = []
    bottom = 2.0 * DISH_H + GAP
    for k, card in enumerate(cards):
        column, row = (1, k) if k < 2 else (k % 2, 1 + k // 2)
        top = row * (DISH_H + GAP)
        pieces.append(_menu_card(match, s, card, "", column * (DISH_W + GAP), top, DISH_W, DISH_H, seat, say))
        bottom = max(bottom, top + DISH_H)
    return pieces, bottom


def _store(match: Match, s: Any, held: Held, say: Say) -> Group:
    """The deck, the bag, and the used area by kind: what is taken comes from there, or else from the bag."""
    bag, used, deck = int(s.bag.sum()), int(s.used.sum()), len(cards_at(match, s, DECK))
    in_used = say.ngettext("{count} token in the used area", "{count} tokens in the used area", used).format(count=used)
    in_bag = say.ngettext("{count} token in the bag", "{count} tokens in the bag", bag).format(count=bag)
    in_deck = say.ngettext("{count} menu card in the deck", "{count} menu cards in the deck", deck).format(count=deck)
    heads = (
        ("deck", in_deck, "km-menu", deck, say("in the deck")),
        ("bag", in_bag, "km-bag", bag, say("in the bag")),
        ("used", in_used, "", used, say("used")),
    )
    third = (WIDTH - 2 * GAP) / 3
    places = [
        Place(id, k * (third + GAP), 0, third, CELL_H, label, symbol=symbol, count=count, text=text)
        for k, (id, label, symbol, count, text) in enumerate(heads)
    ]
    pieces: list[Piece] = []
    for kind, name in enumerate(KIND_NAMES):
        number, id = int(s.used[kind]), f"used-{name}"
        x, y = kind % 4 * (CELL_W + GAP), (1 + kind // 4) * (CELL_H + GAP)
        label = say("In the used area: {used}; in the bag: {bag}").format(
            used=say.count(COUNTED[kind], number), bag=int(s.bag[kind])
        )
        symbol, state = "" if number else f"km-{name}", "" if number else "dim"
        places.append(Place(id, x, y, CELL_W, CELL_H, label, symbol=symbol, count=number, state=state))
        pieces += _row([(token, name) for token in held.get((name, "used"), ())], id, x + 8, y + 22, 60, say, 4)
    return Group("store", say("Used area and bag"), WIDTH, 3 * (CELL_H + GAP), places, pieces, form="stacks")


def _open(s: Any, held: Held, say: Say) -> Group:
    """KM-4: the tokens from which everybody takes a first one."""
    places: list[Place] = []
    pieces: list[Piece] = []
    for kind, name in enumerate(KIND_NAMES):
        if not s.open[kind]:
            continue
        id, x = f"open-{name}", len(places) * (KIND_W - 16)
        worth = "" if kind < MATERIALS else say("${number}").format(number=r.YELLOW_MONEY)
        label, note = say("To take: {kind}").format(kind=say(KIND_WORDS[kind])), say(KIND_WORDS[kind])
        places.append(Place(id, x, 0, KIND_W - 20, KIND_H, label, text=worth or note))
        pieces += _row(lying(held, "open", [name]), id, x + 20, 4, TOKEN, say)
    return Group("open", say("First tokens"), WIDTH, KIND_H, places, pieces, form="tokens")


def _hand(s: Any, held: Held, say: Say) -> Group:
    """KM-14: the tokens that are to be put on action cards, the one that is asked about first."""
    tokens = [*lying(held, "shown-1", KIND_NAMES), *lying(held, "shown-2", KIND_NAMES)]
    content = say.list(say(KIND_WORDS[KIND_NAMES.index(kind)]) for _, kind in tokens)
    label = say("Out of the bag: {tokens}").format(tokens=content or say("no tokens"))
    place = Place("shown", 0, 0, WIDTH, 48, label)
    return Group(
        "hand", say("In hand"), WIDTH, 48, [place], list(_row(tokens, place.id, 8, 8, WIDTH - 16, say)), form="tokens"
    )


# Pieces ---------------------------------------------------------------------------------------------------------------


def _row(
    tokens: Sequence[tuple[str, str]], place: str, x: float, y: float, width: float, say: Say, most: float = TOKEN
) -> Iterator[Piece]:
    """Tokens side by side, closer together when there are many."""
    step = min(most, (width - TOKEN) / max(1, len(tokens) - 1))
    for k, (name, kind) in enumerate(tokens):
        word = say(KIND_WORDS[KIND_NAMES.index(kind)])
        yield Piece(name, x + step * k, y, TOKEN, TOKEN, f"km-{kind}", label=word, layer=1 + k, at=place)


def _menu_card(
    match: Match, s: Any, card: int, place: str, x: float, y: float, w: float, h: float, reader: int, say: Say
) -> Piece:
    """A menu card with its cost, faint where `reader` lacks it; a developed one without."""
    b: Any = match.box.records[0]
    title, effect = say(match.box.names["menu"][card]), effect_words(s, b, card, say)
    signs = effect_signs(s, b, card, say)
    if s.lies[card] >= DEVELOPED:
        state = "spent" if s.spent[card] else ""
        words = say("{title}, used this turn. {effect}") if state else say("{title}, developed. {effect}")
        worth = "" if b.trigger[card] else say("{number} VP").format(number=int(b.vp[card]))
        label, note = words.format(title=title, effect=worth or effect), worth or effect
        note = say("used this turn") if state else note
        return Piece(f"menu-{card}", x, y, w, h, title=title, note=note, label=label, state=state, does=signs)
    cost = [material for material in range(MATERIALS) for _ in range(int(b.cost[card, material]))]
    short = lacking_of(b, s.hand[reader], card)
    lacking = [k for k, material in enumerate(cost) if cost[k:].count(material) <= short[material]]
    tag, tone = last_line(match, s, card, reader, short, say)
    words, last = say("{title} for {cost}: {vp} VP. {effect}. {last}."), f"{tag[:1].upper()}{tag[1:]}"
    label = words.format(
        title=title,
        cost=amounts(b.cost[card], say, ACCUSATIVE),
        vp=int(b.vp[card]),
        effect=effect,
        last=last,
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
        label=label,
        at=place,
        tag=tag,
        tone=tone,
        does=signs if b.trigger[card] else (),
    )
