"""A table of verbs (name, axes): what can be decided or drawn, its ids, and how each id is written."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any, NamedTuple

from demitasse.core.fields import Labels


class Deed(NamedTuple):
    """What an id stands for: a verb and its arguments, each an index of its axis."""

    verb: str
    args: tuple[int, ...]


@dataclass(frozen=True)
class Verb:
    """One verb: its ids begin at `first`, the last of its axes running fastest."""

    name: str
    axes: tuple[str, ...]
    shape: tuple[int, ...]
    first: int
    form: str  # how it is written; {axis} stands for the label of an argument

    def text(self, args: tuple[int, ...], labels: Labels) -> str:
        """As its form says; empty if an argument has no label (a slot that the box does not use)."""
        words = {axis: _word(axis, index, labels) for axis, index in zip(self.axes, args, strict=True)}
        return self.form.format(**words) if all(words.values()) else ""


class Verbs:
    """The verbs of a game in the order of their ids; `sizes` gives the length of each axis."""

    def __init__(self, sizes: Mapping[str, int]) -> None:
        self.sizes = dict(sizes)
        self._by_name: dict[str, Verb] = {}
        self._firsts: list[int] = []
        self._names: list[str] = []
        self._ids = 0
        self.decode = cache(self._decode)

    def add(self, name: str, *axes: str, text: str = "") -> int:
        """Enter a verb; returns its first id, a plain int, which compiled rules can hold.

        It is written as its name with the label of every axis behind it, or as `text` says; where a text depends on
        more, the game writes it itself (`text_NAME` of its notation.py). The axes of a verb differ: give one that comes
        twice two names.
        """
        assert name not in self._by_name
        assert len(set(axes)) == len(axes)
        shape, first = tuple(self.sizes[axis] for axis in axes), self._ids
        form = text or " ".join([name, *(f"{{{axis}}}" for axis in axes)])
        self._by_name[name] = Verb(name, axes, shape, first, form)
        self._firsts.append(first)
        self._names.append(name)
        self._ids += prod(shape)
        return first

    def __len__(self) -> int:
        """The number of ids."""
        return self._ids

    def __iter__(self) -> Iterator[Verb]:
        return iter(self._by_name.values())

    def __getitem__(self, name: str) -> Verb:
        return self._by_name[name]

    def _decode(self, number: int) -> Deed:
        """The verb and the arguments of an id; `encode` gives the id back."""
        verb = self[self._names[bisect_right(self._firsts, number) - 1]]
        rest = number - verb.first
        args: list[int] = []
        for size in reversed(verb.shape):
            rest, index = divmod(rest, size)
            args.append(index)
        return Deed(verb.name, tuple(reversed(args)))

    def encode(self, deed: Deed) -> int:
        """The id of a verb with its arguments."""
        verb, rest = self[deed.verb], 0
        for size, index in zip(verb.shape, deed.args, strict=True):
            rest = rest * size + index
        return verb.first + rest


def named(module: Any, prefix: str, *tables: Verbs, every: bool = True) -> dict[str, Callable[..., Any]]:
    """The functions of a module that are named after verbs, PREFIX_VERB, by verb.

    Raises LookupError for a function that no verb has, and unless `every` is False for a verb that lacks one.
    """
    verbs = [verb.name for table in tables for verb in table]
    found = {name.removeprefix(prefix): each for name, each in vars(module).items() if name.startswith(prefix)}
    wrong = [f"no verb has {prefix}{name}" for name in found if name not in verbs]
    wrong += [f"{prefix}{name} is missing" for name in verbs if every and name not in found]
    if wrong:
        raise LookupError(f"{module.__name__}: {'; '.join(wrong)}")
    return found


def _word(axis: str, index: int, labels: Labels) -> str:
    if axis not in labels:
        return str(index)
    return labels[axis][index] if index < len(labels[axis]) else ""
