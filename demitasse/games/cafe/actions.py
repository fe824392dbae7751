"""Where each action of Café is clicked, and what it does in words."""

from collections.abc import Iterator, Sequence

from demitasse.core.scene import Action
from demitasse.core.words import ACCUSATIVE
from demitasse.games.cafe import rules as r
from demitasse.games.cafe.box import (
    ANY_COLOUR,
    CAFE,
    COLOUR_NAMES,
    COLOURS,
    CUP,
    DRY,
    FACE,
    SHIP,
    TURNS,
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
    visible_sections,
    warehouse_of,
)
from demitasse.games.cafe.state import DELIVER, LEFT, SECTIONS, TOP, WIDTH
from demitasse.games.cafe.words import CUBES, HUES, card_name, cubes_at, cubes_words, place_name, words_at


def action_of(t: Table, action: int) -> Action:
    """Where an action is clicked, and what it does in words."""
    seat, text, say = t.s.seat, t.match.action_text(action), t.say
    if action < r.DISCARD:
        return _take(t, seat, text, *divmod(action - r.TAKE_CARD, r.PAYMENTS))
    if action < r.PLACE_AT:
        card = action - r.DISCARD
        return Action(
            text, say("Discard {card}").format(card=card_name(t, card)), card_id(t, card), key=_digit(t, card)
        )
    if action < r.GROW_GROUP:
        return _place(t, seat, text, *placement(action))
    if action < r.CHOOSE:
        return _grow(t, seat, text, action - r.GROW_GROUP)
    if action < r.MOVE:
        return _batch(t, seat, text, action - r.CHOOSE)
    if action < r.DELIVER_FROM:
        kind, at = divmod(action - r.MOVE, SECTIONS * SECTIONS)
        return _move(t, seat, text, DRY + kind, *divmod(at, SECTIONS))
    if action < r.DROP:
        return _deliver(t, seat, text, *divmod(action - r.DELIVER_FROM, r.TARGETS))
    if action < r.END:
        section = t.districts[seat][action - r.DROP]
        label = say("Throw {cubes} at {place} back").format(cubes=cubes_at(t, section), place=place_name(section.spot))
        return Action(text, label, place_id(seat, section.spot), price=say("no cost"), quiet=True)
    return _other(t, seat, text, action)


def _take(t: Table, seat: int, text: str, card: int, payment: int) -> Action:
    name = card_name(t, card)
    if not payment:
        return Action(text, t.say("Take {card}").format(card=name), card_id(t, card), key=_digit(t, card))
    cube = t.say(CUBES[payment - 1])
    label = t.say("Take {card}, pay: {cube}").format(card=name, cube=cube)
    return Action(text, label, card_id(t, card), warehouse_of(seat, payment - 1))


def _digit(t: Table, card: int) -> str:
    return str(offered_cards(t).index(card) + 1)


def placement(action: int) -> tuple[Spot, int]:
    """(upper left section, quarter turns) of a place."""
    place, turned = divmod(action - r.PLACE_AT, TURNS)
    return (place % WIDTH + LEFT, place // WIDTH + TOP), turned


def _place(t: Table, seat: int, text: str, spot: Spot, turned: int) -> Action:
    card = t.s.hand[seat] - 1
    covered = _covered(t, seat, spot, turned)
    lost = _lost(t, seat, covered)
    cups = visible_sections(t, seat, CUP) + bool(t.b.cup[card]) - sum(section.kind == CUP for section in covered)
    points = min(r.MOST_POINTS, cups)
    words = t.say.ngettext(
        "Place it at {place}, turned {degrees}°: covers {sections}; {points} action point",
        "Place it at {place}, turned {degrees}°: covers {sections}; {points} action points",
        points,
    )
    label = words.format(
        place=place_name(spot),
        degrees=turned * 90,
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
        ghost=f"ghost-{turned}",
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


def _grow(t: Table, seat: int, text: str, first: int) -> Action:
    """All that the group would grow, as far as the supply lasts (CF-20)."""
    grown, batches = [0] * COLOURS, 0
    for section in _group_of(t, seat, first):
        colour = t.b.grows[section.card][section.face] - 1
        if section.cubes:
            continue
        if colour == ANY_COLOUR - 1:
            batches += 1
        else:
            grown[colour] += min(t.b.amount[section.card][section.face], t.s.supply[colour] - grown[colour])
    words = [cubes_words(t, grown)] if any(grown) else []
    words += (
        [t.say.ngettext("{number} of a batch", "{number} of batches", batches).format(number=batches)]
        if batches
        else []
    )
    spot = t.districts[seat][first].spot
    label = t.say("Grow {cubes} at {place}").format(cubes=t.say.list(words), place=place_name(spot))
    return Action(text, label, place_id(seat, spot), price=t.say("1 point"), badge=f"+{sum(grown) + batches}")


def _batch(t: Table, seat: int, text: str, colour: int) -> Action:
    """A colour for the first empty batch of the group that grows (CF-52)."""
    group = _group_of(t, seat, t.s.growing - 1)
    batch = next(
        section for section in group if not section.cubes and t.b.grows[section.card][section.face] == ANY_COLOUR
    )
    label = t.say("The batch grows {colour}").format(colour=t.say(HUES[colour]))
    return Action(
        text, label, place_id(seat, batch.spot), f"supply-{COLOUR_NAMES[colour]}", key=COLOUR_NAMES[colour].lower()
    )


def _move(t: Table, seat: int, text: str, kind: int, into: int, out_of: int) -> Action:
    words = (
        t.say("Dry {cubes} from {source} at {target}")
        if kind == DRY
        else t.say("Roast {cubes} from {source} at {target}")
    )
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


def _deliver(t: Table, seat: int, text: str, out_of: int, target: int) -> Action:
    source = t.districts[seat][out_of]
    if target == r.WAREHOUSE:
        words, on, cafe = t.say("Deliver {cubes} from {source} to the warehouse"), warehouse_of(seat, source.colour), ""
    elif t.districts[seat][target].kind == CAFE:
        words, on = (
            t.say("Deliver a {cube} from {source} to {cafe}"),
            place_id(seat, cafe_spots(t, seat, target // FACE)[0]),
        )
        cafe = card_name(t, t.districts[seat][target].card)
    else:
        words, on, cafe = (
            t.say("Deliver a {cube} from {source} as the espresso at {place}"),
            place_id(seat, t.districts[seat][target].spot),
            "",
        )
    place = "" if target == r.WAREHOUSE else place_name(t.districts[seat][target].spot)
    label = words.format(
        cubes=cubes_at(t, source),
        cube=t.say(CUBES[source.colour]),
        source=place_name(source.spot),
        cafe=cafe,
        place=place,
    )
    return Action(
        text,
        label,
        on,
        place_id(seat, source.spot),
        price=t.say("no cost") if t.s.opened == DELIVER else t.say("1 point"),
    )


def _other(t: Table, seat: int, text: str, action: int) -> Action:
    """The end of a turn, and the auction."""
    say = t.say
    if action == r.END:
        return Action(text, say("End the turn"), f"district-{seat}", key="e")
    if r.STAKE <= action < r.BID:
        colour = action - r.STAKE
        label = say("Lay out: {cube}").format(cube=say(CUBES[colour]))
        return Action(text, label, warehouse_of(seat, colour), key=COLOUR_NAMES[colour].lower())
    if action == r.BID:
        return Action(
            text,
            say.ngettext("Bid {count} cube", "Bid {count} cubes", sum(t.s.bid[seat])).format(count=sum(t.s.bid[seat])),
            f"bid-{seat}",
            key="1",
        )
    if action == r.PASS:
        return Action(text, say("Pass"), f"store-{seat}", key="0")
    if action == r.LOSE:
        return Action(text, say("Put none on a ship"), f"bid-{seat}", key="0")
    section, colour = divmod(action - r.SHIP_ON, COLOURS)
    spot = t.districts[seat][section].spot
    label = say("Put on the ship at {place}: {cube}").format(cube=say(CUBES[colour]), place=place_name(spot))
    return Action(text, label, place_id(seat, spot), t.held[cube_kind(colour), f"bid-{seat}"][0])
