"""Rows that do not fit on a page are on the next, which the URL selects."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from assess.exchange.archive.jobs import BRINGING, MAKING
from assess.judging.adjudication.actions import AdjudicationPlan, open_adjudication
from assess.judging.models import Allocation, Guideline
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from jobs.models import Job, JobState
from nuggets.editing.passages import LISTED, PassageRow, grouped
from nuggets.models import Condition
from runs.models import (
    Import,
    Membership,
    Response,
    Run,
    RunEdit,
    Segment,
    Topic,
    Track,
)
from tests.make import (
    NOW,
    make_allocation,
    make_bank,
    make_judge,
    make_person,
    make_run,
    make_segment,
    make_topic,
    make_track,
)
from tests.page import texts

pytestmark = pytest.mark.stack("embedded")


def names_on(client: Client, address: str, name: str) -> list[int]:
    """Return how often a text is on each of a list’s two pages."""
    pages = []
    for number in (1, 2):
        r = client.get(address, {"page": number})
        assert f"Page {number} of 2" in r.text
        pages.append(r.text.count(name))
    return pages


def test_a_track_s_topics_and_a_run_s_responses_have_pages(
    omar: User, omar_client: Client
) -> None:
    track = make_track(organizer=omar)
    topics = Topic.objects.bulk_create(
        Topic(track=track, name=f"t{n}", text="Why?", position=n) for n in range(250)
    )
    run = make_run(track)
    Response.objects.bulk_create(
        Response(run=run, topic=topic, text="So.", words=1, digest=topic.name)
        for topic in topics
    )
    overview = f"/tracks/{track.uuid}/"
    assert names_on(omar_client, overview, 'title="Why?"') == [200, 50]
    assert names_on(omar_client, f"{overview}runs/{run.uuid}/", ">Why?<") == [
        200,
        50,
    ]


def test_a_track_s_people_and_conditions_have_pages(
    omar: User, omar_client: Client
) -> None:
    track = make_track(organizer=omar)
    make_topic(track)
    people = User.objects.bulk_create(User(username=f"p{n}") for n in range(249))
    Membership.objects.bulk_create(
        Membership(track=track, user=user, role=Membership.ASSESSOR) for user in people
    )
    bank, judge = make_bank(track), make_judge(track)
    Condition.objects.bulk_create(
        Condition(track=track, name=f"c{n}", bank=bank, assignment_judge=judge)
        for n in range(70)
    )
    people_at = f"/tracks/{track.uuid}/people/"
    assert names_on(omar_client, people_at, "Take away<") == [200, 50]
    conditions_at = f"/tracks/{track.uuid}/conditions/"
    assert names_on(omar_client, conditions_at, ">Nuggets<span") == [50, 20]


def test_the_list_of_all_passages_names_so_many_and_counts_the_rest() -> None:
    rows = [PassageRow(n, n, uuid4(), "d", ("a", "b")) for n in range(LISTED - 1)]
    first, second = grouped(rows, ["a", "b"])
    assert (len(first.passages), first.more) == (LISTED - 1, 0)
    assert (len(second.passages), second.more) == (1, LISTED - 2)


def test_an_assessor_s_home_has_pages(ada: User, ada_client: Client) -> None:
    track = make_track(assessors=[ada])
    topics = Topic.objects.bulk_create(
        Topic(track=track, name=f"t{n}", text="Why?", position=n) for n in range(150)
    )
    Allocation.objects.bulk_create(
        Allocation(track=track, work="relevance", topic=topic, assessor=ada)
        for topic in topics
    )
    assert names_on(ada_client, "/", 'class="topic">t') == [100, 50]
    second = ada_client.get("/", {"page": 2}).text
    assert "topic t0, " in second, "what to do next is on every page"


def test_a_home_lists_tracks_in_pages(omar: User, omar_client: Client) -> None:
    for number in range(120):
        make_track(name=f"Campaign {number}", organizer=omar)
    pages = [omar_client.get("/", {"page": n}).context["organized"] for n in "12"]
    assert [len(page) for page in pages] == [100, 20]
    Track.everything.update(deleted_at=NOW)
    assert names_on(omar_client, "/", "<button>Restore") == [100, 20]


def test_adjudications_and_their_topics_have_pages(
    ada: User, omar: User, omar_client: Client
) -> None:
    track = make_track(organizer=omar, assessors=[ada])
    judges = [make_judge(track, name) for name in "ab"]
    topics = Topic.objects.bulk_create(
        Topic(track=track, name=f"t{n}", text="Why?", position=n) for n in range(210)
    )
    segment = make_segment(track, "doc")
    RelevanceLabel.objects.bulk_create(
        RelevanceLabel(judge=judge, topic=topic, segment=segment, value=value, at=NOW)
        for topic in topics
        for judge, value in zip(judges, "04", strict=True)
    )
    found = [
        open_adjudication(
            track,
            f"settled {number}",
            AdjudicationPlan(
                RELEVANCE, judges, [ada], topics if number == 0 else topics[:1]
            ),
            by=omar,
            now=NOW,
        )
        for number in range(60)
    ]
    listed = f"/tracks/{track.uuid}/adjudications/"
    assert names_on(omar_client, listed, ">settled ") == [50, 10]
    one = f"{listed}{found[0].uuid}/"
    assert names_on(omar_client, one, '<th scope="row">t') == [200, 10]


def test_archives_have_pages(omar: User, omar_client: Client) -> None:
    track = make_track(organizer=omar)
    Job.objects.bulk_create(
        Job(
            kind=kind,
            title=f"Archive {n}",
            scope=scope,
            owner=omar,
            state=JobState.CANCELLED,
            created=NOW,
            finished=NOW,
        )
        for n in range(25)
        for kind, scope in ((MAKING, track.uuid), (BRINGING, None))
    )
    assert names_on(omar_client, f"/tracks/{track.uuid}/archives/", ">Archive ") == [
        20,
        5,
    ]
    User.objects.filter(pk=omar.pk).update(is_superuser=True)
    assert names_on(omar_client, "/archives/", ">Archive ") == [20, 5]


def test_a_run_s_trail_and_guidelines_end(omar: User, omar_client: Client) -> None:
    track = make_track(organizer=omar)
    run = make_run(track)
    RunEdit.objects.bulk_create(
        RunEdit(
            run=run,
            before={"group": f"a{n}"},
            after={"group": f"b{n}"},
            at=NOW,
            by=omar,
        )
        for n in range(250)
    )
    at = f"/tracks/{track.uuid}/runs/{run.uuid}/"
    for page in (at, f"{at}change/"):
        assert omar_client.get(page).text.count("<div>group: ") == 50
    said = omar_client.get(f"{at}change/").context["form"].initial
    sent = {name: value or "" for name, value in said.items() if value is not False}
    r = omar_client.post(f"{at}change/", sent | {"group": "another"})
    assert r.status_code == 302, "also where more were made than are shown"
    Guideline.objects.bulk_create(
        Guideline(track=track, work="relevance", number=n, text="So.", at=NOW)
        for n in range(1, 121)
    )
    guidelines = f"/tracks/{track.uuid}/guidelines/relevance/"
    assert names_on(omar_client, guidelines, "<div>Version ") == [100, 20]
    assert 'name="seen" value="120"' in omar_client.get(guidelines, {"page": 2}).text


def test_what_is_put_away_has_pages_and_reads_one_at_a_time(
    omar: User, omar_client: Client
) -> None:
    track = make_track(organizer=omar)
    row = Import.objects.create(
        track=track, kind="run", filename="r", sha256="a" * 64, size=1, state="landed"
    )
    for number in range(60):
        Run.objects.filter(pk=make_run(track, f"run {number}").pk).update(source=row)
    confirm = omar_client.get(f"/tracks/{track.uuid}/put-away/import/{row.uuid}/").text
    assert confirm.count("<li>run <strong") == 50
    assert "and 10 more" in texts(confirm, "li")
    Run.objects.update(deleted_at=NOW)
    listed = f"/tracks/{track.uuid}/put-away/"
    with CaptureQueriesContext(connection) as few:
        omar_client.get(listed)
    for number in range(60, 150):
        make_run(track, f"run {number}")
    Run.objects.update(deleted_at=NOW)
    with CaptureQueriesContext(connection) as many:
        assert names_on(omar_client, listed, 'dir="auto">run ') == [100, 50]
    assert len(many) == 2 * len(few)


def test_work_and_quality_list_people_in_pages(omar: User, omar_client: Client) -> None:
    track = make_track(organizer=omar)
    topic = make_topic(track)
    people = User.objects.bulk_create(User(username=f"p{n:03}") for n in range(210))
    Membership.objects.bulk_create(
        Membership(track=track, user=user, role=Membership.ASSESSOR) for user in people
    )
    Allocation.objects.bulk_create(
        Allocation(track=track, work="relevance", topic=topic, assessor=user)
        for user in people
    )
    work = f"/tracks/{track.uuid}/work/"
    r = omar_client.get(work, {"page": 2})
    assert "Page 2 of 2" in r.text, "by person"
    assert "Page 1 of 9" in r.text, "by topic"
    assert len(r.context["people"]) == 10
    r = omar_client.get(work, {"work-page": 9})
    assert "Page 9 of 9" in r.text
    assert (len(r.context["people"]), len(r.context["table"].lines)) == (200, 10)
    quality = f"/tracks/{track.uuid}/quality/"
    sizes = [len(omar_client.get(quality, {"page": n}).context["page"]) for n in "123"]
    assert sizes == [100, 100, 10]
    Allocation.objects.filter(assessor__in=people[120:]).delete()
    r = omar_client.get(work, {"page": 2})
    assert len(r.context["people"]) == 120, "a list that fits on one page is on each"


def test_the_known_items_that_a_person_labelled_have_pages(
    ada: User, omar: User, omar_client: Client
) -> None:
    track = make_track(organizer=omar, assessors=[ada])
    topic, known, own = make_topic(track), make_judge(track), make_person(ada, track)
    segments = Segment.objects.bulk_create(
        Segment(track=track, docid=f"d{n}", text="So.") for n in range(210)
    )
    RelevanceLabel.objects.bulk_create(
        RelevanceLabel(judge=judge, topic=topic, segment=segment, value="2", at=NOW)
        for segment in segments
        for judge in (known, own)
    )
    work = make_allocation(topic, ada, work="relevance")
    Allocation.objects.filter(pk=work.pk).update(known=known)
    at = f"/tracks/{track.uuid}/work/people/{ada.uuid}/known/relevance/{known.uuid}/"
    pages = [omar_client.get(at, {"page": n}).context["page"] for n in "12"]
    assert [len(page) for page in pages] == [200, 10]
