"""Kanban Menu: materials, money and signboard menus for a small café, for 2 to 5."""

from demitasse.core.game import Game
from demitasse.core.tables import Option
from demitasse.core.words import later
from demitasse.games.kanban_menu import box, notation, policy, rules
from demitasse.games.kanban_menu.look import counts
from demitasse.games.kanban_menu.scene import scene
from demitasse.games.kanban_menu.state import FIELDS
from demitasse.games.kanban_menu.summary import summary
from demitasse.games.kanban_menu.table import table
from demitasse.games.kanban_menu.words import tell

GAME = Game(
    name="kanban_menu",
    title=later("Kanban Menu"),
    credits=later("Designed by Shogo Kuroda, published by Butagoya, supplied by B-CAFE"),
    seats=range(2, 6),
    options=(Option("first_edition", later("German beer and Parfait give 2 VP, and 25 VP end the game")),),
    score=(later("vp"), later("money and materials"), later("total"), later("menu cards")),
    fields=FIELDS,
    rules=rules,
    policy=policy,
    notation=notation,
    table=table,
    scene=scene,
    summary=summary,
    counts=counts,
    tell=tell,
    box_fields=box.FIELDS,
    read_box=box.read,
    pitch=later("Stock the kitchen, write the menu, please the street."),
    minutes=40,
)
