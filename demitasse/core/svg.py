"""A small SVG writer: scenes as pictures for notebooks, replays and files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from math import hypot

from demitasse.core.fit import cut, span, wrap
from demitasse.core.measures import MEASURES, WEB, tokens
from demitasse.core.scene import Group, Part, Piece, Place, Row, Scene

WIDTH = 1240
GAP = 16
HEAD = 44
PAD = 14
ASK = 20  # the size of the question's letters
# The numbers that the page's drawings have, too (draw.js draws the same).
LETTERS, PLACE, CUP, BOARD, CARD, SHOP, PART, PIECE, POST, SIGN = (
    MEASURES[name] for name in ("letters", "place", "cup", "board", "card", "shop", "part", "piece", "post", "sign")
)
PLACE_STATES = {
    "dead": "gone",
    "dim": "gone",
    "done": "",
    "plain": "",
    "strong": "",
}  # what a place of a state looks like as a whole
TEXT_STATES = {"dead": "struck", "strong": "on-solid"}  # and the words on it
TAG = re.compile(r'<(\w+)((?: [\w:-]+="[^"]*")*)(/?)>')
TOKEN = re.compile(r"@([a-z][a-z0-9-]*)")
LIGHT = tokens(":root")
DARK = LIGHT | tokens(':root[data-theme="dark"]')
FONTS = {
    kind: {
        "font-family": LIGHT[look["family"]].replace('"', "'"),
        "font-weight": f"{look['weight']}",
        "font-size": f"{look['size']}px",
    }
    for kind, look in LETTERS.items()
}


def mixed(one: str, percent: int, other: str) -> str:
    return f"color-mix(in srgb,{one} {percent}%,{other})"


# what a class looks like, later ones overrule earlier ones; @ opens the name of a token
LOOK: dict[str, dict[str, str]] = {
    "paper": {"fill": "@paper"},
    "sunk": {"fill": "@sunk", "stroke": "@line"},
    "card": {"fill": "@card", "stroke": "@line", "stroke-width": "1.5"},
    "on-ground": {"fill": mixed("var(--ground)", 24, "@card"), "stroke": mixed("var(--ground)", 45, "@line")},
    "card-on-ground": {"fill": mixed("var(--ground)", 30, "@card"), "stroke": "@line"},
    "region": {"fill": mixed("var(--ground)", 26, "@card"), "stroke": mixed("var(--ground)", 85, "@card")},
    "shop": {"stroke": mixed("var(--ground)", 85, "@card")},
    "thick": {"stroke-width": "2.5"},
    "seam": {
        "fill": "none",
        "stroke": mixed("@pen", 30, "transparent"),
        "stroke-width": "1",
        "stroke-dasharray": "3 4",
    },
    "stripe": {"fill": "@awning"},
    "stripe-b": {"fill": "@awning-2"},
    "hem": {"fill": "none", "stroke": "@pen", "stroke-width": "1.5"},
    "pen": {"fill": "@card", "stroke": "@pen", "stroke-width": "2.5", "stroke-linecap": "round"},
    "solid": {"fill": "var(--ground)"},
    "bare": {"fill": "none", "stroke": "none"},
    "hollow": {"fill": "none"},
    "full": {"stroke": "@mint", "stroke-width": "2.5"},
    "legal": {"stroke": "@legal", "stroke-width": "3"},
    "arrow": {
        "fill": "none",
        "stroke": "@legal",
        "stroke-width": "4",
        "stroke-dasharray": "9 7",
        "stroke-linecap": "round",
    },
    "point": {"fill": "@legal"},
    "title": {**FONTS["title"], "fill": "@ink"},
    "name": {**FONTS["name"], "fill": "@ink"},
    "big": {**FONTS["title"], "font-size": f"{ASK}px", "fill": "@ink"},
    "text": {**FONTS["text"], "fill": "@ink"},
    "small": {**FONTS["small"], "fill": mixed("@muted", 70, "@ink")},
    "letter": {**FONTS["letter"], "fill": "@card"},
    "star": {**FONTS["star"], "fill": LIGHT["ink"]},
    "on-solid": {"fill": LIGHT["ink"]},
    "floor": {**FONTS["floor"], "fill": "@ink"},
    "side": {**FONTS["side"], "fill": mixed("@muted", 70, "@ink")},
    "figure": {**FONTS["figure"], "fill": "@ink"},
    "digit": {**FONTS["digit"], "fill": "@ink"},
    "badge": {"fill": "@ink", "stroke": "@card", "stroke-width": "1.5"},
    "wood": {"fill": "@wood", "stroke": "@wood-edge"},
    "rope": {"fill": mixed("@wood", 55, "@card"), "stroke": "@wood-edge"},
    "strand": {"fill": "none", "stroke": "@wood-edge", "stroke-width": "3"},
    "paper-of": {"fill": "@card", "stroke": "@wood-edge", "stroke-width": "1.5"},
    "ringed": {"fill": "none", "stroke": "@mint", "stroke-width": "3"},
    "cross": {"fill": "none", "stroke": "@danger", "stroke-width": "3.5", "stroke-linecap": "round"},
    "ledge": {"fill": mixed("@wood", 62, "@card")},
    "slate": {"fill": "@chalk"},
    "chalk": {"fill": "@chalk-ink"},
    "faded": {"fill": "@chalk-muted"},
    "ring": {"fill": "none", "stroke": "@chalk-ink", "stroke-width": "1.5"},
    "owner": {"fill": "none", "stroke": "var(--tint)", "stroke-width": "5"},
    "struck": {"text-decoration": "line-through"},
    "gone": {"opacity": ".6"},
    "sym": {"color": "@pen"},
    "dim": {"opacity": ".42"},
    "dead": {"opacity": ".42"},
    "spent": {"opacity": ".5"},
    "ghost": {"opacity": ".6"},
    "lacking": {"opacity": ".35"},
}


def write(scene: Scene) -> str:
    """The scene as one SVG document that needs nothing else."""
    body, wide, height = _draw(scene, WIDTH, top=70)
    asked = span(scene.ask, "title") * ASK / LETTERS["title"]["size"]
    width = round(min(WIDTH, max(wide, asked + 2 * GAP, span(scene.so, "text") + 2 * GAP)))
    words = _line(scene.ask, GAP, 32, "big") + _line(scene.so, GAP, 54, "text")
    drawings = "".join(symbols()[name] for name in _used(body))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:g}" width="{width}" height="{height:g}" '
        f'role="img" aria-label="{escape(scene.title)}: {escape(scene.ask)}">'
        f"<style>{_style()}</style><defs>{drawings}</defs>"
        f'<rect class="paper" width="{width}" height="{height:g}"/>{words}{body}</svg>'
    )


def embed(scene: Scene, label: str, prefix: str, width: float) -> str:
    """The scene's groups as an SVG element for a page: as wide as they need, at most `width`; an arrow where there is
    one action to show.

    It has no style that a strict content policy would refuse: attributes only, in the page's colours; its ids begin
    with `prefix`.
    """
    body, wide, high = _draw(scene, width, top=GAP, alone=True)
    body = TAG.sub(lambda tag: _attributes(tag, prefix), body)
    symbols = "".join(_tinted(name, prefix) for name in sorted(set(re.findall(rf'href="#{prefix}([\w-]+)"', body))))
    edge = GAP - 4  # a page has room of its own around it
    wide, high = wide - 2 * edge, high - 2 * edge
    return (
        f'<svg viewBox="{edge:g} {edge:g} {wide:g} {high:g}" width="{wide:g}" height="{high:g}" role="img" '
        f'aria-label="{escape(label)}"><defs>{symbols}</defs>{body}</svg>'
    )


def _draw(scene: Scene, width: float, top: float, alone: bool = False) -> tuple[str, float, float]:
    """(the groups drawn, the width they take, their height); where they stand alone, in the middle, with an arrow for a
    single action.
    """
    lit = {id for action in scene.actions for id in (action.on, action.start, action.then)}
    body, wide, high = [], 0.0, 0.0
    spots: dict[str, tuple[float, float]] = {}
    for group, x, y in _centred(list(_arrange(scene, width, top)), width) if alone else _packed(scene, width, top):
        body.append(f'<g transform="translate({x:g} {y:g})">{"".join(_group(group, scene, lit, width))}</g>')
        wide, high = max(wide, x + _outer(group, width)[0]), max(high, y + _outer(group, width)[1])
        spots |= _spots(group, x, y, width)
    if alone and len(scene.actions) == 1:
        body += _arrow(spots, scene.actions[0].start, scene.actions[0].on)
    return "".join(body), wide + GAP, high + GAP


def _centred(arranged: Sequence[tuple[Group, float, float]], width: float) -> Iterator[tuple[Group, float, float]]:
    """Every row of groups moved to the middle of the widest."""
    ends: dict[float, float] = {}
    for group, x, y in arranged:
        ends[y] = max(ends.get(y, 0.0), x + _outer(group, width)[0])
    for group, x, y in arranged:
        yield group, x + (max(ends.values()) - ends[y]) / 2, y


def _spots(group: Group, x: float, y: float, width: float) -> dict[str, tuple[float, float]]:
    """Where the middle of every place and piece of a group is drawn."""
    scale = _scale(group, width)
    things: list[Place | Piece] = [*group.places, *group.pieces]
    return {
        thing.id: (
            x + PAD + (thing.x + thing.w / 2 - group.left) * scale,
            y + HEAD + (thing.y + thing.h / 2 - group.top) * scale,
        )
        for thing in things
    }


def _arrow(spots: Mapping[str, tuple[float, float]], start: str, end: str) -> Iterator[str]:
    """A dashed arc from one thing to another, with a point."""
    if start not in spots or end not in spots or start == end:
        return
    (ax, ay), (bx, by) = spots[start], spots[end]
    long = hypot(bx - ax, by - ay)
    if long < 30:
        return
    (dx, dy) = (bx - ax) / long, (by - ay) / long
    ex, ey = bx - 10 * dx, by - 10 * dy
    bend = min(60.0, long / 5)
    mx, my = (ax + ex) / 2 + bend * dy, (ay + ey) / 2 - bend * dx
    yield f'<path class="arrow" d="M{ax:.1f} {ay:.1f}Q{mx:.1f} {my:.1f} {ex:.1f} {ey:.1f}"/>'
    long = hypot(ex - mx, ey - my)
    (dx, dy) = (ex - mx) / long, (ey - my) / long
    corners = (
        (ex + 12 * dx, ey + 12 * dy),
        (ex - 4 * dx - 9 * dy, ey - 4 * dy + 9 * dx),
        (ex - 4 * dx + 9 * dy, ey - 4 * dy - 9 * dx),
    )
    yield f'<polygon class="point" points="{" ".join(f"{px:.1f},{py:.1f}" for px, py in corners)}"/>'


def _style() -> str:
    """The looks as a style sheet, for light and dark."""
    return f"{_rules(LIGHT)}@media (prefers-color-scheme:dark){{{_rules(DARK)}}}"


def _rules(values: Mapping[str, str]) -> str:
    rules = (f".{name}{{{';'.join(f'{key}:{value}' for key, value in look.items())}}}" for name, look in LOOK.items())
    return TOKEN.sub(lambda found: values[found[1]], "".join(rules))


def _attributes(tag: re.Match[str], prefix: str) -> str:
    """A tag with attributes in place of classes and styles."""
    given = dict(re.findall(r'([\w:-]+)="([^"]*)"', tag[2]))
    classes, style = given.pop("class", "").split(), given.pop("style", "")
    looks = {key: value for name, look in LOOK.items() if name in classes for key, value in look.items()}
    given_here = dict(part.split(":", 1) for part in style.split(";") if part)
    tint = given_here.get("--tint", "")
    if "href" in given:
        given["href"] = f"#{prefix}{given['href'][1:]}{'-' + tint.lstrip('#') if tint else ''}"
    page = {key: _of_the_page(value, given_here) for key, value in looks.items()}
    attributes = "".join(f' {key}="{value}"' for key, value in (given | page).items())
    return f"<{tag[1]}{attributes}{tag[3]}>"


def _of_the_page(value: str, given: Mapping[str, str]) -> str:
    """A value of a look in the page's colours, and in those given to the element itself."""
    for name, colour in given.items():
        value = value.replace(f"var({name})", colour)
    return TOKEN.sub(lambda found: f"var(--{found[1]},{LIGHT[found[1]]})", value)


def _tinted(name: str, prefix: str) -> str:
    """A symbol of a page by a name that nothing else has, `symbol` or `symbol-colour`."""
    symbol, tint = (name, "") if name in symbols() else name.rsplit("-", 1)
    text = symbols()[symbol].replace(f'id="{symbol}"', f'id="{prefix}{name}"', 1)
    return re.sub(r"var\(--tint,[^)]*\)", f"#{tint}", text) if tint else text


def _used(body: str) -> list[str]:
    return [name for name in sorted(set(re.findall(r'href="#([\w-]+)"', body))) if name in symbols()]


def _packed(scene: Scene, width: float, top: float) -> Iterator[tuple[Group, float, float]]:
    """Every group as far up as it fits beside those before it, then as far left."""
    taken: list[tuple[float, float, float, float]] = []
    for group in _by_weight(scene):
        wide, high = _outer(group, width)
        rows, columns = (
            {float(top), *(bottom for *_, bottom in taken)},
            {float(GAP), *(right for _, _, right, _ in taken)},
        )
        x, y = next(
            (x, y)
            for y in sorted(rows)
            for x in sorted(columns)
            if (x == GAP or x + wide <= width - GAP)
            and not any(
                x < right and left < x + wide + GAP and y < bottom and upper < y + high + GAP
                for left, upper, right, bottom in taken
            )
        )
        taken.append((x, y, x + wide + GAP, y + high + GAP))
        yield group, x, y


def _by_weight(scene: Scene) -> list[Group]:
    """The primary groups first."""
    order = {"primary": 0, "side": 1, "mini": 2}
    return sorted(scene.groups, key=lambda group: order[group.size])


def _arrange(scene: Scene, width: float, top: float) -> Iterator[tuple[Group, float, float]]:
    """Groups side by side while they fit, the primary ones first; then a new row."""
    x, y, row = float(GAP), float(top), 0.0
    for group in _by_weight(scene):
        wide, high = _outer(group, width)
        if x + wide > width - GAP and x > GAP:
            x, y, row = float(GAP), y + row + GAP, 0.0
        yield group, x, y
        x, row = x + wide + GAP, max(row, high)


def _scale(group: Group, room: float) -> float:
    return min(0.6 if group.size == "mini" else 1.0, (room - 2 * GAP - 2 * PAD) / group.width)


def _outer(group: Group, room: float) -> tuple[float, float]:
    """The width and height that a group is drawn in where there is so much room across: what it holds, and its name."""
    scale = _scale(group, room)
    wide = max(group.width * scale, min(span(group.label, "title"), room - 2 * GAP - 2 * PAD))
    return wide + 2 * PAD, group.height * scale + HEAD + PAD


def _group(group: Group, scene: Scene, lit: set[str], room: float) -> Iterator[str]:
    width, height = _outer(group, room)
    yield _rect("card", 0, 0, width, height, 14)
    if group.seat is not None:
        yield f'<rect fill="{_colour(f"seat-{group.seat}")}" x="14" width="{width - 28:g}" height="4" rx="2"/>'
    yield from _head(group, width)
    shift = f"translate({-group.left:g} {-group.top:g})"
    yield f'<g transform="translate({PAD} {HEAD}) scale({_scale(group, room):g}) {shift}">'
    pieces = sorted(group.pieces, key=lambda piece: piece.layer)
    for piece in pieces:
        if piece.layer < 0:
            yield from _piece(piece, scene, piece.id in lit)
    for place in group.places:
        yield from _place(place, scene, place.id in lit)
    for piece in pieces:
        if piece.layer >= 0:
            yield from _piece(piece, scene, piece.id in lit)
    yield "</g>"


def _head(group: Group, width: float) -> Iterator[str]:
    """The name at the left, the facts at the right."""
    x = width - PAD
    for row in reversed(_facts(group, width)):
        x -= span(row.value, "text") + 6
        yield _line(row.value, x, 28, "text")
        if row.symbol:
            x -= 26
            yield _use(row.symbol, x, 10, 22, 22, row.label)
        else:
            x -= span(row.label, "small") + 8
            yield _line(row.label, x, 28, "small")
        x -= 6
    yield _line(cut(group.label, x - PAD, "title"), PAD, 28, "title")


def _facts(group: Group, width: float) -> Sequence[Row]:
    """The facts there is room for beside the name; the first ones matter most."""
    room = width - 2 * PAD - min(span(group.label, "title"), 90)
    kept = list(group.facts)
    while kept and sum(_wide(row) for row in kept) > room:
        kept.pop()
    return kept


def _wide(row: Row) -> float:
    return span(row.value, "text") + (26 if row.symbol else span(row.label, "small") + 8) + 12


def _place(place: Place, scene: Scene, lit: bool) -> Iterator[str]:
    title = f"<title>{escape(place.label)}</title>" if place.label else ""
    yield f'<g class="{PLACE_STATES.get(place.state, place.state)}">{title}'
    if place.shape in DRAWN:
        yield from DRAWN[place.shape](place, lit)
        yield "</g>"
        return
    x, y, w, h = place.x, place.y, place.w, place.h
    yield _outline(place, scene, lit)
    if place.shape == "cup":
        yield from _cup(x, y, w, h)
    if place.shape == "shop":
        yield from _awning(x, y, w)
    if place.seams:
        yield f'<path class="seam" d="{place.seams}"/>'
    if place.symbol and place.shape != "shop":  # whose front tells what it is
        yield _place_symbol(place)
    if place.corner:
        size = min(w, h) * PLACE["corner"]
        yield _use(place.corner, x + PLACE["inset"], y + PLACE["inset"], size, size, "", place.tint)
    yield from _hex_text(place) if place.shape == "hex" else _place_text(place)
    if place.shape == "square":
        yield _line(place.note, x + PLACE["inset"], y + PLACE["count_down"], "small")
    if place.count is not None:
        yield _line(f"{place.count}", x + w - PLACE["count_right"], y + PLACE["count_down"], "text", "end")
    yield "</g>"


def _place_symbol(place: Place) -> str:
    """A symbol above the words of its place, beside its count."""
    w, h = place.w, place.h
    words = LETTERS["small"]["line"] * len(wrap(place.text, w - 2 * PLACE["margin"], "small"))
    size = min(min(w, h) * PLACE["symbol"], h * PLACE["bottom"] - words)
    count = 0 if place.count is None else span(f"{place.count}", "text") + PLACE["count_room"]
    x = max(PLACE["margin"], min((w - size) / 2, w - size - count))
    y = h * PLACE["top_over_words" if place.text else "top"]
    return _use(place.symbol, place.x + x, place.y + y, size, size, "", place.tint)


def _place_text(place: Place) -> Iterator[str]:
    kind = "text" if place.shape == "round" or place.h < PLACE["low"] else "small"
    lines = wrap(place.text, place.w - 2 * PLACE["margin"], kind)
    high = LETTERS[kind]["line"]
    foot = place.y + place.h - (CUP["words"] if place.shape == "cup" else PLACE["foot"])
    if kind == "text" or (place.shape == "bare" and not place.symbol):
        foot = place.y + place.h / 2 + PLACE["middle"] + high / 2 * (len(lines) - 1)
    more = TEXT_STATES.get(place.state, "") if place.ground or place.state == "dead" else ""
    look = f"{kind} {more}".rstrip()
    for number, line in enumerate(lines):
        yield _line(line, place.x + place.w / 2, foot - high * (len(lines) - 1 - number), look, "middle")


def _hex_text(place: Place) -> Iterator[str]:
    """What a hexagon is called: in its middle, or at its left beside what lies in it."""
    x, y, w, h = place.x, place.y, place.w, place.h
    if place.text:
        yield _line(place.text, x + w / 2, y + h / 2 + PLACE["large"], "floor", "middle")
    if place.mark:
        yield _line(place.mark, x + w / PLACE["side"], y + h / 2 + PLACE["middle"], "side", "middle")


def _rope(place: Place, lit: bool) -> Iterator[str]:
    """A post with rope around it."""
    x, y, w, h = place.x, place.y, place.w, place.h
    inset, first, each = POST["inset"], POST["first"], POST["each"]
    heights = (first + k * each for k in range((int(h) - first) // each + 1))
    path = "".join(f"M{x + inset:g} {y + down:g}l{w - 2 * inset:g} {-POST['slope']}" for down in heights)
    yield _rect("sunk rope", x, y, w, h, POST["radius"])
    yield f'<path class="strand" d="{path}"/>'


def _sign(place: Place, lit: bool) -> Iterator[str]:
    """Paper in a wooden frame."""
    x, y, w, h, frame = place.x, place.y, place.w, place.h, SIGN["frame"]
    yield _rect("wood", x, y, w, h, SIGN["radius"])
    yield _rect("paper-of", x + frame, y + frame, w - 2 * frame, h - 2 * frame, SIGN["inner"])


def _number(place: Place, lit: bool) -> Iterator[str]:
    """A number that is open, ringed or crossed out."""
    x, y, w, h, text = place.x, place.y, place.w, place.h, place.text
    kind = "side" if len(text) > SIGN["long"] else "figure" if h >= SIGN["large"] else "digit"
    yield _line(text, x + w / 2, y + h / 2 + LETTERS[kind]["size"] * 0.36, kind, "middle")
    if place.state == "done":
        yield f'<circle class="ringed" cx="{x + w / 2:g}" cy="{y + h / 2:g}" r="{h / 2 - SIGN["ring"]:g}"/>'
    if place.state == "dead":
        dx, dy = w * SIGN["cross"], h * (1 - SIGN["cross"])
        yield f'<path class="cross" d="M{x + dx:g} {y + dy:g}L{x + w - dx:g} {y + h - dy:g}"/>'


def _cup(x: float, y: float, w: float, h: float) -> Iterator[str]:
    """A cup with its handle and saucer; what is in it lies above."""
    right, foot = w - CUP["handle_right"], h - CUP["foot"]
    bowl, rim, neck, curve = CUP["bowl"], CUP["rim"], CUP["handle_neck"], CUP["handle_curve"]
    wall, floor = foot - rim - bowl, right - rim - 2 * bowl
    turn, top = f"a{bowl} {bowl} 0 0 1", f"{x + right:g} {y + CUP['handle_top']:g}"
    handle = f"M{top}h{neck}a{curve} {curve} 0 0 1 0 {CUP['handle_high']}h{-neck}"
    body = f"M{x + rim:g} {y + rim:g}h{right - rim:g}v{wall:g}{turn} {-bowl} {bowl}h{-floor:g}{turn} {-bowl} {-bowl}z"
    saucer = f"M{x + CUP['saucer_left']:g} {y + foot + CUP['saucer_down']:g}h{w - CUP['saucer_short']:g}"
    for look, path in (("pen hollow", handle), ("pen", body), ("pen hollow", saucer)):
        yield f'<path class="{look}" d="{path}"/>'


def _awning(x: float, y: float, w: float) -> Iterator[str]:
    """The awning of a shop: stripes in turn, with a hem of arcs."""
    number = 2 * round(w / SHOP["stripe"] / 2)
    wide, top, drop, hem = w / number, SHOP["top"], SHOP["drop"], SHOP["hem"]
    for k in range(number):
        arc = f"a{wide / 2:g} {hem} 0 0 1 {-wide:g} 0z"
        look = "stripe stripe-b" if k % 2 else "stripe"
        yield f'<path class="{look}" d="M{x + k * wide:g} {y + top:g}h{wide:g}v{drop}{arc}"/>'
    arcs = f"a{wide / 2:g} {hem} 0 0 0 {wide:g} 0" * number
    yield f'<path class="hem" d="M{x:g} {y + top + drop:g}{arcs}v{-drop}h{-w:g}z"/>'


def _board(place: Place, lit: bool) -> Iterator[str]:
    """A chalkboard in a wooden frame, with a ledge at its foot."""
    x, y, w, h = place.x, place.y, place.w, place.h
    frame, ledge, owner, ring = (BOARD[name] for name in ("frame", "ledge", "owner", "ring"))
    inner, slate = w - 2 * frame, h - frame - ledge - BOARD["ledge_gap"] - frame
    yield _rect("wood legal" if lit else "wood", x, y, w, h, BOARD["radius"])
    yield _rect("slate", x + frame, y + frame, inner, slate, BOARD["slate_radius"])
    yield _rect("ledge", x + frame, y + h - frame - ledge, inner, ledge, BOARD["ledge_radius"])
    if place.tint:
        edge = _given(tint=_colour(place.tint))
        yield _rect("owner", x + owner, y + owner, w - 2 * owner, h - 2 * owner, BOARD["owner_radius"], edge)
    yield f'<circle class="ring" cx="{x + ring:g}" cy="{y + ring:g}" r="{BOARD["ring_radius"]}"/>'
    yield _line(place.text, x + ring, y + BOARD["number_down"], "text chalk", "middle")
    if place.symbol:
        size = BOARD["symbol"]
        yield _use(place.symbol, x + w - BOARD["symbol_right"], y + BOARD["symbol_top"], size, size, "")
    top = y + BOARD["top"]
    for text, kind, look in ((place.title, "title", "title chalk"), (place.note, "small", "small faded")):
        for line in wrap(text, w - BOARD["margin"], kind):
            yield _line(line, x + BOARD["left"], top, look)
            top += LETTERS[kind]["line"]


DRAWN = {"board": _board, "rope": _rope, "sign": _sign, "number": _number}  # no outline with words in it


def _outline(place: Place, scene: Scene, lit: bool) -> str:
    colour = scene.grounds.get(place.ground, "")
    bare = place.shape in ("cup", "bare")
    looks = [
        "bare" if bare else "wood" if place.shape == "wood" else "sunk",
        *(["on-ground"] if colour else []),
        *([place.shape, "thick"] if place.shape in ("region", "shop") else []),
        *(["full"] if place.state == "done" else []),
        *(["solid"] if place.state == "strong" and colour else []),
    ]
    kind = " ".join([*looks, *(["legal"] if lit else [])])
    x, y, w, h = place.x, place.y, place.w, place.h
    if place.shape == "region":
        return f'<path class="{kind}" d="{place.d}"{_given(ground=colour)}/>'
    if place.shape == "hex":
        across, down = (0.25, 0.75, 1, 0.75, 0.25, 0), (0, 0, 0.5, 1, 1, 0.5)
        corners = " ".join(f"{x + w * px:g},{y + h * py:g}" for px, py in zip(across, down, strict=True))
        return f'<polygon class="{kind}" points="{corners}"{_given(ground=colour)}/>'
    radius = {"round": min(w, h) / 2, "cup": CUP["radius"]}.get(
        place.shape, min(PLACE["radius"], min(w, h) / PLACE["flat"])
    )
    return _rect(kind, x, y, w, h, radius, _given(ground=colour))


def _piece(piece: Piece, scene: Scene, lit: bool) -> Iterator[str]:
    x, y, w, h = piece.x, piece.y, piece.w, piece.h
    turned = f' transform="rotate({piece.turn} {x + w / 2:g} {y + h / 2:g})"' if piece.turn else ""
    yield f'<g class="{piece.state}"{turned}><title>{escape(piece.label)}</title>'
    if piece.title or piece.symbols or piece.ground or piece.face:
        yield from _card(piece, scene, lit)
    elif piece.symbol:
        yield _use(piece.symbol, x, y, w, h, "", piece.tint)
        if lit:
            edge = PIECE["edge"]
            yield _rect("bare legal", x - edge, y - edge, w + 2 * edge, h + 2 * edge, PIECE["radius"])
    mark = piece.letter or (str(piece.count) if piece.count else "")
    if mark:
        x, y = x + w - PIECE["badge_in"], y + h - PIECE["badge_in"]
        yield f'<circle class="badge" cx="{x:g}" cy="{y:g}" r="{PIECE["badge"]}"/>'
        yield _line(mark, x, y + PIECE["badge_down"], "letter", "middle")
    yield "</g>"


def _card(piece: Piece, scene: Scene, lit: bool) -> Iterator[str]:
    x, y, w, h = piece.x, piece.y, piece.w, piece.h
    colour = scene.grounds.get(piece.ground, "")
    kind = "card card-on-ground" if colour else "card"
    yield _rect(f"{kind} legal" if lit else kind, x, y, w, h, CARD["radius"], _given(ground=colour))
    top = y + CARD["top_worth" if piece.worth else "top"]
    margin = CARD["margin_worth" if piece.worth else "margin_corner" if piece.corner else "margin"]
    letters = "title" if piece.worth else "name"  # a card with its worth on it is a large one
    for line in wrap(piece.title, w - margin, letters):
        yield _line(line, x + CARD["left"], top, letters)
        top += LETTERS[letters]["line"]
    if piece.symbol:
        size = min(w, h) * CARD["symbol"]
        yield _use(piece.symbol, x + (w - size) / 2, y + (h - size) / 2, size, size, "", piece.tint)
    yield from _card_row(piece, top)
    for part in piece.face:
        yield from _part(part, piece, scene)
    yield from _card_corner(piece)
    lines = wrap(piece.note, w - CARD["margin"], "small")
    for number, line in enumerate(lines):
        foot = y + h - CARD["foot"] - LETTERS["small"]["line"] * (len(lines) - 1 - number)
        yield _line(line, x + CARD["left"], foot, "small")


def _card_row(piece: Piece, top: float) -> Iterator[str]:
    """What a card asks for, under its title."""
    each, left = CARD["row_worth" if piece.worth else "row"], CARD["row_left"]
    step = min(each + CARD["row_gap"], (piece.w - 2 * left - each) / max(1, len(piece.symbols) - 1))
    y = top - CARD["row_up_worth"]
    if not piece.worth:
        y = min(top - CARD["row_up"], piece.y + piece.h - each - CARD["row_foot"])
    for number, symbol in enumerate(piece.symbols):
        look = "sym lacking" if number in piece.lacking else "sym"
        yield _use(symbol, piece.x + left + step * number, y, each, each, look=look)


def _card_corner(piece: Piece) -> Iterator[str]:
    """What a card is worth, or its symbol, in the upper right."""
    right, top = piece.x + piece.w, piece.y
    if piece.worth:
        yield _use(piece.corner, right - CARD["star_right"], top + CARD["star_top"], CARD["star"], CARD["star"])
        yield _line(piece.worth, right - CARD["worth_right"], top + CARD["worth_down"], "star", "middle")
    elif piece.corner:
        x, y, size = right - CARD["corner_right"], top + CARD["corner_top"], CARD["corner"]
        yield _use(piece.corner, x, y, size, size)


def _part(part: Part, piece: Piece, scene: Scene) -> Iterator[str]:
    x, y, size = piece.x + part.x, piece.y + part.y, min(part.w, part.h) * PART["symbol"]
    if part.shape:
        yield from _printed_place(part, x, y, scene)
        return
    colour = scene.grounds.get(part.ground, "")
    kind = "sunk on-ground" if colour else "sunk"
    yield _rect(kind, x, y, part.w, part.h, part.h * PART["radius"], _given(ground=colour))
    if part.symbol:
        across = x + PART["left"] if part.text else x + (part.w - size) / 2
        yield _use(part.symbol, across, y + (part.h - size) / 2, size, size, "", part.tint)
    if part.text:
        yield _line(part.text, x + part.w - PART["right"], y + part.h - PART["foot"], "small", "end")


def _printed_place(part: Part, x: float, y: float, scene: Scene) -> Iterator[str]:
    """A part that is drawn as a place, at its scale."""
    w, h, ground, shape = part.w / part.scale, part.h / part.scale, part.ground, part.shape
    printed = Place("", 0, 0, w, h, "", ground, shape, symbol=part.symbol, text=part.text, state=part.state)
    yield f'<g transform="translate({x:g} {y:g}) scale({part.scale:g})">'
    yield from _place(printed, scene, False)
    yield "</g>"


def _rect(kind: str, x: float, y: float, w: float, h: float, radius: float, more: str = "") -> str:
    return f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{radius:g}"{more}/>'


def _line(words: str, x: float, y: float, kind: str, anchor: str = "") -> str:
    side = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:g}" y="{y:g}" class="{kind}"{side}>{escape(words)}</text>'


def _use(
    symbol: str, x: float, y: float, w: float, h: float, label: str = "", tint: str = "", look: str = "sym"
) -> str:
    box = f'x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"{_given(tint=_colour(tint))}'
    title = f"<title>{escape(label)}</title>" if label else ""
    return f'<use class="{look}" href="#{escape(symbol)}" {box}>{title}</use>'


def _given(**colours: str) -> str:
    """The style that gives an element colours of its own."""
    given = ";".join(f"--{name}:{escape(colour)}" for name, colour in colours.items() if colour)
    return f' style="{given}"' if given else ""


def _colour(tint: str) -> str:
    return LIGHT[tint] if tint.startswith("seat-") else tint


@cache
def symbols() -> dict[str, str]:
    """The symbols of the sprite by name."""
    text = (WEB / "symbols.svg").read_text(encoding="utf-8")
    return {found[1]: found[0] for found in re.finditer(r'<symbol id="([\w-]+)".*?</symbol>', text, re.S)}
