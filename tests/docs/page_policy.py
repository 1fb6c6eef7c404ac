"""docs/reference/policy.md, from the keys themselves."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.policy_file import KEYS

PATH = "docs/reference/policy.md"

HEAD = """# The policy

Generated from the keys by `make docs`. [Say what may be read](../howto/policy.md) is the page to start with.

One file of TOML; without one, everything that the database's role can read may be asked about. A key that isn't in
this table, a value of another kind, or a key that can't be enforced is an error that names the file and the line: a
policy is never half in force. An empty list under `allow` is an error too, because it would allow nothing.

## Names

- `*` stands for any characters, `?` for any one. Case is no matter.
- A table is `TABLE` or `SCHEMA.TABLE`, a column `TABLE.COLUMN` or `SCHEMA.TABLE.COLUMN`; `*.COLUMN` is that column of
  every table.
- Denying wins over allowing. Without a list under `allow`, everything is allowed that isn't denied. A table is allowed
  by its schema, by its name or, where only columns are listed, by one of them.
- A view may be read if nothing under it is denied or hidden, or if its own name, without `*` and `?`, is under
  `allow.tables`. Where the database can't say what a view reads, it is denied as soon as anything is.
- A view of a table with a row filter is denied, unless it has a row filter of its own; so is what shows the same rows
  in other ways: a virtual table, a partition, a table that inherits. `1 = 1` is a filter that leaves every row.
- Where there is any row filter, the database's own functions are denied unless `allow.functions` names them, because
  what one reads can't be known.
- System tables such as `sqlite_master` are read by nobody, unless their own name is under `allow.tables`.

## Who

`askers.NAME` holds `allow`, `deny`, `hide`, `sensitive`, `row_filters`, `limits` and `budget` for one asker. The entry
of the exact name counts, else the first whose pattern fits, else the general rules. A list that an entry writes takes
the place of the general list of that name, and a row filter that of the general one of the same table; the others
stay. Limits only ever lower those of the settings.

## What becomes of a statement

| it names | it is |
| --- | --- |
| what is denied | refused, and the asker is told that the policy doesn't let them; it is never corrected |
| what is hidden | unknown, in the very words of a name that doesn't exist, with no hint to it |
| what the role can't read | refused before the database is asked |
| `*` over such a column | written out into the columns that may be seen, with a note |
| `NATURAL JOIN`, `USING` or a whole row over such a column | refused |
| a table with a row filter | run on the rows that the filter leaves; the statement that is shown stays as it was |
| `rowid`, `ctid` and the like of such a table | refused |
| a function that reads files, runs code, waits, or that nobody knows | refused; no key can allow it |

## Keys

"""


def text() -> str:
    """The page."""
    return HEAD + "\n".join([*_table(), ""])


def _table() -> Iterator[str]:
    yield "| key | what it says |"
    yield "| --- | --- |"
    for key, says in KEYS.items():
        yield f"| `{key}` | {says} |"
