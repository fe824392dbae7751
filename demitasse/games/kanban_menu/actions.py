"""Where each action of Kanban Menu is clicked, and what it does in words."""

from typing import Any

from demitasse.core.clicks import Moment
from demitasse.core.scene import Action
from demitasse.core.words import ACCUSATIVE, Say
from demitasse.games.kanban_menu import rules as r
from demitasse.games.kanban_menu import verbs as v
from demitasse.games.kanban_menu.box import KIND_NAMES, MATERIAL_NAMES, MONEY, YELLOW
from demitasse.games.kanban_menu.look import display_place, source_of
from demitasse.games.kanban_menu.state import DISPLAY
from demitasse.games.kanban_menu.table import ACTION_TITLES
from demitasse.games.kanban_menu.words import COUNTED, KIND_WORDS, amounts, conversion_words, exchange_words


def click_start(m: Moment, text: str, kind: int) -> Action:
    return Action(text, _take_label(kind, m.say), m.held[KIND_NAMES[kind], "open"][0], key=str(kind + 1))


def click_choose(m: Moment, text: str, card: int) -> Action:
    title, tokens = m.say(ACTION_TITLES[card]), amounts(m.s.on_card[card], m.say, ACCUSATIVE)
    label = (
        m.say("Choose {number}, {title}: take {tokens}")
        if tokens
        else m.say("Choose {number}, {title}: no tokens lie there")
    ).format(number=card + 1, title=title, tokens=tokens)
    return Action(text, label, f"action-{card + 1}", key=str(card + 1), short=title)


def click_buy(m: Moment, text: str, kind: int) -> Action:
    return Action(text, _take_label(kind, m.say), source_of(m.s, kind), key=str(kind + 1))


def click_business(m: Moment, text: str, material: int) -> Action:
    things = m.say.count(COUNTED[material], r.BUSINESS_PAYS, ACCUSATIVE)
    label = m.say("Sell {things}: ${money}").format(things=things, money=r.BUSINESS_MONEY)
    return _in_hand(m, text, label, material)


def click_fair(m: Moment, text: str, material: int) -> Action:
    things = m.say.count(COUNTED[material], r.FAIR_PAYS, ACCUSATIVE)
    return _in_hand(m, text, m.say("Show {things}: {vp} VP").format(things=things, vp=r.FAIR_VP), material)


def click_contribute(m: Moment, text: str) -> Action:
    label = m.say("Contribute: {vp} VP").format(vp=r.CONTRIBUTION_VP)
    price = m.say("${number}").format(number=r.CONTRIBUTION_MONEY)
    return Action(text, label, f"action-{r.CONTRIBUTION}", key="1", price=price)


def click_develop(m: Moment, text: str, card: int) -> Action:
    """The digits develop: the places of the display, and the one after them the reserved card."""
    key = display_place(m.held, card) if m.s.lies[card] == DISPLAY else r.OPEN_CARDS + 1
    label = m.say("Develop {title}: {vp} VP").format(title=_title(m, card), vp=int(m.b.vp[card]))
    return Action(text, label, f"menu-{card}", key=str(key), price=amounts(m.b.cost[card], m.say))


def click_reserve(m: Moment, text: str, card: int) -> Action:
    return Action(text, m.say("Reserve {title}").format(title=_title(m, card)), f"menu-{card}")


def click_trade(m: Moment, text: str, conversion: int) -> Action:
    start, on = _ends(m.s, m.seat, conversion)
    label = conversion_words(m.b, conversion, m.say)
    return Action(text, label, on, start, key=str((conversion + 1) % v.CONVERSIONS))


def click_use(m: Moment, text: str, card: int) -> Action:
    exchange = exchange_words(m.s, m.b, card, m.say)
    return Action(text, _use_label(m, card, exchange), f"menu-{card}")


def click_convert(m: Moment, text: str, card: int, conversion: int) -> Action:
    start, on = _ends(m.s, m.seat, conversion)
    label = _use_label(m, card, conversion_words(m.b, conversion, m.say))
    price = _given(m.b, conversion, m.say, int(m.b.price[card, MONEY]))
    return Action(text, label, start if conversion < v.ACQUIRE else on, f"menu-{card}", price=price)


def click_finish(m: Moment, text: str) -> Action:
    label = m.say("Finish the turn") if m.s.activated else m.say("Finish without activating")
    return Action(text, label, f"counter-{m.seat}", key="F")


def click_drop(m: Moment, text: str, material: int) -> Action:
    things = m.say.count(COUNTED[material], 1, ACCUSATIVE)
    return _in_hand(m, text, m.say("Drop {things}").format(things=things), material)


def click_return(m: Moment, text: str, material: int) -> Action:
    things = m.say.count(COUNTED[material], 1, ACCUSATIVE)
    return _in_hand(m, text, m.say("Return {things} to the bag").format(things=things), material)


def click_put(m: Moment, text: str, kind: int, card: int) -> Action:
    token = m.held[KIND_NAMES[kind], "shown-1" if m.s.first_token else "shown-2"][0]
    title = m.say(ACTION_TITLES[card])
    label = m.say("Put the {kind} on {number}, {title}").format(
        kind=m.say(KIND_WORDS[kind], ACCUSATIVE), number=card + 1, title=title
    )
    return Action(text, label, f"action-{card + 1}", token, key=str(card + 1), short=title)


def _take_label(kind: int, say: Say) -> str:
    if kind == YELLOW:
        return say("Take yellow: ${money}").format(money=r.YELLOW_MONEY)
    return say("Take {things}").format(things=say.count(COUNTED[kind], 1, ACCUSATIVE))


def _in_hand(m: Moment, text: str, label: str, material: int) -> Action:
    """An action on materials that one holds."""
    return Action(text, label, f"hand-{m.seat}-{MATERIAL_NAMES[material]}", key=str(material + 1))


def _title(m: Moment, card: int) -> str:
    return m.say(m.match.box.names["menu"][card])


def _use_label(m: Moment, card: int, exchange: str) -> str:
    return m.say("Use {title}: {exchange}").format(title=_title(m, card), exchange=exchange)


def _ends(s: Any, seat: int, conversion: int) -> tuple[str, str]:
    """Where what a conversion gives away lies, and where what it brings."""
    money, vp = f"money-{seat}", f"vp-{seat}"
    if conversion == v.SELL_VP:
        return vp, money
    if conversion == v.ACQUIRE_VP:
        return money, vp
    if conversion >= v.ACQUIRE:
        return money, source_of(s, conversion - v.ACQUIRE)
    return f"hand-{seat}-{MATERIAL_NAMES[conversion]}", money


def _given(b: Any, conversion: int, say: Say, fee: int) -> str:
    """What a conversion costs, with the fee of the effect that brings it."""
    if v.ACQUIRE <= conversion <= v.ACQUIRE_VP:
        money = b.vp_costs if conversion == v.ACQUIRE_VP else b.costs[conversion - v.ACQUIRE]
        return say("${number}").format(number=fee + int(money))
    given = say("{number} VP").format(number=1)
    if conversion < v.ACQUIRE:
        given = say.count(COUNTED[conversion], 1)
    return say.list((say("${number}").format(number=fee), given)) if fee else given
