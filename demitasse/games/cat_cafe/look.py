"""What a scene of Cat Café is drawn from: which dice lie where, what a choice would bring, the paws."""

from typing import Any

from demitasse.core.match import Match
from demitasse.games.cat_cafe import rules as r
from demitasse.games.cat_cafe.state import FACES


def counts(match: Match) -> dict[tuple[str, str], int]:
    """How many dice lie where: taken, in the centre, on the table by what they show, and not rolled yet."""
    s: Any = match.state
    found = {("die", f"taken-{seat}"): int(s.die[seat] > 0) for seat in range(match.seats)}
    found["die", "centre"] = int(s.centre > 0)
    for face in range(FACES):
        found["die", f"face-{face + 1}"] = int(s.dice[face])
    found["die", "cup"] = match.seats + 1 - sum(found.values())
    return found


def pencilled(match: Match, seat: int) -> Any:
    """The state with what a seat has chosen carried out on its sheet."""
    states = match.states.copy()
    r.carry_out(states[0], seat, int(states[0]["choice"][seat]) - 1)
    return states[0]


def paw_symbol(b: Any, s: Any, seat: int, number: int) -> str:
    circled = int(b.paws) - int(s.paws_left[seat])
    if number >= circled:
        return "cc-paw"
    return "cc-paw-circled" if number >= circled - int(s.paws[seat]) else "cc-paw-crossed"
