"""What one player of Café has, for the others: the district as a small map, the warehouse, points to act, cafés."""

from collections.abc import Iterator
from dataclasses import replace

from demitasse.core.furniture import Cell, Fact, Line, Summary, Tile
from demitasse.core.match import Match
from demitasse.core.scene import in_words
from demitasse.core.words import Say
from demitasse.games.cafe.box import CAFE
from demitasse.games.cafe.look import Look, Section, cafe_spots, cube_kind, look, points_of
from demitasse.games.cafe.map import KINDS, section_symbol
from demitasse.games.cafe.words import ACTION_POINTS, CUBES, cafe_label, cubes_words


def summary(match: Match, seat: int, say: Say) -> Summary:
    """A seat's district and warehouse in few words."""
    t = look(match, say)
    score, full, held = t.scores[seat]["total"], sum(t.cafes[seat].values()), t.s.warehouse[seat]
    points = points_of(t, seat)
    cups = Fact(
        say("points to act"), str(points), "cf-cup", words=say.ngettext("point to act", "points to act", points)
    )
    cafes = Fact(
        say("cafés that are full"),
        str(full),
        "cf-cafe",
        str(len(t.cafes[seat])),
        tone="good" if full else "",
        words=say("full"),
    )
    lines = [
        Line("map", cells=_map(t, seat)),
        Line("counts", [_count(t, held, colour) for colour in range(len(CUBES))]),
    ]
    chip = (
        replace(cups, words=""),
        replace(cafes, of="", words=""),
        Fact(say("points of the warehouse"), str(t.scores[seat]["warehouse"]), "cf-warehouse"),
    )
    words = in_words(match, seat, score, say, *_sentences(t, seat, points))
    matters = say("{points}; cafés full: {full} of {all}").format(
        points=say.count(ACTION_POINTS, points), full=full, all=len(t.cafes[seat])
    )
    return Summary(seat, match.names[seat], score, words, lines, (cups, cafes), chip, matters=matters)


def _map(t: Look, seat: int) -> list[Cell]:
    """The visible sections, a café that is wholly visible as one cell."""
    sections = t.districts[seat].values()
    left, top = (min(axis) for axis in zip(*(section.spot for section in sections), strict=True))
    return [cell for section in sections for cell in _cells(t, seat, section, left, top)]


def _cells(t: Look, seat: int, section: Section, left: int, top: int) -> Iterator[Cell]:
    x, y = section.spot[0] - left, section.spot[1] - top
    if section.kind == CAFE and section.slot in t.cafes[seat]:
        if section.spot == cafe_spots(t, seat, section.slot)[0]:
            yield _cafe(t, seat, section.slot, x, y)
        return
    symbol, tint = section_symbol(t, section.card, section.face)
    ground = "dead" if section.kind == CAFE else KINDS[section.kind]
    piece = f"cf-{cube_kind(section.colour)}" if section.cubes else ""
    yield Cell(x, y, ground=ground, symbol=symbol, tint=tint, piece=piece, count=section.cubes)


def _cafe(t: Look, seat: int, slot: int, x: int, y: int) -> Cell:
    """A café with what it has of what it needs; full: with its VP."""
    card, spots = t.s.card[seat][slot] - 1, cafe_spots(t, seat, slot)
    w, h = (spots[-1][axis] - spots[0][axis] + 1 for axis in (0, 1))
    if t.cafes[seat][slot]:
        return Cell(x, y, w, h, "full", "cf-cafe", text=str(t.b.vp[card]))
    text = f"{sum(t.s.served[seat][slot])}/{sum(t.b.needs[card])}"
    return Cell(x, y, w, h, "cafe", "cf-cafe", text=text)


def _count(t: Look, held: list[int], colour: int) -> Tile:
    """The cubes of a colour; the fewest, which count twice (CF-31), are framed."""
    tone = "low" if held[colour] == min(held) else ""
    return Tile(t.say(CUBES[colour]), [f"cf-{cube_kind(colour)}"], str(held[colour]), tone=tone)


def _sentences(t: Look, seat: int, points: int) -> list[str]:
    say, cafes = t.say, t.cafes[seat]
    held = cubes_words(t, t.s.warehouse[seat]) or say("empty")
    return [
        say("Points to act: {number}.").format(number=points),
        say("Full cafés: {number} of {all}.").format(number=sum(cafes.values()), all=len(cafes)),
        say("Cafés: {cafes}.").format(cafes=say("; ").join(cafe_label(t, seat, slot) for slot in cafes))
        if cafes
        else "",
        say("Warehouse: {cubes}.").format(cubes=held),
    ]
