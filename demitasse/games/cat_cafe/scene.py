"""Where everything of Cat Café lies, and where each action is clicked."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from demitasse.core.box import Box
from demitasse.core.match import Match
from demitasse.core.scene import Action, Group, Held, Panel, Piece, Place, Row, Scene, around, name_pieces, score_panel, verdict
from demitasse.core.words import ACCUSATIVE, Say, later
from demitasse.games.cat_cafe import rules as r
from demitasse.games.cat_cafe.box import FLOORS, ITEM_NAMES, ITEMS, TOWERS, cell_at
from demitasse.games.cat_cafe.notation import CELL_NAMES
from demitasse.games.cat_cafe.state import CHOOSE, FACES, LARGER, SMALLER, TAKE

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
WELL_W, WELL_H = 68, 140
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
ITEMS_DRAWN = (
    later("house", ACCUSATIVE),
    later("yarn", ACCUSATIVE),
    later("butterfly", ACCUSATIVE),
    later("bowl", ACCUSATIVE),
    later("cushion", ACCUSATIVE),
    later("mouse", ACCUSATIVE),
)
LIKED = (later("houses"), later("balls of yarn"), later("butterflies"), later("bowls"), later("cushions"), later("mice"))  # what cats come for


def scene(match: Match, seat: int | None, say: Say) -> Scene:
    """Everybody's sheet (one's own first, with what one has chosen pencilled in), the dice."""
    s: Any = match.state
    held = name_pieces(match, _counts(match, s))
    lines = match.breakdown()
    seats = around(match, seat)
    groups = [_dice(match, s, held, say), *(group for who in seats for group in _sheet(match, s, held, lines[who], who, who == seats[0], seat, say))]
    ask, so = _prompt(match, s, seat, say)
    actions = [_action(match, s, action, say) for action in match.legal_ids()]
    panels, secret = _panels(match, s, lines, say), bool(s.phase == CHOOSE)
    return Scene(match.game.name, say(match.game.title), seat, match.actor, ask, so, groups, actions, panels, GROUNDS, secret=secret)


def _counts(match: Match, s: Any) -> dict[tuple[str, str], int]:
    """How many dice lie where: taken, in the centre, on the table by what they show, and not rolled yet."""
    counts = {("die", f"taken-{seat}"): int(s.die[seat] > 0) for seat in range(match.seats)}
    counts["die", "centre"] = int(s.centre > 0)
    for face in range(FACES):
        counts["die", f"face-{face + 1}"] = int(s.dice[face])
    counts["die", "cup"] = match.seats + 1 - sum(counts.values())
    return counts


def tell(box: Box, text: str, say: Say) -> str:
    """A decision or a roll as a phrase."""
    if text == "pass":
        return say("passed for paws")
    verb, what, *cat = text.split()
    if verb == "roll":
        return _face(int(what), say)
    if verb == "take":
        return say("die taken: {face}").format(face=_face(int(what), say))
    tower, floor = what[1:].split("f")
    words = (
        say("{item} drawn: tower {tower}, floor {floor}; the cat that likes {cat} comes")
        if cat
        else say("{item} drawn: tower {tower}, floor {floor}")
    )
    return words.format(item=say(verb), tower=tower, floor=floor, cat=say(LIKED[ITEM_NAMES.index(cat[-1])]) if cat else "")


def _face(face: int, say: Say) -> str:
    """What a die shows."""
    return say("{face}, {item}").format(face=face, item=say(ITEM_NAMES[face - 1]))


# The dice -------------------------------------------------------------------------------------------------------------


def _dice(match: Match, s: Any, held: Held, say: Say) -> Group:
    """A tray for each face, the centre die and the dice not rolled yet."""
    places: list[Place] = []
    pieces: list[Piece] = []
    for face, name in enumerate(ITEM_NAMES, 1):
        x = (face - 1) * WELL_W
        label = say("Dice that show {face}: {count}").format(face=_face(face, say), count=int(s.dice[face - 1]))
        places.append(Place(f"face-{face}", x, 0, WELL_W - 6, WELL_H, label, name, symbol=f"cc-{name}", text=say(name)))
        pieces.append(Piece(f"print-{face}", x + WELL_W - 28, 4, 19, 19, f"die-{face}", label=_face(face, say), state="dim"))
        names = held.get(("die", f"face-{face}"), ())
        step = min(18, 24 / max(1, len(names) - 1))
        pieces += [_die(die, face, x + (WELL_W - 6 - DIE) / 2, 54 + step * k, k + 1, say) for k, die in enumerate(names)]
    y = WELL_H + 12
    half = 3 * WELL_W - 6
    centre = int(s.centre)
    label = say("Centre die: {face}").format(face=_face(centre, say)) if centre else say("Centre die: none yet")
    places.append(Place("centre", 0, y, half, 64, label, ITEM_NAMES[centre - 1] if centre else "", text=say("centre die")))
    places.append(Place("cup", half + 6, y, half, 64, say("dice to roll"), text=say("dice to roll")))
    pieces += [_die(die, centre, (half - DIE) / 2, y + 4, 0, say) for die in held.get(("die", "centre"), ())]
    pieces += [
        Piece(die, half + 10 + 41 * k, y + 4, DIE, DIE, "die-1", label=say("a die to roll"), state="dim")
        for k, die in enumerate(held.get(("die", "cup"), ()))
    ]
    return Group("dice", _round(match, s, say), FACES * WELL_W - 6, y + 64, places, pieces, "side")


def _die(name: str, face: int, x: float, y: float, layer: int, say: Say) -> Piece:
    label = say("a die that shows {face}").format(face=_face(face, say))
    return Piece(name, x, y, DIE, DIE, f"die-{face}", label=label, layer=layer)


def _round(match: Match, s: Any, say: Say) -> str:
    if match.actor is None:
        return say("Rounds played: {count}").format(count=int(s.rounds))
    return say("Round {number}, first player: {name}").format(number=int(s.rounds) + 1, name=match.names[int(r.first_player(s))])


# Sheets ---------------------------------------------------------------------------------------------------------------


def _sheet(match: Match, s: Any, held: Held, lines: Mapping[str, int], seat: int, mine: bool, viewer: int | None, say: Say) -> Iterator[Group]:
    """The cat towers; the items with their cats and the paws."""
    drawn = _pencilled(match, seat) if seat == viewer and s.choice[seat] else s
    towers = [*_stand(match, seat), *_cells(match, drawn, seat, say), *_signs(match, s, seat, say)]
    facts = (
        Row(say("points"), str(lines["total"])),
        Row(say("full towers"), f"{int(r.full_towers(s, seat))}/{r.LAST_TOWERS}", "cc-post"),
        Row(say("paws"), str(int(s.paws[seat])), "cc-paw-circled"),
    )
    pieces = [*_posts(match, seat, say), *_items(s, drawn, seat, say)]
    yield Group(f"sheet-{seat}", match.names[seat], WIDTH, SIGNS + 34, towers, pieces, "primary" if mine else "mini", seat, facts)
    b: Any = match.box.records[0]
    height = (PAW + 2) * max(1, -(-int(b.paws) // PAWS_IN_A_ROW)) + 10
    label = say("Paws to use: {paws}, to circle: {left}").format(paws=int(s.paws[seat]), left=int(s.paws_left[seat]))
    places = [*_columns(drawn, seat, lines, say), *_die_place(match, s, seat, viewer, say), Place(f"paws-{seat}", 0, PAW_ROW, WIDTH, height, label)]
    pieces = [*_cats(s, drawn, seat, say), *_paws(match, s, drawn, seat, say)]
    pieces += [_die(die, int(s.die[seat]), 4, ITEM_ROW + 10, 0, say) for die in held.get(("die", f"taken-{seat}"), ())]
    label = say("{name}: items and cats").format(name=match.names[seat])
    yield Group(f"items-{seat}", label, WIDTH, PAW_ROW + height, places, pieces, "side" if mine else "mini", seat)


def _pencilled(match: Match, seat: int) -> Any:
    """The state with what a seat has chosen carried out on its sheet."""
    states = match.states.copy()
    r.carry_out(states[0], seat, int(states[0]["choice"][seat]) - 1)
    return states[0]


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
            label = say("Tower {tower}, floor {floor}: {content}").format(tower=tower + 1, floor=floor + 1, content=content)
            yield Place(f"cell-{seat}-{name}", x + 1, y + 1.5, HEX_W - 2, HEX_H - 3, label, "drawn" if item else "cell", "hex", text=str(floor + 1))


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
        label = say.ngettext("{item}: {points} point", "{item}: {points} points", lines[name]).format(item=say(name), points=lines[name])
        yield Place(f"item-{seat}-{name}", x, ITEM_ROW, COLUMN - 3, 60, label, name, symbol=f"cc-{name}", text=str(lines[name]))
        yield Place(f"rug-{seat}-{name}", x, CAT_ROW, COLUMN - 3, 52, ground="came" if s.cat[seat, item] else "")


def _die_place(match: Match, s: Any, seat: int, viewer: int | None, say: Say) -> Iterator[Place]:
    """Where a seat's die lies, and whether the seat has chosen, as far as the viewer knows."""
    face = int(s.die[seat])
    words = say("{name}'s die: {face}") if face else say("{name}'s die: none yet")
    label = words.format(name=match.names[seat], face=_face(face, say) if face else "")
    yield Place(f"taken-{seat}", 0, ITEM_ROW, 48, 60, label, ITEM_NAMES[face - 1] if face else "")
    if s.phase == CHOOSE and (viewer is None or viewer == seat):
        text = say("decided") if s.choice[seat] else say("thinking")
        yield Place(f"chip-{seat}", 0, CAT_ROW, 62, 52, text, shape="bare", symbol="ui-check" if s.choice[seat] else "ui-clock", text=text)


def _items(s: Any, drawn: Any, seat: int, say: Say) -> Iterator[Piece]:
    """What is drawn in the cells, pale where it is only chosen."""
    for cell, name in enumerate(CELL_NAMES):
        if drawn.sheet[seat, cell]:
            x, y = _corner(cell)
            item = ITEM_NAMES[int(drawn.sheet[seat, cell]) - 1]
            state = "" if s.sheet[seat, cell] else "dim"
            yield Piece(f"drawn-{seat}-{name}", x + HEX_W / 2 - 24, y + HEX_H / 2 - 24, 48, 48, f"cc-{item}", label=say(item), state=state)


def _cats(s: Any, drawn: Any, seat: int, say: Say) -> Iterator[Piece]:
    """The cats, with what they scored when they came."""
    for cat, name in enumerate(ITEM_NAMES):
        score = str(int(drawn.cat_score[seat, cat])) if drawn.cat[seat, cat] else ""
        state = "" if s.cat[seat, cat] == drawn.cat[seat, cat] else "dim"
        x = FIRST_COLUMN + cat * COLUMN + (COLUMN - 3 - 44) / 2
        yield Piece(
            f"cat-{seat}-{name}", x, CAT_ROW + 4, 44, 44, f"cc-cat-{cat + 1}", label=_cat_label(drawn, seat, cat, say), letter=score, state=state
        )


def _cat_label(s: Any, seat: int, cat: int, say: Say) -> str:
    if not s.cat[seat, cat]:
        return say("The cat that likes {items} waits").format(items=say(LIKED[cat]))
    points = int(s.cat_score[seat, cat])
    words = say.ngettext("The cat that likes {items} came for {points} point", "The cat that likes {items} came for {points} points", points)
    return words.format(items=say(LIKED[cat]), points=points)


def _paws(match: Match, s: Any, drawn: Any, seat: int, say: Say) -> Iterator[Piece]:
    """All paws of a sheet in a row: crossed out, circled, and not circled yet; pale what only the choice would change."""
    b: Any = match.box.records[0]
    words = {"cc-paw": say("a paw to circle"), "cc-paw-circled": say("a paw to use"), "cc-paw-crossed": say("a paw crossed out")}
    for number in range(int(b.paws)):
        row, column = divmod(number, PAWS_IN_A_ROW)
        symbol = _paw(b, drawn, seat, number)
        state = "" if symbol == _paw(b, s, seat, number) else "dim"
        x, y = 4 + column * (WIDTH - 8) / PAWS_IN_A_ROW, PAW_ROW + 6 + row * (PAW + 2)
        yield Piece(f"paw-{seat}-{number + 1}", x, y, PAW, PAW, symbol, label=words[symbol], state=state)


def _paw(b: Any, s: Any, seat: int, number: int) -> str:
    circled = int(b.paws) - int(s.paws_left[seat])
    if number >= circled:
        return "cc-paw"
    return "cc-paw-circled" if number >= circled - int(s.paws[seat]) else "cc-paw-crossed"


# Words ----------------------------------------------------------------------------------------------------------------


def _prompt(match: Match, s: Any, viewer: int | None, say: Say) -> tuple[str, str]:
    """(what is asked, its consequence)."""
    if match.actor is None:
        return verdict(match, say)
    if match.actor == "*":
        return say("A die is rolled."), say("Everybody takes one; the one left is the centre die.")
    if s.phase == CHOOSE and viewer is not None and s.choice[viewer]:
        return say("{name} has decided.").format(name=match.names[viewer]), say("When all have, everything is drawn at once.")
    seat = int(match.actor)
    if s.phase == TAKE:
        return say("{name}: take a die.").format(name=match.names[seat]), say("The one left is the centre die, for everybody.")
    so = say("Of the dice {own} and {centre} one is the item, the other the floor. A paw changes a die by 1; paws to use: {paws}.")
    dice = {"own": int(s.die[seat]), "centre": int(s.centre), "paws": int(s.paws[seat])}
    return say("{name}: draw an item, or pass?").format(name=match.names[seat]), so.format(**dice)


def _panels(match: Match, s: Any, breakdown: Sequence[Mapping[str, int]], say: Say) -> list[Panel]:
    paws = [Row(match.names[seat], str(int(s.paws_left[seat])), "cc-paw") for seat in range(match.seats)]
    worth = (
        say("a cat comes: 2 for each item it likes"),
        say("in each tower 8 for the most, 3 for fewer"),
        say("3, and circle 2 paws"),
        say("1 for each kind of item beside it"),
        say("its floor"),
        say("2, 6, 12 or 20 for a chain of 1, 2, 3 or 4"),
    )
    items = [Row(say(name), text, f"cc-{name}") for name, text in zip(ITEM_NAMES, worth, strict=True)]
    return [score_panel(match.names, breakdown, say), Panel("items", say("What items score"), items), Panel("paws", say("Paws left to circle"), paws)]


# Actions --------------------------------------------------------------------------------------------------------------


def _action(match: Match, s: Any, action: int, say: Say) -> Action:
    """Where an action is clicked, and what it does in words."""
    seat = int(s.seat)
    text = match.action_text(action)
    if action == r.PASS:
        return _pass(s, seat, text, say)
    if action < r.MARK_HOUSE:
        face = action - r.TAKE_DIE + 1
        return Action(text, say("Take the die: {face}").format(face=_face(face, say)), f"face-{face}", key=str(face))
    return _mark(s, seat, text, action, say)


def _pass(s: Any, seat: int, text: str, say: Say) -> Action:
    count = min(r.PAWS_OF_A_PASS, int(s.paws_left[seat]))
    label = say.ngettext("Pass and circle {count} paw", "Pass and circle {count} paws", count).format(count=count)
    label = label if count else say("Pass; no paw is left to circle")
    return Action(text, label, f"paws-{seat}", key="p")


def _mark(s: Any, seat: int, text: str, action: int, say: Say) -> Action:
    item, cell = int(r.item_of(action)), int(r.cell_of(action))
    tower, floor = divmod(cell, FLOORS)
    words = {"item": say(ITEM_NAMES[item], ACCUSATIVE), "tower": tower + 1, "floor": floor + 1}
    label = say("Draw {item}: tower {tower}, floor {floor}").format(**words)
    then = ""
    if item == r.HOUSE:
        cat = int(r.cat_of(action))
        points = 2 * (int((s.sheet[seat] == cat + 1).sum()) + (cat == r.HOUSE))
        label = say.ngettext(
            "Draw {item}: tower {tower}, floor {floor}; the cat that likes {cat}: {points} point",
            "Draw {item}: tower {tower}, floor {floor}; the cat that likes {cat}: {points} points",
            points,
        ).format(**words, cat=say(LIKED[cat]), points=points)
        then = f"cat-{seat}-{ITEM_NAMES[cat]}"
    paws = int(r.paws_needed(s, seat, item, floor))
    price = say.ngettext("{count} paw", "{count} paws", paws).format(count=paws) if paws else ""
    return Action(
        text,
        label,
        f"cell-{seat}-{CELL_NAMES[cell]}",
        f"item-{seat}-{ITEM_NAMES[item]}",
        key=str(item + 1),
        price=price,
        then=then,
        badge=f"−{paws}" if paws else "",
    )
