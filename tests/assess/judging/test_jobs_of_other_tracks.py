"""A job works only on rows of its own track, whatever its parameters contain."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from assess.exchange.models import Snapshot
from jobs.actions import create_job
from jobs.models import Job, JobState
from jobs.run import run_here
from nuggets.models import Bank
from runs.models import Import, Track
from tests.make import NOW, make_bank, make_judge, make_track


def make_snapshot(track: Track) -> Snapshot:
    asked = {"export": "qrels"}
    return Snapshot.objects.create(track=track, asked=asked, created_at=NOW)


def foreign_import(track: Track) -> dict[str, str]:
    row = Import.objects.create(track=track, kind="run", sha256="", size=1)
    return {"import": str(row.uuid)}


def foreign_snapshot(track: Track) -> dict[str, str]:
    return {"snapshot": str(make_snapshot(track).uuid)}


def foreign_judge(track: Track) -> dict[str, str]:
    judge = make_judge(track, "rule")
    return {"judge": str(judge.uuid), "label": "relevance"}


def foreign_bank(track: Track) -> dict[str, str]:
    bank = make_bank(track)
    judge = make_judge(track, "rule")
    Bank.objects.filter(pk=bank.pk).update(drafted_by=judge, qrels_judge=judge)
    return {"bank": str(bank.uuid)}


@pytest.mark.parametrize(
    ("kind", "named"),
    [
        ("import", foreign_import),
        ("export", foreign_snapshot),
        ("judge", foreign_judge),
        ("draft", foreign_bank),
    ],
)
def test_a_job_finds_no_row_of_another_track(
    db: None, kind: str, named: Callable[[Track], dict[str, Any]]
) -> None:
    own, other = make_track(), make_track(name="Another track")
    params = named(other)
    job = create_job(kind, scope=own.uuid, owner=None, title="", params=params, now=NOW)
    done = run_here(job)
    assert done.state == JobState.FAILED
    assert done.result == {}
    assert "DoesNotExist" in done.error or "no longer exists" in done.error


@pytest.mark.parametrize("page", ["imports", "snapshots"])
def test_a_page_shows_no_job_of_another_track(
    omar: User, omar_client: Client, page: str
) -> None:
    track, other = make_track(organizer=omar), make_track(name="Another track")
    job = create_job(
        "import", scope=other.uuid, owner=None, title="Secret", params={}, now=NOW
    )
    Job.objects.filter(pk=job.pk).update(state=JobState.FAILED, finished=NOW)
    row: Any = make_snapshot(track)
    if page == "imports":
        row = Import.objects.create(track=track, kind="run", sha256="", size=1)
    row.job = job.uuid
    row.save()
    answer = omar_client.get(f"/tracks/{track.uuid}/{page}/{row.uuid}/")
    assert answer.status_code == 200
    assert "Secret" not in answer.content.decode()
