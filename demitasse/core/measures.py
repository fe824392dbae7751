"""What Python and the page draw by, read from the page's own files: measures, widths of letters, colours, fonts."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

WEB = Path(__file__).resolve().parent.parent / "web"


def _table(module: str) -> dict[str, Any]:
    """The table that a module of the page exports."""
    text = (WEB / "table" / module).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text[text.index("export default") + len("export default") : text.rindex(";")])
    return found


MEASURES = _table("measures.js")


@cache
def letters(face: str) -> dict[str, int]:
    """How wide the letters of a face are, in thousandths of their size."""
    return {letter: int(width) for width, alike in _table("advances.js")[face].items() for letter in alike}


def tokens(selector: str) -> dict[str, str]:
    """The custom properties that a rule of the page's tokens sets."""
    text = (WEB / "styles" / "tokens.css").read_text(encoding="utf-8")
    body = text.split(f"\n{selector} {{", 1)[1].split("\n}", 1)[0]
    return {name: " ".join(value.split()) for name, value in re.findall(r"--([\w-]+):([^;]+);", body)}
