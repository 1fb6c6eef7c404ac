"""How two tables come together: along declared keys, in either direction or through one table between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rejoinder.sql.paths import JoinPath, is_unique, join_paths, referring
from rejoinder.terms.catalog import Catalog, Table, TableRef
from rejoinder.terms.fact import Fact, FactKind


def ways(catalog: Catalog, source: Table, target: Table, subject: str) -> Iterator[Fact]:
    """The one shortest way from `source` to `target`, where there is exactly one of its kind.

    Two equally short ways mean different things, so that neither is told.
    """
    there = join_paths(catalog, source.ref, target.ref)
    back = () if there else join_paths(catalog, target.ref, source.ref)
    if there or back:
        yield from _along(there or back, source.ref if there else target.ref, subject, many=not there)
    elif (between := _between(catalog, source, target)) is not None:
        yield between
    else:
        yield from _alike(source, target, subject)


def _along(paths: Sequence[JoinPath], start: TableRef, subject: str, *, many: bool) -> Iterator[Fact]:
    shortest = [path for path in paths if len(path.hops) == len(paths[0].hops)]
    if len(shortest) == 1:
        (path,) = shortest
        told = f", with any number of rows for one of `{path.target}`" if many else ""
        yield Fact(
            kind=FactKind.JOIN_PATH,
            sentence=f"`{start}` joins to `{path.target}` by {conditions(path)}{told}.",
            subject=subject,
            names=(str(start), *(str(hop.target) for hop in path.hops)),
            source="catalog",
        )


def _between(catalog: Catalog, source: Table, target: Table) -> Fact | None:
    """Through a table that refers to both, or one that both refer to, where there is one such table."""
    referred = {key.target for key in source.foreign_keys} & {key.target for key in target.foreign_keys}
    refers = {table.ref for table, _ in referring(catalog, source.ref)}
    refers &= {table.ref for table, _ in referring(catalog, target.ref)}
    found = (referred | refers) - {source.ref, target.ref}
    if len(found) != 1:
        return None
    (middle,) = found
    legs = [_leg(catalog, end.ref, middle) for end in (source, target)]
    if any(leg is None for leg in legs):
        return None
    said = " and ".join(conditions(leg) for leg in legs if leg is not None)
    return Fact(
        kind=FactKind.JOIN_PATH,
        sentence=f"`{source.ref}` and `{target.ref}` come together through `{middle}`, by {said}.",
        subject=str(target.ref),
        names=(str(source.ref), str(middle), str(target.ref)),
        source="catalog",
    )


def _leg(catalog: Catalog, end: TableRef, middle: TableRef) -> JoinPath | None:
    found = [*join_paths(catalog, end, middle, 1), *join_paths(catalog, middle, end, 1)]
    forms = {frozenset(conditions(path).strip("`").split(" = ")): path for path in found}
    return next(iter(forms.values())) if len(forms) == 1 else None


def _alike(source: Table, target: Table, subject: str) -> Iterator[Fact]:
    """One column of the same name that is a key of one of them: nobody declares that it refers there.

    A key of both, such as `id`, is each table's own.
    """
    shared = [
        (column.name, other.name)
        for column in source.columns
        for other in target.by_folded.get(column.name.lower(), ())
        if is_unique(source, (column.name,)) is not is_unique(target, (other.name,))
    ]
    if len(shared) == 1:
        ((name, other),) = shared
        yield Fact(
            kind=FactKind.JOIN_PATH,
            sentence=f"No key is declared between `{source.ref}` and `{target.ref}`; by their names "
            f"`{source.ref}.{name} = {target.ref}.{other}` may join them.",
            subject=subject,
            names=(str(source.ref), str(target.ref)),
            source="catalog",
        )


def conditions(path: JoinPath) -> str:
    """The ON of each hop, in backticks."""
    return " and ".join(
        f"`{hop.source}.{column} = {hop.target}.{target}`"
        for hop in path.hops
        for column, target in hop.pairs
    )
