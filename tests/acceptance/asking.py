"""Asks one question in a process of its own, and dies where it is told to. Used by test_crashes.py."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from rejoinder import Recorded, connect
from rejoinder.terms.limits import CompletionLimits, Usage
from rejoinder.terms.provider import Completion, ModelCard, Prompt

WRONG = "SELECT nmae FROM city WHERE population > 100 AND nowhere = 1"
RIGHT = "SELECT name FROM city WHERE population > 100 ORDER BY name"


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Paid:
    """Writes a line for each paid call; wrong at first, right when corrected."""

    card = ModelCard(name="paid:model")

    def __init__(self, bill: Path, dies_in_call: int) -> None:
        self._bill = bill
        self._dies_in_call = dies_in_call

    async def complete(self, prompt: Prompt, limits: CompletionLimits) -> Completion:
        calls = self._bill.read_text().count("\n") + 1 if self._bill.exists() else 1
        with self._bill.open("a") as bill:
            bill.write("paid\n")
        if calls == self._dies_in_call:
            die()
        sql = RIGHT if prompt.terms.earlier else WRONG
        return Completion(text=f"```sql\n{sql}\n```", usage=Usage(input_tokens=100, output_tokens=20))


async def main(folder: Path, dies_after: int, dies_in_call: int) -> None:
    seen = 0

    def watch(recorded: Recorded) -> None:
        nonlocal seen
        seen += 1
        if seen == dies_after:
            die()

    provider = Paid(folder / "bill.txt", dies_in_call)
    ledger = f"sqlite:///{folder / 'ledger.sqlite'}"
    async with connect(str(folder / "towns.db"), ledger=ledger, provider=provider) as agent:
        await agent.query("Which cities have more than 100 people?", on_event=watch)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
