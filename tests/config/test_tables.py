"""Migrations create exactly the tables of the models; an empty database gets both."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import TYPE_CHECKING, Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test.utils import CaptureQueriesContext

if TYPE_CHECKING:
    from pathlib import Path

Tables = dict[str, Any]


@pytest.fixture
def there(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """Connect to an empty database."""
    with empty(tmp_path):
        yield


@contextmanager
def empty(folder: Path) -> Iterator[None]:
    """Use another database of the same server inside the block."""
    here = connection.settings_dict["NAME"]
    there = "migrated"
    if connection.vendor == "sqlite":
        there = str(folder / "migrated.sqlite3")
    else:
        run(f"CREATE DATABASE {there}")
    try:
        lead_to(there)
        yield
    finally:
        lead_to(here)
        if connection.vendor != "sqlite":
            run(f"DROP DATABASE {there}")


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def rows_in(name: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(name)}")  # noqa: S608 - our tables
        return int(cursor.fetchone()[0])


def lead_to(name: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = name


def tables() -> Tables:
    """Return the columns, constraints and indexes of each of our models' tables."""
    with connection.cursor() as cursor:
        return {
            model._meta.db_table: table(cursor, model._meta.db_table)
            for model in apps.get_models(include_auto_created=True)
            if not model._meta.app_config.name.startswith("django.")
        }


def table(cursor: Any, name: str) -> tuple[Tables, list[str], Tables]:  # noqa: ANN401
    look = connection.introspection
    columns = look.get_table_description(cursor, name)
    found = {column.name: tuple(column[1:]) for column in columns}
    rules = look.get_constraints(cursor, name).items()
    sequences = look.get_sequences(cursor, name)
    numbers = {each["column"]: each.get("name") for each in sequences}
    return found, sorted(f"{named(rule)} {says}" for rule, says in rules), numbers


def named(rule: str) -> str:
    """Return a constraint's name, "" if it is SQLite's number."""
    return "" if rule.startswith(("__", "fk_")) else rule


def test_step_by_step_a_database_with_another_table_gets_those_of_the_models(
    request: pytest.FixtureRequest, transactional_db: None
) -> None:
    of_models = tables()
    request.getfixturevalue("there")
    run("CREATE TABLE elsewhere (id integer)")
    out = StringIO()
    call_command("migrate", verbosity=1, stdout=out)
    assert "Applying runs.0001_initial" in out.getvalue()
    migrated = tables()
    assert migrated.keys() == of_models.keys()
    for name, found in migrated.items():
        assert found == of_models[name], name
    # So a database that gets all tables at once lacks no rows.
    assert [name for name in migrated if rows_in(name)] == []


def test_an_empty_database_gets_all_tables_at_once(
    request: pytest.FixtureRequest, transactional_db: None
) -> None:
    of_models = tables()
    request.getfixturevalue("there")
    with CaptureQueriesContext(connection) as queries:
        call_command("migrate", verbosity=0)
    changes = [each["sql"] for each in queries if "ALTER TABLE" in each["sql"]]
    assert not [sql for sql in changes if " ADD CONSTRAINT " not in sql]
    assert tables() == of_models
    loader = MigrationLoader(connection)
    assert loader.applied_migrations.keys() == loader.disk_migrations.keys()


@pytest.mark.parametrize("chosen", [["accounts", "0001"], ["--fake"], ["--plan"]])
def test_migrations_that_somebody_chose_are_not_replaced(
    there: None, chosen: list[str]
) -> None:
    call_command("migrate", *chosen, verbosity=0)
    with connection.cursor() as cursor:
        found = set(connection.introspection.table_names(cursor))
    assert ("accounts_user" in found) == (chosen[0] == "accounts")
    assert "runs_track" not in found


def test_a_creation_that_fails_leaves_nothing(
    there: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(MigrationRecorder, "record_applied", fail)
    with pytest.raises(ConnectionError):
        call_command("migrate", verbosity=0)
    assert connection.introspection.table_names() == []
