"""A page of a report: one HTML file with headings, tables and plots that needs nothing from outside."""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path

from demitasse.core.errors import BadRecord

STYLE = """
:root { color-scheme: light dark; --ink: #2b2320; --paper: #fdfaf5; --rule: #d9cfc2; --soft: #f3ece1;
  --line-0: #8a4b21; --line-1: #1f6f78; --line-2: #7a3f8f; --line-3: #4d7c1f; --line-4: #a8324a; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece4da; --paper: #1d1917; --rule: #4a413a; --soft: #29231f;
  --line-0: #e2a36f; --line-1: #6cc5cf; --line-2: #cf9be0; --line-3: #a9d46c; --line-4: #f08a9f; } }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1, h2, h3 { line-height: 1.2; text-wrap: balance; }
h2 { margin-top: 2.5rem; border-top: 1px solid var(--rule); padding-top: 1rem; }
a { color: inherit; }
figure { margin: 1rem 0; }
figure svg { display: block; width: 100%; min-width: 40rem; max-width: 46rem; height: auto; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; list-style: none; padding: 0; }
figcaption, caption { text-align: left; font-size: 0.9rem; opacity: 0.85; padding-bottom: 0.3rem; }
.wide { overflow-x: auto; margin: 1rem 0; }
figure .wide { margin: 0; }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.7rem; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
thead th { background: var(--soft); }
summary { cursor: pointer; }
"""


class Page(str):
    """A whole page as text; a notebook shows it in a frame, so that the styles of neither touch the other."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        frame = "width: 100%; height: 40rem; border: 1px solid; border-radius: 4px"
        return f'<iframe srcdoc="{html.escape(self)}" style="{frame}" title="report"></iframe>'


def page(title: str, *parts: str) -> Page:
    """The whole file."""
    return Page(
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{html.escape(title)}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>{STYLE}</style>\n'
        f"<main>\n<h1>{html.escape(title)}</h1>\n" + "\n".join(parts) + "\n</main>\n</html>\n"
    )


def check(path: str) -> None:
    """See that a page can be kept there; nothing is changed. Raises BadRecord."""
    existed = Path(path).exists()
    write(path, mode="a")
    if not existed:
        Path(path).unlink()


def write(path: str, text: str = "", mode: str = "w") -> None:
    """Keep a page. Raises BadRecord."""
    try:
        with Path(path).open(mode, encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise BadRecord(f"{path!r} cannot be written: {error.strerror}") from None


def section(title: str, *parts: str, anchor: str = "") -> str:
    place = f' id="{anchor}"' if anchor else ""
    return f"<section>\n<h2{place}>{html.escape(title)}</h2>\n" + "\n".join(parts) + "\n</section>"


def contents(places: Sequence[tuple[str, str]]) -> str:
    """Links to sections, (title, anchor) each; nothing where there is one."""
    if len(places) < 2:
        return ""
    links = "".join(f'<li><a href="#{anchor}">{html.escape(title)}</a></li>' for title, anchor in places)
    return f'<nav aria-label="contents"><ul>{links}</ul></nav>'


def heading(title: str) -> str:
    return f"<h3>{html.escape(title)}</h3>"


def text(*sentences: str) -> str:
    return f"<p>{html.escape(' '.join(sentences))}</p>"


def items(sentences: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{html.escape(sentence)}</li>" for sentence in sentences) + "</ul>"


def figure(svg: str, caption: str) -> str:
    """A plot; where it is wider than the page it scrolls, so that its letters can be read on a phone."""
    said = html.escape(caption)
    wide = f'<div class="wide" tabindex="0" role="region" aria-label="{said}">{svg}</div>'
    return f"<figure><figcaption>{said}</figcaption>{wide}</figure>"


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The first column names the rows."""
    top = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in head)
    body = "\n".join(_row(row) for row in rows)
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{html.escape(caption)}"><table>'
        f"<caption>{html.escape(caption)}</caption>\n<thead><tr>{top}</tr></thead>\n<tbody>{body}</tbody></table></div>"
    )


def folded(title: str, *parts: str) -> str:
    """What only some will want to see."""
    return f"<details><summary>{html.escape(title)}</summary>\n" + "\n".join(parts) + "\n</details>"


def percent(value: float) -> str:
    return f"{value:.1%}"


def between(interval: tuple[float, float], form: str = ".1%") -> str:
    return f"{interval[0]:{form}} to {interval[1]:{form}}"


def _row(cells: Sequence[str]) -> str:
    name, *rest = (html.escape(cell) for cell in cells)
    return f'<tr><th scope="row">{name}</th>' + "".join(f"<td>{cell}</td>" for cell in rest) + "</tr>"
