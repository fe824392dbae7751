"""Where everything of Kanban Menu lies, and where each action is clicked."""

from collections.abc import Iterator, Sequence
from typing import Any

from demitasse.core.box import Box
from demitasse.core.match import Match
from demitasse.core.scene import Action, Group, Held, Panel, Piece, Place, Row, Scene, around, lying, name_pieces, score_panel, verdict
from demitasse.core.words import ACCUSATIVE, Say, counted, later
from demitasse.games.kanban_menu import rules as r
from demitasse.games.kanban_menu.box import (
    ACTIONS,
    CONVERSION,
    HAND_LIMIT,
    IDLE,
    KIND_NAMES,
    KINDS,
    LUCK,
    MATERIAL_NAMES,
    MATERIALS,
    MONEY,
    MONEY_LIMIT,
    ONCE,
    VP,
    YELLOW,
)
from demitasse.games.kanban_menu.notation import CONVERSION_NAMES
from demitasse.games.kanban_menu.state import DEAL, DECK, DEVELOPED, DISPLAY, DROP, LAY_AGAIN, LUCKY, MENU, PUT, REFILL, RESERVED, RETURN, START
from demitasse.games.kanban_menu.table import ACTION_TITLES

WIDTH = 400  # of every group
BOARD_W, BOARD_H = 128, 172
CARD_W, CARD_H = 196, 134
DISH_W, DISH_H = 196, 70  # a menu card on a counter
PART_W = 75  # of a counter's tray
HEAD_W = 84  # the first cell of used area and bag
CELL_W, CELL_H = 58, 78
TOKEN = 32
GAP = 8
KIND_WORDS = (
    later("drink", ACCUSATIVE),
    later("produce", ACCUSATIVE),
    later("sweets", ACCUSATIVE),
    later("main dish", ACCUSATIVE),
    later("yellow", ACCUSATIVE),
)
COUNTED = (
    counted("{number} drink", "{number} drinks", ACCUSATIVE),
    counted("{number} produce", "{number} produce", ACCUSATIVE),
    counted("{number} sweet", "{number} sweets", ACCUSATIVE),
    counted("{number} main dish", "{number} main dishes", ACCUSATIVE),
    counted("{number} yellow", "{number} yellow", ACCUSATIVE),
)


def scene(match: Match, seat: int | None, say: Say) -> Scene:
    """The action cards, the menu cards, everybody's counter (one's own first), bag and used area."""
    s: Any = match.state
    held = name_pieces(match, _counts(match, s))
    seats = around(match, seat)
    reader = int(s.seat) if seat is None else seat
    groups = [
        _action_cards(match, s, held, say),
        _display(match, s, held, reader, say),
        *(_counter(match, s, held, who, who == seats[0], say) for who in seats),
        _store(s, held, say),
    ]
    ask, so = _prompt(match, s, say)
    actions = [_action(match, s, held, action, say) for action in match.legal_ids()]
    return Scene(match.game.name, say(match.game.title), seat, match.actor, ask, so, groups, actions, _panels(match, s, say))


def _counts(match: Match, s: Any) -> dict[tuple[str, str], int]:
    """How many pieces that are alike lie where: the tokens, and the places of the menu cards, which keep theirs until they leave."""
    counts: dict[tuple[str, str], int] = {}
    for kind, name in enumerate(KIND_NAMES):
        counts[name, "bag"] = int(s.bag[kind])
        counts[name, "used"] = int(s.used[kind])
        counts[name, "open"] = int(s.open[kind])
        counts[name, "shown-1"] = int(s.first_token == kind + 1)
        counts[name, "shown-2"] = int(s.second_token == kind + 1)
        for card in range(ACTIONS):
            counts[name, f"action-{card + 1}"] = int(s.on_card[card, kind])
        for seat in range(match.seats if kind != YELLOW else 0):
            counts[name, f"hand-{seat}"] = int(s.hand[seat, kind])
    displayed = _at(match, s, DISPLAY)
    counts["slot", "free"] = r.OPEN_CARDS - len(displayed)
    counts |= {("slot", f"menu-{card}"): 1 for card in reversed(displayed)}
    for seat in range(match.seats):
        counts |= {(f"dish-{seat}", f"menu-{card}"): 1 for card in _at(match, s, DEVELOPED + seat)}
    return counts


def _at(match: Match, s: Any, place: int) -> list[int]:
    """The menu cards that lie at a place."""
    return [card for card in range(len(match.box.names["menu"])) if s.lies[card] == place]


def _number(names: Sequence[str]) -> int:
    """Which of the places of its kind a menu card has, from 1 on."""
    return int(names[0].rsplit("-", 1)[1])


def tell(box: Box, text: str, say: Say) -> str:
    """A decision or a draw as a phrase."""
    verb, *rest = text.split(" ", 1)
    what = rest[0] if rest else ""
    if verb == "trade":
        return _conversion(box.records[0], CONVERSION_NAMES.index(what), say)
    if verb == "use":
        return _tell_use(box, what, say)
    if verb in ("choose", "put"):
        *kind, card = what.split()
        words = say("{kind} put on {number}, {title}") if kind else say("action card {number}, {title}")
        title = say(ACTION_TITLES[int(card) - 1])
        return words.format(kind=_kind_word(kind[0], say, ACCUSATIVE) if kind else "", number=card, title=title)
    if verb in ("token", "menu"):
        return _kind_word(what, say) if verb == "token" else say(what)
    words = {
        "start": say("first token: {what}"),
        "buy": say("token taken: {what}"),
        "business": say("sold: {things}, ${money}"),
        "fair": say("shown at the fair: {things}, {vp} VP"),
        "contribute": say("contribution: {vp} VP"),
        "develop": say("{what} developed"),
        "reserve": say("{what} reserved"),
        "drop": say("{what} dropped"),
        "return": say("{what} returned to the bag"),
        "finish": say("turn finished"),
    }[verb]
    number, vp = (r.FAIR_PAYS, r.FAIR_VP) if verb == "fair" else (r.BUSINESS_PAYS, r.CONTRIBUTION_VP)
    thing = say(what) if verb in ("develop", "reserve") else _kind_word(what, say)
    things = say.count(COUNTED[KIND_NAMES.index(what)], number) if what in KIND_NAMES else ""
    return words.format(what=thing, things=things, vp=vp, money=r.BUSINESS_MONEY)


def _tell_use(box: Box, what: str, say: Say) -> str:
    """`NAME`, or `NAME CONVERSION`."""
    if what in box.names["menu"]:
        return say("{title} used").format(title=say(what))
    title, conversion = what.rsplit(" ", 1)
    exchange = _conversion(box.records[0], CONVERSION_NAMES.index(conversion), say)
    return say("{title} used: {exchange}").format(title=say(title), exchange=exchange)


def _kind_word(name: str, say: Say, case: str = "") -> str:
    """What a kind of token is called."""
    return say(KIND_WORDS[KIND_NAMES.index(name)], case) if name in KIND_NAMES else ""


# Groups ---------------------------------------------------------------------------------------------------------------


def _action_cards(match: Match, s: Any, held: Held, say: Say) -> Group:
    places: list[Place] = []
    pieces: list[Piece] = []
    for card in range(ACTIONS):
        x, y = card % 3 * (BOARD_W + GAP), card // 3 * (BOARD_H + GAP)
        title, tokens = say(ACTION_TITLES[card]), _list(s.on_card[card], say)
        label = say("Action card {number}, {title}: {tokens}").format(number=card + 1, title=title, tokens=tokens or say("no tokens"))
        if s.chosen == card + 1:
            label = say("{card}; chosen by {name}").format(card=label, name=match.names[s.seat])
        tint = f"seat-{int(s.seat)}" if s.chosen == card + 1 else ""
        note = _board_note(card, say)
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


def _board_note(card: int, say: Say) -> str:
    """What an action card is good for."""
    return (
        say("1 token of your choice"),
        say("{number} alike → ${money}").format(number=r.BUSINESS_PAYS, money=r.BUSINESS_MONEY),
        say("{number} alike → {vp} VP").format(number=r.FAIR_PAYS, vp=r.FAIR_VP),
        say("${money} → {vp} VP").format(money=r.CONTRIBUTION_MONEY, vp=r.CONTRIBUTION_VP),
        say("Develop or reserve a menu card"),
        say("Up to {number} conversions").format(number=r.TRADES),
    )[card]


def _display(match: Match, s: Any, held: Held, reader: int, say: Say) -> Group:
    places = []
    for slot in range(r.OPEN_CARDS):
        x, y = _slot(slot + 1)
        label = say("Place {number} of the display").format(number=slot + 1)
        places.append(Place(f"slot-{slot + 1}", x, y, CARD_W, CARD_H, label))
    deck = len(_at(match, s, DECK))
    pieces = []
    for card in _at(match, s, DISPLAY):
        x, y = _slot(_place(held, card))
        pieces.append(_menu_card(match, s, card, x, y, CARD_W, CARD_H, reader, say))
    facts = (Row(say("in the deck"), str(deck), "km-menu"),)
    return Group("display", say("Menu cards"), WIDTH, 2 * CARD_H + GAP, places, pieces, "primary", facts=facts)


def _place(held: Held, card: int) -> int:
    """The place of a menu card in the display, counted from 1: the name given last is taken first."""
    return r.OPEN_CARDS + 1 - _number(held["slot", f"menu-{card}"])


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
    places.append(Place(f"money-{seat}", x, 44, WIDTH - x, 78, say("Money: {text}").format(text=text), symbol="km-money", text=text))
    dishes, height = _dishes(match, s, held, seat, 132, say)
    pieces += dishes
    reserved = _at(match, s, RESERVED + seat)
    text = say("reserved") if reserved else say("room for a reserved card")
    places.append(Place(f"reserved-{seat}", 0, 132, DISH_W, 2 * DISH_H + 8, say("Reserved menu card"), text=text))
    pieces += [_menu_card(match, s, card, 6, 138, DISH_W - 12, 2 * DISH_H - 20, seat, say) for card in reserved]
    if lines["menu cards"] == 0:
        label = say("no menu card developed yet")
        places.append(Place(f"developed-{seat}", DISH_W + 8, 132, WIDTH - DISH_W - 8, DISH_H, label, shape="bare", text=label))
    facts = (
        Row(say("points"), str(lines["total"])),
        Row(say("VP"), str(lines["vp"]), "km-vp"),
        Row(say("money"), str(int(s.money[seat])), "km-money"),
        Row(say("tokens"), f"{int(r.held(s, seat))}/{HAND_LIMIT}"),
    )
    return Group(f"counter-{seat}", match.names[seat], WIDTH, height, places, pieces, "primary" if mine else "mini", seat, facts)


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
    star = Piece(f"star-{seat}", at, 2, TOKEN, TOKEN, "km-vp", label=say("{number} VP").format(number=vp), count=vp, layer=1)
    return places, [star]


def _dishes(match: Match, s: Any, held: Held, seat: int, y: float, say: Say) -> tuple[list[Piece], float]:
    """The developed menu cards as they came, two beside the reserved one and the others below; how high it gets."""
    cards = sorted(_at(match, s, DEVELOPED + seat), key=lambda card: _number(held[f"dish-{seat}", f"menu-{card}"]))
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
        places.append(Place(f"bag-{name}", x, CELL_H + 6, CELL_W, CELL_H, label, corner=f"km-{name}", text=word, count=int(s.bag[kind])))
    y = 2 * (CELL_H + 6)
    pieces += _out(s, held, y + 10, say)
    places.append(Place("shown", 0, y, WIDTH, 52, say("tokens out of the bag"), text="" if _is_out(s) else say("tokens out of the bag")))
    return Group("store", say("Used area and bag"), WIDTH, y + 52, places, pieces)


def _is_out(s: Any) -> bool:
    """Whether tokens were taken out of the bag to choose from or to be put."""
    return bool(s.open.any() or s.first_token or s.second_token)


def _out(s: Any, held: Held, y: float, say: Say) -> Iterator[Piece]:
    """The tokens out of the bag, each at a place of its own."""
    spots = [("open", kind, kind) for kind in range(KINDS)]
    spots += [(f"shown-{number}", kind, number - 1) for number in (1, 2) for kind in range(KINDS)]
    for container, kind, spot in spots:
        for name in held.get((KIND_NAMES[kind], container), ()):
            yield Piece(name, 12 + 48 * spot, y, TOKEN, TOKEN, f"km-{KIND_NAMES[kind]}", label=say(KIND_WORDS[kind]), layer=1)


# Pieces ---------------------------------------------------------------------------------------------------------------


def _row(tokens: Sequence[tuple[str, str]], x: float, y: float, width: float, say: Say, most: float = TOKEN) -> Iterator[Piece]:
    """Tokens side by side, closer together when there are many."""
    step = min(most, (width - TOKEN) / max(1, len(tokens) - 1))
    for k, (name, kind) in enumerate(tokens):
        word = say(KIND_WORDS[KIND_NAMES.index(kind)])
        yield Piece(name, x + step * k, y, TOKEN, TOKEN, f"km-{kind}", label=word, layer=1 + k)


def _menu_card(match: Match, s: Any, card: int, x: float, y: float, w: float, h: float, reader: int, say: Say) -> Piece:
    """A menu card with its cost, faint where `reader` lacks it; a developed one without."""
    b: Any = match.box.records[0]
    title, effect = say(match.box.names["menu"][card]), _effect(s, b, card, say)
    if s.lies[card] >= DEVELOPED:
        state = "spent" if s.spent[card] else ""
        label = say("{title}, used this turn. {effect}") if state else say("{title}, developed. {effect}")
        label = label.format(title=title, effect=effect)
        return Piece(f"menu-{card}", x, y, w, h, title=title, note=effect, label=label, state=state)
    cost = [material for material in range(MATERIALS) for _ in range(int(b.cost[card, material]))]
    short = [max(0, int(b.cost[card, material]) - int(s.hand[reader, material])) for material in range(MATERIALS)]
    lacking = [k for k, material in enumerate(cost) if cost[k:].count(material) <= short[material]]
    words = {"title": title, "cost": _list(b.cost[card], say, ACCUSATIVE), "vp": int(b.vp[card]), "effect": effect, "lacking": _list(short, say)}
    label = say("{title} for {cost}: {vp} VP. {effect}. Lacking: {lacking}") if lacking else say("{title} for {cost}: {vp} VP. {effect}")
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


# Words ----------------------------------------------------------------------------------------------------------------


def _list(counts: Sequence[int], say: Say, case: str = "") -> str:
    """So many of each kind, in words; empty if there are none."""
    return say.list(say.count(kind, int(number), case) for kind, number in zip(COUNTED, counts, strict=False) if number)


def _assets(amounts: Sequence[int], say: Say) -> list[str]:
    """Money and VP, those there are."""
    words = (say("${number}"), say("{number} VP"))
    return [word.format(number=int(amount)) for word, amount in zip(words, (amounts[MONEY], amounts[VP]), strict=True) if amount]


def _pay(b: Any, card: int, say: Say) -> str:
    """What an effect asks for; empty if it is free."""
    return say.list(filter(None, (*_assets(b.price[card], say), _list(b.fee[card], say))))


def _exchange(s: Any, b: Any, card: int, say: Say) -> str:
    """What an effect asks for and what it gives."""
    pay, form = _pay(b, card, say), int(b.form[card])
    gain = say.list(_assets(b.gain[s.first_edition, card], say))
    if form != CONVERSION and form != LUCK:
        return say("{pay} → {gain}").format(pay=pay, gain=gain) if pay else gain
    gain = say("a random token") if form == LUCK else say("one conversion")
    return say("{pay} → {gain}").format(pay=pay, gain=gain) if pay else gain


def _effect(s: Any, b: Any, card: int, say: Say) -> str:
    """A menu card's effect, one sentence."""
    trigger, exchange = int(b.trigger[card]), _exchange(s, b, card, say)
    if trigger == 0:
        return say("No effect, only VP")
    if trigger == ONCE:
        return say("Once a turn: {exchange}").format(exchange=exchange)
    if trigger == IDLE:
        return say("Each time you do not activate: {exchange}").format(exchange=exchange)
    return say("Each time you choose {number}: {exchange}").format(number=trigger, exchange=exchange)


def _prompt(match: Match, s: Any, say: Say) -> tuple[str, str]:
    """(what is asked, its consequence)."""
    if match.actor is None:
        return verdict(match, say)
    if match.actor == "*":
        return _draw(s, say)
    name = match.names[int(match.actor)]
    if s.phase == START:
        return say("{name}: take a first token.").format(name=name), say("Yellow turns into ${money} at once.").format(money=r.YELLOW_MONEY)
    if s.phase == DROP:
        so = say("You hold {number} and may keep {limit}.").format(number=int(r.held(s, int(match.actor))), limit=HAND_LIMIT)
        return say("{name}: drop a token.").format(name=name), so
    if s.phase == RETURN:
        so = say("Bag and used area ran out, so everybody returns half of their tokens. Still to return: {number}.").format(number=int(s.owed))
        return say("{name}: return a token to the bag.").format(name=name), so
    if s.phase == PUT:
        so = say("The second token is put on another card.") if s.first_token else say("Not on the card of the first token.")
        return say("{name}: put the {kind} on an action card.").format(name=name, kind=say(KIND_WORDS[_shown(s)], ACCUSATIVE)), so
    return _turn_prompt(match, s, name, say)


def _turn_prompt(match: Match, s: Any, name: str, say: Say) -> tuple[str, str]:
    """The question in a turn."""
    ids = match.legal_ids()
    uses = any(r.USE <= action < r.FINISH for action in ids)
    if s.chosen == 0:
        so = say("You take its tokens and may activate it. Or use an effect first.") if uses else say("You take its tokens and may activate it.")
        return say("{name}: choose an action card.").format(name=name), so
    so = say("Effects of your menu cards can be used until you finish.") if uses else ""
    if not any(r.BUY <= action < r.USE for action in ids):
        if uses:
            return say("{name}: use an effect, or finish the turn.").format(name=name), so
        idle = "" if s.activated else say("What {title} asks for is not there.").format(title=say(ACTION_TITLES[s.chosen - 1]))
        return say("{name}: finish the turn.").format(name=name), idle
    ask = {
        r.PURCHASING: say("{name}: take a token of your choice?"),
        r.BUSINESS: say("{name}: sell two materials of a kind?"),
        r.FAIR: say("{name}: show three materials of a kind at the fair?"),
        r.CONTRIBUTION: say("{name}: contribute ${money} to the region?"),
        r.DEVELOPMENT: say("{name}: develop or reserve a menu card?"),
        r.TRADING: say("{name}: convert, or finish the turn?"),
    }[int(s.chosen)]
    if s.chosen == r.TRADING:
        so = say("Conversions left: {left}.").format(left=r.TRADES - int(s.activated))
    return ask.format(name=name, money=r.CONTRIBUTION_MONEY), so or _consequence(int(s.chosen), say)


def _consequence(chosen: int, say: Say) -> str:
    """What the activation of an action card brings."""
    return {
        r.PURCHASING: say("It comes from the used area, or else from the bag."),
        r.BUSINESS: say("They bring ${number}.").format(number=r.BUSINESS_MONEY),
        r.FAIR: say("They bring {number} VP.").format(number=r.FAIR_VP),
        r.CONTRIBUTION: say("It brings {number} VP.").format(number=r.CONTRIBUTION_VP),
        r.DEVELOPMENT: say("A developed card gives its VP at once; a reserved one waits on your counter."),
    }.get(chosen, "")


def _draw(s: Any, say: Say) -> tuple[str, str]:
    """What is drawn, and why."""
    if s.phase in (MENU, REFILL):
        return say("A menu card is drawn."), say("The display is filled up to {number}.").format(number=r.OPEN_CARDS)
    so = {
        DEAL: say("The first tokens are laid on the action cards."),
        LAY_AGAIN: say("The action cards are laid out again."),
        LUCKY: say("It is an effect's random token."),
    }.get(int(s.phase), say("Two tokens come out of the bag and are put on action cards."))
    return say("A token is drawn."), so


def _shown(s: Any) -> int:
    """The kind of the token that is to be put."""
    return int(s.first_token or s.second_token) - 1


def _panels(match: Match, s: Any, say: Say) -> list[Panel]:
    b: Any = match.box.records[0]
    deck = [Row(say(match.box.names["menu"][card]), _effect(s, b, card, say), "km-menu") for card in _at(match, s, DECK)]
    trading = [Row(_conversion(b, conversion, say), "") for conversion in range(r.CONVERSIONS)]
    return [
        score_panel(match.names, match.breakdown(), say),
        Panel("bag", say("In the bag"), _count_rows(s.bag, say)),
        Panel("used", say("In the used area"), _count_rows(s.used, say)),
        Panel("deck", say("Menu cards in the deck"), deck),
        Panel("trading", say("Trading"), trading),
    ]


def _count_rows(counts: Sequence[int], say: Say) -> list[Row]:
    return [Row(say(KIND_WORDS[kind]), str(int(counts[kind])), f"km-{KIND_NAMES[kind]}") for kind in range(KINDS)]


# Actions --------------------------------------------------------------------------------------------------------------


def _action(match: Match, s: Any, held: Held, action: int, say: Say) -> Action:
    """Where an action is clicked, and what it does in words."""
    seat, text = int(match.actor or 0), match.action_text(action)
    if action < r.CHOOSE:
        return _start(held, text, action - r.START_WITH, say)
    if action < r.BUY:
        return _choose(s, text, action - r.CHOOSE, say)
    if action < r.DEVELOP:
        return _activate(s, seat, text, action, say)
    if action < r.TRADE:
        return _develop(match, s, held, text, action, say)
    if action < r.FINISH:
        return _convert_or_use(match, s, seat, text, action, say)
    if action == r.FINISH:
        label = say("Finish the turn") if s.activated else say("Finish without activating")
        return Action(text, label, f"counter-{seat}", key="F")
    if action < r.PUT_ON:
        material = (action - r.DROP_ONE) % MATERIALS
        label = say("Drop {things}") if action < r.RETURN_ONE else say("Return {things} to the bag")
        return Action(
            text, label.format(things=say.count(COUNTED[material], 1, ACCUSATIVE)), f"hand-{seat}-{MATERIAL_NAMES[material]}", key=str(material + 1)
        )
    return _put(s, held, text, *divmod(action - r.PUT_ON, ACTIONS), say)


def _start(held: Held, text: str, kind: int, say: Say) -> Action:
    return Action(text, _take_label(kind, say), held[KIND_NAMES[kind], "open"][0], key=str(kind + 1))


def _take_label(kind: int, say: Say) -> str:
    if kind == YELLOW:
        return say("Take yellow: ${money}").format(money=r.YELLOW_MONEY)
    return say("Take {things}").format(things=say.count(COUNTED[kind], 1, ACCUSATIVE))


def _choose(s: Any, text: str, card: int, say: Say) -> Action:
    words = {"number": card + 1, "title": say(ACTION_TITLES[card]), "tokens": _list(s.on_card[card], say, ACCUSATIVE)}
    label = say("Choose {number}, {title}: take {tokens}") if words["tokens"] else say("Choose {number}, {title}: no tokens lie there")
    return Action(text, label.format(**words), f"action-{card + 1}", key=str(card + 1), short=str(words["title"]))


def _put(s: Any, held: Held, text: str, kind: int, card: int, say: Say) -> Action:
    token = held[KIND_NAMES[kind], "shown-1" if s.first_token else "shown-2"][0]
    label = say("Put the {kind} on {number}, {title}").format(kind=say(KIND_WORDS[kind], ACCUSATIVE), number=card + 1, title=say(ACTION_TITLES[card]))
    return Action(text, label, f"action-{card + 1}", token, key=str(card + 1), short=say(ACTION_TITLES[card]))


def _activate(s: Any, seat: int, text: str, action: int, say: Say) -> Action:
    """Purchasing, regular business, fair and regional contribution."""
    if action == r.CONTRIBUTE:
        label = say("Contribute: {vp} VP").format(vp=r.CONTRIBUTION_VP)
        return Action(text, label, f"action-{r.CONTRIBUTION}", key="1", price=say("${number}").format(number=r.CONTRIBUTION_MONEY))
    if action < r.DO_BUSINESS:
        kind = action - r.BUY
        return Action(text, _take_label(kind, say), _source(s, kind), key=str(kind + 1))
    fair = action >= r.HOLD_FAIR
    material = action - (r.HOLD_FAIR if fair else r.DO_BUSINESS)
    price = say.count(COUNTED[material], r.FAIR_PAYS if fair else r.BUSINESS_PAYS)
    label = say("Show {things}: {vp} VP") if fair else say("Sell {things}: ${money}")
    label = label.format(things=price, vp=r.FAIR_VP, money=r.BUSINESS_MONEY)
    return Action(text, label, f"hand-{seat}-{MATERIAL_NAMES[material]}", key=str(material + 1), price=price)


def _source(s: Any, kind: int) -> str:
    """KM-12 ①: where a token of one's choice comes from."""
    return f"used-{KIND_NAMES[kind]}" if s.used[kind] else f"bag-{KIND_NAMES[kind]}"


def _develop(match: Match, s: Any, held: Held, text: str, action: int, say: Say) -> Action:
    """Both on the card itself; the digits develop: the places of the display, and the card after them the reserved one."""
    b: Any = match.box.records[0]
    card = action - (r.RESERVE if action >= r.RESERVE else r.DEVELOP)
    title = say(match.box.names["menu"][card])
    if action >= r.RESERVE:
        return Action(text, say("Reserve {title}").format(title=title), f"menu-{card}")
    key = _place(held, card) if s.lies[card] == DISPLAY else r.OPEN_CARDS + 1
    label = say("Develop {title}: {vp} VP").format(title=title, vp=int(b.vp[card]))
    return Action(text, label, f"menu-{card}", key=str(key), price=_list(b.cost[card], say))


def _convert_or_use(match: Match, s: Any, seat: int, text: str, action: int, say: Say) -> Action:
    b: Any = match.box.records[0]
    if action < r.USE:
        conversion = action - r.TRADE
        start, on = _ends(s, seat, conversion)
        return Action(text, _conversion(b, conversion, say), on, start, key=str((conversion + 1) % r.CONVERSIONS), price=_given(b, conversion, say))
    if action < r.USE_TO_CONVERT:
        card = action - r.USE
        label = say("Use {title}: {exchange}").format(title=say(match.box.names["menu"][card]), exchange=_exchange(s, b, card, say))
        return Action(text, label, f"menu-{card}", price=_pay(b, card, say))
    card, conversion = divmod(action - r.USE_TO_CONVERT, r.CONVERSIONS)
    start, on = _ends(s, seat, conversion)
    label = say("Use {title}: {exchange}").format(title=say(match.box.names["menu"][card]), exchange=_conversion(b, conversion, say))
    return Action(text, label, start if conversion < r.ACQUIRE else on, f"menu-{card}", price=_given(b, conversion, say, int(b.price[card, MONEY])))


def _ends(s: Any, seat: int, conversion: int) -> tuple[str, str]:
    """Where what a conversion gives away lies, and where what it brings."""
    money, vp = f"money-{seat}", f"vp-{seat}"
    if conversion == r.SELL_VP:
        return vp, money
    if conversion == r.ACQUIRE_VP:
        return money, vp
    if conversion >= r.ACQUIRE:
        return money, _source(s, conversion - r.ACQUIRE)
    return f"hand-{seat}-{MATERIAL_NAMES[conversion]}", money


def _conversion(b: Any, conversion: int, say: Say) -> str:
    """A conversion by the trading table in words."""
    if conversion == r.SELL_VP:
        return say("1 VP → ${money}").format(money=int(b.vp_sells))
    if conversion == r.ACQUIRE_VP:
        return say("${money} → 1 VP").format(money=int(b.vp_costs))
    if conversion >= r.ACQUIRE:
        material = conversion - r.ACQUIRE
        return say("${money} → {things}").format(money=int(b.costs[material]), things=say.count(COUNTED[material], 1))
    return say("{things} → ${money}").format(money=int(b.sells[conversion]), things=say.count(COUNTED[conversion], 1))


def _given(b: Any, conversion: int, say: Say, fee: int = 0) -> str:
    """What a conversion costs, with the fee of the effect that brings it."""
    if r.ACQUIRE <= conversion <= r.ACQUIRE_VP:
        money = b.vp_costs if conversion == r.ACQUIRE_VP else b.costs[conversion - r.ACQUIRE]
        return say("${number}").format(number=fee + int(money))
    given = say("{number} VP").format(number=1)
    if conversion < r.ACQUIRE:
        given = say.count(COUNTED[conversion], 1)
    return say.list((say("${number}").format(number=fee), given)) if fee else given
