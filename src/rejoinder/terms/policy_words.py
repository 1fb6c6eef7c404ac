"""Why a policy lets an asker read something or not, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rejoinder.terms.catalog import Catalog, ColumnRef, TableRef
from rejoinder.terms.patterns import first_match, matches_table, table_part
from rejoinder.terms.policy import Access, Policy, reach


def explain(
    policy: Policy, asker: str, table: TableRef, column: str | None = None, catalog: Catalog | None = None
) -> tuple[str, ...]:
    """What holds for `asker` on `table` or one column of it, and which line of the policy says so.

    With a catalog, views are followed to what they read.
    """
    access = policy.access_of(asker)
    entry = policy.entry_of(asker)
    whose = "the general rules of the policy apply"
    if entry is not None:
        whose = f"the entry for `{policy.askers[entry][0]}` of the policy applies"
    return (
        f"For `{asker}`, {whose}.",
        *_table(access, table, catalog, policy, asker, column),
    )


def idle_patterns(policy: Policy, catalog: Catalog) -> tuple[str, ...]:
    """One sentence for each pattern that matches nothing in the catalog, which is often a slip of the pen."""
    tables = [name for table in catalog.tables for name in _names(table.ref)]
    schemas = sorted({table.ref.schema for table in catalog.tables})
    columns = [
        f"{name}.{column.name}"
        for table in catalog.tables
        for name in _names(table.ref)
        for column in table.columns
    ]
    functions = [function.name for function in catalog.functions]
    found = []
    for access in dict.fromkeys((policy.access, *(access for _, access in policy.askers))):
        for key, names in (
            ("schemas", schemas),
            ("tables", tables),
            ("columns", columns),
            ("functions", functions),
        ):
            for section in ("allow", "deny", "hide", "sensitive"):
                patterns = getattr(access, f"{section}_{key}", None) or ()
                idle = (pattern for pattern in patterns if first_match((pattern,), *names) is None)
                if (section, key) != ("deny", "functions"):
                    found += [
                        f"`{section}.{key}` holds `{pattern}`, which matches nothing." for pattern in idle
                    ]
        filters = (each.table for each in access.row_filters)
        idle = (pattern for pattern in filters if first_match((pattern,), *tables) is None)
        found += [f"`row_filters` holds `{pattern}`, which matches nothing." for pattern in idle]
    return tuple(dict.fromkeys(found))


def _table(
    access: Access, ref: TableRef, catalog: Catalog | None, policy: Policy, asker: str, column: str | None
) -> Iterator[str]:
    names = _names(ref)
    if (pattern := first_match(access.hide_tables, *names)) is not None:
        yield f"`{ref}` is hidden by `{pattern}` under `hide.tables`: it is treated as if it didn't exist."
        return
    if (pattern := first_match(access.deny_schemas, ref.schema)) is not None:
        yield f"`{ref}` is denied by `{pattern}` under `deny.schemas`."
        return
    if (pattern := first_match(access.deny_tables, *names)) is not None:
        yield f"`{ref}` is denied by `{pattern}` under `deny.tables`."
        return
    if not access.allows_table(ref):
        yield f"`{ref}` is denied: nothing under `allow` speaks of it."
        return
    if catalog is not None and ref in reach(catalog, policy, asker).denied:
        yield _denied_by_what_it_shows(access, ref, catalog, asker)
        return
    yield f"`{ref}` may be read: {_allowed_by(access, ref)}."
    for each in access.row_filters:
        if matches_table((each.table,), ref):
            yield f"Only its rows with `{each.condition}` may be read, by `{each.table}` under `row_filters`."
    if column is None:
        yield from _columns_of(access, ref)
    else:
        yield from _column(access, ColumnRef(ref, column))


def _denied_by_what_it_shows(access: Access, ref: TableRef, catalog: Catalog, asker: str) -> str:
    """Of a view and its like: whether it is for a table that is denied or hidden, or for rows that are filtered."""
    unfiltered = Policy(access=replace(access, row_filters=()))
    if ref in reach(catalog, unfiltered, asker).denied:
        return (
            f"`{ref}` is a view, and something that it reads is denied or hidden. "
            f"To allow it all the same, write its own name under `allow.tables`."
        )
    return (
        f"`{ref}` is denied because it may show rows that a row filter leaves out of another table. "
        f"To allow it, give it a row filter of its own; `1 = 1` leaves every row."
    )


def _allowed_by(access: Access, ref: TableRef) -> str:
    if access.names_table(ref):
        return "its name is under `allow.tables`"
    by_schema = first_match(access.allow_schemas or (), ref.schema)
    by_table = first_match(access.allow_tables or (), *_names(ref))
    if by_table is not None:
        return f"`{by_table}` is under `allow.tables`"
    if by_schema is not None:
        return f"`{by_schema}` is under `allow.schemas`"
    return "nothing denies it"


def _columns_of(access: Access, ref: TableRef) -> Iterator[str]:
    for key in ("deny_columns", "hide_columns", "allow_columns", "sensitive_columns"):
        patterns = getattr(access, key) or ()
        told = [found for found in patterns if first_match((table_part(found),), *_names(ref)) is not None]
        if told:
            yield f"`{key.replace('_', '.', 1)}` speaks of its columns: {', '.join(f'`{p}`' for p in told)}."


def _column(access: Access, ref: ColumnRef) -> Iterator[str]:
    names = [f"{name}.{ref.name}" for name in _names(ref.table)]
    if (pattern := first_match(access.hide_columns, *names)) is not None:
        yield f"`{ref}` is hidden by `{pattern}` under `hide.columns`: it is treated as if it didn't exist."
    elif (pattern := first_match(access.deny_columns, *names)) is not None:
        yield f"`{ref}` is denied by `{pattern}` under `deny.columns`."
    elif not access.allows_column(ref):
        yield f"`{ref}` is denied: `allow.columns` speaks of `{ref.table}` and leaves it out."
    elif (pattern := first_match(access.sensitive_columns, *names)) is not None:
        yield f"`{ref}` may be read, but `{pattern}` under `sensitive.columns` keeps its values from every provider."
    else:
        yield f"`{ref}` may be read."


def _names(ref: TableRef) -> tuple[str, ...]:
    return (ref.name, f"{ref.schema}.{ref.name}") if ref.schema else (ref.name,)
