"""Game: what one game gives to all that is built on it, and the registry of games."""

import importlib.util
import pkgutil
import secrets
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from demitasse.core import box as boxes
from demitasse.core import rule
from demitasse.core.box import Box
from demitasse.core.errors import BadOption, UnknownGame
from demitasse.core.fields import Fields, Records
from demitasse.core.tables import Option
from demitasse.core.verbs import Verbs
from demitasse.core.words import Say, later


class Rules(Protocol):
    """The contract of games/<name>/rules.py: module-level functions under @rule, and the sizes they work with.

    b is the box, a read-only record; s the state, a record edited in place; the functions trust what they are given.
    """

    NUM_ACTIONS: int
    MAX_LEGAL: int
    NUM_OUTCOMES: int
    MAX_PLIES: int
    INVARIANTS: Sequence[str]  # what `check` looks at; number n is INVARIANTS[n], and number 0 means that all hold

    def setup(self, b: Any, s: Any, seats: int, options: Any) -> None: ...
    def actor(self, b: Any, s: Any) -> int: ...  # a seat, CHANCE or OVER
    def legal(self, b: Any, s: Any, out: Any) -> int: ...  # writes the legal ids, ascending; returns how many
    def apply(self, b: Any, s: Any, action: int) -> None: ...
    def chances(self, b: Any, s: Any, weight: Any) -> int: ...  # writes every outcome's weight; returns their sum
    def settle(self, b: Any, s: Any, outcome: int) -> None: ...
    def score(self, b: Any, s: Any, out: Any) -> None: ...  # out[seat, column] as Game.score names the columns
    def view(self, b: Any, s: Any, seat: int) -> None: ...  # hides from s what that seat may not know; may be absent
    def check(self, b: Any, s: Any) -> int: ...


class Notation(Protocol):
    """The contract of games/<name>/notation.py: every id as text, "" for an id that is never legal.

    All texts of a game differ; if they depend on the state (Game.texts_need_state), those that are legal together do.
    """

    def action(self, box: Box, s: Any, number: int) -> str: ...
    def outcome(self, box: Box, number: int) -> str: ...
    def labels(self, box: Box) -> Mapping[str, Sequence[str]]: ...  # the labels of the axes of the state's fields


PARTS = ("rules", "players", "playouts", "search")  # what is compiled apart, in the order in which it is needed


@dataclass(frozen=True, eq=False)
class Game:
    """One of the games; everything that knows no game works through this."""

    name: str
    title: str
    credits: str  # designer and publisher, as the rulebook names them
    seats: range
    options: tuple[Option, ...]
    score: tuple[str, ...]  # the columns: named lines, "total", then the tie-breaks (larger is better)
    fields: Fields
    rules: Any  # Rules; a module, so not checked by the type checker
    policy: ModuleType
    notation: Any  # Notation
    table: Callable[..., str]  # the table as text, for print(match)
    box_fields: Fields
    read_box: boxes.Reader
    scene: Callable[..., Any] | None = None  # scene(match, seat, say): what lies where (core/scene.py)
    counts: Callable[..., Mapping[tuple[str, str], int]] = field(
        default=lambda match: {}
    )  # pieces that are alike, by kind and container
    actions: Verbs | None = None  # what can be decided; None while a game's verbs are not a table yet
    outcomes: Verbs | None = None  # and drawn
    tells: Mapping[str, Callable[..., str]] = field(
        default_factory=dict
    )  # by verb: a ply as a phrase (core/telling.py)
    clicks: Mapping[str, Callable[..., Any]] = field(default_factory=dict)  # by verb: where it is clicked
    tell: Callable[[Box, str, Say], str] = field(
        default=lambda box, text, say: text
    )  # a text as a phrase, in a game whose verbs are not a table yet
    drawn: str = later("Drawn: {thing}")  # how a draw is told
    pitch: str = ""  # what one does in it, one sentence
    minutes: int = 30  # a game among people takes about so long
    texts_need_state: bool = False
    spread: int = 10  # points that make a clear lead, for search
    uneven: bool = False  # plies cost so unequally, even at random, that a GPU had better sort games by their phase
    heaviest: int = 2**15 - 1  # no outcome of a draw has more weight: a GPU keeps weights as narrow as that allows
    refuse: Callable[[int, Mapping[str, int]], str | None] = field(
        default=lambda seats, options: None
    )  # why a combination is not played

    @property
    def total(self) -> int:
        """The column of the total; the tie-breaks stand behind it."""
        return self.score.index("total")

    def broken(self, box: Box, states: Records) -> str:
        """The invariant that a state breaks, those that follow from its fields first; empty if all hold."""
        why = self.fields.broken(states[0], self.notation.labels(box)) if self.actions is not None else ""
        number = 0 if why else self.kernels.check(box.records, states, 0)
        return self.rules.INVARIANTS[number] if number else why

    @cached_property
    def folder(self) -> Path:
        return Path(sys.modules[self.rules.__name__].__file__ or "").parent

    @cached_property
    def box(self) -> Box:
        """Our own box of this game."""
        return boxes.read((self.folder / "box.toml").read_text(encoding="utf-8"), self.box_fields, self.read_box)

    def open_box(self, text: str) -> Box:
        """A box from the text of a file of the same form."""
        return self.box if text == self.box.text else boxes.read(text, self.box_fields, self.read_box)

    @cached_property
    def kernels(self) -> Any:
        """core/kernels.py over this game's rules."""
        return self._instance("kernels", rules=self.rules, policy=self.policy)

    @cached_property
    def search(self) -> Any:
        """core/search.py over this game's rules."""
        return self._instance("search", rules=self.rules, policy=self.policy, kernels=self.kernels)

    @property
    def phases(self) -> int:
        """How many phases a state's field `phase` tells apart."""
        return len(self.notation.labels(self.box)["phase"])

    @cached_property
    def grid(self) -> Any:
        """core/grid.py over this game's rules; needs Numba's CUDA, or its simulator."""
        assert self.rules.NUM_ACTIONS < 2**15
        sizes = {
            "MAX_LEGAL": self.rules.MAX_LEGAL,
            "NUM_OUTCOMES": self.rules.NUM_OUTCOMES,
            "SEATS": self.seats[-1],
            "COLUMNS": len(self.score),
        }
        kinds: dict[str, Any] = {
            "STATE": self.fields.dtype,
            "PHASES": self.phases,
            "NOTES": self.kernels.NOTES,
            "NOTE": np.int64,
        }
        if rule.JIT:
            kinds |= {
                "ID": np.int16,
                "WEIGHT": np.int8 if self.heaviest < 2**7 else np.int16,
                "NUMBER": np.int32,
                "WARP": 32,
            }
        else:  # Numba's simulator: narrow numbers would overflow in plain Python, and threads go one way each
            kinds |= {"ID": np.int64, "WEIGHT": np.int64, "NUMBER": np.int64, "WARP": 1}
        return self._instance("grid", rules=self.rules, kernels=self.kernels, **sizes, **kinds)

    def _instance(self, file: str, **given: Any) -> Any:
        """A file of core run anew for this game, with some names given: so its functions are module-level ones that
        Numba finds on disk again.
        """
        name = f"demitasse.games.{self.name}.{file}"
        spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{file}.py"))
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        vars(module).update(given)
        sys.modules[name] = module  # Numba finds the functions of compiled code by their module's name
        spec.loader.exec_module(module)
        return module

    def warm(self, simulation: bool = False, search: bool = False) -> float:
        """Compile what a match and simple players need, and simulations and search if asked (or load it from disk);
        returns the seconds it took.
        """
        began = time.perf_counter()
        for part in ("rules", "players", *["playouts"] * simulation, *["search"] * search):
            self.prepare(part)
        return time.perf_counter() - began

    def prepare(self, part: str) -> None:
        """Compile one of PARTS, or load it from disk, by using it once; says so on standard error if it was not found
        on disk.
        """
        if not self.is_prepared(part):
            print(
                f"Compiling the {part} of {self.title} (once on this machine, less than a minute) …",
                file=sys.stderr,
                flush=True,
            )
        {
            "rules": self._play_once,
            "players": self._choose_once,
            "playouts": self._simulate_once,
            "search": self._search_once,
        }[part]()
        if rule.JIT:
            self._mark(part).parent.mkdir(parents=True, exist_ok=True)
            self._mark(part).touch()

    def is_prepared(self, part: str) -> bool:
        """Whether a part lies compiled on disk, or nothing is compiled at all."""
        return not rule.JIT or self._mark(part).exists()

    def _mark(self, part: str) -> Path:
        return rule.cache_folder(self.name) / f"{part}.compiled"

    def _play_once(self) -> None:
        from demitasse.core.match import Match

        match = Match(self, self.seats[-1], seed="warm", auto_draw=True)
        match.play(match.legal()[0])
        match.undo()
        match.view(0).scores()

    def _choose_once(self) -> None:
        from demitasse.core.match import Match

        match = Match(self, self.seats[-1], seed="warm", auto_draw=True)
        match.set_state(match.states)
        self.choose(match, 100, 1)

    def _simulate_once(self) -> None:
        from demitasse.core.batch import Batch
        from demitasse.core.match import Match, perft

        perft(Match(self, self.seats[-1]), 1)
        batch = Batch(self, 1, self.seats[-1])
        batch.step(batch.sample())
        self.simulate(self.seats[-1], {}, [0] * self.seats[-1], seed=1, first=0, games=1)

    def _search_once(self) -> None:
        from demitasse.core.match import Match
        from demitasse.core.tree import Searcher

        Searcher(self, capacity=1000).think(Match(self, self.seats[-1], seed="warm", auto_draw=True), simulations=2)

    def settings(self, seats: int, options: Mapping[str, object]) -> dict[str, int]:
        """The options as numbers, absent ones left out. Raises BadOption for a seat count, option or value the game
        lacks.
        """
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.seats:
            raise BadOption(f"{self.title} is played by {self.seats[0]} to {self.seats[-1]}; got {seats!r} seats")
        known = {option.name: option for option in self.options}
        found: dict[str, int] = {}
        for name, value in options.items():
            if name not in known:
                names = ", ".join([*known, "box"])
                raise BadOption(f"{self.title} has no option {name!r}; expected one of: {names}")
            if number := _setting(known[name], value):
                found[name] = number
        if why := self.refuse(seats, found):
            raise BadOption(why)
        return found

    def option_array(self, settings: Mapping[str, int]) -> npt.NDArray[np.int64]:
        return np.array([settings.get(option.name, 0) for option in self.options] or [0], np.int64)

    def state(self, box: Box, seats: int, settings: Mapping[str, int]) -> Records:
        """An array of one state, set up."""
        for name in settings:
            if name in box.refuses:
                raise BadOption(f"{name} cannot be played with this box: {box.refuses[name]}")
        states = self.fields.zeros()
        self.kernels.start(box.records, states, 0, self.fields.zeros(), seats, self.option_array(settings))
        return states

    def choose(self, match: Any, care: int, random: int) -> int:
        """The id of the decision that a simple player as careful as `care` (0 to 100) would make."""
        ids, _ = self.scratch()
        return int(self.kernels.choose_at(match.box.records, match.states, 0, ids, self.notes(), care, random))

    def scratch(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Room for legal ids and for weights."""
        return np.zeros(self.rules.MAX_LEGAL, np.int64), np.zeros(self.rules.NUM_OUTCOMES, np.int64)

    def notes(self) -> npt.NDArray[np.int64]:
        """Room for the policy's notes."""
        return np.zeros(self.kernels.NOTES, np.int64)

    def simulate(
        self,
        seats: int,
        settings: Mapping[str, int],
        care: Sequence[int],
        seed: int,
        first: int,
        games: int,
        box: Box | None = None,
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Play games number first, first + 1, … of a seed: (scores[game, seat, column], lengths[game])."""
        box = box or self.box
        states = self.state(box, seats, settings)
        scores = np.zeros((games, self.seats[-1], len(self.score)), np.int64)
        lengths = np.zeros(games, np.int64)
        options = self.option_array(settings)
        cares = np.array(care, np.int64)
        self.kernels.playouts(
            box.records,
            states,
            self.fields.zeros(),
            seats,
            options,
            cares,
            seed,
            first,
            scores,
            lengths,
            *self.scratch(),
            self.notes(),
        )
        return scores[:, :seats], lengths

    def winners(self, lines: npt.NDArray[np.int64]) -> list[int]:
        """The seats that share the victory by lines[seat, column]: the total first, then the tie-breaks."""
        ranks = [tuple(row[self.total :].tolist()) for row in lines]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def seed_number(seed: int | None) -> int:
    """The seed of a batch or a walk, or any if none is given. Raises BadOption."""
    found = secrets.randbelow(2**31) if seed is None else seed
    if not 0 <= found < 2**31:
        raise BadOption(f"a seed here is a number from 0 to 2**31 - 1; got {found!r}")
    return found


def _setting(option: Option, value: object) -> int:
    if option.high == 1:
        if not isinstance(value, bool) and value not in (0, 1):
            raise BadOption(f"option {option.name} is a switch; expected true or false, got {value!r}")
        return int(bool(value))
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= option.high:
        raise BadOption(f"option {option.name} is a number from 0 to {option.high}; got {value!r}")
    return value


def names() -> list[str]:
    """The names of all games."""
    return list(_names())


@cache
def _names() -> tuple[str, ...]:
    package = import_module("demitasse.games")
    return tuple(sorted(module.name for module in pkgutil.iter_modules(package.__path__)))


def find(name: "str | Game") -> Game:
    """The game of that name. Raises UnknownGame."""
    if isinstance(name, Game):
        return name
    if name not in names():
        raise UnknownGame(f"there is no game {name!r}; expected one of: {', '.join(names())}")
    game: Game = import_module(f"demitasse.games.{name}").GAME
    return game
