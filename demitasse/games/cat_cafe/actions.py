"""Where each action of Cat Café is clicked, and what it does in words."""

from dataclasses import dataclass
from functools import cached_property

from demitasse.core.clicks import Moment
from demitasse.core.match import Match
from demitasse.core.scene import POINTS, Action
from demitasse.core.verbs import Deed
from demitasse.core.words import ACCUSATIVE, Say, counted
from demitasse.games.cat_cafe import rules as r
from demitasse.games.cat_cafe.box import FLOORS, ITEM_NAMES
from demitasse.games.cat_cafe.look import cat_points, imagined, item_row, total
from demitasse.games.cat_cafe.notation import CELL_NAMES
from demitasse.games.cat_cafe.verbs import ACTIONS, FIRST_THING
from demitasse.games.cat_cafe.words import LIKED, PAWS, cell_words, face_words

# What a table may do by itself where nothing else is legal: nothing, passing and a secret choice are thought about
AUTOMATIC: tuple[str, ...] = ()

MORE_PAWS = counted("+{number} paw", "+{number} paws")


@dataclass(frozen=True)
class Choosing(Moment):
    """A moment with what has been found out about it: the points that an item in a cell brings, without its cat."""

    gains: dict[tuple[int, int], int]

    @staticmethod
    def of(match: Match, say: Say) -> "Choosing":
        return Choosing(**vars(Moment.of(match, say)), gains={})

    @cached_property
    def total(self) -> int:
        return total(self.match, self.seat)

    def gain(self, number: int) -> int:
        """The points an action brings at once, if nobody else changes them."""
        item, cell = int(r.item_of(number)), int(r.cell_of(number))
        cat = cat_points(self.s, self.seat, int(r.cat_of(number))) if item == r.HOUSE else 0
        if (item, cell) not in self.gains:
            after = total(imagined(self.match, self.seat, number), self.seat)
            self.gains[item, cell] = after - self.total - cat
        return self.gains[item, cell] + cat


def click_take(m: Choosing, text: str, face: int) -> Action:
    label = m.say("Take the die: {face}").format(face=face_words(face + 1, m.say))
    return Action(
        text,
        label,
        f"face-{face + 1}",
        key=str(face + 1),
        short=m.say(ITEM_NAMES[face]),
        symbol=f"die-{face + 1}",
    )


def click_house(m: Choosing, text: str, cell: int, cat: int) -> Action:
    item, liked = m.say(ITEM_NAMES[r.HOUSE], ACCUSATIVE), m.say(LIKED[cat])
    words = m.say("Draw {item}: {cell}; the cat that likes {cat} comes")
    label = words.format(item=item, cell=cell_words(cell, m.say), cat=liked)
    return _mark(m, text, Deed("house", (cell, cat)), label, m.say(ITEM_NAMES[cat]), f"cat-{m.seat}-{ITEM_NAMES[cat]}")


def click_thing(m: Choosing, text: str, thing: int, cell: int) -> Action:
    item, place = m.say(ITEM_NAMES[thing + FIRST_THING], ACCUSATIVE), cell_words(cell, m.say)
    label = m.say("Draw {item}: {cell}").format(item=item, cell=place)
    return _mark(m, text, Deed("thing", (thing, cell)), label, place)


def click_pass(m: Choosing, text: str) -> Action:
    """Never on the table, so that a stray click does not pass; where something could be drawn, it asks once more."""
    count = min(r.PAWS_OF_A_PASS, int(m.s.paws_left[m.seat]))
    label = m.say.ngettext("Pass and circle {count} paw", "Pass and circle {count} paws", count).format(count=count)
    label = label if count else m.say("Pass; no paw is left to circle")
    price = m.say.count(MORE_PAWS, count) if count else m.say("no paws to circle")
    draws = len(m.match.legal_ids()) > 1
    deed = m.say("Yes, pass") if draws else ""
    confirm = draws or not count
    return Action(text, label, f"sheet-{m.seat}", key="p", short=m.say("Pass"), price=price, confirm=confirm, deed=deed)


def _mark(m: Choosing, text: str, deed: Deed, label: str, short: str, then: str = "") -> Action:
    """An item in a cell, with the paws it costs and the points it brings, if nobody else changes them."""
    number = ACTIONS.encode(deed)
    item, cell = int(r.item_of(number)), int(r.cell_of(number))
    paws = int(r.paws_needed(m.s, m.seat, item, cell % FLOORS))
    cost = [m.say.count(PAWS, paws)] if paws else []
    gain = f"+{m.say.count(POINTS, m.gain(number))}"
    draw = m.say("Draw here")
    return Action(
        text,
        label,
        f"cell-{m.seat}-{CELL_NAMES[cell]}",
        item_row(m.seat, item),
        key=str(item + 1),
        price=gain if then else " · ".join([*cost, gain]),  # cats bring points; the house has its price
        then=then,
        badge=f"−{paws}" if paws else "",
        badge_symbol="cc-paw" if paws else "",
        short=short,
        symbol=f"cc-cat-{deed.args[1] + 1}" if then else f"cc-{ITEM_NAMES[item]}",
        deed=" · ".join([draw, *cost]) if then else draw,
        confirm=True,
        reads=_reading(m, item, cell % FLOORS),
    )


def _reading(m: Choosing, item: int, floor: int) -> tuple[int, int, int]:
    """(0 where one's own die is the item, item, floor): the cheaper way to read the dice."""
    own, centre = int(m.s.die[m.seat]) - 1, int(m.s.centre) - 1
    is_own = abs(own - item) + abs(centre - floor) <= abs(centre - item) + abs(own - floor)
    return 0 if is_own else 1, item, floor
