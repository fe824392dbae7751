"""The state of a game of Café: what lies where, and what is asked.

A district is its list of cards, each with its place and turn, and cubes lie on (card, section): so a section keeps its
number however far
the district grows, actions are few, and a café is known by its card. `group` alone is kept beside, since every ply asks
for it.
"""

from demitasse.core.fields import Field, Fields
from demitasse.games.cafe.box import COLOURS, FACE, PITCH, PLANS, SEATS

ROUNDS = 8
CARDS = 1 + ROUNDS  # of a district
SECTIONS = CARDS * FACE

# The start card takes x 0 to 2 and y 0 to 1. A card is at most 3 long and lies on at least one row and one column of
# the district, so each of
# the 8 adds at most 2 in a direction: x from -16 to 18, y from -16 to 17.
LEFT = -2 * ROUNDS
TOP = -2 * ROUNDS
WIDTH = 3 + 4 * ROUNDS
HEIGHT = 2 + 4 * ROUNDS
# A place has the number (y - TOP) * PITCH + x - LEFT: it grows in reading order, and PITCH is wider than WIDTH, so that
# a row's end touches no
# other row. A card lies at its top left place * TURNS + its quarter turns.
START_AT = -TOP * PITCH - LEFT

# The phases, in the order they are asked in
LAY_OUT = 0  # draw: cards on offer
AUCTION = 1
SHIP_CUBE = 2  # a cube of the bid on a ship
TAKE = 3
PLACE = 4
ACT = 5
COLOUR = 6  # the colour of a batch
ENDED = 7
PHASES = ("lay out", "auction", "ship", "take", "place", "act", "colour", "ended")

# Where a plan card lies
DECK = 1  # among the unseen ones
OFFER = 2
LIES = ("", "deck", "offer")

# The action that is open; numbered as the kinds of section
OPEN = ("", "grow", "dry", "roast", "deliver")
DELIVER = 4

FIELDS = Fields(
    {"seat": SEATS, "colour": COLOURS, "plan": PLANS, "slot": CARDS, "section": SECTIONS},
    Field("seats", "i8", "how many play"),
    Field("auction", "i8", "the option: the advanced variant (CF-40)"),
    Field("expresso", "i8", "the option: the Expresso cards (CF-50)"),
    Field("promos", "i8", "the option: promos in the deck (CF-60)"),
    Field("phase", "i8", "what is asked now", values="phase"),
    Field("rounds", "i8", "the round, 1 to 8"),
    Field("master", "i8", "who has the master's token"),
    Field("turn", "i8", "how many have taken a card, put a cube on a ship or acted before this seat"),
    Field("seat", "i8", "who is asked"),
    Field("offered", "i8", "cards on offer"),
    Field("points", "i8", "action points left"),
    Field("opened", "i8", "the action that is open", values="open"),
    Field("open_group", "i8", "the group it is open on, its first section + 1; 0: none", values="sections"),
    Field("begun", "i8", "the section whose delivery is begun, + 1; 0: none", values="sections"),
    Field(
        "growing", "i8", "the group whose batches ask for a colour, its first section + 1; 0: none", values="sections"
    ),
    Field("fresh", "i1", "1: filled in the open action", ("section",)),
    Field("plan", "i1", "where a plan card lies; 0: with a player, discarded or not used", ("plan",), values="lies"),
    Field("supply", "i2", "cubes in the supply", ("colour",)),
    Field("warehouse", "i2", "cubes in a warehouse", ("seat", "colour")),
    Field("bid", "i2", "cubes laid out in the auction", ("seat", "colour")),
    Field("last_bid", "i2", "how many of them are bid, not only staked", ("seat",)),
    Field("passed", "i1", "1: out of the auction", ("seat",)),
    Field("hand", "i1", "the card taken and not placed yet, + 1; 0: none", ("seat",), values="card"),
    Field(
        "card",
        "i1",
        "the cards of a district in the order they were placed, + 1; 0: none",
        ("seat", "slot"),
        values="card",
    ),
    Field("at", "i2", "where its cards lie: top left place and turn, + 1; 0: none", ("seat", "slot"), values="place"),
    Field(
        "group",
        "i1",
        "the first section of a visible section's group, + 1; 0: covered",
        ("seat", "section"),
        values="sections",
    ),
    Field("cubes", "i1", "cubes on a section, cafés apart", ("seat", "section")),
    Field("colour", "i1", "their colour, + 1; 0: none", ("seat", "section"), values="colours"),
    Field("served", "i1", "cubes in a card's café", ("seat", "slot", "colour")),
)
