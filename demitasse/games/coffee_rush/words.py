"""What Coffee Rush says: prompts, labels, the log and what can be looked up."""

from collections.abc import Sequence
from typing import Any

from demitasse.core.box import Box
from demitasse.core.match import Match
from demitasse.core.scene import Panel, Prompt, Row, asked, score_panel, verdict
from demitasse.core.words import ACCUSATIVE, SHORT, Say, later
from demitasse.games.coffee_rush import rules as r
from demitasse.games.coffee_rush.box import INGREDIENT_NAMES
from demitasse.games.coffee_rush.look import first_taken
from demitasse.games.coffee_rush.state import DEAL, EMPTY, GATHER, MOVE, PLACE, POUR, SERVE, UPGRADE

INGREDIENTS = (  # as the box names them
    later("coffee", ACCUSATIVE, SHORT),
    later("steam", ACCUSATIVE, SHORT),
    later("milk", ACCUSATIVE, SHORT),
    later("ice", ACCUSATIVE, SHORT),
    later("caramel", ACCUSATIVE, SHORT),
    later("chocolate", ACCUSATIVE, SHORT),
    later("water", ACCUSATIVE, SHORT),
    later("tea", ACCUSATIVE, SHORT),
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


def cup_label(s: Any, seat: int, cup: int, say: Say) -> str:
    content = say.list(amounts(s.cup[seat, cup], say))
    return say("Cup {number}: {content}").format(number=cup + 1, content=content or say("empty"))


def zone_label(match: Match, zone: int, cards: Sequence[tuple[str, int]], say: Say) -> str:
    content = say.list(say(match.box.names["order"][order]) for _, order in cards)
    return say("Zone {number}: {content}").format(number=zone + 1, content=content or say("no orders"))


def amounts(counts: Sequence[int], say: Say) -> list[str]:
    """So much of each ingredient, in words."""
    found = [(int(number), say(name)) for name, number in zip(INGREDIENT_NAMES, counts, strict=True) if number]
    return [say("{number} {kind}").format(number=number, kind=kind) if number > 1 else kind for number, kind in found]


def prompt_of(match: Match, s: Any, say: Say) -> Prompt:
    """What is asked, and its consequence."""
    if match.actor is None:
        return verdict(match, say)
    if match.actor == "*":
        return Prompt(say("An order is drawn."), say("The first orders are dealt.") if s.phase == DEAL else "")
    name = match.names[int(match.actor)]
    left = max(0, r.FREE_STEPS - int(s.steps))
    question = {
        PLACE: say("put a pawn on a free cell."),
        GATHER: say("pour the first two ingredients together, or apart?"),
        UPGRADE: say("activate an upgrade for three served orders, or keep them?"),
        MOVE: say("take a step.") if s.steps == 0 else say("go on, or stop here?"),
        EMPTY: say("empty a cup, or pour?"),
        POUR: say("pour the {ingredient}. Which cup?"),
        SERVE: say("serve an order, or be done?"),
    }[int(s.phase)]
    so = ""
    if s.phase == MOVE:
        so = say("Free steps left: {left}. Rush tokens: {rush}.").format(left=left, rush=int(s.rush[s.seat]))
    return asked(name, question.format(ingredient=say(first_taken(s), ACCUSATIVE)), so, say)


def panels_of(match: Match, say: Say) -> list[Panel]:
    deck = [
        Row(tell(match.box, text, say), str(match.state["deck"][slot]))
        for slot, text in enumerate(match.texts.outcomes)
        if text and match.state["deck"][slot]
    ]
    return [score_panel(match.names, match.breakdown(), say), Panel("deck", say("Orders in the deck"), deck)]
