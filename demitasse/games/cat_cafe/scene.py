"""Where everything of Cat Café lies."""

from collections.abc import Iterator, Mapping
from typing import Any

from demitasse.core.clicks import Moment, clicks
from demitasse.core.match import Match
from demitasse.core.scene import Group, Held, Piece, Place, Row, Scene, around
from demitasse.core.words import Say
from demitasse.games.cat_cafe import rules as r
from demitasse.games.cat_cafe.box import FLOORS, ITEM_NAMES, ITEMS, TOWERS, cell_at
from demitasse.games.cat_cafe.look import paw_symbol, pencilled
from demitasse.games.cat_cafe.notation import CELL_NAMES
from demitasse.games.cat_cafe.state import CHOOSE, FACES, LARGER, SMALLER
from demitasse.games.cat_cafe.words import cat_label, face_words, panels_of, prompt_of, round_words

HEX_W, HEX_H = 100, 70
STEP = 77  # from tower to tower
WIDTH = (TOWERS - 1) * STEP + HEX_W
BASE = FLOORS * HEX_H + HEX_H / 2 + 16  # the board the towers stand on
SIGNS = BASE + 20
ITEM_ROW = 0  # of the items, a group of their own
CAT_ROW = ITEM_ROW + 64
PAW_ROW = CAT_ROW + 58
COLUMN = 57  # of an item and its cat
FIRST_COLUMN = WIDTH - ITEMS * COLUMN + 3
PAW = 22
PAWS_IN_A_ROW = 18
WELL_W, WELL_H = 68, 154
DIE = 40
GROUNDS = {
    "cell": "#e5cfa3",
    "drawn": "#d9a441",
    "wood": "#8a5a2b",
    "sign": "#fffdf7",
    "came": "#4f9d7f",
    "house": "#c2573a",
    "yarn": "#b3477f",
    "butterfly": "#8066c0",
    "bowl": "#3f97b5",
    "cushion": "#df9544",
    "mouse": "#8b949e",
}


def scene(match: Match, seat: int | None, say: Say) -> Scene:
    """Everybody's sheet (one's own first, with what one has chosen pencilled in), the dice."""
    moment = Moment.of(match, say)
    s, held = moment.s, moment.held
    lines = match.breakdown()
    seats = around(match, seat)
    groups = [
        _dice(match, s, held, say),
        *(group for who in seats for group in _sheet(match, s, held, lines[who], who, who == seats[0], seat, say)),
    ]
    prompt = prompt_of(match, s, seat, say)
    panels, secret = panels_of(match, s, lines, say), bool(s.phase == CHOOSE)
    return Scene(
        match.game.name,
        say(match.game.title),
        seat,
        match.actor,
        prompt.ask,
        prompt.so,
        groups,
        clicks(match, moment),
        panels,
        GROUNDS,
        secret=secret,
        question=prompt.question,
    )


# The dice -------------------------------------------------------------------------------------------------------------


def _dice(match: Match, s: Any, held: Held, say: Say) -> Group:
    """A tray for each face, the centre die and the dice not rolled yet."""
    places: list[Place] = []
    pieces: list[Piece] = []
    for face, name in enumerate(ITEM_NAMES, 1):
        x = (face - 1) * WELL_W
        label = say("Dice that show {face}: {count}").format(face=face_words(face, say), count=int(s.dice[face - 1]))
        places.append(Place(f"face-{face}", x, 0, WELL_W - 6, WELL_H, label, name, symbol=f"cc-{name}", text=say(name)))
        pieces.append(
            Piece(f"print-{face}", x + WELL_W - 28, 4, 19, 19, f"die-{face}", label=face_words(face, say), state="dim")
        )
        names = held.get(("die", f"face-{face}"), ())
        step = min(18, 24 / max(1, len(names) - 1))
        pieces += [
            _die(die, face, x + (WELL_W - 6 - DIE) / 2, 54 + step * k, k + 1, say) for k, die in enumerate(names)
        ]
    y = WELL_H + 12
    half = 3 * WELL_W - 6
    centre = int(s.centre)
    label = say("Centre die: {face}").format(face=face_words(centre, say)) if centre else say("Centre die: none yet")
    places.append(
        Place("centre", 0, y, half, 64, label, ITEM_NAMES[centre - 1] if centre else "", text=say("centre die"))
    )
    label = say("Dice to roll: {count}").format(count=len(held.get(("die", "cup"), ())))
    places.append(Place("cup", half + 6, y, half, 64, label, text=say("dice to roll")))
    pieces += [_die(die, centre, (half - DIE) / 2, y + 4, 0, say) for die in held.get(("die", "centre"), ())]
    pieces += [
        Piece(die, half + 10 + 41 * k, y + 4, DIE, DIE, "die-1", label=say("a die to roll"), state="dim")
        for k, die in enumerate(held.get(("die", "cup"), ()))
    ]
    return Group("dice", round_words(match, s, say), FACES * WELL_W - 6, y + 64, places, pieces, "side")


def _die(name: str, face: int, x: float, y: float, layer: int, say: Say) -> Piece:
    label = say("a die that shows {face}").format(face=face_words(face, say))
    return Piece(name, x, y, DIE, DIE, f"die-{face}", label=label, layer=layer)


# Sheets ---------------------------------------------------------------------------------------------------------------


def _sheet(
    match: Match, s: Any, held: Held, lines: Mapping[str, int], seat: int, mine: bool, viewer: int | None, say: Say
) -> Iterator[Group]:
    """The cat towers; the items with their cats and the paws."""
    drawn = pencilled(match, seat) if seat == viewer and s.choice[seat] else s
    towers = [*_stand(match, seat), *_cells(match, drawn, seat, say), *_signs(match, s, seat, say)]
    facts = (
        Row(say("points"), str(lines["total"])),
        Row(say("full towers"), f"{int(r.full_towers(s, seat))}/{r.LAST_TOWERS}", "cc-post"),
        Row(say("paws"), str(int(s.paws[seat])), "cc-paw-circled"),
    )
    pieces = [*_posts(match, seat, say), *_items(s, drawn, seat, say)]
    yield Group(
        f"sheet-{seat}",
        match.names[seat],
        WIDTH,
        SIGNS + 34,
        towers,
        pieces,
        "primary" if mine else "mini",
        seat,
        facts,
    )
    b: Any = match.box.records[0]
    height = (PAW + 2) * max(1, -(-int(b.paws) // PAWS_IN_A_ROW)) + 10
    label = say("Paws to use: {paws}, to circle: {left}").format(paws=int(s.paws[seat]), left=int(s.paws_left[seat]))
    places = [
        *_columns(drawn, seat, lines, say),
        *_die_place(match, s, seat, viewer, say),
        Place(f"paws-{seat}", 0, PAW_ROW, WIDTH, height, label),
    ]
    pieces = [*_cats(s, drawn, seat, say), *_paws(match, s, drawn, seat, say)]
    pieces += [_die(die, int(s.die[seat]), 4, ITEM_ROW + 10, 0, say) for die in held.get(("die", f"taken-{seat}"), ())]
    label = say("{name}: items and cats").format(name=match.names[seat])
    yield Group(f"items-{seat}", label, WIDTH, PAW_ROW + height, places, pieces, "side" if mine else "mini", seat)


def _corner(cell: int) -> tuple[float, float]:
    """Where a cell's box begins; towers 1, 3 and 5 stand half a cell higher."""
    tower, floor = divmod(cell, FLOORS)
    return tower * STEP, (FLOORS - 1 - floor + (tower % 2) / 2) * HEX_H


def _stand(match: Match, seat: int) -> Iterator[Place]:
    """What the towers stand on."""
    for tower in range(TOWERS):
        top = _corner(cell_at(tower, 0))[1] + HEX_H - 2
        yield Place(f"trunk-{seat}-{tower + 1}", tower * STEP + HEX_W / 2 - 9, top, 18, BASE - top + 4, ground="wood")
    yield Place(f"base-{seat}", 16, BASE, WIDTH - 32, 12, ground="wood")


def _cells(match: Match, s: Any, seat: int, say: Say) -> Iterator[Place]:
    """The cells, with their floors."""
    b: Any = match.box.records[0]
    for cell, name in enumerate(CELL_NAMES):
        tower, floor = divmod(cell, FLOORS)
        x, y = _corner(cell)
        if int(b.cells) >> cell & 1:
            item = int(s.sheet[seat, cell])
            content = say(ITEM_NAMES[item - 1]) if item else say("empty")
            label = say("Tower {tower}, floor {floor}: {content}").format(
                tower=tower + 1, floor=floor + 1, content=content
            )
            yield Place(
                f"cell-{seat}-{name}",
                x + 1,
                y + 1.5,
                HEX_W - 2,
                HEX_H - 3,
                label,
                "drawn" if item else "cell",
                "hex",
                text=str(floor + 1),
            )


def _posts(match: Match, seat: int, say: Say) -> Iterator[Piece]:
    """The scratching posts: floors without a cell that have one above them."""
    b: Any = match.box.records[0]
    for cell, name in enumerate(CELL_NAMES):
        tower, floor = divmod(cell, FLOORS)
        if not int(b.cells) >> cell & 1 and int(b.tower[tower]) >> cell:
            x, y = _corner(cell)
            label = say("Tower {tower}, floor {floor}: a scratching post").format(tower=tower + 1, floor=floor + 1)
            yield Piece(f"post-{seat}-{name}", x + (HEX_W - HEX_H) / 2, y, HEX_H, HEX_H, "cc-post", label=label)


def _signs(match: Match, s: Any, seat: int, say: Say) -> Iterator[Place]:
    """The two numbers of each tower."""
    b: Any = match.box.records[0]
    for tower in range(TOWERS):
        for size, name, x in ((LARGER, "larger", -35), (SMALLER, "smaller", 2)):
            number = int(b.bonus[tower, size - 1])
            state, label = _sign(s, seat, tower, size, say)
            shape = "round" if state == "done" else "box"
            place = f"sign-{seat}-{tower + 1}-{name}"
            left = tower * STEP + HEX_W / 2 + x
            yield Place(
                place,
                left,
                SIGNS,
                33,
                30,
                label.format(tower=tower + 1, points=number),
                "came" if state == "done" else "sign",
                shape,
                text=str(number),
                state=state,
            )


def _sign(s: Any, seat: int, tower: int, size: int, say: Say) -> tuple[str, str]:
    """(state, words) of a number of a tower."""
    circled = int(s.bonus[seat, tower])
    if circled == size:
        return "done", say("Tower {tower}, number {points}: circled")
    if size == LARGER and r.is_larger_gone(s, tower):
        return "dead", say("Tower {tower}, number {points}: crossed out")
    if circled:
        return "dim", say("Tower {tower}, number {points}: not circled")
    if size == LARGER:
        return "", say("Tower {tower}, number {points}: for a full tower with a house")
    return "", say("Tower {tower}, number {points}: for a full tower")


def _columns(s: Any, seat: int, lines: Mapping[str, int], say: Say) -> Iterator[Place]:
    """For each item its points, and where its cat sits."""
    for item, name in enumerate(ITEM_NAMES):
        x = FIRST_COLUMN + item * COLUMN
        label = say.ngettext("{item}: {points} point", "{item}: {points} points", lines[name]).format(
            item=say(name), points=lines[name]
        )
        yield Place(
            f"item-{seat}-{name}", x, ITEM_ROW, COLUMN - 3, 60, label, name, symbol=f"cc-{name}", text=str(lines[name])
        )
        yield Place(f"rug-{seat}-{name}", x, CAT_ROW, COLUMN - 3, 52, ground="came" if s.cat[seat, item] else "")


def _die_place(match: Match, s: Any, seat: int, viewer: int | None, say: Say) -> Iterator[Place]:
    """Where a seat's die lies, and whether the seat has chosen, as far as the viewer knows."""
    face = int(s.die[seat])
    words = say("{name}'s die: {face}") if face else say("{name}'s die: none yet")
    label = words.format(name=match.names[seat], face=face_words(face, say) if face else "")
    yield Place(f"taken-{seat}", 0, ITEM_ROW, 48, 60, label, ITEM_NAMES[face - 1] if face else "")
    if s.phase == CHOOSE and (viewer is None or viewer == seat):
        text = say("decided") if s.choice[seat] else say("thinking")
        yield Place(
            f"chip-{seat}",
            0,
            CAT_ROW,
            62,
            52,
            text,
            shape="bare",
            symbol="ui-check" if s.choice[seat] else "ui-clock",
            text=text,
        )


def _items(s: Any, drawn: Any, seat: int, say: Say) -> Iterator[Piece]:
    """What is drawn in the cells, pale where it is only chosen."""
    for cell, name in enumerate(CELL_NAMES):
        if drawn.sheet[seat, cell]:
            x, y = _corner(cell)
            item = ITEM_NAMES[int(drawn.sheet[seat, cell]) - 1]
            state = "" if s.sheet[seat, cell] else "dim"
            yield Piece(
                f"drawn-{seat}-{name}",
                x + HEX_W / 2 - 24,
                y + HEX_H / 2 - 24,
                48,
                48,
                f"cc-{item}",
                label=say(item),
                state=state,
            )


def _cats(s: Any, drawn: Any, seat: int, say: Say) -> Iterator[Piece]:
    """The cats, with what they scored when they came."""
    for cat, name in enumerate(ITEM_NAMES):
        score = str(int(drawn.cat_score[seat, cat])) if drawn.cat[seat, cat] else ""
        state = "" if s.cat[seat, cat] == drawn.cat[seat, cat] else "dim"
        x = FIRST_COLUMN + cat * COLUMN + (COLUMN - 3 - 44) / 2
        yield Piece(
            f"cat-{seat}-{name}",
            x,
            CAT_ROW + 4,
            44,
            44,
            f"cc-cat-{cat + 1}",
            label=cat_label(drawn, seat, cat, say),
            letter=score,
            state=state,
        )


def _paws(match: Match, s: Any, drawn: Any, seat: int, say: Say) -> Iterator[Piece]:
    """All paws of a sheet in a row: crossed out, circled, not circled yet; pale what only the choice would change."""
    b: Any = match.box.records[0]
    words = {
        "cc-paw": say("a paw to circle"),
        "cc-paw-circled": say("a paw to use"),
        "cc-paw-crossed": say("a paw crossed out"),
    }
    for number in range(int(b.paws)):
        row, column = divmod(number, PAWS_IN_A_ROW)
        symbol = paw_symbol(b, drawn, seat, number)
        state = "" if symbol == paw_symbol(b, s, seat, number) else "dim"
        x, y = 4 + column * (WIDTH - 8) / PAWS_IN_A_ROW, PAW_ROW + 6 + row * (PAW + 2)
        yield Piece(f"paw-{seat}-{number + 1}", x, y, PAW, PAW, symbol, label=words[symbol], state=state)
