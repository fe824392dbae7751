"""Words in drawings: lines fit, break where readers expect it, and lie on nothing else."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from demitasse import Setting
from demitasse.core import svg
from demitasse.core.fit import cut, span, wrap
from demitasse.core.measures import MEASURES
from demitasse.core.scene import Group, Part, Piece, Place, Scene, scene
from demitasse.core.words import LANGUAGES
from tests.players import Driver
from tests.settings import SETTINGS

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("Develop or reserve a menu card", 104, ["Develop or", "reserve a menu", "card"]),
        ("коричневий", 58, ["коричне-", "вий"]),
        ("メニューを開発または予約", 104, ["メニューを", "開発または予約"]),
        ("手番に1回：スイーツ×1", 74, ["手番に1回：", "スイーツ×1"]),
        ("スイーツビュッフェ", 66, ["スイーツ", "ビュッフェ"]),
        ("クッション", 54, ["クッ", "ション"]),
        ("ちょうちょ", 54, ["ちょう", "ちょ"]),
        ("", 50, []),
    ],
)
def test_a_text_is_broken_where_readers_expect_it(text: str, room: float, lines: list[str]) -> None:
    assert wrap(text, room, "small") == lines


@pytest.mark.parametrize(
    "text", ["スイーツビュッフェと「英国紅茶」、フルーツプレート。", "アイスキャラメルマキアートー"]
)
@pytest.mark.parametrize("room", range(36, 150, 6))
def test_a_japanese_line_does_not_begin_with_what_ends_one(text: str, room: int) -> None:
    lines = wrap(text, room, "small")
    assert "".join(lines) == text
    assert not any(line[0] in "、。」ーッュョ" for line in lines)


@pytest.mark.parametrize(
    "text",
    ["Розробити або відкласти карту меню", "袋も置き場も空なので、全員が材料の半分を戻します。", "Take its tokens"],
)
@pytest.mark.parametrize("room", [60, 100, 200])
def test_lines_fit_and_lose_nothing(text: str, room: int) -> None:
    lines = wrap(text, room, "small")
    assert all(span(line, "small") <= room + 12 for line in lines)  # a mark that closes may stand out
    assert "".join(lines).replace(" ", "").replace("-", "") == text.replace(" ", "")


def test_a_name_that_is_too_long_ends_in_dots() -> None:
    assert cut("Olha", 100, "title") == "Olha"
    assert cut("Oleksandra the Great", 90, "title") == "Oleksand…"
    assert span(cut("とても長い名前のプレイヤー", 90, "title"), "title") <= 90


# Whole tables ---------------------------------------------------------------------------------------------------------

LETTERS = ("title", "name", "text", "small")  # badges and stars lie on symbols on purpose
SLACK = 3.0
TABLES = [setting for setting in SETTINGS if setting.seats in (setting.game.seats[0], setting.game.seats[-1])]
LOOKS = 11  # at each table


class Drawn(NamedTuple):
    """What is drawn within a place or a piece, by its corners."""

    what: str
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Drawn") -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        return across > SLACK and min(self.bottom, other.bottom) - max(self.top, other.top) > SLACK

    def within(self, other: "Drawn") -> bool:
        return (
            other.left - SLACK <= self.left
            and self.right <= other.right + SLACK
            and other.top <= self.top + SLACK
            and self.bottom <= other.bottom
        )


class Sheet(NamedTuple):
    """Where what is drawn within a group comes to lie in what holds it."""

    x: float = 0
    y: float = 0
    scale: float = 1

    def within(self, group: ET.Element) -> "Sheet":
        if (found := MOVED.fullmatch(group.attrib.get("transform", ""))) is None:
            return self
        x, y, scale = map(float, found.groups())
        return Sheet(self.x + x * self.scale, self.y + y * self.scale, self.scale * scale)

    def put(self, drawn: Drawn) -> Drawn:
        left, top, right, bottom = (edge * self.scale for edge in drawn[1:])
        return Drawn(drawn.what, left + self.x, top + self.y, right + self.x, bottom + self.y)


WHOLE = Sheet()
MOVED = re.compile(r"translate\((\S+) (\S+)\) scale\((\S+)\)")


def drawn(thing: ET.Element, kind: str, sheet: Sheet = WHOLE) -> Iterator[Drawn]:
    """The lines of text or the symbols within a thing, where they lie on it."""
    for child in thing:
        if child.tag == f"{SVG}g":
            yield from drawn(child, kind, sheet.within(child))
        elif child.tag == f"{SVG}{kind}":
            found = word(child) if kind == "text" else box(child, child.attrib["href"])
            if found is not None:
                yield sheet.put(found)


def word(element: ET.Element) -> Drawn | None:
    """A line of text; None for one that lies on a symbol on purpose."""
    kind = element.attrib["class"].split()[0]
    if kind not in LETTERS:
        return None
    size = MEASURES["letters"][kind]["size"]
    x, y, wide = float(element.attrib["x"]), float(element.attrib["y"]), span(element.text or "", kind)
    left = x - wide * {"middle": 0.5, "end": 1.0}.get(element.attrib.get("text-anchor", ""), 0.0)
    return Drawn(element.text or "", left, y - 0.72 * size, left + wide, y + 0.2 * size)


def box(element: ET.Element, what: str) -> Drawn:
    x, y, w, h = (float(element.attrib.get(name, 0)) for name in ("x", "y", "width", "height"))
    return Drawn(what, x, y, x + w, y + h)


def clashes(picture: str) -> Iterator[str]:
    """The words and symbols of a picture that stand out of their place or card, or lie on each other or across what is
    printed on it.
    """
    for thing in (group for group in ET.fromstring(picture).iter(f"{SVG}g") if group.find(f"{SVG}title") is not None):
        words, symbols = list(drawn(thing, "text")), list(drawn(thing, "use"))
        edges, parts = thing.findall(f"{SVG}rect")[:1], thing.findall(f"{SVG}rect")[1:]
        for number, one in enumerate(words):
            met = [other.what for other in (*words[:number], *symbols) if one.meets(other) and not is_worth(one, other)]
            yield from (f"{one.what!r} meets {other!r}" for other in met)
            yield from (f"{one.what!r} stands out" for edge in edges if not one.within(box(edge, "edge")))
        for one in (*words, *symbols):
            yield from (
                f"{one.what!r} lies across a part"
                for part in parts
                if one.meets(box(part, "part")) and not one.within(box(part, "part"))
            )


def covered(picture: str) -> Iterator[str]:
    """The words of places beneath pieces that lie there: dice, tokens, cubes."""
    for group in ET.fromstring(picture).iter(f"{SVG}g"):
        things = [thing for thing in group.findall(f"{SVG}g") if thing.find(f"{SVG}title") is not None]
        words = [
            found
            for thing in things
            if len(thing.findall(f"{SVG}rect")) == 1
            for text in thing.findall(f"{SVG}text")
            if (found := word(text))
        ]
        lying = [
            box(use, use.attrib["href"])
            for thing in things
            if thing.find(f"{SVG}rect") is None
            for use in thing.findall(f"{SVG}use")
        ]
        yield from (f"{piece.what!r} lies on {one.what!r}" for one in words for piece in lying if one.meets(piece))


def is_worth(one: Drawn, other: Drawn) -> bool:
    """A café's or a tart's VP lie beside their symbol, and in a small section upon its corner."""
    return one.what.isdigit() and other.what in ("#cf-cafe", "#cf-tart")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_the_words_of_a_table_fit_where_they_are_drawn(setting: Setting, language: str) -> None:
    driver = Driver(setting, 6, 100)
    plies = len(Driver(setting, 6, 100).run(10_000).plies)
    for _ in range(LOOKS):
        driver.run(plies // LOOKS + 1)
        picture = svg.write(scene(driver.match, 0, language))
        assert [*clashes(picture), *covered(picture)] == []


def test_words_that_clash_are_noticed() -> None:
    card = Piece(
        "card",
        0,
        0,
        100,
        60,
        title="Львівська копальня кави, Львів 1675",
        symbols=("cf-cube-y",),
        note="costs 1 cube",
        label="a card",
    )
    narrow = Place("cell", 200, 0, 40, 60, "a cell", text="mmmmmmmm")
    found = list(
        clashes(svg.write(Scene("", "", None, None, "", "", [Group("all", "all", 300, 60, [narrow], [card])], [])))
    )
    assert any("meets 'costs 1 cube'" in fault or "'costs 1 cube' meets" in fault for fault in found)
    assert any("stands out" in fault and "mmm" in fault for fault in found)
    die = Piece("die", 205, 30, 30, 30, "die-1", label="a die")
    assert list(
        covered(svg.write(Scene("", "", None, None, "", "", [Group("all", "all", 300, 60, [narrow], [die])], [])))
    )
    faced = Piece(
        "card",
        0,
        0,
        100,
        120,
        title="Three long lines",
        symbols=("cf-cube-y",),
        label="a card",
        face=[Part(0, 50, 40, 40)],
    )
    assert any(
        "lies across a part" in fault
        for fault in clashes(
            svg.write(Scene("", "", None, None, "", "", [Group("all", "all", 300, 60, [], [faced])], []))
        )
    )
