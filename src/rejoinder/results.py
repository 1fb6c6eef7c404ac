"""Values of a result as JSON, CSV and text, for every type a database has: without loss, and without a crash (X5)."""

from __future__ import annotations

import base64
import csv
import datetime as dt
import io
import json
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal
from typing import Any

from rejoinder.terms.estimate import Estimate, Unknown
from rejoinder.terms.result import ResultColumn

_MOST_INTEGER = 2**53 - 1
"""JSON's readers hold numbers as doubles: a larger integer would arrive as another one."""
_MOST_DIGITS = 15
"""Decimal digits that a double holds for sure."""
_MOST_BYTES_SHOWN = 24
_LEAST_WIDTH = 6
_GAP = "  "
_UNITS = ("bytes", "kB", "MB", "GB", "TB", "PB")

# What moves a terminal's cursor, changes its colours or turns the direction of text: C0 and C1 controls, line
# and paragraph separators, marks of direction, and the halves of a broken pair.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_FORMULA = re.compile(r"[=+\-@\t\r]")


def json_value(value: Any) -> Any:
    """`value` as JSON can hold it, exactly.

    An integer or decimal that a double can't hold, an infinity or NaN is text; bytes are
    `{"base64": "..."}`; dates and times are ISO 8601.
    """
    match value:
        case None | bool() | str():
            return value
        case int():
            return int(value) if abs(value) <= _MOST_INTEGER else str(value)
        case float():
            return value if math.isfinite(value) else _not_finite(value)
        case Decimal():
            return _decimal(value)
        case bytes() | bytearray() | memoryview():
            return {"base64": base64.b64encode(bytes(value)).decode("ascii")}
        case dt.datetime() | dt.date() | dt.time():
            return value.isoformat()
        case dt.timedelta():
            return _duration(value)
        case Mapping():
            return {
                key if isinstance(key, str) else plain_text(key): json_value(each)
                for key, each in value.items()
            }
        case list() | tuple():
            return [json_value(each) for each in value]
        case AbstractSet():
            return [json_value(each) for each in sorted(value, key=str)]
        case _:
            return str(value)


def csv_text(columns: Sequence[ResultColumn], rows: Iterable[Sequence[Any]], *, guard: bool = False) -> str:
    """Columns and rows as CSV, with a header. A NULL is an empty field.

    `guard` puts an apostrophe before text that a spreadsheet would run as a formula (it begins with `=`, `+`,
    `-`, `@`, a tab or a carriage return); it changes the data, so it is off unless asked for.
    """
    to = io.StringIO()
    writer = csv.writer(to, lineterminator="\n")
    writer.writerow([_guarded(column.name) if guard else column.name for column in columns])
    for row in rows:
        writer.writerow([_field(value, guard) for value in row])
    return to.getvalue()


def cell_text(value: Any) -> str:
    """`value` on one line, with nothing in it that a terminal would obey."""
    if value is None:
        return "NULL"
    if isinstance(value, bytes | bytearray | memoryview):
        return _bytes(bytes(value))
    return _UNSAFE.sub(_visible, plain_text(value))


def text_table(columns: Sequence[ResultColumn], rows: Sequence[Sequence[Any]], *, width: int) -> str:
    """Columns and rows for a terminal `width` characters wide; long cells are cut, and end in an ellipsis.

    Where the columns don't fit side by side, each row is a block with a line for each column.
    """
    names = [cell_text(column.name) for column in columns]
    cells = [[cell_text(value) for value in row] for row in rows]
    if not names:
        return ""
    widths = _widths(names, cells, width)
    if widths is None:
        return _blocks(names, cells, width)
    numeric = [_is_numeric(row[at] for row in rows) for at in range(len(names))]
    lines = [_line(names, widths, numeric), _GAP.join("-" * each for each in widths)]
    lines += [_line(row, widths, numeric) for row in cells]
    return "\n".join(lines)


def counted(count: int, truncated: bool) -> str:
    """How many rows there are, never sounding like all of them where there are more."""
    if truncated:
        return f"first {count:,} {'row' if count == 1 else 'rows'}; there are more"
    return f"{count:,} {'row' if count == 1 else 'rows'}"


def size_text(number: int) -> str:
    """Bytes in powers of a thousand: `1.5 GB`."""
    scaled = float(number)
    for unit in _UNITS:
        if scaled < 1000 or unit == _UNITS[-1]:
            break
        scaled /= 1000
    return f"{number} bytes" if unit == _UNITS[0] else f"{scaled:.3g} {unit}"


def price_text(estimate: Estimate | Unknown) -> str:
    """What running a statement would cost, as a person says it: `reads about 1,200 rows`."""
    if isinstance(estimate, Unknown):
        return f"unknown ({estimate.reason})"
    parts = [
        "" if estimate.rows_read is None else f"reads about {counted(estimate.rows_read, False)}",
        "" if estimate.bytes_read is None else f"reads about {size_text(estimate.bytes_read)}",
        "" if estimate.rows_returned is None else f"returns about {counted(estimate.rows_returned, False)}",
        "" if estimate.cost is None else f"costs {estimate.cost:,.0f} in the planner's own unit",
    ]
    return ", ".join(filter(None, parts)) or "reads nothing"


def _not_finite(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"


def _decimal(value: Decimal) -> float | int | str:
    if not value.is_finite():
        return "NaN" if value.is_nan() else _not_finite(float(value))
    digits = len(value.as_tuple().digits)
    if digits > _MOST_DIGITS or not -300 < value.adjusted() < 300:
        return str(value)
    return (
        int(value) if value == value.to_integral_value() and value.adjusted() < _MOST_DIGITS else float(value)
    )


def _duration(value: dt.timedelta) -> str:
    """ISO 8601, as in `-P1DT2H3M4.5S`."""
    sign, value = ("-", -value) if value < dt.timedelta(0) else ("", value)
    hours, seconds = divmod(value.seconds, 3600)
    minutes, seconds = divmod(seconds, 60)
    part = f"{value.microseconds / 1e6:.6f}"[1:].rstrip("0").rstrip(".")
    days = f"{value.days}D" if value.days else ""
    clock = "".join(f"{count}{unit}" for count, unit in ((hours, "H"), (minutes, "M")) if count)
    if seconds or part or not (days or clock):
        clock += f"{seconds}{part}S"
    return f"{sign}P{days}" + (f"T{clock}" if clock else "")


def plain_text(value: Any) -> str:
    """`value` as text, the same in CSV, on a terminal and as a key."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else _not_finite(value)
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value).hex()
    if isinstance(value, Mapping | list | tuple | AbstractSet):
        return json.dumps(json_value(value), ensure_ascii=False)
    return str(value) if isinstance(value, int) else str(json_value(value))


def _field(value: Any, guard: bool) -> str:
    if value is None:
        return ""
    text = plain_text(value)
    is_number = isinstance(value, int | float | Decimal)
    return _guarded(text) if guard and not is_number else text


def _guarded(text: str) -> str:
    return f"'{text}" if _FORMULA.match(text) else text


def _bytes(value: bytes) -> str:
    if len(value) <= _MOST_BYTES_SHOWN:
        return f"x'{value.hex()}'"
    return f"x'{value[:_MOST_BYTES_SHOWN].hex()}…' ({len(value):,} bytes)"


def _visible(match: re.Match[str]) -> str:
    char = match.group()
    known = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
    code = ord(char)
    return known.get(char) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


# Laying a table out


def _wide(text: str) -> int:
    """Columns of a terminal that a text takes."""
    if text.isascii():
        return len(text)
    return sum(_columns_of(char) for char in text)


def _columns_of(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _widths(names: Sequence[str], cells: Sequence[Sequence[str]], width: int) -> list[int] | None:
    """The width of each column, the widest cut first; None where there is no room for all of them."""
    wanted = [max(_wide(text) for text in (name, *column)) for name, column in _by_column(names, cells)]
    room = width - len(_GAP) * (len(names) - 1)
    least = sum(min(each, _LEAST_WIDTH) for each in wanted)
    if least > room:
        return None
    widths = list(wanted)
    while sum(widths) > room:
        widest = max(widths)
        next_widest = max((each for each in widths if each < widest), default=_LEAST_WIDTH)
        count = widths.count(widest)
        excess = sum(widths) - room
        cut = max(next_widest, widest - max(excess // count, 1), _LEAST_WIDTH)
        at = widths.index(widest)
        if excess < count:
            widths[at] = cut
        else:
            widths = [cut if each == widest else each for each in widths]
    return widths


def _by_column(names: Sequence[str], cells: Sequence[Sequence[str]]) -> Iterable[tuple[str, tuple[str, ...]]]:
    columns = zip(*cells, strict=True) if cells else [()] * len(names)
    return zip(names, columns, strict=True)


def _line(cells: Sequence[str], widths: Sequence[int], numeric: Sequence[bool]) -> str:
    fitted = (_fit(text, width, right) for text, width, right in zip(cells, widths, numeric, strict=True))
    return _GAP.join(fitted).rstrip()


def _fit(text: str, width: int, right: bool) -> str:
    taken = _wide(text)
    if taken > width:
        text = _cut(text, width)
        taken = _wide(text)
    blank = " " * (width - taken)
    return blank + text if right else text + blank


def _cut(text: str, width: int) -> str:
    kept, room = [], width - 1
    for char in text:
        room -= _columns_of(char)
        if room < 0:
            break
        kept.append(char)
    return "".join(kept) + "…"


def _is_numeric(values: Iterable[Any]) -> bool:
    known = [value for value in values if value is not None]
    return bool(known) and all(
        isinstance(value, int | float | Decimal) and not isinstance(value, bool) for value in known
    )


def _blocks(names: Sequence[str], cells: Sequence[Sequence[str]], width: int) -> str:
    label = min(max(map(_wide, names)), max(width // 3, _LEAST_WIDTH))
    room = max(width - label - len(_GAP), _LEAST_WIDTH)
    blocks = [
        "\n".join(
            f"{_fit(name, label, False)}{_GAP}{_fit(text, room, False)}".rstrip()
            for name, text in zip(names, row, strict=True)
        )
        for row in cells
    ]
    return "\n\n".join(blocks) if blocks else "\n".join(names)
