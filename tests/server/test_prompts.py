"""Every question of every game is asked without a name, in every language, so that a page can say whose turn it is."""

import random

import pytest

from demitasse import Match, game_names
from demitasse.core.scene import scene
from demitasse.core.words import LANGUAGES
from demitasse.server.scenes import View, draw
from tests.coffee_rush.positions import given
from tests.positions import play

EVERY = 5  # plies between two looks


@pytest.mark.parametrize("game", game_names())
def test_a_question_stands_without_the_name(game: str) -> None:
    match, chance = Match(game, 2, names=["Olha", "Taras"], seed=5, auto_draw=True), random.Random(5)
    asked = set()
    while isinstance(match.actor, int):
        if len(match.plies) % EVERY == 0:
            for language in LANGUAGES:
                shown = draw(View(match, True, list), match.actor, language)
                assert shown["question"], (language, shown["ask"])
                assert shown["ask"].startswith(match.names[match.actor])
                assert shown["ask"].endswith(shown["question"].replace("*", ""))  # stars mark its key word
                assert match.names[match.actor] not in shown["question"]
                asked.add(shown["question"])
        match.play(chance.choice(match.legal()))
    assert len(asked) > len(LANGUAGES)


def test_who_is_not_named_is_not_asked() -> None:
    match = Match("cat_cafe", 2, names=["Olha", "Taras"])
    assert match.actor == "*"
    assert scene(match).question == ""
    while match.actor == "*":
        match.play(next(iter(match.outcomes())))
    assert scene(match).question == "take a *die*."
    question = scene(match, language="ja").question.replace("*", "")  # stars mark its key word
    assert scene(match, language="ja").ask == f"Olha：{question}"


def test_who_may_not_stop_is_not_asked_whether_to() -> None:
    """CR-13: where another pawn stands."""
    match = play(given("phase: move\npawn: 0/0=a1, 1/0=b1"), "a1-b1")
    assert scene(match).question == "*go on*: another pawn stands here."
    assert scene(play(match, "b1-b2")).question == "*go on*, or stop here?"
