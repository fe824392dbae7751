"""What Kanban Menu says: prompts, labels, the log and what can be looked up."""

from collections.abc import Mapping, Sequence
from typing import Any

from demitasse.core.furniture import Sign
from demitasse.core.match import Match
from demitasse.core.scene import Panel, Prompt, Row, asked, score_panel, verdict
from demitasse.core.telling import Told
from demitasse.core.words import ACCUSATIVE, Say, counted, later
from demitasse.games.kanban_menu import rules as r
from demitasse.games.kanban_menu import verbs as v
from demitasse.games.kanban_menu.box import (
    CONVERSION,
    HAND_LIMIT,
    IDLE,
    KIND_NAMES,
    KINDS,
    LUCK,
    MATERIALS,
    MONEY,
    ONCE,
    VP,
)
from demitasse.games.kanban_menu.look import cards_at, token_shown
from demitasse.games.kanban_menu.state import (
    DEAL,
    DECK,
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
from demitasse.games.kanban_menu.table import ACTION_TITLES

KIND_WORDS = (
    later("drink", ACCUSATIVE),
    later("produce", ACCUSATIVE),
    later("sweets", ACCUSATIVE),
    later("main dish", ACCUSATIVE),
    later("$ token", ACCUSATIVE),
)
COUNTED = (
    counted("{number} drink", "{number} drinks", ACCUSATIVE),
    counted("{number} produce", "{number} produce", ACCUSATIVE),
    counted("{number} sweet", "{number} sweets", ACCUSATIVE),
    counted("{number} main dish", "{number} main dishes", ACCUSATIVE),
    counted("{number} $ token", "{number} $ tokens", ACCUSATIVE),
)


def tell_start(t: Told, kind: int) -> str:
    return t.say("taken first: {what}").format(what=t.say(KIND_WORDS[kind]))


def tell_choose(t: Told, card: int) -> str:
    return t.say("action card {number}, {title}").format(number=card + 1, title=t.say(ACTION_TITLES[card]))


def tell_buy(t: Told, kind: int) -> str:
    return t.say("taken: {what}").format(what=t.say(KIND_WORDS[kind]))


def tell_business(t: Told, material: int) -> str:
    things = t.say.count(COUNTED[material], r.BUSINESS_PAYS)
    return t.say("sold: {things}, ${money}").format(things=things, money=r.BUSINESS_MONEY)


def tell_fair(t: Told, material: int) -> str:
    things = t.say.count(COUNTED[material], r.FAIR_PAYS)
    return t.say("shown at the fair: {things}, {vp} VP").format(things=things, vp=r.FAIR_VP)


def tell_contribute(t: Told) -> str:
    return t.say("contribution: {vp} VP").format(vp=r.CONTRIBUTION_VP)


def tell_develop(t: Told, card: int) -> str:
    return t.say("{what} developed").format(what=_title(t, card))


def tell_reserve(t: Told, card: int) -> str:
    return t.say("{what} reserved").format(what=_title(t, card))


def tell_trade(t: Told, conversion: int) -> str:
    return conversion_words(t.box.records[0], conversion, t.say)


def tell_use(t: Told, card: int) -> str:
    return t.say("{title} used").format(title=_title(t, card))


def tell_convert(t: Told, card: int, conversion: int) -> str:
    exchange = conversion_words(t.box.records[0], conversion, t.say)
    return t.say("{title} used: {exchange}").format(title=_title(t, card), exchange=exchange)


def tell_finish(t: Told) -> str:
    return t.say("done acting")  # tokens are put yet


def tell_drop(t: Told, material: int) -> str:
    return t.say("{what} dropped").format(what=t.say(KIND_WORDS[material]))


def tell_return(t: Told, material: int) -> str:
    return t.say("{what} returned to the bag").format(what=t.say(KIND_WORDS[material]))


def tell_put(t: Told, kind: int, card: int) -> str:
    return t.say("{kind} put on {number}, {title}").format(
        kind=t.say(KIND_WORDS[kind], ACCUSATIVE), number=card + 1, title=t.say(ACTION_TITLES[card])
    )


def tell_token(t: Told, kind: int) -> str:
    return t.say(KIND_WORDS[kind])


def tell_menu(t: Told, card: int) -> str:
    return _title(t, card)


def _title(t: Told, card: int) -> str:
    return t.say(t.box.names["menu"][card])


def board_note(card: int, say: Say) -> str:
    """What an action card is good for."""
    return (
        say("1 token you choose"),
        say("{number} alike → ${money}").format(number=r.BUSINESS_PAYS, money=r.BUSINESS_MONEY),
        say("{number} alike → {vp} VP").format(number=r.FAIR_PAYS, vp=r.FAIR_VP),
        say("${money} → {vp} VP").format(money=r.CONTRIBUTION_MONEY, vp=r.CONTRIBUTION_VP),
        say("Develop or reserve"),
        say("Up to {number} conversions").format(number=r.TRADES),
    )[card]


def amounts(counts: Sequence[int], say: Say, case: str = "") -> str:
    """So many of each kind, in words; empty if there are none."""
    return say.list(say.count(kind, int(number), case) for kind, number in zip(COUNTED, counts, strict=False) if number)


def assets(amounts: Sequence[int] | Mapping[int, int], say: Say) -> list[str]:
    """Money and VP, those there are."""
    words = (say("${number}"), say("{number} VP"))
    return [
        word.format(number=int(amount))
        for word, amount in zip(words, (amounts[MONEY], amounts[VP]), strict=True)
        if amount
    ]


def _fee_words(b: Any, card: int, say: Say) -> str:
    """What an effect asks for; empty if it is free."""
    return say.list(filter(None, (*assets(b.price[card], say), amounts(b.fee[card], say))))


def exchange_words(s: Any, b: Any, card: int, say: Say) -> str:
    """What an effect asks for and what it gives."""
    pay, form = _fee_words(b, card, say), int(b.form[card])
    gain = say.list(assets(b.gain[s.first_edition, card], say))
    if form != CONVERSION and form != LUCK:
        return say("{pay} → {gain}").format(pay=pay, gain=gain) if pay else gain
    gain = say("a random token") if form == LUCK else say("one conversion")
    return say("{pay} → {gain}").format(pay=pay, gain=gain) if pay else gain


def effect_words(s: Any, b: Any, card: int, say: Say) -> str:
    """A menu card's effect, one sentence."""
    trigger, exchange = int(b.trigger[card]), exchange_words(s, b, card, say)
    if trigger == 0:
        return say("No effect, only VP")
    if trigger == ONCE:
        return say("Once a turn: {exchange}").format(exchange=exchange)
    if trigger == IDLE:
        return say("Each time you do not activate: {exchange}").format(exchange=exchange)
    return say("Each time you choose {number}: {exchange}").format(number=trigger, exchange=exchange)


def last_line(match: Match, s: Any, card: int, reader: int, short: Sequence[int], say: Say) -> tuple[str, str]:
    """What a reader may do with a menu card, or what it lacks; and whether that is good."""
    lacking = say("{things} short").format(things=amounts(short, say)) if any(short) else ""
    develops = s.phase == TURN and s.chosen == r.DEVELOPMENT and not s.activated and match.actor == reader
    if not develops:
        return (lacking, "") if lacking else (say("you have all it takes"), "good")
    if cards_at(match, s, RESERVED + reader):  # a hand of one card
        return (lacking, "") if lacking else (say("Develop"), "good")
    if lacking:
        return say("Reserve ({lacking})").format(lacking=lacking), ""
    return say("Develop or reserve"), "good"


def prompt_of(match: Match, s: Any, say: Say) -> Prompt:
    """What is asked, and its consequence."""
    if match.actor is None:
        return verdict(match, say)
    if match.actor == "*":
        return _draw(s, say)
    name = match.names[int(match.actor)]
    if s.phase == START:
        so = say("A $ token turns into ${money} at once.").format(money=r.YELLOW_MONEY)
        return asked(name, say("take a *first token*."), say("taking a first token"), so, say)
    if s.phase == DROP:
        so = say("You hold {number} and may keep {limit}.").format(
            number=int(r.held(s, int(match.actor))), limit=HAND_LIMIT
        )
        return asked(name, say("*drop* a token."), say("dropping a token"), so, say)
    if s.phase == RETURN:
        so = say(
            "Bag and used area ran out, so everybody returns half of their tokens. Still to return: {number}."
        ).format(number=int(s.owed))
        return asked(name, say("*return* a token to the bag."), say("returning a token to the bag"), so, say)
    if s.phase == PUT:
        so = (
            say("The second token is put on another card.")
            if s.first_token
            else say("Not on the card of the first token.")
        )
        kind = say(KIND_WORDS[token_shown(s)], ACCUSATIVE)
        question = say("put the *{kind}* on an action card.").format(kind=kind)
        return asked(name, question, say("putting a token on an action card"), so, say)
    question, so = _turn_prompt(match, s, say)
    return asked(name, question, _doing(s, say), so, say)


def _doing(s: Any, say: Say) -> str:
    """What somebody is about in a turn, for who waits."""
    if s.chosen == 0:
        return say("choosing an action card")
    return say("acting on {title}").format(title=say(ACTION_TITLES[s.chosen - 1]))


def _turn_prompt(match: Match, s: Any, say: Say) -> tuple[str, str]:
    """(the question in a turn, its consequence)."""
    ids = match.legal_ids()
    uses = any(v.USE <= action < v.FINISH for action in ids)
    if s.chosen == 0:
        so = (
            say("You take its tokens and may activate it. Or use an effect first.")
            if uses
            else say("You take its tokens and may activate it.")
        )
        return say("choose an *action card*."), so
    so = say("Effects can be used until you finish.") if uses else ""
    if not any(v.BUY <= action < v.USE for action in ids):
        if uses:
            return say("*use an effect*, or finish the turn."), so
        if s.activated:
            return say("*finish* the turn."), say("Then two tokens are drawn, and you put them on action cards.")
        lacks = say("What {title} asks for is not there.").format(title=say(ACTION_TITLES[s.chosen - 1]))
        return say("*finish* the turn."), lacks
    question = {
        r.PURCHASING: say("take a token of *your choice*?"),
        r.BUSINESS: say("*sell* two materials of a kind?"),
        r.FAIR: say("bring three materials of a kind to the *fair*?"),
        r.CONTRIBUTION: say("*contribute* ${money} to the region?"),
        r.DEVELOPMENT: _development(ids, say),
        r.TRADING: say("*trade*, or finish the turn?"),
    }[int(s.chosen)]
    if s.chosen == r.TRADING:
        so = say("Conversions left: {left}.").format(left=r.TRADES - int(s.activated))
    if s.chosen == r.DEVELOPMENT and not _reserves(ids):
        so = so or say("It gives its VP at once. You already hold a reserved card.")
    return question.format(money=r.CONTRIBUTION_MONEY), so or _consequence(int(s.chosen), say)


def _development(ids: Sequence[int], say: Say) -> str:
    if not any(v.DEVELOP <= action < v.RESERVE for action in ids):
        return say("*reserve* a menu card?")
    return say("*develop* or *reserve* a menu card?") if _reserves(ids) else say("*develop* a menu card?")


def _reserves(ids: Sequence[int]) -> bool:
    return any(v.RESERVE <= action < v.TRADE for action in ids)


def _consequence(chosen: int, say: Say) -> str:
    """What the activation of an action card brings."""
    return {
        r.PURCHASING: say("It comes from the used area, or else from the bag."),
        r.BUSINESS: say("They bring ${number}.").format(number=r.BUSINESS_MONEY),
        r.FAIR: say("They bring {number} VP.").format(number=r.FAIR_VP),
        r.CONTRIBUTION: say("It brings {number} VP.").format(number=r.CONTRIBUTION_VP),
        r.DEVELOPMENT: say("A developed card gives its VP at once; a reserved one waits on your counter."),
    }.get(chosen, "")


def _draw(s: Any, say: Say) -> Prompt:
    """What is drawn, and why."""
    if s.phase in (MENU, REFILL):
        so = say("The display is filled up to {number}.").format(number=r.OPEN_CARDS)
        return Prompt(say("A menu card is drawn."), so)
    so = {
        DEAL: say("The first tokens are laid on the action cards."),
        LAY_AGAIN: say("The action cards are laid out again."),
        LUCKY: say("It is an effect's random token."),
    }.get(int(s.phase), say("Two tokens come out of the bag and are put on action cards."))
    return Prompt(say("A token is drawn."), so)


def panels_of(match: Match, s: Any, say: Say) -> list[Panel]:
    b: Any = match.box.records[0]
    deck = [
        Row(say(match.box.names["menu"][card]), effect_words(s, b, card, say), "km-menu")
        for card in cards_at(match, s, DECK)
    ]
    trading = [Row(conversion_words(b, conversion, say), "") for conversion in range(v.CONVERSIONS)]
    return [
        score_panel(match, match.breakdown(), say),
        Panel("bag", say("In the bag"), _count_rows(s.bag, say)),
        Panel("used", say("In the used area"), _count_rows(s.used, say)),
        Panel("deck", say("Menu cards in the deck"), deck),
        Panel("trading", say("Trading"), trading),
    ]


def _count_rows(counts: Sequence[int], say: Say) -> list[Row]:
    return [Row(say(KIND_WORDS[kind]), str(int(counts[kind])), f"km-{KIND_NAMES[kind]}") for kind in range(KINDS)]


def conversion_words(b: Any, conversion: int, say: Say, fee: int = 0) -> str:
    """A conversion by the trading table in words; what an effect asks for it is paid with it."""
    thing, money = thing_of(conversion, say), money_of(b, conversion)
    dollars = say("${money}")
    if not is_sale(conversion):
        return say("{pay} → {gain}").format(pay=dollars.format(money=money + fee), gain=thing)
    paid = say.list([thing, *([dollars.format(money=fee)] if fee else ())])
    return say("{pay} → {gain}").format(pay=paid, gain=dollars.format(money=money))


def is_sale(conversion: int) -> bool:
    """Whether a conversion brings dollars."""
    return conversion < v.ACQUIRE or conversion == v.SELL_VP


def thing_of(conversion: int, say: Say, case: str = "") -> str:
    """What a conversion sells or buys."""
    if conversion >= v.ACQUIRE_VP:
        return say("{number} VP").format(number=1)
    return say.count(COUNTED[conversion % MATERIALS], 1, case)


def money_of(b: Any, conversion: int) -> int:
    """The dollars that a conversion brings or costs."""
    if conversion == v.SELL_VP:
        return int(b.vp_sells)
    if conversion == v.ACQUIRE_VP:
        return int(b.vp_costs)
    return int(b.costs[conversion - v.ACQUIRE] if conversion >= v.ACQUIRE else b.sells[conversion])


# Effects in symbols
TO = Sign("→")


def effect_signs(s: Any, b: Any, card: int, say: Say) -> list[Sign]:
    """A menu card's effect in symbols: what sets it off, what it asks for, what it gives; without one, its VP."""
    trigger, form = int(b.trigger[card]), int(b.form[card])
    if trigger == 0:
        return [Sign(str(int(b.vp[card])), "km-vp")]
    pay = _asset_signs(b.price[card], say)
    pay += [Sign("", f"km-{KIND_NAMES[kind]}") for kind, number in enumerate(b.fee[card]) for _ in range(int(number))]
    if form == CONVERSION:
        gain = [Sign("", "km-act-6")]
    elif form == LUCK:
        gain = [Sign("?", "km-bag")]
    else:
        gain = _asset_signs(b.gain[s.first_edition, card], say)
    return [_trigger(trigger), *pay, *([TO] if pay else ()), *gain]


def _trigger(trigger: int) -> Sign:
    """A ring: the number of an action card, once a turn, or not having activated one."""
    return Sign({ONCE: "1×", IDLE: "–"}.get(trigger, str(trigger)), ring=True)


def _asset_signs(amounts: Any, say: Say) -> list[Sign]:
    money, vp = int(amounts[MONEY]), int(amounts[VP])
    return [
        *([Sign(say("${number}").format(number=money))] if money else ()),
        *([Sign(str(vp), "km-vp")] if vp else ()),
    ]
