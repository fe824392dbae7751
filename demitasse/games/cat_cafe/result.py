"""How a game of Cat Café ends: what the points are made of, and who filled the third tower."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from demitasse.core.ended import EndedGame
from demitasse.core.match import Match
from demitasse.core.tale import Tale, TurnAt, deeds
from demitasse.core.words import Counted, Say, later
from demitasse.games.cat_cafe import rules as r
from demitasse.games.cat_cafe.box import ITEM_NAMES
from demitasse.games.cat_cafe.state import LAST_ROUND
from demitasse.games.cat_cafe.verbs import FIRST_THING
from demitasse.games.cat_cafe.words import cell_words

SYMBOL = "cc-cat-1"
SHARED: Sequence[str] = ()
COLUMNS = ("house", "yarn", "butterfly", "bowl", "cushion", "mouse", "towers")
LINES = (
    (later("cats in houses"), "cc-house"),
    (later("yarn"), "cc-yarn"),
    (later("butterfly"), "cc-butterfly"),
    (later("bowl"), "cc-bowl"),
    (later("cushion"), "cc-cushion"),
    (later("mouse"), "cc-mouse"),
    (later("full towers"), "cc-post"),
)
TIES: Mapping[str, Counted] = {}  # CC-30: ties share the victory
TOWERS_TO_END = 3


def ends_round(before: Any, after: Any) -> bool:
    return bool(after.rounds > before.rounds)


def parts(match: Match, seat: int, tally: Mapping[str, int], say: Say) -> Iterator[tuple[int, int, str]]:
    """(line, points, label)."""
    score = match.breakdown()[seat]
    for line, column in enumerate(COLUMNS):
        yield line, score[column], ""


def why(t: EndedGame) -> str:
    s: Any = t.match.state
    full = [seat for seat in range(t.match.seats) if r.full_towers(s, seat) >= TOWERS_TO_END]
    if not full:  # CC-31
        return t.say("After {number} rounds the game stops.").format(number=LAST_ROUND)
    if len(full) == 1 and t.is_you(full[0]):
        return t.say("You filled a third tower in round {round}.").format(round=t.tale.rounds)
    return t.say("A third tower was full in round {round}: {names}.").format(round=t.tale.rounds, names=t.named(full))


def headline(match: Match, tale: Tale, turn: TurnAt, say: Say) -> str:
    """What was drawn, and where."""
    for deed in deeds(match, tale, turn):
        if deed.verb == "house":
            return _drawn(r.HOUSE, deed.args[0], say)
        if deed.verb == "thing":
            return _drawn(deed.args[0] + FIRST_THING, deed.args[1], say)
    return ""


def _drawn(item: int, cell: int, say: Say) -> str:
    return say("{item} ({where})").format(item=say(ITEM_NAMES[item]), where=cell_words(cell, say))
