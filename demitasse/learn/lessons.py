"""Lessons: play so many decisions, then learn from them (PPO over all plies, with every seat's prospects as values)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from demitasse.learn.network import LEAD, POINTS, SHARE, Net, Sight, prospects
from demitasse.learn.tables import Tables, to_table, to_viewer


@dataclass(frozen=True)
class Method:
    """How is learnt."""

    decisions: int = 64  # in each game before each lesson
    scattered: int = 512  # decisions before the first, in which each game begins anew at a moment of its own
    part: int = 32_768  # decisions a step of the optimiser learns from
    passes: int = 2  # over what was played
    rate: float = 7e-4  # of learning, at first; it falls to a twentieth
    first: float = 0.02  # of the whole time only values are learnt, so that gains mean something
    far: float = 0.03  # how far choices may move in a lesson (the mean divergence of a part); more ends it
    horizon: float = 0.98  # λ over a round of the table: how far ahead results are trusted more than values
    clip: float = 0.2
    mix: float = 0.6  # of a victory; the rest is the lead, as in the search
    entropy: float = 0.01  # at first; it falls to a tenth
    value: float = 1.0


METHOD = Method()


class Played(NamedTuple):
    """What was seen and done, [decision, game, …] and then flat."""

    sight: Sight
    picks: Tensor  # which of the choices
    chances: Tensor  # the logarithm of how likely it was
    gains: Tensor  # how much better it came than thought, for who decided
    ends: Tensor  # how it came, [.., seat from the viewer on, prospect]


class Tally(NamedTuple):
    """What a lesson shows of how it goes."""

    entropy: float
    surprise: float  # how far the values were off
    moved: float  # how far choices moved


class Player:
    """Plays all seats of all tables by one network, and keeps what it saw."""

    def __init__(self, net: Net, tables: Tables, method: Method) -> None:
        self.net, self.tables, self.method = net, tables, method
        self._sight = tables.look()

    @torch.no_grad()
    def play(self) -> Played:
        """So many decisions in each game, of which those where a game was over are left out."""
        steps: list[tuple[Sight, Tensor, Tensor]] = []
        values: list[Tensor] = []
        overs, results = [], []
        for _ in range(self.method.decisions):
            logits, thought = self._thoughts()
            picks = _drawn(logits)
            chances = logits.log_softmax(1).gather(1, picks[:, None])[:, 0]
            values.append(thought)
            steps.append((self._sight, picks, chances))
            over, result = self.tables.play(self._sight.ids.gather(1, picks[:, None])[:, 0].long())
            overs.append(over)
            results.append(result)
            self._sight = self.tables.look()
        values.append(self._thoughts()[1])
        return self._flat(steps, values, self._ends(values, overs, results))

    @torch.no_grad()
    def scatter(self) -> None:
        """Let each game begin anew at a moment of its own: games that began together stay in step for long, and each
        lesson would be of one part of a game alone.
        """
        moments = torch.randint(self.method.scattered, (self.tables.number,), device=self._sight.counts.device)
        for moment in range(self.method.scattered):
            picks = _drawn(self._thoughts()[0])
            self.tables.begin_anew(moments == moment)
            self.tables.play(self._sight.ids.gather(1, picks[:, None])[:, 0].long())
            self._sight = self.tables.look()

    def _thoughts(self) -> tuple[Tensor, Tensor]:
        """(logits, prospects as the table counts seats)."""
        sight = self._sight
        logits, seen = self.net(sight)
        return logits, to_table(prospects(seen, sight.seats), sight.actors.clamp_min(0), sight.seats)

    def _ends(self, values: list[Tensor], overs: list[Tensor], results: list[Tensor]) -> list[Tensor]:
        """How it came after each decision: as it ended, or as it was thought of later on, the sooner the more."""
        ends, later = [], values[-1]
        trust = (self.method.horizon ** (1 / self._sight.seats))[:, None, None]
        for k in range(len(overs) - 1, -1, -1):
            later = torch.where(overs[k][:, None, None], results[k], (1 - trust) * values[k + 1] + trust * later)
            ends.append(later)
        return ends[::-1]

    def _flat(self, steps: list[tuple[Sight, Tensor, Tensor]], values: list[Tensor], ends: list[Tensor]) -> Played:
        sight = Sight(*map(torch.cat, zip(*(step[0] for step in steps), strict=True)))
        picks, chances = (torch.cat([step[k] for step in steps]) for k in (1, 2))
        end, value = torch.cat(ends), torch.cat(values[:-1])
        who = sight.actors.clamp_min(0)
        better = (self.worth(end, sight.seats) - self.worth(value, sight.seats)).gather(1, who[:, None])[:, 0]
        return Played(sight, picks, chances, better, to_viewer(end, who, sight.seats))

    def worth(self, told: Tensor, seats: Tensor) -> Tensor:
        """What prospects are worth to each seat; alone, the points."""
        mix = self.method.mix
        together = mix * told[..., SHARE] + (1 - mix) * told[..., LEAD]
        return torch.where(seats[:, None] > 1, together, told[..., POINTS])


class Learner:
    """Changes a network after what was played."""

    def __init__(self, net: Net, method: Method, fused: bool) -> None:
        self.net, self.method = net, method
        self.adam = torch.optim.Adam(net.parameters(), lr=method.rate, eps=1e-5, fused=fused)

    def learn(self, played: Played, done: float) -> Tally:
        """One lesson; `done` is how much of the whole time is over, from 0 to 1."""
        for group in self.adam.param_groups:
            group["lr"] = self.method.rate * max(1 - done, 0.05)
        entropy = self.method.entropy * max(1 - done, 0.1)
        tallies: list[Tensor] = []
        for part in self._parts(played):
            tallies.append(self._step(part, entropy, choosing=done >= self.method.first))
            if tallies[-1][2] > self.method.far:
                break
        return Tally(*torch.stack(tallies).mean(0).tolist())

    def _parts(self, played: Played) -> Iterator[Played]:
        decided = (played.sight.counts > 1).nonzero()[:, 0]
        played = played._replace(gains=_evened(played.gains, played.sight.seats, played.sight.counts > 1))
        for _ in range(self.method.passes):
            order = decided[torch.randperm(len(decided), device=decided.device)]
            for part in order.split(self.method.part):
                yield Played(Sight(*(each[part] for each in played.sight)), *(each[part] for each in played[1:]))

    def _step(self, part: Played, entropy: float, choosing: bool) -> Tensor:
        sight, clip = part.sight, self.method.clip
        logits, values = self.net(sight)
        chances = logits.log_softmax(1)
        further = chances.gather(1, part.picks[:, None])[:, 0] - part.chances
        ratio = further.exp()
        held = ratio.clamp(1 - clip, 1 + clip)
        gain = torch.minimum(ratio * part.gains, held * part.gains).mean()
        spread = -(chances.exp() * chances).sum(1).mean()
        surprise = surprise_of(values, part.ends, sight.seats)
        loss = self.method.value * surprise - (gain + entropy * spread) * choosing
        self.adam.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.adam.step()
        return torch.stack((spread, surprise, (ratio - 1 - further).mean())).detach()


def _drawn(logits: Tensor) -> Tensor:
    """Which choice, each as likely as its logit says."""
    return (logits - torch.empty_like(logits).exponential_().log()).argmax(1)


def _evened(gains: Tensor, seats: Tensor, several: Tensor) -> Tensor:
    """Gains with mean 0 and variance 1 where there was a choice, for each number of seats by itself: alone they are in
    points, else in shares of victory.
    """
    evened = torch.zeros_like(gains)
    for number in seats.unique().tolist():
        these = seats == number
        chosen = gains[these & several]
        evened = torch.where(these, (gains - chosen.mean()) / (chosen.std() + 1e-6), evened)
    return evened


def surprise_of(values: Tensor, ends: Tensor, seats: Tensor) -> Tensor:
    """How far values are from how it came: shares and leads as bets, points by their distance."""
    plays = (torch.arange(values.shape[1], device=values.device) < seats[:, None]).float()
    against = (seats > 1).float()
    shares = values[..., SHARE].masked_fill(plays == 0, -1e9).log_softmax(1)
    bets = -(ends[..., SHARE] * shares * plays).sum(1) * against
    leads = functional.binary_cross_entropy_with_logits(values[..., LEAD], ends[..., LEAD], reduction="none")
    points = functional.smooth_l1_loss(values[..., POINTS], ends[..., POINTS], reduction="none", beta=0.2)
    others = ((leads * against[:, None] + 4 * points) * plays).sum(1) / seats
    return (bets + others).mean()
