"""The shapes that the server sends, as the page's types: demitasse/web/types.d.ts is made from core/furniture.py,
core/scene.py, core/result.py and server/shapes.py.

    make types
"""

from __future__ import annotations

import dataclasses
import inspect
import types
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from demitasse.core import furniture, result, scene
from demitasse.server import shapes

PATH = Path(scene.__file__).parents[1] / "web" / "types.d.ts"
HEAD = "/** What the server sends and is sent. `make types` makes it from core and server/shapes.py. */\n"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "any"}
KNOWN = {  # what Python keeps as plain JSON
    ("TableShown", "scene"): "Scene | null",
    ("TableShown", "result"): "GameResult | null",
    ("RowShown", "scene"): "Scene",
    ("Replay", "scene"): "Scene",
    ("Preview", "pieces"): "(Piece & { group: string })[]",
    ("Preview", "furniture"): "Furniture",
    ("Preview", "summaries"): "Summary[]",
}


def text() -> str:
    """The whole file."""
    return HEAD + "".join(
        _interface(kind) for module in (furniture, scene, result, shapes) for kind in _declared(module)
    )


def _declared(module: types.ModuleType) -> Iterator[type]:
    for kind in vars(module).values():
        if isinstance(kind, type) and kind.__module__ == module.__name__ and _fields(kind):
            yield kind


def _fields(kind: type) -> list[tuple[str, str, bool]]:
    """(name in Python, name in JSON, whether it may be left out)."""
    if dataclasses.is_dataclass(kind):
        needed = dataclasses.MISSING
        return [
            (f.name, f.name, not (f.default is needed and f.default_factory is needed))
            for f in dataclasses.fields(kind)
        ]
    if not issubclass(kind, msgspec.Struct):
        return []
    is_asked = kind.__struct_config__.forbid_unknown_fields
    leaves_out = is_asked or kind.__struct_config__.omit_defaults
    return [(f.name, f.encode_name, leaves_out and not f.required) for f in msgspec.structs.fields(kind)]


def _interface(kind: type) -> str:
    hints = get_type_hints(kind, include_extras=False)
    about = inspect.cleandoc(kind.__doc__ or "") if "__doc__" in vars(kind) else ""
    lines = [f"/** {' '.join(about.split())} */"] if about and not about.startswith(f"{kind.__name__}(") else []
    lines.append(f"export interface {kind.__name__} {{")
    for name, sent, is_optional in _fields(kind):
        typed = KNOWN.get((kind.__name__, name)) or _typed(hints[name], is_optional)
        lines.append(f"  {sent}{'?' if is_optional else ''}: {typed};")
    return "\n" + "\n".join(_wrapped(line) for line in lines) + "\n}\n"


def _wrapped(line: str) -> str:
    """A comment that is too long for a line, on several."""
    if len(line) <= 120:
        return line
    found, at = ["/**", " *"], 1
    for word in line.removeprefix("/** ").removesuffix(" */").split():
        if len(found[at]) + 1 + len(word) > 120:
            found.append(" *")
            at += 1
        found[at] += f" {word}"
    return "\n".join([*found, " */"])


def _typed(hint: Any, is_optional: bool = False) -> str:
    """A type of Python in TypeScript; what is left out instead of null is not null."""
    if hint in PLAIN:
        return PLAIN[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _typed(inner[0], is_optional)
    if origin in (Union, types.UnionType):
        kept = [each for each in inner if not (is_optional and each is type(None))]
        return " | ".join(dict.fromkeys(_typed(each) for each in kept))
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in inner)
    if origin in (list, Sequence):
        each = _typed(inner[0])
        return f"({each})[]" if "|" in each else f"{each}[]"
    if origin in (dict, Mapping):
        return f"Record<{_typed(inner[0])}, {_typed(inner[1])}>"
    assert isinstance(hint, type), hint
    return hint.__name__


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
