"""The built-in drafter: questions in plain English, read without a model. Pure.

Words are bound to the catalog, stored values, numbers and dates (`bind`), read as phrases (`grammar`), settled
against one another (`compose`) and written (`sql_text`). A word that nothing answers to, or two readings that
mean different things, make a question back: nothing is guessed at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rejoinder.dialects import dialect
from rejoinder.drafting import answers
from rejoinder.drafting.answers import Read
from rejoinder.drafting.english import is_phrase, is_question
from rejoinder.drafting.readings import Draft
from rejoinder.drafting.understanding import Understanding, Understood
from rejoinder.sql.canonical import canonical
from rejoinder.terms.provider import PromptTerms

__all__ = ["LONGEST", "Read", "read_question"]

LONGEST = 1_000
"""Characters of a question, or of it and a reply, that are read."""


def read_question(terms: PromptTerms) -> Read:
    """Read a question on its grounded catalog, its stored values and its day.

    The reading is `Sql` where one meaning is clearly the best, `Ask` with the readings as options where several
    are, `Ask` for a word that means nothing here, `Declined` where there is no question to read. Readings whose
    canonical form is among `terms.earlier` aren't proposed again. It takes time in proportion to the question, of
    which at most `LONGEST` characters are read, and raises nothing.
    """
    if max(map(len, (terms.question, *terms.said))) > LONGEST:
        return answers.too_long(LONGEST)
    if not any(char.isalnum() for char in terms.question):
        return answers.nothing_asked()
    understanding = Understanding(terms)
    asked = understanding.of(terms.question)
    for understood in (*_with_replies(understanding, asked, terms), asked):
        if understood.drafts:
            fresh = _untried(understood.drafts, terms)
            return answers.of(fresh) if fresh else answers.all_tried()
    return answers.unread(asked.unread, asked.why, terms.catalog)


def _with_replies(
    understanding: Understanding, asked: Understood, terms: PromptTerms
) -> Iterator[Understood]:
    """The last reply where it is a question, in place of what wasn't understood, after the question, alone."""
    for reply in terms.said[-1:]:
        if is_question(reply):
            yield understanding.of(reply)
        unknown = [word for word in asked.unread if word in terms.question and not is_phrase(word)]
        for word in unknown[:1]:
            yield understanding.of(terms.question.replace(word, reply, 1))
        yield understanding.of(f"{terms.question.rstrip(' ?.!')}, {reply}")
        yield understanding.of(reply)


def _untried(drafts: Sequence[Draft], terms: PromptTerms) -> tuple[Draft, ...]:
    tried = frozenset(terms.earlier)
    return tuple(each for each in drafts if canonical(each.sql, dialect(terms.dialect)) not in tried)
