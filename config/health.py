"""Whether this server can work: database, broker, and room for uploads."""

import logging
import os
import tempfile
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import RedisError

from config.broker import redis_client

logger = logging.getLogger(__name__)

LEAST_ROOM = 100 * 1024 * 1024  # bytes free where uploads and SQLite's file lie
OK = "ok"


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """Answer 200 when all is well, else 503, naming what does not answer."""
    words = {
        "database": OK if database_answers() else "unreachable",
        "broker": OK if broker_answers() else "unreachable",
        "uploads": state_of_uploads(),
    }
    well = all(word == OK for word in words.values())
    return JsonResponse(words, status=200 if well else 503)


def database_answers() -> bool:
    """Say whether the database takes a query."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        logger.exception("the database does not answer")
        return False
    return True


def broker_answers() -> bool:
    """Say whether the broker answers within two seconds."""
    try:
        with redis_client(settings.REDIS_URL, timeout=2) as broker:
            return bool(broker.ping())
    except RedisError:
        logger.exception("the broker does not answer")
        return False


def state_of_uploads() -> str:
    """Return "ok", "full", or "not writable", by writing a file without a name."""
    folder = Path(settings.DATA_DIR) / "uploads"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        disk = os.statvfs(folder)
        if disk.f_blocks and disk.f_bavail * disk.f_frsize < LEAST_ROOM:
            logger.error("less than %s bytes are free in %s", LEAST_ROOM, folder)
            return "full"
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"\0" * 4096)
    except OSError:
        logger.exception("nothing can be written to %s", folder)
        return "not writable"
    return OK
