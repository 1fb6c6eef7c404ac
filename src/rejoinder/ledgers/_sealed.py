"""An event as a store keeps it: its text, salted, and a link in the run's chain of hashes (K4).

The chain covers the salted digest, not the text, so that an event can be redacted (its text and salt dropped)
and everything else still be verified.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rejoinder.errors import LedgerCorrupt, UsageError
from rejoinder.ledgers import _codec
from rejoinder.loop.events import Event
from rejoinder.ports import Envelope, Recorded, Verified

_SALT_BYTES = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """`payload` and `salt` are None once redacted."""

    sequence: int
    envelope: str
    payload: str | None
    salt: bytes | None
    digest: bytes
    chain: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """How far a run's chain has come: the last event's place and hash."""

    sequence: int = 0
    chain: bytes = b""


def sealed_behind(last: Link, envelope: Envelope, events: Iterable[Event]) -> list[Sealed]:
    """Write events down behind the last one of their run (`Link()` for a new run)."""
    sequence, chain = last.sequence, last.chain
    written, sealed = _codec.write_envelope(envelope), []
    for event in events:
        sequence += 1
        payload, salt = _codec.write(event), secrets.token_bytes(_SALT_BYTES)
        digest = _digest(payload, salt)
        chain = _link(chain, sequence, written, digest)
        sealed.append(
            Sealed(
                sequence=sequence, envelope=written, payload=payload, salt=salt, digest=digest, chain=chain
            )
        )
    return sealed


def redacted(sealed: Sealed) -> Sealed:
    """The same link without its content."""
    return replace(sealed, payload=None, salt=None)


def opened(sealed: Sealed) -> Recorded:
    """The event in its place. Raises `LedgerCorrupt`, and `UsageError` where it was redacted."""
    envelope = _codec.read_envelope(sealed.envelope)
    if sealed.payload is None:
        raise UsageError(
            f"What happened in run `{envelope.run}` was redacted; only its place in the ledger is left."
        )
    return Recorded(sequence=sealed.sequence, envelope=envelope, event=_codec.read(sealed.payload))


def verify(chain: Sequence[Sealed]) -> Verified:
    """Follow a run's chain from its start. Raises `LedgerCorrupt` at the first link that doesn't hold."""
    before = b""
    for place, sealed in enumerate(chain, 1):
        if sealed.sequence != place or sealed.chain != _link(
            before, sealed.sequence, sealed.envelope, sealed.digest
        ):
            raise LedgerCorrupt(f"The chain of hashes is broken at event {place}.")
        if sealed.payload is not None and _digest(sealed.payload, sealed.salt or b"") != sealed.digest:
            raise LedgerCorrupt(f"Event {place} is not what was recorded.")
        before = sealed.chain
    return Verified(events=len(chain), redacted=sum(sealed.payload is None for sealed in chain))


def _digest(payload: str, salt: bytes) -> bytes:
    return hashlib.sha256(salt + payload.encode()).digest()


def _link(before: bytes, sequence: int, envelope: str, digest: bytes) -> bytes:
    place = sequence.to_bytes(8, "big")
    recorded = hashlib.sha256(envelope.encode()).digest()
    return hashlib.sha256(before + place + recorded + digest).digest()
