"""A simple player's taste in Kanban Menu: how much an action is worth at first sight."""

from demitasse.core.rule import rule
from demitasse.games.kanban_menu import rules as r
from demitasse.games.kanban_menu import verbs as v
from demitasse.games.kanban_menu.box import (
    ACTION_CARDS,
    HAND_LIMIT,
    IDLE,
    LUCK,
    MATERIALS,
    MONEY,
    MONEY_LIMIT,
    VP,
    YELLOW,
)
from demitasse.games.kanban_menu.rules import count_on, held
from demitasse.games.kanban_menu.state import DEVELOPED, DISPLAY, RESERVED

# What things are worth: $3 are 1 VP in the end, and a material sells for about $2
VP_WORTH = 6
MONEY_WORTH = 2
MATERIAL_WORTH = 4
WANTED_WORTH = 3  # more for a material that a card in reach lacks
EFFECT_WORTH = 6

# First what the action card is good for, then the effects, then the end of the turn
ACTIVATE = 100
EFFECT = 50


@rule
def worth(b, s, notes, action):
    """Larger is better; only actions that are legal together are compared."""
    seat = int(s.seat)
    if action >= v.PUT_ON:
        return put_worth(s, (action - v.PUT_ON) % ACTION_CARDS)
    if action >= v.RETURN_ONE:
        return spare(b, s, int(s.asked) - 1, action - v.RETURN_ONE)
    if action >= v.DROP_ONE:
        return spare(b, s, seat, action - v.DROP_ONE)
    if action == v.FINISH:
        return EFFECT
    if action >= v.USE:
        net = effect_worth(b, s, seat, action)
        return EFFECT + net if net > 0 else 0
    if action >= v.BUY:
        net = activation_worth(b, s, seat, action)
        return ACTIVATE + net if net > idle_worth(b, s, seat) else 0
    if action >= v.CHOOSE:
        return ACTIVATE + choice_worth(b, s, seat, action - v.CHOOSE)
    return kind_worth(b, s, seat, action - v.START_WITH)


@rule
def effect_worth(b, s, seat, action):
    if action < v.USE_TO_CONVERT:
        return use_worth(b, s, seat, action - v.USE)
    place = action - v.USE_TO_CONVERT
    return convert_worth(b, s, seat, place // v.CONVERSIONS, place % v.CONVERSIONS)


@rule
def activation_worth(b, s, seat, action):
    if action >= v.TRADE:
        return conversion_worth(b, s, seat, action - v.TRADE)
    if action >= v.RESERVE:
        return reserve_worth(b, s, seat, action - v.RESERVE)
    if action >= v.DEVELOP:
        return menu_worth(b, action - v.DEVELOP)
    if action == v.CONTRIBUTE:
        return contribution_worth()
    if action >= v.HOLD_FAIR:
        return fair_worth() + spare(b, s, seat, action - v.HOLD_FAIR)
    if action >= v.DO_BUSINESS:
        return business_worth(s, seat) + spare(b, s, seat, action - v.DO_BUSINESS)
    return kind_worth(b, s, seat, action - v.BUY)


@rule
def put_worth(s, card):
    """Where few lie."""
    return -count_on(s, card)


@rule
def choice_worth(b, s, seat, card):
    """What an action card brings: its tokens, the effects of choosing it, and the best of its activation."""
    tokens = 0
    for material in range(MATERIALS):
        tokens += int(s.on_card[card, material])
    net = MATERIAL_WORTH * min(tokens, HAND_LIMIT - held(s, seat))
    net += money_worth(s, seat, r.YELLOW_MONEY * int(s.on_card[card, YELLOW]))
    for menu in range(b.menus):
        if b.trigger[menu] == card + 1 and s.lies[menu] == DEVELOPED + seat:
            net += gain_worth(b, s, seat, menu)
    return net + max(best_activation(b, s, seat, card), idle_worth(b, s, seat))


@rule
def best_activation(b, s, seat, card):
    """The best use of an action card with the tokens that lie on it."""
    most = 0
    for material in range(MATERIALS):
        most = max(most, int(s.hand[seat, material]) + s.on_card[card, material])
    money = min(MONEY_LIMIT, int(s.money[seat]) + r.YELLOW_MONEY * s.on_card[card, YELLOW])
    if card + 1 == r.PURCHASING:
        return MATERIAL_WORTH
    if card + 1 == r.BUSINESS:
        return business_worth(s, seat) if most >= r.BUSINESS_PAYS else 0
    if card + 1 == r.FAIR:
        return fair_worth() if most >= r.FAIR_PAYS else 0
    if card + 1 == r.CONTRIBUTION:
        return contribution_worth() if money >= r.CONTRIBUTION_MONEY else 0
    if card + 1 == r.TRADING:
        return min(r.TRADES, money // b.vp_costs) * max(0, VP_WORTH - MONEY_WORTH * int(b.vp_costs))
    best = 0
    for menu in range(b.menus):
        if (s.lies[menu] == DISPLAY or s.lies[menu] == RESERVED + seat) and lacking(b, s, seat, menu, card) == 0:
            best = max(best, menu_worth(b, menu))
    return best


@rule
def reserve_worth(b, s, seat, card):
    return 1 + max(0, menu_worth(b, card) // VP_WORTH - lacking(b, s, seat, card, -1))


@rule
def use_worth(b, s, seat, card):
    """What an effect brings beyond what it asks for."""
    net = -price_worth(b, card)
    for material in range(MATERIALS):
        net -= MATERIAL_WORTH * b.fee[card, material]
    if b.form[card] == LUCK:
        return net + MATERIAL_WORTH
    return net + gain_worth(b, s, seat, card)


@rule
def convert_worth(b, s, seat, card, conversion):
    return conversion_worth(b, s, seat, conversion) - price_worth(b, card)


@rule
def price_worth(b, card):
    """The money and VP that an effect asks for."""
    return MONEY_WORTH * int(b.price[card, MONEY]) + VP_WORTH * b.price[card, VP]


@rule
def conversion_worth(b, s, seat, conversion):
    if conversion == v.SELL_VP:
        return money_worth(s, seat, int(b.vp_sells)) - VP_WORTH
    if conversion == v.ACQUIRE_VP:
        return VP_WORTH - MONEY_WORTH * int(b.vp_costs)
    if conversion >= v.ACQUIRE:
        return kind_worth(b, s, seat, conversion - v.ACQUIRE) - MONEY_WORTH * int(b.costs[conversion - v.ACQUIRE])
    return money_worth(s, seat, int(b.sells[conversion])) - kind_worth(b, s, seat, conversion)


@rule
def kind_worth(b, s, seat, kind):
    """What one more token of a kind is worth."""
    if kind == YELLOW:
        return money_worth(s, seat, r.YELLOW_MONEY)
    if held(s, seat) >= HAND_LIMIT:
        return 0
    return MATERIAL_WORTH + WANTED_WORTH * is_wanted(b, s, seat, kind)


@rule
def is_wanted(b, s, seat, material):
    """Whether a card that could be developed soon lacks a material."""
    for menu in range(b.menus):
        if (s.lies[menu] == DISPLAY or s.lies[menu] == RESERVED + seat) and b.cost[menu, material] > s.hand[
            seat, material
        ]:
            if lacking(b, s, seat, menu, -1) <= 2:
                return True
    return False


@rule
def lacking(b, s, seat, menu, card):
    """How many materials a seat lacks for a menu card, with those on an action card (or none, -1) counted as held."""
    count = 0
    for material in range(MATERIALS):
        has = int(s.hand[seat, material])
        if card >= 0:
            has += s.on_card[card, material]
        count += max(0, b.cost[menu, material] - has)
    return count


@rule
def menu_worth(b, menu):
    net = VP_WORTH * int(b.vp[menu]) + EFFECT_WORTH * (b.trigger[menu] > 0)
    for material in range(MATERIALS):
        net -= MATERIAL_WORTH * b.cost[menu, material]
    return net


@rule
def gain_worth(b, s, seat, menu):
    return money_worth(s, seat, int(b.gain[s.first_edition, menu, MONEY])) + VP_WORTH * int(
        b.gain[s.first_edition, menu, VP]
    )


@rule
def idle_worth(b, s, seat):
    """What finishing without an activation brings."""
    net = 0
    if s.activated == 0:
        for menu in range(b.menus):
            if b.trigger[menu] == IDLE and s.lies[menu] == DEVELOPED + seat:
                net += gain_worth(b, s, seat, menu)
    return net


@rule
def money_worth(s, seat, money):
    """Money over the limit is worth nothing."""
    return MONEY_WORTH * min(money, MONEY_LIMIT - int(s.money[seat]))


@rule
def business_worth(s, seat):
    return money_worth(s, seat, r.BUSINESS_MONEY) - MATERIAL_WORTH * r.BUSINESS_PAYS


@rule
def fair_worth():
    return VP_WORTH * r.FAIR_VP - MATERIAL_WORTH * r.FAIR_PAYS


@rule
def contribution_worth():
    return VP_WORTH * r.CONTRIBUTION_VP - MONEY_WORTH * r.CONTRIBUTION_MONEY


@rule
def spare(b, s, seat, material):
    """How easily a seat parts with a material."""
    return int(s.hand[seat, material]) - WANTED_WORTH * is_wanted(b, s, seat, material)
