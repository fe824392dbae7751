"""OpenSpiel: its own tests, playthroughs, search and exploitability run on our games."""

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough, mcts
from open_spiel.python.observation import make_observation

import demitasse
from demitasse import BadOption, Match, Setting, game_names
from demitasse.games.cat_cafe.state import CHOOSE, LAST_ROUND
from tests.settings import SETTINGS


@pytest.fixture(scope="module", autouse=True)
def registered() -> list[str]:
    return demitasse.register_openspiel()


def load(setting: Setting, **more: Any) -> Any:
    switches = {option.name: option.high == 1 for option in setting.game.options}
    given = {name: bool(value) if switches[name] else value for name, value in setting.options.items()}
    return pyspiel.load_game(f"demitasse_{setting.game.name}", {"seats": setting.seats, **given, **more})


def test_the_games_are_registered(registered: list[str]) -> None:
    assert registered == [f"demitasse_{name}" for name in game_names()]
    assert set(registered) <= set(pyspiel.registered_names())
    assert demitasse.register_openspiel() == registered


SMALL = [setting for setting in SETTINGS if setting.seats == setting.game.seats[0]]
FULL = [setting for setting in SETTINGS if setting.seats == setting.game.seats[-1] and not setting.options]


@pytest.mark.parametrize("setting", SMALL + FULL, ids=str)
def test_openspiels_random_sim_test(setting: Setting) -> None:
    """With every option, and at full tables; written and read at each ply where a game is for two."""
    pyspiel.random_sim_test(load(setting), num_sims=1, serialize=setting.seats == 2, verbose=False)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_game_goes_as_a_match_goes(setting: Setting) -> None:
    """At every table: actors, what is legal and its texts, chances, and what everybody may know."""
    spiel = load(setting)
    state, match, random = spiel.new_initial_state(), Match(setting), Random(1)
    assert spiel.num_players() == setting.seats
    seen = make_observation(spiel)
    for _ in range(40):
        if match.actor is None:
            break
        assert state.is_chance_node() == (match.actor == "*")
        if state.is_chance_node():
            chances, weights = dict(state.chance_outcomes()), match.outcomes()
            assert sum(chances.values()) == pytest.approx(1)
            assert {
                state.action_to_string(id): round(p * sum(weights.values())) for id, p in chances.items()
            } == weights
            ply = random.choice(list(chances))
        else:
            assert state.current_player() == match.actor
            assert state.legal_actions() == match.legal_ids()
            ply = random.choice(state.legal_actions())
            assert state.action_to_string(ply) == match.action_text(ply)
            seen.set_from(state, match.actor)
            assert np.array_equal(seen.tensor, demitasse.observe(match))
        state.apply_action(ply)
        match.play_id(ply)
        state = state.clone()


def test_results_are_those_of_the_match() -> None:
    spiel, match, random = load(Setting.of("cat_cafe", 3)), Match("cat_cafe", 3), Random(2)
    state = spiel.new_initial_state()
    while not state.is_terminal():
        ply = random.choice(state.legal_actions())
        state.apply_action(ply)
        match.play_id(ply)
    assert match.actor is None
    best = max(state.returns())
    assert [seat for seat, result in enumerate(state.returns()) if result == best] == match.winners()
    assert sum(state.returns()) == pytest.approx(0)


@pytest.fixture(scope="module")
def last_choices(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file: the last round of a game of Cat Café for two: both have yet to mark something in secret, and whatever it
    is, the game is over.
    """
    match = Match("cat_cafe", 2, seed=1, auto_draw=True)
    while match.state["rounds"] < LAST_ROUND - 1 or match.state["phase"] != CHOOSE:
        match.play(sparing(match))
    file = tmp_path_factory.mktemp("spiel") / "last.txt"
    file.write_text(match.position(), encoding="utf-8")
    return str(file)


def sparing(match: Match) -> str:
    """A decision that fills no tower to its top, which would end the game too soon."""
    if match.state["phase"] != CHOOSE:
        return match.legal()[0]
    cells, sheet = match.game.notation.labels(match.box)["cell"], match.state["sheet"][match.actor]
    empty = [cell[:2] for cell, item in zip(cells, sheet, strict=True) if cell and not item]
    return next(text for text in match.legal() if text == "pass" or empty.count(text.split()[1][:2]) > 1)


def test_a_secret_choice_is_one_information_state(last_choices: str) -> None:
    """Whatever the one seat chose, the other knows the same, as text and as numbers."""
    state = pyspiel.load_game("demitasse_cat_cafe", {"position": last_choices}).new_initial_state()
    after = [state.child(action) for action in state.legal_actions()]
    assert len(after) > 2
    assert all(end.is_terminal() for child in after for end in map(child.child, child.legal_actions()))
    one, other = state.current_player(), 1 - state.current_player()
    assert {child.current_player() for child in after} == {other}
    assert len({child.information_state_string(other) for child in after}) == 1
    assert len({child.information_state_string(one) for child in after}) == len(after)
    assert len({tuple(child.information_state_tensor(other)) for child in after}) == 1


def test_openspiel_measures_and_lowers_exploitability(last_choices: str) -> None:
    game = pyspiel.load_game("demitasse_cat_cafe", {"position": last_choices})
    uniform = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    solver = cfr.CFRSolver(game)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert 0 <= exploitability.exploitability(game, solver.average_policy()) < uniform


def endgame(name: str, folder: Path) -> Path:
    """A file: a decision near the end of a game for two, with little enough behind it to look at all of it."""
    for seed, back in product(range(1, 9), range(1, 5)):
        match = Match(name, 2, seed=seed, auto_draw=True)
        while match.actor is not None:
            match.play_id(match.policy_choice(100, 1))
        match.take_back(back)
        file = folder / f"{name}-{seed}-{back}.txt"
        file.write_text(match.position(), encoding="utf-8")
        state = pyspiel.load_game(f"demitasse_{name}", {"position": str(file)}).new_initial_state()
        if state.current_player() >= 0 and len(state.legal_actions()) > 1 and moments(state, 600) < 600:
            return file
    raise AssertionError("no game ends with a small tree")


def moments(state: Any, most: int) -> int:
    """How many states lie behind this one, it included; no more than `most` are looked for."""
    found = 1
    for action in [] if state.is_terminal() else state.legal_actions():
        if found < most:
            found += moments(state.child(action), most - found)
    return found


@pytest.mark.parametrize("name", game_names())
def test_openspiels_tools_run_on_the_end_of_every_game(name: str, tmp_path: Path) -> None:
    """And whoever has thought for a moment is not easier to exploit than who plays blindly."""
    path = endgame(name, tmp_path)
    game = pyspiel.load_game(f"demitasse_{name}", {"position": str(path)})
    blind = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    solver = cfr.CFRSolver(game)
    solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) <= blind + 1e-9
    assert blind >= -1e-9
    text = generate_playthrough.playthrough(f"demitasse_{name}(position={path})", action_sequence=None, seed=1)
    assert f'GameType.short_name = "demitasse_{name}"' in text


def test_a_position_is_that_of_its_file_now(tmp_path: Path) -> None:
    path, match = tmp_path / "position.txt", Match("coffee_rush", 2, seed=1, auto_draw=True)
    path.write_text(match.position(), encoding="utf-8")
    before = pyspiel.load_game("demitasse_coffee_rush", {"position": str(path)}).new_initial_state()
    match.play_id(match.legal_ids()[0])
    path.write_text(match.position(), encoding="utf-8")
    after = pyspiel.load_game("demitasse_coffee_rush", {"position": str(path)}).new_initial_state()
    assert str(before) != str(after)
    assert after.legal_actions() == match.legal_ids()
    with pytest.raises(BadOption, match=r"the file 'nowhere\.txt' cannot be read: No such file"):
        pyspiel.load_game("demitasse_coffee_rush", {"position": "nowhere.txt"})


@pytest.mark.parametrize("name", game_names())
def test_openspiels_search_finds_something_legal(name: str) -> None:
    game = load(Setting.of(name, 2))
    state, random = game.new_initial_state(), np.random.RandomState(1)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    bot = mcts.MCTSBot(game, 2.0, 3, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    assert bot.step(state) in state.legal_actions()


def test_openspiels_playthroughs_replay(last_choices: str) -> None:
    """Written twice they are the same, and the game is in them by its texts."""
    name = f"demitasse_cat_cafe(position={last_choices})"
    text = generate_playthrough.playthrough(name, action_sequence=None, seed=1)
    assert text == generate_playthrough.playthrough(name, action_sequence=None, seed=1)
    assert 'GameType.short_name = "demitasse_cat_cafe"' in text
    assert 'InformationStateString(0) = "viewer: 0' in text
    assert Path(last_choices).read_text(encoding="utf-8").splitlines()[0].endswith("cat_cafe")
