"""Golden playthroughs stay as they are, compiled and plain."""

from pathlib import Path

import pytest

from demitasse import game_names
from tests.golden import FOLDER, golden, playthrough, plies_of

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_playthrough_is_played_again_to_the_letter(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    match = plies_of(text)
    assert match.actor is None
    assert playthrough(match) == text


@pytest.mark.parametrize("name", game_names())
def test_every_seat_count_has_two_playthroughs_and_every_option_one(name: str) -> None:
    assert {path.name for path in FILES if path.name.startswith(f"{name}-")} == {
        path.name for _, _, path in golden(name)
    }
