"""Django's migrate, which gives way to people at work and tries again."""

import time
from collections.abc import Callable
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as Migrate
from django.db import OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from config.operations.tables import create_tables

# Milliseconds. Shorter than PostgreSQL's deadlock_timeout (1 s), after which PostgreSQL
# would abort one of two transactions that wait for each other: often a person's
# request.
LOCK_TIMEOUT = 300
LOCK_NOT_AVAILABLE = "55P03"  # PostgreSQL's SQLSTATE
PATIENCE = 600.0  # seconds
PAUSE = 1.0  # seconds for requests that waited for our lock
# With any of these the migrations are wanted one by one, or not at all.
CHOSEN = (
    *("app_label", "check_unapplied", "fake", "fake_initial"),
    *("plan", "prune", "run_syncdb"),
)


class Command(Migrate):
    """Migrates the database; on PostgreSQL while people work with it.

    An empty database gets all tables at once, which takes a small part of the time.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        chosen = any(options[name] for name in CHOSEN)
        if not chosen and not connection.introspection.table_names():
            create_tables(connection.alias)
            if options["verbosity"] > 0:
                self.stdout.write("The database was empty: created all tables.")
        if connection.vendor != "postgresql" or connection.in_atomic_block:
            super().handle(*args, **options)
            return
        until = time.monotonic() + PATIENCE
        with connection.execute_wrapper(_wait_briefly):
            while not self._is_done(*args, **options):
                if time.monotonic() > until:
                    raise CommandError(
                        "Others held what this migration needs for too long. Those "
                        "before it are done. Run migrate again, or stop the workers "
                        "for it."
                    )
                time.sleep(PAUSE)

    def _is_done(self, *args: Any, **options: Any) -> bool:
        """Return whether all is migrated; False if the next migration gave way."""
        try:
            super().handle(*args, **options)
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", None) != LOCK_NOT_AVAILABLE:
                raise
            if options["verbosity"] > 0:
                self.stdout.write(" given way to people at work; trying again")
            return False
        return True


def _wait_briefly(
    execute: Callable[..., object],
    sql: str,
    params: object,
    many: bool,  # noqa: FBT001 - as Django calls it
    context: dict[str, Any],
) -> object:
    """Limit how long the transaction's statements wait for locks to LOCK_TIMEOUT."""
    connection: BaseDatabaseWrapper = context["connection"]
    if connection.in_atomic_block:
        # Only for this transaction: a pooler may give the connection to others.
        connection.connection.execute(f"SET LOCAL lock_timeout = {LOCK_TIMEOUT}")
    return execute(sql, params, many, context)
