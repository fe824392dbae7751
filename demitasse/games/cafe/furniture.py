"""What the things of Café amount to, and where they stand."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from demitasse.core.furniture import (
    Area,
    Arrangement,
    Bar,
    Fact,
    Furniture,
    Item,
    Kind,
    Listing,
    PhaseStrip,
    Sign,
    Sum,
    Track,
)
from demitasse.core.phrases import in_a_row
from demitasse.core.words import counted, later
from demitasse.games.cafe.actions import growth, worth
from demitasse.games.cafe.box import CAFE, CUP, DRY, FACE, GROW, ROAST
from demitasse.games.cafe.look import (
    Look,
    cube_kind,
    offered_cards,
    points_of,
    shelves,
    unseen_cards,
    visible_sections,
    weights,
)
from demitasse.games.cafe.state import ACT, AUCTION, COLOUR, DELIVER, MOST_POINTS, PLACE, ROUNDS, SHIP_CUBE, TAKE
from demitasse.games.cafe.verbs import ACTIONS, WAREHOUSE
from demitasse.games.cafe.words import GOING_ON, card_title

ARRANGEMENT = Arrangement(
    desk=("mine side others", "mine side log"),
    desk_columns="minmax(0, 1fr) minmax(264px, 0.4fr) minmax(250px, 0.38fr)",
    tablet=("others", "mine", "side"),
    tablet_columns="minmax(0, 1fr)",
    phone=("others", "mine", "side"),
    pinned_columns="minmax(0, 1fr) minmax(240px, 0.36fr) minmax(0, 1fr)",
)
ALONE = replace(
    ARRANGEMENT, desk=("mine side", "mine log"), desk_columns="minmax(0, 1fr) minmax(300px, 0.4fr)"
)  # nobody else has a column
STAGES = {AUCTION: 0, SHIP_CUBE: 0, TAKE: 1, PLACE: 2, ACT: 3, COLOUR: 3}
TITLES = (later("Bid"), later("Draft"), later("Lay"), later("Act"))
LINES = {"cafés": later("cafés {points}"), "tarts": later("tarts {points}"), "warehouse": later("warehouse {points}")}
GROUPS = counted("{number} group", "{number} groups")
ROOMS = {  # where something can go
    DRY: counted("{number} rack", "{number} racks"),
    ROAST: counted("{number} roaster", "{number} roasters"),
}
CUBES = counted("{number} cube", "{number} cubes")
ENDING = {  # what is open, once something else is begun
    DRY: later("Drying is then over."),
    ROAST: later("Roasting is then over."),
    DELIVER: later("The delivery is then over."),
}
LATEST = 5  # of what was done this turn
SCARCE = 6  # cubes of a colour in the supply that matter
DEEDS = {
    "place": (later("laid {card}"), "cf-cafe"),
    "grow": (later("coffee grown"), "cf-grow"),
    "dry": (later("coffee dried"), "cf-dry"),
    "roast": (later("coffee roasted"), "cf-roast"),
    "deliver": (later("delivered to a café"), "cf-deliver"),
    "store": (later("delivered to the warehouse"), "cf-warehouse"),
    "drop": (later("cubes thrown back"), "ui-close"),
}


def furniture(t: Look, seats: Sequence[int], viewer: int | None) -> Furniture:
    """One's own district first; beside it what can be taken, what the cafés lack, the warehouse."""
    me = seats[0]
    kinds = [_bar(t)] if t.s.phase in (TAKE, PLACE, ACT) and t.s.seat == me and t.match.actor == me else []
    done = [_this_turn(t)] if t.s.phase in (ACT, COLOUR) and t.match.actor == me else []
    return Furniture(
        [*_areas(t, seats, _master(t, viewer), bool(kinds), bool(done))],
        ARRANGEMENT if seats[1:] else ALONE,
        [_points(t, seat) for seat in seats],
        [_warehouse(t, seat) for seat in seats],
        bars=kinds,
        listings=[*(_cafes(t, seat) for seat in seats), *done],
        phases=_phases(t),
    )


def _phases(t: Look) -> PhaseStrip:
    steps = TITLES if t.s.auction else TITLES[1:]
    now = STAGES.get(t.s.phase, -1)
    words = t.say("Round {number} / {rounds}").format(number=t.s.rounds, rounds=ROUNDS)
    round_ = Track("round", t.say("Round"), t.s.rounds, ROUNDS, say=words)
    if t.match.actor == "*":
        now = STAGES[AUCTION] if t.s.auction and not t.s.turn else STAGES[TAKE]
    return PhaseStrip([t.say(step) for step in steps], now if t.s.auction or now < 0 else now - 1, round_)


# Areas ----------------------------------------------------------------------------------------------------------------


def _areas(t: Look, seats: Sequence[int], master: str, acts: bool, done: bool) -> Iterator[Area]:
    me, say = seats[0], t.say
    yield _table_of(t, me, "mine", [f"district-{me}", *(["acts"] if acts else [])])
    offers = bool(offered_cards(t))
    bids = t.s.phase in (AUCTION, SHIP_CUBE)
    first = "" if t.s.phase == AUCTION else master  # which is what they bid for
    yield Area("offer", say("The offer"), ["offer"], cell="side", idle=not offers, note=first)
    yield Area("card", say("Your card"), [f"hand-{me}"], cell="side", idle=not t.s.hand[me])
    if bids:
        yield Area("auction", say("The auction"), ["auction"], cell="mine", note=say("who wins takes a card first"))
    yield Area("cafes", "", [f"cafes-{me}"], cell="side", idle=not t.cafes[me] or offers)
    if done:
        yield Area("turn", "", ["turn"], cell="side")
    yield Area("store", "", [f"sum-{me}", f"store-{me}"], cell="side")
    unseen = Fact(say("unseen cards"), str(len(unseen_cards(t))), words=say("unseen cards"))
    yield Area("supply", say("Supply"), ["supply"], facts=[unseen], cell="side", idle=_is_plenty(t) or offers)
    for seat in seats[1:]:
        holds = [f"district-{seat}", f"hand-{seat}", f"sum-{seat}", f"store-{seat}"]
        yield _table_of(t, seat, f"seat-{seat}", holds)


def _is_plenty(t: Look) -> bool:
    """Whether the supply does not matter now."""
    return bool(t.s.phase != COLOUR and min(t.s.supply) > SCARCE)


def _table_of(t: Look, seat: int, id: str, holds: Sequence[str]) -> Area:
    lines = t.scores[seat]
    return Area(
        id,
        t.match.names[seat],
        holds,
        seat,
        lines["total"],
        _made_up(t, lines),
        f"points-{seat}",
    )


def _made_up(t: Look, lines: Mapping[str, int]) -> str:
    """How a score is made up; nothing is said of what counts nothing."""
    terms = [t.say(words).format(points=lines[name]) for name, words in LINES.items() if lines[name]]
    return f"{lines['total']} = {' + '.join(terms)}" if terms else ""


def _master(t: Look, viewer: int | None) -> str:
    """Who takes last."""
    if t.match.seats == 1:
        return ""
    if t.s.master == viewer:
        return t.say("You take first") if t.s.auction else t.say("You take last")
    words = t.say("{name} takes first") if t.s.auction else t.say("{name} takes last")
    return words.format(name=t.match.names[t.s.master])


# What one has ---------------------------------------------------------------------------------------------------------


def _points(t: Look, seat: int) -> Track:
    """The points to act with; in one's turn those that are left."""
    points = points_of(t, seat)
    label, say = t.say("points to act"), str(points)
    if t.s.phase in (ACT, COLOUR) and t.s.seat == seat:
        most = min(MOST_POINTS, visible_sections(t, seat, CUP))
        say = t.say("{points} of {most} left").format(points=points, most=most)
    return Track(f"points-{seat}", label, points, MOST_POINTS, "cf-cup", say=say)


def _warehouse(t: Look, seat: int) -> Sum:
    held = shelves(t, seat)
    fewest, second = (held[weights(held).index(weight)] for weight in (2, 1))
    return Sum(f"sum-{seat}", t.say("Warehouse"), f"2 × {fewest} + {second}", worth(held))


def _cafes(t: Look, seat: int) -> Listing:
    """A seat's cafés, and what they lack."""
    items = [_cafe(t, seat, slot, full) for slot, full in t.cafes[seat].items()]
    worths = {slot: t.b.vp[t.s.card[seat][slot] - 1] for slot in t.cafes[seat]}
    got = sum(vp for slot, vp in worths.items() if t.cafes[seat][slot])
    words = t.say("{points} of {most} points").format(points=got, most=sum(worths.values()))
    return Listing(f"cafes-{seat}", t.say("Cafés"), items, words if items else "")


def _cafe(t: Look, seat: int, slot: int, full: bool) -> Item:
    card = t.s.card[seat][slot] - 1
    left = list(t.s.served[seat][slot])
    symbols: list[str] = []
    lacking: list[int] = []
    for colour, number in enumerate(t.b.needs[card]):
        for _ in range(number):
            if left[colour]:
                left[colour] -= 1
            else:
                lacking.append(len(symbols))
            symbols.append(f"cf-{cube_kind(colour)}")
    value = f"✓ {t.b.vp[card]}" if full else str(t.b.vp[card])
    return Item(card_title(t, card), value, "cf-cafe", symbols, lacking, tone="good" if full else "")


def _this_turn(t: Look) -> Listing:
    """What one has done since one's turn began, and with which cubes."""
    items = []
    for deed, alike in groupby(_done(t), key=itemgetter(0)):
        words, symbol = DEEDS[deed]
        cubes = sum((moved for _, moved in alike), Counter[int]())
        signs = [Sign(str(n), f"cf-{cube_kind(colour)}") for colour, n in sorted(cubes.items())]
        card, note = _laid(t) if deed == "place" else ("", "")
        label = t.say(words).format(card=card)
        items.append(Item(label[:1].upper() + label[1:], symbol=symbol, note=note, does=signs))
    return Listing("turn", t.say("This turn"), items[-LATEST:])


def _laid(t: Look) -> tuple[str, str]:
    """The card that was laid in this turn, and how many sections it covers."""
    seat = t.s.seat
    _, before, after = next(step for step in t.match.turn_so_far() if ACTIONS.decode(step[0].id).verb == "place")
    seen, still = (sum(int(bits).bit_count() for bits in s.seen[seat]) for s in (before, after))
    return card_title(t, int(before.hand[seat]) - 1), t.say("covers {number}").format(number=seen + FACE - still)


def _done(t: Look) -> Iterator[tuple[str, Counter[int]]]:
    """What was decided in this turn, by the words for it, each with the cubes that it moved."""
    for ply, before, after in t.match.turn_so_far():
        verb, args = ACTIONS.decode(ply.id)
        if verb in ("grow", "colour"):
            yield "grow", _fewer(before.supply, after.supply)
        elif verb in ("dry", "roast"):
            yield verb, Counter({int(before.colour[t.s.seat, args[1]]) - 1: int(before.cubes[t.s.seat, args[1]])})
        elif verb == "deliver":
            lay, lie = (s.cubes[t.s.seat, args[0]] for s in (before, after))
            colour = int(before.colour[t.s.seat, args[0]]) - 1
            yield "store" if args[1] == WAREHOUSE else verb, Counter({colour: int(lay - lie)})
        elif verb == "drop":
            yield verb, _fewer(after.supply, before.supply)
        elif verb in DEEDS:
            yield verb, Counter()


def _fewer(before: Any, after: Any) -> Counter[int]:
    """How many fewer there are of each colour."""
    return Counter({colour: int(n) for colour, n in enumerate(before - after) if n > 0})


# What one can do ------------------------------------------------------------------------------------------------------


def _bar(t: Look) -> Bar:
    """The kinds of action: what each would do, or why it cannot be chosen; before one acts, none of it yet."""
    found: dict[str, list[tuple[int, ...]]] = {}
    for number in t.match.legal_ids():
        verb, args = ACTIONS.decode(number)
        found.setdefault(verb, []).append(tuple(args))
    kinds = [
        _kind(t, "grow", t.say("Grow"), "A", 0, _grow(t, found.get("grow", ())), t.say("which group *grows*?")),
        _kind(
            t,
            "dry",
            t.say("Dry"),
            "S",
            DRY,
            _move(t, GROW, DRY, found.get("dry", ())),
            t.say("what is *dried*, and on which rack?"),
        ),
        _kind(
            t,
            "roast",
            t.say("Roast"),
            "D",
            ROAST,
            _move(t, DRY, ROAST, found.get("roast", ())),
            t.say("what is *roasted*, and in which roaster?"),
        ),
        _kind(
            t,
            "deliver",
            t.say("Deliver"),
            "F",
            DELIVER,
            _deliver(t, found.get("deliver", ())),
            t.say("*deliver* from which roaster, and where to?"),
        ),
    ]
    if t.s.phase != ACT:
        kinds = [replace(kind, say="", why="", open=False, so="") for kind in kinds]
        return Bar("acts", t.say("Actions"), kinds, soon=True)
    return Bar("acts", t.say("Actions"), kinds)


def _kind(t: Look, id: str, label: str, key: str, number: int, found: tuple[str, str], ask: str) -> Kind:
    """A kind of action; while it is open, more of it is free."""
    say, why = found
    is_open = number > 0 and t.s.opened == number
    if say and number == DELIVER and is_open:
        say = t.say("{what}: free").format(what=say)
    return Kind(id, label, f"cf-{id}", key, say, why, is_open, ask, _meaning(t, number) if say else "")


def _meaning(t: Look, number: int) -> str:
    """What a kind of action costs, and what is over once it is begun."""
    if number and t.s.opened == number:
        return t.say(GOING_ON[number])
    price = t.say("1 point, {left} left").format(left=t.s.points - 1)
    return in_a_row(t.say("{words}.").format(words=price), t.say(ENDING[t.s.opened]) if t.s.opened else "")


def _grow(t: Look, groups: Sequence[tuple[int, ...]]) -> tuple[str, str]:
    """(what it would do, why not)"""
    if groups:
        best = max(growth(t, section)[0] for (section,) in groups)
        words = t.say("{groups}, best +{number}") if len(groups) > 1 else t.say("{groups}, +{number}")
        return words.format(groups=t.say.count(GROUPS, len(groups)), number=best), ""
    fields = [section for section in t.districts[t.s.seat].values() if section.kind == GROW]
    if all(section.cubes for section in fields):
        return "", t.say("no field is empty")
    return "", _no_point(t) or t.say("no cube in the supply")


def _no_point(t: Look) -> str:
    if t.s.begun:
        return t.say("deliver first")
    return "" if t.s.points else t.say("no point left")


def _move(t: Look, out_of: int, kind: int, moves: Sequence[tuple[int, ...]]) -> tuple[str, str]:
    """(what drying or roasting would do, why not)"""
    sections = t.districts[t.s.seat].values()
    if moves:
        cubes, spots = max(_most(t, group, moves) for group in {t.districts[t.s.seat][into].group for into, _ in moves})
        words = t.say("{cubes}, {room}").format(cubes=t.say.count(CUBES, cubes), room=t.say.count(ROOMS[kind], spots))
        return _free(t, words, len({into for into, _ in moves}), kind, moves), ""
    if not any(section.cubes for section in sections if section.kind == out_of):
        return "", t.say("nothing to dry") if kind == DRY else t.say("nothing to roast")
    if any(section.kind == kind and not section.cubes for section in sections):
        return "", _no_point(t)
    return "", t.say("no rack is free") if kind == DRY else t.say("no roaster is free")


def _most(t: Look, group: int, moves: Sequence[tuple[int, ...]]) -> tuple[int, int]:
    """(the most cubes that can go into a group in one action, where in it they can): a colour a section (CF-25)."""
    sections = t.districts[t.s.seat]
    into = {into for into, _ in moves if sections[into].group == group}
    lying = Counter[int]()
    for source in {source for _, source in moves}:
        lying[sections[source].colour] += sections[source].cubes
    begun = {sections[spot].colour for spot in into if sections[spot].cubes}
    others = sorted((number for colour, number in lying.items() if colour not in begun), reverse=True)
    empty = sum(not sections[spot].cubes for spot in into)
    return sum(lying[colour] for colour in begun) + sum(others[:empty]), len(into)


def _free(t: Look, words: str, spots: int, kind: int, moves: Sequence[tuple[int, ...]]) -> str:
    """CF-21, CF-22: more is free in the group that is open, and only there."""
    sections = t.districts[t.s.seat]
    free = {into for into, _ in moves if t.s.opened == kind and sections[into].group == t.s.open_group - 1}
    if not free:
        return words
    if len(free) == spots:
        return t.say("{what}: free").format(what=words)
    return t.say("{what}; free: {room}").format(what=words, room=t.say.count(ROOMS[kind], len(free)))


def _deliver(t: Look, moves: Sequence[tuple[int, ...]]) -> tuple[str, str]:
    sections = t.districts[t.s.seat]
    if not moves:
        roasted = any(section.cubes for section in sections.values() if section.kind == ROAST)
        return "", _no_point(t) if roasted else t.say("nothing is roasted")
    cafes = {card_title(t, sections[target].card) for _, target in moves if _is_cafe(t, target)}
    cubes = t.say.count(CUBES, sum(sections[source].cubes for source in {source for source, _ in moves}))
    if len(cafes) == 1:
        return t.say("{cubes}, to {cafe} too").format(cubes=cubes, cafe=next(iter(cafes))), ""
    if cafes:
        return t.say("{cubes}, to {number} cafés too").format(cubes=cubes, number=len(cafes)), ""
    return cubes, ""


def _is_cafe(t: Look, target: int) -> bool:
    return target != WAREHOUSE and t.districts[t.s.seat][target].kind == CAFE
