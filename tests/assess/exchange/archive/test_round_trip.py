"""An archive imported into an empty installation: the same pages, the same exports."""

import json
from pathlib import Path
from uuid import UUID

import pytest

from accounts.models import User
from assess.exchange.archive.intake.prompts import Used, prompt_text
from assess.exchange.exports.catalogue import digests
from assess.exchange.models import Snapshot
from assess.judging.models import Change, Judge, Slot
from jobs.models import JobState
from llm.models import Call
from runs.models import Import, Run, Track
from tests.assess.exchange.archive.original import (
    Original,
    edits_of,
    pages_of,
    rankings_of,
)
from tests.assess.exchange.archive.transfer import (
    archive_of,
    bring_in,
    members_of,
    rows_of,
    track_rows,
)
from tests.content_paths import stored_path

pytestmark = pytest.mark.stack("production")


@pytest.fixture
def track(installation: None, data: bytes, tmp_path: Path) -> Track:
    job = bring_in(data, tmp_path)
    assert job.error == ""
    return Track.objects.get(slug="sample")


def test_the_campaign_has_something_in_every_table(original: Original) -> None:
    assert original.empty == []


def test_the_same_track_gives_the_same_bytes(original: Original) -> None:
    assert original.data == original.again


def test_it_gives_the_same_exports(track: Track, original: Original) -> None:
    assert len(original.exports) > 50
    assert digests(track, every_form=False) == original.exports


def test_it_gives_the_same_pages(track: Track, original: Original) -> None:
    there = pages_of(track)
    assert there.keys() == original.pages.keys()
    for name, page in there.items():
        assert page == original.pages[name], name


def test_it_gives_the_same_archive(track: Track, original: Original) -> None:
    assert archive_of(track) == original.data


def test_row_numbers_in_lists_and_histories_follow_their_rows(
    track: Track, original: Original
) -> None:
    assert rankings_of(track) == original.rankings
    assert edits_of(track) == original.edits
    assert any("One that does not stay" in texts for texts in original.edits)


def test_new_rows_find_a_free_number(track: Track) -> None:
    newest = Change.objects.latest("pk")
    newest.pk = newest.key = None
    newest.save()
    assert Run.objects.create(track=track, name="new", task="rag").pk


def test_a_key_to_a_row_that_points_back_is_filled_in(track: Track) -> None:
    slot = Slot.objects.get(replaces__isnull=False)
    assert slot.replaces is not None
    assert slot.replaces.threads.exists()


def test_the_second_time_nothing_changes_and_it_says_so(
    track: Track, data: bytes, tmp_path: Path
) -> None:
    before = track_rows()
    again = bring_in(data, tmp_path)
    assert (again.state, track_rows()) == (JobState.DONE, before)
    assert "Nothing changed" in again.result["state"]


def test_a_track_with_other_content_is_kept_and_the_difference_named(
    track: Track, data: bytes, tmp_path: Path
) -> None:
    Run.objects.filter(track=track, name="mossy-dense").update(group="others")
    Judge.objects.filter(track=track, name="two").update(rule="union")
    before = track_rows()
    job = bring_in(data, tmp_path)
    assert job.state == JobState.FAILED
    assert "is here already, with other content" in job.error
    reasons = [failure.reason for failure in job.failures.all()]
    assert [reason.split(", line")[0] for reason in reasons] == [
        "tables/assess.judge.jsonl",
        "tables/runs.run.jsonl",
    ]
    assert "group differ here" in reasons[1]
    assert track_rows() == before
    assert Run.objects.get(track=track, name="mossy-dense").group == "others"


def test_a_change_less_is_a_difference(
    track: Track, data: bytes, tmp_path: Path
) -> None:
    Change.objects.filter(judge__track=track).latest("pk").delete()
    assert "tables/assess.change.jsonl" in bring_in(data, tmp_path).error


def test_the_order_of_keys_in_what_is_stored_is_no_difference(
    track: Track, data: bytes, tmp_path: Path
) -> None:
    row = Import.objects.filter(track=track, kind="run")[0]
    turned = dict(reversed(row.params.items()))
    Import.objects.filter(pk=row.pk).update(params=turned)
    assert json.dumps(turned) != json.dumps(row.params)
    assert bring_in(data, tmp_path).state == JobState.DONE


def test_another_track_of_its_short_name_keeps_it_out(
    installation: None, data: bytes, tmp_path: Path
) -> None:
    Track.objects.update(slug="sample")
    before = track_rows()
    job = bring_in(data, tmp_path)
    assert "runs.track.jsonl, line 1, slug" in job.error
    assert track_rows() == before


def test_what_is_under_way_is_no_part_of_it(data: bytes) -> None:
    tables = rows_of(data)
    assert "on its way" not in {row["name"] for row in tables["runs.run"]}
    assert {row["state"] for row in tables["jobs.job"]} == {"done"}
    assert {row["state"] for row in tables["runs.import"]} == {"landed"}


def test_no_secret_of_an_account_is_in_it(data: bytes) -> None:
    known = {"uuid", "username", "first_name", "last_name"}
    assert all(set(row) == known for row in rows_of(data)["accounts.user"])
    assert b"machine.test" not in b"".join(members_of(data).values())


def test_who_has_an_account_keeps_it_and_others_cannot_sign_in(
    installation: None, data: bytes, tmp_path: Path
) -> None:
    here = User.objects.create_user("ada", password="mine", first_name="Another")
    job = bring_in(data, tmp_path)
    assert job.result["people_here_already"] == "ada"
    assert job.result["accounts_made_that_cannot_sign_in"] == "bea, omar, vera"
    track = Track.objects.get(slug="sample")
    assert track.memberships.get(user=here).role == "assessor"
    ada = User.objects.get(username="ada")
    assert (ada.first_name, ada.check_password("mine")) == ("Another", True)
    bea = User.objects.get(username="bea")
    assert (bea.is_active, bea.has_usable_password()) == (False, False)
    assert "Nothing changed" in bring_in(data, tmp_path).result["state"]


def test_files_that_came_in_and_snapshots_come_along(track: Track) -> None:
    kept = Snapshot.objects.get(filename="sample-qrels.qrels")
    assert stored_path(kept.sha256).read_bytes() == b"a kept export"
    files = Import.objects.values_list("sha256", flat=True)
    assert all(stored_path(sha256).is_file() for sha256 in files)


def test_the_prompts_that_were_used_come_along(track: Track, data: bytes) -> None:
    used = Used("judge_support", "1")
    text = prompt_text(track, used, "default")
    assert text in members_of(data).values()
    assert prompt_text(track, Used("judge_support", "unknown"), "default") is None


def test_the_ledger_knows_which_answers_an_archive_brought(
    track: Track, data: bytes
) -> None:
    (there,) = [row for row in rows_of(data)["llm.call"] if row["state"] == "answered"]
    call = Call.objects.get(uuid=there["uuid"])
    assert call.came_with == track.uuid
    answered = Call.objects.answered_for(UUID(int=0)).filter(key=call.key)
    assert not answered.exists()
    assert Call.objects.answered_for(track.uuid).get(key=call.key) == call


def test_the_ledger_keeps_its_own_answer_to_a_call(
    installation: None, data: bytes, tmp_path: Path
) -> None:
    (there,) = [row for row in rows_of(data)["llm.call"] if row["state"] == "answered"]
    ours = Call.objects.create(
        key=there["key"],
        state="answered",
        reply="otherwise",
        started_at="2026-01-01T00:00Z",
    )
    assert bring_in(data, tmp_path).error == ""
    ours.refresh_from_db()
    assert (ours.reply, ours.state) == ("otherwise", "answered")
    assert Call.objects.get(uuid=there["uuid"]).state == "failed"
    assert "Nothing changed" in bring_in(data, tmp_path).result["state"]


def test_nobody_sees_a_track_before_all_of_it_is_in(
    installation: None,
    data: bytes,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = []

    def look(running: object) -> None:
        seen.append(Track.objects.count() > 1)

    monkeypatch.setattr("jobs.run.Running.check", look)
    monkeypatch.setattr("assess.exchange.archive.job.EVERY", 10)
    assert bring_in(data, tmp_path).error == ""
    assert len(seen) > 100
    assert not any(seen)
    assert Track.objects.filter(slug="sample").exists()
