"""Results: what the end of a game is worth to every seat."""

import numpy as np
import numpy.typing as npt

from demitasse.core.game import Game

ALONE = 100  # points that are worth 1 to who plays alone


def results(game: Game, lines: npt.NDArray[np.int64]) -> list[float]:
    """Of lines[seat, column]: 1 for a victory, less than 0 for a defeat, in sum 0; a shared victory is shared.

    Alone: the points, as a part of ALONE, from -1 to 1.
    """
    seats = len(lines)
    if seats == 1:
        return [float(np.clip(lines[0, game.total] / ALONE, -1, 1))]
    winners = game.winners(lines)
    return [worth(1 / len(winners) if seat in winners else 0, seats) for seat in range(seats)]


def worth(share: float, seats: int) -> float:
    """A share of the victory as a result."""
    return (share * seats - 1) / (seats - 1)


def least(seats: int) -> float:
    """The least that a result can be."""
    return -1.0 if seats == 1 else worth(0, seats)
