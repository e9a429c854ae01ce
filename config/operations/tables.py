"""All tables at once, for a database that has none."""

from __future__ import annotations

from django.apps import apps
from django.db import connections, router, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


def create_tables(database: str) -> None:
    """Create the tables of the models, and record every migration as done.

    The migrations would create the same tables (tests/config/test_tables.py compares
    them), one change after the other. No migration adds rows to an empty database.
    """
    connection = connections[database]
    # SQLite changes the checks of foreign keys only outside of transactions.
    with connection.constraint_checks_disabled(), transaction.atomic(using=database):
        with connection.schema_editor() as editor:
            for config in apps.get_app_configs():
                for model in router.get_migratable_models(config, database):
                    if model._meta.can_migrate(connection):  # noqa: SLF001 - documented
                        editor.create_model(model)
        recorder = MigrationRecorder(connection)
        recorder.ensure_schema()
        for app, name in sorted(all_migrations(database)):
            recorder.record_applied(app, name)


def all_migrations(database: str) -> set[tuple[str, str]]:
    """Return app and name of every migration of this version."""
    return set(MigrationLoader(connections[database]).disk_migrations)
