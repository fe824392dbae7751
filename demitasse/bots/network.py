"""A network as a player, without search: it takes what it likes best, or errs the more the warmer it is."""

from demitasse.core.bundles import Taste
from demitasse.core.draws import LOW, advance, seeded
from demitasse.core.match import Match
from demitasse.core.network import Network, find
from demitasse.core.play import CAREFUL
from demitasse.core.tree import GuidedTree


class NetworkPlayer:
    """Takes each action as likely as the network would, raised to the power 1 / temperature; at 0 the likeliest."""

    def __init__(self, temperature: float = 0.0, seed: int = 0, network: Network | None = None) -> None:
        self.temperature, self.network = temperature, network
        self._random = int(seeded(seed % 2**31, 17))
        self._tree: GuidedTree | None = None

    def choose(self, view: Match) -> str:
        self._random = int(advance(self._random))
        if self._tree is None or not self._tree.serves(view):
            network = self.network or find(view.setting)[0]
            if network is None:
                return view.action_text(view.policy_choice(CAREFUL, self._random))
            self._tree = GuidedTree(view.setting, network, 0, view.game.rules.MAX_LEGAL + 3, Taste())
        likely = self._tree.ponder(view.box.records, view.states)
        return view.action_text(self._taken(likely))

    def _taken(self, likely: dict[int, float]) -> int:
        best = max(likely, key=lambda action: likely[action])
        if not self.temperature:
            return best
        odds = {action: (one / likely[best]) ** (1 / self.temperature) for action, one in likely.items()}
        left = ((self._random ^ self._random >> 32) & LOW) / (LOW + 1) * sum(odds.values())
        for action, one in odds.items():
            left -= one
            if left < 0:
                return action
        return best
