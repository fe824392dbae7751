"""Ratings: one number for each player, from who finished ahead of whom (Bradley and Terry's model on Elo's scale)."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
ELO = 400 / math.log(10)  # 400 points: ten to one
AGAIN = 500  # tournaments made of the deals of this one, weighed anew, for the intervals
ADDED = 0.5  # of a game, to each side of those who met
ROUNDS = 200  # of the iteration, which is far more than a table of players needs


def ratings(ahead: Floats) -> tuple[Floats, Floats]:
    """Each player's rating, their mean 0, and its 95 % interval, [player, 2]; ahead[deal, i, j]: in how many games of
    a deal i finished ahead of j, a tie being half a game.

    Half a game is added to each side of those who met, so that somebody who won everything has a rating, too. Deals are
    what does not depend on each other, so the interval is that of tournaments in which every deal has another weight
    (the Bayesian bootstrap); the half games have one, too, so that who won everything has an interval, not a point.
    """
    players, random = ahead.shape[1], np.random.default_rng(0)
    weights = random.exponential(size=(AGAIN, len(ahead)))
    added = random.gamma(ADDED, size=(AGAIN, players, players))
    found = strengths(ahead.sum(axis=0)[None], np.full((1, players, players), ADDED))[0]
    spread = np.percentile(strengths(np.einsum("ad,dij->aij", weights, ahead), added), (2.5, 97.5), axis=0)
    return found, spread.T


def strengths(ahead: Floats, added: Floats) -> Floats:
    """[tournament, player] from ahead[tournament, i, j], by the usual iteration (minorise, maximise)."""
    met = (ahead + ahead.transpose(0, 2, 1)).sum(axis=0) > 0
    wins = ahead + met * added
    games = wins + wins.transpose(0, 2, 1)
    strength = np.ones(wins.shape[:2])
    for _ in range(ROUNDS):
        together = strength[:, :, None] + strength[:, None, :]
        strength = np.maximum(wins.sum(axis=2), 1e-9) / np.maximum((games / together).sum(axis=2), 1e-9)
        strength /= np.exp(np.log(strength).mean(axis=1, keepdims=True))
    found: Floats = ELO * np.log(strength)
    return found
