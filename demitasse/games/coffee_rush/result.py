"""How a game of Coffee Rush ends: what the points are made of, what broke a tie, and why the shop closed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from demitasse.core.ended import EndedGame, joined
from demitasse.core.match import Match
from demitasse.core.tale import Decided, Tale, TurnAt, deeds
from demitasse.core.words import Say, counted, later
from demitasse.games.coffee_rush import rules as r
from demitasse.games.coffee_rush.notation import UPGRADE_NAMES
from demitasse.games.coffee_rush.state import ENDED, UPGRADE
from demitasse.games.coffee_rush.words import UPGRADE_TITLES

SYMBOL = "cr-thumb-up"
SHARED: Sequence[str] = ()
LINES = (
    (later("orders served"), "cr-thumb-up"),
    (later("upgrades, 2 each"), "cr-up-down"),
    (later("penalties"), "cr-thumb-down"),
)
COLUMNS = ("served", "upgrades", "penalties")  # of the score, in the order of the lines
TIES = {  # CR-41
    "all served": counted("{number} order served in all to {other}", "{number} orders served in all to {other}"),
    "rush tokens": counted("{number} rush token to {other}", "{number} rush tokens to {other}"),
}


def ends_round(before: Any, after: Any) -> bool:
    """Whether the turn went on to the first player, or the last one has ended it all; the set-up is no round."""
    return bool(before.phase >= UPGRADE and (after.seat < before.seat or after.phase == ENDED))


def parts(match: Match, seat: int, tally: Mapping[str, int], say: Say) -> Iterator[tuple[int, int, str]]:
    """(line, points, label)."""
    score = match.breakdown()[seat]
    for line, column in enumerate(COLUMNS):
        yield line, score[column], ""


def why(t: EndedGame) -> str:
    """Why the shop closed (CR-21, CR-24, CR-26)."""
    s: Any = t.match.state
    rounds = t.tale.rounds
    many = [seat for seat in range(t.match.seats) if s.penalty[seat] >= r.LAST_PENALTY]
    if many:
        words = t.say("The shop closed in round {round}: {number} penalties or more for {names}.")
        return words.format(round=rounds, number=r.LAST_PENALTY, names=t.named(many))
    if not s.deck_left:
        return t.say("The deck ran out in round {round}, and the shop closed.").format(round=rounds)
    return t.say("Nobody had an order left, and the shop closed in round {round}.").format(round=rounds)


def headline(match: Match, tale: Tale, turn: TurnAt, say: Say) -> str:
    """The orders that were served; if none was, the upgrade."""
    done = list(_told(match, turn.seat, deeds(match, tale, turn), say))
    served = [name for verb, name in done if verb == "serve"]
    return joined(served or [name for _, name in done], say)


def _told(match: Match, seat: int, made: Iterator[Decided], say: Say) -> Iterator[tuple[str, str]]:
    for deed in made:
        if deed.verb == "upgrade":
            yield "upgrade", say(UPGRADE_TITLES[UPGRADE_NAMES[deed.args[0]]])
        elif deed.verb == "serve":
            yield "serve", say(match.box.names["order"][_served(match, deed, seat)])


def _served(match: Match, deed: Decided, seat: int) -> int:
    """The order that a cup served: of its recipe the one that was dealt first (CR-18)."""
    b: Any = match.box.records[0]
    cup, zone = deed.args
    content = deed.before.cup[seat, cup]
    waiting = [int(card) - 1 for card in deed.before.waiting[seat, zone] if card]
    return next(order for order in waiting if (b.recipe[order] == content).all())
