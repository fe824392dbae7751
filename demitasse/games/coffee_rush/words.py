"""What Coffee Rush says: prompts, labels, the log and what can be looked up."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from demitasse.core.match import Match
from demitasse.core.scene import Panel, Prompt, Row, asked, score_panel, verdict
from demitasse.core.telling import Told
from demitasse.core.words import ACCUSATIVE, SHORT, Say, counted, later
from demitasse.games.coffee_rush import rules as r
from demitasse.games.coffee_rush.box import INGREDIENT_NAMES
from demitasse.games.coffee_rush.look import first_taken
from demitasse.games.coffee_rush.notation import CELL_NAMES, CUP_NAMES, UPGRADE_NAMES
from demitasse.games.coffee_rush.state import (
    DEAL,
    EMPTY,
    GATHER,
    MOVE,
    NEW_ORDER,
    PLACE,
    POUR,
    SERVE,
    TOO_MANY,
    UPGRADE,
)
from demitasse.games.coffee_rush.verbs import BACK

ADDED = "added"  # said like a case: an ingredient with its verb, which follows its gender in some languages
INGREDIENTS = (  # as the box names them
    later("coffee", ACCUSATIVE, ADDED, SHORT),
    later("steam", ACCUSATIVE, ADDED, SHORT),
    later("milk", ACCUSATIVE, ADDED, SHORT),
    later("ice", ACCUSATIVE, ADDED, SHORT),
    later("caramel", ACCUSATIVE, ADDED, SHORT),
    later("chocolate", ACCUSATIVE, ADDED, SHORT),
    later("water", ACCUSATIVE, ADDED, SHORT),
    later("tea", ACCUSATIVE, ADDED, SHORT),
)
UPGRADE_TITLES = {
    "pawns": later("Double pawns"),
    "diagonal": later("Diagonal steps"),
    "corners": later("Double corners"),
    "specialties": later("Double specialties"),
}
UPGRADE_EFFECTS = {
    "pawns": later("2 ingredients on a cell where another pawn stands"),
    "diagonal": later("also from corner to corner"),
    "corners": later("2 ingredients on a corner cell"),
    "specialties": later("2 of caramel, chocolate, water or tea"),
}
ZONE_TITLES = (later("Just in"), later("Waiting"), later("Hurry"), later("Leaves next"))  # what waiting means
MANY_ORDERS = counted("{number} order", "{number} orders")
PHASE_TITLES = (later("Upgrade"), later("Walk"), later("Pour"), later("Serve"))  # of a turn
STAGES = {UPGRADE: 0, MOVE: 1, EMPTY: 2, POUR: 2, SERVE: 3, TOO_MANY: 3, NEW_ORDER: 3}  # which of them a phase is


def tell_place(t: Told, cell: int) -> str:
    return t.say("pawn put on {what}").format(what=CELL_NAMES[cell])


def tell_together(t: Told) -> str:
    return t.say("both ingredients in cup 1")


def tell_apart(t: Told) -> str:
    return t.say("ingredients in cups 1 and 2")


def tell_upgrade(t: Told, upgrade: int) -> str:
    return t.say("upgrade activated: {name}").format(name=t.say(UPGRADE_TITLES[UPGRADE_NAMES[upgrade]]))


def tell_keep(t: Told) -> str:
    return t.say("served orders kept")


def tell_step(t: Told, cell: int, direction: int) -> str:
    entered = int(r.neighbour(cell, direction))
    return t.say("step from {start} to {end}").format(start=CELL_NAMES[cell], end=CELL_NAMES[entered])


def tell_stop(t: Told) -> str:
    return t.say("walk ended")


def tell_empty(t: Told, cup: int) -> str:
    return t.say("cup {what} emptied").format(what=CUP_NAMES[cup])


def tell_pour(t: Told) -> str:
    return t.say("on to pouring")


def tell_fill(t: Told, ingredient: int, into: int) -> str:
    name = INGREDIENT_NAMES[ingredient]
    if into == BACK:
        return t.say("{ingredient} back to the supply").format(ingredient=t.say(name))
    return t.say("{ingredient} into cup {number}").format(ingredient=t.say(name, ADDED), number=into + 1)


def tell_serve(t: Told, cup: int, zone: int) -> str:
    return t.say("order in zone {zone} served from cup {number}").format(zone=zone + 1, number=cup + 1)


def tell_done(t: Told) -> str:
    return t.say("turn ended")


def tell_order(t: Told, order: int) -> str:
    return t.say(t.box.names["order"][order])


def cup_label(s: Any, seat: int, cup: int, say: Say) -> str:
    content = say.list(amounts(s.cup[seat, cup], say))
    return say("Cup {number}: {content}").format(number=cup + 1, content=content or say("empty"))


def zone_label(zone: int, orders: int, say: Say) -> str:
    """A zone, what waiting there means, and how much does; the orders say what they are."""
    content = say.count(MANY_ORDERS, orders) if orders else say("no orders")
    words = say("Zone {number} ({title}): {content}")
    return words.format(number=zone + 1, title=say(ZONE_TITLES[zone]), content=content)


def amounts(counts: Sequence[int], say: Say, case: str = "") -> list[str]:
    """So much of each ingredient, in words."""
    found = [(int(number), say(name, case)) for name, number in zip(INGREDIENT_NAMES, counts, strict=True) if number]
    return [say("{number} {kind}").format(number=number, kind=kind) if number > 1 else kind for number, kind in found]


DOING = {  # what somebody is about, for who waits
    PLACE: later("putting a pawn on the board"),
    GATHER: later("pouring the first two ingredients"),
    UPGRADE: later("thinking about an upgrade"),
    MOVE: later("walking"),
    EMPTY: later("pouring"),
    POUR: later("pouring"),
    SERVE: later("serving orders"),
}


def _walk_question(match: Match, s: Any, say: Say) -> str:
    """CR-13: nobody stops where another pawn stands."""
    if s.steps == 0:
        return say("*walk*. Where to?")
    if "stop" in match.legal():
        return say("*go on*, or stop here?")
    return say("*go on*: another pawn stands here.")


def _place_question(s: Any, say: Say) -> str:
    """CR-50: between two, each has a second pawn to put."""
    return say("put your *second pawn* on a free cell.") if s.pawn[s.seat, 0] else say("put a *pawn* on a free cell.")


def _steps_left(s: Any, say: Say) -> str:
    """CR-11, CR-14."""
    left, rush = r.FREE_STEPS - int(s.steps), int(s.rush[s.seat])
    if left <= 0:
        return say("Each further step costs a rush token; you have {rush}.").format(rush=rush)
    words = (
        say("Free steps left: {left}, and {rush} more for rush tokens.") if rush else say("Free steps left: {left}.")
    )
    return words.format(left=left, rush=rush)


def prompt_of(match: Match, s: Any, say: Say) -> Prompt:
    """What is asked, and its consequence."""
    if match.actor is None:
        return verdict(match, say)
    if match.actor == "*":
        return Prompt(say("An order is drawn."), say("The first orders are dealt.") if s.phase == DEAL else "")
    name = match.names[int(match.actor)]
    question = {
        PLACE: _place_question(s, say),
        GATHER: say("pour the first two ingredients *together*, or *apart*?"),
        UPGRADE: say("activate an *upgrade* for three served orders, or keep them?"),
        MOVE: _walk_question(match, s, say),
        EMPTY: say("pour the *{ingredient}*. Which cup?") if any(s.taken) else say("*empty* a cup, or pour?"),
        POUR: say("pour the *{ingredient}*. Which cup?"),
        SERVE: say("*serve* an order, or be done?"),
    }[int(s.phase)]
    so = touch = ""
    if s.phase == MOVE:
        so = _steps_left(s, say)
    elif s.phase == EMPTY:
        so, touch = say("Right-click a cup to empty it first."), say("Hold a cup to empty it first.")
    elif s.phase == POUR and (rest := _then(s, say)):
        so = say("Then: {content}.").format(content=rest)
    question = question.format(ingredient=say(first_taken(s), ACCUSATIVE))
    return replace(asked(name, question, say(DOING[int(s.phase)]), so, say), touch=touch)


def _then(s: Any, say: Say) -> str:
    """What is left to pour after the first."""
    rest = s.taken.copy()
    rest[INGREDIENT_NAMES.index(first_taken(s))] -= 1
    return say.list(amounts(rest, say))


def panels_of(match: Match, say: Say) -> list[Panel]:
    deck = [
        Row(say(name), str(match.state["deck"][slot]))
        for slot, name in enumerate(match.box.names["order"])
        if match.state["deck"][slot]
    ]
    return [score_panel(match, match.breakdown(), say), Panel("deck", say("Orders in the deck"), deck)]
