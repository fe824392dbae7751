"""A table of fields (name, type, axes, meaning): the dtype of a record, its documentation and its text."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Labels = Mapping[str, Sequence[str]]
Records = npt.NDArray[np.void]


@dataclass(frozen=True)
class Field:
    """One field: `axes` name its dimensions, `values` (if given) the axis whose indices its values are, written as its
    labels; with `none` a value is the index + 1, and 0 means none. `within` says what values there may be otherwise.
    What is `derived` follows from the other fields: no text has it, the rules' `derive` works it out.
    """

    name: str
    type: str
    meaning: str
    axes: tuple[str, ...] = ()
    values: str = ""
    none: bool = False
    within: range | None = None
    derived: bool = False


SWITCH = range(2)


class Fields:
    """The fields of a record in order; `sizes` gives the length of each axis."""

    def __init__(self, sizes: Mapping[str, int], *fields: Field) -> None:
        self.sizes = dict(sizes)
        self._by_name = {field.name: field for field in fields}
        self.dtype = np.dtype(
            (np.record, self._layout())
        )  # np.record gives attribute access in plain Python, as Numba's records have

    def _layout(self) -> np.dtype[np.void]:
        """Every field aligned (GPUs read nothing else), the widest first, the end filled up: no hidden padding, whose
        bytes NumPy does not copy.
        """
        columns = [(f.name, f.type, self.shape(f)) for f in sorted(self, key=lambda f: -np.dtype(f.type).itemsize)]
        widest = np.dtype(columns[0][1]).itemsize
        if rest := np.dtype(columns).itemsize % widest:
            columns.append(("unused", "i1", (widest - rest,)))
        return np.dtype(columns, align=True)

    def __iter__(self) -> Iterator[Field]:
        return iter(self._by_name.values())

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def __getitem__(self, name: str) -> Field:
        return self._by_name[name]

    def shape(self, field: Field) -> tuple[int, ...]:
        return tuple(self.sizes[axis] for axis in field.axes)

    def zeros(self, number: int = 1) -> Records:
        """An array of `number` records of zeros."""
        return np.zeros(number, self.dtype)

    def dump(self, record: np.void, labels: Labels) -> Iterator[tuple[str, str]]:
        """(name, value) for each field that is neither zero nor derived; `load` reads them back."""
        for field in self._written():
            value = np.asarray(record[field.name])
            if value.any():
                places = [tuple(index) for index in np.argwhere(value).tolist()]
                yield field.name, ", ".join(_entry(field, place, int(value[place]), labels) for place in places)

    def broken(self, record: np.void, labels: Labels) -> str:
        """Why a state cannot be, as far as its fields tell: no value is negative or beyond its axis, and seats that do
        not play have nothing; empty if all that holds. What is derived is the rules' own to check.
        """
        seats = int(record["seats"])
        for field in self._written():
            value, allowed = np.asarray(record[field.name], np.int64), self._range(field, seats, labels)
            if wrong := np.argwhere((value < allowed[0]) | (value > allowed[-1])).tolist():
                why = f"expected {allowed[0]} to {allowed[-1]}"
            elif wrong := _places_beyond(field, value, seats):
                why = f"expected 0: there are {seats} seats"
            else:
                continue
            at = tuple(wrong[0])
            where = "".join(f" {axis} {index}" for axis, index in zip(field.axes, at, strict=True))
            return f"{field.name}{where} is {value[at]}; {why} ({field.meaning})"
        return ""

    def _range(self, field: Field, seats: int, labels: Labels) -> range:
        """The values that a field may have where `seats` play."""
        if field.within is not None:
            return field.within
        if not field.values:
            return range(np.iinfo(field.type).max + 1)
        size = seats if field.values == "seat" else len(labels.get(field.values) or range(self.sizes[field.values]))
        return range(size + field.none)

    def _written(self) -> list[Field]:
        """Those that texts have."""
        return [field for field in self if not field.derived]

    def load(self, record: np.void, name: str, text: str, labels: Labels) -> None:
        """Set a field from its text. Raises ValueError that says what was wrong and what was expected."""
        field = self._by_name.get(name)
        if field is None or field.derived:
            known = ", ".join(field.name for field in self._written())
            raise ValueError(f"there is no field {name!r}; expected one of: {known}")
        if not field.axes:
            record[name] = _value(field, text, labels)
            return
        for entry in text.split(", "):
            place, separator, value = entry.partition("=")
            words = place.split("/")
            if not separator or len(words) != len(field.axes):
                raise ValueError(f"{name}: {entry!r} is not of the form {'/'.join(field.axes)}=value")
            index = tuple(
                _label(axis, word, self.sizes[axis], labels) for axis, word in zip(field.axes, words, strict=True)
            )
            record[name][index] = _value(field, value, labels)


def _entry(field: Field, index: tuple[int, ...], value: int, labels: Labels) -> str:
    """`seat/cup/ingredient=value`, or the value alone if the field has no axes."""
    place = "/".join(labels[axis][i] if axis in labels else str(i) for axis, i in zip(field.axes, index, strict=True))
    word = _words(field, labels)[value] if field.values in labels else str(value)
    return f"{place}={word}" if place else word


def _words(field: Field, labels: Labels) -> list[str]:
    """How the values of a field are written."""
    return ["", *labels[field.values]] if field.none else list(labels[field.values])


def _places_beyond(field: Field, value: npt.NDArray[np.int64], seats: int) -> list[list[int]]:
    """Where a field has something for a seat that does not play."""
    if "seat" not in field.axes:
        return []
    axis = field.axes.index("seat")
    return [place for place in np.argwhere(value).tolist() if place[axis] >= seats]


def _label(axis: str, word: str, size: int, labels: Labels) -> int:
    return _index(axis, word, [str(i) for i in range(size)] if axis not in labels else list(labels[axis]))


def _index(axis: str, word: str, words: Sequence[str]) -> int:
    if word not in words:
        raise ValueError(f"there is no {axis} {word!r}; expected one of: {', '.join(filter(None, words))}")
    return words.index(word)


def _value(field: Field, text: str, labels: Labels) -> int:
    if field.values in labels:
        return _index(field.values, text, _words(field, labels))
    limits = np.iinfo(field.type)
    try:
        value = int(text)
    except ValueError:
        raise ValueError(f"{field.name}: {text!r} is not a whole number") from None
    if not limits.min <= value <= limits.max:
        raise ValueError(f"{field.name}: {value} is out of range; expected {limits.min} to {limits.max}")
    return value
