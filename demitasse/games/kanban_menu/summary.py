"""What one player of Kanban Menu has, for the others: the way to the end, money, tokens, and what the cards do."""

from typing import Any

from demitasse.core.furniture import Fact, Item, Line, Sign, Summary, Tile, Track
from demitasse.core.match import Match
from demitasse.core.scene import in_words
from demitasse.core.words import Say
from demitasse.games.kanban_menu import rules as r
from demitasse.games.kanban_menu.box import (
    HAND_LIMIT,
    KIND_NAMES,
    MATERIALS,
    MONEY_LIMIT,
)
from demitasse.games.kanban_menu.look import cards_at
from demitasse.games.kanban_menu.state import DEVELOPED, RESERVED
from demitasse.games.kanban_menu.words import COUNTED, amounts, effect_signs, effect_words


def summary(match: Match, seat: int, say: Say) -> Summary:
    """A seat's counter in few words."""
    s: Any = match.state
    score = match.scores()[seat]
    vp, goal, money = int(s.vp[seat]), int(match.box.records[0].end_vp[s.first_edition]), int(s.money[seat])
    dollars = Fact(say("money"), say("${number}").format(number=money), "km-money", str(MONEY_LIMIT))
    held, developed, reserved = (int(r.held(s, seat)), *_cards(match, s, seat))
    lines = [
        Line("way", track=Track(f"way-{seat}", say("VP"), vp, goal, "km-vp"), facts=(dollars,)),
        Line("counts", [*_tokens(s, seat, say), _limit(held, say)]),
    ]
    if cards := [_developed(match, s, card, say) for card in developed] + [
        _reserved(match, s, card, say) for card in reserved
    ]:
        lines.append(Line("cards", items=cards))
    stars = Fact(say("VP"), str(vp), "km-vp")
    chip = (stars, Fact(dollars.label, dollars.value), Fact(say("tokens"), str(held), of=str(HAND_LIMIT)))
    words = in_words(match, seat, score, say, *_sentences(match, s, seat, goal, say))
    matters = say("{vp} of {goal} VP; ${money}; tokens: {tokens} of {limit}").format(
        vp=vp, goal=goal, money=money, tokens=held, limit=HAND_LIMIT
    )
    return Summary(seat, match.names[seat], score, words, lines, (), chip, matters=matters)


def _cards(match: Match, s: Any, seat: int) -> tuple[list[int], list[int]]:
    return cards_at(match, s, DEVELOPED + seat), cards_at(match, s, RESERVED + seat)


def _tokens(s: Any, seat: int, say: Say) -> list[Tile]:
    counts = [int(s.hand[seat, material]) for material in range(MATERIALS)]
    return [
        Tile(say.count(COUNTED[kind], number), [f"km-{KIND_NAMES[kind]}"], str(number), tone="" if number else "faint")
        for kind, number in enumerate(counts)
    ]


def _limit(held: int, say: Say) -> Tile:
    return Tile(say("tokens"), text=f"{held}/{HAND_LIMIT}")


def _developed(match: Match, s: Any, card: int, say: Say) -> Item:
    b: Any = match.box.records[0]
    return Item(
        say(match.box.names["menu"][card]), does=effect_signs(s, b, card, say), note=effect_words(s, b, card, say)
    )


def _reserved(match: Match, s: Any, card: int, say: Say) -> Item:
    vp = Sign(str(int(match.box.records[0].vp[card])), "km-vp")
    return Item(say(match.box.names["menu"][card]), does=(vp,), tone="held", note=say("reserved"))


def _sentences(match: Match, s: Any, seat: int, goal: int, say: Say) -> list[str]:
    developed, reserved = ([say(match.box.names["menu"][card]) for card in cards] for cards in _cards(match, s, seat))
    return [
        say("VP: {number} of {goal}.").format(number=int(s.vp[seat]), goal=goal),
        say("Money: ${number} of {limit}.").format(number=int(s.money[seat]), limit=MONEY_LIMIT),
        say("Tokens: {number} of {limit}.").format(number=int(r.held(s, seat)), limit=HAND_LIMIT),
        say("In hand: {tokens}.").format(tokens=amounts(s.hand[seat], say)) if s.hand[seat].any() else "",
        say("Menu cards: {names}.").format(names=say.list(developed)) if developed else "",
        say("Reserved: {names}.").format(names=say.list(reserved)) if reserved else "",
    ]
