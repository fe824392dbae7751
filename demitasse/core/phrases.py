"""Phrases: texts with symbols in them, for eyes and ears alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from string import Formatter
from typing import NamedTuple


class Icon(NamedTuple):
    """A symbol within a text, and its words for whoever does not see it."""

    symbol: str
    label: str


WIDE = ("。", "：")  # what needs no space behind it
PhrasePart = str | Icon
Phrase = tuple[PhrasePart, ...]
Filling = str | int | Icon | Phrase


# Which form of a verb is said; a text has them as went||go or йде|йдете|піти, an empty one being as the first
THEY, YOU, ADVICE = range(3)  # what somebody did; what the reader did; what the reader could do
VERBS = re.compile(r"[^\W\d_]+(?:\|[^\W\d_]*)+")


@lru_cache(maxsize=4096)
def in_form(text: str, form: int) -> str:
    """A text with the verbs in one of their forms."""

    def chosen(found: re.Match[str]) -> str:
        forms = found.group().split("|")
        return forms[min(form, len(forms) - 1)] or forms[0]

    return VERBS.sub(chosen, text)


def fill(text: str, **values: Filling) -> Phrase:
    """A text with things in the place of its {placeholders}."""
    found: list[PhrasePart] = []
    for words, name, _, _ in Formatter().parse(text):
        found += [words, *_parts(values[name] if name else "")]
    return _tidy(found)


def together(things: Sequence[Filling], between: str, last: str) -> Phrase:
    """Things one after the other, with something between them, and something else before the last."""
    found: list[PhrasePart] = []
    for place, thing in enumerate(things):
        if place:
            found.append(last if place == len(things) - 1 else between)
        found += _parts(thing)
    return _tidy(found)


def plain(phrase: Iterable[PhrasePart]) -> str:
    """A phrase in words alone."""
    return "".join(part.label if isinstance(part, Icon) else part for part in phrase)


def begun(phrase: Phrase) -> Phrase:
    """A phrase as a sentence begins: with a large letter, but for the name of a place, such as b4."""
    if phrase and isinstance(phrase[0], str) and not phrase[0][1:2].isdigit():
        return (phrase[0][:1].upper() + phrase[0][1:], *phrase[1:])
    return phrase


def _parts(thing: Filling) -> Phrase:
    if isinstance(thing, Icon):
        return (thing,)
    return thing if isinstance(thing, tuple) else (str(thing),)


def _tidy(parts: Iterable[PhrasePart]) -> Phrase:
    """Words that stand side by side as one part."""
    found: list[PhrasePart] = []
    for part in parts:
        if isinstance(part, str) and found and isinstance(found[-1], str):
            found[-1] += part
        elif part:
            found.append(part)
    return tuple(found)


def in_a_row(*sentences: str) -> str:
    """Sentences one after the other, those that are not empty, with the spaces that they need."""
    found = ""
    for sentence in filter(None, sentences):
        found += f" {sentence}" if found and not found.endswith(WIDE) else sentence
    return found
