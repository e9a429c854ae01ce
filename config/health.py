"""Whether this server can work: its database and its broker answer."""

import logging

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import RedisError

from config.broker import redis_client

logger = logging.getLogger(__name__)


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """Answer 200 when all is well, else 503, naming what does not answer."""
    checks = {"database": database_answers(), "broker": broker_answers()}
    words = {name: "ok" if well else "unreachable" for name, well in checks.items()}
    return JsonResponse(words, status=200 if all(checks.values()) else 503)


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
