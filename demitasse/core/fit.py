"""Fits words into drawings: how wide a text is, and where it may be broken into lines, in every language we speak.

The page breaks lines at the same places (fit.js).
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from demitasse.core.measures import MEASURES, letters

LETTERS = MEASURES["letters"]
FIT = MEASURES["fit"]
BREAKS = MEASURES["breaks"]
# what is not torn apart: a Latin or Cyrillic word; in Japanese, signs of one script with the kana that end them; with
# the marks that close them
TOKEN = re.compile("".join(BREAKS["token"]), re.DOTALL)
SIGN = re.compile("".join(BREAKS["sign"]), re.DOTALL)  # with what does not begin a line
SYLLABLE = re.compile("".join(BREAKS["syllable"]), re.IGNORECASE)


def span(text: str, kind: str) -> float:
    """How wide a text is in letters of a kind: title, text, small, …"""
    look = LETTERS[kind]
    face = f"{look['family']}-{look['weight']}"
    thousandths = sum(_width(letter, face) for letter in text)
    return float(look["size"] * thousandths / 1000)


def wrap(text: str, room: float, kind: str) -> list[str]:
    """Lines as wide as there is room: broken between words, in words that are too long between syllables."""
    lines = [""]
    for token in _tokens(text, room, kind):
        if lines[-1] and span((lines[-1] + token).rstrip(), kind) > room:
            lines.append("")
        lines[-1] += token
    return [line.strip() for line in lines if line.strip()]


def cut(text: str, room: float, kind: str) -> str:
    """The text, or as much of its beginning as there is room for."""
    if span(text, kind) <= room:
        return text
    kept = text[:-1]
    while len(kept) > 1 and span(f"{kept}…", kind) > room:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


@lru_cache(maxsize=8192)
def _width(letter: str, face: str) -> int:
    """Of a letter that the fonts lack: Japanese signs are as wide as they are high."""
    lacking: int = FIT["wide" if ord(letter) >= FIT["wide_from"] else "unknown"]
    return letters(face).get(letter, lacking)


def _tokens(text: str, room: float, kind: str) -> Iterator[str]:
    for token in TOKEN.findall(text):
        if span(token.rstrip(), kind) <= room * FIT["stands_out"]:  # which reads better than a torn word
            yield token
        elif any(ord(sign) >= FIT["wide_from"] for sign in token):
            yield from _halves(token, room, kind)
        else:
            yield from _syllables(token, room, kind)


def _halves(word: str, room: float, kind: str) -> Iterator[str]:
    """A Japanese word in parts of about the same length, so that no sign is left alone."""
    each = span(word, kind) / -(-span(word, kind) // room)
    part = ""
    for sign in SIGN.findall(word):
        if part and each - span(part, kind) < span(part + sign, kind) - each:
            yield part
            part = ""
        part += sign
    yield part


def _syllables(word: str, room: float, kind: str) -> Iterator[str]:
    """A word in parts that fit, with a hyphen after all but the last."""
    part = ""
    for syllable in SYLLABLE.split(word):
        if part and span(f"{part}{syllable.rstrip()}-", kind) > room:
            yield f"{part}-"
            part = ""
        part += syllable
    yield part
