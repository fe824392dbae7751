"""What the log tells: every decision and draw has a phrase, in every language, and those to choose from differ."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from demitasse import Match, Setting, game_names
from demitasse.core.words import LANGUAGES, Say, words
from tests.golden import FOLDER, plies_of
from tests.players import Driver
from tests.settings import SETTINGS

FILES = sorted(FOLDER.glob("*.txt"))
EVERY = 9  # plies between two looks at all that could be decided


def told(match: Match, texts: Sequence[str], say: Say) -> list[str]:
    return [match.game.tell(match.box, text, say) for text in texts]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_ply_of_a_golden_playthrough_is_told(path: Path) -> None:
    match = plies_of(path.read_text(encoding="utf-8"))
    texts = sorted({ply.text for ply in match.plies})
    for language in LANGUAGES:
        phrases = told(match, texts, words(language))
        assert all(phrase and not set(phrase) & set("{}_") for phrase in phrases)
        assert len(set(phrases)) == len(texts)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_can_be_decided_reads_differently(setting: Setting) -> None:
    driver = Driver(setting, 3, 50)
    while driver.match.actor is not None:
        if len(driver.match.plies) % EVERY == 0:
            texts = driver.match.legal() or list(driver.match.outcomes())
            for language in LANGUAGES:
                assert len(set(told(driver.match, texts, words(language)))) == len(texts)
        driver.step()


def test_the_log_says_who_and_what_or_what_was_drawn() -> None:
    match = Match("coffee_rush", 3)
    say = words("en")
    assert match.game.sentence(match.box, "Olha", "coffee 2", say) == "Olha: coffee into cup 2"
    assert match.game.sentence(match.box, None, "order Espresso", say) == "Drawn: Espresso"
    assert Match("cat_cafe", 2).game.sentence(match.box, None, "roll 3", say) == "Rolled: 3, butterfly"
    assert "Oksana {name}: " in match.game.sentence(match.box, "Oksana {name}", "stop", say)


@pytest.mark.parametrize("name", game_names())
def test_a_text_that_does_not_exist_is_not_told(name: str) -> None:
    match = Match(name, 2)
    with pytest.raises((KeyError, ValueError, IndexError)):
        match.game.tell(match.box, "sing loudly", words("en"))
