"""Scenes: what lies on a table and where each action is found, described once in Python for page, notebook and files.

A scene is groups (the board, the offer, each player's mat), each with coordinates of its own; in them places, which
stay, and pieces, which
move and keep their names. Every legal action is in it by its text, with a label in words and the place or piece it is
clicked on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from functools import partial
from typing import Any

from demitasse.core.errors import IllegalAction
from demitasse.core.furniture import Furniture, Item, Sign, Summary
from demitasse.core.measures import MEASURES
from demitasse.core.names import all_named
from demitasse.core.phrases import in_a_row
from demitasse.core.play import Play, parts_of
from demitasse.core.words import Say, counted, words

SIDE = MEASURES["piece"]["side"]


@dataclass(frozen=True)
class Part:
    """What is printed on a piece, at its place from the piece's upper left corner."""

    x: float
    y: float
    w: float
    h: float
    symbol: str = ""
    ground: str = ""
    text: str = ""
    tint: str = ""
    shape: str = ""  # of a place, if it is drawn as one, at a scale
    scale: float = 1
    state: str = ""


@dataclass(frozen=True)
class Piece:
    """Something that moves: a symbol, or a card with a title and a row of symbols."""

    id: str  # kept while the piece exists, also in another group
    x: float
    y: float
    w: float = SIDE
    h: float = SIDE
    symbol: str = ""
    title: str = ""
    symbols: Sequence[str] = ()
    corner: str = ""  # a symbol in the upper right corner of a card
    note: str = ""  # a sentence at the foot of a card
    label: str = ""  # what it is, in words
    letter: str = ""
    count: int = 0
    tint: str = ""  # seat-0 … or a colour
    ground: str = ""
    state: str = ""  # dim, done, spent, dead
    turn: int = 0  # degrees clockwise
    layer: int = 0  # below 0: beneath the places
    face: Sequence[Part] = ()
    worth: str = ""  # a number on the corner
    lacking: Sequence[int] = ()  # which of the symbols are faint: a cost one does not have
    at: str = ""  # the place it lies in, by id: how it is found where a group is a flow
    tag: str = ""  # a few words at its foot: how far one is with it
    tone: str = ""  # of its tag: good, open, hot
    does: Sequence[Sign] = ()  # its note in symbols, where there is no room for the words


@dataclass(frozen=True)
class Place:
    """Somewhere pieces lie: a cell, a cup, a zone."""

    id: str
    x: float
    y: float
    w: float
    h: float
    label: str = ""
    ground: str = ""
    # box, square (with its note in the upper left corner), round, hex, cup, bare,
    # board (a chalkboard: text in a ring, symbol, title, note; pieces on its ledge),
    # shop (a front with an awning), region (whatever `d` says), wood, rope (wound around a post), sign (paper in a
    # wooden frame), number (ringed when done, crossed out when dead)
    shape: str = "box"
    symbol: str = ""
    text: str = ""
    count: int | None = None
    state: str = ""  # dim, done, dead; plain, strong (how much it matters)
    corner: str = ""  # a symbol in the upper left corner
    tint: str = ""  # of its symbol; of a board: the seat whose it is
    title: str = ""
    note: str = ""  # a sentence under the title; of a square: what it is called
    mark: str = ""  # a few letters in its upper left corner (of a hexagon: left), in its tint: steps that led over it
    says: Sequence[Item] = ()  # what it means for the reader now, a line each
    empty: str = ""  # what is said where nothing lies in it
    d: str = ""  # of a region: an SVG path in the group's coordinates; it begins at the right end of its upper edge
    seams: str = ""  # of a region: a path that parts it, faintly
    at: str = ""  # the region it is a part of, by id
    where: str = ""  # in words, for whoever does not see it


@dataclass(frozen=True)
class Group:
    """Things that lie together, in coordinates of their own.

    `form` says how they are shown where there is room to choose: as a picture by their coordinates (`board`, `plane`:
    one that grows without end, seen through a window), as a `grid` of so many columns, or as a flow of places and
    pieces in reading order, whose look is named by the form: `cups`, `zones` (rows with a name), `lanes` (columns with
    a name), `cards` (small ones), `tiles` (cards beside their symbol), `faces` (cards beside their picture), `boards`
    (chalkboards on a rail), `offers` (cards to compare), `tokens`, `stacks` (equal tokens on a pile), `piles` (upon
    each other, with how they count), `supply`, `badges`, `dice`, `portraits` (who can be chosen: on a phone over what
    stands before them, while they are asked for, else in the dock). Pictures in files use the coordinates of all; what
    is of the form `file` is shown there only, since furniture says it better elsewhere.
    """

    id: str
    label: str
    width: float
    height: float
    places: Sequence[Place] = ()
    pieces: Sequence[Piece] = ()
    size: str = "side"  # primary, side, mini
    seat: int | None = None
    facts: Sequence[Row] = ()  # shown in the head of the group
    left: float = 0  # the coordinates of its upper left corner
    top: float = 0
    form: str = "board"
    columns: int = 0  # of a grid


@dataclass(frozen=True)
class Row:
    """A line of a panel: a symbol, what it is, how much."""

    label: str
    value: str
    symbol: str = ""
    told: bool = False  # elsewhere: its owner's table in words leaves it out


@dataclass(frozen=True)
class Panel:
    """Something to look up: a score and how it is made up, what is left."""

    id: str
    label: str
    rows: Sequence[Row]


@dataclass(frozen=True)
class Action:
    """A legal action: its text, what it does in words, where it is clicked, and where a move of two clicks is picked
    up.
    """

    text: str
    label: str
    on: str
    start: str = ""
    key: str = ""
    price: str = ""
    then: str = ""  # what is clicked last, where start and on leave a choice
    short: str = ""  # the label where there is little room, or for whoever sees it laid: a loss between stars
    badge: str = ""  # a few letters on the place itself: what it brings or costs there
    badge_symbol: str = ""  # what is counted there
    ghost: str = ""  # the ghost that would lie with its upper left corner on that of `on`
    covers: Sequence[str] = ()  # the places that would vanish beneath it
    quiet: bool = False  # rarely wanted: found in words only, never done by a click on the table
    symbol: str = ""  # of what is chosen, on its button
    symbols: Sequence[str] = ()  # where it is several things
    kind: str = ""  # which kind of a bar it is of, by id
    tone: str = ""  # of its badge: free, loss, steps
    harm: int = 0  # of laying something there, or paying so: one is shown first what hurts least
    deed: str = ""  # what its button says once it is aimed at for good
    confirm: bool = False  # a click only aims: the button, or a second click, does it
    usual: bool = False  # aimed at as soon as its place is picked, where others are left there
    reads: Sequence[int] = ()  # which reading it is, and the face of each thing (furniture.Readings)
    where: str = ""  # in words, for whoever does not see it
    path: Sequence[str] = ()  # the places that a piece would be led over, by id


@dataclass(frozen=True)
class Trial:
    """A place where a piece on offer could lie later, shown while one compares: nothing is done by it.

    The ghost that is drawn there is called ghost-{piece}-{turn}.
    """

    of: Sequence[str]  # the pieces it is true for, by id
    turn: int
    on: str
    label: str
    text: str  # of the action that would lay it there then
    price: str = ""
    short: str = ""
    badge: str = ""
    covers: Sequence[str] = ()
    first: Sequence[str] = ()  # the pieces that are tried here first, by id


@dataclass(frozen=True)
class Step:
    """What is asked next, once something is picked and all that can be picked now lies in some groups or words."""

    on: str  # those groups or words, by spaces; "": nothing is left to pick, it is only to be done
    question: str  # its *key word* between stars
    so: str = ""
    picked: str = ""  # only after this was picked


@dataclass(frozen=True)
class Scene:
    """A whole table as one seat sees it."""

    game: str
    title: str
    seat: int | None
    actor: int | str | None
    ask: str  # what is asked, one sentence
    so: str  # its consequence, one sentence
    groups: Sequence[Group]
    actions: Sequence[Action]  # all that are legal, in the order of their ids
    panels: Sequence[Panel] = ()
    grounds: Mapping[str, str] = field(default_factory=dict)  # the colours of the places' grounds
    ghosts: Sequence[Piece] = ()  # what is in hand as it would lie, once for each way to turn it, at 0, 0
    lines: Sequence[str] = ()  # the names of the lines of a score, as Game.score has them
    waits: str = ""  # what is said to who waits: a sentence about who acts
    secret: bool = (
        False  # what is chosen now is hidden from the others: between two people at one screen a curtain falls
    )
    question: str = ""  # `ask` without the name of who is asked, its *key word* between stars; empty where nobody is
    summaries: Sequence[Summary] = ()  # of the seats beside the viewer's, as they are shown
    furniture: Furniture = field(default_factory=Furniture)
    symbol: str = ""  # of what is asked about, where nothing is in hand
    trials: Sequence[Trial] = ()
    rule: str = ""  # why nothing else can be chosen, or what is in hand cannot lie elsewhere, one sentence
    steps: Sequence[Step] = ()  # what is asked once something is picked
    touch: str = ""  # `so` for who points with a finger, if that is done otherwise
    ways: Sequence[Action] = ()  # several decisions with one click: their texts are joined by play.TOGETHER

    def as_json(self) -> dict[str, Any]:
        """Everything that is not its default, as plain dicts and lists."""
        found: dict[str, Any] = as_json(self)
        return found

    def piece(self, id: str) -> Piece:
        return next(piece for group in self.groups for piece in group.pieces if piece.id == id)


class Names:
    """Gives pieces that are alike names which they keep as they move: what leaves one container and enters another is
    the same piece.
    """

    def __init__(self) -> None:
        self._held: dict[tuple[str, str], list[str]] = {}
        self._made: dict[str, int] = {}

    def copy(self) -> Names:
        twin = Names()
        twin._held = {key: list(names) for key, names in self._held.items()}
        twin._made = dict(self._made)
        return twin

    def assign(self, counts: Mapping[tuple[str, str], int]) -> dict[tuple[str, str], list[str]]:
        """Names for so many pieces of a kind in each container, counts[kind, container]."""
        free: dict[str, list[str]] = {}
        for (kind, container), names in self._held.items():
            while len(names) > counts.get((kind, container), 0):
                free.setdefault(kind, []).append(names.pop())
        for (kind, container), number in counts.items():
            names = self._held.setdefault((kind, container), [])
            while len(names) < number:
                names.append(free[kind].pop(0) if free.get(kind) else self._new(kind))
        self._held = {key: names for key, names in self._held.items() if names}
        return self._held

    def _new(self, kind: str) -> str:
        self._made[kind] = self._made.get(kind, 0) + 1
        return f"{kind}-{self._made[kind]}"


Held = Mapping[tuple[str, str], Sequence[str]]  # the names of pieces that are alike, by kind and container


def name_pieces(match: Play) -> Held:
    """The names of a match's pieces that are alike, by kind and container, carried on from the last time they were
    asked for.
    """
    if match.pieces is None:
        match.pieces = Names()
    found: Held = match.pieces.assign(match.game.counts(match))
    return found


def scene(match: Play, seat: int | None = None, language: str = "en") -> Scene:
    """The table as `seat` may see it (None: as anybody may), in a language."""
    shown = match if seat is None else _view(match, seat)
    return draw(shown, seat, words(language), partial(deciding, match))


def draw(view: Play, seat: int | None, say: Say, waiting: Callable[[], Collection[int]]) -> Scene:
    """A view of a match as a scene; `waiting` tells the seats that have a decision to make, which a view does not."""
    game = view.game
    view = _in_script(view, say)
    found: Scene = game.scene(view, seat, say)
    busy: Collection[int | str | None] = waiting() if found.secret else [found.actor]
    others = [_with_now(game.summary(view, other, say), found.secret, busy, say) for other in around(view, seat)[1:]]
    return replace(found, lines=tuple(game.line(name, say) for name in game.score), summaries=others)


def _in_script(view: Play, say: Say) -> Play:
    """A view with the names of bots in the reader's script."""
    names = all_named(view.names, say)
    if names == view.names:
        return view
    if view.pieces is None:
        view.pieces = Names()  # the twin's are those of the view
    twin = copy(view)
    twin.names = names
    return twin


def deciding(match: Play) -> list[int]:
    """The seats that have a decision to make; where all choose in secret there are several."""
    if not isinstance(match.actor, int):
        return []
    return [seat for seat in range(match.seats) if match.actor == seat or match.view(seat).actor == seat]


def _with_now(summary: Summary, secret: bool, busy: Collection[int | str | None], say: Say) -> Summary:
    """A summary with what its seat is about."""
    if secret:
        now, words = ("thinking", say("Thinking.")) if summary.seat in busy else ("decided", say("Decided."))
    else:
        now, words = ("turn", say("It is their turn.")) if summary.seat in busy else ("", "")
    return replace(summary, now=now, label=in_a_row(summary.label, words))


def around(match: Play, seat: int | None) -> list[int]:
    """The seats as they are shown: the viewer's own first (None: the first player's), then clockwise."""
    return [((seat or 0) + turn) % match.seats for turn in range(match.seats)]


def lying(held: Held, container: str, kinds: Iterable[str]) -> list[tuple[str, str]]:
    """(name, kind) of the pieces that lie in a container, in the order of the kinds."""
    return [(name, kind) for kind in kinds for name in held.get((kind, container), ())]


@dataclass(frozen=True)
class Prompt:
    """What a scene says first: what is asked or the case, what follows from it, the question without a name, and what
    who waits is told of who acts; `touch` as in a scene.
    """

    ask: str
    so: str = ""
    question: str = ""
    waits: str = ""
    touch: str = ""


def asked(name: str, question: str, doing: str, so: str, say: Say) -> Prompt:
    """Somebody is asked something; the key word of the question stands between stars. `doing`: what they are about,
    for who waits.
    """
    ask = say("{name}: {deed}").format(name=name, deed=question.replace("*", ""))
    return Prompt(ask, so, question, say("{name}’s turn: {doing}").format(name=name, doing=doing))


def verdict(match: Play, say: Say) -> Prompt:
    """What is said when a game is over."""
    winners = [match.names[seat] for seat in match.winners()]
    words = say.ngettext("Victory: {names}.", "Victory: {names}.", len(winners))
    return Prompt(say("The game is over."), words.format(names=say.list(winners)))


POINTS = counted("{number} point", "{number} points")


def in_words(match: Play, seat: int, score: int, say: Say, *sentences: str) -> str:
    """The words of a summary: who, how many points, and sentences."""
    opening = say("{name}, {points}.").format(name=match.names[seat], points=say.count(POINTS, score))
    return in_a_row(opening, *sentences)


def score_panel(match: Play, breakdown: Sequence[Mapping[str, int]], say: Say) -> Panel:
    """Everybody's score and how it is made up."""
    each = zip(match.names, breakdown, strict=True)
    lines = [(name, match.game.line(line, say), value) for name, lines in each for line, value in lines.items()]
    return Panel(
        "scores",
        say("Scores"),
        [Row(say("{name}: {line}").format(name=name, line=line), str(value)) for name, line, value in lines],
    )


def preview(match: Play, action: str, seat: int | None = None, language: str = "en", then: str = "") -> dict[str, Any]:
    """What an action, or several said at once, would change: the pieces that would lie elsewhere or be new (also where
    they would be gone again by the end), the names of those that would be gone, and what the furniture and the
    summaries would say. Never across a draw. With `then`, the text of a Trial, only what they would say once what was
    taken is laid so.
    """
    who = match.actor if seat is None else seat
    match = (
        match if who is None or who == "*" else _view(match, who)
    )  # so that an action does not show what others chose in secret
    if parts_of(action)[0] not in match.legal():
        raise IllegalAction(
            f"{action!r} is not legal, so there is nothing to show; legal: {', '.join(match.legal()[:12])}"
        )
    done = match.said(action)  # all of it is legal, and that seat's
    if then:
        laid = match.game.when_laid(done, who)
        if laid.actor != who:
            raise IllegalAction(f"{then!r} cannot be foretold: seat {who} lays nothing once {action!r} is done")
        return _foretold(scene(laid.said(then), seat, language))
    before, passing = _pieces(scene(match, seat, language)), dict[str, tuple[str, Piece]]()
    after = before
    for part in parts_of(action):  # one by one, so that pieces keep their names
        match = match.said(part)
        shown = scene(match, seat, language)
        passing |= {name: found for name, found in after.items() if before.get(name) != found}
        after = _pieces(shown)
    changed = {name: found for name, found in after.items() if before.get(name) != found}
    meanwhile = {name: found for name, found in passing.items() if name not in after}  # what is poured, then served
    pieces = [{"group": group, **as_json(piece)} for group, piece in (changed | meanwhile).values()]
    return _foretold(shown, pieces, [name for name in before if name not in after])


def _foretold(shown: Scene, pieces: Sequence[Any] = (), gone: Sequence[str] = ()) -> dict[str, Any]:
    return {
        "pieces": pieces,
        "gone": gone,
        "furniture": as_json(shown.furniture),
        "summaries": as_json(shown.summaries),
    }


def _pieces(scene: Scene) -> dict[str, tuple[str, Piece]]:
    return {piece.id: (group.id, piece) for group in scene.groups for piece in group.pieces}


def _view(match: Play, seat: int) -> Play:
    if match.pieces is None:
        match.pieces = Names()
    view = match.view(seat)
    view.pieces = match.pieces  # the names of pieces are the table's
    return view


def as_json(value: Any) -> Any:
    """Dataclasses without what is their default, as plain dicts and lists."""
    if is_dataclass(value) and not isinstance(value, type):
        kept = {}
        for f in fields(value):
            default = (
                f.default
                if f.default is not MISSING
                else f.default_factory()
                if f.default_factory is not MISSING
                else MISSING
            )
            if (item := getattr(value, f.name)) != default:
                kept[f.name] = as_json(item)
        return kept
    if isinstance(value, Mapping):
        return {key: as_json(item) for key, item in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [as_json(item) for item in value]
    return value
