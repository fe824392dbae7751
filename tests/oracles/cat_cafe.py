"""An independent referee for Cat Café: its rules a second time, written from the rules text alone, slow and plain, to
compare the library with.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

Cell = tuple[int, int]  # tower 1 to 5, printed floor 1 to 6

BOX: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[2] / "demitasse" / "games" / "cat_cafe" / "box.toml").read_text(encoding="utf-8")
)
ITEMS: list[str] = BOX["items"]  # die face 1 is the first
TOWERS: dict[int, list[int]] = {number: tower["floors"] for number, tower in enumerate(BOX["tower"], 1)}
LARGER: dict[int, int] = {number: tower["bonus"][0] for number, tower in enumerate(BOX["tower"], 1)}
SMALLER: dict[int, int] = {number: tower["bonus"][1] for number, tower in enumerate(BOX["tower"], 1)}
CELLS: list[Cell] = [(tower, floor) for tower, floors in TOWERS.items() for floor in floors]  # CC-1
FACES = range(1, 7)
LAST_ROUND = 100  # CC-31
FULL_TOWERS_TO_END = 3  # CC-18
CHAIN_POINTS = {1: 2, 2: 6, 3: 12, 4: 20}  # CC-25


def neighbours(cell: Cell) -> set[Cell]:
    """CC-4: the cells that share an edge with this one; a post is no cell, so it separates."""
    tower, floor = cell
    beside = [floor, floor + 1] if tower % 2 == 1 else [floor - 1, floor]
    near = {(tower, floor - 1), (tower, floor + 1)}
    near |= {(other, level) for other in (tower - 1, tower + 1) for level in beside}
    return near & set(CELLS)


NEXT_TO: dict[Cell, set[Cell]] = {cell: neighbours(cell) for cell in CELLS}


def chains_with(start: Cell, mice: frozenset[Cell]) -> set[frozenset[Cell]]:
    """CC-25: every connected group of at most four of these mice that has `start` in it."""
    groups = {frozenset([start])}
    found = set(groups)
    for _ in range(max(CHAIN_POINTS) - 1):
        groups = {
            group | {cell}
            for group in groups
            for member in group
            for cell in NEXT_TO[member] & mice
            if cell not in group
        }
        found |= groups
    return found


@lru_cache(maxsize=200_000)
def mice_points(mice: frozenset[Cell]) -> int:
    """CC-25: the most that any split of the mice into chains scores; every split is tried, the chain of the first mouse
    first.
    """
    if not mice:
        return 0
    return max(CHAIN_POINTS[len(chain)] + mice_points(mice - chain) for chain in chains_with(min(mice), mice))


class Sheet:
    """What one seat has drawn and circled (CC-1 to CC-3)."""

    def __init__(self) -> None:
        self.drawn: dict[Cell, str] = {}
        self.cats: dict[str, int] = {}  # the cats chosen so far, with what they scored (CC-14)
        self.paws = BOX["paws_at_start"]  # circled and not crossed out
        self.paws_uncircled = BOX["paws"] - BOX["paws_at_start"]  # CC-3: a paw crossed out never comes back
        self.circled: dict[int, int] = {}  # tower -> the number circled (CC-16)
        self.crossed: set[int] = set()  # the towers whose larger number is crossed out (CC-17)

    def circle_paws(self, number: int) -> None:
        """CC-13, CC-15: as many as are left."""
        number = min(number, self.paws_uncircled)
        self.paws += number
        self.paws_uncircled -= number

    def full(self, tower: int) -> bool:
        return all((tower, floor) in self.drawn for floor in TOWERS[tower])

    def count(self, item: str) -> int:
        return list(self.drawn.values()).count(item)

    def cells_of(self, item: str) -> list[Cell]:
        return [cell for cell in self.drawn if self.drawn[cell] == item]

    def yarns(self, tower: int) -> int:
        return sum(1 for cell in self.cells_of("yarn") if cell[0] == tower)

    def has_house(self, tower: int) -> bool:
        return any(cell[0] == tower for cell in self.cells_of("house"))

    def bowl_points(self, cell: Cell) -> int:
        """CC-23: the different kinds of item next to a bowl."""
        return len({self.drawn[other] for other in NEXT_TO[cell] if other in self.drawn})

    def own_points(self) -> int:
        """Everything but yarn: CC-20, CC-22 to CC-26."""
        points = sum(self.cats.values())
        points += 3 * self.count("butterfly")
        points += sum(self.bowl_points(cell) for cell in self.cells_of("bowl"))
        points += sum(floor for _, floor in self.cells_of("cushion"))
        points += mice_points(frozenset(self.cells_of("mouse")))
        return points + sum(self.circled.values())


def paws_needed(own: int, centre: int, face: int, floor: int) -> int:
    """CC-11, CC-12: the fewest paws that make the two dice show item and floor, whichever die is which."""
    return min(abs(own - face) + abs(centre - floor), abs(own - floor) + abs(centre - face))


class Oracle:
    """A game of Cat Café, played ply by ply in the texts of the rules."""

    def __init__(self, seats: int, options: dict[str, object]) -> None:
        self.seats = seats
        self.first_takes_all = bool(options.get("first_takes_all", False))
        self.sheets = [Sheet() for _ in range(seats)]
        self.first = 0
        self.round = 1
        self.over = False
        self.filled_before: set[int] = set()  # the towers that some seat filled in an earlier round
        self.table: list[int] = []
        self.rolled = 0
        self.own: dict[int, int] = {}  # seat -> the die it took
        self.choices: dict[int, str] = {}  # seat -> what it said in this round

    @property
    def actor(self) -> int | Literal["*"] | None:
        if self.over:
            return None
        if self.rolled < self.seats + 1:
            return "*"
        done = len(self.own) if len(self.own) < self.seats else len(self.choices)
        return (self.first + done) % self.seats

    def outcomes(self) -> dict[str, int]:
        """Decision 1: one die."""
        return {f"roll {face}": 1 for face in FACES} if self.actor == "*" else {}

    def legal(self) -> set[str]:
        """Decisions 2 and 3."""
        seat = self.actor
        if seat is None or seat == "*":
            return set()
        if len(self.own) < self.seats:
            return {f"take {value}" for value in self.table}
        return {"pass"} | set(self._marks(seat))

    def _marks(self, seat: int) -> Iterator[str]:
        """CC-11, CC-12, CC-14: what the seat may draw, given its two dice and its paws."""
        sheet = self.sheets[seat]
        for cell in CELLS:
            for item in ITEMS:
                tower, floor = cell
                if cell in sheet.drawn or self._price(seat, item, floor) > sheet.paws:
                    continue
                if item != "house":
                    yield f"{item} t{tower}f{floor}"
                else:
                    yield from (f"house t{tower}f{floor} cat {cat}" for cat in ITEMS if cat not in sheet.cats)

    def _price(self, seat: int, item: str, floor: int) -> int:
        (centre,) = self.table  # CC-10: the one left
        return paws_needed(self.own[seat], centre, ITEMS.index(item) + 1, floor)

    def play(self, text: str) -> None:
        """Carry out a draw or a decision."""
        actor = self.actor
        if text not in (self.outcomes() if actor == "*" else self.legal()):
            raise ValueError(f"{text!r} is not possible for {actor}")
        if actor == "*":
            self.table.append(int(text.split()[1]))
            self.rolled += 1
            return
        assert isinstance(actor, int)
        if text.startswith("take "):
            value = int(text.split()[1])
            self.table.remove(value)
            self.own[actor] = value
            return
        self.choices[actor] = text
        if len(self.choices) == self.seats:
            self._carry_out()

    def _carry_out(self) -> None:
        """When all have chosen: marks and paws, then towers, then the end or the next round."""
        full_before = [{tower for tower in TOWERS if sheet.full(tower)} for sheet in self.sheets]
        for seat, text in self.choices.items():
            self._mark(seat, text)
        self._check_towers(full_before)
        three = any(sum(1 for tower in TOWERS if sheet.full(tower)) >= FULL_TOWERS_TO_END for sheet in self.sheets)
        if three or self.round == LAST_ROUND:  # CC-18, CC-31
            self.over = True
            return
        self.first = (self.first + 1) % self.seats
        self.round += 1
        self.table, self.rolled, self.own, self.choices = [], 0, {}, {}

    def _mark(self, seat: int, text: str) -> None:
        """CC-12 to CC-15 for one seat."""
        sheet = self.sheets[seat]
        if text == "pass":
            sheet.circle_paws(3)
            return
        words = text.split()
        item, cell = words[0], (int(words[1][1]), int(words[1][3]))
        sheet.paws -= self._price(seat, item, cell[1])
        sheet.drawn[cell] = item
        if item == "butterfly":
            sheet.circle_paws(2)
        if item == "house":
            sheet.cats[words[3]] = 2 * sheet.count(words[3])

    def _check_towers(self, full_before: list[set[int]]) -> None:
        """CC-16, CC-17 and the option first_takes_all."""
        for tower in TOWERS:
            filled = [
                seat for seat, sheet in enumerate(self.sheets) if sheet.full(tower) and tower not in full_before[seat]
            ]
            larger = []
            for seat in filled:
                sheet = self.sheets[seat]
                open_still = tower not in sheet.crossed and not (self.first_takes_all and tower in self.filled_before)
                if sheet.has_house(tower) and open_still:
                    larger.append(seat)
                    sheet.circled[tower] = LARGER[tower]
                else:
                    sheet.circled[tower] = SMALLER[tower]
            if larger:
                for seat, sheet in enumerate(self.sheets):
                    if seat not in larger:
                        sheet.crossed.add(tower)
            if filled:
                self.filled_before.add(tower)

    def scores(self) -> list[int]:
        """CC-20 to CC-27, as if the game ended now."""
        points = [sheet.own_points() for sheet in self.sheets]
        for tower in TOWERS:  # CC-21
            yarns = [sheet.yarns(tower) for sheet in self.sheets]
            for seat, number in enumerate(yarns):
                if number > 0:
                    points[seat] += 8 if number == max(yarns) else 3
        return points

    def winners(self) -> list[int]:
        """CC-30."""
        if not self.over:
            return []
        points = self.scores()
        return [seat for seat in range(self.seats) if points[seat] == max(points)]
