"""Where everything of Café lies, and where each action is clicked."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from demitasse.core.box import Box
from demitasse.core.match import Match
from demitasse.core.scene import Action, Group, Held, Outline, Panel, Part, Piece, Place, Row, Scene, around, name_pieces, score_panel, verdict
from demitasse.core.words import ACCUSATIVE, Say, counted, later
from demitasse.games.cafe import rules as r
from demitasse.games.cafe.box import (
    ANY_COLOUR,
    CAFE,
    COLOUR_NAMES,
    COLOURS,
    CUP,
    DRY,
    ESPRESSO,
    FACE,
    GROW,
    PITCH,
    PLANS,
    ROAST,
    SHIP,
    START,
    TART,
    TURNS,
)
from demitasse.games.cafe.notation import rating
from demitasse.games.cafe.state import ACT, AUCTION, CARDS, COLOUR, DECK, DELIVER, LEFT, OFFER, PLACE, ROUNDS, SECTIONS, SHIP_CUBE, TAKE, TOP, WIDTH

UNIT = 80  # a section of a district
GAP = 4  # around a section
ROUND = 10
RIM = 2  # sections a card may stand out
MARGIN = 10
RULER = 18  # the numbers of columns and rows
LEAST_WIDE, LEAST_HIGH = 5, 3  # sections a district is drawn for
CUBE = 34
NEED = 28
CARD_W, CARD_H = 130, 206
CARDS_IN_A_ROW = 3
FACE_UNIT, FACE_X, FACE_Y = 40, 5, 88  # a card in the offer or in hand: below three lines and a row of cubes
STORE_W, STORE_H = 62, 166  # a colour of the warehouse
PILE, PILES = 8, 4  # cubes upon each other, and beside each other
BID_W, BID_H = 274, 44

HUES = (later("yellow"), later("brown"), later("green"), later("red"))
CUBES = (later("yellow cube"), later("brown cube"), later("green cube"), later("red cube"))
KINDS = {GROW: "grow", DRY: "dry", ROAST: "roast", CUP: "cup", SHIP: "ship", CAFE: "cafe", ESPRESSO: "espresso", TART: "tart"}
COUNTED = (  # cubes
    counted("{number} yellow", "{number} yellow"),
    counted("{number} brown", "{number} brown"),
    counted("{number} green", "{number} green"),
    counted("{number} red", "{number} red"),
)
WORDS = {
    DRY: later("drying", ACCUSATIVE),
    ROAST: later("roasting", ACCUSATIVE),
    CUP: later("cup", ACCUSATIVE),
    SHIP: later("ship", ACCUSATIVE),
    CAFE: later("café", ACCUSATIVE),
    ESPRESSO: later("espresso", ACCUSATIVE),
    TART: later("custard tart", ACCUSATIVE),
}
BATCH = later("batch", ACCUSATIVE)
TINTS = ("#f2c53d", "#8a5a3a", "#6fa344", "#c9392f")
GROUNDS = {
    "grow": "#6f8f45",
    "dry": "#dba11c",
    "roast": "#c4622a",
    "cup": "#b98f56",
    "ship": "#4a7fa5",
    "cafe": "#c8493a",
    "full": "#2f9d65",
    "dead": "#7d7068",  # a café of which one section is covered
    "espresso": "#7a5a96",
    "tart": "#e8b04a",
    "gold": "#f0a818",
    **dict(zip(HUES, TINTS, strict=True)),
}
Spot = tuple[int, int]


class _Section(NamedTuple):
    """A visible section of a district."""

    number: int
    card: int
    face: int  # its number on the card
    kind: int
    spot: Spot
    group: int  # the number of its group's first section
    cubes: int
    colour: int  # of the cubes

    @property
    def slot(self) -> int:
        return self.number // FACE


class _Table(NamedTuple):
    """What every part of the scene is drawn from; s and b are the state and the box as plain lists, which are quicker to read than records."""

    match: Match
    s: Any
    b: Any
    districts: Sequence[Mapping[int, _Section]]  # in reading order
    cafes: Sequence[Mapping[int, bool]]  # for each slot whose café is wholly visible: whether it is complete
    scores: Sequence[Mapping[str, int]]
    held: Held
    say: Say


def scene(match: Match, seat: int | None, say: Say) -> Scene:
    """The districts and warehouses (one's own first), the offer, the bids, the supply."""
    t = _look(match, say)
    seats = around(match, seat)
    groups = [group for who in seats for group in (_district(t, who, who == seats[0]), _store(t, who, who == seats[0]))]
    groups[2:2] = [_offer(t), *([_auction(t, seats)] if t.s.phase in (AUCTION, SHIP_CUBE) else []), _supply(t)]
    ask, so = _prompt(t)
    actions = [_action(t, action) for action in match.legal_ids()]
    return Scene(match.game.name, say(match.game.title), seat, match.actor, ask, so, groups, actions, _panels(t), GROUNDS, _ghosts(t))


def _look(match: Match, say: Say) -> _Table:
    s, b = _plain(match.state), _plain_box(match.box)
    seats = range(match.seats)
    cafes = [
        {
            slot: bool(r.is_complete(match.box.records[0], match.state, seat, slot))
            for slot, card in enumerate(s.card[seat])
            if card and b.cafe[card - 1] and r.is_open(match.box.records[0], match.state, seat, slot)
        }
        for seat in seats
    ]
    districts = [_sections(s, b, seat) for seat in seats]
    return _Table(match, s, b, districts, cafes, match.breakdown(), name_pieces(match, _counts(match, s)), say)


def _plain(record: Any) -> Any:
    return SimpleNamespace(**{name: record[name].tolist() for name in record.dtype.names})


@lru_cache(maxsize=16)
def _plain_box(box: Box) -> Any:
    return _plain(box.records[0])


def _sections(s: Any, b: Any, seat: int) -> dict[int, _Section]:
    """The visible sections of a district, in reading order."""
    found = []
    for number, group in enumerate(s.group[seat]):
        if group:
            slot, face = divmod(number, FACE)
            card, ((x, y), turned) = s.card[seat][slot] - 1, _lies(s, seat, slot)
            row, column = divmod(b.offset[turned][face], PITCH)
            spot = (x + column, y + row)
            found.append(_Section(number, card, face, b.kind[card][face], spot, group - 1, s.cubes[seat][number], s.colour[seat][number] - 1))
    return {section.number: section for section in sorted(found, key=lambda section: section.spot[::-1])}


def _lies(s: Any, seat: int, slot: int) -> tuple[Spot, int]:
    """(upper left section, quarter turns) of a card of a district."""
    corner, turned = divmod(s.at[seat][slot] - 1, TURNS)
    return (corner % PITCH + LEFT, corner // PITCH + TOP), turned


def _counts(match: Match, s: Any) -> dict[tuple[str, str], int]:
    """How many cubes of a colour lie where: on sections, in cafés, in warehouses and bids."""
    counts: dict[tuple[str, str], int] = {}
    for seat in range(match.seats):
        for section, number in enumerate(s.cubes[seat]):
            if number:
                counts[_kind(s.colour[seat][section] - 1), _on(seat, section)] = number
        for colour in range(COLOURS):
            counts[_kind(colour), _warehouse_of(seat, colour)] = s.warehouse[seat][colour]
            counts[_kind(colour), f"bid-{seat}"] = s.bid[seat][colour]
            for slot, served in enumerate(s.served[seat]):
                counts[_kind(colour), _cafe_of(seat, slot)] = served[colour]
    return counts


def tell(box: Box, text: str, say: Say) -> str:
    """A decision or a draw as a phrase."""
    verb, *what = text.split()
    if verb == "plan":
        return _plan_name(box, what[0], say)
    if verb in ("take", "discard"):
        words = say("{card} discarded") if verb == "discard" else say("{card} taken, paid: {colour}") if len(what) > 1 else say("{card} taken")
        return words.format(card=_plan_name(box, what[0], say), colour=_hue(what[-1], say))
    if verb == "place":
        return say("card placed at {place}, turned {degrees}°").format(place=what[0], degrees=what[1][1:])
    if verb == "ship":
        return say("{colour} cube put on the ship at {place}").format(colour=_hue(what[0], say), place=what[1])
    words = {
        "grow": say("coffee grown at {first}"),
        "colour": say("the batch grows {colour}"),
        "dry": say("dried: {last} → {first}"),
        "roast": say("roasted: {last} → {first}"),
        "deliver": say("delivered: {first} → {last}"),
        "drop": say("cubes at {first} thrown back"),
        "end": say("turn ended"),
        "stake": say("cube laid out: {colour}"),
        "bid": say("bid made"),
        "pass": say("passed"),
        "lose": say("no cube put on a ship"),
    }[verb]
    ends = {"first": what[0], "last": say("warehouse") if what[-1] == "warehouse" else what[-1]} if what else {}
    return words.format(**ends, colour=_hue(what[0], say) if what else "")


def _hue(letter: str, say: Say) -> str:
    """The colour of a letter in words; empty for another text."""
    return say(HUES[COLOUR_NAMES.index(letter)]) if letter in COLOUR_NAMES else ""


def _plan_name(box: Box, plan: str, say: Say) -> str:
    """A plan card by its café, or by its number if it has none."""
    cafe = box.names["cafe"][box.names["plan"].index(plan)]
    return cafe or say("plan {number}").format(number=plan)


# Names ----------------------------------------------------------------------------------------------------------------


def _kind(colour: int) -> str:
    return f"cube-{COLOUR_NAMES[colour].lower()}"


def _on(seat: int, section: int) -> str:
    """A section as what holds cubes."""
    return f"on-{seat}-{section}"


def _cafe_of(seat: int, slot: int) -> str:
    return f"cafe-{seat}-{slot}"


def _warehouse_of(seat: int, colour: int) -> str:
    return f"warehouse-{seat}-{COLOUR_NAMES[colour]}"


def _at(seat: int, spot: Spot) -> str:
    """The place of a section in a district."""
    return f"section-{seat}-{spot[0]},{spot[1]}"


def _card_id(t: _Table, card: int) -> str:
    return f"card-start-{card - START}" if card >= START else f"card-{t.match.box.names['plan'][card]}"


# Districts ------------------------------------------------------------------------------------------------------------


def _district(t: _Table, seat: int, mine: bool) -> Group:
    """The cards, and on them the visible sections with their cubes."""
    sections = t.districts[seat].values()
    lays = t.s.phase == PLACE and t.s.seat == seat
    places = [place for section in sections for place in _section(t, seat, section)]
    if lays:
        places += _rim(t, seat, {place.id for place in places})
    pieces = [*_laid_cards(t, seat), *(piece for section in sections for piece in _section_cubes(t, seat, section))]
    for slot in t.cafes[seat]:
        pieces += _served(t, seat, slot)
    left, top, width, height = _bounds([section.spot for section in sections], RULER + (RIM * UNIT if lays else MARGIN))
    places += list(_rulers(seat, places))
    return Group(
        f"district-{seat}",
        t.match.names[seat],
        width,
        height,
        places,
        pieces,
        "primary" if mine else "mini",
        seat,
        _facts(t, seat),
        left,
        top,
        _outlines(t, seat),
        plane=True,
    )


def _bounds(spots: Sequence[Spot], margin: int) -> tuple[int, int, int, int]:
    """(left, top, width, height) of a district with a margin, and of a least size."""
    (left, right), (top, bottom) = ((min(axis) * UNIT - margin, (max(axis) + 1) * UNIT + margin) for axis in zip(*spots, strict=True))
    wide, high = max(0, LEAST_WIDE * UNIT - (right - left)), max(0, LEAST_HIGH * UNIT - (bottom - top))
    return left - wide // 2, top - high // 2, right - left + wide, bottom - top + high


def _rulers(seat: int, places: Sequence[Place]) -> Iterator[Place]:
    """The numbers by which sections are named, above the columns and left of the rows."""
    left, top = (int(min(edges) // UNIT) for edges in ([place.x for place in places], [place.y for place in places]))
    right, bottom = (int(max(edges) // UNIT) for edges in ([place.x + place.w for place in places], [place.y + place.h for place in places]))
    for x in range(left, right + 1):
        yield Place(f"column-{seat}-{x}", x * UNIT, top * UNIT - RULER, UNIT, RULER, shape="bare", text=str(x))
    for y in range(top, bottom + 1):
        yield Place(f"row-{seat}-{y}", left * UNIT - RULER, y * UNIT, RULER, UNIT, shape="bare", text=str(y))


def _facts(t: _Table, seat: int) -> list[Row]:
    facts = [Row(t.say("points"), str(t.scores[seat]["total"])), Row(t.say("cups"), str(_visible(t, seat, CUP)), "cf-cup")]
    if t.s.phase in (ACT, COLOUR) and t.s.seat == seat:
        facts.append(Row(t.say("action points left"), str(t.s.points)))
    return facts


def _visible(t: _Table, seat: int, kind: int) -> int:
    """How many sections of a kind are visible."""
    return sum(section.kind == kind for section in t.districts[seat].values())


def _laid_cards(t: _Table, seat: int) -> Iterator[Piece]:
    """The cards beneath the sections, in the order they were placed."""
    for slot, card in enumerate(t.s.card[seat]):
        if card:
            (x, y), turned = _lies(t.s, seat, slot)
            w, h = (2 * UNIT, 3 * UNIT) if turned % 2 else (3 * UNIT, 2 * UNIT)
            face = list(_face(t, card - 1, turned, UNIT, 0, 0))
            yield Piece(_card_id(t, card - 1), x * UNIT, y * UNIT, w, h, label=_card_label(t, card - 1), ground="card", layer=slot - CARDS, face=face)


def _ghosts(t: _Table) -> list[Piece]:
    """The card that is to be placed, as it would lie in each of its four turns."""
    if t.s.phase != PLACE or not t.s.hand[t.s.seat]:
        return []
    card, ghosts = t.s.hand[t.s.seat] - 1, []
    for turned in range(TURNS):
        w, h = (2 * UNIT, 3 * UNIT) if turned % 2 else (3 * UNIT, 2 * UNIT)
        face = list(_face(t, card, turned, UNIT, 0, 0))
        ghosts.append(Piece(f"ghost-{turned}", -GAP, -GAP, w, h, label=_card_name(t, card), ground="card", face=face))
    return ghosts


def _section(t: _Table, seat: int, section: _Section) -> Iterator[Place]:
    """The place of a section; of a café that is wholly visible one for both its sections."""
    if section.kind == CAFE and section.slot in t.cafes[seat]:
        if section.spot == _cafe_spots(t, seat, section.slot)[0]:
            yield from _cafe(t, seat, section.slot)
        return
    symbol, tint = _symbol(t, section.card, section.face)
    yield Place(
        _at(seat, section.spot),
        *_box(section.spot, 1, 1),
        _at_place(t, section.spot, t.say("café, half covered") if section.kind == CAFE else _words_at(t, section)),
        "dead" if section.kind == CAFE else KINDS[section.kind],
        symbol="" if section.cubes else symbol,
        text=t.say("{points} VP").format(points=t.b.tart[section.card][section.face]) if section.kind == TART else "",
        corner=symbol if section.cubes else "",
        tint=tint,
    )


def _box(spot: Spot, wide: int, high: int) -> tuple[int, int, int, int]:
    return spot[0] * UNIT + GAP, spot[1] * UNIT + GAP, wide * UNIT - 2 * GAP, high * UNIT - 2 * GAP


def _symbol(t: _Table, card: int, face: int) -> tuple[str, str]:
    """(symbol, tint) of a section of a card."""
    kind, grows = t.b.kind[card][face], t.b.grows[card][face]
    if kind != GROW:
        return f"cf-{KINDS[kind]}", ""
    if grows == ANY_COLOUR:
        return "cf-batch", ""
    return ("cf-surplus", TINTS[grows - 1]) if t.b.amount[card][face] > 1 else (f"cf-bean-{COLOUR_NAMES[grows - 1].lower()}", "")


def _section_cubes(t: _Table, seat: int, section: _Section) -> Iterator[Piece]:
    """The cubes of a section side by side, the more the closer."""
    names = t.held[_kind(section.colour), _on(seat, section.number)] if section.cubes else ()
    step = min(12, (UNIT - 2 * GAP - CUBE - 8) / max(1, len(names) - 1))
    x, y = ((at + 1) * UNIT - GAP - 6 - CUBE for at in section.spot)
    for k, name in enumerate(names):
        count = len(names) if 0 < k == len(names) - 1 else 0
        yield _cube(t, name, section.colour, round(x - step * (len(names) - 1 - k), 1), y, CUBE, k, count)


def _cube(t: _Table, name: str, colour: int, x: float, y: float, size: float, layer: int, count: int = 0) -> Piece:
    return Piece(name, x, y, size, size, f"cf-{_kind(colour)}", label=t.say(CUBES[colour]), count=count, layer=layer)


def _rim(t: _Table, seat: int, there: set[str]) -> Iterator[Place]:
    """Bare places for the upper left section of a card where it would stand out, or lie on the second section of a café."""
    sections = {section.spot: section for section in t.districts[seat].values()}
    for spot in dict.fromkeys(_placement(action)[0] for action in t.match.legal_ids()):
        if _at(seat, spot) not in there:
            label = _section_label(t, sections[spot]) if spot in sections else _at_place(t, spot, t.say("nothing yet"))
            yield Place(_at(seat, spot), *_box(spot, 1, 1), label, shape="bare")


def _outlines(t: _Table, seat: int) -> list[Outline]:
    """A line around each group of growing, drying or roasting sections."""
    groups: dict[int, set[Spot]] = {}
    for section in t.districts[seat].values():
        if section.kind <= ROAST:
            groups.setdefault(section.group, set()).add(section.spot)
    return [Outline(f"group-{seat}-{first}", _path(cells), KINDS[t.districts[seat][first].kind]) for first, cells in groups.items()]


def _path(cells: set[Spot]) -> str:
    """The border of some cells as a path, a little inside: clockwise, holes the other way round."""
    edges: dict[Spot, list[Spot]] = {}  # where an edge begins: its directions
    for x, y in cells:
        for corner, step, other in (
            ((x, y), (1, 0), (x, y - 1)),
            ((x + 1, y), (0, 1), (x + 1, y)),
            ((x + 1, y + 1), (-1, 0), (x, y + 1)),
            ((x, y + 1), (0, -1), (x - 1, y)),
        ):
            if other not in cells:
                edges.setdefault(corner, []).append(step)
    loops = []
    while edges:
        loops.append(_loop(edges))
    return "".join(_rounded(loop) for loop in loops)


def _rounded(loop: Sequence[Spot]) -> str:
    """A closed line with rounded corners."""
    steps = []
    for k, (x, y) in enumerate(loop):
        (before_x, before_y), (after_x, after_y) = (_towards((x, y), loop[other % len(loop)]) for other in (k - 1, k + 1))
        steps.append(f"{before_x} {before_y}Q{x} {y} {after_x} {after_y}")
    return f"M{'L'.join(steps)}Z"


def _towards(corner: Spot, other: Spot) -> Spot:
    """A point a little away from a corner, on the way to another."""
    x, y = ((there > here) - (there < here) for here, there in zip(corner, other, strict=True))
    return corner[0] + ROUND * x, corner[1] + ROUND * y


def _loop(edges: dict[Spot, list[Spot]]) -> list[Spot]:
    """Takes one closed line out of the edges; its corners in a district's coordinates."""
    start = next(iter(edges))
    at, ahead = start, edges[start][0]
    begun = ahead
    loop = []
    while True:
        edges[at].remove(ahead)
        if not edges[at]:
            del edges[at]
        at = (at[0] + ahead[0], at[1] + ahead[1])
        ways = edges.get(at, [begun])
        right = (-ahead[1], ahead[0])
        turn = right if right in ways else ways[0]  # where cells touch at a corner only, along the same cell
        if turn != ahead:
            inward = (-ahead[1] - turn[1], ahead[0] + turn[0])
            loop.append((at[0] * UNIT + 2 * inward[0], at[1] * UNIT + 2 * inward[1]))
        if at == start and turn == begun:
            return loop
        ahead = turn


# Cafés ----------------------------------------------------------------------------------------------------------------


def _cafe_spots(t: _Table, seat: int, slot: int) -> list[Spot]:
    """Where the sections of a café that is wholly visible lie, in reading order."""
    return [section.spot for section in t.districts[seat].values() if section.slot == slot and section.kind == CAFE]


def _cafe_box(spots: Sequence[Spot]) -> tuple[int, int, int, int]:
    return _box(spots[0], spots[-1][0] - spots[0][0] + 1, spots[-1][1] - spots[0][1] + 1)


def _cafe(t: _Table, seat: int, slot: int) -> Iterator[Place]:
    """A café with its VP and a slot for each cube it needs."""
    card = t.s.card[seat][slot] - 1
    spots = _cafe_spots(t, seat, slot)
    x, y, w, h = _cafe_box(spots)
    ground = "full" if t.cafes[seat][slot] else "cafe"
    yield Place(_at(seat, spots[0]), x, y, w, h, _cafe_label(t, seat, slot), ground, corner="cf-cafe")
    vp = str(t.b.vp[card])
    yield Place(f"vp-{seat}-{slot}", x + w - 28, y + 4, 24, 24, t.say("{points} VP").format(points=vp), "gold", "round", text=vp)
    for k, (colour, across, down, size) in enumerate(_needs(t, seat, slot)):
        label = t.say("needed: {cube}").format(cube=t.say(CUBES[colour]))
        yield Place(
            f"need-{seat}-{slot}-{k + 1}", across, down, size, size, label, HUES[colour], "round", symbol=f"cf-bean-{COLOUR_NAMES[colour].lower()}"
        )


def _needs(t: _Table, seat: int, slot: int) -> list[tuple[int, int, int, int]]:
    """(colour, x, y, size) of the slots of a café, as large as they fit below its sign."""
    colours = [colour for colour, number in enumerate(t.b.needs[t.s.card[seat][slot] - 1]) for _ in range(number)]
    x, y, w, h = _cafe_box(_cafe_spots(t, seat, slot))
    left, top, wide, high = x + 3, y + 34, w - 6, h - 37
    size = next(size for size in range(NEED, 0, -1) if (wide // size) * (high // size) >= len(colours))
    each = wide // size
    return [(colour, left + k % each * size, top + k // each * size, size - 1) for k, colour in enumerate(colours)]


def _served(t: _Table, seat: int, slot: int) -> Iterator[Piece]:
    """The cubes of a café on the slots of their colour."""
    used = [0] * COLOURS
    for colour, x, y, size in _needs(t, seat, slot):
        names = t.held.get((_kind(colour), _cafe_of(seat, slot)), ())
        if used[colour] < len(names):
            yield _cube(t, names[used[colour]], colour, x, y, size, 0)
            used[colour] += 1


# Cards, warehouses, supply --------------------------------------------------------------------------------------------


def _face(t: _Table, card: int, turned: int, unit: int, left: int, top: int) -> Iterator[Part]:
    """The sections printed on a card, as they lie when it is turned; a café as one part."""
    gap = unit // 20
    for face in range(FACE):
        kind = t.b.kind[card][face]
        faces = [section - 1 for section in (t.b.cafe[card], t.b.annexe[card]) if section] if kind == CAFE else [face]
        if face != faces[0]:
            continue
        rows, columns = zip(*(divmod(t.b.offset[turned][k], PITCH) for k in faces), strict=True)
        x, y = left + min(columns) * unit + gap, top + min(rows) * unit + gap
        w, h = (max(columns) - min(columns) + 1) * unit - 2 * gap, (max(rows) - min(rows) + 1) * unit - 2 * gap
        text = str(t.b.vp[card]) if kind == CAFE else str(t.b.tart[card][face]) if kind == TART else ""
        symbol, tint = _symbol(t, card, face)
        yield Part(x, y, w, h, symbol, KINDS[kind], text, tint)


def _card(t: _Table, card: int, x: float, y: float, note: str = "") -> Piece:
    """A card that is not placed: its café and what it needs, its face, the café's town, what it costs."""
    title, _, town = _card_name(t, card).partition(", ")
    needs = [colour for colour, number in enumerate(t.b.needs[card]) for _ in range(number)]
    symbols = tuple(f"cf-{_kind(colour)}" for colour in needs)
    face = list(_face(t, card, 0, FACE_UNIT, FACE_X, FACE_Y))
    return Piece(
        _card_id(t, card),
        x,
        y,
        CARD_W,
        CARD_H,
        title=title,
        symbols=symbols,
        note=t.say.list(filter(None, (town, note))),
        label=_card_label(t, card),
        layer=1,
        face=face,
    )


def _offer(t: _Table) -> Group:
    """The cards on offer, with what they cost the seat that takes."""
    shown = int(r.shown(t.match.state))
    offered = _offered(t)
    places = [
        Place(f"offer-{k + 1}", *_offer_spot(k), CARD_W, CARD_H, t.say("card {number} of the offer").format(number=k + 1)) for k in range(shown)
    ]
    pieces = [_card(t, card, *_offer_spot(k), _cost(t, card)) for k, card in enumerate(offered)]
    label = t.say("The offer, round {number} of {rounds}").format(number=t.s.rounds, rounds=ROUNDS)
    rows = -(-shown // CARDS_IN_A_ROW)
    return Group("offer", label, CARDS_IN_A_ROW * (CARD_W + 5) - 5, rows * (CARD_H + 5) - 5, places, pieces)


def _offer_spot(k: int) -> tuple[int, int]:
    return k % CARDS_IN_A_ROW * (CARD_W + 5), k // CARDS_IN_A_ROW * (CARD_H + 5)


def _offered(t: _Table) -> list[int]:
    return [card for card in range(PLANS) if t.s.plan[card] == OFFER]


def _cost(t: _Table, card: int) -> str:
    if t.s.auction or not t.b.cup[card] or _visible(t, t.s.seat, SHIP) >= r.DISCOUNT_SHIPS:
        return t.say("no cost")
    return t.say("costs 1 cube")


def _store(t: _Table, seat: int, mine: bool) -> Group:
    """A player's warehouse, the card in hand and the master's token."""
    say, s = t.say, t.s
    places: list[Place] = []
    pieces: list[Piece] = []
    for colour in range(COLOURS):
        number, x = s.warehouse[seat][colour], colour * (STORE_W + 4)
        label = say("In the warehouse: {cubes}").format(cubes=say.count(COUNTED[colour], number))
        places.append(Place(_warehouse_of(seat, colour), x, 0, STORE_W, STORE_H, label, HUES[colour], text=say(HUES[colour]), count=number))
        pieces += _pile(t, seat, colour, x)
    hand = 4 * (STORE_W + 4) + 4
    places.append(Place(f"hand-{seat}", hand, 0, CARD_W, CARD_H, say("card in hand"), text="" if s.hand[seat] else say("card in hand")))
    if s.hand[seat]:
        pieces.append(_card(t, s.hand[seat] - 1, hand, 0))
    if s.master == seat and t.match.seats > 1:
        label = say("{name} is the master").format(name=t.match.names[seat])
        pieces.append(Piece("master", 0, STORE_H + 10, 110, 30, title=say("master"), label=label, ground="gold"))
    facts = [Row(say("points"), str(t.scores[seat]["warehouse"]), "cf-warehouse")]
    label = say("{name}: warehouse").format(name=t.match.names[seat])
    return Group(f"store-{seat}", label, hand + CARD_W, CARD_H, places, pieces, "side" if mine else "mini", seat, facts)


def _pile(t: _Table, seat: int, colour: int, left: float) -> Iterator[Piece]:
    """The cubes of a colour in a warehouse upon each other."""
    size = 26
    for k, name in enumerate(t.held.get((_kind(colour), _warehouse_of(seat, colour)), ())):
        x, y = left + 5 + k // PILE % PILES * 10, STORE_H - 36 - size - k % PILE * 10  # two lines of text below
        yield _cube(t, name, colour, x, y, size, k)


def _auction(t: _Table, seats: Sequence[int]) -> Group:
    """Everybody's bid, laid out."""
    places, pieces = [], []
    for k, seat in enumerate(seats):
        y, laid = k * (BID_H + 6), sum(t.s.bid[seat])
        words = t.say("{name}, passed") if t.s.passed[seat] else "{name}"
        places.append(Place(f"bidder-{seat}", 0, y, 120, BID_H, t.match.names[seat], shape="bare", text=words.format(name=t.match.names[seat])))
        label = t.say("{name}: {count} laid out, last bid {bid}").format(name=t.match.names[seat], count=laid, bid=t.s.last_bid[seat])
        places.append(Place(f"bid-{seat}", 124, y, BID_W, BID_H, label, count=laid))
        names = [(name, colour) for colour in range(COLOURS) for name in t.held.get((_kind(colour), f"bid-{seat}"), ())]
        step = min(26, (BID_W - 60) / max(1, len(names) - 1))
        pieces += [_cube(t, name, colour, round(130 + step * n, 1), y + 7, 30, n) for n, (name, colour) in enumerate(names)]
    facts = [Row(t.say("master"), t.match.names[t.s.master])]
    return Group("auction", t.say("The auction"), 124 + BID_W, len(seats) * (BID_H + 6) - 6, places, pieces, facts=facts)


def _supply(t: _Table) -> Group:
    places = []
    for colour, hue in enumerate(HUES):
        number = t.s.supply[colour]
        label = t.say("In the supply: {cubes}").format(cubes=t.say.count(COUNTED[colour], number))
        places.append(
            Place(f"supply-{COLOUR_NAMES[colour]}", colour * 76, 0, 72, 70, label, hue, corner=f"cf-{_kind(colour)}", text=t.say(hue), count=number)
        )
    unseen = _unseen(t)
    label = t.say.ngettext("{count} unseen card", "{count} unseen cards", len(unseen)).format(count=len(unseen))
    places.append(Place("deck", 304, 0, 94, 70, label, text=t.say("unseen cards"), count=len(unseen)))
    return Group("supply", t.say("Supply"), 398, 70, places)


def _unseen(t: _Table) -> list[int]:
    return [card for card in range(PLANS) if t.s.plan[card] == DECK]


# Words ----------------------------------------------------------------------------------------------------------------


def _card_name(t: _Table, card: int) -> str:
    if card >= START:
        return t.say("start card {number}").format(number=card - START + 1)
    return _plan_name(t.match.box, t.match.box.names["plan"][card], t.say)


def _card_label(t: _Table, card: int) -> str:
    """A card in words: its name, its sections, what its café needs and pays."""
    sections = t.say.list(_section_words(t, card, face) for face in range(FACE))
    words = t.say("{title}: {content}").format(title=_card_name(t, card), content=sections)
    if not t.b.cafe[card]:
        return words
    needs, vp = _cubes(t, t.b.needs[card]), t.b.vp[card]
    return t.say("{card}. The café needs {cubes}: {points} VP").format(card=words, cubes=needs, points=vp)


def _section_words(t: _Table, card: int, face: int, case: str = "") -> str:
    """What a section of a card is."""
    kind, grows = t.b.kind[card][face], t.b.grows[card][face]
    if kind != GROW:
        return t.say(WORDS[kind], case)
    if grows == ANY_COLOUR:
        return t.say(BATCH, case)
    words = t.say("surplus {colour}") if t.b.amount[card][face] > 1 else t.say("growing {colour}")
    return words.format(colour=t.say(HUES[grows - 1]))


def _words_at(t: _Table, section: _Section, case: str = "") -> str:
    """What a section of a district is, with the cubes on it."""
    words = _section_words(t, section.card, section.face, case)
    return t.say("{section} with {cubes}").format(section=words, cubes=_cubes_at(t, section)) if section.cubes else words


def _section_label(t: _Table, section: _Section) -> str:
    return _at_place(t, section.spot, _words_at(t, section))


def _at_place(t: _Table, spot: Spot, content: str) -> str:
    return t.say("{place}: {content}").format(place=_place_name(spot), content=content)


def _place_name(spot: Spot) -> str:
    return f"{spot[0]},{spot[1]}"


def _cafe_label(t: _Table, seat: int, slot: int) -> str:
    card = t.s.card[seat][slot] - 1
    lacking = [need - has for need, has in zip(t.b.needs[card], t.s.served[seat][slot], strict=True)]
    words = t.say("{cafe}: {points} VP, still needs {cubes}") if any(lacking) else t.say("{cafe}: {points} VP, complete")
    return words.format(cafe=_card_name(t, card), points=t.b.vp[card], cubes=_cubes(t, lacking))


def _cubes(t: _Table, counts: Sequence[int]) -> str:
    return t.say.list(t.say.count(COUNTED[colour], number) for colour, number in enumerate(counts) if number)


def _cubes_at(t: _Table, section: _Section) -> str:
    return t.say.count(COUNTED[section.colour], section.cubes)


def _prompt(t: _Table) -> tuple[str, str]:
    """(what is asked, its consequence)."""
    say, s = t.say, t.s
    if t.match.actor is None:
        if t.match.seats == 1:  # CF-33
            score = t.scores[0]["total"]
            so = say.ngettext("{points} point alone: {rating}.", "{points} points alone: {rating}.", score)
            return say("The game is over."), so.format(points=score, rating=say(rating(score)))
        return verdict(t.match, say)
    if t.match.actor == "*":
        return say("A card is laid out."), say("Round {number} of {rounds}.").format(number=s.rounds, rounds=ROUNDS)
    seat = s.seat
    ask = {
        AUCTION: say("{name}: bid for the master's token, or pass?"),
        SHIP_CUBE: say("{name}: put a cube of the bid on a ship?"),
        TAKE: say("{name}: which card do you take?") if _can_take(t) else say("{name}: no card can be paid for. Which one is discarded?"),
        PLACE: say("{name}: where do you place {card}?"),
        ACT: say("{name}: grow, dry, roast or deliver?"),
        COLOUR: say("{name}: which colour does the batch grow?"),
    }[s.phase]
    card = _card_name(t, s.hand[seat] - 1) if s.hand[seat] else ""
    return ask.format(name=t.match.names[seat], card=card), _consequence(t, seat)


def _can_take(t: _Table) -> bool:
    return t.match.legal_ids()[0] < r.DISCARD


def _consequence(t: _Table, seat: int) -> str:
    say, s = t.say, t.s
    if s.phase == AUCTION:
        return say("A bid is at least {least}; {laid} are laid out.").format(least=int(r.least_bid(t.match.state, seat)), laid=sum(s.bid[seat]))
    if s.phase == SHIP_CUBE:
        return say("It returns to the warehouse when the ship is covered, or at the end. The rest of the bid goes to the supply.")
    if s.phase == TAKE:
        return say("You place it when all have taken one.") if _can_take(t) else say("You place none this round.")
    if s.phase == PLACE:
        return say("It covers 2, 3 or 4 sections, and a cup stays visible.")
    if s.begun:
        return say("Deliver first what is left of this section.")
    if s.opened == DELIVER:
        return say("Action points left: {points}. The delivery is open: more is free.").format(points=s.points)
    if s.opened:
        return say("Action points left: {points}. The action is open: more into the same group is free.").format(points=s.points)
    return say("Action points left: {points}.").format(points=s.points)


def _panels(t: _Table) -> list[Panel]:
    say = t.say
    cafes = [
        Row(say("{name}: {line}").format(name=t.match.names[seat], line=_cafe_label(t, seat, slot)), str(t.b.vp[t.s.card[seat][slot] - 1]), "cf-cafe")
        for seat in range(t.match.seats)
        for slot in t.cafes[seat]
    ]
    supply = [Row(say(hue), str(t.s.supply[colour]), f"cf-{_kind(colour)}") for colour, hue in enumerate(HUES)]
    unseen = [Row(_card_label(t, card), t.match.box.names["plan"][card]) for card in _unseen(t)]
    return [
        score_panel(t.match.names, t.scores, say),
        Panel("cafes", say("Cafés"), cafes),
        Panel("supply", say("Supply"), supply),
        Panel("deck", say("Unseen cards"), unseen),
    ]


# Actions --------------------------------------------------------------------------------------------------------------


def _action(t: _Table, action: int) -> Action:
    """Where an action is clicked, and what it does in words."""
    seat, text, say = t.s.seat, t.match.action_text(action), t.say
    if action < r.DISCARD:
        return _take(t, seat, text, *divmod(action - r.TAKE_CARD, r.PAYMENTS))
    if action < r.PLACE_AT:
        card = action - r.DISCARD
        return Action(text, say("Discard {card}").format(card=_card_name(t, card)), _card_id(t, card), key=_digit(t, card))
    if action < r.GROW_GROUP:
        return _place(t, seat, text, *_placement(action))
    if action < r.CHOOSE:
        return _grow(t, seat, text, action - r.GROW_GROUP)
    if action < r.MOVE:
        return _batch(t, seat, text, action - r.CHOOSE)
    if action < r.DELIVER_FROM:
        kind, at = divmod(action - r.MOVE, SECTIONS * SECTIONS)
        return _move(t, seat, text, DRY + kind, *divmod(at, SECTIONS))
    if action < r.DROP:
        return _deliver(t, seat, text, *divmod(action - r.DELIVER_FROM, r.TARGETS))
    if action < r.END:
        section = t.districts[seat][action - r.DROP]
        label = say("Throw {cubes} at {place} back").format(cubes=_cubes_at(t, section), place=_place_name(section.spot))
        return Action(text, label, _at(seat, section.spot), price=say("no cost"), quiet=True)
    return _other(t, seat, text, action)


def _take(t: _Table, seat: int, text: str, card: int, payment: int) -> Action:
    name = _card_name(t, card)
    if not payment:
        return Action(text, t.say("Take {card}").format(card=name), _card_id(t, card), key=_digit(t, card))
    cube = t.say(CUBES[payment - 1])
    label = t.say("Take {card}, pay: {cube}").format(card=name, cube=cube)
    return Action(text, label, _card_id(t, card), _warehouse_of(seat, payment - 1), price=cube)


def _digit(t: _Table, card: int) -> str:
    return str(_offered(t).index(card) + 1)


def _placement(action: int) -> tuple[Spot, int]:
    """(upper left section, quarter turns) of a place."""
    place, turned = divmod(action - r.PLACE_AT, TURNS)
    return (place % WIDTH + LEFT, place // WIDTH + TOP), turned


def _place(t: _Table, seat: int, text: str, spot: Spot, turned: int) -> Action:
    card = t.s.hand[seat] - 1
    covered = _covered(t, seat, spot, turned)
    lost = _lost(t, seat, covered)
    cups = _visible(t, seat, CUP) + bool(t.b.cup[card]) - sum(section.kind == CUP for section in covered)
    points = min(r.MOST_POINTS, cups)
    words = t.say.ngettext(
        "Place it at {place}, turned {degrees}°: covers {sections}; {points} action point",
        "Place it at {place}, turned {degrees}°: covers {sections}; {points} action points",
        points,
    )
    label = words.format(
        place=_place_name(spot),
        degrees=turned * 90,
        sections=t.say.list(_covered_words(t, covered)),
        points=points,
    )
    price = t.say("you lose {cubes}").format(cubes=_cubes(t, lost)) if any(lost) else ""
    covers = [_place_of(t, seat, section) for section in covered]
    return Action(text, label, _at(seat, spot), _card_id(t, card), price=price, ghost=f"ghost-{turned}", covers=list(dict.fromkeys(covers)))


def _place_of(t: _Table, seat: int, section: _Section) -> str:
    """The place a section is shown at: of a café that is wholly visible its first section's."""
    whole = section.kind == CAFE and section.slot in t.cafes[seat]
    return _at(seat, _cafe_spots(t, seat, section.slot)[0] if whole else section.spot)


def _covered(t: _Table, seat: int, spot: Spot, turned: int) -> list[_Section]:
    """The visible sections that a card would cover, in reading order."""
    wide, high = (2, 3) if turned % 2 else (3, 2)
    return [section for section in t.districts[seat].values() if 0 <= section.spot[0] - spot[0] < wide and 0 <= section.spot[1] - spot[1] < high]


def _covered_words(t: _Table, covered: Sequence[_Section]) -> Iterator[str]:
    """What would be covered; both sections of a café are one thing."""
    for k, section in enumerate(covered):
        if section.kind != CAFE or section.slot not in {other.slot for other in covered[:k] if other.kind == CAFE}:
            yield _words_at(t, section, ACCUSATIVE)


def _lost(t: _Table, seat: int, covered: Sequence[_Section]) -> list[int]:
    """The cubes of each colour that go to the supply when sections are covered (CF-13, CF-24); a ship's goes to the warehouse (CF-43)."""
    lost = [0] * COLOURS
    for section in covered:
        if section.cubes and section.kind != SHIP:
            lost[section.colour] += section.cubes
    for slot in {section.slot for section in covered if section.kind == CAFE}:
        lost = [number + served for number, served in zip(lost, t.s.served[seat][slot], strict=True)]
    return lost


def _group_of(t: _Table, seat: int, first: int) -> list[_Section]:
    """The sections of a group, in reading order."""
    return [section for section in t.districts[seat].values() if section.group == first]


def _grow(t: _Table, seat: int, text: str, first: int) -> Action:
    """All that the group would grow, as far as the supply lasts (CF-20)."""
    grown, batches = [0] * COLOURS, 0
    for section in _group_of(t, seat, first):
        colour = t.b.grows[section.card][section.face] - 1
        if section.cubes:
            continue
        if colour == ANY_COLOUR - 1:
            batches += 1
        else:
            grown[colour] += min(t.b.amount[section.card][section.face], t.s.supply[colour] - grown[colour])
    words = [_cubes(t, grown)] if any(grown) else []
    words += [t.say.ngettext("{number} of a batch", "{number} of batches", batches).format(number=batches)] if batches else []
    spot = t.districts[seat][first].spot
    label = t.say("Grow {cubes} at {place}").format(cubes=t.say.list(words), place=_place_name(spot))
    return Action(text, label, _at(seat, spot), price=t.say("1 point"), badge=f"+{sum(grown) + batches}")


def _batch(t: _Table, seat: int, text: str, colour: int) -> Action:
    """A colour for the first empty batch of the group that grows (CF-52)."""
    group = _group_of(t, seat, t.s.growing - 1)
    batch = next(section for section in group if not section.cubes and t.b.grows[section.card][section.face] == ANY_COLOUR)
    label = t.say("The batch grows {colour}").format(colour=t.say(HUES[colour]))
    return Action(text, label, _at(seat, batch.spot), f"supply-{COLOUR_NAMES[colour]}", key=COLOUR_NAMES[colour].lower())


def _move(t: _Table, seat: int, text: str, kind: int, into: int, out_of: int) -> Action:
    words = t.say("Dry {cubes} from {source} at {target}") if kind == DRY else t.say("Roast {cubes} from {source} at {target}")
    target, source = t.districts[seat][into], t.districts[seat][out_of]
    label = words.format(cubes=_cubes_at(t, source), source=_place_name(source.spot), target=_place_name(target.spot))
    goes_on = t.s.opened == kind and t.s.open_group == target.group + 1
    return Action(text, label, _at(seat, target.spot), _at(seat, source.spot), price=t.say("no cost") if goes_on else t.say("1 point"))


def _deliver(t: _Table, seat: int, text: str, out_of: int, target: int) -> Action:
    source = t.districts[seat][out_of]
    if target == r.WAREHOUSE:
        words, on, cafe = t.say("Deliver {cubes} from {source} to the warehouse"), _warehouse_of(seat, source.colour), ""
    elif t.districts[seat][target].kind == CAFE:
        words, on = t.say("Deliver a {cube} from {source} to {cafe}"), _at(seat, _cafe_spots(t, seat, target // FACE)[0])
        cafe = _card_name(t, t.districts[seat][target].card)
    else:
        words, on, cafe = t.say("Deliver a {cube} from {source} as the espresso at {place}"), _at(seat, t.districts[seat][target].spot), ""
    place = "" if target == r.WAREHOUSE else _place_name(t.districts[seat][target].spot)
    label = words.format(cubes=_cubes_at(t, source), cube=t.say(CUBES[source.colour]), source=_place_name(source.spot), cafe=cafe, place=place)
    return Action(text, label, on, _at(seat, source.spot), price=t.say("no cost") if t.s.opened == DELIVER else t.say("1 point"))


def _other(t: _Table, seat: int, text: str, action: int) -> Action:
    """The end of a turn, and the auction."""
    say = t.say
    if action == r.END:
        return Action(text, say("End the turn"), f"district-{seat}", key="e")
    if r.STAKE <= action < r.BID:
        colour = action - r.STAKE
        label = say("Lay out: {cube}").format(cube=say(CUBES[colour]))
        return Action(text, label, _warehouse_of(seat, colour), key=COLOUR_NAMES[colour].lower())
    if action == r.BID:
        return Action(
            text, say.ngettext("Bid {count} cube", "Bid {count} cubes", sum(t.s.bid[seat])).format(count=sum(t.s.bid[seat])), f"bid-{seat}", key="1"
        )
    if action == r.PASS:
        return Action(text, say("Pass"), f"store-{seat}", key="0")
    if action == r.LOSE:
        return Action(text, say("Put none on a ship"), f"bid-{seat}", key="0")
    section, colour = divmod(action - r.SHIP_ON, COLOURS)
    spot = t.districts[seat][section].spot
    label = say("Put on the ship at {place}: {cube}").format(cube=say(CUBES[colour]), place=_place_name(spot))
    return Action(text, label, _at(seat, spot), t.held[_kind(colour), f"bid-{seat}"][0])
