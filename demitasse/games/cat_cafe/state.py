"""The state of a game of Cat Café: the dice, every player's sheet, and what is asked."""

from demitasse.core.fields import SWITCH, Field, Fields
from demitasse.core.tables import Options, Phases
from demitasse.core.words import later
from demitasse.games.cat_cafe.box import CELLS, ITEMS, TOWERS

SEATS = 4
FACES = 6
LAST_ROUND = 100

PHASES = Phases()
ROLL = PHASES.add("roll", draw=True)  # the dice, one by one
TAKE = PHASES.add("take")
CHOOSE = PHASES.add("choose")  # mark an item or pass; everybody at the same time
ENDED = PHASES.add("ended")
DRAWS = PHASES.draws

OPTIONS = Options()
FIRST_TAKES_ALL = OPTIONS.add(
    "first_takes_all", later("a tower that somebody filled in an earlier round gives only the smaller number")
)

# What is circled on top of a tower
SMALLER = 1
LARGER = 2

FIELDS = Fields(
    {"seat": SEATS, "face": FACES, "cell": CELLS, "tower": TOWERS, "cat": ITEMS},
    Field("seats", "i8", "how many play", within=range(2, SEATS + 1)),
    Field(
        "first_takes_all",
        "i8",
        "the option: a tower filled in an earlier round gives only the smaller number (CC-17)",
        within=SWITCH,
    ),
    Field("phase", "i8", "what is asked now", values="phase"),
    Field("seat", "i8", "who is asked; the first player while dice are rolled", values="seat"),
    Field(
        "rounds",
        "i8",
        "rounds played to their end; the first player is the seat of that number, counted round and round",
        within=range(LAST_ROUND + 1),
    ),
    Field("centre", "i8", "the centre die; 0: not known yet", values="face", none=True),
    Field("dice", "i1", "dice on the table that show a face", ("face",)),
    Field("die", "i1", "the die a seat took; 0: none yet", ("seat",), values="face", none=True),
    Field(
        "choice", "i2", "what a seat chose this round, action + 1; 0: not chosen yet", ("seat",), "choice", none=True
    ),
    Field("paws", "i2", "paws circled and not crossed out", ("seat",)),
    Field("paws_left", "i2", "paws left to circle", ("seat",)),
    Field("cat", "i1", "1: the cat was chosen", ("seat", "cat"), within=SWITCH),
    Field("cat_score", "i2", "what the cat scored", ("seat", "cat")),
    Field("bonus", "i1", "the number circled on top of a full tower", ("seat", "tower"), values="bonus", none=True),
    Field("sheet", "i1", "the item drawn in a cell, item + 1; 0: none", ("seat", "cell"), values="item", none=True),
)
