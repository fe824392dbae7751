"""A second, independent implementation of the rules of Kanban Menu, slow and plain, to referee the library's own.

The rules are written as one generator that runs from set-up to scoring: it yields who is asked and what may be
answered, and is sent the
answer. Rule numbers (KM-n) are those of the rules text.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any, Literal

BOX = Path(__file__).resolve().parents[2] / "demitasse" / "games" / "kanban_menu" / "box.toml"
MATERIALS = ("drink", "produce", "sweets", "main")
YELLOW = "yellow"
KINDS = (*MATERIALS, YELLOW)
CARDS = (1, 2, 3, 4, 5, 6)
DEALT = {1: 1, 2: 2, 3: 2, 4: 2, 5: 2, 6: 1}  # KM-2
DISPLAY = 4  # KM-3
ROOM = 6  # KM-14
MOST_TOKENS, MOST_MONEY = 10, 15  # KM-20
YELLOW_MONEY = 2
TRADES = 3
ROUNDS = 200  # KM-33

Actor = int | Literal["*"] | None
Ask = tuple[int | Literal["*"], dict[str, int]]  # who is asked; the possible answers, with their weights at a draw
Play = Generator[Ask, str, None]


class Player:
    """What lies in front of one seat."""

    def __init__(self) -> None:
        self.tokens: Counter[str] = Counter()
        self.money = 0
        self.vp = 0
        self.hand: list[str] = []
        self.developed: list[str] = []

    def earn(self, amount: int) -> None:
        """KM-20: money over 15 is lost."""
        self.money = min(MOST_MONEY, self.money + amount)

    def gain(self, gains: dict[str, int]) -> None:
        """Money and VP, as a menu card lists them."""
        self.earn(gains.get("money", 0))
        self.vp += gains.get("vp", 0)

    def can_pay(self, price: dict[str, int]) -> bool:
        """Whether tokens, money and VP are there (KM-13: VP do not go below 0)."""
        return all(self._holds(what) >= n for what, n in price.items())

    def _holds(self, what: str) -> int:
        return self.money if what == "money" else self.vp if what == "vp" else self.tokens[what]


class Oracle:
    """A game of Kanban Menu; `actor`, `legal` and `outcomes` say what is asked now, `play` answers it."""

    def __init__(self, seats: int, options: dict[str, object]) -> None:
        box: dict[str, Any] = tomllib.loads(BOX.read_text(encoding="utf-8"))
        self.seats = seats
        self.first_edition = bool(options.get("first_edition", False))
        self.menu: dict[str, dict[str, Any]] = {
            unicodedata.normalize("NFC", card["name"]): card for card in box["menu"]
        }
        self.prices: dict[str, int] = box["trading"]
        self.end_vp: int = box["end"]["first_edition"]["vp"] if self.first_edition else box["end"]["vp"]
        self.bag: Counter[str] = Counter(box["tokens"])  # KM-1
        self.used_area: Counter[str] = Counter()  # KM-5
        self.on_card: dict[int, list[str]] = {card: [] for card in CARDS}
        self.deck: set[str] = set(self.menu)
        self.display: list[str] = []
        self.players = [Player() for _ in range(seats)]  # KM-3
        self.seat = 0  # whose turn it is
        self._game = self._whole_game()
        self._ask: Ask | None = next(self._game)

    # What is asked ----------------------------------------------------------------------------------------------------

    @property
    def actor(self) -> Actor:
        """The seat to decide, "*" at a draw, None when the game is over."""
        return None if self._ask is None else self._ask[0]

    def legal(self) -> set[str]:
        """The texts of the decision that is due."""
        return set() if self._ask is None or self._ask[0] == "*" else set(self._ask[1])

    def outcomes(self) -> dict[str, int]:
        """The texts of the draw that is due, with their weights."""
        return dict(self._ask[1]) if self._ask is not None and self._ask[0] == "*" else {}

    def play(self, text: str) -> None:
        """Answer the decision or draw that is due."""
        if self._ask is None or text not in self._ask[1]:
            raise ValueError(f"{text!r} is not possible now")
        try:
            self._ask = self._game.send(text)
        except StopIteration:
            self._ask = None

    def scores(self) -> list[int]:
        """KM-31, KM-32: VP, and 1 more for every full $3 after all materials are sold."""
        sells = self.prices["material_sells_for"]
        return [player.vp + (player.money + sells * player.tokens.total()) // 3 for player in self.players]

    def winners(self) -> list[int]:
        """KM-32: most VP, then most developed cards, then shared."""
        if self._ask is not None:
            return []
        ranks = [(score, len(player.developed)) for score, player in zip(self.scores(), self.players, strict=True)]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]

    # The game ---------------------------------------------------------------------------------------------------------

    def _whole_game(self) -> Play:
        yield from self._deal()
        yield from self._refill()
        yield from self._start_tokens()
        for _ in range(ROUNDS):  # KM-33
            last = False
            for seat in range(self.seats):
                self.seat = seat
                yield from self._turn(seat)
                last = last or self.players[seat].vp >= self.end_vp
            if last:  # KM-30: the round is played to its end
                return

    def _deal(self) -> Play:
        """KM-2: random tokens onto cards 1 to 6."""
        for card in CARDS:
            for _ in range(DEALT[card]):
                kind = yield from self._draw()
                self.on_card[card].append(kind)

    def _refill(self) -> Play:
        """KM-3, KM-12 (5): the display is filled up to 4 as long as there is a deck."""
        while len(self.display) < DISPLAY and self.deck:
            text = yield "*", {f"menu {name}": 1 for name in self.deck}
            name = text.removeprefix("menu ")
            self.deck.remove(name)
            self.display.append(name)

    def _start_tokens(self) -> Play:
        """KM-4: one token of each kind is out; everyone picks one, the start player last."""
        out = list(KINDS)
        self.bag.subtract(out)
        for seat in reversed(range(self.seats)):
            text = yield seat, {f"start {kind}": 1 for kind in out}
            kind = text.removeprefix("start ")
            out.remove(kind)
            yield from self._receive(seat, [kind])
        self.bag.update(out)

    # Tokens -----------------------------------------------------------------------------------------------------------

    def _draw(self) -> Generator[Ask, str, str]:
        """One random token out of the bag: KM-21 if the bag is empty, KM-22 if the used area is empty too."""
        if not self.bag.total():
            self.bag, self.used_area = self.used_area, self.bag
        if not self.bag.total():
            yield from self._start_over()
        text = yield "*", {f"token {kind}": n for kind, n in self.bag.items() if n}
        kind = text.removeprefix("token ")
        self.bag[kind] -= 1
        return kind

    def _start_over(self) -> Play:
        """KM-22: half of everyone's tokens and all that lie on cards go into the bag; the cards are dealt to again."""
        halves = [player.tokens.total() // 2 for player in self.players]
        for step in range(self.seats):
            seat = (self.seat + step) % self.seats
            tokens = self.players[seat].tokens
            for _ in range(halves[seat]):
                text = yield seat, {f"return {kind}": 1 for kind in MATERIALS if tokens[kind]}
                kind = text.removeprefix("return ")
                tokens[kind] -= 1
                self.bag[kind] += 1
        for card in CARDS:
            self.bag.update(self.on_card[card])
            self.on_card[card] = []
        yield from self._deal()

    def _receive(self, seat: int, kinds: list[str]) -> Play:
        """Yellow turns into $2 and goes to the used area; KM-20: what is over 10 tokens is dropped."""
        player = self.players[seat]
        for kind in kinds:
            if kind == YELLOW:
                player.earn(YELLOW_MONEY)
                self.used_area[YELLOW] += 1
            else:
                player.tokens[kind] += 1
        while player.tokens.total() > MOST_TOKENS:
            text = yield seat, {f"drop {kind}": 1 for kind in MATERIALS if player.tokens[kind]}
            self._pay(seat, {text.removeprefix("drop "): 1})

    def _available(self, kind: str) -> bool:
        """KM-23: whether a kind of one's choice can be had."""
        return self.used_area[kind] + self.bag[kind] > 0

    def _fetch(self, seat: int, kind: str) -> Play:
        """A token of one's choice, from the used area, else from the bag."""
        source = self.used_area if self.used_area[kind] else self.bag
        source[kind] -= 1
        yield from self._receive(seat, [kind])

    def _pay(self, seat: int, price: dict[str, int]) -> None:
        """KM-21: paid tokens go to the used area."""
        player = self.players[seat]
        for what, n in price.items():
            if what == "money":
                player.money -= n
            elif what == "vp":
                player.vp -= n
            else:
                player.tokens[what] -= n
                self.used_area[what] += n

    # A turn -----------------------------------------------------------------------------------------------------------

    def _turn(self, seat: int) -> Play:
        player = self.players[seat]
        spent: set[str] = set()  # once-a-turn effects already used (KM-15)
        while True:  # until the selection
            text = yield seat, dict.fromkeys([*self._uses(seat, spent), *(f"choose {card}" for card in CARDS)], 1)
            if text.startswith("choose "):
                break
            yield from self._use(seat, text, spent)
        chosen = int(text.removeprefix("choose "))
        yield from self._select(seat, chosen)
        activations = 0
        while True:  # until `finish`
            actions = self._activations(seat, chosen) if activations < (TRADES if chosen == 6 else 1) else []
            text = yield seat, dict.fromkeys([*self._uses(seat, spent), *actions, "finish"], 1)
            if text == "finish":
                break
            if text.startswith("use "):
                yield from self._use(seat, text, spent)
            else:
                activations += 1
                yield from self._activate(seat, text)
        if not activations and any(self._effect(name) == "brunch" for name in player.developed):  # KM-16
            player.vp += 2
        yield from self._distribute(seat)

    def _select(self, seat: int, chosen: int) -> Play:
        """KM-10, KM-11: menu effects pay, then every token on the card is taken."""
        for name in self.players[seat].developed:
            effect = self._effect(name)
            if isinstance(effect, dict) and effect.get("choose") == chosen:
                old = effect.get("first_edition")
                self.players[seat].gain(old if self.first_edition and old else effect)
        kinds, self.on_card[chosen] = self.on_card[chosen], []
        yield from self._receive(seat, kinds)

    def _activations(self, seat: int, chosen: int) -> list[str]:
        """KM-12: what the chosen action allows; everything paid must be there, every token gained must be to be had."""
        player = self.players[seat]
        if chosen == 1:
            return [f"buy {kind}" for kind in KINDS if self._available(kind)]
        if chosen == 2:
            return [f"business {kind}" for kind in MATERIALS if player.tokens[kind] >= 2]
        if chosen == 3:
            return [f"fair {kind}" for kind in MATERIALS if player.tokens[kind] >= 3]
        if chosen == 4:
            return ["contribute"] if player.money >= 5 else []
        if chosen == 5:
            develop = [
                f"develop {name}" for name in self.display + player.hand if player.can_pay(self.menu[name]["cost"])
            ]
            return develop + ([] if player.hand else [f"reserve {name}" for name in self.display])
        return [f"trade {conversion}" for conversion in self._conversions(seat, 0)]

    def _activate(self, seat: int, text: str) -> Play:
        """KM-12: the six actions."""
        player = self.players[seat]
        verb, _, what = text.partition(" ")
        if verb == "buy":
            yield from self._fetch(seat, what)
        elif verb == "business":
            self._pay(seat, {what: 2})
            player.earn(5)
        elif verb == "fair":
            self._pay(seat, {what: 3})
            player.vp += 5
        elif verb == "contribute":
            self._pay(seat, {"money": 5})
            player.vp += 4
        elif verb == "develop":
            self._pay(seat, self.menu[what]["cost"])
            (player.hand if what in player.hand else self.display).remove(what)
            player.developed.append(what)
            player.vp += self.menu[what]["vp"]
            yield from self._refill()
        elif verb == "reserve":
            self.display.remove(what)
            player.hand.append(what)
            yield from self._refill()
        elif verb == "trade":
            yield from self._convert(seat, what)

    def _conversions(self, seat: int, fee: int) -> list[str]:
        """KM-12 (6), KM-13: the conversions that can be made once `fee` has been paid."""
        player = self.players[seat]
        money = player.money - fee
        if money < 0:
            return []
        texts = [f"{kind}>$" for kind in MATERIALS if player.tokens[kind]]
        if money >= self.prices["material_costs"]:
            texts += [f"$>{kind}" for kind in MATERIALS if self._available(kind)]
        if money >= self.prices["dollars_for_1_vp"]:
            texts.append("$>vp")
        if player.vp >= 1:
            texts.append("vp>$")
        return texts

    def _convert(self, seat: int, conversion: str) -> Play:
        """One conversion by the table."""
        player = self.players[seat]
        given, taken = conversion.split(">")
        if given == "vp":
            self._pay(seat, {"vp": 1})
            player.earn(self.prices["vp_sells_for"])
        elif taken == "vp":
            self._pay(seat, {"money": self.prices["dollars_for_1_vp"]})
            player.vp += 1
        elif taken == "$":
            self._pay(seat, {given: 1})
            player.earn(self.prices["material_sells_for"])
        else:
            self._pay(seat, {"money": self.prices["material_costs"]})
            yield from self._fetch(seat, taken)

    def _effect(self, name: str) -> Any:
        return self.menu[name].get("effect")

    def _once(self, name: str) -> dict[str, Any] | None:
        """The once-a-turn effect of a card, if it has one."""
        effect = self._effect(name)
        once: dict[str, Any] | None = effect.get("once") if isinstance(effect, dict) else None
        return once

    def _uses(self, seat: int, spent: set[str]) -> list[str]:
        """KM-15, KM-17: the once-a-turn effects that can be paid for and have not been used."""
        player = self.players[seat]
        texts = []
        for name in player.developed:
            once = self._once(name)
            if once is None or name in spent or not player.can_pay(once.get("pay", {})):
                continue
            if "conversion" in once:
                texts += [f"use {name} {conversion}" for conversion in self._conversions(seat, once["pay"]["money"])]
            else:
                texts.append(f"use {name}")
        return texts

    def _use(self, seat: int, text: str, spent: set[str]) -> Play:
        """KM-15, KM-17: the fee is paid, then the gain is made."""
        name = next(
            name for name in self.players[seat].developed if text == f"use {name}" or text.startswith(f"use {name} ")
        )
        once = self._once(name)
        assert once is not None
        spent.add(name)
        self._pay(seat, once.get("pay", {}))
        if "conversion" in once:
            yield from self._convert(seat, text.removeprefix(f"use {name} "))
        elif "draw" in once:
            kind = yield from self._draw()
            yield from self._receive(seat, [kind])
        else:
            self.players[seat].gain(once["gain"])

    def _distribute(self, seat: int) -> Play:
        """KM-14: two random tokens, put on different cards with room; without room the second goes to the used area."""
        first = yield from self._draw()
        second = yield from self._draw()
        taken = 0
        for kind in (first, second):
            texts = {f"put {kind} {card}": card for card in CARDS if card != taken and len(self.on_card[card]) < ROOM}
            if not texts:
                self.used_area[kind] += 1
                continue
            text = yield seat, texts
            taken = texts[text]
            self.on_card[taken].append(kind)
