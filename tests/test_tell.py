"""What the log tells: every decision and draw has a phrase, in every language, and those to choose from differ."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from demitasse import Match, Setting
from demitasse.core.play import Ply
from demitasse.core.telling import sentence, tell
from demitasse.core.words import LANGUAGES, Say, words
from tests.golden import FOLDER, plies_of
from tests.players import Driver
from tests.settings import SETTINGS

FILES = sorted(FOLDER.glob("*.txt"))
EVERY = 9  # plies between two looks at all that could be decided


WHERE = re.compile(r" (-?\d+,-?\d+|r\d+)(?= |$)")  # on a district of Café, and how a card is turned


def deed(ply: Ply) -> str:
    """What of a ply its phrase must tell: all but coordinates, which say nothing to whoever reads."""
    return WHERE.sub("", ply.text)


def told(match: Match, plies: Iterable[Ply], say: Say) -> list[str]:
    return [tell(match, ply, say) for ply in plies]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_ply_of_a_golden_playthrough_is_told(path: Path) -> None:
    match = plies_of(path.read_text(encoding="utf-8"))
    plies = {ply.text: ply for ply in match.plies}.values()
    for language in LANGUAGES:
        phrases = told(match, plies, words(language))
        assert all(phrase and not set(phrase) & set("{}_") for phrase in phrases)
        assert len(set(phrases)) == len({deed(ply) for ply in plies})


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_can_be_decided_reads_differently(setting: Setting) -> None:
    driver = Driver(setting, 3, 50)
    while driver.match.actor is not None:
        if len(driver.match.plies) % EVERY == 0:
            plies = [driver.match.ply(text) for text in driver.match.legal() or driver.match.outcomes()]
            for language in LANGUAGES:
                assert len(set(told(driver.match, plies, words(language)))) == len({deed(ply) for ply in plies})
        driver.step()


def test_the_log_says_who_and_what_or_what_was_drawn() -> None:
    match, dice = Match("coffee_rush", 3), Match("cat_cafe", 2)
    say, coffee, stop = words("en"), match.texts.action_ids["coffee 2"], match.texts.action_ids["stop"]
    assert sentence(match, Ply(0, coffee, "coffee 2"), "Olha", say) == "Olha: coffee into cup 2"
    assert sentence(match, match.ply("order Espresso"), "", say) == "New order: Espresso"
    assert sentence(dice, dice.ply("roll 3"), "", say) == "Rolled: 3, butterfly"
    assert "Oksana {name}: " in sentence(match, Ply(0, stop, "stop"), "Oksana {name}", say)
