"""List pages: the table alone for htmx, acts on chosen rows, each with its way back."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from assess.judging.models import Allocation, Remark, Thread
from jobs.models import Job, JobState
from runs.models import Membership, Run, Topic, Track
from tests.make import (
    make_allocation,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)

HTMX = {"HX-Request": "true", "HX-Target": "table-topics"}


@pytest.fixture
def track(omar: User, ada: User) -> Track:
    track = make_track(organizer=omar, assessors=[ada])
    for n in range(3):
        make_topic(track, f"t{n}", f"Why does harbour {n} freeze?")
    return track


def at(track: Track, tail: str) -> str:
    return f"/tracks/{track.uuid}/{tail}/"


def test_htmx_gets_the_table_alone_and_its_short_address(
    track: Track, omar_client: Client
) -> None:
    r = omar_client.get(at(track, "topics"), {"q": "1", "parts": ""}, headers=HTMX)
    assert r.text.lstrip().startswith('<div id="table-topics"')
    assert "t1" in r.text
    assert "t2" not in r.text
    assert r["HX-Push-Url"] == f"{at(track, 'topics')}?q=1"
    assert {"HX-Request", "HX-Target"} <= set(r["Vary"].split(", "))


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"HX-Request": "true", "HX-Target": "elsewhere"},
        {**HTMX, "HX-History-Restore-Request": "true"},
    ],
)
def test_everybody_else_gets_the_page(
    track: Track, omar_client: Client, headers: dict[str, str]
) -> None:
    r = omar_client.get(at(track, "topics"), {"q": "1"}, headers=headers)
    assert r.text.startswith("<!doctype html>")
    assert 'value="1"' in r.text
    assert "HX-Request" in r["Vary"]


def chosen(track: Track, *names: str) -> list[str]:
    topics = Topic.objects.filter(track=track, name__in=names)
    return [str(topic.uuid) for topic in topics]


def left(track: Track) -> set[str]:
    return set(track.topics.values_list("name", flat=True))


def test_an_act_says_how_many_then_does_it_and_returns_to_the_same_rows(
    track: Track, omar_client: Client
) -> None:
    address = f"{at(track, 'topics')}?sort=-name"
    form = {"act": "put_away", "row": chosen(track, "t0", "t2")}
    r = omar_client.post(address, form)
    assert "Put away: 2 topics?" in r.text
    assert left(track) == {"t0", "t1", "t2"}
    r = omar_client.post(address, {**form, "confirm": "1"}, follow=True)
    assert r.redirect_chain == [(address, 302)]
    assert "2 topics are put away. You can restore them" in r.text
    assert left(track) == {"t1"}
    away = omar_client.get(at(track, "put-away")).text
    assert "t0" in away
    assert "t2" in away
    form = {"act": "restore", "every": "on", "confirm": "1"}
    omar_client.post(f"{at(track, 'put-away')}?q=t2", form)
    assert left(track) == {"t1", "t2"}


def test_every_row_means_those_that_the_address_finds(
    track: Track, omar_client: Client
) -> None:
    address = f"{at(track, 'topics')}?q=harbour+1"
    r = omar_client.post(address, {"act": "put_away", "every": "on"})
    assert "Put away: 1 topic?" in r.text
    omar_client.post(address, {"act": "put_away", "every": "on", "confirm": "1"})
    assert left(track) == {"t0", "t2"}


def test_without_rows_or_with_too_many_nothing_happens(
    track: Track, omar_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = at(track, "topics")
    none = {"act": "put_away", "row": ["x", "\0"], "confirm": "1"}
    r = omar_client.post(address, none, follow=True)
    assert "Choose the topics first." in r.text
    monkeypatch.setattr("config.tables.bulk.MOST", 2)
    every = {"act": "put_away", "every": "on", "confirm": "1"}
    r = omar_client.post(address, every, follow=True)
    assert "At most 2 topics can be changed at once." in r.text
    assert left(track) == {"t0", "t1", "t2"}


def test_an_unknown_act_is_refused(track: Track, omar_client: Client) -> None:
    r = omar_client.post(at(track, "topics"), {"act": "delete", "every": "on"})
    assert r.status_code == 400


def test_rows_of_another_track_and_other_people_stay_out(
    track: Track, omar: User, omar_client: Client, ada_client: Client
) -> None:
    other = make_topic(make_track(organizer=omar), "foreign")
    form = {"act": "put_away", "row": [str(other.uuid)], "confirm": "1"}
    omar_client.post(at(track, "topics"), form)
    assert Topic.objects.filter(pk=other.pk).exists()
    form["row"] = chosen(track, "t0")
    assert ada_client.post(at(track, "topics"), form).status_code == 404
    assert left(track) == {"t0", "t1", "t2"}


def test_runs_are_filtered_by_group_and_put_away(
    track: Track, omar_client: Client
) -> None:
    for name, group in (("a", "Lab"), ("b", "Lab"), ("c", "Other")):
        make_run(track, name, group=group)
    r = omar_client.get(at(track, "runs"), {"group": "Lab"})
    assert [line.row.name for line in r.context["table"].lines] == ["a", "b"]
    form = {"act": "put_away", "every": "on", "confirm": "1"}
    omar_client.post(f"{at(track, 'runs')}?group=Lab", form)
    assert [run.name for run in Run.objects.visible().filter(track=track)] == ["c"]


def test_work_is_taken_back_and_finished_work_is_not(
    track: Track, ada: User, omar_client: Client
) -> None:
    topics = list(track.topics.all())
    works = [make_allocation(topic, ada) for topic in topics]
    done = works[0]
    Allocation.objects.filter(pk=done.pk).update(finished_at=timezone.now())
    rows = [str(work.uuid) for work in works]
    form = {"act": "take_back", "row": rows, "confirm": "1"}
    r = omar_client.post(at(track, "work"), form, follow=True)
    assert "2 pieces of work are free again." in r.text
    assert "Not done for 1 piece of work: It was finished or taken back" in r.text
    assert [work.pk for work in Allocation.objects.held()] == [done.pk]


def test_flags_are_settled_and_opened_again(
    track: Track, ada: User, omar_client: Client
) -> None:
    work = make_allocation(track.topics.all()[0], ada, work="relevance")
    for n in range(2):
        item = str(make_segment(track, f"doc#{n}").uuid)
        thread = Thread.objects.create(allocation=work, item=item, about=f"Item {n}")
        Remark.objects.create(
            thread=thread, kind="flag", author=ada, text="Odd", at=timezone.now()
        )
    form = {"act": "settle", "every": "on", "confirm": "1"}
    r = omar_client.post(at(track, "threads"), form, follow=True)
    assert "2 flags and comments are settled." in r.text
    assert Thread.objects.open().count() == 0
    assert Remark.objects.count() == 2, "nothing is said in anybody's name"
    form["act"] = "open"
    omar_client.post(f"{at(track, 'threads')}?q=item+1", form)
    assert [thread.about for thread in Thread.objects.open()] == ["Item 1"]


def test_waiting_jobs_are_cancelled(track: Track, omar_client: Client) -> None:
    made = {"kind": "import", "scope": track.uuid, "created": timezone.now()}
    waiting = Job.objects.create(title="waits", **made)
    ended = Job.objects.create(
        title="ended", state=JobState.DONE, finished=timezone.now(), **made
    )
    form = {"act": "cancel", "every": "on", "confirm": "1"}
    r = omar_client.post(f"/jobs/scope/{track.uuid}/", form, follow=True)
    assert "1 job is cancelled" in r.text
    assert "It has ended already." in r.text
    waiting.refresh_from_db()
    ended.refresh_from_db()
    assert (waiting.state, ended.state) == (JobState.CANCELLED, JobState.DONE)


def test_the_last_organizer_keeps_the_role(track: Track, omar_client: Client) -> None:
    form = {"act": "take_away", "every": "on", "confirm": "1"}
    r = omar_client.post(at(track, "people"), form, follow=True)
    assert "1 person is without a role here now." in r.text
    assert "Not done for 1 person" in r.text
    roles = Membership.objects.filter(track=track).values_list("role", flat=True)
    assert list(roles) == [Membership.ORGANIZER]


def test_segments_are_listed(track: Track, omar_client: Client) -> None:
    run = make_run(track, "run-a")
    segment = make_segment(track, "doc#1")
    make_segment(track, "doc#2", "")
    for topic in track.topics.all():
        make_response(run, topic, cites=segment)
    r = omar_client.get(at(track, "segments"))
    cited = [
        (line.row.segment.docid, line.row.cited) for line in r.context["table"].lines
    ]
    assert cited == [("doc#1", 6), ("doc#2", 0)]
    r = omar_client.get(at(track, "segments"), {"text": "missing"})
    assert [line.row.segment.docid for line in r.context["table"].lines] == ["doc#2"]
