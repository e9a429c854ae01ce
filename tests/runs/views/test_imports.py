import re
from collections.abc import Iterator

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from jobs.actions import request_cancel
from jobs.models import Job
from jobs.run import run_here
from runs.models import Import, Track
from tests.make import make_topic, make_track
from tests.page import markup, select, texts
from tests.runs.import_form import bring_in, queue_import

BAD = "14 0 d1 2\n14 0 <script>alert(1)</script> 9\n"


@pytest.fixture
def track(omar: User, ada: User, bea: User) -> Track:
    track = make_track(organizer=omar, assessors=[ada], viewer=bea)
    make_topic(track, "14")
    return track


@pytest.fixture
def row(track: Track) -> Import:
    return bring_in(track, "qrels", BAD, judge="nist")


def upload(content: bytes = b"15\ta\n", name: str = "topics.tsv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def form(track: Track, kind: str = "topics") -> str:
    return reverse("runs:import_file", args=(track.uuid, kind))


def pages(track: Track, row: Import) -> Iterator[str]:
    yield reverse("runs:imports", args=(track.uuid,))
    yield reverse("runs:import_new", args=(track.uuid,))
    yield form(track)
    yield reverse("runs:import", args=(track.uuid, row.uuid))
    yield reverse("runs:import_report", args=(track.uuid, row.uuid))


def test_an_organizer_sees_every_page(
    omar_client: Client, track: Track, row: Import
) -> None:
    for url in pages(track, row):
        assert omar_client.get(url).status_code == 200, url


def test_it_hides_imports_from_everybody_else(
    ada_client: Client, bea_client: Client, track: Track, row: Import
) -> None:
    for url in pages(track, row):
        assert ada_client.get(url).status_code == 404, url
        assert bea_client.get(url).status_code == 404, url
    posted = ada_client.post(form(track), {"file": upload()})
    assert posted.status_code == 404


def test_it_hides_an_import_under_another_track(
    omar_client: Client, omar: User, row: Import
) -> None:
    other = make_track(organizer=omar)
    url = reverse("runs:import", args=(other.uuid, row.uuid))
    assert omar_client.get(url).status_code == 404


def test_it_sends_the_anonymous_to_sign_in(
    client: Client, track: Track, row: Import
) -> None:
    for url in pages(track, row):
        answer = client.get(url)
        assert (answer.status_code, "sign" in answer["Location"]) == (302, True)


def test_it_rejects_the_wrong_method(
    omar_client: Client, track: Track, row: Import
) -> None:
    for url in pages(track, row):
        assert omar_client.put(url).status_code == 405, url


def test_an_upload_starts_an_import(omar_client: Client, track: Track) -> None:
    answer = omar_client.post(form(track), {"file": upload()})
    row = Import.objects.get()
    assert answer["Location"] == reverse("runs:import", args=(track.uuid, row.uuid))
    assert (row.filename, row.by) == ("topics.tsv", track.memberships.first().user)  # type: ignore[union-attr]
    run_here(Job.objects.get())
    assert track.topics.count() == 2
    assert b"Accepted" in omar_client.get(answer["Location"]).content


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        ("topics", {}, "This field is required."),
        ("topics", {"file": b""}, "The submitted file is empty."),
        ("qrels", {"file": b"x"}, "This field is required."),
        ("run", {"file": b"x", "task": "gen"}, "not one of the available choices"),
        ("run", {"file": b"x", "task": "r", "priority": "0"}, "greater than or equal"),
    ],
)
def test_a_bad_form_comes_back_with_its_errors(
    omar_client: Client, track: Track, kind: str, data: dict[str, object], words: str
) -> None:
    sent = {
        name: upload(value) if isinstance(value, bytes) else value
        for name, value in data.items()
    }
    answer = omar_client.post(form(track, kind), sent)
    assert answer.status_code == 422
    assert words in markup(answer)
    assert not Import.objects.exists()


def test_too_large_an_upload_is_refused_and_not_kept(
    omar_client: Client, track: Track, settings: Settings
) -> None:
    settings.UPLOAD_LIMIT = 1024 * 1024
    answer = omar_client.post(form(track), {"file": upload(b"x" * (1024 * 1024 + 1))})
    assert answer.status_code == 422
    assert "The file is larger than 1 MB." in markup(answer)
    assert not Import.objects.exists()


def test_an_unknown_kind_is_a_404(omar_client: Client, track: Track) -> None:
    assert omar_client.get(form(track, "spells")).status_code == 404


def test_the_kinds_stand_in_the_order_of_a_campaign(
    omar_client: Client, track: Track
) -> None:
    url = reverse("runs:import_new", args=(track.uuid,))
    page = markup(omar_client.get(url))
    assert re.findall(r"imports/new/(\w+)/", page) == [
        "topics",
        "subnarratives",
        "reference_list",
        "run",
        "qrels",
        "rj",
        "nuggets",
        "exam_bank",
        "assignments",
        "exam_grades",
        "support",
        "board",
        "segments",
    ]
    assert "First of all: everything else names its topics." in page


def test_what_a_file_holds_is_escaped(
    omar_client: Client, track: Track, omar: User
) -> None:
    row, job = queue_import(track, "qrels", BAD, judge="<b>nist</b>")
    Import.objects.filter(pk=row.pk).update(filename='"><img src=x onerror=alert(1)>')
    run_here(job)
    url = reverse("runs:import", args=(track.uuid, row.uuid))
    listed = reverse("runs:imports", args=(track.uuid,))
    for page in (omar_client.get(url), omar_client.get(listed)):
        assert b"<script>alert" not in page.content
        assert b"<img src=x" not in page.content
    assert b"&lt;script&gt;alert" in omar_client.get(url).content


def report(client: Client, row: Import) -> str:
    url = reverse("runs:import_report", args=(row.track.uuid, row.uuid))
    return markup(client.get(url))


def test_the_report_polls_only_while_it_is_under_way(
    omar_client: Client, track: Track
) -> None:
    row, job = queue_import(track, "qrels", BAD, judge="nist")
    assert select(report(omar_client, row), '[hx-trigger="every 1s"]')
    run_here(job)
    assert "hx-trigger" not in report(omar_client, row)


def test_the_report_counts_by_name_whatever_the_database_keeps(
    omar_client: Client, row: Import
) -> None:
    Import.objects.update(counts={"topics": 2, "nuggets": 31})
    said = report(omar_client, row)
    assert said.index("<dt>nuggets</dt>") < said.index("<dt>topics</dt>")


def test_the_report_stops_when_the_job_is_cancelled_while_it_waits(
    omar_client: Client, track: Track
) -> None:
    row, job = queue_import(track, "qrels", BAD, judge="nist")
    request_cancel(job.uuid, now=timezone.now())
    said = report(omar_client, row)
    assert "hx-trigger" not in said
    assert "Cancelled" in said


def test_the_report_says_why_a_file_was_not_accepted(
    omar_client: Client, row: Import
) -> None:
    said = report(omar_client, row)
    assert "Not accepted: 1 error" in said
    assert "The grade is not on the track&#x27;s scale." in said
    assert "9" in texts(said, "mark")
    assert "Nothing was imported." in said


def test_a_failure_is_said_to_be_ours(
    omar_client: Client, track: Track, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object, **_more: object) -> None:
        raise RuntimeError("no disk")

    monkeypatch.setattr("assess.kinds.relevance.importer.read_qrels", fail)
    row = bring_in(track, "qrels", BAD, judge="nist")
    assert "This is an error of Assay, not of the file." in report(omar_client, row)


def test_the_list_takes_as_many_queries_for_many_as_for_one(
    omar_client: Client,
    track: Track,
    row: Import,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(5):
        bring_in(track, "topics", f"t{number}\ta\n")
    with django_assert_max_num_queries(8) as queries:
        omar_client.get(reverse("runs:imports", args=(track.uuid,)))
    assert not any('"findings"' in query["sql"] for query in queries)
