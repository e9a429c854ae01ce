"""Uploads in a folder, and in a bucket of a real server of the S3 protocol."""

from __future__ import annotations

import io
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.files.base import File
from django.core.files.storage import storages
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from assess.exchange.archive.actions import create_archive, create_arrival
from assess.exchange.archive.pseudonyms import Hidden
from config.env import Env
from config.storage import UPLOADS, StorageAway, configuration
from jobs.models import JobState
from jobs.run import run_here
from jobs.tasks import run_job
from runs.models import Import, UploadsMark
from runs.uploads import (
    NoSuchContent,
    delete_content,
    is_stored,
    lack_of_uploads,
    mark_uploads,
    open_content,
    store,
    stored_hashes,
    stored_name,
)
from tests.assess.exchange.archive.transfer import forget, members_of
from tests.jobs.make import make_job
from tests.make import NOW, make_track
from tests.runs.import_form import bring_in
from tests.stacks.process import free_port
from tests.stacks.s3 import make_bucket, s3_server, variables

pytestmark = [pytest.mark.django_db, pytest.mark.stack("embedded")]


@pytest.fixture(scope="module")
def s3(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with s3_server(tmp_path_factory.mktemp("s3")) as address:
        yield address


def use(settings: Settings, values: dict[str, str]) -> None:
    settings.STORAGES = {**settings.STORAGES, UPLOADS: configuration(Env(values))}


@pytest.fixture
def bucket(s3: str, settings: Settings) -> dict[str, str]:
    """Store uploads in a bucket of their own."""
    values = make_bucket(s3)
    use(settings, values)
    return values


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path / "uploads"


@pytest.fixture(params=["folder", "bucket"])
def place(request: pytest.FixtureRequest) -> str:
    """Store uploads in each type of storage; return its name."""
    request.getfixturevalue(request.param)
    return str(request.param)


def test_content_is_found_again(place: str) -> None:
    stored = store([b"tides ", b"turn"])
    assert store([b"tides turn"]) == stored
    assert list(stored_hashes()) == [stored.sha256]
    with open_content(stored.sha256) as source:
        assert source.read() == b"tides turn"
        source.seek(6)
        assert source.read() == b"turn"
        assert source.seek(0, io.SEEK_END) == stored.size == 10


def test_deleted_content_is_gone(place: str) -> None:
    stored = store([b"tides turn"])
    delete_content(stored.sha256)
    delete_content(stored.sha256)
    assert not is_stored(stored.sha256)
    assert list(stored_hashes()) == []
    with pytest.raises(NoSuchContent):
        open_content(stored.sha256)


def test_an_empty_storage_lists_nothing(place: str) -> None:
    assert list(stored_hashes()) == []


def test_a_host_that_sees_the_mark_lacks_nothing(place: str) -> None:
    assert lack_of_uploads() == ""
    mark_uploads()
    mark = UploadsMark.objects.get().token
    mark_uploads()
    assert UploadsMark.objects.get().token == mark
    assert lack_of_uploads() == ""
    assert list(stored_hashes()) == []


def test_a_host_with_a_folder_of_its_own_says_so(
    folder: Path, settings: Settings, tmp_path: Path
) -> None:
    mark_uploads()
    elsewhere = store([b"tides turn"])
    settings.DATA_DIR = tmp_path / "another host"
    mark_uploads()
    assert "does not see the uploads" in lack_of_uploads()
    assert socket.gethostname() in lack_of_uploads()
    with pytest.raises(StorageAway, match="does not see the uploads"):
        open_content(elsewhere.sha256)


def test_an_operator_can_mark_another_storage(
    folder: Path, settings: Settings, tmp_path: Path
) -> None:
    mark_uploads()
    settings.DATA_DIR = tmp_path / "restored elsewhere"
    mark_uploads(anew=True)
    assert lack_of_uploads() == ""


def test_a_bucket_that_is_away_is_told(
    bucket: dict[str, str], settings: Settings
) -> None:
    mark_uploads()
    use(settings, bucket | {"S3_ENDPOINT": f"http://127.0.0.1:{free_port()}"})
    assert "cannot reach the uploads" in lack_of_uploads()
    for act in (
        lambda: store([b"tides turn"]),
        lambda: is_stored("a" * 64),
        lambda: delete_content("a" * 64),
        lambda: open_content("a" * 64),
        lambda: list(stored_hashes()),
    ):
        with pytest.raises(StorageAway):
            act()


def test_a_bucket_that_does_not_exist_is_told(s3: str, settings: Settings) -> None:
    use(settings, variables(s3, "nobody-made-this-one"))
    with pytest.raises(StorageAway):
        store([b"tides turn"])


def test_a_file_that_is_half_written_has_no_name(folder: Path) -> None:
    class Torn(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise OSError("the network is gone")

    with pytest.raises(OSError, match="the network is gone"):
        storages[UPLOADS].save(stored_name("a" * 64), File(Torn(b"tides")))
    assert [path for path in folder.rglob("*") if path.is_file()] == []


def test_a_host_without_the_files_leaves_the_job_to_others(
    folder: Path, settings: Settings, tmp_path: Path
) -> None:
    mark_uploads()
    settings.DATA_DIR = tmp_path / "another host"
    job = make_job(kind="import")
    run_job(str(job.uuid))
    job.refresh_from_db()
    assert job.state == JobState.QUEUED
    assert job.attempts == 0
    assert "does not see the uploads" in job.message


def test_health_says_that_a_host_has_other_files(
    client: Client, folder: Path, settings: Settings, tmp_path: Path
) -> None:
    mark_uploads()
    settings.DATA_DIR = tmp_path / "another host"
    r = client.get("/health/ready/")
    assert r.status_code == 503
    assert r.json()["uploads"] == "not those of the other hosts"


def test_imports_and_archives_go_through_each_storage(
    place: str, omar: User, omar_client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    track = make_track(organizer=omar)
    row = bring_in(track, "topics", "1\thow tides turn\n")
    assert (row.state, row.findings) == (Import.LANDED, [])
    job = create_archive(track, hidden=Hidden(), by=omar, now=NOW)
    assert run_here(job).state == JobState.DONE
    answer = omar_client.get(reverse("assess:archive", args=[track.uuid, job.uuid]))
    archive = b"".join(answer)
    assert members_of(archive)[f"files/{row.sha256}"] == b"1\thow tides turn\n"
    forget(track)
    delete_content(row.sha256)
    arrival = create_arrival(store([archive]), filename="a.zip", by=None, now=NOW)
    assert run_here(arrival).state == JobState.DONE
    with open_content(row.sha256) as source:
        assert source.read() == b"1\thow tides turn\n"
    in_folder = any(each.is_file() for each in (tmp_path / "uploads").rglob("*"))
    assert in_folder == (place == "folder")
