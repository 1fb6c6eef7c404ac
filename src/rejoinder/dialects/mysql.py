"""MySQL 8: its errors, functions, types, and what a prompt should say of it.

Of an error the number decides, because messages are translated (`lc_messages`).
"""

from __future__ import annotations

from rejoinder.dialects._lexicons import MYSQL
from rejoinder.dialects._mysql import CONSTANTS, PROMPT_LINES, REWRITES, SYSTEM_SCHEMAS, family
from rejoinder.dialects._mysql_codes import SHARED, WORDINGS, defect_of
from rejoinder.dialects._mysql_functions import FUNCTIONS
from rejoinder.dialects._refusals import codes, refusal
from rejoinder.terms.dialect import Case, Dialect, EngineError
from rejoinder.terms.refusal import Refusal

_NUMBERS = {
    **SHARED,
    **codes(
        unknown_column="3174",
        unknown_function="3565",
        grouping="3029 3065 3593 3594",
        shape="3573 3574 3575 3576 3577 3578 3579 3580 3581 3582 3583 3584 3585 3586 3587 3588 3589 3590 "
        "3591 3595 3596",
        invalid_cast="1774 1853 3037 3055 3140 3141 3142 3143 3144 3145 3146 3147 3149 3150 3151 3152 3153 3154 "
        "3155 3156 3157 3158 3165 3548 3617 3618 3685 3686 3687 3688 3689 3690 3691 3692 3693 3694 "
        "3695 3696 3697 3854",
        too_complex="3636",
        permission="3879",
        read_only="1874 3989",
        statement_timeout="3024",
        lock_timeout="3132 3572",
        deadlock="3058",
        serialization="3101",
        authentication="3118 3159 3955",
        shutdown="3032",
        connection="3169 4031",
        resources="3170",
    ),
}


def classify(error: EngineError) -> Refusal:
    """By error number, then by SQLSTATE, then by the wording."""
    return refusal(error, defect_of(error, _NUMBERS), WORDINGS)


DIALECT = Dialect(
    name="mysql",
    parser="mysql",
    title="MySQL 8",
    classify=classify,
    family=family,
    # On Linux; a connector says otherwise where `lower_case_table_names` does.
    table_case=Case.SENSITIVE,
    column_case=Case.INSENSITIVE,
    functions=FUNCTIONS,
    table_is_a_query=True,
    system_schemas=SYSTEM_SCHEMAS,
    aliases_in_having=True,
    constants=CONSTANTS,
    quote="`",
    literal_quotes=frozenset({"'", '"'}),
    lexicon=MYSQL,
    executable_comments=True,
    rewrites=REWRITES,
    prompt_lines=PROMPT_LINES,
)
