"""Kanban Menu: materials, money and signboard menus for a small café, for 2 to 5."""

from demitasse.core.wiring import wire
from demitasse.core.words import later
from demitasse.games.kanban_menu.state import RESERVED

GAME = wire(
    __name__,
    title=later("Kanban Menu"),
    credits=later("Designed by Shogo Kuroda, published by Butagoya, supplied by B-CAFE"),
    pitch=later("Stock the kitchen, write the menu, please the street."),
    minutes=40,
    seated={"lies": RESERVED},
)
