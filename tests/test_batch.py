"""Batches: n games in one array play as matches do."""

import numpy as np
import pytest

from demitasse import BadOption, Batch, IllegalAction, Match, game_names
from demitasse.core.rule import OVER


@pytest.mark.parametrize("name", game_names())
def test_a_batch_plays_the_games_that_matches_play(name: str) -> None:
    """Every state is followed by a match that starts from the one before: same legal ids, same scores."""
    batch = Batch(name, 8, seed=1)
    finished = 0
    for number in range(400):
        ids, counts = batch.legal()
        chosen = np.array([ids[i, (number * 7 + i) % counts[i]] if counts[i] else 0 for i in range(8)])
        before, over = batch.states.copy(), batch.actor == OVER
        scores, done = batch.step(chosen)
        finished += int(done.sum())
        for i in (number % 8,):
            match = Match(batch.game, batch.seats)
            if over[i]:
                assert not done[i]
                continue
            match.set_state(before[i : i + 1])
            match.play_id(int(chosen[i]))
            if match.actor != "*":
                assert match.states.tobytes() == batch.states[i : i + 1].tobytes()
                assert match.scores() == scores[i].tolist()
                assert (match.actor is None) == done[i]
                assert match.legal_ids() == batch.legal()[0][i, : batch.legal()[1][i]].tolist()
    assert np.all(batch.actor != -1)


def test_finished_games_start_anew_at_the_next_step() -> None:
    batch = Batch("coffee_rush", 4, seats=2, seed=1)
    done = np.zeros(4, bool)
    while not done.any():
        _, done = batch.step(batch.legal()[0][:, 0])
    i = int(np.flatnonzero(done)[0])
    assert batch.actor[i] == OVER
    assert batch.legal()[1][i] == 0
    _, done = batch.step(batch.legal()[0][:, 0])
    assert not done[i]
    assert batch.actor[i] == 1  # the second player puts a pawn down


def test_a_seed_repeats_a_batch() -> None:
    one, two, other = (Batch("coffee_rush", 5, seats=3, seed=seed) for seed in (1, 1, 2))
    assert one.states.tobytes() == two.states.tobytes() != other.states.tobytes()
    assert one.states[0] != one.states[1]


def test_scores_counted_at_the_end_are_those_of_games_that_ended() -> None:
    now, end = Batch("cat_cafe", 16, seats=2, seed=1), Batch("cat_cafe", 16, seats=2, seed=1, scores="end")
    ended = 0
    while ended < 8:
        chosen = now.sample()
        scores, done = now.step(chosen)
        others, also = end.step(chosen)
        assert done.tolist() == also.tolist()
        assert scores[done].tolist() == others[done].tolist()
        ended += int(done.sum())


def test_samples_are_legal_and_every_legal_action_comes_up() -> None:
    batch = Batch("coffee_rush", 2, seats=2, seed=1)
    ids, counts = batch.legal()
    drawn = [batch.sample().tolist() for _ in range(400)]
    for i in range(2):
        assert {row[i] for row in drawn} == set(ids[i, : counts[i]].tolist())
    again = Batch("coffee_rush", 2, seats=2, seed=1)
    assert drawn == [again.sample().tolist() for _ in range(400)]


def test_what_a_batch_refuses() -> None:
    with pytest.raises(BadOption, match="'now' or at the 'end'"):
        Batch("coffee_rush", 2, scores="never")  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="at least one game"):
        Batch("coffee_rush", 0)
    with pytest.raises(BadOption, match="seed"):
        Batch("coffee_rush", 2, seed=-1)
    batch = Batch("coffee_rush", 3, seats=2, seed=1)
    before = batch.states.tobytes()
    with pytest.raises(IllegalAction, match=r"game 1: action 99 is not legal; legal: \[0, 1, 2"):
        batch.step([0, 99, 0])
    with pytest.raises(IllegalAction, match="expected 3 actions"):
        batch.step([0, 0])
    assert batch.states.tobytes() == before
