"""Limits of texts that strangers give us, looked at from left to right before anything is parsed: a parser may take
minutes for a few thousand characters (dotted keys), or fail in its own way (deep lists, very long numbers).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from demitasse.core.errors import DemitasseError

MAX_BOX = 64 * 1024  # bytes
MAX_RECORD = 1_000_000  # bytes
MAX_LINES = 30_000  # of a record, of which
MAX_PLIES = 20_000  # are plies
MAX_LINE = 20_000  # characters; the fields of a position are long lines
MAX_DEPTH = 8  # brackets within brackets
MAX_PARTS = 6  # of a dotted key
MAX_KEYS = 8_000
MAX_DIGITS = 18  # of a number
SHOWN = 60  # characters of a text that an error repeats

Error = type[DemitasseError]
_WORD = re.compile(r"[^\s\"'#\[\]{}=,]+")  # bare keys with their dots, numbers, dates
_HEX = re.compile(r"[+-]?0[xob]")


def check_box(text: str, error: Error) -> None:
    """Refuse the TOML of a box that no parser should be given."""
    if (size := len(text.encode())) > MAX_BOX:
        raise error(f"the box is too large: {size} bytes; expected at most {MAX_BOX}")
    depth = keys = parts = 0
    for line, token in _tokens(text, error):
        if token in "[{":
            depth += 1
        elif token in "]}":
            depth -= 1
        elif token == "=":
            keys += 1
        if token in "[]{}=,\n":
            parts = 0
        else:  # a key, or a part of one: a quoted part is a token of its own, and so is the dot after it
            parts += token.count(".") + (token == '"')
            _check_digits(token, f"the box, line {line}", error)
        for number, most, what in (
            (depth, MAX_DEPTH, "brackets within brackets, or it is not valid TOML"),
            (parts, 2 * MAX_PARTS, "parts of a dotted key"),
            (keys, MAX_KEYS, "keys"),
        ):
            if number > most:
                raise error(f"the box, line {line}: too many {what}")


def check_record(text: str, error: Error) -> None:
    """Refuse a record or a position that is too long, as a whole or in a line; the box within it is looked at apart."""
    if (size := len(text.encode(errors="surrogatepass"))) > MAX_RECORD:
        raise error(f"the text is too large: {size} bytes; expected at most {MAX_RECORD}")
    lines = text.split("\n")
    if len(lines) > MAX_LINES:
        raise error(f"the text has {len(lines)} lines; expected at most {MAX_LINES}")
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE:
            raise error(f"line {number} has {len(line)} characters; expected at most {MAX_LINE}")


def number(text: str, where: str, error: Error) -> int:
    """A whole number without a sign, of as many digits as any that we write."""
    if not (text.isascii() and text.isdecimal()):
        raise error(f"{where}: {brief(text)} is not a whole number")
    _check_digits(text, where, error)
    return int(text)


def brief(value: object) -> str:
    """A value as an error repeats it."""
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _check_digits(word: str, where: str, error: Error) -> None:
    digits = len(word) - 2 if _HEX.match(word) else sum(map(str.isdecimal, word))
    if digits > MAX_DIGITS:
        raise error(f"{where}: {brief(word)} has {digits} digits; expected at most {MAX_DIGITS}")


def _tokens(text: str, error: Error) -> Iterator[tuple[int, str]]:
    """(line, token) of TOML: words, brackets, = and the ends of lines; a text in quotes is one `"`, comments are left
    out.
    """
    at, line = 0, 1
    while at < len(text):
        sign = text[at]
        if sign in "\"'":
            end = _end_of_quoted(text, at)
            if end < 0:
                raise error(f"the box is not valid TOML: line {line}: a text in quotes does not end")
            yield line, '"'
            line += text.count("\n", at, end)
            at = end
        elif sign == "#":
            at = _or_end(text, text.find("\n", at))
        elif word := _WORD.match(text, at):
            yield line, word[0]
            at = word.end()
        else:
            if sign in "[]{}=,\n":
                yield line, sign
            line += sign == "\n"
            at += 1


def _end_of_quoted(text: str, at: int) -> int:
    """Where a text in quotes ends that begins here; -1 if it does not."""
    quote = text[at] * 3 if text.startswith(text[at] * 3, at) else text[at]
    inside = at + len(quote)
    if quote[0] == "'":
        end = text.find(quote, inside)
    else:
        end = text.find(quote, inside)
        while end >= 0 and _escaped(text, inside, end):
            end = text.find(quote, end + 1)
    if end < 0 or (len(quote) == 1 and "\n" in text[inside:end]):
        return -1
    end += len(quote)
    while len(quote) == 3 and text[end : end + 1] == quote[0]:  # up to two more quotes belong to the text
        end += 1
    return end


def _escaped(text: str, first: int, at: int) -> bool:
    """Whether an odd number of backslashes stands before a place."""
    before = at
    while before > first and text[before - 1] == "\\":
        before -= 1
    return (at - before) % 2 == 1


def _or_end(text: str, at: int) -> int:
    return len(text) if at < 0 else at
