"""How a district of Café is drawn: cards, groups of sections as grounds with one outline, cafés as shops, cubes."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from demitasse.core.border import border, seams
from demitasse.core.match import Match
from demitasse.core.scene import Group, Part, Piece, Place, Row, Trial
from demitasse.games.cafe.actions import LAST, click_place, gentle_places, proposed
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
    Look,
    Section,
    Spot,
    cafe_of,
    cafe_spots,
    card_id,
    cube_kind,
    ghost_id,
    lies_at,
    look,
    offered_cards,
    on_section,
    place_id,
    points_of,
    region_id,
    spot_at,
)
from demitasse.games.cafe.state import CARDS, PLACE, TAKE
from demitasse.games.cafe.verbs import ACTIONS
from demitasse.games.cafe.words import (
    CUBES,
    HUES,
    cafe_label,
    card_label,
    card_name,
    region_label,
    section_label,
    where_words,
)

UNIT = 80  # a section of a district
GAP = 4  # around a section
INSET, ROUND = 4, 13  # of the line around a group
SEAM = 14  # from a section's corners to the line between it and its neighbour
RIM = 48  # units around a district that are seen while a card is laid: the middles of cards lie within
MARGIN = 10
LEAST_WIDE, LEAST_HIGH = 5, 3  # sections a district is drawn for
CUBE = 42
NEED = 26
MEDAL = 26  # the VP of a café
AWNING = 26
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
    "grow": "#6f9a3c",
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


def district(t: Look, seat: int, size: str) -> Group:
    """The cards, and on them the visible sections with their cubes."""
    sections = t.districts[seat].values()
    lays = seat == t.s.seat and t.s.phase in (TAKE, PLACE)
    places = [*_regions(t, seat), *(place for section in sections for place in _section(t, seat, section))]
    if lays:
        places += _rim(t, seat, {place.id for place in places})
    pieces = [*_laid_cards(t, seat), *(piece for section in sections for piece in _section_cubes(t, seat, section))]
    for slot in t.cafes[seat]:
        pieces += _served(t, seat, slot)
    left, top, width, height = _bounds(
        [section.spot for section in sections], RIM if t.s.phase == PLACE and lays else MARGIN
    )
    facts = [
        Row(t.say("points"), str(t.scores[seat]["total"]), told=True),
        Row(t.say("points to act"), str(points_of(t, seat)), "cf-cup"),
    ]
    name = t.match.names[seat]
    return Group(f"district-{seat}", name, width, height, places, pieces, size, seat, facts, left, top, form="plane")


def _bounds(spots: Sequence[Spot], margin: int) -> tuple[int, int, int, int]:
    """(left, top, width, height) of a district with a margin, and of a least size."""
    (left, right), (top, bottom) = (
        (min(axis) * UNIT - margin, (max(axis) + 1) * UNIT + margin) for axis in zip(*spots, strict=True)
    )
    wide, high = max(0, LEAST_WIDE * UNIT - (right - left)), max(0, LEAST_HIGH * UNIT - (bottom - top))
    return left - wide // 2, top - high // 2, right - left + wide, bottom - top + high


# Sections -------------------------------------------------------------------------------------------------------------


def _regions(t: Look, seat: int) -> Iterator[Place]:
    """The ground of each group of growing, drying or roasting sections."""
    groups: dict[int, list[Section]] = {}
    for section in t.districts[seat].values():
        if section.kind <= ROAST:
            groups.setdefault(section.group, []).append(section)
    for first, sections in groups.items():
        cells = {section.spot for section in sections}
        yield Place(
            region_id(seat, first),
            *_extent(cells),
            region_label(t, seat, sections),
            KINDS[sections[0].kind],
            "region",
            d=border(cells, UNIT, INSET, ROUND),
            seams=seams(cells, UNIT, SEAM),
        )


def _extent(cells: set[Spot]) -> tuple[int, int, int, int]:
    (left, top), (right, bottom) = ([end(axis) for axis in zip(*cells, strict=True)] for end in (min, max))
    return (
        left * UNIT + INSET,
        top * UNIT + INSET,
        (right - left + 1) * UNIT - 2 * INSET,
        (bottom - top + 1) * UNIT - 2 * INSET,
    )


def _section(t: Look, seat: int, section: Section) -> Iterator[Place]:
    """The place of a section; of a café that is wholly visible one for both its sections."""
    if section.kind == CAFE and section.slot in t.cafes[seat]:
        if section.spot == cafe_spots(t, seat, section.slot)[0]:
            yield from _cafe(t, seat, section.slot)
        return
    symbol, tint = section_symbol(t, section.card, section.face)
    half = section.kind == CAFE
    yield Place(
        place_id(seat, section.spot),
        *_box(section.spot, 1, 1),
        t.say("café, half covered") if half else section_label(t, seat, section),
        "dead" if half else "" if section.kind <= ROAST else KINDS[section.kind],
        "bare" if section.kind <= ROAST else "box",
        symbol="" if section.cubes else symbol,
        text=t.say("{points} VP").format(points=t.b.tart[section.card][section.face]) if section.kind == TART else "",
        corner=symbol if section.cubes else "",
        tint=tint,
        at=region_id(seat, section.group) if section.kind <= ROAST else "",
        where=where_words(t, seat, section.spot),
    )


def _box(spot: Spot, wide: int, high: int) -> tuple[int, int, int, int]:
    return spot[0] * UNIT + GAP, spot[1] * UNIT + GAP, wide * UNIT - 2 * GAP, high * UNIT - 2 * GAP


def section_symbol(t: Look, card: int, face: int) -> tuple[str, str]:
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


def _section_cubes(t: Look, seat: int, section: Section) -> Iterator[Piece]:
    """The cubes of a section side by side, the more the closer."""
    names = t.held[cube_kind(section.colour), on_section(seat, section.number)] if section.cubes else ()
    step = min(12, (UNIT - 2 * GAP - CUBE - 8) / max(1, len(names) - 1))
    x, y = ((at + 1) * UNIT - GAP - 4 - CUBE for at in section.spot)
    for k, name in enumerate(names):
        count = len(names) if 0 < k == len(names) - 1 else 0
        across = round(x - step * (len(names) - 1 - k), 1)
        yield cube(t, name, section.colour, across, y, CUBE, k, place_id(seat, section.spot), count)


def cube(
    t: Look, name: str, colour: int, x: float, y: float, size: float, layer: int, at: str, count: int = 0
) -> Piece:
    return Piece(
        name, x, y, size, size, f"cf-{cube_kind(colour)}", label=t.say(CUBES[colour]), count=count, layer=layer, at=at
    )


# Cafés ----------------------------------------------------------------------------------------------------------------


def _cafe(t: Look, seat: int, slot: int) -> Iterator[Place]:
    """A café with its VP and a slot for each cube it needs."""
    spots = cafe_spots(t, seat, slot)
    x, y, w, h = box = _cafe_box(spots)
    card, full = t.s.card[seat][slot] - 1, t.cafes[seat][slot]
    state, ground = ("done", "full") if full else ("", "cafe")
    where = where_words(t, seat, spots[0])
    label = cafe_label(t, seat, slot)
    at = place_id(seat, spots[0])
    yield Place(at, x, y, w, h, label, ground, "shop", symbol="cf-cafe", state=state, where=where)
    for k, (colour, across, down, size) in enumerate(_needs(t, card, *box)):
        yield Place(
            f"need-{seat}-{slot}-{k + 1}",
            across,
            down,
            size,
            size,
            ground=HUES[colour],
            symbol=f"cf-bean-{COLOUR_NAMES[colour].lower()}",
            at=at,
        )
    left, top = x + w - MEDAL - 1, y + h - MEDAL - 1
    vp = str(t.b.vp[card])
    yield Place(f"vp-{seat}-{slot}", left, top, MEDAL, MEDAL, "", "gold", "round", text=vp, state="strong", at=at)


def _cafe_box(spots: Sequence[Spot]) -> tuple[int, int, int, int]:
    return _box(spots[0], spots[-1][0] - spots[0][0] + 1, spots[-1][1] - spots[0][1] + 1)


def _needs(t: Look, card: int, x: int, y: int, w: int, h: int) -> list[tuple[int, int, int, int]]:
    """(colour, x, y, size) of the slots of a café, as large as they fit below its awning and beside its medal."""
    colours = [colour for colour, number in enumerate(t.b.needs[card]) for _ in range(number)]
    for size in range(NEED, 0, -1):
        spots = list(_slots(w - 6, h - AWNING - 3, size))
        if len(spots) >= len(colours):
            return [
                (colour, x + 3 + across, y + AWNING + down, size - 1)
                for colour, (across, down) in zip(colours, spots, strict=False)
            ]
    return []


def _slots(wide: int, high: int, size: int) -> Iterator[Spot]:
    """Where slots of a size fit, in reading order; the lower right corner is the medal's."""
    for down in range(0, high - size + 1, size):
        for across in range(0, wide - size + 1, size):
            if across + size <= wide - MEDAL + 2 or down + size <= high - MEDAL + 4:
                yield across, down


def _served(t: Look, seat: int, slot: int) -> Iterator[Piece]:
    """The cubes of a café on the slots of their colour."""
    spots = cafe_spots(t, seat, slot)
    used, at = [0] * COLOURS, place_id(seat, spots[0])
    for colour, x, y, size in _needs(t, t.s.card[seat][slot] - 1, *_cafe_box(spots)):
        names = t.held.get((cube_kind(colour), cafe_of(seat, slot)), ())
        if used[colour] < len(names):
            yield cube(t, names[used[colour]], colour, x, y, size, 0, at)
            used[colour] += 1


# Cards ----------------------------------------------------------------------------------------------------------------


def _laid_cards(t: Look, seat: int) -> Iterator[Piece]:
    """The cards beneath the sections, in the order they were placed."""
    for slot, card in enumerate(t.s.card[seat]):
        if card:
            (x, y), turned = lies_at(t.s, seat, slot)
            label, layer = card_label(t, card - 1), slot - CARDS
            yield Piece(
                card_id(t, card - 1), x * UNIT, y * UNIT, *_size(turned), label=label, ground="card", layer=layer
            )


def _size(turned: int) -> tuple[int, int]:
    return (2 * UNIT, 3 * UNIT) if turned % 2 else (3 * UNIT, 2 * UNIT)


def face_of(t: Look, card: int, turned: int, unit: int, left: int, top: int) -> Iterator[Part]:
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
        if kind == CAFE:
            yield from _printed_cafe(t, card, x, y, w, h, unit / UNIT)
            continue
        text = str(t.b.tart[card][face]) if kind == TART else ""
        symbol, tint = section_symbol(t, card, face)
        yield Part(x, y, w, h, symbol, KINDS[kind], text, tint)


def _printed_cafe(t: Look, card: int, x: int, y: int, w: int, h: int, scale: float) -> Iterator[Part]:
    """A café as it is printed: a shop that needs cubes, with its VP; drawn as in a district, at a scale."""

    def part(left: float, top: float, wide: float, high: float, **more: Any) -> Part:
        return Part(x + left * scale, y + top * scale, wide * scale, high * scale, scale=scale, **more)

    wide, high = round(w / scale), round(h / scale)
    yield part(0, 0, wide, high, ground="cafe", shape="shop")
    for colour, left, top, size in _needs(t, card, 0, 0, wide, high):
        bean = f"cf-bean-{COLOUR_NAMES[colour].lower()}"
        yield part(left, top, size, size, symbol=bean, ground=HUES[colour], shape="box")
    left, top = wide - MEDAL - 1, high - MEDAL - 1
    vp = str(t.b.vp[card])
    yield part(left, top, MEDAL, MEDAL, ground="gold", text=vp, shape="round", state="strong")


# What is in hand ------------------------------------------------------------------------------------------------------


def _rim(t: Look, seat: int, there: set[str]) -> Iterator[Place]:
    """Bare places for the upper left section of a card where it would stand out, or lie on the second section of a
    café.
    """
    for card, *_ in _alike(t):
        for number in _with(t, card).legal_ids():
            spot = spot_at(*ACTIONS.decode(number).args[:2])
            if place_id(seat, spot) not in there:
                there.add(place_id(seat, spot))
                yield Place(place_id(seat, spot), *_box(spot, 1, 1), shape="bare")


def _in_hand(t: Look) -> list[int]:
    """The card that is to be placed, or those that could be taken."""
    return [t.s.hand[t.s.seat] - 1] if t.s.phase == PLACE else offered_cards(t) if t.s.phase == TAKE else []


def _alike(t: Look) -> Iterable[list[int]]:
    """What is in hand; cards that may lie in the same places and mean the same there are together."""
    found: dict[tuple[bool, ...], list[int]] = {}
    for card in _in_hand(t):
        found.setdefault((bool(t.b.cup[card]), *(kind in t.b.kind[card] for kind in LAST)), []).append(card)
    return found.values()


def _with(t: Look, card: int) -> Match:
    """A match in which the seat that is asked lays a card."""
    hand = t.match.state["hand"].copy()
    hand[t.s.seat] = card + 1
    return t.match.supposing(phase=PLACE, hand=hand)


def ghosts(t: Look) -> list[Piece]:
    """The card that is to be placed, or those that could be taken, as they would lie in each of their four turns."""
    return [
        Piece(
            ghost_id(t, card, turned),
            -GAP,
            -GAP,
            *_size(turned),
            label=card_name(t, card),
            ground="card",
            face=list(face_of(t, card, turned, UNIT, 0, 0)),
        )
        for card in _in_hand(t)
        for turned in range(TURNS)
    ]


def trials(t: Look) -> Iterator[Trial]:
    """Where the cards on offer could lie in the district of the seat that takes one, and what that would mean."""
    for cards in _alike(t):
        matches = {card: _with(t, card) for card in cards}
        laying = look(matches[cards[0]], t.say)
        gentle = gentle_places(laying)
        first = {card_id(t, card): proposed(match, gentle) for card, match in matches.items()}
        for number in laying.match.legal_ids():
            row, column, turned = ACTIONS.decode(number).args
            would = click_place(laying, laying.match.action_text(number), row, column, turned)
            yield Trial(
                list(first),
                turned,
                would.on,
                would.label,
                would.text,
                would.price,
                would.short,
                would.badge,
                would.covers,
                [card for card, best in first.items() if best == number],
            )
