"""The line around cells: closed, inside the cells, one for every hole."""

import re

import pytest

from demitasse.core.border import border

SQUARE = {(0, 0)}
RING = {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}
CORNERS = {(0, 0), (1, 1)}  # they touch at a corner only


def corners(path: str) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in re.findall(r"Q(-?\d+) (-?\d+)", path)]


@pytest.mark.parametrize(
    ("cells", "lines", "turns"), [(SQUARE, 1, 4), (RING, 2, 8), (CORNERS, 2, 8), ({(0, 0), (1, 0), (0, 1)}, 1, 6)]
)
def test_every_line_is_closed(cells: set[tuple[int, int]], lines: int, turns: int) -> None:
    path = border(cells, 80, 2, 10)
    assert path.count("M") == path.count("Z") == lines
    assert len(corners(path)) == turns


def test_the_line_runs_inside_the_cells() -> None:
    assert sorted(corners(border(SQUARE, 80, 2, 10))) == [(2, 2), (2, 78), (78, 2), (78, 78)]
    hole = {(x, y) for x, y in corners(border(RING, 80, 2, 10)) if 50 < x < 190 and 50 < y < 190}
    assert hole == {(78, 78), (78, 162), (162, 78), (162, 162)}
