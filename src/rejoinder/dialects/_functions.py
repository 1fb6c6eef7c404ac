"""How a dialect file writes down what its functions do."""

from __future__ import annotations

from collections.abc import Mapping

from rejoinder.terms.dialect import Effect


def effects(**names: str) -> Mapping[str, Effect]:
    """`effects(pure="abs avg", file="readfile")`: the effect of each name. A trailing * is a prefix.

    An exact name wins over a prefix, and of two exact entries the last one.
    """
    return {name: Effect(effect) for effect, listed in names.items() for name in listed.split()}
