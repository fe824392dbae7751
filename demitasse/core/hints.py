"""Hints: what every legal action is worth, and how it would go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from demitasse.core.errors import BadOption, IllegalAction
from demitasse.core.play import Play
from demitasse.core.tree import THOUGHT, Searcher


@dataclass(frozen=True)
class Advice:
    """One legal action: the expected share of victory and score difference, and how often it was simulated."""

    text: str
    share: float
    lead: float
    visits: int


@dataclass(frozen=True)
class Hint:
    """Every legal action, the best first, and the best line as texts."""

    actions: Sequence[Advice]
    line: Sequence[str]

    @property
    def best(self) -> str:
        return self.actions[0].text

    def __str__(self) -> str:
        width = max(len(action.text) for action in self.actions)
        rows = [f"  {'':<{width}}   share   lead   tried"]
        rows += [
            f"  {a.text:<{width}}  {a.share:6.1%}  {a.lead:+5.1f}  {a.visits:6d}" for a in self.actions if a.visits
        ]
        if untried := sum(not action.visits for action in self.actions):
            rows.append(f"  and {untried} more that did not look worth a try")
        return "\n".join([*rows, "  best line: " + ", ".join(self.line)])


def hint(match: Play, level: str = "barista", seed: int = 0, simulations: int | None = None) -> Hint:
    """What the seat to act should do, found by a level's search on what that seat may see."""
    if level not in THOUGHT:
        raise BadOption(f"there is no hint of level {level!r}; expected one of: {', '.join(THOUGHT)}")
    if not isinstance(match.actor, int):
        raise IllegalAction(
            "a hint needs a decision: " + ("the game is over" if match.actor is None else "a draw is due")
        )
    view = match.view(match.actor)
    searcher = Searcher(match.game, seed)
    found = searcher.think(view, simulations, None if simulations else THOUGHT[level])
    return Hint([Advice(view.action_text(c.action), c.share, c.lead, c.visits) for c in found], searcher.line(view))
