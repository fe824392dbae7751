"""The state of a game of Coffee Rush: what lies where, and what is asked."""

from demitasse.core.fields import SWITCH, Field, Fields
from demitasse.core.tables import Options, Phases
from demitasse.core.words import later
from demitasse.games.coffee_rush.box import CELLS, INGREDIENTS, ORDERS

SEATS = 4
PAWNS = 2  # a seat; the second is used by two players only (CR-50)
CUPS = 3
ZONES = 4
PLACES = 11  # cards in a zone: at most 1 dealt and 3 cups x 2 players = 7; more room makes `check` simple
UPGRADES = 4

PHASES = Phases()
DEAL = PHASES.add("deal", draw=True)  # the first orders
PLACE = PHASES.add("place")  # put a pawn down
GATHER = PHASES.add("gather")  # two players: the first ingredients together or apart
UPGRADE = PHASES.add("upgrade")
MOVE = PHASES.add("move")
EMPTY = PHASES.add("empty")  # empty cups, or go on
POUR = PHASES.add("pour")
SERVE = PHASES.add("serve")
TOO_MANY = PHASES.add("too many", draw=True)  # orders for the next players
NEW_ORDER = PHASES.add("new order", draw=True)  # two players, an order for oneself
ENDED = PHASES.add("ended")
DRAWS = PHASES.draws

OPTIONS = Options()
LESS_LUCK = OPTIONS.add("less_luck", later("everybody begins with a ristretto or an espresso"))

FIELDS = Fields(
    {
        "seat": SEATS,
        "pawn": PAWNS,
        "cell": CELLS,
        "cup": CUPS,
        "zone": ZONES,
        "place": PLACES,
        "ingredient": INGREDIENTS,
        "upgrade": UPGRADES,
        "order": ORDERS,
    },
    Field("seats", "i8", "how many play", within=range(2, SEATS + 1)),
    Field("less_luck", "i8", "the option: everybody begins with a ristretto or espresso (CR-5)", within=SWITCH),
    Field("phase", "i8", "what is asked now", values="phase"),
    Field("seat", "i8", "whose turn it is, or who is asked in the set-up", values="seat"),
    Field("closed", "i8", "1: the shop sign says CLOSED", within=SWITCH),
    Field("dealt", "i8", "set-up draws made (or skipped for want of cards) so far"),
    Field("steps", "i8", "steps made this turn"),
    Field("moving", "i8", "the pawn that moves, once a step is made", values="pawn"),
    Field("served_now", "i8", "orders served this turn"),
    Field("drawn", "i8", "orders drawn for them so far"),
    Field("rush_supply", "i8", "rush tokens in the supply"),
    Field("deck_left", "i8", "cards in the deck"),
    Field("supply", "i2", "ingredients in the supply", ("ingredient",)),
    Field("taken", "i2", "ingredients taken this turn and not poured yet", ("ingredient",)),
    Field("rush", "i2", "rush tokens held", ("seat",)),
    Field("served", "i2", "cards in the served pile", ("seat",)),
    Field("penalty", "i2", "penalties", ("seat",)),
    Field("upgrade", "i1", "1: the upgrade is active", ("seat", "upgrade"), within=SWITCH),
    Field("pawn", "i1", "the pawn's cell + 1; 0: not on the board", ("seat", "pawn"), "cell", none=True),
    Field("cup", "i2", "ingredients in a cup", ("seat", "cup", "ingredient")),
    Field(
        "waiting", "i1", "the orders of a zone as dealt, + 1; 0: none", ("seat", "zone", "place"), "order", none=True
    ),
    Field("deck", "i1", "copies of an order left in the deck", ("order",)),
    Field("gone", "i1", "copies served, discarded, penalties or out of the game", ("order",)),
)
