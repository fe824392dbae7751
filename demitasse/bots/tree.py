"""Tree search as a player: its time is a turn's, and it keeps its tree between the plies of a turn."""

from demitasse.core.bundles import Taste
from demitasse.core.match import Match
from demitasse.core.network import Network, find
from demitasse.core.tree import Searcher

FIRST_SHARE = 0.5  # of a turn's time goes to its first decision
NEXT_SHARE = 0.07  # and so much to each that follows with the tree kept


class TreePlayer:
    """Plays by search: about so many milliseconds a turn, or so many simulations a decision; if `guided`, with the
    network for the table, where there is one.
    """

    def __init__(
        self,
        milliseconds: float | None = None,
        simulations: int | None = None,
        seed: int = 0,
        threads: int = 1,
        taste: Taste | None = None,
        guided: bool = False,
        network: Network | None = None,
    ) -> None:
        self.milliseconds, self.simulations = milliseconds, simulations
        self.seed, self.threads, self.taste = seed, threads, taste
        self.guided, self.network = guided, network
        self._searcher: Searcher | None = None

    def choose(self, view: Match) -> str:
        legal = view.legal_ids()
        if len(legal) == 1:
            return view.action_text(legal[0])
        if self._searcher is None or not self._searcher.serves(view):
            network = find(view.setting)[0] if self.guided and self.network is None else self.network
            self._searcher = Searcher(view.setting, self.seed, self.threads, taste=self.taste, network=network)
        allowance = None
        if self.milliseconds is not None:
            allowance = self.milliseconds * (NEXT_SHARE if self._searcher.kept(view) else FIRST_SHARE)
        return view.action_text(self._searcher.think(view, self.simulations, allowance)[0].action)
