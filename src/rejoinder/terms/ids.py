"""Names of things that outlive a process."""

from __future__ import annotations

from typing import NewType

RunId = NewType("RunId", str)
ThreadId = NewType("ThreadId", str)
