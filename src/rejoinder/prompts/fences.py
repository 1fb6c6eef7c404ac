"""Fenced blocks of a completion."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rejoinder.prompts.bare import is_empty, opens_statement

MARK = re.compile(r"[ \t]*(`{3,}|~{3,})\s*([\w+#.-]*)\s*(.*)$")
_SQL_NAMES = frozenset(
    {
        "postgres",
        "sqlite",
        "duckdb",
        "bigquery",
        "snowflake",
        "oracle",
        "mariadb",
        "clickhouse",
        "trino",
        "spark",
    }
)


def inside(lines: Sequence[str]) -> list[bool]:
    """For each line, whether it is part of a fenced block, its marks included."""
    marked, fence = [], ""
    for line in lines:
        match = MARK.match(line)
        marked.append(bool(fence) or match is not None)
        if fence:
            fence = "" if _closes(match, fence) else fence
        elif match is not None and not match[3].endswith(match[1]):
            fence = match[1]
    return marked


def statements(text: str) -> list[str]:
    """What the blocks of SQL hold, each text once. Blocks of another language don't count."""
    found: dict[str, str] = {}
    for language, body in _blocks(text):
        named = language in _SQL_NAMES or language.endswith("sql")
        if not named and (language not in {"", "text", "plaintext"} or not opens_statement(body)):
            continue
        if not is_empty(body):
            found.setdefault(" ".join(body.split()).rstrip("; "), body.strip())
    return list(found.values())


def objects(text: str) -> list[str]:
    """What the blocks that may hold a JSON object hold."""
    return [body.strip() for language, body in _blocks(text) if language in {"", "json", "json5", "text"}]


def _blocks(text: str) -> list[tuple[str, str]]:
    """(language in lower case, body) of each block; the last one may lack its closing mark."""
    found: list[tuple[str, str]] = []
    fence, language, body = "", "", [""]
    for line in text.split("\n"):
        match = MARK.match(line)
        if fence:
            if _closes(match, fence):
                found.append((language, "\n".join(body)))
                fence = ""
            else:
                body.append(line)
        elif match is not None:
            fence = match[1]
            language, first = _opened(match)
            body = [first] if first else []
            if first.endswith(fence):
                found.append((language, first[: -len(fence)]))
                fence = ""
    if fence:
        found.append((language, "\n".join(body)))
    return found


def _opened(match: re.Match[str]) -> tuple[str, str]:
    """(language, what stands on the opening line already): some models write a whole block on one line."""
    said = f"{match[2]} {match[3]}".strip()
    if opens_statement(said):
        return "", said
    return match[2].lower(), match[3] if opens_statement(match[3]) else ""


def _closes(match: re.Match[str] | None, fence: str) -> bool:
    return match is not None and match[1].startswith(fence) and not match[2] and not match[3]
