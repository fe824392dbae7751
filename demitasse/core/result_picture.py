"""A picture of a result, to show to others: the sentence, the ranking with its bars, the course; one file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import accumulate

from demitasse.core.fit import cut, span
from demitasse.core.measures import MEASURES
from demitasse.core.result import BarPart, GameResult, Placing
from demitasse.core.svg import LIGHT, symbols
from demitasse.core.words import written

WIDTH = 1200
EDGE = 60
BAR_LEFT, BAR_RIGHT = 330, 1050
ROW, FIRST_ROW = 64, 76
PLOT = 230
TOP, FOOT = 190, 54
SHADES = (46, 39, 32, 25, 18, 11, 8)  # per cent of a seat's colour in the parts of its bar
DASHES = ("12 7", "", "3 7", "18 6 3 6", "24 8")  # as the page's plot has them
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
GRID = 4  # lines, at most
SERIF, SANS = (LIGHT[name].replace('"', "'") for name in ("serif", "sans"))


def write(found: GameResult, title: str) -> str:
    """The result of a game of that title as one SVG document, in the colours of the day."""
    body = [*_head(found, title)]
    top = TOP
    for standing in found.places:
        body += _row(found, standing, top)
        top += FIRST_ROW if standing.place == 1 else ROW
        for tie in found.ties:
            if tie.seats[0] == standing.seat:
                body.append(_text(EDGE, top + 14, tie.say.replace("*", ""), 20, LIGHT["muted"]))
                top += 40
    top += 6
    body += _legend(found, top)
    body += _course(found, top + 40)
    height = top + 40 + PLOT + FOOT
    body.append(_text(WIDTH - EDGE, height - 22, "Demitasse", 20, LIGHT["muted"], SERIF, "end"))
    drawn = "".join(body)
    used = "".join(symbols()[name] for name in sorted(set(re.findall(r'href="#([\w-]+)"', drawn))))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-label="{escape(title)}: {escape(found.say.replace("*", ""))}"><defs>{used}</defs>'
        f'<rect width="{WIDTH}" height="{height}" fill="{LIGHT["card"]}"/>{drawn}</svg>'
    )


def _head(found: GameResult, title: str) -> Iterator[str]:
    for stripe in range(WIDTH // 60):
        colour = LIGHT["awning"] if stripe % 2 else LIGHT["awning-2"]
        yield f'<path fill="{colour}" d="M{stripe * 60} 0h60v14a30 20 0 0 1-60 0z"/>'
    yield _use(found.symbol, EDGE, 66, 76)
    yield _text(EDGE + 100, 84, title, 24, LIGHT["muted"], SERIF)
    yield _text(EDGE + 100, 122, found.say.replace("*", ""), 38, LIGHT["ink"], SERIF, weight=600)
    yield _text(EDGE + 100, 154, _within(found.why, WIDTH - 2 * EDGE - 100, 21), 21, LIGHT["muted"])


# The ranking ----------------------------------------------------------------------------------------------------------


def _row(found: GameResult, standing: Placing, top: float) -> Iterator[str]:
    first = standing.place == 1
    high, middle = (52 if first else 42), top + (FIRST_ROW if first else ROW) / 2
    if found.rating is None:
        yield _text(EDGE, middle + 9, str(standing.place), 28, LIGHT["accent" if first else "muted"], SERIF, weight=600)
    name = _within(standing.name, BAR_LEFT - EDGE - 50, 24)
    yield _text(EDGE + 36, middle + 8, name, 24, LIGHT["ink"], weight=600)
    yield from _bar(found, standing, middle - high / 2, high)
    size = 46 if first else 32
    yield _text(WIDTH - EDGE, middle + size / 3, written(standing.total), size, LIGHT["ink"], SERIF, "end", 600)


def _bar(found: GameResult, standing: Placing, top: float, high: float) -> Iterator[str]:
    below = max(-sum(part.points for part in each.parts if part.points < 0) for each in found.places)
    unit = (BAR_RIGHT - BAR_LEFT) / (found.scale + below)
    zero = BAR_LEFT + below * unit
    made = [part for part in standing.parts if part.points > 0]
    lost = [part for part in standing.parts if part.points < 0]
    for part, end in zip(made, accumulate(part.points for part in made), strict=True):
        yield from _part(found, standing, part, zero + (end - part.points) * unit, top, part.points * unit, high)
    for part, end in zip(lost, accumulate(part.points for part in lost), strict=True):
        yield from _part(found, standing, part, zero + end * unit, top, -part.points * unit, high)


def _part(
    found: GameResult, standing: Placing, part: BarPart, x: float, y: float, wide: float, high: float
) -> Iterator[str]:
    tint, middle = LIGHT[f"seat-{standing.seat}"], x + wide / 2
    look = f'fill="{_mix(tint, SHADES[part.line])}" stroke="{_mix(tint, 45)}"'
    ink = LIGHT["ink"]
    if part.points < 0:
        look, ink = f'fill="none" stroke="{LIGHT["danger"]}" stroke-width="2" stroke-dasharray="5 4"', LIGHT["danger"]
    yield f'<rect x="{x + 1:.1f}" y="{y:.1f}" width="{max(1.0, wide - 2):.1f}" height="{high}" rx="4" {look}/>'
    if wide >= 62:
        yield _use(found.lines[part.line].symbol, middle - 30, y + high / 2 - 14, 28)
        yield _text(middle + 2, y + high / 2 + 7, written(part.points), 20, ink, weight=600)
    elif wide >= 16:
        yield _text(middle, y + high / 2 + 6, written(part.points), 17, ink, anchor="middle", weight=600)


def _legend(found: GameResult, top: float) -> Iterator[str]:
    x = float(EDGE)
    for entry in found.legend:
        wide = 30 + _wide(entry.say, 17) + 22
        if x + wide > WIDTH - EDGE + 22:
            return
        yield _use(entry.symbol, x, top - 2, 24)
        yield _text(x + 30, top + 16, entry.say, 17, LIGHT["muted"])
        x += wide


# The course -----------------------------------------------------------------------------------------------------------


def _course(found: GameResult, top: float) -> Iterator[str]:
    scores = found.course.scores
    least, most = min(0, *map(min, scores)), max(1, *map(max, scores))
    step = next((each for each in STEPS if -(-most // each) - least // each <= GRID), 2000)
    low, high = least // step * step, -(-most // step) * step
    rounds = max(1, len(scores[0]) - 1)
    left, right = EDGE + 40, WIDTH - EDGE - 190

    def at(turn: float, points: float) -> tuple[float, float]:
        return left + turn / rounds * (right - left), top + PLOT - 24 - (points - low) / (high - low) * (PLOT - 40)

    for points in range(low, high + 1, step):
        (x, y), (end, _) = at(0, points), at(rounds, points)
        yield f'<path d="M{x} {y:.1f}H{end}" stroke="{LIGHT["line"]}"/>'
        yield _text(x - 10, y + 6, written(points), 16, LIGHT["muted"], anchor="end")
    if turn := found.course.turn:
        x, y = at(turn.round, high)
        yield f'<path d="M{x:.1f} {y - 8:.1f}V{top + PLOT - 24}" stroke="{LIGHT["accent"]}" stroke-dasharray="5 5"/>'
        side = "end" if turn.round > rounds / 2 else "start"
        yield _text(x + (-8 if side == "end" else 8), y + 4, turn.say, 17, LIGHT["accent"], anchor=side, weight=600)
    ends = _spread([at(rounds, standing.total)[1] for standing in found.places])
    for standing, beside in zip(found.places, ends, strict=True):
        tint, path = LIGHT[f"seat-{standing.seat}"], [at(*point) for point in enumerate(scores[standing.seat])]
        dash = f' stroke-dasharray="{DASHES[standing.seat]}"' if DASHES[standing.seat] else ""
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y in path)
        wide = 5 if standing.mine or found.rating else 3.5
        yield f'<path d="M{line}" fill="none" stroke="{tint}" stroke-width="{wide}" stroke-linejoin="round"{dash}/>'
        words = f"{_within(standing.name, 130, 18)} {written(standing.total)}"
        yield _text(right + 14, beside + 6, words, 18, tint, weight=600)


def _spread(ends: Sequence[float]) -> list[float]:
    """Heights pushed apart, so that no name lies over another."""
    found, last = list(ends), -100.0
    for place in sorted(range(len(ends)), key=lambda k: ends[k]):
        last = found[place] = max(ends[place], last + 24)
    return found


# Drawing --------------------------------------------------------------------------------------------------------------


def _text(
    x: float, y: float, words: str, size: float, fill: str, family: str = SANS, anchor: str = "start", weight: int = 400
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="{family}" font-size="{size}" font-weight="{weight}" '
        f'fill="{fill}" text-anchor="{anchor}">{escape(words)}</text>'
    )


def _use(symbol: str, x: float, y: float, side: float) -> str:
    box = f'x="{x:.1f}" y="{y:.1f}" width="{side}" height="{side}"'
    return f'<use href="#{escape(symbol)}" color="{LIGHT["pen"]}" {box}/>'


def _wide(words: str, size: float) -> float:
    return span(words, "text") * size / float(MEASURES["letters"]["text"]["size"])


def _within(words: str, room: float, size: float) -> str:
    """Words that end in "…" where there is no room for all; other machines' letters may be wider than ours."""
    return cut(words, 0.8 * room * float(MEASURES["letters"]["text"]["size"]) / size, "text")


def _mix(colour: str, percent: int) -> str:
    """So much of a colour on the card."""
    pairs = zip(_channels(colour), _channels(LIGHT["card"]), strict=True)
    return "#" + "".join(f"{round((one * percent + other * (100 - percent)) / 100):02x}" for one, other in pairs)


def _channels(colour: str) -> list[int]:
    return [int(colour[k : k + 2], 16) for k in (1, 3, 5)]
