"""In a turn: what is asked, undo, restart, hints, giving up, and a bot for who is away."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.browser.conftest import NewPage
from tests.browser.people import (
    Mouse,
    a_move,
    head,
    name_of,
    play_until,
    set_table,
    sit_down,
    sit_together,
    state,
    wait_for_either,
    wait_for_turn,
)


def test_each_reads_whose_turn_it_is(new_page: NewPage) -> None:
    host, guest = new_page(), new_page()
    sit_together(host, guest, "coffee_rush")
    asked, waits = (host, guest) if wait_for_either(host, guest) is host else (guest, host)
    expect(asked.locator(".prompt .ask")).to_have_text("Your turn: put a pawn on a free cell.")
    expect(waits.locator(".prompt .ask")).to_have_text(f"{name_of(asked)}’s turn: putting a pawn on the board")


def test_what_others_did_since_is_marked_in_the_story(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "cat_cafe", seats=3)
    play_until(page, ".log .fresh", seed=2)
    marked = page.locator(".log .fresh").all_inner_texts()
    assert any(words.startswith(("Arabica", "Robusta")) for words in marked), marked


def test_a_click_beside_what_can_be_done_says_so(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "kanban_menu")
    wait_for_turn(page)
    before = head(page)
    page.locator(".table .spots:visible").last.click(position={"x": 2, "y": 2})
    expect(page.locator(".prompt small")).to_contain_text("What glows can be chosen.")
    assert head(page) == before


def test_undo_takes_a_step_back(new_page: NewPage) -> None:
    page = new_page()
    set_table(page, "kanban_menu", ["me", "bot guest"])
    play_until(page, ".dock [data-key=undo]", seed=9)
    mine = page.locator(".log details.turn").first
    expect(mine.locator("summary")).to_contain_text("You ")  # a turn that goes on is told like any other
    with a_move(page):
        page.click(".dock [data-key=undo]")
    wait_for_turn(page)
    assert page.locator(".log .undone").count() == 1
    expect(mine.locator(".log-undo")).to_have_count(1)  # in the turn that it belongs to


def test_a_turn_is_restarted(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "cafe")
    play_until(page, ".dock [data-key=restart]", seed=9)
    with a_move(page):
        page.click(".dock [data-key=restart]")
    wait_for_turn(page)
    assert page.locator(".log .undone").count() >= 2
    expect(page.locator(".dock [data-key=undo]")).to_have_count(0)


def test_what_is_picked_stays_while_others_decide(new_page: NewPage) -> None:
    host, guest = new_page(), new_page()
    sit_together(host, guest, "cat_cafe")
    for _ in range(2):  # both take a die
        page = host if state(host) == "asked" else guest
        wait_for_turn(page)
        Mouse(page).decide()
    for page in (host, guest):
        page.wait_for_selector("[data-id^='item-'].is-legal")
    host.locator("[data-id^='item-'].is-legal").first.click()
    host.wait_for_selector(".picked")
    guest.click(".dock [data-key=pass]")
    with a_move(host):
        guest.click(".dock .says .main")  # yes, pass
    assert host.locator(".picked").count() == 1


def test_a_question_that_is_answered_stands_no_more(new_page: NewPage) -> None:
    page = new_page(pace="usual")
    sit_down(page, "cat_cafe", seats=3)
    play_until(page, "[data-id^='item-'].is-legal", seed=3)
    page.evaluate(READ_DOCK)
    page.locator("[data-id^='item-'].is-legal").first.click()  # the dock asks where to
    Mouse(page, seed=3).decide()
    wait_for_turn(page)
    said = page.evaluate("window.said")
    sent = next(place for place, (state, _) in enumerate(said) if state == "sending")
    asked, then = ({words for _, words in part} for part in (said[:sent], said[sent:]))
    watched = {words for state, words in said[sent:] if state == "watching"}
    assert len(asked) > 1, "something was picked"
    assert watched, then
    assert not asked & watched


READ_DOCK = """() => {
  window.said = [];
  const dock = document.querySelector('.dock');
  const read = () => window.said.push([dock.dataset.state, dock.querySelector('.ask').textContent]);
  new MutationObserver(read).observe(dock, {attributes: true, childList: true, subtree: true});
}"""


def test_nothing_is_asked_while_an_answer_is_under_way(new_page: NewPage) -> None:
    page, watcher = new_page(), new_page()
    sit_down(page, "coffee_rush")
    wait_for_turn(page)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/plays", hold)
    with a_move(page):
        Mouse(page).act(Mouse(page).look())
        expect(page.locator(".dock")).to_have_attribute("data-state", "sending")
        watcher.goto(page.url)  # the line tells that somebody has come
        watcher.wait_for_selector(".dock[data-state]")
        page.wait_for_timeout(300)
        assert state(page) == "sending"
        page.locator(".table [role=button].is-legal").first.click()
        assert len(held) == 1
        held[0].continue_()
    wait_for_turn(page)


def test_conceding_asks_once_more_and_ends_the_game(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "cat_cafe")
    wait_for_turn(page)
    page.get_by_role("button", name="Menu", exact=True).click()
    page.click("[data-seat=concede]")
    assert state(page) == "asked"
    page.click("#concede")
    page.wait_for_selector(".dock[data-state=over]")
    expect(page.locator(".prompt")).to_contain_text("Victory: Arabica.")
    expect(page.locator(".log li").first).to_have_text("You give up")


def test_a_bot_takes_the_seat_of_who_is_away_and_gives_it_back(new_page: NewPage) -> None:
    host, guest = new_page(), new_page()
    sit_together(host, guest, "coffee_rush")
    link = guest.url
    guest.goto("/")
    host.wait_for_function(AWAY)
    host.get_by_role("button", name="Menu", exact=True).click()
    host.click("[data-seat=absent]")
    expect(host.locator(".log li", has_text=f"A bot plays for {name_of(guest)}")).to_have_count(1)
    Mouse(host, seed=2).play(2)
    guest.goto(link)
    guest.click(".dock [data-key=back]")
    for page, words in (host, f"{name_of(guest)} is back"), (guest, "You are back"):
        expect(page.locator(".log li", has_text=words)).to_have_count(1)
    for _ in range(20):
        if wait_for_either(host, guest) is guest:
            break
        Mouse(host, seed=3).decide()
    Mouse(guest, seed=4).decide()


AWAY = """() => fetch(location.pathname.replace('/table/', '/api/tables/'))
  .then((found) => found.json())
  .then(({seats}) => !seats[1].connected)"""


def test_a_table_is_in_the_lobby_only_if_its_host_says_so_and_the_host_frees_a_chair(new_page: NewPage) -> None:
    host, guest = new_page(), new_page()
    set_table(host, "kanban_menu", ["me", "open"])
    link = host.locator(".invite input").input_value()
    line = f"a[href$='{link.rsplit('/', 1)[1]}']"
    guest.goto("/")
    guest.wait_for_selector("[data-new=kanban_menu]")
    expect(guest.locator(line)).to_have_count(0)
    host.check("#listed")
    expect(host.locator("#listed")).to_be_checked()
    guest.reload()
    guest.locator(line).first.click()
    guest.get_by_role("button", name="Sit down").first.click()
    expect(host.locator(".chair.open")).to_have_count(0)
    host.get_by_role("button", name="Free the chair").click()
    expect(host.locator(".chair.open")).to_have_count(1)
    expect(guest.get_by_role("button", name="Sit down").first).to_be_visible()
