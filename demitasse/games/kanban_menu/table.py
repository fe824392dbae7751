"""The table of a game of Kanban Menu as text, for the terminal and for print(match)."""

from collections.abc import Iterator, Sequence
from typing import Any

from demitasse.core.match import Match
from demitasse.core.words import later
from demitasse.games.kanban_menu.box import ASSET_NAMES, CONVERSION, IDLE, KIND_NAMES, LUCK, ONCE
from demitasse.games.kanban_menu.rules import TRADES
from demitasse.games.kanban_menu.state import (
    DEAL,
    DECK,
    DEVELOPED,
    DISPLAY,
    DROP,
    LAY_AGAIN,
    LUCKY,
    MENU,
    PUT,
    REFILL,
    RESERVED,
    RETURN,
    START,
    TURN,
)

ACTION_TITLES = (
    later("Purchasing"),
    later("Regular business"),
    later("Fair"),
    later("Regional contribution"),
    later("Menu development"),
    later("Trading"),
)
ACTION_WORDS = (
    "a token of your choice",
    "2 of a kind → $5",
    "3 of a kind → 5 VP",
    "$5 → 4 VP",
    "develop or reserve a menu card",
    f"up to {TRADES} conversions",
)
ASKED = {
    START: "picks a first token",
    DROP: "holds more than 10 tokens and drops some",
    PUT: "puts a token on an action card",
    RETURN: "returns half of their tokens to the bag",
}
DRAWN = {
    DEAL: "the first tokens are drawn",
    MENU: "the first menu cards are drawn",
    LUCKY: "a token is drawn for an effect",
    REFILL: "a menu card is drawn",
    LAY_AGAIN: "the action cards are laid out again",
}


def table(match: Match) -> str:
    """Action cards, display and every player's café."""
    s: Any = match.state
    b: Any = match.box.records[0]
    lines = [
        _headline(match, s),
        "",
        *_actions(s),
        "",
        *_prices(b),
        f"Bag    {_tokens(s.bag)}",
        f"Used   {_tokens(s.used)}",
    ]
    if s.open.any():
        lines.append(f"Open   {_tokens(s.open)}")
    shown = [KIND_NAMES[int(token) - 1] for token in (s.first_token, s.second_token) if token]
    if shown:
        lines.append(f"Shown  {' · '.join(shown)}")
    lines += ["", f"Menu cards ({_count(match, s, DECK)} in the deck)", *_cards(match, s, DISPLAY)]
    for seat in range(match.seats):
        lines += ["", *_cafe(match, s, seat)]
    return "\n".join(lines)


def _headline(match: Match, s: Any) -> str:
    goal = int(match.box.records[0].end_vp[s.first_edition])
    played = int(s.rounds) + (match.actor is not None)
    return f"Kanban Menu · round {played} · {goal} VP end the game · {_asked(match, s)}"


def _asked(match: Match, s: Any) -> str:
    if match.actor is None:
        return "the game is over"
    if match.actor == "*":
        return DRAWN.get(int(s.phase), "two tokens are drawn")
    name = match.names[match.actor]
    if s.phase != TURN:
        return f"{name} {ASKED[int(s.phase)]}"
    return (
        f"{name} may activate {ACTION_TITLES[s.chosen - 1]} and use effects"
        if s.chosen
        else f"{name} chooses an action card"
    )


def _actions(s: Any) -> Iterator[str]:
    for card, (title, words) in enumerate(zip(ACTION_TITLES, ACTION_WORDS, strict=True)):
        mark = "▶" if s.chosen == card + 1 else " "
        yield f"{mark} {card + 1}  {title:<22} {words:<31} {_tokens(s.on_card[card])}"


def _prices(b: Any) -> Iterator[str]:
    sells, costs = _by_kind(b.sells), _by_kind(b.costs)
    vp_costs, vp_sells = int(b.vp_costs), int(b.vp_sells)
    yield f"Trading: a material sells for {sells} and costs {costs}; 1 VP costs ${vp_costs} and sells for ${vp_sells}"


def _by_kind(prices: Sequence[int]) -> str:
    """One price, or each material's."""
    if len({int(price) for price in prices}) == 1:
        return f"${int(prices[0])}"
    return ", ".join(f"${int(price)} ({name})" for price, name in zip(prices, KIND_NAMES, strict=False))


def _cafe(match: Match, s: Any, seat: int) -> Iterator[str]:
    mark = "▶" if match.actor == seat else " "
    line = match.breakdown()[seat]
    yield (
        f"{mark} [{seat}] {match.names[seat]}: {line['total']} points "
        f"({line['vp']} VP, {line['money and materials']} for money and materials) · "
        f"${int(s.money[seat])} · {_tokens(s.hand[seat])}"
    )
    for card in _cards(match, s, RESERVED + seat):
        yield f"    reserved {card.strip()}"
    for card in _cards(match, s, DEVELOPED + seat):
        yield f"    {card}"


def _cards(match: Match, s: Any, place: int) -> Iterator[str]:
    """The menu cards at a place: cost, VP and effect; the cost no longer matters once a card is developed."""
    b: Any = match.box.records[0]
    for card, name in enumerate(match.box.names["menu"]):
        if s.lies[card] == place:
            cost = "" if place >= DEVELOPED else f"{_tokens(b.cost[card])} → {int(b.vp[card])} VP"
            does = effect(b, card, int(s.first_edition)) + (" (used)" if s.spent[card] else "")
            yield f"  {name:<22} {' · '.join(filter(None, (cost, does)))}".rstrip()


def _count(match: Match, s: Any, place: int) -> int:
    return sum(int(s.lies[card]) == place for card in range(len(match.box.names["menu"])))


def effect(b: Any, card: int, edition: int) -> str:
    """A menu card's effect in words; empty if it has none."""
    trigger = int(b.trigger[card])
    if trigger == 0:
        return ""
    pay = " and ".join(filter(None, (_assets(b.price[card]), _tokens(b.fee[card], ""))))
    gain = {LUCK: "a random token", CONVERSION: "a conversion"}.get(int(b.form[card]), _assets(b.gain[edition, card]))
    if trigger == ONCE:
        return f"once a turn {pay + ' → ' if pay else ''}{gain}"
    return f"{gain} for no activation" if trigger == IDLE else f"{gain} for choosing {trigger}"


def _assets(amounts: Sequence[int]) -> str:
    words = {"money": "${}", "vp": "{} VP"}
    return " and ".join(
        words[name].format(int(amount)) for name, amount in zip(ASSET_NAMES, amounts, strict=True) if amount
    )


def _tokens(counts: Sequence[int], none: str = "–") -> str:
    words = [f"{int(number)} {name}" for name, number in zip(KIND_NAMES, counts, strict=False) if number]
    return " ".join(words) or none
