"""Tree search guided by a network: it says what to try first, and what a position is worth, instead of playouts.

Run once a game, as core/search.py, whose tree this is. A simulation ends at a decision that the network has not thought
about yet: what it thinks it is worth goes up the path, and its question (what actions are asked by) is kept until the
simulation that comes next opens the node. Draws, and decisions with one legal action, are passed; an end is counted.
"""

import math
from typing import TYPE_CHECKING, Any

from demitasse.core import sight
from demitasse.core.draws import advance, below, outcome_at
from demitasse.core.neurons import answer, think
from demitasse.core.rule import CHANCE, OVER, rule

if TYPE_CHECKING:
    rules: Any
    kernels: Any
    search: Any
    learners: Any
    SEATS: int

THOUGHTS = search.MEMORY  # behind the other places of memory: thoughts that are kept; number 0 is none
MEMORY = THOUGHTS + 1
DEEPEST = search.MAX_DEPTH // 2  # decisions and draws; behind it there is room for the draws up to the next decision
FINE = 1024  # parts of a point, in which those of simulations alone are added up
STEEP = 30.0  # no lead is surer
WORTH, SHARE, LEAD = range(3)  # of what a simulation came to


@rule
def simulate(boxes, tree, taste, goal, simulations, blend, guide, room):
    """Simulate from the root. Returns False when the nodes or the thoughts are used up.

    `blend` is None where no playouts count beside the values: they are then not even compiled.
    """
    states, nodes, memory, path, stats = tree
    b = boxes[0]
    s = states[1]
    random = memory[search.RANDOM]
    root = memory[search.ROOT]
    mover = rules.actor(b, states[0])
    judged = guide.judged
    for _ in range(simulations):
        if memory[THOUGHTS] == len(guide.thoughts):
            memory[search.RANDOM] = random
            return False
        states[1] = states[0]
        node = root
        depth = 0
        path[0] = root
        who = mover
        while who != OVER:
            if who == CHANCE:
                random = advance(random)
                outcome = outcome_at(room.weight, below(random, rules.chances(b, s, room.weight)))
                node = search.outcome_child(tree, node, outcome)
                rules.settle(b, s, outcome)
            else:
                if depth >= DEEPEST:
                    break
                if nodes[node].count <= 0 and not open_node(b, s, tree, node, taste, guide, room):
                    break
                node = search.select(nodes, node, who, taste.exploration, taste.doubt)
                rules.apply(b, s, int(nodes[node].ply))
            if node == 0:
                memory[search.RANDOM] = random
                return False
            depth += 1
            path[depth] = node
            who = rules.actor(b, s)
        memory[search.PLIES] += depth
        if who == OVER:
            count_up(b, s, tree, taste.mix, goal, 1.0, judged, room)
        else:
            consider(b, s, who, guide, room)
            keep_thought(nodes, node, memory, guide)
            value(s.seats, who, memory, taste.mix, goal, guide)
            if blend is not None:
                random = search.play_out(b, s, taste.care, random, room, memory)
                count_up(b, s, tree, taste.mix, goal, blend, judged, room)
        for seat in range(s.seats):
            for k in range(depth + 1):
                nodes[path[k]].value[seat] += judged[WORTH, seat]
        if depth > 0:
            child = path[1] - nodes[root].first
            stats[child, 0] += 1.0
            stats[child, 1] += judged[SHARE, mover]
            stats[child, 2] += judged[LEAD, mover]
        for k in range(depth + 1):
            nodes[path[k]].visits += 1
    memory[search.RANDOM] = random
    return True


@rule
def consider(b, s, who, guide, room):
    """Let the network think about a position as the seat to act may know it."""
    eyes = guide.eyes
    eyes.seen[0] = s
    kernels.rules_view(b, eyes.seen[0], who)
    observed = eyes.observed
    for k in range(len(observed)):
        observed[k] = 0
    for r in range(len(eyes.program)):
        sight.see_row(eyes.program, r, eyes.bytes, who, eyes.table, observed)
    learners.glance_one(b, eyes.seen[0], who, room.lines, eyes.glanced)
    think(guide.weights, guide.mind)


@rule
def keep_thought(nodes, node, memory, guide):
    """Keep the question until the node is opened."""
    if nodes[node].count == 0:
        for k in range(len(guide.mind.question)):
            guide.thoughts[memory[THOUGHTS], k] = guide.mind.question[k]
        nodes[node].count = -memory[THOUGHTS]
        memory[THOUGHTS] += 1


@rule
def open_node(b, s, tree, node, taste, guide, room):
    """Give a decision its children, if the network has thought about it or there is but one; returns False if it has to
    be thought about.
    """
    nodes = tree.nodes
    thought = -nodes[node].count
    if thought == 0 and rules.legal(b, s, room.ids) > 1:
        return False
    nodes[node].count = 0
    search.open_node(b, s, tree, node, thought > 0, room)
    if nodes[node].count > 1:
        ask(nodes, node, guide.thoughts[thought], taste, guide.weights)
    elif nodes[node].count == 0:  # no room
        nodes[node].count = -thought
    return True


@rule
def ask(nodes, node, question, taste, weights):
    """Make the children's priors, which are the policy's, those of the network as far as it is trusted."""
    first = nodes[node].first
    behind = first + nodes[node].count
    top = -1e30
    for child in range(first, behind):
        action = nodes[child].ply
        logit = answer(question, weights.action, action) + weights.action_bias[action]
        nodes[child].value[0] = (
            logit + weights.first_sight * math.log(nodes[child].prior)
        ) / taste.warmth  # kept aside
        top = max(top, nodes[child].value[0])
    whole = 0.0
    for child in range(first, behind):
        nodes[child].value[0] = math.exp(nodes[child].value[0] - top)
        whole += nodes[child].value[0]
    for child in range(first, behind):
        nodes[child].prior += taste.trust * (nodes[child].value[0] / whole - nodes[child].prior)
        nodes[child].value[0] = 0.0


@rule
def value(seats, viewer, memory, mix, goal, guide):
    """Write down what the network thinks that the position is worth to each seat."""
    values = guide.mind.values
    judged = guide.judged
    top = -1e30
    for slot in range(seats):
        top = max(top, values[slot])
    whole = 0.0
    for slot in range(seats):
        whole += math.exp(values[slot] - top)
    for slot in range(seats):
        seat = viewer + slot if viewer + slot < seats else viewer + slot - seats
        best = -1e30
        for other in range(seats):
            if other != slot:
                best = max(best, values[2 * SEATS + other])
        points = values[2 * SEATS + slot] - (best if seats > 1 else 0.0)
        share = math.exp(values[slot] - top) / whole
        ahead = 1.0 / (1.0 + math.exp(-min(max(values[SEATS + slot], -STEEP), STEEP)))
        judged[SHARE, seat] = share
        judged[LEAD, seat] = points * guide.weights.points
        judged[WORTH, seat] = mix * share + (1.0 - mix) * ahead
        if seats == 1:
            judged[WORTH, seat] = above_usual(memory, judged[LEAD, seat], goal.spread)


@rule
def count_up(b, s, tree, mix, goal, part, judged, room):
    """Write down what an ended game came to, as a part beside what is written there."""
    rules.score(b, s, room.lines)
    for seat in range(s.seats):
        share = search.share_of(room.lines, s.seats, goal.total, seat)
        lead = search.lead_of(room.lines, s.seats, goal.total, seat)
        worth = mix * share + (1.0 - mix) * 0.5 * (1.0 + lead / (abs(lead) + goal.spread))
        if s.seats == 1:
            worth = above_usual(tree.memory, lead, goal.spread)
        judged[WORTH, seat] += part * (worth - judged[WORTH, seat])
        judged[SHARE, seat] += part * (share - judged[SHARE, seat])
        judged[LEAD, seat] += part * (lead - judged[LEAD, seat])


@rule
def above_usual(memory, points, spread):
    """What points are worth alone: how far they lie above the mean of all that simulations came to."""
    memory[search.POINTS] += int(points * FINE)
    memory[search.GAMES] += 1
    above = points - memory[search.POINTS] / FINE / memory[search.GAMES]
    return 0.5 * (1.0 + above / (abs(above) + spread))
