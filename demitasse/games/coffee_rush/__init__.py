"""Coffee Rush: order cards, cups and a walk over the ingredient board, for 2 to 4."""

from demitasse.core.game import Game, Option
from demitasse.core.words import later
from demitasse.games.coffee_rush import box, notation, policy, rules
from demitasse.games.coffee_rush.look import counts
from demitasse.games.coffee_rush.scene import scene
from demitasse.games.coffee_rush.state import FIELDS
from demitasse.games.coffee_rush.summary import summary
from demitasse.games.coffee_rush.table import table
from demitasse.games.coffee_rush.words import tell

GAME = Game(
    name="coffee_rush",
    title=later("Coffee Rush"),
    credits=later("Designed by Euijin Han, published by Korea Boardgames"),
    seats=range(2, 5),
    options=(Option("less_luck", later("everybody begins with a ristretto or an espresso")),),
    score=(
        later("served"),
        later("upgrades"),
        later("penalties"),
        later("total"),
        later("all served"),
        later("rush tokens"),
    ),
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
    pitch=later("Run for ingredients before the orders walk out."),
    minutes=40,
    heaviest=box.MAX_COPIES,
)
