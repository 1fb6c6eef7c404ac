"""The contract finds what is wrong with a ledger."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from tests.contract.ledgers.faulty_ledgers import FAULTS

_FILE = Path(__file__).with_name("faulty_ledgers.py")


@pytest.fixture(scope="module")
def failed(root: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """Which of the chosen tests of the contract each faulty ledger fails."""
    report = tmp_path_factory.mktemp("contract") / "report.xml"
    options = ["-q", "-n0", "--tb=no", "-p", "no:cacheprovider", f"--junit-xml={report}"]
    chosen = [f"{_FILE}::Test{kind.__name__}::{test}" for kind, test in FAULTS.items()]
    command = [sys.executable, "-m", "pytest", *options, *chosen]
    subprocess.run(command, cwd=root, check=False, capture_output=True)
    found: dict[str, set[str]] = {}
    for case in ET.parse(report).iter("testcase"):
        tests = found.setdefault(case.attrib["classname"].rpartition(".")[2], set())
        if case.find("failure") is not None:
            tests.add(case.attrib["name"].partition("[")[0])
    return found


@pytest.mark.parametrize(("kind", "test"), FAULTS.items(), ids=[kind.__name__ for kind in FAULTS])
def test_a_faulty_ledger_fails_where_it_is_wrong(failed: dict[str, set[str]], kind: type, test: str):
    assert test in failed[f"Test{kind.__name__}"]
