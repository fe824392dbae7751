"""Where everything of Café lies."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from demitasse.core.clicks import clicks
from demitasse.core.match import Match
from demitasse.core.scene import Action, Group, Piece, Place, Row, Scene, around
from demitasse.core.words import Say
from demitasse.games.cafe.actions import gentle_places, proposed
from demitasse.games.cafe.box import COLOUR_NAMES, COLOURS, GROW, SHIP
from demitasse.games.cafe.furniture import furniture
from demitasse.games.cafe.look import (
    Look,
    card_id,
    cube_kind,
    look,
    offered_cards,
    shelves,
    unseen_cards,
    visible_sections,
    warehouse_of,
    weights,
)
from demitasse.games.cafe.map import GROUNDS, cube, district, face_of, ghosts, trials
from demitasse.games.cafe.rules.drafting import DISCOUNT_SHIPS
from demitasse.games.cafe.state import AUCTION, PLACE, SHIP_CUBE, TAKE
from demitasse.games.cafe.words import (
    COUNTED,
    HUES,
    MANY_FIELDS,
    card_label,
    card_title,
    panels_of,
    prompt_of,
    rule_of,
    steps_of,
    told_apart,
)

CARD_W, CARD_H = 130, 206
CARDS_IN_A_ROW = 3
FACE_UNIT, FACE_X, FACE_Y = 40, 5, 88  # a card in the offer or in hand: below three lines and a row of cubes
STORE_W, STORE_H = 62, 166  # a colour of the warehouse
PILE, PILES = 8, 4  # cubes upon each other, and beside each other
BID_W, BID_H = 398, 52
SUPPLY_W, SUPPLY_H = 76, 70
MARKS = ("–", "×1", "×2")  # how often a colour of the warehouse counts
STRENGTHS = ("", "plain", "strong")


def scene(match: Match, seat: int | None, say: Say) -> Scene:
    """The districts and warehouses (one's own first), the offer, the bids, the supply."""
    t = look(match, say)
    seats = around(match, seat)
    bids = t.s.phase in (AUCTION, SHIP_CUBE)
    groups = [group for who in seats for group in _before(t, who, "primary" if who == seats[0] else "mini")]
    groups[3:3] = [_offer(t), *([_auction(t, seats)] if bids else []), _supply(t)]
    prompt = prompt_of(t)
    asks_viewer = match.actor == seats[0]
    lays = asks_viewer and t.s.phase in (TAKE, PLACE)
    return Scene(
        match.game.name,
        say(match.game.title),
        seat,
        match.actor,
        prompt.ask,
        prompt.so,
        groups,
        _first_shown(t) if lays and t.s.phase == PLACE else clicks(match, t),
        panels_of(t),
        GROUNDS,
        ghosts(t) if lays else (),
        question=prompt.question,
        waits=prompt.waits,
        furniture=furniture(t, seats, seat),
        trials=list(trials(t)) if lays and t.s.phase == TAKE else (),
        rule=rule_of(t) if lays else "",
        steps=steps_of(t) if asks_viewer else (),
    )


def _first_shown(t: Look) -> list[Action]:
    """Where the card in hand may lie, and the place that is shown first."""
    first = proposed(t.match, gentle_places(t))
    return [
        replace(action, harm=int(number != first))
        for number, action in zip(t.match.legal_ids(), clicks(t.match, t), strict=True)
    ]


def _before(t: Look, seat: int, size: str) -> list[Group]:
    """What lies before a player: the district, the warehouse, the card in hand."""
    return [district(t, seat, size), _store(t, seat, "side" if size == "primary" else size), _hand(t, seat)]


# Cards ----------------------------------------------------------------------------------------------------------------


def _card(t: Look, card: int, x: float, y: float, price: str = "", tone: str = "") -> Piece:
    """A card that is not placed: its café and what it needs, or what is on it; its face; what it costs."""
    needs = [colour for colour, number in enumerate(t.b.needs[card]) for _ in range(number)]
    points, label = t.say("{points} VP").format(points=t.b.vp[card]), card_label(t, card)
    return Piece(
        card_id(t, card),
        x,
        y,
        CARD_W,
        CARD_H,
        title=told_apart(t, card, card_title),
        symbols=tuple(f"cf-{cube_kind(colour)}" for colour in needs),
        note=points if needs else t.say.count(MANY_FIELDS, t.b.kind[card].count(GROW)),
        label=t.say("{card}. Price: {price}").format(card=label, price=price) if price else label,
        layer=1,
        face=list(face_of(t, card, 0, FACE_UNIT, FACE_X, FACE_Y)),
        tag=price,
        tone=tone,
    )


def _offer(t: Look) -> Group:
    """The cards on offer, with what they cost the seat that takes."""
    offered = offered_cards(t)
    pieces = [_card(t, card, *_offer_spot(k), *_cost(t, card)) for k, card in enumerate(offered)]
    rows = max(1, -(-len(offered) // CARDS_IN_A_ROW))
    width = CARDS_IN_A_ROW * (CARD_W + 5) - 5
    return Group("offer", t.say("The offer"), width, rows * (CARD_H + 5) - 5, (), pieces, form="faces")


def _offer_spot(k: int) -> tuple[int, int]:
    return k % CARDS_IN_A_ROW * (CARD_W + 5), k // CARDS_IN_A_ROW * (CARD_H + 5)


def _cost(t: Look, card: int) -> tuple[str, str]:
    """(what a card costs, its tone); while one bids, they are not to be had yet."""
    if t.s.phase in (AUCTION, SHIP_CUBE):
        return "", ""
    if t.s.auction or not t.b.cup[card] or visible_sections(t, t.s.seat, SHIP) >= DISCOUNT_SHIPS:
        return t.say("for free"), "good"
    return t.say("1 cube"), "cost"


def _hand(t: Look, seat: int) -> Group:
    """The card that a player has taken and not laid."""
    card = t.s.hand[seat]
    pieces = [_card(t, card - 1, 0, 0)] if card else []
    label = t.say("{name}: card in hand").format(name=t.match.names[seat])
    return Group(f"hand-{seat}", label, CARD_W, CARD_H, (), pieces, "mini", seat, form="faces")


# Warehouses, bids, supply ---------------------------------------------------------------------------------------------


def _store(t: Look, seat: int, size: str) -> Group:
    """A player's warehouse."""
    held = shelves(t, seat)
    marks = weights(held)
    places: list[Place] = []
    pieces: list[Piece] = []
    for colour, number in enumerate(t.s.warehouse[seat]):
        x, more = colour * (STORE_W + 4), held[colour] - number
        label = t.say("In the warehouse: {cubes}").format(cubes=t.say.count(COUNTED[colour], number))
        at = warehouse_of(seat, colour)
        places.append(
            Place(
                at,
                x,
                0,
                STORE_W,
                STORE_H,
                label,
                HUES[colour],
                text=MARKS[marks[colour]],
                note=f"+{more}" if more else "",
                count=number,
                state=STRENGTHS[marks[colour]],
            )
        )
        pieces += _pile(t, seat, colour, x, at)
    label = t.say("{name}: warehouse").format(name=t.match.names[seat])
    facts = [Row(t.say("points"), str(t.scores[seat]["warehouse"]), "cf-warehouse", told=True)]
    width = COLOURS * (STORE_W + 4) - 4
    return Group(f"store-{seat}", label, width, STORE_H, places, pieces, size, seat, facts, form="piles")


def _pile(t: Look, seat: int, colour: int, left: float, at: str) -> Iterator[Piece]:
    """The cubes of a colour in a warehouse upon each other."""
    size = 26
    for k, name in enumerate(t.held.get((cube_kind(colour), at), ())):
        x, y = left + 5 + k // PILE % PILES * 10, STORE_H - 36 - size - k % PILE * 10  # words below
        yield cube(t, name, colour, x, y, size, k, at)


def _auction(t: Look, seats: Sequence[int]) -> Group:
    """Everybody's bid, laid out."""
    places, pieces = [], []
    for k, seat in enumerate(seats):
        y, laid, at = k * (BID_H + 6), sum(t.s.bid[seat]), f"bid-{seat}"
        name, last = t.match.names[seat], t.s.last_bid[seat]
        label = t.say("{name}: {count} laid out, last bid {bid}").format(name=name, count=laid, bid=last)
        note = t.say("passed") if t.s.passed[seat] else _bid_words(t, laid, last)
        places.append(
            Place(at, 0, y, BID_W, BID_H, label, text="" if laid else name, title=name, note=note, tint=f"seat-{seat}")
        )
        names = [(name, colour) for colour in range(COLOURS) for name in t.held.get((cube_kind(colour), at), ())]
        step = min(26, (BID_W - 60) / max(1, len(names) - 1))
        pieces += [
            cube(t, name, colour, round(6 + step * n, 1), y + 11, 30, n, at) for n, (name, colour) in enumerate(names)
        ]
    facts = [Row(t.say("master"), t.match.names[t.s.master])]
    high = len(seats) * (BID_H + 6) - 6
    return Group("auction", t.say("The auction"), BID_W, high, places, pieces, facts=facts, form="lanes")


def _bid_words(t: Look, laid: int, last: int) -> str:
    """What somebody bids; while the first cubes are laid out, those say it."""
    if last:
        return t.say("bids {number}").format(number=last)
    return "" if laid else t.say("no bid")


def _supply(t: Look) -> Group:
    places = []
    for colour, hue in enumerate(HUES):
        number = t.s.supply[colour]
        label = t.say("In the supply: {cubes}").format(cubes=t.say.count(COUNTED[colour], number))
        places.append(
            Place(
                f"supply-{COLOUR_NAMES[colour]}",
                colour * SUPPLY_W,
                0,
                SUPPLY_W - 4,
                SUPPLY_H,
                label,
                hue,
                symbol=f"cf-{cube_kind(colour)}",
                text=t.say(hue),
                count=number,
            )
        )
    facts = [Row(t.say("unseen cards"), str(len(unseen_cards(t))))]
    return Group("supply", t.say("Supply"), COLOURS * SUPPLY_W - 4, SUPPLY_H, places, facts=facts, form="supply")
