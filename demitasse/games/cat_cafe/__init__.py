"""Cat Café: dice, and sheets of cat towers to draw on, for 2 to 4."""

from demitasse.core.game import Game
from demitasse.core.tables import Option
from demitasse.core.words import later
from demitasse.games.cat_cafe import box, notation, policy, rules
from demitasse.games.cat_cafe.look import counts
from demitasse.games.cat_cafe.scene import scene
from demitasse.games.cat_cafe.state import FIELDS
from demitasse.games.cat_cafe.summary import summary
from demitasse.games.cat_cafe.table import table
from demitasse.games.cat_cafe.words import tell

GAME = Game(
    name="cat_cafe",
    title=later("Cat Café"),
    credits=later("Designed by Джун Ким and Юва Ли (Giung Kim and Ju-Hwa Lee), published by GaGa Games"),
    seats=range(2, 5),
    options=(
        Option(
            "first_takes_all", later("a tower that somebody filled in an earlier round gives only the smaller number")
        ),
    ),
    score=(
        later("house"),
        later("yarn"),
        later("butterfly"),
        later("bowl"),
        later("cushion"),
        later("mouse"),
        later("towers"),
        later("total"),
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
    drawn=later("Rolled: {thing}"),
    box_fields=box.FIELDS,
    read_box=box.read,
    pitch=later("Roll, draw, and spoil six demanding cats."),
    minutes=20,
    heaviest=1,
)
