"""Laws that hold in every position of every game."""

import os

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from demitasse import IllegalAction, Match, Setting, load
from demitasse.core.simulation import simulate
from tests.players import CARES, Driver, broken
from tests.settings import SETTINGS

games = st.builds(
    lambda setting, number, care, plies: Driver(setting, number, care).run(plies),
    st.sampled_from(SETTINGS),
    st.integers(0, 10_000),
    st.sampled_from(CARES),
    st.integers(0, 400),
)
law = settings(
    max_examples=int(os.environ.get("DEMITASSE_LAWS", "120")), deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.parametrize("care", CARES)
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_ply_of_a_game_keeps_the_laws_of_play(setting: Setting, care: int) -> None:
    """Nothing is lost, something is legal or can be drawn, ids ascend, texts are unique, and the game ends."""
    driver = Driver(setting, 5, care)
    match = driver.match
    while match.actor is not None:
        assert not broken(match)
        if match.actor == "*":
            weights = match.outcomes()
            assert weights
            assert all(weight > 0 for weight in weights.values())
            assert match.legal() == []
        else:
            legal = match.legal()
            ids = match.legal_ids()
            assert legal
            assert all(legal)
            assert len(set(legal)) == len(legal) == len(ids)
            assert ids == sorted(set(ids))
            assert match.outcomes() == {}
            assert match.winners() == []
        assert len(match.scores()) == match.seats
        driver.step()
        assert len(match.plies) <= match.game.rules.MAX_PLIES
    assert not broken(match)
    assert match.winners()
    assert (match.legal(), match.outcomes()) == ([], {})


@law
@given(games)
def test_notation_round_trips(match: Match) -> None:
    for action, text in zip(match.legal_ids(), match.legal(), strict=True):
        assert match.number(text) == action


@law
@given(games)
def test_undo_after_play_changes_nothing(match: Match) -> None:
    before = match.states.tobytes(), match.legal(), match.outcomes(), list(match.plies)
    for text in [*match.legal()[:3], *match.outcomes()][:3]:
        match.play(text)
        match.undo()
        assert (match.states.tobytes(), match.legal(), match.outcomes(), list(match.plies)) == before


@law
@given(games)
def test_a_copy_is_a_replay_and_does_not_share_a_future(match: Match) -> None:
    twin = match.copy()
    again = load(match.record())
    assert again.states.tobytes() == twin.states.tobytes() == match.states.tobytes()
    assert (again.legal(), again.outcomes()) == (twin.legal(), twin.outcomes())
    for text in [*match.legal(), *match.outcomes()][:1]:
        twin.play(text)
        assert twin.states.tobytes() != match.states.tobytes()
        assert again.states.tobytes() == match.states.tobytes()


@law
@given(games)
def test_records_and_positions_round_trip(match: Match) -> None:
    assert load(match.record()).record() == match.record()
    position = match.position()
    again = Match.from_position(position)
    assert again.position() == position
    assert again.states.tobytes() == match.states.tobytes()
    assert (again.legal(), again.outcomes(), again.scores()) == (match.legal(), match.outcomes(), match.scores())


@law
@given(games)
def test_a_view_is_itself_a_position_of_the_game(match: Match) -> None:
    for seat in range(match.seats):
        view = match.view(seat)
        assert not broken(view)
        if match.actor == seat:
            assert view.legal() == match.legal()
        assert view.view(seat).states.tobytes() == view.states.tobytes()


@law
@given(games, st.integers(0, 2**31))
def test_what_is_not_legal_is_refused_and_changes_nothing(match: Match, number: int) -> None:
    before = match.states.tobytes()
    possible = [match.number(text) for text in match.outcomes() or match.legal()]
    chosen = number % match.game.rules.NUM_ACTIONS
    if chosen not in possible:
        with pytest.raises(IllegalAction):
            match.play_id(chosen)
    with pytest.raises(IllegalAction):
        match.play("a text nobody says")
    assert match.states.tobytes() == before


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_playouts_play_what_a_match_plays(setting: Setting) -> None:
    """The scores of simulated games are final scores, and their lengths are real."""
    scores, lengths = simulate(setting, [50] * setting.seats, seed=3, first=0, games=40)
    assert lengths.min() > 0
    again, _ = simulate(setting, [50] * setting.seats, seed=3, first=20, games=20)
    assert np.array_equal(scores[20:], again)  # a game depends on its number alone
