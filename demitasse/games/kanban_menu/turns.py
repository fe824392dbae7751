"""A turn of Kanban Menu: the action card with its tokens, what was done with it, effects, and what was put where."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from demitasse.core.phrases import Icon, Phrase, plain
from demitasse.core.play import Play
from demitasse.core.teller import Teller, TurnWords
from demitasse.core.turns import MadePly, Played, Whose
from demitasse.core.words import ACCUSATIVE, later
from demitasse.games.kanban_menu import rules as r
from demitasse.games.kanban_menu.box import IDLE, KIND_NAMES, LUCK, MONEY, MONEY_LIMIT, VP, YELLOW
from demitasse.games.kanban_menu.state import DEAL, DEVELOPED, DISPLAY, LUCKY, MENU, PUT, RESERVED, RETURN, START
from demitasse.games.kanban_menu.table import ACTION_TITLES
from demitasse.games.kanban_menu.words import (
    COUNTED,
    assets,
    conversion_words,
    exchange_words,
    is_sale,
    money_of,
)

DEALT = (DEAL, MENU)
MOST_NEAR = 2  # menu cards that can be paid for, or nearly, are told of
MOST_GIVEN = 3  # chances that tokens give to anybody
# With what lies on an action card: the reader, another one, several
PAYS = (
    later("you could then pay for {menu} with {card}"),
    later("{names} could then pay for {menu} with {card}"),
    later("{names} could then pay for {menu} with {card}"),
)
ACTS = (
    later("you could then use {card}"),
    later("{names} could then use {card}"),
    later("{names} could then use {card}"),
)
ALIKE = {r.BUSINESS: r.BUSINESS_PAYS, r.FAIR: r.FAIR_PAYS}  # tokens alike that an action card asks for
TOLD_ELSEWHERE = {"put", "drop", "trade", "finish", "return"}


@dataclass(frozen=True)
class Deeds:
    """What was done in a turn; kinds, cards and conversions by their numbers."""

    did: Sequence[tuple[str, tuple[int, ...]]]  # verbs with their arguments, in order
    tokens: Counter[int]  # taken with the action card
    first_edition: int
    paid_out: tuple[int, int]  # money and VP that choosing the card, or not activating it, brought
    payers: Sequence[int]  # the menu cards that did so
    lost: int  # dollars over the limit
    lucky: Sequence[int]  # tokens drawn
    trades: Sequence[int]
    dropped: Counter[int]
    gave_back: Counter[int]  # to the bag, when it ran out
    put: Sequence[tuple[int, int]]  # (kind, action card)
    shown: Sequence[int]  # menu cards that came to the display
    returned: bool  # whether everybody returned half of their tokens
    last_round: bool  # whether the last round began
    denied: Sequence[int]  # the seats that could pay for a menu card which this one took from the display


def whose(s: Any) -> Whose:
    if s.phase in DEALT:
        return Whose(None, None, "deal")
    if s.phase == START:
        return Whose(int(s.seat), None, "start")
    return Whose(int(s.seat), int(s.rounds) + 1, "turn")


def read(played: Played) -> Deeds:
    own, drawn, s = played.own(), played.drawn(), played.before
    chosen = [step for step in own if step.verb == "choose"]
    payers = [card for step in own for card in _payers(played.b, step)]
    return Deeds(
        did=[(step.verb, step.args) for step in own if step.verb not in TOLD_ELSEWHERE],
        tokens=sum((_tokens(step) for step in chosen), Counter()),
        first_edition=int(s.first_edition),
        paid_out=_paid_out(played, payers),
        payers=payers,
        lost=sum(_lost(played, step) for step in (*own, *drawn)),
        lucky=[step.args[0] for step in drawn if step.before.phase == LUCKY],
        trades=[step.args[0] for step in own if step.verb == "trade"],
        dropped=Counter(step.args[0] for step in own if step.verb == "drop"),
        gave_back=Counter(step.args[0] for step in own if step.verb == "return"),
        put=[(step.args[0], step.args[1]) for step in own if step.verb == "put"],
        shown=[step.args[0] for step in drawn if step.verb == "menu"] if played.seat is not None else (),
        returned=any(step.before.phase == RETURN for step in played.steps),
        last_round=_is_first_to_end(played),
        denied=sorted({seat for step in played.own("develop", "reserve") for seat in _denied(played, step)}),
    )


def tell(t: Teller, deeds: Deeds) -> TurnWords:
    if t.seat is None:
        return TurnWords([(t.say("the first tokens and menu cards are laid out"),)])
    so = [
        *([t.say("everybody returns half of their tokens")] * deeds.returned),
        *([_shown(t, deeds)] if deeds.shown else ()),
        *([t.say("this is the last round")] * deeds.last_round),
    ]
    touches = range(t.seats) if deeds.returned or deeds.last_round else ()
    good = (
        [t.say("gone for whoever could pay for it: {names}").format(names=t.all(deeds.denied))] if deeds.denied else ()
    )
    did = list(_did(t, deeds))
    return TurnWords([*did, *_ended(t, deeds)], so, touches, good=good, brief=did)


def prospects(t: Teller, before: Play, after: Play) -> list[str]:
    """What can be paid for now or nearly, and could not before; when tokens are put, who could pay for what by them."""
    states: tuple[Any, Any] = before.state, after.state
    first, last = states
    if first.phase == PUT:
        return _given(t, first, last)
    found = []
    reach, then = (set(_in_reach(t, s, t.seat)) for s in states)
    for card in sorted(reach & then):  # what will be drawn, nobody knows
        lacked, lacks = (np.maximum(t.b.cost[card] - s.hand[t.seat], 0) for s in states)
        if lacks.sum() == 0 < lacked.sum():
            found.append(t.say("{card} can then be paid for").format(card=_menu(t, card)))
        elif lacks.sum() == 1 < lacked.sum():
            thing = plain(_token(t, int(lacks.argmax()), case=""))
            found.append(t.say("{card} then lacks only {thing}").format(card=_menu(t, card), thing=thing))
    return found[:MOST_NEAR]


def _in_reach(t: Teller, s: Any, seat: int | None) -> list[int]:
    """The menu cards that a seat may develop."""
    return [card for card in range(t.b.menus) if s.lies[card] in (DISPLAY, RESERVED + int(seat or 0))]


def _given(t: Teller, before: Any, after: Any) -> list[str]:
    """Who could do what with the tokens on action cards now, and could not before; the next to choose first, oneself
    last. Of many, the nearest and the last.
    """
    found = []
    grown = [card for card, on in enumerate(after.on_card) if (on > before.on_card[card]).any()]
    for away in range(1, t.seats + 1):
        seat = (int(t.seat or 0) + away) % t.seats
        for action in grown:
            holds = _holds(t, action, after.on_card[action])
            had, has = (s.hand[seat] + s.on_card[action][: s.hand.shape[1]] for s in (before, after))
            if had.max() < ALIKE.get(action + 1, 0) <= has.max():
                found.append(t.of_seats([seat], *ACTS, card=holds))
            costs = {card: t.b.cost[card] for card in _in_reach(t, after, seat)}
            payable = [card for card, cost in costs.items() if (has >= cost).all() and not (had >= cost).all()]
            found += [t.of_seats([seat], *PAYS, menu=_menu(t, menu), card=holds) for menu in payable[:1]]
    if len(found) > MOST_GIVEN:
        found = [*found[: MOST_GIVEN - 1], found[-1]]
    return found or [t.say("nobody gets what was lacking")]


def _holds(t: Teller, card: int, tokens: Any) -> str:
    things = plain(t.together([_token(t, kind, int(number), "") for kind, number in enumerate(tokens) if number]))
    return t.say("{card} ({things})").format(card=_action(t, card).label, things=things)


# Reading --------------------------------------------------------------------------------------------------------------


def _tokens(step: MadePly) -> Counter[int]:
    on_card = step.before.on_card[step.args[0]]
    return Counter({kind: int(number) for kind, number in enumerate(on_card) if number})


def _payers(b: Any, step: MadePly) -> list[int]:
    """KM-10, KM-16: the cards that pay because an action card was chosen, or was not activated."""
    s = step.before
    if step.verb == "choose":
        trigger = step.args[0] + 1
    elif step.verb == "finish" and not s.activated:
        trigger = IDLE
    else:
        return []
    return [card for card in range(b.menus) if b.trigger[card] == trigger and s.lies[card] == DEVELOPED + s.seat]


def _paid_out(played: Played, cards: Sequence[int]) -> tuple[int, int]:
    gains = [played.b.gain[played.before.first_edition, card] for card in cards]
    return sum(int(gain[MONEY]) for gain in gains), sum(int(gain[VP]) for gain in gains)


def _lost(played: Played, step: MadePly) -> int:
    """KM-20: the dollars that somebody got and may not hold."""
    b, s, args = played.b, step.before, step.args
    paid, _ = _paid_out(played, _payers(b, step))
    money = int(s.money[s.seat]) + paid
    if step.verb == "choose":
        money += r.YELLOW_MONEY * int(s.on_card[args[0], YELLOW])
    elif step.verb == "business":
        money += r.BUSINESS_MONEY
    elif step.verb == "buy" or s.phase == LUCKY:
        money += r.YELLOW_MONEY * (args[0] == YELLOW)
    elif step.verb == "trade":
        money += money_of(b, args[0]) * is_sale(args[0])
    elif step.verb == "use":
        money += int(b.gain[s.first_edition, args[0], MONEY]) - int(b.price[args[0], MONEY])
    elif step.verb == "convert":
        money += money_of(b, args[1]) * is_sale(args[1]) - int(b.price[args[0], MONEY])
    return max(0, money - MONEY_LIMIT)


def _denied(played: Played, step: MadePly) -> list[int]:
    """Who could have paid for a card that lay on the display."""
    s, card = step.before, step.args[0]
    if s.lies[card] != DISPLAY:
        return []
    others = [seat for seat in range(played.seats) if seat != played.seat]
    return [seat for seat in others if (s.hand[seat] >= played.b.cost[card]).all()]


def _is_first_to_end(played: Played) -> bool:
    """KM-30: nobody had the VP that end the game, and now somebody has."""
    goal = int(played.b.end_vp[played.before.first_edition])
    return bool(played.before.vp.max() < goal <= played.after.vp.max())


# Telling --------------------------------------------------------------------------------------------------------------


def _did(t: Teller, deeds: Deeds) -> Iterator[Phrase]:
    for verb, args in deeds.did:
        yield TELLS[verb](t, deeds, *args)
    if deeds.trades:
        b = t.box.records[0]
        yield t.does(
            "traded||trade {things}", things=t.listed([conversion_words(b, each, t.say) for each in deeds.trades])
        )


def _start(t: Teller, deeds: Deeds, kind: int) -> Phrase:
    return t.does("took||take {thing} to begin with", thing=_token(t, kind))


def _choose(t: Teller, deeds: Deeds, card: int) -> Phrase:
    if deeds.tokens:
        return t.does("took||take {things} from {card}", card=_action(t, card), things=_tokens_of(t, deeds.tokens))
    return t.does("chose||choose {card}", card=_action(t, card))


def _buy(t: Teller, deeds: Deeds, kind: int) -> Phrase:
    return t.does("picked||pick {thing}", thing=_token(t, kind))


def _business(t: Teller, deeds: Deeds, kind: int) -> Phrase:
    return t.does(
        "sold||sell {things} for {gain}", things=_token(t, kind, r.BUSINESS_PAYS), gain=_money(t, r.BUSINESS_MONEY)
    )


def _fair(t: Teller, deeds: Deeds, kind: int) -> Phrase:
    return t.does(
        "brought||bring {things} to the fair for {gain}", things=_token(t, kind, r.FAIR_PAYS), gain=_vp(t, r.FAIR_VP)
    )


def _contribute(t: Teller, deeds: Deeds) -> Phrase:
    return t.does(
        "gave||give {price} for {gain}", price=_money(t, r.CONTRIBUTION_MONEY), gain=_vp(t, r.CONTRIBUTION_VP)
    )


def _develop(t: Teller, deeds: Deeds, card: int) -> Phrase:
    b = t.box.records[0]
    cost = Counter({kind: int(number) for kind, number in enumerate(b.cost[card]) if number})
    gain = _vp(t, int(b.vp[card]))
    return t.does(
        "developed||develop {card} with {things} for {gain}", card=_menu(t, card), things=_tokens_of(t, cost), gain=gain
    )


def _reserve(t: Teller, deeds: Deeds, card: int) -> Phrase:
    return t.does("reserved||reserve {card}", card=_menu(t, card))


def _use(t: Teller, deeds: Deeds, card: int) -> Phrase:
    b = t.box.records[0]
    if b.form[card] == LUCK and deeds.lucky:
        return t.does("drew||draw {thing} with {card}", thing=_token(t, deeds.lucky[0]), card=_menu(t, card))
    exchange = exchange_words(deeds, b, card, t.say)
    return t.does("used||use {card} ({exchange})", card=_menu(t, card), exchange=exchange)


def _convert(t: Teller, deeds: Deeds, card: int, conversion: int) -> Phrase:
    exchange = conversion_words(t.box.records[0], conversion, t.say)
    return t.does("used||use {card} ({exchange})", card=_menu(t, card), exchange=exchange)


TELLS: dict[str, Callable[..., Phrase]] = {
    "start": _start,
    "choose": _choose,
    "buy": _buy,
    "business": _business,
    "fair": _fair,
    "contribute": _contribute,
    "develop": _develop,
    "reserve": _reserve,
    "use": _use,
    "convert": _convert,
}


def _ended(t: Teller, deeds: Deeds) -> Iterator[Phrase]:
    if deeds.lost:
        lost, limit = _money(t, deeds.lost), _money(t, MONEY_LIMIT)
        yield t.does("lost||lose {lost} over the limit of {limit}", lost=lost, limit=limit)
    if deeds.payers:
        gain = t.together(assets({MONEY: deeds.paid_out[0], VP: deeds.paid_out[1]}, t.say))
        yield t.does(
            "got||get {gain} from {cards}", gain=gain, cards=t.together([_menu(t, card) for card in deeds.payers])
        )
    if deeds.dropped:
        yield t.does("dropped||drop {things}", things=_tokens_of(t, deeds.dropped))
    if deeds.gave_back:
        yield t.does("returned||return {things} to the bag", things=_tokens_of(t, deeds.gave_back))
    tokens, cards = [_token(t, kind) for kind, _ in deeds.put], [_action(t, card) for _, card in deeds.put]
    if len(tokens) > 1:
        things = {"first": tokens[0], "here": cards[0], "second": tokens[1], "there": cards[1]}
        yield t.does("put {first} on {here} and {second} on {there}", **things)
    elif tokens:
        yield t.does("put {thing} on {card}", thing=tokens[0], card=cards[0])


def _shown(t: Teller, deeds: Deeds) -> str:
    cards = t.say.list(_menu(t, card) for card in deeds.shown)
    return t.say("new on the display: {cards}").format(cards=cards)


def _token(t: Teller, kind: int, number: int = 1, case: str = ACCUSATIVE) -> Phrase:
    return t.count(COUNTED[kind], number, f"km-{KIND_NAMES[kind]}", case)


def _tokens_of(t: Teller, counts: Counter[int]) -> Phrase:
    return t.together([_token(t, kind, counts[kind]) for kind in sorted(counts)])


def _action(t: Teller, card: int) -> Icon:
    return Icon(f"km-act-{card + 1}", t.called(ACTION_TITLES[card]))


def _menu(t: Teller, card: int) -> str:
    return t.called(t.box.names["menu"][card])


def _money(t: Teller, number: int) -> str:
    return t.say("${number}").format(number=number)


def _vp(t: Teller, number: int) -> Phrase:
    return t.numbered(t.say("{number} VP"), number, "km-vp")
