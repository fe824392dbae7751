"""Where everything of Coffee Rush lies, and where each action is clicked."""

from collections.abc import Iterator, Sequence
from typing import Any

from demitasse.core.box import Box
from demitasse.core.match import Match
from demitasse.core.scene import Action, Group, Held, Panel, Piece, Place, Row, Scene, around, lying, name_pieces, score_panel, verdict
from demitasse.core.words import ACCUSATIVE, Say, later
from demitasse.games.coffee_rush import rules as r
from demitasse.games.coffee_rush.box import CELLS, INGREDIENT_NAMES
from demitasse.games.coffee_rush.notation import CELL_NAMES, CUP_NAMES, UPGRADE_NAMES
from demitasse.games.coffee_rush.state import CUPS, DEAL, EMPTY, GATHER, MOVE, PAWNS, PLACE, POUR, SERVE, UPGRADE, UPGRADES, ZONES

CELL = 92
STEP = CELL + 8
CUP_W, CUP_H = 124, 104
CARD_W, CARD_H = 191, 72
NARROW_W = 128  # of a card in a zone with many
CARDS_ABREAST = 2
SUPPLY_H = 74
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
INGREDIENTS = (
    later("coffee", ACCUSATIVE),
    later("steam", ACCUSATIVE),
    later("milk", ACCUSATIVE),
    later("ice", ACCUSATIVE),
    later("caramel", ACCUSATIVE),
    later("chocolate", ACCUSATIVE),
    later("water", ACCUSATIVE),
    later("tea", ACCUSATIVE),
)
UPGRADE_TITLES = {
    "pawns": later("Double pawns"),
    "diagonal": later("Diagonal steps"),
    "corners": later("Double corners"),
    "specialties": later("Double specialties"),
}
UPGRADE_EFFECTS = {
    "pawns": later("2 ingredients on a cell where another pawn stands"),
    "diagonal": later("diagonal steps too"),
    "corners": later("2 ingredients on a corner cell"),
    "specialties": later("2 of caramel, chocolate, water or tea"),
}


def scene(match: Match, seat: int | None, say: Say) -> Scene:
    """The board, everybody's counter (one's own first), the supply."""
    s: Any = match.state
    held = name_pieces(match, _counts(match, s))
    seats = around(match, seat)
    groups = [_board(match, s, say), *(_counter(match, s, held, who, who == seats[0], say) for who in seats), _supply(match, s, held, say)]
    ask, so = _prompt(match, s, say)
    actions = [_action(match, s, held, action, say) for action in match.legal_ids()]
    return Scene(match.game.name, say(match.game.title), seat, match.actor, ask, so, groups, actions, _panels(match, say), GROUNDS)


def _counts(match: Match, s: Any) -> dict[tuple[str, str], int]:
    """How many pieces that are alike lie where: tokens in cups and in hand, cards in zones, rush tokens."""
    counts: dict[tuple[str, str], int] = {}
    for i, name in enumerate(INGREDIENT_NAMES):
        counts[name, "hand"] = int(s.taken[i])
        for seat in range(match.seats):
            for cup in range(CUPS):
                counts[name, f"cup-{seat}-{cup + 1}"] = int(s.cup[seat, cup, i])
    for seat in range(match.seats):
        counts["rush", f"rush-{seat}"] = int(s.rush[seat])
        for zone in range(ZONES):
            for card in s.waiting[seat, zone]:
                if card:
                    key = (f"order-{int(card)}", f"zone-{seat}-{zone + 1}")
                    counts[key] = counts.get(key, 0) + 1
    return counts


def tell(box: Box, text: str, say: Say) -> str:
    """A decision or a draw as a phrase."""
    verb, *rest = text.split(" ", 1)
    what = rest[0] if rest else ""
    if verb == "order":
        return say(what)
    if verb in INGREDIENT_NAMES:
        words = say("{ingredient} back to the supply") if what == "back" else say("{ingredient} into cup {number}")
        return words.format(ingredient=say(verb, ACCUSATIVE), number=what)
    if verb == "serve":
        cup, zone = what.split()
        return say("order in zone {zone} served from cup {number}").format(zone=zone[1:], number=cup)
    if verb == "upgrade":
        return say("upgrade activated: {name}").format(name=say(UPGRADE_TITLES[what]))
    if "-" in verb:
        start, end = verb.split("-")
        return say("step from {start} to {end}").format(start=start, end=end)
    words = {
        "place": say("pawn put on {what}"),
        "together": say("both ingredients in cup 1"),
        "apart": say("ingredients in cups 1 and 2"),
        "keep": say("served orders kept"),
        "stop": say("no more steps"),
        "empty": say("cup {what} emptied"),
        "pour": say("no more cups emptied"),
        "done": say("turn ended"),
    }[verb]
    return words.format(what=what)


# Groups ---------------------------------------------------------------------------------------------------------------


def _board(match: Match, s: Any, say: Say) -> Group:
    b: Any = match.box.records[0]
    places = []
    for cell in range(CELLS):
        name = INGREDIENT_NAMES[b.board[cell]]
        x, y = cell % 4 * STEP, cell // 4 * STEP
        label = say("{place}: {content}").format(place=CELL_NAMES[cell], content=say(name))
        places.append(Place(f"cell-{CELL_NAMES[cell]}", x, y, CELL, CELL, label, name, symbol=f"cr-{name}", text=say(name)))
    pawns = []
    for seat in range(match.seats):
        for pawn in range(PAWNS):
            cell = int(s.pawn[seat, pawn]) - 1
            if cell >= 0:
                beside = 22 * sum(
                    int(s.pawn[other, k]) == cell + 1 for other in range(match.seats) for k in range(PAWNS) if (other, k) < (seat, pawn)
                )
                x, y = cell % 4 * STEP + CELL - 44 - beside, cell // 4 * STEP + 20
                label = say("{name}'s pawn on {cell}").format(name=match.names[seat], cell=CELL_NAMES[cell])
                pawns.append(
                    Piece(f"pawn-{seat}-{pawn}", x, y, 40, 40, "cr-pawn", label=label, letter=match.names[seat][:1], tint=f"seat-{seat}", layer=1)
                )
    sign = say("The shop is CLOSED") if s.closed else say("The shop is OPEN")
    facts = (Row(say("orders in the deck"), str(int(s.deck_left)), "cr-order"), Row(say("rush tokens left"), str(int(s.rush_supply)), "cr-rush"))
    return Group("board", sign, 4 * STEP - 8, 4 * STEP - 8, places, pawns, "primary", facts=facts)


def _counter(match: Match, s: Any, held: Held, seat: int, mine: bool, say: Say) -> Group:
    lines = match.breakdown()[seat]
    places: list[Place] = []
    pieces: list[Piece] = []
    for cup in range(CUPS):
        place = f"cup-{seat}-{cup + 1}"
        x = cup * (CUP_W + 14)
        places.append(Place(place, x, 0, CUP_W, CUP_H, _cup_label(s, seat, cup, say), shape="cup", text=say("cup {number}").format(number=cup + 1)))
        pieces += _row(lying(held, place, INGREDIENT_NAMES), x + 8, 8, CUP_W - 16, say)
    for zone in range(ZONES):
        y = CUP_H + 16 + zone * (ZONE_H + 6)
        place = f"zone-{seat}-{zone + 1}"
        cards = _cards(match, s, held, seat, zone)
        text = say("zone {number}").format(number=zone + 1)
        places.append(Place(place, 0, y, ZONE_W, ZONE_H, _zone_label(match, zone, cards, say), f"z{zone + 1}", text="" if cards else text))
        wide = CARD_W if len(cards) <= CARDS_ABREAST else NARROW_W
        step = min(wide + 6, (ZONE_W - wide - 12) / max(1, len(cards) - 1))
        pieces += [_order_card(match, s, seat, name, order, 6 + step * k, y + 7, wide, k, say) for k, (name, order) in enumerate(cards)]
    y = CUP_H + 16 + ZONES * (ZONE_H + 6) + 4
    for upgrade in range(UPGRADES):
        name = UPGRADE_NAMES[upgrade]
        active = bool(s.upgrade[seat, upgrade])
        words = say("Upgrade {name}, active: {effect}") if active else say("Upgrade {name}, face down: {effect}")
        label = words.format(name=say(UPGRADE_TITLES[name]), effect=say(UPGRADE_EFFECTS[name]))
        state = "" if active else "dim"
        pieces.append(Piece(f"upgrade-{seat}-{name}", upgrade * 44, y, 38, 38, f"cr-up-{name}", label=label, state=state))
    pieces += [
        Piece(name, 200 + 26 * k, y + 4, 28, 28, "cr-rush", label=say("rush token")) for k, name in enumerate(held.get(("rush", f"rush-{seat}"), ()))
    ]
    facts = (
        Row(say("points"), str(lines["total"])),
        Row(say("served"), str(lines["served"]), "cr-thumb-up"),
        Row(say("penalties"), str(-lines["penalties"]), "cr-thumb-down"),
    )
    return Group(f"counter-{seat}", match.names[seat], ZONE_W, y + 40, places, pieces, "primary" if mine else "mini", seat, facts)


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
                text=say(name),
                count=int(s.supply[i]),
            )
        )
    taken = say.list(_amounts(s.taken, say)) or say("nothing yet")
    y = 2 * (SUPPLY_H + 6) + 4
    places.append(Place("hand", 0, y, 4 * STEP - 8, 46, say("Taken this turn: {content}").format(content=taken), text=""))
    return Group(
        "supply", say("Supply"), 4 * STEP - 8, y + 46, places, list(_row(lying(held, "hand", INGREDIENT_NAMES), 6, y + 6, 4 * STEP - 20, say))
    )


# Pieces ---------------------------------------------------------------------------------------------------------------


def _row(tokens: Sequence[tuple[str, str]], x: float, y: float, width: float, say: Say) -> Iterator[Piece]:
    """Tokens side by side, closer together and then in two rows when there are many."""
    each = max(1, int((width - TOKEN) // 24) + 1)
    for k, (name, ingredient) in enumerate(tokens):
        yield Piece(name, x + 24 * (k % each), y + 26 * (k // each), TOKEN, TOKEN, f"cr-{ingredient}", label=say(ingredient), layer=1)


def _cards(match: Match, s: Any, held: Held, seat: int, zone: int) -> list[tuple[str, int]]:
    """(name, order) of the cards of a zone as dealt."""
    used: dict[int, int] = {}
    cards = []
    for card in (int(card) for card in s.waiting[seat, zone] if card):
        names = held[f"order-{card}", f"zone-{seat}-{zone + 1}"]
        cards.append((names[used.get(card, 0)], card - 1))
        used[card] = used.get(card, 0) + 1
    return cards


def _order_card(match: Match, s: Any, seat: int, name: str, order: int, x: float, y: float, w: float, layer: int, say: Say) -> Piece:
    b: Any = match.box.records[0]
    title = say(match.box.names["order"][order])
    needs = [ingredient for ingredient, number in enumerate(b.recipe[order]) for _ in range(int(number))]
    words = say("{title}, special menu: {content}") if b.special[order] else say("{title}: {content}")
    label = words.format(title=title, content=say.list(_amounts(b.recipe[order], say)))
    if lacking := _lacking(s, seat, needs):
        short = [sum(needs[k] == i for k in lacking) for i in range(len(INGREDIENT_NAMES))]
        label = say("{order}. Still to pour: {content}").format(order=label, content=say.list(_amounts(short, say)))
    symbols = tuple(f"cr-{INGREDIENT_NAMES[i]}" for i in needs)
    corner = "cr-special" if b.special[order] else ""
    return Piece(name, x, y, w, CARD_H, title=title, symbols=symbols, corner=corner, label=label, layer=layer, lacking=lacking)


def _lacking(s: Any, seat: int, needs: Sequence[int]) -> tuple[int, ...]:
    """Which of an order's ingredients are not in the fullest cup that can become it; none while no cup is begun for it."""
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


def _cup_label(s: Any, seat: int, cup: int, say: Say) -> str:
    content = say.list(_amounts(s.cup[seat, cup], say))
    return say("Cup {number}: {content}").format(number=cup + 1, content=content or say("empty"))


def _zone_label(match: Match, zone: int, cards: Sequence[tuple[str, int]], say: Say) -> str:
    content = say.list(say(match.box.names["order"][order]) for _, order in cards)
    return say("Zone {number}: {content}").format(number=zone + 1, content=content or say("no orders"))


def _amounts(counts: Sequence[int], say: Say) -> list[str]:
    """So much of each ingredient, in words."""
    found = [(int(number), say(name)) for name, number in zip(INGREDIENT_NAMES, counts, strict=True) if number]
    return [say("{number} {kind}").format(number=number, kind=kind) if number > 1 else kind for number, kind in found]


# Words ----------------------------------------------------------------------------------------------------------------


def _prompt(match: Match, s: Any, say: Say) -> tuple[str, str]:
    """(what is asked, its consequence)."""
    if match.actor is None:
        return verdict(match, say)
    if match.actor == "*":
        return say("An order is drawn."), say("The first orders are dealt.") if s.phase == DEAL else ""
    name = match.names[int(match.actor)]
    left = max(0, r.FREE_STEPS - int(s.steps))
    ask = {
        PLACE: say("{name}: put a pawn on a free cell."),
        GATHER: say("{name}: pour the first two ingredients together, or apart?"),
        UPGRADE: say("{name}: activate an upgrade for three served orders, or keep them?"),
        MOVE: say("{name}: take a step.") if s.steps == 0 else say("{name}: go on, or stop here?"),
        EMPTY: say("{name}: empty a cup, or pour?"),
        POUR: say("{name}: pour the {ingredient}. Which cup?"),
        SERVE: say("{name}: serve an order, or be done?"),
    }[int(s.phase)]
    so = ""
    if s.phase == MOVE:
        so = say("Free steps left: {left}. Rush tokens: {rush}.").format(left=left, rush=int(s.rush[s.seat]))
    poured = _first_taken(s)
    return ask.format(name=name, ingredient=say(poured, ACCUSATIVE)), so


def _first_taken(s: Any) -> str:
    return next((name for name, number in zip(INGREDIENT_NAMES, s.taken, strict=True) if number), "")


def _panels(match: Match, say: Say) -> list[Panel]:
    deck = [
        Row(tell(match.box, text, say), str(match.state["deck"][slot]))
        for slot, text in enumerate(match.texts.outcomes)
        if text and match.state["deck"][slot]
    ]
    return [score_panel(match.names, match.breakdown(), say), Panel("deck", say("Orders in the deck"), deck)]


# Actions --------------------------------------------------------------------------------------------------------------


def _action(match: Match, s: Any, held: Held, action: int, say: Say) -> Action:
    """Where an action is clicked, and what it does in words."""
    seat = int(s.seat)
    text = match.action_text(action)
    if action < r.TOGETHER:
        cell = CELL_NAMES[action - r.PLACE_ON]
        return Action(text, say("Put the pawn on {cell}").format(cell=cell), f"cell-{cell}")
    if action < r.ACTIVATE:
        apart = action == r.APART
        return Action(
            text, say("Apart, in cups 1 and 2") if apart else say("Together, in cup 1"), f"cup-{seat}-{2 if apart else 1}", key="2" if apart else "1"
        )
    if action < r.KEEP:
        name = UPGRADE_NAMES[action - r.ACTIVATE]
        return Action(
            text,
            say("Activate {name}").format(name=say(UPGRADE_TITLES[name])),
            f"upgrade-{seat}-{name}",
            key=str(action - r.ACTIVATE + 1),
            price=say("3 served orders"),
        )
    if r.STEP <= action < r.STOP:
        return _step(match, s, text, say)
    if r.EMPTY_CUP <= action < r.TO_POUR:
        cup = action - r.EMPTY_CUP
        return Action(text, say("Empty cup {number}").format(number=cup + 1), f"cup-{seat}-{cup + 1}", key=CUP_NAMES[cup])
    if r.POUR_INTO <= action < r.SERVE_CUP:
        return _pour(s, seat, text, (action - r.POUR_INTO) % (CUPS + 1), say)
    if r.SERVE_CUP <= action < r.DONE:
        return _serve(match, s, held, seat, text, *divmod(action - r.SERVE_CUP, ZONES), say)
    label = {r.KEEP: say("Keep the orders"), r.STOP: say("Stop here"), r.TO_POUR: say("Pour now"), r.DONE: say("Done")}[action]
    on = f"pawn-{seat}-{int(s.moving)}" if action == r.STOP else f"counter-{seat}"
    return Action(text, label, on, key="0")


def _step(match: Match, s: Any, text: str, say: Say) -> Action:
    b: Any = match.box.records[0]
    start, end = text.split("-")
    cell = CELL_NAMES.index(end)
    seat, ingredient = int(s.seat), int(b.board[cell])
    amount = min(int(r.step_amount(b, s, seat, cell, ingredient)), int(s.supply[ingredient]))
    price = say("1 rush token") if s.steps >= r.FREE_STEPS else ""
    pawn = next(k for k in range(PAWNS) if int(s.pawn[seat, k]) == CELL_NAMES.index(start) + 1)
    words = say("Step to {cell}, take {amount} {ingredient}") if amount else say("Step to {cell}; the supply has no {ingredient} left")
    label = words.format(cell=end, amount=amount, ingredient=say(INGREDIENT_NAMES[ingredient]))
    short = f"{end}: {say(INGREDIENT_NAMES[ingredient])}" + (f" ×{amount}" if amount > 1 else "")
    return Action(text, label, f"cell-{end}", f"pawn-{seat}-{pawn}", price=price, short=short, badge=f"+{amount}")


def _pour(s: Any, seat: int, text: str, cup: int, say: Say) -> Action:
    ingredient = _first_taken(s)
    if cup == r.BACK:
        return Action(text, say("Back to the supply"), f"supply-{ingredient}", "hand", key="0")
    return Action(text, say("Pour into cup {number}").format(number=cup + 1), f"cup-{seat}-{cup + 1}", "hand", key=CUP_NAMES[cup])


def _serve(match: Match, s: Any, held: Held, seat: int, text: str, cup: int, zone: int, say: Say) -> Action:
    name, order = _cards(match, s, held, seat, zone)[int(r.order_for(match.box.records[0], s, cup, zone))]
    label = say("Serve {order} from cup {number}").format(order=say(match.box.names["order"][order]), number=cup + 1)
    return Action(text, label, name, f"cup-{seat}-{cup + 1}")
