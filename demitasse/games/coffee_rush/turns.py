"""A turn of Coffee Rush: where somebody went, what was taken, poured and served, and who gets orders for it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from demitasse.core.phrases import Icon, Phrase, plain
from demitasse.core.play import Play
from demitasse.core.teller import Teller, TurnWords
from demitasse.core.turns import COUNTED, MadePly, Played, Whose
from demitasse.core.words import ACCUSATIVE, counted
from demitasse.games.coffee_rush import rules as r
from demitasse.games.coffee_rush.box import INGREDIENT_NAMES
from demitasse.games.coffee_rush.furniture import PENALTIES
from demitasse.games.coffee_rush.notation import CELL_NAMES, UPGRADE_NAMES
from demitasse.games.coffee_rush.state import DEAL, GATHER, NEW_ORDER, PLACE, ZONES
from demitasse.games.coffee_rush.verbs import BACK
from demitasse.games.coffee_rush.words import UPGRADE_TITLES

RUSH = counted("{number} rush token", "{number} rush tokens")
MOST_NEAR = 2  # orders that lack little are told of


@dataclass(frozen=True)
class Deeds:
    """What was done in a turn; cells, cups, orders and ingredients by their numbers."""

    placed: Sequence[int]
    gathered: str  # together or apart
    upgrade: int | None
    kept: bool  # what an upgrade costs
    emptied: Sequence[int]
    path: Sequence[int]  # the cells, with the first one
    taken: Counter[int]
    poured: dict[int, Counter[int]]  # of them, into each cup
    back: Counter[int]  # and to the supply
    spent: int  # rush tokens
    gained: int
    served: Sequence[int]
    saved: Sequence[int]  # of them, from the last zone
    left: Sequence[int]  # orders that became penalties
    penalties: int  # there are now
    drawn: Sequence[int]  # for oneself
    given: dict[int, int]  # so many to each seat
    closed: str  # why the shop closed: penalties, deck, nobody


def whose(s: Any) -> Whose:
    if s.phase == DEAL:
        return Whose(None, None, "deal")
    if s.phase in (PLACE, GATHER):
        return Whose(int(s.seat), None, "place")
    return Whose(int(s.seat), COUNTED, "turn")


def read(played: Played) -> Deeds:
    seat, s = played.seat, played.after
    if seat is None:
        return Deeds((), "", None, False, (), (), Counter(), {}, Counter(), 0, 0, (), (), (), 0, (), {}, "")
    steps = played.own("step")
    served = [(step.args[1], _served(played.b, step)) for step in played.own("serve")]
    saved = [order for zone, order in served if zone == ZONES - 1]
    spent = sum(int(step.before.steps) >= r.FREE_STEPS for step in steps)
    poured: dict[int, Counter[int]] = {}
    for ingredient, into in (step.args for step in played.own("fill")):
        poured.setdefault(into, Counter())[ingredient] += 1
    others = [other for other in range(played.seats) if other != seat]
    return Deeds(
        placed=[step.args[0] for step in played.own("place")],
        gathered="".join(step.verb for step in played.own("together", "apart")),
        upgrade=next((step.args[0] for step in played.own("upgrade")), None),
        kept=any(played.own("keep")),
        emptied=[step.args[0] for step in played.own("empty")],
        path=[*(step.args[0] for step in steps[:1]), *(int(r.neighbour(*step.args)) for step in steps)],
        taken=sum((_taken(step) for step in steps), Counter()),
        poured=poured,
        back=poured.pop(BACK, Counter()),
        spent=spent,
        gained=int(s.rush[seat]) - int(played.before.rush[seat]) + spent,
        served=[order for _, order in served],
        saved=saved,
        left=_left(played, saved),
        penalties=int(s.penalty[seat]),
        drawn=[step.args[0] for step in played.drawn() if step.before.phase == NEW_ORDER],
        given={other: number for other in others if (number := _new_orders(played, other))},
        closed=_why_closed(played),
    )


def tell(t: Teller, deeds: Deeds) -> TurnWords:
    if t.seat is None:
        return TurnWords([(t.say("the first orders are dealt"),)])
    trail = [f"cell-{CELL_NAMES[cell]}" for cell in deeds.path]
    return TurnWords(
        deeds=[*_set_up(t, deeds), *_turn(t, deeds)],
        so=[*_given(t, deeds), *_closed(t, deeds)],
        touches=range(t.seats) if deeds.closed else deeds.given,
        trail=trail,
        good=[t.say("{order} would have left").format(order=name) for name in _each(t, deeds.saved)],
        bad=[t.say("{order} leaves").format(order=name) for name in _each(t, deeds.left)],
        brief=[*_upgraded(t, deeds), *(_served_words(t, deeds) or _walked(t, deeds)), *_lost(t, deeds)],
    )


def prospects(t: Teller, before: Play, after: Play) -> list[str]:
    """Which of the orders one has lack one ingredient now, and did not before; what will be drawn, nobody knows."""
    one: Any = before.state
    other: Any = after.state
    waiting = set(_orders(one.waiting[t.seat].ravel())) & set(_orders(other.waiting[t.seat].ravel()))
    had, has = (_nearly(t.b, s.cup[t.seat], sorted(waiting)) for s in (one, other))
    found = [(order, lacks) for order, lacks in has.items() if had.get(order) != lacks]
    words = t.say("{order} then lacks only {thing}")
    return [
        words.format(order=_name(t, order), thing=t.say(INGREDIENT_NAMES[lacks])) for order, lacks in found[:MOST_NEAR]
    ]


def _nearly(b: Any, cups: Any, orders: Sequence[int]) -> dict[int, int]:
    """What a cup lacks for an order, where that is one ingredient."""
    found = {}
    for order in orders:
        for cup in cups:
            lacks = b.recipe[order] - cup
            if lacks.min() >= 0 and lacks.sum() == 1:
                found[order] = int(lacks.argmax())
    return found


# Reading --------------------------------------------------------------------------------------------------------------


def _taken(step: MadePly) -> Counter[int]:
    more = step.after.taken - step.before.taken
    return Counter({ingredient: int(number) for ingredient, number in enumerate(more) if number})


def _served(b: Any, step: MadePly) -> int:
    s, (cup, zone) = step.before, step.args
    return int(s.waiting[s.seat, zone, r.order_for(b, s, cup, zone)]) - 1


def _left(played: Played, served: Sequence[int]) -> list[int]:
    """CR-22: what was in the last zone and was not served has left it."""
    if int(played.after.penalty[played.seat]) == int(played.before.penalty[played.seat]):
        return []
    waited = _orders(played.before.waiting[played.seat, ZONES - 1])
    return sorted((Counter(waited) - Counter(served)).elements())


def _orders(zone: Any) -> list[int]:
    return [int(card) - 1 for card in zone if card]


def _new_orders(played: Played, seat: int) -> int:
    before, after = (len(_orders(s.waiting[seat, 0])) for s in (played.before, played.after))
    return after - before


def _why_closed(played: Played) -> str:
    if played.before.closed or not played.after.closed:
        return ""
    if played.after.penalty[played.seat] >= r.LAST_PENALTY:
        return "penalties"
    return "nobody" if played.after.deck_left else "deck"


# Telling --------------------------------------------------------------------------------------------------------------


def _set_up(t: Teller, deeds: Deeds) -> list[Phrase]:
    found = [t.does("put a pawn on {cell}", cell=CELL_NAMES[cell]) for cell in deeds.placed]
    if deeds.gathered == "together":
        found.append(t.does("poured||pour both ingredients into cup 1"))
    elif deeds.gathered:
        found.append(t.does("poured||pour the ingredients into cups 1 and 2"))
    return found


def _turn(t: Teller, deeds: Deeds) -> list[Phrase]:
    return [
        *_upgraded(t, deeds),
        *_emptied(t, deeds),
        *_walked(t, deeds),
        *_poured(t, deeds),
        *_served_words(t, deeds),
        *([] if t.advises else _came_of_it(t, deeds)),
    ]


def _upgraded(t: Teller, deeds: Deeds) -> list[Phrase]:
    if deeds.kept and t.advises:
        return [t.does("kept||keep the served orders")]
    if deeds.upgrade is None:
        return []
    name = UPGRADE_NAMES[deeds.upgrade]
    icon = Icon(f"cr-up-{name}", t.called(UPGRADE_TITLES[name]))
    return [t.does("traded||trade {number} served orders for {upgrade}", number=r.CARDS_AN_UPGRADE, upgrade=icon)]


def _emptied(t: Teller, deeds: Deeds) -> list[Phrase]:
    numbers = t.together([str(cup + 1) for cup in deeds.emptied])
    if len(deeds.emptied) > 1:
        return [t.does("emptied||empty cups {numbers}", numbers=numbers)]
    return [t.does("emptied||empty cup {number}", number=numbers)] if deeds.emptied else []


def _walked(t: Teller, deeds: Deeds) -> list[Phrase]:
    if not deeds.path:
        return []
    start, end, things = CELL_NAMES[deeds.path[0]], CELL_NAMES[deeds.path[-1]], _things(t, deeds.taken)
    if not things:
        found = [t.does("went||go {start} → {end} and found||find nothing", start=start, end=end)]
    elif start == end:
        found = [t.does("walked||walk from {start} and back for {things}", start=start, things=things)]
    else:
        found = [t.does("went||go {start} → {end} for {things}", start=start, end=end, things=things)]
    if deeds.spent:
        found.append(t.does("spent||spend {things} on the way", things=t.count(RUSH, deeds.spent, "cr-rush")))
    return found


def _poured(t: Teller, deeds: Deeds) -> list[Phrase]:
    """Which cup is said where it is still to be chosen."""
    if t.advises or t.goes_on or not deeds.path:
        return list(_poured_into(t, deeds))
    if not deeds.taken:
        return []
    if not deeds.back:
        return [t.does("poured||pour them")] if deeds.taken.total() > 1 else [t.does("poured||pour it")]
    if deeds.back == deeds.taken:
        return [t.does("poured||pour nothing")]
    return [t.does("poured||pour all but {things}", things=_things(t, deeds.back))]


def _poured_into(t: Teller, deeds: Deeds) -> Iterator[Phrase]:
    for cup, things in deeds.poured.items():  # as it was done
        yield t.does("poured||pour {things} into cup {number}", things=_things(t, things), number=cup + 1)
    if deeds.back:
        yield t.does("returned||return {things} to the supply", things=_things(t, deeds.back))


def _served_words(t: Teller, deeds: Deeds) -> list[Phrase]:
    return [t.does("served||serve {orders}", orders=_names(t, deeds.served))] if deeds.served else []


def _lost(t: Teller, deeds: Deeds) -> Iterator[Phrase]:
    if deeds.left:
        penalties = t.say.count(PENALTIES, len(deeds.left))
        yield t.does("let {orders} leave ({penalties})", orders=_names(t, deeds.left), penalties=penalties)


def _came_of_it(t: Teller, deeds: Deeds) -> Iterator[Phrase]:
    """What is no decision."""
    yield from _lost(t, deeds)
    if deeds.gained:
        yield t.does("got||get {things}", things=t.count(RUSH, deeds.gained, "cr-rush"))
    if deeds.drawn:
        yield t.does("drew||draw {orders}", orders=_names(t, deeds.drawn))


def _given(t: Teller, deeds: Deeds) -> list[str]:
    """CR-20: everybody gets as many, unless the deck runs out."""
    found = []
    for number in sorted(set(deeds.given.values()), reverse=True):
        seats = [seat for seat, given in deeds.given.items() if given == number]
        found.append(_get(t, seats, number))
    return found


def _get(t: Teller, seats: Sequence[int], number: int) -> str:
    names = t.all(seats)
    if len(seats) > 1:
        words = t.say.ngettext("{names} each get an order", "{names} each get {number} orders", number)
    elif t.reader in seats:
        words = t.say.ngettext("you get an order", "you get {number} orders", number)
    else:
        words = t.say.ngettext("{names} gets an order", "{names} gets {number} orders", number)
    return words.format(names=names, number=number)


def _closed(t: Teller, deeds: Deeds) -> list[str]:
    if not deeds.closed:
        return []
    why = {
        "penalties": t.say("the shop closes: {penalties}").format(penalties=t.say.count(PENALTIES, deeds.penalties)),
        "deck": t.say("the shop closes: the deck is empty"),
        "nobody": t.say("the shop closes: nobody has an order left"),
    }
    return [why[deeds.closed]]


def _names(t: Teller, orders: Sequence[int]) -> Phrase:
    return t.together(t.alike(_name(t, order) for order in orders))


def _each(t: Teller, orders: Sequence[int]) -> list[str]:
    return [plain(name) for name in t.alike(_name(t, order) for order in orders)]


def _name(t: Teller, order: int) -> str:
    return t.called(t.box.names["order"][order])


def _things(t: Teller, counts: Counter[int]) -> Phrase:
    """In the order in which they were found."""
    return t.amounts(counts.values(), [INGREDIENT_NAMES[ingredient] for ingredient in counts], "cr-", ACCUSATIVE)
