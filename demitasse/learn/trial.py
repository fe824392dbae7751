"""Trials: how a network alone, without search, fares against `regular`, one of it at each table, where it learns."""

from __future__ import annotations

from typing import NamedTuple

import torch

from demitasse.core.setting import Setting
from demitasse.learn.network import PER_SPREAD, POINTS, SHARE, Net
from demitasse.learn.tables import Tables

MOST = 4_000  # decisions of a game; few have a tenth of it


class Strength(NamedTuple):
    """Of so many games: the network's share of victory, its points, and those of the others."""

    games: int
    share: float
    points: float
    others: float

    def __str__(self) -> str:
        return f"{self.share:.1%} of {self.games} ({self.points:.1f} : {self.others:.1f} points)"


@torch.no_grad()
def trial(net: Net, setting: Setting, games: int, seed: int, device: str) -> Strength:
    """Every game once; the network sits at each seat in turn and does what it likes best, `regular` what it values."""
    tables = Tables([setting], games, seed, device)
    mine = torch.arange(games, device=device) % setting.seats
    left = torch.ones(games, dtype=torch.bool, device=device)
    ends = torch.zeros((games, setting.game.seats[-1], 3), device=device)
    for step in range(MOST):
        sight = tables.look()
        logits, _ = net(sight)
        taste = sight.priors.float() + 1e-6 * torch.rand_like(sight.priors, dtype=torch.float32)
        picks = torch.where(sight.actors == mine, logits.argmax(1), taste.argmax(1))
        over, result = tables.play(sight.ids.gather(1, picks[:, None])[:, 0].long())
        ends[left & over] = result[left & over]
        left &= ~over
        if step % 16 == 0 and not left.any():
            break
    own = ends.gather(1, mine[:, None, None].expand(-1, 1, 3))[:, 0]
    rest = (ends[..., POINTS].sum(1) - own[:, POINTS]) / max(setting.seats - 1, 1)
    points = (each.mean().item() * PER_SPREAD * setting.game.spread for each in (own[:, POINTS], rest))
    return Strength(games, own[:, SHARE].mean().item(), *points)
