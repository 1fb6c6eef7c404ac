"""The prompts around a draft: a follow-up said by itself, and a clarifying question in other words."""

from __future__ import annotations

import pytest
from tests.unit.prompts.world import TODAY, said

from rejoinder.errors import ProviderError
from rejoinder.prompts import caps, phrase, restate
from rejoinder.terms.fact import Fact, FactKind
from rejoinder.terms.provider import Completion

HISTORY = [("How many cities are there?", "SELECT count(*) FROM city"), ("And why?", "")]


def test_a_follow_up_comes_with_the_questions_and_the_sql_before_it():
    prompt = restate.render(question="And in Germany?", history=HISTORY, today=TODAY)
    assert said(prompt) == (
        "Today is Saturday, 2026-03-14 (Europe/Zurich). A week starts on Sunday; a fiscal year starts in July.\n"
        "\n"
        "Earlier questions, oldest first:\n"
        "- How many cities are there?\n"
        "```sql\n"
        "SELECT count(*) FROM city\n"
        "```\n"
        "- And why?\n"
        "\n"
        "The newest question:\n"
        "<question>\n"
        "And in Germany?\n"
        "</question>"
    )
    assert prompt.schema is None


def test_a_long_thread_is_cut_at_its_beginning():
    history = [(f"question {number}. " + "w" * 10_000, "S" * 10_000) for number in range(50)]
    told = said(restate.render(question="And?", history=history, today=TODAY))
    assert "question 49." in told
    assert "question 43." not in told
    assert told.count("w") <= caps.HISTORY * caps.HISTORY_QUESTION
    assert told.count("S") <= caps.HISTORY * caps.HISTORY_SQL + 10


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("How many cities are in Germany?", "How many cities are in Germany?"),
        ("  How many?\n", "How many?"),
        ("<think>Hm.</think>How many?", "How many?"),
        ("ドイツの都市はいくつありますか?", "ドイツの都市はいくつありますか?"),
    ],
)
def test_the_restated_question_is_what_the_model_wrote(text: str, question: str):
    assert restate.read(Completion(text=text)) == question


@pytest.mark.parametrize("text", ["", " \n", "<think>Hm."])
def test_an_empty_restatement_is_an_error_of_the_provider(text: str):
    with pytest.raises(ProviderError, match="Ask it in full") as raised:
        restate.read(Completion(text=text))
    assert (raised.value.reason, raised.value.started, raised.value.transient) == ("empty", True, False)


def test_a_clarifying_question_is_reworded_from_the_facts_and_the_choices():
    fact = Fact(kind=FactKind.OWNER, sentence="`region` is in two tables.")
    prompt = phrase.render(question="Which region?", facts=[fact], labels=["the customer's", "the shop's"])
    assert said(prompt) == (
        "The question:\n"
        "<question>\n"
        "Which region?\n"
        "</question>\n"
        "\n"
        "Known from the live database, and newer than the catalog where they differ:\n"
        "- `region` is in two tables.\n"
        "\n"
        "The choices that are offered:\n"
        "- the customer's\n"
        "- the shop's"
    )


def test_choices_have_their_caps():
    told = said(phrase.render(question="Which?", facts=(), labels=["w" * 10_000] * 100))
    assert caps.LABEL < told.count("w") <= caps.LABELS * caps.LABEL


def test_a_reworded_question_is_one_short_line():
    assert phrase.read(Completion(text="Which\n\nregion?")) == "Which region?"
    assert phrase.read(Completion(text="")) == ""
    assert len(phrase.read(Completion(text="w" * 10_000))) == 600
