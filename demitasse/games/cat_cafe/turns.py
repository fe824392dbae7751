"""A round of Cat Café for one seat: the die taken, what was drawn where for how many paws, and what it brought.

All choose at the same time, so a round is told once everything is drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from demitasse.core.phrases import Icon, Phrase, plain
from demitasse.core.play import Play
from demitasse.core.scene import POINTS
from demitasse.core.teller import Teller, TurnWords
from demitasse.core.turns import EVERYBODY, MadePly, Played, Whose
from demitasse.core.words import ACCUSATIVE, counted, later, signed
from demitasse.games.cat_cafe import rules as r
from demitasse.games.cat_cafe.actions import Choosing
from demitasse.games.cat_cafe.box import FLOORS, ITEM_NAMES, TOWERS
from demitasse.games.cat_cafe.state import CHOOSE, LARGER
from demitasse.games.cat_cafe.verbs import FIRST_THING, PASS
from demitasse.games.cat_cafe.words import AN_ITEM, LIKED

LACKS = counted("tower {tower} then lacks {number} cell", "tower {tower} then lacks {number} cells")
PAWS = counted("{number} paw", "{number} paws", ACCUSATIVE)
MOST_LACKING = 3  # cells of a tower that is told to be nearly full
OVERTAKEN = (
    later("you no longer have the most yarn in tower {tower}"),
    later("{names} no longer has the most yarn in tower {tower}"),
    later("{names} no longer have the most yarn in tower {tower}"),
)


@dataclass(frozen=True)
class Deeds:
    """What one seat did in a round; items, cells and cats by their numbers."""

    die: int | None
    left: Sequence[int]  # what the dice show that it left
    only: bool  # whether others took after it, and it was the last one of its face
    item: int | None  # None: passed, or not decided yet
    cell: int
    cat: int | None
    passed: bool
    paid: int  # paws
    circled: int
    points: int  # more than before, but for those lost
    lost: int  # points, because others have more yarn now
    filled: bool  # the tower
    larger: bool  # and got its larger number
    overtaken: Sequence[int]  # the seats that no longer have the most yarn in the tower
    last: bool  # whether the game ended with it


def whose(s: Any) -> Whose:
    return Whose(EVERYBODY, int(s.rounds) + 1, "round")


def read(played: Played) -> Deeds:
    seat = played.seat
    assert seat is not None
    die, left = next((_taken_from(step) for step in played.own("take")), (None, ()))
    only = die not in left and len(left) > 1  # one is left for the centre
    gained = int(played.lines[1][seat, r.TOTAL]) - int(played.lines[0][seat, r.TOTAL])
    choice = next(iter(played.own("house", "thing", "pass")), None)
    s = played.after
    lost = _lost(played, seat, _drawn(choice) if choice and choice.verb != "pass" else None)
    points = gained + lost
    last = int(r.full_towers(s, seat)) >= r.LAST_TOWERS
    if choice is None or choice.verb == "pass":
        circled = int(s.paws[seat]) - int(played.before.paws[seat])
        return Deeds(
            die, left, only, None, 0, None, choice is not None, 0, circled, points, lost, False, False, (), last
        )
    item, cell, cat = _drawn(choice)
    paid = int(r.paws_needed(choice.before, seat, item, cell % FLOORS))
    circled = int(s.paws[seat]) - int(played.before.paws[seat]) + paid if item == r.BUTTERFLY else 0
    bonus = int(s.bonus[seat, cell // FLOORS]) if not played.before.bonus[seat, cell // FLOORS] else 0
    overtaken = _overtaken(played, seat, cell // FLOORS) if item == r.YARN else ()
    filled, larger = bonus > 0, bonus == LARGER
    return Deeds(die, left, only, item, cell, cat, False, paid, circled, points, lost, filled, larger, overtaken, last)


def tell(t: Teller, deeds: Deeds) -> TurnWords:
    tower = deeds.cell // FLOORS + 1
    taken_away = [
        *([t.of_seats(deeds.overtaken, *OVERTAKEN, tower=tower)] if deeds.overtaken else ()),
        *([t.say("the larger number of tower {tower} is gone for all others").format(tower=tower)] * deeds.larger),
    ]
    so = [
        *([] if t.advises else taken_away),
        *([t.say("with the third full tower the game ends")] * deeds.last),
        *(_left(t, deeds) if t.advises and deeds.item is None else ()),
    ]
    touches = range(t.seats) if deeds.larger or deeds.last else deeds.overtaken
    if deeds.only and deeds.die is not None:
        taken_away.append(t.say("nobody else gets a {face}").format(face=deeds.die))
    chosen = list(_chosen(t, deeds))
    brief = [*chosen, *_met(t, deeds)] if chosen else ()
    return TurnWords([*_taken(t, deeds), *chosen, *_brought(t, deeds)], so, touches, good=taken_away, brief=brief)


def prospects(t: Teller, before: Play, after: Play) -> list[str]:
    """The best that can be drawn with a die that was taken; how near a tower that was drawn in is to being full."""
    states: tuple[Any, Any] = before.state, after.state
    if not states[0].die[t.seat]:
        return [_best(t, after, centre) for centre in _centres(after.state)]
    had, has = ((s.sheet[t.seat] > 0).reshape(-1, FLOORS).sum(axis=1) for s in states)
    left = [int(cells).bit_count() - int(number) for cells, number in zip(t.b.tower, has, strict=True)]
    return [
        t.say.ngettext(*LACKS, left[tower]).format(tower=tower + 1, number=left[tower])
        for tower in range(len(left))
        if had[tower] < has[tower] and 0 < left[tower] <= MOST_LACKING
    ]


def _centres(s: Any) -> list[int]:
    """What the die in the centre shows, or may show."""
    return [int(s.centre)] if s.centre else [face + 1 for face, number in enumerate(s.dice) if number]


def _best(t: Teller, match: Play, centre: int) -> str:
    """What brings the most points at once with one's own die and a centre."""
    twin: Any = match.supposing(centre=centre, phase=CHOOSE, seat=t.seat)
    s: Any = twin.state
    choosing = Choosing.of(twin, t.say)
    gains = {action: choosing.gain(action) for action in twin.legal_ids() if action != PASS}
    if max(gains.values(), default=0) <= 0:
        return t.say("with a {centre} in the centre: no points at once").format(centre=centre)
    paws = {action: int(r.paws_needed(s, t.seat, r.item_of(action), r.cell_of(action) % FLOORS)) for action in gains}
    best = max(gains, key=lambda action: (gains[action], -paws[action]))
    words = (
        t.say("with a {centre} in the centre, {item} on floor {floor} for {paws}: {points}")
        if paws[best]
        else t.say("with a {centre} in the centre, {item} on floor {floor}: {points}")
    )
    return words.format(
        centre=centre,
        item=t.say(ITEM_NAMES[int(r.item_of(best))]),
        floor=int(r.cell_of(best)) % FLOORS + 1,
        paws=plain(_paws(t, paws[best])),
        points=signed(gains[best]),
    )


# Reading --------------------------------------------------------------------------------------------------------------


def _taken_from(step: MadePly) -> tuple[int, list[int]]:
    """(the die taken, what the others show)."""
    left = [face + 1 for face, number in enumerate(step.after.dice) for _ in range(number)]
    return step.args[0] + 1, left


def _drawn(choice: MadePly) -> tuple[int, int, int | None]:
    """(item, cell, cat) of a choice."""
    if choice.verb == "house":
        return r.HOUSE, choice.args[0], choice.args[1]
    return choice.args[0] + FIRST_THING, choice.args[1], None


def _overtaken(played: Played, seat: int, tower: int) -> list[int]:
    """CC-21: who had the most yarn in a tower and has less than this seat now."""
    before, after = (_yarns(s, tower) for s in (played.before, played.after))
    had = [other for other in range(played.seats) if before[other] and before[other] == max(before)]
    return [other for other in had if after[other] < after[seat]]


def _lost(played: Played, seat: int, drawn: tuple[int, int, int | None] | None) -> int:
    """CC-21: the points of yarn that others took away, in the towers where the seat drew none itself."""
    item, cell, _ = drawn or (None, 0, None)
    towers = [tower for tower in range(TOWERS) if item != r.YARN or tower != cell // FLOORS]
    before, after = ([int(r.yarn_points(s, seat, tower)) for tower in towers] for s in (played.before, played.after))
    return sum(max(0, had - has) for had, has in zip(before, after, strict=True))


def _yarns(s: Any, tower: int) -> list[int]:
    """How many balls of yarn every seat has in a tower."""
    found: list[int] = (s.sheet[:, tower * FLOORS : (tower + 1) * FLOORS] == r.YARN + 1).sum(axis=1).tolist()
    return found


# Telling --------------------------------------------------------------------------------------------------------------


def _taken(t: Teller, deeds: Deeds) -> list[Phrase]:
    if deeds.die is None:
        return []
    return [t.does("took||take die {face}", face=Icon(f"die-{deeds.die}", str(deeds.die)))]


def _chosen(t: Teller, deeds: Deeds) -> list[Phrase]:
    if deeds.passed:
        if not deeds.circled:
            return [t.does("passed||pass without a paw to circle")]
        return [t.does("passed||pass for {paws}", paws=_paws(t, deeds.circled))]
    if deeds.item is None:
        return []
    name = ITEM_NAMES[deeds.item]
    where = {"tower": deeds.cell // FLOORS + 1, "floor": deeds.cell % FLOORS + 1}
    item = Icon(f"cc-{name}", t.say(AN_ITEM[deeds.item]))
    if deeds.paid:
        paws = _paws(t, deeds.paid)
        return [t.does("drew||draw {item} in tower {tower}, floor {floor} for {paws}", item=item, paws=paws, **where)]
    return [t.does("drew||draw {item} in tower {tower}, floor {floor}", item=item, **where)]


def _met(t: Teller, deeds: Deeds) -> list[Phrase]:
    """The cat that came."""
    if deeds.cat is None:
        return []
    return [t.does("welcomed||welcome the cat that likes {items}", items=t.say(LIKED[deeds.cat]))]


def _brought(t: Teller, deeds: Deeds) -> list[Phrase]:
    found = _met(t, deeds)
    if deeds.circled and not deeds.passed:
        found.append(t.does("circled||circle {paws}", paws=_paws(t, deeds.circled)))
    if deeds.filled:
        found.append(t.does("filled||fill tower {tower}", tower=deeds.cell // FLOORS + 1))
    if t.advises:  # which tells the points itself
        return found
    if deeds.points > 0:
        found.append(t.does("scored||score {points}", points=t.say.count(POINTS, deeds.points)))
    elif deeds.points < 0:
        found.append(t.does("lost||lose {points}", points=t.say.count(POINTS, -deeds.points)))
    if deeds.lost:
        points = t.say.count(POINTS, deeds.lost)
        found.append(t.does("lost||lose {points} to those who have more yarn now", points=points))
    return found


def _left(t: Teller, deeds: Deeds) -> list[str]:
    """While nothing is drawn yet, what is left to the others and the centre."""
    if deeds.die is None or deeds.passed or len(deeds.left) < 2:
        return []
    return [t.say("dice left: {faces}").format(faces=t.say.list(map(str, deeds.left)))]


def _paws(t: Teller, number: int) -> Phrase:
    return t.count(PAWS, number, "cc-paw", ACCUSATIVE)
