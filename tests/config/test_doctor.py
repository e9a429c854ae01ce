"""What `manage.py doctor` says, of an installation that is well and of ill ones."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from config.broker import redis_client

pytestmark = pytest.mark.django_db


def doctor(*words: str) -> list[str]:
    """Return the lines that it prints, and its failure as the last of them."""
    out = StringIO()
    try:
        call_command("doctor", *words, stdout=out)
    except CommandError as error:
        out.write(f"{error}\n")
    return out.getvalue().splitlines()


def ill(*words: str) -> list[str]:
    return [line for line in doctor(*words) if line.startswith("!!")]


def test_an_installation_that_is_well_has_a_line_for_each_thing() -> None:
    lines = doctor()
    names = [line.split()[1].rstrip(":") for line in lines]
    wanted = ["settings", "database", "migrations", "clocks", "broker", "uploads"]
    assert [name for name in dict.fromkeys(names) if name in wanted] == wanted
    assert ill() == []


def test_it_counts_connections_against_the_database_s(settings: Settings) -> None:
    (line,) = ill("--web", "40", "--workers", "3")
    if connection.vendor == "sqlite":
        assert "set DATABASE_URL to a PostgreSQL" in line
    else:
        assert "352 connections of 100" in line
        assert "Raise max_connections" in line


def test_it_names_what_is_not_migrated() -> None:
    newest = MigrationRecorder.Migration.objects.filter(app="accounts").latest("id")
    newest.delete()
    (line,) = ill()
    assert f"first accounts.{newest.name}: run manage.py migrate" in line


@pytest.mark.stack("production")
def test_it_sees_clocks_that_are_apart() -> None:
    wrong = timezone.now() + timedelta(hours=1)
    with patch("django.utils.timezone.now", return_value=wrong):
        (line,) = ill()
    assert "let both follow a time server" in line


def test_it_sees_a_broker_that_drops_bells(broker_url: str) -> None:
    with redis_client(broker_url) as broker:
        broker.config_set("maxmemory-policy", "allkeys-lru")
        try:
            (line,) = ill()
        finally:
            broker.config_set("maxmemory-policy", "noeviction")
    assert "set maxmemory-policy to noeviction, not allkeys-lru" in line


def test_it_goes_on_where_the_broker_is_away(settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    (line,) = ill()
    assert line.startswith("!!  broker: it could not be asked")


def test_it_sees_uploads_that_cannot_be_written(
    settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "uploads").write_text("a file where the folder would be")
    settings.DATA_DIR = tmp_path
    assert ill() == ["!!  uploads: not writable"]


def test_https_needs_a_proxy(settings: Settings) -> None:
    settings.SESSION_COOKIE_SECURE = True
    (line,) = ill()
    assert "set BEHIND_PROXY=true" in line


@pytest.mark.parametrize(
    ("address", "says"),
    [
        (lambda url: url, ""),
        (lambda url: url + "/nowhere", "answers 404"),
        (lambda _url: "ftp://somewhere", "is no address"),
        (lambda _url: "http://127.0.0.1:1", "could not be asked"),
    ],
)
def test_it_asks_through_the_address_that_people_use(
    live_server: LiveServer, address: Callable[[str], str], says: str
) -> None:
    found = ill("--url", address(live_server.url))
    assert [says in line for line in found] == ([True] if says else [])
