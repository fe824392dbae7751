"""The rules of Kanban Menu, as numbered KM-1 … KM-33."""

from demitasse.core.draws import below, outcome_at
from demitasse.core.rule import rule, who_acts
from demitasse.core.tables import Score
from demitasse.core.words import later
from demitasse.games.kanban_menu.box import (
    ACTION_CARDS,
    CONVERSION,
    HAND_LIMIT,
    IDLE,
    KINDS,
    LUCK,
    MATERIALS,
    MAX_CONVERTERS,
    MENUS,
    MONEY,
    MONEY_LIMIT,
    ONCE,
    VP,
    YELLOW,
)
from demitasse.games.kanban_menu.state import (
    DEAL,
    DECK,
    DEVELOPED,
    DISPLAY,
    DISTRIBUTE,
    DRAWS,
    DROP,
    ENDED,
    FIRST_EDITION,
    LAID_OUT,
    LAST_ROUND,
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
from demitasse.games.kanban_menu.verbs import (
    ACQUIRE,
    ACQUIRE_VP,
    ACTIONS,
    BUY,
    CARD,
    CHOOSE,
    CONTRIBUTE,
    CONVERSIONS,
    DEVELOP,
    DO_BUSINESS,
    DROP_ONE,
    FINISH,
    HOLD_FAIR,
    OUTCOMES,
    PUT_ON,
    RESERVE,
    RETURN_ONE,
    SELL,
    SELL_VP,
    START_WITH,
    TOKEN,
    TRADE,
    USE,
    USE_TO_CONVERT,
)

# The action cards
PURCHASING = 1
BUSINESS = 2
FAIR = 3
CONTRIBUTION = 4
DEVELOPMENT = 5
TRADING = 6

OPEN_CARDS = 4  # the display
CARD_LIMIT = 6  # tokens on an action card
YELLOW_MONEY = 2
BUSINESS_PAYS = 2
BUSINESS_MONEY = 5
FAIR_PAYS = 3
FAIR_VP = 5
CONTRIBUTION_MONEY = 5
CONTRIBUTION_VP = 4
TRADES = 3
MONEY_FOR_1_VP = 3  # at the end

NUM_ACTIONS = len(ACTIONS)
NUM_OUTCOMES = len(OUTCOMES)
# Trading with every card developed
MAX_LEGAL = CONVERSIONS + (MENUS - MAX_CONVERTERS) + MAX_CONVERTERS * CONVERSIONS + 1
# 200 rounds of 5 turns; in a turn at most 32 effects with a token and a drop each, a choice with 6 drops, 3 conversions
# with a drop each, a refill, `finish`, two draws and two tokens put; each of the 34 draws with 25 tokens returned and
# 10 laid out. Real games take 200 to 2,000.
MAX_PLIES = 1_400_000

SCORE = Score()
VP_LINE = SCORE.add(later("vp"))
MONEY_LINE = SCORE.add(later("money and materials"))
TOTAL = SCORE.add(later("total"))
MENU_CARDS = SCORE.add(later("menu cards"))


# Set-up ---------------------------------------------------------------------------------------------------------------


@rule
def setup(b, s, seats, options):
    """All tokens in the bag, all menu cards in the deck; the draws of the first tokens follow."""
    s.seats = seats
    s.first_edition = options[FIRST_EDITION]
    for kind in range(KINDS):  # KM-1
        s.bag[kind] = b.tokens[kind]
    s.phase = DEAL


@rule
def lay(s, kind):
    """KM-2: one more token from the bag on the action cards; True when all are laid out."""
    s.bag[kind] -= 1
    s.on_card[(s.laid + 1) // 2, kind] += 1  # 1 on the first and the last card, 2 on the others
    s.laid += 1
    if s.laid < LAID_OUT:
        return False
    s.laid = 0
    return True


@rule
def open_tokens(s):
    """KM-4: one token of each kind to choose from."""
    for kind in range(KINDS):
        if s.bag[kind] > 0:
            s.bag[kind] -= 1
            s.open[kind] = 1
    s.phase = START
    s.seat = s.seats - 1


@rule
def start_with(s, seat, kind):
    """KM-4: the first player is last; what is left returns to the bag."""
    s.open[kind] = 0
    take(s, seat, kind)
    left = 0
    for other in range(KINDS):
        left += s.open[other]
    if seat > 0 and left > 0:
        s.seat -= 1
        return
    for other in range(KINDS):
        s.bag[other] += s.open[other]
        s.open[other] = 0
    s.seat = 0
    s.phase = TURN


# Who acts, what is legal ----------------------------------------------------------------------------------------------


@rule
def actor(b, s):
    return who_acts(int(s.phase), DRAWS, ENDED, int(s.asked) - 1 if s.phase == RETURN else int(s.seat))


@rule
def legal(b, s, out):
    """Writes the legal action ids, ascending, into out; returns how many."""
    if s.phase == TURN:
        return legal_turn(b, s, out)
    if s.phase == PUT:
        return legal_puts(s, out)
    count = 0
    if s.phase == START:
        for kind in range(KINDS):
            if s.open[kind]:
                out[count] = START_WITH + kind
                count += 1
        return count
    seat = s.seat if s.phase == DROP else s.asked - 1
    first = DROP_ONE if s.phase == DROP else RETURN_ONE
    for material in range(MATERIALS):
        if s.hand[seat, material] > 0:
            out[count] = first + material
            count += 1
    return count


@rule
def legal_turn(b, s, out):
    seat = int(s.seat)
    if s.chosen == 0:
        return legal_uses(b, s, seat, out, legal_choices(out))
    count = legal_uses(b, s, seat, out, legal_activations(b, s, seat, out))
    out[count] = FINISH
    return count + 1


@rule
def legal_choices(out):
    """KM-10: any action card, whether or not tokens lie on it."""
    count = 0
    for card in range(ACTION_CARDS):
        out[count] = CHOOSE + card
        count += 1
    return count


@rule
def legal_activations(b, s, seat, out):
    """KM-12: one, or up to three conversions."""
    if s.activated > 0 and (s.chosen != TRADING or s.activated == TRADES):
        return 0
    count = 0
    if s.chosen == PURCHASING:
        for kind in range(KINDS):
            if is_left(s, kind):
                out[count] = BUY + kind
                count += 1
    elif s.chosen == BUSINESS:
        for material in range(MATERIALS):
            if s.hand[seat, material] >= BUSINESS_PAYS:
                out[count] = DO_BUSINESS + material
                count += 1
    elif s.chosen == FAIR:
        for material in range(MATERIALS):
            if s.hand[seat, material] >= FAIR_PAYS:
                out[count] = HOLD_FAIR + material
                count += 1
    elif s.chosen == CONTRIBUTION:
        if s.money[seat] >= CONTRIBUTION_MONEY:
            out[count] = CONTRIBUTE
            count += 1
    elif s.chosen == DEVELOPMENT:
        count = legal_development(b, s, seat, out)
    else:
        count = legal_conversions(b, s, seat, 0, TRADE, out, 0)
    return count


@rule
def legal_development(b, s, seat, out):
    count = 0
    reserved = False
    for card in range(b.menus):
        mine = s.lies[card] == RESERVED + seat
        reserved = reserved or mine
        if (mine or s.lies[card] == DISPLAY) and has_materials(b.cost, s, seat, card):
            out[count] = DEVELOP + card
            count += 1
    if not reserved:  # a hand of one card
        for card in range(b.menus):
            if s.lies[card] == DISPLAY:
                out[count] = RESERVE + card
                count += 1
    return count


@rule
def legal_conversions(b, s, seat, fee, first, out, count):
    """Appends the conversions the table allows once a fee is paid, as `first` + conversion."""
    money = int(s.money[seat]) - fee
    if money < 0:
        return count
    for material in range(MATERIALS):
        if s.hand[seat, material] > 0:
            out[count] = first + SELL + material
            count += 1
    for material in range(MATERIALS):
        if money >= b.costs[material] and is_left(s, material):
            out[count] = first + ACQUIRE + material
            count += 1
    if money >= b.vp_costs:
        out[count] = first + ACQUIRE_VP
        count += 1
    if s.vp[seat] > 0:  # KM-13
        out[count] = first + SELL_VP
        count += 1
    return count


@rule
def legal_uses(b, s, seat, out, count):
    """KM-15: the effects used once a turn, those that convert after the others."""
    converters = False
    for card in range(b.menus):
        if s.lies[card] == DEVELOPED + seat and b.trigger[card] == ONCE and not s.spent[card]:
            if b.form[card] == CONVERSION:
                converters = True
            elif can_pay(b, s, seat, card):
                out[count] = USE + card
                count += 1
    if converters:
        for card in range(b.menus):
            if s.lies[card] == DEVELOPED + seat and b.form[card] == CONVERSION and not s.spent[card]:
                count = legal_conversions(
                    b, s, seat, b.price[card, MONEY], USE_TO_CONVERT + card * CONVERSIONS, out, count
                )
    return count


@rule
def legal_puts(s, out):
    """KM-14."""
    kind = (s.first_token if s.first_token > 0 else s.second_token) - 1
    count = 0
    for card in range(ACTION_CARDS):
        if has_room(s, card):
            out[count] = PUT_ON + kind * ACTION_CARDS + card
            count += 1
    return count


# Decisions ------------------------------------------------------------------------------------------------------------


@rule
def apply(b, s, action):
    """Carries out a legal action."""
    seat = int(s.seat)
    if action >= PUT_ON:
        put(b, s, (action - PUT_ON) // ACTION_CARDS, (action - PUT_ON) % ACTION_CARDS)
    elif action >= RETURN_ONE:
        give_back(s, action - RETURN_ONE)
    elif action >= DROP_ONE:
        discard(s, seat, action - DROP_ONE, 1)
        go_on(s, seat)
    elif action == FINISH:
        finish(b, s, seat)
    elif action >= USE_TO_CONVERT:
        use_to_convert(b, s, seat, (action - USE_TO_CONVERT) // CONVERSIONS, (action - USE_TO_CONVERT) % CONVERSIONS)
    elif action >= USE:
        use(b, s, seat, action - USE)
    elif action >= BUY:
        activate(b, s, seat, action)
    elif action >= CHOOSE:
        choose(b, s, seat, action - CHOOSE)
    else:
        start_with(s, seat, action - START_WITH)


@rule
def choose(b, s, seat, card):
    s.chosen = card + 1
    pay_out(b, s, seat, s.chosen)  # KM-10
    for material in range(MATERIALS):  # KM-11
        s.hand[seat, material] += s.on_card[card, material]
        s.on_card[card, material] = 0
    earn(s, seat, YELLOW_MONEY * s.on_card[card, YELLOW])
    s.used[YELLOW] += s.on_card[card, YELLOW]
    s.on_card[card, YELLOW] = 0
    go_on(s, seat)


@rule
def activate(b, s, seat, action):
    """KM-12: the action on the chosen card."""
    s.activated += 1
    if action >= TRADE:
        convert(b, s, seat, action - TRADE)
    elif action >= RESERVE:
        s.lies[action - RESERVE] = RESERVED + seat
        refill(b, s)
    elif action >= DEVELOP:
        card = action - DEVELOP
        for material in range(MATERIALS):
            discard(s, seat, material, b.cost[card, material])
        s.vp[seat] += b.vp[card]
        s.lies[card] = DEVELOPED + seat
        refill(b, s)
    elif action == CONTRIBUTE:
        s.money[seat] -= CONTRIBUTION_MONEY
        s.vp[seat] += CONTRIBUTION_VP
    elif action >= HOLD_FAIR:
        discard(s, seat, action - HOLD_FAIR, FAIR_PAYS)
        s.vp[seat] += FAIR_VP
    elif action >= DO_BUSINESS:
        discard(s, seat, action - DO_BUSINESS, BUSINESS_PAYS)
        earn(s, seat, BUSINESS_MONEY)
    else:
        acquire(s, seat, action - BUY)


@rule
def refill(b, s):
    """KM-12 ⑤: the display is filled up to four while the deck lasts."""
    s.phase = REFILL if is_short(b, s) else TURN


@rule
def convert(b, s, seat, conversion):
    """One conversion by the trading table."""
    if conversion == SELL_VP:
        s.vp[seat] -= 1
        earn(s, seat, b.vp_sells)
    elif conversion == ACQUIRE_VP:
        s.money[seat] -= b.vp_costs
        s.vp[seat] += 1
    elif conversion >= ACQUIRE:
        s.money[seat] -= b.costs[conversion - ACQUIRE]
        acquire(s, seat, conversion - ACQUIRE)
    else:
        discard(s, seat, conversion - SELL, 1)
        earn(s, seat, b.sells[conversion - SELL])


@rule
def use(b, s, seat, card):
    """KM-15, KM-17: pay, then gain."""
    s.spent[card] = 1
    for material in range(MATERIALS):
        discard(s, seat, material, b.fee[card, material])
    s.money[seat] -= b.price[card, MONEY]
    s.vp[seat] -= b.price[card, VP]
    if b.form[card] == LUCK:
        s.phase = LUCKY
        find_tokens(s)
    else:
        gain_by(b, s, seat, card)


@rule
def use_to_convert(b, s, seat, card, conversion):
    """KM-17: the fee first."""
    s.spent[card] = 1
    s.money[seat] -= b.price[card, MONEY]
    convert(b, s, seat, conversion)


@rule
def finish(b, s, seat):
    if s.activated == 0:  # KM-16
        pay_out(b, s, seat, IDLE)
    s.phase = DISTRIBUTE
    find_tokens(s)


@rule
def put(b, s, kind, card):
    """KM-14: the first token, then the second on another card."""
    s.on_card[card, kind] += 1
    if s.first_token > 0:
        s.first_token = 0
        s.put_on = card + 1
        ask_to_put(b, s)
    else:
        s.second_token = 0
        end_turn(b, s)


@rule
def ask_to_put(b, s):
    """KM-14: tokens for which no card has room go to the used area."""
    s.phase = PUT
    for card in range(ACTION_CARDS):
        if has_room(s, card):
            return
    if s.first_token > 0:
        s.used[s.first_token - 1] += 1
        s.first_token = 0
    s.used[s.second_token - 1] += 1
    s.second_token = 0
    end_turn(b, s)


@rule
def end_turn(b, s):
    s.put_on = 0
    s.chosen = 0
    s.activated = 0
    for card in range(MENUS):
        s.spent[card] = 0
    s.phase = TURN
    s.seat += 1
    if s.seat < s.seats:
        return
    s.rounds += 1
    s.seat = 0
    if s.rounds == LAST_ROUND or is_reached(b, s, 0):  # KM-30, KM-33
        s.seat = s.seats - 1
        s.phase = ENDED


# Gains and payments ---------------------------------------------------------------------------------------------------


@rule
def earn(s, seat, money):
    """KM-20: money over the limit is lost."""
    s.money[seat] = min(MONEY_LIMIT, s.money[seat] + money)


@rule
def gain_by(b, s, seat, card):
    """What an effect gives, in the edition that is played."""
    earn(s, seat, b.gain[s.first_edition, card, MONEY])
    s.vp[seat] += b.gain[s.first_edition, card, VP]


@rule
def pay_out(b, s, seat, trigger):
    """The gains of a seat's developed cards that this sets off."""
    for card in range(b.menus):
        if b.trigger[card] == trigger and s.lies[card] == DEVELOPED + seat:
            gain_by(b, s, seat, card)


@rule
def take(s, seat, kind):
    """A token for a seat; yellow turns into money and lies in the used area."""
    if kind == YELLOW:
        s.used[YELLOW] += 1
        earn(s, seat, YELLOW_MONEY)
    else:
        s.hand[seat, kind] += 1


@rule
def acquire(s, seat, kind):
    """KM-12 ①: a token of a kind of one's choice from the used area, or else from the bag."""
    if s.used[kind] > 0:
        s.used[kind] -= 1
    else:
        s.bag[kind] -= 1
    take(s, seat, kind)
    go_on(s, seat)


@rule
def discard(s, seat, material, number):
    """KM-21: what is paid or dropped goes to the used area."""
    s.hand[seat, material] -= number
    s.used[material] += number


@rule
def go_on(s, seat):
    """KM-20: on with the turn, once the hand is within its limit."""
    s.phase = DROP if held(s, seat) > HAND_LIMIT else TURN


# Tokens out of the bag ------------------------------------------------------------------------------------------------


@rule
def find_tokens(s):
    """See to it that the draw that is due finds a token in the bag."""
    if count_tokens(s.bag) > 0:
        return
    if count_tokens(s.used) == 0:
        run_out(s)
        return
    for kind in range(KINDS):  # KM-21
        s.bag[kind] += s.used[kind]
        s.used[kind] = 0


@rule
def run_out(s):
    """KM-22: the tokens on the action cards and half of everybody's go into the bag."""
    s.resume = s.phase
    for card in range(ACTION_CARDS):
        for kind in range(KINDS):
            s.bag[kind] += s.on_card[card, kind]
            s.on_card[card, kind] = 0
    ask_to_return(s, 0)


@rule
def ask_to_return(s, ahead):
    """KM-22: the next to return tokens, from the seat so many places ahead of the one to move; or the cards are laid
    out again.
    """
    while ahead < s.seats:
        seat = (s.seat + ahead) % s.seats
        s.owed = held(s, seat) // 2
        if s.owed > 0:
            s.asked = seat + 1
            s.phase = RETURN
            return
        ahead += 1
    s.asked = 0
    s.phase = LAY_AGAIN


@rule
def give_back(s, material):
    """KM-22."""
    seat = s.asked - 1
    s.hand[seat, material] -= 1
    s.bag[material] += 1
    s.owed -= 1
    if s.owed == 0:
        ask_to_return(s, (seat - s.seat) % s.seats + 1)


# Draws ----------------------------------------------------------------------------------------------------------------


@rule
def chances(b, s, weight):
    """Writes the tokens of each kind in the bag, or the cards in the deck; returns how many in all."""
    for outcome in range(NUM_OUTCOMES):
        weight[outcome] = 0
    total = 0
    if s.phase == MENU or s.phase == REFILL:
        for card in range(b.menus):
            if s.lies[card] == DECK:
                weight[CARD + card] = 1
                total += 1
    else:
        for kind in range(KINDS):
            weight[TOKEN + kind] = s.bag[kind]
            total += int(s.bag[kind])
    return total


@rule
def pick(b, s, random, weight):
    """The outcome that `chances` and the generator's state give, the bag itself being the weights of tokens."""
    if s.phase == MENU or s.phase == REFILL:
        return outcome_at(weight, below(random, chances(b, s, weight)))
    total = 0
    for kind in range(KINDS):
        total += int(s.bag[kind])
    return TOKEN + outcome_at(s.bag, below(random, total))


@rule
def settle(b, s, outcome):
    """Carries out a draw."""
    if s.phase == DISTRIBUTE:  # KM-14
        s.bag[outcome] -= 1
        if s.first_token == 0:
            s.first_token = outcome + 1
            find_tokens(s)
        else:
            s.second_token = outcome + 1
            ask_to_put(b, s)
    elif s.phase == DEAL:
        if lay(s, outcome):
            s.phase = MENU
    elif s.phase == MENU:  # KM-3
        s.lies[outcome - CARD] = DISPLAY
        if not is_short(b, s):
            open_tokens(s)
    elif s.phase == REFILL:
        s.lies[outcome - CARD] = DISPLAY
        refill(b, s)
    elif s.phase == LUCKY:
        s.bag[outcome] -= 1
        take(s, s.seat, outcome)
        go_on(s, int(s.seat))
    elif lay(s, outcome):  # KM-22
        s.phase = s.resume
        s.resume = 0


# Score ----------------------------------------------------------------------------------------------------------------


@rule
def score(b, s, out):
    """KM-31, KM-32."""
    for seat in range(s.seats):
        money = int(s.money[seat])
        for material in range(MATERIALS):
            money += int(s.hand[seat, material]) * b.sells[material]
        out[seat, VP_LINE] = s.vp[seat]
        out[seat, MONEY_LINE] = money // MONEY_FOR_1_VP
        out[seat, TOTAL] = s.vp[seat] + money // MONEY_FOR_1_VP
        out[seat, MENU_CARDS] = count_at(b, s, DEVELOPED + seat)


# Helpers --------------------------------------------------------------------------------------------------------------


@rule
def held(s, seat):
    """How many tokens a seat has."""
    count = 0
    for material in range(MATERIALS):
        count += int(s.hand[seat, material])
    return count


@rule
def count_tokens(place):
    """How many tokens lie in the bag or the used area."""
    count = 0
    for kind in range(KINDS):
        count += int(place[kind])
    return count


@rule
def is_left(s, kind):
    """KM-23: whether a token of that kind is in the used area or in the bag."""
    return s.used[kind] + s.bag[kind] > 0


@rule
def has_materials(asked, s, seat, card):
    """Whether a seat has the materials that a table of the box asks for."""
    for material in range(MATERIALS):
        if s.hand[seat, material] < asked[card, material]:
            return False
    return True


@rule
def can_pay(b, s, seat, card):
    """Whether a seat has what an effect asks for."""
    return (
        s.money[seat] >= b.price[card, MONEY]
        and s.vp[seat] >= b.price[card, VP]
        and has_materials(b.fee, s, seat, card)
    )


@rule
def has_room(s, card):
    """KM-14: whether a token may be put on an action card."""
    return card + 1 != s.put_on and count_on(s, card) < CARD_LIMIT


@rule
def count_on(s, card):
    """How many tokens lie on an action card."""
    count = 0
    for kind in range(KINDS):
        count += int(s.on_card[card, kind])
    return count


@rule
def count_at(b, s, place):
    """How many menu cards lie at a place."""
    count = 0
    for card in range(b.menus):
        count += s.lies[card] == place
    return count


@rule
def is_short(b, s):
    """Whether the display lacks cards that the deck has."""
    displayed = 0
    in_deck = 0
    for card in range(b.menus):
        displayed += s.lies[card] == DISPLAY
        in_deck += s.lies[card] == DECK
    return displayed < OPEN_CARDS and in_deck > 0


@rule
def is_reached(b, s, first):
    """KM-30: whether seat `first` or one behind it has the VP that end the game."""
    for seat in range(first, s.seats):
        if s.vp[seat] >= b.end_vp[s.first_edition]:
            return True
    return False


# Invariants -----------------------------------------------------------------------------------------------------------

INVARIANTS = (
    "all hold",
    "every token is in the bag, in the used area, open, shown, on an action card or with a player: "
    "together as many as the box has",
    "at most 6 tokens on an action card, and 10 with a player (16 before dropping)",
    "a menu card lies with a seat that plays; nobody reserves two, and those that the box lacks lie nowhere",
    "four menu cards are open, or fewer while they are laid out or when the deck is empty",
    "a choice, activations and used effects belong to a turn, effects to a developed card of the one to move",
    "tokens laid, shown, put, owed and the draw that goes on belong to the phase",
    "in the set-up nothing is played yet",
    "what the phase asks can be answered",
    "the bag has enough tokens for the draws that are due",
    "the game ends after a whole round, with the VP that end it or after 200 rounds, and not before; "
    "it goes on only without",
)


@rule
def check(b, s):
    """0, or the number of the first broken invariant."""
    for kind in range(KINDS):
        if count_kind(s, kind) != b.tokens[kind]:
            return 1
    if not is_within_limits(s):
        return 2
    wrong = check_cards(b, s)
    if wrong == 0:
        wrong = check_turn(b, s)
    if wrong == 0:
        wrong = check_counters(s)
    if wrong == 0:
        wrong = check_question(b, s)
    return wrong


@rule
def count_kind(s, kind):
    """All tokens of a kind, wherever they are."""
    count = int(s.bag[kind]) + s.used[kind] + s.open[kind] + (s.first_token == kind + 1) + (s.second_token == kind + 1)
    for card in range(ACTION_CARDS):
        count += s.on_card[card, kind]
    if kind != YELLOW:
        for seat in range(s.seats):
            count += s.hand[seat, kind]
    return count


@rule
def is_within_limits(s):
    """KM-14, KM-20."""
    for card in range(ACTION_CARDS):
        if count_on(s, card) > CARD_LIMIT:
            return False
    for seat in range(s.seats):
        limit = HAND_LIMIT + CARD_LIMIT if s.phase == DROP and seat == s.seat else HAND_LIMIT
        if held(s, seat) > limit:
            return False
    return True


@rule
def check_cards(b, s):
    for card in range(MENUS):
        place = s.lies[card]
        last = 0 if card >= b.menus else DEVELOPED + s.seats - 1
        if place > last or RESERVED + s.seats <= place < DEVELOPED:
            return 3
    for seat in range(s.seats):
        if count_at(b, s, RESERVED + seat) > 1:
            return 3
    if count_at(b, s, DISPLAY) > OPEN_CARDS or is_short(b, s) != (
        s.phase == DEAL or s.phase == MENU or s.phase == REFILL
    ):
        return 4
    return 0


@rule
def check_turn(b, s):
    """What was chosen, activated and used in the turn so far."""
    finished = s.phase == DISTRIBUTE or s.phase == PUT or s.resume == DISTRIBUTE
    in_turn = (
        finished or s.phase == TURN or s.phase == DROP or s.phase == LUCKY or s.phase == REFILL or s.resume == LUCKY
    )
    if s.chosen == 0 and (finished or s.activated > 0) or s.chosen > 0 and not in_turn:
        return 5
    if s.activated > (TRADES if s.chosen == TRADING else 1):
        return 5
    if s.phase == REFILL and (s.chosen != DEVELOPMENT or s.activated == 0):
        return 5
    for card in range(MENUS):
        if s.spent[card] and (not in_turn or s.lies[card] != DEVELOPED + s.seat or b.trigger[card] != ONCE):
            return 5
    return 0


@rule
def check_counters(s):
    again = s.phase == RETURN or s.phase == LAY_AGAIN
    if s.laid > 0 and s.phase != DEAL and s.phase != LAY_AGAIN:
        return 6
    if again != (s.resume == LUCKY or s.resume == DISTRIBUTE) or not again and s.resume != 0:
        return 6
    if again and count_tokens(s.used) > 0:  # KM-22
        return 6
    if (s.asked > 0) != (s.phase == RETURN) or (s.owed > 0) != (s.phase == RETURN):
        return 6
    if s.phase == PUT:  # both are shown, or the first is put
        if s.second_token == 0 or (s.first_token > 0) == (s.put_on > 0):
            return 6
    elif s.second_token > 0 or s.put_on > 0:
        return 6
    if s.first_token > 0 and s.phase != PUT and s.phase != DISTRIBUTE and s.resume != DISTRIBUTE:
        return 6
    if s.phase == DEAL or again:  # the cards hold what was laid out
        for card in range(ACTION_CARDS):
            if count_on(s, card) != max(0, min(int(s.laid) - max(0, 2 * card - 1), 1 if card == 0 else 2)):
                return 6
    return 0


@rule
def check_question(b, s):
    if (count_tokens(s.open) > 0) != (s.phase == START):
        return 7
    if s.phase <= START and not is_new(s):
        return 7
    if s.phase == DROP and held(s, s.seat) <= HAND_LIMIT or s.phase == RETURN and held(s, s.asked - 1) < s.owed:
        return 8
    if s.phase == PUT:
        room = 0
        for card in range(ACTION_CARDS):
            room += has_room(s, card)
        if room == 0:
            return 8
    if bag_to_be(s) < draws_due(s):
        return 9
    ended = s.phase == ENDED
    if s.rounds == LAST_ROUND and not ended or ended and s.seat != s.seats - 1:
        return 10
    if ended and (s.rounds == 0 or s.rounds < LAST_ROUND and not is_reached(b, s, 0)):
        return 10
    if not ended and is_reached(b, s, int(s.seat) + 1):
        return 10
    return 0


@rule
def is_new(s):
    """Whether nothing is played yet; in the set-up's last phase the seats behind the one asked have a token each."""
    if s.rounds > 0 or s.phase != START and s.seat + count_tokens(s.used) > 0:
        return False
    for card in range(MENUS):
        if s.lies[card] > DISPLAY or s.phase == DEAL and s.lies[card] > DECK:
            return False
    for seat in range(s.seats):
        waits = s.phase != START or seat <= s.seat
        if s.vp[seat] > 0 or waits and held(s, seat) + s.money[seat] > 0:
            return False
    return True


@rule
def bag_to_be(s):
    """The tokens in the bag when everybody has returned theirs (KM-22)."""
    count = count_tokens(s.bag)
    if s.phase == RETURN:
        count += int(s.owed)
        for ahead in range((s.asked - 1 - s.seat) % s.seats + 1, s.seats):
            count += held(s, (s.seat + ahead) % s.seats) // 2
    return count


@rule
def draws_due(s):
    """The tokens that are drawn before the bag may be filled again."""
    if s.phase == RETURN or s.phase == LAY_AGAIN:
        return LAID_OUT - int(s.laid) + 1
    if s.phase == DEAL:
        return LAID_OUT - int(s.laid)
    return 1 if s.phase == LUCKY or s.phase == DISTRIBUTE else 0
