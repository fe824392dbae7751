"""Hints: what every legal action is worth, how it would go on, and the best ways through one's turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from demitasse.core.errors import BadOption, IllegalAction
from demitasse.core.fields import Records
from demitasse.core.network import find
from demitasse.core.play import CAREFUL, Play
from demitasse.core.setting import Setting
from demitasse.core.tree import THOUGHT, Candidate, Searcher
from demitasse.core.turns import whose

MOST_WAYS = 6  # some may read alike (core/advice.py)
SLIGHT = 0.03  # of victory: ending the turn must be so much better to be told first
GOOD = 0.5  # of the best way's share; what has less is no good way
MOST_PLIES = 60  # of a way
SURE = 40  # what was visited less often, the search has no opinion of
TRUSTED = 1 / 4  # of the visits of the most visited; what has fewer may owe its share to chance
FURTHER = 200  # simulations where a way leads beyond that
MOST_FURTHER = 10  # times, for all ways of a hint; then simple players go on
LEAST = 1_000  # simulations that are worth an opinion; a machine that is busy may take
PATIENCE = 4  # times as long for them
QUICKER = 1 / 3  # of the time is enough where a network guides the search
OPEN = 0.25  # of its liking is for whatever is legal: it is so sure of one way that no other would be tried


@dataclass(frozen=True)
class Advice:
    """One legal action: the expected share of victory and score difference, and how often it was simulated."""

    text: str
    share: float
    lead: float
    visits: int


@dataclass(frozen=True)
class Way:
    """A way through one's turn: decisions up to its end, or to a draw; and what the state would be after the turn. That
    the turn is over is left to say, so that all of it can be looked at and taken back.

    Where the turn goes on with decisions after a draw, that is the state before the draw.
    """

    texts: Sequence[str]
    share: float
    lead: float
    after: Records


@dataclass(frozen=True)
class Hint:
    """Every legal action, the best first, the best line as texts, and the best ways."""

    actions: Sequence[Advice]
    line: Sequence[str]
    ways: Sequence[Way] = ()

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


def part(setting: Setting) -> str:
    """Which part of a game (core/prepare.py) hints at a table need."""
    return "guidance" if find(setting)[0] else "search"


def hint(match: Play, level: str = "barista", seed: int = 0, simulations: int | None = None) -> Hint:
    """What the seat to act should do, found by a level's search on what that seat may see."""
    if level not in THOUGHT:
        raise BadOption(f"there is no hint of level {level!r}; expected one of: {', '.join(THOUGHT)}")
    if not isinstance(match.actor, int):
        raise IllegalAction(
            "a hint needs a decision: " + ("the game is over" if match.actor is None else "a draw is due")
        )
    view = match.view(match.actor)
    network = find(match.setting)[0]
    searcher = Searcher(match.setting, seed, network=network, openness=OPEN)
    milliseconds = THOUGHT[level] * (QUICKER if network else 1)
    thought = _thought(searcher, view, milliseconds) if simulations is None else searcher.think(view, simulations)
    found = _ranked(searcher, thought)
    best, advice = found[0], [Advice(view.action_text(c.action), c.share, c.lead, c.visits) for c in found]
    apart = dict[object, Candidate]()
    for one in found:
        apart.setdefault(_choice(view, one.action), one)
    tried = (one for one in list(apart.values())[:MOST_WAYS] if one.visits)
    good = (one for one in tried if one is best or not searcher.loses(one.action))
    held = (replace(one, share=min(one.share, best.share)) for one in good)  # more would owe it to chance
    ways = sorted((one for one in held if one.share >= GOOD * best.share), key=lambda one: -one.share)
    ways = _deeds_first(view, ways, TRUSTED * found[0].visits)
    lines = [searcher.line(view, one.action, SURE) for one in ways]
    told = searcher.line(view, best.action)
    ends, further = dict[bytes, Way](), iter(range(MOST_FURTHER))
    for each in zip(ways, lines, strict=True):
        way = _way(searcher, view, *each, further)
        ends.setdefault(way.after.tobytes(), way)  # whoever does the same in another order needs no two
    return Hint(advice, told, list(ends.values()))


def _choice(view: Play, action: int) -> tuple[object, ...]:
    """What is chosen by an action; those that differ in details alone are one choice."""
    game = view.game
    verb, args = game.actions.decode(action)
    details = game.details.get(verb, ())
    return verb, *(arg for axis, arg in zip(game.actions[verb].axes, args, strict=True) if axis not in details)


def _deeds_first(view: Play, ways: list[Candidate], enough: float) -> list[Candidate]:
    """Ending the turn comes after what is about as good and was tried enough."""
    best = ways[0]
    verb, turn, after = view.game.actions.decode(best.action).verb, Limit(view), _begun(view)
    after.play_id(best.action)
    if verb not in view.game.closing or turn.goes_on(after):
        return ways
    near = [one for one in ways[1:] if one.share > best.share - SLIGHT and one.visits >= enough]
    return [*near, *(one for one in ways if one not in near)]


def _ranked(searcher: Searcher, found: list[Candidate]) -> list[Candidate]:
    """The best first: of what was tried about as often as the search's own choice, what does best; then the others in
    their order.
    """
    enough = TRUSTED * found[0].visits

    def place(one: Candidate) -> tuple[bool, float]:
        trusted = one.visits >= enough and (one is found[0] or not searcher.loses(one.action))
        return not trusted, -one.share if trusted else 0

    return sorted(found, key=place)


def _thought(searcher: Searcher, view: Play, milliseconds: float) -> list[Candidate]:
    for _ in range(PATIENCE):
        found = searcher.think(view, milliseconds=milliseconds)
        if sum(one.visits for one in found) >= LEAST:
            break
    return found


def _way(searcher: Searcher, view: Play, candidate: Candidate, found: Sequence[str], further: Iterator[int]) -> Way:
    """As the search goes on; where it has no more to say, it thinks on while it may."""
    line, turn = _begun(view), Limit(view)
    while True:
        for text in found:
            if not turn.goes_on(line):
                break
            line.play(text)
        if not turn.goes_on(line):
            break
        if next(further, None) is None:
            found = [line.action_text(line.policy_choice(CAREFUL, len(line.plies)))]
        else:
            found = searcher.line(line, searcher.think(line, FURTHER)[0].action, SURE)
    texts = [ply.text for ply in line.plies]
    if len(texts) > 1 and _only_closes(line):
        texts.pop()
    return Way(texts, candidate.share, candidate.lead, _after(line, turn))


def _only_closes(line: Play) -> bool:
    """Whether the last decision says that the turn is over and brings nothing by that."""
    if line.game.actions.decode(line.plies[-1].id).verb not in line.game.closing:
        return False
    before = line.copy()
    before.take_back(1)
    return bool((before.score_lines() == line.score_lines()).all())


def _after(line: Play, turn: Limit) -> Records:
    """The state when the turn is over, whatever is drawn and the others choose in it; before a draw that oneself has to
    answer.
    """
    after = line.copy()
    while turn.lasts(after):
        if after.actor == "*":
            after.play(next(iter(after.outcomes())))
        elif after.actor == turn.seat:
            return line.states
        else:
            after.play_id(after.policy_choice(CAREFUL, 1))
    return after.states


def _begun(view: Play) -> Play:
    """A view to try things on, which no seed tells what will be drawn."""
    twin = view.copy()
    twin.auto_draw, twin.seed, twin.story = False, None, None
    return twin


class Limit:
    """How far a turn goes."""

    def __init__(self, view: Play) -> None:
        self.seat, self.whose = view.actor, whose(view)

    def lasts(self, match: Play) -> bool:
        return match.actor is not None and whose(match) == self.whose and len(match.plies) < MOST_PLIES

    def goes_on(self, match: Play) -> bool:
        """Whether it is on the same seat to decide."""
        return match.actor == self.seat and self.lasts(match)
