"""Where each action of Cat Café is clicked, and what it does in words."""

from demitasse.core.clicks import Moment
from demitasse.core.scene import Action
from demitasse.core.words import ACCUSATIVE
from demitasse.games.cat_cafe import rules as r
from demitasse.games.cat_cafe.box import FLOORS, ITEM_NAMES
from demitasse.games.cat_cafe.notation import CELL_NAMES
from demitasse.games.cat_cafe.verbs import FIRST_THING
from demitasse.games.cat_cafe.words import LIKED, face_words


def click_take(m: Moment, text: str, face: int) -> Action:
    label = m.say("Take the die: {face}").format(face=face_words(face + 1, m.say))
    return Action(text, label, f"face-{face + 1}", key=str(face + 1))


def click_house(m: Moment, text: str, cell: int, cat: int) -> Action:
    points = 2 * (int((m.s.sheet[m.seat] == cat + 1).sum()) + (cat == r.HOUSE))
    label = m.say.ngettext(
        "Draw {item}: tower {tower}, floor {floor}; the cat that likes {cat}: {points} point",
        "Draw {item}: tower {tower}, floor {floor}; the cat that likes {cat}: {points} points",
        points,
    ).format(**_words(m, r.HOUSE, cell), cat=m.say(LIKED[cat]), points=points)
    return _mark(m, text, r.HOUSE, cell, label, f"cat-{m.seat}-{ITEM_NAMES[cat]}")


def click_thing(m: Moment, text: str, thing: int, cell: int) -> Action:
    item = thing + FIRST_THING
    label = m.say("Draw {item}: tower {tower}, floor {floor}").format(**_words(m, item, cell))
    return _mark(m, text, item, cell, label)


def click_pass(m: Moment, text: str) -> Action:
    count = min(r.PAWS_OF_A_PASS, int(m.s.paws_left[m.seat]))
    label = m.say.ngettext("Pass and circle {count} paw", "Pass and circle {count} paws", count).format(count=count)
    label = label if count else m.say("Pass; no paw is left to circle")
    return Action(text, label, f"paws-{m.seat}", key="p")


def _words(m: Moment, item: int, cell: int) -> dict[str, object]:
    """What is drawn, and where."""
    tower, floor = divmod(cell, FLOORS)
    return {"item": m.say(ITEM_NAMES[item], ACCUSATIVE), "tower": tower + 1, "floor": floor + 1}


def _mark(m: Moment, text: str, item: int, cell: int, label: str, then: str = "") -> Action:
    """An item in a cell, with the paws it costs."""
    paws = int(r.paws_needed(m.s, m.seat, item, cell % FLOORS))
    return Action(
        text,
        label,
        f"cell-{m.seat}-{CELL_NAMES[cell]}",
        f"item-{m.seat}-{ITEM_NAMES[item]}",
        key=str(item + 1),
        price=m.say.ngettext("{count} paw", "{count} paws", paws).format(count=paws) if paws else "",
        then=then,
        badge=f"−{paws}" if paws else "",
    )
