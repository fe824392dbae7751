"""Batch: n games in one array, one decision in each at a time; the draws are made by themselves."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from demitasse.core import device as devices
from demitasse.core.bundles import Games
from demitasse.core.draws import seeded
from demitasse.core.errors import BadOption, IllegalAction
from demitasse.core.fields import Records
from demitasse.core.game import Game
from demitasse.core.observation import Crowd, Layout
from demitasse.core.rule import OVER
from demitasse.core.setting import Setting, seed_number

Ints = npt.NDArray[np.int64]
SHOWN = 8  # games of a batch that a notebook shows


class Batch:
    """Many games of one kind side by side, for learning and measuring.

    actor[i] is the seat to act in game i, or OVER (-2) when that game has just ended; the next step starts it anew;
    scores[i, seat] is what the last step returned. On the device "cuda" all arrays lie on the GPU (`fetch` copies one
    here), and a step takes its actions from there or from here. The argument `scores` tells if every step counts every
    game's score as it stands, or only that of games which end: faster, where counting takes longer than playing.
    Observations have room for `room` seats, by default for those that play.
    """

    def __init__(
        self,
        game: str | Game | Setting,
        number: int,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: int | None = None,
        device: str = "cpu",
        scores: Literal["now", "end"] = "now",
        room: int | None = None,
    ) -> None:
        self.setting = Setting.of(game, seats, options)
        self.game, self.seats, self.box = self.setting.game, self.setting.seats, self.setting.box
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise BadOption(f"a batch has at least one game; got {number!r}")
        seed = seed_number(seed)
        if scores not in ("now", "end"):
            raise BadOption(f"a batch counts scores 'now' or at the 'end'; got {scores!r}")
        self._now, self._room = int(scores == "now"), room
        self._device = devices.find(device, self.game)
        send = self._device.send
        self._setup = self.setting.setup(send)
        self._games = Games(
            states=send(self.game.fields.zeros(number)),
            randoms=send(_generators(seed, 0, number)),
            actors=send(np.full(number, OVER, np.int64)),  # so that the first step starts every game
            ids=send(np.zeros((number, self.game.rules.MAX_LEGAL), np.int64)),
            counts=send(np.zeros(number, np.int64)),
            scores=send(np.zeros((number, self.seats), np.int64)),
            done=send(np.zeros(number, np.bool_)),
        )
        self.actor, self.scores = self._games.actors, self._games.scores
        self._lots = send(_generators(seed, number, number))  # what `sample` chooses by
        self._sample = send(np.zeros(number, np.int64))
        self.chosen = send(np.zeros(number, np.int64))  # what `play` plays: the batch's own, for learners to write into
        self._step(send(np.zeros(number, np.int64)))

    def _repr_html_(self) -> str:
        """The first games, as a notebook shows them."""
        head = "".join(f"<th>{name}</th>" for name in ("game", "to act", "choices", "points"))
        actors, counts, scores = (self.fetch(each)[:SHOWN].tolist() for each in (self.actor, *self._games[4:6]))
        rows = (
            f"<tr><th>{i}</th><td>{'over' if who == OVER else who}</td><td>{count}</td><td>{points}</td></tr>"
            for i, (who, count, points) in enumerate(zip(actors, counts, scores, strict=True))
        )
        about = f"{len(self.actor):,} games of {self.game.title} by {self.seats}; the first {len(actors)}"
        return f"<table><caption>{about}</caption><tr>{head}</tr>{''.join(rows)}</table>"

    @property
    def states(self) -> Records:
        """Every game's state; on the CPU the batch's own array."""
        return self.fetch(self._games.states).view(self.game.fields.dtype).reshape(-1)

    def legal(self) -> tuple[Ints, Ints]:
        """(ids, counts): ids[i, :counts[i]] are the legal action ids of game i, ascending."""
        return self._games.ids, self._games.counts

    def sample(self) -> Ints:
        """A legal action for each game, any of them with the same chance; the array is the batch's own."""
        self._device.run("batch_sample", len(self.actor), self._games, self._lots, self._sample)
        sample: Ints = self._sample
        return sample

    def step(self, actions: npt.ArrayLike) -> tuple[Ints, npt.NDArray[np.bool_]]:
        """(scores[i, seat], done[i]) after one decision in each game and the draws that follow.

        The arrays are the batch's own and change with the next step. Raises IllegalAction, with nothing done, if an
        action is not legal in its game; the action for a finished game is ignored.
        """
        chosen = self._sent(actions, "actions")
        self._check(chosen)
        self._step(chosen)
        return self._games.scores, self._games.done

    # For learners: arrays lie where the games do, are the batch's own and change with the next call ------------------

    @cached_property
    def layout(self) -> Layout:
        """What the numbers of an observation are."""
        return Layout(self.setting, self._room)

    @cached_property
    def _crowd(self) -> Crowd:
        return Crowd(self.layout, self._device, self._setup, len(self.actor))

    def observe(self, viewers: npt.ArrayLike | None = None) -> Any:
        """float32[game, number]: what each game's viewer sees, by default the seat that acts; zeros where the game is
        over, or the viewer -1.
        """
        return self._crowd.see(self._games.states, self.actor if viewers is None else self._sent(viewers, "viewers"))

    def follow(self) -> Any:
        """As `observe` of the seats that act, and faster on a core: only what changed since the last call is
        written. So nobody else may write into the array, and NumPy refuses it.
        """
        return self._crowd.follow(self._games.states, self.actor)

    def glances(self) -> Any:
        """float32[game, number]: what the seat that acts sees at a glance (the game's features.py, then all scores)."""
        return self._crowd.glance(self._games.states, self.actor)

    def priors(self) -> Any:
        """float32[game, choice]: how likely the policy's taste makes each of the legal actions, as the search does."""
        return self._crowd.rank(self._games)

    def play(self) -> None:
        """As `step`, with what was written into `chosen`, trusted to be legal: nothing is looked at nor fetched."""
        self._step(self.chosen)

    def mask(self) -> Any:
        """int8[game, action]: 1 for what is legal. The lists of `legal` are far smaller."""
        return self._crowd.mask(self._games)

    def shares(self) -> Any:
        """float32[game, seat]: every seat's share of the victory by total and tie-breaks, in games that are over."""
        return self._crowd.shares(self._games)

    def fetch(self, array: Any) -> npt.NDArray[Any]:
        """An array of the batch as NumPy's."""
        return self._device.fetch(array)

    def _sent(self, numbers: npt.ArrayLike, what: str) -> Any:
        """A number for each game, from here or from the device, there."""
        found: Any = (
            numbers if hasattr(numbers, "__cuda_array_interface__") else np.ascontiguousarray(numbers, np.int64)
        )
        if found.shape != self.actor.shape or found.dtype != np.int64:
            raise IllegalAction(
                f"expected {len(self.actor)} {what}, one for each game; got {found.dtype} of shape {found.shape}"
            )
        return self._device.send(found)

    def _check(self, chosen: Any) -> None:
        number = len(self.actor)
        wrong = self._device.send(np.array([number], np.int64))
        self._device.run("batch_check", number, self._games, chosen, wrong)
        if (first := int(self.fetch(wrong)[0])) < number:
            legal = self.fetch(self._games.ids)[first, : self.fetch(self._games.counts)[first]].tolist()
            raise IllegalAction(f"game {first}: action {self.fetch(chosen)[first]} is not legal; legal: {legal}")

    def _step(self, chosen: Any) -> None:
        self._device.run("batch_step", len(self.actor), self._setup, self._games, chosen, self._now)


def _generators(seed: int, first: int, number: int) -> Ints:
    """The generators of so many streams of a seed."""
    return np.array([seeded(seed, first + i) for i in range(number)], np.int64)
