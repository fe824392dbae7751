"""Kernels for a GPU: a thread plays a game, by the very functions that play it on a core.

Never imported by its own name, as core/kernels.py is not: core/compiled.py runs it once a game with the names below
set. The threads of a warp take turns wherever they go different ways, and games at different decisions do. So there are
two ways to play to the end: `playouts`, where a thread stays with its game, whose state lies in the thread's own
memory; and `sorted_plies`, where the games wait in memory for a warp that plays their kind.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from demitasse.core.bundles import Room
from demitasse.core.draws import seeded
from demitasse.core.rule import OVER

if TYPE_CHECKING:
    rules: Any
    kernels: Any
    STATE: Any  # the state's dtype
    ID: Any  # a type that holds every action id
    WEIGHT: Any  # and one for every weight of an outcome
    NUMBER: Any  # and one for scores
    MAX_LEGAL: int
    NUM_OUTCOMES: int
    SEATS: int
    COLUMNS: int
    NOTES: int
    NOTE: Any  # a type for the policy's notes
    STACKS: int
    WARP: int

cuda: Any = import_module("numba.cuda")


@cuda.jit(device=True)
def by_phase(s):
    """The `stack` of rules that tell games apart by their phase."""
    return int(s.phase)


stack_of = getattr(rules, "stack", by_phase)


@cuda.jit
def playouts(setup, task, taken, results):
    """As kernels.playouts, of random players; a thread that ends a game takes the next one, taken[0], at once."""
    states = cuda.local.array(1, STATE)
    ids = cuda.local.array(MAX_LEGAL, ID)
    weight = cuda.local.array(NUM_OUTCOMES, WEIGHT)
    room = Room(ids, weight, None, None)
    b = setup.boxes[0]
    s = states[0]
    random = game = plies = 0
    who = OVER
    begun = False
    while True:
        if who != OVER:
            random = kernels.play_on(b, s, who, None, random, room)
            plies += 1
        else:
            if begun:
                rules.score(b, s, results.scores[game])
                results.lengths[game] = plies
            begun = True
            game = cuda.atomic.add(taken, 0, 1)
            if game >= len(results.lengths):
                return
            random = seeded(task.seed, task.first + game)
            kernels.start(setup, states, 0)
            plies = 0
        who = rules.actor(b, s)


@cuda.jit(device=True)
def whole(number):
    """Rounded up to whole warps."""
    return (number + WARP - 1) // WARP * WARP


@cuda.jit(device=True)
def sensible_ply(b, s, care, random, room):
    return kernels.play_on(b, s, rules.actor(b, s), care, random, room)


@cuda.jit(device=True)
def random_ply(b, s, care, random, room):
    """For random players only, who need no policy: less code, and no room for its notes."""
    return kernels.play_on(b, s, rules.actor(b, s), None, random, room)


def sorting(play, number):
    """A kernel that plays by `play`, with room for that many notes."""

    @cuda.jit
    def sorted_plies(setup, task, queue, wave, most, taken, results):
        """Up to `most` plies in each waiting game while it stays in its stack; call with wave = 0, 1, 2 … until nobody
        waits.

        Games that have not begun wait behind the last stack. A warp plays one stack only: each list is counted as whole
        warps.
        """
        states, randoms, games, plies, waiting, counts = queue
        stack = 0
        at = cuda.grid(1)
        if at <= STACKS:
            counts[(wave + 2) % 3, at] = 0  # what the next wave counts into
        while stack <= STACKS and at >= whole(counts[wave % 3, stack]):
            at -= whole(counts[wave % 3, stack])
            stack += 1
        if stack > STACKS or at >= counts[wave % 3, stack]:
            return
        ids = cuda.local.array(MAX_LEGAL, ID)
        weight = cuda.local.array(NUM_OUTCOMES, WEIGHT)
        notes = cuda.local.array(number, NOTE)
        room = Room(ids, weight, notes, None)
        b = setup.boxes[0]
        i = waiting[wave % 2, stack, at]
        s = states[i]
        if stack < STACKS and rules.actor(b, s) != OVER:
            random = randoms[i]
            made = 0
            while made < most and stack_of(s) == stack:
                random = play(b, s, task.care, random, room)
                made += 1
            randoms[i] = random
            plies[i] += made
        else:
            if stack < STACKS:
                rules.score(b, s, results.scores[games[i]])
                results.lengths[games[i]] = plies[i]
            games[i] = cuda.atomic.add(taken, 0, 1)
            if games[i] >= len(results.lengths):
                return
            randoms[i] = seeded(task.seed, task.first + games[i])
            plies[i] = 0
            kernels.start(setup, states, i)
        stack = stack_of(s)
        waiting[(wave + 1) % 2, stack, cuda.atomic.add(counts, ((wave + 1) % 3, stack), 1)] = i

    return sorted_plies


sorted_plies = sorting(sensible_ply, NOTES)
sorted_rolls = sorting(random_ply, 1)


@cuda.jit
def batch_check(games, actions, wrong):
    i = cuda.grid(1)
    if i < len(games.actors) and not kernels.is_offered(games, actions, i):
        cuda.atomic.min(wrong, 0, i)


@cuda.jit
def batch_sample(games, lots, actions):
    i = cuda.grid(1)
    if i < len(games.counts):
        kernels.sample_one(games, lots, actions, i)


@cuda.jit
def batch_step(setup, games, actions, now):
    weight = cuda.local.array(NUM_OUTCOMES, WEIGHT)
    lines = cuda.local.array((SEATS, COLUMNS), NUMBER)
    i = cuda.grid(1)
    if i < len(games.states):
        kernels.step_one(setup, games, actions, now, Room(None, weight, None, lines), i)
