"""The output of `manage.py doctor`, for a well installation and for others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler
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
from config.env import Env
from config.operations.doctor import CHECKS
from config.storage import UPLOADS, configuration
from runs.models import UploadsMark
from runs.uploads import mark_uploads
from tests.stacks.nginx import Proxy, hosts_proxy
from tests.stacks.nodes import Node, answer, away
from tests.stacks.process import free_port
from tests.stacks.s3 import variables

pytestmark = [pytest.mark.django_db, pytest.mark.both_stacks]


def doctor(*words: str) -> list[str]:
    """Return the lines that it prints, with its failure as the last one."""
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
def test_it_sees_clocks_that_differ() -> None:
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
    assert line.endswith("start Redis, or correct REDIS_URL")


def test_it_sees_uploads_that_cannot_be_written(
    settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "uploads").write_text("a file where the folder would be")
    settings.DATA_DIR = tmp_path
    (line,) = ill()
    assert line == (
        f"!!  uploads: nothing can be written to {tmp_path}/uploads: "
        "let this user do so"
    )


def test_it_sees_a_full_disk(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    with patch("config.http.health.LEAST_ROOM", 1 << 80):
        (line,) = ill()
    assert line.endswith(f"MB are free where {tmp_path}/uploads is: make room")


def test_it_sees_other_uploads_than_those_of_the_other_hosts(
    settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path / "one"
    mark_uploads()
    settings.DATA_DIR = tmp_path / "another"
    (line,) = ill()
    assert "give all hosts the same folder or S3 bucket" in line
    assert line.endswith("the right one now, manage.py doctor --mark-uploads")


def test_it_sees_a_store_that_is_away(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    mark_uploads()
    values = variables(f"http://127.0.0.1:{free_port()}", "assay")
    bucket = configuration(Env(values))
    settings.STORAGES = {**settings.STORAGES, UPLOADS: bucket}
    (line,) = ill()
    assert line.startswith("!!  uploads: it could not be asked (the S3 store")
    assert line.endswith("start the store, or correct the S3_ variables")


def test_a_storage_that_was_moved_is_marked_again(
    settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path / "one"
    mark_uploads()
    settings.DATA_DIR = tmp_path / "another"
    lines = doctor("--mark-uploads")
    assert lines[0] == "ok  uploads: marked as those of all hosts"
    assert ill() == []


def test_a_storage_that_cannot_be_written_is_not_marked(
    settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path / "one"
    mark_uploads()
    mark = UploadsMark.objects.get().token
    (tmp_path / "another").write_text("a file where the folder would be")
    settings.DATA_DIR = tmp_path / "another"
    (line,) = doctor("--mark-uploads")
    assert line.startswith("The uploads were not marked: ")
    assert UploadsMark.objects.get().token == mark


def test_whatever_does_not_answer_has_a_remedy() -> None:
    assert all(check.remedy for name, check in CHECKS.items() if name != "mail")


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


@pytest.fixture
def node() -> Iterator[Node]:
    made = Node()
    yield made
    made.close()


@pytest.fixture
def secure(
    node: Node, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Proxy]:
    """deploy/nginx.conf before a node, and the settings of a host behind it."""
    settings.SESSION_COOKIE_SECURE = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_HSTS_SECONDS = 3600
    with hosts_proxy(tmp_path / "proxy", (node.port, node.port)) as proxy:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "proxy" / "certificate.pem"))
        yield proxy


def strict(request: BaseHTTPRequestHandler) -> None:
    """Respond as Assay does to a request that it recognizes as HTTPS."""
    is_https = request.headers["X-Forwarded-Proto"] == "https"
    name = "Strict-Transport-Security" if is_https else "X-Plain"
    answer(request, 200, "well", **{name: "max-age=3600"})


def test_a_proxy_that_says_https_and_takes_uploads_is_well(
    node: Node, secure: Proxy
) -> None:
    node.act = strict
    lines = doctor("--url", secure.address)
    assert f"ok  proxy: {secure.address} is reached, and known to be https" in lines
    assert "ok  proxy: an upload of 200 MB is not refused" in lines
    assert ill("--url", secure.address) == []


def test_a_proxy_must_say_that_people_came_by_https(node: Node, secure: Proxy) -> None:
    (line,) = ill("--url", secure.address)
    assert "the proxy does not set X-Forwarded-Proto" in line


def test_a_proxy_must_take_the_largest_upload(
    node: Node, secure: Proxy, settings: Settings
) -> None:
    node.act = strict
    settings.UPLOAD_LIMIT = 300 * 1024 * 1024
    (line,) = ill("--url", secure.address)
    assert line.endswith(
        "refuses an upload of 300 MB: raise client_max_body_size to 302m"
    )


def test_it_says_where_to_look_when_no_web_server_is_ready(
    node: Node, secure: Proxy
) -> None:
    node.act = away
    (line,) = ill("--url", secure.address)
    assert "answers 503: no web server is ready" in line
