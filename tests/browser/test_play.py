"""Whole games in a real browser: by mouse, by keys alone, and by two people whose line and server go away."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import demitasse
from tests.browser.conftest import NewPage
from tests.browser.people import Mouse, sit_down

GAMES = demitasse.game_names()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_mouse(new_page: NewPage, game: str) -> None:
    page = new_page()
    sit_down(page, game)
    hand = Mouse(page, seed=3)
    hand.play_to_the_end()
    assert hand.deeds > 5
    expect(page.locator("[data-key=rematch]")).to_be_visible()
    page.click("[data-key=scores]")
    expect(page.locator(".sheet .scores .total td")).to_have_count(2)
