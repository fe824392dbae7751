"""Notation: how the actions and draws of a game are written, by its table of verbs or by its own words."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, overload

from demitasse.core.box import Box
from demitasse.core.verbs import Verbs, named

MOST_TEXTS = 2**15  # kept: where texts depend on the state, those that do not are asked for again and again


class VerbNotation:
    """Every id as text: a verb's form filled with labels, or what `text_VERB(box, s, *args)` of a game's notation.py
    gives; "" for an id that is never legal.
    """

    def __init__(self, module: Any, actions: Verbs, outcomes: Verbs) -> None:
        self._actions, self._outcomes = actions, outcomes
        self._own: Mapping[str, Callable[..., str]] = named(module, "text_", actions, outcomes, every=False)
        self.labels = lru_cache(maxsize=64)(self._labels)
        self._by_table = lru_cache(maxsize=MOST_TEXTS)(self._written)
        self._module = module

    def action(self, box: Box, s: Any, number: int) -> str:
        return self._text(self._actions, box, s, number)

    def outcome(self, box: Box, number: int) -> str:
        return self._text(self._outcomes, box, None, number)

    def _labels(self, box: Box) -> Mapping[str, Sequence[str]]:
        found: Mapping[str, Sequence[str]] = self._module.labels(box)
        return found

    def _text(self, verbs: Verbs, box: Box, s: Any, number: int) -> str:
        name, args = verbs.decode(number)
        own = self._own.get(name)
        return own(box, s, *args) if own else self._by_table(verbs, box, number)

    def _written(self, verbs: Verbs, box: Box, number: int) -> str:
        name, args = verbs.decode(number)
        return verbs[name].text(args, self.labels(box))


class Written(Sequence[str]):
    """The texts of some ids, in order, each written when it is first asked for; it reads like a list."""

    def __init__(self, ids: Sequence[int], write: Callable[[int], str]) -> None:
        self._ids, self._write = ids, write
        self._numbers: dict[str, int] = {}  # by text, of those that were written

    def number(self, text: str) -> int:
        """The id that a text stands for, or -1."""
        known = self._numbers.get(text)
        return known if known is not None else next((i for i in self._ids if self._text(i) == text), -1)

    def _text(self, number: int) -> str:
        text = self._write(number)
        self._numbers[text] = number
        return text

    def __len__(self) -> int:
        return len(self._ids)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        return [*map(self._text, self._ids[index])] if isinstance(index, slice) else self._text(self._ids[index])

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and self.number(text) >= 0

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, (list, Written)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # as a list has none

    def __repr__(self) -> str:
        return repr(list(self))
