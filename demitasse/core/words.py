"""Words: the languages Demitasse speaks, and how a text is said in one of them.

English is what stands in the code; the others are gettext catalogues, locale/<language>/LC_MESSAGES/demitasse.po, read
as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

LANGUAGE_NAMES = {"en": "English", "uk": "Українська", "ru": "Русский", "ja": "日本語"}  # each in its own words
LANGUAGES = tuple(LANGUAGE_NAMES)
LOCALE = Path(__file__).resolve().parent.parent / "locale"
CATEGORIES = (
    "zero",
    "one",
    "two",
    "few",
    "many",
    "other",
)  # what CLDR, and so a browser, calls plural forms; catalogues have them in this order
Word = str | tuple[str, ...]  # a translation, or its plural forms
ACCUSATIVE = "accusative"  # the case of what somebody takes, draws or covers
GENITIVE = "genitive"  # the case of what something is of
SHORT = "short"  # for narrow places; said like a case


class Counted(NamedTuple):
    """What is counted, for one and for many, with a place for {number}."""

    one: str
    many: str


def later(text: str, *cases: str) -> str:
    """Marks a text for the catalogues where it stands; it is said elsewhere, through a variable, in the cases named
    too.
    """
    return text


def counted(one: str, many: str, *cases: str) -> Counted:
    """Marks what is counted, as `later` does a text."""
    return Counted(one, many)


def written(points: int) -> str:
    """Points as they are written: with a true minus."""
    return str(points).replace("-", "−")


def signed(points: int) -> str:
    """A change with its sign."""
    return f"+{points}" if points > 0 else written(points)


BETWEEN = later(", ")  # the things of a list
LAST = later(" and ")  # before the last of them, in a sentence


class Say:
    """The translator of a language: `say(text)`, and `say.ngettext(one, many, number)` for what is counted.

    Languages that decline their nouns have them in other cases too, under the case's name; where one has not, the text
    as it is named stands in.
    """

    def __init__(self, language: str, catalogue: Catalog | None = None) -> None:
        self.language = language
        self.plural: tuple[str, ...] = ("one", "other")  # the name of each plural form
        self._catalogue = catalogue
        self._words: dict[tuple[str, str], Word] = {}  # by case and text
        if catalogue is not None and catalogue.locale is not None:
            self._form = catalogue.locale.plural_form
            self.plural = tuple(name for name in CATEGORIES if name in {*self._form.tags, "other"})[
                : catalogue.num_plurals
            ]
        for message in catalogue or ():
            if message.id and message.string and not message.fuzzy:
                self._words[message.context or "", _id(message.id)] = (
                    message.string if isinstance(message.string, str) else tuple(message.string)
                )

    def __call__(self, text: str, case: str = "") -> str:
        """A text in this language; as it is if the catalogue lacks it (a name from somebody's own box, say)."""
        word = self._word(text, case) or text
        return word if isinstance(word, str) else word[0]

    def ngettext(self, one: str, many: str, number: int, case: str = "") -> str:
        """The form of a text that goes with a number; the number is not filled in yet."""
        word = self._word(one, case)
        if word is None or isinstance(word, str):
            return one if number == 1 else many
        return word[self.plural.index(self._form(number))]

    def count(self, thing: Counted, number: int, case: str = "") -> str:
        """So many of a thing."""
        return self.ngettext(thing.one, thing.many, number, case).format(number=written(number))

    def _word(self, text: str, case: str) -> Word | None:
        return self._words.get((case, text)) or self._words.get(("", text))

    def list(self, things: Iterable[str]) -> str:
        """Things one after the other."""
        return self.between.join(things)

    @property
    def between(self) -> str:
        return self(BETWEEN)

    @property
    def last(self) -> str:
        return self(LAST)

    def page(self) -> Mapping[str, Word]:
        """The words of the browser's page: what its scripts say."""
        used = [
            message for message in self._catalogue or () if any(place.endswith(".js") for place, _ in message.locations)
        ]
        return {name: self._words["", name] for message in used if ("", name := _id(message.id)) in self._words}


@lru_cache
def words(language: str) -> Say:
    """The translator of a language; English for one that is not spoken here."""
    path = LOCALE / language / "LC_MESSAGES" / "demitasse.po"
    if language not in LANGUAGES or not path.exists():
        return Say("en")
    from babel.messages.pofile import read_po  # noqa: PLC0415  # not needed by who reads English

    with path.open("rb") as file:
        return Say(language, read_po(file, locale=language))


def _id(id: str | Sequence[str]) -> str:
    return id if isinstance(id, str) else id[0]
