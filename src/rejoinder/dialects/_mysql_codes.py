"""Error numbers and states that MySQL 8 and MariaDB 10 and 11 share.

https://dev.mysql.com/doc/mysql-errors/8.0/en/server-error-reference.html, its client-error-reference.html and
https://mariadb.com/kb/en/mariadb-error-codes/.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rejoinder.dialects._refusals import by_wording, codes, parts, wordings
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import EngineError

SHARED = codes(
    # 1193 is a variable, which a draft has no business with, but it can be mended as a column can.
    unknown_column="1054 1072 1193 1327",
    unknown_table="1146 1051 1109 1347",
    unknown_schema="1046",
    unknown_function="1305 1128 1318 1382 1582 1583 1584 1630",
    ambiguous_column="1052",
    syntax="1064 1149 1059 1102 1103 1166 1232 1234 1308",
    no_sql="1065",
    type_mismatch="1267 1270 1271 1368",
    grouping="1055 1056 1111 1140 1463",
    shape="1060 1066 1221 1222 1241 1242 1247 1248 1250 1353",
    invalid_cast="1115 1139 1210 1253 1264 1265 1273 1283 1292 1366 1367 1406 1411 1425 1426 1427 1441 1525 1690",
    division_by_zero="1365",
    not_supported="1178 1235 1286 1289 1295",
    too_complex="1116 1117 1119 1424 1436 1456 1473",
    permission="1044 1095 1131 1132 1141 1142 1143 1147 1148 1227 1345 1356 1370 1410 1419 1449",
    # 1094 is what KILL says: whatever asked for it wasn't reading.
    read_only="1036 1094 1792 1836",
    cancelled="1317 1028",
    lock_timeout="1205 1099 1100 1223",
    deadlock="1213 1614",
    serialization="1020 1412 1615",
    aborted_transaction="1179 1399 1400 1401 1402 1568",
    authentication="1045 1049 1129 1130 1251 1275 1698 1820 1862 2005 2026 2049 2054 2059 2061",
    shutdown="1034 1035 1053 1077 1078 1079 1194 1195",
    connection="1080 1081 1152 1158 1159 1160 1161 1184 1189 1190 1218 2001 2002 2003 2006 2012 2013 2014 2027 "
    "2045 2055",
    resources="2 3 5 20 29 1016 1017 1021 1023 1024 1026 1030 1037 1038 1040 1041 1104 1114 1135 1153 1197 1203 "
    "1206 1226 1296 1297 1301 1461 1637 2008 2020",
)
_STATES = codes(
    unknown_column="42S22",
    unknown_table="42S02",
    ambiguous_column="23000",
    division_by_zero="22012",
    shape="21000 21S01",
    serialization="40001",
    read_only="25006",
    authentication="28000",
    statement_timeout="70100",
)
_CLASSES = codes(invalid_cast="22", connection="08")

# 1290: "running with the --read-only option", "… --secure-file-priv …", "… --skip-grant-tables …".
_OPTION = wordings((Defect.READ_ONLY, r".{0,60}?\bread[-_]only\b"), (Defect.PERMISSION, r""))

# Without a number: what drivers say themselves, and servers through a proxy.
WORDINGS = wordings(
    (Defect.UNKNOWN_COLUMN, r"Unknown column '(?P<name>[^']+)'"),
    (Defect.UNKNOWN_TABLE, r"Table '(?P<name>[^']+)' doesn't exist"),
    (Defect.UNKNOWN_TABLE, r"Unknown table '(?P<name>[^']+)'"),
    (Defect.UNKNOWN_FUNCTION, r"FUNCTION (?P<name>\S+) does not exist"),
    (Defect.UNKNOWN_FUNCTION, r"Incorrect parameter count in the call to native function '(?P<name>[^']+)'"),
    (Defect.AMBIGUOUS_COLUMN, r"Column '(?P<name>[^']+)' in .+? is ambiguous"),
    (Defect.SYNTAX, r"You have an error in your SQL syntax"),
    (Defect.PERMISSION, r"(?:\w+ command denied to user|Access denied; you need)"),
    (Defect.AUTHENTICATION, r"Access denied for user"),
    (Defect.STATEMENT_TIMEOUT, r"Query execution was interrupted[,(] ?\(?max"),
    (Defect.CANCELLED, r"Query execution was interrupted"),
    (Defect.LOCK_TIMEOUT, r"Lock wait timeout exceeded"),
    (Defect.DEADLOCK, r"Deadlock found"),
    (Defect.RESOURCES, r"Too many connections"),
    (Defect.CONNECTION, r"(?:Lost connection|Can't connect|MySQL server has gone away|Already closed)"),
    (Defect.CONNECTION, r"(?:Packet sequence number wrong|Connection (?:refused|reset|timed out))"),
)


def defect_of(error: EngineError, numbers: Mapping[str, Defect]) -> Defect | None:
    """What the number says of it, else what the state does; None: neither says anything."""
    found = parts(error.code)
    number = next((part for part in found if part.isdigit() and len(part) < 5), "")
    if number == "1290":
        return by_wording(error.message.strip(), _OPTION)
    if number in numbers:
        return numbers[number]
    state = next((part for part in found if re.fullmatch(r"[0-9A-Z]{5}", part)), "")
    return _STATES.get(state) or _CLASSES.get(state[:2])
