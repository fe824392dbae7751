"""The page's files: one page for all routes, its modules, styles and symbols, with fingerprints so that nothing is sent
twice.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import brotli
import msgspec

from demitasse.core.limits import MAX_BOX, MAX_RECORD
from demitasse.core.words import LANGUAGE_NAMES, words
from demitasse.server import shapes
from demitasse.server.problems import PROBLEMS, Problem
from demitasse.server.table import PLAYS_ON
from demitasse.server.talk import PHRASES

WEB = Path(__file__).resolve().parent.parent / "web"
TYPES = {
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".css": "text/css",
    ".html": "text/html",
    ".woff2": "font/woff2",
    ".json": "application/json",
}
CACHED = {".woff2": "public, max-age=604800"}  # what may be used without asking: letters hardly ever change
SMALL = 500  # bytes below which packing does not pay
# Comments as prettier leaves them: on lines of their own, types before what they are of, remarks behind code
COMMENTS = {
    ".js": rb"(?m)^[ \t]*/\*(?:[^*]|\*(?!/))*\*/[ \t]*$|^[ \t]*//.*$|/\*\* [^\n]*?\*/ ?|(?<=[;,{()\]]) // .*$",
    ".css": rb"(?m)/\*(?:[^*]|\*(?!/))*\*/",
    ".svg": rb"(?s)<!--.*?-->",
}
# Space that means nothing; what stands in quotes is kept
LOOSE = {
    ".js": re.compile(rb'("[^"\n]*"|`[^`]*`)| (?:=>|[=!]==|[=?:]|&&|\|\||\?\?) |[,;{] | [{}]'),
    ".css": re.compile(rb'("[^"]*")|\s*[{};,]\s*|:\s+'),
    ".svg": re.compile(rb"((?!))|(?<=>)\s+(?=<)"),
}
# The styles of every page, which are sent as one file: together they pack to three quarters
STYLES = "styles/page.css"
STYLE_LINKS = re.compile(r'(?:<link rel="stylesheet" href="/web/styles/\w+\.css">\n)+')


@dataclass(frozen=True)
class File:
    body: bytes
    packed: Mapping[str, bytes]  # by the encodings that browsers name, the smallest first
    kind: str
    tag: str
    cache: str


def page() -> File:
    """The one page of all routes: it asks for all modules at once, and holds what it must know of the server."""
    index = WEB / "index.html"
    return _page(index, index.stat().st_mtime_ns)


def file(name: str) -> File:
    """A file of the page. Raises Problem for anything that is not one."""
    if name == STYLES:
        return _styles(tuple((path, path.stat().st_mtime_ns) for path in styles()))
    try:
        path = (WEB / name).resolve()
        inside = path.relative_to(WEB)
        if path.is_file() and not any(part.startswith(".") for part in inside.parts):
            return _read(path, path.stat().st_mtime_ns)
    except (OSError, ValueError):  # a name that no file can have, or elsewhere
        pass
    raise Problem("not-found", f"there is no file {name!r}")


def pack() -> None:
    """Pack everything ahead, so that nobody waits for it: Brotli takes most of a second for all files."""
    page()
    for name in (STYLES, *_modules(), "styles/print.css", *(path.name for path in WEB.glob("*.svg"))):
        file(name)


def styles() -> list[Path]:
    """The styles of every page, in the order in which the page names them."""
    links = STYLE_LINKS.search((WEB / "index.html").read_text(encoding="utf-8"))
    return [WEB / name for name in re.findall(r"styles/\w+\.css", links[0])] if links else []


@lru_cache(maxsize=1)
def _styles(dated: tuple[tuple[Path, int], ...]) -> File:
    return _packed(WEB / STYLES, b"".join(as_sent(path.suffix, path.read_bytes()) for path, _ in dated))


@lru_cache(maxsize=1)
def _page(index: Path, _: int) -> File:
    preloads = "\n".join(f'<link rel="modulepreload" href="/web/{name}">' for name in _modules())
    constants = msgspec.json.encode(_constants()).decode().replace("<", "\\u003c")
    text = STYLE_LINKS.sub(f'<link rel="stylesheet" href="/web/{STYLES}">\n', index.read_text(encoding="utf-8"))
    text = text.replace("{preloads}", preloads).replace("{constants}", constants)
    return _packed(index, text.encode())


def _modules() -> list[str]:
    return [path.relative_to(WEB).as_posix() for path in sorted(WEB.rglob("*.js"))]


def _constants() -> shapes.Constants:
    return shapes.Constants(
        name=shapes.NAME_LENGTH,
        box=MAX_BOX,
        record=MAX_RECORD,
        level=PLAYS_ON,
        talk=shapes.TALK_LENGTH,
        phrases=list(PHRASES),
        languages=LANGUAGE_NAMES,
        busy={code: words(code)(PROBLEMS["too-many"][1]) for code in LANGUAGE_NAMES},
    )


@lru_cache(maxsize=256)
def _read(path: Path, _: int) -> File:
    return _packed(path, as_sent(path.suffix, path.read_bytes()))


def as_sent(suffix: str, body: bytes) -> bytes:
    """A module, a style or a drawing as a browser needs it: a fifth is comments, and it needs no space to breathe.
    Lines of a module keep their numbers.
    """
    if not (comments := COMMENTS.get(suffix)):
        return body
    bare = re.sub(rb"(?m)^[ \t]+", b"", re.sub(comments, lambda found: b"\n" * found[0].count(b"\n"), body))
    return LOOSE[suffix].sub(lambda found: found[1] or found[0].strip(), bare)


def _packed(path: Path, body: bytes) -> File:
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    text = kind.startswith("text/") or kind in ("image/svg+xml", "application/json")
    packed = {"br": brotli.compress(body), "gzip": gzip.compress(body, mtime=0)} if text and len(body) > SMALL else {}
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return File(body, packed, kind + ("; charset=utf-8" if text else ""), tag, CACHED.get(path.suffix, "no-cache"))
