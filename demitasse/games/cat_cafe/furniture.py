"""What the things of Cat Café amount to, and where they stand."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from demitasse.core.furniture import (
    Area,
    Arrangement,
    Face,
    Fact,
    Furniture,
    PhaseStrip,
    Reading,
    Readings,
    Role,
    Sheet,
    SheetRow,
    Tile,
    Track,
)
from demitasse.core.match import Match
from demitasse.core.words import Say
from demitasse.games.cat_cafe import rules as r
from demitasse.games.cat_cafe.box import FLOORS, ITEM_NAMES, ITEMS
from demitasse.games.cat_cafe.look import cat_points, decides, item_row, lowest_price, pencilled
from demitasse.games.cat_cafe.state import CHOOSE, FACES
from demitasse.games.cat_cafe.words import face_words

ARRANGEMENT = Arrangement(
    desk=("others mine side", "log mine side"),
    desk_columns="minmax(258px, 0.62fr) minmax(420px, 1.5fr) minmax(356px, 0.62fr)",
    tablet=("others others", "mine side", "mine log"),
    tablet_columns="minmax(0, 1fr) minmax(0, 1fr)",
    phone=("others", "mine", "side"),
    pinned_columns="minmax(324px, 1fr) minmax(324px, 1fr) minmax(376px, 0.8fr)",
)


def furniture(match: Match, s: Any, seats: Sequence[int], viewer: int | None, say: Say) -> Furniture:
    """Everybody's sheet (the first one's is mine), what it amounts to, and the dice."""
    mine = seats[0]
    chooses = s.phase == CHOOSE and viewer is not None
    areas = [
        *(_sheet_area(match, seat, viewer, "mine" if seat == mine else f"seat-{seat}", say) for seat in seats),
        Area("dice", say("Dice on the table"), ["dice"], idle=chooses or match.actor is None, cell="side"),
        Area("reading", "", ["reading"], style="bare", idle=not chooses, cell="side"),
        Area("items", "", [f"items-{mine}"], cell="side"),
    ]
    return Furniture(
        areas,
        ARRANGEMENT,
        tracks=[_paws(match, seat, viewer, say) for seat in seats],
        sheets=[_items(match, mine, viewer, say)],
        readings=[_readings(match, s, mine, viewer, say)] if chooses else (),
        phases=None if match.actor is None else _round(match, s, mine, say),
    )


def _sheet_area(match: Match, seat: int, viewer: int | None, id: str, say: Say) -> Area:
    drawn = pencilled(match, seat, viewer)
    lines, towers = drawn.breakdown()[seat], int(r.full_towers(drawn.state, seat))
    facts = (Fact(say("full towers"), str(towers), "cc-post", str(r.LAST_TOWERS), words=say("full towers")),)
    holds = [f"sheet-{seat}", f"paws-{seat}", f"cats-{seat}"]
    shown = facts if id == "mine" else ()
    return Area(id, match.names[seat], holds, seat, lines["total"], _made_up(lines, say), facts=shown, style="felt")


def _made_up(lines: Mapping[str, int], say: Say) -> str:
    """How a score is made up."""
    parts = {"items": lines["total"] - lines["house"] - lines["towers"], "cats": lines["house"], **lines}
    return say("{items} items + {cats} cats + {towers} towers").format(**parts)


def _round(match: Match, s: Any, mine: int, say: Say) -> PhaseStrip:
    """Which round it is, and everybody's die."""
    number = say("Round {number}").format(number=int(s.rounds) + 1)
    dice = [_taken(match, seat, int(s.die[seat]), seat == mine, say) for seat in range(match.seats) if s.die[seat]]
    if s.centre:
        label = say("Centre die: {face}").format(face=face_words(int(s.centre), say))
        dice.append(Tile(label, [f"die-{int(s.centre)}"], say("centre"), tone="mine"))
    return PhaseStrip((), -1, Track("round", "", 0, 0, say=number), dice)


def _taken(match: Match, seat: int, face: int, mine: bool, say: Say) -> Tile:
    name = match.names[seat]
    label = say("{name}'s die: {face}").format(name=name, face=face_words(face, say))
    return Tile(label, [f"die-{face}"], name, tone="mine" if mine else "", tint=f"seat-{seat}")


def _paws(match: Match, seat: int, viewer: int | None, say: Say) -> Track:
    b: Any = match.box.records[0]
    s: Any = pencilled(match, seat, viewer).state
    now, left = int(s.paws[seat]), int(s.paws_left[seat])
    used = int(b.paws) - left - now
    signs = {"symbol": "cc-paw", "full": "cc-paw-circled", "gone": "cc-paw-crossed"}
    return Track(f"paws-{seat}", say("Paws"), now, int(b.paws), used=used, say=str(now), **signs)


def _items(match: Match, seat: int, viewer: int | None, say: Say) -> Sheet:
    """What each item costs now, has brought, and which cat likes it."""
    drawn = pencilled(match, seat, viewer)
    lines = drawn.breakdown()[seat]
    chooses = decides(match, seat, viewer)
    rows = [_row(match, drawn.state, seat, item, lines, chooses, say) for item in range(ITEMS)]
    total = say("Total, with {towers} for towers").format(towers=lines["towers"])
    heads = (say("Paws") if chooses else "", say("Points"), say("Cats"))
    return Sheet(f"items-{seat}", say("Items"), heads, rows, total, lines["total"], abreast=True)


def _row(match: Match, s: Any, seat: int, item: int, lines: Mapping[str, int], chooses: bool, say: Say) -> SheetRow:
    name = ITEM_NAMES[item]
    price = lowest_price(match, seat, item) if chooses else None
    came = bool(s.cat[seat, item])
    return SheetRow(
        item_row(seat, item),
        say(name),
        f"cc-{name}",
        price="" if not chooses else "–" if price is None else f"−{price}" if price else "0",
        price_symbol="cc-paw" if price else "",
        tone="none" if price is None else "cost" if price else "free",
        now=str(lines[name]),
        mark=f"cc-cat-{item + 1}",
        value=str(int(s.cat_score[seat, item])) if came else "–",
        state="" if came else "alone",
        then=f"cat-{seat}-{name}" if chooses else "",
        worth=f"+{cat_points(match.state, seat, item)}" if chooses and not came else "",
    )


# The dice as item and floor -------------------------------------------------------------------------------------------


def _readings(match: Match, s: Any, seat: int, viewer: int | None, say: Say) -> Readings:
    """Either die is the item and the other the floor; a paw changes a die by one."""
    own, centre = int(s.die[seat]) - 1, int(s.centre) - 1
    return Readings(
        "reading",
        say("How the dice are read"),
        [_reading(match, seat, viewer, own, centre, True, say), _reading(match, seat, viewer, centre, own, False, say)],
        "x",
        "cc-paw",
    )


def _reading(match: Match, seat: int, viewer: int | None, item: int, floor: int, is_own: bool, say: Say) -> Reading:
    owners = (say("yours"), say("centre")) if is_own else (say("centre"), say("yours"))
    tints = (f"seat-{seat}", "") if is_own else ("", f"seat-{seat}")
    free = decides(match, seat, viewer) and lowest_price(match, seat, item) is not None
    return Reading(
        (
            Role(say("item"), owners[0], list(_faces(item, [say(name) for name in ITEM_NAMES])), item, tints[0]),
            Role(say("floor"), owners[1], list(_faces(floor, [str(k + 1) for k in range(FLOORS)])), floor, tints[1]),
        ),
        item_row(seat, item) if free else "",
    )


def _faces(now: int, values: Sequence[str]) -> Iterator[Face]:
    for face in range(FACES):
        price = abs(face - now)
        yield Face(values[face], f"die-{face + 1}", f"−{price}" if price else "")
