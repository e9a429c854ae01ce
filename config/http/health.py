"""Health checks of this server: database, broker, and space for uploads."""

import logging
import os
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.broker import redis_client
from config.storage import FOLDER, UPLOADS
from runs.uploads import lack_of_uploads

logger = logging.getLogger(__name__)

LEAST_ROOM = 100 * 1024 * 1024  # bytes free where uploads and SQLite's file are stored
OK = "ok"
NOT_WRITABLE = "not writable"
FULL = "full"

_migrated = threading.Event()  # checked until it is set


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """Return 200 when all is well, else 503, naming what does not respond."""
    return _answer(
        database=lambda: OK if database_answers() else "unreachable",
        broker=lambda: OK if broker_answers() else "unreachable",
        uploads=state_of_uploads,
    )


@require_safe
@never_cache
def live(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """Return 200 if the process takes requests; otherwise it should be restarted."""
    return JsonResponse({"process": OK})


@require_safe
@never_cache
def ready(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """Return 200 if people can work, else 503; a proxy then uses another server.

    The broker is not checked: without it, jobs wait but people can label.
    """
    return _answer(database=state_of_database, uploads=state_of_uploads)


@require_safe
@never_cache
def broker(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """Return 200 if the broker responds, else 503."""
    return _answer(broker=lambda: OK if broker_answers() else "unreachable")


def _answer(**checks: Callable[[], str]) -> JsonResponse:
    words = {name: check() for name, check in checks.items()}
    well = all(word == OK for word in words.values())
    return JsonResponse(words, status=200 if well else 503)


def state_of_database() -> str:
    """Return "ok", "unreachable", or "not migrated" if migrations are missing."""
    if not database_answers():
        return "unreachable"
    return OK if is_migrated() else "not migrated"


def is_migrated() -> bool:
    """Return whether the database has all migrations of this version of Assay."""
    if not _migrated.is_set() and not missing_migrations():
        _migrated.set()
    return _migrated.is_set()


def missing_migrations() -> list[str]:
    """Return the migrations that the database lacks, as app and name."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _back in plan]


def database_answers() -> bool:
    """Return whether the database executes a query."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        logger.exception("the database does not answer")
        return False
    return True


def broker_answers() -> bool:
    """Return whether the broker responds within two seconds."""
    from redis import RedisError  # noqa: PLC0415 - it takes a tenth of a second

    try:
        with redis_client(settings.REDIS_URL, timeout=2) as broker:
            return bool(broker.ping())
    except RedisError:
        logger.exception("the broker does not answer")
        return False


def state_of_uploads() -> str:
    """Return "ok", "full", "not writable", or "not those of the other hosts"."""
    word = state_of_disk()
    if word != OK:
        return word
    try:
        lack = lack_of_uploads()
    except DatabaseError:
        return OK  # the state of the database reports it
    if lack:
        logger.error("%s", lack)
    return "not those of the other hosts" if lack else OK


def state_of_disk() -> str:
    """Return "ok", "full", or "not writable", by writing an unnamed file."""
    folder = folder_of_uploads()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        disk = os.statvfs(folder)
        if disk.f_blocks and disk.f_bavail * disk.f_frsize < LEAST_ROOM:
            logger.error("less than %s bytes are free in %s", LEAST_ROOM, folder)
            return FULL
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"\0" * 4096)
    except OSError:
        logger.exception("nothing can be written to %s", folder)
        return NOT_WRITABLE
    return OK


def folder_of_uploads() -> Path:
    """Return where this host writes uploads, or buffers them for a bucket."""
    in_folder = settings.STORAGES[UPLOADS]["BACKEND"] == FOLDER
    return Path(settings.DATA_DIR) / ("uploads" if in_folder else "tmp")
