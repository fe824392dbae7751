"""Walks: a game by ids is the game that a match plays."""

from random import Random

import pytest

from demitasse import BadOption, IllegalAction, Match, Walk, game_names
from demitasse.core.rule import CHANCE, OVER


@pytest.mark.parametrize("name", game_names())
def test_a_walk_is_the_game_that_a_match_plays(name: str) -> None:
    walk, match, choice = Walk(name, seed=1), Match(name), Random(1).choice
    actor, number = walk.start()
    while match.actor is not None:
        if match.actor == "*":
            assert actor == CHANCE
            assert (number, walk.weight.tolist()) == (sum(match.outcomes().values()), match._weight.tolist())
            ply = match.next_draw()
        else:
            assert (actor, walk.ids[:number].tolist()) == (match.actor, match.legal_ids())
            ply = choice(match.legal_ids())
        match.play_id(ply)
        actor, number = walk.step(ply)
        assert walk.states.tobytes() == match.states.tobytes()
    assert (actor, number) == (OVER, 0)
    assert walk.scores() == match.scores()
    assert walk.start()[0] == (CHANCE if Match(name).actor == "*" else Match(name).actor)


def test_a_seed_repeats_the_draws_of_a_walk() -> None:
    def dealt(seed: int) -> bytes:
        walk = Walk("coffee_rush", seats=2, seed=seed)
        actor, _ = walk.start()
        while actor == CHANCE:
            actor, _ = walk.draw()
        return walk.states.tobytes()

    assert dealt(1) == dealt(1) != dealt(2)


def test_what_a_walk_refuses() -> None:
    with pytest.raises(BadOption, match="seed"):
        Walk("coffee_rush", seed=-1)
    walk = Walk("coffee_rush", seats=2, seed=1)
    before = walk.states.tobytes()
    for outcome in (-1, 64, int(walk.weight.argmin())):
        with pytest.raises(IllegalAction, match="not possible now"):
            walk.step(outcome)
    assert walk.states.tobytes() == before
    actor, number = walk.start()
    while actor == CHANCE:
        actor, number = walk.draw()
    with pytest.raises(IllegalAction, match="no draw is due"):
        walk.draw()
    with pytest.raises(IllegalAction, match="not possible now"):
        walk.step(int(walk.ids[number - 1]) + 1000)
