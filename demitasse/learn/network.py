"""The network that learns: what a seat sees becomes a taste for each legal action, and every seat's prospects.

Its tensors, as `export` gives them, are what core/network_file.py keeps and compiled code evaluates.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from demitasse.core import compiled
from demitasse.core.observation import Layout
from demitasse.core.setting import Setting
from demitasse.core.verbs import Verbs

PROSPECTS = 3  # of a seat: its share of victory, its lead, its points
SHARE, LEAD, POINTS = range(PROSPECTS)
PER_SPREAD = 5  # so many spreads of points are 1
NEVER = -1e9  # the logit of what is not legal
LEAST_PRIOR = 1e-4
TASTE = 3.0  # how much the policy's taste counts at first


class Shape(NamedTuple):
    """How large a network is."""

    hidden: int = 256
    layers: int = 2
    width: int = 32  # of what an action is known by


SHAPE = Shape()


class Sight(NamedTuple):
    """What the seats to act see of so many games, and what they may do."""

    numbers: Tensor  # [game, input], half precision
    ids: Tensor  # [game, choice]: legal ids
    counts: Tensor  # [game]: how many; 0 where the game is over
    priors: Tensor  # [game, choice]: the policy's taste
    actors: Tensor  # [game]: who looks, negative where the game is over
    seats: Tensor  # [game]: how many play


class Actions(nn.Module):
    """What every action is known by: a vector of its own, and one for each argument of its verb."""

    def __init__(self, verbs: Verbs, width: int) -> None:
        super().__init__()
        places = [verbs.decode(number) for number in range(len(verbs))]
        most = max(len(deed.args) for deed in places) + 1
        known: dict[tuple[object, ...], int] = {}
        table = [
            [known.setdefault((deed.verb, axis, index), len(known) + 1) for axis, index in enumerate((0, *deed.args))]
            for deed in places
        ]
        padded = [row + [0] * (most - len(row)) for row in table]
        self.register_buffer("parts", torch.tensor(padded), persistent=False)
        self.part = nn.Embedding(len(known) + 1, width + 1, padding_idx=0)
        self.own = nn.Embedding(len(verbs), width + 1)
        nn.init.normal_(self.part.weight, std=0.05)
        nn.init.zeros_(self.own.weight)

    def forward(self) -> Tensor:
        """[action, width + 1]: the last number is added to its logit whatever is seen."""
        return self.own.weight + self.part(self.parts).sum(1)


class Net(nn.Module):
    """See, think, then say what one would do and how it will end."""

    def __init__(self, setting: Setting, shape: Shape = SHAPE, taste: float = TASTE) -> None:
        """For tables of a setting's game and box, with whatever options and seats."""
        super().__init__()
        game = setting.game
        self.shape, self.seats = shape, game.seats[-1]
        inputs = len(Layout(setting, self.seats)) + int(compiled.learners(game).NUM_GLANCES)
        self.see = nn.Linear(inputs, shape.hidden)
        self.trunk = nn.ModuleList(nn.Linear(shape.hidden, shape.hidden) for _ in range(shape.layers))
        self.ask = nn.Linear(shape.hidden, shape.width)
        self.actions = Actions(game.actions, shape.width)
        self.first_sight = nn.Parameter(torch.tensor([taste]))
        self.value = nn.Linear(shape.hidden, PROSPECTS * self.seats)
        nn.init.zeros_(self.value.weight)
        nn.init.zeros_(self.value.bias)

    def think(self, numbers: Tensor) -> Tensor:
        """On a GPU in half precision; what comes of it is used in single precision, since what learns compares chances
        of before and after.
        """
        with torch.autocast("cuda", torch.bfloat16, enabled=numbers.is_cuda):
            hidden = functional.relu(self.see(numbers if numbers.is_cuda else numbers.float()))
            for layer in self.trunk:
                hidden = hidden + functional.relu(layer(norm(hidden)))
            return norm(hidden).float()

    def forward(self, sight: Sight) -> tuple[Tensor, Tensor]:
        """(logits[game, choice], values[game, seat from the viewer on, prospect] before they are squashed)."""
        thought = self.think(sight.numbers)
        values = self.value(thought).view(-1, PROSPECTS, self.seats).transpose(1, 2)
        return self._logits(thought, sight), values

    def _logits(self, thought: Tensor, sight: Sight) -> Tensor:
        """Only what is legal is asked for: Café has 14,282 actions, of which 30 are legal at a time."""
        asked, known = functional.pad(self.ask(thought), (0, 1), value=1.0), self.actions()
        choices = sight.ids.shape[1]
        legal = (torch.arange(choices, device=thought.device) < sight.counts[:, None]).flatten().nonzero()[:, 0]
        ids, priors = (each.flatten()[legal] for each in (sight.ids.int(), sight.priors.float()))
        tastes = (asked.index_select(0, legal // choices) * known.index_select(0, ids)).sum(1)
        first = self.first_sight * priors.clamp_min(LEAST_PRIOR).log()
        nothing = torch.full((sight.ids.numel(),), NEVER, device=thought.device)
        return nothing.scatter(0, legal, tastes + first).view(sight.ids.shape)

    @torch.no_grad()
    def begin(self, tensors: Mapping[str, npt.NDArray[np.float32]]) -> None:
        """Begin as another network ended, given as `export` gives it."""
        known = np.concatenate((tensors["action.weight"], tensors["action.bias"][:, None]), 1)
        self.actions.part.weight.zero_()
        self.actions.own.weight.copy_(torch.from_numpy(known))
        self.first_sight.copy_(torch.from_numpy(tensors["first_sight"]))
        for name, layer in self._layers().items():
            layer.weight.copy_(torch.from_numpy(tensors[f"{name}.weight"].T))
            layer.bias.copy_(torch.from_numpy(tensors[f"{name}.bias"]))

    def _layers(self) -> dict[str, nn.Linear]:
        layers = {f"trunk.{number}": layer for number, layer in enumerate(self.trunk)}
        return {"see": self.see, "ask": self.ask, "value": self.value} | layers

    def export(self) -> dict[str, npt.NDArray[np.float32]]:
        """The tensors of its file; matrices stand with what goes in first."""
        known = self.actions().detach()
        found: dict[str, Tensor] = {"action.weight": known[:, :-1], "action.bias": known[:, -1]}
        found["first_sight"] = self.first_sight
        for name, layer in self._layers().items():
            found |= {f"{name}.weight": layer.weight.T, f"{name}.bias": layer.bias}
        return {name: tensor.detach().float().cpu().contiguous().numpy() for name, tensor in found.items()}


def norm(hidden: Tensor) -> Tensor:
    return functional.layer_norm(hidden, hidden.shape[-1:], eps=1e-5)


def prospects(values: Tensor, seats: Tensor) -> Tensor:
    """What values say: shares of the victory that sum to 1 over the seats that play, squashed leads, points."""
    absent = torch.arange(values.shape[1], device=values.device) >= seats[:, None]
    shares = values[..., SHARE].masked_fill(absent, NEVER).softmax(1)
    return torch.stack((shares, values[..., LEAD].sigmoid(), values[..., POINTS]), 2)
