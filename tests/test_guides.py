"""Guides: complete in every language, with pictures that are real positions, numbers that are true, and words that are
ours.
"""

import hashlib
import re
import sys
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from demitasse import BadOption, game, game_names
from demitasse.core.scene import scene
from demitasse.core.words import LANGUAGES
from demitasse.core.words import words as catalogue
from demitasse.server import guide as guides

RULEBOOKS = Path(__file__).with_name("rulebooks.txt")
LONG = 12  # words of a sentence that could only be copied
EVERY = [(name, language) for name in game_names() for language in LANGUAGES]
every = pytest.mark.parametrize(("name", "language"), EVERY)
SIGHTS = [(name, path.stem) for name in game_names() for path in sorted((guides.folder(name) / "pictures").iterdir())]


@cache
def tokens(name: str, language: str) -> list[Token]:
    """All tokens, those within paragraphs too."""
    found = []
    for token in MarkdownIt("commonmark", {"html": False}).enable("table").parse(guides.source(name, language)):
        found += [token, *(token.children or ())]
    return found


def pictures(name: str, language: str) -> list[str]:
    return [
        str(token.attrs["src"]).removeprefix("picture:") for token in tokens(name, language) if token.type == "image"
    ]


def marks(name: str, language: str) -> list[tuple[str, str]]:
    """(what is marked, the number that stands there) of all marked numbers."""
    found = tokens(name, language)
    return [
        (unquote(str(token.attrs["href"])), found[at + 1].content)
        for at, token in enumerate(found)
        if token.type == "link_open"
    ]


def wrong_numbers(name: str, found: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The marked numbers that are not what the rules count in their position."""
    for mark, number in found:
        picture, seat, column = mark.removeprefix("score:").split("/")
        match = guides.picture(name, picture).match
        counted = match.breakdown()[int(seat)][unicodedata.normalize("NFC", column).replace("-", " ")]
        if int(number.replace("−", "-")) != counted:
            yield f"{mark}: the text says {number}, the rules count {counted}"


def words(text: str) -> list[str]:
    """Words without marks; in Japanese, which does not part them, every two letters are one."""
    return re.findall(r"[\u3040-\u30ff\u4e00-\u9fff]{1,2}|[^\W\u3040-\u30ff\u4e00-\u9fff]+", text.casefold())


def long_sentences(text: str) -> Iterator[str]:
    """The hashes of all sentences of many words."""
    for paragraph in re.split(r"\n\s*\n|\n\s*[-*•・#|■]", text):
        for sentence in re.split(r"(?<=[.!?。])\s*|:\s", paragraph):
            if len(words(sentence)) >= LONG:
                yield hashlib.sha256(" ".join(words(sentence)).encode()).hexdigest()[:16]


@every
def test_a_guide_has_the_sections_of_the_english_one(name: str, language: str) -> None:
    levels = [token.tag for token in tokens(name, language) if token.type == "heading_open"]
    assert levels == [token.tag for token in tokens(name, "en") if token.type == "heading_open"]
    assert levels.count("h1") == 1
    assert levels.count("h2") >= 7


@every
def test_a_guide_is_titled_as_the_game_is_called(name: str, language: str) -> None:
    """Where the catalogue of the language has a title for it."""
    title = game(name).title
    called = catalogue(language)(title)
    assert guides.guide(name, language).title.startswith(called) or (called == title and language != "en")


@every
def test_a_guide_shows_and_counts_the_same_in_every_language(name: str, language: str) -> None:
    assert pictures(name, language) == pictures(name, "en")
    assert marks(name, language) == marks(name, "en")


@every
def test_a_guide_is_neither_short_nor_long(name: str, language: str) -> None:
    text = guides.plain(name, language)
    low, high = (900, 1600) if language == "ja" else (600, 1100)  # Japanese is counted in pairs of letters
    assert low <= len(words(text)) <= high


@every
def test_every_option_is_told_of(name: str, language: str) -> None:
    source = guides.source(name, language)
    for option in game(name).options:
        assert f"`{option.name}`" in source, option.name


@every
def test_the_numbers_of_the_scoring_example_are_true(name: str, language: str) -> None:
    found = marks(name, language)
    assert list(wrong_numbers(name, found)) == []
    for picture in {mark.split("/")[0].removeprefix("score:") for mark, _ in found}:
        match = guides.picture(name, picture).match
        assert match.actor is None
        told = {mark for mark, _ in found}
        assert {f"score:{picture}/{seat}/total" for seat in range(match.seats)} <= told


def test_a_false_number_is_found() -> None:
    name = game_names()[0]
    mark, number = marks(name, "en")[0]
    assert list(wrong_numbers(name, [(mark, f"{number}0")]))


@every
def test_a_guide_is_plain_markdown(name: str, language: str) -> None:
    source = guides.source(name, language)
    assert not re.search(r"<(?!score:)", source), "raw HTML, or something that would be taken for it"
    assert all(mark.startswith("score:") for mark, _ in marks(name, language))
    assert all(
        str(token.attrs["src"]).startswith("picture:") for token in tokens(name, language) if token.type == "image"
    )


@every
def test_no_long_sentence_is_a_rulebooks(name: str, language: str) -> None:
    assert copied(guides.plain(name, language), RULEBOOKS.read_text(encoding="utf-8").split()) == set()


def copied(text: str, known: Iterable[str]) -> set[str]:
    return set(long_sentences(text)) & set(known)


def test_a_copied_sentence_is_found_however_it_is_set() -> None:
    sentence = "Whoever copies this sentence word by word from one book into another is found here."
    assert copied(f"- **{sentence.upper()}**", long_sentences(f"Before it.\n\n{sentence}"))
    japanese = "この文をそのまま別の本に写した人は、ここで必ず見つかることになっています。"
    assert copied(f"前の文。{japanese}", long_sentences(japanese))
    assert len(RULEBOOKS.read_text(encoding="utf-8").split()) > 300


@pytest.mark.parametrize(("name", "sight"), SIGHTS)
def test_a_picture_is_a_position_that_a_guide_shows(name: str, sight: str) -> None:
    assert sight in pictures(name, "en")
    found = guides.picture(name, sight)
    assert found.match.game.name == name
    assert not found.aim or found.aim in found.match.legal()


@pytest.mark.parametrize(("name", "sight"), SIGHTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_is_drawn_in_every_language(name: str, sight: str, language: str) -> None:
    drawing, done = guides.drawn(name, sight, language)
    root = ET.fromstring(drawing)
    assert float(root.attrib["width"]) <= guides.WIDTH
    found = guides.picture(name, sight)
    assert bool(done) == bool(found.aim)
    shown, label = scene(found.match, found.seat, language), root.attrib["aria-label"]
    things = [place.label for group in shown.groups for place in group.places if place.label]
    things += [piece.label for group in shown.groups for piece in group.pieces if piece.label]
    assert any(thing in label for thing in things), "it is described by what it shows"
    assert shown.ask not in label
    used = {element.attrib["href"] for element in root.iter() if "href" in element.attrib}
    assert used
    assert used == {f"#{element.attrib['id']}" for element in root.iter() if "id" in element.attrib}


@every
def test_the_page_of_a_guide_keeps_a_strict_content_policy(name: str, language: str) -> None:
    """No script, no style, nothing from elsewhere, and no id twice."""
    html = guides.guide(name, language).html
    assert not re.search(r"<style|<script|\sstyle=|\son\w+=|https?:|javascript:|@[a-z]", html)
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    anchors = re.findall(r'<a href="#([^"]+)"', html)
    sheets = int(game(name).on_paper)  # an empty one to print, and where it is
    assert len(anchors) == html.count("<h2 ") + sheets
    assert set(anchors) <= set(ids)
    assert set(re.findall(r' href="#([^"]+)"', html)) <= set(ids)
    assert html.count("<figure") == len(pictures(name, language)) + sheets
    assert not re.search(r"[*`]|\]\(", "".join(ET.fromstring(html).itertext())), "marks that were not taken for marks"


def letters(drawn: ET.Element, scale: float) -> Iterator[float]:
    """The sizes of all letters in px, where the whole is shown as large as it says."""
    turned = re.search(r"scale\(([\d.]+)", drawn.get("transform", ""))
    scale *= float(turned[1]) if turned else 1
    if "font-size" in drawn.attrib:
        yield float(drawn.attrib["font-size"][:-2]) * scale
    for part in drawn:
        yield from letters(part, scale)


@pytest.mark.parametrize("name", game_names())
def test_the_letters_of_a_picture_can_be_read_on_a_phone(name: str) -> None:
    drawings = [
        ET.fromstring(found) for found in re.findall(r"<svg.*?</svg>", guides.guide(name, "uk").html, re.DOTALL)
    ]
    assert drawings
    for drawn in drawings:
        shown = float(drawn.attrib["width"]) / float(drawn.attrib["viewBox"].split()[2])
        assert min(letters(drawn, shown), default=11) >= 10.99


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_on_paper_has_an_empty_sheet_to_print(language: str) -> None:
    html = guides.guide("cat_cafe", language).html
    sheet = html[html.index('id="guide-paper"') :]
    assert sheet.count("<li>") == 6, "how each item scores"
    assert ">0<" not in sheet, "one counts with a pencil"
    assert [name for name in game_names() if 'id="guide-paper"' in guides.guide(name, language).html] == ["cat_cafe"]


def test_markup_in_a_guide_is_shown_not_obeyed(monkeypatch: pytest.MonkeyPatch) -> None:
    name = game_names()[0]
    monkeypatch.setattr(
        guides, "source", lambda *_: '# <b>T</b>\n\n## A\n\n<script>alert("1")</script> [x](javascript:alert)\n'
    )
    html = guides.guide.__wrapped__(name, "en").html
    assert "<script" not in html
    assert "<b>T" not in html
    assert "&lt;script&gt;" in html


def test_a_guide_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadOption, match="expected one of: en, uk, ru, ja"):
        guides.guide(game_names()[0], "xx")


if __name__ == "__main__":  # python -m tests.test_guides RULEBOOK … writes the hashes of the rulebooks' sentences
    RULEBOOKS.write_text(
        "\n".join(
            sorted({hash for path in sys.argv[1:] for hash in long_sentences(Path(path).read_text(encoding="utf-8"))})
        )
        + "\n"
    )
