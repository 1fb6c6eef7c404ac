"""The database as one asker may see it: visible catalog, stored values, and `check` asked afresh each time."""

from __future__ import annotations

from dataclasses import replace

from rejoinder import check, grounding
from rejoinder.live import Database
from rejoinder.policies import PolicySource
from rejoinder.prompts import system
from rejoinder.terms.catalog import Catalog, ColumnRef
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.finding import Finding
from rejoinder.terms.limits import LookupLimits
from rejoinder.terms.lookup import Lookup, StoredValues
from rejoinder.terms.policy import Access, Errors, visible
from rejoinder.terms.provider import ModelCard
from rejoinder.terms.statement import Statement
from rejoinder.work import Brief, digest_of

_GROUNDING_TOKENS = 8_000
_LITERAL_LOOKUP = LookupLimits(seconds=0.2)
_LOOKUP = LookupLimits()
_REMEMBERED = 256


class Sight:
    """Policy stands between the database and everything that reads it."""

    def __init__(self, *, database: Database, policies: PolicySource, card: ModelCard) -> None:
        self._database = database
        self._policies = policies
        self._card = card
        self._checked: dict[tuple[str, str, str, str], check.Checking] = {}

    @property
    def dialect(self) -> Dialect:
        """The database's SQL."""
        return self._database.dialect

    def of(self, catalog: Catalog, asker: str) -> Catalog:
        """What of `catalog` the asker may see."""
        return visible(catalog, self._policies.current(), asker)

    async def visible(self, asker: str) -> Catalog:
        """What of the catalog read last the asker may see."""
        return self.of(await self._database.known_catalog(), asker)

    def access(self, asker: str) -> Access:
        """What today's policy lets the asker read. Raises `PolicyError`."""
        return self._policies.current().access_of(asker)

    async def admit(self, asker: str) -> None:
        """Whether what the policy says of the asker can be enforced on this database. Raises `PolicyError`."""
        access = self.access(asker)
        if access.row_filters:
            await self._database.catalog()
            await self._database.through(access)

    def errors(self, asker: str) -> Errors:
        """What of the database's errors may go to the model. Raises `PolicyError`."""
        return self._policies.current().errors_for(asker)

    async def ground(self, question: str, asker: str) -> Brief:
        """Choose what a question is about (G3, G4), and freeze the system prompt on it (G5)."""
        policy = self._policies.current()
        catalog = self.of(await self._database.catalog(), asker)
        wanted = grounding.ground_lookup(
            question,
            catalog,
            values=policy.values,
            sensitive=lambda column: policy.sensitive(column, asker),
        )
        stored = await self.values(wanted, asker)
        share = min(_GROUNDING_TOKENS, self._card.context_tokens // 3)
        chosen = grounding.ground(question, catalog, stored=stored, tokens=share)
        text = system.render(
            dialect=self.dialect,
            catalog=chosen.catalog,
            stored=chosen.stored,
            structured=self._card.structured,
        )
        return Brief(grounding=chosen, system=text, digest=digest_of(text))

    async def checking(self, text: str, asker: str) -> check.Checking:
        """Check against today's catalog and policy, remembered by both (L1, L9)."""
        policy = self._policies.current()
        catalog = await self._database.known_catalog()
        key = (text, catalog.fingerprint, policy.digest, asker)
        found = self._checked.get(key)
        if found is None:
            found = check.check(text, dialect=self.dialect, catalog=catalog, policy=policy, asker=asker)
            if len(self._checked) >= _REMEMBERED:
                del self._checked[next(iter(self._checked))]
            self._checked[key] = found
        return found

    async def unstored(self, statement: Statement, asker: str) -> tuple[Finding, ...]:
        """Findings on literals of a clean statement that the database doesn't hold (C4)."""
        policy = self._policies.current()
        if policy.values == "off":
            return ()
        catalog = await self._database.known_catalog()
        wanted = check.literal_lookup(
            statement, dialect=self.dialect, catalog=catalog, policy=policy, asker=asker
        )
        stored = await self.values(wanted, asker, _LITERAL_LOOKUP)
        return check.literal_findings(
            statement, stored, dialect=self.dialect, catalog=catalog, policy=policy, asker=asker
        )

    async def values(self, wanted: Lookup, asker: str, limits: LookupLimits = _LOOKUP) -> StoredValues:
        """Look stored values up: none where policy says `off`, and never those of a sensitive column (G4)."""
        policy = self._policies.current()
        if policy.values == "off":
            return {}

        def shareable(columns: tuple[ColumnRef, ...]) -> tuple[ColumnRef, ...]:
            return tuple(column for column in columns if not policy.sensitive(column, asker))

        allowed = replace(wanted, columns=shareable(wanted.columns), samples=shareable(wanted.samples))
        return await self._database.values(allowed, limits, policy.access_of(asker))
