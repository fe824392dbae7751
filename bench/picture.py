"""The figures as a picture: one bar a figure on a logarithmic scale, as SVG."""

import math
from collections.abc import Mapping, Sequence

ROW, LEFT, WIDTH, RIGHT = 18, 230, 520, 90
INK, GRID, BARS = "#3a2a20", "#d9cfc4", {"us": "#8a5a33", "port": "#c9a227", "peer": "#7d8f93"}
PARTS = (
    "random",
    "random c++",
    "sensible",
    "sensible c++",
    "all cores",
    "batch of 1,024",
    "search",
    "step by id",
    "Match.play",
    "PettingZoo",
    "OpenSpiel",
    "vector of 1,024",
)


def bars(figures: Mapping[str, float], names: Sequence[str]) -> str:
    """Games one under the other, what others reach below."""
    rows: list[tuple[str, float, str]] = []
    for name in names:
        rows += [
            (f"{name} {part}", figures[f"{name} {part}"], "port" if part.endswith("c++") else "us") for part in PARTS
        ]
    rows += [(name, value, "peer") for name, value in figures.items() if not name.startswith(tuple(names))]
    low, high = 4.0, math.ceil(math.log10(max(value for _, value, _ in rows)))
    height = ROW * (len(rows) + 2)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + RIGHT} {height}" '
        f'font-family="sans-serif" font-size="11" fill="{INK}">'
    ]
    lines.append(
        f'<rect width="100%" height="100%" fill="#fffdf9"/>'
        f'<text x="{LEFT}" y="14">plies a second; brown ours, yellow a C++ port, grey others</text>'
    )
    for power in range(int(low), high + 1):
        x = _x(power, low, high)
        lines.append(
            f'<path d="M{x} {ROW}V{height - ROW}" stroke="{GRID}"/>'
            f'<text x="{x}" y="{height - 5}" text-anchor="middle">{_short(10.0**power)}</text>'
        )
    for number, (name, value, kind) in enumerate(rows):
        y = ROW * (number + 1) + 3
        end = _x(max(low, math.log10(value)), low, high)
        lines.append(f'<text x="{LEFT - 6}" y="{y + 11}" text-anchor="end">{name}</text>')
        lines.append(f'<rect x="{LEFT}" y="{y}" width="{end - LEFT}" height="13" fill="{BARS[kind]}"/>')
        lines.append(f'<text x="{end + 4}" y="{y + 11}">{_short(value)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _x(power: float, low: float, high: float) -> int:
    return round(LEFT + WIDTH * (power - low) / (high - low))


def _short(value: float) -> str:
    for unit, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= unit:
            return f"{value / unit:.3g} {name}"
    return f"{value:.3g}"
