"""The checks of `manage.py doctor`: each yields its finding, and how to repair it."""

from __future__ import annotations

import http.client
import os
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import WARNING, run_checks
from django.db import DatabaseError, connection
from django.utils import timezone
from redis import RedisError

from config.broker import redis_client
from config.clock import database_now
from config.http import health
from config.http.uploads import BESIDES
from config.storage import StorageAway
from runs.uploads import lack_of_uploads, sees_uploads

OLDEST_POSTGRES = 14
SPARE = 5  # connections for commands and backups
JOBS = 4  # threads of a worker; each job also has a heartbeat
SWEEPER = 1
MEGABYTE = 1024 * 1024
FAR = 2.0  # seconds between two clocks beyond which times of labels mislead


class Machines(NamedTuple):
    """The number of servers of the installation, and the address that people use."""

    web: int = 1
    workers: int = 1
    url: str = ""


class Finding(NamedTuple):
    """One line: what was checked, whether it is well, and its state or what to do."""

    name: str
    is_well: bool
    words: str


def look(machines: Machines) -> Iterator[Finding]:
    """Yield the findings of all checks, in the order in which to repair them."""
    for name, check in CHECKS.items():
        try:
            for is_well, words in check.look(machines):
                yield Finding(name, is_well, words)
        except (DatabaseError, RedisError, StorageAway, OSError) as error:
            first = str(error).partition("\n")[0]
            words = f"it could not be asked ({first}): {check.remedy}"
            yield Finding(name, is_well=False, words=words)


Found = Iterator[tuple[bool, str]]


class Check(NamedTuple):
    """How to check one thing, and what to do if it does not respond."""

    look: Callable[[Machines], Found]
    remedy: str


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
        yield alone, "SQLite, only for this machine" if alone else several
        return
    major = connection.pg_version // 10000  # type: ignore[attr-defined]
    is_recent = major >= OLDEST_POSTGRES
    wanted = "" if is_recent else f": it must be {OLDEST_POSTGRES} or later"
    yield is_recent, f"PostgreSQL {major}{wanted}"
    yield _connections(machines)


def _connections(machines: Machines) -> tuple[bool, str]:
    """Compare the connections that the servers may open with PostgreSQL's limit."""
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
                "it answers, but not for maxmemory-policy: set it to noeviction",
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
    folder = health.folder_of_uploads()
    room = health.LEAST_ROOM // MEGABYTE
    remedies = {
        health.NOT_WRITABLE: f"nothing can be written to {folder}: let this user do so",
        health.FULL: f"less than {room} MB are free where {folder} is: make room",
    }
    remedy = remedies.get(health.state_of_disk())
    yield remedy is None, remedy or "can be written, with room"
    if not sees_uploads():
        anew = "where this is the right one now, manage.py doctor --mark-uploads"
        yield False, f"{lack_of_uploads()}; {anew}"
    if machines.web + machines.workers > 2:
        yield True, "run this on every machine: all must see the same files"


def _proxy(machines: Machines) -> Found:
    secure = settings.SESSION_COOKIE_SECURE
    trusted = bool(getattr(settings, "SECURE_PROXY_SSL_HEADER", None))
    if not secure:
        yield True, "HTTPS is off: only for one machine"
    elif not trusted:
        yield False, "HTTPS without a proxy: nobody can sign in; set BEHIND_PROXY=true"
    elif not machines.url:
        yield True, "to ask through the proxy, add --url https://your.name"
    if machines.url:
        url = machines.url.rstrip("/")
        is_well, words = _asked(url)
        yield is_well, words
        if is_well:
            yield _largest_upload(url)


def _asked(url: str) -> tuple[bool, str]:
    """Request a page through the proxy, as a browser would."""
    if not url.startswith(("https://", "http://")):
        return False, f"{url} is no address: write https://your.name"
    try:
        with urllib.request.urlopen(f"{url}/health/ready/", timeout=10) as answer:  # noqa: S310
            strict = answer.headers.get("Strict-Transport-Security")
    except urllib.error.HTTPError as error:
        remedy = REMEDIES.get(error.code, "is this Assay's address?")
        return False, f"{url} answers {error.code}: {remedy}"
    if url.startswith("https:") and settings.SECURE_HSTS_SECONDS and not strict:
        remedy = "let it, as deploy/nginx.conf does"
        return False, f"{url}: the proxy does not set X-Forwarded-Proto: {remedy}"
    return True, f"{url} is reached, and known to be {url.partition(':')[0]}"


NOT_READY = "no web server is ready: see what their logs and /health/ready/ say"
REMEDIES = {
    400: "is the name in ALLOWED_HOSTS, and does the proxy set Host?",
    **dict.fromkeys((502, 503, 504), NOT_READY),
}


def _largest_upload(url: str) -> tuple[bool, str]:
    """Announce the largest upload through the proxy, without sending it."""
    largest = settings.UPLOAD_LIMIT + BESIDES
    size = f"an upload of {settings.UPLOAD_LIMIT // MEGABYTE} MB"
    if _answer_to_announced(url, largest) == b"413":
        remedy = f"raise client_max_body_size to {largest // MEGABYTE + 1}m"
        return False, f"{url} refuses {size}: {remedy}"
    return True, f"{size} is not refused"


def _answer_to_announced(url: str, size: int) -> bytes:
    """Return the status line for a request of that size, b"" if none arrives."""
    parts = urlsplit(url)
    is_secure = parts.scheme == "https"
    kind = http.client.HTTPSConnection if is_secure else http.client.HTTPConnection
    with closing(kind(parts.netloc, timeout=5)) as asked:
        asked.putrequest("POST", f"{parts.path}/health/live/")
        asked.putheader("Content-Length", str(size))
        asked.putheader("Expect", "100-continue")
        asked.endheaders()
        try:
            line = asked.sock.recv(64).split()
        except TimeoutError:
            return b""
        return line[1] if len(line) > 1 else b""


def _mail(_machines: Machines) -> Found:
    yield True, "none is sent by this version"


DATABASE_AWAY = "start PostgreSQL, or correct DATABASE_URL"
CHECKS = {
    "settings": Check(_settings, "correct the variables"),
    "database": Check(_database, DATABASE_AWAY),
    "migrations": Check(_migrations, DATABASE_AWAY),
    "clocks": Check(_clocks, DATABASE_AWAY),
    "broker": Check(_broker, "start Redis, or correct REDIS_URL"),
    "uploads": Check(_uploads, "start the store, or correct the S3_ variables"),
    "proxy": Check(_proxy, "start the proxy; check its name and certificate"),
    "mail": Check(_mail, ""),
}
