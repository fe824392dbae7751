"""Bundles: what compiled loops are handed together, as named tuples, which cost nothing once a loop runs.

A field's kind tells a GPU's kernel what it gets: Boxes and States are arrays of records, Number is one number, Switches
an array of truths, and Row, Rows and Sheets are arrays of numbers with one, two and three axes.
"""

from typing import Annotated, Any, NamedTuple

Boxes = Annotated[Any, "b"]
States = Annotated[Any, "s"]
Number = Annotated[Any, "i"]
Switches = Annotated[Any, "?"]
Row = Annotated[Any, "1"]
Rows = Annotated[Any, "2"]
Sheets = Annotated[Any, "3"]


class Setup(NamedTuple):
    """A box, and how a game with it begins."""

    boxes: Boxes
    blank: States  # one state of zeros
    seats: Number
    options: Row
    total: Number  # the score's column that decides first


class Room(NamedTuple):
    """Where a ply is thought out; None for what a loop never needs."""

    ids: Row  # legal ids
    weight: Row  # of every outcome of a draw
    notes: Row  # the policy's
    lines: Rows  # [seat, column] of the score


class Task(NamedTuple):
    """Which games of a seed are simulated, and how carefully each seat plays."""

    care: Row  # [seat]: of 100 decisions, how many are the policy's
    seed: Number
    first: Number  # the number of the first game


class Results(NamedTuple):
    """What simulated games came to."""

    scores: Sheets  # [game, seat, column]
    lengths: Row  # [game], in plies


class Games(NamedTuple):
    """The games of a batch, side by side."""

    states: States
    randoms: Row  # each game's generator
    actors: Row
    ids: Rows  # [game, k]: what is legal
    counts: Row  # and how many
    scores: Rows  # [game, seat]: the totals
    done: Switches  # whether the last step ended it


class Queue(NamedTuple):
    """Games that wait on a GPU for a warp which plays their kind."""

    states: States
    randoms: Row
    games: Row  # [place]: the number of the game that is played there
    plies: Row
    waiting: Sheets  # [wave % 2, stack]: the places of the games of that kind
    counts: Rows  # [wave % 3, stack]: how many they are


class Levels(NamedTuple):
    """What perft keeps for each ply of the line it is in."""

    states: Any
    ids: Any  # [level, k]
    weight: Any  # [level, outcome]
    at: Any  # which branch it is in, -1: none yet
    left: Any  # how many there are


class Growth(NamedTuple):
    """A search tree as it grows."""

    states: Any  # the root's, and scratch
    nodes: Any
    memory: Any  # core/search.py names its places
    path: Any  # the nodes of the simulation under way
    stats: Any  # [child of the root]: simulations, sum of shares of victory, sum of leads


class Taste(NamedTuple):
    """How the search weighs things; the same for all games."""

    care: int = 98  # of the playouts: of 100 decisions, how many are the policy's
    guided: bool = True  # the policy orders what is tried
    exploration: float = 0.7
    mix: float = 0.6  # the share of victory against the lead in points
    doubt: float = 0.1  # by how much what was never tried is thought worse than what leads to it
    # With a network:
    blend: float = 0.0  # how much a playout counts beside its values
    trust: float = 1.0  # how much its liking counts beside the policy's
    warmth: float = 1.0  # of its liking: the higher, the more evenly it likes everything


class Goal(NamedTuple):
    """What a game is played for: the score's column that decides first, and the points that make a clear lead."""

    total: int
    spread: float


class Weights(NamedTuple):
    """What a network learnt (core/network.py), in single precision."""

    see: Any  # [number it sees, hidden]
    see_bias: Any
    trunk: Any  # [layer, hidden, hidden]
    trunk_bias: Any
    ask: Any  # [hidden, question]
    ask_bias: Any
    action: Any  # [action, question]
    action_bias: Any
    value: Any  # [hidden, 3 * seats]
    value_bias: Any
    first_sight: float  # how much the policy's opinion counts
    points: float  # that a total of 1 stands for


class Mind(NamedTuple):
    """Room in which a network thinks."""

    numbers: Any  # what it sees: an observation and what is seen at a glance
    places: Any  # of those that are not 0
    found: Any  # and what they are
    hidden: Any
    even: Any  # the same, with mean 0 and variance 1
    more: Any
    question: Any
    values: Any  # victory, lead and points of each seat, the viewer's first


class Eyes(NamedTuple):
    """How a network sees a position, as the seat to act may know it."""

    seen: Any  # one state
    bytes: Any  # the same, as bytes
    program: Any  # of an observation (core/sight.py)
    table: Any
    observed: Any  # the first numbers of a mind
    glanced: Any  # and the others


class Guide(NamedTuple):
    """A network at work in a search tree."""

    weights: Weights
    mind: Mind
    eyes: Eyes
    thoughts: Any  # [leaf]: the question that its children answer, kept until it is opened
    judged: Any  # [what, seat]: worth, share of victory and lead that a simulation came to
