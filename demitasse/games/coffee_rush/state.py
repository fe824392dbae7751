"""The state of a game of Coffee Rush: what lies where, and what is asked."""

from demitasse.core.fields import Field, Fields
from demitasse.games.coffee_rush.box import INGREDIENTS, ORDERS

SEATS = 4
PAWNS = 2  # a seat; the second is used by two players only (CR-50)
CUPS = 3
ZONES = 4
PLACES = 11  # cards in a zone: at most 1 dealt and 3 cups x 2 players = 7; more room makes `check` simple
UPGRADES = 4

# The phases, in the order they are asked in
DEAL = 0  # draw: the first orders
PLACE = 1  # put a pawn down
GATHER = 2  # two players: the first ingredients together or apart
UPGRADE = 3
MOVE = 4
EMPTY = 5  # empty cups, or go on
POUR = 6
SERVE = 7
TOO_MANY = 8  # draw: orders for the next players
NEW_ORDER = 9  # draw: two players, an order for oneself
ENDED = 10
PHASES = ("deal", "place", "gather", "upgrade", "move", "empty", "pour", "serve", "too many", "new order", "ended")

FIELDS = Fields(
    {
        "seat": SEATS,
        "pawn": PAWNS,
        "cup": CUPS,
        "zone": ZONES,
        "place": PLACES,
        "ingredient": INGREDIENTS,
        "upgrade": UPGRADES,
        "order": ORDERS,
    },
    Field("seats", "i8", "how many play"),
    Field("less_luck", "i8", "the option: everybody begins with a ristretto or espresso (CR-5)"),
    Field("phase", "i8", "what is asked now", values="phase"),
    Field("seat", "i8", "whose turn it is, or who is asked in the set-up"),
    Field("closed", "i8", "1: the shop sign says CLOSED"),
    Field("dealt", "i8", "set-up draws made (or skipped for want of cards) so far"),
    Field("steps", "i8", "steps made this turn"),
    Field("moving", "i8", "the pawn that moves, once a step is made"),
    Field("served_now", "i8", "orders served this turn"),
    Field("drawn", "i8", "orders drawn for them so far"),
    Field("rush_supply", "i8", "rush tokens in the supply"),
    Field("deck_left", "i8", "cards in the deck"),
    Field("supply", "i2", "ingredients in the supply", ("ingredient",)),
    Field("taken", "i2", "ingredients taken this turn and not poured yet", ("ingredient",)),
    Field("rush", "i2", "rush tokens held", ("seat",)),
    Field("served", "i2", "cards in the served pile", ("seat",)),
    Field("penalty", "i2", "penalties", ("seat",)),
    Field("upgrade", "i1", "1: the upgrade is active", ("seat", "upgrade")),
    Field("pawn", "i1", "the pawn's cell + 1; 0: not on the board", ("seat", "pawn"), values="cell"),
    Field("cup", "i2", "ingredients in a cup", ("seat", "cup", "ingredient")),
    Field(
        "waiting", "i1", "the orders of a zone as dealt, slot + 1; 0: none", ("seat", "zone", "place"), values="card"
    ),
    Field("deck", "i1", "copies of an order left in the deck", ("order",)),
    Field("gone", "i1", "copies served, discarded, penalties or out of the game", ("order",)),
)
