"""Play: a game under way, ply by ply: what is the case, what is possible, plies made and taken back."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any, Literal, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from demitasse.core import compiled, draws
from demitasse.core.box import Box
from demitasse.core.bundles import Levels
from demitasse.core.errors import BadPosition, BadRecord, IllegalAction
from demitasse.core.fields import Records
from demitasse.core.game import Game
from demitasse.core.notation import Written
from demitasse.core.rule import CHANCE, OVER
from demitasse.core.setting import Setting

Actor = int | Literal["*"] | None
CAREFUL = 100  # a simple player who decides sensibly each time (`policy_choice`)
SHOWN = 12  # how many legal texts an error lists
TOGETHER = " / "  # between decisions that are said at once; no name of a box has it


class Ply(NamedTuple):
    """One decision or draw that was made."""

    actor: int | Literal["*"]
    id: int
    text: str
    by_seed: bool = False  # a draw that the seed made, not a person

    def __str__(self) -> str:
        return f"{self.actor} {self.text}"


@dataclass(frozen=True)
class Texts:
    """Every action (unless the texts need the state) and outcome of a game with a given box as text, and back."""

    actions: Sequence[str]
    outcomes: Sequence[str]
    action_ids: Mapping[str, int]
    outcome_ids: Mapping[str, int]


class Play:
    """A game under way. `seed` makes its draws repeatable; `auto_draw` makes them at once when they are due."""

    def __init__(
        self,
        game: str | Game | Setting,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: str | int | None = None,
        auto_draw: bool = False,
        names: Sequence[str] | None = None,
    ) -> None:
        self.setting = Setting.of(game, seats, options)
        self.game, self.seats, self.box = self.setting.game, self.setting.seats, self.setting.box
        self._kernels = compiled.kernels(self.game)
        self._step_now, self._look_now = _one_ply(self.game)
        self.texts = _texts(self.game, self.box)
        self.seed = None if seed is None else str(seed)
        self.luck: tuple[str, ...] = ()  # words that the players added to the seed, one a seat
        self.revealed = False  # whether the seed may be told although the game is not over: nobody plays on
        self.commit: str | None = None  # what a loaded record committed to, its seed not being revealed yet
        self.auto_draw = auto_draw
        self.names = _checked_names(names, self.seats)
        self.headers: dict[str, str] = {}  # what a record said beside what we know; kept
        self.pieces: Any = None  # the names of pieces that are alike, once a scene was drawn (core/scene.py)
        self.story: Any = None  # what was read of its turns, once they were asked for (core/turns.py)
        self.plies: list[Ply] = []
        self._earlier: tuple[Ply, ...] = ()  # the plies of this turn that a view began after
        self._before: Records | None = None  # the state before those
        self._begun: Records | None = None  # the state before the last plies that are all of one actor
        self.states: Records = self.setting.state()
        self._start = copied(self.states)
        self.from_start = True  # False for a match that began from a position
        self._legal: Written | None = None  # the texts of what is legal now, once they were asked for
        self._ids, self._weight = compiled.ids(self.game), compiled.weight(self.game)
        self._actor: int  # a seat, CHANCE or OVER
        self._look()
        self._auto()

    # What is the case ------------------------------------------------------------------------------------------------

    @property
    def options(self) -> Mapping[str, int]:
        """Those that are on, as numbers."""
        return self.setting.options

    @property
    def actor(self) -> Actor:
        """The seat to act, "*" when a draw is due, None when the game is over."""
        return "*" if self._actor == CHANCE else None if self._actor == OVER else self._actor

    @property
    def state(self) -> np.void:
        """The state's record."""
        record: np.void = self.states[0]
        return record

    def legal(self) -> Sequence[str]:
        """The texts of the legal actions in id order; none at a draw or after the end."""
        return self._written()

    def _written(self) -> Written:
        """They may be read when the game has gone on, so where they need the state they keep it."""
        if self._legal is None:
            write: Callable[[int], str] = self.texts.actions.__getitem__
            if self.game.texts_need_state:
                write = partial(self.game.notation.action, self.box, kept(self.states)[0])
            self._legal = Written(self.legal_ids(), write)
        return self._legal

    def legal_ids(self) -> list[int]:
        ids: list[int] = self._ids[: self._count].tolist()
        return ids if self._actor >= 0 else []

    def outcomes(self) -> dict[str, int]:
        """The possible outcomes of the draw that is due with their weights; none at a decision."""
        if self._actor != CHANCE:
            return {}
        return {self.texts.outcomes[i]: int(self._weight[i]) for i in np.flatnonzero(self._weight).tolist()}

    def scores(self) -> list[int]:
        """Every seat's total, as if the game ended now."""
        return [int(total) for total in self.score_lines()[:, self.game.total]]

    def breakdown(self) -> list[dict[str, int]]:
        """Every seat's score in its named lines, with the total and the tie-breaks."""
        return [dict(zip(self.game.score, row, strict=True)) for row in self.score_lines().tolist()]

    def score_lines(self) -> npt.NDArray[np.int64]:
        """[seat, column] as Game.score names the columns."""
        out = compiled.lines(self.game)
        self._kernels.score(self.box.records, self.states, 0, out)
        return out[: self.seats]

    def winners(self) -> list[int]:
        """The seats that share the victory; none before the end."""
        return self.game.winners(self.score_lines()) if self._actor == OVER else []

    def action_text(self, action: int) -> str:
        """The text of an action's id, as it reads now."""
        if self.game.texts_need_state:
            return self.game.notation.action(self.box, self.state, action)
        return self.texts.actions[action]

    def __str__(self) -> str:
        return self.game.table(self)

    def __repr__(self) -> str:
        now = "over" if self.actor is None else "a draw is due" if self.actor == "*" else f"seat {self.actor} to act"
        return f"<{type(self).__name__} {self.game.name}, {self.seats} seats, {len(self.plies)} plies, {now}>"

    # Playing ---------------------------------------------------------------------------------------------------------

    def play(self, text: str) -> None:
        """Carry out a decision or a draw. Raises IllegalAction, with nothing done, if it is not possible now."""
        text = unicodedata.normalize("NFC", text)  # however an accent was typed
        self._play(self._number(text), text)
        self._auto()

    def play_id(self, number: int, by_seed: bool = False) -> None:
        """Carry out a decision or a draw given by its id; `by_seed` marks a draw that the seed had made."""
        if self._actor == CHANCE:
            if not 0 <= number < len(self._weight) or not self._weight[number]:
                raise IllegalAction(
                    f"outcome {number} cannot be drawn; possible: {np.flatnonzero(self._weight).tolist()}"
                )
            self._play(int(number), self.texts.outcomes[number], by_seed)
        elif number not in self.legal_ids():
            raise IllegalAction(f"action {number} is not legal; legal: {self.legal_ids()}")
        else:
            self._play(int(number), self.action_text(number))
        self._auto()

    def draw(self) -> str:
        """Make the draw that is due; returns its text."""
        outcome = self.next_draw()
        self._play(outcome, self.texts.outcomes[outcome], by_seed=self.seed is not None)
        return self.plies[-1].text

    def next_draw(self) -> int:
        """The id of the outcome that the draw which is due will have by the seed (without one: may have)."""
        if self._actor != CHANCE:
            raise IllegalAction(
                "no draw is due" + (f": seat {self._actor} is to act" if self._actor >= 0 else ": the game is over")
            )
        weights: list[int] = self._weight.tolist()
        seed = None if self.seed is None else draws.mixed(self.seed, self.luck)
        return draws.unseeded(weights) if seed is None else draws.fair(seed, len(self.plies), weights)

    def policy_choice(self, care: int, random: int) -> int:
        """The id of the decision that a simple player as careful as `care` (0 to 100) would make."""
        room = compiled.room(self.game)
        return int(self._kernels.choose_at(self.box.records, self.states, 0, room, care, random))

    def undo(self) -> None:
        """Take back one ply; with auto_draw the draws after the last decision and that decision."""
        number = len(self.plies) - 1
        if self.auto_draw:
            while number >= 0 and self.plies[number].actor == "*":
                number -= 1
        if number < 0:
            raise IllegalAction(
                "there is no decision to take back" if self.auto_draw else "there is no ply to take back"
            )
        self.take_back(len(self.plies) - number)

    def take_back(self, plies: int) -> None:
        """Take back so many plies, decisions and draws alike."""
        if not 0 <= plies <= len(self.plies):
            raise IllegalAction(f"{plies} plies cannot be taken back; there are {len(self.plies)}")
        del self.plies[len(self.plies) - plies :]
        self.states[:] = self._start
        actors = [ply.actor for ply in self.plies]
        first = next((n for n in range(len(actors), 0, -1) if actors[n - 1] != actors[-1]), 0)
        self._replay(self.plies[:first])
        self._begun = copied(self.states) if first or self._before is None else self._before
        self._replay(self.plies[first:])
        self._look()

    def _replay(self, plies: Sequence[Ply]) -> None:
        self._kernels.replay(self.box.records, self.states, 0, np.array([ply.id for ply in plies], np.int64))

    def copy(self) -> Self:
        """An independent match in the same position with the same past."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        twin.headers, twin.plies = dict(self.headers), list(self.plies)
        twin.pieces = None if self.pieces is None else self.pieces.copy()
        twin.states, twin._ids, twin._weight = copied(self.states), self._ids.copy(), self._weight.copy()
        return twin

    def supposing(self, **fields: Any) -> Self:
        """A match without a past in which some fields of the state are otherwise, to see what could be done then."""
        twin = self.copy()
        for name, value in fields.items():
            twin.state[name] = value
        self._kernels.derive(self.box.records, twin.states, 0)
        return twin._restart()

    def view(self, seat: int) -> Self:
        """What `seat` may know, as a match of its own without a past."""
        if seat not in range(self.seats):
            raise IllegalAction(f"there is no seat {seat!r}; expected 0 to {self.seats - 1}")
        twin = self.copy()
        self._kernels.view(self.box.records, twin.states, 0, seat)
        earlier, begun = tuple(self.turn()) if self.game.open else (), self._begun
        twin._restart()
        if earlier:
            twin._earlier, twin._before, twin._begun = earlier, begun, begun
        return twin

    def turn(self) -> list[Ply]:
        """What the seat that acts has decided since another one did; in a view too, where nothing is secret."""
        found: list[Ply] = []
        for ply in reversed([*self._earlier, *self.plies]):
            if ply.actor != self.actor:
                break
            found.insert(0, ply)
        return found

    def turn_so_far(self) -> Iterator[tuple[Ply, Any, Any]]:
        """The plies of `turn`, each with the states before and after it."""
        before = self._begun
        for ply in self.turn():
            assert before is not None
            after = copied(before)
            self._kernels.step(self.box.records, after, 0, ply.id)
            yield ply, before[0], after[0]
            before = after

    def number(self, text: str) -> int:
        """The id of a decision or draw that is possible now. Raises IllegalAction if the text is none."""
        return self._number(unicodedata.normalize("NFC", text))

    def _number(self, text: str) -> int:
        if self._actor == OVER:
            raise IllegalAction(f"{text!r}: the game is over")
        if self._actor == CHANCE:
            outcome = self.texts.outcome_ids.get(text, -1)
            if outcome >= 0 and self._weight[outcome]:
                return outcome
            raise IllegalAction(f"{text!r} cannot be drawn; a draw is due, possible: {_some(list(self.outcomes()))}")
        if self.game.texts_need_state:
            number = self._written().number(text)
        else:
            number = self.texts.action_ids.get(text, -1)
            number = number if number in self.legal_ids() else -1
        if number >= 0:
            return number
        raise IllegalAction(f"{text!r} is not legal for seat {self._actor}; legal: {_some(self.legal())}")

    def ply(self, text: str) -> Ply:
        """The decision or draw that a text would be now. Raises IllegalAction if the text is none."""
        return Ply("*" if self._actor == CHANCE else self._actor, self.number(text), text)

    def said(self, text: str) -> Self:
        """What several decisions of one seat, said at once with TOGETHER between them, lead to. Raises IllegalAction if
        one of them is not legal then, or not that seat's: never across a draw.
        """
        twin, who = self.copy(), self.actor
        twin.auto_draw = False
        for part in parts_of(text):
            if twin.actor != who:
                raise IllegalAction(f"{part!r}: seat {who} does not decide then")
            twin.play(part)
        return twin

    def forced(self) -> int | None:
        """The id of the only decision there is, if the game lets a table make it by itself (`Game.automatic`) and the
        same seat goes on: what ends a turn or leads to a draw is left to people, who may want to take back before.
        Where something was drawn just now they cannot, and what only says that the turn is over is made, too.
        """
        ids = self.legal_ids()
        if len(ids) != 1:
            return None
        verb = self.game.actions.decode(ids[0]).verb
        if verb in self.game.closing and self.plies[-1:] and self.plies[-1].actor == "*":
            return ids[0]
        if verb not in self.game.automatic:
            return None
        after = self.copy()
        after.auto_draw = False
        after.play_id(ids[0])
        return ids[0] if after.actor == self.actor else None

    def _play(self, number: int, text: str, by_seed: bool = False) -> None:
        actor: int | Literal["*"] = "*" if self._actor == CHANCE else self._actor
        last = (self.plies or self._earlier)[-1:]
        if not last or last[0].actor != actor:
            self._begun = copied(self.states)
        self._actor, self._count = self._step_now(self.box.records, self.states, 0, number, self._ids, self._weight)
        self._legal = None
        self.plies.append(Ply(actor, number, text, by_seed))

    def _auto(self) -> None:
        while self.auto_draw and self._actor == CHANCE:
            self.draw()

    def _look(self) -> None:
        self._legal = None
        self._actor, self._count = self._look_now(self.box.records, self.states, 0, self._ids, self._weight)

    def _restart(self) -> Self:
        """Forget the past: the present position is the start."""
        self.plies, self._earlier, self.headers, self.from_start, self.story = [], (), {}, False, None
        self._before = self._begun = None
        self._start = copied(self.states)
        self._look()
        return self

    def set_state(self, states: Records) -> None:
        """Begin anew from a state. Raises BadPosition, with nothing done, if it breaks an invariant."""
        found = copied(states)
        if not (why := broken_fields(self.game, self.box, found)):
            self._kernels.derive(self.box.records, found, 0)
            why = broken(self.game, self.box, found)
        if why:
            raise BadPosition(f"the position breaks an invariant: {why}")
        self.states = found
        self._restart()
        self._auto()


def parts_of(text: str) -> list[str]:
    """The decisions of a text that says several at once."""
    return text.split(TOGETHER)


def broken(game: Game, box: Box, states: Records) -> str:
    """The invariant that a state breaks, those that follow from its fields first; empty if all hold."""
    why = broken_fields(game, box, states)
    number = 0 if why else compiled.kernels(game).check(box.records, states, 0)
    return str(game.rules.INVARIANTS[number]) if number else why


def broken_fields(game: Game, box: Box, states: Records) -> str:
    """The field that is not what it may be; empty if all are."""
    return game.fields.broken(states[0], game.notation.labels(box))


def copied(states: Records) -> Records:
    """A copy of states, all bytes at once: NumPy copies a record field by field, which takes many times as long."""
    twin: Records = states.view(np.uint8).copy().view(states.dtype)
    return twin


def kept(states: Records) -> Records:
    """As they are now, only to be read: made in a third of the time that a copy takes."""
    return np.frombuffer(states.tobytes(), states.dtype)


@cache
def _one_ply(game: Game) -> tuple[Any, Any]:
    """The game's `step_on` and `look`, without Numba's look at what every call is given: it is always of one kind."""
    kernels, boxes, states = compiled.kernels(game), game.box.records, game.fields.zeros()
    room = compiled.ids(game), compiled.weight(game)
    return compiled.entry(kernels.step_on, boxes, states, 0, 0, *room), compiled.entry(
        kernels.look, boxes, states, 0, *room
    )


def perft(match: Play, depth: int) -> int:
    """The number of lines of `depth` plies from here; a draw branches into each possible outcome once."""
    game, rules = match.game, match.game.rules
    levels = Levels(
        states=game.fields.zeros(depth + 1),
        ids=np.zeros((depth + 1, rules.MAX_LEGAL), np.int64),
        weight=np.zeros((depth + 1, rules.NUM_OUTCOMES), np.int64),
        at=np.zeros(depth + 1, np.int64),
        left=np.zeros(depth + 1, np.int64),
    )
    levels.states[0] = match.states[0]
    return int(compiled.kernels(game).perft(match.box.records, levels, depth))


@lru_cache(maxsize=256)
def _texts(game: Game, box: Box) -> Texts:
    actions = (
        [] if game.texts_need_state else [game.notation.action(box, None, i) for i in range(game.rules.NUM_ACTIONS)]
    )
    outcomes = [game.notation.outcome(box, i) for i in range(game.rules.NUM_OUTCOMES)]
    return Texts(actions, outcomes, _numbers(actions), _numbers(outcomes))


def _numbers(texts: Sequence[str]) -> dict[str, int]:
    return {text: i for i, text in enumerate(texts) if text}


def _checked_names(names: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    if names is None:
        return tuple(f"seat {seat}" for seat in range(seats))
    if len(names) != seats:
        raise BadRecord(f"expected {seats} names, one for each seat; got {len(names)}")
    for name in names:
        if not name.strip() or name != name.strip() or "|" in name or not name.isprintable():
            raise BadRecord(
                f"the name {name!r} is empty or has a character that names may not have (| or a control character)"
            )
    return tuple(names)


def _some(texts: Sequence[str]) -> str:
    more = f" … ({len(texts)} in all)" if len(texts) > SHOWN else ""
    return ", ".join(texts[:SHOWN]) + more
