"""The shape of the project: import arrows, field names, file names, rule numbers."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from demitasse import game, game_names

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "demitasse"
PARTS = [
    "box",
    "state",
    "verbs",
    "rules",
    "policy",
    "notation",
    "table",
    "look",
    "words",
    "actions",
    "scene",
]  # of a game, each may import those before it
UNTIL_VERBS = {"verbs.py"}  # while there are games whose verbs are not a table yet
FILES = {"__init__.py", "box.toml", *(f"{part}.py" for part in PARTS)}
LAYERS = [
    "core",
    "games",
    "bots",
    "envs",
    "arena",
    "review",
    "terminal",
    "server",
    "cli",
]  # each may import those before it
CORE_MAY_USE = {
    "numpy",
    "numba",
    "babel",
    "cupy",
    "demitasse",
}  # and the standard library; Babel reads catalogues, CuPy drives a GPU without Numba


HASHED = ("draws", "errors", "fields", "kernels", "rule", "search", "tables", "verbs", "words")


def imported(path: Path) -> Iterator[str]:
    """The full names of all modules a file imports, those inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            yield node.module or ""
            yield from (f"{node.module}.{name.name}" for name in node.names)


def layer(module: str) -> int:
    """Where a module of the package stands; -1 for the package itself and for other packages."""
    parts = module.split(".")
    return LAYERS.index(parts[1]) if parts[0] == "demitasse" and len(parts) > 1 and parts[1] in LAYERS else -1


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_arrows_point_one_way(path: Path) -> None:
    own = path.relative_to(PACKAGE).with_suffix("").parts
    here = LAYERS.index(own[0]) if own[0] in LAYERS else len(LAYERS)
    for module in imported(path):
        assert layer(module) <= here, f"{path.name} imports {module}"
        if own[0] == "games" and module.startswith("demitasse.games.") and len(own) == 3:
            _, _, name, *rest = module.split(".")
            assert name == own[1], f"{path} imports another game: {module}"
            if rest and rest[0] in PARTS and own[2] in PARTS:
                assert PARTS.index(rest[0]) < PARTS.index(own[2]), f"{path} imports {module}"


def test_core_knows_no_game_and_few_packages() -> None:
    for path in (PACKAGE / "core").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        for name in game_names():
            assert name not in text.replace("'game: coffee_rush'", ""), f"{path.name} speaks of {name}"
        for module in imported(path):
            top = module.split(".")[0]
            assert top in CORE_MAY_USE or top in __import__("sys").stdlib_module_names, f"{path.name} imports {module}"


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_the_same_files(name: str) -> None:
    found = {path.name for path in (PACKAGE / "games" / name).iterdir() if path.is_file()}
    assert found | UNTIL_VERBS == FILES


@pytest.mark.parametrize("name", game_names())
def test_no_field_is_named_like_an_attribute_of_a_record(name: str) -> None:
    for fields in (game(name).fields, game(name).box_fields):
        for field in fields:
            assert not hasattr(np.record, field.name), field.name
            assert field.type in ("i1", "i2", "i4", "i8"), field.name
            assert field.meaning
        kinds = [kind for kind, *_ in (fields.dtype.fields or {}).values()]
        assert fields.dtype.itemsize == sum(kind.itemsize for kind in kinds), (
            "bytes that belong to no field are not copied"
        )


@pytest.mark.parametrize("name", game_names())
def test_compiled_code_depends_on_nothing_that_is_not_hashed(name: str) -> None:
    """The names in core/rule.py: what rules and kernels import is among the files that name the folder of compiled
    code.
    """
    hashed = {f"demitasse.core.{part}" for part in HASHED}
    hashed |= {f"demitasse.games.{name}.{part}" for part in ("box", "policy", "rules", "state", "verbs")}
    compiled = [PACKAGE / "core" / f"{part}.py" for part in ("draws", "kernels", "search", "tables", "verbs")]
    own = [PACKAGE / "games" / name / f"{part}.py" for part in ("policy", "rules", "state", "verbs")]
    for path in filter(Path.exists, compiled + own):
        for module in imported(path):
            parts = module.split(".")
            if parts[0] == "demitasse" and len(parts) >= 3:
                length = 4 if parts[1] == "games" else 3
                owner = ".".join(parts[:length])
                assert owner in hashed or owner == f"demitasse.games.{name}", f"{path.name} imports {module}"


def numbers(text: str, prefix: str) -> set[str]:
    return set(re.findall(rf"\b{prefix}-\d+\b", text))


@pytest.mark.parametrize("name", game_names())
def test_every_numbered_rule_is_cited_by_a_test(name: str) -> None:
    rules = (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    prefix = re.findall(r"\b(CR|CC|KM|CF)-1\b", rules)[0]
    cited: set[str] = set()
    for path in (ROOT / "tests" / name).glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                cited |= numbers(ast.get_source_segment(path.read_text(encoding="utf-8"), node) or "", prefix)
    assert numbers(rules, prefix) - cited == set(), "no test cites these"
    assert cited - numbers(rules, prefix) == set(), "no rule has these numbers"
