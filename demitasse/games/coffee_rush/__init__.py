"""Coffee Rush: order cards, cups and a walk over the ingredient board, for 2 to 4."""

from demitasse.core.game import Game, Option
from demitasse.games.coffee_rush import box, notation, policy, rules
from demitasse.games.coffee_rush.scene import scene, tell
from demitasse.games.coffee_rush.state import FIELDS
from demitasse.games.coffee_rush.table import table

GAME = Game(
    name="coffee_rush",
    title="Coffee Rush",
    credits="Designed by Euijin Han, published by Korea Boardgames",
    seats=range(2, 5),
    options=(Option("less_luck", "everybody begins with a ristretto or an espresso"),),
    score=("served", "upgrades", "penalties", "total", "all served", "rush tokens"),
    fields=FIELDS,
    rules=rules,
    policy=policy,
    notation=notation,
    table=table,
    scene=scene,
    tell=tell,
    box_fields=box.FIELDS,
    read_box=box.read,
)
