"""What the action cards would bring a seat of Kanban Menu if it chose one now, and what it could do there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from demitasse.core.furniture import Item
from demitasse.core.match import Match
from demitasse.core.phrases import in_a_row
from demitasse.core.words import Say, counted
from demitasse.games.kanban_menu import rules as r
from demitasse.games.kanban_menu.box import HAND_LIMIT, KIND_NAMES, MATERIALS, MONEY, MONEY_LIMIT, VP, YELLOW
from demitasse.games.kanban_menu.look import cards_at
from demitasse.games.kanban_menu.state import DEVELOPED, DISPLAY, RESERVED
from demitasse.games.kanban_menu.words import KIND_WORDS, assets

TOKENS = counted("{number} token", "{number} tokens")
CARDS = counted("{number} card", "{number} cards")
TICK = "✓"


@dataclass(frozen=True)
class Gain:
    """What a seat would have once it chose an action card, and how much more that is."""

    hand: Sequence[int]  # of each material, before any is dropped
    money: int
    tokens: int  # more than now
    dollars: int
    lost: int  # dollars over the limit: KM-20
    vp: int


def gain_of(match: Match, seat: int, card: int) -> Gain:
    """KM-10, KM-11: the effects that this card sets off, then its tokens."""
    s: Any = match.state
    b: Any = match.box.records[0]
    trigger, effects = card + 1, b.gain[s.first_edition]
    paid = [k for k in cards_at(match, s, DEVELOPED + seat) if b.trigger[k] == trigger]
    dollars = sum(int(effects[k, MONEY]) for k in paid) + r.YELLOW_MONEY * int(s.on_card[card, YELLOW])
    money = min(MONEY_LIMIT, int(s.money[seat]) + dollars)
    taken = [int(s.on_card[card, material]) for material in range(MATERIALS)]
    hand = [int(s.hand[seat, material]) + taken[material] for material in range(MATERIALS)]
    vp = sum(int(effects[k, VP]) for k in paid)
    gained = money - int(s.money[seat])
    return Gain(hand, money, sum(taken), gained, dollars - gained, vp)


def forecast(match: Match, seat: int, card: int, say: Say) -> list[Item]:
    """What choosing an action card would give, and what its activation would find."""
    gain = gain_of(match, seat, card)
    things = [say.count(TOKENS, gain.tokens)] if gain.tokens else []
    things += assets({MONEY: gain.dollars, VP: gain.vp}, say)
    words = say("+ {things}").format(things=say.list(things)) if things else say("nothing to take")
    found = [Item(words, tone="good" if things else "none")] if things or not gain.lost else []
    return [*found, *_over(gain, say), *_activation(match, seat, card + 1, gain, say)]


def _over(gain: Gain, say: Say) -> list[Item]:
    """KM-20: what would be more than one may have."""
    found = []
    if gain.lost:
        found.append(Item(say("${number} lost").format(number=gain.lost), tone="cost"))
    if (tokens := sum(gain.hand) - HAND_LIMIT) > 0:
        found.append(Item(say("drop {tokens}").format(tokens=say.count(TOKENS, tokens)), tone="cost"))
    return found


def in_words(items: Sequence[Item], say: Say) -> str:
    """A forecast for ears: symbols are named."""
    kinds = dict(zip((f"km-{name}" for name in KIND_NAMES), KIND_WORDS, strict=True))
    told = [(item.label.replace(TICK, say("possible:")), map(kinds.get, item.symbols)) for item in items]
    return say("; ").join(in_a_row(words, say.list(say(kind) for kind in found if kind)) for words, found in told)


def _activation(match: Match, seat: int, card: int, gain: Gain, say: Say) -> list[Item]:
    """KM-12: whether the action could be carried out; nothing is said of those that nearly always can."""
    if card in (r.BUSINESS, r.FAIR):
        number = r.BUSINESS_PAYS if card == r.BUSINESS else r.FAIR_PAYS
        return [_alike(gain, number, say)]
    if card == r.CONTRIBUTION:
        short = r.CONTRIBUTION_MONEY - gain.money
        return [_lacking(say("${number} short").format(number=short)) if short > 0 else _ready(say("you can pay"))]
    if card == r.DEVELOPMENT:
        return [_development(match, seat, gain, say)]
    return []


def _alike(gain: Gain, number: int, say: Say) -> Item:
    kinds = [material for material in range(MATERIALS) if gain.hand[material] >= number]
    if not kinds:
        return _lacking(say("you lack {number} alike").format(number=number))
    return Item(TICK, symbols=[f"km-{KIND_NAMES[material]}" for material in kinds], tone="good")


def _development(match: Match, seat: int, gain: Gain, say: Say) -> Item:
    """The menu cards that what one would hold is enough for."""
    b: Any = match.box.records[0]
    reserved = cards_at(match, match.state, RESERVED + seat)
    cards = [*reserved, *cards_at(match, match.state, DISPLAY)]
    ready = [card for card in cards if not any(lacking_of(b, gain.hand, card))]
    if len(ready) == 1:
        return _ready(say(match.box.names["menu"][ready[0]]))
    if ready:
        return _ready(say.count(CARDS, len(ready)))
    return _lacking(say("nothing to develop") if reserved else say("only to reserve"))


def lacking_of(b: Any, hand: Sequence[int], card: int) -> list[int]:
    """How many of each material a menu card asks for beyond what one holds."""
    return [max(0, int(b.cost[card, material]) - int(hand[material])) for material in range(MATERIALS)]


def _ready(words: str) -> Item:
    return Item(f"{TICK} {words}", tone="good")


def _lacking(words: str) -> Item:
    return Item(words, tone="none")
