"""The shape of the project: import arrows, field names, file names, rule numbers."""

import ast
import re
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import numpy as np
import pytest

from demitasse import game, game_names
from demitasse.core import rule

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "demitasse"
# The parts of a game, each a file or a folder, and the layers of the package: each may import those before it
PARTS = [
    "box", "state", "verbs", "rules", "policy", "features", "notation", "table", "look", "words", "actions",
    "furniture", "scene", "summary", "turns", "result",
]  # fmt: skip
LAYERS = ["core", "games", "bots", "envs", "arena", "learn", "terminal", "server", "cli"]
FILES = {"__init__.py", "box.toml", *(f"{part}.py" for part in PARTS)}
NETWORK = "network.safetensors"  # what its players taught themselves, if they did
OWN_FILES = {"cafe": {"map.py"}, "kanban_menu": {"forecast.py"}}  # what one game alone has to tell
# And the standard library; Babel reads catalogues, CuPy drives a GPU without Numba
CORE_MAY_USE = {"numpy", "numba", "llvmlite", "babel", "cupy", "demitasse"}
REGISTRY = ("core/game.py", "demitasse.games")  # the one that loads what it finds in a folder


def imported(source: str) -> Iterator[str]:
    """The full names of all modules a text imports: inside functions, for the type checker alone, and by string too."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                assert level == 0, "imports are written in full"
                yield module or ""
                yield from (f"{module}.{name.name}" for name in names)
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[asked, *_]) if name in LOADERS:
                yield _beginning(asked)


LOADERS = {"import_module", "__import__"}
UNKNOWN = "?"


def _beginning(asked: ast.expr) -> str:
    """What is known of a module's name that is put together; UNKNOWN if that is nothing."""
    first = asked.values[0] if isinstance(asked, ast.JoinedStr) else asked
    return first.value.rstrip(".") if isinstance(first, ast.Constant) and isinstance(first.value, str) else UNKNOWN


def imports_of(path: Path) -> set[str]:
    found = set(imported(path.read_text(encoding="utf-8")))
    return found - {REGISTRY[1]} if path == PACKAGE / REGISTRY[0] else found


def layer(module: str) -> int:
    """Where a module of the package stands; -1 for the package itself and for other packages."""
    parts = module.split(".")
    return LAYERS.index(parts[1]) if parts[0] == "demitasse" and len(parts) > 1 and parts[1] in LAYERS else -1


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_arrows_point_one_way(path: Path) -> None:
    own = path.relative_to(PACKAGE).with_suffix("").parts
    here = LAYERS.index(own[0]) if own[0] in LAYERS else len(LAYERS)
    for module in imports_of(path):
        assert layer(module) <= here, f"{path.name} imports {module}"
        if own[0] == "games" and module.startswith("demitasse.games.") and len(own) >= 3:
            _, _, name, *rest = module.split(".")
            assert name == own[1], f"{path} imports another game: {module}"
            if rest and rest[0] in PARTS and own[2] in PARTS:
                within = rest[0] == own[2] and len(own) > 3  # a folder
                assert within or PARTS.index(rest[0]) < PARTS.index(own[2]), f"{path} imports {module}"


def test_what_is_imported_is_known_but_for_what_users_and_games_name() -> None:
    """A player of somebody's own; the parts of a game, which names its package."""
    found = {str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.py") if UNKNOWN in imports_of(path)}
    assert found <= {"bots/players.py", "core/wiring.py"}


def test_every_folder_and_file_of_the_package_has_a_layer() -> None:
    found = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or list(path.glob("*.py"))}
    assert found - {"__init__", "__main__"} == set(LAYERS)


def test_newcomers_are_told_of_every_module_of_core() -> None:
    told = next(line for line in (ROOT / "CONTRIBUTING.md").read_text().splitlines() if "| `demitasse/core`" in line)
    modules = {path.stem for path in (PACKAGE / "core").glob("*.py")} - {"__init__"}
    assert modules - set(re.findall(r"`(\w+)`", told)) == set()


def test_no_modules_import_each_other() -> None:
    """In a circle of any length; that nothing waits for another to be half made."""
    files = {module_of(path): path for path in PACKAGE.rglob("*.py")}
    graph = {name: imports_of(path) & files.keys() for name, path in files.items()}
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


def module_of(path: Path) -> str:
    """The name a file is imported by; the door of a part that is a folder has the part's name."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and parts[-2] in PARTS else parts)


@pytest.mark.parametrize(
    "source",
    [
        "def f():\n    from demitasse.core import match",
        "if TYPE_CHECKING:\n    import demitasse.core.match",
        "importlib.import_module('demitasse.core.match')",
        "import_module(f'demitasse.core.match.{name}')",
        "__import__('demitasse.core.match')",
    ],
)
def test_no_import_is_overlooked(source: str) -> None:
    assert "demitasse.core.match" in set(imported(source))


def test_core_knows_no_game_and_few_packages() -> None:
    for path in (PACKAGE / "core").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        for name in game_names():
            assert name not in text.replace("'game: coffee_rush'", ""), f"{path.name} speaks of {name}"
        for module in imports_of(path):
            top = module.split(".")[0]
            assert top in (UNKNOWN, *CORE_MAY_USE) or top in sys.stdlib_module_names, f"{path.name} imports {module}"


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_the_same_files(name: str) -> None:
    """A part may be a folder instead of a file."""
    folder = PACKAGE / "games" / name
    found = [path.name for path in folder.iterdir() if path.is_file()]
    found += [f"{part}.py" for part in PARTS if (folder / part / "__init__.py").exists()]
    assert set(found) - OWN_FILES.get(name, set()) - {NETWORK} == FILES
    assert len(found) == len(set(found)), "a part is a file or a folder"


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


def test_compiled_code_depends_on_what_is_hashed_and_on_nothing_else() -> None:
    """Along every import each file is among those that name the folder of compiled code, and no other is."""
    hashed = {name: set(rule.hashed(name)) for name in game_names()}
    needed = {name: sources_of_compiled_code(name) for name in game_names()}
    assert [path for name in needed for path in needed[name] - hashed[name]] == []
    assert set().union(*hashed.values()) == set().union(*needed.values())


def sources_of_compiled_code(name: str) -> set[Path]:
    """The loops, a game's rules and policy, and whatever they import, near or far."""
    folder = PACKAGE / "games" / name
    todo = [door(folder / part) for part in ("rules", "policy", "features")]
    todo += [PACKAGE / "core" / f"{loops}.py" for loops in ("kernels", "search", "grid", "learners", "sight_changes")]
    todo += [file for module in imports_of(PACKAGE / "core" / "guided.py") if (file := file_of(module))]
    needed: set[Path] = set()
    while todo:
        path = todo.pop()
        needed.add(path)
        todo += [file for module in imports_of(path) if (file := file_of(module)) and file not in needed]
    return needed


def file_of(module: str) -> Path | None:
    """The file of a module of the package, but for the package's folders."""
    path = door(ROOT.joinpath(*module.split(".")))
    return path if module.startswith("demitasse.") and path.exists() else None


def door(path: Path) -> Path:
    """The file of a module, given without its ending; of a part of a game that is a folder, the folder's own."""
    inside = path / "__init__.py"
    return inside if path.name in PARTS and inside.exists() else path.with_suffix(".py")


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
