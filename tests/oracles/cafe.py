"""A second, independent and deliberately simple implementation of the rules of Café, to compare the library with ply by
ply.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

Place = tuple[int, int]  # x to the right, y down
Section = tuple[str, int]  # a card and the number of one of its six sections, row by row

COLOURS = "YBGR"
ROUNDS = 8
TURNS = (0, 90, 180, 270)
BOX = Path(__file__).parents[2] / "demitasse" / "games" / "cafe" / "box.toml"


@dataclass
class Card:
    """A card's six words, row by row, and its café."""

    words: list[str]
    star: bool = False
    needs: Counter[str] = field(default_factory=Counter)
    vp: int = 0

    @staticmethod
    def read(row: Mapping[str, Any]) -> Card:
        cafe = row.get("cafe", {"needs": "", "vp": 0})
        return Card(
            " ".join(row["face"]).split(), bool(row.get("star", False)), Counter(cafe["needs"]), int(cafe["vp"])
        )

    @property
    def cup(self) -> bool:
        return "u" in self.words

    @property
    def cafe(self) -> bool:
        return "c" in self.words


def kind(word: str) -> str:
    """What a section is for: grow, dry, roast, cup, ship, cafe, espresso or tart."""
    other = {"d": "dry", "o": "roast", "u": "cup", "s": "ship", "c": "cafe", "e": "espresso", "a": "grow"}
    if word in other:
        return other[word]
    return "tart" if word[0] == "p" else "grow"


def footprint(corner: Place, turn: int) -> list[Place]:
    """Where the six sections of a card lie that is turned clockwise and has its top left corner there (CF-13)."""
    places = []
    for number in range(6):
        row, column = divmod(number, 3)
        x, y = {0: (column, row), 90: (1 - row, column), 180: (2 - column, 1 - row), 270: (row, 2 - column)}[turn]
        places.append((corner[0] + x, corner[1] + y))
    return places


def reading(place: Place) -> tuple[int, int]:
    """Sort key: top row first, then from the left."""
    return place[1], place[0]


def text_of(place: Place) -> str:
    return f"{place[0]},{place[1]}"


@dataclass
class Action:
    """An action that was paid for and may go on: dry, roast or deliver."""

    kind: str
    group: frozenset[Place] = frozenset()  # where it fills; none for a delivery
    filled: set[Place] = field(default_factory=set)
    begun: Place | None = None  # a roasting section whose delivery must be finished


@dataclass
class Player:
    """A district and a company."""

    top: dict[Place, Section] = field(default_factory=dict)  # the visible sections
    cubes: dict[Place, list[str]] = field(default_factory=dict)  # on sections other than cafés
    served: dict[str, Counter[str]] = field(default_factory=dict)  # the cubes on a card's café
    warehouse: Counter[str] = field(default_factory=Counter)
    card: str = ""  # taken, not placed yet
    points: int = 0
    action: Action | None = None
    asked: list[Place] = field(default_factory=list)  # empty batch sections that still ask for a colour
    bid: int = 0  # confirmed
    laid: list[str] = field(default_factory=list)  # cubes laid out in the auction


class Oracle:
    """A game of Café. `options`: expresso, auction, promos, and box (the path of another box)."""

    def __init__(self, seats: int, options: Mapping[str, object]) -> None:
        self.seats = seats
        self.auction = bool(options.get("auction", False))
        self.expresso = bool(options.get("expresso", False))
        promos = options.get("promos", 0)
        assert isinstance(promos, int)
        assert not (self.auction and (self.expresso or seats == 1)), "CF-50; the auction is for 2 to 4"
        box = tomllib.loads(Path(str(options.get("box") or BOX)).read_text(encoding="utf-8"))
        self.cards: dict[str, Card] = {}
        for prefix, key in (("", "plan"), ("e", "expresso"), ("p", "promo")):
            self.cards.update({f"{prefix}{number}": Card.read(row) for number, row in enumerate(box[key], 1)})
        self.cards.update({f"start{number}": Card.read(row) for number, row in enumerate(box["start"])})
        self.supply: Counter[str] = Counter(dict.fromkeys(COLOURS, int(box.get("cubes", 35))))
        self.unseen = self._deck(len(box["plan"]), len(box["expresso"]), promos)
        self.players = [Player() for _ in range(seats)]
        for seat, player in enumerate(self.players):  # CF-1
            player.top = {place: (f"start{seat}", number) for number, place in enumerate(footprint((0, 0), 0))}
            for colour in COLOURS:
                self._take_from_supply(colour)
                player.warehouse[colour] += 1
        self.master = 0  # CF-3
        self.holder = 0  # of the token in an auction
        self.round = 1
        self.offer: list[str] = []
        self.phase = "plan"
        self.queue: list[int] = []  # the seats still to act in this phase
        self._start_round()

    def _deck(self, plans: int, expresso: int, promos: int) -> set[str]:
        """CF-2, CF-40, CF-50, CF-60: all the cards that may be seen."""
        names = [str(number) for number in range(1, plans + 1)]
        replaced = [name for name in names if self.cards[name].cafe and not self.cards[name].star][:promos]
        starless = self.auction or self.seats < 4
        deck = {name for name in names if name not in replaced and not (starless and self.cards[name].star)}
        deck |= {f"p{number}" for number in range(1, promos + 1)}
        if self.expresso:
            deck |= {f"e{number}" for number in range(1, expresso + 1)}
        return deck

    # What is the case ------------------------------------------------------------------------------------------------

    @property
    def actor(self) -> int | str | None:
        """The seat to act, "*" at a draw, None after the end."""
        if self.phase == "plan":
            return "*"
        return None if self.phase == "over" else self.queue[0]

    def outcomes(self) -> dict[str, int]:
        """CF-2: every unseen card is equally likely."""
        return {f"plan {name}": 1 for name in self.unseen} if self.phase == "plan" else {}

    def legal(self) -> set[str]:
        """The texts of the legal decisions."""
        if self.phase in ("plan", "over"):
            return set()
        options = {
            "draft": self._legal_draft,
            "auction": self._legal_auction,
            "ship": self._legal_ship,
            "take": self._legal_take,
            "place": self._legal_place,
            "act": self._legal_act,
        }[self.phase]
        return options(self.players[self.queue[0]])

    def scores(self) -> list[int]:
        """CF-30, CF-31 as if the game ended now."""
        return [self._score(player) for player in self.players]

    def winners(self) -> list[int]:
        """CF-32."""
        if self.phase != "over":
            return []
        keys = [(self._score(player), *self.tie_breaks(seat)) for seat, player in enumerate(self.players)]
        return [seat for seat, key in enumerate(keys) if key == max(keys)]

    def tie_breaks(self, seat: int) -> tuple[int, int]:
        """CF-32: a seat's cubes in roasting and in drying sections."""
        player = self.players[seat]
        return self._count_cubes(player, "roast"), self._count_cubes(player, "dry")

    def play(self, text: str) -> None:
        """Carry out a decision or a draw."""
        if self.phase == "plan":
            assert text in self.outcomes(), text
            self._play_plan(text)
            return
        assert text in self.legal(), text
        play = {
            "draft": self._play_draft,
            "auction": self._play_auction,
            "ship": self._play_ship,
            "take": self._play_take,
            "place": self._play_place,
            "act": self._play_act,
        }[self.phase]
        play(self.players[self.queue[0]], text.split())

    # The course of a round -------------------------------------------------------------------------------------------

    def _clockwise(self, first: int) -> list[int]:
        return [(first + step) % self.seats for step in range(self.seats)]

    def _start_round(self) -> None:
        """CF-10, CF-41: who is asked, in which order."""
        self.offer = []
        self.phase = "plan"
        self.queue = self._clockwise(self.master if self.auction else self.master + 1)

    def _shown(self) -> int:
        """CF-10, CF-41, CF-50: how many cards lie out."""
        if self.auction:
            return self.seats + 1
        return 4 if self.expresso else 3

    def _play_plan(self, text: str) -> None:
        name = text.split()[1]
        self.unseen.remove(name)
        self.offer.append(name)
        if len(self.offer) == self._shown():
            self.phase = "auction" if self.auction else "draft"
            if self.auction:
                self.holder = self.master
                for player in self.players:
                    player.bid, player.laid = 0, []

    def _start_districts(self) -> None:
        """CF-13: everyone places and acts, in the order of the draft."""
        self.offer = []
        self.queue = self._clockwise(self.master if self.auction else self.master + 1)
        self._start_turn()

    def _start_turn(self) -> None:
        """The first seat of the queue places its card, if it has one (CF-12), and acts; after the last the round is
        over.
        """
        if not self.queue:
            self.round += 1
            if self.round > ROUNDS:
                self.phase = "over"
                return
            if not self.auction:  # CF-3, CF-42
                self.master = (self.master + 1) % self.seats
            self._start_round()
            return
        player = self.players[self.queue[0]]
        if player.card:
            self.phase = "place"
        else:
            self._start_acts(player)

    def _start_acts(self, player: Player) -> None:
        """CF-15."""
        self.phase = "act"
        player.points = min(8, len(self._visible(player, "cup")))
        player.action, player.asked = None, []

    # Draft -----------------------------------------------------------------------------------------------------------

    def _legal_draft(self, player: Player) -> set[str]:
        """CF-11, CF-12."""
        texts = set()
        discount = len(self._visible(player, "ship")) >= 2
        for name in self.offer:
            if not self.cards[name].cup or discount:
                texts.add(f"take {name}")
            else:
                texts |= {f"take {name} pay {colour}" for colour in COLOURS if player.warehouse[colour] > 0}
        return texts or {f"discard {name}" for name in self.offer}

    def _play_draft(self, player: Player, words: list[str]) -> None:
        """CF-10: the card is replaced, but the master's."""
        self.offer.remove(words[1])
        if words[0] == "take":
            player.card = words[1]
        if len(words) == 4:
            player.warehouse[words[3]] -= 1
            self.supply[words[3]] += 1
        self.queue.pop(0)
        if self.queue:
            self.phase = "plan"
        else:
            self._start_districts()

    # Auction ---------------------------------------------------------------------------------------------------------

    def _least_bid(self, player: Player) -> int:
        """CF-41: as many as the holder's bid, more than one's own, at least 1."""
        return max(self.players[self.holder].bid, player.bid + 1, 1)

    def _legal_auction(self, player: Player) -> set[str]:
        """CF-41."""
        texts = set()
        if len(player.laid) + player.warehouse.total() >= self._least_bid(player):
            texts |= {f"stake {colour}" for colour in COLOURS if player.warehouse[colour] > 0}
        if len(player.laid) >= self._least_bid(player):
            texts.add("bid")
        if len(player.laid) == player.bid:
            texts.add("pass")
        return texts

    def _play_auction(self, player: Player, words: list[str]) -> None:
        """CF-41, CF-42."""
        seat = self.queue[0]
        if words[0] == "stake":
            player.warehouse[words[1]] -= 1
            player.laid.append(words[1])
            return
        self.queue.pop(0)
        if words[0] == "bid":
            player.bid = len(player.laid)
            self.holder = seat
            self.queue.append(seat)  # who passes is out
        if not self.queue:
            self.master = self.holder
            self.queue = self._clockwise(self.master)
            self.phase = "ship"
            self._skip_ships()

    def _empty_ships(self, player: Player) -> list[Place]:
        return [place for place in self._visible(player, "ship") if place not in player.cubes]

    def _skip_ships(self) -> None:
        """CF-43: who has no bid or no empty ship is not asked."""
        while self.queue:
            player = self.players[self.queue[0]]
            if player.laid and self._empty_ships(player):
                return
            self._lose_bid(player)
            self.queue.pop(0)
        self.phase = "take"
        self.queue = self._clockwise(self.master)

    def _lose_bid(self, player: Player) -> None:
        self.supply.update(player.laid)
        player.laid = []
        player.bid = 0

    def _legal_ship(self, player: Player) -> set[str]:
        """CF-43."""
        ships = self._empty_ships(player)
        return {"lose"} | {f"ship {colour} {text_of(place)}" for colour in player.laid for place in ships}

    def _play_ship(self, player: Player, words: list[str]) -> None:
        """CF-43."""
        if words[0] == "ship":
            player.laid.remove(words[1])
            player.cubes[self._place(words[2])] = [words[1]]
        self._lose_bid(player)
        self.queue.pop(0)
        self._skip_ships()

    def _legal_take(self, _player: Player) -> set[str]:
        """CF-44."""
        return {f"take {name}" for name in self.offer}

    def _play_take(self, player: Player, words: list[str]) -> None:
        """CF-44."""
        self.offer.remove(words[1])
        player.card = words[1]
        self.queue.pop(0)
        if not self.queue:
            self._start_districts()

    # Placing ---------------------------------------------------------------------------------------------------------

    def _legal_place(self, player: Player) -> set[str]:
        """CF-13, CF-14."""
        texts = set()
        cups = set(self._visible(player, "cup"))
        xs, ys = [x for x, _ in player.top], [y for _, y in player.top]
        for x in range(min(xs) - 3, max(xs) + 4):
            for y in range(min(ys) - 3, max(ys) + 4):
                for turn in TURNS:
                    covered = set(footprint((x, y), turn)) & player.top.keys()
                    if len(covered) in (2, 3, 4) and (self.cards[player.card].cup or cups - covered):
                        texts.add(f"place {x},{y} r{turn}")
        assert texts, "a card that can be placed nowhere"
        return texts

    def _play_place(self, player: Player, words: list[str]) -> None:
        """CF-13, CF-24, CF-43: what lies on covered sections goes."""
        for number, place in enumerate(footprint(self._place(words[1]), int(words[2][1:]))):
            if place in player.top:
                card = player.top[place][0]
                word = self._word(player, place)
                cubes = player.cubes.pop(place, [])
                (player.warehouse if kind(word) == "ship" else self.supply).update(cubes)
                if kind(word) == "cafe":
                    self.supply.update(player.served.pop(card, Counter()))
            player.top[place] = (player.card, number)
        player.card = ""
        self._start_acts(player)

    # Acting ----------------------------------------------------------------------------------------------------------

    def _legal_act(self, player: Player) -> set[str]:
        """CF-16, CF-20 to CF-26, CF-51, CF-52."""
        if player.asked:
            return {f"colour {colour}" for colour in COLOURS if self.supply[colour] > 0}
        if player.action and player.action.begun is not None:
            return self._legal_deliver(player, player.action.begun)
        texts = {"end"}
        if player.points > 0:
            texts |= {
                f"grow {text_of(min(group, key=reading))}"
                for group in self._groups(player, "grow")
                if self._can_grow(player, group)
            }
        texts |= self._legal_move(player, "dry", "grow") | self._legal_move(player, "roast", "dry")
        if player.points > 0 or (player.action and player.action.kind == "deliver"):
            for place in self._visible(player, "roast"):
                texts |= self._legal_deliver(player, place)
        for what in ("grow", "dry", "roast"):
            texts |= {f"drop {text_of(place)}" for place in self._visible(player, what) if place in player.cubes}
        return texts

    def _can_grow(self, player: Player, group: frozenset[Place]) -> bool:
        """CF-20: an empty section whose colour is in the supply."""
        for place in group:
            if place not in player.cubes:
                word = self._word(player, place)
                if any(self.supply[colour] > 0 for colour in (COLOURS if word == "a" else word[0])):
                    return True
        return False

    def _legal_move(self, player: Player, to: str, source: str) -> set[str]:
        """CF-21, CF-22, CF-25."""
        texts = set()
        for group in self._groups(player, to):
            going_on = player.action is not None and player.action.kind == to and player.action.group == group
            for target in group:
                for origin in self._visible(player, source):
                    if origin not in player.cubes:
                        continue
                    if target not in player.cubes:
                        possible = going_on or player.points > 0
                    else:
                        filled = player.action.filled if player.action is not None and going_on else set()
                        possible = target in filled and player.cubes[target][0] == player.cubes[origin][0]
                    if possible:
                        texts.add(f"{to} {text_of(target)} {text_of(origin)}")
        return texts

    def _legal_deliver(self, player: Player, origin: Place) -> set[str]:
        """CF-23, CF-24, CF-51: what one cube of a roasting section can do."""
        if origin not in player.cubes:
            return set()
        colour = player.cubes[origin][0]
        places = [
            min(places, key=reading)
            for card, places in self._cafes(player).items()
            if self._lacks(player, card)[colour] > 0
        ]
        places += [place for place in self._visible(player, "espresso") if place not in player.cubes]
        return {f"deliver {text_of(origin)} {text_of(place)}" for place in places} | {
            f"deliver {text_of(origin)} warehouse"
        }

    def _play_act(self, player: Player, words: list[str]) -> None:
        what = words[0]
        if what == "end":
            player.action = None
            self.queue.pop(0)
            self._start_turn()
        elif what == "drop":
            self.supply.update(player.cubes.pop(self._place(words[1])))
        elif what == "grow":
            self._play_grow(player, self._place(words[1]))
        elif what == "colour":
            player.cubes[player.asked.pop(0)] = self._take_from_supply(words[1])
            self._stop_asking(player)
        elif what == "deliver":
            self._play_deliver(player, self._place(words[1]), words[2])
        else:
            self._play_move(player, what, self._place(words[1]), self._place(words[2]))

    def _play_grow(self, player: Player, first: Place) -> None:
        """CF-20, CF-52, CF-53."""
        player.points -= 1
        player.action = None
        (group,) = (group for group in self._groups(player, "grow") if first in group)
        empty = sorted((place for place in group if place not in player.cubes), key=reading)
        for place in empty:
            word = self._word(player, place)
            if word != "a":
                cubes = [cube for colour in word for cube in self._take_from_supply(colour)]
                if cubes:
                    player.cubes[place] = cubes
        player.asked = [place for place in empty if self._word(player, place) == "a"]
        self._stop_asking(player)

    def _stop_asking(self, player: Player) -> None:
        """CF-52: no colour is asked when the supply has none."""
        if not any(self.supply[colour] > 0 for colour in COLOURS):
            player.asked = []

    def _open(self, player: Player, what: str, group: frozenset[Place]) -> Action:
        """The open action if the ply goes on with it, or a new one that is paid for."""
        if player.action is None or player.action.kind != what or player.action.group != group:
            player.points -= 1
            player.action = Action(what, group)
        return player.action

    def _play_move(self, player: Player, what: str, target: Place, origin: Place) -> None:
        """CF-21, CF-22."""
        (group,) = (group for group in self._groups(player, what) if target in group)
        action = self._open(player, what, group)
        action.filled.add(target)
        player.cubes[target] = player.cubes.get(target, []) + player.cubes.pop(origin)

    def _play_deliver(self, player: Player, origin: Place, to: str) -> None:
        """CF-23, CF-51."""
        action = self._open(player, "deliver", frozenset())
        if to == "warehouse":
            player.warehouse.update(player.cubes.pop(origin))
        else:
            cube = player.cubes[origin].pop()
            if not player.cubes[origin]:
                del player.cubes[origin]
            place = self._place(to)
            if kind(self._word(player, place)) == "espresso":
                player.cubes[place] = [cube]
            else:
                player.served.setdefault(player.top[place][0], Counter())[cube] += 1
        action.begun = origin if origin in player.cubes else None

    # Looking at a district -------------------------------------------------------------------------------------------

    @staticmethod
    def _place(text: str) -> Place:
        x, y = text.split(",")
        return int(x), int(y)

    def _take_from_supply(self, colour: str) -> list[str]:
        """One cube of a colour, or none if it is out."""
        if self.supply[colour] == 0:
            return []
        self.supply[colour] -= 1
        return [colour]

    def _word(self, player: Player, place: Place) -> str:
        card, number = player.top[place]
        return self.cards[card].words[number]

    def _visible(self, player: Player, what: str) -> list[Place]:
        """The visible sections of a kind."""
        return [place for place in player.top if kind(self._word(player, place)) == what]

    def _count_cubes(self, player: Player, what: str) -> int:
        return sum(len(player.cubes.get(place, [])) for place in self._visible(player, what))

    def _groups(self, player: Player, what: str) -> list[frozenset[Place]]:
        """The groups of orthogonally connected visible sections of a kind."""
        rest = set(self._visible(player, what))
        groups = []
        while rest:
            group: set[Place] = set()
            todo = [rest.pop()]
            while todo:
                x, y = todo.pop()
                group.add((x, y))
                for place in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                    if place in rest:
                        rest.remove(place)
                        todo.append(place)
            groups.append(frozenset(group))
        return groups

    def _cafes(self, player: Player) -> dict[str, list[Place]]:
        """CF-24: the cafés that are wholly visible, by their card."""
        seen: dict[str, list[Place]] = {}
        for place in self._visible(player, "cafe"):
            seen.setdefault(player.top[place][0], []).append(place)
        return {card: places for card, places in seen.items() if len(places) == self.cards[card].words.count("c")}

    def _lacks(self, player: Player, card: str) -> Counter[str]:
        """The cubes a café still needs."""
        return self.cards[card].needs - player.served.get(card, Counter())

    # Scoring ---------------------------------------------------------------------------------------------------------

    def _score(self, player: Player) -> int:
        """CF-30, CF-31, CF-43, CF-51, CF-54."""
        complete = {card: places for card, places in self._cafes(player).items() if not self._lacks(player, card)}
        cafes = sum(self.cards[card].vp for card in complete)
        warehouse = Counter(player.warehouse)
        for place in self._visible(player, "ship"):
            warehouse.update(player.cubes.get(place, []))
        return (
            cafes
            + self._best_tarts(player, self._visible(player, "tart"), complete)
            + self._best_warehouse(player, warehouse)
        )

    def _best_tarts(self, player: Player, tarts: list[Place], cafes: dict[str, list[Place]]) -> int:
        """CF-54: one tart a café, one café a tart; the best way to do so."""
        if not tarts:
            return 0
        (x, y), rest = tarts[0], tarts[1:]
        best = self._best_tarts(player, rest, cafes)
        for card, places in cafes.items():
            if {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & set(places):
                others = {other: places for other, places in cafes.items() if other != card}
                best = max(best, int(self._word(player, (x, y))[1:]) + self._best_tarts(player, rest, others))
        return best

    def _best_warehouse(self, player: Player, warehouse: Counter[str]) -> int:
        """CF-31, CF-51: each espresso cube is exchanged for the best one that the supply has, its own included."""
        own = [cube for place in self._visible(player, "espresso") for cube in player.cubes.get(place, [])]
        supply = self.supply + Counter(own)
        best = 0
        for chosen in combinations_with_replacement(COLOURS, len(own)):
            if Counter(chosen) <= supply:
                counts = sorted((warehouse + Counter(chosen))[colour] for colour in COLOURS)
                best = max(best, 2 * counts[0] + counts[1])
        return best
