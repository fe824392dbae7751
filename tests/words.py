"""The texts that are said: found in the code and written into the catalogues.

python -m tests.words     writes demitasse/locale/demitasse.pot and brings every catalogue up to date; new texts are
left empty
"""

import ast
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_javascript
from babel.messages.pofile import read_po, write_po

import demitasse
from demitasse.core.words import ACCUSATIVE, GENITIVE, LANGUAGES, LOCALE, SHORT
from demitasse.games.coffee_rush.words import ADDED

ROOT = Path(demitasse.__file__).resolve().parent
TEMPLATE = LOCALE / "demitasse.pot"
SINGLE = ("say", "later", "N_")  # say("text"), and marks where a text is said through a variable: later("text", CASE)
DEED = "does"  # t.does("text"), in Python
PLURAL = ("ngettext", "sayn", "counted")  # sayn("one", "many", number), counted("one", "many", CASE)
CASES = {"ACCUSATIVE": ACCUSATIVE, "GENITIVE": GENITIVE, "SHORT": SHORT, "ADDED": ADDED}  # as the code names them
KEYWORDS = dict.fromkeys((*SINGLE, *PLURAL))
Text = str | tuple[str, str]
Key = tuple[str, str]  # the case in which a text is said, and the text


def catalogue(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "demitasse.po"


def read(path: Path, language: str | None = None) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language)


def texts() -> Iterator[tuple[str, Text, str]]:
    """(file, text, case) of all that is said: in Python, in the page's scripts, and the names in our boxes."""
    for path in sorted(ROOT.rglob("*.py")):
        yield from ((_name(path), text, case) for text, case in in_python(path.read_text(encoding="utf-8")))
    for path in sorted(ROOT.glob("web/**/*.js")):
        yield from ((_name(path), text, "") for text in in_javascript(path))
    for path in sorted(ROOT.glob("games/*/box.toml")):
        yield from ((_name(path), text, "") for text in in_box(path.read_text(encoding="utf-8")))


@cache
def template() -> Catalog:
    """All texts, each with the files it is said in."""
    found = Catalog()
    for file, text, case in texts():
        found.add(text, locations=[(file, 0)], context=case or None)
    return found


HEADER = """# What Demitasse says. `make words` keeps this file up to date.
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {forms}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def in_python(source: str) -> Iterator[tuple[Text, str]]:
    """The texts, each in every case it is marked for."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            called = (
                node.func.attr
                if isinstance(node.func, ast.Attribute)
                else node.func.id
                if isinstance(node.func, ast.Name)
                else ""
            )
            given = [
                argument.value
                for argument in node.args
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            ]
            cases = [
                CASES[argument.id] for argument in node.args if isinstance(argument, ast.Name) and argument.id in CASES
            ]
            if called in (*SINGLE, DEED) and given:
                yield from ((given[0], case) for case in ("", *cases))
            elif called in PLURAL and len(given) == 2:
                yield from (((given[0], given[1]), case) for case in ("", *cases))


def in_javascript(path: Path) -> Iterator[Text]:
    with path.open("rb") as file:
        options = {"jsx": False, "template_string": True, "parse_template_string": True}  # also inside `${…}`
        for _, called, text, _ in extract_javascript(file, KEYWORDS, [], options):  # type: ignore[arg-type]  # babel's own type is private
            given = [part for part in (text if isinstance(text, tuple | list) else [text]) if part]
            if called in SINGLE and given:
                yield given[0]
            elif called in PLURAL and len(given) == 2:
                yield given[0], given[1]


def in_box(text: str) -> Iterator[str]:
    """The names of a box's cards; cafés keep theirs in every language."""
    for rows in tomllib.loads(text).values():
        if isinstance(rows, list):
            yield from (row["name"] for row in rows if isinstance(row, dict) and "name" in row)


def faults(texts: Catalog, translated: Catalog) -> list[str]:
    """What is wrong with a catalogue: texts that are missing, unused, fuzzy, or translated with other placeholders or
    too few forms.
    """
    wanted, there = ({_key(message): message for message in found if message.id} for found in (texts, translated))
    wrong = [f"missing: {_shown(key)}" for key in wanted if key not in there or not all(forms(there[key]))]
    wrong += [f"unused: {_shown(key)}" for key in there if key not in wanted]
    wrong += [f"unused: {_shown(_key(message))}" for message in translated.obsolete.values()]
    for both in wanted.keys() & there.keys():
        key, message, many = (
            _shown(both),
            there[both],
            _many(wanted[both].id),
        )  # a text for one may spell its number: "one chair"
        number = 1 if isinstance(wanted[both].id, str) else translated.num_plurals
        if message.fuzzy:
            wrong.append(f"fuzzy: {key}")
        if isinstance(message.id, str) != isinstance(wanted[both].id, str) or len(forms(message)) != number:
            wrong.append(f"{len(forms(message))} forms, expected {number}: {key}")
        wrong += [
            f"other placeholders: {key}: {form}"
            for form in forms(message)
            if form and placeholders(form) != placeholders(many)
        ]
    return wrong


def forms(message: Message) -> tuple[str, ...]:
    """A translation and its plural forms."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def placeholders(text: str) -> list[str]:
    return sorted(set(re.findall(r"\{\w*\}", text)))


def write(path: Path, found: Catalog) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    header = HEADER.format(language=found.locale_identifier or "", forms=found.plural_forms)
    with path.open("wb") as file:
        file.write(header.encode())
        write_po(
            file, found, width=150, sort_by_file=True, ignore_obsolete=True, include_lineno=False, omit_header=True
        )


def main() -> None:
    fresh = template()
    write(TEMPLATE, fresh)
    for language in LANGUAGES[1:]:
        path = catalogue(language)
        kept = read(path, language) if path.exists() else Catalog(locale=language)
        kept.update(fresh, no_fuzzy_matching=True)
        write(path, kept)
        lacking = sum(not all(forms(message)) for message in kept if message.id)
        print(f"{language}: {len(kept)} texts, {lacking} to translate")


def _key(message: Message) -> Key:
    return message.context or "", message.id if isinstance(message.id, str) else message.id[0]


def _shown(key: Key) -> str:
    return " | ".join(filter(None, key))


def _many(id: str | Sequence[str]) -> str:
    return id if isinstance(id, str) else id[1]


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT.parent))


if __name__ == "__main__":
    main()
