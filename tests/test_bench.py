"""The bench: every game can be written in C++, and a figure that has fallen is found."""

import json
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench.picture import bars
from bench.port import translate
from demitasse import game, game_names


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_written_in_c_plus_plus(name: str) -> None:
    text = translate(game(name))
    for function in ("rules_setup", "rules_legal", "rules_apply", "rules_settle", "policy_worth", "kernels_best"):
        assert f" {function}(" in text
    assert f"static_assert(sizeof(State) == {game(name).fields.dtype.itemsize})" in text


def test_a_ratio_that_has_fallen_by_more_than_30_percent_fails_the_check(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "ratios.json").write_text(json.dumps({"a": 1.0, "b": 2.0}))
    monkeypatch.setattr(bench, "STORED", tmp_path / "ratios.json")
    assert bench._check({"a": 0.71, "b": 2.5, "new": 0.1}) == 0
    assert bench._check({"a": 0.69, "b": 2.5}) == 1


def test_stored_ratios_are_those_that_are_measured() -> None:
    figures = {
        f"{name} {part}": 1e6
        for name in game_names()
        for part in ("random", "random c++", "sensible", "sensible c++", *bench.ONE_CORE)
    }
    figures |= {f"{name} {cores}": 1e6 for name in game_names() for cores in ("one core", "all cores")}
    figures |= {
        f"openspiel {name} {what}": 1e6 for name in ("hearts", "pig") for what in ("step", "search", "rollouts")
    }
    figures |= {other: 1e6 for others in bench.BESIDE.values() for other in others}
    stored = json.loads(bench.STORED.read_text())
    assert stored
    assert set(stored) <= set(bench._ratios(figures, game_names()))
    peers = [name for name in figures if not name.startswith(tuple(game_names()))]
    assert bars(figures, game_names()).count("<rect") == 1 + len(game_names()) * 12 + len(peers)


def test_a_goal_of_one_game_is_not_that_of_another() -> None:
    assert bench._goal("cafe: random / OpenSpiel's rollouts at hearts") == pytest.approx(1.659)
    assert bench._goal("cat_cafe: random / OpenSpiel's rollouts at hearts") is None
    assert bench._goal("cat_cafe: random / C++ port") == bench.PORT_GOAL
