"""Whether what goes to a server can be read on its way."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator

from rejoinder.terms.privileges import Hazard


def in_the_open(address: str, *, encrypted: bool, fix: str) -> Iterator[Hazard]:
    """A hazard where the connection leaves this machine unencrypted.

    `address` is the server's IP address or host name; "" is a socket of this machine, which nobody else can read.
    """
    if not encrypted and not _stays_here(address):
        yield Hazard(
            name="not_encrypted",
            sentence=f"The connection to `{address}` isn't encrypted: what is asked, the rows and perhaps the "
            "password can be read on the way.",
            fix=fix,
        )


def _stays_here(address: str) -> bool:
    try:
        return not address or address == "localhost" or ipaddress.ip_address(address).is_loopback
    except ValueError:  # a name of another machine
        return False
