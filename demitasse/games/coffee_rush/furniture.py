"""What the things of Coffee Rush amount to, and where they stand."""

from collections.abc import Sequence
from typing import Any

from demitasse.core.furniture import Area, Arrangement, Fact, Furniture, PhaseStrip, Track
from demitasse.core.match import Match
from demitasse.core.words import Say, counted
from demitasse.games.coffee_rush import rules as r
from demitasse.games.coffee_rush.state import UPGRADE
from demitasse.games.coffee_rush.words import PHASE_TITLES, STAGES

WORRIES = 3  # from so many penalties on they are shown as a danger
ARRANGEMENT = Arrangement(
    desk=("board mine others", "board mine log"),
    desk_columns="minmax(330px, 0.86fr) minmax(440px, 1.1fr) minmax(264px, 0.5fr)",
    tablet=("others others", "board mine", "log mine"),
    tablet_columns="minmax(0, 1fr) minmax(0, 1fr)",
    phone=("others", "board", "mine"),
    pinned_columns="minmax(280px, 0.8fr) minmax(372px, 1fr) minmax(372px, 1fr)",
)
SERVED = counted("{number} served", "{number} served")
UPGRADES = counted("{number} for upgrades", "{number} for upgrades")
PENALTIES = counted("{number} penalty", "{number} penalties")


def furniture(match: Match, s: Any, seats: Sequence[int], say: Say) -> Furniture:
    """The shop, everybody's counter (the first one's is mine), what is in hand, and the phases of a turn."""
    areas = [
        _shop(s, say),
        *(_counter(match, s, seat, "mine" if seat == seats[0] else f"seat-{seat}", say) for seat in seats),
        Area("hand", "", ["hand"], style="bare"),
    ]
    return Furniture(areas, ARRANGEMENT, phases=_phases(s, say))


def _phases(s: Any, say: Say) -> PhaseStrip | None:
    """The phases of a turn, and how far the game has come: no rule counts rounds, the deck runs out (CR-21)."""
    stage = STAGES.get(int(s.phase), -1)
    if stage < 0:
        return None
    words = say("Last round") if s.closed else say("Deck: {number}").format(number=int(s.deck_left))  # CR-25
    return PhaseStrip([say(step) for step in PHASE_TITLES], stage, Track("round", "", 0, 0, say=words))


def _shop(s: Any, say: Say) -> Area:
    facts = (
        Fact(say("orders in the deck"), str(int(s.deck_left)), "cr-order"),
        Fact(say("rush tokens left"), str(int(s.rush_supply)), "cr-rush"),
    )
    name, symbol, tone = (say("Closed"), "cr-closed", "hot") if s.closed else (say("Open"), "cr-open", "good")
    return Area("board", name, ["board", "supply"], facts=facts, symbol=symbol, tone=tone)


def _counter(match: Match, s: Any, seat: int, id: str, say: Say) -> Area:
    lines = match.breakdown()[seat]
    penalties = -lines["penalties"]
    facts = (
        Fact(say("served"), str(lines["served"]), "cr-thumb-up", told=lines["served"] > 0),
        penalties_of(penalties, say),
        Fact(say("rush tokens"), str(int(s.rush[seat])), "cr-rush"),
    )
    chooses = s.phase == UPGRADE and match.actor == seat
    signs = f"upgrades-{seat}"
    holds = [*([signs] if chooses else []), f"cups-{seat}", f"zones-{seat}"]
    note = _made_up(lines["total"], lines["served"], lines["upgrades"], penalties, say)
    beside = "" if chooses else signs
    return Area(id, match.names[seat], holds, seat, lines["total"], note, beside, facts)


def penalties_of(number: int, say: Say) -> Fact:
    """How many there are of those that close the shop; beyond them only how many."""
    of = str(r.LAST_PENALTY) if number <= r.LAST_PENALTY else ""
    return Fact(say("penalties"), str(number), "cr-thumb-down", of, tone="hot" if number >= WORRIES else "")


def _made_up(total: int, served: int, upgrades: int, penalties: int, say: Say) -> str:
    """How a score is made up; nothing is said of what counts nothing."""
    gains = [say.count(thing, number) for thing, number in ((SERVED, served), (UPGRADES, upgrades)) if number]
    terms = " + ".join(gains)
    if penalties:
        terms = f"{terms} − " if gains else "−"
        terms += say.count(PENALTIES, penalties)
    return f"{total} = {terms}".replace("-", "−") if terms else ""
