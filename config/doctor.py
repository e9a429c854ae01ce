"""What `manage.py doctor` looks at: each check yields what it found, and what to do."""

from __future__ import annotations

import os
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.conf import settings
from django.core.checks import WARNING, run_checks
from django.db import DatabaseError, connection
from django.utils import timezone
from redis import RedisError

from config import health
from config.broker import redis_client
from config.clock import database_now

OLDEST_POSTGRES = 14
SPARE = 5  # connections for commands and backups
JOBS = 4  # threads of a worker; each job has a heartbeat beside it
SWEEPER = 1
FAR = 2.0  # seconds between two clocks, from where on times of labels mislead


class Machines(NamedTuple):
    """How many of each server the installation has, and how people reach it."""

    web: int = 1
    workers: int = 1
    url: str = ""


class Finding(NamedTuple):
    """One line: what was looked at, whether it is well, and what is there or to do."""

    name: str
    is_well: bool
    words: str


def look(machines: Machines) -> Iterator[Finding]:
    """Yield what every check finds, in the order in which one would mend it."""
    for name, check in CHECKS.items():
        try:
            for is_well, words in check(machines):
                yield Finding(name, is_well, words)
        except (DatabaseError, RedisError, OSError) as error:
            yield Finding(name, is_well=False, words=f"it could not be asked: {error}")


Found = Iterator[tuple[bool, str]]


def _settings(_machines: Machines) -> Found:
    found = [each for each in run_checks() if each.level >= WARNING]
    yield from ((False, f"{each.msg} {each.hint or ''}".strip()) for each in found)
    if settings.DEBUG:
        yield False, "DEBUG is on: unset it before others reach this server"
    if not found and not settings.DEBUG:
        yield True, "nothing is missing"


def _database(machines: Machines) -> Found:
    if connection.vendor == "sqlite":
        alone = machines.web <= 1 and machines.workers <= 1
        several = "SQLite serves one machine: set DATABASE_URL to a PostgreSQL"
        yield alone, "SQLite, for this machine alone" if alone else several
        return
    major = connection.pg_version // 10000  # type: ignore[attr-defined]
    is_recent = major >= OLDEST_POSTGRES
    wanted = "" if is_recent else f": it must be {OLDEST_POSTGRES} or later"
    yield is_recent, f"PostgreSQL {major}{wanted}"
    yield _connections(machines)


def _connections(machines: Machines) -> tuple[bool, str]:
    """Compare what the servers may open with what PostgreSQL gives."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW max_connections")
        most = int(cursor.fetchone()[0])
    processes = int(os.environ.get("WEB_WORKERS") or 2)
    threads = int(os.environ.get("WEB_THREADS") or 4)
    web = machines.web * processes * threads
    workers = machines.workers * (2 * JOBS + SWEEPER)
    needed = web + workers + SPARE
    words = (
        f"{needed} connections of {most}: {machines.web} × {processes} processes × "
        f"{threads} threads, {machines.workers} × {2 * JOBS + SWEEPER} in workers, "
        f"{SPARE} to spare"
    )
    if needed > most:
        return False, f"{words}. Raise max_connections, or lower WEB_THREADS"
    return True, words


def _migrations(_machines: Machines) -> Found:
    missing = health.missing_migrations()
    if missing:
        first = f"{len(missing)} are missing, first {missing[0]}"
        yield False, f"{first}: run manage.py migrate"
    else:
        yield True, "all are applied"


def _clocks(_machines: Machines) -> Found:
    apart = abs((timezone.now() - database_now()).total_seconds())
    words = f"this host and the database are {apart:.1f} s apart"
    if apart > FAR:
        yield False, f"{words}: let both follow a time server (NTP)"
    else:
        yield True, words


def _broker(_machines: Machines) -> Found:
    with redis_client(settings.REDIS_URL) as broker:
        broker.ping()
        try:
            policy = broker.config_get("maxmemory-policy").get("maxmemory-policy")
        except RedisError:
            yield (
                True,
                "it answers; see to maxmemory-policy noeviction, it does not tell",
            )
            return
    if policy == "noeviction":
        yield True, "it answers, and drops no bell (noeviction)"
    else:
        yield (
            False,
            f"set maxmemory-policy to noeviction, not {policy}: bells get lost",
        )


def _uploads(machines: Machines) -> Found:
    word = health.state_of_uploads()
    yield word == health.OK, "can be written, with room" if word == health.OK else word
    if machines.web + machines.workers > 2:
        yield True, "run this on every machine: all must see the same files"


def _proxy(machines: Machines) -> Found:
    secure = settings.SESSION_COOKIE_SECURE
    trusted = bool(getattr(settings, "SECURE_PROXY_SSL_HEADER", None))
    if not secure:
        yield True, "HTTPS is off: for one machine alone"
    elif not trusted:
        yield False, "HTTPS without a proxy: nobody can sign in; set BEHIND_PROXY=true"
    elif not machines.url:
        yield True, "to ask through the proxy, add --url https://your.name"
    if machines.url:
        yield _asked(machines.url.rstrip("/"))


def _asked(url: str) -> tuple[bool, str]:
    """Ask through the proxy, as a browser would."""
    if not url.startswith(("https://", "http://")):
        return False, f"{url} is no address: write https://your.name"
    try:
        with urllib.request.urlopen(f"{url}/health/ready/", timeout=10) as answer:  # noqa: S310
            strict = answer.headers.get("Strict-Transport-Security")
    except urllib.error.HTTPError as error:
        hint = "is the name in ALLOWED_HOSTS, and does the proxy set Host?"
        return False, f"{url} answers {error.code}: {hint}"
    if url.startswith("https:") and settings.SECURE_HSTS_SECONDS and not strict:
        return False, f"{url}: the proxy does not set X-Forwarded-Proto"
    return True, f"{url} is reached, and known to be {url.partition(':')[0]}"


def _mail(_machines: Machines) -> Found:
    yield True, "none is sent by this version"


CHECKS: dict[str, Callable[[Machines], Found]] = {
    "settings": _settings,
    "database": _database,
    "migrations": _migrations,
    "clocks": _clocks,
    "broker": _broker,
    "uploads": _uploads,
    "proxy": _proxy,
    "mail": _mail,
}
