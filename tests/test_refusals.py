"""Refusals: every error about a record, a box or a setting can be said in every language."""

import ast
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import demitasse
from demitasse.core.errors import DemitasseError
from demitasse.core.refusals import LONGEST, said
from demitasse.core.words import LANGUAGES, words

ROOT = Path(demitasse.__file__).parent
READERS = ("core/box.py", "core/limits.py", "core/record.py", "core/setting.py", "games/*/box.py")
ERRORS = ("BadBox", "BadRecord", "BadPosition", "BadOption", "error")
FOR_PROGRAMS = ("a seed here", "a setting says", "option box is", "cannot be read")  # a page never meets these
TEXT = {"uk": "[а-яіїєґ]", "ru": "[а-яё]", "ja": "[\u3040-\u30ff\u4e00-\u9fff]"}
RECORD = "game: coffee_rush\nseats: A | B\n\n0 place a9\n"


def errors() -> Iterator[str]:
    """All that is refused, with a 7 for each number and word that differs."""
    for pattern in READERS:
        for path in sorted(ROOT.glob(pattern)):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and _name(node.exc) in ERRORS:
                    yield _sample(node.exc.args[0])


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _sample(text: ast.expr) -> str:
    if isinstance(text, ast.Constant):
        return str(text.value)
    if isinstance(text, ast.JoinedStr):
        return "".join(_sample(part) for part in text.values)
    what = ast.unparse(text.value) if isinstance(text, ast.FormattedValue) else ""
    known = {"_KINDS[kind]": "a list", "what": "keys", "whose": "seat 7", "error": "the game is over"}
    return known.get(what, "'7'" if isinstance(text, ast.FormattedValue) and text.conversion == ord("r") else "7")


def test_every_refusal_can_be_said_in_every_language() -> None:
    found = [
        text for text in errors() if re.search("[a-z]{3}", text) and not any(part in text for part in FOR_PROGRAMS)
    ]
    assert len(found) > 60
    for language in LANGUAGES[1:]:
        assert [
            text for text in found if said(text.replace("unknown keys", "unknown colour"), words(language)) is None
        ] == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_refusal_is_said_as_a_whole(language: str) -> None:
    with pytest.raises(DemitasseError) as caught:
        demitasse.load(RECORD)
    sentence = said(str(caught.value), words(language))
    assert sentence
    assert re.search(TEXT[language], sentence)
    assert not re.search("line|ply|legal|seat", sentence), sentence


def test_what_the_book_does_not_have_is_not_said() -> None:
    assert said("the moon is full", words("uk")) is None
    assert said("the moon is full", words("en")) == "the moon is full"
    assert said("plan 3, cafe: vp is 99; expected 1 to 12", words("uk")) == (
        "карта плану 3, cafe: vp має значення 99, а треба від 1 до 12"
    )


@pytest.mark.parametrize("text", ["line 1, ", "line 1: ", "'", "where: line 1: ", "'a'; expected "])
def test_what_somebody_wrote_to_be_read_for_long_is_not(text: str) -> None:
    began = time.process_time()
    for length in (LONGEST // len(text), 10 * LONGEST):
        said(text * length, words("uk"))
    assert time.process_time() - began < 0.2
