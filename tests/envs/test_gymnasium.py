"""SeatEnv and BatchEnv: Gymnasium's checker passes; a seat plays against named players, batches play as batches do."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import demitasse
from demitasse import BadOption, Batch, IllegalAction, Match, Setting, game_names
from tests.settings import SETTINGS


@pytest.mark.parametrize("name", game_names())
def test_gymnasiums_checker(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Of what `gymnasium.make` makes; of one game it tries all render modes, which takes seconds."""
    demitasse.register_gymnasium()
    shown = name == "cat_cafe"
    env = gymnasium.make(f"demitasse/{name}-v1", seats=2, players="random")
    check_env(env.unwrapped, skip_render_check=not shown)
    assert (capsys.readouterr().out.count("\n") > 3) == shown, "the mode human writes"


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_gymnasiums_checker_at_every_table(setting: Setting) -> None:
    """With every option and number of seats; from the last seat."""
    env = demitasse.seat_env(setting, seat=setting.seats - 1, players="random")
    check_env(env, skip_render_check=True)


def episode(env: Any, seed: int) -> tuple[float, list[Any]]:
    """What random choices of a seed are given in all, and what was seen last."""
    choice = np.random.default_rng(seed).choice
    seen, info = env.reset(seed=seed)
    total, over = 0.0, False
    while not over:
        assert env.observation_space.contains(seen)
        assert np.flatnonzero(seen["action_mask"]).tolist() == info["legal"]
        seen, reward, over, truncated, info = env.step(choice(info["legal"]))
        assert not truncated
        total += reward
    return total, seen["observation"].tolist()


@pytest.mark.parametrize("setting", [setting for setting in SETTINGS if not setting.options], ids=str)
def test_a_seat_plays_against_named_players(setting: Setting) -> None:
    """From any seat; the same seed is the same game, and rewards for points in sum are how far the score rose."""
    seat, first = setting.seats - 1, Match(setting).scores()
    env = demitasse.seat_env(setting, seat=seat, players="random", rewards="points")
    total, last = episode(env, 5)
    assert total == env.table.match().scores()[seat] - first[seat]
    assert episode(env, 5) == (total, last) != episode(env, 6)


def test_players_are_one_for_all_or_one_for_each() -> None:
    env = demitasse.seat_env("coffee_rush", seats=3, seat=1, players=["random", "guest"])
    assert episode(env, 1)[0] in (1.0, -0.5)
    with pytest.raises(BadOption, match="expected 2 players, one for each other seat; got 1"):
        demitasse.seat_env("coffee_rush", seats=3, players=["random"])
    with pytest.raises(BadOption, match="no seat 3; expected 0 to 2"):
        demitasse.seat_env("coffee_rush", seats=3, seat=3)
    with pytest.raises(BadOption, match="no player 'nobody'"):
        demitasse.seat_env("coffee_rush", players="nobody").reset()


def test_an_illegal_action_ends_the_episode() -> None:
    env = demitasse.seat_env("coffee_rush", seats=2)
    _, info = env.reset(seed=1)
    wrong = next(action for action in range(200) if action not in info["legal"])
    _, reward, over, _, info = env.step(np.int64(wrong))
    assert (reward, over, info["illegal"]) == (-1.0, True, wrong)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_games_side_by_side_are_a_batch(setting: Setting) -> None:
    """Step by step the same observations, actors and ends; results of a game that is over sum to nothing."""
    env, twin = demitasse.vector_env(setting, 4, mask=True), Batch(setting, 4, seed=7)
    seen, infos = env.reset(seed=7)
    for _ in range(30):
        assert env.observation_space.contains(seen)
        assert np.array_equal(seen["observation"], twin.observe())
        assert np.array_equal(seen["action_mask"], twin.mask())
        assert np.array_equal(infos["seat"], twin.actor)
        chosen = twin.sample().copy()
        acted = twin.actor.copy()
        seen, rewards, over, truncated, infos = env.step(chosen)
        _, done = twin.step(chosen)
        assert np.array_equal(over, done)
        assert not truncated.any()
        assert not rewards[~done].any()
        assert rewards.tolist() == infos["rewards"][range(4), acted].tolist()
        assert setting.seats == 1 or not infos["rewards"].sum()


@pytest.mark.parametrize("name", game_names())
def test_points_of_games_side_by_side_sum_to_scores(name: str) -> None:
    env = demitasse.vector_env(name, 6, seats=2, rewards="points", copy=False)
    env.reset(seed=2)
    given, ended = env.batch.scores.astype(float), 0
    for _ in range(140):
        began = env.batch.actor < 0
        _, _, over, _, infos = env.step(env.batch.sample())
        given[began] = env.batch.scores[began]
        given += infos["rewards"]
        assert np.array_equal(given, env.batch.scores)
        ended += int(over.sum())
    assert ended or name == "kanban_menu"


def test_what_a_vector_environment_refuses() -> None:
    env = demitasse.vector_env("cat_cafe", 2, seats=2)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="game 0: action 999 is not legal"):
        env.step(np.array([999, 999]))
    with pytest.raises(BadOption, match="'result' or for 'points'; got 'luck'"):
        demitasse.vector_env("cat_cafe", 2, rewards="luck")
