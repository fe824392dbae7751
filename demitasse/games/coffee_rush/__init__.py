"""Coffee Rush: order cards, cups and a walk over the ingredient board, for 2 to 4."""

from demitasse.core.wiring import wire
from demitasse.core.words import later
from demitasse.games.coffee_rush.box import MAX_COPIES

GAME = wire(
    __name__,
    title=later("Coffee Rush"),
    credits=later("Designed by Euijin Han, published by Korea Boardgames"),
    pitch=later("Run for ingredients before the orders walk out."),
    minutes=40,
    drawn=later("New order: {thing}"),
    open=True,
    heaviest=MAX_COPIES,
)
