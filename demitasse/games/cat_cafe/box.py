"""The sheet of Cat Café, checked, as tables: its cells, what lies beside them, every chain of mice it has room for."""

from collections.abc import Iterator
from typing import Any

from demitasse.core.box import Box, Contents
from demitasse.core.errors import BadBox
from demitasse.core.fields import Field, Fields

TOWERS = 5
FLOORS = 6
# Places for a cell: tower by tower from the left, each from the ground; a sheet has a cell at some of them
CELLS = TOWERS * FLOORS
MAX_CELLS = 24  # cells of a sheet: as many as the search for the best chains has room for
ITEMS = 6
ITEM_NAMES = ("house", "yarn", "butterfly", "bowl", "cushion", "mouse")  # by die face
LONGEST_CHAIN = 4  # CC-25
# Room for the chains whose first cell is a given one: 44 of four, 11 of three, 3 of two and the cell alone
CHAINS_OF_A_CELL = 64
MAX_PAWS = 100
MAX_BONUS = 1000
PRINTED_FLOORS = ((1, 2, 3, 5), (1, 2, 3, 4, 5, 6), (1, 2, 4, 5, 6), (1, 2, 3, 4, 5, 6), (1, 3, 4))
PRINTED_BONUS = ((6, 4), (9, 5), (7, 3), (8, 4), (3, 2))
PRINTED_PAWS = 18
PRINTED_PAWS_AT_START = 1

FIELDS = Fields(
    {"tower": TOWERS, "cell": CELLS, "size": 2, "chain": CHAINS_OF_A_CELL},
    Field("paws", "i8", "paws of a sheet"),
    Field("paws_at_start", "i8", "paws circled at the start"),
    Field("cells", "i8", "the cells of the sheet, as bits"),
    Field("tower", "i4", "the cells of a tower, as bits", ("tower",)),
    Field("bonus", "i2", "the numbers on top of a tower: the smaller, then the larger", ("tower", "size")),
    Field("beside", "i4", "the cells that share an edge with a cell, as bits", ("cell",)),
    Field("chains", "i1", "how many chains have a cell as their first", ("cell",)),
    Field("chain", "i4", "those chains, the longest first, as bits", ("cell", "chain")),
    Field("chain_length", "i1", "and how many mice each has", ("cell", "chain")),
)


def read(contents: Contents) -> Box:
    """The sheet in a TOML file of our form."""
    contents.only(contents.toml, ("items", "paws", "paws_at_start", "tower"), "the box")
    items = contents.get(contents.toml, "items", list, "the box")
    if items != list(ITEM_NAMES):
        raise BadBox(f"items is {items!r}; expected {list(ITEM_NAMES)!r}, by die face")
    _read_paws(contents)
    for tower, row in enumerate(contents.rows("tower", TOWERS, TOWERS)):
        _read_tower(contents, tower, row)
    if (cells := int(contents.record.cells).bit_count()) > MAX_CELLS:
        raise BadBox(f"the sheet has {cells} cells; expected at most {MAX_CELLS}")
    _fill_neighbours(contents.record)
    _fill_chains(contents.record)
    return Box(contents.records, {}, contents.text, contents.differs)


def cell_at(tower: int, floor: int) -> int:
    """The number of a place; towers and floors count from 0."""
    return tower * FLOORS + floor


def _read_paws(contents: Contents) -> None:
    b = contents.record
    b.paws = contents.count(contents.toml, "paws", 0, MAX_PAWS, "the box")
    b.paws_at_start = contents.count(contents.toml, "paws_at_start", 0, int(b.paws), "the box")
    contents.compare("paws", int(b.paws), PRINTED_PAWS)
    contents.compare("paws at the start", int(b.paws_at_start), PRINTED_PAWS_AT_START)


def _read_tower(contents: Contents, tower: int, row: dict[str, Any]) -> None:
    b = contents.record
    where = f"tower {tower + 1}"
    contents.only(row, ("floors", "post", "bonus"), where)
    floors = _numbers(contents, row, "floors", 1, FLOORS, where)
    if not floors or len(set(floors)) != len(floors):
        raise BadBox(f"{where}: floors is {floors}; expected at least one floor, each once")
    if "post" in row and contents.count(row, "post", 1, FLOORS, where) in floors:
        raise BadBox(f"{where}: floor {row['post']} has a post, so nothing is drawn there; leave it out of floors")
    bonus = _numbers(contents, row, "bonus", 0, MAX_BONUS, where)
    if len(bonus) != 2 or bonus[0] <= bonus[1]:
        raise BadBox(f"{where}: bonus is {bonus}; expected two numbers, the larger first")
    for floor in range(FLOORS):
        has_cell = floor + 1 in floors
        b.tower[tower] |= has_cell << cell_at(tower, floor)
        contents.compare(f"cells at t{tower + 1}f{floor + 1}", int(has_cell), int(floor + 1 in PRINTED_FLOORS[tower]))
    b.cells |= b.tower[tower]
    for size, (number, printed) in enumerate(zip(reversed(bonus), reversed(PRINTED_BONUS[tower]), strict=True)):
        b.bonus[tower, size] = number
        contents.compare(f"a number of {where}", number, printed)


def _numbers(contents: Contents, row: dict[str, Any], key: str, low: int, high: int, where: str) -> list[int]:
    """A list of whole numbers from low to high."""
    values: list[int] = contents.get(row, key, list, where)
    for value in values:
        contents.count({key: value}, key, low, high, where)
    return values


def _fill_neighbours(b: Any) -> None:
    """CC-4: towers 1, 3 and 5 stand half a cell higher than those between them."""
    for tower in range(TOWERS):
        beside = (0, 1) if tower % 2 == 0 else (-1, 0)
        for floor in range(FLOORS):
            near = [
                (tower, floor - 1),
                (tower, floor + 1),
                *((tower + side, floor + up) for side in (-1, 1) for up in beside),
            ]
            places = [cell_at(*at) for at in near if at[0] in range(TOWERS) and at[1] in range(FLOORS)]
            b.beside[cell_at(tower, floor)] = sum(1 << place for place in places) & int(b.cells)


def _fill_chains(b: Any) -> None:
    """Every connected group of up to four cells, under its first cell, the longest first."""
    groups = {1 << cell for cell in _bits(int(b.cells))}
    levels = [groups]
    for _ in range(1, LONGEST_CHAIN):
        groups = {
            group | 1 << added
            for group in groups
            for cell in _bits(group)
            for added in _bits(int(b.beside[cell]) & ~group)
        }
        levels.append(groups)
    for groups in reversed(levels):
        for group in sorted(groups):
            first = next(_bits(group))
            b.chain[first, b.chains[first]] = group
            b.chain_length[first, b.chains[first]] = group.bit_count()
            b.chains[first] += 1


def _bits(cells: int) -> Iterator[int]:
    return (cell for cell in range(CELLS) if cells >> cell & 1)
