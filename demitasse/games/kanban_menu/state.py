"""The state of a game of Kanban Menu: what lies where, and what is asked."""

from demitasse.core.fields import SWITCH, Field, Fields
from demitasse.core.tables import Options, Phases
from demitasse.core.words import later
from demitasse.games.kanban_menu.box import ACTION_CARDS, KINDS, MATERIALS, MENUS, MONEY_LIMIT

SEATS = 5
LAID_OUT = 10  # tokens on the action cards at first: 1, 2, 2, 2, 2, 1
LAST_ROUND = 200
MOST_VP = 30_000  # far more than one turn beyond the end can bring

PHASES = Phases()
DEAL = PHASES.add("deal", draw=True)  # the first tokens on the action cards
MENU = PHASES.add("menu", draw=True)  # the first display
START = PHASES.add("start")  # everyone's first token
TURN = PHASES.add("turn")  # effects, the choice of an action card, its activation
DROP = PHASES.add("drop")  # tokens over the limit
LUCKY = PHASES.add("lucky", draw=True)  # Fried chicken's token
REFILL = PHASES.add("refill", draw=True)  # the display
DISTRIBUTE = PHASES.add("distribute", draw=True)  # two tokens
PUT = PHASES.add("put")  # each on an action card
RETURN = PHASES.add("return")  # bag and used area are empty: half of everybody's tokens
LAY_AGAIN = PHASES.add("lay again", draw=True)  # tokens on the action cards once more
ENDED = PHASES.add("ended")
DRAWS = PHASES.draws

OPTIONS = Options()
FIRST_EDITION = OPTIONS.add("first_edition", later("German beer and Parfait give 2 VP, and 25 VP end the game"))

# Where a menu card lies
DECK = 0
DISPLAY = 1
RESERVED = 2  # + seat
DEVELOPED = RESERVED + SEATS  # + seat
PLACES = DEVELOPED + SEATS

FIELDS = Fields(
    {
        "seat": SEATS,
        "kind": KINDS,
        "material": MATERIALS,
        "action": ACTION_CARDS,
        "menu": MENUS,
        "place": PLACES,
    },
    Field("seats", "i8", "how many play", within=range(2, SEATS + 1)),
    Field(
        "first_edition", "i8", "the option: German beer and Parfait give VP, and fewer VP end the game", within=SWITCH
    ),
    Field("phase", "i8", "what is asked now", values="phase"),
    Field("seat", "i8", "whose turn it is, or who is asked in the set-up", values="seat"),
    Field("rounds", "i8", "complete rounds played", within=range(LAST_ROUND + 1)),
    Field("chosen", "i8", "the action card chosen this turn; 0: none yet", values="action", none=True),
    Field("activated", "i8", "activations this turn: one, or up to three conversions"),
    Field("laid", "i8", "tokens laid on the action cards so far, while they are laid out", within=range(LAID_OUT)),
    Field("first_token", "i8", "the first token shown, its kind + 1; 0: none, or it is put", values="kind", none=True),
    Field("second_token", "i8", "the second token shown, its kind + 1; 0: none", values="kind", none=True),
    Field("put_on", "i8", "the action card the first token was put on; 0: none", values="action", none=True),
    Field("asked", "i8", "the seat that returns tokens, + 1; 0: none", values="seat", none=True),
    Field("owed", "i8", "tokens it has still to return"),
    Field("resume", "i8", "the draw that goes on when the action cards are laid out again", values="phase"),
    Field("bag", "i2", "tokens in the bag", ("kind",)),
    Field("used", "i2", "tokens in the used area", ("kind",)),
    Field("open", "i2", "tokens to choose from in the set-up", ("kind",), within=SWITCH),
    Field("on_card", "i2", "tokens on an action card", ("action", "kind")),
    Field("hand", "i2", "materials held", ("seat", "material")),
    Field("money", "i2", "dollars held", ("seat",), within=range(MONEY_LIMIT + 1)),
    Field("vp", "i4", "VP", ("seat",), within=range(MOST_VP + 1)),
    Field("lies", "i1", "where a menu card lies", ("menu",), values="place"),
    Field("spent", "i1", "1: its effect was used this turn", ("menu",), within=SWITCH),
)
