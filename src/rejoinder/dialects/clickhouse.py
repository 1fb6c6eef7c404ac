"""ClickHouse: its errors, functions, types, and what a prompt should say of it.

Of an error the number decides; messages aren't translated.

https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp
"""

from __future__ import annotations

import re

from rejoinder.dialects._functions import effects
from rejoinder.dialects._ordinary import ORDINARY, TODAY
from rejoinder.dialects._refusals import codes, parts, refusal, wordings
from rejoinder.terms.catalog import TypeFamily
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Case, Dialect, EngineError
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


FUNCTIONS = effects(
    pure=ORDINARY
    + """
    accurate* add* age aggregate* alphatokens and any anyheavy anyif anylast appendtrailingcharifabsent argmax
    argmin arraycompact arrayconcat arraycount arraycumsum arraydifference arraydistinct arrayelement
    arrayenumerate* arrayexists arrayfill arrayfilter arrayfirst arrayflatten arrayintersect arrayjoin
    arraylast arraymap arraymax arraymin arraypop* arraypush* arrayreduce arrayresize arrayreverse arrayslice
    arraysort arraysplit arraystringconcat arraysum arrayuniq arrayzip ascii asinh avgif avgweighted base58*
    base64* between bin bit* boundingratio cathash cityhash64 coalesce comparator* concatassuminginjective
    corrstable countequal countif countsubstrings* covarpop covarsamp cutfragment cutquerystring
    cuttofirstsignificantsubdomain date* dateadd datediff datename datesub datetrunc decode* deltasum
    divide* domain* dot* dummy empty emptyarray* encode* endswith entropy equals
    exponentialmovingaverage extract* farmhash* first_value firstsignificantsubdomain floor format* fragment
    from* fuzzbits gcd geohash* geotoh3 greatcircle* greater* grouparray* groupbit* groupuniqarray* halfmd5
    has hasall hasany hassubstr hassubsequence* hastoken* hex histogram hypot identity if ifnotfinite ifnull
    initcap intdiv intdivorzero intersects inttohash* ipv4* ipv6* is* javahash jsonextract* jsonhas jsonlength
    jsontype json_* kostikconsistenthash kurtpop kurtsamp lagin lambda last_value lcm leadin leftpad* leftutf8
    length* less* levenshtein* like loginformation lowerutf8 makedate* map* maxif maxmap md4 median*
    medianexact metrohash64 minif minmap minus modulo* monthname multiif multiply* multisearch* murmurhash*
    negate ngram* nonnegativederivative normalize* not notempty notequals notilike notin notlike nullin nullif
    oddeven or parsedatetime* path* plus pointin* polygon* port position* protocol quantile* querystring*
    quantiles* range reinterpret* rand* regexpextract regionto* replaceall replaceone replaceregexp* reverse*
    rightpad* rightutf8 round* roundage rounddown roundduration roundtoexp2 runningdifference*
    runningaccumulate sequencecount sequencematch sha* simhash* simplelinear* siphash* skewpop skewsamp
    snowflake* splitby* startsof* startswith stddevpop stddevsamp stddevpopstable str* stringjaccard*
    substringcount* substringindex* substringutf8 subtract* sumcount sumif sumkahan summap sumwithoverflow svg
    tanimoto* throwif time* to* tolowcardinality topk* toplevel* topleveldomain translate* trim* trunc tryb*
    tumble* tuple* tupleelement unhex uniq* untuple upperutf8 url* utctimestamp validnested* varpop varsamp
    vectordifference vectorsum visitparam* welchttest windowfunnel wkt word* xor xxhash* yesterday yyyymm*
    numbers zeros values null
    """,
    volatile=TODAY
    + "currentdatabase currentuser generateuuidv4 generateuuidv7 now64 nowinblock today user timezone "
    "servertimezone uptime",
    file="file filesystem* catboostevaluate* filesystemavailable",
    network="""
    azureblobstorage* cluster* deltalake* gcs hdfs* hudi iceberg* jdbc mongodb mysql odbc postgresql redis
    remote* s3* sqlite url urlcluster ytsaurus kafka rabbitmq nats arrowflight addresstoline addresstosymbol
    demangle dictionary
    """,
    process="executable executablepool evalmlmethod",
    sleep="sleep sleepeachrow",
    settings="""
    getsetting getserversetting getmergetreesetting getmacro hostname fqdn tcpport version buildid
    currentprofiles currentroles defaultprofiles defaultroles enabledprofiles enabledroles serveruuid
    shardcount shardnum
    """,
    administration="""
    dict* joinget* merge mergetreeindex mergetreeprojection loop fuzzjson fuzzquery generaterandom input null
    initializeaggregation hascolumnintable blocknumber blocksize currentqueryid initialqueryid
    displayname partitionid rownumberinblock rownumberinallblocks materialize ignore timeseries*
    generateserialid filesystemcapacity transactionid transactionlatestsnapshot zookeepersessionuptime
    showcertificate getoskernelversion
    """,
    dynamic_sql="viewifpermitted viewexplain",
)


def family(type: str) -> TypeFamily:
    """By the type's name, what wraps it (`Nullable`, `LowCardinality`) aside."""
    declared = re.sub(r"^(?:(?:Nullable|LowCardinality)\()+", "", type.strip()).lower()
    return next((found for pattern, found in _FAMILIES if pattern.search(declared)), TypeFamily.OTHER)


_FAMILIES = (
    (re.compile(r"^(?:array|map|tuple|nested|variant|dynamic)"), TypeFamily.NESTED),
    (re.compile(r"^bool"), TypeFamily.BOOLEAN),
    (re.compile(r"^datetime"), TypeFamily.TIMESTAMP),
    (re.compile(r"^date"), TypeFamily.DATE),
    (re.compile(r"^time"), TypeFamily.TIME),
    (re.compile(r"^interval"), TypeFamily.INTERVAL),
    (re.compile(r"^u?int"), TypeFamily.INTEGER),
    (re.compile(r"^decimal"), TypeFamily.DECIMAL),
    (re.compile(r"^b?float"), TypeFamily.FLOAT),
    (re.compile(r"^(?:string|fixedstring|enum|ipv[46])"), TypeFamily.TEXT),
    (re.compile(r"^(?:json|object)"), TypeFamily.JSON),
    (re.compile(r"^uuid"), TypeFamily.UUID),
)

DIALECT = Dialect(
    name="clickhouse",
    parser="clickhouse",
    title="ClickHouse",
    classify=classify,
    family=family,
    table_case=Case.SENSITIVE,
    column_case=Case.SENSITIVE,
    functions=FUNCTIONS,
    system_schemas=frozenset({"system", "information_schema"}),
    aliases_everywhere=True,
    aliases_in_select=True,
    constants=frozenset({"true", "false", "current_date", "current_timestamp"}),
    nested_fields=True,
    quote="`",
    rewrites={
        "strftime": "formatDateTime(x, '%Y-%m')",
        "to_char": "formatDateTime(x, '%Y-%m')",
        "string_agg": "arrayStringConcat(groupArray(x), ', ')",
        "group_concat": "arrayStringConcat(groupArray(x), ', ')",
        "nvl": "ifNull(x, y)",
        "getdate": "now()",
        "median": "median(x)",
    },
    prompt_lines=(
        "Names are told apart by case. Text is written in single quotes, names with other signs in backticks.",
        "Dates: toStartOfMonth(x), toYear(x), dateDiff('day', a, b), addMonths(x, 1), formatDateTime(x, '%Y-%m').",
        "Division by 0 gives inf or nan: use if(y = 0, NULL, x / y). countIf(x), sumIf(x, y) aggregate what matches.",
        "Set limits by the statement alone: SETTINGS and FORMAT are not allowed.",
    ),
)
