"""An independent referee for Coffee Rush: a second, plain implementation written from the numbered rules alone, to
compare the library with.
"""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Actor = int | Literal["*"] | None
Cell = tuple[int, int]  # column, row, each 0 to 3
Recipe = tuple[str, ...]  # ingredients, sorted
Asking = Generator[
    tuple[int | Literal["*"], dict[str, int]], str, str
]  # a ply: who, and the possible texts with their weights
Playing = Generator[tuple[int | Literal["*"], dict[str, int]], str, None]  # a stretch of plies

OUR_BOX = Path(__file__).resolve().parents[2] / "demitasse" / "games" / "coffee_rush" / "box.toml"
INGREDIENTS = ("coffee", "steam", "milk", "ice", "caramel", "chocolate", "water", "tea")
UPGRADES = ("pawns", "diagonal", "corners", "specialties")
CORNERS = ((0, 0), (3, 0), (0, 3), (3, 3))
CELLS: tuple[Cell, ...] = tuple((column, row) for row in range(4) for column in range(4))


@dataclass
class Player:
    """What lies in front of a player (CR-2)."""

    cups: dict[int, Counter[str]] = field(default_factory=lambda: {1: Counter(), 2: Counter(), 3: Counter()})
    zones: dict[int, list[str]] = field(
        default_factory=lambda: {1: [], 2: [], 3: [], 4: []}
    )  # names in the order dealt
    pawns: list[Cell] = field(default_factory=list)
    active: set[str] = field(default_factory=set)
    pile: int = 0  # served orders that still lie there
    served: int = 0  # all orders served in the game (CR-41)
    penalties: int = 0
    rush: int = 0


class Oracle:
    """One game of Coffee Rush; `actor`, `legal`, `outcomes` and `play` go through it ply by ply."""

    def __init__(self, seats: int, options: dict[str, object]) -> None:
        path = options.get("box")
        box = tomllib.loads(
            Path(os.fspath(path) if isinstance(path, (str, os.PathLike)) else OUR_BOX).read_text(encoding="utf-8")
        )
        self.seats = seats
        self.less_luck = bool(options.get("less_luck"))
        self.board: dict[Cell, str] = {(column, row): box["board"][row][column] for column, row in CELLS}
        self.specialty: set[str] = set(box["specialty"])
        self.supply: dict[str, int] = {name: box["stock"][name] for name in INGREDIENTS}  # CR-1
        self.rush: int = box["stock"]["rush"]
        self.deck: dict[str, int] = {order["name"]: order["copies"] for order in box["order"]}
        self.recipe: dict[str, Recipe] = {order["name"]: tuple(sorted(order["ingredients"])) for order in box["order"]}
        self.special: set[str] = {order["name"] for order in box["order"] if order.get("special", False)}
        self.closed = False
        self.players = [Player() for _ in range(seats)]
        self._game = self._whole_game()
        self._actor: Actor = None
        self._texts: dict[str, int] = {}
        self._advance(None)

    # What is the case ------------------------------------------------------------------------------------------------

    @property
    def actor(self) -> Actor:
        """The seat to act, "*" at a draw, None when the game is over."""
        return self._actor

    def legal(self) -> set[str]:
        """The texts of the legal decisions; none at a draw or after the end."""
        return set(self._texts) if isinstance(self._actor, int) else set()

    def outcomes(self) -> dict[str, int]:
        """The weights of the possible outcomes; none at a decision."""
        return dict(self._texts) if self._actor == "*" else {}

    def play(self, text: str) -> None:
        """Carry out a decision or a draw."""
        if text not in self._texts:
            raise ValueError(f"{text!r} is not possible now: {sorted(self._texts)}")
        self._advance(text)

    def scores(self) -> list[int]:
        """CR-40: served pile, two for each active upgrade, less the penalties."""
        return [player.pile + 2 * len(player.active) - player.penalties for player in self.players]

    def winners(self) -> list[int]:
        """CR-41: the best score, then more orders served in the game, then more rush tokens, then shared."""
        if self._actor is not None:
            return []
        ranks = [(score, player.served, player.rush) for score, player in zip(self.scores(), self.players, strict=True)]
        return [seat for seat in range(self.seats) if ranks[seat] == max(ranks)]

    def _advance(self, text: str | None) -> None:
        try:
            self._actor, self._texts = next(self._game) if text is None else self._game.send(text)
        except StopIteration:
            self._actor, self._texts = None, {}

    # The game --------------------------------------------------------------------------------------------------------

    def _whole_game(self) -> Playing:
        """Set-up, then turns until CR-25 ends the game."""
        yield from self._deal_first_orders()
        yield from self._place_pawns()
        seat = 0
        while True:
            yield from self._turn(seat)
            if not any(orders for player in self.players for orders in player.zones.values()):  # CR-26
                self.closed = True
            if self.closed and seat == self.seats - 1:  # CR-25, CR-55
                return
            seat = (seat + 1) % self.seats

    def _ask(self, seat: int, texts: list[str]) -> Asking:
        """A decision of a seat."""
        answer: str = yield seat, dict.fromkeys(texts, 1)
        return answer

    def _draw(self, seat: int, zone: int, pile: dict[str, int]) -> Playing:
        """A card from a pile into a zone, each copy equally likely; a draw from an empty pile is no ply."""
        weights = {f"order {name}": copies for name, copies in pile.items() if copies > 0}
        if weights:
            answer = yield "*", weights
            name = answer.removeprefix("order ")
            pile[name] -= 1
            self.players[seat].zones[zone].append(name)

    def _deck_is_empty(self) -> bool:
        return sum(self.deck.values()) == 0

    def _take(self, ingredient: str, wanted: int) -> int:
        """CR-12: take from the supply what there is."""
        taken = min(wanted, self.supply[ingredient])
        self.supply[ingredient] -= taken
        return taken

    def _give_rush(self, seat: int, wanted: int) -> None:
        """CR-19, CR-23: rush tokens as far as there are any."""
        given = min(wanted, self.rush)
        self.rush -= given
        self.players[seat].rush += given

    def _empty(self, cup: Counter[str]) -> None:
        """A cup's content goes back to the supply."""
        for ingredient, number in cup.items():
            self.supply[ingredient] += number
        cup.clear()

    # Set-up ----------------------------------------------------------------------------------------------------------

    def _deal_first_orders(self) -> Playing:
        """CR-3, or CR-5 with less_luck."""
        if not self.less_luck:
            for seat in range(self.seats):
                for zone in (1, 1, 2) if seat == 0 else (1, 2):
                    yield from self._draw(seat, zone, self.deck)
            return
        apart: dict[str, int] = {name: self.deck.pop(name) for name in ("Ristretto", "Espresso") if name in self.deck}
        for seat in range(self.seats):
            yield from self._draw(seat, 1, apart)
        for seat in range(self.seats):
            yield from self._draw(seat, 2, self.deck)
        yield from self._draw(0, 1, self.deck)

    def _place_pawns(self) -> Playing:
        """CR-4, CR-50: pawns on free cells, then the ingredients of the cells into cups."""
        for seat in (1, 0, 1, 0) if self.seats == 2 else range(self.seats - 1, -1, -1):
            taken = self._all_pawns()
            answer = yield from self._ask(seat, [f"place {cell_text(cell)}" for cell in CELLS if cell not in taken])
            self.players[seat].pawns.append(text_cell(answer.removeprefix("place ")))
        for seat, player in enumerate(self.players):
            cups = [1]
            if self.seats == 2:
                answer = yield from self._ask(seat, ["together", "apart"])
                cups = [1, 1] if answer == "together" else [1, 2]
            for pawn, cup in zip(player.pawns, cups, strict=True):
                ingredient = self.board[pawn]
                player.cups[cup][ingredient] += self._take(ingredient, 1)

    def _all_pawns(self) -> list[Cell]:
        return [pawn for player in self.players for pawn in player.pawns]

    # A turn ----------------------------------------------------------------------------------------------------------

    def _turn(self, seat: int) -> Playing:
        """The five phases in their order."""
        yield from self._upgrade(seat)
        taken: Counter[str] = Counter()
        yield from self._move(seat, taken)
        yield from self._pour(seat, taken)
        yield from self._serve(seat)
        yield from self._time_passes(seat)

    def _upgrade(self, seat: int) -> Playing:
        """CR-10: once a turn, 3 served orders for a face-down upgrade."""
        player = self.players[seat]
        face_down = [name for name in UPGRADES if name not in player.active]
        if player.pile < 3 or not face_down:
            return
        answer = yield from self._ask(seat, [f"upgrade {name}" for name in face_down] + ["keep"])
        if answer != "keep":
            player.pile -= 3
            player.active.add(answer.removeprefix("upgrade "))

    def _move(self, seat: int, taken: Counter[str]) -> Playing:
        """CR-11 to CR-14, CR-51: 1 to 3 steps with one pawn and one more for each rush token returned; CR-16 before."""
        player = self.players[seat]
        moving: int | None = None  # which of the seat's pawns
        made = 0
        while True:
            texts: list[str] = []
            for number, start in enumerate(player.pawns):
                if moving not in (None, number) or (made >= 3 and player.rush == 0):
                    continue
                others = self._other_pawns(seat, number)
                held = player.rush - (1 if made >= 3 else 0)
                left = max(0, 3 - (made + 1)) + held
                texts += [
                    f"{cell_text(start)}-{cell_text(to)}"
                    for to in neighbours(player, start)
                    if can_stop(player, to, others, left)
                ]
            if moving is None:
                texts += [f"empty {number}" for number, cup in player.cups.items() if cup.total() > 0]
            elif player.pawns[moving] not in self._other_pawns(seat, moving):
                texts.append("stop")
            answer = yield from self._ask(seat, texts)
            if answer == "stop":
                return
            if answer.startswith("empty "):
                self._empty(player.cups[int(answer.removeprefix("empty "))])
                continue
            start, to = (text_cell(text) for text in answer.split("-"))
            if moving is None:
                moving = player.pawns.index(start)
            if made >= 3:  # CR-14
                player.rush -= 1
                self.rush += 1
            made += 1
            player.pawns[moving] = to
            ingredient = self.board[to]
            amount = 1  # CR-12, CR-30, CR-32, CR-33, CR-52
            if "pawns" in player.active and to in self._other_pawns(seat, moving):
                amount *= 2
            if "corners" in player.active and to in CORNERS:
                amount *= 2
            if "specialties" in player.active and ingredient in self.specialty:
                amount *= 2
            taken[ingredient] += self._take(ingredient, amount)

    def _other_pawns(self, seat: int, number: int) -> set[Cell]:
        """Where all pawns but this one stand, the seat's own second pawn included."""
        return {
            pawn
            for s, player in enumerate(self.players)
            for n, pawn in enumerate(player.pawns)
            if (s, n) != (seat, number)
        }

    def _pour(self, seat: int, taken: Counter[str]) -> Playing:
        """CR-15 to CR-17: empty cups, then each token into a cup or back."""
        cups = self.players[seat].cups
        while full := [number for number, cup in cups.items() if cup.total() > 0]:
            answer = yield from self._ask(seat, [f"empty {number}" for number in full] + ["pour"])
            if answer == "pour":
                break
            self._empty(cups[int(answer.removeprefix("empty "))])
        for ingredient in INGREDIENTS:
            for _ in range(taken[ingredient]):
                answer = yield from self._ask(seat, [f"{ingredient} {where}" for where in (1, 2, 3, "back")])
                where = answer.removeprefix(f"{ingredient} ")
                if where == "back":
                    self.supply[ingredient] += 1
                else:
                    cups[int(where)][ingredient] += 1

    def _serve(self, seat: int) -> Playing:
        """CR-18 to CR-21, CR-53: serve, then the next players draw."""
        player = self.players[seat]
        number = 0
        while True:
            # The order that each text would serve: the one dealt first with that recipe in that zone.
            choices: dict[str, str] = {}
            for cup, content in player.cups.items():
                for zone, orders in player.zones.items():
                    for name in orders:
                        if self.recipe[name] == tuple(sorted(content.elements())):
                            choices.setdefault(f"serve {cup} z{zone}", name)
            if not choices:
                break
            answer = yield from self._ask(seat, [*choices, "done"])
            if answer == "done":
                break
            _, cup_text, zone_text = answer.split()
            name = choices[answer]
            player.zones[int(zone_text.removeprefix("z"))].remove(name)
            self._empty(player.cups[int(cup_text)])
            player.pile += 1
            player.served += 1
            number += 1
            if name in self.special:
                self._give_rush(seat, 1)
        for distance in (1,) if self.seats == 2 else (1, 2):
            for _ in range(number):
                yield from self._draw((seat + distance) % self.seats, 1, self.deck)
        if number > 0 and self._deck_is_empty():
            self.closed = True

    def _time_passes(self, seat: int) -> Playing:
        """CR-22 to CR-24, then CR-54 with two players."""
        player = self.players[seat]
        late = len(player.zones[4])
        player.zones = {1: [], 2: player.zones[1], 3: player.zones[2], 4: player.zones[3]}
        player.penalties += late
        self._give_rush(seat, late)
        if player.penalties >= 5:
            self.closed = True
        if self.seats == 2:
            yield from self._draw(seat, 1, self.deck)
            if self._deck_is_empty():
                self.closed = True


def cell_text(cell: Cell) -> str:
    """The name of a cell: column a to d, row 1 to 4."""
    return "abcd"[cell[0]] + "1234"[cell[1]]


def text_cell(text: str) -> Cell:
    """The cell of a name."""
    return "abcd".index(text[0]), "1234".index(text[1])


def neighbours(player: Player, cell: Cell) -> list[Cell]:
    """CR-11, CR-31: the cells one step away."""
    reach = []
    for other in CELLS:
        across, down = abs(other[0] - cell[0]), abs(other[1] - cell[1])
        if across + down == 1 or ("diagonal" in player.active and across == 1 and down == 1):
            reach.append(other)
    return reach


def can_stop(player: Player, cell: Cell, others: set[Cell], left: int) -> bool:
    """CR-13: whether a cell without another pawn can be reached from here with the steps left."""
    if cell not in others:
        return True
    return left > 0 and any(can_stop(player, to, others, left - 1) for to in neighbours(player, cell))
