from pathlib import Path

import pytest
from django.db import connection
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
    monkeypatch.setattr("config.health.LEAST_ROOM", 2**80)
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
