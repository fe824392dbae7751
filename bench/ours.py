"""What is measured of a game: every function gives work for the clock, for a table of two."""

import os
from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np

from bench import peers
from bench.clock import Work
from bench.port import Port
from demitasse import Batch, Game, Match, Setting, Walk, env, register_openspiel, vector_env
from demitasse.core.bundles import Taste
from demitasse.core.rule import CHANCE, OVER
from demitasse.core.simulation import simulate
from demitasse.core.tree import Searcher

SEATS = 2
BATCH = 1024
CARE = {"random": 0, "sensible": 100}
CORES = os.cpu_count() or 1


def playouts(game: Game, players: str) -> Work:
    table = Setting.of(game, SEATS)
    return lambda games: float(simulate(table, [CARE[players]] * SEATS, 1, 0, games)[1].sum())


def port(built: Port, players: str) -> Work:
    return lambda games: float(built.simulate(SEATS, [CARE[players]] * SEATS, 1, 0, games)[1].sum())


def on_all_cores(game: Game, players: str) -> Work:
    """The same games on each core, in threads."""

    def work(games: int) -> float:
        with ThreadPoolExecutor(CORES) as pool:
            return sum(pool.map(playouts(game, players), [games] * CORES))

    return work


def by_id(game: Game) -> Work:
    """Plies made one by one from Python by ids."""
    walk, random = Walk(game, SEATS, seed=1), Random(1).random

    def work(games: int) -> float:
        plies, start, step, draw, item = 0, walk.start, walk.step, walk.draw, walk.ids.item
        for _ in range(games):
            actor, number = start()
            while actor != OVER:
                actor, number = draw() if actor == CHANCE else step(item(int(random() * number)))
                plies += 1
        return plies

    return work


def by_text(game: Game) -> Work:
    """Plies of a Match, the whole surface: texts, draws, undo; draws count as plies, too."""
    choice = Random(1).choice

    def work(games: int) -> float:
        plies = 0
        for seed in range(games):
            match = Match(game, SEATS, seed=seed, auto_draw=True)
            while match.actor is not None:
                match.play(choice(match.legal()))
            plies += len(match.plies)
        return plies

    return work


def batches(game: Game) -> Work:
    """Decisions in 1,024 games at a time, chosen at random; the draws between them are counted as playouts of that game
    have them.
    """
    batch = Batch(game, BATCH, SEATS, seed=1, scores="end")
    share = _plies_a_decision(game)

    def work(steps: int) -> float:
        decisions = 0
        for _ in range(steps):
            decisions += int(np.count_nonzero(batch.legal()[1]))
            batch.step(batch.sample())
        return decisions * share

    return work


def _plies_a_decision(game: Game) -> float:
    """Plies, draws among them, for each decision of random players."""
    decisions = plies = 0
    for seed in range(20):
        match, choice = Match(game, SEATS, seed=seed, auto_draw=True), Random(seed).choice
        while match.actor is not None:
            match.play_id(choice(match.legal_ids()))
        plies += len(match.plies)
        decisions += sum(ply.actor != "*" for ply in match.plies)
    return plies / decisions


def pettingzoo(game: Game) -> Work:
    """Steps of the PettingZoo environment, chosen among its mask."""
    return peers.pettingzoo_steps(env(game, SEATS))


def openspiel(game: Game) -> Work:
    """Plies of the game as OpenSpiel's Python game, made one by one from Python."""
    register_openspiel()
    return peers.OpenSpiel(f"demitasse_{game.name}(seats={SEATS})").steps


def vectors(game: Game) -> Work:
    """Decisions in 1,024 games at a time by the vector environment, observations and all, chosen at random."""
    envs = vector_env(game, BATCH, SEATS, copy=False)
    envs.reset(seed=1)

    def work(steps: int) -> float:
        decisions = 0
        for _ in range(steps):
            decisions += int(np.count_nonzero(envs.batch.legal()[1]))
            envs.step(envs.batch.sample())
        return decisions

    return work


def search(game: Game) -> Work:
    """Simulated plies of a search with random playouts, from the first decision, a new tree each time."""
    match = Match(game, SEATS, seed=1, auto_draw=True)

    def work(simulations: int) -> float:
        searcher = Searcher(game, capacity=200_000, taste=Taste(care=0, guided=False))
        searcher.think(match, simulations=simulations)
        return float(searcher.trees[0].plies)

    return work
