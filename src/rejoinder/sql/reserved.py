"""Words of the grammar: as bare names some engine won't read them."""

from __future__ import annotations

_WORDS = """
    add all alter and any as asc between both by case cast check collate column constraint create cross current
    default delete desc distinct drop else end escape except exists fetch for foreign from full grant group having
    in index inner insert intersect into is join key leading left like limit natural not null offset on or order
    outer over partition primary references right row rows select set some table then to trailing transaction
    trigger union unique update user using values view when where window with
"""
_RESERVED = frozenset(_WORDS.split())


def is_reserved(name: str) -> bool:
    """Whether some engine needs quotes around it. Quoting one that it would read does no harm."""
    return name.lower() in _RESERVED
