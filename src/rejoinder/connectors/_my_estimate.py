"""Prices a query by the plan of MySQL or MariaDB."""

from __future__ import annotations

import math
from collections import defaultdict

from rejoinder.connectors._my_session import Session
from rejoinder.terms.estimate import Estimate


def price(session: Session, text: str) -> Estimate:
    """Rows read: within one SELECT of the plan each table is read for every row of the one before."""
    with session.stream(f"EXPLAIN {text}") as cursor:
        names = [column[0].lower() for column in cursor.description or ()]
        steps = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    selects: defaultdict[object, list[int]] = defaultdict(list)
    for step in steps:
        rows = step.get("rows")
        if rows is not None:
            selects[step.get("id")].append(int(rows))
    return Estimate(
        rows_read=sum(math.prod(rows) for rows in selects.values()),
        plan="\n".join(
            " ".join(f"{name}={value}" for name, value in step.items() if value is not None) for step in steps
        ),
    )
