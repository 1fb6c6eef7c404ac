"""Names for runs: sorted by time, short enough to type, unguessable enough not to collide."""

from __future__ import annotations

import datetime as dt
import secrets

from rejoinder.terms.ids import RunId


def new_run_id(now: dt.datetime) -> RunId:
    """`20261130-224141-9f3a1c`: the second it was asked in, UTC, and 24 random bits."""
    return RunId(f"{now.astimezone(dt.UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}")
