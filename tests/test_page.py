"""The page's modules: their types are the server's shapes, their imports point one way, and the map names them all."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import demitasse
from tests import page_types

ROOT = Path(demitasse.__file__).parents[1]
WEB = ROOT / "demitasse" / "web"
ORDER = ("constants.js", "ui", "net", "table", "pages", "main.js", "start.js")  # later ones may import earlier
IMPORT = re.compile(r'^(?:import|\}) .*?from "(\..*?)";$|(?<!{)\bimport\("(\..*?)"\)', re.MULTILINE)


def imports(path: Path) -> Iterator[str]:
    """What a module imports, as paths in the folder of the page."""
    for found in IMPORT.finditer(path.read_text(encoding="utf-8")):
        yield os.path.normpath(path.parent.relative_to(WEB) / (found[1] or found[2]))


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    assert page_types.PATH.read_text(encoding="utf-8") == page_types.text(), "run `make types`"


def test_a_shape_is_written_as_the_page_gets_it() -> None:
    text = page_types.text()
    for line in (
        "export interface Piece {",
        "  w?: number;",  # a default is left out of a scene
        "  seat: number | null;",
        "  count?: number;",  # and so null never comes
        '  stage: "open" | "playing" | "over";',
        "  scores: Record<string, number>[];",
        "  from?: Origin;",  # by its name in JSON
    ):
        assert f"{line}\n" in text


def test_imports_of_the_page_point_one_way() -> None:
    pairs = [(path.relative_to(WEB).as_posix(), imported) for path in WEB.rglob("*.js") for imported in imports(path)]
    assert ("pages/table.js", "table/asking.js") in pairs
    for module, imported in pairs:
        place, earlier = (ORDER.index(name.partition("/")[0]) for name in (module, imported))
        assert earlier <= place, f"{module} imports {imported}"


def test_every_module_is_used_and_on_the_map() -> None:
    modules = {path.relative_to(WEB).as_posix() for path in WEB.rglob("*.js")}
    assert {"start.js"}.union(*(imports(path) for path in WEB.rglob("*.js"))) == modules
    mapped = re.findall(r"^\| `(.*?)` \|", (ROOT / "docs" / "page.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(mapped) == sorted({*modules, "types.d.ts"})
    styles = {path.name for path in (WEB / "styles").iterdir()}
    assert styles <= set(re.findall(r"`([\w.]+css)`", (ROOT / "docs" / "page.md").read_text(encoding="utf-8")))


def test_lines_of_the_page_have_at_most_120_columns() -> None:
    """Prettier leaves comments as they are."""
    files = [path for suffix in ("js", "css") for path in sorted(WEB.rglob(f"*.{suffix}"))]
    long = [
        f"{path.relative_to(WEB)}:{number}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120
    ]
    assert len(files) > 50
    assert not long
