"""The database as the agent sees it: off the event loop, with a catalog that is never staler than its turn."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TypeVar

from rejoinder.errors import LookupUnavailable
from rejoinder.ports import CancelHandle, Connector
from rejoinder.rewriting import RewritingConnector, RowFilters
from rejoinder.terms.catalog import Catalog, ColumnRef
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.estimate import Estimate, Unknown
from rejoinder.terms.limits import ExecutionLimits, LookupLimits
from rejoinder.terms.lookup import Lookup, StoredValues
from rejoinder.terms.policy import Access
from rejoinder.terms.privileges import Privileges
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result
from rejoinder.terms.statement import Statement

T = TypeVar("T")


class Database:
    """A connector on its own threads, one for each of its sessions (X8), and the catalog read last."""

    def __init__(self, connector: Connector) -> None:
        self._connector = connector
        self._threads = ThreadPoolExecutor(connector.sessions, thread_name_prefix="rejoinder-db")
        self._catalog: Catalog | None = None
        self._reading = asyncio.Lock()

    @property
    def dialect(self) -> Dialect:
        """The connector's SQL."""
        return self._connector.dialect

    @property
    def fingerprint(self) -> str:
        """That of the catalog read last; "" before the first."""
        return "" if self._catalog is None else self._catalog.fingerprint

    async def catalog(self, *, reread: bool = False) -> Catalog:
        """Today's catalog (G1): read whole the first time, when its fingerprint changed, or when told to."""
        async with self._reading:
            known = None if reread else self._catalog
            if known is None or await self._off_loop(self._connector.fingerprint) != known.fingerprint:
                known = self._catalog = await self._off_loop(self._connector.catalog)
            return known

    async def known_catalog(self) -> Catalog:
        """The catalog read last, without asking the database whether it changed."""
        return self._catalog if self._catalog is not None else await self.catalog()

    async def through(self, access: Access) -> Connector:
        """The connector as whoever has `access` must use it: with its row filters. Raises `PolicyError`."""
        if not access.row_filters:
            return self._connector
        filters = RowFilters.of(access, await self.known_catalog(), self.dialect)
        return RewritingConnector(self._connector, filters)

    async def values(self, lookup: Lookup, limits: LookupLimits, access: Access) -> StoredValues:
        """Stored values of rows that may be read, in the time of `limits` altogether.

        A look-up that fails, or for which no time is left, leaves the facts without values.
        """
        connector = await self.through(access)
        ends = time.monotonic() + limits.seconds
        matched = await self._values(connector, lookup.columns, lookup.literals, limits)
        left = replace(limits, seconds=ends - time.monotonic())
        sampled = await self._values(connector, lookup.samples, (), left)
        return {
            column: tuple(dict.fromkeys((*matched.get(column, ()), *sampled.get(column, ()))))
            for column in (*matched, *sampled)
        }

    async def _values(
        self,
        connector: Connector,
        columns: tuple[ColumnRef, ...],
        literals: tuple[str, ...],
        limits: LookupLimits,
    ) -> StoredValues:
        if not columns or limits.seconds <= 0:
            return {}
        try:
            found = await self._off_loop(lambda: connector.values(columns, literals, limits))
        except LookupUnavailable:
            return {}
        return {column: tuple(stored) for column, stored in found.items()}

    async def estimate(
        self, statement: Statement, limits: ExecutionLimits, access: Access
    ) -> Estimate | Refusal | Unknown:
        """The price. A cancelled task stops it in the database. Raises `PolicyError`."""
        connector = await self.through(access)
        return await self._cancellable(lambda handle: connector.estimate(statement, limits, handle))

    async def execute(
        self, statement: Statement, limits: ExecutionLimits, access: Access
    ) -> Result | Refusal:
        """The rows that may be read. A cancelled task stops it in the database. Raises `PolicyError`."""
        connector = await self.through(access)
        return await self._cancellable(lambda handle: connector.execute(statement, limits, handle))

    async def privileges(self) -> Privileges:
        """What the role could do beyond reading."""
        return await self._off_loop(self._connector.privileges)

    async def close(self) -> None:
        """Close the sessions, then their threads."""
        await self._off_loop(self._connector.close)
        self._threads.shutdown(wait=False)

    async def _off_loop(self, call: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    async def _cancellable(self, call: Callable[[CancelHandle], T]) -> T:
        handle = CancelHandle()
        running = asyncio.ensure_future(self._off_loop(lambda: call(handle)))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            # Another thread asks: the sessions' own may all be busy with what is to be stopped.
            await asyncio.to_thread(self._connector.cancel, handle)
            await asyncio.wait({running})
            raise
