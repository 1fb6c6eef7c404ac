"""What opening a provider needs, and the sentence that says what is missing."""

from __future__ import annotations

import json

import pytest

from rejoinder.errors import UsageError
from rejoinder.providers import anthropic, bedrock, google, llamacpp, ollama, openai, vllm
from rejoinder.testing import ModelServer, Spoken
from rejoinder.testing.provider_contract import SYSTEM, completed
from rejoinder.testing.wires import anthropic as anthropic_wire

KEYED = [
    (openai, "OPENAI_API_KEY"),
    (anthropic, "ANTHROPIC_API_KEY"),
    (google, "GOOGLE_API_KEY"),
]
KEYLESS = [ollama, vllm, llamacpp]


def short(value: object) -> str:
    """A provider's own name, as a test's."""
    return getattr(value, "__name__", str(value)).rpartition(".")[2]


@pytest.mark.parametrize(("provider", "variable"), KEYED, ids=short)
def test_a_service_needs_its_key(provider, variable: str, monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(UsageError, match=f"`{variable}`"):
        provider.open("some")
    monkeypatch.setenv(variable, "a-key")
    assert provider.open("some").card.name == f"{short(provider)}:some"


@pytest.mark.parametrize("provider", KEYLESS, ids=short)
def test_a_server_of_ones_own_needs_none_and_is_paid_for_by_nobody(provider):
    card = provider.open("some").card
    assert card.local
    assert (card.price.input, card.price.output) == (0, 0)


def test_bedrock_needs_a_region_and_credentials(monkeypatch: pytest.MonkeyPatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(UsageError, match="`AWS_REGION`"):
        bedrock.open("some")
    monkeypatch.setenv("AWS_REGION", "eu-central-1")
    with pytest.raises(UsageError, match="no credentials"):
        bedrock.open("some")
    assert bedrock.open("some", key="a-token").card.name == "bedrock:some"


@pytest.mark.parametrize("provider", [openai, anthropic, google, bedrock, ollama, vllm], ids=short)
def test_a_model_has_to_be_named(provider):
    with pytest.raises(UsageError, match=f"--model {short(provider)}:"):
        provider.open(" ", key="a-key")


def test_a_server_that_has_one_model_needs_no_name():
    assert llamacpp.open("").card.name == "llamacpp:default"


@pytest.mark.parametrize("provider", [openai, anthropic, google, bedrock, *KEYLESS], ids=short)
@pytest.mark.parametrize("url", ["host:80", "ftp://host/v1", "http://"])
def test_a_url_that_leads_nowhere_is_told(provider, url: str):
    with pytest.raises(UsageError, match="http://"):
        provider.open("some", url=url, key="a-key")


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://127.0.0.1:1/v1", True),
        ("http://localhost:1/v1", True),
        ("http://[::1]:1/v1", True),
        ("http://10.0.0.1/v1", False),
        ("https://localhost.example.com/v1", False),
    ],
)
def test_only_loopback_is_this_machine(url: str, local: bool):
    assert openai.open("some", url=url).card.local is local


def test_a_model_on_the_list_has_its_price_and_its_room(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "a-key")
    card = anthropic.open("claude-sonnet-5-5").card
    assert card.price is not None
    assert card.price.output > card.price.input > 0
    assert card.context_tokens >= 200_000
    assert card.structured
    assert not card.local


def test_a_price_of_the_list_isnt_that_of_somebody_elses_server():
    assert openai.open("gpt-5.6-terra", url="https://proxy.example.com/v1").card.price is None


def test_the_system_prompt_alone_is_marked_for_the_cache():
    with ModelServer([Spoken(text="```sql\nSELECT 1\n```")], wire=anthropic_wire) as server:
        completed(anthropic.open("claude-sonnet-5-5", url=server.url, key="a-key"))
    body = server.requests[0].body
    assert [part["text"] for part in body["system"] if "cache_control" in part] == [SYSTEM]
    assert "cache_control" not in json.dumps(body["messages"])
