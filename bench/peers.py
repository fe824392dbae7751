"""What others reach on the same machine in the same run: OpenSpiel, PettingZoo, pgx and python-chess (the extra
`bench`).
"""

import os
from functools import cached_property
from importlib import import_module
from random import Random
from typing import Any

import numpy as np

from bench.clock import Work

BATCH = 1024
os.environ.setdefault("JAX_PLATFORMS", "cpu")


class OpenSpiel:
    """One of OpenSpiel's games, written in C++ or, if its name says so, in Python."""

    def __init__(self, name: str) -> None:
        import pyspiel

        if name.startswith("python_"):
            import_module(f"open_spiel.python.games.{name.removeprefix('python_')}")
        self._spiel = pyspiel
        self._game = pyspiel.load_game(name)
        self._random = Random(1)
        self._root = self._game.new_initial_state()
        while self._root.is_chance_node():
            self._root.apply_action(self._random.choice(self._root.legal_actions()))

    def steps(self, games: int) -> float:
        """Plies made one by one from Python."""
        return sum(self._play(self._game.new_initial_state()) for _ in range(games))

    def rollouts(self, simulations: int) -> float:
        """Plies of random games inside C++: a search with 20 rollouts a simulation hardly does anything else; their
        length is measured beside.
        """
        return self._search(simulations, 20)

    def search(self, simulations: int) -> float:
        """Simulated plies of its MCTSBot, one rollout a simulation."""
        return self._search(simulations, 1)

    def _search(self, simulations: int, rollouts: int) -> float:
        evaluator = self._spiel.RandomRolloutEvaluator(rollouts, 42)
        self._spiel.MCTSBot(self._game, evaluator, 2.0, simulations, 1000, False, 42, False).mcts_search(self._root)
        return simulations * rollouts * self._length

    @cached_property
    def _length(self) -> float:
        """Plies of a random game."""
        return sum(self._play(self._root.clone()) for _ in range(300)) / 300

    def _play(self, state: Any) -> int:
        """A random game; chosen in the quickest way Python has, as ours are."""
        plies, random = 0, self._random.random
        while not state.is_terminal():
            if state.is_chance_node():
                left = random()
                for outcome, chance in state.chance_outcomes():
                    left -= chance
                    if left < 1e-9:  # chances may sum to a little less than 1
                        state.apply_action(outcome)
                        break
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(random() * len(legal))])
            plies += 1
        return plies


def pgx(name: str, steps: int = 1) -> Work:
    """Steps of 1,024 games at a time, compiled by JAX for the CPU, chosen at random inside, so many of them a call:
    one, for somebody who learns from each. It uses all cores, and processor time counts them.
    """
    import jax
    import pgx as library
    from pgx.experimental.wrappers import auto_reset

    env = library.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carried: Any, _: None) -> Any:
        state, key = carried
        key, choice, reset = jax.random.split(key, 3)
        actions = jax.random.categorical(choice, jax.numpy.where(state.legal_action_mask, 0.0, -1e9))
        return (step(state, actions, jax.random.split(reset, BATCH)), key), None

    run = jax.jit(lambda carried: jax.lax.scan(one, carried, None, length=steps)[0])
    held = [(jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), BATCH)), jax.random.PRNGKey(1))]

    def work(times: int) -> float:
        for _ in range(times):
            held[0] = jax.block_until_ready(run(held[0]))
        return float(steps) * BATCH * times

    return work


def envpool(name: str) -> Work:
    """Steps of 1,024 of EnvPool's environments at a time, by its threads in C++, chosen at random from Python."""
    import envpool as library

    env = library.make(name, env_type="gymnasium", num_envs=BATCH)
    env.reset()
    random, actions = np.random.default_rng(1), int(env.action_space.n)

    def work(steps: int) -> float:
        for _ in range(steps):
            env.step(random.integers(0, actions, BATCH))
        return float(BATCH) * steps

    return work


def pettingzoo(name: str) -> Work:
    """Steps of one of PettingZoo's own classic games."""
    return pettingzoo_steps(import_module(f"pettingzoo.classic.{name}").env())


def pettingzoo_steps(env: Any) -> Work:
    """Steps of an AEC environment, chosen at random by its mask, as PettingZoo's own benchmark chooses."""
    random = Random(1).random

    def work(games: int) -> float:
        steps = 0
        for _ in range(games):
            env.reset(seed=1)
            while True:
                seen, _, over, cut, _ = env.last()
                if over or cut:
                    break
                legal = np.flatnonzero(seen["action_mask"])
                env.step(legal.item(int(random() * len(legal))))
                steps += 1
        return steps

    return work


def chess(games: int) -> float:
    """Moves of python-chess, made one by one from Python; a game is cut after 100."""
    import chess as library

    choice = Random(1).choice
    plies = 0
    for _ in range(games):
        board = library.Board()
        moves = list(board.legal_moves)
        while moves and board.ply() < 100:
            board.push(choice(moves))
            moves = list(board.legal_moves)
        plies += board.ply()
    return plies
