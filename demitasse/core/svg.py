"""A small SVG writer: scenes as pictures for notebooks, replays and files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import escape
from pathlib import Path

from demitasse.core.scene import Group, Piece, Place, Scene

WIDTH = 1240
GAP = 16
HEAD = 44
PAD = 14
SPRITE = Path(__file__).resolve().parent.parent / "web" / "symbols.svg"
SEATS = ("#b03c2c", "#2b5ca0", "#2a7241", "#875c00", "#6a4c9c")
SERIF = "Palatino, 'Noto Serif', 'Noto Serif JP', Georgia, serif"
SANS = "system-ui, 'Segoe UI', 'Noto Sans', 'Noto Sans JP', sans-serif"
STYLE = f"""
.paper{{fill:#f8f0e3}}.card{{fill:#fffcf6;stroke:#d9c6ab}}.sunk{{fill:#efe3d0;stroke:#d9c6ab}}.pen{{fill:#fffcf6;stroke:#4a3122;stroke-width:2}}
.bare{{fill:none}}.legal{{stroke:#b56a00;stroke-width:2.5}}.title{{font:600 15px {SERIF};fill:#2b1d14}}.big{{font:600 20px {SERIF};fill:#2b1d14}}
.text{{font:13px {SANS};fill:#2b1d14}}.small{{font:12px {SANS};fill:#665142}}.letter{{font:700 11px {SANS};fill:#fffcf6}}.badge{{fill:#2b1d14}}
.sym{{color:#4a3122}}.dim{{opacity:.4}}.dead{{opacity:.35}}.spent{{opacity:.5}}
@media (prefers-color-scheme:dark){{.paper{{fill:#1b1410}}.card{{fill:#2a1f18;stroke:#4c3c30}}.sunk{{fill:#130e0b;stroke:#4c3c30}}
.pen{{fill:#2a1f18;stroke:#a88d73}}.title,.big,.text{{fill:#f6ecde}}.small{{fill:#c4b09b}}.legal{{stroke:#f0b04a}}.letter{{fill:#1b1410}}.badge{{fill:#f6ecde}}
.sym{{color:#a88d73}}}}
"""


def write(scene: Scene) -> str:
    """The scene as one SVG document that needs nothing else."""
    lit = {action.on for action in scene.actions} | {action.start for action in scene.actions}
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
    yield f'<text x="{PAD}" y="28" class="title">{escape(group.label)}</text>'
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
    yield f'<g transform="translate({PAD} {HEAD}) scale({_scale(group):g})">'
    for place in group.places:
        yield from _place(place, scene, place.id in lit)
    for piece in sorted(group.pieces, key=lambda piece: piece.layer):
        yield from _piece(piece, scene, piece.id in lit)
    yield "</g>"


def _place(place: Place, scene: Scene, lit: bool) -> Iterator[str]:
    yield f"<g><title>{escape(place.label)}</title>"
    yield _outline(place, scene, lit)
    if place.symbol:
        size = min(place.w, place.h) * 0.56
        yield _use(place.symbol, place.x + (place.w - size) / 2, place.y + place.h * (0.12 if place.text else 0.22), size, size, "")
    if place.text:
        yield f'<text x="{place.x + place.w / 2:g}" y="{place.y + place.h - 8:g}" class="small" text-anchor="middle">{escape(place.text)}</text>'
    if place.count is not None:
        yield f'<text x="{place.x + place.w - 6:g}" y="{place.y + 16:g}" class="text" text-anchor="end">{place.count}</text>'
    yield "</g>"


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
    if piece.title or piece.symbols or piece.ground:
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
    top = piece.y + 18
    for line in _wrap(piece.title, piece.w - (34 if piece.corner else 12)):
        yield f'<text x="{piece.x + 8:g}" y="{top:g}" class="title" style="font-size:13px">{escape(line)}</text>'
        top += 15
    if piece.symbol:
        size = min(piece.w, piece.h) * 0.6
        yield _use(piece.symbol, piece.x + (piece.w - size) / 2, piece.y + (piece.h - size) / 2, size, size, "", piece.tint)
    for number, symbol in enumerate(piece.symbols):
        yield _use(symbol, piece.x + 6 + 23 * number, top - 10, 22, 22, "")
    if piece.corner:
        yield _use(piece.corner, piece.x + piece.w - 26, piece.y + 4, 22, 22, "")
    if piece.note:
        yield f'<text x="{piece.x + 8:g}" y="{piece.y + piece.h - 8:g}" class="small">{escape(piece.note)}</text>'


def _use(symbol: str, x: float, y: float, w: float, h: float, label: str, tint: str = "") -> str:
    colour = SEATS[int(tint[5:])] if tint.startswith("seat-") else tint
    style = f' style="--tint:{escape(colour)}"' if colour else ""
    title = f"<title>{escape(label)}</title>" if label else ""
    return f'<use class="sym" href="#{escape(symbol)}" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"{style}>{title}</use>'


def _ground(name: str, scene: Scene) -> str:
    return f' style="fill:color-mix(in srgb,{scene.grounds[name]} 22%,#fffcf6)"' if name in scene.grounds else ""


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
