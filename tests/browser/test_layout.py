"""One look on every machine: the page brings its letters along, and nothing is cut off whatever fonts a system has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import demitasse
from tests.browser.conftest import NewPage, launched
from tests.browser.people import Mouse, sit_down

GAMES = demitasse.game_names()
SYSTEMS = {  # the fonts that a system has: ways into /usr/share/fonts, and the package that brings each
    "dejavu": {"**/DejaVu*.ttf": "fonts-dejavu-core"},
    "liberation": {"**/LiberationS*.ttf": "fonts-liberation", "**/VL-*.ttf": "fonts-vlgothic"},
}
FONTS = Path("/usr/share/fonts")
CUT = """() => [...document.querySelectorAll('body *')].filter((made) => {
  const spared = 'svg, .vh, .skip, select, input, .log, .chip, .s-head > .name, .has-now';  // names end in …
  if (!made.checkVisibility() || made.closest(spared)) return false;
  const {overflowX, overflowY, clipPath} = getComputedStyle(made);
  if (clipPath !== 'none') return false;  // words for ears only, beside a picture
  const hides = (how, whole, seen) => ['hidden', 'clip'].includes(how) && whole > seen + 1;
  return made.innerText && (hides(overflowX, made.scrollWidth, made.clientWidth)
    || hides(overflowY, made.scrollHeight, made.clientHeight));
}).map((made) => `${made.className}: ${made.innerText.slice(0, 60)}`)"""  # texts of which a part can never be seen
TWICE = "document.documentElement.style.fontSize = '200%'"


@pytest.fixture(scope="module", params=SYSTEMS)
def browser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser on a system with few fonts."""
    folder = tmp_path_factory.mktemp("system")
    for pattern, package in SYSTEMS[request.param].items():
        found = list(FONTS.glob(pattern))
        assert found, f"these tests need {package}: `make browser` installs it"
        for path in found:
            (folder / path.name).symlink_to(path)
    config = folder / "fonts.conf"
    config.write_text(f"<fontconfig><dir>{folder}</dir><cachedir>{folder}/cache</cachedir></fontconfig>", "utf-8")
    with launched(FONTCONFIG_FILE=str(config)) as found_browser:
        yield found_browser


@pytest.mark.parametrize("game", GAMES)
def test_text_of_twice_the_size_is_not_cut_off(
    new_page: NewPage, picture: Callable[[Page, str], None], game: str
) -> None:
    page = new_page()
    page.goto("/")
    page.wait_for_selector(".games")
    page.evaluate(TWICE)
    assert_readable(page)
    sit_down(page, game, seats=3)
    Mouse(page, seed=2).play(3)
    page.evaluate(TWICE)
    for width, height in ((1280, 800), (640, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(150)
        assert_readable(page)
        picture(page, f"{game}-twice-{width}")


def assert_readable(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
        f"sideways: {page.evaluate('document.documentElement.scrollWidth')}"
    )
    assert page.evaluate(CUT) == []
    tops = page.evaluate(
        "() => ['.dock', '.prompt'].map((wanted) => document.querySelector(wanted)?.getBoundingClientRect().top ?? 0)"
    )
    assert tops[0] <= tops[1], "the question stands out of the dock"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["uk", "ja"])
def test_a_table_fits_a_phone(
    new_page: NewPage, picture: Callable[[Page, str], None], game: str, language: str
) -> None:
    page = new_page()  # a phone has the languages in its menu
    page.goto("/")
    page.select_option("#language", language)
    page.wait_for_selector(f"html[lang={language}]")
    sit_down(page, game, seats=3)
    Mouse(page, seed=2).play(1)
    page.wait_for_timeout(150)
    assert_readable(page)
    picture(page, f"{game}-{language}-phone")


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_every_letter_is_drawn_with_the_fonts_of_the_page(new_page: NewPage, language: str) -> None:
    page = new_page()
    page.goto("/")
    page.select_option("#language", language)
    page.wait_for_selector(f"html[lang={language}]")
    page.goto("/guide/kanban_menu")
    page.wait_for_selector(".guide h2")
    page.evaluate("document.fonts.ready")
    assert {name for name, ours in fonts_of(page, ".guide") if not ours} == set()
    assert {name for name, _ in fonts_of(page, ".guide")} >= {"Noto Sans", "Noto Serif SemiBold"}


def fonts_of(page: Page, wanted: str) -> set[tuple[str, bool]]:
    """(font, whether the page brought it along) of the letters of everything in an element."""
    with_dom = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        with_dom.send(f"{domain}.enable")
    root = with_dom.send("DOM.getDocument")["root"]["nodeId"]
    nodes = with_dom.send("DOM.querySelectorAll", {"nodeId": root, "selector": f"{wanted} *"})["nodeIds"]
    used = [with_dom.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"] for node in nodes]
    return {(font["familyName"], font["isCustomFont"]) for fonts in used for font in fonts}


def test_fonts_are_sent_once(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    names = page.evaluate("[...document.querySelectorAll('link[rel=preload]')].map((made) => made.href)")
    assert len(names) == 3
    for name in names:
        headers = page.request.get(name).headers
        assert headers["content-type"] == "font/woff2"
        assert "max-age" in headers["cache-control"]
