"""Runs inside the peer's own venv, and knows nothing of ours: asks nlqueries the questions that it is handed.

    echo '{"dialect": "sqlite", "agent": "shop", "asked": [{"question": "…", "url": "http://…/v1"}]}' |
        build/peers/bin/python tests/benchmarks/nlqueries_child.py

The answer is JSON too: for each question the whole turn's seconds, those of them spent waiting for the model,
and the rows. Its embedding model and vector store are not there, so a vector is handed in and it doesn't
spend time on looking for either: what is measured is the rest.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import time
from collections.abc import AsyncIterator
from typing import Any

WIDTH_OF_ITS_VECTORS = 384


class Waiting:
    """Counts the seconds that its client for models takes, by standing round it."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self.seconds = 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    async def astream(self, *given: Any, **named: Any) -> AsyncIterator[str]:
        """Its first call."""
        tokens = self._client.astream(*given, **named)
        while True:
            began = time.perf_counter()
            try:
                token = await anext(tokens)
            except StopAsyncIteration:
                return
            finally:
                self.seconds += time.perf_counter() - began
            yield token

    async def acomplete(self, *given: Any, **named: Any) -> Any:
        """Its corrections."""
        began = time.perf_counter()
        try:
            return await self._client.acomplete(*given, **named)
        finally:
            self.seconds += time.perf_counter() - began


async def ask(orchestrator: Any, question: str, agent: str, dialect: str) -> dict[str, Any]:
    """One turn, from the question to the rows."""
    from nlqueries.execution import ExecutionPolicy
    from nlqueries.orchestrator import orchestrator as module

    waiting = Waiting(module.get_llm_client())
    module.get_llm_client = lambda: waiting
    began = time.perf_counter()
    last = ""
    async for token in orchestrator.handle_question(
        question,
        agent,
        dialect,
        question_vector=[0.0] * WIDTH_OF_ITS_VECTORS,
        execution=ExecutionPolicy.execute_read_only(),
    ):
        last = token
    whole = time.perf_counter() - began
    module.get_llm_client = lambda: waiting._client
    told = json.loads(last)
    table = told["sql_table"] or {}
    return {
        "seconds": whole,
        "model_seconds": waiting.seconds,
        "database_seconds": table.get("execution_time_ms", 0) / 1000,
        "sql": told["sql"],
        "rows": table.get("rows"),
        "error": table.get("error") or told["validation_error"],
    }


async def main(task: dict[str, Any]) -> list[dict[str, Any]]:
    """Every question in turn, in one process."""
    from nlqueries.orchestrator.orchestrator import Orchestrator

    orchestrator = Orchestrator()
    told = []
    for asked in task["asked"]:
        os.environ["OPENAI_API_BASE"] = os.environ["OPENAI_BASE_URL"] = asked["url"]
        told.append(await ask(orchestrator, asked["question"], task["agent"], task["dialect"]))
    return told


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    print(json.dumps(asyncio.run(main(json.load(sys.stdin))), default=str))
