"""The letters that the page's fonts must have: those of the texts, and a margin."""

from __future__ import annotations

import unicodedata
from pathlib import Path

DEMITASSE = Path(__file__).resolve().parent.parent / "demitasse"
WEB = DEMITASSE / "web"
TEXTS = ("locale/*/*/*.po", "games/*/guide/*.md", "games/*/box.toml", "web/**/*.js", "web/**/*.html")
# what people's names and coming texts may need: Latin of western and central Europe, Cyrillic, quotes, dashes, money
MARGIN = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *range(0x400, 0x460),
    *range(0x490, 0x492),
    *range(0x2010, 0x2016),
    *range(0x2018, 0x201F),
    *map(ord, "\u2009\u202f†•…‰′″‹›⁄€₴₽№™−≈≠≤≥←↑→↓①②③④⑤⑥⑦⑧⑨"),
)


def texts() -> set[int]:
    """Every sign of the texts that a person reads, but those as wide as they are high: they are left to the system."""
    found = {sign for pattern in TEXTS for path in DEMITASSE.glob(pattern) for sign in path.read_text(encoding="utf-8")}
    return {ord(sign) for sign in found if sign.isprintable() and unicodedata.east_asian_width(sign) not in "WF"}
