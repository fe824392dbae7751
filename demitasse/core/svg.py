"""A small SVG writer: scenes as pictures for notebooks, replays and files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import escape
from pathlib import Path

from demitasse.core.scene import Group, Part, Piece, Place, Scene

WIDTH = 1240
GAP = 16
HEAD = 44
PAD = 14
SPRITE = Path(__file__).resolve().parent.parent / "web" / "symbols.svg"
SEATS = ("#b03c2c", "#2b5ca0", "#2a7241", "#875c00", "#6a4c9c")
SERIF = "Palatino, 'Noto Serif', 'Noto Serif JP', Georgia, serif"
SANS = "system-ui, 'Segoe UI', 'Noto Sans', 'Noto Sans JP', sans-serif"
STYLE = f"""
svg{{--card:#fffcf6}}
.paper{{fill:#f8f0e3}}.card{{fill:#fffcf6;stroke:#d9c6ab}}.sunk{{fill:#efe3d0;stroke:#d9c6ab}}.pen{{fill:#fffcf6;stroke:#4a3122;stroke-width:2}}
.bare{{fill:none}}.legal{{stroke:#b56a00;stroke-width:2.5}}.title{{font:600 15px {SERIF};fill:#2b1d14}}.big{{font:600 20px {SERIF};fill:#2b1d14}}
.text{{font:13px {SANS};fill:#2b1d14}}.small{{font:12px {SANS};fill:#665142}}.letter{{font:700 11px {SANS};fill:#fffcf6}}.badge{{fill:#2b1d14}}
.wood{{fill:#c49a6c}}.ledge{{fill:#dabf9f}}.slate{{fill:#2f3a35}}.chalk{{fill:#f6f1e4}}.faded{{fill:#c3ccc2}}.ring{{fill:none;stroke:#f6f1e4;stroke-width:1.5}}
.star{{font:700 11px {SANS};fill:#2b1d14}}
.place.done>rect{{stroke:#1d6b57;stroke-width:2.5}}.place.dead>text{{text-decoration:line-through}}.place.dead{{opacity:.6}}
.sym{{color:#4a3122}}.dim{{opacity:.4}}.dead{{opacity:.35}}.spent{{opacity:.5}}
@media (prefers-color-scheme:dark){{svg{{--card:#2a1f18}}
.paper{{fill:#1b1410}}.card{{fill:#2a1f18;stroke:#4c3c30}}.sunk{{fill:#130e0b;stroke:#4c3c30}}
.pen{{fill:#2a1f18;stroke:#a88d73}}.title,.big,.text{{fill:#f6ecde}}.small{{fill:#c4b09b}}.legal{{stroke:#f0b04a}}.letter{{fill:#1b1410}}.badge{{fill:#f6ecde}}
.sym{{color:#a88d73}}.wood{{fill:#5a402a}}.ledge{{fill:#48331f}}.slate{{fill:#222b27}}}}
"""


def write(scene: Scene) -> str:
    """The scene as one SVG document that needs nothing else."""
    lit = {id for action in scene.actions for id in (action.on, action.start, action.then)}
    body, height = [], 0.0
    for group, x, y in _arrange(scene):
        body.append(f'<g transform="translate({x:g} {y:g})">{"".join(_group(group, scene, lit))}</g>')
        height = max(height, y + _outer(group)[1])
    height += GAP
    words = f'<text x="{GAP}" y="32" class="big">{escape(scene.ask)}</text><text x="{GAP}" y="54" class="text">{escape(scene.so)}</text>'
    content = "".join(body)
    symbols = "".join(_symbols()[name] for name in sorted(set(re.findall(r'href="#([\w-]+)"', content))) if name in _symbols())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" height="{height:g}" role="img" '
        f'aria-label="{escape(scene.title)}: {escape(scene.ask)}"><style>{STYLE}</style><defs>{symbols}</defs>'
        f'<rect class="paper" width="{WIDTH}" height="{height:g}"/>{words}{content}</svg>'
    )


def _arrange(scene: Scene) -> Iterator[tuple[Group, float, float]]:
    """Groups side by side while they fit, the primary ones first; then a new row."""
    order = {"primary": 0, "side": 1, "mini": 2}
    x, y, row = float(GAP), 70.0, 0.0
    for group in sorted(scene.groups, key=lambda group: order[group.size]):
        width, height = _outer(group)
        if x + width > WIDTH - GAP and x > GAP:
            x, y, row = float(GAP), y + row + GAP, 0.0
        yield group, x, y
        x, row = x + width + GAP, max(row, height)


def _scale(group: Group) -> float:
    return min(0.6 if group.size == "mini" else 1.0, (WIDTH - 2 * GAP - 2 * PAD) / group.width)


def _outer(group: Group) -> tuple[float, float]:
    return group.width * _scale(group) + 2 * PAD, group.height * _scale(group) + HEAD + PAD


def _group(group: Group, scene: Scene, lit: set[str]) -> Iterator[str]:
    width, height = _outer(group)
    yield f'<rect class="card" width="{width:g}" height="{height:g}" rx="14"/>'
    if group.seat is not None:
        yield f'<rect fill="{SEATS[group.seat]}" x="14" width="{width - 28:g}" height="4" rx="2"/>'
    x = width - PAD
    for row in reversed(group.facts):
        x -= 8 * len(row.value) + 6
        yield f'<text x="{x:g}" y="28" class="text">{escape(row.value)}</text>'
        if row.symbol:
            x -= 26
            yield _use(row.symbol, x, 10, 22, 22, row.label)
        else:
            x -= 7 * len(row.label) + 4
            yield f'<text x="{x:g}" y="28" class="small">{escape(row.label)}</text>'
        x -= 6
    room = int((x - PAD) / 7.5)
    name = group.label if len(group.label) <= room else f"{group.label[: max(1, room - 1)].rstrip()}…"
    yield f'<text x="{PAD}" y="28" class="title">{escape(name)}</text>'
    yield f'<g transform="translate({PAD} {HEAD}) scale({_scale(group):g}) translate({-group.left:g} {-group.top:g})">'
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


def _place(place: Place, scene: Scene, lit: bool) -> Iterator[str]:
    yield f'<g class="place {place.state}"><title>{escape(place.label)}</title>'
    if place.shape == "board":
        yield from _board(place, lit)
        yield "</g>"
        return
    yield _outline(place, scene, lit)
    if place.symbol:
        size = min(place.w, place.h) * 0.56
        yield _use(place.symbol, place.x + (place.w - size) / 2, place.y + place.h * (0.12 if place.text else 0.22), size, size, "", place.tint)
    if place.corner:
        size = min(place.w, place.h) * 0.4
        yield _use(place.corner, place.x + 4, place.y + 4, size, size, "", place.tint)
    if place.text:
        x, y = (place.x + place.w / 7, place.y + place.h / 2 + 4) if place.shape == "hex" else (place.x + place.w / 2, place.y + place.h - 8)
        yield f'<text x="{x:g}" y="{y:g}" class="small" text-anchor="middle">{escape(place.text)}</text>'
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
    for line in _wrap(place.title, w - 24):
        yield f'<text x="{x + 13:g}" y="{top:g}" class="title chalk" style="font-size:14px">{escape(line)}</text>'
        top += 17
    for line in _wrap(place.note, w - 24):
        yield f'<text x="{x + 13:g}" y="{top:g}" class="small faded">{escape(line)}</text>'
        top += 15


def _outline(place: Place, scene: Scene, lit: bool) -> str:
    kind = {"cup": "pen", "bare": "bare"}.get(place.shape, "sunk") + (" legal" if lit else "")
    fill = _ground(place.ground, scene)
    if place.shape == "hex":
        x, y, w, h = place.x, place.y, place.w, place.h
        corners = [(x + w / 4, y), (x + w * 3 / 4, y), (x + w, y + h / 2), (x + w * 3 / 4, y + h), (x + w / 4, y + h), (x, y + h / 2)]
        return f'<polygon class="{kind}" points="{" ".join(f"{px:g},{py:g}" for px, py in corners)}"{fill}/>'
    radius = {"round": min(place.w, place.h) / 2, "cup": 22}.get(place.shape, 10)
    return f'<rect class="{kind}" x="{place.x:g}" y="{place.y:g}" width="{place.w:g}" height="{place.h:g}" rx="{radius:g}"{fill}/>'


def _piece(piece: Piece, scene: Scene, lit: bool) -> Iterator[str]:
    turned = f' transform="rotate({piece.turn} {piece.x + piece.w / 2:g} {piece.y + piece.h / 2:g})"' if piece.turn else ""
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
    for line in _wrap(piece.title, (piece.w - (48 if piece.worth else 34 if piece.corner else 12)) * 13 / letters):
        yield f'<text x="{piece.x + 8:g}" y="{top:g}" class="title" style="font-size:{letters}px">{escape(line)}</text>'
        top += letters + 2
    if piece.symbol:
        size = min(piece.w, piece.h) * 0.6
        yield _use(piece.symbol, piece.x + (piece.w - size) / 2, piece.y + (piece.h - size) / 2, size, size, "", piece.tint)
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
    lines = _wrap(piece.note, piece.w - 12)
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
    return f' style="fill:color-mix(in srgb,{scene.grounds[name]} 22%,var(--card,#fffcf6))"' if name in scene.grounds else ""


def _wrap(text: str, width: float) -> list[str]:
    """Lines of about that many units, broken between words."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) > width / 7:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return [line for line in lines if line]


@cache
def _symbols() -> dict[str, str]:
    """The symbols of the sprite by name."""
    text = SPRITE.read_text(encoding="utf-8")
    return {found[1]: found[0] for found in re.finditer(r'<symbol id="([\w-]+)".*?</symbol>', text, re.S)}
