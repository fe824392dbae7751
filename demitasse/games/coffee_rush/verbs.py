"""What can be decided and drawn in Coffee Rush: the verbs, in the order of their ids."""

from demitasse.core.verbs import Verbs
from demitasse.games.coffee_rush.state import CUPS, FIELDS

DIRECTIONS = 8  # up-left, up, up-right, left, right, down-left, down, down-right: so ids ascend with the cell entered
BACK = CUPS  # where an ingredient goes that is not poured

ACTIONS = Verbs({**FIELDS.sizes, "direction": DIRECTIONS, "into": CUPS + 1})
PLACE_ON = ACTIONS.add("place", "cell")
TOGETHER = ACTIONS.add("together")
APART = ACTIONS.add("apart")
ACTIVATE = ACTIONS.add("upgrade", "upgrade")
KEEP = ACTIONS.add("keep")
STEP = ACTIONS.add("step", "cell", "direction")
STOP = ACTIONS.add("stop")
EMPTY_CUP = ACTIONS.add("empty", "cup")
TO_POUR = ACTIONS.add("pour")
POUR_INTO = ACTIONS.add("fill", "ingredient", "into", text="{ingredient} {into}")
SERVE_CUP = ACTIONS.add("serve", "cup", "zone")
DONE = ACTIONS.add("done")

OUTCOMES = Verbs(FIELDS.sizes)
OUTCOMES.add("order", "order")
