"""Two artists, one picture: what Python draws (core/svg.py) lies where the page draws it (draw.js), in its colours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import Page

from demitasse import Match
from demitasse.core import svg
from demitasse.core.fit import span, wrap
from demitasse.core.measures import MEASURES, WEB
from demitasse.core.scene import Piece, scene
from demitasse.core.words import LANGUAGES
from tests.browser.conftest import NewPage
from tests.golden import FOLDER, plies_of

DRAW, FIT = ("/web/" + next(WEB.rglob(name)).relative_to(WEB).as_posix() for name in ("draw.js", "fit.js"))
LOOKS = 3  # at each playthrough
APART = 0.5  # px that two drawings of a thing may lie apart
SHADE = 0.01  # of a colour
COMPARE = (Path(__file__).parent / "artists.js").read_text(encoding="utf-8")
LINES = """async ([fit, cases]) => {
  const {widthOf, wrap} = await import(fit);
  await Promise.all(['400', '600'].map((weight) => document.fonts.load(`${weight} 16px "Noto Sans"`, 'aя→')));
  await Promise.all(['500', '600'].map((weight) => document.fonts.load(`${weight} 16px "Noto Serif"`, 'aя→')));
  return cases.map(([text, room, kind]) => [wrap(text, room, kind), widthOf(text, kind)]);
}"""
REAL = """([cases, letters]) => {
  const pen = document.createElement('canvas').getContext('2d');
  const style = getComputedStyle(document.documentElement);
  return cases.map(([text, room, kind]) => {
    const {family, weight, size} = letters[kind];
    pen.font = `${weight} ${size}px ${style.getPropertyValue(`--${family}`)}`;
    return pen.measureText(text).width;
  });
}"""  # how wide the browser makes texts with the fonts it has loaded


def positions() -> Iterator[tuple[str, Match, str]]:
    """(name, match, language): the golden playthroughs at a few moments, the languages in turn."""
    languages = cycle(LANGUAGES)
    for path in sorted(FOLDER.glob("*-greedy.txt")):
        played = plies_of(path.read_text(encoding="utf-8"))
        match = Match(played.game, played.seats, {**played.options}, names=played.names)
        for number, ply in enumerate(played.plies):
            if number % (len(played.plies) // LOOKS) == len(played.plies) // LOOKS - 1:
                yield f"{path.stem} ply {number}", match, next(languages)
            match.play(ply.text)


@pytest.fixture
def studio(new_page: NewPage) -> Page:
    """A page with its styles and fonts; Python's pictures carry styles that its policy forbids."""
    page = new_page(bypass_csp=True)
    page.goto("/")
    page.wait_for_selector(".games")
    page.evaluate(LINES, [FIT, []])
    return page


def compare(page: Page, match: Match, language: str) -> dict[str, Any]:
    """How much is drawn, and what differs."""
    shown = replace(scene(match, 0, language), actions=[])
    found: dict[str, Any] = page.evaluate(COMPARE, [DRAW, shown.as_json(), svg.write(shown), APART, SHADE])
    return found


def test_python_and_the_page_draw_the_same_picture(studio: Page) -> None:
    seen = 0
    for name, match, language in positions():
        found = compare(studio, match, language)
        assert found["faults"] == [], name
        seen += found["seen"]
    assert seen > 10_000


@pytest.mark.parametrize(
    ("table", "measure", "wrong"),
    [("board", "ledge", 34), ("cup", "bowl", 26), ("card", "left", 9), ("piece", "badge", 8), ("place", "symbol", 0.6)],
)
def test_a_number_of_one_artist_alone_is_noticed(
    studio: Page, monkeypatch: pytest.MonkeyPatch, table: str, measure: str, wrong: float
) -> None:
    game = "coffee_rush" if table in ("cup", "piece", "place") else "kanban_menu"
    match = played(Match(game, 2, seed=1, auto_draw=True))
    assert compare(studio, match, "en")["faults"] == []
    monkeypatch.setitem(MEASURES[table], measure, wrong)
    assert compare(studio, match, "en")["faults"]


def test_a_colour_of_one_artist_alone_is_noticed(studio: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(Match("kanban_menu", 2, seed=1, auto_draw=True))
    monkeypatch.setitem(svg.LOOK, "ledge", {"fill": svg.mixed("@wood", 58, "@card")})
    assert compare(studio, match, "en")["faults"]


def played(match: Match, plies: int = 30) -> Match:
    for _ in range(plies):
        match.play(match.legal()[0])
    return match


def texts() -> list[tuple[str, float, str]]:
    """Every text of the catalogues, with a room and a kind of letters."""
    found: set[str] = set()
    for path in (WEB.parent / "locale").rglob("*.po"):
        with path.open("rb") as file:
            for message in read_po(file):
                for text in (message.id, message.string):
                    found.update([text] if isinstance(text, str) else text or ())
    rooms = cycle([(90.0, "title"), (64.0, "small"), (150.0, "text")])
    return [(text, *next(rooms)) for text in sorted(found) if text]


def test_both_break_lines_at_the_same_places(studio: Page) -> None:
    cases = texts()
    found = studio.evaluate(LINES, [FIT, cases])
    assert [lines for lines, _ in found] == [wrap(*case) for case in cases]
    assert [wide for _, wide in found] == pytest.approx([span(text, kind) for text, _, kind in cases])


def test_a_text_is_as_wide_as_it_is_measured(studio: Page) -> None:
    """But for kerning; Japanese is left out, whose fonts are the system's."""
    cases = [case for case in texts() if not re.search(r"[\u2e80-\uffff]", case[0])]
    real = studio.evaluate(REAL, [cases, MEASURES["letters"]])
    assert len(cases) > 500
    for case, wide in zip(cases, real, strict=True):
        assert span(case[0], case[2]) == pytest.approx(wide, rel=0.03, abs=2), case


def test_every_measure_is_used_by_both() -> None:
    package = WEB.parent
    artists = (["core/svg.py", "core/fit.py"], [DRAW.lstrip("/"), FIT.lstrip("/")])
    sources = ["".join((package / name).read_text(encoding="utf-8") for name in names) for names in artists]
    for table in ("place", "cup", "board", "card", "part", "piece", "fit", "breaks"):
        for measure in MEASURES[table]:
            assert all(re.search(rf"\b{measure}\b", source) for source in sources), f"{table}.{measure}"


def test_a_piece_is_as_large_as_the_page_takes_it_to_be() -> None:
    piece = Piece("any", 0, 0)
    assert (piece.w, piece.h) == (MEASURES["piece"]["side"],) * 2


def test_the_dark_of_the_system_is_the_dark_that_is_chosen() -> None:
    css = (WEB / "styles" / "tokens.css").read_text(encoding="utf-8")
    rules = re.findall(r":root(?::not\(\[data-theme=\"light\"\]\)|\[data-theme=\"dark\"\]) \{(.*?)\}", css, re.S)
    chosen = [re.findall(r"([\w-]+): ([^;]+);", rule) for rule in rules]
    assert len(chosen) == 2
    assert chosen[0] == chosen[1]
