"""Tables: games of several settings side by side, as tensors that lie where the games are played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from demitasse.core.batch import Batch
from demitasse.core.rule import OVER
from demitasse.core.setting import Setting
from demitasse.learn.network import LEAD, PER_SPREAD, POINTS, PROSPECTS, SHARE, Sight


class Table:
    """So many games of one setting."""

    def __init__(self, setting: Setting, number: int, seed: int, device: str) -> None:
        self.setting, self.number, self.device = setting, number, device
        self.room = setting.game.seats[-1]
        self._batch = Batch(setting, number, seed=seed, device=device, scores="end", room=self.room)
        ids, counts = self._batch.legal()
        self.ids, self.counts = self._tensor(ids), self._tensor(counts)
        self.actors, self.chosen = self._tensor(self._batch.actor), self._tensor(self._batch.chosen)
        self._scores = self._tensor(self._batch.scores)
        self._seats = torch.full((number,), setting.seats, device=device)

    def look(self) -> Sight:
        """What the seats to act see; ids, counts and who they are belong to the batch and change with `play`."""
        seen, glances, priors = (self._tensor(each()) for each in self._looks())
        numbers = torch.cat((seen, glances), 1).half()
        return Sight(numbers, self.ids.short(), self.counts.clone(), priors.half(), self.actors.clone(), self._seats)

    def play(self, actions: Tensor) -> None:
        self.chosen.copy_(actions)
        self._batch.play()

    def begin_anew(self, these: Tensor) -> None:
        """With the next `play`."""
        self.actors.masked_fill_(these, OVER)

    def results(self) -> Tensor:
        """[game, seat, prospect] of games that are over, seats as the table counts them."""
        spread, seats = float(self.setting.game.spread), self.setting.seats
        found = torch.zeros((self.number, self.room, PROSPECTS), device=self.device)
        found[:, :seats, SHARE] = self._tensor(self._batch.shares())
        totals = self._scores.float()
        if seats > 1:
            best = totals.topk(2, dim=1).values
            others = torch.where(totals == best[:, :1], best[:, 1:], best[:, :1])
            found[:, :seats, LEAD] = squash(totals - others, spread)
        found[:, :seats, POINTS] = totals / (PER_SPREAD * spread)
        return found

    def _looks(self) -> Sequence[Any]:
        return self._batch.observe, self._batch.glances, self._batch.priors

    def _tensor(self, array: Any) -> Tensor:
        """The same memory."""
        return torch.from_numpy(array) if isinstance(array, np.ndarray) else torch.as_tensor(array, device=self.device)


class Tables:
    """Tables of several settings of a game, seen and played as one."""

    def __init__(self, settings: Sequence[Setting], number: int, seed: int, device: str) -> None:
        each = number // len(settings)
        self.tables = [Table(setting, each, seed + k, device) for k, setting in enumerate(settings)]
        self.game, self.number = settings[0].game, each * len(settings)

    def look(self) -> Sight:
        return Sight(*map(torch.cat, zip(*(table.look() for table in self.tables), strict=True)))

    def play(self, actions: Tensor) -> tuple[Tensor, Tensor]:
        """One decision in each game; (whether it is over now, its result if it is)."""
        for table, chosen in zip(self.tables, self._split(actions), strict=True):
            table.play(chosen)
        over = torch.cat([table.actors < 0 for table in self.tables])
        return over, torch.cat([table.results() for table in self.tables])

    def begin_anew(self, these: Tensor) -> None:
        """Let some games begin anew with the next `play`, whatever is chosen in them."""
        for table, chosen in zip(self.tables, self._split(these), strict=True):
            table.begin_anew(chosen)

    def _split(self, told: Tensor) -> Sequence[Tensor]:
        parts: Sequence[Tensor] = told.split(self.number // len(self.tables))
        return parts


def squash(lead: Tensor, spread: float) -> Tensor:
    """A lead as a part of 1, as the search values it (core/search.py)."""
    return 0.5 * (1 + lead / (lead.abs() + spread))


def to_table(seen: Tensor, actors: Tensor, seats: Tensor) -> Tensor:
    """[game, seat, …] counted from the viewer on, as the table counts seats."""
    return _turned(seen, (torch.arange(seen.shape[1], device=seen.device) - actors[:, None]) % seats[:, None])


def to_viewer(told: Tensor, actors: Tensor, seats: Tensor) -> Tensor:
    """[game, seat, …] as the table counts seats, counted from the viewer on."""
    return _turned(told, (torch.arange(told.shape[1], device=told.device) + actors[:, None]) % seats[:, None])


def _turned(values: Tensor, order: Tensor) -> Tensor:
    return values.gather(1, order[..., None].expand(-1, -1, values.shape[2]))
