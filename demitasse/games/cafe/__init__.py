"""Café: a district of cards, where coffee is grown, dried, roasted and delivered, for 1 to 4."""

from collections.abc import Mapping

from demitasse.core.bundles import Taste
from demitasse.core.wiring import wire
from demitasse.core.words import later


def refuse(seats: int, options: Mapping[str, int]) -> str | None:
    """Why a combination is not played."""
    if "auction" in options and "expresso" in options:  # CF-50
        return "auction and expresso cannot be played together: the rulebook does not say how"
    if "auction" in options and seats == 1:  # CF-40
        return "an auction needs 2 to 4 players; got 1 seat"
    return None


GAME = wire(
    __name__,
    title=later("Café"),
    credits=later("Designed by Rôla and Costa, published by Pythagoras"),
    pitch=later("Grow, dry, roast and deliver coffee to the cafés of Portugal."),
    minutes=45,
    drawn=later("New on offer: {thing}"),
    texts_need_state=True,
    refuse=refuse,
    # A decision is worth a point or less: values decide sooner what is tried, and what was not is hardly doubted
    guided_taste=Taste(exploration=0.3, warmth=1.5, doubt=0.02),
    uneven=True,
    open=True,
    heaviest=1,
    seated={"turn": None},
)
