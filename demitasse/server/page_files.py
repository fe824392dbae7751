"""The page's files: one page for all routes, its modules, styles and symbols, with fingerprints so that nothing is sent
twice.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from demitasse.server.problems import Problem

WEB = Path(__file__).resolve().parent.parent / "web"
TYPES = {
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".css": "text/css",
    ".html": "text/html",
    ".woff2": "font/woff2",
    ".json": "application/json",
}
SMALL = 500  # bytes below which packing does not pay


@dataclass(frozen=True)
class File:
    body: bytes
    packed: bytes | None
    kind: str
    tag: str


def page() -> File:
    return file("index.html")


def file(name: str) -> File:
    """A file of the page. Raises Problem for anything that is not one."""
    try:
        path = (WEB / name).resolve()
        inside = path.relative_to(WEB)
        if path.is_file() and not any(part.startswith(".") for part in inside.parts):
            return _read(path, path.stat().st_mtime_ns)
    except (OSError, ValueError):  # a name that no file can have, or elsewhere
        pass
    raise Problem("not-found", f"there is no file {name!r}")


@lru_cache(maxsize=256)
def _read(path: Path, _: int) -> File:
    body = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    text = kind.startswith("text/") or kind in ("image/svg+xml", "application/json")
    packed = gzip.compress(body, mtime=0) if text and len(body) > SMALL else None
    return File(body, packed, kind + ("; charset=utf-8" if text else ""), f'"{hashlib.sha256(body).hexdigest()[:20]}"')
