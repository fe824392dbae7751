"""Two implementations of one text: an independent referee, written from docs/rules alone, agrees with the rules at
every ply.
"""

import os
import time
from importlib import import_module
from typing import Any

import pytest

from demitasse import Match, Setting
from tests.players import CARES, Driver
from tests.settings import SETTINGS

GAMES = int(os.environ.get("DEMITASSE_ORACLE_GAMES", "9"))
SECONDS = float(os.environ.get("DEMITASSE_ORACLE_SECONDS", "12"))


def agree(match: Match, oracle: Any) -> None:
    """Who acts, what is legal, what can be drawn with which weights, the scores, the winners."""
    assert oracle.actor == match.actor
    assert set(oracle.legal()) == set(match.legal())
    assert oracle.outcomes() == match.outcomes()
    assert oracle.scores() == match.scores()
    assert oracle.winners() == match.winners()


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_an_independent_referee_agrees_at_every_ply(setting: Setting) -> None:
    began = time.monotonic()
    for number in range(GAMES):
        driver = Driver(setting, 1000 + number, CARES[(number + 1) % len(CARES)])
        oracle = import_module(f"tests.oracles.{setting.game.name}").Oracle(setting.seats, dict(setting.options))
        agree(driver.match, oracle)
        while driver.match.actor is not None:
            driver.step()
            oracle.play(driver.match.plies[-1].text)
            agree(driver.match, oracle)
        if time.monotonic() - began > SECONDS:
            return
