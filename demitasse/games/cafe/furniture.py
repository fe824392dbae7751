"""What the things of Café amount to, and where they stand."""

from collections.abc import Iterator, Mapping, Sequence

from demitasse.core.furniture import (
    Area,
    Arrangement,
    Bar,
    Fact,
    Furniture,
    Item,
    Kind,
    Listing,
    Phases,
    Sum,
    Track,
)
from demitasse.core.words import counted, later
from demitasse.games.cafe.actions import worth
from demitasse.games.cafe.box import CAFE, CUP, DRY, GROW, ROAST
from demitasse.games.cafe.look import (
    Table,
    cube_kind,
    offered_cards,
    points_of,
    shelves,
    visible_sections,
    weights,
)
from demitasse.games.cafe.state import ACT, AUCTION, COLOUR, DELIVER, MOST_POINTS, PLACE, ROUNDS, SHIP_CUBE, TAKE
from demitasse.games.cafe.verbs import ACTIONS, WAREHOUSE
from demitasse.games.cafe.words import card_title

ARRANGEMENT = Arrangement(
    desk=("mine side others", "mine side log"),
    desk_columns="minmax(0, 1fr) minmax(280px, 0.42fr) minmax(240px, 0.4fr)",
    tablet=("others others", "mine mine", "side log"),
    tablet_columns="minmax(0, 1.1fr) minmax(0, 1fr)",
    phone=("others", "mine", "side"),
    pinned_columns="minmax(0, 1fr) minmax(240px, 0.36fr) minmax(0, 1fr)",
)
STAGES = {AUCTION: 0, SHIP_CUBE: 0, TAKE: 1, PLACE: 2, ACT: 3, COLOUR: 3}
TITLES = (later("Bid"), later("Draft"), later("Lay"), later("Act"))
LINES = {"cafés": later("cafés {points}"), "tarts": later("tarts {points}"), "warehouse": later("warehouse {points}")}
GROUPS = counted("{number} group", "{number} groups")
RACKS = counted("{number} rack", "{number} racks")
ROASTERS = counted("{number} roaster", "{number} roasters")
SETS = counted("{number} set", "{number} sets")
DEEDS = {
    "place": (later("card laid"), "cf-cafe"),
    "grow": (later("grown"), "cf-grow"),
    "colour": (later("batch grown"), "cf-batch"),
    "dry": (later("dried"), "cf-dry"),
    "roast": (later("roasted"), "cf-roast"),
    "deliver": (later("delivered to a café"), "cf-deliver"),
    "store": (later("delivered to the warehouse"), "cf-warehouse"),
    "drop": (later("thrown back"), "ui-close"),
}


def furniture(t: Table, seats: Sequence[int]) -> Furniture:
    """One's own district first; beside it what can be taken, what the cafés lack, the warehouse."""
    me = seats[0]
    kinds = [_bar(t)] if t.s.phase == ACT and t.s.seat == me and t.match.actor == me else []
    done = [_this_turn(t)] if t.s.phase in (ACT, COLOUR) and t.match.actor == me else []
    return Furniture(
        [*_areas(t, seats, bool(kinds), bool(done))],
        ARRANGEMENT,
        [_points(t, seat) for seat in seats],
        [_warehouse(t, seat) for seat in seats],
        bars=kinds,
        listings=[*(_cafes(t, seat) for seat in seats), *done],
        phases=_phases(t),
    )


def _phases(t: Table) -> Phases:
    steps = TITLES if t.s.auction else TITLES[1:]
    now = STAGES.get(t.s.phase, -1)
    words = t.say("Round {number} / {rounds}").format(number=t.s.rounds, rounds=ROUNDS)
    round_ = Track("round", t.say("Round"), t.s.rounds, ROUNDS, say=words)
    if t.match.actor == "*":
        now = STAGES[AUCTION] if t.s.auction and not t.s.turn else STAGES[TAKE]
    return Phases([t.say(step) for step in steps], now if t.s.auction or now < 0 else now - 1, round_)


# Areas ----------------------------------------------------------------------------------------------------------------


def _areas(t: Table, seats: Sequence[int], acts: bool, done: bool) -> Iterator[Area]:
    me, say = seats[0], t.say
    yield _table_of(t, me, "mine", [f"district-{me}", *(["acts"] if acts else [])])
    offers = bool(offered_cards(t))
    yield Area("offer", say("The offer"), ["offer"], cell="side", idle=not offers, note=_master(t))
    yield Area("card", say("Your card"), [f"hand-{me}"], cell="side", idle=not t.s.hand[me])
    bids = t.s.phase in (AUCTION, SHIP_CUBE)
    if bids:
        yield Area("auction", say("The auction"), ["auction"], cell="side")
    crowded = offers and (bids or len(offered_cards(t)) > 3)
    yield Area("cafes", "", [f"cafes-{me}"], cell="side", idle=not t.cafes[me] or crowded)
    if done:
        yield Area("turn", "", ["turn"], cell="side")
    yield Area("store", "", [f"sum-{me}", f"store-{me}"], cell="side")
    yield Area("supply", say("Supply"), ["supply"], cell="side", idle=offers and t.s.phase != COLOUR)
    for seat in seats[1:]:
        holds = [f"district-{seat}", f"hand-{seat}", f"sum-{seat}", f"store-{seat}"]
        yield _table_of(t, seat, f"seat-{seat}", holds)


def _table_of(t: Table, seat: int, id: str, holds: Sequence[str]) -> Area:
    lines = t.scores[seat]
    return Area(
        id,
        t.match.names[seat],
        holds,
        seat,
        lines["total"],
        _made_up(t, lines),
        f"points-{seat}",
        [Fact(t.say("master"), t.say("master"))] if t.s.master == seat and t.match.seats > 1 else (),
    )


def _made_up(t: Table, lines: Mapping[str, int]) -> str:
    """How a score is made up; nothing is said of what counts nothing."""
    terms = [t.say(words).format(points=lines[name]) for name, words in LINES.items() if lines[name]]
    return f"{lines['total']} = {' + '.join(terms)}" if terms else ""


def _master(t: Table) -> str:
    """Who takes last."""
    if t.match.seats == 1:
        return ""
    words = t.say("{name} is master: first to take") if t.s.auction else t.say("{name} is master: last to take")
    return words.format(name=t.match.names[t.s.master])


# What one has ---------------------------------------------------------------------------------------------------------


def _points(t: Table, seat: int) -> Track:
    """The points to act with; in one's turn those that are left."""
    points = points_of(t, seat)
    say = ""
    if t.s.phase in (ACT, COLOUR) and t.s.seat == seat:
        most = min(MOST_POINTS, visible_sections(t, seat, CUP))
        say = t.say("{points} of {most} left").format(points=points, most=most)
    return Track(f"points-{seat}", t.say("points"), points, MOST_POINTS, "cf-cup", say=say or str(points))


def _warehouse(t: Table, seat: int) -> Sum:
    held = shelves(t, seat)
    fewest, second = (held[weights(held).index(weight)] for weight in (2, 1))
    return Sum(f"sum-{seat}", t.say("Warehouse"), f"2 × {fewest} + {second}", worth(held))


def _cafes(t: Table, seat: int) -> Listing:
    """A seat's cafés, and what they lack."""
    items = [_cafe(t, seat, slot, full) for slot, full in t.cafes[seat].items()]
    worths = {slot: t.b.vp[t.s.card[seat][slot] - 1] for slot in t.cafes[seat]}
    got = sum(vp for slot, vp in worths.items() if t.cafes[seat][slot])
    words = t.say("{points} of {most} points").format(points=got, most=sum(worths.values()))
    return Listing(f"cafes-{seat}", t.say("Cafés"), items, words if items else "")


def _cafe(t: Table, seat: int, slot: int, full: bool) -> Item:
    card = t.s.card[seat][slot] - 1
    left, symbols, lacking = list(t.s.served[seat][slot]), [], []
    for colour, number in enumerate(t.b.needs[card]):
        for _ in range(number):
            if left[colour]:
                left[colour] -= 1
            else:
                lacking.append(len(symbols))
            symbols.append(f"cf-{cube_kind(colour)}")
    value = f"✓ {t.b.vp[card]}" if full else str(t.b.vp[card])
    return Item(card_title(t, card), value, "cf-cafe", symbols, lacking, tone="good" if full else "")


def _this_turn(t: Table) -> Listing:
    """What one has done since one's turn began."""
    items: list[Item] = []
    for ply in t.match.turn():
        verb, args = ACTIONS.decode(ply.id)
        name = "store" if verb == "deliver" and args[1] == WAREHOUSE else verb
        if name not in DEEDS:
            continue
        words, symbol = DEEDS[name]
        before = items[-1] if items else None
        if before and before.id == name:
            items.pop()
        times = int(before.value[1:] or 1) + 1 if before and before.id == name else 1
        items.append(Item(t.say(words), f"×{times}" if times > 1 else "", symbol, id=name))
    return Listing("turn", t.say("This turn"), items)


# What one can do ------------------------------------------------------------------------------------------------------


def _bar(t: Table) -> Bar:
    """The kinds of action: what each would do, or why it cannot be chosen."""
    found: dict[str, list[tuple[int, ...]]] = {}
    for number in t.match.legal_ids():
        verb, args = ACTIONS.decode(number)
        found.setdefault(verb, []).append(tuple(args))
    kinds = [
        Kind("grow", t.say("Grow"), "cf-grow", "A", *_grow(t, len(found.get("grow", ())))),
        Kind("dry", t.say("Dry"), "cf-dry", "S", *_move(t, GROW, DRY, found.get("dry", ())), _is_open(t, DRY)),
        Kind("roast", t.say("Roast"), "cf-roast", "D", *_move(t, DRY, ROAST, found.get("roast", ())), _is_open(t, ROAST)),
        Kind("deliver", t.say("Deliver"), "cf-deliver", "F", *_deliver(t, found.get("deliver", ())), _is_open(t, DELIVER)),
    ]
    return Bar("acts", t.say("Actions"), kinds)


def _is_open(t: Table, kind: int) -> bool:
    return bool(t.s.opened == kind)


def _grow(t: Table, groups: int) -> tuple[str, str]:
    """(what it would do, why not)"""
    if groups:
        return t.say.count(GROUPS, groups), ""
    fields = [section for section in t.districts[t.s.seat].values() if section.kind == GROW]
    if all(section.cubes for section in fields):
        return "", t.say("no field is empty")
    return "", _no_point(t) or t.say("no cube in the supply")


def _no_point(t: Table) -> str:
    if t.s.begun:
        return t.say("deliver first")
    return "" if t.s.points else t.say("no point left")


def _move(t: Table, out_of: int, kind: int, moves: Sequence[tuple[int, ...]]) -> tuple[str, str]:
    """(what drying or roasting would do, why not)"""
    sections = t.districts[t.s.seat].values()
    if moves:
        sets, spots = len({source for _, source in moves}), len({into for into, _ in moves})
        room = t.say.count(RACKS if kind == DRY else ROASTERS, spots)
        return t.say("{cubes}, {room}").format(cubes=t.say.count(SETS, sets), room=room), ""
    if not any(section.cubes for section in sections if section.kind == out_of):
        return "", t.say("nothing to dry") if kind == DRY else t.say("nothing to roast")
    if any(section.kind == kind and not section.cubes for section in sections):
        return "", _no_point(t)
    return "", t.say("no rack is free") if kind == DRY else t.say("no roaster is free")


def _deliver(t: Table, moves: Sequence[tuple[int, ...]]) -> tuple[str, str]:
    sections = t.districts[t.s.seat]
    if not moves:
        roasted = any(section.cubes for section in sections.values() if section.kind == ROAST)
        return "", _no_point(t) if roasted else t.say("nothing is roasted")
    cafes = {card_title(t, sections[target].card) for _, target in moves if _is_cafe(t, target)}
    sets = t.say.count(SETS, len({source for source, _ in moves}))
    if len(cafes) == 1:
        return t.say("{cubes}, to {cafe} too").format(cubes=sets, cafe=next(iter(cafes))), ""
    if cafes:
        return t.say("{cubes}, to {number} cafés too").format(cubes=sets, number=len(cafes)), ""
    return sets, ""


def _is_cafe(t: Table, target: int) -> bool:
    return target != WAREHOUSE and t.districts[t.s.seat][target].kind == CAFE
