"""A browser and a server for the tests of the page. Pictures are written to $DEMITASSE_PICTURES, if it is set."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.house import House

CHROMIUM = os.environ.get("DEMITASSE_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser") or ""
NewPage = Callable[..., Page]
PACED = (
    "try { localStorage.demitasse ??= JSON.stringify({pace: 'PACE'}); } catch {}"  # a page without an address has none
)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("house"))
    found.start()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Closed after each file: Playwright's event loop would stand in the way of tests that run one of their own."""
    with launched() as found:
        yield found


@contextmanager
def launched(**environment: str) -> Iterator[Browser]:
    assert CHROMIUM, "these tests need Chromium: `make browser` installs it, or set DEMITASSE_CHROMIUM to its path"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], env={**os.environ, **environment}
        )
        yield found
        found.close()


@pytest.fixture
def new_page(browser: Browser, house: House) -> Iterator[NewPage]:
    """Opens pages in browsers of their own, where others play at once unless things move or a pace is given; at the end
    none of them has reported an error of its own or asked another host.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(width: int = 1280, height: int = 800, still: bool = True, pace: str = "", **given: Any) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce" if still else "no-preference",
            locale="en-GB",
            base_url=house.url,
            **given,
        )
        contexts.append(context)
        context.add_init_script(PACED.replace("PACE", pace or ("once" if still else "usual")))
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: faults.append(f"{error}\n{error.stack}"))
        page.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
        page.on(
            "request",
            lambda request: (
                None if request.url.startswith((house.url, "data:", "blob:")) else faults.append(f"asked {request.url}")
            ),
        )
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults, faults


@pytest.fixture
def picture() -> Callable[[Page, str], None]:
    """Writes a picture of a page, where pictures are wanted."""
    folder = os.environ.get("DEMITASSE_PICTURES", "")

    def take(page: Page, name: str) -> None:
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=str(Path(folder) / f"{name}.png"))

    return take
