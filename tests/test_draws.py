"""Draws: the fast generator is even, the fair one repeatable and even."""

import hmac
from collections import Counter

import numpy as np

from demitasse.core.draws import advance, below, commitment, fair, outcome_at, seeded, unseeded


def chi_square(counts: list[int], weights: list[int]) -> float:
    expected = np.array(weights) * sum(counts) / sum(weights)
    return float(((np.array(counts) - expected) ** 2 / expected).sum())


def test_the_fast_generator_is_even_within_a_stream_and_across_streams() -> None:
    for first_of_many_streams in (False, True):
        random, drawn = int(seeded(1, 0)), []
        for stream in range(20_000):
            random = int(advance(seeded(1, stream) if first_of_many_streams else random))
            drawn.append(int(below(random, 16)))
        counts = Counter(drawn)
        assert (
            chi_square([counts[i] for i in range(16)], [1] * 16) < 45
        )  # 15 degrees of freedom: beyond 45 once in 12,000
        pairs = Counter(zip(drawn[::2], drawn[1::2], strict=True))
        assert (
            chi_square([pairs[i, j] for i in range(16) for j in range(16)], [1] * 256) < 350
        )  # 255 degrees of freedom


def test_fast_numbers_stay_in_range_and_below_2_to_the_63() -> None:
    random = int(seeded(2**31 - 1, 2**31 - 1))
    for _ in range(1000):
        random = int(advance(random))
        assert 0 < random < 2**62
        assert 0 <= below(random, 7) < 7


def test_an_outcome_is_drawn_in_proportion_to_its_weight() -> None:
    weight = np.array([0, 3, 0, 1], np.int64)
    assert [outcome_at(weight, ticket) for ticket in range(4)] == [1, 1, 1, 3]


def test_a_fair_draw_depends_on_seed_and_ply_alone() -> None:
    assert fair("tea", 3, [1] * 6) == fair("tea", 3, [1] * 6)
    for ply in range(12):  # the definition, written out again; a second attempt comes once in 2**61
        digest = hmac.new(b"tea", f"{ply} 0".encode(), "sha256").hexdigest()
        assert fair("tea", ply, [1] * 6) == int(digest[:16], 16) % 6
    counts = Counter(fair("tea", ply, [1, 2, 5]) for ply in range(8000))
    assert chi_square([counts[i] for i in range(3)], [1, 2, 5]) < 20


def test_entropy_draws_are_even() -> None:
    counts = Counter(unseeded([2, 6]) for _ in range(4000))
    assert chi_square([counts[0], counts[1]], [2, 6]) < 20


def test_a_commitment_tells_seeds_apart() -> None:
    assert commitment("a") != commitment("b")
    assert len(commitment("a")) == 64
