"""People at a table: one click for several decisions, talk, who is here, what a host allows, giving up, and names."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.people import (
    Mouse,
    a_move,
    head,
    name_of,
    set_table,
    sit_down,
    sit_together,
    state,
    wait_for_either,
    wait_for_turn,
)

MOST_CLICKS = 6  # of an ordinary turn of Coffee Rush


def place_a_pawn(page: Page) -> None:
    """A game of Coffee Rush up to one's first step."""
    sit_down(page, "coffee_rush", seats=3)
    while "walk" not in page.locator(".prompt .ask").inner_text():
        if wait_for_turn(page) == "asked" and "pawn" in page.locator(".prompt .ask").inner_text():
            Mouse(page, seed=2).decide()
        page.wait_for_timeout(20)
    wait_for_turn(page)


def test_a_turn_of_coffee_rush_takes_six_clicks_and_a_cup_is_never_emptied_by_one(new_page: NewPage) -> None:
    page = new_page()
    place_a_pawn(page)
    clicks, before = 0, head(page)
    page.locator(".table .place.is-legal", has=page.locator(".tag", has_text=re.compile("^3 steps$"))).first.click()
    clicks += 1
    if state(page) == "asked" and head(page) == before:  # several ways lead there
        page.locator(".dock .says .btn").first.click()
        clicks += 1
    page.wait_for_function("(before) => Number(document.querySelector('.dock').dataset.head) >= before + 4", arg=before)
    expect(page.locator(".prompt .ask")).to_contain_text("Which cup?")  # the last stop came by itself
    page.click(".dock [data-key=undo]")
    expect(page.locator(".prompt .ask")).to_contain_text("Where to?")  # and all of it went together
    assert page.locator(".log .undone").count() >= 4
    page.locator(".table .place.is-legal", has=page.locator(".tag", has_text=re.compile("^3 steps$"))).last.click()
    if page.locator(".dock [data-key*=' / ']").count():
        page.locator(".dock [data-key*=' / ']").first.click()
    expect(page.locator(".prompt .ask")).to_contain_text("Which cup?")
    while "Which cup?" in page.locator(".prompt .ask").inner_text() and state(page) == "asked":
        with a_move(page):
            page.locator(".table [data-id^='cup-0-'].is-legal").last.click()
        clicks += 1
        wait_for_turn(page)
    assert clicks <= MOST_CLICKS
    emptied = re.compile(rf"{name_of(page)}: cup \d emptied")
    assert not [words for words in page.locator(".log li").all_inner_texts() if emptied.search(words)]


def test_two_people_talk_each_in_their_language_and_see_who_is_here(new_page: NewPage) -> None:
    host, guest, watcher = new_page(), new_page(width=390, height=844), new_page()
    sit_together(host, guest, "coffee_rush")
    names = [name_of(host), name_of(guest)]
    assert len({"Guest", *names}) == 3
    guest.evaluate("() => localStorage.setItem('demitasse', JSON.stringify({language: 'uk'}))")
    guest.reload()
    guest.wait_for_selector(".dock[data-state]")
    host.keyboard.press("t")
    host.click("[data-phrase=hello]")
    expect(guest.locator(".notice")).to_have_text(f"{names[0]}: Вітаю. Гарної гри.")
    expect(guest.locator("#talk .count")).to_have_text("1")
    guest.click("#talk")
    expect(guest.locator(".talk li")).to_have_text([re.compile("Вітаю")])
    expect(guest.locator("#talk .count")).to_be_hidden()
    guest.fill("#words", "До діла <b>")
    guest.keyboard.press("Enter")
    expect(host.locator(".talk li").last).to_have_text(f"{names[1]} До діла <b>")
    watcher.goto(host.url)
    watcher.wait_for_selector(".dock[data-state]")
    expect(host.locator(".people")).to_contain_text("Watching")
    host.locator(".speak .tick input").uncheck()  # for oneself
    guest.click("[data-phrase=oops]")
    expect(guest.locator(".talk li")).to_have_count(3)
    assert "Oops." not in " ".join(host.locator(".talk li").all_inner_texts())
    guest.keyboard.press("Escape")
    guest.keyboard.press("c")
    host.click("[data-phrase=thanks]")
    expect(guest.locator("dialog .notice")).to_contain_text(names[0])  # behind an open sheet nobody would hear it


def test_whoever_waits_for_a_person_has_nothing_to_skip_and_sees_who_is_away(new_page: NewPage) -> None:
    host, guest, watcher = (new_page(pace="fast") for _ in range(3))
    set_table(host, "coffee_rush", ["me", "open", "bot guest"])
    guest.goto(host.locator(".invite input").input_value())
    guest.get_by_role("button", name="Sit down").first.click()
    expect(host.locator(".chair.open")).to_have_count(0)
    host.get_by_role("button", name="Start").click()
    watcher.goto(host.url)
    pages = {name_of(page): page for page in (host, guest)}
    for page in (*pages.values(), watcher):
        page.wait_for_selector(".dock[data-state]")
    told = 0
    for decision in range(14):
        asked = wait_for_either(host, guest)
        (idle,) = [page for page in pages.values() if page is not asked]
        expect(idle.locator(".dock [data-key=skip]")).to_have_count(0)
        expect(watcher.locator(".dock [data-key=skip]")).to_have_count(0)
        assert watcher.locator(".trail").count() <= len(pages) + 1, "each one's last walk"
        if idle.locator(".shelf:visible").count():  # whoever is watched is whoever takes their time
            name = next(name for name, page in pages.items() if page is asked)
            expect(idle.locator(".shelf h2")).to_have_text(f"{name}’s turn")
            told += 1
        Mouse(asked, seed=decision).decide()
    assert told > 1
    away = name_of(guest)
    guest.close()
    expect(host.locator(".other", has_text=away).locator(".level")).to_have_text(" away")


def test_the_host_says_what_may_be_done_and_the_room_what_is_played(new_page: NewPage) -> None:
    host, guest = new_page(), new_page(width=390, height=844)
    host.goto("/")
    host.click("[data-new=coffee_rush]")
    host.select_option("#seats", "2")
    host.locator(".setup .chair select").nth(1).select_option("open")
    expect(host.locator("#allow-hints")).not_to_be_checked()  # among people
    host.locator(".setup fieldset .tick input").first.check()
    host.click("#set-table")
    guest.goto(host.locator(".invite input").input_value())
    expect(guest.locator(".particulars li")).to_have_count(1)
    expect(guest.locator("#allow-undo")).to_be_disabled()
    expect(guest.get_by_role("button", name="Sit down")).to_have_count(1)
    host.locator("#allow-undo").uncheck()
    expect(guest.locator("#allow-undo")).not_to_be_checked()
    guest.get_by_role("button", name="Sit down").click()
    expect(host.locator(".chair.open")).to_have_count(0)
    host.get_by_role("button", name="Start").click()
    for page in (host, guest):
        page.wait_for_selector(".dock[data-state]")
        expect(page.get_by_role("button", name="Scores, and what is left")).to_be_visible()
        expect(page.locator(".dock [data-key=hint]")).to_have_count(0)


def test_giving_up_against_bots_is_over_for_me_and_lets_me_leave_or_watch(new_page: NewPage) -> None:
    page = new_page()
    set_table(page, "coffee_rush", ["me", "bot guest", "bot master"])
    expect(page.locator(".s-head .level")).to_have_text([re.compile("guest"), re.compile("master")])
    page.get_by_role("button", name="Menu", exact=True).click()
    page.click("[data-seat=concede]")
    expect(page.locator(".sheet")).to_contain_text("The bots finish it")
    page.click("#concede.danger")
    expect(page.locator(".prompt .ask")).to_have_text("You have given this game up.")
    page.click(".dock [data-key=watch]")
    expect(page.locator(".dock [data-key=leave]")).to_have_count(0)
    page.reload()
    page.click(".dock [data-key=leave]")
    page.wait_for_selector(".hall")


def test_the_level_of_the_bots_is_chosen_with_the_click_that_begins(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.click("[data-game=kanban_menu] [data-level=barista]")
    page.wait_for_selector(".dock[data-state]")
    expect(page.locator(".s-head .level")).to_have_text([re.compile("barista")] * 2)
    page.goto("/")
    expect(page.locator("[data-play=kanban_menu]")).to_have_text(
        "Play with bots · barista"
    )  # the next time it is the usual one
    page.set_viewport_size({"width": 390, "height": 844})
    link = page.locator("[data-game=kanban_menu] a[href^='/guide']")
    link.scroll_into_view_if_needed()
    assert page.evaluate("scrollY") > 0
    link.click()
    page.wait_for_selector(".guide, .page h1")
    assert page.evaluate("scrollY") == 0


def test_a_table_is_joined_by_its_code_and_one_screen_is_set_for_all(new_page: NewPage) -> None:
    host, guest = new_page(), new_page()
    set_table(host, "cat_cafe", ["me", "open"])
    guest.goto("/")
    guest.fill("#code", "0123456789abcdef")
    guest.get_by_role("button", name="Join").click()
    expect(guest.locator(".side form + .outcome")).to_have_text("There is no such table.")
    guest.fill("#code", host.locator(".invite code").inner_text())
    guest.get_by_role("button", name="Join").click()
    expect(guest.get_by_role("button", name="Sit down").first).to_be_visible()
    host.goto("/")
    host.locator(".side").get_by_role("button", name="Café", exact=True).click()
    assert {chair.input_value() for chair in host.locator(".setup .chair select").all()} == {"me", "screen"}
