"""The table of a game of Cat Café as text, for the terminal and for print(match)."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from demitasse.core.match import Match
from demitasse.games.cat_cafe import rules as r
from demitasse.games.cat_cafe.box import FLOORS, ITEM_NAMES, TOWERS, cell_at
from demitasse.games.cat_cafe.notation import FACE_NAMES
from demitasse.games.cat_cafe.state import CHOOSE, LARGER, SMALLER, TAKE

COLUMN = 7  # of a tower; those beside it stand on other lines, so a cell's text may be nearly twice as wide
BESIDE = COLUMN * (TOWERS + 1) + 4  # where the second sheet of a row begins
ASKED = {TAKE: "takes a die", CHOOSE: "marks an item or passes"}


def table(match: Match) -> str:
    """Dice and every player's sheet, two side by side."""
    s: Any = match.state
    blocks = [_headline(match, s), *_dice(match, s)]
    for left in range(0, match.seats, 2):
        pair = [list(_sheet(match, s, seat)) for seat in range(left, min(left + 2, match.seats))]
        blocks += [
            "",
            *(
                f"{line:<{BESIDE}}{other}".rstrip()
                for line, other in zip_longest(pair[0], pair[-1] if len(pair) > 1 else [], fillvalue="")
            ),
        ]
    return "\n".join(blocks)


def _headline(match: Match, s: Any) -> str:
    if match.actor is None:
        return f"Cat Café · {int(s.rounds)} rounds · the game is over"
    first = match.names[int(r.first_player(s))]
    asked = "a die is rolled" if match.actor == "*" else f"{match.names[match.actor]} {ASKED[int(s.phase)]}"
    return f"Cat Café · round {int(s.rounds) + 1} · {first} is first player · {asked}"


def _dice(match: Match, s: Any) -> Iterator[str]:
    on_table = " ".join(name for face, name in enumerate(FACE_NAMES) for _ in range(int(s.dice[face])))
    if on_table:
        yield f"Dice on the table  {on_table}"
    if s.centre:
        yield f"Centre die  {int(s.centre)} {ITEM_NAMES[int(s.centre) - 1]}"


def _sheet(match: Match, s: Any, seat: int) -> Iterator[str]:
    mark = "▶" if match.actor == seat else " "
    yield f"{mark} [{seat}] {match.names[seat]}: {match.scores()[seat]} points"
    yield f"    die   {_die(s, seat)}"
    yield f"    paws  {int(s.paws[seat])}, {int(s.paws_left[seat])} more to circle"
    yield ""
    for height in range(2 * FLOORS, 0, -1):  # in half cells; towers 1, 3 and 5 stand half a cell higher
        yield (
            "    "
            + " " * COLUMN * (height % 2)
            + "".join(
                f"{_cell(match, s, seat, tower, (height - 1) // 2):<{2 * COLUMN}}"
                for tower in range(height % 2, TOWERS, 2)
            )
        )
    yield "    " + "".join(f"{_bonus(match, s, seat, tower):<{COLUMN}}" for tower in range(TOWERS))
    yield ""
    yield from _cats(s, seat)


def _die(s: Any, seat: int) -> str:
    if not s.die[seat]:
        return "–"
    chosen = ", has chosen" if s.choice[seat] else ""
    return f"{int(s.die[seat])} {ITEM_NAMES[int(s.die[seat]) - 1]}{chosen}"


def _cell(match: Match, s: Any, seat: int, tower: int, floor: int) -> str:
    b: Any = match.box.records[0]
    cell = cell_at(tower, floor)
    if not int(b.cells) >> cell & 1:
        return "##" if int(b.tower[tower]) >> cell else ""
    return f"{floor + 1} {ITEM_NAMES[int(s.sheet[seat, cell]) - 1] if s.sheet[seat, cell] else '·'}"


def _bonus(match: Match, s: Any, seat: int, tower: int) -> str:
    """The two numbers of a tower: circled in brackets, crossed out as ×."""
    b: Any = match.box.records[0]
    smaller, larger = (str(number) for number in b.bonus[tower].tolist())
    circled = int(s.bonus[seat, tower])
    if circled == SMALLER:
        smaller = f"({smaller})"
    if circled == LARGER:
        larger = f"({larger})"
    elif r.is_larger_gone(s, tower):
        larger = "×"
    return f"{larger}/{smaller}"


def _cats(s: Any, seat: int) -> Iterator[str]:
    waiting = [name for cat, name in enumerate(ITEM_NAMES) if not s.cat[seat, cat]]
    scored = [f"{name} {int(s.cat_score[seat, cat])}" for cat, name in enumerate(ITEM_NAMES) if s.cat[seat, cat]]
    yield f"    cats  {' '.join(waiting) or '–'}"
    if scored:
        yield f"    came  {', '.join(scored)}"
