"""What a scene of Coffee Rush is drawn from: which pieces lie where."""

from typing import Any

from demitasse.core.match import Match
from demitasse.core.scene import Held
from demitasse.games.coffee_rush import rules as r
from demitasse.games.coffee_rush.box import INGREDIENT_NAMES
from demitasse.games.coffee_rush.state import CUPS, ZONES
from demitasse.games.coffee_rush.verbs import DIRECTIONS, STEP, STOP


def counts(match: Match) -> dict[tuple[str, str], int]:
    """How many pieces that are alike lie where: tokens in cups and in hand, cards in zones, rush tokens."""
    s: Any = match.state
    found: dict[tuple[str, str], int] = {}
    for i, name in enumerate(INGREDIENT_NAMES):
        found[name, "hand"] = int(s.taken[i])
        for seat in range(match.seats):
            for cup in range(CUPS):
                found[name, f"cup-{seat}-{cup + 1}"] = int(s.cup[seat, cup, i])
    for seat in range(match.seats):
        found["rush", f"rush-{seat}"] = int(s.rush[seat])
        for zone in range(ZONES):
            for card in s.waiting[seat, zone]:
                if card:
                    key = (f"order-{int(card)}", f"zone-{seat}-{zone + 1}")
                    found[key] = found.get(key, 0) + 1
    return found


def cards_of(match: Match, s: Any, held: Held, seat: int, zone: int) -> list[tuple[str, int]]:
    """(name, order) of the cards of a zone as dealt."""
    used: dict[int, int] = {}
    cards = []
    for card in (int(card) for card in s.waiting[seat, zone] if card):
        names = held[f"order-{card}", f"zone-{seat}-{zone + 1}"]
        cards.append((names[used.get(card, 0)], card - 1))
        used[card] = used.get(card, 0) + 1
    return cards


def steps_taken(match: Match) -> dict[int, str]:
    """The cells that this turn's steps led over, with the numbers of the steps."""
    found: dict[int, list[str]] = {}
    for ply in match.turn():
        if not STEP <= ply.id < STOP:
            continue
        number = sum(map(len, found.values())) + 1
        entered = int(r.neighbour((ply.id - STEP) // DIRECTIONS, (ply.id - STEP) % DIRECTIONS))
        found.setdefault(entered, []).append(str(number))
    return {cell: "·".join(numbers) for cell, numbers in found.items()}


def first_taken(s: Any) -> str:
    return next((name for name, number in zip(INGREDIENT_NAMES, s.taken, strict=True) if number), "")
