"""What the things of Kanban Menu amount to, and where they stand."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from demitasse.core.furniture import Area, Arrangement, Bar, Fact, Furniture, Kind, PhaseStrip, Track
from demitasse.core.match import Match
from demitasse.core.words import ACCUSATIVE, Say, later
from demitasse.games.kanban_menu import rules as r
from demitasse.games.kanban_menu import verbs as v
from demitasse.games.kanban_menu.box import HAND_LIMIT, MATERIALS, MONEY_LIMIT
from demitasse.games.kanban_menu.look import is_trading, symbol_of, trade_id
from demitasse.games.kanban_menu.state import DROP, PUT, RETURN, START, TURN
from demitasse.games.kanban_menu.words import money_of, thing_of

ARRANGEMENT = Arrangement(
    desk=("boards boards others", "menu store others", "mine mine log"),
    desk_columns="minmax(0, 1fr) 9rem minmax(264px, 0.27fr)",
    desk_rows="minmax(min-content, 1fr) minmax(min-content, 1fr) minmax(min-content, 1.06fr)",  # whatever lies there
    tablet=("others others", "boards boards", "menu store", "mine mine", "log log"),
    tablet_columns="minmax(0, 1fr) 9rem",
    phone=("others", "boards", "mine", "menu", "store"),
    pinned_columns="minmax(0, 1.5fr) 9rem minmax(380px, 1fr)",
)
OPENING = replace(  # with more of mine
    ARRANGEMENT,
    desk_rows="minmax(min-content, 1fr) minmax(min-content, 1fr) auto",
    phone=("others", "mine", "boards", "menu", "store"),
)
STEPS = (later("Choose"), later("Act"), later("Put tokens"))


def furniture(match: Match, s: Any, seats: Sequence[int], say: Say) -> Furniture:
    """The action cards or what trading offers, the menu, everybody's counter (the first one's is mine), the store."""
    trades = is_trading(s) and match.actor == seats[0]
    areas = [
        Area("boards", "", ["actions"], style="bare", idle=trades),
        Area("trade", say("Trading"), ["trading"], cell="boards", symbol="km-act-6", idle=not trades),
        Area("menu", "", ["display"], style="bare"),
        Area("open", say("First tokens"), ["open"], cell="mine", idle=bool(s.phase != START)),
        *(_counter(match, s, seat, "mine" if seat == seats[0] else f"seat-{seat}", say) for seat in seats),
        Area("store", "", ["store"]),
        Area("hand", "", ["hand"], style="bare"),
    ]
    tracks = [way(match, seat, say) for seat in seats]
    bars = [_trading(match, s, int(s.seat), say)] if is_trading(s) else []
    arrangement = OPENING if s.phase == START else ARRANGEMENT
    return Furniture(areas, arrangement, tracks, bars=bars, phases=_phases(match, s, say))


def way(match: Match, seat: int, say: Say) -> Track:
    """A seat's way to the VP that end the game."""
    s: Any = match.state
    vp, goal = int(s.vp[seat]), int(match.box.records[0].end_vp[s.first_edition])
    return Track(f"way-{seat}", say("VP"), vp, goal, say=say("{vp} of {goal}").format(vp=vp, goal=goal), head="km-vp")


def picture_of(match: Match) -> str:
    """What is asked about: the action card that was chosen, or tokens."""
    s: Any = match.state
    if not isinstance(match.actor, int):
        return ""
    if s.phase in (START, DROP, RETURN):
        return "km-bag"
    return f"km-act-{int(s.chosen)}" if s.phase == TURN and s.chosen else ""


def _counter(match: Match, s: Any, seat: int, id: str, say: Say) -> Area:
    lines, held, money = match.breakdown()[seat], int(r.held(s, seat)), int(s.money[seat])
    facts = (
        Fact(
            say("money"),
            say("${number}").format(number=money),
            "km-money",
            str(MONEY_LIMIT),
            tone="hot" if money == MONEY_LIMIT else "",
        ),
        Fact(say("tokens"), str(held), "km-bag", str(HAND_LIMIT), tone="hot" if held >= HAND_LIMIT else ""),
    )
    note = _made_up(match, s, seat, lines, say)
    holds = [f"counter-{seat}", f"dishes-{seat}"]
    return Area(id, match.names[seat], holds, seat, lines["total"], note, f"way-{seat}", facts)


def _made_up(match: Match, s: Any, seat: int, lines: dict[str, int], say: Say) -> str:
    """KM-31: how a score is made up; tokens count as what they sell for."""
    sells = match.box.records[0].sells
    money = int(s.money[seat]) + sum(int(s.hand[seat, k]) * int(sells[k]) for k in range(MATERIALS))
    words = (
        say("{total} = {vp} VP + ${money} ÷ {rate}")
        if match.actor is None
        else say("{total} if it ended now: {vp} VP + ${money} ÷ {rate}, tokens sold")
    )
    return words.format(total=lines["total"], vp=lines["vp"], money=money, rate=r.MONEY_FOR_1_VP)


def _phases(match: Match, s: Any, say: Say) -> PhaseStrip | None:
    """The steps of a turn, and the round; the last one is told."""
    if match.actor is None or s.phase == START:
        return None
    number = int(s.rounds) + 1
    last = bool(r.is_reached(match.box.records[0], s, 0))
    words = say("Round {number}, the last") if last else say("Round {number}")
    stage = 2 if s.phase == PUT else 0 if s.chosen == 0 else 1
    return PhaseStrip(
        [say(step) for step in STEPS], stage, Track("round", "", number, 0, say=words.format(number=number))
    )


# Trading --------------------------------------------------------------------------------------------------------------


def _trading(match: Match, s: Any, seat: int, say: Say) -> Bar:
    """KM-12 ⑥: everything that can be sold, and below it what can be bought."""
    order = [*range(v.SELL, v.ACQUIRE), v.SELL_VP, *range(v.ACQUIRE, v.SELL_VP)]
    return Bar("trading", say("Trading"), [_conversion(match, s, seat, one, say) for one in order])


def _conversion(match: Match, s: Any, seat: int, conversion: int, say: Say) -> Kind:
    b: Any = match.box.records[0]
    is_sale = conversion < v.ACQUIRE or conversion == v.SELL_VP
    words = say("Sell {things}") if is_sale else say("Buy {things}")
    return Kind(
        trade_id(conversion),
        words.format(things=thing_of(conversion, say, ACCUSATIVE)),
        symbol_of(conversion),
        str((conversion + 1) % v.CONVERSIONS),
        say("for ${money}").format(money=money_of(b, conversion)),
        _why_not(b, s, seat, conversion, say),
    )


def _why_not(b: Any, s: Any, seat: int, conversion: int, say: Say) -> str:
    """Why a conversion is not possible; empty if it is."""
    if conversion == v.SELL_VP:
        return "" if s.vp[seat] else say("you have no VP")
    if conversion < v.ACQUIRE:
        return "" if s.hand[seat, conversion] else say("you have none")
    short = money_of(b, conversion) - int(s.money[seat])
    if short > 0:
        return say("${number} short").format(number=short)
    if conversion < v.ACQUIRE_VP and not r.is_left(s, conversion - v.ACQUIRE):
        return say("none are left")
    return ""
