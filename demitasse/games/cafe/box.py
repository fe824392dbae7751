"""The contents of a Café box, checked, as tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from demitasse.core.box import Box, Contents
from demitasse.core.errors import BadBox
from demitasse.core.fields import Field, Fields

COLOURS = 4
COLOUR_NAMES = ("Y", "B", "G", "R")
PLANS = 64  # plan, Expresso and promo cards a box may hold
SEATS = 4
START = PLANS  # + seat: the start cards stand behind the others
FACES = PLANS + SEATS
ROW = 3
FACE = 2 * ROW  # sections of a card, row by row
TURNS = 4  # quarter turns of a card, clockwise
PITCH = 64  # places from a row to the next; state.py tells why
AROUND = (ROW + 2) * PITCH  # places from the top left one around a card on, its longer side down
VIEW = ROW + 2  # a window is so many places wide and high: a card, however it is turned, and one around it
MAX_CUBES = 100  # of a colour, so that no counter of the state can overflow
MAX_VP = 99

# Kinds of section; the first three form groups
GROW = 1
DRY = 2
ROAST = 3
CUP = 4
SHIP = 5
CAFE = 6
ESPRESSO = 7
TART = 8
KINDS = 1 + TART
ANY_COLOUR = COLOURS + 1  # what a batch grows (CF-52)

# word: (kind, colour + 1, cubes it grows, VP)
WORDS: Mapping[str, tuple[int, int, int, int]] = {
    **{name: (GROW, colour, 1, 0) for colour, name in enumerate(COLOUR_NAMES, 1)},
    "d": (DRY, 0, 0, 0),
    "o": (ROAST, 0, 0, 0),
    "u": (CUP, 0, 0, 0),
    "s": (SHIP, 0, 0, 0),
    "c": (CAFE, 0, 0, 0),
    "e": (ESPRESSO, 0, 0, 0),
    "a": (GROW, ANY_COLOUR, 1, 0),
    **{name * 2: (GROW, colour, 2, 0) for colour, name in enumerate(COLOUR_NAMES, 1)},
    **{f"p{vp}": (TART, 0, 0, vp) for vp in range(1, 10)},
}

# What every seat count needs (CF-2, CF-10, CF-50)
PRINTED_PLANS = 48
PRINTED_STARS = 8
PRINTED_EXPRESSO = 8
PRINTED_PROMOS = 3
PRINTED_CUBES = 35

FIELDS = Fields(
    {
        "plan": PLANS,
        "face": FACES,
        "section": FACE,
        "kind": KINDS,
        "colour": COLOURS,
        "turn": TURNS,
        "row": ROW,
        "column": ROW,
        "around": AROUND,
    },
    Field("cards", "i2", "plan, Expresso and promo cards"),
    Field("cubes", "i2", "cubes of each colour"),
    Field("star", "i1", "1: starred", ("plan",)),
    Field("expresso", "i1", "1: an Expresso card", ("plan",)),
    Field("promo", "i1", "the number of a promo; 0: none", ("plan",)),
    Field("replaced", "i1", "the number of the promo that replaces it (CF-60); 0: none", ("plan",)),
    Field("kind", "i1", "the kind of a section", ("face", "section")),
    Field("grows", "i1", "the colour + 1 a section grows, ANY_COLOUR for a batch; 0: none", ("face", "section")),
    Field("amount", "i1", "cubes a section grows", ("face", "section")),
    Field("tart", "i1", "VP of a custard tart", ("face", "section")),
    Field("own", "i1", "its sections of a kind, as bits", ("face", "kind")),
    Field("joined", "i1", "the sections of a face that form a group with this one, as bits", ("face", "section")),
    Field("leader", "i1", "the first of them, in reading order, on a turned card", ("face", "turn", "section")),
    Field(
        "edge", "i4", "where in a window around a turned card they touch others, as bits", ("face", "turn", "section")
    ),
    Field("cup", "i1", "the section of the cup, + 1; 0: none", ("face",)),
    Field("cafe", "i1", "the first section of the café, + 1; 0: none", ("face",)),
    Field("annexe", "i1", "the second section of the café, + 1; 0: none", ("face",)),
    Field("receives", "i1", "1: has a café or an espresso section", ("face",)),
    Field("needs", "i1", "cubes the café asks for", ("face", "colour")),
    Field("vp", "i1", "VP of the café", ("face",)),
    Field("offset", "i2", "how far a section of a turned card is from its top left place", ("turn", "section")),
    Field("under", "i1", "the section at a place of a turned card", ("turn", "row", "column")),
    Field("touched", "i1", "the section beside a place around a turned card, + 1; 0: none", ("turn", "around")),
)


def read(contents: Contents) -> Box:
    """The box in a TOML file of our form."""
    contents.only(contents.toml, ("cubes", "start", "plan", "expresso", "promo"), "the box")
    b = contents.record
    _turn_cards(b)
    b.cubes = contents.count(contents.toml, "cubes", SEATS, MAX_CUBES, "the box", PRINTED_CUBES)
    contents.compare("cubes of a colour", int(b.cubes), PRINTED_CUBES)
    starts = contents.rows("start", SEATS, SEATS)
    plans = contents.rows("plan", 1, PLANS)
    expresso, promos = (contents.rows(key, 0, PLANS) if key in contents.toml else [] for key in ("expresso", "promo"))
    names = [
        f"{letter}{number}"
        for letter, rows in (("", plans), ("e", expresso), ("p", promos))
        for number in range(1, len(rows) + 1)
    ]
    b.cards = len(names)
    if b.cards > PLANS:
        raise BadBox(f"the box has {b.cards} plan, Expresso and promo cards; expected at most {PLANS}")
    cafes = [
        _read_card(contents, slot, row, f"plan {name}")
        for slot, (name, row) in enumerate(zip(names, plans + expresso + promos, strict=True))
    ]
    cafes += [""] * (PLANS - len(cafes))
    cafes += [_read_start(contents, seat, row) for seat, row in enumerate(starts)]
    b.expresso[len(plans) : len(plans) + len(expresso)] = 1
    b.promo[len(plans) + len(expresso) : b.cards] = range(1, len(promos) + 1)
    refuses = _measure(contents, len(plans), len(expresso), len(promos))
    return Box(contents.records, {"plan": names, "cafe": cafes}, contents.text, contents.differs, refuses)


def _turn_cards(b: Any) -> None:
    """The tables that are the same for every box."""
    for section in range(FACE):
        row, column = divmod(section, ROW)
        for turned, (x, y) in enumerate([(column, row), (1 - row, column), (2 - column, 1 - row), (row, 2 - column)]):
            b.offset[turned, section] = y * PITCH + x
            b.under[turned, y, x] = section
            for down, right in ((0, 1), (1, 0), (1, 2), (2, 1)):
                b.touched[turned, (y + down) * PITCH + x + right] = section + 1
    for turned in range(TURNS):  # what lies around, not on it
        b.touched[turned, b.offset[turned] + PITCH + 1] = 0


def _read_start(contents: Contents, seat: int, row: Mapping[str, Any]) -> str:
    where = f"start {seat + 1}"
    name = _read_card(contents, START + seat, row, where)
    if not contents.record.cup[START + seat]:
        raise BadBox(f"{where}: a start card needs a cup (u)")
    return name


def _read_card(contents: Contents, face: int, row: Mapping[str, Any], where: str) -> str:
    """One card into the tables; returns the name of its café."""
    b = contents.record
    contents.only(
        row, ("face", "cafe", "star") if where.startswith("plan ") and where[5].isdecimal() else ("face", "cafe"), where
    )
    words = _words(contents, row, where)
    for section, word in enumerate(words):
        if word not in WORDS:
            raise BadBox(f"{where}: unknown section {word!r}; expected one of: {', '.join(WORDS)}")
        b.kind[face, section], b.grows[face, section], b.amount[face, section], b.tart[face, section] = WORDS[word]
    _group(b, face)
    if words.count("u") > 1:
        raise BadBox(f"{where}: it has {words.count('u')} cups (u); expected at most one")
    b.cup[face] = words.index("u") + 1 if "u" in words else 0
    if face < PLANS:
        b.star[face] = contents.get(row, "star", bool, where, False)
    name = _read_cafe(contents, face, row, words, where)
    b.receives[face] = "c" in words or "e" in words
    return name


def _group(b: Any, face: int) -> None:
    """Which sections of a card are of one kind, and which form groups by themselves."""
    for section, kind in enumerate(b.kind[face].tolist()):
        b.own[face, kind] |= 1 << section
        found = [section]
        for one in found:
            near = (other for other in range(FACE) if _adjacent(min(one, other), max(one, other)))
            found += [other for other in near if kind <= ROAST and b.kind[face, other] == kind and other not in found]
        b.joined[face, section] = sum(1 << one for one in found)
        b.edge[face, :, section] = [_edge(b, turned, found) for turned in range(TURNS)]
        b.leader[face, :, section] = [min(found, key=b.offset[turned].__getitem__) for turned in range(TURNS)]


def _edge(b: Any, turned: int, sections: Sequence[int]) -> int:
    """The places of the window around a turned card beside which one of these sections lies, as bits."""
    touched = b.touched[turned].tolist()
    return sum(
        1 << row * VIEW + column
        for row in range(VIEW)
        for column in range(VIEW)
        if touched[row * PITCH + column] - 1 in sections
    )


def _words(contents: Contents, row: Mapping[str, Any], where: str) -> list[str]:
    lines = contents.get(row, "face", list, where)
    words = [line.split() if isinstance(line, str) else [] for line in lines]
    if len(words) != 2 or any(len(line) != ROW for line in words):
        raise BadBox(f"{where}: face is {lines!r}; expected 2 rows of 3 sections, separated by spaces")
    return words[0] + words[1]


def _read_cafe(contents: Contents, face: int, row: Mapping[str, Any], words: Sequence[str], where: str) -> str:
    b = contents.record
    sections = [section for section, word in enumerate(words) if word == "c"]
    if not sections:
        if "cafe" in row:
            raise BadBox(f"{where}: it describes a café but has no café section (c)")
        return ""
    if len(sections) > 2 or (len(sections) == 2 and not _adjacent(*sections)):
        raise BadBox(f"{where}: a card has at most one café, of one or two neighbouring sections (c)")
    b.cafe[face] = sections[0] + 1
    b.annexe[face] = sections[1] + 1 if len(sections) == 2 else 0
    cafe = contents.get(row, "cafe", dict, where)
    contents.only(cafe, ("name", "needs", "vp"), f"{where}, cafe")
    needs = contents.get(cafe, "needs", str, f"{where}, cafe")
    if not 1 <= len(needs) <= 12:
        raise BadBox(f"{where}, cafe: it needs {len(needs)} cubes; expected 1 to 12")
    for letter in needs:
        b.needs[face, contents.index(COLOUR_NAMES, letter, "colour", f"{where}, cafe")] += 1
    b.vp[face] = contents.count(cafe, "vp", 1, MAX_VP, f"{where}, cafe")
    name: str = contents.get(cafe, "name", str, f"{where}, cafe")
    return name


def _adjacent(first: int, second: int) -> bool:
    return second - first == ROW or (second - first == 1 and first % ROW != ROW - 1)


def _measure(contents: Contents, plans: int, expresso: int, promos: int) -> dict[str, str]:
    """Whether the deck lasts for every seat count, what differs from the printed box, and which options cannot be
    played.
    """
    b = contents.record
    stars = int(b.star.sum())
    least, plain = PRINTED_PLANS, PRINTED_PLANS - PRINTED_STARS
    if plans < least or plans - stars < plain:
        raise BadBox(
            f"the box has {plans} plan cards, {stars} of them starred; "
            f"expected at least {least}, and {plain} without a star"
        )
    contents.compare("plan cards", plans, PRINTED_PLANS)
    contents.compare("starred plan cards", stars, PRINTED_STARS)
    refuses = {}
    if (
        expresso == 0
        or plans + expresso < least + PRINTED_EXPRESSO
        or plans - stars + expresso < plain + PRINTED_EXPRESSO
    ):
        refuses["expresso"] = f"it has {expresso} Expresso cards; expected {PRINTED_EXPRESSO}"
    else:
        contents.compare("Expresso cards", expresso, PRINTED_EXPRESSO)
    order = [slot for slot in range(plans) if b.cafe[slot] and not b.star[slot]][:PRINTED_PROMOS]
    b.replaced[order] = range(1, len(order) + 1)
    if promos < PRINTED_PROMOS or len(order) < PRINTED_PROMOS:
        refuses["promos"] = (
            f"it has {promos} promos and {len(order)} unstarred plan cards with a café; "
            f"expected {PRINTED_PROMOS} of each"
        )
    else:
        contents.compare("promos", promos, PRINTED_PROMOS)
    return refuses
