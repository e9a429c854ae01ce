import threading
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django import Settings


@pytest.mark.django_db
def test_it_is_well_when_database_and_broker_answer(client: Client) -> None:
    r = client.get("/health/")
    assert r.status_code == 200
    assert r.json() == {"database": "ok", "broker": "ok", "uploads": "ok"}
    assert "no-store" in r["Cache-Control"]


@pytest.mark.django_db
def test_it_names_the_broker_that_does_not_answer(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.REDIS_URL = f"redis+socket://{tmp_path}/nobody.sock"
    r = client.get("/health/")
    assert r.status_code == 503
    assert r.json() == {"database": "ok", "broker": "unreachable", "uploads": "ok"}


def test_it_names_the_database_that_does_not_answer(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import OperationalError

    def refuse() -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(connection, "cursor", refuse)
    r = client.get("/health/")
    assert r.status_code == 503
    assert r.json()["database"] == "unreachable"


@pytest.mark.django_db
def test_it_says_that_the_disk_is_full(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.http.health.LEAST_ROOM", 2**80)
    r = client.get("/health/")
    assert r.status_code == 503
    assert r.json() == {"database": "ok", "broker": "ok", "uploads": "full"}


@pytest.mark.django_db
def test_it_says_that_uploads_cannot_be_written(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "uploads").write_text("a file where the folder would be")
    settings.DATA_DIR = tmp_path
    r = client.get("/health/")
    assert r.status_code == 503
    assert r.json()["uploads"] == "not writable"


@pytest.mark.django_db
def test_it_leaves_nothing_in_the_uploads(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    client.get("/health/")
    assert list((tmp_path / "uploads").iterdir()) == []


def test_it_takes_no_post(client: Client) -> None:
    assert client.post("/health/").status_code == 405


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("which", "words"),
    [
        ("live", {"process": "ok"}),
        ("ready", {"database": "ok", "uploads": "ok"}),
        ("broker", {"broker": "ok"}),
    ],
)
def test_each_question_has_an_address_and_no_session(
    client: Client, which: str, words: dict[str, str]
) -> None:
    r = client.get(f"/health/{which}/")
    assert (r.status_code, r.json()) == (200, words)
    assert not r.cookies
    assert not Session.objects.exists()
    assert "no-store" in r["Cache-Control"]


@pytest.mark.django_db
def test_it_is_ready_without_a_broker(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert client.get("/health/ready/").status_code == 200
    assert client.get("/health/broker/").status_code == 503


@pytest.mark.django_db
def test_it_is_not_ready_before_it_is_migrated(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.http.health._migrated", threading.Event())
    applied = MigrationRecorder.Migration.objects.filter(app="accounts")
    newest = applied.latest("id")
    newest.delete()
    r = client.get("/health/ready/")
    assert (r.status_code, r.json()["database"]) == (503, "not migrated")
    newest.save(force_insert=True)
    assert client.get("/health/ready/").status_code == 200


def test_it_is_alive_without_a_database(client: Client) -> None:
    assert client.get("/health/live/").status_code == 200
