"""A place among the items of a question."""

from __future__ import annotations

from collections.abc import Sequence

from rejoinder.drafting.items import Item, Noun, Number, Operator


class Cursor:
    """Items, read from left to right."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items
        self.at = 0

    @property
    def done(self) -> bool:
        """Whether all were taken."""
        return self.at >= len(self.items)

    def peek(self, ahead: int = 0) -> Item | None:
        """The item that comes next, or `ahead` items after it."""
        place = self.at + ahead
        return self.items[place] if 0 <= place < len(self.items) else None

    def take(self) -> Item:
        """The next item, and go on."""
        item = self.items[self.at]
        self.at += 1
        return item

    def operator(self, *kinds: str, ahead: int = 0) -> Operator | None:
        """The next item where it is an operator of one of `kinds`; it isn't taken."""
        item = self.peek(ahead)
        return item if isinstance(item, Operator) and item.kind in kinds else None

    def mark(self, *words: str, ahead: int = 0) -> bool:
        """Whether the next item is one of these marks."""
        found = self.operator("mark", ahead=ahead)
        return found is not None and found.argument in words

    def skip(self, *words: str) -> None:
        """Pass over marks."""
        while self.mark(*words):
            self.at += 1

    def noun(self) -> Noun | None:
        """The next item as a noun, taken; None where it isn't one."""
        item = self.peek()
        if isinstance(item, Operator) and item.noun is not None:
            item = item.noun
        if not isinstance(item, Noun):
            return None
        self.at += 1
        return item

    def number(self) -> Number | None:
        """The next item as a number, taken; None where it isn't one."""
        item = self.peek()
        if not isinstance(item, Number):
            return None
        self.at += 1
        return item
