"""The pages of archives: created by organizers, imported by superusers."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from jobs.models import Job, JobState
from jobs.run import run_here
from runs.models import Track
from tests.assess.exchange.archive.transfer import archive_of, members_of
from tests.make import make_topic, make_track


@pytest.fixture
def track(omar: User, ada: User, settings: Settings, tmp_path: Path) -> Track:
    settings.DATA_DIR = tmp_path
    track = make_track(organizer=omar, assessors=[ada])
    make_topic(track)
    return track


def page(track: Track) -> str:
    return reverse("assess:archives", args=[track.uuid])


def make_archive(client: Client, track: Track, **choices: str) -> Job:
    answer = client.post(page(track), choices)
    assert answer.status_code == 302
    return run_here(Job.objects.get(kind="archive"))


def test_an_organizer_makes_an_archive_and_downloads_it(
    track: Track, omar_client: Client
) -> None:
    assert "No archive yet" in omar_client.get(page(track)).content.decode()
    job = make_archive(omar_client, track)
    assert (job.state, job.error) == (JobState.DONE, "")
    assert str(job.result["sha256"]) in omar_client.get(page(track)).content.decode()
    answer = omar_client.get(reverse("assess:archive", args=[track.uuid, job.uuid]))
    assert b"".join(answer) == archive_of(track)
    assert f"{track.slug}-archive.zip" in answer["Content-Disposition"]


def test_names_are_replaced_where_it_is_asked_for(
    track: Track, omar_client: Client
) -> None:
    job = make_archive(omar_client, track, people="on")
    url = reverse("assess:archive", args=[track.uuid, job.uuid])
    answer = omar_client.get(url)
    assert f"{track.slug}-archive-pseudonyms.zip" in answer["Content-Disposition"]
    data = b"".join(answer)
    assert b"omar" not in members_of(data)["tables/accounts.user.jsonl"]


def test_an_archive_whose_file_is_gone_is_not_found(
    track: Track, omar_client: Client, settings: Settings, tmp_path: Path
) -> None:
    job = make_archive(omar_client, track)
    settings.DATA_DIR = tmp_path / "elsewhere"
    url = reverse("assess:archive", args=[track.uuid, job.uuid])
    assert omar_client.get(url).status_code == 404


def test_it_hides_the_archives_of_another_track(
    track: Track, omar_client: Client, omar: User
) -> None:
    job = make_archive(omar_client, track)
    own = make_track(organizer=omar)
    url = reverse("assess:archive", args=[own.uuid, job.uuid])
    assert omar_client.get(url).status_code == 404
    foreign = make_track()
    assert omar_client.get(page(foreign)).status_code == 404
    assert omar_client.post(page(foreign)).status_code == 404


def test_an_assessor_gets_no_archive(
    track: Track, omar_client: Client, ada_client: Client
) -> None:
    job = make_archive(omar_client, track)
    assert ada_client.get(page(track)).status_code == 404
    assert ada_client.post(page(track)).status_code == 404
    url = reverse("assess:archive", args=[track.uuid, job.uuid])
    assert ada_client.get(url).status_code == 404


@pytest.fixture
def root_client(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    return client


def test_a_superuser_brings_an_archive_in(track: Track, root_client: Client) -> None:
    data = archive_of(track)
    Track.objects.all().delete()
    file = SimpleUploadedFile("track.zip", data)
    answer = root_client.post(reverse("assess:arrivals"), {"file": file})
    job = run_here(Job.objects.get(kind="archive_import"))
    assert answer["Location"] == reverse("jobs:page", args=[job.uuid])
    assert (job.state, job.error) == (JobState.DONE, "")
    said = root_client.get(answer["Location"]).content.decode()
    assert "Open the result" in said
    assert "track.zip" in root_client.get(reverse("assess:arrivals")).content.decode()
    assert Track.objects.get().topics.count() == 1


def test_what_is_wrong_with_an_archive_is_on_its_page(
    root_client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    file = SimpleUploadedFile("track.zip", b"no zip")
    root_client.post(reverse("assess:arrivals"), {"file": file})
    job = run_here(Job.objects.get())
    said = root_client.get(reverse("jobs:page", args=[job.uuid])).content.decode()
    assert "Nothing was imported" in said
    assert "The file is not a complete zip" in said


def test_it_rejects_what_is_no_file_or_too_large(
    root_client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    url = reverse("assess:arrivals")
    assert root_client.post(url).status_code == 422
    settings.UPLOAD_LIMIT = 1
    file = SimpleUploadedFile("track.zip", b"no zip")
    assert root_client.post(url, {"file": file}).status_code in (413, 422)
    assert not Job.objects.exists()


def test_only_superusers_bring_archives_in(
    track: Track, omar_client: Client, ada_client: Client
) -> None:
    for client in (omar_client, ada_client):
        assert client.get(reverse("assess:arrivals")).status_code == 404
        assert client.post(reverse("assess:arrivals")).status_code == 404


@pytest.mark.parametrize("name", ["assess:archives", "assess:archive"])
def test_it_sends_the_anonymous_to_sign_in(
    track: Track, client: Client, name: str
) -> None:
    ids = [track.uuid, track.uuid][: 1 + (name == "assess:archive")]
    answer = client.get(reverse(name, args=ids))
    assert "/accounts/sign-in/" in answer["Location"]
    assert "/accounts/sign-in/" in client.get(reverse("assess:arrivals"))["Location"]


def test_it_rejects_the_wrong_method(track: Track, omar_client: Client) -> None:
    url = reverse("assess:archive", args=[track.uuid, track.uuid])
    assert omar_client.post(url).status_code == 405
    assert omar_client.put(page(track)).status_code == 405
