"""Chance that falls the same way everywhere."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Draws from a fixed seed.

    Only `random()` of the standard generator is used: Python promises that its sequence never changes, and of
    the other methods it doesn't.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random  # noqa: S311

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self._random() < probability

    def number(self, least: int, most: int) -> int:
        """A whole number, both ends included."""
        return least + int(self._random() * (most - least + 1))

    def one(self, choices: Sequence[T]) -> T:
        """One of the choices, all as likely."""
        return choices[int(self._random() * len(choices))]

    def weighted(self, choices: Sequence[tuple[T, int]]) -> T:
        """One of the choices, each as likely as its weight."""
        at = self._random() * sum(weight for _, weight in choices)
        for choice, weight in choices:
            at -= weight
            if at < 0:
                return choice
        return choices[-1][0]
