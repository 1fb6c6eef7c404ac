"""Questions and databases are found in files, or a sentence says what is wrong with them."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from rejoinder.errors import UsageError
from rejoinder.evals import find_databases, read_questions

ROW = '{"id": "a/1", "db": "shop", "question": "How many?", "gold_sql": "SELECT 1"}'


def test_each_line_is_a_question(tmp_path: Path):
    file = tmp_path / "q.jsonl"
    file.write_text(ROW + "\n\n" + '{"db": "shop", "question": "Who?"}\n', encoding="utf-8")

    first, second = read_questions(file)

    assert (first.id, first.db, first.gold) == ("a/1", "shop", ("SELECT 1",))
    assert (second.id, second.gold) == ("3", ())


def test_a_compressed_file_reads_the_same(tmp_path: Path):
    file = tmp_path / "q.jsonl.gz"
    file.write_bytes(gzip.compress(ROW.encode()))
    assert [question.id for question in read_questions(file)] == ["a/1"]


def test_evidence_of_the_data_set_is_asked_with_the_question(tmp_path: Path):
    file = tmp_path / "q.jsonl"
    file.write_text('{"db": "d", "question": "Who?", "evidence": "who means name"}', encoding="utf-8")
    (question,) = read_questions(file)
    assert question.asked == "Who?\n(who means name)"


def test_alternative_golds_are_all_accepted(tmp_path: Path):
    file = tmp_path / "q.jsonl"
    file.write_text('{"db": "d", "question": "Who?", "gold_alternatives": ["A", "B"]}', encoding="utf-8")
    assert read_questions(file)[0].gold == ("A", "B")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 1 is not a JSON object"),
        ("[1]", "line 1 has no `db`"),
        ('{"question": "Who?"}', "line 1 has no `db`"),
        ('{"db": "d"}', "line 1 has no `question`"),
        ('{"db": "d", "question": 7}', "line 1: `question` is 7, not a text"),
        ('{"db": null, "question": "Who?"}', "line 1: `db` is None, not a text"),
        (ROW + "\nnonsense", "line 2 is not a JSON object"),
    ],
)
def test_a_line_that_is_no_question_is_named(tmp_path: Path, text: str, said: str):
    file = tmp_path / "q.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=said):
        read_questions(file)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"\x1f\x8b not really"])
@pytest.mark.parametrize("name", ["q.jsonl", "q.jsonl.gz"])
def test_a_file_of_something_else_is_a_sentence(tmp_path: Path, name: str, content: bytes):
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(UsageError, match="can't be read"):
        read_questions(file)


def test_a_file_that_is_not_there_is_a_sentence(tmp_path: Path):
    with pytest.raises(UsageError, match="can't be read: No such file"):
        read_questions(tmp_path / "none.jsonl")


def test_a_table_of_databases_names_them_and_the_corpus_of_the_questions_comes_first(tmp_path: Path):
    (tmp_path / "databases.tsv").write_text(
        "corpus\tdb\tdialect\tpath\nspider\tshop\tsqlite\ta.sqlite\nbird\tshop\tsqlite\tb.sqlite\n"
        "bird\tbig\tpostgres\tc.sql\n",
        encoding="utf-8",
    )
    found = find_databases(tmp_path, "spider")
    assert set(found) == {"shop"}
    assert found["shop"].endswith("/a.sqlite")


def test_without_a_table_the_files_below_are_the_databases(tmp_path: Path):
    (tmp_path / "deep").mkdir()
    for name in ("one.db", "deep/two.sqlite3", "deep/readme.txt"):
        (tmp_path / name).touch()
    assert set(find_databases(tmp_path, "any")) == {"one", "two"}


def test_a_folder_without_databases_is_a_sentence(tmp_path: Path):
    with pytest.raises(UsageError, match="holds neither"):
        find_databases(tmp_path, "any")


def test_a_table_without_the_columns_is_a_sentence(tmp_path: Path):
    (tmp_path / "databases.tsv").write_text("name\tfile\nshop\ta.sqlite\n", encoding="utf-8")
    with pytest.raises(UsageError, match="needs the columns `db` and `path`"):
        find_databases(tmp_path, "any")
