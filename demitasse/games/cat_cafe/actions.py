"""Where each action of Cat Café is clicked, and what it does in words."""

from typing import Any

from demitasse.core.match import Match
from demitasse.core.scene import Action
from demitasse.core.words import ACCUSATIVE, Say
from demitasse.games.cat_cafe import rules as r
from demitasse.games.cat_cafe.box import FLOORS, ITEM_NAMES
from demitasse.games.cat_cafe.notation import CELL_NAMES
from demitasse.games.cat_cafe.words import LIKED, face_words


def action_of(match: Match, s: Any, action: int, say: Say) -> Action:
    """Where an action is clicked, and what it does in words."""
    seat = int(s.seat)
    text = match.action_text(action)
    if action == r.PASS:
        return _pass(s, seat, text, say)
    if action < r.MARK_HOUSE:
        face = action - r.TAKE_DIE + 1
        return Action(
            text, say("Take the die: {face}").format(face=face_words(face, say)), f"face-{face}", key=str(face)
        )
    return _mark(s, seat, text, action, say)


def _pass(s: Any, seat: int, text: str, say: Say) -> Action:
    count = min(r.PAWS_OF_A_PASS, int(s.paws_left[seat]))
    label = say.ngettext("Pass and circle {count} paw", "Pass and circle {count} paws", count).format(count=count)
    label = label if count else say("Pass; no paw is left to circle")
    return Action(text, label, f"paws-{seat}", key="p")


def _mark(s: Any, seat: int, text: str, action: int, say: Say) -> Action:
    item, cell = int(r.item_of(action)), int(r.cell_of(action))
    tower, floor = divmod(cell, FLOORS)
    words = {"item": say(ITEM_NAMES[item], ACCUSATIVE), "tower": tower + 1, "floor": floor + 1}
    label = say("Draw {item}: tower {tower}, floor {floor}").format(**words)
    then = ""
    if item == r.HOUSE:
        cat = int(r.cat_of(action))
        points = 2 * (int((s.sheet[seat] == cat + 1).sum()) + (cat == r.HOUSE))
        label = say.ngettext(
            "Draw {item}: tower {tower}, floor {floor}; the cat that likes {cat}: {points} point",
            "Draw {item}: tower {tower}, floor {floor}; the cat that likes {cat}: {points} points",
            points,
        ).format(**words, cat=say(LIKED[cat]), points=points)
        then = f"cat-{seat}-{ITEM_NAMES[cat]}"
    paws = int(r.paws_needed(s, seat, item, floor))
    price = say.ngettext("{count} paw", "{count} paws", paws).format(count=paws) if paws else ""
    return Action(
        text,
        label,
        f"cell-{seat}-{CELL_NAMES[cell]}",
        f"item-{seat}-{ITEM_NAMES[item]}",
        key=str(item + 1),
        price=price,
        then=then,
        badge=f"−{paws}" if paws else "",
    )
