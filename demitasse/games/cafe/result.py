"""How a game of Café ends: cafés, tarts and the warehouse, what broke a tie, and alone how good it was."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from demitasse.core.ended import EndedGame, difference, joined
from demitasse.core.match import Match
from demitasse.core.tale import Tale, TurnAt, state_after
from demitasse.core.words import Say, counted, later
from demitasse.games.cafe import notation
from demitasse.games.cafe.look import look, shelves
from demitasse.games.cafe.rules.district import is_complete
from demitasse.games.cafe.state import ENDED

SYMBOL = "cf-cafe"
SHARED: Sequence[str] = ()
LINES = (
    (later("cafés"), "cf-cafe"),
    (later("custard tarts"), "cf-tart"),
    (later("warehouse"), "cf-warehouse"),
)
CAFES, TARTS, WAREHOUSE = range(len(LINES))
RATINGS = notation.RATINGS  # CF-33
TIES = {  # CF-32
    "roasting cubes": counted(
        "{number} cube in roasting sections to {other}", "{number} cubes in roasting sections to {other}"
    ),
    "drying cubes": counted(
        "{number} cube in drying sections to {other}", "{number} cubes in drying sections to {other}"
    ),
}


def ends_round(before: Any, after: Any) -> bool:
    return bool(after.rounds > before.rounds or (after.phase == ENDED and before.phase != ENDED))


def parts(match: Match, seat: int, tally: Mapping[str, int], say: Say) -> Iterator[tuple[int, int, str]]:
    """(line, points, label): each full café by itself."""
    score = match.breakdown()[seat]
    b: Any = match.box.records[0]
    for card in _full(match, match.state, seat):
        yield CAFES, int(b.vp[card]), _name(match, card)
    yield TARTS, score["tarts"], ""
    yield WAREHOUSE, score["warehouse"], ""


def _full(match: Match, s: Any, seat: int) -> list[int]:
    """The cards of a district whose cafés are full."""
    b: Any = match.box.records[0]
    slots = [slot for slot, card in enumerate(s.card[seat]) if card]
    return [int(s.card[seat, slot]) - 1 for slot in slots if is_complete(b, s, seat, slot)]


def notes(match: Match, seat: int, say: Say) -> dict[int, str]:
    """The full cafés with what each brought, and how the warehouse is counted (CF-31)."""
    b: Any = match.box.records[0]
    cafes = [
        say("{name} {points}").format(name=_name(match, card), points=int(b.vp[card]))
        for card in _full(match, match.state, seat)
    ]
    fewest, second, *_ = sorted(shelves(look(match, say), seat))
    sum_of = say("warehouse 2 × {fewest} + {second} = {points}")
    return {
        CAFES: say.list(cafes),
        WAREHOUSE: sum_of.format(fewest=fewest, second=second, points=2 * fewest + second),
    }


def why(t: EndedGame) -> str:
    return difference(t)


def headline(match: Match, tale: Tale, turn: TurnAt, say: Say) -> str:
    """The cafés that were filled."""
    before = _full(match, state_after(match, tale.ends[turn.round - 1]), turn.seat)
    after = _full(match, state_after(match, tale.ends[turn.round]), turn.seat)
    return joined([_name(match, card) for card in after if card not in before], say)


def _name(match: Match, card: int) -> str:
    """A café without its town."""
    return str(match.box.names["cafe"][card].partition(", ")[0])
