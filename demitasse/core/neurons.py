"""Neurons: what a network makes of the numbers it sees, in single precision and always in the same order, so that every
machine comes to the same.

Nothing here knows a game. Sums run over rows of weights, many columns at once; what is 0 is passed over.
"""

import math
from typing import Any

import numpy as np

from demitasse.core.rule import unchecked

SMALL = 1e-5  # added to a variance
ZERO = np.float32(0)


@unchecked
def think(weights: Any, mind: Any) -> None:
    """mind.question and mind.values become what the network makes of mind.numbers."""
    found = gather(mind.numbers, mind.places, mind.found)
    add_rows(mind.places, mind.found, found, weights.see, weights.see_bias, mind.hidden)
    for j in range(len(mind.hidden)):
        mind.hidden[j] = max(mind.hidden[j], ZERO)
    for layer in range(len(weights.trunk)):
        normalise(mind.hidden, mind.even)
        multiply(mind.even, weights.trunk[layer], weights.trunk_bias[layer], mind.more)
        for j in range(len(mind.hidden)):
            mind.hidden[j] += max(mind.more[j], ZERO)
    normalise(mind.hidden, mind.even)
    multiply(mind.even, weights.ask, weights.ask_bias, mind.question)
    multiply(mind.even, weights.value, weights.value_bias, mind.values)


@unchecked
def gather(numbers: Any, places: Any, found: Any) -> int:
    """Where numbers are not 0, and what they are; returns how many."""
    count = 0
    for i in range(len(numbers)):
        if numbers[i] != ZERO:
            places[count] = i
            found[count] = numbers[i]
            count += 1
    return count


@unchecked
def add_rows(places: Any, found: Any, count: int, weight: Any, bias: Any, out: Any) -> None:
    """out = bias + the rows at those places, each as often as was found there; four rows at a time."""
    width = weight.shape[1]
    for j in range(width):
        out[j] = bias[j]
    k = 0
    while k + 4 <= count:
        one, two, three, four = found[k], found[k + 1], found[k + 2], found[k + 3]
        a, b, c, d = places[k], places[k + 1], places[k + 2], places[k + 3]
        for j in range(width):
            out[j] = (((out[j] + one * weight[a, j]) + two * weight[b, j]) + three * weight[c, j]) + four * weight[d, j]
        k += 4
    while k < count:
        for j in range(width):
            out[j] += found[k] * weight[places[k], j]
        k += 1


@unchecked
def multiply(numbers: Any, weight: Any, bias: Any, out: Any) -> None:
    """out = bias + numbers @ weight; four rows at a time, of which there is a multiple."""
    width = weight.shape[1]
    for j in range(width):
        out[j] = bias[j]
    for i in range(0, len(numbers), 4):
        one, two, three, four = numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]
        for j in range(width):
            out[j] = (
                ((out[j] + one * weight[i, j]) + two * weight[i + 1, j]) + three * weight[i + 2, j]
            ) + four * weight[i + 3, j]


@unchecked
def normalise(numbers: Any, out: Any) -> None:
    """The same numbers with mean 0 and variance 1."""
    mean = np.float32(total(numbers) / len(numbers))
    for j in range(len(numbers)):
        out[j] = numbers[j] - mean
    scale = np.float32(1.0 / math.sqrt(squares(out) / len(numbers) + SMALL))
    for j in range(len(numbers)):
        out[j] *= scale


@unchecked
def total(numbers: Any) -> float:
    """Their sum, in four parts, of which none waits for another."""
    a = b = c = d = 0.0
    for j in range(0, len(numbers), 4):
        a += numbers[j]
        b += numbers[j + 1]
        c += numbers[j + 2]
        d += numbers[j + 3]
    return (a + b) + (c + d)


@unchecked
def squares(numbers: Any) -> float:
    """The sum of their squares, in four parts."""
    a = b = c = d = 0.0
    for j in range(0, len(numbers), 4):
        a += float(numbers[j]) * float(numbers[j])
        b += float(numbers[j + 1]) * float(numbers[j + 1])
        c += float(numbers[j + 2]) * float(numbers[j + 2])
        d += float(numbers[j + 3]) * float(numbers[j + 3])
    return (a + b) + (c + d)


@unchecked
def answer(question: Any, weight: Any, action: int) -> float:
    """How well an action answers the question: the product of the two."""
    a = b = c = d = ZERO
    for j in range(0, len(question), 4):
        a += question[j] * weight[action, j]
        b += question[j + 1] * weight[action, j + 1]
        c += question[j + 2] * weight[action, j + 2]
        d += question[j + 3] * weight[action, j + 3]
    return float((a + b) + (c + d))
