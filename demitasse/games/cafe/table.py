"""The table of a game of Café as text, for the terminal and for print(match)."""

from collections.abc import Iterator, Sequence
from typing import Any

from demitasse.core.match import Match
from demitasse.games.cafe.box import CAFE, COLOUR_NAMES, FACE, GROW, PITCH, PLANS, WORDS
from demitasse.games.cafe.notation import cafe_place, rating
from demitasse.games.cafe.rules import district
from demitasse.games.cafe.state import (
    ACT,
    AUCTION,
    COLOUR,
    DECK,
    LEFT,
    OFFER,
    OPEN,
    PLACE,
    ROUNDS,
    SHIP_CUBE,
    TAKE,
    TOP,
)

WIDTH = 7  # of a section
CUBE = "•"
ASKED = {
    AUCTION: "bids for the master's token",
    SHIP_CUBE: "may put a cube of the bid on a ship",
    TAKE: "takes a card",
    PLACE: "places a card",
    ACT: "acts",
    COLOUR: "chooses what the batch grows",
}


def table(match: Match) -> str:
    """The cards on offer, the supply and every player's district."""
    s: Any = match.state
    blocks = [_headline(match, s), "", f"Supply   {_cubes(s.supply, all_of_them=True)}"]
    offer = [card for card in range(PLANS) if s.plan[card] == OFFER]
    if offer:
        blocks += ["", *_cards(match, "Offer", offer)]
    for seat in range(match.seats):
        blocks += ["", *_player(match, s, seat)]
    if match.actor is None and match.seats == 1:
        blocks += ["", f"{match.scores()[0]} points alone: {rating(match.scores()[0])}"]  # CF-33
    return "\n".join(blocks)


def _headline(match: Match, s: Any) -> str:
    unseen = int((s.plan == DECK).sum())
    round_ = f"round {int(s.rounds)} of {ROUNDS}"
    return f"Café · {round_} · master {match.names[s.master]} · {unseen} unseen cards · {_asked(match, s)}"


def _asked(match: Match, s: Any) -> str:
    if match.actor is None:
        return "the game is over"
    if match.actor == "*":
        return "a card is laid out"
    points = f", {int(s.points)} points left" if s.phase == ACT else ""
    opened = f", {OPEN[int(s.opened) - 1]} is open" if s.opened else ""
    return f"{match.names[match.actor]} {ASKED[int(s.phase)]}{points}{opened}"


# Cards ----------------------------------------------------------------------------------------------------------------


def _cards(match: Match, title: str, cards: Sequence[int]) -> Iterator[str]:
    """Cards as faces side by side, their cafés below."""
    b: Any = match.box.records[0]
    names = match.box.names["plan"]
    yield f"{title:<9}" + "".join(f"{names[card] + (' ★' if b.star[card] else ''):<12}" for card in cards).rstrip()
    for row in range(2):
        faces = [" ".join(f"{_word(b, card, 3 * row + column):<2}" for column in range(3)) for card in cards]
        yield " " * 9 + "".join(f"{face:<12}" for face in faces).rstrip()
    for card in cards:
        if b.cafe[card]:
            yield (
                " " * 9
                + f"{names[card]}: {match.box.names['cafe'][card]}, {_cubes(b.needs[card])} → {int(b.vp[card])} VP"
            )


def _word(b: Any, face: int, section: int) -> str:
    found = (
        int(b.kind[face, section]),
        int(b.grows[face, section]),
        int(b.amount[face, section]),
        int(b.tart[face, section]),
    )
    return next(word for word, meaning in WORDS.items() if meaning == found)


# Players --------------------------------------------------------------------------------------------------------------


def _player(match: Match, s: Any, seat: int) -> Iterator[str]:
    b: Any = match.box.records[0]
    mark = "▶" if match.actor == seat else " "
    token = " · master" if s.master == seat else ""
    number = int(district.cups(s, seat))
    cups = f"{number} cup{'s' if number > 1 else ''}"
    yield f"{mark} [{seat}] {match.names[seat]}: {match.scores()[seat]} points · {cups}{token}"
    yield f"      warehouse  {_cubes(s.warehouse[seat], all_of_them=True)}"
    if s.bid[seat].any():
        yield f"      bid        {_cubes(s.bid[seat])}"
    if s.hand[seat]:
        yield from (f"      {line}" for line in _cards(match, "in hand", [int(s.hand[seat]) - 1]))
    yield from _district(match, s, seat)
    for slot in range(int(district.cards(s, seat))):
        if b.cafe[s.card[seat, slot] - 1] and district.is_open(b, s, seat, slot):
            yield f"      {_cafe(match, s, seat, slot)}"


def _district(match: Match, s: Any, seat: int) -> Iterator[str]:
    b: Any = match.box.records[0]
    cells = {
        divmod(int(district.place_at(b, s, seat, section)), PITCH): _section(b, s, seat, section)
        for section in range(int(district.cards(s, seat)) * FACE)
        if s.group[seat, section]
    }
    rows, columns = [sorted({place[axis] for place in cells}) for axis in (0, 1)]
    across = range(columns[0], columns[-1] + 1)
    yield " " * 6 + "   y\\x " + "".join(f"{x + LEFT:<{WIDTH}}" for x in across).rstrip()
    for y in range(rows[0], rows[-1] + 1):
        yield f"      {y + TOP:>4}   " + "".join(f"{cells.get((y, x), '·'):<{WIDTH}}" for x in across).rstrip()


def _section(b: Any, s: Any, seat: int, section: int) -> str:
    """A word, the cubes on it, and for a café its number."""
    slot = section // FACE
    card = int(s.card[seat, slot]) - 1
    word = _word(b, card, section % FACE)
    if b.kind[card, section % FACE] == CAFE:
        return f"c{slot}" if district.is_open(b, s, seat, slot) else "c –"
    number = int(s.cubes[seat, section])
    if not number:
        return word
    colour = COLOUR_NAMES[s.colour[seat, section] - 1]
    if b.kind[card, section % FACE] == GROW:
        return (colour if word == "a" else word) + CUBE * number
    return f"{word} {colour}{number}"


def _cafe(match: Match, s: Any, seat: int, slot: int) -> str:
    b: Any = match.box.records[0]
    card = int(s.card[seat, slot]) - 1
    lacking = [int(need) - int(has) for need, has in zip(b.needs[card], s.served[seat, slot], strict=True)]
    state = f"still needs {_cubes(lacking)}" if any(lacking) else "complete"
    place = cafe_place(match.box, s, seat, slot)
    return f"c{slot} at {place}: {match.box.names['cafe'][card]}, {int(b.vp[card])} VP, {state}"


def _cubes(counts: Sequence[int], all_of_them: bool = False) -> str:
    words = [f"{name}{int(number)}" for name, number in zip(COLOUR_NAMES, counts, strict=True) if number or all_of_them]
    return " ".join(words) or "–"
