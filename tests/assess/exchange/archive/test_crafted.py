"""A crafted archive reads, lists and runs nothing outside the uploads.

Every text and JSON column of every registered table gets a path, a NUL and the id of
another track's row. Whatever its rule accepts is imported, and every URL of the track
is requested by each of its people.
"""

from __future__ import annotations

import io
import json
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings as live
from django.db.models import Count
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from assess.exchange.archive.format.manifest import TableFacts
from assess.exchange.archive.format.reader import TableSheet
from assess.exchange.archive.format.tables import Table, all_tables
from assess.exchange.archive.intake.references import Foreign
from jobs.models import Job
from jobs.run import run_here
from llm.models import Call
from runs.models import Topic, Track
from tests.assess.exchange.archive.addresses import addresses, addresses_of_work
from tests.assess.exchange.archive.audit import watched
from tests.assess.exchange.archive.crafted_values import (
    craft,
    craft_row,
    crafted,
    takes,
)
from tests.assess.exchange.archive.damage.members import Parts, sealed, with_row
from tests.assess.exchange.archive.transfer import bring_in, members_of, rows_of
from tests.make import NOW

pytestmark = [
    pytest.mark.usefixtures("installation"),
    pytest.mark.stack("embedded"),
]

SECRET = b"sentinel: nobody reads this"
PUBLIC = (
    "/dev/",
    "/proc/",
    "/usr/share/zoneinfo",
    "/etc/localtime",
    "/etc/mime.types",
)
ROWS = 3  # of a table that are checked


@pytest.fixture
def parts(data: bytes) -> Parts:
    return members_of(data)


@pytest.fixture
def folder(settings: Settings) -> Iterator[Path]:
    """A short path, which fits into every text column, with a sentinel in it."""
    found = Path(tempfile.mkdtemp(dir="/tmp"))
    (found / "s").write_bytes(SECRET)
    settings.DATA_DIR = found / "var"
    settings.DATA_DIR.mkdir()
    yield found
    shutil.rmtree(found)


def columns(data: bytes) -> Iterator[tuple[Table, dict[str, Any]]]:
    rows = rows_of(data)
    for table in all_tables():
        for row in rows.get(table.name, [])[:ROWS]:
            yield table, row


def test_no_column_takes_a_nul(data: bytes) -> None:
    for table, row in columns(data):
        assert craft_row(table, row, "a\0b") == {}, table.name


def test_no_column_takes_the_id_of_another_track_s_row(data: bytes) -> None:
    other = str(Topic.objects.earliest("pk").uuid)
    for table, row in columns(data):
        sheet = TableSheet(table, TableFacts(table.name, tuple(row), 1))
        for column in row.keys() - {"uuid", "key"}:
            for value in crafted(row[column], other):
                if value != row[column] and takes(table, column, value, row):
                    foreign = Foreign()
                    found = [*foreign.look(sheet, 1, {column: value}), *foreign.found()]
                    assert [each.field for each in found] == [column], table.name


def with_job_of_another(parts: Parts) -> Parts:
    """Let the archive's answered call belong to a job of another track here."""
    scope = Track.objects.earliest("pk").uuid
    job = Job.objects.create(kind="judge", scope=scope, title="Judging", created=NOW)
    return with_row(parts, "llm.call", 1, job=str(job.uuid))


def test_a_call_of_a_job_of_another_track_is_refused(
    parts: Parts, tmp_path: Path
) -> None:
    job = bring_in(sealed(with_job_of_another(parts)), tmp_path)
    assert "tables/llm.call.jsonl, line 1, job: it names" in job.error
    assert not Call.objects.exists()


def test_a_call_that_tracks_share_and_is_here_may_name_the_job_that_made_it(
    parts: Parts, tmp_path: Path
) -> None:
    rows = with_job_of_another(parts)
    said = json.loads(rows["tables/llm.call.jsonl"].splitlines()[0])
    known = {name: said[name] for name in ("uuid", "key", "reply", "state", "job")}
    Call.objects.create(**known, started_at=NOW)
    assert bring_in(sealed(rows), tmp_path).error == ""
    assert Call.objects.filter(uuid=said["uuid"], came_with=None).exists()


def test_a_call_with_another_reply_than_here_is_not_the_same(
    parts: Parts, tmp_path: Path
) -> None:
    rows = with_job_of_another(parts)
    said = json.loads(rows["tables/llm.call.jsonl"].splitlines()[0])
    known = {name: said[name] for name in ("key", "state", "job")}
    Call.objects.create(**known, reply="otherwise", started_at=NOW)
    assert "it names" in bring_in(sealed(rows), tmp_path).error


def test_an_archive_that_names_another_track_s_row_is_refused(
    parts: Parts, tmp_path: Path
) -> None:
    other = str(Topic.objects.earliest("pk").uuid)
    name = "tables/assess.allocation.jsonl"
    rows = [json.loads(line) for line in parts[name].splitlines()]
    rows[1]["subject"] = other
    parts[name] = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    job = bring_in(sealed(parts), tmp_path)
    assert f"line 2, subject: it names {other}, a row of another track" in job.error


@pytest.mark.parametrize("form", ["{}", "{0.hex}", "{{{0}}}", "urn:uuid:{}", "{0.urn}"])
@pytest.mark.parametrize("case", [str.lower, str.upper])
def test_an_id_is_found_in_every_form_that_a_look_up_takes(
    data: bytes, form: str, case: Callable[[str], str]
) -> None:
    other = Topic.objects.earliest("pk").uuid
    name = case(form.format(other)).replace("URN:UUID:", "urn:uuid:")
    assert UUID(name) == other
    table, row = next(each for each in columns(data) if "subject" in each[1])
    sheet, foreign = TableSheet(table, TableFacts(table.name, tuple(row), 1)), Foreign()
    found = [*foreign.look(sheet, 1, {"subject": name}), *foreign.found()]
    assert [each.field for each in found] == ["subject"]


@pytest.mark.parametrize(
    ("path", "roles"),
    [("../s", ["organizer", "assessor", "viewer"]), ("{folder}/s", ["organizer"])],
)
def test_nothing_beside_the_uploads_is_read_listed_or_run(
    parts: Parts, folder: Path, path: str, roles: list[str]
) -> None:
    archive = craft(parts, path.format(folder=folder), folder / "var" / "a.zip")
    with watched() as seen:
        job = bring_in(archive, folder / "var")
        assert job.error == ""
        track = Track.objects.get(slug=slug_of(archive))
        try_again(client_of(track, "organizer"), track)
        answers = [*walked(track, roles)]
    assert [path for path, status, _ in answers if status >= 500] == []
    assert not any(SECRET in given or in_zip(given) for _, _, given in answers)
    assert [each for each in seen if not is_ours(each, folder)] == []


def slug_of(archive: bytes) -> str:
    slug: str = rows_of(archive)["runs.track"][0]["slug"]
    return slug


def walked(track: Track, roles: list[str]) -> Iterator[tuple[str, int, bytes]]:
    """Yield each URL's response to each role: path, status, content."""
    for role in roles:
        client = client_of(track, role)
        for address in [*addresses(track), *addresses_of_work(track)]:
            answer = client.get(address)
            yield address, answer.status_code, content(answer)


def client_of(track: Track, role: str) -> Client:
    """Sign in the first of the track's people with a role."""
    people = User.objects.filter(
        memberships__track=track, memberships__role=role
    ).order_by("pk")
    user = people.annotate(held=Count("allocations")).latest("held", "-pk")
    User.objects.filter(pk=user.pk).update(is_active=True)
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.get(pk=user.pk))
    return client


def content(answer: Any) -> bytes:  # noqa: ANN401 - Django's test client says no more
    return b"".join(answer) if answer.streaming else bytes(answer.content)


def in_zip(given: bytes) -> bool:
    """Return whether a file contains the sentinel, packed."""
    if not zipfile.is_zipfile(io.BytesIO(given)):
        return False
    with zipfile.ZipFile(io.BytesIO(given)) as bundle:
        return any(SECRET in bundle.read(name) for name in bundle.namelist())


def try_again(client: Client, track: Track) -> None:
    """Retry every job, create an archive and snapshots, and do the work."""
    jobs = Job.objects.for_scope(track.uuid)
    for job in jobs:
        assert client.post(f"/jobs/{job.uuid}/retry/").status_code == 302
    client.post(f"/tracks/{track.uuid}/archives/")
    client.post(f"/tracks/{track.uuid}/snapshots/", {"all": "on"})
    assert jobs.unfinished().filter(kind="archive").exists()
    for job in jobs.unfinished():
        run_here(job)


def is_ours(event: tuple[str, str], folder: Path) -> bool:
    """Return whether an event concerns only Assay's files and installed programs."""
    _kind, path = event
    if Path(path).is_relative_to(folder):
        return Path(path).is_relative_to(folder / "var")
    # An environment may be a link to another.
    programs = {sys.prefix, sys.base_prefix, str(Path(sys.prefix).resolve())}
    homes = [str(live.BASE_DIR), tempfile.gettempdir(), *programs]
    within = any(Path(path).is_relative_to(home) for home in homes)
    return within or path.startswith(PUBLIC)
