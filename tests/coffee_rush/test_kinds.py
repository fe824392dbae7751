"""The games that other tests play reach every kind of action and every end."""

import re
from pathlib import Path

import pytest

from demitasse import Match, Setting
from demitasse.games.coffee_rush import GAME
from tests.players import CARES, Driver
from tests.positions import field

GAMES = 300  # at most: as soon as nothing is lacking, enough were played
RICH = {2: (23, 14, 11, 5), 3: (57, 30, 6), 4: (223, 19, 10, 6)}  # by seats: games that have what is rare


@pytest.fixture
def short_deck(tmp_path: Path) -> str:
    """A box with one card of each order, so that the deck runs out before somebody has five penalties."""
    path = tmp_path / "box.toml"
    path.write_text(re.sub(r"copies = \d", "copies = 1", GAME.box.text), encoding="utf-8")
    return str(path)


def final(number: int, seats: int, box: str) -> Match:
    options: dict[str, object] = {"less_luck": True} if number % 2 else {}
    options |= {"box": box} if number % 4 > 1 else {}
    return Driver(Setting.of(GAME, seats, options), number, (*CARES, 90)[number % 4]).run(10**9)


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_kind_of_action_and_every_end_occurs(seats: int, short_deck: str) -> None:
    lacking = expected(seats)
    for number in (*RICH[seats], *range(GAMES)):
        lacking -= seen_in(final(number, seats, short_deck))
        if not lacking:
            break
    assert lacking == set()


def expected(seats: int) -> set[str]:
    """Words of plies, a diagonal step, and why the shop closed."""
    found = {"place", "upgrade", "keep", "stop", "empty", "pour", "back", "serve", "done", "order", "a1-b2"}
    found |= {"pawns", "diagonal", "corners", "specialties", "z1", "z2", "z3", "z4"}
    found |= {"coffee", "steam", "milk", "ice", "caramel", "chocolate", "water", "tea"}
    found |= {"together", "apart"} if seats == 2 else {"nobody waits"}
    return found | {"penalties", "deck left empty"}


def seen_in(match: Match) -> set[str]:
    return {word for ply in match.plies for word in ply.text.split()} | set(ends_of(match))


def ends_of(match: Match) -> list[str]:
    """Why the shop closed, as far as the last position shows."""
    found = []
    if any(int(entry.split("=")[1]) >= 5 for entry in field(match, "penalty").split(", ") if entry):
        found.append("penalties")
    if not field(match, "deck_left"):
        found.append("deck left empty")
    if not field(match, "waiting"):
        found.append("nobody waits")
    return found
