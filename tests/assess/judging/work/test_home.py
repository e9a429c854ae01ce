"""Home for each role, and a track's overview."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from assess.judging.models import Allocation
from jobs.models import Job, JobState
from nuggets.assignment.kind import ASSIGNMENT
from runs.models import Import, Track
from tests.make import (
    NOW,
    make_allocation,
    make_bank,
    make_judge,
    make_label,
    make_person,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)
from tests.page import facts, select


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada, bea])


def home(client: Client) -> str:
    return client.get("/").content.decode()


def work_on(track: Track, name: str, assessor: User, *, done: int = 0) -> Allocation:
    topic = make_topic(track, name)
    version = make_version(make_bank(track, f"bank of {name}"), topic)
    response = make_response(make_run(track, f"run-{name}"), topic)
    judge = make_person(assessor, track)
    for nugget in nuggets_of(version)[:done]:
        make_label(ASSIGNMENT, judge, nugget, response, value="support")
    return make_allocation(topic, assessor, version.bank)


def test_an_assessor_is_led_to_the_work_they_began(
    track: Track, ada: User, ada_client: Client
) -> None:
    work_on(track, "301", ada)
    begun = work_on(track, "302", ada, done=1)
    page = home(ada_client)
    assert "Go on with\n    topic 302" in page
    assert "1 of 2 labels left" in page
    assert page.count("button primary") == 1
    assert select(page, f'.button.primary[href="/work/{begun.uuid}/"]')
    assert "1 of 4 labels" in page


def test_work_with_every_label_given_is_to_be_finished(
    track: Track, ada: User, ada_client: Client
) -> None:
    work_on(track, "301", ada, done=2)
    page = home(ada_client)
    assert "Finish\n    topic 301, assignment:\n    all 2 labels done." in page
    assert ">Finish it <kbd>" in page
    assert "left" not in page


def test_an_assessor_with_nothing_begun_is_led_to_the_first(
    track: Track, ada: User, ada_client: Client
) -> None:
    first = work_on(track, "301", ada)
    work_on(track, "302", ada)
    page = home(ada_client)
    assert "Begin with\n    topic 301" in page
    assert select(page, f'.button.primary[href="/work/{first.uuid}/"]')


def test_digits_open_the_first_nine_works_of_all_piles(
    track: Track, ada: User, ada_client: Client
) -> None:
    other = make_track(name="other", assessors=[ada])
    for number in range(6):
        work_on(track, f"a{number}", ada)
        work_on(other, f"b{number}", ada)
    page = home(ada_client)
    assert re.findall(r'data-key="(\d)"', page) == list("123456789")
    assert re.findall(r"<kbd>(\d)</kbd>", page) == list("123456789")


def test_an_inbox_holds_only_ones_own_open_work(
    track: Track, ada: User, bea: User, ada_client: Client
) -> None:
    work_on(track, "301", bea)
    Allocation.objects.filter(pk=work_on(track, "302", ada).pk).update(released_at=NOW)
    page = home(ada_client)
    assert "opic 301" not in page
    assert "opic 302" not in page
    assert "No work yet" in page


def test_finished_work_can_be_looked_at_again(
    track: Track, ada: User, ada_client: Client
) -> None:
    done = work_on(track, "301", ada, done=2)
    Allocation.objects.filter(pk=done.pk).update(finished_at=NOW)
    page = home(ada_client)
    assert "All your work is done" in page
    assert f'href="/work/{done.uuid}/">Look again' in page


def test_finished_work_comes_back_with_a_late_run(
    track: Track, ada: User, ada_client: Client
) -> None:
    done = work_on(track, "301", ada, done=2)
    Allocation.objects.filter(pk=done.pk).update(finished_at=NOW)
    make_response(make_run(track, "late"), done.topic)
    assert "Go on with\n    topic 301" in home(ada_client)


def test_work_goes_to_its_own_page(
    track: Track, ada: User, ada_client: Client, bea_client: Client
) -> None:
    work = work_on(track, "301", ada)
    address = f"/work/{work.uuid}/"
    assert ada_client.get(address)["Location"] == f"{address}assign/"
    assert bea_client.get(address).status_code == 404
    assert ada_client.post(address).status_code == 405
    Allocation.objects.update(work="gone")
    assert ada_client.get(address).status_code == 404


def test_an_organizer_sees_what_waits(
    track: Track, ada: User, omar: User, omar_client: Client
) -> None:
    assert "Bring in topics" in home(omar_client)
    make_topic(track, "300")
    assert "Add runs" in home(omar_client)
    make_run(track)
    assert "Hand out work" in home(omar_client)
    work_on(track, "301", ada)
    Job.objects.create(kind="k", scope=track.uuid, title="t", created=timezone.now())
    Import.objects.create(
        track=track, kind="run", filename="f", sha256="", size=1, state="refused"
    )
    page = home(omar_client)
    assert "See the progress" in page
    assert "2 topics" in page
    assert "jobs under way" in page
    assert "imports not accepted" in page


def test_a_viewer_finds_leaderboards(omar: User, bea: User) -> None:
    track = make_track(viewer=bea)
    client = Client()
    client.force_login(bea)
    page = home(client)
    assert "Leaderboards" in page
    assert str(track.uuid) in page


def test_a_superuser_without_tracks_creates_one(db: None) -> None:
    client = Client()
    client.force_login(User.objects.create_superuser("root", password="root"))
    assert "Create a track" in home(client)


def test_a_person_without_a_role_is_told_whom_to_ask(ada_client: Client) -> None:
    assert "You are in no track yet" in home(ada_client)


def test_home_sends_the_anonymous_to_sign_in(client: Client, db: None) -> None:
    assert client.get("/")["Location"] == "/accounts/sign-in/?next=/"


def test_home_rejects_the_wrong_method(ada_client: Client) -> None:
    assert ada_client.post("/").status_code == 405


def test_home_takes_as_many_queries_for_much_work_as_for_little(
    track: Track,
    ada: User,
    omar: User,
    ada_client: Client,
    omar_client: Client,
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    for number in range(15):
        work_on(track, str(number), ada, done=number % 3)
        make_track(name=f"Track {number}", organizer=omar)
    with django_assert_max_num_queries(22):
        home(ada_client)
    with django_assert_max_num_queries(19):
        home(omar_client)


def test_an_overview_counts_people_and_machines_apart(
    track: Track, ada: User, omar_client: Client
) -> None:
    work = work_on(track, "301", ada, done=2)
    response = work.topic.responses.get()
    [nugget, _other] = work.topic.nuggets.all()
    make_label(ASSIGNMENT, make_judge(track), nugget, response, value="support")
    page = omar_client.get(f"/tracks/{track.uuid}/").content.decode()
    assert facts(page)["labels by people"] == "2"
    assert facts(page)["by other judges"] == "1"
    assert select(page, 'progress[max="2"][value="2"][aria-label="by people"]')
    assert '<progress class="faint" max="2" value="1"' in page
    assert "0/1" in page
    assert "run-301" in page


def test_an_overview_counts_no_empty_label(
    track: Track, ada: User, omar_client: Client
) -> None:
    work = work_on(track, "301", ada, done=1)
    judge = make_person(ada, track)
    nugget = nuggets_of(work.topic.bank_versions.get())[0]
    make_label(ASSIGNMENT, judge, nugget, work.topic.responses.get(), value="")
    page = omar_client.get(f"/tracks/{track.uuid}/").content.decode()
    assert facts(page)["labels by people"] == "0"


def test_an_overview_shows_the_latest_job(track: Track, omar_client: Client) -> None:
    Job.objects.create(
        kind="k",
        scope=track.uuid,
        title="Draft of topic 14",
        created=NOW,
        finished=NOW,
        state=JobState.DONE,
    )
    make_topic(track)
    page = omar_client.get(f"/tracks/{track.uuid}/").content.decode()
    assert "Draft of topic 14" in page


def test_an_overview_says_what_comes_first(track: Track, omar_client: Client) -> None:
    page = omar_client.get(f"/tracks/{track.uuid}/").content.decode()
    assert "No topics yet" in page


def test_an_overview_takes_as_many_queries_for_a_large_track_as_for_a_small(
    track: Track,
    ada: User,
    omar_client: Client,
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    for number in range(105):
        make_topic(track, str(number))
    for number in range(110, 120):
        work_on(track, str(number), ada, done=1)
    with django_assert_max_num_queries(31):
        assert omar_client.get(f"/tracks/{track.uuid}/").status_code == 200
