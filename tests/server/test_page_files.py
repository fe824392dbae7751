"""The page's files: what the one page holds before it asks anything, and what is not served."""

from __future__ import annotations

import json
import re

import pytest

from demitasse.core.words import LANGUAGES
from demitasse.server import page_files
from demitasse.server.problems import Problem


def test_the_page_asks_for_every_module_at_once() -> None:
    asked = re.findall(r'<link rel="modulepreload" href="/web/(.*?)">', page_files.page().body.decode())
    assert asked == sorted(path.relative_to(page_files.WEB).as_posix() for path in page_files.WEB.rglob("*.js"))
    assert {"main.js", "pages/table.js", "table/board.js"} <= set(asked)
    for name in asked:
        assert page_files.file(name).kind == "text/javascript; charset=utf-8"


def test_the_styles_of_every_page_are_sent_as_one() -> None:
    asked = re.findall(r'<link rel="stylesheet" href="/web/(.*?)"', page_files.page().body.decode())
    assert asked == [page_files.STYLES, "styles/print.css"]
    sent = page_files.file(page_files.STYLES)
    assert sent.kind == "text/css; charset=utf-8"
    rest = sent.body
    for path in page_files.styles():  # each whole, in the order in which the page names them
        before, style, rest = rest.partition(page_files.as_sent(".css", path.read_bytes()))
        assert (before, bool(style)) == (b"", True), path
    written = {path.name for path in (page_files.WEB / "styles").iterdir()}
    assert {path.name for path in page_files.styles()} == written - {"print.css"}


def test_the_page_is_told_the_constants_of_the_server() -> None:
    written = re.search(
        r'<script type="application/json" id="constants">(.*?)</script>', page_files.page().body.decode()
    )
    assert written is not None
    told = json.loads(written[1])
    assert (told["name"], told["box"], told["record"], told["level"]) == (40, 65_536, 1_000_000, "regular")
    assert tuple(told["languages"]) == LANGUAGES


@pytest.mark.parametrize("name", ["../server/app.py", "pages", "table/nothing.js", ".hidden"])
def test_nothing_else_is_served(name: str) -> None:
    with pytest.raises(Problem, match="there is no file"):
        page_files.file(name)


@pytest.mark.parametrize(
    ("suffix", "written", "sent"),
    [
        (".js", b"/** About.\n * More.\n */\nf(); // why\n", b"\n\n\nf();\n"),
        (".js", b"  // alone\nconst a = /** @type {any} */ (b);\n", b"\nconst a=(b);\n"),
        (".js", b'const url = "http://x = y"; // y\n', b'const url="http://x = y";\n'),
        (".js", b'say("a // b", "/* c */", `d => {e} ? f : g`);\n', b'say("a // b","/* c */",`d => {e} ? f : g`);\n'),
        (".js", b"return a ? { b } : c => -d;\n", b"return a?{b}:c=>-d;\n"),
        (".css", b"a { /* why */\n  b: c;\n}\n", b"a{b:c;}"),
        (".svg", b"<svg>\n  <!-- gone -->\n  <g/>\n</svg>", b"<svg><g/></svg>"),
        (".html", b"<!-- kept -->", b"<!-- kept -->"),
    ],
)
def test_comments_and_indents_are_not_sent(suffix: str, written: bytes, sent: bytes) -> None:
    assert page_files.as_sent(suffix, written) == sent


def test_lines_keep_their_numbers_as_sent() -> None:
    for path in page_files.WEB.rglob("*.js"):
        written, sent = path.read_bytes(), page_files.as_sent(".js", path.read_bytes())
        assert sent.count(b"\n") == written.count(b"\n"), path
        assert b"/**" not in sent, path
