"""Arguments that several commands take."""

from __future__ import annotations

import argparse

from demitasse.core.errors import BadOption


def add_setting(parser: argparse.ArgumentParser, seats: str = "how many play (default: the game's fewest)") -> None:
    """What is played, apart from the game itself; `seats` says what their number means here."""
    parser.add_argument("--seats", type=int, metavar="N", help=seats)
    add_contents(parser)


def add_contents(parser: argparse.ArgumentParser) -> None:
    """Options and box."""
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME[=N]", help="an option of the game; may be repeated"
    )
    parser.add_argument(
        "--box", metavar="FILE", help="the contents of the box, a TOML file of the form of the game's box.toml"
    )


def options_of(options: argparse.Namespace) -> dict[str, object]:
    """The game's options and its box, as a setting takes them. Raises BadOption."""
    found: dict[str, object] = {}
    for text in options.option:
        name, equals, value = text.partition("=")
        if equals and not value.isdecimal():
            raise BadOption(f"--option {text}: expected {name}=NUMBER")
        found[name] = int(value) if equals else True
    if options.box:
        found["box"] = options.box
    return found


def seats_of(text: str) -> list[int]:
    """The numbers of seats that `2`, `2,4` or `2-4` stand for. Raises BadOption."""
    found: list[int] = []
    for part in text.split(","):
        low, dash, high = part.partition("-")
        if not low.isdecimal() or (dash and not high.isdecimal()):
            raise BadOption(f"--seats {text}: expected numbers as 2, 2,4 or 2-4")
        if dash and int(high) < int(low):
            raise BadOption(f"--seats {text}: expected the smaller number first, as in {high}-{low}")
        found += range(int(low), int(high or low) + 1)
    return sorted(set(found))
