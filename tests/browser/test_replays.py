"""A game looked at again: steps, links, forks, since my last turn, records kept and brought back."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.people import Mouse, sit_down, wait_for_turn

GOLDEN = Path(__file__).parent.parent / "golden" / "cat_cafe-2-greedy.txt"
MINE = """async () => {
  const {rows} = await (await fetch(location.pathname.replace('/table/', '/api/tables/') + '/log?since=0')).json();
  const plays = rows.filter(({kind}) => kind === 'play');
  while (plays.at(-1).seat === 0) plays.pop();
  while (plays.at(-1).seat !== 0) plays.pop();
  return plays.at(-1).ply;
}"""  # the ply of the last decision of seat 0 before others decided


def test_a_game_is_looked_at_again_linked_forked_and_kept(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    sit_down(page, "coffee_rush")
    Mouse(page, seed=6).play(8)
    wait_for_turn(page)
    page.get_by_role("button", name="Menu", exact=True).click()
    with page.expect_download() as keeping:
        page.get_by_role("link", name="Download the record").click()
    keeping.value.save_as(tmp_path / "record.txt")
    assert (tmp_path / "record.txt").read_text(encoding="utf-8").startswith("game: coffee_rush")
    page.get_by_role("link", name="Look at the game from the start").click()
    page.wait_for_selector(".steps")
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(".steps .count")).to_contain_text("0 /")
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".steps .count")).to_contain_text("1 /")
    page.locator(".steps input").fill("5")
    expect(page.locator(".steps .count")).to_contain_text("5 /")
    assert page.locator(".log [aria-current]").get_attribute("data-ply") == "5"
    assert page.url.endswith("ply=5")
    told = page.locator(".replay-dock .prompt").inner_text()
    page.reload()
    expect(page.locator(".replay-dock .prompt")).to_have_text(told)
    expect(page.locator(".log [aria-current]")).to_be_in_viewport()
    page.click(".dock [data-way=fork]")
    page.wait_for_selector(".dock[data-state]")
    assert "/table/" in page.url
    Mouse(page, seed=2).play(2)


def test_what_happened_since_my_last_turn_is_played_again(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "coffee_rush", seats=3)
    Mouse(page, seed=6).play(9)
    wait_for_turn(page)
    mine = page.evaluate(MINE)
    page.goto(page.url.replace("/table/", "/replay/"))
    page.click(".dock [data-way=since]")
    expect(page.locator(".steps .count")).to_contain_text(f"{mine} /")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".steps .count")).to_contain_text(f"{mine + 1} /")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_on_a_phone_the_steps_take_little_room(new_page: NewPage) -> None:
    page = new_page(width=360, height=740)
    sit_down(page, "coffee_rush")
    Mouse(page, seed=2).play(3)
    page.goto(page.url.replace("/table/", "/replay/"))
    expect(page.locator(".steps .count")).to_contain_text("/")
    dock = page.locator(".dock").bounding_box()
    assert dock
    assert dock["height"] <= 740 / 5
    page.get_by_role("button", name="More").click()
    page.click(".sheet [data-way=fork]")
    page.wait_for_selector(".dock[data-state]")


def record(plies: int | None = None) -> str:
    """A golden game as a record: whole, or so many plies of it."""
    lines = [
        line.split("  #")[0].rstrip()
        for line in GOLDEN.read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]
    first = lines.index("") + 1
    return "\n".join(
        lines if plies is None else [line for line in lines[: first + plies] if not line.startswith("result:")]
    )


def bring(page: Page, folder: Path, text: str) -> None:
    page.goto("/")
    (folder / "brought.txt").write_text(text, encoding="utf-8")
    page.set_input_files("#record", folder / "brought.txt")


def test_a_record_of_a_whole_game_is_shown_from_its_end(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    bring(page, tmp_path, record())
    expect(page.locator(".notice")).to_contain_text("Cat Café, a whole game of")
    plies = len(record().split("\n\n", 1)[1].strip().splitlines())
    expect(page.locator(".steps .count")).to_have_text(f"{plies} / {plies}")
    page.get_by_role("button", name="Scores, and what is left").click()
    totals = page.locator(".scores .total td").all_inner_texts()
    assert sorted(totals) == sorted(record().split("result: ")[1].split("\n")[0].split())


def test_a_record_that_is_not_over_goes_on_where_it_stopped(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    bring(page, tmp_path, record(plies=3))  # three dice are rolled: 4, 3 and 2
    expect(page.locator(".notice")).to_contain_text("goes on after 3 steps")
    wait_for_turn(page)
    expect(page.locator(".prompt .ask")).to_have_text("Your turn: take a die.")
    lit = page.evaluate("() => [...document.querySelectorAll('[role=button].is-legal')].map((made) => made.dataset.id)")
    assert sorted(lit) == ["face-2", "face-3", "face-4"]
    assert page.locator(".log li").count() == 3


def test_a_record_that_cannot_be_read_is_refused_in_words(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    bring(page, tmp_path, record(plies=3).replace("* roll 2", "* roll 9"))
    expect(page.locator(".refusal")).to_contain_text("This record cannot be read.")
    expect(page.locator(".refusal small")).to_contain_text("roll 9")
    assert page.locator(".games").is_visible()
