"""Failures of the contract are explained as those of any test."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("rejoinder.testing")
