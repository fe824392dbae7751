"""Every language in the browser: nothing English where a translation exists, nothing with a hole in it, nothing
sideways.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import demitasse
from demitasse.core.words import LANGUAGES, words
from tests.browser.conftest import NewPage
from tests.browser.people import Mouse, sit_down

READ = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const silent = 'script, style, noscript, option, [lang]:not(html)';
  while (walk.nextNode()) if (!walk.currentNode.parentElement.closest(silent)) found.push(walk.currentNode.data.trim());
  for (const made of document.querySelectorAll('[aria-label], [title], [placeholder], img[alt]'))
    found.push(...['aria-label', 'title', 'placeholder', 'alt'].map((name) => made.getAttribute(name) ?? ''));
  return found.filter(Boolean);
}"""  # every text that is on the page, and every text that is only heard


def english(page: Page, language: str) -> list[str]:
    """The texts that are English though they are translated."""
    say = words(language)
    return [text for text in page.evaluate(READ) if "{" in text or say(text) not in (text, "")]


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_nothing_is_left_in_english(new_page: NewPage, picture: Callable[[Page, str], None], language: str) -> None:
    page = new_page()
    page.goto("/")
    page.wait_for_selector(".games")
    page.select_option("#language", language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.wait_for_function("() => document.querySelector('.hi h1')?.textContent !== 'Come in. Sit where you like.'")
    assert english(page, language) == []
    picture(page, f"lobby-{language}")
    for game in demitasse.game_names():
        sit_down(page, game, seats=2)
        Mouse(page, seed=2).play(4)
        assert english(page, language) == [], game
        picture(page, f"{game}-{language}")
        page.set_viewport_size({"width": 360, "height": 740})
        page.wait_for_timeout(120)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), game
        picture(page, f"{game}-{language}-360")
        page.set_viewport_size({"width": 1280, "height": 800})
        page.locator(".prompt").focus()
        for key in ("c", "i"):
            page.keyboard.press(key)
            page.wait_for_selector(".sheet[open]")
            assert english(page, language) == [], game
            page.keyboard.press("Escape")
            expect(page.locator(".sheet")).to_have_count(0)
        page.goto(f"/guide/{game}")
        page.wait_for_selector(".guide h2")
        assert page.locator(".guide").inner_text()
