"""Migrations create exactly the tables of the models."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection

if TYPE_CHECKING:
    from pathlib import Path

Tables = dict[str, Any]


@pytest.fixture
def migrated(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """Connect to an empty database, and migrate it."""
    with empty(tmp_path):
        call_command("migrate", verbosity=0)
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


def table(cursor: Any, name: str) -> tuple[Tables, list[str]]:  # noqa: ANN401
    look = connection.introspection
    columns = look.get_table_description(cursor, name)
    found = {column.name: tuple(column[1:]) for column in columns}
    rules = look.get_constraints(cursor, name).items()
    return found, sorted(f"{named(rule)} {says}" for rule, says in rules)


def named(rule: str) -> str:
    """Return a constraint's name, "" if it is SQLite's number."""
    return "" if rule.startswith(("__", "fk_")) else rule


def test_migrations_make_the_tables_of_the_models(
    request: pytest.FixtureRequest, transactional_db: None
) -> None:
    of_models = tables()
    request.getfixturevalue("migrated")
    migrated = tables()
    assert migrated.keys() == of_models.keys()
    for name, found in migrated.items():
        assert found == of_models[name], name
