"""Fixtures of all tests: the cast, the servers, the worker, the browser."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from django.conf import settings
from django.contrib.auth.management import create_permissions
from django.contrib.contenttypes.management import create_contenttypes
from django.db import connection, connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.signals import post_migrate
from django.test import Client
from pytest_django import DjangoDbBlocker

from accounts.models import User
from config.broker import redis_client
from tests.stacks.database import url_of
from tests.stacks.worker import Worker

pytest_plugins = ["tests.stacks.browser"]

# The cast's passwords are no secrets: a slow hash would take most of a test's time.
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(request: pytest.FixtureRequest) -> None:
    """Put SQLite's test database into a file, where a worker process finds it."""
    for database in connections.all():
        if database.vendor == "sqlite":
            name = Path(settings.DATA_DIR) / "test.sqlite3"
            database.settings_dict["TEST"]["NAME"] = str(name)
        # The tables are created from the models: migrating takes 20 times as long, and
        # tests/config/test_tables.py checks that both are equal.
        database.settings_dict["TEST"]["MIGRATE"] = False
    request.getfixturevalue("django_db_modify_db_settings_parallel_suffix")


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Leave the test database: its server or its folder is deleted anyway."""
    return True


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
) -> None:
    """Record that every migration is done, which Assay checks at its start."""
    with django_db_blocker.unblock():
        migrations = MigrationLoader(connection)
        recorder = MigrationRecorder(connection)
        recorder.ensure_schema()
        for name in sorted(
            migrations.disk_migrations.keys() - migrations.applied_migrations
        ):
            recorder.record_applied(*name)
    # Each flush after a test that commits would create them again; nothing uses them.
    post_migrate.disconnect(
        create_permissions,
        dispatch_uid="django.contrib.auth.management.create_permissions",
    )
    post_migrate.disconnect(create_contenttypes)


@pytest.fixture(scope="module")
def module_db(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Keep rows for all tests of a module; each rolls back only its own writes."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def ada(db: None) -> User:
    """Ada is an assessor."""
    return User.objects.create_user("ada", password="ada")


@pytest.fixture
def bea(db: None) -> User:
    """Bea is an assessor too."""
    return User.objects.create_user("bea", password="bea")


@pytest.fixture
def omar(db: None) -> User:
    """Omar is an organizer."""
    return User.objects.create_user("omar", password="omar")


def _signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def ada_client(ada: User) -> Client:
    """A browser without JavaScript in which Ada is signed in."""
    return _signed_in(ada)


@pytest.fixture
def bea_client(bea: User) -> Client:
    """A browser without JavaScript in which Bea is signed in."""
    return _signed_in(bea)


@pytest.fixture
def omar_client(omar: User) -> Client:
    """A browser without JavaScript in which Omar is signed in."""
    return _signed_in(omar)


@pytest.fixture
def broker_url() -> Iterator[str]:
    """Return the URL of an empty broker."""
    with redis_client(settings.REDIS_URL) as broker:
        broker.flushdb()
        yield settings.REDIS_URL
        broker.flushdb()


@pytest.fixture
def broker(broker_url: str) -> Iterator["redis.Redis"]:
    """Return a connection to an empty broker."""
    with redis_client(broker_url) as client:
        yield client


@pytest.fixture
def database_url(transactional_db: None) -> str:
    """Return the DATABASE_URL under which other processes see the test's rows."""
    return url_of(connection.settings_dict, os.environ["DATABASE_URL"])


@pytest.fixture
def worker(database_url: str, broker_url: str, tmp_path: Path) -> Iterator[Worker]:
    """Return a worker, not yet started, that shares the test's database and broker."""
    process = Worker(folder=tmp_path, database=database_url, broker=broker_url)
    yield process
    process.stop()
