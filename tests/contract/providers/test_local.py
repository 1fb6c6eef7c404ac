"""The providers that speak to nobody keep the contract too."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from rejoinder.errors import ProviderError, UsageError
from rejoinder.ports import Provider
from rejoinder.providers import builtin, scripted
from rejoinder.terms.reading import Ask, Declined, Option, Sql
from rejoinder.testing import Line, ScriptedProvider
from rejoinder.testing.provider_contract import LIMITS, ProviderContract, completed, prompt


class TestBuiltin(ProviderContract):
    @pytest.fixture
    def provider(self) -> Provider:
        return builtin.open("")


class TestScripted(ProviderContract):
    @pytest.fixture
    def provider(self) -> Provider:
        return ScriptedProvider([Line(says="```sql\nSELECT 1\n```", repeat=True)])


@pytest.mark.parametrize(
    "given", [{"name": "small"}, {"name": "", "url": "http://host"}, {"name": "", "key": "k"}]
)
def test_the_built_in_drafter_takes_no_model_url_or_key(given: dict[str, str]):
    with pytest.raises(UsageError):
        builtin.open(**given)


@pytest.mark.parametrize(
    ("line", "reading"),
    [
        ({"sql": "SELECT 1"}, Sql("SELECT 1")),
        (
            {"ask": "Which?", "options": ["a", {"label": "b", "sql": "SELECT 2"}]},
            Ask("Which?", (Option("a"), Option("b", "SELECT 2"))),
        ),
        ({"decline": "No."}, Declined("No.")),
    ],
    ids=["sql", "ask", "decline"],
)
def test_a_line_of_a_script_is_a_completion(tmp_path: Path, line: object, reading: object):
    script = tmp_path / "script.jsonl"
    script.write_text(json.dumps(line))
    assert completed(scripted.open(str(script))).reading == reading


def test_lines_are_said_in_order_and_only_to_the_questions_that_they_are_for():
    provider = ScriptedProvider([Line(says="rivers", when="river"), "first", "second"])
    said = [completed(provider).text, completed(provider).text, completed(provider, question="A RIVER?").text]
    assert said == ["first", "second", "rivers"]
    assert provider.left == 0


def test_a_script_that_has_said_everything_is_an_error_of_the_provider():
    with pytest.raises(ProviderError, match="nothing left to say"):
        asyncio.run(ScriptedProvider([]).complete(prompt(), LIMITS))


def test_an_error_of_a_script_is_raised(tmp_path: Path):
    script = tmp_path / "script.jsonl"
    script.write_text('{"error": {"message": "Busy.", "transient": true, "retry_after": 5}}')
    with pytest.raises(ProviderError, match="Busy") as raised:
        completed(scripted.open(str(script)))
    assert (raised.value.transient, raised.value.retry_after) == (True, 5)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "Line 1 .* isn't JSON"),
        ('"fine"\n{}', "Line 2 .* has to be a string, or an object"),
        ('{"text": "a", "sql": "b"}', "has to be a string, or an object"),
        ('{"text": "a", "colour": "red"}', "key without a meaning: `colour`"),
        ('{"error": {"colour": "red"}}', "can't be understood"),
    ],
)
def test_a_script_that_means_nothing_is_told(tmp_path: Path, text: str, said: str):
    script = tmp_path / "script.jsonl"
    script.write_text(text)
    with pytest.raises(UsageError, match=said):
        scripted.open(str(script))


def test_a_script_that_is_not_there_is_told(tmp_path: Path):
    with pytest.raises(UsageError, match="No such file"):
        scripted.open(str(tmp_path / "none.jsonl"))
