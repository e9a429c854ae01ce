"""The broker's address in the form of the Redis client."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

if TYPE_CHECKING:
    from redis import Redis

SOCKET = "redis+socket"


def client_url(celery_url: str) -> str:
    """Return the Redis client's form of a Celery broker URL.

    They differ for unix sockets only: redis+socket://PATH?virtual_host=N and
    unix://PATH?db=N.
    """
    parts = urlsplit(celery_url)
    if parts.scheme != SOCKET:
        return celery_url
    number = parse_qs(parts.query).get("virtual_host", ["0"])[0]
    return f"unix://{parts.path}?db={number}"


def redis_client(celery_url: str, *, timeout: float = 5) -> Redis:
    """Return a client of the broker; each operation takes at most `timeout` seconds."""
    from redis import Redis  # noqa: PLC0415 - it takes a tenth of a second to import

    return Redis.from_url(
        client_url(celery_url), socket_connect_timeout=timeout, socket_timeout=timeout
    )
