"""What can be decided and drawn in Cat Café: the verbs, in the order of their ids."""

from demitasse.core.verbs import Verbs
from demitasse.games.cat_cafe.box import ITEMS
from demitasse.games.cat_cafe.state import FIELDS

FIRST_THING = 1  # things are the items but the house, with which a cat comes

ACTIONS = Verbs({**FIELDS.sizes, "thing": ITEMS - FIRST_THING})
TAKE_DIE = ACTIONS.add("take", "face")
MARK_HOUSE = ACTIONS.add("house", "cell", "cat", text="house {cell} cat {cat}")
MARK_THING = ACTIONS.add("thing", "thing", "cell", text="{thing} {cell}")
PASS = ACTIONS.add("pass")

OUTCOMES = Verbs(FIELDS.sizes)
OUTCOMES.add("roll", "face")
