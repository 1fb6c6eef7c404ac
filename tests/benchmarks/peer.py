"""nlqueries-core, in a venv of its own: `make bench-peers` puts it there."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / "build" / "peers"
PYTHON = VENV / "bin" / "python"
PROGRAM = VENV / "bin" / "nlqueries"
NAME = "nlqueries"
CHILD = Path(__file__).with_name("nlqueries_child.py")
AGENT = "bench"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question, and the URL of the model that it is to ask."""

    question: str
    url: str


def installed() -> bool:
    """Whether it can be measured here."""
    return PROGRAM.exists()


def environment(state: Path, url: str) -> dict[str, str]:
    """As it is set up for any server that speaks OpenAI's protocol; it is kept from looking for the internet."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(state),
        "NLQ_STATE_DIR": str(state),
        "LLM_PROVIDER": "litellm",
        "LLM_MODEL": "openai/any",
        "OPENAI_API_KEY": "none",
        "OPENAI_API_BASE": url,
        "OPENAI_BASE_URL": url,
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        "HF_HUB_OFFLINE": "1",
        "NO_COLOR": "1",
    }


def learn(database: Path, state: Path) -> None:
    """What it needs once per database: a connector, and its knowledge base of the schema."""
    given = environment(state, "http://127.0.0.1:9/v1")
    for words in (
        ["connect", "sqlite", "--database", str(database), "--connector-id", AGENT],
        ["extract-schema", AGENT],
        ["export-kb", AGENT],
    ):
        done = subprocess.run([PROGRAM, *words], env=given, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"nlqueries {words[0]}: {done.stdout}{done.stderr}")


def ask(asked: Sequence[Asked], state: Path) -> list[Mapping[str, Any]]:
    """Every question in one process of the peer's; what it gives back is in nlqueries_child.py."""
    task = {
        "agent": AGENT,
        "dialect": "sqlite",
        "asked": [{"question": each.question, "url": each.url} for each in asked],
    }
    done = subprocess.run(
        [PYTHON, CHILD],
        input=json.dumps(task),
        env=environment(state, asked[0].url),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"nlqueries: {done.stderr[-2000:]}")
    told: list[Mapping[str, Any]] = json.loads(done.stdout)
    return told
