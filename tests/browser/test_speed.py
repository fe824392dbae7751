"""Small and quick: what is sent, the first picture, a move from click to table, and the same after 500 plies."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

import demitasse
from demitasse.server.page_files import STYLES, file, styles
from tests.browser.conftest import NewPage
from tests.browser.people import Mouse, sit_down, wait_for_turn

WEB = Path(demitasse.__file__).parent / "web"
GOLDEN = Path(__file__).parent.parent / "golden" / "kanban_menu-5-random.txt"
TRIES = 5  # the best counts: other tests may run beside
CLOCK = """() => {
  window.took = [];
  let pressed = 0;
  addEventListener('click', () => (pressed = performance.now()), true);
  const dock = document.querySelector('.dock');
  new MutationObserver(() => {
    if (!pressed) return;
    const from = pressed;
    pressed = 0;
    requestAnimationFrame(() => window.took.push(performance.now() - from));
  }).observe(dock, {attributes: true, attributeFilter: ['data-head']});
}"""  # how long after a click the table shows what came of it

BRING = """async (record) => {
  const send = (path, body, csrf) => {
    const headers = {'content-type': 'application/json', 'x-csrf-token': csrf};
    return fetch(path, {method: 'POST', headers, body: JSON.stringify(body)});
  };
  const me = await (await send('/api/session', {name: 'Long'}, '')).json();
  const seats = [{kind: 'me'}, ...[1, 2, 3, 4].map((number) => ({kind: 'screen', name: `Long ${number}`}))];
  const table = await (await send('/api/tables', {record, seats}, me.csrf)).json();
  if (table.stage === 'open') await send(`/api/tables/${table.id}/start`, {}, me.csrf);
  return table.id;
}"""  # a game that goes on at one screen


def test_the_page_is_small() -> None:
    apart = [path for path in WEB.rglob("*") if path.suffix in (".js", ".css", ".html", ".svg")]
    names = {path.relative_to(WEB).as_posix() for path in apart if path not in styles()} | {STYLES}
    assert len(styles()) > 10
    for encoding, most in (("br", 140_000), ("gzip", 160_000)):  # Brotli is what browsers take over https and from here
        sizes = {name: len(file(name).packed.get(encoding, file(name).body)) for name in names}
        assert sum(sizes.values()) <= most, (encoding, sum(sizes.values()), sizes)


RULES = """(texts) => texts.map((text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map(({cssText}) => cssText.replaceAll(/\\s/g, ''));
})"""  # as a browser reads styles; variables keep the spaces they are written with


def test_styles_are_sent_as_they_are_written(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    written = "".join(path.read_text(encoding="utf-8") for path in styles())
    control = written.replace(" ", "")
    read, sent, other = page.evaluate(RULES, [written, file(STYLES).body.decode(), control])
    assert len(read) > 500
    assert sent == read
    assert other != read, "what is spoilt is noticed"


def test_every_module_is_asked_for_once(new_page: NewPage) -> None:
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/web/")[2]))
    page.goto("/")
    page.wait_for_selector(".games")
    modules = sorted(path.relative_to(WEB).as_posix() for path in WEB.rglob("*.js"))
    assert sorted(name for name in asked if name.endswith(".js")) == modules


def test_the_first_picture_comes_within_a_second(new_page: NewPage) -> None:
    best = 9e9
    for _ in range(TRIES):
        page = new_page()
        page.goto("/")
        page.wait_for_selector(".games .game")
        best = min(best, page.evaluate("performance.now()"))
    assert best < 1000, f"{best:.0f} ms"


def moves(page: Page) -> list[float]:
    page.evaluate(CLOCK)
    hand = Mouse(page, seed=3)
    took: list[float] = []
    for _ in range(3 * TRIES):
        wait_for_turn(page)
        hand.decide()
        wait_for_turn(page)
        took = page.evaluate("window.took")
        if took and min(took) < 100:
            break
    return took


def test_a_move_is_shown_within_a_tenth_of_a_second(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "coffee_rush")
    took = moves(page)
    assert min(took) < 100, took


def test_a_table_stays_responsive_through_500_plies(new_page: NewPage) -> None:
    lines = [line.split("  #")[0].rstrip() for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    plies = [number for number, line in enumerate(lines) if line[:2] in ("* ", "0 ", "1 ", "2 ", "3 ", "4 ")]
    record = "\n".join(line for line in lines[: plies[510]] if not line.startswith("result:"))
    page = new_page()
    page.goto("/")
    page.wait_for_selector(".games")
    page.goto(f"/table/{page.evaluate(BRING, record)}")
    page.wait_for_selector(".dock[data-state]", timeout=60_000)
    wait_for_turn(page)
    assert page.locator(".log li").count() > 500
    took = moves(page)
    assert min(took) < 100, took
