"""Draws: fast ones for simulation, and committed SHA-256 ones for fair play."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Any

from demitasse.core.rule import rule

# A multiply-with-carry generator on 62 bits, its output the two halves xor'ed: every product stays below 2**63, so
# plain Python, Numba and CUDA give the same numbers without unsigned types.
MULTIPLIER = 698769069
LOW = (1 << 32) - 1
SCRAMBLED = (1 << 60) - 1


@rule
def seeded(seed: int, stream: int) -> int:
    """The generator's state for one stream (a game, say) of a seed; both from 0 to 2**31 - 1."""
    random = (int(seed) << 31 | int(stream)) & SCRAMBLED
    for _ in range(3):  # the low bits of a product are the same whether it wraps (compiled) or not (plain)
        random = ((random ^ (random >> 29)) * 0x3C6EF372FE94F82B) & SCRAMBLED
        random = ((random ^ (random >> 32)) * 0x14D049BB133111EB) & SCRAMBLED
    return random | 1


@rule
def advance(random: int) -> int:
    """The generator's next state."""
    return MULTIPLIER * (random & LOW) + (random >> 32)


@rule
def below(random: int, number: int) -> int:
    """A number from 0 to number - 1 read off the generator's state (number below 2**31)."""
    return (((random ^ (random >> 32)) & LOW) * number) >> 32


@rule
def outcome_at(weight: Any, ticket: int) -> int:
    """The outcome that holds the ticket-th of all copies, counted in id order."""
    outcome = 0
    ticket -= weight[0]
    while ticket >= 0:
        outcome += 1
        ticket -= weight[outcome]
    return outcome


def fair(seed: str, ply: int, weights: Sequence[int]) -> int:
    """The index of the outcome that `seed` gives at `ply`: HMAC-SHA256(seed, "ply attempt"), rejection-sampled."""
    total = sum(weights)
    limit = 2**64 - 2**64 % total
    attempt = 0
    while True:
        digest = hmac.digest(seed.encode(), f"{ply} {attempt}".encode(), "sha256")
        number = int.from_bytes(digest[:8], "big")
        if number < limit:
            return _holder(number % total, weights)
        attempt += 1


def unseeded(weights: Sequence[int]) -> int:
    """The index of an outcome drawn with the system's entropy."""
    return _holder(secrets.randbelow(sum(weights)), weights)


def mixed(seed: str, luck: Sequence[str]) -> str:
    """The seed that draws are made with when players add words of their own: nobody, not even who chose the seed, knows
    it before they all have.
    """
    return hmac.digest(seed.encode(), "\n".join(luck).encode(), "sha256").hex() if any(luck) else seed


def commitment(seed: str) -> str:
    """What is published before the first draw, so that the seed cannot be changed afterwards."""
    return hashlib.sha256(f"demitasse {seed}".encode()).hexdigest()


def _holder(ticket: int, weights: Sequence[int]) -> int:
    for index, weight in enumerate(weights):
        ticket -= weight
        if ticket < 0:
            return index
    raise AssertionError("a ticket lies below the sum of the weights")
