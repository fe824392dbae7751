"""Ways to play: at once, around one screen, beside the real box, with a box of one's own, in another language, with a
sound.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

import demitasse
from tests.browser.conftest import NewPage
from tests.browser.people import Mouse, a_move, set_table, sit_down, wait_for_turn

BOX = Path(demitasse.__file__).parent / "games" / "coffee_rush" / "box.toml"
LISTEN = """
  window.rung = 0;
  const Real = window.AudioContext;
  window.AudioContext = class extends Real {
    createOscillator() {
      window.rung += 1;
      return super.createOscillator();
    }
  };
"""  # counts the notes that are played


def test_a_first_visitor_plays_after_one_click(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.click("#sit-down")
    page.wait_for_selector(".dock[data-state=asked]", timeout=60_000)
    assert page.title().startswith("●")
    assert "icon-turn" in (page.locator("link[rel=icon]").get_attribute("href") or "")


def test_a_curtain_falls_between_people_at_one_screen_where_choices_are_hidden(new_page: NewPage) -> None:
    page = new_page()
    set_table(page, "cat_cafe", ["me", "screen"])
    hand, curtains = Mouse(page, seed=4), 0
    for _ in range(8):
        page.wait_for_selector(".curtain, .dock:is([data-state=asked], [data-state=over])", state="attached")
        if page.locator(".curtain").count():
            curtains += 1
            assert page.locator(".curtain").bounding_box() == {"x": 0, "y": 0, "width": 1280, "height": 800}
            expect(page.locator("#voice p")).to_have_count(0)  # nobody hears what the one before chose
            page.click(".curtain .btn")
            expect(page.locator(".curtain")).to_have_count(0)
        wait_for_turn(page)
        expect(page.locator("#voice p")).not_to_have_count(0)
        hand.act(hand.look())
    assert curtains >= 1


def test_around_one_screen_the_table_turns_to_whoever_is_to_act(new_page: NewPage) -> None:
    page = new_page()
    set_table(page, "coffee_rush", ["me", "screen"])
    hand, shown = Mouse(page, seed=4), set()
    for _ in range(6):
        wait_for_turn(page)
        name = page.locator(".table .area.has-seat:visible .name").first.inner_text()
        assert page.locator(".prompt .ask").inner_text().startswith(f"{name}: "), (
            "several people at one screen are called by their names"
        )
        shown.add(page.locator(".table .area.has-seat:visible .flow-cups").first.get_attribute("data-group"))
        hand.decide()
    assert len(shown) == 2


def test_beside_the_real_box_draws_are_entered_from_what_is_possible(new_page: NewPage) -> None:
    page = new_page()
    set_table(page, "cat_cafe", ["me", "bot guest"], by_hand=True)
    for roll in (2, 5, 2):
        wait_for_turn(page)
        expect(page.locator(".dock .says .btn")).to_have_count(6)
        with a_move(page):
            page.locator(".dock .says .btn").nth(roll).click()
    page.wait_for_selector(".dock[data-state=asked]")
    lit = page.evaluate("() => [...document.querySelectorAll('[role=button].is-legal')].map((made) => made.dataset.id)")
    assert set(lit) <= {"face-3", "face-6"}


def test_a_box_of_ones_own_is_played_with(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    page.goto("/")
    page.click("[data-new=coffee_rush]")
    page.click(".own-box summary")
    broken, large, mine = tmp_path / "broken.toml", tmp_path / "large.toml", tmp_path / "mine.toml"
    printed = BOX.read_text(encoding="utf-8")
    broken.write_text(printed.replace("rush = 15", "rush = 'many'"), encoding="utf-8")
    large.write_text(printed + "#" * 70_000, encoding="utf-8")
    mine.write_text(printed.replace("rush = 15", "rush = 11"), encoding="utf-8")
    page.set_input_files("#box", large)
    expect(page.locator(".refusal")).to_contain_text("Up to 64 kB are allowed.")
    page.set_input_files("#box", broken)
    page.click("#set-table")
    expect(page.locator(".refusal")).to_contain_text("The table cannot be set like this.")
    expect(page.locator(".refusal small")).to_contain_text("rush is 'many'")
    page.set_input_files("#box", mine)
    expect(page.locator(".setup .outcome")).to_have_text("mine.toml")
    page.click("#set-table")
    wait_for_turn(page)
    expect(page.locator(".fact[title='rush tokens left']")).to_have_text("11")


def test_the_language_changes_at_once_and_the_table_stays(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "coffee_rush")
    wait_for_turn(page)
    url, asked = page.url, page.locator(".prompt .ask").inner_text()
    page.select_option("#language", "uk")
    expect(page.locator("html")).to_have_attribute("lang", "uk")
    expect(page.locator(".prompt .ask")).not_to_have_text(asked)
    assert page.url == url
    wait_for_turn(page)
    Mouse(page, seed=2).play(2)


def test_a_sound_calls_who_wants_it(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script(LISTEN)
    sit_down(page, "cat_cafe")
    Mouse(page, seed=2).play(3)
    wait_for_turn(page)
    assert page.evaluate("window.rung") == 0
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_label("Sounds: my turn").check()
    page.keyboard.press("Escape")
    Mouse(page, seed=2).play(3)
    wait_for_turn(page)
    assert page.evaluate("window.rung") > 0
    page.reload()
    wait_for_turn(page)
    page.get_by_role("button", name="Menu", exact=True).click()
    expect(page.get_by_label("Sounds: my turn")).to_be_checked()
