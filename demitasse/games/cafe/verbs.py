"""What can be decided and drawn in Café: the verbs, in the order of their ids."""

from demitasse.core.verbs import Verbs
from demitasse.games.cafe.box import COLOURS, TURNS
from demitasse.games.cafe.state import FIELDS, HEIGHT, SECTIONS, WIDTH

PAYMENTS = 1 + COLOURS  # nothing, or a cube of a colour
WAREHOUSE = SECTIONS  # as a target of a delivery, behind the sections
TARGETS = SECTIONS + 1

ACTIONS = Verbs(
    {
        **FIELDS.sizes,
        "payment": PAYMENTS,
        "row": HEIGHT,
        "column": WIDTH,
        "turn": TURNS,
        "into": SECTIONS,
        "source": SECTIONS,
        "target": TARGETS,
    }
)
TAKE_CARD = ACTIONS.add("take", "plan", "payment")
DISCARD = ACTIONS.add("discard", "plan")
PLACE_AT = ACTIONS.add("place", "row", "column", "turn", text="place {column},{row} {turn}")
GROW_GROUP = ACTIONS.add("grow", "section")  # the group's first
CHOOSE = ACTIONS.add("colour", "colour")
DRY_INTO = ACTIONS.add("dry", "into", "source")
ROAST_INTO = ACTIONS.add("roast", "into", "source")
DELIVER_FROM = ACTIONS.add("deliver", "source", "target")  # a café's first section, an espresso section or WAREHOUSE
DROP = ACTIONS.add("drop", "section")
END = ACTIONS.add("end")
STAKE = ACTIONS.add("stake", "colour")
BID = ACTIONS.add("bid")
PASS = ACTIONS.add("pass")
SHIP_ON = ACTIONS.add("ship", "section", "colour")
LOSE = ACTIONS.add("lose")

OUTCOMES = Verbs(FIELDS.sizes)
OUTCOMES.add("plan", "plan")
