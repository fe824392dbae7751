"""The settings that tests over all games go through: every seat count with no option and with each option."""

from dataclasses import dataclass

from demitasse import BadOption, game, game_names
from demitasse.core.game import Game


@dataclass(frozen=True)
class Setting:
    """A game, how many play and the options."""

    game: Game
    seats: int
    options: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return "-".join(
            [
                self.game.name,
                str(self.seats),
                *(name if value == 1 else f"{name}{value}" for name, value in self.options),
            ]
        )

    @property
    def numbers(self) -> dict[str, int]:
        """The options as the rules take them."""
        return self.game.settings(self.seats, dict(self.options))


def settings_of(name: str) -> list[Setting]:
    """Every setting of a game, refused combinations left out."""
    found = game(name)
    choices: list[tuple[tuple[str, object], ...]] = [(), *(((option.name, option.high),) for option in found.options)]
    if len(found.options) > 1:
        choices.append(tuple((option.name, option.high) for option in found.options[1:]))
    return [
        Setting(found, seats, options) for seats in found.seats for options in choices if _played(found, seats, options)
    ]


def _played(found: Game, seats: int, options: tuple[tuple[str, object], ...]) -> bool:
    try:
        found.settings(seats, dict(options))
    except BadOption:
        return False
    return True


SETTINGS = [setting for name in game_names() for setting in settings_of(name)]
