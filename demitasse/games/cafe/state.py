"""The state of a game of Café: what lies where, and what is asked.

A district is its list of cards, each with its place and turn, and cubes lie on (card, section): so a section keeps its
number however far the district grows, actions are few, and a café is known by its card. `group` and what
is derived are kept beside, since every ply asks for it.
"""

from demitasse.core.fields import SWITCH, Field, Fields
from demitasse.core.tables import Options, Phases
from demitasse.core.words import later
from demitasse.games.cafe.box import COLOURS, FACE, KINDS, PITCH, PLANS, PRINTED_PROMOS, SEATS

ROUNDS = 8
CARDS = 1 + ROUNDS  # of a district
SECTIONS = CARDS * FACE
MOST_POINTS = 8  # to act with in a turn (CF-15)

# The start card takes x 0 to 2 and y 0 to 1. A card is at most 3 long and lies on at least one row and one column of
# the district, so each of the 8 adds at most 2 in a direction: x from -16 to 18, y from -16 to 17.
LEFT = -2 * ROUNDS
TOP = -2 * ROUNDS
WIDTH = 3 + 4 * ROUNDS
HEIGHT = 2 + 4 * ROUNDS
# A place has the number (y - TOP) * PITCH + x - LEFT: it grows in reading order, and PITCH is wider than WIDTH, so that
# a row's end touches no other row. A card lies at its top left place * TURNS + its quarter turns.
START_AT = -TOP * PITCH - LEFT

PHASES = Phases()
LAY_OUT = PHASES.add("lay out", draw=True)  # cards on offer
AUCTION = PHASES.add("auction")
SHIP_CUBE = PHASES.add("ship")  # a cube of the bid on a ship
TAKE = PHASES.add("take")
PLACE = PHASES.add("place")
ACT = PHASES.add("act")
COLOUR = PHASES.add("colour")  # of a batch
ENDED = PHASES.add("ended")
DRAWS = PHASES.draws

OPTIONS = Options()
WITH_AUCTION = OPTIONS.add(
    "auction", later("the advanced variant: an auction for the master's token in every round, cards are free")
)
WITH_EXPRESSO = OPTIONS.add("expresso", later("the eight Expresso cards: espresso, batches, surplus and custard tarts"))
WITH_PROMOS = OPTIONS.add("promos", later("promo cards in the deck"), high=PRINTED_PROMOS)

# Where a plan card lies, + 1
LIES = ("deck", "offer")
DECK = 1  # among the unseen ones
OFFER = 2

# The action that is open, + 1: numbered as the kinds of section, and one more
OPEN = ("grow", "dry", "roast", "deliver")
DELIVER = 4

FIELDS = Fields(
    {"seat": SEATS, "colour": COLOURS, "plan": PLANS, "slot": CARDS, "section": SECTIONS, "kind": KINDS},
    Field("seats", "i8", "how many play", within=range(1, SEATS + 1)),
    Field("auction", "i8", "the option: the advanced variant (CF-40)", within=SWITCH),
    Field("expresso", "i8", "the option: the Expresso cards (CF-50)", within=SWITCH),
    Field("promos", "i8", "the option: promos in the deck (CF-60)", within=range(PRINTED_PROMOS + 1)),
    Field("phase", "i8", "what is asked now", values="phase"),
    Field("rounds", "i8", "the round, 1 to 8", within=range(1, ROUNDS + 1)),
    Field("master", "i8", "who has the master's token", values="seat"),
    Field("turn", "i8", "how many have taken a card, put a cube on a ship or acted before this seat", values="seat"),
    Field("seat", "i8", "who is asked", values="seat"),
    Field("offered", "i8", "cards on offer"),
    Field("points", "i8", "action points left", within=range(MOST_POINTS + 1)),
    Field("opened", "i8", "the action that is open, + 1; 0: none", values="open", none=True),
    Field("open_group", "i8", "the group it is open on, its first section + 1; 0: none", values="section", none=True),
    Field("begun", "i8", "the section whose delivery is begun, + 1; 0: none", values="section", none=True),
    Field(
        "growing",
        "i8",
        "the group whose batches ask for a colour, its first section + 1; 0: none",
        values="section",
        none=True,
    ),
    Field("fresh", "i1", "1: filled in the open action", ("section",), within=SWITCH),
    Field(
        "plan",
        "i1",
        "where a plan card lies, + 1; 0: with a player, discarded or not used",
        ("plan",),
        values="lies",
        none=True,
    ),
    Field("supply", "i2", "cubes in the supply", ("colour",)),
    Field("warehouse", "i2", "cubes in a warehouse", ("seat", "colour")),
    Field("bid", "i2", "cubes laid out in the auction", ("seat", "colour")),
    Field("last_bid", "i2", "how many of them are bid, not only staked", ("seat",)),
    Field("passed", "i1", "1: out of the auction", ("seat",), within=SWITCH),
    Field("hand", "i1", "the card taken and not placed yet, + 1; 0: none", ("seat",), values="card", none=True),
    Field(
        "card",
        "i1",
        "the cards of a district in the order they were placed, + 1; 0: none",
        ("seat", "slot"),
        values="card",
        none=True,
    ),
    Field(
        "at",
        "i2",
        "where its cards lie: top left place and turn, + 1; 0: none",
        ("seat", "slot"),
        values="place",
        none=True,
    ),
    Field(
        "group",
        "i1",
        "the first section of a visible section's group, + 1; 0: covered",
        ("seat", "section"),
        values="section",
        none=True,
    ),
    Field("cubes", "i1", "cubes on a section, cafés apart", ("seat", "section")),
    Field("colour", "i1", "their colour, + 1; 0: none", ("seat", "section"), values="colour", none=True),
    Field("served", "i1", "cubes in a card's café", ("seat", "slot", "colour")),
    Field("seen", "i8", "the visible sections of a kind, as bits", ("seat", "kind"), derived=True),
    Field("spot", "i2", "the place of a section", ("seat", "section"), derived=True),
    Field("filled", "i8", "the sections with cubes, as bits", ("seat",), derived=True),
)
