"""Where each action of Coffee Rush is clicked, and what it does in words."""

from typing import Any

from demitasse.core.match import Match
from demitasse.core.scene import Action, Held
from demitasse.core.words import Say
from demitasse.games.coffee_rush import rules as r
from demitasse.games.coffee_rush.box import INGREDIENT_NAMES
from demitasse.games.coffee_rush.look import cards_of, first_taken
from demitasse.games.coffee_rush.notation import CELL_NAMES, CUP_NAMES, UPGRADE_NAMES
from demitasse.games.coffee_rush.state import CUPS, PAWNS, ZONES
from demitasse.games.coffee_rush.words import UPGRADE_TITLES


def action_of(match: Match, s: Any, held: Held, action: int, say: Say) -> Action:
    """Where an action is clicked, and what it does in words."""
    seat = int(s.seat)
    text = match.action_text(action)
    if action < r.TOGETHER:
        cell = CELL_NAMES[action - r.PLACE_ON]
        return Action(text, say("Put the pawn on {cell}").format(cell=cell), f"cell-{cell}")
    if action < r.ACTIVATE:
        apart = action == r.APART
        return Action(
            text,
            say("Apart, in cups 1 and 2") if apart else say("Together, in cup 1"),
            f"cup-{seat}-{2 if apart else 1}",
            key="2" if apart else "1",
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
        return Action(
            text, say("Empty cup {number}").format(number=cup + 1), f"cup-{seat}-{cup + 1}", key=CUP_NAMES[cup]
        )
    if r.POUR_INTO <= action < r.SERVE_CUP:
        return _pour(s, seat, text, (action - r.POUR_INTO) % (CUPS + 1), say)
    if r.SERVE_CUP <= action < r.DONE:
        return _serve(match, s, held, seat, text, *divmod(action - r.SERVE_CUP, ZONES), say)
    label = {r.KEEP: say("Keep the orders"), r.STOP: say("Stop here"), r.TO_POUR: say("Pour now"), r.DONE: say("Done")}[
        action
    ]
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
    words = (
        say("Step to {cell}, take {amount} {ingredient}")
        if amount
        else say("Step to {cell}; the supply has no {ingredient} left")
    )
    label = words.format(cell=end, amount=amount, ingredient=say(INGREDIENT_NAMES[ingredient]))
    short = f"{end}: {say(INGREDIENT_NAMES[ingredient])}" + (f" ×{amount}" if amount > 1 else "")
    return Action(text, label, f"cell-{end}", f"pawn-{seat}-{pawn}", price=price, short=short, badge=f"+{amount}")


def _pour(s: Any, seat: int, text: str, cup: int, say: Say) -> Action:
    ingredient = first_taken(s)
    if cup == r.BACK:
        return Action(text, say("Back to the supply"), f"supply-{ingredient}", "hand", key="0")
    return Action(
        text, say("Pour into cup {number}").format(number=cup + 1), f"cup-{seat}-{cup + 1}", "hand", key=CUP_NAMES[cup]
    )


def _serve(match: Match, s: Any, held: Held, seat: int, text: str, cup: int, zone: int, say: Say) -> Action:
    name, order = cards_of(match, s, held, seat, zone)[int(r.order_for(match.box.records[0], s, cup, zone))]
    label = say("Serve {order} from cup {number}").format(order=say(match.box.names["order"][order]), number=cup + 1)
    return Action(text, label, name, f"cup-{seat}-{cup + 1}")
