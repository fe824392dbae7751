"""What two boxes differ in, by their files: every value that is another, in words."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from demitasse.core.box import Box

Leaves = dict[str, str]  # what a value is of -> the value


def changed(mine: Box, theirs: Box) -> list[str]:
    """A sentence for every value; things of a box are told by their names, or by their numbers from 1."""
    here, there = (dict(_leaves(tomllib.loads(box.text), "")) for box in (mine, theirs))
    return [
        f"{name}: {here.get(name, 'nothing')} here, {there.get(name, 'nothing')} there."
        for name in dict.fromkeys([*here, *there])
        if here.get(name) != there.get(name)
    ]


def _leaves(value: Any, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _leaves(each, f"{where}, {key}" if where else key)
    elif isinstance(value, list) and any(isinstance(each, Mapping) for each in value):
        seen: dict[str, int] = {}
        for number, each in enumerate(value, 1):
            name = str(each.get("name", number)) if isinstance(each, Mapping) else str(number)
            seen[name] = seen.get(name, 0) + 1
            copy = f" ({seen[name]})" if seen[name] > 1 else ""
            yield from _leaves(each, f"{where} {name}{copy}")
    else:
        yield where, str(value)
