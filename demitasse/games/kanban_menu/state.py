"""The state of a game of Kanban Menu: what lies where, and what is asked."""

from demitasse.core.fields import Field, Fields
from demitasse.games.kanban_menu.box import ACTIONS, KINDS, MATERIALS, MENUS

SEATS = 5

# The phases
DEAL = 0  # draw: the first tokens on the action cards
MENU = 1  # draw: the first display
START = 2  # everyone's first token
TURN = 3  # effects, the choice of an action card, its activation
DROP = 4  # tokens over the limit
LUCKY = 5  # draw: Fried chicken's token
REFILL = 6  # draw: the display
DISTRIBUTE = 7  # draw: two tokens
PUT = 8  # each on an action card
RETURN = 9  # bag and used area are empty: half of everybody's tokens
LAY_AGAIN = 10  # draw: tokens on the action cards once more
ENDED = 11
PHASES = (
    "deal",
    "menu",
    "start",
    "turn",
    "drop",
    "lucky",
    "refill",
    "distribute",
    "put",
    "return",
    "lay again",
    "ended",
)

# Where a menu card lies
DECK = 0
DISPLAY = 1
RESERVED = 2  # + seat
DEVELOPED = RESERVED + SEATS  # + seat

FIELDS = Fields(
    {"seat": SEATS, "kind": KINDS, "material": MATERIALS, "action": ACTIONS, "menu": MENUS},
    Field("seats", "i8", "how many play"),
    Field("first_edition", "i8", "the option: German beer and Parfait give VP, and fewer VP end the game"),
    Field("phase", "i8", "what is asked now", values="phase"),
    Field("seat", "i8", "whose turn it is, or who is asked in the set-up"),
    Field("rounds", "i8", "complete rounds played"),
    Field("chosen", "i8", "the action card chosen this turn; 0: none yet"),
    Field("activated", "i8", "activations this turn: one, or up to three conversions"),
    Field("laid", "i8", "tokens laid on the action cards so far, while they are laid out"),
    Field("first_token", "i8", "the first token shown, its kind + 1; 0: none, or it is put", values="token"),
    Field("second_token", "i8", "the second token shown, its kind + 1; 0: none", values="token"),
    Field("put_on", "i8", "the action card the first token was put on; 0: none"),
    Field("asked", "i8", "the seat that returns tokens, + 1; 0: none"),
    Field("owed", "i8", "tokens it has still to return"),
    Field("resume", "i8", "the draw that goes on when the action cards are laid out again", values="phase"),
    Field("bag", "i2", "tokens in the bag", ("kind",)),
    Field("used", "i2", "tokens in the used area", ("kind",)),
    Field("open", "i2", "tokens to choose from in the set-up", ("kind",)),
    Field("on_card", "i2", "tokens on an action card", ("action", "kind")),
    Field("hand", "i2", "materials held", ("seat", "material")),
    Field("money", "i2", "dollars held", ("seat",)),
    Field("vp", "i4", "VP", ("seat",)),
    Field("lies", "i1", "where a menu card lies", ("menu",), values="place"),
    Field("spent", "i1", "1: its effect was used this turn", ("menu",)),
)
