"""Cat Café: dice, and sheets of cat towers to draw on, for 2 to 4."""

from demitasse.core.wiring import wire
from demitasse.core.words import later

GAME = wire(
    __name__,
    title=later("Cat Café"),
    credits=later("Designed by Giung Kim and Ju-Hwa Lee, published by GaGa Games"),
    drawn=later("Rolled: {thing}"),
    on_paper=True,
    pitch=later("Roll, draw, and spoil six demanding cats."),
    minutes=20,
    heaviest=1,
)
