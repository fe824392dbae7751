"""Players' luck in a seed, plies by their ids, and taking back: what the server's log is built on."""

import pytest

import demitasse
from demitasse import BadRecord, IllegalAction, Match, game_names
from demitasse.core import draws


def lucky(name: str) -> Match:
    """A finished match whose players added words of their own."""
    match = Match(name, 2, seed="promised", names=["Olha", "Taras"])
    match.luck = ("blue cup", "")
    while match.actor is not None:
        match.draw() if match.actor == "*" else match.play(match.legal()[0])
    return match


def test_luck_changes_the_seed_and_none_leaves_it() -> None:
    assert draws.mixed("seed", ["", ""]) == draws.mixed("seed", []) == "seed"
    assert len({draws.mixed("seed", luck) for luck in (["a", ""], ["", "a"], ["a", "a"], [])}) == 4


@pytest.mark.parametrize("name", game_names())
def test_a_record_with_luck_is_read_and_verified(name: str) -> None:
    text = lucky(name).record()
    assert "luck: blue cup |" in text
    assert demitasse.load(text).luck == ("blue cup", "")
    assert demitasse.load(text).record() == text
    assert any("draws follow from the seed" in line for line in demitasse.verify(text))
    with pytest.raises(BadRecord, match="the seed draws"):
        demitasse.verify(text.replace("luck: blue cup |", "luck: blue cap |"))
    with pytest.raises(BadRecord, match="luck of 1 players"):
        demitasse.load(text.replace("luck: blue cup |", "luck: blue cup"))


@pytest.mark.parametrize("name", game_names())
def test_ids_lead_where_texts_lead(name: str) -> None:
    match = lucky(name)
    by_ids, by_texts = Match(name, 2), Match(name, 2)
    for ply in match.plies:
        by_ids.play_id(ply.id)
        by_texts.play(ply.text)
        assert str(by_ids.plies[-1]) == str(by_texts.plies[-1])
    assert by_ids.position() == by_texts.position() == match.position()
    by_ids.take_back(len(by_ids.plies) // 2)
    again = Match(name, 2)
    for ply in match.plies[: len(by_ids.plies)]:
        again.play_id(ply.id)
    assert by_ids.position() == again.position()


def test_an_outcome_that_cannot_be_drawn_and_too_much_taken_back_are_refused() -> None:
    match = Match("coffee_rush", 2)
    assert match.actor == "*"
    with pytest.raises(IllegalAction, match="cannot be drawn"):
        match.play_id(10**6)
    with pytest.raises(IllegalAction, match="cannot be taken back"):
        match.take_back(1)
    match.play_id(match.next_draw())
    match.take_back(1)
    assert match.plies == []


def test_a_game_that_nobody_plays_on_may_reveal_its_seed() -> None:
    match = Match("coffee_rush", 2, seed="promised")
    match.draw()
    assert "seed:" not in match.record()
    match.revealed = True
    assert any("draws follow from the seed" in line for line in demitasse.verify(match.record()))
