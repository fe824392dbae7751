"""The catalogues: complete, without a leftover, and what is said at a table stands in them."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from demitasse import game, game_names
from demitasse.bots.players import LEVELS
from demitasse.core import words as core
from demitasse.core.phrases import begun, in_a_row
from demitasse.core.scene import draw
from demitasse.core.telling import tell
from demitasse.core.words import ACCUSATIVE, LANGUAGES, LOCALE, Counted, Say, words
from tests.golden import FOLDER, plies_of
from tests.words import (
    PLURAL,
    ROOT,
    SINGLE,
    TEMPLATE,
    catalogue,
    faults,
    forms,
    in_javascript,
    in_python,
    read,
    template,
)

TRANSLATED = LANGUAGES[1:]
TITLES = {game(name).title for name in game_names()}  # where no rulebook in a language has another
LETTERS = {"uk": "А-ЩЬЮЯЄІЇҐа-щьюяєіїґ", "ru": "А-ЯЁа-яё", "ja": "\u3040-\u30ff\u4e00-\u9fff"}
OTHERS = {"uk": "ЫЭЁЪыэёъ", "ru": "ЄІЇҐєіїґ"}  # letters of the neighbour that slip in


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_has_every_text_and_no_other(language: str) -> None:
    assert faults(template(), read(catalogue(language), language)) == []


def test_the_template_is_up_to_date() -> None:
    """`make words` writes it."""
    assert {(message.context, str(message.id)) for message in read(TEMPLATE)} == {
        (message.context, str(message.id)) for message in template()
    }


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_is_written_in_the_letters_of_its_language(language: str) -> None:
    for message in read(catalogue(language), language):
        for form in forms(message) if message.id else ():
            told = re.sub(r"\{\w+\}", "", form)
            assert not set(told) & set(OTHERS.get(language, "")), form
            assert re.search(f"[{LETTERS[language]}]", told) or not re.search("[A-Za-z]{3}", told) or told in TITLES, (
                form
            )


@pytest.mark.parametrize(
    ("text", "translation", "fault"),
    [
        ("Stop here", "", "missing"),
        ("Stop here", None, "missing"),
        ("cup {number}", "філіжанка {numbr}", "other placeholders"),
        ("cup {number}", "філіжанка", "other placeholders"),
        (("{n} card", "{n} cards"), ("{n} карта", "{n} карти"), "2 forms, expected 3"),
        (("{n} card", "{n} cards"), ("{n} карта", "карти", "{n} карт"), "other placeholders"),
    ],
)
def test_a_faulty_catalogue_is_noticed(
    text: str | tuple[str, str], translation: str | tuple[str, ...] | None, fault: str
) -> None:
    wanted, there = Catalog(), Catalog(locale="uk")
    wanted.add(text)
    if translation is not None:
        there.add(text, translation)
    assert any(found.startswith(fault) for found in faults(wanted, there))


def test_an_unused_or_a_fuzzy_text_is_noticed() -> None:
    wanted, there = Catalog(), Catalog(locale="uk")
    wanted.add("Done")
    there.add("Done", "Готово", flags=["fuzzy"])
    there.add("Fortune", "Доля")
    assert sorted(faults(wanted, there)) == ["fuzzy: Done", "unused: Fortune"]


class Listener(Say):
    """Remembers what it is asked to say."""

    def __init__(self) -> None:
        super().__init__("en")
        self.heard: set[tuple[str, str]] = set()  # cases and texts

    def __call__(self, text: str, case: str = "") -> str:
        self.heard |= {("", text), (case, text)}
        return text

    def ngettext(self, one: str, many: str, number: int, case: str = "") -> str:
        self.heard |= {("", one), (case, one)}
        return super().ngettext(one, many, number)


@pytest.mark.parametrize(
    "path", [FOLDER / "cafe-1-greedy.txt", *sorted(FOLDER.glob("*-2-*greedy.txt"))], ids=lambda path: path.stem
)
def test_what_is_said_at_a_table_is_in_the_catalogues(path: Path) -> None:
    """A text said through a variable that nobody marked would stay English."""
    known = {
        (message.context or "", message.id if isinstance(message.id, str) else message.id[0]) for message in template()
    }
    told, listener = plies_of(path.read_text(encoding="utf-8")), Listener()
    match = type(told)(told.setting, names=told.names)
    for number, ply in enumerate(told.plies):
        if number % 10 == 0:
            draw(match, None, listener, list)
        tell(match, ply, listener)
        match.play(ply.text)
    draw(match, 0, listener, list)
    assert {(case, text) for case, text in listener.heard if text} <= known


def test_texts_are_found_in_python() -> None:
    source = 'say("a {b}")\nt.say("c" "d")\nlater("e")\nsay.ngettext("one", "many", n)\nsay(name)\n'
    assert list(in_python(source)) == [("a {b}", ""), ("cd", ""), ("e", ""), (("one", "many"), "")]
    marks = 'later("e", ACCUSATIVE)\ncounted("one", "many", ACCUSATIVE)'
    assert list(in_python(marks)) == [
        ("e", ""),
        ("e", ACCUSATIVE),
        (("one", "many"), ""),
        (("one", "many"), ACCUSATIVE),
    ]


def test_texts_are_found_in_the_page(tmp_path: Path) -> None:
    script = tmp_path / "page.js"
    lines = (
        'button.textContent = say("Undo");',
        'say("{name}, hello", { name });',
        'sayn("{n} seat", "{n} seats", n);',
        "say(name);",
    )
    script.write_text("\n".join(lines), encoding="utf-8")
    assert list(in_javascript(script)) == ["Undo", "{name}, hello", ("{n} seat", "{n} seats")]


def test_the_page_says_literal_texts_only() -> None:
    """The extractor finds nothing else."""
    for path in ROOT.glob("web/**/*.js"):
        calls = re.findall(
            rf"(?<![\w.])(?<!function )(?:{'|'.join((*SINGLE, *PLURAL))})\(\s*(.)", path.read_text(encoding="utf-8")
        )
        assert set(calls) <= {'"'}, path.name


@pytest.mark.parametrize(
    ("language", "number", "form"),
    [
        ("uk", 1, 0),
        ("uk", 3, 1),
        ("uk", 11, 2),
        ("uk", 21, 0),
        ("uk", 112, 2),
        ("ru", 22, 1),
        ("ru", 0, 2),
        ("ja", 1, 0),
        ("ja", 5, 0),
    ],
)
def test_a_number_takes_its_plural_form(language: str, number: int, form: int) -> None:
    one, many = "{count} token in the bag", "{count} tokens in the bag"
    message = read(catalogue(language), language).get(one)
    assert message is not None
    assert words(language).ngettext(one, many, number) == forms(message)[form]


def test_every_level_has_its_name_on_the_page() -> None:
    assert set(LEVELS) <= set(in_javascript(ROOT / "web" / "ui" / "bot-levels.js"))


def test_english_needs_no_catalogue() -> None:
    say = words("en")
    assert say("Stop here") == "Stop here"
    assert [say.ngettext("{n} card", "{n} cards", number) for number in (0, 1, 2)] == [
        "{n} cards",
        "{n} card",
        "{n} cards",
    ]


def test_what_a_catalogue_lacks_stays_as_it_is() -> None:
    say = words("uk")
    assert say("My Own Special Mocha") == "My Own Special Mocha"
    assert say("") == ""
    assert say.ngettext("{n} elf", "{n} elves", 2) == "{n} elves"
    assert words("xx").language == "en"


def test_a_word_is_said_in_the_case_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "uk" / "LC_MESSAGES" / "demitasse.po"
    path.parent.mkdir(parents=True)
    head = 'msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural=(n!=1);\\n"\n'
    dish = ['msgctxt "accusative"\nmsgid "{number} dish"\nmsgid_plural "{number} dishes"']
    dish += [f'msgstr[{form}] "{{number}} {word}"' for form, word in enumerate(("страву", "страви", "страв"))]
    texts = (
        'msgid "water"\nmsgstr "вода"',
        'msgctxt "accusative"\nmsgid "water"\nmsgstr "воду"',
        'msgid "milk"\nmsgstr "молоко"',
        "\n".join(dish),
    )
    path.write_text("\n\n".join((head, *texts)), encoding="utf-8")
    monkeypatch.setattr(core, "LOCALE", tmp_path)
    say = words.__wrapped__("uk")
    assert [say("water"), say("water", ACCUSATIVE), say("milk", ACCUSATIVE), say("tea", ACCUSATIVE)] == [
        "вода",
        "воду",
        "молоко",
        "tea",
    ]
    assert [say.count(Counted("{number} dish", "{number} dishes"), number, ACCUSATIVE) for number in (1, 2, 5)] == [
        "1 страву",
        "2 страви",
        "5 страв",
    ]
    assert words("en").count(Counted("{number} dish", "{number} dishes"), 2, ACCUSATIVE) == "2 dishes"


def test_the_page_gets_its_own_words_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "uk" / "LC_MESSAGES" / "demitasse.po"
    path.parent.mkdir(parents=True)
    texts = (
        '#: demitasse/core/scene.py\nmsgid "Scores"\nmsgstr "Рахунок"',
        '#: demitasse/web/table/dock.js\nmsgid "Undo"\nmsgstr "Скасувати"',
    )
    path.write_text("\n\n".join(texts), encoding="utf-8")
    monkeypatch.setattr(core, "LOCALE", tmp_path)
    say = words.__wrapped__("uk")
    assert say.page() == {"Undo": "Скасувати"}
    assert say.plural == ("one", "few", "many")
    assert tmp_path != LOCALE


SLIPS = {  # what must not come back, by language
    "uk": {
        r"\d ?%|[ ]%": "a space before % that may break, or none",
        r"\{\w+\},\{\w+\}": "a place as two numbers: it reads as a decimal",
        r"(?i)чаш[кц]": "a cup that is not філіжанка",
        r"’": "an apostrophe of another kind",
        r"[\d}]-\w": "an ordinal that may break at its hyphen",
        r"порожни": "спорожнити: the rulebook says спустошити",
        r"очко дій": "one point is of one action",
        r"комірк": "a cell that is not клітина",
        r"\w+яться \{line\}": "a verb that agrees with some lines only",
        r" …": "a space before an ellipsis",
    },
    "ru": {
        r"\d ?%|[ ]%": "a space before % that may break, or none",
        r"\{\w+\},\{\w+\}": "a place as two numbers: it reads as a decimal",
        r"[\d}]-\w": "an ordinal that may break at its hyphen",
        r"разный предмет": "the rulebook says уникальный",
        r"щёлкнуть, коснуться": "two verbs that want other cases",
        r"очко действий": "one point is of one action",
        r"(?i)закончить\W* ход": "a turn is завершён",
        r"(?i)цепочк": "the rulebook says цепь",
        r"\w+аются \{line\}": "a verb that agrees with some lines only",
        r" и \w+\|\w+": "и within a deed: the deeds are joined by another one",
        r" …": "a space before an ellipsis",
    },
    "ja": {
        r"[\u3040-\u30ff\u4e00-\u9fff}][:;,?!](?!/)": "half-width punctuation",
        r"[\u3040-\u30ff\u4e00-\u9fff] \{|\} [\u3040-\u30ff\u4e00-\u9fff]": "a space around a value",
        r"[。：；]\s\S": "a space behind a wide mark",
        r"この札": "a card that is not カード",
        r"棋譜|だれ|今[はその]|他の": "one spelling each",
        r"(取っ|終え|捨て|戻し|置い|使っ|決め|選ん)た$": "the plain past in the log: one register",
    },
}


@pytest.mark.parametrize("language", TRANSLATED)
def test_slips_of_the_pen_do_not_come_back(language: str) -> None:
    said = [form for message in read(catalogue(language), language) if message.id for form in forms(message)]
    guides = (LOCALE.parent / "games").glob(f"*/guide/{language}.md")
    written = [line for guide in guides for line in guide.read_text(encoding="utf-8").splitlines()]
    assert written
    for text in (*said, *written):
        for pattern, why in SLIPS[language].items():
            assert not re.search(pattern, text), f"{text}: {why}"


def test_sentences_stand_in_a_row_as_the_language_has_it() -> None:
    assert in_a_row("Mira won.", "", "You came second.") == "Mira won. You came second."
    assert in_a_row("Miraの勝ち。", "あなたは2位です。") == "Miraの勝ち。あなたは2位です。"


def test_a_place_keeps_its_small_letter_where_a_sentence_begins_with_it() -> None:
    assert begun(("b4から一回り",)) == ("b4から一回り",)
    assert begun(("went b4 → a4",)) == ("Went b4 → a4",)
