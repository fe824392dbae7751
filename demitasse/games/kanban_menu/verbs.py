"""What can be decided and drawn in Kanban Menu: the verbs, in the order of their ids."""

from demitasse.core.verbs import Verbs
from demitasse.games.kanban_menu.box import MATERIALS
from demitasse.games.kanban_menu.state import FIELDS

# Conversions by the trading table
SELL = 0  # + material
ACQUIRE = SELL + MATERIALS  # + material
ACQUIRE_VP = ACQUIRE + MATERIALS
SELL_VP = ACQUIRE_VP + 1
CONVERSIONS = SELL_VP + 1

ACTIONS = Verbs({**FIELDS.sizes, "conversion": CONVERSIONS})
START_WITH = ACTIONS.add("start", "kind")
CHOOSE = ACTIONS.add("choose", "action")
BUY = ACTIONS.add("buy", "kind")
DO_BUSINESS = ACTIONS.add("business", "material")
HOLD_FAIR = ACTIONS.add("fair", "material")
CONTRIBUTE = ACTIONS.add("contribute")
DEVELOP = ACTIONS.add("develop", "menu")
RESERVE = ACTIONS.add("reserve", "menu")
TRADE = ACTIONS.add("trade", "conversion")
USE = ACTIONS.add("use", "menu")
USE_TO_CONVERT = ACTIONS.add("convert", "menu", "conversion")
FINISH = ACTIONS.add("finish")
DROP_ONE = ACTIONS.add("drop", "material")
RETURN_ONE = ACTIONS.add("return", "material")
PUT_ON = ACTIONS.add("put", "kind", "action")

OUTCOMES = Verbs(FIELDS.sizes)
TOKEN = OUTCOMES.add("token", "kind")
CARD = OUTCOMES.add("menu", "menu")
