"""What Café says: prompts, labels, the log and what can be looked up."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from demitasse.core.scene import Panel, Prompt, Row, Step, asked, score_panel, verdict
from demitasse.core.teller import Teller
from demitasse.core.telling import Told
from demitasse.core.words import ACCUSATIVE, GENITIVE, counted, later, written
from demitasse.games.cafe.box import (
    ANY_COLOUR,
    CAFE,
    COLOURS,
    CUP,
    DRY,
    ESPRESSO,
    FACE,
    GROW,
    ROAST,
    SHIP,
    START,
    TART,
)
from demitasse.games.cafe.look import Look, Section, Spot, cube_kind, offered_cards, place_id, unseen_cards
from demitasse.games.cafe.notation import rating
from demitasse.games.cafe.rules.bidding import least_bid
from demitasse.games.cafe.state import ACT, AUCTION, COLOUR, DELIVER, PLACE, ROUNDS, SHIP_CUBE, TAKE
from demitasse.games.cafe.verbs import ACTIONS, WAREHOUSE

HUES = (later("yellow", GENITIVE), later("brown", GENITIVE), later("green", GENITIVE), later("red", GENITIVE))
CUBES = (later("yellow cube"), later("brown cube"), later("green cube"), later("red cube"))
COUNTED = (  # cubes
    counted("{number} yellow", "{number} yellow"),
    counted("{number} brown", "{number} brown"),
    counted("{number} green", "{number} green"),
    counted("{number} red", "{number} red"),
)
WORDS = {
    DRY: later("drying", ACCUSATIVE),
    ROAST: later("roasting", ACCUSATIVE),
    CUP: later("cup", ACCUSATIVE),
    SHIP: later("ship", ACCUSATIVE),
    CAFE: later("café", ACCUSATIVE),
    ESPRESSO: later("espresso", ACCUSATIVE),
    TART: later("custard tart", ACCUSATIVE),
}
BATCH = later("batch", ACCUSATIVE)
MANY_FIELDS = counted("{number} field", "{number} fields")
FIELDS = (later("yellow field"), later("brown field"), later("green field"), later("red field"))
SURPLUS = (
    later("double yellow field"),
    later("double brown field"),
    later("double green field"),
    later("double red field"),
)
SPOTS = {DRY: later("rack"), ROAST: later("roaster")}  # sections as places, where they differ from what is done there
WHICH = (later("first"), later("second"), later("third"), later("fourth"), later("fifth"))  # of cards that are alike
ENDS = {  # of what is moved: asked once the place where it goes, or where it lies, is picked
    "dry": (later("what *dries* on this rack?"), later("on which rack does it *dry*?")),
    "roast": (later("what is *roasted* in this roaster?"), later("in which roaster is it *roasted*?")),
}
TOWNS = {  # of our box: cafés keep their names in every language, towns are called as people call them
    "Amarante": later("Amarante"),
    "Braga": later("Braga"),
    "Coimbra": later("Coimbra"),
    "Estremoz": later("Estremoz"),
    "Évora": later("Évora"),
    "Guimarães": later("Guimarães"),
    "Lisboa": later("Lisboa"),
    "Loulé": later("Loulé"),
    "Portalegre": later("Portalegre"),
    "Porto": later("Porto"),
    "Tomar": later("Tomar"),
    "Vila Real": later("Vila Real"),
    "Львів": later("Lviv"),
}
YEAR = re.compile(r" \d{4}$")  # behind a town: when the café opened
Speaker = Told | Look | Teller  # who has a box and a language
POINTS = counted("{number} point", "{number} points")
ACTION_POINTS = counted("{number} point to act with", "{number} points to act with")


def tell_take(t: Told, plan: int, payment: int) -> str:
    if payment:
        return t.say("{card} taken, paid: {colour}").format(card=_plan_name(t, plan), colour=t.say(HUES[payment - 1]))
    return t.say("{card} taken").format(card=_plan_name(t, plan))


def tell_discard(t: Told, plan: int) -> str:
    return t.say("{card} discarded").format(card=_plan_name(t, plan))


def tell_place(t: Told, row: int, column: int, turn: int) -> str:
    """Where things lie the table shows: numbers of rows and columns would say nothing to whoever reads."""
    return t.say("card laid")


def tell_grow(t: Told, section: int) -> str:
    return t.say("coffee grown")


def tell_colour(t: Told, colour: int) -> str:
    return t.say("the batch grows {colour}").format(colour=t.say(HUES[colour]))


def tell_dry(t: Told, into: int, source: int) -> str:
    return t.say("coffee dried")


def tell_roast(t: Told, into: int, source: int) -> str:
    return t.say("coffee roasted")


def tell_deliver(t: Told, source: int, target: int) -> str:
    return t.say("delivered to the warehouse") if target == WAREHOUSE else t.say("delivered to a café")


def tell_drop(t: Told, section: int) -> str:
    return t.say("cubes thrown back")


def tell_end(t: Told) -> str:
    return t.say("turn ended")


def tell_stake(t: Told, colour: int) -> str:
    return t.say("cube laid out: {colour}").format(colour=t.say(HUES[colour]))


def tell_bid(t: Told) -> str:
    return t.say("bid made")


def tell_pass(t: Told) -> str:
    return t.say("passed")


def tell_ship(t: Told, section: int, colour: int) -> str:
    return t.say("cube put on a ship: {colour}").format(colour=t.say(HUES[colour]))


def tell_lose(t: Told) -> str:
    return t.say("no cube put on a ship")


def tell_plan(t: Told, plan: int) -> str:
    return _plan_name(t, plan)


def _plan_name(t: Speaker, plan: int) -> str:
    """A plan card by its café, or by what is on it if it has none."""
    return _cafe_name(t, plan) or t.say("card with {content}").format(content=contents_of(t, plan))


def _cafe_name(t: Speaker, plan: int) -> str:
    """The name of a card's café with its town in the reader's script; empty if it has none. Behind a comma a town would
    read as another card.
    """
    cafe, _, place = t.box.names["cafe"][plan].partition(", ")
    town = YEAR.sub("", place)
    where = f"{t.say(TOWNS[town]) if town in TOWNS else town}{place[len(town) :]}"
    return t.say("{cafe} ({town})").format(cafe=cafe, town=where) if where else str(cafe)


def contents_of(t: Speaker, plan: int) -> str:
    """What is on a card: what else there is, then what its fields grow, as they are printed."""
    b = t.box.records[0]
    faces = [face for face in range(FACE) if b.kind[plan][face] != GROW]
    fields = [face for face in range(FACE) if b.kind[plan][face] == GROW]
    return t.say.list([*(spot_words(t, b, plan, face) for face in faces), *(_grown(t, b, plan, k) for k in fields)])


def _grown(t: Speaker, b: Any, card: int, face: int) -> str:
    """What a field grows, in a word."""
    is_plain = b.grows[card][face] != ANY_COLOUR and b.amount[card][face] == 1
    return t.say(HUES[b.grows[card][face] - 1]) if is_plain else spot_words(t, b, card, face)


def spot_words(t: Speaker, b: Any, card: int, face: int) -> str:
    """A section as a place: a red field, a rack."""
    kind, grows = int(b.kind[card][face]), int(b.grows[card][face])
    if kind != GROW:
        return t.say(SPOTS.get(kind, WORDS[kind]))
    if grows == ANY_COLOUR:
        return t.say(BATCH)
    return t.say((SURPLUS if b.amount[card][face] > 1 else FIELDS)[grows - 1])


def card_name(t: Look, card: int) -> str:
    if card >= START:
        return t.say("start card {number}").format(number=card - START + 1)
    return _plan_name(t, card)


def cafe_title(t: Speaker, card: int) -> str:
    """The name of a card's café without the town; empty if it has none."""
    return str(t.box.names["cafe"][card].partition(", ")[0])


def card_title(t: Look, card: int) -> str:
    """A card in a word or two: its café, or what it has beside fields, first what one works at."""
    if cafe := cafe_title(t, card):
        return cafe
    others = sorted((face for face in range(FACE) if t.b.kind[card][face] != GROW), key=t.b.kind[card].__getitem__)
    there = Counter(spot_words(t, t.b, card, face) for face in others)
    times = t.say("{thing} ×{number}")
    found = (times.format(thing=words, number=number) if number > 1 else words for words, number in there.items())
    words = t.say.list(found) or t.say("only fields")
    return words[:1].upper() + words[1:]


def told_apart(t: Look, card: int, words: Callable[[Look, int], str]) -> str:
    """A card of the offer in words; of several alike, what it grows, or at last which one it is."""
    alike = [other for other in offered_cards(t) if words(t, other) == words(t, card)]
    if len(alike) < 2 or card not in alike:
        return words(t, card)
    others = [_fields(t, other) for other in alike if other != card]
    own = _fields(t, card)
    most = [number if number > max(column) else 0 for number, *column in zip(own, *others, strict=True)]
    if own in others:
        which = t.say(WHICH[alike.index(card)])
        return t.say("{card} ({which})").format(card=words(t, card), which=which)
    return t.say.list(filter(None, (words(t, card), cubes_words(t, most if any(most) else own))))


def _fields(t: Look, card: int) -> list[int]:
    """How many fields of each colour a card has."""
    grows = [t.b.grows[card][face] for face in range(FACE) if t.b.kind[card][face] == GROW]
    return [grows.count(colour + 1) for colour in range(COLOURS)]


def card_label(t: Look, card: int) -> str:
    """A card in words: its name, its sections, what its café needs and pays."""
    sections = t.say.list(_section_words(t, card, face) for face in range(FACE))
    if card < START and not t.b.cafe[card]:
        return t.say("card without a café: {content}").format(content=sections)
    words = t.say("{title}: {content}").format(title=card_name(t, card), content=sections)
    if not t.b.cafe[card]:
        return words
    needs, vp = cubes_words(t, t.b.needs[card]), t.b.vp[card]
    return t.say("{card}. The café needs {cubes}: {points} VP").format(card=words, cubes=needs, points=vp)


def _section_words(t: Look, card: int, face: int, case: str = "") -> str:
    """What a section of a card is."""
    kind, grows = t.b.kind[card][face], t.b.grows[card][face]
    if kind != GROW:
        return t.say(WORDS[kind], case)
    if grows == ANY_COLOUR:
        return t.say(BATCH, case)
    words = t.say("surplus {colour}") if t.b.amount[card][face] > 1 else t.say("growing {colour}")
    return words.format(colour=t.say(HUES[grows - 1], GENITIVE))


def words_at(t: Look, section: Section, case: str = "") -> str:
    """What a section of a district is, with the cubes on it."""
    words = _section_words(t, section.card, section.face, case)
    return t.say("{section} with {cubes}").format(section=words, cubes=cubes_at(t, section)) if section.cubes else words


def section_label(t: Look, seat: int, section: Section) -> str:
    content = cubes_at(t, section) if section.cubes else t.say("empty")
    name = spot_name(t, seat, section)
    return t.say("{place}: {content}").format(place=name, content=content) if section.kind <= ROAST else name


def spot_name(t: Look, seat: int, section: Section) -> str:
    """A section of a district as one would call it: with a number, in reading order, where there are several alike."""
    words = spot_words(t, t.b, section.card, section.face)
    if section.kind == CAFE:
        words = card_title(t, section.card)
    alike = [
        other.number
        for other in t.districts[seat].values()
        if other.kind != CAFE and spot_words(t, t.b, other.card, other.face) == words
    ]
    if len(alike) < 2:
        return words
    return t.say("{thing} {number}").format(thing=words, number=alike.index(section.number) + 1)


def where_words(t: Look, seat: int, spot: Spot) -> str:
    """Where a section of a district lies, for whoever does not see it: counted from the first that is in sight."""
    sections = t.districts[seat].values()  # in reading order
    left, top = min(section.spot[0] for section in sections), next(iter(sections)).spot[1]
    return t.say("row {row}, column {column}").format(row=spot[1] - top + 1, column=spot[0] - left + 1)


def region_label(t: Look, seat: int, sections: Sequence[Section]) -> str:
    """A group of sections by what is in it."""
    return t.say.list(spot_name(t, seat, section) for section in sections)


def cafe_label(t: Look, seat: int, slot: int) -> str:
    card = t.s.card[seat][slot] - 1
    lacking = [need - has for need, has in zip(t.b.needs[card], t.s.served[seat][slot], strict=True)]
    words = (
        t.say("{cafe}: {points} VP, still needs {cubes}") if any(lacking) else t.say("{cafe}: {points} VP, complete")
    )
    return words.format(cafe=card_name(t, card), points=t.b.vp[card], cubes=cubes_words(t, lacking))


def cubes_words(t: Look, counts: Sequence[int]) -> str:
    return t.say.list(t.say.count(COUNTED[colour], number) for colour, number in enumerate(counts) if number)


def cubes_at(t: Look, section: Section) -> str:
    return t.say.count(COUNTED[section.colour], section.cubes)


DOING = {  # what somebody is about, for who waits
    AUCTION: later("bidding for the master's token"),
    SHIP_CUBE: later("deciding about a ship"),
    TAKE: later("choosing a card"),
    PLACE: later("laying a card"),
    ACT: later("working in the district"),
    COLOUR: later("choosing a colour for the batch"),
}
GOING_ON = {  # what is open, while more of it is free
    DRY: later("Drying goes on: more into the same group is free."),
    ROAST: later("Roasting goes on: more into the same group is free."),
    DELIVER: later("The delivery is open: more of it is free."),
}


def prompt_of(t: Look) -> Prompt:
    """What is asked, and its consequence."""
    say, s = t.say, t.s
    if t.match.actor is None:
        if t.match.seats == 1:  # CF-33
            score = t.scores[0]["total"]
            so = say.ngettext("{points} point alone: {rating}.", "{points} points alone: {rating}.", score)
            return Prompt(say("The game is over."), so.format(points=written(score), rating=say(rating(score))))
        return verdict(t.match, say)
    if t.match.actor == "*":
        now = say("Round {number} of {rounds}.").format(number=s.rounds, rounds=ROUNDS)
        return Prompt(say("A card is laid out."), now)
    seat = s.seat
    card = cafe_title(t, s.hand[seat] - 1) if s.hand[seat] else ""
    question = {
        AUCTION: say("all others have passed. *Bid* still more?")
        if s.last_bid[seat] and s.master == seat
        else say("*bid* for the master's token, or pass?")
        if _may(t, "pass")
        else say("*bid* for the master's token."),
        SHIP_CUBE: say("put a cube of the bid on a *ship*?"),
        TAKE: say("which card do you *take*?")
        if _may(t, "take")
        else say("no card can be paid for. Which one is *discarded*?"),
        PLACE: say("*lay* {card}.") if card else say("*lay* your card."),
        ACT: _act_question(t),
        COLOUR: say("which *colour* does the batch grow?"),
    }[s.phase]
    return asked(t.match.names[seat], question.format(card=card), say(DOING[s.phase]), _consequence(t, seat), say)


def steps_of(t: Look) -> list[Step]:
    """What is asked of whoever acts once one end of a move is picked: the other end."""
    seat = t.s.seat
    made = [ACTIONS.decode(number) for number in t.match.legal_ids()] if t.s.phase == ACT else []
    ends = {end for verb, args in made if verb in ENDS for end in zip(ENDS[verb], args, strict=True)}
    where = t.districts[seat]
    return [
        Step(f"district-{seat}", t.say(words), picked=place_id(seat, where[section].spot))
        for words, section in sorted(ends)
    ]


def _act_question(t: Look) -> str:
    if t.s.begun:
        return t.say("*deliver* what is left on the roaster.")
    acts = _may(t, "grow", "dry", "roast", "deliver")
    return t.say("which *action*, or end the turn?") if acts else t.say("*end* the turn?")


def _may(t: Look, *verbs: str) -> bool:
    return any(ACTIONS.decode(number).verb in verbs for number in t.match.legal_ids())


def _consequence(t: Look, seat: int) -> str:
    say, s = t.say, t.s
    if s.phase == AUCTION:
        return _bidding(t, seat)
    if s.phase == SHIP_CUBE:
        return say(
            "It returns to the warehouse when the ship is covered, or at the end. "
            "The rest of the bid goes to the supply."
        )
    if s.phase == TAKE:
        return _before_taking(t, seat) if _may(t, "take") else say("You place none this round.")
    if s.phase == PLACE:
        return rule_of(t)
    if s.begun:
        return say("A delivery that is begun must be finished.")
    if s.opened and _goes_on(t):
        return say(GOING_ON[s.opened])
    return say.ngettext("{points} point to act with.", "{points} points to act with.", s.points).format(points=s.points)


def _bidding(t: Look, seat: int) -> str:
    """The highest bid, and what is needed to have the token (CF-41)."""
    say, s = t.say, t.s
    least, highest = int(least_bid(t.match.state, seat)), s.last_bid[s.master]
    if not highest:
        return say("The winner takes a card first. Nobody has bid: 1 cube is enough.")
    if s.master == seat:
        return say("You hold the token with {highest}; more is never needed.").format(highest=highest)
    words = say("The winner takes a card first. {name} bids {highest}; you need {least}.")
    return words.format(name=t.match.names[s.master], highest=highest, least=least)


def _goes_on(t: Look) -> bool:
    """Whether the action that is open can be gone on with for free (CF-21, CF-22, CF-23)."""
    legal = [ACTIONS.decode(number) for number in t.match.legal_ids()]
    if t.s.opened == DELIVER:
        return any(deed.verb == "deliver" for deed in legal)
    district = t.districts[t.s.seat]
    into = [district[deed.args[0]] for deed in legal if deed.verb in ("dry", "roast")]
    return any(section.kind == t.s.opened and section.group == t.s.open_group - 1 for section in into)


def _before_taking(t: Look, seat: int) -> str:
    if t.match.seats == 1:
        return t.say("Try the cards in your district: you lay the one that you take.")
    if t.s.master == seat and t.s.turn == t.match.seats - 1:
        return t.say("You are the master, last to take. Try the cards in your district: you lay it later.")
    return t.say("Try the cards in your district: you lay it when all have one.")


def rule_of(t: Look) -> str:
    """Where a card may lie (CF-13, CF-14)."""
    return t.say("A card covers 2, 3 or 4 sections and leaves a cup in sight.")


def panels_of(t: Look) -> list[Panel]:
    say = t.say
    cafes = [
        Row(
            say("{name}: {line}").format(name=t.match.names[seat], line=cafe_label(t, seat, slot)),
            str(t.b.vp[t.s.card[seat][slot] - 1]),
            "cf-cafe",
        )
        for seat in range(t.match.seats)
        for slot in t.cafes[seat]
    ]
    supply = [Row(say(hue), str(t.s.supply[colour]), f"cf-{cube_kind(colour)}") for colour, hue in enumerate(HUES)]
    unseen = [Row(card_label(t, card), t.match.box.names["plan"][card]) for card in unseen_cards(t)]
    return [
        score_panel(t.match, t.scores, say),
        Panel("cafes", say("Cafés"), cafes),
        Panel("supply", say("Supply"), supply),
        Panel("deck", say("Unseen cards"), unseen),
    ]
