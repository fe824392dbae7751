"""Walk: one game by ids, for programs that go ply by ply from Python and need neither texts nor a past."""

from collections.abc import Mapping
from functools import partial

import numpy as np
import numpy.typing as npt

from demitasse.core import compiled
from demitasse.core.draws import seeded
from demitasse.core.game import Game
from demitasse.core.setting import Setting, seed_number


class Walk:
    """A game at a desk: one record holds box, state and what is possible, since every further argument of a compiled
    call costs Python time.

    `start`, `step` and `draw` return (actor, number): a seat and how many of `ids` are legal, CHANCE (-1) and the sum
    of `weight`, or OVER (-2) and 0. `step` takes an id of either; `draw` makes the draw that is due by itself. Both
    raise IllegalAction, with nothing done.
    """

    def __init__(
        self,
        game: str | Game | Setting,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: int | None = None,
    ) -> None:
        self.setting = Setting.of(game, seats, options)
        self.game, self.seats, self.box = self.setting.game, self.setting.seats, self.setting.box
        self._kernels = compiled.kernels(self.game)
        self._desk = np.zeros(1, _layout(self.game))
        self._desk["box"], self._desk["random"] = self.box.records, seeded(seed_number(seed), 0)
        size = self.game.fields.dtype.itemsize
        self.bytes = self._desk.view(np.uint8)[:size]  # of the state, which lies first
        self._fresh = self.setting.state().view(np.uint8)
        self.ids, self.weight, self.states = self._desk["ids"][0], self._desk["weight"][0], self._desk["state"]
        self.step = partial(compiled.entry(self._kernels.walk, self._desk, 0), self._desk)
        self.draw = partial(compiled.entry(self._kernels.walk_draw, self._desk), self._desk)
        self.start()

    def start(self, seed: int | None = None) -> tuple[int, int]:
        """Begin anew; with a seed the draws, too."""
        if seed is not None:
            self._desk["random"] = seeded(seed_number(seed), 0)
        self.bytes[:] = self._fresh
        actor, number = self._kernels.sit(self._desk)
        return actor, number

    def scores(self) -> list[int]:
        """Every seat's total, as if the game ended now."""
        return [int(total) for total in self.lines()[:, self.game.total]]

    def lines(self) -> npt.NDArray[np.int64]:
        """[seat, column] of the score as Game.score names the columns, as if the game ended now."""
        out = compiled.lines(self.game)
        self._kernels.score(self.box.records, self.states.copy(), 0, out)
        return out[: self.seats]


def _layout(game: Game) -> np.dtype[np.void]:
    """The desk's record; the box comes last, for its end may lie anywhere."""
    rules = game.rules
    room = [
        ("ids", "i8", (rules.MAX_LEGAL,)),
        ("weight", "i8", (rules.NUM_OUTCOMES,)),
        ("actor", "i8"),
        ("number", "i8"),
        ("random", "i8"),
    ]
    return np.dtype(
        (np.record, np.dtype([("state", game.fields.dtype), *room, ("box", game.box_fields.dtype)], align=True))
    )
