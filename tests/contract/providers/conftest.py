"""Failures of the contract are explained as those of any test; nobody's keys are used."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("rejoinder.testing")

MEANT_FOR_SERVICES = ("OPENAI_", "ANTHROPIC_", "GOOGLE_", "GEMINI_", "AWS_", "OLLAMA_", "VLLM_", "LLAMA")


@pytest.fixture(autouse=True)
def nothing_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key, address or region of this machine's reaches a test."""
    import os

    for name in list(os.environ):
        if name.startswith(MEANT_FOR_SERVICES):
            monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
