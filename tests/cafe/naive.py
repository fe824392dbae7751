"""A second reading of the rules of Café, slow and plain, for tests: a district as a map of places, no groups kept, no bits.

It reads the fields of a position and the text of the box, and shares no code with what it is compared with.
"""

import itertools
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from demitasse import Match

COLOURS = "YBGR"
Place = tuple[int, int]


@dataclass
class Section:
    """A visible section: its word, the cubes on it as letters, and where it is from."""

    word: str
    cubes: str
    slot: int
    index: int

    @property
    def kind(self) -> str:
        return "grow" if self.word[0] in "YBGRa" else {"d": "dry", "o": "roast"}.get(self.word, self.word[0])


@dataclass
class Cafe:
    """A wholly visible café."""

    places: list[Place]
    lacks: str
    vp: int
    slot: int


@dataclass
class District:
    """What can be seen of a player's cards."""

    sections: dict[Place, Section] = field(default_factory=dict)
    cafes: list[Cafe] = field(default_factory=list)

    def of(self, *kinds: str) -> dict[Place, Section]:
        return {place: section for place, section in sorted(self.sections.items(), key=lambda item: reading(item[0])) if section.kind in kinds}

    def group(self, start: Place) -> list[Place]:
        """All places connected with one by sections of its kind, in reading order."""
        found, todo = {start}, [start]
        while todo:
            for place in beside(todo.pop()):
                if place in self.sections and place not in found and self.sections[place].kind == self.sections[start].kind:
                    found.add(place)
                    todo.append(place)
        return sorted(found, key=reading)


def reading(place: Place) -> Place:
    return place[1], place[0]


def beside(place: Place) -> list[Place]:
    x, y = place
    return [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]


def text(place: Place) -> str:
    return f"{place[0]},{place[1]}"


def turned(face: list[list[str]], quarters: int) -> list[list[str]]:
    for _ in range(quarters):
        face = [list(row) for row in zip(*face[::-1], strict=True)]
    return face


def card_rows(match: Match) -> list[dict[str, Any]]:
    """The cards of the box as its file has them: plans, Expresso, promos, then the start cards from number 64."""
    box = tomllib.loads(match.box.text)
    rows = [*box["plan"], *box.get("expresso", []), *box.get("promo", [])]
    return rows + [{}] * (64 - len(rows)) + list(box["start"])


def district(match: Match, seat: int) -> District:
    """A seat's district, its cards laid one after the other."""
    s: Any = match.state
    found = District()
    rows = card_rows(match)
    used = [slot for slot in range(9) if s.card[seat, slot]]
    for slot in used:
        row = rows[int(s.card[seat, slot]) - 1]
        words = [line.split() for line in row["face"]]
        marked = [[(word, 3 * y + x) for x, word in enumerate(line)] for y, line in enumerate(words)]
        for y, line in enumerate(turned(marked, int(s.turned[seat, slot]))):  # type: ignore[arg-type]
            for x, (word, index) in enumerate(line):
                number = int(s.cubes[seat, 6 * slot + int(index)])
                cubes = number * COLOURS[int(s.colour[seat, 6 * slot + int(index)]) - 1] if number else ""
                found.sections[int(s.x[seat, slot]) + x, int(s.y[seat, slot]) + y] = Section(word, cubes, slot, int(index))
    for slot in used:
        row = rows[int(s.card[seat, slot]) - 1]
        places = [place for place, section in found.of("c").items() if section.slot == slot]
        if places and len(places) == sum(line.split().count("c") for line in row["face"]):
            served = {colour: int(s.served[seat, slot, i]) for i, colour in enumerate(COLOURS)}
            lacks = "".join(colour * (row["cafe"]["needs"].count(colour) - served[colour]) for colour in COLOURS)
            found.cafes.append(Cafe(places, lacks, row["cafe"]["vp"], slot))
    return found


# Legal texts ----------------------------------------------------------------------------------------------------------


def legal(match: Match) -> set[str]:
    """The texts that the rules allow now."""
    s: Any = match.state
    phase = ["lay out", "auction", "ship", "take", "place", "act", "colour", "ended"][int(s.phase)]
    if phase in ("lay out", "ended"):
        return set()
    reader = {"auction": bids, "ship": ships, "take": takes, "place": places, "act": acts, "colour": colours}[phase]
    return set(reader(match, s, int(s.seat)))


def stock(counts: Any) -> dict[str, int]:
    return {colour: int(counts[i]) for i, colour in enumerate(COLOURS)}


def takes(match: Match, s: Any, seat: int) -> Iterator[str]:
    rows = card_rows(match)
    offer = [slot for slot in range(64) if s.plan[slot] == 2]
    names = match.box.names["plan"]
    own = [colour for colour, number in stock(s.warehouse[seat]).items() if number]
    free = s.auction or len(district(match, seat).of("s")) >= 2
    found = []
    for slot in offer:
        if free or "u" not in " ".join(rows[slot]["face"]).split():
            found.append(f"take {names[slot]}")
        else:
            found += [f"take {names[slot]} pay {colour}" for colour in own]
    yield from found or [f"discard {names[slot]}" for slot in offer]


def bids(match: Match, s: Any, seat: int) -> Iterator[str]:
    laid, last, own = int(s.bid[seat].sum()), int(s.last_bid[seat]), stock(s.warehouse[seat])
    least = max(1, last + 1, int(s.last_bid[s.master]))
    if laid + sum(own.values()) >= least:
        yield from (f"stake {colour}" for colour, number in own.items() if number)
    if laid >= least:
        yield "bid"
    if laid == last:
        yield "pass"


def ships(match: Match, s: Any, seat: int) -> Iterator[str]:
    yield "lose"
    for place, section in district(match, seat).of("s").items():
        if not section.cubes:
            yield from (f"ship {colour} {text(place)}" for colour, number in stock(s.bid[seat]).items() if number)


def places(match: Match, s: Any, seat: int) -> Iterator[str]:
    here = district(match, seat)
    face = [line.split() for line in card_rows(match)[int(s.hand[seat]) - 1]["face"]]
    for x, y, quarters in itertools.product(range(-25, 26), range(-25, 26), range(4)):
        lines = turned(face, quarters)
        covered = [(x + column, y + row) for row, line in enumerate(lines) for column in range(len(line)) if (x + column, y + row) in here.sections]
        kept = [place for place in here.of("u") if place not in covered]
        if 2 <= len(covered) <= 4 and (kept or any("u" in line for line in lines)):
            yield f"place {x},{y} r{90 * quarters}"


def colours(match: Match, s: Any, seat: int) -> Iterator[str]:
    yield from (f"colour {colour}" for colour, number in stock(s.supply).items() if number)


def acts(match: Match, s: Any, seat: int) -> Iterator[str]:
    here = district(match, seat)
    point = s.points > 0
    opened = ["", "", "dry", "roast", "deliver"][int(s.opened)]
    name = {(section.slot, section.index): place for place, section in here.sections.items()}
    if s.begun:
        yield from deliveries(s, here, name[divmod(int(s.begun) - 1, 6)])
        return
    for place, section in here.of("grow").items():
        group = here.group(place)
        if place == group[0] and point and any(can_grow(here.sections[member], stock(s.supply)) for member in group):
            yield f"grow {text(place)}"
        if section.cubes:
            yield f"drop {text(place)}"
    open_group = here.group(name[divmod(int(s.open_group) - 1, 6)]) if s.open_group else []
    for verb, before in (("dry", "grow"), ("roast", "dry")):
        for place, section in here.of(verb).items():
            going_on = opened == verb and place in open_group
            fresh = bool(s.fresh[6 * section.slot + section.index])
            for source, given in here.of(before).items():
                fits = point or going_on if not section.cubes else going_on and fresh and section.cubes[0] == given.cubes[:1]
                if given.cubes and fits:
                    yield f"{verb} {text(place)} {text(source)}"
            if section.cubes:
                yield f"drop {text(place)}"
    for place, section in here.of("roast").items():
        if section.cubes and (point or opened == "deliver"):
            yield from deliveries(s, here, place)
    yield "end"


def can_grow(section: Section, supply: dict[str, int]) -> bool:
    return not section.cubes and (any(supply.values()) if section.word == "a" else supply[section.word[0]] > 0)


def deliveries(s: Any, here: District, place: Place) -> Iterator[str]:
    yield f"deliver {text(place)} warehouse"
    for cafe in here.cafes:
        if here.sections[place].cubes[0] in cafe.lacks:
            yield f"deliver {text(place)} {text(cafe.places[0])}"
    for other, section in here.of("e").items():
        if not section.cubes:
            yield f"deliver {text(place)} {text(other)}"


# Score ----------------------------------------------------------------------------------------------------------------


def score(match: Match, seat: int) -> int:
    """The total of a seat: every exchange of espresso cubes and every way to serve the tarts is tried."""
    s: Any = match.state
    here = district(match, seat)
    own, supply = stock(s.warehouse[seat]), stock(s.supply)
    for section in here.of("s").values():
        for cube in section.cubes:
            own[cube] += 1
    espressos = "".join(section.cubes for section in here.of("e").values())
    for cube in espressos:
        supply[cube] += 1
    choices = [
        choice for choice in itertools.combinations_with_replacement(COLOURS, len(espressos)) if all(choice.count(c) <= supply[c] for c in COLOURS)
    ]
    warehouse = max(pays({colour: own[colour] + choice.count(colour) for colour in COLOURS}) for choice in choices)
    complete = [cafe for cafe in here.cafes if not cafe.lacks]
    tarts = [(int(section.word[1:]), place) for place, section in here.sections.items() if section.kind == "p"]
    return warehouse + sum(cafe.vp for cafe in complete) + best_tarts(tarts, complete)


def pays(counts: dict[str, int]) -> int:
    fewest = sorted(counts.values())
    return 2 * fewest[0] + fewest[1]


def best_tarts(tarts: list[tuple[int, Place]], cafes: list[Cafe]) -> int:
    if not tarts:
        return 0
    (vp, place), rest = tarts[0], tarts[1:]
    best = best_tarts(rest, cafes)
    for cafe in cafes:
        if any(other in cafe.places for other in beside(place)):
            best = max(best, vp + best_tarts(rest, [other for other in cafes if other is not cafe]))
    return best
