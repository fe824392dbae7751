"""The box: the contents of a game from a TOML file, checked, as a record that is passed to every rule."""

import hashlib
import tomllib
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from demitasse.core import limits
from demitasse.core.errors import BadBox, BoxWarning
from demitasse.core.fields import Fields, Records


@dataclass(frozen=True, eq=False)
class Box:
    """A checked box: its record (an array of one), the names of its things, and the text it came from."""

    records: Records
    names: Mapping[str, Sequence[str]]
    text: str
    differs: Sequence[str] = ()  # in what it differs from the printed box
    refuses: Mapping[str, str] = field(default_factory=dict)  # option -> why it cannot be played with this box

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()


Reader = Callable[["Contents"], Box]


class Contents:
    """The parsed TOML of a box with getters that say where something is missing or of the wrong kind."""

    def __init__(self, text: str, fields: Fields) -> None:
        limits.check_box(text, BadBox)
        try:
            self.toml = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BadBox(f"the box is not valid TOML: {error}") from None
        self.text = text.replace("\r\n", "\n").strip("\n") + "\n"  # the form that is hashed and kept in records
        self.records = fields.zeros()
        self.record: Any = self.records[0]
        self.differs: list[str] = []

    def only(self, table: Mapping[str, Any], keys: Sequence[str], where: str) -> None:
        """Refuse keys nobody reads: most likely a misspelling."""
        for key in table:
            if key not in keys:
                raise BadBox(f"{where}: unknown key {limits.brief(key)}; expected one of: {', '.join(keys)}")

    def get(self, table: Mapping[str, Any], key: str, kind: type, where: str, default: Any = None) -> Any:
        value = table.get(key, default)
        if value is None:
            raise BadBox(f"{where}: {key!r} is missing")
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise BadBox(f"{where}: {key} is {limits.brief(value)}; expected {_KINDS[kind]}")
        return value

    def count(
        self, table: Mapping[str, Any], key: str, low: int, high: int, where: str, default: int | None = None
    ) -> int:
        """A whole number from low to high."""
        value: int = self.get(table, key, int, where, default)
        if not low <= value <= high:
            raise BadBox(f"{where}: {key} is {value}; expected {low} to {high}")
        return value

    def rows(self, key: str, low: int, high: int) -> list[dict[str, Any]]:
        """An array of tables, `[[key]]`, with low to high entries."""
        value = self.get(self.toml, key, list, "the box")
        if not low <= len(value) <= high:
            raise BadBox(f"the box has {len(value)} [[{key}]]; expected {low} to {high}")
        for row in value:
            if not isinstance(row, dict):
                raise BadBox(f"the box: {key} holds {limits.brief(row)}; expected tables, written [[{key}]]")
        return list(value)

    def names(self, rows: Sequence[Mapping[str, Any]], what: str) -> list[str]:
        """The rows' names, each there, fit for a decision's text and different from the others."""
        names: list[str] = []
        for number, row in enumerate(rows, 1):
            name = self.get(row, "name", str, f"{what} {number}")
            if not name or name != " ".join(name.split()) or set(name) & set("/=,|:>"):
                raise BadBox(
                    f"{what} {number}: the name {limits.brief(name)} is empty "
                    "or has a character that names may not have (/ = , | : >)"
                )
            if name in names:
                raise BadBox(f"two {what}s are called {name!r}; give each card one entry and say how many with copies")
            names.append(name)
        return names

    def index(self, words: Sequence[str], word: object, what: str, where: str) -> int:
        """Where `word` stands in `words`."""
        if word not in words:
            raise BadBox(f"{where}: unknown {what} {limits.brief(word)}; expected one of: {', '.join(words)}")
        return words.index(str(word))

    def compare(self, what: str, value: int, printed: int) -> None:
        """Note where the box differs from the printed one; it is played all the same."""
        if value != printed:
            self.differs.append(f"{what}: {value} (printed: {printed})")


_KINDS = {int: "a whole number", str: "a text in quotes", list: "a list", dict: "a table", bool: "true or false"}


def read(text: str, fields: Fields, reader: Reader) -> Box:
    """The box in `text`. Raises BadBox for what cannot be played; warns of what differs from the printed box."""
    box = reader(Contents(text, fields))
    if box.differs:
        warnings.warn("this box differs from the printed one: " + "; ".join(box.differs), BoxWarning, stacklevel=3)
    box.records.flags.writeable = False
    return box


def read_file(path: str | Path) -> str:
    """The text of a box file."""
    try:
        with Path(path).open(encoding="utf-8", newline="") as file:
            return file.read(limits.MAX_BOX + 1)  # one more than is allowed, so that it is refused
    except OSError as error:
        raise BadBox(f"the box file {str(path)!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadBox(f"the box file {str(path)!r} is not UTF-8 text") from None
