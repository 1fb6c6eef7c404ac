"""What the catalog and the stored values say about what is wrong: a row a kind of trouble, sentences word for word."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest
from tests.unit.repair.clinic import CATALOG, SQLITE

from rejoinder import diagnosis
from rejoinder.check import check
from rejoinder.terms.catalog import Catalog, ColumnRef, Function, TableRef
from rejoinder.terms.classes import Defect
from rejoinder.terms.fact import Fact, FactKind
from rejoinder.terms.finding import Finding
from rejoinder.terms.lookup import StoredValues
from rejoinder.terms.policy import Access, Policy, visible
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Stored
from rejoinder.terms.signal import Signal

ASKER = "ada"
CITY = ColumnRef(TableRef("", "owners"), "city")
PAID = ColumnRef(TableRef("", "visits"), "paid")
SOURCES = frozenset({"catalog", "values", "dialect", "statement"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """A draft, and the sentences about it that are expected, in order. `refusal`: the engine's word, not check's."""

    what: str
    draft: str
    sentences: tuple[str, ...]
    choices: tuple[str, ...] = ()
    access: Access = field(default_factory=Access)
    refusal: Refusal | None = None

    @property
    def catalog(self) -> Catalog:
        return visible(CATALOG, Policy(access=self.access), ASKER)

    @property
    def findings(self) -> tuple[Finding, ...]:
        if self.refusal is not None:
            return (self.refusal.as_finding(),)
        policy = Policy(access=self.access)
        return check(self.draft, dialect=SQLITE, catalog=CATALOG, policy=policy, asker=ASKER).findings


OWNERS = "The columns of `owners` are `id`, `name`, `city` and `phone`."
ANIMALS = "The columns of `animals` are `id`, `name`, `owner`, `species_code`, `vet_id` and `born`."
VISITS = "The columns of `visits` are `id`, `animal_id`, `day`, `fee`, `paid` and `fee_note`."
SPECIES = "The columns of `species` are `code`, `label` and `legs`."
CHIPS = "The columns of `chips` are `number`, `animal_id` and `implanted`."

TROUBLES = [
    Trouble(
        what="a column of another table, and the way there",
        draft="SELECT name, label FROM animals",
        sentences=(
            "`label` is a column of `species`.",
            "`animals` joins to `species` by `animals.species_code = species.code`.",
            ANIMALS,
            SPECIES,
        ),
    ),
    Trouble(
        what="a way over two hops",
        draft="SELECT day, phone FROM visits",
        sentences=(
            "`phone` is a column of `owners`.",
            "`visits` joins to `owners` by `visits.animal_id = animals.id` and `animals.owner = owners.id`.",
            VISITS,
            OWNERS,
        ),
    ),
    Trouble(
        what="several owners are a choice, and two shortest ways are none",
        draft="SELECT r.name FROM referrals r",
        sentences=(
            "`name` is a column of `owners`.",
            "`name` is a column of `animals`.",
            "`name` is a column of `vets`.",
            "`referrals` joins to `owners` by `referrals.animal_id = animals.id` and `animals.owner = owners.id`.",
            "`referrals` joins to `animals` by `referrals.animal_id = animals.id`.",
            "The columns of `referrals` are `id`, `animal_id`, `from_vet` and `to_vet`.",
        ),
        choices=("`name` of `owners`", "`name` of `animals`", "`name` of `vets`"),
    ),
    Trouble(
        what="a misspelt column",
        draft="SELECT implantd FROM chips",
        sentences=("There is no column `implantd`; `chips` has `implanted`.", CHIPS),
        choices=("`implanted` of `chips`",),
    ),
    Trouble(
        what="a qualifier says which table",
        draft="SELECT o.implantd FROM owners o JOIN animals a ON a.owner = o.id",
        sentences=("There is no column `implantd`; `chips` has `implanted`.", OWNERS),
        choices=("`implanted` of `chips`",),
    ),
    Trouble(
        what="a column of a subquery's own tables",
        draft="SELECT name FROM owners WHERE id IN (SELECT implantd FROM chips)",
        sentences=("There is no column `implantd`; `chips` has `implanted`.", CHIPS),
        choices=("`implanted` of `chips`",),
    ),
    Trouble(
        what="a column that two tables of the query have",
        draft="SELECT name FROM animals a JOIN owners o ON o.id = a.owner",
        sentences=(
            "`name` may be that of `a`, the table `animals`.",
            "`name` may be that of `o`, the table `owners`.",
        ),
        choices=("`name` of `a`", "`name` of `o`"),
    ),
    Trouble(
        what="a misspelt table",
        draft="SELECT name FROM animal",
        sentences=("There is no table `animal`; there is `animals`.", ANIMALS),
        choices=("the table `animals`",),
    ),
    Trouble(
        what="a table in a schema that has none of that name",
        draft="SELECT name FROM archive.animals",
        sentences=("There is no table `archive.animals`; there is `animals`.", ANIMALS),
        choices=("the table `animals`",),
    ),
    Trouble(
        what="a function of another dialect",
        draft="SELECT YEAR(born) FROM animals",
        sentences=("SQLite 3 has no `year`; it has CAST(strftime('%Y', x) AS INTEGER).",),
    ),
    Trouble(
        what="a misspelt function, with none offered that does harm",
        draft="SELECT SUBSTRNG(name, 1, 2), LOAD_FILES(name) FROM animals",
        sentences=(
            "SQLite 3 has no `substrng`; it has `substr`.",
            "SQLite 3 has no `substrng`; it has `substring`.",
        ),
    ),
    Trouble(
        what="a function that exists, as an engine refuses it",
        draft="SELECT SUBSTR(name) FROM animals",
        sentences=(
            "`substr` exists, but not with these arguments.",
            "`animals.name` is of type TEXT and may be empty (NULL).",
        ),
        refusal=Refusal(defect=Defect.UNKNOWN_FUNCTION, message="", subject="substr"),
    ),
    Trouble(
        what="a refusal says no place: the name is looked for in the draft",
        draft="SELECT implantd FROM chips",
        sentences=("There is no column `implantd`; `chips` has `implanted`.", CHIPS),
        choices=("`implanted` of `chips`",),
        refusal=Refusal(defect=Defect.UNKNOWN_COLUMN, message="", subject="implantd"),
    ),
    Trouble(
        what="types that don't fit",
        draft="SELECT 1 FROM animals WHERE vet_id = name",
        sentences=(
            "`animals.vet_id` is of type INTEGER and may be empty (NULL).",
            "`animals.name` is of type TEXT and may be empty (NULL).",
        ),
        refusal=Refusal(defect=Defect.TYPE_MISMATCH, message=""),
    ),
    Trouble(
        what="an operator that doesn't take such types, as PostgreSQL refuses it",
        draft="SELECT 1 FROM animals WHERE vet_id = name",
        sentences=(
            "`animals.vet_id` is of type INTEGER and may be empty (NULL).",
            "`animals.name` is of type TEXT and may be empty (NULL).",
        ),
        refusal=Refusal(defect=Defect.UNKNOWN_FUNCTION, message=""),
    ),
    Trouble(
        what="a cast that failed, on a column that is never empty",
        draft="SELECT CAST(species_code AS INTEGER) FROM animals",
        sentences=("`animals.species_code` is of type TEXT and is never empty.",),
        refusal=Refusal(defect=Defect.INVALID_CAST, message=""),
    ),
    Trouble(
        what="the owner is denied: not a word of it",
        draft="SELECT name, label FROM animals",
        sentences=(ANIMALS,),
        access=Access(deny_tables=("species",)),
    ),
    Trouble(
        what="the owner's column is hidden: not a word of it",
        draft="SELECT name, label FROM animals",
        sentences=(ANIMALS,),
        access=Access(hide_columns=("species.label",)),
    ),
    Trouble(
        what="a near name that is hidden isn't offered, nor listed",
        draft="SELECT implantd FROM chips",
        sentences=("The columns of `chips` are `number` and `animal_id`.",),
        access=Access(hide_columns=("chips.implanted",)),
    ),
    Trouble(
        what="a near table that is denied isn't offered",
        draft="SELECT number FROM chip",
        sentences=(),
        access=Access(deny_tables=("chips",)),
    ),
    Trouble(
        what="the way leads through a table that is hidden",
        draft="SELECT day, phone FROM visits",
        sentences=(
            "`phone` is a column of `owners`.",
            VISITS,
            OWNERS,
        ),
        access=Access(hide_tables=("animals",)),
    ),
    Trouble(
        what="a draft that can't be read has no names to look up",
        draft="SELECT FROM WHERE",
        sentences=(),
        refusal=Refusal(defect=Defect.TYPE_MISMATCH, message=""),
    ),
    Trouble(
        what="a name that looks like one of a table that isn't read",
        draft="SELECT fee_nott FROM owners",
        sentences=("There is no column `fee_nott`; `visits` has `fee_note`.", OWNERS),
        choices=("`fee_note` of `visits`",),
    ),
    Trouble(
        what="a way back, where one row has many of the other table",
        draft="SELECT name, implanted FROM owners",
        sentences=(
            "`implanted` is a column of `chips`.",
            "`chips` joins to `owners` by `chips.animal_id = animals.id` and `animals.owner = owners.id`, "
            "with any number of rows for one of `owners`.",
            OWNERS,
            CHIPS,
        ),
    ),
    Trouble(
        what="a table that isn't there, with most of the columns of one that is",
        draft="SELECT t.fee, t.paid FROM bills t",
        sentences=("Of what is read from `bills`, `visits` has `fee` and `paid`.", VISITS),
        choices=("the table `visits`",),
    ),
    Trouble(
        what="a table that isn't there, of whose columns one alone is elsewhere: that is chance",
        draft="SELECT t.fee, t.rebate FROM bills t",
        sentences=(),
    ),
    Trouble(
        what="tables that nothing joins, and the key between them",
        draft="SELECT a.name, o.city FROM animals a, owners o",
        sentences=("`animals` joins to `owners` by `animals.owner = owners.id`.",),
    ),
    Trouble(
        what="tables that come together through a third",
        draft="SELECT b.label FROM owners a, species b",
        sentences=(
            "`owners` and `species` come together through `animals`, by `animals.owner = owners.id` and "
            "`animals.species_code = species.code`.",
        ),
    ),
    Trouble(
        what="the third table is hidden: not a word of it",
        draft="SELECT b.label FROM owners a, species b",
        sentences=(),
        access=Access(hide_tables=("animals",)),
    ),
    Trouble(
        what="a column that is shown and not grouped by",
        draft="SELECT name, owner, COUNT(*) FROM animals GROUP BY owner HAVING MAX(born) > 1",
        sentences=(
            "`name` stands neither in an aggregate nor under GROUP BY.",
            "`animals.id` is the key of `animals`: it tells its rows apart, names may not.",
        ),
        refusal=Refusal(defect=Defect.GROUPING, message=""),
    ),
    Trouble(
        what="an aggregate beside a column, without any GROUP BY",
        draft="SELECT city, COUNT(*) FROM owners",
        sentences=(
            "`city` stands neither in an aggregate nor under GROUP BY.",
            "`owners.id` is the key of `owners`: it tells its rows apart, names may not.",
        ),
        refusal=Refusal(defect=Defect.GROUPING, message=""),
    ),
    Trouble(
        what="an aggregate in WHERE",
        draft="SELECT name FROM animals WHERE COUNT(*) > 1",
        sentences=(
            "`COUNT(*)` stands in WHERE, which is asked of each row before any group; HAVING is asked of groups.",
        ),
        refusal=Refusal(defect=Defect.SHAPE, message=""),
    ),
    Trouble(
        what="an aggregate within another, and one in GROUP BY",
        draft="SELECT SUM(COUNT(*)) FROM animals GROUP BY MAX(id)",
        sentences=(
            "`COUNT(*)` stands inside another aggregate; a subquery has to hold the inner one.",
            "`MAX(id)` stands in GROUP BY; a subquery can hold it.",
        ),
        refusal=Refusal(defect=Defect.SHAPE, message=""),
    ),
    Trouble(
        what="a window function in WHERE",
        draft="SELECT id FROM animals WHERE row_number() OVER (ORDER BY id) = 1",
        sentences=(
            "`ROW_NUMBER() OVER (ORDER BY id)` stands in WHERE; it can stand in SELECT and ORDER BY alone, "
            "or in a subquery.",
        ),
        refusal=Refusal(defect=Defect.SHAPE, message=""),
    ),
    Trouble(
        what="what was divided by, but for what can't be 0",
        draft="SELECT fee / paid, 1 / NULLIF(fee, 0), fee / 2 FROM visits",
        sentences=(
            "It is divided by `paid` (`visits.paid`, TEXT), which may be 0: `NULLIF(paid, 0)` leaves the "
            "quotient empty there.",
        ),
        refusal=Refusal(defect=Defect.DIVISION_BY_ZERO, message=""),
    ),
    Trouble(
        what="a class that no diagnosis is about",
        draft="SELECT name FROM animals WHERE",
        sentences=(),
    ),
]


def facts(trouble: Trouble) -> tuple[Fact, ...]:
    return diagnosis.facts(
        trouble.findings, text=trouble.draft, dialect=SQLITE, catalog=trouble.catalog, stored={}
    )


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: trouble.what)
def test_the_facts_about_a_trouble(trouble: Trouble):
    assert trouble.findings, "the row has to be about a draft with something wrong"
    found = facts(trouble)
    assert tuple(fact.sentence for fact in found) == trouble.sentences
    assert tuple(fact.choice for fact in found if fact.choice) == trouble.choices
    assert {fact.source for fact in found} <= SOURCES


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: trouble.what)
def test_what_the_asker_may_not_see_is_in_no_fact(trouble: Trouble):
    seen = {table.ref.name for table in trouble.catalog.tables}
    gone = {table.ref.name for table in CATALOG.tables} - seen
    told = " ".join(f"{fact.sentence} {fact.choice} {' '.join(fact.names)}" for fact in facts(trouble))
    assert [name for name in gone if f"`{name}`" in told or f"`{name}." in told] == []


def test_two_findings_about_one_name_lead_to_each_fact_once():
    draft = "SELECT implantd FROM chips WHERE implantd > 1"
    trouble = Trouble(what="", draft=draft, sentences=())
    assert len(trouble.findings) == 2
    assert [fact.kind for fact in facts(trouble)] == [FactKind.NEAR_NAME, FactKind.COLUMNS]


def test_facts_are_capped_and_what_is_said_of_a_name_comes_before_what_a_table_holds():
    tables = ("owners", "species", "animals", "vets", "visits", "chips", "referrals", "payroll")
    draft = " UNION ALL ".join(
        f"SELECT {name} FROM {table}" for table in tables for name in ("legs", "bonus")
    )
    found = facts(Trouble(what="", draft=draft, sentences=()))
    kinds = [fact.kind for fact in found]
    assert len(kinds) <= 20
    assert kinds == sorted(kinds, key=[FactKind.OWNER, FactKind.JOIN_PATH, FactKind.COLUMNS].index)
    assert {FactKind.OWNER, FactKind.JOIN_PATH, FactKind.COLUMNS} == set(kinds)


def test_every_kind_of_fact_that_a_diagnosis_makes_has_its_place():
    made = {fact.kind for trouble in TROUBLES for fact in facts(trouble)} | {FactKind.STORED_VALUE}
    assert made == set(FactKind) - {FactKind.COST, FactKind.MEANING}


def test_a_wide_table_is_listed_in_part_and_says_so():
    wide = CATALOG.by_ref[TableRef("", "owners")]
    columns = tuple(type(wide.columns[0])(name=f"c{number}") for number in range(60))
    catalog = Catalog(fingerprint="wide", tables=(type(wide)(ref=wide.ref, columns=columns),))
    (fact,) = diagnosis.facts(
        check("SELECT zz FROM owners", dialect=SQLITE, catalog=catalog, policy=Policy(), asker="a").findings,
        text="SELECT zz FROM owners",
        dialect=SQLITE,
        catalog=catalog,
        stored={},
    )
    assert fact.sentence.endswith("`c39` and 20 more.")
    assert len(fact.names) == 40


def test_what_a_column_of_an_enumeration_takes_is_a_fact_about_types():
    owners = CATALOG.by_ref[TableRef("", "owners")]
    values = tuple(f"v{number}" for number in range(25))
    columns = (
        replace(owners.columns[1], allowed_values=("a", "b")),
        replace(owners.columns[2], allowed_values=values),
    )
    catalog = Catalog(fingerprint="enum", tables=(replace(owners, columns=columns),))
    found = diagnosis.facts(
        [Finding(defect=Defect.TYPE_MISMATCH, message="")],
        text="SELECT 1 FROM owners WHERE name = 1 AND city = 2",
        dialect=SQLITE,
        catalog=catalog,
        stored={},
    )
    told = [fact for fact in found if fact.kind is FactKind.STORED_VALUE]
    first, second = told
    assert first.sentence == "`owners.name` takes no value but `a` and `b`."
    assert second.sentence.endswith("`v18`, `v19` and 5 more.")
    assert [fact.source for fact in told] == ["catalog", "catalog"]


def test_a_pure_function_of_the_database_is_offered_and_one_with_effects_is_not():
    functions = (Function(name="full_title", pure=True), Function(name="full_titles_now", pure=False))
    catalog = Catalog(fingerprint="f", tables=CATALOG.tables, functions=functions)
    finding = Finding(defect=Defect.UNKNOWN_FUNCTION, message="", subject="full_titel")
    found = diagnosis.facts(
        [finding], text="SELECT full_titel(name) FROM vets", dialect=SQLITE, catalog=catalog, stored={}
    )
    assert [fact.names for fact in found] == [("full_title",)]


# Stored values

FILTERED = "SELECT id FROM owners WHERE city = 'graz'"
STORED: list[tuple[str, StoredValues, tuple[str, ...], tuple[str, ...]]] = [
    (
        "in another spelling",
        {CITY: (Stored(value="Graz"),)},
        ("`owners.city` holds no `graz`; it holds `Graz`.",),
        ("`Graz`",),
    ),
    (
        "in two other spellings",
        {CITY: (Stored(value="Graz"), Stored(value="GRÄZ"))},
        (
            "`owners.city` holds no `graz`; it holds `Graz`.",
            "`owners.city` holds no `graz`; it holds `GRÄZ`.",
        ),
        ("`Graz`", "`GRÄZ`"),
    ),
    ("in no spelling", {CITY: ()}, ("`owners.city` holds no `graz`, in no spelling.",), ()),
    ("just so", {CITY: (Stored(value="graz"), Stored(value="Graz"))}, (), ()),
    ("nobody looked", {}, (), ()),
]


@pytest.mark.parametrize(
    ("stored", "sentences", "choices"), [row[1:] for row in STORED], ids=[row[0] for row in STORED]
)
def test_how_a_text_is_stored_is_a_fact_about_a_literal_and_about_a_signal(
    stored: StoredValues, sentences: tuple[str, ...], choices: tuple[str, ...]
):
    finding = Finding(defect=Defect.UNSTORED_LITERAL, message="")
    given = {"text": FILTERED, "dialect": SQLITE, "catalog": CATALOG}
    of_finding = diagnosis.facts([finding], **given, stored=stored)
    of_signal = diagnosis.signal_facts([Signal(name="unmatched", message="")], **given, stored=stored)
    for found in (of_finding, of_signal):
        assert tuple(fact.sentence for fact in found) == sentences
        assert tuple(fact.choice for fact in found if fact.choice) == choices
        assert {fact.kind for fact in found} <= {FactKind.STORED_VALUE}
        assert {fact.source for fact in found} <= {"values"}


def test_what_is_looked_up_is_what_the_draft_compares():
    draft = "SELECT 1 FROM owners JOIN animals a ON a.owner = owners.id JOIN visits v ON v.animal_id = a.id"
    draft += " WHERE city IN ('graz', 'linz') AND paid = 'YES' AND city = 'graz'"
    signals = [Signal(name="all_null", message="")]
    wanted = diagnosis.signal_wants(signals, text=draft, dialect=SQLITE, catalog=CATALOG)
    assert set(wanted.columns) == {CITY, PAID}
    assert set(wanted.literals) == {"graz", "linz", "YES"}


@pytest.mark.parametrize("name", ["truncated", "something else"])
def test_a_signal_that_no_value_explains_looks_nothing_up(name: str):
    wanted = diagnosis.signal_wants(
        [Signal(name=name, message="")], text=FILTERED, dialect=SQLITE, catalog=CATALOG
    )
    assert (wanted.columns, wanted.literals) == ((), ())


def test_a_wrong_name_looks_nothing_up():
    findings = Trouble(what="", draft="SELECT implantd FROM chips", sentences=()).findings
    wanted = diagnosis.wants(findings, text="SELECT implantd FROM chips", dialect=SQLITE, catalog=CATALOG)
    assert wanted.columns == ()


def test_every_diagnosis_is_about_something():
    assert all(each.defects or each.signals for each in diagnosis.diagnoses())
    assert len(diagnosis.diagnoses()) == 10
