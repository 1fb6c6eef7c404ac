"""The state in which a question is read."""

from __future__ import annotations

from rejoinder.drafting.asked import Asked, Condition, Has, Is, Measure, Or
from rejoinder.drafting.cursor import Cursor
from rejoinder.drafting.items import Noun


class Reader:
    """What was read so far, and what was said that the next phrase is to make use of."""

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        self.asked = Asked()
        self.selecting = True
        self.negated = False
        self.either = False
        self.both = False
        self.distinct = False
        self.owned = False
        """Whether the entity is only the owner of a column so far."""
        self.owner: Noun | None = None
        self.extremes = 0
        self.near: Noun | None = None
        """The table that was spoken of last."""
        self.by = ""
        """The direction of the order whose measure "by" is going to say."""
        self._held: Measure | None = None

    def refuse(self, text: str) -> None:
        """Say that these words could not be used."""
        if text not in self.asked.unread:
            self.asked.unread.append(text)

    def narrowed(self, condition: Condition) -> None:
        """One more condition, or another way to pass the one before."""
        conditions = self.asked.conditions
        self.selecting = False
        if not self.either:
            conditions.append(condition)
            return
        self.either = False
        first = conditions.pop() if conditions else None
        if first is None or isinstance(first, Or):
            self.refuse("or")
        else:
            conditions.append(Or(first=first, second=condition))

    def about(self, noun: Noun) -> None:
        """This table is what the question is about, unless another one already is."""
        if self.asked.entity is None:
            self.asked.entity = noun
            self.owned = self.owner is noun

    def instead(self) -> None:
        """A sentence that says what to list comes after one that only said of which rows."""
        selected = self.asked.selected
        if all(isinstance(each, Measure) and not each.function and each.is_table for each in selected):
            selected.clear()

    def narrow(self) -> None:
        """From here on the question says which rows it means."""
        if self.asked.selected or self.asked.entity is not None or self.asked.groups:
            self.selecting = False

    def hold(self, noun: Noun) -> None:
        """Keep a noun of which the next phrase says something."""
        self.hold_measure(Measure(noun=noun, owner=self.owner, near=self.near))

    def hold_measure(self, measure: Measure) -> None:
        """Keep a quantity of which the next phrase says something."""
        self._drop_held()
        self._held = measure

    @property
    def held(self) -> Measure | None:
        """What is kept; it stays kept."""
        return self._held

    def taken(self) -> Measure | None:
        """What is kept, to be used now."""
        held, self._held = self._held, None
        return held

    def taken_negation(self) -> bool:
        """Whether a "not" was said before."""
        negated, self.negated = self.negated, False
        return negated

    def taken_distinct(self) -> bool:
        """Whether "different" was said before."""
        distinct, self.distinct = self.distinct, False
        return distinct

    def finish(self) -> None:
        """Whatever is still waiting for another phrase wasn't understood."""
        self._drop_held()
        if self.negated:
            self.refuse("not")
        if self.either:
            self.refuse("or")

    def _drop_held(self) -> None:
        held = self._held
        self._held = None
        if held is None:
            return
        noun = held.noun
        if noun is None or held.function:
            self.refuse(noun.text if noun else held.function)
        elif noun.is_table:
            self.narrowed(Has(noun=noun, negated=self.taken_negation()))
        else:
            self.narrowed(Is(noun=noun, near=held.near, negated=self.taken_negation()))
