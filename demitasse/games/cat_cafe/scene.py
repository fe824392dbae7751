"""Where everything of Cat Café lies."""

from collections.abc import Iterator, Mapping
from typing import Any

from demitasse.core.clicks import clicks
from demitasse.core.match import Match
from demitasse.core.scene import Group, Held, Piece, Place, Row, Scene, around
from demitasse.core.words import Say
from demitasse.games.cat_cafe import rules as r
from demitasse.games.cat_cafe.actions import Choosing
from demitasse.games.cat_cafe.box import FLOORS, ITEM_NAMES, TOWERS, cell_at
from demitasse.games.cat_cafe.furniture import furniture
from demitasse.games.cat_cafe.look import cat_points, decides, item_row, paw_symbol, pencilled
from demitasse.games.cat_cafe.notation import CELL_NAMES
from demitasse.games.cat_cafe.state import CHOOSE, LARGER, SMALLER
from demitasse.games.cat_cafe.words import cat_label, face_words, panels_of, prompt_of, round_words, rule_of, steps_of

# The sheet: flat-topped cells; towers 1, 3 and 5 stand half a cell higher
HEX_W, HEX_H = 114, 76
ACROSS, UP = 89, 80  # from tower to tower, from floor to floor
FIRST, GROUND, LEGS = 62, 600, 70  # the middle of the first tower; where the towers stand, and how high
WIDTH, HEIGHT = 2 * FIRST + (TOWERS - 1) * ACROSS, GROUND + 4
ITEM = 54
# What is beside it in files: items, paws, dice
COLUMN = 62
PAW, PAWS_IN_A_ROW = 20, 18
CAT = 44
DIE, WELL = 40, 96
GROUNDS = {"cell": "#e5cfa3", "drawn": "#d9a441", "wood": "#8a5a2b", "came": "#4f9d7f"}


def scene(match: Match, seat: int | None, say: Say) -> Scene:
    """Everybody's sheet (one's own first, with what one has chosen pencilled in), the dice."""
    moment = Choosing.of(match, say)
    s = moment.s
    seats = around(match, seat)
    groups = [
        _dice(match, s, moment.held, say),
        *(group for who in seats for group in _sheet(match, moment.held, who, who == seats[0], seat, say)),
    ]
    prompt = prompt_of(match, s, seat, say)
    return Scene(
        match.game.name,
        say(match.game.title),
        seat,
        match.actor,
        prompt.ask,
        prompt.so,
        groups,
        clicks(match, moment),
        panels_of(match, s, match.breakdown(), say),
        GROUNDS,
        secret=bool(s.phase == CHOOSE),
        question=prompt.question,
        waits=prompt.waits,
        furniture=furniture(match, s, seats, seat, say),
        steps=steps_of(match, s, seats[0], say),
        rule=rule_of(s, seats[0], say) if s.phase == CHOOSE else "",
    )


# The dice -------------------------------------------------------------------------------------------------------------


def _dice(match: Match, s: Any, held: Held, say: Say) -> Group:
    """Those on the table by what they show, the centre die, and those not rolled yet."""
    places: list[Place] = []
    pieces: list[Piece] = []

    def tray(id: str, label: str, title: str, face: int) -> None:
        x, y = len(places) % 4 * (WELL + 6), len(places) // 4 * (DIE + 46)
        places.append(Place(id, x, y, WELL, DIE + 40, label, text=title))
        dice = held.get(("die", id), ())
        step = 44 / max(1, len(dice) - 1)
        pieces.extend(_die(die, face, x + 6 + k * step, y + 6, id, say) for k, die in enumerate(dice))

    for face, name in enumerate(ITEM_NAMES, 1):
        if s.dice[face - 1]:
            words = say("Dice that show {face}: {count}")
            tray(f"face-{face}", words.format(face=face_words(face, say), count=int(s.dice[face - 1])), say(name), face)
    if centre := int(s.centre):
        tray("centre", say("Centre die: {face}").format(face=face_words(centre, say)), say("centre die"), centre)
    if cup := len(held.get(("die", "cup"), ())):
        tray("cup", say("Dice to roll: {count}").format(count=cup), say("dice to roll"), 0)
    rows = -(-max(1, len(places)) // 4)
    width, height = 4 * (WELL + 6) - 6, rows * (DIE + 46) - 6
    return Group("dice", round_words(match, s, say), width, height, places, pieces, form="dice")


def _die(name: str, face: int, x: float, y: float, at: str, say: Say, tint: str = "") -> Piece:
    label = say("a die that shows {face}").format(face=face_words(face, say)) if face else say("a die to roll")
    state = "" if face else "dim"
    return Piece(name, x, y, DIE, DIE, f"die-{face or 1}", label=label, layer=1, at=at, tint=tint, state=state)


# Sheets ---------------------------------------------------------------------------------------------------------------


def _sheet(match: Match, held: Held, seat: int, mine: bool, viewer: int | None, say: Say) -> Iterator[Group]:
    """The cat towers, the cats; for files the items and the paws, too."""
    s: Any = match.state
    imagined = pencilled(match, seat, viewer)
    drawn: Any = imagined.state
    lines = imagined.breakdown()[seat]
    size = "primary" if mine else "mini"
    facts = (
        Row(say("points"), str(lines["total"])),
        Row(say("full towers"), f"{int(r.full_towers(drawn, seat))}/{r.LAST_TOWERS}", "cc-post"),
        Row(say("paws"), str(int(drawn.paws[seat])), "cc-paw-circled"),
    )
    places = [*_stand(match, seat, say), *_signs(match, drawn, seat, say), *_cells(match, drawn, seat, say)]
    pieces = list(_items(s, drawn, seat, say))
    yield Group(f"sheet-{seat}", match.names[seat], WIDTH, HEIGHT, places, pieces, size, seat, facts)
    yield _cats(match, s, drawn, seat, mine, viewer, say)
    yield _on_paper(match, held, drawn, lines, seat, mine, say)


def _middle(cell: int) -> tuple[float, float]:
    tower, floor = divmod(cell, FLOORS)
    return FIRST + tower * ACROSS, GROUND - LEGS - floor * UP - (tower % 2 == 0) * UP / 2


def _top(b: Any, tower: int) -> float:
    """Where the highest cell of a tower ends."""
    highest = (int(b.tower[tower]) >> cell_at(tower, 0)).bit_length()
    return _middle(cell_at(tower, highest - 1))[1] - HEX_H / 2


def _stand(match: Match, seat: int, say: Say) -> Iterator[Place]:
    """What the towers stand on: a board, trunks, and posts on the floors without a cell."""
    b: Any = match.box.records[0]
    yield Place(f"base-{seat}", 4, GROUND - 18, WIDTH - 8, 16, shape="wood")
    for tower in range(TOWERS):
        x, top = _middle(cell_at(tower, 0))[0], _top(b, tower) - 8
        yield Place(f"trunk-{seat}-{tower + 1}", x - 9, top, 18, GROUND - 24 - top, shape="wood")
        yield Place(f"foot-{seat}-{tower + 1}", x - 34, GROUND - 28, 68, 11, shape="wood")
    for cell, name in enumerate(CELL_NAMES):
        tower, floor = divmod(cell, FLOORS)
        if not int(b.cells) >> cell & 1 and int(b.tower[tower]) >> cell:
            x, y = _middle(cell)
            label = say("Tower {tower}, floor {floor}: a scratching post").format(tower=tower + 1, floor=floor + 1)
            yield Place(f"post-{seat}-{name}", x - 17, y - 43, 34, 86, label, shape="rope")


def _cells(match: Match, s: Any, seat: int, say: Say) -> Iterator[Place]:
    """The cells, with their floors."""
    b: Any = match.box.records[0]
    for cell, name in enumerate(CELL_NAMES):
        if not int(b.cells) >> cell & 1:
            continue
        tower, floor = divmod(cell, FLOORS)
        x, y = _middle(cell)
        item = int(s.sheet[seat, cell])
        content = say(ITEM_NAMES[item - 1]) if item else say("empty")
        words = say("Tower {tower}, floor {floor}: {content}")
        yield Place(
            f"cell-{seat}-{name}",
            x - HEX_W / 2,
            y - HEX_H / 2,
            HEX_W,
            HEX_H,
            words.format(tower=tower + 1, floor=floor + 1, content=content),
            "drawn" if item else "cell",
            "hex",
            text="" if item else str(floor + 1),
            mark=str(floor + 1) if item else "",
        )


def _signs(match: Match, s: Any, seat: int, say: Say) -> Iterator[Place]:
    """A sign on top of each tower with its two numbers."""
    b: Any = match.box.records[0]
    for tower in range(TOWERS):
        x, y = _middle(cell_at(tower, 0))[0], _top(b, tower) - 48
        yield Place(f"sign-{seat}-{tower + 1}", x - 40, y, 80, 40, shape="sign")
        for size, name, left, side in ((LARGER, "larger", -33, 36), (SMALLER, "smaller", 3, 30)):
            number = int(b.bonus[tower, size - 1])
            state, label = _sign(s, seat, tower, size, say)
            words = label.format(tower=tower + 1, points=number)
            id = f"sign-{seat}-{tower + 1}-{name}"
            yield Place(
                id, x + left, y + 20 - side / 2, side, side, words, shape="number", text=str(number), state=state
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


def _items(s: Any, drawn: Any, seat: int, say: Say) -> Iterator[Piece]:
    """What is drawn in the cells, pale where it is only chosen."""
    for cell, name in enumerate(CELL_NAMES):
        if drawn.sheet[seat, cell]:
            x, y = _middle(cell)
            item = ITEM_NAMES[int(drawn.sheet[seat, cell]) - 1]
            state = "" if s.sheet[seat, cell] else "dim"
            left, top = x - ITEM / 2, y - ITEM / 2
            yield Piece(f"drawn-{seat}-{name}", left, top, ITEM, ITEM, f"cc-{item}", label=say(item), state=state)


def _cats(match: Match, s: Any, drawn: Any, seat: int, mine: bool, viewer: int | None, say: Say) -> Group:
    """The cats, with what they scored when they came; while a house may be drawn, with what each would score."""
    asks = decides(match, seat, viewer)
    pieces = []
    for cat, name in enumerate(ITEM_NAMES):
        came = bool(drawn.cat[seat, cat])
        worth = str(int(drawn.cat_score[seat, cat])) if came else ""
        worth = f"+{cat_points(s, seat, cat)}" if asks and not came else worth
        pieces.append(
            Piece(
                f"cat-{seat}-{name}",
                cat * COLUMN + (COLUMN - CAT) / 2,
                0,
                CAT,
                CAT,
                f"cc-cat-{cat + 1}",
                label=cat_label(drawn, seat, cat, say),
                letter=worth,
                corner=f"cc-{name}",
                state="" if came or asks else "dim",
            )
        )
    label, size = say("{name}: cats").format(name=match.names[seat]), "side" if mine else "mini"
    form = "portraits" if mine and viewer is not None else "badges"
    return Group(f"cats-{seat}", label, len(ITEM_NAMES) * COLUMN, CAT, (), pieces, size, seat, form=form)


def _on_paper(match: Match, held: Held, drawn: Any, lines: Mapping[str, int], seat: int, mine: bool, say: Say) -> Group:
    """Items with their points, the paws and the die: in the page these are a sheet to choose from, a track, the bar."""
    b: Any = match.box.records[0]
    places = [
        Place(
            item_row(seat, item),
            item * COLUMN,
            0,
            COLUMN - 4,
            60,
            say.ngettext("{item}: {points} point", "{item}: {points} points", lines[name]).format(
                item=say(name), points=lines[name]
            ),
            symbol=f"cc-{name}",
            text=str(lines[name]),
        )
        for item, name in enumerate(ITEM_NAMES)
    ]
    die = [
        _die(name, int(drawn.die[seat]), len(ITEM_NAMES) * COLUMN, 10, "", say, f"seat-{seat}")
        for name in held.get(("die", f"taken-{seat}"), ())
    ]
    pieces = [*_paws(b, match.state, drawn, seat, say), *die]
    height = 70 + (PAW + 2) * max(1, -(-int(b.paws) // PAWS_IN_A_ROW))
    label = say("{name}: items and paws").format(name=match.names[seat])
    width, size = len(ITEM_NAMES) * COLUMN + DIE, "side" if mine else "mini"
    facts = [Row(say("Paws left to circle"), str(int(drawn.paws_left[seat])), "cc-paw")]
    return Group(f"paper-{seat}", label, width, height, places, pieces, size, seat, facts, form="file")


def _paws(b: Any, s: Any, drawn: Any, seat: int, say: Say) -> Iterator[Piece]:
    """All paws of a sheet in a row: crossed out, circled, not circled yet; pale what only the choice would change."""
    words = {
        "cc-paw": say("a paw to circle"),
        "cc-paw-circled": say("a paw to use"),
        "cc-paw-crossed": say("a paw crossed out"),
    }
    for number in range(int(b.paws)):
        row, column = divmod(number, PAWS_IN_A_ROW)
        symbol = paw_symbol(b, drawn, seat, number)
        state = "" if symbol == paw_symbol(b, s, seat, number) else "dim"
        x, y = column * (PAW + 0.5), 68 + row * (PAW + 2)
        yield Piece(f"paw-{seat}-{number + 1}", x, y, PAW, PAW, symbol, label=words[symbol], state=state)
