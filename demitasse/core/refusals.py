"""Refusals: what was wrong with a record, a box or a setting, in the reader's language.

Errors are English, the language of records and bug reports. This is the phrase book that says them to people: texts
with {places} for what differs, some of which hold phrases themselves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from demitasse.core.words import Say, later

LONGEST, DEEPEST = 400, 3  # characters of an error, and phrases within phrases, that are looked at
MUST_BE_KNOWN = ("what",)  # places that hold a phrase of the book
MAY_BE_KNOWN = ("where", "why", "expected")
TITLE = "title"  # a game's, which may be called otherwise in the language
NUMBER, WORD = r"-?\d+", r"[^\s:;,]+"
PLACES = {  # what may stand in a place, where that is not anything
    **dict.fromkeys(("line", "number", "most", "low", "high", "seat", "size", "some", "other"), NUMBER),
    "key": WORD,
    "name": r"[^:]+?",
    "actor": r"\*|\d+",
    "text": r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|['\"][^'\"]*…|[\[{][^;]*|[^:;'\"]+",  # as Python writes a value
}
# What is said of an error: of its own text, or of another that leaves out what only English says
PHRASES: dict[str, str] = {
    text: text
    for text in (
        # Where, and what was expected
        later("{what}; expected {expected}"),
        later("{what}; legal: {texts}"),
        later("{what}; legal: {texts} … ({number} in all)"),
        later("line {line}, ply {number}"),
        later("line {line}"),
        later("ply {number}"),
        later("the box, line {line}"),
        later("the box"),
        later("board, row {number}"),
        later("board"),
        later("order {name}"),
        later("plan {name}"),
        later("start {number}"),
        later("tower {number}"),
        later("menu card {name}"),
        later("tokens"),
        later("{low} to {high}"),
        later("one of: {texts}"),
        later("at most one"),
        later("at most {most}"),
        later("at least {most}"),
        later("a whole number"),
        later("a text in quotes"),
        later("a list"),
        later("a table"),
        later("true or false"),
        later("tables, written {form}"),
        later("two numbers, the larger first"),
        later("at least one floor, each once"),
        later("2 rows of 3 sections, separated by spaces"),
        later("money or vp"),
        later("at most {most}, for nobody holds more"),
        later("a line such as {text}"),
        later("{number}, separated by |"),
        # Texts
        later("the text is too large: {size} bytes"),
        later("the text has {number} lines"),
        later("line {line} has {number} characters"),
        later("{text} has {number} digits"),
        later("{text} is not a whole number"),
        later("{text} is out of range"),
        later("{text} is not of the form {form}"),
        # Boxes
        later("the box is too large: {size} bytes"),
        later("the box has {number} {key}"),
        later("too many brackets within brackets, or it is not valid TOML"),
        later("too many parts of a dotted key"),
        later("too many keys"),
        later("a text in quotes does not end"),
        later("the box is not valid TOML: {why}"),
        later("the box file {text} is not UTF-8 text"),
        later("unknown key {text}"),
        later("unknown ingredient {text}"),
        later("unknown colour {text}"),
        later("unknown section {text}"),
        later("unknown form {text}"),
        later("{key} is missing"),
        later("{key} holds {text}"),
        later("the name {text} is empty or has a character that names may not have ({signs})"),
        later("the box has {number} order cards"),
        later("it has {number} ingredients"),
        later("the box has {number} plan, Expresso and promo cards"),
        later("a start card needs a cup (u)"),
        later("it has {number} cups (u)"),
        later("it needs {number} cubes"),
        later("it describes a café but has no café section (c)"),
        later("a card has at most one café, of one or two neighbouring sections (c)"),
        later("the sheet has {number} cells"),
        later("floor {number} has a post, so nothing is drawn there; leave it out of floors"),
        later("there are {number} in all"),
        later("it costs {number} materials"),
        later("the box has {number} menu cards with a conversion"),
        later("it gives nothing"),
        later("a conversion is paid for with money alone; got {texts}"),
        later("it needs cards named exactly Ristretto and Espresso, both of them"),
        later("it has {number} Expresso cards"),
        # Records
        later("the record has {number} plies"),
        later("the header has no {text}"),
        later("format {text} is not known"),
        later("{text} is given twice"),
        later("{text} is not a ply"),
        later("a position has no plies"),
        later("{text} is an option"),
        later("{actor} {text} comes after the end of the game"),
        later("{actor} {text}, but it is the turn of seat {seat}"),
        later("{actor} {text}, but it is the turn of a draw (*)"),
        later("the record is truncated or edited: it has {number} plies, the header says {text}"),
        later("a ply was changed: the plies replay, but they are not those the header was written for"),
        later("the header gives a result, but after the last ply the game is not over: the record is truncated"),
        later("the result does not hold: the plies give {first}, the header says {second}"),
        later("the seed is not the one that was committed to before the first draw"),
        later("the seed draws {first}, the record says {second}"),
        later("the header gives the luck of {number} players"),
        later("the header names a box of its own, but no '--- box' section follows the plies"),
        later("expected {number} names, one for each seat; got {got}"),
        later("{text} is not legal for seat {seat}"),
        later("{text} cannot be drawn; a draw is due, possible: {texts}"),
        later("the game is over"),
        later("seat {seat} does not decide then"),
        later("there is no game {text}"),
        later("there is no seat {text}"),
        later("there is no {key} {text}"),
        # Settings
        later("{title} is played by {low} to {high}; got {got} seats"),
        later("{title} has no option {text}"),
        later("option {key} is a switch; expected true or false, got {text}"),
        later("option {key} is a number from 0 to {most}; got {text}"),
        later("{key} cannot be played with this box: {why}"),
        later("auction and expresso cannot be played together: the rulebook does not say how"),
        later("an auction needs 2 to 4 players; got 1 seat"),
        later("the table has {number} seats; got {got}"),
        later("somebody at the table is called {text} already"),
        later("{number} tables of yours wait to be finished; one may have so many at a time"),
        later("{number} tables a day are enough for one person; come again tomorrow"),
        later("it took more than {text} seconds"),
    )
} | {
    "the box is not valid TOML: {why} (at line {line}, column {number})": later(
        "the box is not valid TOML: line {line}, column {number}"
    ),
    "the box is not valid TOML: {why} (at end of document)": later("the box is not valid TOML: it ends too early"),
    "two {kind} are called {text}; give each card one entry and say how many with copies": later(
        "two cards are called {text}; give each card one entry and say how many with copies"
    ),
    "the box has {number} plan cards, {some} of them starred; expected at least {most}, and {other} without a star": (
        later("the box has {number} plan cards; expected at least {most}, and {other} without a star")
    ),
    "it has {number} promos and {other} unstarred plan cards with a café; expected {most} of each": later(
        "it has {number} promos and {other} unstarred plan cards with a café; expected {most} of each"
    ),
    "items is {text}; expected {expected}, by die face": later("items: expected {expected}, by die face"),
    "{where}: expected exactly one of gain, conversion = 1 and draw = 1": later(
        "{where}: expected exactly one of gain, conversion = 1 and draw = 1"
    ),
    "board: expected 4 rows of 4 ingredients": later("board: expected 4 rows of 4 ingredients"),
    "option {text}: expected {form}=number": later("option {text}: expected a number"),
    "the box was changed: its hash is {first}, the header says {second}": later(
        "the box was changed: it is not the one the header was written for"
    ),
    "the position breaks an invariant: {why}": later("the position cannot come about in this game"),
    "the position the record begins from is of another game, seat count or options than its header says": later(
        "the position the record begins from does not go with its header"
    ),
    "{where}: {what}": later("{where}: {what}"),
    "{where}, {key}": later("{where}, {key}"),
    "{key} is {text}": later("{key} is {text}"),
}


def said(text: str, say: Say) -> str | None:
    """An error in a language; None if the book does not have it."""
    return text if say.language == "en" else _said(text, say, DEEPEST) if len(text) <= LONGEST else None


def _said(text: str, say: Say, depth: int) -> str | None:
    for pattern, words in _patterns() if depth else ():
        if (found := pattern.fullmatch(text)) and (values := _values(found.groupdict(), say, depth)) is not None:
            return say(words).format(**values)
    return None


def _values(found: Mapping[str, str], say: Say, depth: int) -> dict[str, str] | None:
    """What fills the places of a phrase, in the language; None if it is not what belongs there."""
    values = dict(found)
    for name, value in found.items():
        if name in MUST_BE_KNOWN + MAY_BE_KNOWN:
            known = _said(value, say, depth - 1)
            if known is None and name in MUST_BE_KNOWN:
                return None
            values[name] = known or value
        elif name == TITLE:
            values[name] = say(value)
    return values


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """The phrases with what they are said as; those that say the most in their own words first."""
    longest_first = sorted(PHRASES.items(), key=lambda each: -len(re.sub(r"\{\w+\}", "", each[0])))
    return [(_pattern(phrase), words) for phrase, words in longest_first]


def _pattern(phrase: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", phrase)
    made = [f"(?P<{part}>{PLACES.get(part, '.+?')})" if at % 2 else re.escape(part) for at, part in enumerate(parts)]
    return re.compile("".join(made), re.DOTALL)
