"""Monte Carlo tree search over any game's rules: every seat maximises its own share of victory, draws are sampled as
they come.

Like kernels.py this file is run once a game, with `rules` and `policy` set to those of the game. The tree lives in an
array of records (NODES): the children of a decision stand side by side, ordered by the policy's worth; the children of
a draw are a list, one for each outcome met so far.
"""

from typing import TYPE_CHECKING, Any

from demitasse.core.draws import advance, below, outcome_at
from demitasse.core.fields import Field, Fields
from demitasse.core.rule import CHANCE, OVER, rule

if TYPE_CHECKING:
    rules: Any
    kernels: Any
    policy: Any

MAX_SEATS = 5
MAX_DEPTH = 400

NODES = Fields(
    {"seat": MAX_SEATS},
    Field("ply", "i4", "the action or outcome that leads here"),
    Field("visits", "i4", "simulations that passed through"),
    Field("first", "i4", "the first child, 0: none"),
    Field("later", "i4", "the next child of the same draw, 0: none"),
    Field("count", "i4", "how many children a decision has, 0: not opened"),
    Field("prior", "f4", "how likely the policy takes it"),
    Field("value", "f4", "the sum of what the simulations were worth to each seat", ("seat",)),
)
# What `search` keeps beside the nodes, in an array of whole numbers
ROOT = 0
USED = 1  # nodes in use; node 0 is none
RANDOM = 2
PLIES = 3  # simulated so far
POINTS = 4  # alone: all points of the simulations through the root and its forebears
GAMES = 5  # and how many there were
MEMORY = 6


@rule
def search(boxes, tree, taste, goal, simulations, room):
    """Simulate from the root. Returns False when the nodes are used up."""
    states, nodes, memory, path, stats = tree
    b = boxes[0]
    s = states[1]
    random = memory[RANDOM]
    root = memory[ROOT]
    mover = rules.actor(b, states[0])
    for _ in range(simulations):
        states[1] = states[0]
        node = root
        depth = 0
        path[0] = root
        who = mover
        while who != OVER and depth < MAX_DEPTH - 1 and (nodes[node].visits > 0 or node == root):
            random = advance(random)
            if who == CHANCE:
                outcome = outcome_at(room.weight, below(random, rules.chances(b, s, room.weight)))
                node = outcome_child(tree, node, outcome)
                rules.settle(b, s, outcome)
            else:
                if nodes[node].count == 0:
                    open_node(b, s, tree, node, taste.guided, room)
                node = select(nodes, node, who, taste.exploration, taste.doubt)
                rules.apply(b, s, int(nodes[node].ply))
            if node == 0:
                memory[RANDOM] = random
                return False
            depth += 1
            path[depth] = node
            who = rules.actor(b, s)
        memory[PLIES] += depth
        random = play_out(b, s, taste.care, random, room, memory)
        rules.score(b, s, room.lines)
        for seat in range(s.seats):
            share = share_of(room.lines, s.seats, goal.total, seat)
            lead = lead_of(room.lines, s.seats, goal.total, seat)
            if s.seats > 1:
                worth = taste.mix * share + (1.0 - taste.mix) * 0.5 * (1.0 + lead / (abs(lead) + goal.spread))
            else:  # nobody to beat but what is usual
                memory[POINTS] += room.lines[seat, goal.total]
                memory[GAMES] += 1
                above = lead - memory[POINTS] / memory[GAMES]
                worth = 0.5 * (1.0 + above / (abs(above) + goal.spread))
            for k in range(depth + 1):
                nodes[path[k]].value[seat] += worth
            if seat == mover and depth > 0:
                child = path[1] - nodes[root].first
                stats[child, 0] += 1.0
                stats[child, 1] += share
                stats[child, 2] += lead
        for k in range(depth + 1):
            nodes[path[k]].visits += 1
    memory[RANDOM] = random
    return True


@rule
def play_out(b, s, care, random, room, memory):
    """Play to the end; returns the generator's state."""
    plies = 0
    who = rules.actor(b, s)
    while who != OVER:
        plies += 1
        random = advance(random)
        if who == CHANCE:
            rules.settle(b, s, kernels.pick(b, s, random, room.weight))
        else:
            if care > 0:
                action = int(kernels.choose(b, s, room, care, random))
                random = advance(advance(random))
            else:
                action = int(room.ids[below(random, rules.legal(b, s, room.ids))])
            rules.apply(b, s, action)
        who = rules.actor(b, s)
    memory[PLIES] += plies
    return random


@rule
def outcome_child(tree, node, outcome):
    """The child of a draw for an outcome, made if it is new; 0 if there is no room."""
    nodes, memory = tree.nodes, tree.memory
    child = nodes[node].first
    while child > 0 and nodes[child].ply != outcome:
        child = nodes[child].later
    if child == 0 and memory[USED] < len(nodes):
        child = memory[USED]
        memory[USED] += 1
        nodes[child].ply = outcome
        nodes[child].later = nodes[node].first
        nodes[node].first = child
    return child


@rule
def open_node(b, s, tree, node, guided, room):
    """Give a decision its children, the policy's favourites first; their priors fall as 1, 1/2, 1/3 …, equal worth
    sharing its places.
    """
    nodes, memory = tree.nodes, tree.memory
    count = rules.legal(b, s, room.ids)
    if memory[USED] + count > len(nodes):
        return
    first = memory[USED]
    memory[USED] += count
    nodes[node].first = first
    nodes[node].count = count
    if guided:
        kernels.note(b, s, room.notes)
    for k in range(count):
        worth = policy.worth(b, s, room.notes, room.ids[k]) if guided else 0
        at = k
        while at > 0 and nodes[first + at - 1].prior < worth:  # insertion by worth; prior holds the worth for now
            nodes[first + at].prior = nodes[first + at - 1].prior
            nodes[first + at].ply = nodes[first + at - 1].ply
            at -= 1
        nodes[first + at].prior = worth
        nodes[first + at].ply = room.ids[k]
    harmonic = 0.0
    for k in range(count):
        harmonic += 1.0 / (k + 1)
    start = 0
    while start < count:
        end = start
        places = 0.0
        while end < count and nodes[first + end].prior == nodes[first + start].prior:
            places += 1.0 / (end + 1)
            end += 1
        worth = places / (end - start) / harmonic
        for k in range(start, end):
            nodes[first + k].later = 0
            nodes[first + k].value[0] = worth  # kept aside: the priors are still compared
        start = end
    for k in range(count):
        nodes[first + k].prior = nodes[first + k].value[0]
        nodes[first + k].value[0] = 0.0


@rule
def select(nodes, node, who, exploration, doubt):
    """The child to simulate next: its mean worth to the actor, and more the likelier and the less tried it is; 0 if
    there is none.
    """
    count = nodes[node].count
    if count == 0:
        return 0
    first = nodes[node].first
    visits = nodes[node].visits
    unknown = 0.5
    if visits > 0:
        unknown = nodes[node].value[who] / visits - doubt  # a child never tried is thought worse than its parent
    reach = exploration * (visits + 1) ** 0.5
    best = first
    top = -1e9
    for child in range(first, first + count):
        tried = nodes[child].visits
        mean = nodes[child].value[who] / tried if tried > 0 else unknown
        promise = mean + reach * nodes[child].prior / (1 + tried)
        if promise > top:
            top = promise
            best = child
    return best


@rule
def share_of(lines, seats, total, seat):
    """The seat's share of victory by the total, then the tie-breaks."""
    tied = 1
    for other in range(seats):
        if other != seat:
            column = total
            while column < lines.shape[1] - 1 and lines[other, column] == lines[seat, column]:
                column += 1
            if lines[other, column] > lines[seat, column]:
                return 0.0
            if lines[other, column] == lines[seat, column]:
                tied += 1
    return 1.0 / tied


@rule
def lead_of(lines, seats, total, seat):
    """How far the seat's total lies above the best of the others; alone, the total."""
    best = -1000000
    for other in range(seats):
        if other != seat:
            best = max(best, lines[other, total])
    return float(lines[seat, total] - (best if seats > 1 else 0))
