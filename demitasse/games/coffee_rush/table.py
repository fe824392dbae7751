"""The table of a game of Coffee Rush as text, for the terminal and for print(match)."""

from collections.abc import Iterator, Sequence
from typing import Any

from demitasse.core.match import Match
from demitasse.games.coffee_rush.box import INGREDIENT_NAMES
from demitasse.games.coffee_rush.notation import CUP_NAMES, UPGRADE_NAMES, ZONE_NAMES
from demitasse.games.coffee_rush.state import DEAL, EMPTY, GATHER, MOVE, PLACE, POUR, SERVE, UPGRADE

WIDTH = 13  # of a cell
ASKED = {
    PLACE: "put a pawn on a free cell",
    GATHER: "pour the first two ingredients together or apart",
    UPGRADE: "activate an upgrade for 3 served orders, or keep them",
    MOVE: "move, up to 3 steps and one more for each rush token",
    EMPTY: "empty cups, or go on to pour",
    POUR: "pour what was taken",
    SERVE: "serve, or be done",
}


def table(match: Match) -> str:
    """Board, supply and every player's shop."""
    s: Any = match.state
    blocks = [
        _headline(match, s),
        *_board(match, s),
        "",
        f"Supply   {_tokens(s.supply)}",
        f"         {int(s.rush_supply)} rush tokens",
    ]
    if s.taken.any():
        blocks.append(f"In hand  {_tokens(s.taken)}")
    for seat in range(match.seats):
        blocks += ["", *_shop(match, s, seat)]
    return "\n".join(blocks)


def _headline(match: Match, s: Any) -> str:
    sign = "CLOSED" if s.closed else "OPEN"
    return f"Coffee Rush · shop {sign} · {int(s.deck_left)} orders in the deck · {_asked(match, s)}"


def _asked(match: Match, s: Any) -> str:
    if match.actor is None:
        return "the game is over"
    if match.actor == "*":
        return "the first orders are dealt" if s.phase == DEAL else "an order is drawn"
    return f"{match.names[match.actor]}: {ASKED[int(s.phase)]}"


def _board(match: Match, s: Any) -> Iterator[str]:
    b: Any = match.box.records[0]
    yield ""
    yield "     " + "".join(f"{letter:<{WIDTH}}" for letter in "abcd").rstrip()
    for row in range(4):
        cells = [_cell(match, s, b, row * 4 + column) for column in range(4)]
        yield f"  {row + 1}  " + "".join(f"{cell:<{WIDTH}}" for cell in cells).rstrip()


def _cell(match: Match, s: Any, b: Any, cell: int) -> str:
    pawns = "".join(str(seat) for seat in range(match.seats) for at in s.pawn[seat] if int(at) == cell + 1)
    return INGREDIENT_NAMES[b.board[cell]] + (f" [{pawns}]" if pawns else "")


def _shop(match: Match, s: Any, seat: int) -> Iterator[str]:
    mark = "▶" if match.actor == seat else " "
    lines = match.breakdown()[seat]
    yield (
        f"{mark} [{seat}] {match.names[seat]}: {lines['total']} points · served {lines['served']} · "
        f"penalties {-lines['penalties']} · rush tokens {lines['rush tokens']}"
    )
    active = [name for name, on in zip(UPGRADE_NAMES, s.upgrade[seat], strict=True) if on]
    if active:
        yield f"      upgrades  {', '.join(active)}"
    yield "      cups      " + " · ".join(f"{name}: {_tokens(s.cup[seat, cup])}" for cup, name in enumerate(CUP_NAMES))
    for zone, name in enumerate(ZONE_NAMES):
        orders = [_order(match, int(card) - 1) for card in s.waiting[seat, zone] if card]
        if orders:
            yield f"      {name}        " + " · ".join(orders)


def _order(match: Match, order: int) -> str:
    b: Any = match.box.records[0]
    star = " ★" if b.special[order] else ""
    return f"{match.box.names['order'][order]}{star} ({_tokens(b.recipe[order])})"


def _tokens(counts: Sequence[int]) -> str:
    words = [
        f"{int(number)} {name}" if number > 1 else name
        for name, number in zip(INGREDIENT_NAMES, counts, strict=True)
        if number
    ]
    return " ".join(words) or "–"
