"""Positions of Kanban Menu for tests: say what matters, the rest is filled in so that no component is lost."""

from collections.abc import Mapping
from typing import Any

from demitasse import Match
from demitasse.games.kanban_menu import GAME
from demitasse.games.kanban_menu.state import DECK, DISPLAY, PHASES, TURN
from tests.positions import read, settled

NAMES = GAME.box.names["menu"]


def given(text: str = "", seats: int = 2, options: Mapping[str, object] | None = None) -> Match:
    """A match in the position that `text` describes, one `field: value` a line; a turn if it names no phase.

    Tokens that are nowhere else are in the bag; if the text names the bag, in the used area; if it names both, there
    must be none.
    Cards nobody speaks of fill the display in the order of the box; the others are in the deck.
    """
    match = Match(GAME, seats, options)
    states, named = read(match, text)
    s: Any = states[0]
    s.seats, s.first_edition = seats, match.options.get("first_edition", 0)
    if "phase" not in named:
        s.phase = TURN
    if not {"bag", "used"} <= named:
        _fill(s.used if "bag" in named else s.bag, s, match)
    _lay_out(s, match)
    return settled(match, states)


def _fill(place: Any, s: Any, match: Match) -> None:
    """Put the tokens that are nowhere else into the bag or the used area."""
    b: Any = match.box.records[0]
    for kind in range(5):
        shown = int(s.first_token == kind + 1) + int(s.second_token == kind + 1)
        with_players = s.hand[:, kind].sum() if kind < 4 else 0
        place[kind] += (
            b.tokens[kind] - s.bag[kind] - s.used[kind] - s.open[kind] - s.on_card[:, kind].sum() - shown - with_players
        )


def _lay_out(s: Any, match: Match) -> None:
    """Fill the display as far as the phase has it."""
    cards = [card for card in range(len(match.box.names["menu"])) if s.lies[card] == DECK]
    wanted = {"deal": 0, "menu": 0, "refill": 3}.get(PHASES.names[s.phase], 4)
    while cards and (s.lies == DISPLAY).sum() < wanted:
        s.lies[cards.pop(0)] = DISPLAY


def all_lie(place: str, *but: str) -> str:
    """A line that puts every card but some at one place."""
    return "lies: " + ", ".join(f"{name}={place}" for name in NAMES if name not in but)
