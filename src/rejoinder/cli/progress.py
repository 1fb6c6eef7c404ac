"""Live progress of a run: on a terminal only, on stderr, and gone when the answer comes."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import rejoinder
from rejoinder.cli.stages import now_doing
from rejoinder.cli.terminal import is_terminal

if TYPE_CHECKING:
    from rich.text import Text


class Progress:
    """Follows the events of one turn. It is what is drawn, several times a second."""

    def __init__(self, limits: rejoinder.Limits) -> None:
        self._limits = limits
        self._began = time.monotonic()
        self._doing = "opening the database"
        self._attempt = 0
        self.run_id: str | None = None

    def on_event(self, recorded: rejoinder.Recorded) -> None:
        """Take one event; called from the agent's own thread."""
        event = recorded.event
        self.run_id = recorded.envelope.run
        self._doing = now_doing(event, self._doing)
        match event:
            case rejoinder.events.Asked(limits=limits):
                self._limits = limits
            case rejoinder.events.Replied():
                self._attempt = 0
                self._began = time.monotonic()
            case rejoinder.events.Began(step="Draft" | "Correct", attempt=attempt):
                self._attempt = attempt
            case _:
                pass

    def line(self) -> str:
        """What is happening, attempt n of m, seconds left."""
        left = max(0.0, self._limits.turn_seconds - (time.monotonic() - self._began))
        attempt = f"attempt {self._attempt} of {self._limits.corrections + 1}" if self._attempt else ""
        return " · ".join(filter(None, [self._doing, attempt, f"{left:.0f} s left"]))

    def __rich__(self) -> Text:
        from rich.text import Text

        return Text(self.line(), style="dim", no_wrap=True, overflow="ellipsis")

    @contextlib.contextmanager
    def drawn(self, wanted: bool) -> Iterator[None]:
        """Draw while the block runs, where it is wanted and both outputs are terminals."""
        if not (wanted and is_terminal(sys.stderr) and is_terminal(sys.stdout)):
            yield
            return
        from rich.console import Console
        from rich.live import Live
        from rich.spinner import Spinner
        from rich.table import Table

        row = Table.grid(padding=(0, 1))
        row.add_row(Spinner("dots"), self)
        console = Console(stderr=True)
        with Live(row, console=console, transient=True, refresh_per_second=8, redirect_stdout=False):
            yield
