"""The sequential test: what is known of a mean after any number of values, valid whenever one stops looking.

For every number that the mean might be, somebody bets that it is higher and somebody that it is lower, each with a
fortune of 1. If the mean is that number the game is fair, and a fortune ever exceeds c with a probability of 1/c at
most (Ville's inequality). So the numbers at which nobody has become rich enough form an interval that contains the mean
*at all times at once* with the promised probability: one may look after every game and stop when one likes what one
sees. Nothing is assumed of the values but that they lie between 0 and 1 and that deals do not depend on each other.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

STEPS = 1000  # the interval's ends are multiples of a thousandth
BOLD = 0.9  # the most of a fortune that may be lost at once
EQUAL, AHEAD, BEHIND = "equal", "ahead", "behind"

Floats = npt.NDArray[np.float64]


class Watch:
    """Watches values between 0 and 1 come in; `low` to `high` contains their mean with probability 1 - error, ever."""

    def __init__(self, error: float) -> None:
        self.number = 0
        self.low, self.high = 0.0, 1.0
        self._sum = self._squares = 0.0
        self._rich = math.log(2 / error)  # there are two who bet
        self._means = np.linspace(0, 1, STEPS + 1)
        self._higher = np.zeros(STEPS + 1)  # the logarithm of a fortune, for each mean
        self._lower = np.zeros(STEPS + 1)

    def add(self, value: float) -> None:
        guess = (0.5 + self._sum) / (1 + self.number)
        spread = (0.25 + self._squares) / (1 + self.number)
        self._higher += _won(self._means, value, guess, spread)
        self._lower += _won(1 - self._means, 1 - value, 1 - guess, spread)
        self.number += 1
        self._sum += value
        self._squares += (value - (0.5 + self._sum) / (1 + self.number)) ** 2
        possible = np.flatnonzero((self._higher < self._rich) & (self._lower < self._rich))
        if len(possible):  # none: values that contradict each other; the last interval stands
            first, last = max(0, possible[0] - 1), min(STEPS, possible[-1] + 1)  # the mean may lie between two steps
            self.low, self.high = max(self.low, float(self._means[first])), min(self.high, float(self._means[last]))

    def verdict(self, middle: float, margin: float) -> str:
        """Where the mean lies: above `middle`, below it, within the margin around it; empty while that is not known."""
        if self.low >= middle:  # the ends of the interval are given up themselves
            return AHEAD
        if self.high <= middle:
            return BEHIND
        return EQUAL if middle - margin <= self.low and self.high <= middle + margin else ""


def _won(means: Floats, value: float, guess: float, spread: float) -> Floats:
    """What a bet on more than each mean wins, as a logarithm: as much is put on it as would have served best so far."""
    edge = guess - means
    stake = np.clip(edge / (spread + edge**2), 0, BOLD / np.maximum(means, 1 / STEPS))
    return np.log1p(stake * (value - means))
