"""How a completion reads: a row a kind of answer."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rejoinder.prompts import answer, reading
from rejoinder.terms.provider import Completion
from rejoinder.terms.reading import Ask, Declined, NoSql, Option, Reading, Sql

ONE = "SELECT count(*) FROM city"
TWO = "SELECT name FROM river"


def read(text: str) -> Reading:
    return reading.read(Completion(text=text))


def fence(sql: str, language: str = "sql", mark: str = "```") -> str:
    return f"{mark}{language}\n{sql}\n{mark}"


STATEMENTS = {
    "a fence": (fence(ONE), ONE),
    "a fence with talk around it": (f"Here you are:\n\n{fence(ONE)}\n\nIt counts the cities.", ONE),
    "a fence without a language": (fence(ONE, ""), ONE),
    "a fence in capitals": (fence(ONE, "SQL"), ONE),
    "a fence that names an engine": (fence(ONE, "postgresql"), ONE),
    "a fence of tildes": (fence(ONE, mark="~~~"), ONE),
    "a fence that is never closed": (f"```sql\n{ONE}", ONE),
    "a fence that was opened before the answer": (f"{ONE}\n```", ONE),
    "one that is closed twice": (f"{ONE}\n```\n```", ONE),
    "a fence on one line": (f"```sql {ONE}```", ONE),
    "a fence in a list": (f"1. Count them:\n   ```sql\n   {ONE}\n   ```", ONE),
    "a fence in a quote of Windows": (f"```sql\r\n{ONE}\r\n```\r\n", ONE),
    "the same statement in two fences": (f"{fence(ONE)}\nOnce more:\n{fence(ONE + ';')}", ONE),
    "a fence of SQL beside one of another language": (f"{fence('x = 1', 'python')}\n{fence(ONE)}", ONE),
    "a fence beside a result that the model imagines": (
        f"{fence(ONE)}\nThis returns:\n{fence('count' + chr(10) + '42', '')}",
        ONE,
    ),
    "backquotes inside": (fence("SELECT `name` FROM `city`"), "SELECT `name` FROM `city`"),
    "bare SQL": (ONE, ONE),
    "bare SQL of many lines": (
        "SELECT name,\n       people\nFROM city\n\nORDER BY 2",
        "SELECT name,\n       people\nFROM city\n\nORDER BY 2",
    ),
    "bare SQL in lower case": ("select name from city", "select name from city"),
    "bare SQL with a comment before it": (f"-- cities\n{ONE}", f"-- cities\n{ONE}"),
    "bare SQL in brackets": (f"({ONE}) UNION ({TWO})", f"({ONE}) UNION ({TWO})"),
    "bare SQL with WITH": ("WITH c AS (SELECT 1) SELECT * FROM c", "WITH c AS (SELECT 1) SELECT * FROM c"),
    "bare SQL with FROM first": ("FROM city SELECT name", "FROM city SELECT name"),
    "bare VALUES": ("VALUES (1), (2)", "VALUES (1), (2)"),
    "bare SQL after a line that leads to it": (f"The query is:\n{ONE}", ONE),
    "bare SQL before a remark": (f"{ONE};\nIt counts the cities.", ONE),
    "bare SQL between backquotes": (f"`{ONE}`", ONE),
    "reasoning before the answer": (f"<think>Perhaps {fence(TWO)}?</think>\n{fence(ONE)}", ONE),
    "reasoning whose beginning the server cut off": (f"Or {fence(TWO)}?\n</think>\n{fence(ONE)}", ONE),
    "a byte order mark": (f"\ufeff{ONE}", ONE),
    "two statements in one fence, for check to find": (fence(f"{ONE}; {TWO}"), f"{ONE}; {TWO}"),
    "a write, for check to find": (fence("DROP TABLE city"), "DROP TABLE city"),
    "a bare write, for check to find": ("DELETE FROM city WHERE 1 = 1", "DELETE FROM city WHERE 1 = 1"),
    "names in another script": (fence("SELECT 名前 FROM 都市"), "SELECT 名前 FROM 都市"),
    "talk in another script": (f"以下是查询:\n{fence(ONE)}\n希望有帮助。", ONE),
    "a directive inside a string": (fence("SELECT 'ASK: who?' FROM city"), "SELECT 'ASK: who?' FROM city"),
}

NO_STATEMENTS = {
    "nothing": "",
    "white space": " \n\t\n",
    "an empty fence": "```sql\n```",
    "a fence of comments": "```sql\n-- nothing to see\n```",
    "prose": "I would look at the cities first.",
    "prose that begins like a statement": "Select the cities from the list and count them.",
    "prose with the words of SQL": "With this you select from city where people is large, then group by name.",
    "prose that names a command": "UPDATE your statistics and DROP by again.",
    "prose that says where values are": "Values are in the table city.",
    "prose in another script": "この質問には答えられないかもしれません。",
    "two different statements in two fences": f"{fence(ONE)}\nor\n{fence(TWO)}",
    "a fence of another language": fence("print('hello')", "python"),
    "reasoning and no more": "<think>SELECT 1? No.",
    "JSON that is cut off": '{"kind": "sql", "sql": "SELECT count(*) FROM ci',
    "JSON of another kind": '{"answer": 42}',
    "JSON with an empty statement": '{"kind": "sql", "sql": "", "sentence": "", "options": []}',
    "JSON with a kind that isn't one": '{"kind": "shell", "sql": "SELECT 1"}',
    "JSON whose statement isn't text": '{"kind": "sql", "sql": ["SELECT 1"]}',
    "two JSON objects": '{"kind": "sql", "sql": "SELECT 1"} {"kind": "sql", "sql": "SELECT 2"}',
    "JSON nested without end": '{"a":' * 5_000,
    "a list": '["SELECT 1"]',
    "more text than anybody reads": "SELECT 1 " * 20_000,
}

ASKED = {
    "a line": ("ASK: Which region is meant?", Ask("Which region is meant?")),
    "a line in another case": ("Ask: Which region?", Ask("Which region?")),
    "a line in bold": ("**ASK:** Which region?", Ask("Which region?")),
    "a line in a fence": ("```\nASK: Which region?\n```", Ask("Which region?")),
    "a line with a wide colon": ("ASK:哪个地区?", Ask("哪个地区?")),
    "choices with their statements": (
        f"ASK: Which?\n- the city's :: {ONE}\n- the river's :: {TWO}",
        Ask("Which?", (Option("the city's", ONE), Option("the river's", TWO))),
    ),
    "choices by number": (
        "ASK: Which?\n1. cities\n2) rivers",
        Ask("Which?", (Option("cities"), Option("rivers"))),
    ),
    "a choice whose statement is in backquotes": (
        f"ASK: Which?\n* cities :: `{ONE}`",
        Ask("Which?", (Option("cities", ONE),)),
    ),
    "a choice whose statement is none": (
        "ASK: Which?\n- cities :: whatever is there",
        Ask("Which?", (Option("cities"),)),
    ),
    "a question of two lines": ("ASK: Which region,\nand which year?", Ask("Which region, and which year?")),
    "SQL beside it, which is never run": (f"ASK: Which?\n{fence(ONE)}", Ask("Which?")),
    "SQL before it, which is never run": (f"{fence(ONE)}\nASK: Or which?", Ask("Or which?")),
    "choices and no question": (
        "ASK:\n- cities\n- rivers",
        Ask("Which of these is meant?", (Option("cities"), Option("rivers"))),
    ),
}

DECLINED = {
    "a line": ("DECLINE: There is no weather here.", "There is no weather here."),
    "a line in another case": ("Decline: No.", "No."),
    "SQL beside it, which is never run": (f"DECLINE: No.\n{fence(ONE)}", None),
    "a reason of two lines": ("DECLINE: There is\nno weather.", "There is no weather."),
    "no reason": ("DECLINE:", "The model gave no reason."),
    "an ask that asks nothing": ("ASK:", "The model gave no reason."),
}


@pytest.mark.parametrize(("text", "sql"), STATEMENTS.values(), ids=STATEMENTS)
def test_a_statement_is_found(text: str, sql: str):
    assert read(text) == Sql(sql)


@pytest.mark.parametrize("text", NO_STATEMENTS.values(), ids=NO_STATEMENTS)
def test_what_holds_no_one_statement_is_no_statement(text: str):
    found = read(text)
    assert isinstance(found, NoSql)
    assert len(found.text) <= 4_000


@pytest.mark.parametrize(("text", "asked"), ASKED.values(), ids=ASKED)
def test_a_question_back_is_one_whatever_sql_stands_beside_it(text: str, asked: Ask):
    assert read(text) == asked


@pytest.mark.parametrize(("text", "reason"), DECLINED.values(), ids=DECLINED)
def test_a_refusal_is_one_whatever_sql_stands_beside_it(text: str, reason: str | None):
    found = read(text)
    assert isinstance(found, Declined)
    assert reason is None or found.reason == reason


def structured(kind: str, sql: str = "", sentence: str = "", options: object = ()) -> dict[str, object]:
    """An answer as the schema has it."""
    return {"kind": kind, "sql": sql, "sentence": sentence, "options": list(options)}  # type: ignore[call-overload]


MEANT = [{"label": "cities", "sql": ONE}, {"label": "rivers", "sql": ""}]
STRUCTURED: dict[str, tuple[dict[str, object], Reading]] = {
    "a statement": (structured("sql", ONE), Sql(ONE)),
    "a statement in a fence": (structured("sql", fence(ONE)), Sql(ONE)),
    "a statement with line breaks": (structured("sql", "SELECT 1\nFROM city"), Sql("SELECT 1\nFROM city")),
    "a statement with a sentence that nobody asked for": (structured("sql", ONE, "Counts."), Sql(ONE)),
    "a question back": (
        structured("ask", sentence="Which?", options=MEANT),
        Ask("Which?", (Option("cities", ONE), Option("rivers"))),
    ),
    "a question back with a statement beside it": (structured("ask", ONE, "Which?"), Ask("Which?")),
    "a refusal": (structured("decline", sentence="No weather here."), Declined("No weather here.")),
    "a refusal with a statement beside it": (structured("decline", ONE, "No."), Declined("No.")),
    "a refusal without a reason": (structured("decline"), Declined("The model gave no reason.")),
    "a statement in another script": (
        structured("sql", "SELECT 名前 FROM 都市"),
        Sql("SELECT 名前 FROM 都市"),
    ),
}


@pytest.mark.parametrize(("value", "meant"), STRUCTURED.values(), ids=STRUCTURED)
@pytest.mark.parametrize(
    "around",
    ["{}", "```json\n{}\n```", "Here it is:\n```json\n{}\n```\nAnything else?", "{}\n"],
    ids=["bare", "fenced", "fenced with talk", "with a line break"],
)
def test_an_answer_by_the_schema_says_what_its_kind_says(
    value: dict[str, object], meant: Reading, around: str
):
    assert read(around.replace("{}", json.dumps(value, ensure_ascii=False))) == meant


def test_every_kind_of_the_schema_can_be_read():
    kinds = answer.SCHEMA["properties"]["kind"]["enum"]
    found = [type(read(json.dumps(structured(kind, ONE, "A sentence.")))) for kind in kinds]
    assert found == [Sql, Ask, Declined]


def test_the_forms_that_the_prompt_asks_for_are_read_as_they_are_meant():
    shown = answer.TEXT_LINES.replace("SELECT …", ONE)
    fenced, asked, declined = (
        shown[shown.index("```") :],
        shown[shown.index("ASK:") :],
        "DECLINE: The reason.",
    )
    assert read(fenced[: fenced.index("A question back")]) == Sql(ONE)
    assert read(asked[: asked.index("No answer")]) == Ask(
        "Which region is meant?", (Option("the customer's", ONE), Option("the shop's", ONE))
    )
    assert read(declined) == Declined("The reason.")


def test_the_objects_that_the_prompt_shows_are_read_as_they_are_meant():
    shown = [line[line.index("{") :] for line in answer.JSON_LINES.splitlines() if "{" in line]
    assert [type(read(each.replace("SELECT …", ONE))) for each in shown] == [Sql, Ask, Declined]


def test_a_reading_that_the_provider_brings_is_taken_as_it_is():
    assert reading.read(Completion(text=ONE, reading=Declined("No."))) == Declined("No.")


def test_a_refusal_to_choose_among_many_has_an_end():
    many = "\n".join(f"- choice {number}" for number in range(100))
    found = read(f"ASK: Which?\n{many}")
    assert isinstance(found, Ask)
    assert [option.label for option in found.options] == [f"choice {number}" for number in range(12)]


def test_two_statements_in_two_fences_are_told_as_such():
    found = read(f"{fence(ONE)}\n{fence(TWO)}")
    assert isinstance(found, NoSql)
    assert found.text.startswith("The answer holds 2 different statements")


PIECES = st.sampled_from(
    [
        *("```", "```sql\n", "~~~", "\n", "ASK:", "DECLINE:", "- a :: ", "SELECT ", "FROM t", ";", "{", "}"),
        *(
            '{"kind": "ask", ',
            '"sql": "',
            '"',
            "<think>",
            "</think>",
            " ",
            "::",
            "-- x\n",
            "/*",
            "\ud800",
            "é",
        ),
    ]
)


@given(st.lists(PIECES | st.text(max_size=5), max_size=25).map("".join))
def test_whatever_a_model_writes_is_read_as_something(text: str):
    found = read(text)
    assert isinstance(found, Sql | Ask | Declined | NoSql)
    if isinstance(found, Sql):
        assert found.text.strip()
        assert found.text in text.replace("\r\n", "\n") or "\\" in text


@given(st.lists(PIECES | st.text(max_size=5), max_size=15).map("".join))
def test_a_decline_at_the_beginning_is_never_read_as_sql(rest: str):
    if "</think" not in rest.lower():
        assert isinstance(read(f"DECLINE: no. {rest}"), Declined)
