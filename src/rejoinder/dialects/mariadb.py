"""MariaDB 10 and 11: its errors, functions, types, and what a prompt should say of it.

Of an error the number decides, because messages are translated (`lc_messages`).
"""

from __future__ import annotations

import dataclasses

from rejoinder.dialects import mysql
from rejoinder.dialects._mysql_codes import SHARED, WORDINGS, defect_of
from rejoinder.dialects._refusals import codes, refusal
from rejoinder.terms.dialect import EngineError
from rejoinder.terms.refusal import Refusal

_NUMBERS = {
    **SHARED,
    **codes(
        unknown_table="1932 4091",
        syntax="4161",
        type_mismatch="4078 4079",
        grouping="4015 4016",
        shape="4002 4003 4004 4005 4006 4007 4008 4009 4010 4011 4012 4013 4014 4017 4018 4019 4020 4021 "
        "4022 4023 4024",
        invalid_cast="1918 4035 4036 4037 4038 4039 4040 4041 4042 4043 4044",
        statement_timeout="1969",
        authentication="4151",
        connection="1927",
        resources="1931",
    ),
}


def classify(error: EngineError) -> Refusal:
    """By error number, then by SQLSTATE, then by the wording."""
    return refusal(error, defect_of(error, _NUMBERS), WORDINGS)


DIALECT = dataclasses.replace(
    mysql.DIALECT, name="mariadb", title="MariaDB", classify=classify, table_is_a_query=False
)
