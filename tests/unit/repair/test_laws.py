"""Laws of every repair, over drafts that nobody wrote by hand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.unit.repair.case import Case, findings
from tests.unit.repair.clinic import CATALOG, SQLITE

from rejoinder import repair
from rejoinder.sql.canonical import canonical
from rejoinder.sql.parse import Parsed, parse, tokenize

NAMES = sorted(
    {
        *(column.name for table in CATALOG.tables for column in table.columns),
        *("speciesCode", "implantd", "owner_id", "nothing", "Legs", "氏名", "place no"),
    }
)
TABLES = [*(table.ref.name for table in CATALOG.tables), "animal", "vet", "missing"]
CALLS = ["{}", "{}", "{}", "upper({})", "COUNT({})", "YEAR({})"]
RENDERED = frozenset({"foreign"})


def quoted(name: str) -> str:
    return name if name.isidentifier() and name.isascii() else f'"{name}"'


@st.composite
def drafts(draw: st.DrawFn) -> str:
    """A query over one or two tables, most of which name something that isn't there."""
    tables = draw(st.lists(st.sampled_from(TABLES), min_size=1, max_size=2))
    aliases = ["t", "u"][: len(tables)]
    columns = st.builds(
        lambda alias, name: f"{alias}.{quoted(name)}" if alias else quoted(name),
        st.sampled_from([*aliases, ""]),
        st.sampled_from(NAMES),
    )
    selected = draw(st.lists(st.builds(str.format, st.sampled_from(CALLS), columns), min_size=1, max_size=3))
    source = " JOIN ".join(
        f"{quoted(table)} AS {alias}" for table, alias in zip(tables, aliases, strict=True)
    )
    joined = f" ON {draw(columns)} = {draw(columns)}" if len(tables) > 1 else ""
    where = f" WHERE {draw(columns)} = '漢 é'" if draw(st.booleans()) else ""
    query = f"SELECT {', '.join(selected)} FROM {source}{joined}{where}"
    if draw(st.booleans()):
        query = f"SELECT name FROM owners WHERE id IN ({query})"
    return query


def mend_once(text: str, spent: list[str], earlier: list[str]) -> repair.Mended | None:
    outcome = repair.mend(
        text,
        findings=findings(Case(what="", draft=text, mended=None)),
        facts=(),
        dialect=SQLITE,
        catalog=CATALOG,
        spent=spent,
        earlier=earlier,
    )
    return outcome if isinstance(outcome, repair.Mended) else None


def kept(draft: str, mended: str) -> bool:
    """Whether the words of `draft` that no finding covers stand in `mended`, in the same order."""
    spans = [found.span for found in findings(Case(what="", draft=draft, mended=None)) if found.span]
    words = [
        draft[token.start : token.end + 1]
        for token in tokenize(draft, SQLITE) or ()
        if not any(span.start <= token.start < span.end for span in spans)
    ]
    left = iter(mended[token.start : token.end + 1] for token in tokenize(mended, SQLITE) or ())
    return all(word in left for word in words)


@given(draft=drafts())
def test_every_mended_draft_is_a_new_one_that_can_be_read_and_repair_comes_to_an_end(draft: str):
    spent: list[str] = []
    earlier = [canonical(draft, SQLITE)]
    text = draft
    while (outcome := mend_once(text, spent, earlier)) is not None:
        assert isinstance(parse(outcome.text, SQLITE), Parsed)
        assert outcome.canonical == canonical(outcome.text, SQLITE)
        assert outcome.canonical not in earlier
        assert outcome.rule not in spent
        spent.append(outcome.rule)
        earlier.append(outcome.canonical)
        text = outcome.text


@given(draft=drafts())
def test_words_that_nothing_is_wrong_with_stay_in_their_order(draft: str):
    outcome = mend_once(draft, [], [])
    if outcome is not None and outcome.rule not in RENDERED | {"functions"}:
        assert kept(draft, outcome.text), (outcome.rule, outcome.text)


@given(draft=drafts())
def test_the_same_draft_is_always_mended_the_same_way(draft: str):
    assert mend_once(draft, [], []) == mend_once(draft, [], [])
