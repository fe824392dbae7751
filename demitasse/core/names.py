"""Names: what bots at a table are called. Records have one spelling; readers see that of their own script."""

from collections.abc import Collection, Iterable

from demitasse.core.words import LANGUAGES, Say, later, words

BOT_NAMES = (  # coffees that are grown
    later("Arabica"),
    later("Robusta"),
    later("Liberica"),
    later("Excelsa"),
    later("Stenophylla"),
)


def bot_name(others: Collection[str]) -> str:
    """A name that nobody else at a table has, and that begins otherwise in every language: pawns show its letter."""
    free = [name for name in BOT_NAMES if name not in others] or list(BOT_NAMES)
    taken = {letter for name in others if name for letter in _letters(name)}
    return next((name for name in free if not taken & _letters(name)), free[0])


def _letters(name: str) -> set[str]:
    return {named(name, words(language))[0].casefold() for language in LANGUAGES}


def named(name: str, say: Say) -> str:
    """Whoever sits at a table: bots in the reader's script, people as they call themselves."""
    return say(name) if name in BOT_NAMES else name


def all_named(names: Iterable[str], say: Say) -> tuple[str, ...]:
    return tuple(named(name, say) for name in names)
