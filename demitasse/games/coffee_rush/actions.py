"""Where each action of Coffee Rush is clicked, and what it does in words."""

from demitasse.core.clicks import Moment
from demitasse.core.scene import Action
from demitasse.games.coffee_rush import rules as r
from demitasse.games.coffee_rush.box import INGREDIENT_NAMES
from demitasse.games.coffee_rush.look import cards_of
from demitasse.games.coffee_rush.notation import CELL_NAMES, CUP_NAMES, UPGRADE_NAMES
from demitasse.games.coffee_rush.state import MOVE, PAWNS
from demitasse.games.coffee_rush.verbs import BACK
from demitasse.games.coffee_rush.words import UPGRADE_TITLES


def click_place(m: Moment, text: str, cell: int) -> Action:
    name = CELL_NAMES[cell]
    return Action(text, m.say("Put the pawn on {cell}").format(cell=name), f"cell-{name}")


def click_together(m: Moment, text: str) -> Action:
    return Action(text, m.say("Together, in cup 1"), f"cup-{m.seat}-1", key="1")


def click_apart(m: Moment, text: str) -> Action:
    return Action(text, m.say("Apart, in cups 1 and 2"), f"cup-{m.seat}-2", key="2")


def click_upgrade(m: Moment, text: str, upgrade: int) -> Action:
    name = UPGRADE_NAMES[upgrade]
    title = m.say(UPGRADE_TITLES[name])
    return Action(
        text,
        m.say("Activate {name}").format(name=title),
        f"upgrade-{m.seat}-{name}",
        key=str(upgrade + 1),
        short=title,
        symbol=f"cr-up-{name}",
    )


def click_keep(m: Moment, text: str) -> Action:
    return Action(text, m.say("Keep the orders"), f"upgrades-{m.seat}", key="0")


def click_step(m: Moment, text: str, cell: int, direction: int) -> Action:
    entered = int(r.neighbour(cell, direction))
    name, ingredient = CELL_NAMES[entered], int(m.b.board[entered])
    amount = min(int(r.step_amount(m.b, m.s, m.seat, entered, ingredient)), int(m.s.supply[ingredient]))
    price = m.say("1 rush token") if m.s.steps >= r.FREE_STEPS else ""
    pawn = next(k for k in range(PAWNS) if int(m.s.pawn[m.seat, k]) == cell + 1)
    words = (
        m.say("Step to {cell}, take {amount} {ingredient}")
        if amount
        else m.say("Step to {cell}; the supply has no {ingredient} left")
    )
    label = words.format(cell=name, amount=amount, ingredient=m.say(INGREDIENT_NAMES[ingredient]))
    return Action(
        text,
        label,
        f"cell-{name}",
        f"pawn-{m.seat}-{pawn}",
        price=price,
        short=f"{name} ×{amount}" if amount > 1 else name,
        badge=f"+{amount}",
        symbol=f"cr-{INGREDIENT_NAMES[ingredient]}",
    )


def click_stop(m: Moment, text: str) -> Action:
    return Action(text, m.say("Stop here"), f"pawn-{m.seat}-{int(m.s.moving)}", key="0")


def click_empty(m: Moment, text: str, cup: int) -> Action:
    label = m.say("Empty cup {number}").format(number=cup + 1)
    short = m.say("Cup {number}").format(number=cup + 1)
    quiet = int(m.s.phase) == MOVE  # before the first step it is hardly ever meant
    on, key = f"cup-{m.seat}-{cup + 1}", "" if quiet else CUP_NAMES[cup]
    return Action(text, label, on, key=key, short=short, symbol="cr-cup", quiet=quiet)


def click_pour(m: Moment, text: str) -> Action:
    return Action(text, m.say("Pour now"), f"cups-{m.seat}", key="0")


def click_fill(m: Moment, text: str, ingredient: int, into: int) -> Action:
    if into == BACK:
        short, place = m.say("To the supply"), f"supply-{INGREDIENT_NAMES[ingredient]}"
        return Action(text, m.say("Back to the supply"), place, "hand", key="0", short=short)
    label = m.say("Pour into cup {number}").format(number=into + 1)
    short = m.say("Cup {number}").format(number=into + 1)
    cup = f"cup-{m.seat}-{into + 1}"
    return Action(text, label, cup, "hand", key=CUP_NAMES[into], short=short, symbol="cr-cup")


def click_serve(m: Moment, text: str, cup: int, zone: int) -> Action:
    name, order = cards_of(m.match, m.s, m.held, m.seat, zone)[int(r.order_for(m.b, m.s, cup, zone))]
    title = m.say(m.match.box.names["order"][order])
    label = m.say("Serve {order} from cup {number}").format(order=title, number=cup + 1)
    return Action(text, label, name, f"cup-{m.seat}-{cup + 1}", short=title, symbol="cr-cup")


def click_done(m: Moment, text: str) -> Action:
    return Action(text, m.say("Done"), f"zones-{m.seat}", key="0")
