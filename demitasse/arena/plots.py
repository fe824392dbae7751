"""Plots by matplotlib as SVG inside a page: their colours are the page's, light or dark, their letters text.

What a plot shows stands in a table beside it, for ears; the plot itself has a sentence.
"""

from __future__ import annotations

import html
import io
import re
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from demitasse.core.errors import BadOption

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

# matplotlib writes these, the page's own are put in their place
INK = "#010203"
LINES = ("#040506", "#070809", "#0a0b0c", "#0d0e0f", "#101112")
COLOURS = {INK: "currentColor", **{line: f"var(--line-{number})" for number, line in enumerate(LINES)}}
LETTER = 10.0  # points from line to line
WIDTH, ROW, HEIGHT = 7.2, 0.26, 2.6  # inches: of a plot, of a row of one, and how high one without rows is
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "demitasse",
    "font.family": "sans-serif",
    "font.size": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    **dict.fromkeys(("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"), INK),
}

Interval = tuple[float, float]


def intervals(
    about: str,
    names: Sequence[str],
    values: Sequence[float],
    spread: Sequence[Interval],
    label: str,
    middle: float,
    percent: bool = False,
) -> str:
    """A dot with its interval for each name, from top to bottom, and a line where nothing would be special."""

    def draw(axes: Axes) -> None:
        places = range(len(names))
        axes.axvline(middle, color=INK, linewidth=0.6, linestyle=(0, (4, 3)))
        for place, low_high in zip(places, spread, strict=True):
            axes.plot(low_high, (place, place), color=LINES[0], linewidth=1.4)
        axes.plot(values, places, "o", color=LINES[0], markersize=4)
        axes.set_yticks(list(places), [plain(name) for name in names])
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlabel(plain(label))
        if percent:
            _in_percent(axes.xaxis)

    return _svg(about, draw, 0.6 + ROW * len(names))


def bars(about: str, starts: Sequence[float], counts: Sequence[float], width: float, label: str) -> str:
    """How often values of each kind came; `starts` are the lower ends of the kinds."""

    def draw(axes: Axes) -> None:
        axes.bar(starts, counts, width=width * 0.92, align="edge", color=LINES[0])
        axes.set_xlabel(plain(label))
        axes.set_ylabel("share of all")
        _in_percent(axes.yaxis)

    return _svg(about, draw, HEIGHT)


def lines(
    about: str,
    x: Sequence[float],
    ys: Sequence[tuple[str, Sequence[float]]],
    labels: tuple[str, str],
    top: float | None,
) -> str:
    """A named line for each of a few things along x, which is a part of something; the name stands at its end. With a
    top the values are shares.
    """

    def draw(axes: Axes) -> None:
        ends = sorted(range(len(ys)), key=lambda line: ys[line][1][-1])
        for line, ((name, values), colour) in enumerate(zip(ys, LINES, strict=False)):
            axes.plot(x, values, color=colour, linewidth=1.6)
            aside = 4, LETTER * (ends.index(line) - (len(ys) - 1) / 2)  # names do not lie on each other
            axes.annotate(
                plain(name), (x[-1], values[-1]), aside, textcoords="offset points", color=colour, va="center"
            )
        axes.set_xlabel(plain(labels[0]))
        axes.set_ylabel(plain(labels[1]))
        axes.set_ylim(0, top)
        _in_percent(axes.xaxis)
        if top is not None:
            _in_percent(axes.yaxis)

    return _svg(about, draw, HEIGHT)


def _in_percent(axis: Axis) -> None:
    """As tables say it; as many places as the ticks need."""
    axis.set_major_formatter(library().ticker.PercentFormatter(1.0))


def plain(text: str) -> str:
    """Text in which matplotlib finds no formulas: a dollar sign begins one."""
    return text.replace("$", r"\$")


def library() -> Any:
    """matplotlib. Raises BadOption where it is missing."""
    try:
        import matplotlib.figure  # noqa: PLC0415  # an extra, and slow to load
        import matplotlib.ticker  # noqa: PLC0415
    except ImportError:
        raise BadOption("a report needs matplotlib: pip install 'demitasse[reports]'") from None
    return matplotlib


def _svg(about: str, draw: Any, height: float) -> str:
    matplotlib = library()
    out = io.StringIO()
    with matplotlib.rc_context(STYLE):
        figure = matplotlib.figure.Figure(figsize=(WIDTH, height), layout="constrained")
        figure.patch.set_alpha(0)
        axes = figure.add_subplot()
        axes.patch.set_alpha(0)
        draw(axes)
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return _inline(out.getvalue(), about)


def _inline(text: str, about: str) -> str:
    """An SVG file as a part of a page."""
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    used = set(re.findall(r"(?:url\(|href=\")#([^)\"]+)", text))
    salt = f"p{zlib.crc32(about.encode()):x}-"
    text = re.sub(r' id="([^"]+)"', lambda found: f' id="{salt}{found[1]}"' if found[1] in used else "", text)
    text = re.sub(r"(url\(|href=\")#", rf"\g<1>#{salt}", text)
    for colour, name in COLOURS.items():
        text = text.replace(colour, name)
    return text.replace("<svg ", f'<svg role="img" aria-label="{html.escape(about)}" ', 1)
