"""A small SVG writer: scenes as pictures for notebooks, replays and files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from math import hypot
from pathlib import Path

from demitasse.core.fit import cut, span, wrap
from demitasse.core.scene import Group, Part, Piece, Place, Row, Scene

WIDTH = 1240
GAP = 16
HEAD = 44
PAD = 14
PLACE_STATES = {"dead": "gone", "done": ""}  # what a place of a state looks like as a whole; others as a piece does
TAG = re.compile(r'<(\w+)((?: [\w:-]+="[^"]*")*)(/?)>')
TOKEN = re.compile(r"@([a-z-]+)")
SPRITE = Path(__file__).resolve().parent.parent / "web" / "symbols.svg"
SEATS = ("#b03c2c", "#2b5ca0", "#2a7241", "#875c00", "#6a4c9c")
SERIF = "Palatino, 'Noto Serif', 'Noto Serif JP', Georgia, serif"
SANS = "system-ui, 'Segoe UI', 'Noto Sans', 'Noto Sans JP', sans-serif"
TOKENS = {  # light, dark; the page has them under the same names
    "paper": ("#f8f0e3", "#1b1410"),
    "card": ("#fffcf6", "#2a1f18"),
    "sunk": ("#efe3d0", "#130e0b"),
    "line": ("#d9c6ab", "#4c3c30"),
    "ink": ("#2b1d14", "#f6ecde"),
    "muted": ("#665142", "#c4b09b"),
    "mint": ("#1c665b", "#6cc5b4"),
    "legal": ("#b56a00", "#f0b04a"),
    "pen": ("#4a3122", "#a88d73"),
    "chalk": ("#2f3a35", "#222b27"),
    "chalk-ink": ("#f6f1e4", "#f1ecdf"),
    "chalk-muted": ("#c3ccc2", "#aebbb0"),
    "wood": ("#c49a6c", "#5a402a"),
}
SERIF_600 = {"font-family": SERIF, "font-weight": "600"}
SANS_400 = {"font-family": SANS, "font-weight": "400"}
SANS_700 = {"font-family": SANS, "font-weight": "700"}
LOOK: dict[
    str, dict[str, str]
] = {  # what a class looks like, later ones overrule earlier ones; @ opens the name of a token
    "paper": {"fill": "@paper"},
    "card": {"fill": "@card", "stroke": "@line"},
    "sunk": {"fill": "@sunk", "stroke": "@line"},
    "pen": {"fill": "@card", "stroke": "@pen", "stroke-width": "2"},
    "bare": {"fill": "none"},
    "full": {"stroke": "@mint", "stroke-width": "2.5"},
    "legal": {"stroke": "@legal", "stroke-width": "2.5"},
    "arrow": {
        "fill": "none",
        "stroke": "@legal",
        "stroke-width": "4",
        "stroke-dasharray": "9 7",
        "stroke-linecap": "round",
    },
    "point": {"fill": "@legal"},
    "title": {**SERIF_600, "font-size": "15px", "fill": "@ink"},
    "big": {**SERIF_600, "font-size": "20px", "fill": "@ink"},
    "text": {**SANS_400, "font-size": "13px", "fill": "@ink"},
    "small": {**SANS_400, "font-size": "12px", "fill": "@muted"},
    "letter": {**SANS_700, "font-size": "11px", "fill": "@card"},
    "star": {**SANS_700, "font-size": "11px", "fill": "#2b1d14"},
    "badge": {"fill": "@ink"},
    "wood": {"fill": "@wood"},
    "ledge": {"fill": "color-mix(in srgb,@wood 60%,@card)"},
    "slate": {"fill": "@chalk"},
    "chalk": {"fill": "@chalk-ink"},
    "faded": {"fill": "@chalk-muted"},
    "ring": {"fill": "none", "stroke": "@chalk-ink", "stroke-width": "1.5"},
    "struck": {"text-decoration": "line-through"},
    "gone": {"opacity": ".6"},
    "sym": {"color": "@pen"},
    "dim": {"opacity": ".4"},
    "dead": {"opacity": ".35"},
    "spent": {"opacity": ".5"},
    "ghost": {"opacity": ".55"},
}


def write(scene: Scene) -> str:
    """The scene as one SVG document that needs nothing else."""
    body, wide, height = _draw(scene, WIDTH, top=70)
    width = round(min(WIDTH, max(wide, span(scene.ask, 20) + 2 * GAP, span(scene.so, 13) + 2 * GAP)))
    words = f'<text x="{GAP}" y="32" class="big">{escape(scene.ask)}</text><text x="{GAP}" y="54" class="text">{escape(scene.so)}</text>'
    symbols = "".join(_symbols()[name] for name in _used(body))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:g}" width="{width}" height="{height:g}" role="img" '
        f'aria-label="{escape(scene.title)}: {escape(scene.ask)}"><style>{_style()}</style><defs>{symbols}</defs>'
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
    return (
        f'<svg viewBox="0 0 {wide:g} {high:g}" width="{wide:g}" height="{high:g}" role="img" aria-label="{escape(label)}">'
        f"<defs>{symbols}</defs>{body}</svg>"
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
    light, dark = (_rules([value[theme] for value in TOKENS.values()]) for theme in (0, 1))
    cards = TOKENS["card"]
    return f"svg{{--card:{cards[0]}}}{light}@media (prefers-color-scheme:dark){{svg{{--card:{cards[1]}}}{dark}}}"


def _rules(colours: Sequence[str]) -> str:
    values = dict(zip(TOKENS, colours, strict=True))
    rules = (f".{name}{{{';'.join(f'{key}:{value}' for key, value in look.items())}}}" for name, look in LOOK.items())
    return TOKEN.sub(lambda found: values[found[1]], "".join(rules))


def _attributes(tag: re.Match[str], prefix: str) -> str:
    """A tag with attributes in place of classes and styles."""
    given = dict(re.findall(r'([\w:-]+)="([^"]*)"', tag[2]))
    classes, style = given.pop("class", "").split(), given.pop("style", "")
    looks = {key: value for name, look in LOOK.items() if name in classes for key, value in look.items()}
    styles = dict(part.split(":", 1) for part in style.split(";") if part)
    tint = styles.pop("--tint", "")
    if "href" in given:
        given["href"] = f"#{prefix}{given['href'][1:]}{'-' + tint.lstrip('#') if tint else ''}"
    page = {
        key: TOKEN.sub(lambda found: f"var(--{found[1]},{TOKENS[found[1]][0]})", value)
        for key, value in (looks | styles).items()
    }
    attributes = "".join(f' {key}="{value}"' for key, value in (given | page).items())
    return f"<{tag[1]}{attributes}{tag[3]}>"


def _tinted(name: str, prefix: str) -> str:
    """A symbol of a page by a name that nothing else has, `symbol` or `symbol-colour`."""
    symbol, tint = (name, "") if name in _symbols() else name.rsplit("-", 1)
    text = _symbols()[symbol].replace(f'id="{symbol}"', f'id="{prefix}{name}"', 1)
    return re.sub(r"var\(--tint,[^)]*\)", f"#{tint}", text) if tint else text


def _used(body: str) -> list[str]:
    return [name for name in sorted(set(re.findall(r'href="#([\w-]+)"', body))) if name in _symbols()]


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
    """The width and height that a group is drawn in where there is so much room across."""
    scale = _scale(group, room)
    return group.width * scale + 2 * PAD, group.height * scale + HEAD + PAD


def _group(group: Group, scene: Scene, lit: set[str], room: float) -> Iterator[str]:
    width, height = _outer(group, room)
    yield f'<rect class="card" width="{width:g}" height="{height:g}" rx="14"/>'
    if group.seat is not None:
        yield f'<rect fill="{SEATS[group.seat]}" x="14" width="{width - 28:g}" height="4" rx="2"/>'
    x = width - PAD
    for row in reversed(_facts(group, width)):
        x -= span(row.value, 13) + 6
        yield f'<text x="{x:g}" y="28" class="text">{escape(row.value)}</text>'
        if row.symbol:
            x -= 26
            yield _use(row.symbol, x, 10, 22, 22, row.label)
        else:
            x -= span(row.label, 12) + 8
            yield f'<text x="{x:g}" y="28" class="small">{escape(row.label)}</text>'
        x -= 6
    yield f'<text x="{PAD}" y="28" class="title">{escape(cut(group.label, x - PAD, 15))}</text>'
    yield f'<g transform="translate({PAD} {HEAD}) scale({_scale(group, room):g}) translate({-group.left:g} {-group.top:g})">'
    pieces = sorted(group.pieces, key=lambda piece: piece.layer)
    for piece in pieces:
        if piece.layer < 0:
            yield from _piece(piece, scene, piece.id in lit)
    for outline in group.outlines:
        yield f'<path d="{outline.d}"{_ground(outline.ground, scene)} stroke="{scene.grounds.get(outline.ground, "none")}" stroke-width="2"/>'
    for place in group.places:
        yield from _place(place, scene, place.id in lit)
    for piece in pieces:
        if piece.layer >= 0:
            yield from _piece(piece, scene, piece.id in lit)
    yield "</g>"


def _facts(group: Group, width: float) -> Sequence[Row]:
    """The facts there is room for beside the name; the first ones matter most."""
    room = width - 2 * PAD - min(span(group.label, 15), 90)
    kept = list(group.facts)
    while (
        kept and sum(span(row.value, 13) + (26 if row.symbol else span(row.label, 12) + 8) + 12 for row in kept) > room
    ):
        kept.pop()
    return kept


def _place(place: Place, scene: Scene, lit: bool) -> Iterator[str]:
    yield f'<g class="{PLACE_STATES.get(place.state, place.state)}"><title>{escape(place.label)}</title>'
    if place.shape == "board":
        yield from _board(place, lit)
        yield "</g>"
        return
    yield _outline(place, scene, lit)
    lines = wrap(place.text, place.w - 4, 12)
    if place.symbol:
        size = min(
            min(place.w, place.h) * 0.56, place.h * 0.88 - 13 * len(lines) - (6 if lines else 0)
        )  # above the letters
        yield _use(
            place.symbol,
            place.x + (place.w - size) / 2,
            place.y + place.h * (0.12 if place.text else 0.22),
            size,
            size,
            "",
            place.tint,
        )
    if place.corner:
        size = min(place.w, place.h) * 0.4
        yield _use(place.corner, place.x + 4, place.y + 4, size, size, "", place.tint)
    if place.text:
        kind = "small struck" if place.state == "dead" else "small"
        x, y = place.x + place.w / (7 if place.shape == "hex" else 2), place.y + place.h - 8
        if place.shape == "hex" or place.h < 34 or (place.shape == "bare" and not place.symbol):
            y = place.y + place.h / 2 + 4 + 6.5 * (len(lines) - 1)
        for number, line in enumerate(lines):
            above = 13 * (len(lines) - 1 - number)
            yield f'<text x="{x:g}" y="{y - above:g}" class="{kind}" text-anchor="middle">{escape(line)}</text>'
    if place.count is not None:
        yield f'<text x="{place.x + place.w - 6:g}" y="{place.y + 16:g}" class="text" text-anchor="end">{place.count}</text>'
    yield "</g>"


def _board(place: Place, lit: bool) -> Iterator[str]:
    """A chalkboard in a wooden frame, with a ledge of 42 at its foot."""
    x, y, w, h = place.x, place.y, place.w, place.h
    yield f'<rect class="wood{" legal" if lit else ""}" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="10"/>'
    yield f'<rect class="slate" x="{x + 5:g}" y="{y + 5:g}" width="{w - 10:g}" height="{h - 47:g}" rx="5"/>'
    yield f'<rect class="ledge" x="{x + 5:g}" y="{y + h - 42:g}" width="{w - 10:g}" height="37" rx="4"/>'
    if place.tint:
        edge = f'stroke="{_colour(place.tint)}" stroke-width="5"'
        yield f'<rect class="bare" x="{x + 4:g}" y="{y + 4:g}" width="{w - 8:g}" height="{h - 8:g}" rx="7" {edge}/>'
    yield f'<circle class="ring" cx="{x + 23:g}" cy="{y + 23:g}" r="11"/>'
    yield f'<text x="{x + 23:g}" y="{y + 27.5:g}" class="text chalk" text-anchor="middle">{escape(place.text)}</text>'
    if place.symbol:
        yield _use(place.symbol, x + w - 42, y + 9, 32, 32, "")
    top = y + 55
    for line in wrap(place.title, w - 22, 14):
        yield f'<text x="{x + 13:g}" y="{top:g}" class="title chalk" style="font-size:14px">{escape(line)}</text>'
        top += 17
    for line in wrap(place.note, w - 22, 12):
        yield f'<text x="{x + 13:g}" y="{top:g}" class="small faded">{escape(line)}</text>'
        top += 15


def _outline(place: Place, scene: Scene, lit: bool) -> str:
    kind = (
        {"cup": "pen", "bare": "bare"}.get(place.shape, "sunk")
        + (" full" if place.state == "done" else "")
        + (" legal" if lit else "")
    )
    fill = _ground(place.ground, scene)
    if place.shape == "hex":
        x, y, w, h = place.x, place.y, place.w, place.h
        corners = [
            (x + w / 4, y),
            (x + w * 3 / 4, y),
            (x + w, y + h / 2),
            (x + w * 3 / 4, y + h),
            (x + w / 4, y + h),
            (x, y + h / 2),
        ]
        return f'<polygon class="{kind}" points="{" ".join(f"{px:g},{py:g}" for px, py in corners)}"{fill}/>'
    radius = {"round": min(place.w, place.h) / 2, "cup": 22}.get(place.shape, 10)
    return f'<rect class="{kind}" x="{place.x:g}" y="{place.y:g}" width="{place.w:g}" height="{place.h:g}" rx="{radius:g}"{fill}/>'


def _piece(piece: Piece, scene: Scene, lit: bool) -> Iterator[str]:
    turned = (
        f' transform="rotate({piece.turn} {piece.x + piece.w / 2:g} {piece.y + piece.h / 2:g})"' if piece.turn else ""
    )
    yield f'<g class="{piece.state}"{turned}><title>{escape(piece.label)}</title>'
    if piece.title or piece.symbols or piece.ground or piece.face:
        yield from _card(piece, scene, lit)
    elif piece.symbol:
        yield _use(piece.symbol, piece.x, piece.y, piece.w, piece.h, "", piece.tint)
        if lit:
            yield f'<rect class="bare legal" x="{piece.x - 2:g}" y="{piece.y - 2:g}" width="{piece.w + 4:g}" height="{piece.h + 4:g}" rx="8"/>'
    mark = piece.letter or (str(piece.count) if piece.count else "")
    if mark:
        x, y = piece.x + piece.w - 6, piece.y + piece.h - 6
        yield f'<circle class="badge" cx="{x:g}" cy="{y:g}" r="8"/>'
        yield f'<text x="{x:g}" y="{y + 4:g}" class="letter" text-anchor="middle">{escape(mark)}</text>'
    yield "</g>"


def _card(piece: Piece, scene: Scene, lit: bool) -> Iterator[str]:
    kind = "card legal" if lit else "card"
    box = f'x="{piece.x:g}" y="{piece.y:g}" width="{piece.w:g}" height="{piece.h:g}"'
    yield f'<rect class="{kind}" {box} rx="8"{_ground(piece.ground, scene)}/>'
    letters, each = (15, 28) if piece.worth else (13, 22)  # a card with its worth on it is a large one
    top = piece.y + letters + 5
    for line in wrap(piece.title, piece.w - (48 if piece.worth else 34 if piece.corner else 12), letters):
        yield f'<text x="{piece.x + 8:g}" y="{top:g}" class="title" style="font-size:{letters}px">{escape(line)}</text>'
        top += letters + 2
    if piece.symbol:
        size = min(piece.w, piece.h) * 0.6
        yield _use(
            piece.symbol, piece.x + (piece.w - size) / 2, piece.y + (piece.h - size) / 2, size, size, "", piece.tint
        )
    step = min(each + 1, (piece.w - 12 - each) / max(1, len(piece.symbols) - 1))
    for number, symbol in enumerate(piece.symbols):
        drawn = _use(symbol, piece.x + 6 + step * number, top - (3 if piece.worth else 10), each, each, "")
        yield f'<g class="dim">{drawn}</g>' if number in piece.lacking else drawn
    for part in piece.face:
        yield from _part(part, piece, scene)
    if piece.worth:
        yield _use(piece.corner, piece.x + piece.w - 38, piece.y + 1, 36, 36, "")
        yield f'<text x="{piece.x + piece.w - 20:g}" y="{piece.y + 24.5:g}" class="star" text-anchor="middle">{escape(piece.worth)}</text>'
    elif piece.corner:
        yield _use(piece.corner, piece.x + piece.w - 26, piece.y + 4, 22, 22, "")
    lines = wrap(piece.note, piece.w - 12, 12)
    for number, line in enumerate(lines):
        foot = piece.y + piece.h - 8 - 15 * (len(lines) - 1 - number)
        yield f'<text x="{piece.x + 8:g}" y="{foot:g}" class="small">{escape(line)}</text>'


def _part(part: Part, piece: Piece, scene: Scene) -> Iterator[str]:
    x, y, size = piece.x + part.x, piece.y + part.y, min(part.w, part.h) * 0.7
    yield f'<rect class="sunk" x="{x:g}" y="{y:g}" width="{part.w:g}" height="{part.h:g}" rx="{part.h / 8:g}"{_ground(part.ground, scene)}/>'
    if part.symbol:
        across = x + 2 if part.text else x + (part.w - size) / 2
        yield _use(part.symbol, across, y + (part.h - size) / 2, size, size, "", part.tint)
    if part.text:
        yield f'<text x="{x + part.w - 4:g}" y="{y + part.h - 5:g}" class="small" text-anchor="end">{escape(part.text)}</text>'


def _use(symbol: str, x: float, y: float, w: float, h: float, label: str, tint: str = "") -> str:
    colour = _colour(tint)
    style = f' style="--tint:{escape(colour)}"' if colour else ""
    title = f"<title>{escape(label)}</title>" if label else ""
    return f'<use class="sym" href="#{escape(symbol)}" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"{style}>{title}</use>'


def _colour(tint: str) -> str:
    return SEATS[int(tint[5:])] if tint.startswith("seat-") else tint


def _ground(name: str, scene: Scene) -> str:
    return (
        f' style="fill:color-mix(in srgb,{scene.grounds[name]} 22%,var(--card,#fffcf6))"'
        if name in scene.grounds
        else ""
    )


@cache
def _symbols() -> dict[str, str]:
    """The symbols of the sprite by name."""
    text = SPRITE.read_text(encoding="utf-8")
    return {found[1]: found[0] for found in re.finditer(r'<symbol id="([\w-]+)".*?</symbol>', text, re.S)}
