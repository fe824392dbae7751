"""Positions of Café for tests: say what matters, the rest is filled in so that no component is lost."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from demitasse import Match
from demitasse.core.box import Box
from demitasse.games.cafe import GAME, notation

COLOURS = "YBGR"
OURS = GAME.box.text
FACE = re.compile(r'face = \["([^"]*)", "([^"]*)"\]')
PHASES = ("lay out", "auction", "ship", "take", "place", "act", "colour", "ended")
Place = tuple[int, int]


def deck(faces: Mapping[str, str], cafes: Mapping[str, str] | None = None, cubes: int = 35) -> Box:
    """Our box with other faces ("Y B G / u d o") on some plan cards, other needs ("YBR 4") of their cafés, or fewer
    cubes.
    """
    parts = re.split(r"(?=\n\[\[)", OURS)
    names = _names(parts)
    for number, name in enumerate(names):
        if name in faces:
            row, other = faces[name].split(" / ")
            star = "star = true\n" if "star = true" in parts[number] else ""
            parts[number] = f'\n[[{_table(parts[number])}]]\nface = ["{row}", "{other}"]\n{star}'
            if " c" in f" {faces[name]}":
                needs, vp = (cafes or {}).get(name, "YB 2").split()
                parts[number] += f'cafe = {{ name = "Test", needs = "{needs}", vp = {vp} }}\n'
    text = "".join(parts)
    return GAME.open_box(f"cubes = {cubes}\n{text}" if cubes != 35 else text)


def _table(part: str) -> str:
    return part[part.index("[[") + 2 : part.index("]]")]


def _names(parts: Sequence[str]) -> Iterator[str]:
    counts: dict[str, int] = {}
    for part in parts:
        table = _table(part) if part.startswith("\n[[") else "comment"
        counts[table] = counts.get(table, 0) + 1
        yield {"plan": "", "expresso": "e", "promo": "p"}.get(table, table) + str(counts[table])


def given(
    text: str = "",
    seats: int = 1,
    options: dict[str, object] | None = None,
    districts: Mapping[int, Sequence[str]] | None = None,
    cubes: Mapping[int, Mapping[str, str]] | None = None,
) -> Match:
    """A match in the position that `text` describes, one `field: value` a line.

    districts: a seat's cards beside the start card, as "N x,y rR"; cubes: what lies on a visible section, as {"x,y":
    "YY"}, a café's cubes on
    any of its sections. Warehouses are as at the start unless named. Round, master, seat, points, groups and supply
    follow; cards on offer
    that are not named and the unseen ones are the first that lie nowhere else.
    """
    match = Match(GAME, seats, options)
    states = GAME.fields.zeros()
    s: Any = states[0]
    labels = notation.labels(match.box)
    named = set()
    for line in filter(str.strip, text.splitlines()):
        name, _, value = line.strip().partition(": ")
        GAME.fields.load(s, name, value, labels)
        named.add(name)
    s.seats = seats
    s.auction, s.expresso, s.promos = (match.options.get(name, 0) for name in ("auction", "expresso", "promos"))
    for seat in range(seats):
        if not s.warehouse[seat].any() and "warehouse" not in named:
            s.warehouse[seat] = 1
        _lay(match, s, seat, (districts or {}).get(seat, ()), (cubes or {}).get(seat, {}))
    _begin(match, s, named)
    _deal(match, s)
    _supply(match, s)
    match.set_state(states)
    own_box = "box" in (options or {})  # to read it once more from the position takes longer than most tests
    return match if own_box else Match.from_position(match.position())


# Districts ------------------------------------------------------------------------------------------------------------


def _lay(match: Match, s: Any, seat: int, cards: Sequence[str], cubes: Mapping[str, str]) -> None:
    """The cards of a district, its groups and the cubes on it."""
    labels, places = (list(notation.labels(match.box)[axis]) for axis in ("card", "place"))
    top: dict[Place, int] = {}
    for slot, card in enumerate([f"start {seat + 1} 0,0 r0", *cards]):
        name, place, turn = card.rsplit(" ", 2)
        x, y = map(int, place.split(","))
        s.card[seat, slot], s.at[seat, slot] = labels.index(name) + 1, places.index(f"{place} {turn}") + 1
        top.update({(x + dx, y + dy): 6 * slot + section for section, (dx, dy) in enumerate(_places(int(turn[1:])))})
    b: Any = match.box.records[0]
    kinds = {section: int(b.kind[s.card[seat, section // 6] - 1, section % 6]) for section in top.values()}
    for spot, section in top.items():
        s.group[seat, section] = top[_first(spot, top, kinds)] + 1
    for named, letters in cubes.items():
        x, y = map(int, named.split(","))
        section = top[x, y]
        if kinds[section] == 6:
            for letter in letters:
                s.served[seat, section // 6, COLOURS.index(letter)] += 1
        else:
            s.cubes[seat, section], s.colour[seat, section] = len(letters), COLOURS.index(letters[0]) + 1


def _places(angle: int) -> list[Place]:
    """Where the six sections of a card lie, from its top left, when it is turned clockwise."""
    points = [(x, y) for y in range(2) for x in range(3)]
    for _ in range(angle // 90):
        points = [(-y, x) for x, y in points]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return [(x - left, y - top) for x, y in points]


def _first(start: Place, top: Mapping[Place, int], kinds: Mapping[int, int]) -> Place:
    """The first place in reading order of the group that a place belongs to."""
    kind = kinds[top[start]]
    found, todo = {start}, [start] if kind <= 3 else []
    while todo:
        x, y = todo.pop()
        for place in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if place in top and place not in found and kinds[top[place]] == kind:
                found.add(place)
                todo.append(place)
    return min(found, key=lambda place: (place[1], place[0]))


# The rest -------------------------------------------------------------------------------------------------------------


def _begin(match: Match, s: Any, named: set[str]) -> None:
    """Round, master, seat and points."""
    if "rounds" not in named:
        s.rounds = 8 if s.phase == 7 else min(8, max(int((s.card[seat] > 0).sum()) for seat in range(s.seats)))
    if "master" not in named and not s.auction:
        s.master = (s.rounds - 1) % s.seats
    if PHASES[s.phase] != "auction" or "seat" not in named:
        s.seat = (s.master + s.turn + (0 if s.auction else 1)) % s.seats
    if PHASES[s.phase] == "act" and "points" not in named:
        b: Any = match.box.records[0]
        cups = [
            6 * slot + b.cup[s.card[s.seat, slot] - 1] - 1
            for slot in range(9)
            if s.card[s.seat, slot] and b.cup[s.card[s.seat, slot] - 1]
        ]
        s.points = min(8, sum(s.group[s.seat, cup] > 0 for cup in cups))


def _deal(match: Match, s: Any) -> None:
    """Cards on offer and the unseen ones."""
    used = Match(GAME, match.seats, _setting(match)).state["plan"].nonzero()[0].tolist()
    elsewhere = {int(card) - 1 for card in [*s.hand, *s.card.flatten()]}
    free = [slot for slot in used if slot not in elsewhere and not s.plan[slot]]
    shown = int(s.seats) + 1 if s.auction else 4 if s.expresso else 3
    phase = PHASES[s.phase]
    on_offer = {"auction": shown, "ship": shown, "take": shown - (int(s.turn) if s.auction else 0)}.get(phase, 0)
    if phase == "lay out" and s.turn > 0:
        on_offer = shown - 1
    while int((s.plan == 2).sum()) < on_offer:
        s.plan[free.pop(0)] = 2
    s.offered = int((s.plan == 2).sum())
    a_round = shown if s.auction else shown + int(s.seats) - 1
    now = a_round if s.phase >= 4 else int(s.offered) + (int(s.turn) if phase != "ship" else 0)
    unseen = len(used) - (int(s.rounds) - 1) * a_round - now - int((s.plan == 1).sum())
    for slot in free[len(free) - unseen :] if unseen else []:
        s.plan[slot] = 1


def _setting(match: Match) -> dict[str, object]:
    return {**match.options, "box": match.box}


def _supply(match: Match, s: Any) -> None:
    for colour in range(4):
        lying = s.cubes[s.colour == colour + 1].sum()
        s.supply[colour] = (
            match.box.records[0]["cubes"]
            - s.warehouse[:, colour].sum()
            - s.bid[:, colour].sum()
            - s.served[:, :, colour].sum()
            - lying
        )


# Districts that several rules are tried in ----------------------------------------------------------------------------

AUCTION: dict[str, object] = {"auction": True}
DRYERS = {
    "box": deck({"6": "B Y B / d d o"})
}  # at 2,0: B Y B over dryers at 2,1 and 3,1, with the start card's at 1,1 a group of three
FIELD = {0: ["6 2,0 r0"]}
ROASTERS = {
    "box": deck({"1": "c o o / u o d"}, {"1": "YR 3"})
}  # at 2,0: a café at 2,0 and roasting sections at 3,0 4,0 3,1
TOWN = {0: ["1 2,0 r0"]}
BATCHES = {"box": deck({"e3": "a Y a / u d s"}), "expresso": True}  # at 2,0: batches at 2,0 and 4,0


def two_ships(text: str) -> Match:
    """Seat 0 has a ship at 3,1, seat 1 has one at 3,0."""
    return given(text, seats=2, options=AUCTION, districts={0: ["6 2,0 r0"], 1: ["28 2,0 r90"]})


def with_start(face: str) -> Box:
    """Our box with another first start card."""
    row, other = face.split(" / ")
    return GAME.open_box(re.sub(r"(\[\[start\]\]\nface = )\[[^\]]*\]", rf'\1["{row}", "{other}"]', OURS, count=1))


# What came of it ------------------------------------------------------------------------------------------------------


def on(match: Match, place: str, seat: int = 0) -> str:
    """The cubes on a visible section, as letters; a café's on each of its sections."""
    s: Any = match.state
    b: Any = match.box.records[0]
    for section in range(54):
        if s.group[seat, section] and notation.place_of(match.box, s, section, seat) == place:
            if b.kind[s.card[seat, section // 6] - 1, section % 6] == 6:
                return "".join(
                    COLOURS[colour] * int(number) for colour, number in enumerate(s.served[seat, section // 6])
                )
            return COLOURS[int(s.colour[seat, section]) - 1] * int(s.cubes[seat, section])
    raise AssertionError(f"no section lies at {place}")


def warehouse(match: Match, seat: int = 0) -> str:
    """The cubes in a warehouse, as letters."""
    s: Any = match.state
    return "".join(COLOURS[colour] * int(number) for colour, number in enumerate(s.warehouse[seat]))


def supply(match: Match) -> dict[str, int]:
    s: Any = match.state
    return {colour: int(s.supply[i]) for i, colour in enumerate(COLOURS)}
