"""What a scene of Kanban Menu is drawn from: which pieces lie where."""

from collections.abc import Sequence
from typing import Any

from demitasse.core.match import Match
from demitasse.core.scene import Held
from demitasse.games.kanban_menu import rules as r
from demitasse.games.kanban_menu import verbs as v
from demitasse.games.kanban_menu.box import (
    ACTION_CARDS,
    KIND_NAMES,
    MATERIALS,
    YELLOW,
)
from demitasse.games.kanban_menu.state import DEVELOPED, DISPLAY, TURN


def counts(match: Match) -> dict[tuple[str, str], int]:
    """How many pieces that are alike lie where: the tokens, and the places of the menu cards, which keep theirs until
    they leave.
    """
    s: Any = match.state
    found: dict[tuple[str, str], int] = {}
    for kind, name in enumerate(KIND_NAMES):
        found[name, "bag"] = int(s.bag[kind])
        found[name, "used"] = int(s.used[kind])
        found[name, "open"] = int(s.open[kind])
        found[name, "shown-1"] = int(s.first_token == kind + 1)
        found[name, "shown-2"] = int(s.second_token == kind + 1)
        for card in range(ACTION_CARDS):
            found[name, f"action-{card + 1}"] = int(s.on_card[card, kind])
        for seat in range(match.seats if kind != YELLOW else 0):
            found[name, f"hand-{seat}"] = int(s.hand[seat, kind])
    displayed = cards_at(match, s, DISPLAY)
    found["slot", "free"] = r.OPEN_CARDS - len(displayed)
    found |= {("slot", f"menu-{card}"): 1 for card in reversed(displayed)}
    for seat in range(match.seats):
        found |= {(f"dish-{seat}", f"menu-{card}"): 1 for card in cards_at(match, s, DEVELOPED + seat)}
    return found


def cards_at(match: Match, s: Any, place: int) -> list[int]:
    """The menu cards that lie at a place."""
    return [card for card in range(len(match.box.names["menu"])) if s.lies[card] == place]


def number_of(names: Sequence[str]) -> int:
    """Which of the places of its kind a menu card has, from 1 on."""
    return int(names[0].rsplit("-", 1)[1])


def display_place(held: Held, card: int) -> int:
    """The place of a menu card in the display, counted from 1: the name given last is taken first."""
    return r.OPEN_CARDS + 1 - number_of(held["slot", f"menu-{card}"])


def token_shown(s: Any) -> int:
    """The kind of the token that is to be put."""
    return int(s.first_token or s.second_token) - 1


def is_trading(s: Any) -> bool:
    """Whether a conversion may be carried out by the action card."""
    return bool(s.phase == TURN and s.chosen == r.TRADING and s.activated < r.TRADES)


def trade_id(conversion: int) -> str:
    return f"trade-{conversion}"


def symbol_of(conversion: int) -> str:
    return "km-vp" if conversion >= v.ACQUIRE_VP else f"km-{KIND_NAMES[conversion % MATERIALS]}"
