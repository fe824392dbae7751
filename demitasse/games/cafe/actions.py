"""Where each action of Café is clicked, and what it does in words."""

from collections.abc import Iterator, Sequence

from demitasse.core.scene import Action
from demitasse.core.words import ACCUSATIVE
from demitasse.games.cafe.box import (
    ANY_COLOUR,
    CAFE,
    COLOUR_NAMES,
    COLOURS,
    CUP,
    DRY,
    ROAST,
    SHIP,
)
from demitasse.games.cafe.look import (
    Section,
    Spot,
    Table,
    cafe_spots,
    card_id,
    cube_kind,
    offered_cards,
    place_id,
    spot_at,
    visible_sections,
    warehouse_of,
)
from demitasse.games.cafe.state import DELIVER, MOST_POINTS
from demitasse.games.cafe.verbs import WAREHOUSE
from demitasse.games.cafe.words import CUBES, HUES, card_name, cubes_at, cubes_words, place_name, words_at


def click_take(t: Table, text: str, plan: int, payment: int) -> Action:
    name = card_name(t, plan)
    if not payment:
        return Action(text, t.say("Take {card}").format(card=name), card_id(t, plan), key=_digit(t, plan))
    cube = t.say(CUBES[payment - 1])
    label = t.say("Take {card}, pay: {cube}").format(card=name, cube=cube)
    return Action(text, label, card_id(t, plan), warehouse_of(t.s.seat, payment - 1))


def click_discard(t: Table, text: str, plan: int) -> Action:
    label = t.say("Discard {card}").format(card=card_name(t, plan))
    return Action(text, label, card_id(t, plan), key=_digit(t, plan))


def _digit(t: Table, card: int) -> str:
    return str(offered_cards(t).index(card) + 1)


def click_place(t: Table, text: str, row: int, column: int, turn: int) -> Action:
    seat, spot = t.s.seat, spot_at(row, column)
    card = t.s.hand[seat] - 1
    covered = _covered(t, seat, spot, turn)
    lost = _lost(t, seat, covered)
    cups = visible_sections(t, seat, CUP) + bool(t.b.cup[card]) - sum(section.kind == CUP for section in covered)
    points = min(MOST_POINTS, cups)
    words = t.say.ngettext(
        "Place it at {place}, turned {degrees}°: covers {sections}; {points} action point",
        "Place it at {place}, turned {degrees}°: covers {sections}; {points} action points",
        points,
    )
    label = words.format(
        place=place_name(spot),
        degrees=turn * 90,
        sections=t.say.list(_covered_words(t, covered)),
        points=points,
    )
    price = t.say("you lose {cubes}").format(cubes=cubes_words(t, lost)) if any(lost) else ""
    covers = [_place_of(t, seat, section) for section in covered]
    return Action(
        text,
        label,
        place_id(seat, spot),
        card_id(t, card),
        price=price,
        ghost=f"ghost-{turn}",
        covers=list(dict.fromkeys(covers)),
    )


def _place_of(t: Table, seat: int, section: Section) -> str:
    """The place a section is shown at: of a café that is wholly visible its first section's."""
    whole = section.kind == CAFE and section.slot in t.cafes[seat]
    return place_id(seat, cafe_spots(t, seat, section.slot)[0] if whole else section.spot)


def _covered(t: Table, seat: int, spot: Spot, turned: int) -> list[Section]:
    """The visible sections that a card would cover, in reading order."""
    wide, high = (2, 3) if turned % 2 else (3, 2)
    return [
        section
        for section in t.districts[seat].values()
        if 0 <= section.spot[0] - spot[0] < wide and 0 <= section.spot[1] - spot[1] < high
    ]


def _covered_words(t: Table, covered: Sequence[Section]) -> Iterator[str]:
    """What would be covered; both sections of a café are one thing."""
    for k, section in enumerate(covered):
        if section.kind != CAFE or section.slot not in {other.slot for other in covered[:k] if other.kind == CAFE}:
            yield words_at(t, section, ACCUSATIVE)


def _lost(t: Table, seat: int, covered: Sequence[Section]) -> list[int]:
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


def _group_of(t: Table, seat: int, first: int) -> list[Section]:
    """The sections of a group, in reading order."""
    return [section for section in t.districts[seat].values() if section.group == first]


def click_grow(t: Table, text: str, section: int) -> Action:
    """All that the group would grow, as far as the supply lasts (CF-20)."""
    seat, grown, batches = t.s.seat, [0] * COLOURS, 0
    for field in _group_of(t, seat, section):
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
    spot = t.districts[seat][section].spot
    label = t.say("Grow {cubes} at {place}").format(cubes=t.say.list(words), place=place_name(spot))
    return Action(text, label, place_id(seat, spot), price=t.say("1 point"), badge=f"+{sum(grown) + batches}")


def click_colour(t: Table, text: str, colour: int) -> Action:
    """A colour for the first empty batch of the group that grows (CF-52)."""
    group = _group_of(t, t.s.seat, t.s.growing - 1)
    batch = next(
        section for section in group if not section.cubes and t.b.grows[section.card][section.face] == ANY_COLOUR
    )
    label = t.say("The batch grows {colour}").format(colour=t.say(HUES[colour]))
    name = COLOUR_NAMES[colour]
    return Action(text, label, place_id(t.s.seat, batch.spot), f"supply-{name}", key=name.lower())


def click_dry(t: Table, text: str, into: int, source: int) -> Action:
    return _move(t, text, DRY, t.say("Dry {cubes} from {source} at {target}"), into, source)


def click_roast(t: Table, text: str, into: int, source: int) -> Action:
    return _move(t, text, ROAST, t.say("Roast {cubes} from {source} at {target}"), into, source)


def _move(t: Table, text: str, kind: int, words: str, into: int, out_of: int) -> Action:
    seat = t.s.seat
    target, source = t.districts[seat][into], t.districts[seat][out_of]
    label = words.format(cubes=cubes_at(t, source), source=place_name(source.spot), target=place_name(target.spot))
    goes_on = t.s.opened == kind and t.s.open_group == target.group + 1
    return Action(
        text,
        label,
        place_id(seat, target.spot),
        place_id(seat, source.spot),
        price=t.say("no cost") if goes_on else t.say("1 point"),
    )


def click_deliver(t: Table, text: str, source: int, target: int) -> Action:
    seat = t.s.seat
    roast = t.districts[seat][source]
    cubes, cube, place = cubes_at(t, roast), t.say(CUBES[roast.colour]), place_name(roast.spot)
    if target == WAREHOUSE:
        on = warehouse_of(seat, roast.colour)
        label = t.say("Deliver {cubes} from {source} to the warehouse").format(cubes=cubes, source=place)
    elif (goal := t.districts[seat][target]).kind == CAFE:
        on = place_id(seat, cafe_spots(t, seat, goal.slot)[0])
        words = t.say("Deliver a {cube} from {source} to {cafe}")
        label = words.format(cube=cube, source=place, cafe=card_name(t, goal.card))
    else:
        on = place_id(seat, goal.spot)
        words = t.say("Deliver a {cube} from {source} as the espresso at {place}")
        label = words.format(cube=cube, source=place, place=place_name(goal.spot))
    price = t.say("no cost") if t.s.opened == DELIVER else t.say("1 point")
    return Action(text, label, on, place_id(seat, roast.spot), price=price)


def click_drop(t: Table, text: str, section: int) -> Action:
    there = t.districts[t.s.seat][section]
    label = t.say("Throw {cubes} at {place} back").format(cubes=cubes_at(t, there), place=place_name(there.spot))
    return Action(text, label, place_id(t.s.seat, there.spot), price=t.say("no cost"), quiet=True)


def click_end(t: Table, text: str) -> Action:
    return Action(text, t.say("End the turn"), f"district-{t.s.seat}", key="e")


def click_stake(t: Table, text: str, colour: int) -> Action:
    label = t.say("Lay out: {cube}").format(cube=t.say(CUBES[colour]))
    return Action(text, label, warehouse_of(t.s.seat, colour), key=COLOUR_NAMES[colour].lower())


def click_bid(t: Table, text: str) -> Action:
    laid = sum(t.s.bid[t.s.seat])
    label = t.say.ngettext("Bid {count} cube", "Bid {count} cubes", laid).format(count=laid)
    return Action(text, label, f"bid-{t.s.seat}", key="1")


def click_pass(t: Table, text: str) -> Action:
    return Action(text, t.say("Pass"), f"store-{t.s.seat}", key="0")


def click_ship(t: Table, text: str, section: int, colour: int) -> Action:
    spot = t.districts[t.s.seat][section].spot
    label = t.say("Put on the ship at {place}: {cube}").format(cube=t.say(CUBES[colour]), place=place_name(spot))
    return Action(text, label, place_id(t.s.seat, spot), t.held[cube_kind(colour), f"bid-{t.s.seat}"][0])


def click_lose(t: Table, text: str) -> Action:
    return Action(text, t.say("Put none on a ship"), f"bid-{t.s.seat}", key="0")
