"""Where everything of Café lies."""

from collections.abc import Iterator, Sequence

from demitasse.core.border import border
from demitasse.core.clicks import clicks
from demitasse.core.match import Match
from demitasse.core.scene import Group, Outline, Part, Piece, Place, Row, Scene, around
from demitasse.core.words import Say
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
    ROAST,
    SHIP,
    TART,
    TURNS,
)
from demitasse.games.cafe.look import (
    Section,
    Spot,
    Table,
    cafe_of,
    cafe_spots,
    card_id,
    cube_kind,
    lies_at,
    look,
    offered_cards,
    on_section,
    place_id,
    spot_at,
    unseen_cards,
    visible_sections,
    warehouse_of,
)
from demitasse.games.cafe.rules.drafting import DISCOUNT_SHIPS, shown
from demitasse.games.cafe.state import ACT, AUCTION, CARDS, COLOUR, PLACE, ROUNDS, SHIP_CUBE
from demitasse.games.cafe.verbs import ACTIONS
from demitasse.games.cafe.words import (
    COUNTED,
    CUBES,
    HUES,
    at_place,
    cafe_label,
    card_label,
    card_name,
    panels_of,
    prompt_of,
    section_label,
    words_at,
)

UNIT = 80  # a section of a district
GAP = 4  # around a section
INSET, ROUND = 2, 10  # of the line around a group
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
KINDS = {
    GROW: "grow",
    DRY: "dry",
    ROAST: "roast",
    CUP: "cup",
    SHIP: "ship",
    CAFE: "cafe",
    ESPRESSO: "espresso",
    TART: "tart",
}
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


def scene(match: Match, seat: int | None, say: Say) -> Scene:
    """The districts and warehouses (one's own first), the offer, the bids, the supply."""
    t = look(match, say)
    seats = around(match, seat)
    groups = [group for who in seats for group in (_district(t, who, who == seats[0]), _store(t, who, who == seats[0]))]
    groups[2:2] = [_offer(t), *([_auction(t, seats)] if t.s.phase in (AUCTION, SHIP_CUBE) else []), _supply(t)]
    prompt = prompt_of(t)
    return Scene(
        match.game.name,
        say(match.game.title),
        seat,
        match.actor,
        prompt.ask,
        prompt.so,
        groups,
        clicks(match, t),
        panels_of(t),
        GROUNDS,
        _ghosts(t),
        question=prompt.question,
    )


# Districts ------------------------------------------------------------------------------------------------------------


def _district(t: Table, seat: int, mine: bool) -> Group:
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
        form="plane",
    )


def _bounds(spots: Sequence[Spot], margin: int) -> tuple[int, int, int, int]:
    """(left, top, width, height) of a district with a margin, and of a least size."""
    (left, right), (top, bottom) = (
        (min(axis) * UNIT - margin, (max(axis) + 1) * UNIT + margin) for axis in zip(*spots, strict=True)
    )
    wide, high = max(0, LEAST_WIDE * UNIT - (right - left)), max(0, LEAST_HIGH * UNIT - (bottom - top))
    return left - wide // 2, top - high // 2, right - left + wide, bottom - top + high


def _rulers(seat: int, places: Sequence[Place]) -> Iterator[Place]:
    """The numbers by which sections are named, above the columns and left of the rows."""
    left, top = (int(min(edges) // UNIT) for edges in ([place.x for place in places], [place.y for place in places]))
    right, bottom = (
        int(max(edges) // UNIT)
        for edges in ([place.x + place.w for place in places], [place.y + place.h for place in places])
    )
    for x in range(left, right + 1):
        yield Place(f"column-{seat}-{x}", x * UNIT, top * UNIT - RULER, UNIT, RULER, shape="bare", text=str(x))
    for y in range(top, bottom + 1):
        yield Place(f"row-{seat}-{y}", left * UNIT - RULER, y * UNIT, RULER, UNIT, shape="bare", text=str(y))


def _facts(t: Table, seat: int) -> list[Row]:
    facts = [
        Row(t.say("points"), str(t.scores[seat]["total"])),
        Row(t.say("cups"), str(visible_sections(t, seat, CUP)), "cf-cup"),
    ]
    if t.s.phase in (ACT, COLOUR) and t.s.seat == seat:
        facts.append(Row(t.say("action points left"), str(t.s.points)))
    return facts


def _laid_cards(t: Table, seat: int) -> Iterator[Piece]:
    """The cards beneath the sections, in the order they were placed."""
    for slot, card in enumerate(t.s.card[seat]):
        if card:
            (x, y), turned = lies_at(t.s, seat, slot)
            w, h = (2 * UNIT, 3 * UNIT) if turned % 2 else (3 * UNIT, 2 * UNIT)
            face = list(_face(t, card - 1, turned, UNIT, 0, 0))
            yield Piece(
                card_id(t, card - 1),
                x * UNIT,
                y * UNIT,
                w,
                h,
                label=card_label(t, card - 1),
                ground="card",
                layer=slot - CARDS,
                face=face,
            )


def _ghosts(t: Table) -> list[Piece]:
    """The card that is to be placed, as it would lie in each of its four turns."""
    if t.s.phase != PLACE or not t.s.hand[t.s.seat]:
        return []
    card, ghosts = t.s.hand[t.s.seat] - 1, []
    for turned in range(TURNS):
        w, h = (2 * UNIT, 3 * UNIT) if turned % 2 else (3 * UNIT, 2 * UNIT)
        face = list(_face(t, card, turned, UNIT, 0, 0))
        ghosts.append(Piece(f"ghost-{turned}", -GAP, -GAP, w, h, label=card_name(t, card), ground="card", face=face))
    return ghosts


def _section(t: Table, seat: int, section: Section) -> Iterator[Place]:
    """The place of a section; of a café that is wholly visible one for both its sections."""
    if section.kind == CAFE and section.slot in t.cafes[seat]:
        if section.spot == cafe_spots(t, seat, section.slot)[0]:
            yield from _cafe(t, seat, section.slot)
        return
    symbol, tint = section_symbol(t, section.card, section.face)
    yield Place(
        place_id(seat, section.spot),
        *_box(section.spot, 1, 1),
        at_place(t, section.spot, t.say("café, half covered") if section.kind == CAFE else words_at(t, section)),
        "dead" if section.kind == CAFE else KINDS[section.kind],
        symbol="" if section.cubes else symbol,
        text=t.say("{points} VP").format(points=t.b.tart[section.card][section.face]) if section.kind == TART else "",
        corner=symbol if section.cubes else "",
        tint=tint,
    )


def _box(spot: Spot, wide: int, high: int) -> tuple[int, int, int, int]:
    return spot[0] * UNIT + GAP, spot[1] * UNIT + GAP, wide * UNIT - 2 * GAP, high * UNIT - 2 * GAP


def section_symbol(t: Table, card: int, face: int) -> tuple[str, str]:
    """(symbol, tint) of a section of a card."""
    kind, grows = t.b.kind[card][face], t.b.grows[card][face]
    if kind != GROW:
        return f"cf-{KINDS[kind]}", ""
    if grows == ANY_COLOUR:
        return "cf-batch", ""
    return (
        ("cf-surplus", TINTS[grows - 1])
        if t.b.amount[card][face] > 1
        else (f"cf-bean-{COLOUR_NAMES[grows - 1].lower()}", "")
    )


def _section_cubes(t: Table, seat: int, section: Section) -> Iterator[Piece]:
    """The cubes of a section side by side, the more the closer."""
    names = t.held[cube_kind(section.colour), on_section(seat, section.number)] if section.cubes else ()
    step = min(12, (UNIT - 2 * GAP - CUBE - 8) / max(1, len(names) - 1))
    x, y = ((at + 1) * UNIT - GAP - 6 - CUBE for at in section.spot)
    for k, name in enumerate(names):
        count = len(names) if 0 < k == len(names) - 1 else 0
        yield _cube(t, name, section.colour, round(x - step * (len(names) - 1 - k), 1), y, CUBE, k, count)


def _cube(t: Table, name: str, colour: int, x: float, y: float, size: float, layer: int, count: int = 0) -> Piece:
    return Piece(
        name, x, y, size, size, f"cf-{cube_kind(colour)}", label=t.say(CUBES[colour]), count=count, layer=layer
    )


def _rim(t: Table, seat: int, there: set[str]) -> Iterator[Place]:
    """Bare places for the upper left section of a card where it would stand out, or lie on the second section of a
    café.
    """
    sections = {section.spot: section for section in t.districts[seat].values()}
    for spot in dict.fromkeys(spot_at(*ACTIONS.decode(number).args[:2]) for number in t.match.legal_ids()):
        if place_id(seat, spot) not in there:
            label = section_label(t, sections[spot]) if spot in sections else at_place(t, spot, t.say("nothing yet"))
            yield Place(place_id(seat, spot), *_box(spot, 1, 1), label, shape="bare")


def _outlines(t: Table, seat: int) -> list[Outline]:
    """A line around each group of growing, drying or roasting sections."""
    groups: dict[int, set[Spot]] = {}
    for section in t.districts[seat].values():
        if section.kind <= ROAST:
            groups.setdefault(section.group, set()).add(section.spot)
    return [
        Outline(f"group-{seat}-{first}", border(cells, UNIT, INSET, ROUND), KINDS[t.districts[seat][first].kind])
        for first, cells in groups.items()
    ]


def _cafe_box(spots: Sequence[Spot]) -> tuple[int, int, int, int]:
    return _box(spots[0], spots[-1][0] - spots[0][0] + 1, spots[-1][1] - spots[0][1] + 1)


# Cafés ----------------------------------------------------------------------------------------------------------------


def _cafe(t: Table, seat: int, slot: int) -> Iterator[Place]:
    """A café with its VP and a slot for each cube it needs."""
    card = t.s.card[seat][slot] - 1
    spots = cafe_spots(t, seat, slot)
    x, y, w, h = _cafe_box(spots)
    ground = "full" if t.cafes[seat][slot] else "cafe"
    yield Place(place_id(seat, spots[0]), x, y, w, h, cafe_label(t, seat, slot), ground, corner="cf-cafe")
    vp = str(t.b.vp[card])
    yield Place(
        f"vp-{seat}-{slot}", x + w - 28, y + 4, 24, 24, t.say("{points} VP").format(points=vp), "gold", "round", text=vp
    )
    for k, (colour, across, down, size) in enumerate(_needs(t, seat, slot)):
        label = t.say("needed: {cube}").format(cube=t.say(CUBES[colour]))
        yield Place(
            f"need-{seat}-{slot}-{k + 1}",
            across,
            down,
            size,
            size,
            label,
            HUES[colour],
            "round",
            symbol=f"cf-bean-{COLOUR_NAMES[colour].lower()}",
        )


def _needs(t: Table, seat: int, slot: int) -> list[tuple[int, int, int, int]]:
    """(colour, x, y, size) of the slots of a café, as large as they fit below its sign."""
    colours = [colour for colour, number in enumerate(t.b.needs[t.s.card[seat][slot] - 1]) for _ in range(number)]
    x, y, w, h = _cafe_box(cafe_spots(t, seat, slot))
    left, top, wide, high = x + 3, y + 34, w - 6, h - 37
    size = next(size for size in range(NEED, 0, -1) if (wide // size) * (high // size) >= len(colours))
    each = wide // size
    return [(colour, left + k % each * size, top + k // each * size, size - 1) for k, colour in enumerate(colours)]


def _served(t: Table, seat: int, slot: int) -> Iterator[Piece]:
    """The cubes of a café on the slots of their colour."""
    used = [0] * COLOURS
    for colour, x, y, size in _needs(t, seat, slot):
        names = t.held.get((cube_kind(colour), cafe_of(seat, slot)), ())
        if used[colour] < len(names):
            yield _cube(t, names[used[colour]], colour, x, y, size, 0)
            used[colour] += 1


# Cards ----------------------------------------------------------------------------------------------------------------


def _face(t: Table, card: int, turned: int, unit: int, left: int, top: int) -> Iterator[Part]:
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
        symbol, tint = section_symbol(t, card, face)
        yield Part(x, y, w, h, symbol, KINDS[kind], text, tint)


def _card(t: Table, card: int, x: float, y: float, note: str = "") -> Piece:
    """A card that is not placed: its café and what it needs, its face, the café's town, what it costs."""
    title, _, town = card_name(t, card).partition(", ")
    needs = [colour for colour, number in enumerate(t.b.needs[card]) for _ in range(number)]
    symbols = tuple(f"cf-{cube_kind(colour)}" for colour in needs)
    face = list(_face(t, card, 0, FACE_UNIT, FACE_X, FACE_Y))
    return Piece(
        card_id(t, card),
        x,
        y,
        CARD_W,
        CARD_H,
        title=title,
        symbols=symbols,
        note=t.say.list(filter(None, (town, note))),
        label=card_label(t, card),
        layer=1,
        face=face,
    )


def _offer(t: Table) -> Group:
    """The cards on offer, with what they cost the seat that takes."""
    number = int(shown(t.match.state))
    offered = offered_cards(t)
    places = [
        Place(
            f"offer-{k + 1}", *_offer_spot(k), CARD_W, CARD_H, t.say("card {number} of the offer").format(number=k + 1)
        )
        for k in range(number)
    ]
    pieces = [_card(t, card, *_offer_spot(k), _cost(t, card)) for k, card in enumerate(offered)]
    label = t.say("The offer, round {number} of {rounds}").format(number=t.s.rounds, rounds=ROUNDS)
    rows = -(-number // CARDS_IN_A_ROW)
    return Group("offer", label, CARDS_IN_A_ROW * (CARD_W + 5) - 5, rows * (CARD_H + 5) - 5, places, pieces)


def _offer_spot(k: int) -> tuple[int, int]:
    return k % CARDS_IN_A_ROW * (CARD_W + 5), k // CARDS_IN_A_ROW * (CARD_H + 5)


def _cost(t: Table, card: int) -> str:
    if t.s.auction or not t.b.cup[card] or visible_sections(t, t.s.seat, SHIP) >= DISCOUNT_SHIPS:
        return t.say("no cost")
    return t.say("costs 1 cube")


# Warehouses, bids, supply ---------------------------------------------------------------------------------------------


def _store(t: Table, seat: int, mine: bool) -> Group:
    """A player's warehouse, the card in hand and the master's token."""
    say, s = t.say, t.s
    places: list[Place] = []
    pieces: list[Piece] = []
    for colour in range(COLOURS):
        number, x = s.warehouse[seat][colour], colour * (STORE_W + 4)
        label = say("In the warehouse: {cubes}").format(cubes=say.count(COUNTED[colour], number))
        places.append(
            Place(
                warehouse_of(seat, colour),
                x,
                0,
                STORE_W,
                STORE_H,
                label,
                HUES[colour],
                text=say(HUES[colour]),
                count=number,
            )
        )
        pieces += _pile(t, seat, colour, x)
    hand = 4 * (STORE_W + 4) + 4
    label = say("card in hand") if s.hand[seat] else say("no card in hand")
    places.append(
        Place(f"hand-{seat}", hand, 0, CARD_W, CARD_H, label, text="" if s.hand[seat] else say("card in hand"))
    )
    if s.hand[seat]:
        pieces.append(_card(t, s.hand[seat] - 1, hand, 0))
    if s.master == seat and t.match.seats > 1:
        label = say("{name} is the master").format(name=t.match.names[seat])
        pieces.append(Piece("master", 0, STORE_H + 10, 110, 30, title=say("master"), label=label, ground="gold"))
    facts = [Row(say("points"), str(t.scores[seat]["warehouse"]), "cf-warehouse")]
    label = say("{name}: warehouse").format(name=t.match.names[seat])
    return Group(f"store-{seat}", label, hand + CARD_W, CARD_H, places, pieces, "side" if mine else "mini", seat, facts)


def _pile(t: Table, seat: int, colour: int, left: float) -> Iterator[Piece]:
    """The cubes of a colour in a warehouse upon each other."""
    size = 26
    for k, name in enumerate(t.held.get((cube_kind(colour), warehouse_of(seat, colour)), ())):
        x, y = left + 5 + k // PILE % PILES * 10, STORE_H - 36 - size - k % PILE * 10  # two lines of text below
        yield _cube(t, name, colour, x, y, size, k)


def _auction(t: Table, seats: Sequence[int]) -> Group:
    """Everybody's bid, laid out."""
    places, pieces = [], []
    for k, seat in enumerate(seats):
        y, laid = k * (BID_H + 6), sum(t.s.bid[seat])
        words = t.say("{name}, passed") if t.s.passed[seat] else "{name}"
        places.append(
            Place(
                f"bidder-{seat}",
                0,
                y,
                120,
                BID_H,
                t.match.names[seat],
                shape="bare",
                text=words.format(name=t.match.names[seat]),
            )
        )
        label = t.say("{name}: {count} laid out, last bid {bid}").format(
            name=t.match.names[seat], count=laid, bid=t.s.last_bid[seat]
        )
        places.append(Place(f"bid-{seat}", 124, y, BID_W, BID_H, label, count=laid))
        names = [
            (name, colour) for colour in range(COLOURS) for name in t.held.get((cube_kind(colour), f"bid-{seat}"), ())
        ]
        step = min(26, (BID_W - 60) / max(1, len(names) - 1))
        pieces += [
            _cube(t, name, colour, round(130 + step * n, 1), y + 7, 30, n) for n, (name, colour) in enumerate(names)
        ]
    facts = [Row(t.say("master"), t.match.names[t.s.master])]
    return Group(
        "auction", t.say("The auction"), 124 + BID_W, len(seats) * (BID_H + 6) - 6, places, pieces, facts=facts
    )


def _supply(t: Table) -> Group:
    places = []
    for colour, hue in enumerate(HUES):
        number = t.s.supply[colour]
        label = t.say("In the supply: {cubes}").format(cubes=t.say.count(COUNTED[colour], number))
        places.append(
            Place(
                f"supply-{COLOUR_NAMES[colour]}",
                colour * 76,
                0,
                72,
                70,
                label,
                hue,
                corner=f"cf-{cube_kind(colour)}",
                text=t.say(hue),
                count=number,
            )
        )
    unseen = unseen_cards(t)
    label = t.say.ngettext("{count} unseen card", "{count} unseen cards", len(unseen)).format(count=len(unseen))
    places.append(Place("deck", 304, 0, 94, 70, label, text=t.say("unseen cards"), count=len(unseen)))
    return Group("supply", t.say("Supply"), 398, 70, places)
