"""ClickHouse: what its errors mean. The number decides; messages aren't translated.

https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp
"""

from __future__ import annotations

import re

from rejoinder.dialects._refusals import codes, parts, refusal, wordings
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import EngineError
from rejoinder.terms.refusal import Refusal

_NUMBERS = codes(
    unknown_column="8 10 16 47 66",
    unknown_table="60 218",
    unknown_function="34 35 42 46 63 129 133 134 309 527",
    unknown_schema="81",
    ambiguous_column="207 351 352",
    syntax="62 37 80 357 377 406 417 418 456 457 544 545 78",
    no_sql="211 393",
    type_mismatch="43 44 53 59 169 386 378 50 455",
    grouping="67 184 215 151 154 353",
    shape="20 51 52 125 174 178 179 181 182 183 206 258 264 284 356 403 476 498",
    invalid_cast="6 25 26 27 36 38 41 69 70 72 117 124 128 135 144 190 321 349 346 376 395 407 427 436 440 441 467 "
    "469 675 676 691 11 12",
    division_by_zero="153",
    not_supported="1 2 48 73 115 121 141 186 262 344 401 56",
    # A limit on rows or bytes of the result, or on the size of the query, which another query can keep.
    too_complex="161 162 163 165 166 167 168 229 306 396 158 191 307 290",
    permission="291 358 392 446 452 481 482 491 497 512",
    read_only="164 242 472 495",
    # TOO_SLOW is also what `sleep` says of its own limit.
    statement_timeout="159 160 335",
    cancelled="394 734",
    deadlock="473",
    authentication="192 193 194 195 196 198 516 404 180 478 511",
    shutdown="156 236 279 297 519 265 254 415 369",
    connection="95 96 99 100 101 102 209 210 217 372 373 374 425 32 3",
    resources="74 76 107 131 173 201 202 203 241 243 246 700 252 298 299 301 364 410 439 499 86 999 1000 1001",
)
_NUMBER = re.compile(r"Code: (\d+)\.")
_BEFORE = r"(?:Code: \d+\. )?(?:DB::Exception: )?(?:Received from [^:]+:\d+\. )?(?:DB::Exception: )?"
_WORDINGS = wordings(
    (Defect.SYNTAX, _BEFORE + r"Unknown expression (?:or function )?identifier `[^`]*?\\`sql"),
    (
        Defect.UNKNOWN_COLUMN,
        _BEFORE + r"Unknown expression (?:or function )?identifier [`'](?P<name>.+?)[`']",
    ),
    (Defect.UNKNOWN_COLUMN, _BEFORE + r"Identifier '(?P<name>.+?)' cannot be resolved"),
    (Defect.UNKNOWN_COLUMN, _BEFORE + r"Missing columns: '(?P<name>.+?)'"),
    (Defect.UNKNOWN_TABLE, _BEFORE + r"Unknown table expression identifier '(?P<name>.+?)'"),
    (Defect.UNKNOWN_TABLE, _BEFORE + r"Table (?P<name>\S+) does(?: not|n't) exist"),
    (Defect.UNKNOWN_FUNCTION, _BEFORE + r"(?:Function with name|Unknown function) `?(?P<name>\w+)`?"),
    (Defect.UNKNOWN_SCHEMA, _BEFORE + r"Database (?P<name>\S+) does(?: not|n't) exist"),
    (Defect.SYNTAX, _BEFORE + r"Syntax error"),
    (Defect.PERMISSION, _BEFORE + r"\S+: Not enough privileges"),
    (Defect.AUTHENTICATION, _BEFORE + r"\S+: Authentication failed"),
    (Defect.STATEMENT_TIMEOUT, _BEFORE + r"Timeout exceeded"),
    (Defect.RESOURCES, _BEFORE + r"(?:\(total\) )?[Mm]emory limit"),
)


def classify(error: EngineError) -> Refusal:
    """By number, which is in the code or at the beginning of the message; else by the wording."""
    message = error.message.strip()
    number = next((part for part in parts(error.code) if part.isdigit()), "")
    if not number and (written := _NUMBER.match(message)) is not None:
        number = written[1]
    defect = _NUMBERS.get(number)
    if defect is Defect.UNKNOWN_COLUMN and _WORDINGS[0][0].match(message):
        defect = Defect.SYNTAX  # a Markdown fence is read as a quoted name
    return refusal(error, defect, _WORDINGS)
