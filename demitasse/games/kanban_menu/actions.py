"""Where each action of Kanban Menu is clicked, and what it does in words."""

from collections.abc import Sequence

from demitasse.core.clicks import Moment
from demitasse.core.scene import Action, Step
from demitasse.core.words import ACCUSATIVE, later
from demitasse.games.kanban_menu import rules as r
from demitasse.games.kanban_menu import verbs as v
from demitasse.games.kanban_menu.box import KIND_NAMES, MATERIAL_NAMES, MONEY, MONEY_LIMIT, YELLOW
from demitasse.games.kanban_menu.look import display_place, is_trading, symbol_of, trade_id
from demitasse.games.kanban_menu.state import DISPLAY
from demitasse.games.kanban_menu.table import ACTION_TITLES
from demitasse.games.kanban_menu.words import (
    COUNTED,
    KIND_WORDS,
    amounts,
    conversion_words,
    exchange_words,
    is_sale,
    money_of,
    thing_of,
)

# What a table may do by itself where nothing else is legal and the same seat goes on
AUTOMATIC: tuple[str, ...] = ("drop",)
CLOSING = ("finish",)
LAST_DIGIT = 9  # 0 ends a question
EFFECT_KEYS = "QERYAD"  # (W and T are the page's) of the cards whose effects can be used, in their order
# What is asked once a menu card is picked, by what can be done with it
PICKED = {
    ("develop",): later("*develop* {title}?"),
    ("reserve",): later("*reserve* {title}?"),
    ("develop", "reserve"): later("*develop* or *reserve* {title}?"),
    ("use",): later("use *{title}*: which conversion?"),
}


def click_start(m: Moment, text: str, kind: int) -> Action:
    """The digits count what is there."""
    there = [other for other, number in enumerate(m.s.open) if number]
    return _take(m, text, kind, f"open-{KIND_NAMES[kind]}", there.index(kind) + 1)


def click_choose(m: Moment, text: str, card: int) -> Action:
    title, tokens = m.say(ACTION_TITLES[card]), amounts(m.s.on_card[card], m.say, ACCUSATIVE)
    label = (
        m.say("Choose {number}, {title}: take {tokens}")
        if tokens
        else m.say("Choose {number}, {title}: no tokens lie there")
    ).format(number=card + 1, title=title, tokens=tokens)
    return Action(text, label, f"action-{card + 1}", key=str(card + 1), short=title, symbol=f"km-act-{card + 1}")


def click_buy(m: Moment, text: str, kind: int) -> Action:
    return _take(m, text, kind, f"used-{KIND_NAMES[kind]}", kind + 1)


def click_business(m: Moment, text: str, material: int) -> Action:
    things = m.say.count(COUNTED[material], r.BUSINESS_PAYS, ACCUSATIVE)
    gain = _earned(m, r.BUSINESS_MONEY)
    label = _with_loss(m, m.say("Sell {things}: ${money}").format(things=things, money=gain), r.BUSINESS_MONEY)
    badge = m.say("+${money}").format(money=gain)
    return _in_hand(m, text, label, material, r.BUSINESS_PAYS, badge)


def click_fair(m: Moment, text: str, material: int) -> Action:
    things = m.say.count(COUNTED[material], r.FAIR_PAYS, ACCUSATIVE)
    label = m.say("Bring {things} to the fair: {vp} VP").format(things=things, vp=r.FAIR_VP)
    return _in_hand(m, text, label, material, r.FAIR_PAYS, m.say("+{vp} VP").format(vp=r.FAIR_VP))


def click_contribute(m: Moment, text: str) -> Action:
    label = m.say("Contribute: {vp} VP").format(vp=r.CONTRIBUTION_VP)
    price = m.say("${number}").format(number=r.CONTRIBUTION_MONEY)
    return Action(text, label, f"action-{r.CONTRIBUTION}", key="1", price=price, symbol="km-vp")


def click_develop(m: Moment, text: str, card: int) -> Action:
    """The digits develop: the places of the display, and the one after them the reserved card."""
    key = display_place(m.held, card) if m.s.lies[card] == DISPLAY else r.OPEN_CARDS + 1
    label = m.say("Develop {title}: pay {cost}, get {vp} VP").format(
        title=_title(m, card), cost=amounts(m.b.cost[card], m.say, ACCUSATIVE), vp=int(m.b.vp[card])
    )
    short = m.say("Develop {title}").format(title=_title(m, card))
    deed = m.say("Develop")
    return Action(text, label, f"menu-{card}", key=str(key), short=short, deed=deed, confirm=True, usual=True)


def click_reserve(m: Moment, text: str, card: int) -> Action:
    label = m.say("Reserve {title}: keep it to develop it later").format(title=_title(m, card))
    short = m.say("Reserve {title}").format(title=_title(m, card))
    return Action(text, label, f"menu-{card}", short=short, deed=m.say("Reserve"), confirm=True)


def steps_of(m: Moment, actions: Sequence[Action]) -> list[Step]:
    """What is asked once a menu card is picked."""
    verbs: dict[str, tuple[str, ...]] = {}
    for action in actions:
        verb = action.text.split()[0]
        if verb in ("develop", "reserve") or (verb == "use" and action.symbol and not action.start):
            verbs[action.on] = tuple(dict.fromkeys((*verbs.get(action.on, ()), verb)))
    so = m.say("Or pick another card.")
    return [
        Step("", m.say(PICKED[found]).format(title=_title(m, int(card.removeprefix("menu-")))), so, card)
        for card, found in verbs.items()
    ]


def click_trade(m: Moment, text: str, conversion: int) -> Action:
    key = str(conversion + 1) if conversion < LAST_DIGIT else ""
    return Action(
        text,
        _sentence(m, conversion),
        trade_id(conversion),
        key=key,
        short=conversion_words(m.b, conversion, m.say),
        symbol=symbol_of(conversion),
    )


def click_use(m: Moment, text: str, card: int) -> Action:
    label = _use_label(m, card, exchange_words(m.s, m.b, card, m.say))
    label = _with_loss(m, label, int(m.b.gain[m.s.first_edition, card, MONEY]), int(m.b.price[card, MONEY]))
    return Action(text, label, f"menu-{card}", key=_effect_key(m, card), short=_title(m, card))


def click_convert(m: Moment, text: str, card: int, conversion: int) -> Action:
    """On the table of conversions, where that lies there; else the card is picked, and the dock asks for the rest."""
    fee = int(m.b.price[card, MONEY])
    short = conversion_words(m.b, conversion, m.say, fee)
    money = money_of(m.b, conversion) if is_sale(conversion) else 0
    label = _with_loss(m, _use_label(m, card, short), money, fee)
    start, on = (f"menu-{card}", trade_id(conversion)) if is_trading(m.s) else ("", f"menu-{card}")
    key = _effect_key(m, card)
    return Action(text, label, on, start, key=key, short=short, symbol=symbol_of(conversion))


def _effect_key(m: Moment, card: int) -> str:
    deeds = (v.ACTIONS.decode(number) for number in m.match.legal_ids())
    cards = sorted({deed.args[0] for deed in deeds if deed.verb in ("use", "convert")})
    return EFFECT_KEYS[at] if (at := cards.index(card)) < len(EFFECT_KEYS) else ""


def click_finish(m: Moment, text: str) -> Action:
    label = m.say("Finish the turn") if m.s.activated else m.say("Finish without activating")
    return Action(text, label, f"counter-{m.seat}", key="F", short=m.say("Finish"))


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
    return Action(text, label, f"action-{card + 1}", token, key=str(card + 1), short=title, symbol=f"km-act-{card + 1}")


def _take(m: Moment, text: str, kind: int, on: str, digit: int) -> Action:
    """A token of one's choice."""
    symbol, key = f"km-{KIND_NAMES[kind]}", str(digit)
    if kind == YELLOW:
        money = m.say("${number}").format(number=r.YELLOW_MONEY)
        label = m.say("Take the $ token: ${money}").format(money=_earned(m, r.YELLOW_MONEY))
        label = _with_loss(m, label, r.YELLOW_MONEY)
        return Action(text, label, on, key=key, short=money, symbol=symbol)
    label = m.say("Take {things}").format(things=m.say.count(COUNTED[kind], 1, ACCUSATIVE))
    return Action(text, label, on, key=key, short=m.say(KIND_WORDS[kind]), symbol=symbol)


def _in_hand(m: Moment, text: str, label: str, material: int, number: int = 1, badge: str = "") -> Action:
    """An action on materials that one holds."""
    name, short = MATERIAL_NAMES[material], m.say.count(COUNTED[material], number)
    return Action(
        text, label, f"hand-{m.seat}-{name}", key=str(material + 1), short=short, badge=badge, symbol=f"km-{name}"
    )


def _title(m: Moment, card: int) -> str:
    return m.say(m.match.box.names["menu"][card])


def _use_label(m: Moment, card: int, exchange: str) -> str:
    return m.say("Use {title}: {exchange}").format(title=_title(m, card), exchange=exchange)


def _sentence(m: Moment, conversion: int) -> str:
    """A conversion, as one says it."""
    things, money = thing_of(conversion, m.say, ACCUSATIVE), money_of(m.b, conversion)
    if not is_sale(conversion):
        return m.say("Buy {things} for ${money}").format(things=things, money=money)
    label = m.say("Sell {things} for ${money}").format(things=things, money=_earned(m, money))
    return _with_loss(m, label, money)


def _earned(m: Moment, money: int, fee: int = 0) -> int:
    """KM-20: what is over the limit, once a fee is paid, is lost."""
    return min(money, MONEY_LIMIT - int(m.s.money[m.seat]) + fee)


def _with_loss(m: Moment, label: str, money: int, fee: int = 0) -> str:
    """What is done, and what of its money is lost."""
    if not (lost := money - _earned(m, money, fee)):
        return label
    return m.say("{deed} (${lost} lost: the limit is ${limit})").format(deed=label, lost=lost, limit=MONEY_LIMIT)
