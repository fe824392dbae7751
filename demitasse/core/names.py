"""Names: what bots at a table are called. Records have one spelling; readers see that of their own script."""

from collections.abc import Iterable

from demitasse.core.words import Say, later

BOT_NAMES = (  # coffees that are grown
    later("Arabica"),
    later("Robusta"),
    later("Liberica"),
    later("Excelsa"),
    later("Stenophylla"),
)


def named(name: str, say: Say) -> str:
    """Whoever sits at a table: bots in the reader's script, people as they call themselves."""
    return say(name) if name in BOT_NAMES else name


def all_named(names: Iterable[str], say: Say) -> tuple[str, ...]:
    return tuple(named(name, say) for name in names)
