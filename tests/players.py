"""Players for tests over all games: a match is driven by the game's own simple players from a seed."""

from demitasse import Match, Setting
from demitasse.core.draws import advance, seeded
from demitasse.core.play import broken as broken_invariant

CARES = (0, 50, 100)


class Driver:
    """Plays plies with a generator of its own, so that one number repeats a game."""

    def __init__(self, setting: Setting, number: int, care: int) -> None:
        self.match = Match(setting, seed=f"test {number}")
        self.care = care
        self.random: int = int(seeded(number, 7))

    def step(self) -> None:
        """One ply."""
        if self.match.actor == "*":
            self.match.draw()
        else:
            self.random = int(advance(self.random))
            self.match.play_id(self.match.policy_choice(self.care, self.random))

    def run(self, plies: int) -> Match:
        """At most so many plies."""
        while plies > 0 and self.match.actor is not None:
            self.step()
            plies -= 1
        return self.match


def broken(match: Match) -> str:
    """The invariant that does not hold, or nothing."""
    return broken_invariant(match.game, match.box, match.states)
