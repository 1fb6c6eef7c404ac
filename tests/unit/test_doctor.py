"""What `doctor` puts together of what a database says, and whether a connection can be read on its way."""

from __future__ import annotations

import pytest

from rejoinder.connectors._transport import in_the_open


@pytest.mark.parametrize("address", ["", "localhost", "127.0.0.1", "127.1.2.3", "::1"])
def test_what_stays_on_this_machine_needs_no_encryption(address: str):
    assert list(in_the_open(address, encrypted=False, fix="x")) == []


@pytest.mark.parametrize("address", ["192.0.2.7", "2001:db8::1", "db.example", "localhost.example"])
def test_what_leaves_this_machine_is_to_be_encrypted(address: str):
    (found,) = in_the_open(address, encrypted=False, fix="Add TLS.")
    assert (found.name, found.fix, found.stopped_by) == ("not_encrypted", "Add TLS.", ())
    assert f"`{address}`" in found.sentence
    assert list(in_the_open(address, encrypted=True, fix="Add TLS.")) == []
