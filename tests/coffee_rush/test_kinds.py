"""The games that other tests play reach every kind of action and every end."""

import re
from collections import Counter
from pathlib import Path

import pytest

from demitasse import Match, Setting
from demitasse.games.coffee_rush import GAME
from tests.players import CARES, Driver
from tests.positions import field

GAMES = 300


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
    matches = [final(number, seats, short_deck) for number in range(GAMES)]
    said = Counter(ply.text for match in matches for ply in match.plies)
    words = Counter(word for text in said.elements() for word in text.split())
    expected = ["place", "upgrade", "keep", "stop", "empty", "pour", "back", "serve", "done", "order"]
    expected += ["pawns", "diagonal", "corners", "specialties", "z1", "z2", "z3", "z4"]
    expected += ["coffee", "steam", "milk", "ice", "caramel", "chocolate", "water", "tea"]
    expected += ["together", "apart"] if seats == 2 else []
    assert [word for word in expected if not words[word]] == []
    assert said["a1-b2"]  # a diagonal step
    ends = Counter(end for match in matches for end in ends_of(match))
    reached = ["penalties", "deck"] if seats == 2 else ["penalties", "deck", "nobody waits"]
    assert [end for end in reached if not ends[end]] == []


def ends_of(match: Match) -> list[str]:
    """Why the shop closed, as far as the last position shows."""
    found = []
    if any(int(entry.split("=")[1]) >= 5 for entry in field(match, "penalty").split(", ") if entry):
        found.append("penalties")
    if not field(match, "deck_left"):
        found.append("deck")
    if not field(match, "waiting"):
        found.append("nobody waits")
    return found
