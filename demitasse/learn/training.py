"""Training: lesson after lesson until the time is over, with trials on the way and a checkpoint to go on from."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from demitasse.core.errors import BadOption
from demitasse.core.game import Game
from demitasse.core.network import FORMAT, VERSION, inputs
from demitasse.core.network_file import dump, load
from demitasse.core.setting import Setting
from demitasse.learn.lessons import METHOD, Learner, Method, Player
from demitasse.learn.network import PER_SPREAD, SHAPE, TASTE, Net, Shape
from demitasse.learn.tables import Tables
from demitasse.learn.trial import trial

CHECKPOINT = 60.0  # seconds between two
# Café's games are long, and what a decision is good for shows late
METHODS = {"cafe": Method(decisions=128, part=16_384, rate=2e-3, horizon=0.99, entropy=0.02)}
CALMER = 0.4  # of the rate and the entropy, for what goes on from a network that knows something
Say = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """What is learnt, how long and how."""

    settings: Sequence[Setting]
    seconds: float
    out: Path
    games: int = 32_768
    seed: int = 1
    device: str = "cpu"
    shape: Shape = SHAPE
    method: Method = METHOD
    taste: float = TASTE  # 0: the policy is never asked
    begin: Path | None = None  # a network to go on from
    trials: int = 1024  # games of a trial
    every: float = 60.0  # seconds between two trials
    told: float = 10.0  # seconds between two lines of progress


def method_of(name: str, begun: bool) -> Method:
    """How a game is learnt, from nothing or from a network."""
    found = METHODS.get(name, METHOD)
    return replace(found, rate=CALMER * found.rate, entropy=CALMER * found.entropy) if begun else found


@dataclass
class Course:
    """How far a training is; what a checkpoint holds beside the tensors."""

    seconds: float = 0.0
    decisions: int = 0
    lessons: int = 0
    acting: float = 0.0  # seconds of them
    learning: float = 0.0


class Training:
    """A network of one game that teaches itself."""

    def __init__(self, plan: Plan, say: Say = print) -> None:
        torch.manual_seed(plan.seed)
        self.plan, self.say, self.course = plan, say, Course()
        self.game, self._told = plan.settings[0].game, 0.0
        self.net = Net(plan.settings[0], plan.shape, plan.taste).to(plan.device)
        self.net.first_sight.requires_grad_(plan.taste > 0)
        if plan.begin is not None:
            self.net.begin(load(plan.begin)[0])
        self.learner = Learner(self.net, plan.method, fused=plan.device == "cuda")
        self.checkpoint = plan.out.with_suffix(".checkpoint.npz")
        if self.checkpoint.exists():
            self._resume()
        # Games begin anew after an interruption, with draws that were not seen before
        self.player = Player(self.net, self._tables(), plan.method)
        self.player.scatter()

    def run(self) -> None:
        """Learn until the time is over; Ctrl-C leaves a checkpoint to go on from."""
        trial_at = kept_at = self.course.seconds
        try:
            while self.course.seconds < self.plan.seconds:
                self._lesson()
                if self.course.seconds - kept_at >= CHECKPOINT:
                    self.keep()
                    kept_at = self.course.seconds
                if self.course.seconds - trial_at >= self.plan.every:
                    self._try()
                    trial_at = self.course.seconds
        finally:
            self.keep()
        self._try()

    def _lesson(self) -> None:
        course, began = self.course, self._now()
        played = self.player.play()
        between = self._now()
        tally = self.learner.learn(played, course.seconds / self.plan.seconds)
        ended = self._now()
        course.acting += between - began
        course.learning += ended - between
        course.seconds += ended - began
        course.lessons += 1
        course.decisions += len(played.picks)
        if course.seconds >= self._told + self.plan.told:
            self._told = course.seconds
            self.say(
                f"{course.seconds:6.0f} s  {course.decisions / 1e6:8.1f} M decisions  "
                f"acting {len(played.picks) / (between - began) / 1e6:6.2f} M/s  "
                f"learning {len(played.picks) / (ended - between) / 1e6:6.2f} M/s  "
                f"entropy {tally.entropy:.3f}  surprise {tally.surprise:.4f}  moved {tally.moved:.4f}"
            )

    def _try(self) -> None:
        self.net.eval()
        for setting in self.plan.settings:
            found = trial(self.net, setting, self.plan.trials, self.plan.seed + 1000, self.plan.device)
            self.say(f"{self.course.seconds:6.0f} s  {setting}: {found} against regular, without search")
        self.net.train()
        self.export()

    # What is kept -----------------------------------------------------------------------------------------------------

    def keep(self) -> None:
        """Write everything that learning goes on from, whole or not at all."""
        arrays = {f"net/{name}": _array(tensor) for name, tensor in self.net.state_dict().items()}
        for number, state in self.learner.adam.state_dict()["state"].items():
            arrays |= {f"adam/{number}/{name}": _array(tensor) for name, tensor in state.items()}
        about = {"course": asdict(self.course), "plan": self._about()}
        arrays["about"] = np.array(json.dumps(about))
        part = self.checkpoint.with_suffix(".part.npz")
        np.savez(part, allow_pickle=False, **arrays)
        os.replace(part, self.checkpoint)

    def _resume(self) -> None:
        with np.load(self.checkpoint, allow_pickle=False) as kept:
            about = json.loads(str(kept["about"]))
            if about["plan"] != self._about():
                raise BadOption(
                    f"{self.checkpoint} is of another training; expected one of {json.dumps(self._about())}, "
                    f"got {json.dumps(about['plan'])}: name another --out, or remove it"
                )
            self.course = Course(**about["course"])
            self.net.load_state_dict({name: torch.from_numpy(kept[f"net/{name}"]) for name in self.net.state_dict()})
            state: dict[int, dict[str, Any]] = {}
            for key in kept.files:
                if key.startswith("adam/"):
                    _, number, name = key.split("/")
                    state.setdefault(int(number), {})[name] = torch.from_numpy(kept[key])
            adam = self.learner.adam.state_dict()
            self.learner.adam.load_state_dict(adam | {"state": state})
        self.say(f"going on after {self.course.seconds:.0f} s and {self.course.decisions / 1e6:.1f} M decisions")

    def _about(self) -> dict[str, Any]:
        plan = self.plan
        return {
            "settings": [str(setting) for setting in plan.settings],
            "seed": plan.seed,
            "games": plan.games,
            "taste": plan.taste,
            "shape": list(plan.shape),
            "begin": plan.begin and plan.begin.name,
        }

    def export(self) -> None:
        """Write the network as bots load it."""
        made = {**self._about(), **asdict(self.course), "device": self.plan.device, "method": asdict(self.plan.method)}
        dump(self.plan.out, self.net.export(), metadata(self.game, self.plan.settings, made))
        self.say(f"{self.plan.out}: {self.plan.out.stat().st_size / 1e6:.2f} MB")

    def _tables(self) -> Tables:
        return Tables(self.plan.settings, self.plan.games, self.plan.seed + self.course.lessons, self.plan.device)

    def _now(self) -> float:
        if self.plan.device == "cuda":
            torch.cuda.synchronize()
        return time.perf_counter()


def _array(tensor: torch.Tensor) -> npt.NDArray[Any]:
    found: npt.NDArray[Any] = tensor.detach().cpu().numpy()
    return found


def metadata(game: Game, settings: Sequence[Setting], made: dict[str, Any]) -> dict[str, str]:
    """What a file says of its network: what it fits, and how it was made."""
    box = settings[0].box
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "inputs": inputs(game, box),
        "box": box.hash,
        "settings": json.dumps([{"seats": each.seats, "options": dict(each.options)} for each in settings]),
        "points": str(PER_SPREAD * game.spread),
        "made": json.dumps(made),
    }
