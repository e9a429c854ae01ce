"""Snapshots: created by a job, equal for equal data, unchanged afterwards."""

import hashlib
import io
import json
import zipfile
from io import StringIO
from urllib.parse import unquote

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils.http import urlencode

from assess.exchange.exports.registry import Wanted, exporters_of, get_exporter
from assess.exchange.models import Snapshot
from assess.exchange.snapshots.actions import take_snapshot
from assess.exchange.snapshots.requests import asked_for, asked_for_set
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from jobs.models import Job, JobState
from jobs.run import run_here
from tests.assess.exchange.exports.campaign import Judged
from tests.content_paths import stored_path
from tests.make import NOW, make_bank, make_label
from tests.page import facts, texts

pytestmark = pytest.mark.both_stacks


def kept(made: Judged, what: str, **options: str) -> Snapshot:
    """Create a snapshot of one export and run its job."""
    exporter = get_exporter(what)
    rows = {"judge": made.machine, "bank": made.bank}
    parts = {part.name: rows[part.name] for part in exporter.parts}
    asked = asked_for(exporter, Wanted(made.track, parts, options))
    return finished(made, exporter.title, asked)


def finished(made: Judged, title: str, asked: dict[str, object]) -> Snapshot:
    row, job = take_snapshot(made.track, title, asked, by=None, now=NOW)
    done = run_here(job)
    assert done.state == JobState.DONE, done.error
    row.refresh_from_db()
    return row


def content(row: Snapshot) -> bytes:
    return stored_path(row.sha256).read_bytes()


def regrade(made: Judged) -> None:
    make_label(RELEVANCE, made.machine, made.topics[0], made.segments[0], value="3")


def test_the_same_data_asked_for_again_have_the_same_hash(made: Judged) -> None:
    for what in ("qrels", "assignments", "graded-responses", "nuggets-scores"):
        first, second = kept(made, what), kept(made, what)
        assert first.uuid != second.uuid
        assert first.sha256 == second.sha256
        assert first.manifest == second.manifest
        assert hashlib.sha256(content(first)).hexdigest() == first.sha256
        assert len(content(first)) == first.size


def test_later_labels_change_no_snapshot(made: Judged, omar_client: Client) -> None:
    row = kept(made, "qrels")
    before = content(row)
    regrade(made)
    url = f"/tracks/{made.track.uuid}/snapshots/{row.uuid}/file/"
    r = omar_client.get(url)
    assert r.getvalue() == before
    assert r["ETag"] == f'"{row.sha256}"'
    assert kept(made, "qrels").sha256 != row.sha256


def test_a_set_holds_each_export_of_each_row_and_says_what_is_refused(
    made: Judged,
) -> None:
    asked = asked_for_set(exporters_of(made.track))
    row = finished(made, "all exports", asked)
    again = finished(made, "all exports", asked)
    assert (row.sha256, row.manifest) == (again.sha256, again.manifest)
    with zipfile.ZipFile(io.BytesIO(content(row))) as bundle:
        names = bundle.namelist()
        whole = json.loads(bundle.read("manifest.json"))
    assert whole == row.manifest
    assert {name.split("/")[0] for name in names if "/" in name} == {
        part["folder"] for part in whole["parts"] if "folder" in part
    }
    refused = {
        part["of"]: part["refused"] for part in whole["parts"] if "refused" in part
    }
    assert "gold-answers bank=post-edited" in refused
    assert all(".." not in name for name in names)


def test_a_refused_export_says_why_and_can_be_tried_again(made: Judged) -> None:
    exporter = get_exporter("gold-answers")
    asked = asked_for(exporter, Wanted(made.track, {"bank": made.bank}))
    row, job = take_snapshot(made.track, "x", asked, by=None, now=NOW)
    done = run_here(job)
    assert (done.state, row.made_at) == (JobState.FAILED, None)
    assert done.error.startswith("Nobody has written an answer")


def test_a_row_that_went_away_stops_the_job(made: Judged) -> None:
    exporter = get_exporter("nuggets")
    asked = asked_for(exporter, Wanted(made.track, {"bank": made.bank}))
    _row, job = take_snapshot(made.track, "x", asked, by=None, now=NOW)
    made.bank.deleted_at = NOW
    made.bank.save(update_fields=["deleted_at"])
    assert run_here(job).error == "The bank no longer exists."


def test_the_pages_lead_from_a_look_to_a_snapshot(
    made: Judged, omar_client: Client
) -> None:
    base = f"/tracks/{made.track.uuid}"
    asked = {"judge": str(made.machine.uuid), "topics": "9", "unjudged": "minus_one"}
    r = omar_client.post(f"{base}/exports/qrels/keep/", asked)
    row = Snapshot.objects.get()
    assert row.title == "Qrels of machine (baseline)"
    assert r["Location"] == f"{base}/snapshots/{row.uuid}/"
    waiting = omar_client.get(r["Location"]).content.decode()
    assert "waiting" in waiting
    run_here(Job.objects.get(uuid=str(row.job)))
    row.refresh_from_db()
    shown = omar_client.get(r["Location"]).content.decode()
    assert row.sha256 in shown
    assert str(row.uuid) in shown
    assert facts(shown)["Topics"] == "9"
    assert "have the grade -1" in texts(shown, "dd")
    assert content(row) == b"9 0 d0 4\n9 0 d1 0\n9 0 d2 -1\n"
    assert row.sha256[:12] in omar_client.get(f"{base}/snapshots/").content.decode()
    said = omar_client.get(f"{r['Location']}manifest/").json()
    assert said["made_by"] == "omar"
    assert said["content"]["options"]["unjudged"] == "minus_one"


def test_several_exports_are_kept_at_once(made: Judged, omar_client: Client) -> None:
    url = f"/tracks/{made.track.uuid}/snapshots/"
    assert omar_client.post(url, {"exports": []}).status_code == 422
    r = omar_client.post(url, {"exports": ["qrels", "nuggets"]})
    row = Snapshot.objects.get()
    assert r["Location"].endswith(f"/{row.uuid}/")
    assert row.title == "Qrels, Nugget bank"
    run_here(Job.objects.get(uuid=str(row.job)))
    text = omar_client.get(r["Location"]).content.decode()
    assert "qrels judge=machine" in text


def test_a_reason_is_said_once_for_all_that_it_stops(
    made: Judged, omar_client: Client
) -> None:
    make_bank(made.track, "empty")
    row = finished(made, "some", asked_for_set([get_exporter("assignments")]))
    refused = [each for each in row.manifest["parts"] if "refused" in each]
    because = [each for each in refused if each["of"].split()[1] == "bank=empty"]
    assert len(because) > 1
    url = f"/tracks/{made.track.uuid}/snapshots/{row.uuid}/"
    text = omar_client.get(url).content.decode()
    assert text.count(because[0]["refused"]) == 1
    assert all(each["of"] in text for each in refused)


def test_a_deleted_snapshot_is_off_the_pages_and_its_row_stays(
    made: Judged, omar_client: Client
) -> None:
    row = kept(made, "qrels")
    base = f"/tracks/{made.track.uuid}/snapshots/{row.uuid}/"
    assert row.sha256 in omar_client.get(f"{base}delete/").content.decode()
    omar_client.post(f"{base}delete/")
    for tail in ("", "file/", "manifest/", "delete/"):
        assert omar_client.get(base + tail).status_code == 404
    row.refresh_from_db()
    assert row.deleted_at
    assert content(row)


def test_nobody_else_finds_a_snapshot(
    made: Judged, ada_client: Client, client: Client
) -> None:
    row = kept(made, "qrels")
    base = f"/tracks/{made.track.uuid}/snapshots/"
    for tail in ("", f"{row.uuid}/", f"{row.uuid}/file/", f"{row.uuid}/delete/"):
        assert ada_client.get(base + tail).status_code == 404
        assert client.get(base + tail).status_code == 302


def test_it_is_saved_under_the_name_of_its_judge(
    made: Judged, omar_client: Client
) -> None:
    Judge.objects.filter(pk=made.machine.pk).update(name="Ω")
    made.machine.refresh_from_db()
    row = kept(made, "qrels")
    assert row.filename == f"{made.track.slug}-qrels-Ω-baseline.txt"
    base = f"/tracks/{made.track.uuid}/snapshots/{row.uuid}/"
    for tail, name in (("file/", ""), ("manifest/", ".manifest.json")):
        r = omar_client.get(base + tail)
        assert b"".join(r)
        assert unquote(r["Content-Disposition"]).endswith(f"{row.filename}{name}")


def test_an_unmade_snapshot_has_no_file(made: Judged, omar_client: Client) -> None:
    asked = asked_for_set([get_exporter("qrels")])
    row, _job = take_snapshot(made.track, "x", asked, by=None, now=NOW)
    base = f"/tracks/{made.track.uuid}/snapshots/{row.uuid}/"
    for tail in ("file/", "manifest/"):
        assert omar_client.get(base + tail).status_code == 404


def test_the_command_keeps_a_snapshot_and_says_its_hash(made: Judged) -> None:
    said = StringIO()
    given = {"judge": "machine", "snapshot": True, "stdout": said}
    call_command("export", made.track.slug, "qrels", **given)
    row = Snapshot.objects.get()
    assert said.getvalue().startswith(f"{row.sha256}  {row.filename}")
    assert row.title == "Qrels of machine (baseline)"
    with pytest.raises(CommandError, match="--snapshot"):
        call_command("export", made.track.slug, "everything", out="x")


def test_a_look_is_no_snapshot(made: Judged, omar_client: Client) -> None:
    asked = urlencode({"judge": str(made.machine.uuid)})
    omar_client.get(f"/tracks/{made.track.uuid}/exports/qrels/?{asked}")
    assert not Snapshot.objects.exists()


def test_the_chosen_snapshots_are_deleted(made: Judged, omar_client: Client) -> None:
    gone, other = kept(made, "qrels"), kept(made, "assignments")
    at = f"/tracks/{made.track.uuid}/snapshots/"
    omar_client.post(at, {"act": "delete", "row": gone.uuid, "confirm": "1"})
    shown = omar_client.get(at, {"sort": "-size", "state": "kept"})
    assert [line.row for line in shown.context["table"].lines] == [other]
