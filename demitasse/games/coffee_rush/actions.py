"""Where each action of Coffee Rush is clicked, and what it does in words."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

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
CLOSING = ("stop", "done")
STRAIGHT = (1, 3, 4, 6)  # of the directions
MOST_WAYS = 6  # of one pawn to one cell, so that the dock has room for them
STEPS = counted("{number} step", "{number} steps")


class Plan(NamedTuple):
    """An order that what was taken advances in a cup, and what else is asked for before that is poured."""

    on: str  # its card
    order: str
    cup: int
    poured: list[int]
    rest: list[int]


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
    pawn = next(k for k in range(PAWNS) if int(m.s.pawn[m.seat, k]) == cell + 1)
    words = (
        m.say("Step to {cell}, take {amount} {ingredient}")
        if amount
        else m.say("Step to {cell}; the supply has no {ingredient} left")
    )
    label = words.format(cell=name, amount=amount, ingredient=m.say(INGREDIENT_NAMES[ingredient]))
    if m.s.steps >= r.FREE_STEPS:  # CR-14; the question says it to whoever sees the board
        label = m.say("1 rush token. {deed}").format(deed=label)
    where = _from(m, cell)
    step = f"{CELL_NAMES[cell]} → {name}" if where else name
    return Action(
        text,
        label,
        f"cell-{name}",
        f"pawn-{m.seat}-{pawn}",
        short=m.say("{thing} ×{number}").format(thing=step, number=amount) if amount > 1 else step,
        badge=f"+{amount}",
        symbol=f"cr-{INGREDIENT_NAMES[ingredient]}",
        where=where,
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
    """What is clicked at once: a walk by its end, a cup as soon as one may pour, an order that takes what there is."""
    if m.match.actor != m.seat:
        return []
    before = _before_pouring(m)
    walks = list(_walks(m)) if m.s.phase == MOVE else []
    cups = list(_first_cups(m, before)) if before else []
    return [*walks, *cups, *_orders(m, before)]


def _before_pouring(m: Moment) -> list[str]:
    """What has to be said before the first ingredient goes into a cup; nothing where none does, or it is asked for."""
    return ["pour"] if m.s.phase == EMPTY and any(m.s.taken) else []


def _walks(m: Moment) -> Iterator[Action]:
    """The shortest ways to each free cell that no single step leads to, one for each haul, and not too many: any other
    is gone cell by cell.
    """
    pawns = [int(m.s.moving)] if m.s.steps else [k for k in range(PAWNS) if int(m.s.pawn[m.seat, k])]
    starts = {pawn: int(m.s.pawn[m.seat, pawn]) - 1 for pawn in pawns}
    near = {cell for start in starts.values() for cell in [start, *_neighbours(m, start)]}
    for pawn, start in starts.items():
        s: Any = m.match.supposing(moving=pawn).state
        taken = {int(cell) - 1 for seat in s.pawn for cell in seat if cell} - {start}  # CR-13
        seen: dict[int, list[tuple[int, ...]]] = {}
        for path in _shortest(m, start):
            found = _gathered(m, s, path)
            hauls, haul = seen.setdefault(path[-1], []), _counts(found)
            if path[-1] not in near and path[-1] not in taken and haul not in hauls and len(hauls) < MOST_WAYS:
                hauls.append(haul)
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
    where = _from(m, start)
    return Action(
        TOGETHER.join(f"{one}-{other}" for one, other in pairwise(names)),
        m.say("Walk to {cell} by {way}: {content}").format(cell=names[-1], way=way, content=content),
        f"cell-{names[-1]}",
        f"pawn-{m.seat}-{pawn}",
        short=" → ".join(names[:-1]) if where else m.say("by {way}").format(way=way),
        badge=m.say.count(STEPS, len(path)),
        tone="steps",
        symbols=_signs(found),
        where=where,
        path=[f"cell-{name}" for name in names],
    )


def steps_of(walks: Sequence[Action], m: Moment) -> list[Step]:
    """What is asked once the end of walks is chosen: the way there, or on the board the pawn that goes; once an order
    is: where what it does not take goes.
    """
    words = m.say("*walk* to {cell}. Which way?")
    so = m.say("Its steps are numbered on the board. Another way? Go cell by cell.")
    ends = Counter(walk.on for walk in walks if walk.path)
    several = [end for end, ways in ends.items() if ways > 1]
    ways = [Step(on, words.format(cell=end.removeprefix("cell-")), so, end) for end in several for on in ("", "board")]
    return [*ways, *(_rest_step(m, plan) for plan in _plans(m) if plan.rest)]


def _rest_step(m: Moment, plan: Plan) -> Step:
    words, so = m.say("pour for *{order}*. Where does the rest go: {content}?"), m.say("It is poured first.")
    content = m.say.list(amounts(_counts(plan.rest), m.say))
    return Step(f"cups-{m.seat} supply", words.format(order=m.say(plan.order), content=content), so, plan.on)


def _first_cups(m: Moment, before: Sequence[str]) -> Iterator[Action]:
    """A cup that is clicked before one is asked for it: what comes before pouring is said with it."""
    ingredient = first_taken(m.s)
    for into, name in enumerate((*CUP_NAMES, "back")):
        text = TOGETHER.join([*before, f"{ingredient} {name}"])
        yield click_fill(m, text, INGREDIENT_NAMES.index(ingredient), into)


def _plans(m: Moment) -> Iterator[Plan]:
    """Orders that take several ingredients into one cup, or the last that they lack after others are asked for."""
    if m.match.actor != m.seat or m.s.phase not in (EMPTY, POUR):
        return
    for zone in range(ZONES):
        for name, order in cards_of(m.match, m.s, m.held, m.seat, zone):
            fitting = [_fitting(m, m.b.recipe[order], cup) for cup in range(CUPS)]
            full = [int(content.sum()) for content in m.s.cup[m.seat]]
            cup = max((len(fitting[cup]), full[cup], -cup, cup) for cup in range(CUPS))[-1]
            poured, rest = fitting[cup], _asked_before(m, fitting[cup])
            is_last = len(poured) + full[cup] == m.b.recipe[order].sum()
            if len(poured) > 1 or (rest and poured and is_last):
                yield Plan(name, m.match.box.names["order"][order], cup, poured, rest)


def _fitting(m: Moment, recipe: Sequence[int], cup: int) -> list[int]:
    """What was taken and fits a recipe in a cup."""
    lacking = [int(needs) - int(has) for needs, has in zip(recipe, m.s.cup[m.seat, cup], strict=True)]
    if min(lacking) < 0:
        return []
    return [kind for kind, number in enumerate(m.s.taken) for _ in range(min(int(number), lacking[kind]))]


def _asked_before(m: Moment, poured: Sequence[int]) -> list[int]:
    """What was taken and is not poured, but comes before the last that is: they are asked for in their order."""
    left = [int(number) - poured.count(kind) for kind, number in enumerate(m.s.taken)]
    return [kind for kind in range(max(poured, default=0)) for _ in range(left[kind])]


def _orders(m: Moment, before: Sequence[str]) -> Iterator[Action]:
    """The ways to pour for an order: what it does not take, but comes first, goes to another cup or back."""
    for plan in _plans(m):
        asides = [*(into for into in range(CUPS) if into != plan.cup), BACK] if plan.rest else [BACK]
        yield from (_pours(m, before, plan, aside) for aside in asides)


def _pours(m: Moment, before: Sequence[str], plan: Plan, aside: int) -> Action:
    into = (*CUP_NAMES, "back")
    goes = sorted([*((kind, plan.cup) for kind in plan.poured), *((kind, aside) for kind in plan.rest)])
    texts = [*before, *(f"{INGREDIENT_NAMES[kind]} {into[place]}" for kind, place in goes)]
    label, short = _poured_words(m, plan, aside)
    way = Action(TOGETHER.join(texts), label, plan.on, "hand", short=short, symbols=_signs(plan.rest or plan.poured))
    if not plan.rest:
        return way
    goes_to = f"supply-{INGREDIENT_NAMES[plan.rest[0]]}" if aside == BACK else f"cup-{m.seat}-{aside + 1}"
    return replace(way, then=goes_to, key="0" if aside == BACK else CUP_NAMES[aside])


def _poured_words(m: Moment, plan: Plan, aside: int) -> tuple[str, str]:
    """(what is poured where, what tells it from the other ways for that order)."""
    content, rest = (m.say.list(amounts(_counts(kinds), m.say)) for kinds in (plan.poured, plan.rest))
    order = m.say(plan.order)
    if not plan.rest:
        label, short = m.say("Pour {content} into cup {number}, for {order}"), order
    elif aside == BACK:
        label, short = m.say("Pour {content} into cup {number}, for {order}; {rest} back"), m.say("To the supply")
    else:
        label, short = (
            m.say("Pour {content} into cup {number}, for {order}; {rest} into cup {other}"),
            m.say("Cup {number}"),
        )
    told = label.format(content=content, number=plan.cup + 1, order=order, rest=rest, other=aside + 1)
    return told, short.format(number=aside + 1)


def _counts(kinds: Sequence[int]) -> tuple[int, ...]:
    """How much there is of each ingredient."""
    return tuple(kinds.count(kind) for kind in range(len(INGREDIENT_NAMES)))


def _signs(kinds: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"cr-{INGREDIENT_NAMES[kind]}" for kind in kinds)
