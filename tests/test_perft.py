"""Perft: the number of lines of play from fixed positions, so that no legal action appears or disappears unnoticed.

The positions are those after some plies of a golden playthrough. `python -m tests.test_perft` prints the table of a new
game.
"""

import sys
from pathlib import Path

import pytest

from demitasse import Match, game_names, perft
from tests.golden import FOLDER, plies_of

TABLE = Path(__file__).parent / "perft.txt"  # playthrough, ply, then the number of lines of 1, 2, 3 plies
DEPTH = 3
ROWS = [line.split() for line in TABLE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def after(name: str, ply: int) -> Match:
    match = plies_of((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    match.take_back(len(match.plies) - ply)
    return match


@pytest.mark.parametrize(
    ("name", "ply", "counts"), [(name, int(ply), [int(count) for count in counts]) for name, ply, *counts in ROWS]
)
def test_perft(name: str, ply: int, counts: list[int]) -> None:
    match = after(name, ply)
    assert [perft(match, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("name", "ply", "count"), [(row[0], int(row[1]), int(row[3])) for row in ROWS])
def test_perft_agrees_with_counting_by_hand(name: str, ply: int, count: int) -> None:
    """Two plies deep through Match, which shares no loop with the kernel."""
    match = after(name, ply)
    lines = 0
    for text in [*match.legal(), *match.outcomes()]:
        match.play(text)
        lines += len(match.legal()) + len(match.outcomes())
        match.undo()
    assert lines == count


def test_every_game_has_rows() -> None:
    assert {name for name in game_names() if any(row[0].startswith(f"{name}-") for row in ROWS)} == set(game_names())


if __name__ == "__main__":
    for path in sorted(FOLDER.glob(f"{sys.argv[1]}-*.txt")):
        length = len(plies_of(path.read_text(encoding="utf-8")).plies)
        for ply in (0, length // 3, 2 * length // 3, length - 2):
            match = after(path.stem, ply)
            print(path.stem, ply, *(perft(match, depth) for depth in range(1, DEPTH + 1)))
