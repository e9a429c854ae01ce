"""How PostgreSQL's tables are emptied after a test that commits."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.management.color import Style
from django.db import connection


def deletions(_style: Style, tables: Sequence[str], **_options: bool) -> list[str]:
    """Return statements that delete every row of some tables, as `sql_flush` does.

    TRUNCATE makes new files for each of a hundred tables, and takes a quarter of a
    second; after most tests few tables have rows.
    """
    quoted = {name: connection.ops.quote_name(name) for name in tables}
    each = (
        f"(SELECT '{name}' WHERE EXISTS (SELECT FROM {table}))"  # noqa: S608 - our tables
        for name, table in quoted.items()
    )
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(each))
        filled = [quoted[name] for (name,) in cursor]
    # Rows that refer to each other are deleted in any order.
    references = "SET LOCAL session_replication_role = replica"
    return [references, *(f"DELETE FROM {table}" for table in filled)]  # noqa: S608
