"""What one player of Cat Café has, for the others: the towers floor by floor, the cats, the paws."""

from collections.abc import Iterator, Mapping
from typing import Any

from demitasse.core.furniture import Cell, Fact, Line, Summary, Tile
from demitasse.core.match import Match
from demitasse.core.scene import in_words
from demitasse.core.words import Say
from demitasse.games.cat_cafe import rules as r
from demitasse.games.cat_cafe.box import FLOORS, ITEM_NAMES, TOWERS, cell_at
from demitasse.games.cat_cafe.state import LARGER, SMALLER
from demitasse.games.cat_cafe.words import cat_label

# In floors
HEX_W, ACROSS = 1.42, 1.11  # how wide a cell is; from tower to tower
SIGN = 0.75  # how high the number on top of a tower is
POST_W = 0.34


def summary(match: Match, seat: int, say: Say) -> Summary:
    """A seat's sheet in few words."""
    s: Any = match.state
    b: Any = match.box.records[0]
    points = match.breakdown()[seat]
    drawn, cells = int((s.sheet[seat] > 0).sum()), int(b.cells).bit_count()
    towers = list(_towers(b, s, seat))
    lines = [
        Line("map", cells=towers),
        Line("sums", _sums(points, say), beside=True),
        Line("marks", [_cat(s, seat, cat, say) for cat in range(len(ITEM_NAMES))], beside=True),
    ]
    paws = Fact(say("paws"), str(int(s.paws[seat])), "cc-paw-circled")
    return Summary(
        seat,
        match.names[seat],
        points["total"],
        in_words(match, seat, points["total"], say, *_sentences(s, seat, drawn, cells, say)),
        lines,
        (paws, Fact(say("cells drawn"), str(drawn), of=str(cells), words=say("cells"))),
        (paws, Fact(say("cells drawn"), str(drawn), of=str(cells))),
        matters=say("full towers: {towers} of {last}; paws: {paws}").format(
            towers=int(r.full_towers(s, seat)), last=r.LAST_TOWERS, paws=paws.value
        ),
    )


def _towers(b: Any, s: Any, seat: int) -> Iterator[Cell]:
    """The towers from the left, on posts where they stand half a cell higher; above each is what it gives."""
    for tower in range(TOWERS):
        if tower % 2 == 0:
            yield _post(tower, SIGN + FLOORS, 0.5)
        highest = (int(b.tower[tower]) >> cell_at(tower, 0)).bit_length()
        for floor in range(highest):
            cell, y = cell_at(tower, floor), SIGN + FLOORS - 1 - floor + tower % 2 / 2
            item = int(s.sheet[seat, cell])
            if not int(b.cells) >> cell & 1:
                yield _post(tower, y, 1)
            elif item:
                yield Cell(tower * ACROSS, y, HEX_W, ground="drawn", symbol=f"cc-{ITEM_NAMES[item - 1]}", state="hex")
            else:
                yield Cell(tower * ACROSS, y, HEX_W, ground="cell", text=str(floor + 1), state="hex")
        number, state = _sign(b, s, seat, tower)
        y = FLOORS - highest + tower % 2 / 2
        yield Cell(tower * ACROSS + (HEX_W - 1) / 2, y, h=SIGN, text=str(number), state=state)


def _post(tower: int, y: float, height: float) -> Cell:
    return Cell(tower * ACROSS + (HEX_W - POST_W) / 2, y, POST_W, height, "wood", state="solid")


def _sign(b: Any, s: Any, seat: int, tower: int) -> tuple[int, str]:
    """(number, state) of a tower: what it gave, or what it would still give."""
    if circled := int(s.bonus[seat, tower]):
        return int(b.bonus[tower, circled - 1]), "got"
    gone = r.is_larger_gone(s, tower)
    return int(b.bonus[tower, (SMALLER if gone else LARGER) - 1]), "gone" if gone else "open"


def _sums(points: Mapping[str, int], say: Say) -> list[Tile]:
    items = points["total"] - points["house"] - points["towers"]
    parts = ((say("items"), items), (say("cats"), points["house"]), (say("towers"), points["towers"]))
    return [Tile(name, text=str(number)) for name, number in parts]


def _cat(s: Any, seat: int, cat: int, say: Say) -> Tile:
    came = bool(s.cat[seat, cat])
    text = str(int(s.cat_score[seat, cat])) if came else "–"
    return Tile(cat_label(s, seat, cat, say), [f"cc-cat-{cat + 1}"], text, tone="" if came else "faint")


def _sentences(s: Any, seat: int, drawn: int, cells: int, say: Say) -> list[str]:
    came = [cat_label(s, seat, cat, say) for cat in range(len(ITEM_NAMES)) if s.cat[seat, cat]]
    return [
        say("Cells drawn: {number} of {all}.").format(number=drawn, all=cells),
        say("Full towers: {number} of {all}.").format(number=int(r.full_towers(s, seat)), all=TOWERS),
        say("Paws: {number}.").format(number=int(s.paws[seat])),
        say("Cats: {cats}.").format(cats=say("; ").join(came)) if came else "",
    ]
