"""Where each action of Coffee Rush is clicked, and what it does in words."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from demitasse.core.clicks import Moment
from demitasse.core.play import TOGETHER
from demitasse.core.scene import Action, Step
from demitasse.core.words import counted
from demitasse.games.coffee_rush import rules as r
from demitasse.games.coffee_rush.box import INGREDIENT_NAMES
from demitasse.games.coffee_rush.look import cards_of, first_taken
from demitasse.games.coffee_rush.notation import CELL_NAMES, CUP_NAMES, UPGRADE_NAMES
from demitasse.games.coffee_rush.state import CUPS, EMPTY, MOVE, PAWNS, POUR, ZONES
from demitasse.games.coffee_rush.verbs import ACTIONS, BACK, DIRECTIONS
from demitasse.games.coffee_rush.words import UPGRADE_TITLES, amounts

# What a table may do by itself where nothing else is legal and the same seat goes on
AUTOMATIC = ("stop",)
STRAIGHT = (1, 3, 4, 6)  # of the directions
STEPS = counted("{number} step", "{number} steps")


def click_place(m: Moment, text: str, cell: int) -> Action:
    name = CELL_NAMES[cell]
    return Action(text, m.say("Put the pawn on {cell}").format(cell=name), f"cell-{name}")


def click_together(m: Moment, text: str) -> Action:
    return Action(text, m.say("Together, in cup 1"), f"cup-{m.seat}-1", key="1", symbol="cr-cup")


def click_apart(m: Moment, text: str) -> Action:
    return Action(text, m.say("Apart, in cups 1 and 2"), f"cup-{m.seat}-2", key="2", symbol="cr-cup")


def click_upgrade(m: Moment, text: str, upgrade: int) -> Action:
    name = UPGRADE_NAMES[upgrade]
    title = m.say(UPGRADE_TITLES[name])
    return Action(
        text,
        m.say("Activate {name}").format(name=title),
        f"upgrade-{m.seat}-{name}",
        key=str(upgrade + 1),
        short=title,
        symbol=f"cr-up-{name}",
    )


def click_keep(m: Moment, text: str) -> Action:
    return Action(text, m.say("Keep the orders"), f"upgrades-{m.seat}", key="0")


def click_step(m: Moment, text: str, cell: int, direction: int) -> Action:
    entered = int(r.neighbour(cell, direction))
    name, ingredient = CELL_NAMES[entered], int(m.b.board[entered])
    amount = min(int(r.step_amount(m.b, m.s, m.seat, entered, ingredient)), int(m.s.supply[ingredient]))
    price = m.say("1 rush token") if m.s.steps >= r.FREE_STEPS else ""
    pawn = next(k for k in range(PAWNS) if int(m.s.pawn[m.seat, k]) == cell + 1)
    words = (
        m.say("Step to {cell}, take {amount} {ingredient}")
        if amount
        else m.say("Step to {cell}; the supply has no {ingredient} left")
    )
    label = words.format(cell=name, amount=amount, ingredient=m.say(INGREDIENT_NAMES[ingredient]))
    return Action(
        text,
        label,
        f"cell-{name}",
        f"pawn-{m.seat}-{pawn}",
        price=price,
        short=f"{name} ×{amount}" if amount > 1 else name,
        badge=f"+{amount}",
        symbol=f"cr-{INGREDIENT_NAMES[ingredient]}",
        where=_from(m, cell),
    )


def _from(m: Moment, cell: int) -> str:
    """Where a pawn stands, if there is another that one could lead."""
    asks = not m.s.steps and all(m.s.pawn[m.seat])
    return m.say("From {cell}").format(cell=CELL_NAMES[cell]) if asks else ""


def click_stop(m: Moment, text: str) -> Action:
    return Action(text, m.say("Stop here"), f"pawn-{m.seat}-{int(m.s.moving)}", key="0", symbol="cr-pawn")


def click_empty(m: Moment, text: str, cup: int) -> Action:
    label = m.say("Empty cup {number}").format(number=cup + 1)
    short = m.say("Cup {number}").format(number=cup + 1)
    # never by a plain click: a cup that is clicked is about to be filled
    return Action(text, label, f"cup-{m.seat}-{cup + 1}", short=short, symbol="cr-cup", quiet=True)


def click_pour(m: Moment, text: str) -> Action:
    asks = any(m.s.taken)  # then a cup says it, too (`ways`)
    return Action(text, m.say("Pour now"), f"cups-{m.seat}", key="" if asks else "0", quiet=asks)


def click_fill(m: Moment, text: str, ingredient: int, into: int) -> Action:
    if into == BACK:
        short, place = m.say("To the supply"), f"supply-{INGREDIENT_NAMES[ingredient]}"
        return Action(text, m.say("Back to the supply"), place, "hand", key="0", short=short)
    label = m.say("Pour into cup {number}").format(number=into + 1)
    short = m.say("Cup {number}").format(number=into + 1)
    cup = f"cup-{m.seat}-{into + 1}"
    return Action(text, label, cup, "hand", key=CUP_NAMES[into], short=short, symbol="cr-cup")


def click_serve(m: Moment, text: str, cup: int, zone: int) -> Action:
    name, order = cards_of(m.match, m.s, m.held, m.seat, zone)[int(r.order_for(m.b, m.s, cup, zone))]
    title = m.say(m.match.box.names["order"][order])
    where = m.say("zone {number}").format(number=zone + 1)
    label = m.say("Serve {order} from cup {number}").format(order=title, number=cup + 1)
    short = f"{title} · {m.say('cup {number}').format(number=cup + 1)}"
    if _served_twice(m, cup, order):
        label, short = (m.say("{deed}, {where}").format(deed=words, where=where) for words in (label, short))
    return Action(text, label, name, f"cup-{m.seat}-{cup + 1}", short=short, symbol="cr-cup")


def _served_twice(m: Moment, cup: int, order: int) -> bool:
    """Whether a cup fits orders of one kind in several zones."""
    served = (ACTIONS.decode(id) for id in m.match.legal_ids())
    zones = [deed.args[1] for deed in served if deed.verb == "serve" and deed.args[0] == cup]
    fits = [cards_of(m.match, m.s, m.held, m.seat, zone)[int(r.order_for(m.b, m.s, cup, zone))][1] for zone in zones]
    return fits.count(order) > 1


def click_done(m: Moment, text: str) -> Action:
    return Action(text, m.say("Done"), f"zones-{m.seat}", key="0")


# Several at once ------------------------------------------------------------------------------------------------------


def ways(m: Moment) -> list[Action]:
    """What is clicked at once: a walk by its end, a cup as soon as one may pour, an order that takes all there is."""
    if m.match.actor != m.seat:
        return []
    before = _before_pouring(m)
    walks = list(_walks(m)) if m.s.phase == MOVE else []
    cups = list(_first_cups(m, before)) if before else []
    orders = list(_orders(m, before or [])) if m.s.phase in (EMPTY, POUR) else []
    return [*walks, *cups, *orders]


def _before_pouring(m: Moment) -> list[str]:
    """What has to be said before the first ingredient goes into a cup; nothing where none does, or it is asked for."""
    if not any(m.s.taken) or m.s.phase not in (MOVE, EMPTY):
        return []
    stops = ["stop"] if m.s.phase == MOVE else []
    if not set(stops) <= set(m.match.legal()):
        return []
    return [*stops, "pour"] if m.s.cup[m.seat].any() else stops


def _walks(m: Moment) -> Iterator[Action]:
    """The shortest ways to each free cell that no single step leads to, one for each haul."""
    pawns = [int(m.s.moving)] if m.s.steps else [k for k in range(PAWNS) if int(m.s.pawn[m.seat, k])]
    starts = {pawn: int(m.s.pawn[m.seat, pawn]) - 1 for pawn in pawns}
    near = {cell for start in starts.values() for cell in [start, *_neighbours(m, start)]}
    for pawn, start in starts.items():
        s: Any = m.match.supposing(moving=pawn).state
        taken = {int(cell) - 1 for seat in s.pawn for cell in seat if cell} - {start}  # CR-13
        seen: set[tuple[int, tuple[int, ...]]] = set()
        for path in _shortest(m, start):
            found = _gathered(m, s, path)
            key = path[-1], _counts(found)
            if path[-1] not in near and path[-1] not in taken and key not in seen:
                seen.add(key)
                yield _walk(m, pawn, start, path, found)


def _shortest(m: Moment, start: int) -> Iterator[tuple[int, ...]]:
    """Every way of two free steps or more that is as short as any to its end."""
    reached = {start}
    paths: list[tuple[int, ...]] = [(start,)]
    for length in range(1, r.FREE_STEPS - int(m.s.steps) + 1):
        paths = [(*path, cell) for path in paths for cell in _neighbours(m, path[-1]) if cell not in reached]
        reached |= {path[-1] for path in paths}
        if length > 1:
            yield from (path[1:] for path in paths)


def _neighbours(m: Moment, cell: int) -> list[int]:
    """The cells that one step leads to: CR-11, CR-31."""
    ways = range(DIRECTIONS) if m.s.upgrade[m.seat, r.DIAGONAL] else STRAIGHT
    return [entered for way in ways if (entered := int(r.neighbour(cell, way))) >= 0]


def _gathered(m: Moment, s: Any, path: Sequence[int]) -> list[int]:
    """The ingredients that a way brings, step by step."""
    found: list[int] = []
    for cell in path:
        kind = int(m.b.board[cell])
        amount = int(r.step_amount(m.b, s, m.seat, cell, kind))
        found += [kind] * min(amount, int(s.supply[kind]) - found.count(kind))  # CR-12
    return found


def _walk(m: Moment, pawn: int, start: int, path: Sequence[int], found: Sequence[int]) -> Action:
    names = [CELL_NAMES[cell] for cell in (start, *path)]
    way = m.say.list(names[1:-1])
    content = m.say.list(amounts(_counts(found), m.say)) or m.say("nothing")
    return Action(
        TOGETHER.join(f"{one}-{other}" for one, other in pairwise(names)),
        m.say("Walk to {cell} by {way}: {content}").format(cell=names[-1], way=way, content=content),
        f"cell-{names[-1]}",
        f"pawn-{m.seat}-{pawn}",
        short=m.say("by {way}").format(way=way),
        badge=m.say.count(STEPS, len(path)),
        tone="steps",
        symbols=_signs(found),
        where=_from(m, start),
        path=[f"cell-{name}" for name in names],
    )


def steps_of(walks: Sequence[Action], m: Moment) -> list[Step]:
    """What is asked once the end of walks is chosen: the way there, or on the board the pawn that goes."""
    words, so = m.say("*walk* to {cell}. Which way?"), m.say("Its steps are numbered on the board.")
    ends = Counter(walk.on for walk in walks if walk.path)
    several = [end for end, ways in ends.items() if ways > 1]
    return [Step(on, words.format(cell=end.removeprefix("cell-")), so, end) for end in several for on in ("", "board")]


def _first_cups(m: Moment, before: Sequence[str]) -> Iterator[Action]:
    """A cup that is clicked before one is asked for it: what comes before pouring is said with it."""
    ingredient = first_taken(m.s)
    keys = m.s.phase == EMPTY  # on the way they are printed nowhere
    for into, name in enumerate((*CUP_NAMES, "back") if keys else CUP_NAMES):
        text = TOGETHER.join([*before, f"{ingredient} {name}"])
        asked = click_fill(m, text, INGREDIENT_NAMES.index(ingredient), into)
        words = m.say("Stop here, and pour into cup {number}").format(number=into + 1)
        yield asked if keys else replace(asked, key="", label=words)


def _orders(m: Moment, before: Sequence[str]) -> Iterator[Action]:
    """An order that takes several of the next ingredients into one cup."""
    queue = [kind for kind, number in enumerate(m.s.taken) for _ in range(int(number))]
    for zone in range(ZONES):
        for name, order in cards_of(m.match, m.s, m.held, m.seat, zone):
            poured, _, last = max(_fitting(m, m.b.recipe[order], queue, cup) for cup in range(CUPS))
            if poured > 1:
                yield _pours(m, before, queue[:poured], CUPS - 1 - last, name, m.match.box.names["order"][order])


def _fitting(m: Moment, recipe: Sequence[int], queue: Sequence[int], cup: int) -> tuple[int, int, int]:
    """(how many of the next ingredients fit a recipe in a cup, how full it is, how early it comes)."""
    lacking = [int(needs) - int(has) for needs, has in zip(recipe, m.s.cup[m.seat, cup], strict=True)]
    poured = 0
    while min(lacking) >= 0 and poured < len(queue) and lacking[queue[poured]] > 0:
        lacking[queue[poured]] -= 1
        poured += 1
    return poured, int(m.s.cup[m.seat, cup].sum()), CUPS - 1 - cup


def _pours(m: Moment, before: Sequence[str], queue: Sequence[int], cup: int, on: str, order: str) -> Action:
    words = m.say("Pour {content} into cup {number}, for {order}")
    label = words.format(content=m.say.list(amounts(_counts(queue), m.say)), number=cup + 1, order=m.say(order))
    texts = [*before, *(f"{INGREDIENT_NAMES[kind]} {CUP_NAMES[cup]}" for kind in queue)]
    return Action(TOGETHER.join(texts), label, on, short=m.say(order), symbols=_signs(queue))


def _counts(kinds: Sequence[int]) -> tuple[int, ...]:
    """How much there is of each ingredient."""
    return tuple(kinds.count(kind) for kind in range(len(INGREDIENT_NAMES)))


def _signs(kinds: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"cr-{INGREDIENT_NAMES[kind]}" for kind in kinds)
