"""PostgreSQL: COPY of every table in one snapshot, and back in one transaction.

It needs no client programs, and a server of another version can read it too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import DatabaseError, connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.migrations.executor import MigrationExecutor

from config.backup.bundle import BadBackup, Bundle, Manifest
from config.backup.databases import LEFT_EMPTY, Add, Dumped, applied, our_tables
from config.operations.tables import all_migrations, create_tables

# These settings fix the format of values in COPY's text.
FORMS = ("datestyle = ISO", "intervalstyle = iso_8601", "timezone = 'UTC'")
COLUMNS = """
    SELECT column_name FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = %s
      AND is_generated = 'NEVER'
    ORDER BY ordinal_position
"""
OTHERS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND backend_type = 'client backend'
"""


def dump(add: Add) -> Dumped:
    """Add every table as of one moment, while others write."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        _fix_forms(cursor)
        tables = {table: _columns(cursor, table) for table in our_tables()}
        for table, columns in tables.items():
            if table not in LEFT_EMPTY:
                add(f"tables/{table}", _rows(cursor, table, columns))
        # Read after the rows, so that no row has a number beyond its sequence.
        return Dumped(applied(), tables, _sequences(cursor, list(tables)))


def load(bundle: Bundle) -> None:
    """Replace our tables by the backup's, all or none.

    The tables are created by the migrations of the backup, then filled; foreign keys
    are checked at the end. Raise BadBackup if the rows do not fit.
    """
    told = bundle.manifest
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            _fix_forms(cursor)
            _drop(cursor, our_tables())
            _migrate(told["migrations"])
            _truncate(cursor, our_tables())
            _check_tables(cursor, told)
            for table, columns in told["tables"].items():
                if f"tables/{table}" in told["members"]:
                    _fill(cursor, table, columns, bundle)
            for name, (last, called) in told["sequences"].items():
                cursor.execute(
                    "SELECT setval(%s::regclass, %s, %s)", [name, last, called]
                )
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    except DatabaseError as error:
        raise BadBackup(f"Its rows do not fit into the tables: {error}") from error


def other_connections() -> int:
    """Return the number of other connections to this database."""
    with connection.cursor() as cursor:
        cursor.execute(OTHERS)
        return int(cursor.fetchone()[0])


def _fix_forms(cursor: CursorWrapper) -> None:
    for form in FORMS:
        cursor.execute(f"SET LOCAL {form}")


def _columns(cursor: CursorWrapper, table: str) -> list[str]:
    cursor.execute(COLUMNS, [table])
    return [name for (name,) in cursor.fetchall()]


def _copying(table: str, columns: Sequence[str], direction: str) -> str:
    quote = connection.ops.quote_name
    return f"COPY {quote(table)} ({', '.join(map(quote, columns))}) {direction}"


def _rows(cursor: Any, table: str, columns: Sequence[str]) -> Iterator[bytes]:  # noqa: ANN401 - psycopg's
    with cursor.copy(_copying(table, columns, "TO STDOUT")) as rows:
        for chunk in rows:
            yield bytes(chunk)


def _fill(cursor: Any, table: str, columns: Sequence[str], bundle: Bundle) -> None:  # noqa: ANN401
    with cursor.copy(_copying(table, columns, "FROM STDIN")) as rows:
        for chunk in bundle.chunks(f"tables/{table}"):
            rows.write(chunk)


def _sequences(
    cursor: CursorWrapper, tables: Sequence[str]
) -> dict[str, tuple[int, bool]]:
    """Return each sequence's last number, and whether it has been used."""
    quote, found = connection.ops.quote_name, {}
    for table in tables:
        for each in connection.introspection.get_sequences(cursor, table):
            cursor.execute(f"SELECT last_value, is_called FROM {quote(each['name'])}")  # noqa: S608
            last, called = cursor.fetchone()
            found[each["name"]] = (int(last), bool(called))
    return found


def _check_tables(cursor: CursorWrapper, told: Manifest) -> None:
    """Raise BadBackup unless tables, columns and sequences equal the new ones."""
    made = {table: _columns(cursor, table) for table in our_tables()}
    others = [
        table
        for table, columns in told["tables"].items()
        if set(made.get(table, ())) != set(columns)
    ]
    unknown = set(told["sequences"]) - set(_sequences(cursor, list(made)))
    if others := [*others, *sorted(unknown)]:
        raise BadBackup(f"Its migrations make other tables: {', '.join(others)}.")


def _drop(cursor: CursorWrapper, tables: Sequence[str]) -> None:
    if tables:
        names = ", ".join(map(connection.ops.quote_name, tables))
        cursor.execute(f"DROP TABLE {names} CASCADE")


def _truncate(cursor: CursorWrapper, tables: Sequence[str]) -> None:
    """Empty the tables that migrations have filled."""
    names = ", ".join(map(connection.ops.quote_name, tables))
    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    cursor.execute(f"TRUNCATE {names}")
    cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def _migrate(migrations: Sequence[str]) -> None:
    """Create the tables as these migrations do, and no later ones."""
    wanted = {
        (app, name) for app, _, name in (each.partition(".") for each in migrations)
    }
    if wanted == all_migrations(connection.alias):
        create_tables(connection.alias)
        return
    executor = MigrationExecutor(connection)
    nodes = executor.loader.graph.node_map
    ends = [
        key
        for key in sorted(wanted)
        if not wanted & {c.key for c in nodes[key].children}
    ]
    executor.migrate(ends)
    if set(applied()) != set(migrations):
        raise BadBackup("Its migrations do not belong together.")
