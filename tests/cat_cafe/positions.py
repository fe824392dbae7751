"""Positions of Cat Café for tests: say what matters, the rest is filled in so that paws, cats and rounds add up."""

from typing import Any

from demitasse import Match
from demitasse.games.cat_cafe import GAME
from demitasse.games.cat_cafe.box import ITEM_NAMES
from tests.positions import read, settled

BUTTERFLY = ITEM_NAMES.index("butterfly") + 1
HOUSE = ITEM_NAMES.index("house") + 1


def given(text: str, seats: int = 2, options: dict[str, object] | None = None, first: int = 0) -> Match:
    """A match in the position that `text` describes, one `field: value` a line.

    If the text does not say how many rounds were played, they are as few as the items drawn and the paws held need,
    with `first` as the
    first player; who drew less has passed. Houses nobody names a cat for have the last cats, who found nothing. Phase
    `choose`
    asks the first player, if no seat is named.
    """
    match = Match(GAME, seats, options)
    states, named = read(match, text)
    s: Any = states[0]
    s.seats, s.first_takes_all = seats, match.options.get("first_takes_all", 0)
    if "rounds" not in named:
        s.rounds = next(rounds for rounds in range(first, 101, seats) if _is_enough(match, s, rounds))
    if "seat" not in named:
        s.seat = int(s.rounds) % seats
    for seat in range(seats):
        s.paws_left[seat] = int(_box(match).paws) - _circled(match, s, seat, int(s.rounds))
        _send_cats(s, seat)
    return settled(match, states)


def sheet(seat: int, **towers: str) -> str:
    """Entries of a sheet, a tower's items from the ground up: t1="yarn - mouse"; a post is left out."""
    cells = {
        f"t{number + 1}": floors
        for number, floors in enumerate(
            ([1, 2, 3, 5], [1, 2, 3, 4, 5, 6], [1, 2, 4, 5, 6], [1, 2, 3, 4, 5, 6], [1, 3, 4])
        )
    }
    entries = [
        (f"{seat}/{tower}f{floor}", item)
        for tower, items in towers.items()
        for floor, item in zip(cells[tower], items.split(), strict=False)
    ]
    return ", ".join(f"{place}={item}" for place, item in entries if item != "-")


def _box(match: Match) -> Any:
    return match.box.records[0]


def _circled(match: Match, s: Any, seat: int, rounds: int) -> int:
    b = _box(match)
    drawn = int((s.sheet[seat] > 0).sum())
    return min(int(b.paws), int(b.paws_at_start) + 3 * (rounds - drawn) + 2 * int((s.sheet[seat] == BUTTERFLY).sum()))


def _is_enough(match: Match, s: Any, rounds: int) -> bool:
    seats = range(int(s.seats))
    return all(
        (s.sheet[seat] > 0).sum() <= rounds and _circled(match, s, seat, rounds) >= s.paws[seat] for seat in seats
    )


def _send_cats(s: Any, seat: int) -> None:
    lacking = int((s.sheet[seat] == HOUSE).sum() - s.cat[seat].sum())
    for cat in range(5, -1, -1):
        if lacking > 0 and not s.cat[seat, cat]:
            s.cat[seat, cat] = 1
            lacking -= 1
