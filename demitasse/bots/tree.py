"""Tree search as a player: its time is a turn's, and it keeps its tree between the plies of a turn."""

from demitasse.core.bundles import Taste
from demitasse.core.match import Match
from demitasse.core.tree import TASTE, Searcher

FIRST_SHARE = 0.5  # of a turn's time goes to its first decision
NEXT_SHARE = 0.07  # and so much to each that follows with the tree kept


class TreePlayer:
    """Plays by search: about so many milliseconds a turn, or so many simulations a decision."""

    def __init__(
        self,
        milliseconds: float | None = None,
        simulations: int | None = None,
        seed: int = 0,
        threads: int = 1,
        taste: Taste = TASTE,
    ) -> None:
        self.milliseconds, self.simulations = milliseconds, simulations
        self.seed, self.threads, self.taste = seed, threads, taste
        self._searcher: Searcher | None = None

    def choose(self, view: Match) -> str:
        legal = view.legal_ids()
        if len(legal) == 1:
            return view.action_text(legal[0])
        if self._searcher is None or self._searcher.game is not view.game:
            self._searcher = Searcher(view.game, self.seed, self.threads, taste=self.taste)
        allowance = None
        if self.milliseconds is not None:
            allowance = self.milliseconds * (NEXT_SHARE if self._searcher.kept(view) else FIRST_SHARE)
        return view.action_text(self._searcher.think(view, self.simulations, allowance)[0].action)
