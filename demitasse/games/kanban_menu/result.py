"""How a game of Kanban Menu ends: what the points are made of, what broke a tie, and why it was over."""

from collections.abc import Iterator, Mapping
from typing import Any

from demitasse.core.ended import EndedGame
from demitasse.core.match import Match
from demitasse.core.tale import Tale, TurnAt, deeds
from demitasse.core.words import Say, counted, later
from demitasse.games.kanban_menu.state import LAST_ROUND
from demitasse.games.kanban_menu.table import ACTION_TITLES

SYMBOL = "km-vp"
SHARED = ("actions", "store")
LINES = (
    (later("menu cards"), "km-menu"),
    (later("their effects"), "km-vp"),
    (later("fairs"), "km-act-3"),
    (later("regional contribution"), "km-act-4"),
    (later("trading"), "km-act-6"),
    (later("money and goods, 3 a point"), "km-money"),
    (later("brought along"), "km-bag"),  # by a game that began in mid-play
)
CARDS, EFFECTS, FAIR, CONTRIBUTION, TRADING, MONEY, BROUGHT = (name for name, _ in LINES)
SOURCES = {  # VP, by the decision that brought them
    "develop": CARDS,
    "choose": EFFECTS,
    "use": EFFECTS,
    "convert": EFFECTS,
    "finish": EFFECTS,
    "fair": FAIR,
    "contribute": CONTRIBUTION,
    "trade": TRADING,
}
WRITTEN = {"vp": later("VP")}
TIES = {"menu cards": counted("{number} menu card to {other}", "{number} menu cards to {other}")}


def ends_round(before: Any, after: Any) -> bool:
    return bool(after.rounds > before.rounds)


def points(s: Any, seat: int) -> int:
    return int(s.vp[seat])


def parts(match: Match, seat: int, tally: Mapping[str, int], say: Say) -> Iterator[tuple[int, int, str]]:
    """(line, points, label): VP by where they came from, and what money and goods are worth (KM-31)."""
    score = match.breakdown()[seat]
    found = {**tally, MONEY: score["money and materials"], BROUGHT: score["vp"] - sum(tally.values())}
    for line, (name, _) in enumerate(LINES):
        yield line, found.get(name, 0), ""


def why(t: EndedGame) -> str:
    s: Any = t.match.state
    goal = int(t.match.box.records[0].end_vp[s.first_edition])
    there = [seat for seat in range(t.match.seats) if s.vp[seat] >= goal]
    rounds = t.tale.rounds
    if not there:  # KM-33
        return t.say("After {number} rounds the game stops.").format(number=LAST_ROUND)
    if t.winners[0] not in there and len(there) == 1 and t.is_you(there[0]):
        words = t.say("You reached {goal} VP in round {round} and ended it, but another had more.")
        return words.format(goal=goal, round=rounds)
    if t.winners[0] not in there:
        words = t.say("{names} reached {goal} VP in round {round} and ended it, but another had more.")
        return words.format(names=t.named(there), goal=goal, round=rounds)
    if t.is_you(t.winners[0]):
        return t.say("You reached {goal} VP in round {round}, and nobody caught up.").format(goal=goal, round=rounds)
    words = t.say("{names} reached {goal} VP in round {round}, and nobody caught up.")
    return words.format(names=t.name(t.winners[0]), goal=goal, round=rounds)


def headline(match: Match, tale: Tale, turn: TurnAt, say: Say) -> str:
    """The menu card that was developed, or the action that was chosen."""
    found = ""
    for deed in deeds(match, tale, turn):
        if deed.verb == "develop":
            return say(match.box.names["menu"][deed.args[0]])
        if deed.verb == "choose":
            found = say(ACTION_TITLES[deed.args[0]])
    return found
