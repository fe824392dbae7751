"""Furniture: the words of a scene for what is no picture of cardboard, but what a player needs to decide.

Groups (core/scene.py) say what lies where. Furniture says what it amounts to: how much is left and what a choice would
leave (tracks), how a score is made up (sums), what each choice costs and brings (sheets), what dice can be read as
(readings), where in the round one is (phases), what kinds of action there are and why some are not possible (a bar),
and what the others have (summaries).
Whoever draws a scene decides how a word looks; an arrangement says where it stands.

`id`s are names that actions may be clicked on, as those of places and pieces are.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Fact:
    """A number with what it counts: `value` of `of`, and what it would be `after` the choice in focus."""

    label: str
    value: str
    symbol: str = ""
    of: str = ""
    after: str = ""
    tone: str = ""  # good, hot (it may hurt soon), spent
    words: str = ""  # beside the number, where there is room
    told: bool = False  # by the note, too: the table in words leaves it out


@dataclass(frozen=True)
class Track:
    """So many of a thing out of the most there can be: cups to act, paws, points on the way to the end, rounds."""

    id: str
    label: str
    now: int
    most: int
    symbol: str = ""  # one is drawn for each step; without a symbol it is a bar
    used: int = 0  # steps at its beginning that are gone for good (crossed out)
    full: str = ""  # the symbol of a step that one has, where it differs
    gone: str = ""  # the symbol of a used step
    say: str = ""  # the number in words: "2 of 4 points left"
    head: str = ""  # the symbol at the end of a bar


@dataclass(frozen=True)
class Sum:
    """How a number is made up: "2 × 2 + 3" and 7."""

    id: str
    label: str
    terms: str
    total: int
    symbol: str = ""


@dataclass(frozen=True)
class SheetRow:
    """A line of a sheet: what it is, what it costs now, what it has brought so far."""

    id: str
    label: str
    symbol: str = ""
    price: str = ""  # "0", "−2"; "" where it cannot be had
    price_symbol: str = ""
    tone: str = ""  # free, cost, none
    now: str = ""
    line: str = ""  # the line of the score that `now` shows, so that a preview can put the gain beside it
    mark: str = ""  # a symbol in the last column, and its number
    value: str = ""
    state: str = ""  # dim
    key: str = ""
    then: str = ""  # the piece that the mark shows: once it is asked for, the row is pressed for it
    worth: str = ""  # its number then


@dataclass(frozen=True)
class Sheet:
    """A table to choose from: rows with price, now and gain."""

    id: str
    label: str
    heads: Sequence[str]  # what the columns price, now, value are called
    rows: Sequence[SheetRow]
    total: str = ""  # what the total is called, with what else is in it
    sum: int = 0
    abreast: bool = False  # on a phone its rows stand side by side, told by their symbols


@dataclass(frozen=True)
class Face:
    """One of the ways a thing can lie: what it then says, and what it costs to make it so."""

    value: str
    symbol: str
    price: str = ""


@dataclass(frozen=True)
class Role:
    """What one of several things counts as: the item, the floor; and which of its faces lies up."""

    label: str
    owner: str
    faces: Sequence[Face]
    now: int
    tint: str = ""


@dataclass(frozen=True)
class Reading:
    """One way to read the things that lie there; `picks` is what it proposes, by id."""

    roles: Sequence[Role]
    picks: str = ""


@dataclass(frozen=True)
class Readings:
    """The ways to read what lies there, one of them shown; a button and a key change over.

    An action's `reads` says which of them it is, and which face each thing would show.
    """

    id: str
    label: str
    ways: Sequence[Reading]
    key: str = ""
    price_symbol: str = ""


@dataclass(frozen=True)
class PhaseStrip:
    """The phases of a round, and which one it is."""

    steps: Sequence[str]
    now: int  # -1: none of them
    round: Track | None = None  # which round of how many, where the number is known
    has: Sequence["Tile"] = ()  # what each has in this round; `mine` is what counts for the reader


@dataclass(frozen=True)
class Kind:
    """One kind of action: what it would do in a few words, or why it is not possible now."""

    id: str
    label: str
    symbol: str = ""
    key: str = ""
    say: str = ""  # "4 groups, best +2"
    why: str = ""  # why not; "" where it can be chosen
    open: bool = False  # begun and not finished: more of it is free
    ask: str = ""  # the question once it is chosen, its *key word* between stars
    so: str = ""  # and what it means: its price, what it ends


@dataclass(frozen=True)
class Bar:
    """The kinds of action of this game, always in the same order."""

    id: str
    label: str
    kinds: Sequence[Kind]
    soon: bool = False  # nothing of it can be chosen yet: what it would offer after what is aimed at


@dataclass(frozen=True)
class Sign:
    """A word of a phrase in symbols: a symbol, a few letters, or both; a ring is around what sets the rest off."""

    text: str = ""
    symbol: str = ""
    ring: bool = False


@dataclass(frozen=True)
class Item:
    """A line of a list: symbol, words, a number at its end."""

    label: str
    value: str = ""
    symbol: str = ""
    symbols: Sequence[str] = ()
    lacking: Sequence[int] = ()
    tone: str = ""  # good, open, hot, held (not in force yet)
    id: str = ""
    note: str = ""  # why it stands here, quiet
    does: Sequence[Sign] = ()  # what it does, in symbols


@dataclass(frozen=True)
class Listing:
    """A list to look things up in: my cafés and what they lack, what I did this turn, effects in force."""

    id: str
    label: str
    items: Sequence[Item]
    note: str = ""


# Others ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cell:
    """One cell of a small map, in cells from its upper left corner: its ground, its drawing, what lies on it."""

    x: float
    y: float
    w: float = 1
    h: float = 1
    ground: str = ""
    symbol: str = ""
    tint: str = ""  # of its symbol
    piece: str = ""  # the symbol of what lies on it
    count: int = 0  # how many pieces lie on it, from two on
    text: str = ""
    state: str = ""  # got, open, gone (what it brings); bare (nothing there yet), solid


@dataclass(frozen=True)
class Tile:
    """A small box in a row of boxes: symbols in it, words or a number, a little card each for `marks`."""

    label: str
    symbols: Sequence[str] = ()
    text: str = ""
    marks: Sequence[str] = ()  # plain, special
    tone: str = ""  # low (framed), faint, none, mine
    tint: str = ""  # of its symbols


@dataclass(frozen=True)
class Line:
    """A line of a summary.

    `cups`, `zones` (the further right, the hotter), `counts`, `marks` (symbols with what they brought) and `sums` are
    tiles side by side; `map` is cells; `way` is a track with facts at its end; `cards` and `urgent` are items one
    below the other.
    """

    kind: str
    tiles: Sequence[Tile] = ()
    cells: Sequence[Cell] = ()
    items: Sequence[Item] = ()
    track: Track | None = None
    facts: Sequence[Fact] = ()
    beside: bool = False  # stands beside the map before it, where there is room


@dataclass(frozen=True)
class Summary:
    """What one asks of another: how far, with what, how soon, and what could hurt me."""

    seat: int
    name: str
    score: int  # if the game ended now
    label: str  # the whole of it in a few sentences, for ears
    lines: Sequence[Line] = ()
    facts: Sequence[Fact] = ()  # below the lines
    chip: Sequence[Fact] = ()  # all there is room for on a phone: three at most
    badges: Sequence[Tile] = ()  # beside the name
    now: str = ""  # turn, decided, thinking
    matters: str = ""  # while one watches it: what of it matters now, in a few words


# Where it stands ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Area:
    """A panel of the table: its head, and what stands in it from top to bottom, by id.

    `hand` is the area of what one holds: it stands in the dock. An area of a seat that the arrangement does not name is
    opened beside one's own, from that seat's summary.
    """

    id: str
    label: str
    holds: Sequence[str]  # groups and furniture
    seat: int | None = None
    score: int | None = None  # if the game ended now
    note: str = ""  # below the head, quiet: how the score is made up
    beside: str = ""  # what stands at the right of the note, by id
    facts: Sequence[Fact] = ()
    symbol: str = ""  # before the name
    tone: str = ""  # of the name: good, hot
    style: str = "panel"  # panel, bare, felt (a plane one looks at from above)
    cell: str = ""  # which cell of the arrangement it stands in, where that is not called as it is
    idle: bool = False  # does not matter now: left out


@dataclass(frozen=True)
class Arrangement:
    """Where the areas stand: rows of cells, as in a CSS grid, and the widths of the columns.

    `others` (everybody's summaries) and `log` are cells that every table has; areas of one cell stand one below the
    other, and the log below the others. What a form leaves out is not shown there. While another's board is pinned
    beside one's own, it stands in the cell of the others, and the log makes room for it.
    """

    desk: Sequence[str]
    desk_columns: str
    tablet: Sequence[str]
    tablet_columns: str
    phone: Sequence[str]
    desk_rows: str = ""  # heights; by itself every row is as high as it must be, and the last one takes what is left
    pinned_columns: str = ""  # of a desk with another's board beside one's own


@dataclass(frozen=True)
class Furniture:
    """All furniture of a scene."""

    areas: Sequence[Area] = ()
    arrangement: Arrangement | None = None
    tracks: Sequence[Track] = ()
    sums: Sequence[Sum] = ()
    sheets: Sequence[Sheet] = ()
    bars: Sequence[Bar] = ()
    listings: Sequence[Listing] = ()
    readings: Sequence[Readings] = ()
    phases: PhaseStrip | None = None
