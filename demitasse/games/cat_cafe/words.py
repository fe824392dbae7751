"""What Cat Café says: prompts, labels, the log and what can be looked up."""

from collections.abc import Mapping, Sequence
from typing import Any

from demitasse.core.match import Match
from demitasse.core.scene import Panel, Prompt, Row, Step, asked, score_panel, verdict
from demitasse.core.telling import Told
from demitasse.core.words import ACCUSATIVE, Say, counted, later
from demitasse.games.cat_cafe import rules as r
from demitasse.games.cat_cafe.box import CELLS, FLOORS, ITEM_NAMES
from demitasse.games.cat_cafe.look import item_row
from demitasse.games.cat_cafe.notation import CELL_NAMES
from demitasse.games.cat_cafe.state import CHOOSE, TAKE
from demitasse.games.cat_cafe.verbs import FIRST_THING

PAWS = counted("{number} paw", "{number} paws")
ITEMS_DRAWN = (  # as the box names them
    later("house", ACCUSATIVE),
    later("yarn", ACCUSATIVE),
    later("butterfly", ACCUSATIVE),
    later("bowl", ACCUSATIVE),
    later("cushion", ACCUSATIVE),
    later("mouse", ACCUSATIVE),
)
AN_ITEM = (  # that is drawn
    later("a house"),
    later("a ball of yarn"),
    later("a butterfly"),
    later("a bowl"),
    later("a cushion"),
    later("a mouse"),
)
LIKED = (
    later("houses"),
    later("balls of yarn"),
    later("butterflies"),
    later("bowls"),
    later("cushions"),
    later("mice"),
)  # what cats come for
WORTH = (
    later("a cat comes: 2 for each item it likes"),
    later("in each tower 8 for the most, 3 for fewer"),
    later("3, and circle 2 paws"),
    later("1 for each kind of item beside it"),
    later("its floor"),
    later("2, 6, 12 or 20 for a chain of 1, 2, 3 or 4"),
)
SCORES = (  # the same as sentences
    later("A house brings a cat: 2 points for each item that it likes."),
    later("The most yarn in a tower brings 8 points, less yarn 3."),
    later("A butterfly brings 3 points, and 2 paws are circled."),
    later("A bowl brings 1 point for each kind of item beside it."),
    later("A cushion brings as many points as its floor."),
    later("A chain of 1, 2, 3 or 4 mice brings 2, 6, 12 or 20 points."),
)


def tell_take(t: Told, face: int) -> str:
    return t.say("die taken: {face}").format(face=face_words(face + 1, t.say))


def cell_words(cell: int, say: Say) -> str:
    """What a cell is called."""
    tower, floor = divmod(cell, FLOORS)
    return say("tower {tower}, floor {floor}").format(tower=tower + 1, floor=floor + 1)


def tell_house(t: Told, cell: int, cat: int) -> str:
    words = t.say("{item} drawn: tower {tower}, floor {floor}; the cat that likes {cat} comes")
    return words.format(**_drawn(t, r.HOUSE, cell), cat=t.say(LIKED[cat]))


def tell_thing(t: Told, thing: int, cell: int) -> str:
    return t.say("{item} drawn: tower {tower}, floor {floor}").format(**_drawn(t, thing + FIRST_THING, cell))


def tell_pass(t: Told) -> str:
    return t.say("passed for paws")


def tell_roll(t: Told, face: int) -> str:
    return face_words(face + 1, t.say)


def _drawn(t: Told, item: int, cell: int) -> dict[str, object]:
    """What was drawn, and where."""
    tower, floor = divmod(cell, FLOORS)
    return {"item": t.say(ITEM_NAMES[item]), "tower": tower + 1, "floor": floor + 1}


def face_words(face: int, say: Say) -> str:
    """What a die shows."""
    return say("{face}, {item}").format(face=face, item=say(ITEM_NAMES[face - 1]))


def round_words(match: Match, s: Any, say: Say) -> str:
    if match.actor is None:
        return say("Rounds played: {count}").format(count=int(s.rounds))
    return say("Round {number}, first player: {name}").format(
        number=int(s.rounds) + 1, name=match.names[int(r.first_player(s))]
    )


def cat_label(s: Any, seat: int, cat: int, say: Say) -> str:
    if not s.cat[seat, cat]:
        return say("The cat that likes {items} waits").format(items=say(LIKED[cat]))
    points = int(s.cat_score[seat, cat])
    words = say.ngettext(
        "The cat that likes {items} came for {points} point",
        "The cat that likes {items} came for {points} points",
        points,
    )
    return words.format(items=say(LIKED[cat]), points=points)


def rule_of(s: Any, seat: int, say: Say) -> str:
    """Why an item, or a cell, cannot be chosen (CC-11, CC-12)."""
    paws = say.count(PAWS, int(s.paws[seat]))
    return say("You have {paws}: what does not glow costs more, or has no free cell.").format(paws=paws)


def prompt_of(match: Match, s: Any, viewer: int | None, say: Say) -> Prompt:
    """What is asked, and its consequence."""
    if match.actor is None:
        return verdict(match, say)
    if match.actor == "*":
        return Prompt(say("A die is rolled."), say("Everybody takes one; the one left is the centre die."))
    if s.phase == CHOOSE and viewer is not None and s.choice[viewer]:
        return Prompt(say("You have decided."), say("When all have, everything is drawn at once."))
    seat = int(match.actor)
    if s.phase == TAKE:
        so = say("The one left is the centre die, for everybody.")
        return asked(match.names[seat], say("take a *die*."), say("taking a die"), so, say)
    if len(match.legal_ids()) == 1:
        so = say("Nothing can be drawn with these dice and paws.")
        return asked(match.names[seat], say("*pass*."), say("drawing an item"), so, say)
    so = say("One die is the item, the other the floor. A paw changes a die by 1.")
    return asked(match.names[seat], say("draw an *item*, or pass?"), say("drawing an item"), so, say)


def steps_of(match: Match, s: Any, seat: int, say: Say) -> list[Step]:
    """What is asked once an item or a cell is picked: the other of them, and of a house its cat."""
    if s.phase != CHOOSE or match.actor != seat or s.choice[seat]:
        return []
    b: Any = match.box.records[0]
    sheet, items = f"sheet-{seat}", f"items-{seat}"
    which = say("where do you draw the *{item}*?")
    cells = [cell for cell in range(CELLS) if int(b.cells) >> cell & 1]
    so = say("What you can draw there is lit; the paws it costs stand beside it.")
    return [
        Step(f"cats-{seat}", say("which *cat* comes to the house?"), say(SCORES[r.HOUSE])),
        *(
            Step(
                sheet,
                which.format(item=say(name, ACCUSATIVE)),
                say(SCORES[item]),
                item_row(seat, item),
            )
            for item, name in enumerate(ITEM_NAMES)
        ),
        *(
            Step(items, say("what do you draw in *{cell}*?").format(cell=cell_words(cell, say)), so, place)
            for cell in cells
            for place in [f"cell-{seat}-{CELL_NAMES[cell]}"]
        ),
        Step("", say("*draw* this?")),
    ]


def panels_of(match: Match, s: Any, breakdown: Sequence[Mapping[str, int]], say: Say) -> list[Panel]:
    paws = [Row(match.names[seat], str(int(s.paws_left[seat])), "cc-paw") for seat in range(match.seats)]
    items = [Row(say(name), say(text), f"cc-{name}") for name, text in zip(ITEM_NAMES, WORTH, strict=True)]
    return [
        score_panel(match, breakdown, say),
        Panel("items", say("What items score"), items),
        Panel("paws", say("Paws left to circle"), paws),
    ]
