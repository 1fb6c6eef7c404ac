"""docs/reference/settings.md, from the keys themselves."""

from __future__ import annotations

from collections.abc import Iterator

import rejoinder
from rejoinder.settings.keys import KEYS

PATH = "docs/reference/settings.md"

HEAD = """# Settings

Generated from the settings by `make docs`. `rejoinder doctor --settings` shows what each one is on this
machine, and where that is from.

What is given on the command line or to `connect` wins, then the environment, then `rejoinder.toml` of the
folder or of one above it, then the default. A key that isn't in this table is an error, never ignored. "No
limit" has to be written out, as `"none"`. A dot is a table of TOML:

```toml
db = "shop"
model = "anthropic:claude-sonnet-5-5"

[databases]
shop = "sqlite:///shop.db"
sandbox = "sample"

[limits]
corrections = 1
turn_money = 0.10

[limits.ask_above]
rows_read = 10_000_000
```

Limits are the least of these, of the policy's and of the caller's. Names under `[databases]` can be given
wherever a database is.

"""


def text() -> str:
    """The page."""
    return HEAD + "\n".join([*_table(), ""])


def _table() -> Iterator[str]:
    defaults = {
        each.name: each.value for each in rejoinder.Settings(ledger="in your state folder").explained()
    }
    yield "| key | what it says | default | in the environment |"
    yield "| --- | --- | --- | --- |"
    for key in KEYS.values():
        variable = f"`{key.variable}`" if key.variable else ""
        yield f"| `{key.name}` | {key.says} | {defaults[key.name]} | {variable} |"
