"""SQL comes as an argument, from a file or from stdin."""

from __future__ import annotations

from pathlib import Path

import pytest

from rejoinder import UsageError
from rejoinder.cli.texts import question_of, sql_of


def test_words_are_one_question():
    assert question_of(["How", "many", "orders?"]) == "How many orders?"


@pytest.mark.parametrize("sql", ["SELECT 1", "select", "SELECT a.sql FROM a", "x" * 100_000, "a\0b"])
def test_what_is_no_file_is_sql(sql: str):
    assert sql_of(sql) == sql


def test_a_file_is_read_without_its_byte_order_mark(tmp_path: Path):
    path = tmp_path / "query.txt"
    path.write_text("\ufeffSELECT 'é'", encoding="utf-8")
    assert sql_of(str(path)) == "SELECT 'é'"


def test_a_file_with_a_space_in_its_name_is_a_file(tmp_path: Path):
    path = tmp_path / "my query.sql"
    path.write_text("SELECT 1")
    assert sql_of(str(path)) == "SELECT 1"


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [("gone.sql", None, "no file"), ("binary.sql", b"\xff\xfe\x00", "can't be read as text")],
)
def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, name: str, content: bytes | None, reason: str):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UsageError, match=reason):
        sql_of(str(path))


def test_a_folder_is_no_file(tmp_path: Path):
    with pytest.raises(UsageError, match="is a folder"):
        sql_of(str(tmp_path))


@pytest.mark.parametrize("given", ["", "  ", "\n"])
def test_no_sql_at_all_is_told(given: str):
    with pytest.raises(UsageError, match="SQL is empty"):
        sql_of(given)
