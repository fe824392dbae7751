"""Fits words into drawings: about how wide a text is, and where it may be broken into lines, in every language we
speak.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

BROAD = frozenset("mwMWЖШЩЮФМжшщюфмъы@%—")
NARROW = frozenset("iljtfrIіїІЇ.,:;!|'’()[]- ")
VOWELS = "aeiouyаеєёиіїоуыэюя"
# what is not torn apart: a Latin or Cyrillic word; in Japanese, signs of one script with the kana that end them; with
# the marks that close them
TOKEN = re.compile(
    r"[「『（(«]*"
    r"(?:[\u30a1-\u30ff]+[\u3041-\u309f]{0,2}|\d+[\u4e00-\u9fff]+[\u3041-\u309f]*|[\u4e00-\u9fff々]+[\u3041-\u309f]*|[\u3041-\u309f]+"
    r"|[^\s\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]+|.)"
    r"[」』）)»、。，．：？！…]*\s*",
    re.DOTALL,
)
SIGN = re.compile(
    r".[ぁぃぅぇぉっゃゅょァィゥェォッャュョー、。）」』：？！…\s]*", re.DOTALL
)  # with what does not begin a line
SYLLABLE = re.compile(rf"(?<=[{VOWELS}])(?=[^\W\d_{VOWELS}]{{1,2}}[{VOWELS}])", re.IGNORECASE)


def span(text: str, size: float) -> float:
    """About how wide a text is in letters of a size."""
    return size * sum(_width(letter) for letter in text)


def wrap(text: str, room: float, size: float) -> list[str]:
    """Lines as wide as there is room: broken between words, in words that are too long between syllables."""
    lines = [""]
    for token in _tokens(text, room, size):
        if lines[-1] and span((lines[-1] + token).rstrip(), size) > room:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += token
    return [line.strip() for line in lines if line.strip()]


def cut(text: str, room: float, size: float) -> str:
    """The text, or as much of its beginning as there is room for."""
    if span(text, size) <= room:
        return text
    kept = text[:-1]
    while len(kept) > 1 and span(f"{kept}…", size) > room:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


@lru_cache(maxsize=4096)
def _width(letter: str) -> float:
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if letter in BROAD:
        return 0.84
    if letter in NARROW:
        return 0.36
    return 0.7 if letter.isupper() else 0.62 if "\u0400" <= letter <= "\u04ff" else 0.58


def _tokens(text: str, room: float, size: float) -> Iterator[str]:
    for token in TOKEN.findall(text):
        if span(token.rstrip(), size) <= room * 1.05:  # standing out a little reads better than a torn word
            yield token
        elif unicodedata.east_asian_width(token[0]) in "WF":
            yield from _halves(token, room, size)
        else:
            yield from _syllables(token, room, size)


def _halves(word: str, room: float, size: float) -> Iterator[str]:
    """A Japanese word in parts of about the same length, so that no sign is left alone."""
    each = span(word, size) / -(-span(word, size) // room)
    part = ""
    for sign in SIGN.findall(word):
        if part and each - span(part, size) < span(part + sign, size) - each:
            yield part
            part = ""
        part += sign
    yield part


def _syllables(word: str, room: float, size: float) -> Iterator[str]:
    """A word in parts that fit, with a hyphen after all but the last."""
    part = ""
    for syllable in SYLLABLE.split(word):
        if part and span(f"{part}{syllable.rstrip()}-", size) > room:
            yield f"{part}-"
            part = ""
        part += syllable
    yield part
