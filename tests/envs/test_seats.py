"""SeatsEnv: PettingZoo's own tests pass at every table, and rewards, pictures and refusals are what was promised."""

import subprocess
import sys
import warnings
from itertools import count
from typing import Any

import numpy as np
import pytest

import demitasse
from demitasse import BadOption, IllegalAction, Match, Setting, game_names
from tests.settings import SETTINGS

with warnings.catch_warnings(action="ignore"):  # its tests load its old games where pygame is installed
    from pettingzoo.test import api_test, performance_benchmark, seed_test

# PettingZoo's own games with masks have observations of this kind, too, and its test warns of them all
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_pettingzoos_api_test(setting: Setting) -> None:
    api_test(demitasse.env(setting), num_cycles=25)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_pettingzoos_seed_test(setting: Setting) -> None:
    seed_test(lambda: demitasse.env(setting), num_cycles=20)
    one, other = demitasse.env(setting), demitasse.env(setting)
    one.reset(seed=1)
    other.reset(seed=2)
    assert one.state().tobytes() != other.state().tobytes()


@pytest.mark.parametrize("name", game_names())
def test_pettingzoos_benchmark_runs(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By a clock of its own, on which it is over at once."""
    module: Any = sys.modules[performance_benchmark.__module__]
    monkeypatch.setattr(module.time, "time", count(0, 2).__next__)
    performance_benchmark(demitasse.env(name))
    assert "turns per second" in capsys.readouterr().out


def played(env: Any, seed: int) -> dict[str, float]:
    """A game of random choices among infos' legal ids; what each agent was given in all."""
    env.reset(seed=seed)
    given, choice = dict.fromkeys(env.agents, 0.0), np.random.default_rng(seed).choice
    for agent in env.agent_iter():
        seen, reward, over, _, info = env.last()
        given[agent] += reward
        if not over:
            assert np.flatnonzero(seen["action_mask"]).tolist() == info["legal"]
        env.step(None if over else int(choice(info["legal"])))
    return given


@pytest.mark.parametrize("name", game_names())
def test_rewards_are_for_the_result_or_for_points(name: str) -> None:
    results, points = demitasse.env(name, seats=2), demitasse.env(name, seats=2, rewards="points")
    for seed in (1, 2):
        ended, given = played(results, seed), played(points, seed)
        match = points.table.match()
        begun = Match(points.table.setting).scores()
        assert list(given.values()) == [last - first for last, first in zip(match.scores(), begun, strict=True)]
        assert sum(ended.values()) == 0
        assert [seat for seat, agent in enumerate(ended) if ended[agent] == max(ended.values())] == match.winners()


def test_alone_points_are_the_result() -> None:
    env = demitasse.env("cafe", seats=1)
    assert played(env, 3) == {"seat_0": env.table.match().scores()[0] / 100}


def test_an_illegal_action_is_refused_with_nothing_done() -> None:
    env = demitasse.env("coffee_rush", seats=2)
    env.reset(seed=1)
    before = env.state().tobytes()
    with pytest.raises(IllegalAction):
        env.step(0 if 0 not in env.infos[env.agent_selection]["legal"] else 99)
    assert env.state().tobytes() == before
    with pytest.raises(BadOption, match="render_mode is one of human, ansi, rgb_array; got 'window'"):
        demitasse.env("coffee_rush", render_mode="window")
    with pytest.raises(BadOption, match="rewards are for the 'result' or for 'points'; got 'luck'"):
        demitasse.env("coffee_rush", rewards="luck")


@pytest.mark.parametrize("name", game_names())
def test_a_table_is_shown_as_text_and_as_colours(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = demitasse.env(name, seats=2, render_mode="human")
    shown.reset(seed=1)
    assert capsys.readouterr().out == f"{shown.table.match()}\n"
    text = demitasse.env(name, seats=2, render_mode="ansi")
    text.reset(seed=1)
    assert text.render() == str(text.table.match())
    colours = demitasse.env(name, seats=2, render_mode="rgb_array")
    colours.reset(seed=1)
    pixels = colours.render()
    assert (pixels.dtype, pixels.shape[2]) == (np.uint8, 3)
    assert min(pixels.shape[:2]) > 300
    seen, times = np.unique(pixels @ np.array([1 << 16, 1 << 8, 1]), return_counts=True)
    assert len(seen) > 100, "a table of many colours"
    assert seen[times.argmax()] in (0xF8F0E3, 0xFFFCF6), "most of it paper or cards"


def test_what_is_not_installed_is_said_and_what_is_not_used_is_not_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    command = (
        "import demitasse, sys; print({'gymnasium', 'pettingzoo', 'pyspiel', 'PIL', 'resvg_py'} & set(sys.modules))"
    )
    assert (
        subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True).stdout == "set()\n"
    )
    for module in ("seats", "table", "seat", "vector", "spiel"):
        monkeypatch.delitem(sys.modules, f"demitasse.envs.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    for make, extra in ((demitasse.env, "env"), (demitasse.seat_env, "env"), (demitasse.vector_env, "env")):
        with pytest.raises(demitasse.MissingExtra, match=rf"package gymnasium.*pip install 'demitasse\[{extra}\]'"):
            make("cafe", 2)
    with pytest.raises(demitasse.MissingExtra, match=r"package pyspiel.*pip install 'demitasse\[openspiel\]'"):
        demitasse.register_openspiel()
