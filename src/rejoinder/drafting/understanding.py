"""From a text to the readings of it, on one catalog, with the values and the day of one question."""

from __future__ import annotations

from dataclasses import dataclass

from rejoinder.dialects import dialect
from rejoinder.drafting.bind import bind
from rejoinder.drafting.grammar import read
from rejoinder.drafting.graph import Graph
from rejoinder.drafting.lexicon import Lexicon
from rejoinder.drafting.readings import Draft, drafts
from rejoinder.drafting.settle import Unsettled
from rejoinder.drafting.shape import Shapes
from rejoinder.terms.provider import PromptTerms


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """The readings of a text, best first; or the words of it that kept it from having one."""

    drafts: tuple[Draft, ...] = ()
    unread: tuple[str, ...] = ()
    why: str = ""
    """A sentence, where it isn't that nothing is called so."""


class Understanding:
    """Reads texts on the catalog of one prompt. What it knows of the catalog is kept with the catalog."""

    def __init__(self, terms: PromptTerms) -> None:
        self._terms = terms
        self._dialect = dialect(terms.dialect)
        memo = terms.catalog.memo
        if Understanding not in memo:
            lexicon = Lexicon(terms.catalog)
            memo[Understanding] = (lexicon, Shapes(terms.catalog, lexicon), Graph(terms.catalog))
        self._lexicon: Lexicon
        self._shapes: Shapes
        self._graph: Graph
        self._lexicon, self._shapes, self._graph = memo[Understanding]

    def of(self, text: str) -> Understood:
        """What a text asks."""
        items = bind(text, lexicon=self._lexicon, values=self._terms.values, today=self._terms.today)
        asked = read(items)
        if asked.unread:
            return Understood(unread=tuple(asked.unread))
        try:
            return Understood(drafts=drafts(asked, self._shapes, self._graph, self._dialect))
        except Unsettled as unsettled:
            return Understood(unread=(str(unsettled),), why=unsettled.sentence)
