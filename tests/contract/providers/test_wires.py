"""Each service's own client against a service on loopback: the answer, and everything that can go wrong."""

from __future__ import annotations

import pytest

from rejoinder.ports import Provider
from rejoinder.providers import anthropic, bedrock, google, llamacpp, ollama, openai, vllm
from rejoinder.testing.wire_contract import KEY, WireContract
from rejoinder.testing.wires import anthropic as anthropic_wire
from rejoinder.testing.wires import bedrock as bedrock_wire
from rejoinder.testing.wires import google as google_wire
from rejoinder.testing.wires import openai as openai_wire


class TestOpenai(WireContract):
    """Any server that speaks Chat Completions."""

    wire = openai_wire

    def open(self, url: str) -> Provider:
        return openai.open("some", url=url, key=KEY)


class TestOllama(WireContract):
    wire = openai_wire

    def open(self, url: str) -> Provider:
        return ollama.open("some", url=url, key=KEY)


class TestVllm(WireContract):
    wire = openai_wire

    def open(self, url: str) -> Provider:
        return vllm.open("some", url=url, key=KEY)


class TestLlamacpp(WireContract):
    wire = openai_wire

    def open(self, url: str) -> Provider:
        return llamacpp.open("some", url=url, key=KEY)


class TestAnthropic(WireContract):
    wire = anthropic_wire

    def open(self, url: str) -> Provider:
        return anthropic.open("claude-sonnet-5-5", url=url, key=KEY)


class TestGoogle(WireContract):
    wire = google_wire

    def open(self, url: str) -> Provider:
        return google.open("gemini-3.8-flash", url=url, key=KEY)


class TestBedrock(WireContract):
    """With AWS credentials: boto3 sends a Bedrock API key over HTTPS alone, so never to loopback."""

    wire = bedrock_wire
    stays_until_answered = True  # botocore waits for the headers in a thread that nothing can wake

    @pytest.fixture(autouse=True)
    def credentials(self, nothing_in_the_environment: None, monkeypatch: pytest.MonkeyPatch) -> None:
        """As boto3 finds them."""
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "id-of-the-contract")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", KEY)
        monkeypatch.setenv("AWS_REGION", "eu-central-1")

    def open(self, url: str) -> Provider:
        return bedrock.open("global.anthropic.claude-sonnet-5-5", url=url)
