"""The games that other tests play reach every kind of action, every effect and both ways to run out of tokens."""

import re
from pathlib import Path

import pytest

from demitasse import Setting
from demitasse.games.kanban_menu import GAME
from demitasse.games.kanban_menu.box import KIND_NAMES, MATERIAL_NAMES
from demitasse.games.kanban_menu.notation import CONVERSION_NAMES
from tests.players import CARES, Driver

GAMES = 48  # at most: as soon as nothing is lacking, enough were played
USED = (
    "British tea, Fruit plate, Sweets buffet, Single-barrel whiskey, Opéra, Hamburg steak, Craft ginger ale, "
    "Bagna cauda, Fried chicken"
)


@pytest.fixture
def long_game(tmp_path: Path) -> str:
    """A box with cards that are cheap and an end that is far, so that the deck runs out and every effect is used."""
    path = tmp_path / "box.toml"
    path.write_text(
        re.sub(r"cost = .*", "cost = { drink = 1 }", GAME.box.text).replace("vp = 30\n", "vp = 100\n"), encoding="utf-8"
    )
    return str(path)


@pytest.mark.filterwarnings("ignore::demitasse.BoxWarning")
def test_every_kind_of_action_occurs(long_game: str) -> None:
    wanted = expected()
    said: set[str] = set()
    empty_decks = 0
    for number in range(GAMES):
        options = {"box": long_game} if number % 2 else {}
        match = Driver(Setting.of(GAME, 2 + number % 4, options), number, CARES[number % 3]).run(10**9)
        said |= {ply.text for ply in match.plies}
        empty_decks += 0 not in match.state["lies"][:22].tolist()
        if wanted <= said and empty_decks:
            break
    assert wanted - said == set()
    assert said - wanted == set()
    assert empty_decks > 0


def expected() -> set[str]:
    found = {f"{verb} {kind}" for verb in ("business", "fair", "drop", "return") for kind in MATERIAL_NAMES}
    found |= {f"{verb} {kind}" for verb in ("start", "token", "buy") for kind in KIND_NAMES}
    found |= {f"put {kind} {card}" for kind in KIND_NAMES for card in range(1, 7)}
    found |= {f"{verb} {name}" for verb in ("menu", "develop", "reserve") for name in GAME.box.names["menu"]}
    found |= {f"{verb} {conversion}" for verb in ("trade", "use Bavarois") for conversion in CONVERSION_NAMES}
    found |= {f"use {name}" for name in USED.split(", ")} | {f"choose {card}" for card in range(1, 7)}
    return found | {"contribute", "finish"}
