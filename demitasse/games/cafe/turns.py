"""A turn of Café: the card taken, or laid; what was grown, dried, roasted and delivered; and bids."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from demitasse.core.phrases import Icon, Phrase, fill, plain
from demitasse.core.play import Play
from demitasse.core.teller import Teller, TurnWords
from demitasse.core.turns import MadePly, Played, Whose
from demitasse.core.words import ACCUSATIVE, later
from demitasse.games.cafe.box import CAFE, CUP, DRY, FACE, GROW, ROAST, SHIP, TART
from demitasse.games.cafe.look import cube_kind
from demitasse.games.cafe.map import KINDS as SECTION_SYMBOLS
from demitasse.games.cafe.rules.district import is_complete, is_open, kind_of
from demitasse.games.cafe.state import ACT, AUCTION, COLOUR, LAY_OUT, PLACE, SHIP_CUBE
from demitasse.games.cafe.verbs import WAREHOUSE
from demitasse.games.cafe.words import COUNTED, MANY_FIELDS, POINTS, cafe_title, spot_words

KINDS = {AUCTION: "bid", SHIP_CUBE: "ship", PLACE: "act", ACT: "act", COLOUR: "act"}  # of turns, by phase
Cubes = Counter[int]  # by colour
A_CARD = later("a card with {content}", ACCUSATIVE)
# What lies on sections of a kind, and the kind of section that it needs next
READY = {
    ROAST: (later("ready to deliver: {cubes}"), ROAST),
    DRY: (later("ready to roast: {cubes}"), ROAST),
    GROW: (later("ready to dry: {cubes}"), DRY),
}
LAST = {ROAST: later("covers your last roaster"), DRY: later("covers your last rack")}
FEWER = {
    CUP: later("covers a cup to act with"),
    SHIP: later("covers a ship"),
    TART: later("covers a custard tart"),
}
NO_CAFE = -1  # as what a cube was delivered to: the warehouse
ESPRESSO_SECTION = -2


@dataclass(frozen=True)
class Deeds:
    """What was done in a turn; cards and colours by their numbers."""

    taken: int | None = None
    before_others: bool = False  # who have yet to take one
    price: int | None = None  # the colour of the cube
    discarded: int | None = None
    drawn: Sequence[int] = ()  # cards laid out
    laid: int | None = None
    lost: Cubes = field(default_factory=Cubes)  # with the sections that were covered
    spared: bool = False  # there were cubes to lose, and none was
    covered: Sequence[int] = ()  # full cafés that were
    shut: Sequence[int] = ()  # and others of the seat
    bare: Sequence[int] = ()  # the kinds of section of which none is left in sight
    fewer: Sequence[int] = ()  # and those of which fewer are than before
    grown: Cubes = field(default_factory=Cubes)
    dried: Cubes = field(default_factory=Cubes)
    roasted: Cubes = field(default_factory=Cubes)
    served: Sequence[tuple[int, Cubes]] = ()  # café, cubes
    stored: Cubes = field(default_factory=Cubes)
    espressos: Cubes = field(default_factory=Cubes)
    dropped: Cubes = field(default_factory=Cubes)
    completed: Sequence[int] = ()  # cafés
    bid: Cubes = field(default_factory=Cubes)
    passed: bool = False
    won: Cubes = field(default_factory=Cubes)  # the auction, with this bid: its holder is asked last
    shipped: int | None = None  # the colour of the cube
    lost_bid: bool = False


def whose(s: Any) -> Whose:
    seat, number = int(s.seat), int(s.rounds)
    if s.phase == LAY_OUT:  # a card that was taken is replaced in the same turn
        return Whose((seat - 1) % int(s.seats), number, "take") if s.turn else Whose(None, number, "offer")
    return Whose(seat, number, KINDS.get(int(s.phase), "take"))


def read(played: Played) -> Deeds:
    drawn = [step.args[0] for step in played.drawn()]
    if played.kind == "act":
        return _acted(played)
    args = {step.verb: step.args for step in played.own()}
    taken, price = args.get("take", (None, 0))
    seat = played.seat
    passes = played.own("pass")
    return Deeds(
        taken=taken,
        before_others=int(played.before.turn) < played.seats - 1,
        price=price - 1 if price else None,
        discarded=args.get("discard", (None,))[0],
        drawn=drawn,
        bid=_counts(played.own("bid")[-1].before.bid[seat]) if "bid" in args else Cubes(),
        passed=bool(passes),
        won=_winning(passes[0].before, seat) if passes else Cubes(),
        shipped=args.get("ship", (0, None))[1],
        lost_bid="lose" in args,
    )


def tell(t: Teller, deeds: Deeds) -> TurnWords:
    if t.seat is None:
        cards = t.apart([_card(t, card) for card in deeds.drawn])
        return TurnWords([fill(t.say("on offer: {cards}"), cards=cards)])
    if t.kind == "act":
        nothing = [t.does("did||do nothing")] * (not t.goes_on)
        harms = list(_harms(t, deeds))
        spared = [t.say("no cube is lost beneath it")] * (deeds.spared and not harms)
        brief = [*_laid_words(t, deeds), *_brought_words(t, deeds)]
        return TurnWords(
            list(_act_words(t, deeds)) or nothing, good=[*spared, *_merits(t, deeds)], bad=harms, brief=brief
        )
    new = [t.say("new on offer: {cards}").format(cards=plain(_card(t, card))) for card in deeds.drawn]
    return TurnWords([*_take_words(t, deeds), *_bid_words(t, deeds)], new, good=list(_merits(t, deeds)))


def prospects(t: Teller, before: Play, after: Play) -> list[str]:
    """What lies ready for the next turn, if there is where it goes on to."""
    if t.kind != "act":
        return []
    s: Any = after.state
    found = {text: _lying(t, s, kind) for kind, (text, needs) in READY.items() if s.seen[t.seat, needs]}
    return [t.say(text).format(cubes=plain(_cubes_words(t, cubes))) for text, cubes in found.items() if cubes]


def _lying(t: Teller, s: Any, kind: int) -> Cubes:
    """The cubes on all sections of a kind."""
    sections = [section for section, number in enumerate(s.cubes[t.seat]) if number]
    return _sum(
        Cubes({int(s.colour[t.seat, section]) - 1: int(s.cubes[t.seat, section])})
        for section in sections
        if kind_of(t.b, s, t.seat, section) == kind
    )


# Reading --------------------------------------------------------------------------------------------------------------


def _winning(s: Any, seat: int | None) -> Cubes:
    """The bid of the seat that holds the token (CF-42); nothing, if another does or nobody has bid."""
    return _counts(s.bid[seat]) if s.master == seat else Cubes()


def _acted(played: Played) -> Deeds:
    places, delivered = played.own("place"), played.own("deliver")
    before, after = (_complete(played, s) for s in (played.before, played.after))
    first, laid = (played.before, places[0].after) if places else (played.before, played.before)
    seen = [[int(sections).bit_count() for sections in s.seen[played.seat]] for s in (first, laid)]
    into = [_target(played.b, step) for step in delivered]
    return Deeds(
        laid=int(places[0].before.hand[played.seat]) - 1 if places else None,
        lost=(lost := _sum(_counts(step.after.supply - step.before.supply) for step in places)),
        spared=bool(places) and not lost and bool(played.before.cubes[played.seat].any()),
        covered=sorted(before - after),
        shut=sorted(_open(played, first) - _open(played, laid) - before),
        bare=[kind for kind in LAST if seen[0][kind] and not seen[1][kind]],
        fewer=[kind for kind in FEWER if seen[0][kind] > seen[1][kind]],
        grown=_sum(_counts(step.before.supply - step.after.supply) for step in played.own("grow", "colour")),
        dried=_sum(_cubes(step, step.args[1]) for step in played.own("dry")),
        roasted=_sum(_cubes(step, step.args[1]) for step in played.own("roast")),
        served=[(card, _of(into, delivered, card)) for card in dict.fromkeys(into) if card >= 0],
        stored=_sum(_cubes(step, step.args[0]) for step in delivered if step.args[1] == WAREHOUSE),
        espressos=_of(into, delivered, ESPRESSO_SECTION),
        dropped=_sum(_cubes(step, step.args[0]) for step in played.own("drop")),
        completed=sorted(after - before),
    )


def _sum(cubes: Iterable[Cubes]) -> Cubes:
    return sum(cubes, Cubes())


def _counts(numbers: Any) -> Cubes:
    return Cubes({colour: int(number) for colour, number in enumerate(numbers) if number > 0})


def _cubes(step: MadePly, section: int) -> Cubes:
    """What lay on a section before a ply."""
    s = step.before
    return Cubes({int(s.colour[s.seat, section]) - 1: int(s.cubes[s.seat, section])})


def _target(b: Any, step: MadePly) -> int:
    """The card of the café that a cube went to, or what else it went to."""
    s, section = step.before, step.args[1]
    if section == WAREHOUSE:
        return NO_CAFE
    is_cafe = kind_of(b, s, int(s.seat), section) == CAFE
    return int(s.card[s.seat, section // FACE]) - 1 if is_cafe else ESPRESSO_SECTION


def _of(into: Sequence[int], delivered: Sequence[MadePly], target: int) -> Cubes:
    """The cubes that went to a target, one by one."""
    found = [int(step.before.colour[step.before.seat, step.args[0]]) - 1 for step in delivered]
    return Cubes(colour for colour, to in zip(found, into, strict=True) if to == target)


def _complete(played: Played, s: Any) -> set[int]:
    """The cards with a full café."""
    return {card for slot, card in _cards(played, s) if is_complete(played.b, s, played.seat, slot)}


def _open(played: Played, s: Any) -> set[int]:
    """The cards with a café in sight."""
    return {card for slot, card in _cards(played, s) if played.b.cafe[card] and is_open(played.b, s, played.seat, slot)}


def _cards(played: Played, s: Any) -> list[tuple[int, int]]:
    """The cards of a district, each with its slot."""
    return [(slot, int(card) - 1) for slot, card in enumerate(s.card[played.seat]) if card]


# Telling --------------------------------------------------------------------------------------------------------------


def _take_words(t: Teller, deeds: Deeds) -> Iterator[Phrase]:
    if deeds.discarded is not None:
        yield t.does(
            "could||can pay for no card and discarded||discard {card}", card=_card(t, deeds.discarded, ACCUSATIVE)
        )
    elif deeds.price is not None and deeds.taken is not None:
        price = _cubes_words(t, Cubes([deeds.price]))
        yield t.does("took||take {card} for {price}", card=_card(t, deeds.taken, ACCUSATIVE), price=price)
    elif deeds.taken is not None:
        yield t.does("took||take {card}", card=_card(t, deeds.taken, ACCUSATIVE))


def _merits(t: Teller, deeds: Deeds) -> Iterator[str]:
    """What a card is good for, later, and from whom it is kept."""
    card = deeds.laid if deeds.taken is None else deeds.taken
    if card is not None and t.b.cafe[card] and card not in deeds.completed:
        points = t.say.count(POINTS, int(t.b.vp[card]))
        needs = plain(_cubes_words(t, _counts(t.b.needs[card])))
        yield t.say("its café pays {points} for {cubes}").format(points=points, cubes=needs)
        if deeds.before_others and deeds.taken is not None:
            yield t.say("nobody else gets this café")
    if deeds.taken is not None and t.b.cup[card]:
        yield t.say("a cup to act with")


def _harms(t: Teller, deeds: Deeds) -> Iterator[str]:
    """What a card that was laid took away."""
    for card in [*deeds.covered, *deeds.shut]:
        points = t.say.count(POINTS, int(t.b.vp[card]))
        yield t.say("covers your café {cafe} ({points})").format(cafe=t.called(cafe_title(t, card)), points=points)
    yield from (t.say(LAST[kind]) for kind in deeds.bare)
    if deeds.lost:
        yield t.say("lost beneath it: {cubes}").format(cubes=plain(_cubes_words(t, deeds.lost)))
    yield from (t.say(FEWER[kind]) for kind in deeds.fewer)


def _bid_words(t: Teller, deeds: Deeds) -> Iterator[Phrase]:
    if deeds.bid and deeds.bid != deeds.won:
        yield t.does("bid {cubes} for the master's token", cubes=_cubes_words(t, deeds.bid))
    if deeds.won:
        yield t.does("won||win the master's token with {cubes}", cubes=_cubes_words(t, deeds.won))
    elif deeds.passed:
        yield t.does("passed||pass in the auction")
    if deeds.shipped is not None:
        yield t.does("put {cubes} of the bid on a ship", cubes=_cubes_words(t, Cubes([deeds.shipped])))
    if deeds.lost_bid:
        yield t.does("lost||lose the whole bid")


def _laid_words(t: Teller, deeds: Deeds) -> Iterator[Phrase]:
    if deeds.laid is not None:
        yield t.does("laid||lay {card}", card=_card(t, deeds.laid, ACCUSATIVE))
    if deeds.covered and not t.advises:
        yield t.does("covered||cover {cafes}", cafes=_cafes(t, deeds.covered))


def _act_words(t: Teller, deeds: Deeds) -> Iterator[Phrase]:
    yield from _laid_words(t, deeds)
    if deeds.lost and not t.advises:
        yield t.does("lost||lose {cubes} beneath it", cubes=_cubes_words(t, deeds.lost))
    if deeds.grown:
        yield t.does("grew||grow {cubes}", cubes=_cubes_words(t, deeds.grown))
    if deeds.dried:
        yield t.does("dried||dry {cubes}", cubes=_cubes_words(t, deeds.dried))
    if deeds.roasted:
        yield t.does("roasted||roast {cubes}", cubes=_cubes_words(t, deeds.roasted))
    yield from _brought_words(t, deeds)
    if deeds.dropped:
        yield t.does("threw||throw back {cubes}", cubes=_cubes_words(t, deeds.dropped))


def _brought_words(t: Teller, deeds: Deeds) -> Iterator[Phrase]:
    """Where roasted cubes went."""
    yield from _served_words(t, deeds)
    if deeds.stored:
        yield t.does("stored||store {cubes} in the warehouse", cubes=_cubes_words(t, deeds.stored))
    if deeds.espressos:
        yield t.does("made||make espresso of {cubes}", cubes=_cubes_words(t, deeds.espressos))


def _served_words(t: Teller, deeds: Deeds) -> Iterator[Phrase]:
    """Each café that is full now, and the others in one phrase."""
    served = [(card, t.called(cafe_title(t, card)), _cubes_words(t, cubes)) for card, cubes in deeds.served]
    for card, cafe, cubes in served:
        if card in deeds.completed:
            points = t.say.count(POINTS, int(t.b.vp[card]))
            yield t.does("completed||complete {cafe} with {cubes} for {points}", cafe=cafe, cubes=cubes, points=points)
    cubes_to = t.say("{cubes} to {cafe}")
    if some := [fill(cubes_to, cubes=cubes, cafe=cafe) for card, cafe, cubes in served if card not in deeds.completed]:
        yield t.does("delivered||deliver {cubes_to_cafes}", cubes_to_cafes=t.listed(some))


def _card(t: Teller, card: int, case: str = "") -> Phrase:
    """A plan card by its café, or by what is on it if it has none."""
    if cafe := cafe_title(t, card):
        return (t.called(cafe),)
    faces = [face for face in range(FACE) if t.b.kind[card][face] != GROW]
    spots = t.alike(
        Icon(f"cf-{SECTION_SYMBOLS[t.b.kind[card][face]]}", spot_words(t, t.b, card, face)) for face in faces
    )
    fields = t.count(MANY_FIELDS, FACE - len(faces), "cf-grow")
    return fill(t.say(A_CARD, case), content=t.together([*spots, *([fields] if len(faces) < FACE else ())]))


def _cafes(t: Teller, cards: Sequence[int]) -> Phrase:
    return t.together([t.called(cafe_title(t, card)) for card in cards])


def _cubes_words(t: Teller, cubes: Cubes) -> Phrase:
    return t.together([t.count(COUNTED[c], cubes[c], f"cf-{cube_kind(c)}", ACCUSATIVE) for c in sorted(cubes)])
