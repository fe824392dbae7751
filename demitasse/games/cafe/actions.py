"""Where each action of Café is clicked, and what it does in words."""

from collections import Counter
from collections.abc import Iterator, Sequence

from demitasse.core.match import Match
from demitasse.core.phrases import in_a_row, plain, together
from demitasse.core.play import CAREFUL
from demitasse.core.scene import Action
from demitasse.core.words import ACCUSATIVE, counted, later
from demitasse.games.cafe.box import (
    ANY_COLOUR,
    CAFE,
    COLOUR_NAMES,
    COLOURS,
    CUP,
    DRY,
    ROAST,
    SHIP,
    TART,
)
from demitasse.games.cafe.look import (
    Look,
    Section,
    Spot,
    cafe_spots,
    card_id,
    cube_kind,
    ghost_id,
    offered_cards,
    place_id,
    region_id,
    shelves,
    spot_at,
    visible_sections,
    warehouse_of,
    weights,
)
from demitasse.games.cafe.state import DELIVER, MOST_POINTS, PLACE
from demitasse.games.cafe.verbs import ACTIONS, WAREHOUSE
from demitasse.games.cafe.words import (
    ACTION_POINTS,
    COUNTED,
    CUBES,
    HUES,
    card_name,
    card_title,
    cubes_at,
    cubes_words,
    spot_name,
    told_apart,
    where_words,
    words_at,
)

LOST_CUBES = (
    counted("{number} yellow cube", "{number} yellow cubes"),
    counted("{number} brown cube", "{number} brown cubes"),
    counted("{number} green cube", "{number} green cubes"),
    counted("{number} red cube", "{number} red cubes"),
)
LOST = {  # with what is covered
    CUP: counted("1 cup", "{number} cups"),
    SHIP: counted("your ship", "{number} ships"),
    TART: counted("1 custard tart", "{number} custard tarts"),
}
LAST = {  # sections to work at, where none is left
    DRY: (later("your only rack"), later("all your racks")),
    ROAST: (later("your only roaster"), later("all your roasters")),
}
# What a table may do by itself where nothing else is legal and the same seat goes on
AUTOMATIC: tuple[str, ...] = ("deliver",)
# What only gives something away (CF-26)
LOSING = ("drop",)
CLOSING = ("end",)
# Who pays for a card with another cube makes no other choice
DETAILS = {"take": ("payment",)}


def click_take(t: Look, text: str, plan: int, payment: int) -> Action:
    name, title, key = told_apart(t, plan, card_name), told_apart(t, plan, card_title), _digit(t, plan)
    take = t.say("Take it")
    if not payment:
        label, free = t.say("Take {card}").format(card=name), t.say("for free")
        return Action(text, label, card_id(t, plan), key=key, price=free, short=title, tone="free", deed=take)
    colour = payment - 1
    loss = _loss(t, t.s.seat, colour)
    words = (
        t.say("Take {card}, pay: {cube}; the warehouse loses {points}")
        if loss
        else t.say("Take {card}, pay: {cube}; the warehouse is worth as much")
    )
    less = f"−{loss}" if loss else "±0"
    return Action(
        text,
        words.format(card=name, cube=t.say(CUBES[colour]), points=loss),
        card_id(t, plan),
        warehouse_of(t.s.seat, colour),
        key=key,
        short=t.say("{card}: pay {points}").format(card=title, points=less),
        badge=less,
        symbol=f"cf-{cube_kind(colour)}",
        tone="loss" if loss else "",
        harm=loss,
        deed=take,
    )


def _loss(t: Look, seat: int, colour: int) -> int:
    """What a warehouse is worth less without a cube (CF-31)."""
    held = shelves(t, seat)
    left = [number - (other == colour) for other, number in enumerate(held)]
    return worth(held) - worth(left)


def worth(held: Sequence[int]) -> int:
    return sum(weight * number for weight, number in zip(weights(held), held, strict=True))


def click_discard(t: Look, text: str, plan: int) -> Action:
    label = t.say("Discard {card}").format(card=told_apart(t, plan, card_name))
    short = t.say("Discard {card}").format(card=told_apart(t, plan, card_title))
    return Action(text, label, card_id(t, plan), key=_digit(t, plan), short=short)


def _digit(t: Look, card: int) -> str:
    return str(offered_cards(t).index(card) + 1)


def click_place(t: Look, text: str, row: int, column: int, turn: int) -> Action:
    seat, spot = t.s.seat, spot_at(row, column)
    card = t.s.hand[seat] - 1
    covered = covered_by(t, seat, spot, turn)
    points = points_after(t, seat, card, covered)
    label = t.say("Covers {sections}; {points}").format(
        sections=t.say.list(_covered_words(t, covered)), points=t.say.count(ACTION_POINTS, points)
    )
    covers = [_place_of(t, seat, section) for section in covered]
    lost = _lost_words(t, seat, card, covered)
    return Action(
        text,
        label,
        place_id(seat, spot),
        card_id(t, card),
        price=t.say("you lose {cubes}").format(cubes=lost) if lost else "",
        short=_briefly(t, len(covered), lost),
        badge=t.say("covers {number}").format(number=len(covered)),
        ghost=ghost_id(t, card, turn),
        covers=list(dict.fromkeys(covers)),
        where=t.say("{where}, turned {degrees} degrees").format(where=where_words(t, seat, spot), degrees=90 * turn),
    )


def proposed(match: Match, gentle: Sequence[int]) -> int:
    """The id of the place that is shown first for the card in hand: where a careful player would lay it, if nowhere is
    lost less; `gentle` are the places where least is.
    """
    best = match.policy_choice(CAREFUL, 0)
    return best if best in gentle else gentle[0]


def gentle_places(t: Look) -> list[int]:
    """The ids of the places where the card in hand costs least: of cafés, of sections to work at, of cups, of cubes.
    The nearest to the middle of the district is the first.
    """
    seat, costs, aside = t.s.seat, dict[int, tuple[int, ...]](), dict[int, float]()
    card, spots = t.s.hand[seat] - 1, [section.spot for section in t.districts[seat].values()]
    middle = [sum(spot[axis] for spot in spots) / max(1, len(spots)) for axis in (0, 1)]
    for number in t.match.legal_ids():
        row, column, turn = ACTIONS.decode(number).args
        spot = spot_at(row, column)
        covered = covered_by(t, seat, spot, turn)
        kinds = Counter(section.kind for section in covered)
        cafes = sum(int(t.b.vp[lost]) for lost in _lost_cafes(t, seat, covered))
        last = sum(_is_last(t, seat, card, kind, kinds[kind]) for kind in LAST)
        costs[number] = cafes, last, sum(kinds[kind] for kind in LOST), sum(_lost(t, seat, covered))
        aside[number] = sum(abs(at - mean) for at, mean in zip(spot, middle, strict=True))
    least = min(costs.values())
    return sorted((number for number, cost in costs.items() if cost == least), key=lambda number: aside[number])


def when_laid(match: Match, seat: int) -> Match:
    """A match in which a seat lays the card that it has taken, if it has, before the others decide anything."""
    return match.supposing(phase=PLACE, seat=seat) if match.state["hand"][seat] else match


def points_after(t: Look, seat: int, card: int, covered: Sequence[Section]) -> int:
    """The points to act with once a card covers sections (CF-15)."""
    cups = visible_sections(t, seat, CUP) + bool(t.b.cup[card]) - sum(section.kind == CUP for section in covered)
    return min(MOST_POINTS, cups)


def _place_of(t: Look, seat: int, section: Section) -> str:
    """The place a section is shown at: of a café that is wholly visible its first section's."""
    whole = section.kind == CAFE and section.slot in t.cafes[seat]
    return place_id(seat, cafe_spots(t, seat, section.slot)[0] if whole else section.spot)


def covered_by(t: Look, seat: int, spot: Spot, turned: int) -> list[Section]:
    """The visible sections that a card would cover, in reading order."""
    wide, high = (2, 3) if turned % 2 else (3, 2)
    return [
        section
        for section in t.districts[seat].values()
        if 0 <= section.spot[0] - spot[0] < wide and 0 <= section.spot[1] - spot[1] < high
    ]


def _covered_words(t: Look, covered: Sequence[Section]) -> Iterator[str]:
    """What would be covered; both sections of a café are one thing."""
    for k, section in enumerate(covered):
        if section.kind != CAFE or section.slot not in {other.slot for other in covered[:k] if other.kind == CAFE}:
            yield words_at(t, section, ACCUSATIVE)


def _briefly(t: Look, covered: int, lost: str) -> str:
    """What covering sections means to whoever sees them, the *loss* between stars."""
    words = t.say.ngettext("Here it covers {number} section.", "Here it covers {number} sections.", covered)
    loss = t.say("You lose *{things}*.").format(things=lost) if lost else t.say("No cup, ship, café or cube is lost.")
    return in_a_row(words.format(number=covered), loss)


def _lost_words(t: Look, seat: int, card: int, covered: Sequence[Section]) -> str:
    """The cubes that go to the supply when a card covers sections, and what else one misses then."""
    cubes = [t.say.count(LOST_CUBES[colour], number) for colour, number in enumerate(_lost(t, seat, covered)) if number]
    kinds = Counter(section.kind for section in covered)
    cafes = _lost_cafes(t, seat, covered)
    missed = [t.say.count(words, kinds[kind]) for kind, words in LOST.items() if kinds[kind]]
    last = [
        t.say(many if kinds[kind] > 1 else one)
        for kind, (one, many) in LAST.items()
        if _is_last(t, seat, card, kind, kinds[kind])
    ]
    named = [t.say("{cafe} ({points} VP)").format(cafe=card_title(t, cafe), points=t.b.vp[cafe]) for cafe in cafes]
    things = [*named, *last, *missed, *cubes]
    return plain(together(things, t.say.between, t.say.last))


def _lost_cafes(t: Look, seat: int, covered: Sequence[Section]) -> list[int]:
    """The cards of cafés in sight."""
    found = (section.card for section in covered if section.kind == CAFE and section.slot in t.cafes[seat])
    return list(dict.fromkeys(found))


def _is_last(t: Look, seat: int, card: int, kind: int, covered: int) -> bool:
    """Whether no section of a kind is left once a card covers so many."""
    return 0 < covered == visible_sections(t, seat, kind) and kind not in t.b.kind[card]


def _lost(t: Look, seat: int, covered: Sequence[Section]) -> list[int]:
    """The cubes of each colour that go to the supply when sections are covered (CF-13, CF-24); a ship's goes to the
    warehouse (CF-43).
    """
    lost = [0] * COLOURS
    for section in covered:
        if section.cubes and section.kind != SHIP:
            lost[section.colour] += section.cubes
    for slot in {section.slot for section in covered if section.kind == CAFE}:
        lost = [number + served for number, served in zip(lost, t.s.served[seat][slot], strict=True)]
    return lost


def _group_of(t: Look, seat: int, first: int) -> list[Section]:
    """The sections of a group, in reading order."""
    return [section for section in t.districts[seat].values() if section.group == first]


def click_grow(t: Look, text: str, section: int) -> Action:
    number, cubes = growth(t, section)
    place = spot_name(t, t.s.seat, _group_of(t, t.s.seat, section)[0])
    label = t.say("Grow {cubes}: {place}").format(cubes=cubes, place=place)
    return Action(
        text,
        label,
        region_id(t.s.seat, section),
        price=_price(t, False),
        short=t.say("Grow {cubes}").format(cubes=cubes),
        badge=f"+{number}",
        symbol="cf-grow",
        kind="grow",
        deed=t.say("Grow {number} here").format(number=number),
    )


def growth(t: Look, section: int) -> tuple[int, str]:
    """All that the group would grow, as far as the supply lasts, in number and words (CF-20)."""
    grown, batches = [0] * COLOURS, 0
    for field in _group_of(t, t.s.seat, section):
        colour = t.b.grows[field.card][field.face] - 1
        if field.cubes:
            continue
        if colour == ANY_COLOUR - 1:
            batches += 1
        else:
            grown[colour] += min(t.b.amount[field.card][field.face], t.s.supply[colour] - grown[colour])
    words = [cubes_words(t, grown)] if any(grown) else []
    words += (
        [t.say.ngettext("{number} of a batch", "{number} of batches", batches).format(number=batches)]
        if batches
        else []
    )
    return sum(grown) + batches, t.say.list(words)


def _price(t: Look, free: bool) -> str:
    """What an action costs, and what it leaves; what goes on with an open one is free."""
    if free:
        return t.say("free, same action")
    return t.say("1 point, {left} left").format(left=t.s.points - 1)


def click_colour(t: Look, text: str, colour: int) -> Action:
    """A colour for the first empty batch of the group that grows (CF-52)."""
    group = _group_of(t, t.s.seat, t.s.growing - 1)
    batch = next(
        section for section in group if not section.cubes and t.b.grows[section.card][section.face] == ANY_COLOUR
    )
    hue, name = t.say(HUES[colour]), COLOUR_NAMES[colour]
    return Action(
        text,
        t.say("The batch grows {colour}").format(colour=hue),
        place_id(t.s.seat, batch.spot),
        f"supply-{name}",
        key=name.lower(),
        short=hue,
        symbol=f"cf-{cube_kind(colour)}",
    )


def click_dry(t: Look, text: str, into: int, source: int) -> Action:
    words = t.say("Dry {cubes}"), t.say("Dry {cubes}: {source} → {target}")
    return _move(t, text, "dry", DRY, words, into, source)


def click_roast(t: Look, text: str, into: int, source: int) -> Action:
    words = t.say("Roast {cubes}"), t.say("Roast {cubes}: {source} → {target}")
    return _move(t, text, "roast", ROAST, words, into, source)


def _move(t: Look, text: str, verb: str, kind: int, words: tuple[str, str], into: int, out_of: int) -> Action:
    seat = t.s.seat
    target, source = t.districts[seat][into], t.districts[seat][out_of]
    names = {"source": spot_name(t, seat, source), "target": spot_name(t, seat, target)}
    short, label = (said.format(cubes=cubes_at(t, source), **names) for said in words)
    goes_on = t.s.opened == kind and t.s.open_group == target.group + 1
    return Action(
        text,
        label,
        place_id(seat, target.spot),
        place_id(seat, source.spot),
        price=_price(t, goes_on),
        short=short,
        badge=t.say("for free") if goes_on else "",
        tone="free",
        symbol=f"cf-{cube_kind(source.colour)}",
        kind=verb,
    )


def click_deliver(t: Look, text: str, source: int, target: int) -> Action:
    seat = t.s.seat
    roast = t.districts[seat][source]
    cubes, cube, place = cubes_at(t, roast), t.say(CUBES[roast.colour]), spot_name(t, seat, roast)
    one = t.say.count(COUNTED[roast.colour], 1)
    if target == WAREHOUSE:
        on = warehouse_of(seat, roast.colour)
        short = t.say("{cubes} to the warehouse").format(cubes=cubes)
        label = t.say("Deliver {cubes} to the warehouse: {source}").format(cubes=cubes, source=place)
    elif (goal := t.districts[seat][target]).kind == CAFE:
        on = place_id(seat, cafe_spots(t, seat, goal.slot)[0])
        short = t.say("{cubes} to {cafe}").format(cubes=one, cafe=card_title(t, goal.card))
        words = t.say("Deliver a {cube} to {cafe}: {source}")
        label = words.format(cube=cube, source=place, cafe=card_title(t, goal.card))
    else:
        on = place_id(seat, goal.spot)
        short = t.say("{cubes} as an espresso").format(cubes=one)
        label = t.say("Deliver a {cube} as an espresso: {source}").format(cube=cube, source=place)
    free = t.s.opened == DELIVER
    return Action(
        text,
        label,
        on,
        place_id(seat, roast.spot),
        price=_price(t, free),
        short=short,
        badge=t.say("for free") if free else "",
        tone="free",
        symbol=f"cf-{cube_kind(roast.colour)}",
        kind="deliver",
    )


def click_drop(t: Look, text: str, section: int) -> Action:
    there = t.districts[t.s.seat][section]
    label = t.say("Throw {cubes} back: {place}").format(cubes=cubes_at(t, there), place=spot_name(t, t.s.seat, there))
    return Action(text, label, place_id(t.s.seat, there.spot), price=t.say("for free"), quiet=True)


def click_end(t: Look, text: str) -> Action:
    left = int(t.s.points)
    price = t.say("Unused points: {number}").format(number=left) if left else ""
    deed = t.say("Yes, end the turn") if left else ""
    return Action(
        text, t.say("End the turn"), f"district-{t.s.seat}", key="e", price=price, confirm=left > 0, deed=deed
    )


def click_stake(t: Look, text: str, colour: int) -> Action:
    """A cube for a bid: the first one begins it."""
    seat, cube = t.s.seat, t.say(CUBES[colour])
    begins = sum(t.s.bid[seat]) == t.s.last_bid[seat]
    return Action(
        text,
        (t.say("Bid: {cube}") if begins else t.say("Add to the bid: {cube}")).format(cube=cube),
        warehouse_of(seat, colour),
        key=COLOUR_NAMES[colour].lower(),
        short=t.say("Bid") if begins else t.say("Add"),
        symbol=f"cf-{cube_kind(colour)}",
    )


def click_bid(t: Look, text: str) -> Action:
    laid = sum(t.s.bid[t.s.seat])
    label = t.say.ngettext("Bid {count} cube", "Bid {count} cubes", laid).format(count=laid)
    return Action(text, label, "auction", key="1")


def click_pass(t: Look, text: str) -> Action:
    wins = t.s.last_bid[t.s.seat] and t.s.master == t.s.seat  # CF-42: all others have passed
    return Action(text, t.say("Let the bid stand") if wins else t.say("Pass"), f"store-{t.s.seat}", key="0")


def click_ship(t: Look, text: str, section: int, colour: int) -> Action:
    ship = t.districts[t.s.seat][section]
    label = t.say("Put on {ship}: {cube}").format(cube=t.say(CUBES[colour]), ship=spot_name(t, t.s.seat, ship))
    cube = t.held[cube_kind(colour), f"bid-{t.s.seat}"][0]
    return Action(text, label, place_id(t.s.seat, ship.spot), cube, symbol=f"cf-{cube_kind(colour)}")


def click_lose(t: Look, text: str) -> Action:
    return Action(text, t.say("Put none on a ship"), "auction", key="0")
