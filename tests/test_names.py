"""Names of bots: nobody else at the table has it, and its letter is free in every language."""

from demitasse.core.names import BOT_NAMES, bot_name, named
from demitasse.core.words import LANGUAGES, words


def test_a_bot_is_called_as_nobody_else_at_the_table() -> None:
    others: list[str] = []
    for _ in BOT_NAMES:
        others.append(bot_name(others))
    assert sorted(others) == sorted(BOT_NAMES)
    assert bot_name(others) in BOT_NAMES, "a sixth is called something, too"


def test_a_bot_begins_with_another_letter_than_anybody_in_every_language() -> None:
    for person in ("Anna", "Анна", "robin", "Роман", "エマ", "Excelsior"):
        bot = bot_name([person])
        for language in LANGUAGES:
            assert named(bot, words(language))[0].casefold() != person[0].casefold(), (person, bot, language)


def test_a_letter_is_shared_only_where_none_is_free() -> None:
    others = ["Ada", "Rob", "Lea", "Eva", "Sam"]
    assert bot_name(others) == BOT_NAMES[0]
    assert bot_name(others[:-1]) == "Stenophylla"
