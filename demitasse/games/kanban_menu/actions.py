"""Where each action of Kanban Menu is clicked, and what it does in words."""

from typing import Any

from demitasse.core.match import Match
from demitasse.core.scene import Action, Held
from demitasse.core.words import ACCUSATIVE, Say
from demitasse.games.kanban_menu import rules as r
from demitasse.games.kanban_menu.box import (
    ACTIONS,
    KIND_NAMES,
    MATERIAL_NAMES,
    MATERIALS,
    MONEY,
    YELLOW,
)
from demitasse.games.kanban_menu.look import display_place, source_of
from demitasse.games.kanban_menu.state import DISPLAY
from demitasse.games.kanban_menu.table import ACTION_TITLES
from demitasse.games.kanban_menu.words import COUNTED, KIND_WORDS, amounts, conversion_words, exchange_words


def action_of(match: Match, s: Any, held: Held, action: int, say: Say) -> Action:
    """Where an action is clicked, and what it does in words."""
    seat, text = int(match.actor or 0), match.action_text(action)
    if action < r.CHOOSE:
        return _start(held, text, action - r.START_WITH, say)
    if action < r.BUY:
        return _choose(s, text, action - r.CHOOSE, say)
    if action < r.DEVELOP:
        return _activate(s, seat, text, action, say)
    if action < r.TRADE:
        return _develop(match, s, held, text, action, say)
    if action < r.FINISH:
        return _convert_or_use(match, s, seat, text, action, say)
    if action == r.FINISH:
        label = say("Finish the turn") if s.activated else say("Finish without activating")
        return Action(text, label, f"counter-{seat}", key="F")
    if action < r.PUT_ON:
        material = (action - r.DROP_ONE) % MATERIALS
        label = say("Drop {things}") if action < r.RETURN_ONE else say("Return {things} to the bag")
        return Action(
            text,
            label.format(things=say.count(COUNTED[material], 1, ACCUSATIVE)),
            f"hand-{seat}-{MATERIAL_NAMES[material]}",
            key=str(material + 1),
        )
    return _put(s, held, text, *divmod(action - r.PUT_ON, ACTIONS), say)


def _start(held: Held, text: str, kind: int, say: Say) -> Action:
    return Action(text, _take_label(kind, say), held[KIND_NAMES[kind], "open"][0], key=str(kind + 1))


def _take_label(kind: int, say: Say) -> str:
    if kind == YELLOW:
        return say("Take yellow: ${money}").format(money=r.YELLOW_MONEY)
    return say("Take {things}").format(things=say.count(COUNTED[kind], 1, ACCUSATIVE))


def _choose(s: Any, text: str, card: int, say: Say) -> Action:
    words = {"number": card + 1, "title": say(ACTION_TITLES[card]), "tokens": amounts(s.on_card[card], say, ACCUSATIVE)}
    label = (
        say("Choose {number}, {title}: take {tokens}")
        if words["tokens"]
        else say("Choose {number}, {title}: no tokens lie there")
    )
    return Action(text, label.format(**words), f"action-{card + 1}", key=str(card + 1), short=str(words["title"]))


def _put(s: Any, held: Held, text: str, kind: int, card: int, say: Say) -> Action:
    token = held[KIND_NAMES[kind], "shown-1" if s.first_token else "shown-2"][0]
    label = say("Put the {kind} on {number}, {title}").format(
        kind=say(KIND_WORDS[kind], ACCUSATIVE), number=card + 1, title=say(ACTION_TITLES[card])
    )
    return Action(text, label, f"action-{card + 1}", token, key=str(card + 1), short=say(ACTION_TITLES[card]))


def _activate(s: Any, seat: int, text: str, action: int, say: Say) -> Action:
    """Purchasing, regular business, fair and regional contribution."""
    if action == r.CONTRIBUTE:
        label = say("Contribute: {vp} VP").format(vp=r.CONTRIBUTION_VP)
        return Action(
            text, label, f"action-{r.CONTRIBUTION}", key="1", price=say("${number}").format(number=r.CONTRIBUTION_MONEY)
        )
    if action < r.DO_BUSINESS:
        kind = action - r.BUY
        return Action(text, _take_label(kind, say), source_of(s, kind), key=str(kind + 1))
    fair = action >= r.HOLD_FAIR
    material = action - (r.HOLD_FAIR if fair else r.DO_BUSINESS)
    things = say.count(COUNTED[material], r.FAIR_PAYS if fair else r.BUSINESS_PAYS, ACCUSATIVE)
    label = say("Show {things}: {vp} VP") if fair else say("Sell {things}: ${money}")
    label = label.format(things=things, vp=r.FAIR_VP, money=r.BUSINESS_MONEY)
    return Action(text, label, f"hand-{seat}-{MATERIAL_NAMES[material]}", key=str(material + 1))


def _develop(match: Match, s: Any, held: Held, text: str, action: int, say: Say) -> Action:
    """Both on the card itself; the digits develop: the places of the display, and the card after them the reserved one."""
    b: Any = match.box.records[0]
    card = action - (r.RESERVE if action >= r.RESERVE else r.DEVELOP)
    title = say(match.box.names["menu"][card])
    if action >= r.RESERVE:
        return Action(text, say("Reserve {title}").format(title=title), f"menu-{card}")
    key = display_place(held, card) if s.lies[card] == DISPLAY else r.OPEN_CARDS + 1
    label = say("Develop {title}: {vp} VP").format(title=title, vp=int(b.vp[card]))
    return Action(text, label, f"menu-{card}", key=str(key), price=amounts(b.cost[card], say))


def _convert_or_use(match: Match, s: Any, seat: int, text: str, action: int, say: Say) -> Action:
    b: Any = match.box.records[0]
    if action < r.USE:
        conversion = action - r.TRADE
        start, on = _ends(s, seat, conversion)
        return Action(text, conversion_words(b, conversion, say), on, start, key=str((conversion + 1) % r.CONVERSIONS))
    if action < r.USE_TO_CONVERT:
        card = action - r.USE
        label = say("Use {title}: {exchange}").format(
            title=say(match.box.names["menu"][card]), exchange=exchange_words(s, b, card, say)
        )
        return Action(text, label, f"menu-{card}")
    card, conversion = divmod(action - r.USE_TO_CONVERT, r.CONVERSIONS)
    start, on = _ends(s, seat, conversion)
    label = say("Use {title}: {exchange}").format(
        title=say(match.box.names["menu"][card]), exchange=conversion_words(b, conversion, say)
    )
    return Action(
        text,
        label,
        start if conversion < r.ACQUIRE else on,
        f"menu-{card}",
        price=_given(b, conversion, say, int(b.price[card, MONEY])),
    )


def _ends(s: Any, seat: int, conversion: int) -> tuple[str, str]:
    """Where what a conversion gives away lies, and where what it brings."""
    money, vp = f"money-{seat}", f"vp-{seat}"
    if conversion == r.SELL_VP:
        return vp, money
    if conversion == r.ACQUIRE_VP:
        return money, vp
    if conversion >= r.ACQUIRE:
        return money, source_of(s, conversion - r.ACQUIRE)
    return f"hand-{seat}-{MATERIAL_NAMES[conversion]}", money


def _given(b: Any, conversion: int, say: Say, fee: int) -> str:
    """What a conversion costs, with the fee of the effect that brings it."""
    if r.ACQUIRE <= conversion <= r.ACQUIRE_VP:
        money = b.vp_costs if conversion == r.ACQUIRE_VP else b.costs[conversion - r.ACQUIRE]
        return say("${number}").format(number=fee + int(money))
    given = say("{number} VP").format(number=1)
    if conversion < r.ACQUIRE:
        given = say.count(COUNTED[conversion], 1)
    return say.list((say("${number}").format(number=fee), given)) if fee else given
