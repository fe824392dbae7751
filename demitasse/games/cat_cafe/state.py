"""The state of a game of Cat Café: the dice, every player's sheet, and what is asked."""

from demitasse.core.fields import Field, Fields
from demitasse.games.cat_cafe.box import CELLS, ITEMS, TOWERS

SEATS = 4
FACES = 6

# The phases, in the order they are asked in
ROLL = 0  # draw: the dice, one by one
TAKE = 1
CHOOSE = 2  # mark an item or pass; everybody at the same time
ENDED = 3
PHASES = ("roll", "take", "choose", "ended")

# What is circled on top of a tower
SMALLER = 1
LARGER = 2
BONUSES = ("", "smaller", "larger")

FIELDS = Fields(
    {"seat": SEATS, "face": FACES, "cell": CELLS, "tower": TOWERS, "cat": ITEMS},
    Field("seats", "i8", "how many play"),
    Field(
        "first_takes_all", "i8", "the option: a tower filled in an earlier round gives only the smaller number (CC-17)"
    ),
    Field("phase", "i8", "what is asked now", values="phase"),
    Field("seat", "i8", "who is asked; the first player while dice are rolled"),
    Field(
        "rounds",
        "i8",
        "rounds played to their end; the first player is the seat of that number, counted round and round",
    ),
    Field("centre", "i8", "the centre die; 0: not known yet"),
    Field("dice", "i1", "dice on the table that show a face", ("face",)),
    Field("die", "i1", "the die a seat took; 0: none yet", ("seat",)),
    Field("choice", "i2", "what a seat chose this round, action + 1; 0: not chosen yet", ("seat",), values="choice"),
    Field("paws", "i2", "paws circled and not crossed out", ("seat",)),
    Field("paws_left", "i2", "paws left to circle", ("seat",)),
    Field("cat", "i1", "1: the cat was chosen", ("seat", "cat")),
    Field("cat_score", "i2", "what the cat scored", ("seat", "cat")),
    Field("bonus", "i1", "the number circled on top of a full tower", ("seat", "tower"), values="bonus"),
    Field("sheet", "i1", "the item drawn in a cell, item + 1; 0: none", ("seat", "cell"), values="item"),
)
