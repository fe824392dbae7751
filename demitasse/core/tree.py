"""Search trees: think about a position for a while, and keep what is known when the game goes on."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from demitasse.core import compiled
from demitasse.core.bundles import Goal, Growth, Taste
from demitasse.core.draws import seeded
from demitasse.core.fields import Records
from demitasse.core.game import Game
from demitasse.core.network import Network
from demitasse.core.play import Play
from demitasse.core.rule import CHANCE
from demitasse.core.setting import Setting

NOISE = 0.3  # what one simulation is worth lies about so far from the mean of many
THOUGHT = {"barista": 300.0, "master": 1000.0, "grandmaster": 3000.0}  # the levels that search: milliseconds a turn
GUIDED = ("master", "grandmaster")  # those that a network guides, where there is one for the table
TASTE = Taste()
CAPACITY = 400_000  # nodes of a tree
GUIDED_CAPACITY = 1_600_000  # and of one that grows faster, for no simulation takes long
CHILDREN = 8  # nodes for each thought of a network
LEAST = 8  # thoughts


@dataclass(frozen=True)
class Candidate:
    """What the search found out about one legal action."""

    action: int
    visits: int
    share: float  # expected share of victory
    lead: float  # expected score difference to the best of the others (alone: the score)
    worth: float = 0.0  # the mean of what it was worth to the search
    likely: float = 0.0  # how much a network likes it, if one guides


class Tree:
    """One search tree: nodes in an array, and the state of its root."""

    def __init__(self, game: Game, seed: int, capacity: int = CAPACITY, taste: Taste = TASTE) -> None:
        self.game, self.taste = game, taste
        self.kernels, self.search = compiled.kernels(game), compiled.search(game)
        self.nodes = self.search.NODES.zeros(capacity)
        self.states = game.fields.zeros(2)
        self.memory = np.zeros(self._places(), np.int64)
        self.memory[self.search.RANDOM] = int(seeded(seed % 2**31, 11))
        self.path = np.zeros(self.search.MAX_DEPTH, np.int64)
        self.room, self.goal = compiled.room(game), Goal(game.total, float(game.spread))
        self.stats = np.zeros((game.rules.MAX_LEGAL, 3))
        self.clear()

    def serves(self, view: Play) -> bool:
        """Whether a view is of such a game."""
        return view.game is self.game

    def clear(self) -> None:
        """Forget everything but the generator."""
        self.nodes[: self.memory[self.search.USED]] = 0
        self.memory[self.search.ROOT], self.memory[self.search.USED] = 1, 2
        self.memory[self.search.POINTS] = self.memory[self.search.GAMES] = 0

    def set_root(self, boxes: Records, states: Records) -> bool:
        """Make a position the root; returns whether the tree already knew it."""
        self.stats[:] = 0
        kept = self._find(boxes, states)
        if kept and self._has_room():
            self.memory[self.search.ROOT] = kept
        else:
            self.clear()
        self.states[0] = states[0]
        return bool(kept)

    def _has_room(self) -> bool:
        """Whether it is worth going on with what is known."""
        return int(self.memory[self.search.USED]) < len(self.nodes) // 2

    def simulate(self, boxes: Records, simulations: int) -> bool:
        """Simulate on; returns False when there is no more room."""
        return bool(self.search.search(boxes, self._growth(), self.taste, self.goal, simulations, self.room))

    def children(self, node: int | None = None) -> list[int]:
        """The nodes of the actions at a decision, or of the outcomes met at a draw."""
        at = self.nodes[self.root if node is None else node]
        if at["count"] > 0:
            return list(range(int(at["first"]), int(at["first"] + at["count"])))
        found, child = [], int(at["first"])
        while child:
            found.append(child)
            child = int(self.nodes[child]["later"])
        return found

    @property
    def root(self) -> int:
        """The node of the position."""
        return int(self.memory[self.search.ROOT])

    @property
    def visits(self) -> int:
        """Simulations through the root."""
        return int(self.nodes[self.root]["visits"])

    @property
    def plies(self) -> int:
        """Plies simulated so far."""
        return int(self.memory[self.search.PLIES])

    def _growth(self) -> Growth:
        return Growth(self.states, self.nodes, self.memory, self.path, self.stats)

    def _places(self) -> int:
        """How many numbers it remembers."""
        return int(self.search.MEMORY)

    def _find(self, boxes: Records, states: Records) -> int:
        """The node whose state is this one: the root, or what one decision and at most one draw make of it; 0 if there
        is none.
        """
        root = self.root
        if not self.visits:
            return 0
        wanted = states[0].tobytes()
        if self.states[0].tobytes() == wanted:
            return root
        for child in self.children():
            if self.nodes[child]["visits"]:
                found = self._after(boxes, self.states[:1], child, wanted, draws=1)
                if found:
                    return found
        return 0

    def _after(self, boxes: Records, states: Records, child: int, wanted: bytes, draws: int) -> int:
        after = states.copy()
        self.kernels.step(boxes, after, 0, int(self.nodes[child]["ply"]))
        if after[0].tobytes() == wanted:
            return child
        if draws and self.kernels.look(boxes, after, 0, self.room.ids, self.room.weight)[0] == CHANCE:
            for outcome in self.children(child):
                if found := self._after(boxes, after, outcome, wanted, draws - 1):
                    return found
        return 0


class GuidedTree(Tree):
    """A tree that a network guides, at one kind of table."""

    def __init__(
        self,
        setting: Setting,
        network: Network,
        seed: int,
        capacity: int = GUIDED_CAPACITY,
        taste: Taste | None = None,
        openness: float = 0.0,
    ) -> None:
        self.setting, self.guided, self.openness = setting, compiled.guided(setting.game), openness
        self.guide = network.guide(setting, max(LEAST, capacity // CHILDREN))
        super().__init__(setting.game, seed, capacity, taste or setting.game.guided_taste)

    def clear(self) -> None:
        super().clear()
        self.memory[self.guided.THOUGHTS] = 1

    def simulate(self, boxes: Records, simulations: int) -> bool:
        """Simulate on; the network's thought about the root comes first and is not counted."""
        if self.openness and not self.visits:
            self.think(boxes, 2)  # which opens the root
            self._even_out()
            simulations -= 1
        return self.think(boxes, simulations + (not self.visits))

    def think(self, boxes: Records, thoughts: int) -> bool:
        """So many simulations; the first, if there was none, ends at the root."""
        told = (self._growth(), self.taste, self.goal, thoughts, self.taste.blend or None, self.guide, self.room)
        return bool(self.guided.simulate(boxes, *told))

    def ponder(self, boxes: Records, states: Records) -> dict[int, float]:
        """How likely the network would take each legal action of a position, without any search."""
        self.clear()
        self.states[0] = states[0]
        self.simulate(boxes, 1)  # which opens the root
        found = {int(self.nodes[child]["ply"]): float(self.nodes[child]["prior"]) for child in self.children()}
        return dict(sorted(found.items()))

    def serves(self, view: Play) -> bool:
        """Whether a view is of such a table."""
        return view.setting == self.setting

    def _has_room(self) -> bool:
        return super()._has_room() and int(self.memory[self.guided.THOUGHTS]) < len(self.guide.thoughts) // 2

    def _even_out(self) -> None:
        """Let every action of the root be likely, for a part: the search then has an opinion of each."""
        children = self.children()
        for child in children:
            prior = float(self.nodes[child]["prior"])
            self.nodes[child]["prior"] = prior + self.openness * (1 / len(children) - prior)

    def _places(self) -> int:
        return int(self.guided.MEMORY)


class Searcher:
    """One tree a thread over the same root; what they find is added up. A network, if there is one, guides them at
    tables of that setting; `openness` is the part of its liking that is shared out evenly among what is legal.
    """

    def __init__(
        self,
        game: Game | Setting,
        seed: int = 0,
        threads: int = 1,
        capacity: int | None = None,
        taste: Taste | None = None,
        network: Network | None = None,
        openness: float = 0.0,
    ) -> None:
        self.game = game.game if isinstance(game, Setting) else game
        self.trees: list[Tree] = [
            GuidedTree(game, network, seed * 64 + number, capacity or GUIDED_CAPACITY, taste, openness)
            if isinstance(game, Setting) and network
            else Tree(self.game, seed * 64 + number, capacity or CAPACITY, taste or TASTE)
            for number in range(threads)
        ]

    def think(self, view: Play, simulations: int | None = None, milliseconds: float | None = None) -> list[Candidate]:
        """Candidates, the most visited first, after so many simulations (kept ones counted) or so long."""
        boxes = view.box.records
        for tree in self.trees:
            tree.set_root(boxes, view.states)
        each = None if simulations is None else -(-simulations // len(self.trees))
        deadline = None if milliseconds is None else time.perf_counter() + milliseconds / 1000
        if len(self.trees) == 1:
            _think(self.trees[0], boxes, each, deadline)
        else:
            with ThreadPoolExecutor(len(self.trees)) as pool:
                list(pool.map(lambda tree: _think(tree, boxes, each, deadline), self.trees))
        return self._candidates(view)

    def serves(self, view: Play) -> bool:
        """Whether it was made for such a game, and with a network for such a table."""
        return self.trees[0].serves(view)

    def kept(self, view: Play) -> bool:
        """Whether the position is already in the tree."""
        return self.trees[0].set_root(view.box.records, view.states)

    def line(self, view: Play, first: int | None = None, least: int = 1, length: int = 12) -> list[str]:
        """The most visited continuation as texts, up to the first draw or to where nothing was visited so often as
        `least`; with `first`, of those that begin with that action.
        """
        tree, told = self.trees[0], view.copy()
        told.auto_draw = False
        texts: list[str] = []
        node = tree.root
        while len(texts) < length and told.actor not in ("*", None):
            children = [child for child in tree.children(node) if tree.nodes[child]["visits"] >= least]
            if first is not None and not texts:
                children = [child for child in tree.children() if tree.nodes[child]["ply"] == first]
            if not children:
                break
            assert isinstance(told.actor, int)
            node = self._next(tree, children, told.actor)
            texts.append(told.action_text(int(tree.nodes[node]["ply"])))
            told.play(texts[-1])
        return texts

    def _candidates(self, view: Play) -> list[Candidate]:
        assert isinstance(view.actor, int)
        found: dict[int, npt.NDArray[np.float64]] = {action: np.zeros(6) for action in view.legal_ids()}
        for tree in self.trees:
            for place, child in enumerate(tree.children()):
                node = tree.nodes[child]
                likely = node["prior"] if isinstance(tree, GuidedTree) else 0
                found[int(node["ply"])] += [node["visits"], node["value"][view.actor], *tree.stats[place], likely]
        ranked = [
            Candidate(
                action, int(v), *(float(each) for each in (share / max(n, 1), lead / max(n, 1), w / max(v, 1), p))
            )
            for action, (v, w, n, share, lead, p) in found.items()
        ]
        return self.losses_last(sorted(ranked, key=lambda one: (-one.visits, -one.likely, one.action)))

    def loses(self, action: int) -> bool:
        """Whether an action only gives something away."""
        return self.game.actions.decode(action).verb in self.game.losing

    def losses_last(self, ranked: list[Candidate]) -> list[Candidate]:
        """What only gives something away stands behind all else, unless it surely is worth more than the best of it:
        among actions that are worth about the same, chance would choose.
        """
        best = next((one for one in ranked if not self.loses(one.action)), None)
        if best is None or not best.visits:
            return ranked
        return sorted(ranked, key=lambda one: self.loses(one.action) and not _surely(one, best))  # the order is kept

    def _next(self, tree: Tree, children: list[int], actor: int) -> int:
        """The child that the search would go on with."""
        nodes = {int(tree.nodes[child]["ply"]): child for child in children}
        visits = {action: int(tree.nodes[child]["visits"]) for action, child in nodes.items()}
        worth = {action: float(tree.nodes[child]["value"][actor]) for action, child in nodes.items()}
        ranked = [Candidate(action, v, 0, 0, worth[action] / max(v, 1)) for action, v in visits.items()]
        return nodes[self.losses_last(sorted(ranked, key=lambda one: -one.visits))[0].action]


def _surely(one: Candidate, other: Candidate) -> bool:
    """Whether one is worth more than the other, and not by chance."""
    return one.visits > 0 and one.worth - other.worth > 2 * NOISE * (1 / one.visits + 1 / other.visits) ** 0.5


def _think(tree: Tree, boxes: Records, simulations: int | None, deadline: float | None) -> None:
    if simulations is not None:
        tree.simulate(boxes, max(0, simulations - tree.visits))
        return
    assert deadline is not None
    if isinstance(tree, GuidedTree) and not tree.visits:  # even in no time, what the network likes is known
        tree.simulate(boxes, 1)
    chunk = 1
    while (now := time.perf_counter()) < deadline:
        if not tree.simulate(boxes, chunk):
            return
        took = time.perf_counter() - now
        chunk = max(1, min(2 * chunk, int(chunk * (deadline - now) / max(took, 1e-6) / 4), 4096))
