"""Game: what one game gives to all that is built on it, and the registry of games."""

import pkgutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from demitasse.core import box as boxes
from demitasse.core.box import Box
from demitasse.core.bundles import Taste
from demitasse.core.errors import UnknownGame
from demitasse.core.fields import Fields
from demitasse.core.rule import PACKAGE
from demitasse.core.tables import Option
from demitasse.core.verbs import Verbs
from demitasse.core.words import Counted, later

GUIDED_TASTE = Taste(exploration=1.0, warmth=1.5)


class Rules(Protocol):
    """The contract of games/<name>/rules.py: module-level functions under @rule, and the sizes they work with.

    b is the box, a read-only record; s the state, a record edited in place; the functions trust what they are given.
    """

    NUM_ACTIONS: int
    MAX_LEGAL: int
    NUM_OUTCOMES: int
    MAX_PLIES: int

    @property
    def INVARIANTS(self) -> Sequence[str]: ...  # noqa: N802  # number n of `check`; 0 means that all hold

    def setup(self, b: Any, s: Any, seats: int, options: Any) -> None: ...
    def actor(self, b: Any, s: Any) -> int: ...  # a seat, CHANCE or OVER
    def legal(self, b: Any, s: Any, out: Any) -> int: ...  # writes the legal ids, ascending; returns how many
    def apply(self, b: Any, s: Any, action: int) -> None: ...
    def chances(self, b: Any, s: Any, weight: Any) -> int: ...  # writes every outcome's weight; returns their sum
    def settle(self, b: Any, s: Any, outcome: int) -> None: ...
    def score(self, b: Any, s: Any, out: Any) -> None: ...  # out[seat, column] as Game.score names the columns
    def check(self, b: Any, s: Any) -> int: ...


class SecretRules(Rules, Protocol):
    """The rules of a game with secrets."""

    def view(self, b: Any, s: Any, seat: int) -> None: ...  # hides from s what that seat may not know


class PickingRules(Rules, Protocol):
    """Rules that find what a draw gives faster than by its weights."""

    # The outcome that `chances` and the generator's state give; `weight` is room for them
    def pick(self, b: Any, s: Any, random: int, weight: Any) -> int: ...


class DerivingRules(Rules, Protocol):
    """The rules of a game whose state keeps what follows from its other fields (Field.derived)."""

    def derive(self, b: Any, s: Any) -> None: ...  # works it out


class StackingRules(Rules, Protocol):
    """Rules that tell games apart further than by their phase, so that a GPU plays like ones side by side."""

    STACKS: int  # how many kinds there are

    def stack(self, s: Any) -> int: ...  # the state's


class Policy(Protocol):
    """The contract of games/<name>/policy.py: a light sensible player."""

    def worth(self, b: Any, s: Any, notes: Any, action: int) -> int: ...


class NotingPolicy(Policy, Protocol):
    """A policy that writes down once a decision what `worth` needs for every action."""

    NOTES: int  # how many numbers

    def note(self, b: Any, s: Any, notes: Any) -> None: ...


class ChoosyPolicy(NotingPolicy, Protocol):
    """A policy that knows at once which actions cannot be worth most."""

    # Writes some legal ids, ascending, all those that are worth most among them, and returns how many; notes what their
    # `worth` needs
    def shortlist(self, b: Any, s: Any, notes: Any, out: Any) -> int: ...


class Features(Protocol):
    """The contract of games/<name>/features.py: what fields do not say plainly, for players that learn."""

    NUM_FEATURES: int

    def features(self, b: Any, s: Any, seat: int, out: Any) -> None: ...  # writes counts among zeros, of a view


class Notation(Protocol):
    """The contract of games/<name>/notation.py: every id as text, "" for an id that is never legal.

    All texts of a game differ; if they depend on the state (Game.texts_need_state), those that are legal together do.
    """

    def action(self, box: Box, s: Any, number: int) -> str: ...
    def outcome(self, box: Box, number: int) -> str: ...
    def labels(self, box: Box) -> Mapping[str, Sequence[str]]: ...  # the labels of the axes of the state's fields


class Ending(Protocol):
    """The contract of games/<name>/result.py: how rounds end, and what points are made of (core/result.py)."""

    SYMBOL: str  # of a victory

    @property
    def SHARED(self) -> Sequence[str]: ...  # noqa: N802  # groups of the scene, told beside what each seat ended with

    @property
    def LINES(self) -> Sequence[tuple[str, str]]: ...  # noqa: N802  # what points are made of: (name, symbol)
    @property
    def TIES(self) -> Mapping[str, Counted]: ...  # noqa: N802  # by column: {number} of what breaks ties to {other}

    def ends_round(self, before: Any, after: Any) -> bool: ...  # whether the ply between two states does
    def parts(self, match: Any, seat: int, tally: Any, say: Any) -> Iterable[tuple[int, int, str]]: ...  # of a bar
    def why(self, t: Any) -> str: ...  # one reason for the result
    def headline(self, match: Any, tale: Any, turn: Any, say: Any) -> str: ...  # what a turn did, a few words


class SourcedEnding(Ending, Protocol):
    """An ending that tells by the decisions of a game where its points came from."""

    @property
    def SOURCES(self) -> Mapping[str, str]: ...  # noqa: N802  # the name of the source, by verb

    def points(self, s: Any, seat: int) -> int: ...


class SoloEnding(Ending, Protocol):
    """An ending of a game that can be played alone."""

    @property
    def RATINGS(self) -> Sequence[tuple[int, str]]: ...  # noqa: N802  # (the least points for it, its name)

    def notes(self, match: Any, seat: int, say: Any) -> Mapping[int, str]: ...  # how lines are made up


@dataclass(frozen=True, eq=False)
class Game:
    """One of the games; everything that knows no game works through this."""

    name: str
    title: str
    credits: str  # designer and publisher, in the reader's script
    seats: range
    options: tuple[Option, ...]
    score: tuple[str, ...]  # the columns: named lines, "total", then the tie-breaks (larger is better)
    fields: Fields
    actions: Verbs  # what can be decided
    outcomes: Verbs  # and drawn
    rules: Rules
    policy: Policy
    features: Features
    notation: Notation
    table: Callable[..., str]  # the table as text, for print(match)
    scene: Callable[..., Any]  # scene(match, seat, say): what lies where (core/scene.py)
    summary: Callable[..., Any]  # what a seat has, for the others (core/furniture.py)
    turns: Any  # whose turn it is, what was done in one, and its words (core/turns.py)
    ending: Any  # an Ending: how a game ended (core/result.py)
    counts: Callable[..., Mapping[tuple[str, str], int]]  # pieces that are alike, by kind and container
    # By verb: a ply as a phrase (core/telling.py), and where it is clicked (core/clicks.py)
    tells: Mapping[str, Callable[..., str]]
    clicks: Mapping[str, Callable[..., Any]]
    automatic: frozenset[str]  # the verbs that a table may carry out by itself where nothing else is legal
    box_fields: Fields
    read_box: boxes.Reader
    drawn: str = later("Drawn: {thing}")  # how a draw is told
    pitch: str = ""  # what one does in it, one sentence
    minutes: int = 30  # a game among people takes about so long
    on_paper: bool = False  # played on sheets that can be printed
    texts_need_state: bool = False
    open: bool = False  # everybody sees every decision as it is made
    spread: int = 10  # points that make a clear lead, for search
    # A match in which a seat lays at once what it has taken, for a look at what it tries (Scene.trials)
    when_laid: Callable[..., Any] = field(default=lambda match, seat: match)
    losing: frozenset[str] = frozenset()  # the verbs that only give something away: a search must be sure of them
    closing: frozenset[str] = frozenset()  # the verbs that only say that a turn, or a part of it, is over
    details: Mapping[str, Sequence[str]] = field(default_factory=dict)  # axes by verb that make no other choice
    guided_taste: Taste = GUIDED_TASTE  # how a search that a network guides weighs things
    uneven: bool = False  # plies cost so unequally, even at random, that a GPU had better sort games by their phase
    # Fields whose values name seats: the first value that does, from which on they are blocks of all seats; None for
    # values="seat" that are numbers of seats. Other fields with values="seat" name seats
    seated: Mapping[str, int | None] = field(default_factory=dict)
    heaviest: int = 2**15 - 1  # no outcome of a draw has more weight: a GPU keeps weights as narrow as that allows
    # Why a combination is not played
    refuse: Callable[[int, Mapping[str, int]], str | None] = field(default=lambda seats, options: None)

    @property
    def total(self) -> int:
        """The column of the total; the tie-breaks stand behind it."""
        return self.score.index("total")

    def line(self, name: str, say: Callable[[str], str]) -> str:
        """A column of the score in a reader's words; where its name in English is none, an ending has one."""
        return say(getattr(self.ending, "WRITTEN", {}).get(name, name))

    @property
    def sources(self) -> Mapping[str, str]:
        """Where points came from, by verb; empty if the score tells it."""
        found: Mapping[str, str] = getattr(self.ending, "SOURCES", {})
        return found

    @cached_property
    def folder(self) -> Path:
        return PACKAGE / "games" / self.name

    @cached_property
    def box(self) -> Box:
        """Our own box of this game."""
        return boxes.read((self.folder / "box.toml").read_text(encoding="utf-8"), self.box_fields, self.read_box)

    def open_box(self, text: str) -> Box:
        """A box from the text of a file of the same form."""
        return self.box if text == self.box.text else boxes.read(text, self.box_fields, self.read_box)

    @property
    def phases(self) -> int:
        """How many phases a state's field `phase` tells apart."""
        return len(self.notation.labels(self.box)["phase"])

    @property
    def stacks(self) -> int:
        """How many kinds of state a GPU tells apart: phases, unless the rules know better."""
        return int(getattr(self.rules, "STACKS", self.phases))

    def winners(self, lines: npt.NDArray[np.int64]) -> list[int]:
        """The seats that share the victory by lines[seat, column]: the total first, then the tie-breaks."""
        ranks = [tuple(row[self.total :].tolist()) for row in lines]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def names() -> list[str]:
    """The names of all games."""
    return list(_names())


@cache
def _names() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules([str(PACKAGE / "games")])))


def find(name: "str | Game") -> Game:
    """The game of that name. Raises UnknownGame."""
    if isinstance(name, Game):
        return name
    if name not in names():
        raise UnknownGame(f"there is no game {name!r}; expected one of: {', '.join(names())}")
    game: Game = import_module(f"demitasse.games.{name}").GAME
    return game
