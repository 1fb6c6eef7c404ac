"""What each rule makes of its table, and what holds for every mended draft of every rule."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.unit.repair.case import Case, findings, mended, refusals
from tests.unit.repair.clinic import CATALOG, SQLITE
from tests.unit.repair.rules import FITS, ROWS, TABLES, told

from rejoinder import repair
from rejoinder.check import check
from rejoinder.sql.canonical import canonical
from rejoinder.terms.classes import Defect
from rejoinder.terms.policy import Policy

RENDERED = frozenset({"foreign", "metadata"})
"""Rules that write the whole statement anew; all others change nothing but what stands at their spans."""
BEFORE = "/* é 漢字 😀 */ "

each_row = pytest.mark.parametrize(("rule", "case"), ROWS, ids=told)
each_fit = pytest.mark.parametrize(("rule", "case"), FITS, ids=told)


def text_of(outcome: repair.Mended | repair.Unmended) -> str | None:
    return outcome.text if isinstance(outcome, repair.Mended) else None


@each_row
def test_a_rule_mends_what_fits_it_and_keeps_its_hands_off_the_rest(rule: str, case: Case):
    assert findings(case), "the row has to be about a draft that is rejected or refused"
    outcome = mended(case, rule=rule)
    assert text_of(outcome) == case.mended, outcome
    if isinstance(outcome, repair.Mended):
        assert outcome.rule == rule
        assert outcome.canonical == canonical(outcome.text, case.dialect)


@each_fit
def test_the_asker_is_told_what_was_changed_where_it_could_matter(rule: str, case: Case):
    outcome = mended(case, rule=rule)
    assert isinstance(outcome, repair.Mended)
    said = " ".join(caveat.sentence for caveat in outcome.caveats)
    assert all(caveat.source == rule for caveat in outcome.caveats)
    assert case.caveat in said
    assert bool(case.caveat) == bool(said)


@each_fit
def test_a_mended_draft_passes_its_check_and_runs(rule: str, case: Case):
    assert case.mended is not None
    checking = check(case.mended, dialect=case.dialect, catalog=CATALOG, policy=case.policy, asker="ada")
    assert checking.statement is not None, checking.findings
    assert case.dialect is not SQLITE or refusals(case.mended) == ()


@each_fit
def test_a_rule_is_used_once_for_a_draft(rule: str, case: Case):
    assert isinstance(mended(case, rule=rule, spent=[rule]), repair.Unmended)


@each_fit
def test_a_rule_never_leads_back_to_an_earlier_draft(rule: str, case: Case):
    assert case.mended is not None
    outcome = mended(case, rule=rule, earlier=[canonical(case.mended, case.dialect)])
    assert outcome == repair.Unmended(reason=f"What `{rule}` leads to was tried before.")


@each_fit
def test_mending_what_was_mended_changes_nothing(rule: str, case: Case):
    assert case.mended is not None
    again = repair.mend(
        case.mended,
        findings=findings(replace(case, draft=case.mended, findings=None, refused=None)),
        facts=(),
        dialect=case.dialect,
        catalog=case.catalog,
        spent=(),
        earlier=(),
    )
    assert isinstance(again, repair.Unmended)


@pytest.mark.parametrize(("rule", "case"), [row for row in FITS if row[0] not in RENDERED], ids=told)
def test_nothing_changes_outside_of_what_is_mended_whatever_characters_stand_before_it(rule: str, case: Case):
    outcome = mended(case, rule=rule, text=BEFORE + case.draft + "  -- 終わり")
    assert text_of(outcome) == f"{BEFORE}{case.mended}  -- 終わり"


@pytest.mark.parametrize("rule", TABLES)
def test_every_rule_has_rows_that_fit_and_rows_that_do_not(rule: str):
    assert {case.mended is None for case in TABLES[rule]} == {True, False}
    assert len({case.what for case in TABLES[rule]}) == len(TABLES[rule])


def test_rules_stand_in_the_order_of_ownership_before_spelling():
    names = [rule.name for rule in repair.rules()]
    assert names == [
        "letter_case",
        "bare_name",
        "written_alias",
        "qualifier",
        "key",
        "join_owner",
        "key_name",
        "equated",
        "functions",
        "reserved_alias",
        "foreign",
        "quantified",
        "quoting",
        "set_operation",
        "grouped_condition",
        "nested_aggregate",
        "group_key",
        "metadata",
        "star",
        "near_table",
        "near_column",
        "lossless_cast",
        "stored_spelling",
    ]
    assert len({rule.order for rule in repair.rules()}) == len(names)


@pytest.mark.parametrize(
    "defect",
    [
        Defect.POLICY,
        Defect.PERMISSION,
        Defect.NOT_READABLE,
        Defect.READ_ONLY,
        Defect.STATEMENT_TIMEOUT,
        Defect.WRITE,
        Defect.FORBIDDEN_FUNCTION,
        Defect.RESOURCES,
        Defect.CONNECTION,
    ],
)
def test_no_rule_takes_what_is_never_mended(defect: Defect):
    assert [rule.name for rule in repair.rules() if defect in rule.defects] == []


def test_a_draft_without_findings_is_left_alone():
    outcome = repair.mend(
        "SELECT name FROM animals",
        findings=(),
        facts=(),
        dialect=SQLITE,
        catalog=CATALOG,
        spent=(),
        earlier=(),
    )
    assert outcome == repair.Unmended(reason="No rule fits what is wrong.")


def test_a_clean_draft_has_nothing_to_mend():
    assert check(
        "SELECT name FROM animals", dialect=SQLITE, catalog=CATALOG, policy=Policy(), asker="a"
    ).statement
