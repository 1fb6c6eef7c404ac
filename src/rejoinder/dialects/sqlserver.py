"""SQL Server and Azure SQL: their errors, functions, types, and what a prompt should say of them.

Of an error the number decides: `sys.messages` is translated.

https://learn.microsoft.com/en-us/sql/relational-databases/errors-events/database-engine-events-and-errors and, for
Azure, https://learn.microsoft.com/en-us/azure/azure-sql/database/troubleshoot-common-errors-issues. None was raised
by a server here.
"""

from __future__ import annotations

import re

from rejoinder.dialects._functions import effects
from rejoinder.dialects._lexicons import SQLSERVER
from rejoinder.dialects._ordinary import ORDINARY, TODAY
from rejoinder.dialects._refusals import codes, parts, refusal, wordings
from rejoinder.terms.catalog import TypeFamily
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Case, Dialect, EngineError
from rejoinder.terms.refusal import Refusal

_NUMBERS = codes(
    # 137 is a variable that nobody declared: a bind marker that was left in the SQL.
    unknown_column="207 4104 137 107",
    unknown_table="208 1087 4701 3701 2501",
    unknown_schema="911 2760",
    unknown_function="195 4121 174 189 2812 15021 8144 201",
    ambiguous_column="209",
    syntax="102 103 105 113 132 136 156 170 179 319 334 336 1018 1038 1040 155 4145 139 6841 8622",
    type_mismatch="206 240 257 260 305 306 402 403 421 447 451 457 468 529 8116 8117 4187 4188 243 10316",
    grouping="108 130 144 145 147 157 164 169 8118 8119 8120 8121 8123 8124 8125 8126 8127 4108 4109 4112 4113 "
    "11305 10753",
    shape="104 116 205 213 252 253 460 461 462 465 467 512 1011 1012 1013 1033 8155 8156 8157 8158 8159 "
    "4424 1016",
    invalid_cast="220 232 235 236 237 238 241 242 244 245 248 293 295 296 281 517 535 537 1007 1060 1014 2628 3623 "
    "6522 8114 8115 8152 8169 9400 9402 9420 9436 9455 13608 13609 13610 13611 4606 127 1031 8133",
    division_by_zero="8134",
    not_supported="325 1003 10703 40514 40508 15871 15868",
    too_complex="106 180 191 530 1056 4074 8623 8631 8632 1702 8618",
    permission="229 230 262 297 300 371 378 916 6335 15151 15157 15247 15281 15274 15404 7416 10314 15562 33537 "
    "33540 40515",
    read_only="978 3906 3908 41852 3977",
    statement_timeout="-2 40549",
    cancelled="3617",
    lock_timeout="1222",
    deadlock="1205",
    serialization="3960 3961 41302 41305 41325 41839 601",
    aborted_transaction="3930 3998 3971 3992 3902 3903",
    authentication="18450 18452 18456 18461 18470 18486 18487 18488 4060 4064 17806 17827 18401 40615 40914 11001 "
    "33155",
    shutdown="6001 6002 6005 6006 17142 922 924 926 927 945 946 952 976 979 982 983 18451 40613 942 823 824 "
    "825",
    connection="2 10 20 26 40 53 64 121 233 258 596 1236 10053 10054 10060 10061 11002 40143 40197 40540 4221 "
    "17830",
    resources="701 802 844 846 1101 1105 1121 1132 1204 3958 3967 5149 8628 8645 8649 8651 9002 10922 10928 "
    "10929 10936 17803 17300 17312 17809 40501 40544 40550 40551 40552 40553 40611 45168 45169 49918 "
    "49919 49920 3959 40890",
)
_STATES = codes(
    unknown_column="42S22",
    unknown_table="42S02",
    syntax="42601",
    division_by_zero="22012",
    serialization="40001",
    authentication="28000",
    connection="08S01 08001 08003 08004 08006 01002",
    cancelled="HY008",
    statement_timeout="HYT00",
    invalid_cast="22003 22007 22008 22018",
    shape="21000 21S01",
)
_NUMBER_AT_THE_END = re.compile(r"\((-?\d+)\)(?: \(SQL\w+\))?\s*$")
# A driver puts its own name before the message, and translations aside it is all that there may be.
_BEFORE = r"(?:\[[^\]]*\]\s*)*"
_WORDINGS = wordings(
    (Defect.UNKNOWN_COLUMN, _BEFORE + r"Invalid column name '(?P<name>.+?)'"),
    (Defect.UNKNOWN_COLUMN, _BEFORE + r'The multi-part identifier "(?P<name>.+?)" could not be bound'),
    (Defect.UNKNOWN_COLUMN, _BEFORE + r'Must declare the scalar variable "(?P<name>.+?)"'),
    (Defect.UNKNOWN_TABLE, _BEFORE + r"Invalid object name '(?P<name>.+?)'"),
    (Defect.UNKNOWN_FUNCTION, _BEFORE + r"'(?P<name>.+?)' is not a recognized (?:built-in )?function name"),
    (
        Defect.UNKNOWN_FUNCTION,
        _BEFORE
        + r'Cannot find either column ".*?" or the user-defined function or aggregate "(?P<name>.+?)"',
    ),
    (Defect.AMBIGUOUS_COLUMN, _BEFORE + r"Ambiguous column name '(?P<name>.+?)'"),
    (Defect.SYNTAX, _BEFORE + r"Incorrect syntax near"),
    (Defect.PERMISSION, _BEFORE + r"(?:The \w+ permission was denied|[\w ]+ permission denied)"),
    (Defect.AUTHENTICATION, _BEFORE + r"(?:Login failed|Cannot open (?:server|database))"),
    (
        Defect.STATEMENT_TIMEOUT,
        _BEFORE + r"(?:Execution Timeout Expired|Query timeout expired|Timeout expired)",
    ),
    (Defect.CANCELLED, _BEFORE + r"(?:Operation cancell?ed|Query was cancell?ed|The request was aborted)"),
    (Defect.DEADLOCK, _BEFORE + r"Transaction \(Process ID \d+\) was deadlocked"),
    (Defect.LOCK_TIMEOUT, _BEFORE + r"Lock request time out"),
    (
        Defect.CONNECTION,
        _BEFORE
        + r"(?:Communication link failure|TCP Provider|A (?:transport|network)|Login timeout expired)",
    ),
)


def classify(error: EngineError) -> Refusal:
    """By error number, then by ODBC's SQLSTATE, then by the wording."""
    found = parts(error.code)
    number = next((part for part in found if part.lstrip("-").isdigit()), "")
    if number not in _NUMBERS and (at_the_end := _NUMBER_AT_THE_END.search(error.message)) is not None:
        number = at_the_end[1]
    state = next((_STATES[part] for part in found if part in _STATES), None)
    return refusal(error, _NUMBERS.get(number) or state, _WORDINGS)


FUNCTIONS = effects(
    pure=ORDINARY
    + """
    app_name approx_percentile_cont approx_percentile_disc atn2 binary_checksum bit_count charindex checksum
    checksum_agg choose compress convert count_big datalength date_bucket datefromparts datename
    datetime2fromparts datetimefromparts datetimeoffsetfromparts datetrunc decompress difference edit_distance
    edit_distance_similarity eomonth formatmessage get_bit getansinull hashbytes isdate isjson isnull
    isnumeric jaro_winkler_distance jaro_winkler_similarity json_arrayagg json_contains json_modify
    json_objectagg json_path_exists left_shift nchar newid openjson parse parsename patindex quotename
    replicate right_shift set_bit smalldatetimefromparts square stdev stdevp str string_escape string_split
    stuff switchoffset timefromparts todatetimeoffset try_convert try_parse unicode unistr var varp nodes
    query exist
    """,
    volatile=TODAY
    + "getdate getutcdate sysdatetime sysdatetimeoffset sysutcdatetime newsequentialid current_timezone "
    "user_name suser_name suser_sname session_user system_user current_user db_name",
    file="""
    openrowset fn_trace_gettable fn_get_audit_file fn_xe_file_target_read_file fn_dump_dblog
    fn_virtualfilestats
    """,
    network="openquery opendatasource openxml",
    process="xp_* sp_*",
    settings="""
    session_context context_info serverproperty connectionproperty databasepropertyex cursor_status
    """,
    administration="""
    fn_* sys_* dm_* object_definition object_id object_name has_perms_by_name is_member is_srvrolemember
    is_rolemember schema_id schema_name col_name col_length columnproperty objectproperty objectpropertyex
    typeproperty indexproperty original_login host_name host_id program_name xact_state error_* ident_*
    scope_identity permissions pwdcompare pwdencrypt loginproperty certencoded certprivatekey decryptby*
    encryptby* signby* verifysigned* key_* asymkey_id cert_id
    """,
    sequence="next",
)


def family(type: str) -> TypeFamily:
    """By the type's name, as `sys.types` spells it."""
    declared = type.lower().strip()
    return next((found for pattern, found in _FAMILIES if pattern.search(declared)), TypeFamily.OTHER)


_FAMILIES = (
    (re.compile(r"^bit"), TypeFamily.BOOLEAN),
    (re.compile(r"^(?:tiny|small|big)?int"), TypeFamily.INTEGER),
    (re.compile(r"^(?:decimal|numeric|money|smallmoney)"), TypeFamily.DECIMAL),
    (re.compile(r"^(?:float|real)"), TypeFamily.FLOAT),
    (re.compile(r"^(?:small)?datetime"), TypeFamily.TIMESTAMP),
    (re.compile(r"^date"), TypeFamily.DATE),
    (re.compile(r"^time$|^time\("), TypeFamily.TIME),
    (re.compile(r"^(?:n?(?:var)?char|n?text|sysname|xml)"), TypeFamily.TEXT),
    (re.compile(r"^(?:(?:var)?binary|image|timestamp|rowversion)"), TypeFamily.BINARY),
    (re.compile(r"^uniqueidentifier"), TypeFamily.UUID),
    (re.compile(r"^json"), TypeFamily.JSON),
)

DIALECT = Dialect(
    name="sqlserver",
    parser="tsql",
    title="SQL Server",
    classify=classify,
    family=family,
    table_case=Case.INSENSITIVE,
    column_case=Case.INSENSITIVE,
    functions=FUNCTIONS,
    system_schemas=frozenset({"sys", "information_schema", "guest", "db_owner"}),
    constants=frozenset(
        {"true", "false", "current_date", "current_timestamp", "current_user", "session_user", "system_user"}
    ),
    lexicon=SQLSERVER,
    rewrites={
        "ifnull": "ISNULL(x, y)",
        "nvl": "ISNULL(x, y)",
        "length": "LEN(x)",
        "strftime": "FORMAT(x, 'yyyy-MM')",
        "to_char": "FORMAT(x, 'yyyy-MM')",
        "date_format": "FORMAT(x, 'yyyy-MM')",
        "date_trunc": "DATETRUNC(month, x)",
        "now": "GETDATE()",
        "curdate": "CAST(GETDATE() AS date)",
        "strpos": "CHARINDEX(part, x)",
        "instr": "CHARINDEX(part, x)",
        "substr": "SUBSTRING(x, start, length)",
        "group_concat": "STRING_AGG(x, ', ')",
        "listagg": "STRING_AGG(x, ', ')",
        "extract": "DATEPART(year, x)",
        "date_part": "DATEPART(year, x)",
        "greatest": "(SELECT MAX(v) FROM (VALUES (a), (b)) AS t(v))",
        "generate_series": "a recursive WITH, which OPTION (MAXRECURSION n) bounds",
    },
    prompt_lines=(
        "There is no LIMIT: use TOP (n), or ORDER BY … OFFSET 0 ROWS FETCH NEXT n ROWS ONLY.",
        "Text is written in single quotes and joined with +; names with spaces or other signs in square brackets.",
        "Dates: DATETRUNC(month, x), DATEDIFF(day, a, b), DATEADD(month, 1, x), YEAR(x), FORMAT(x, 'yyyy-MM'), "
        "GETDATE().",
        "Division of two integers drops the fraction: multiply by 1.0. Division by 0 is an error: use NULLIF(y, 0).",
        "There are no booleans in a select list, no ILIKE, no FILTER, no QUALIFY, no USING in joins: use CASE, LIKE, a "
        "subquery over a window function, ON.",
    ),
)
