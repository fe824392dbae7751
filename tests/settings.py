"""The settings that tests over all games go through: every seat count with no option and with each option."""

from collections.abc import Mapping

from demitasse import BadOption, Setting, game, game_names
from demitasse.core.game import Game


def settings_of(name: str) -> list[Setting]:
    """Every setting of a game, refused combinations left out."""
    found = game(name)
    choices: list[dict[str, int]] = [{}, *({option.name: option.high} for option in found.options)]
    if len(found.options) > 1:
        choices.append({option.name: option.high for option in found.options[1:]})
    tried = [_tried(found, seats, options) for seats in found.seats for options in choices]
    return [setting for setting in tried if setting is not None]


def _tried(found: Game, seats: int, options: Mapping[str, object]) -> Setting | None:
    try:
        return Setting.of(found, seats, options)
    except BadOption:
        return None


SETTINGS = [setting for name in game_names() for setting in settings_of(name)]
