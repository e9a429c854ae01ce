"""Home for each role."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from assess.judging.models import Allocation, Change
from jobs.models import Job
from nuggets.assignment.kind import ASSIGNMENT
from runs.models import Import, Track
from tests.assess.judging.topics_of_work import work_on
from tests.make import (
    NOW,
    make_response,
    make_run,
    make_topic,
    make_track,
)
from tests.page import select


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada, bea])


def home(client: Client) -> str:
    return " ".join(client.get("/").text.split())


def test_an_assessor_is_led_to_the_work_they_began(
    track: Track, ada: User, ada_client: Client
) -> None:
    work_on(track, "301", ada)
    begun = work_on(track, "302", ada, done=1)
    page = home(ada_client)
    assert "Continue with topic 302" in page
    assert "1 of 2 labels left" in page
    assert page.count("button primary") == 1
    assert select(page, f'.button.primary[href="/work/{begun.uuid}/"]')
    assert "1 of 4 labels" in page


def test_work_with_every_label_given_is_to_be_finished(
    track: Track, ada: User, ada_client: Client
) -> None:
    work_on(track, "301", ada, done=2)
    page = home(ada_client)
    assert "Finish topic 301, assignment: all 2 labels done." in page
    assert "Finish it <kbd>Enter" in page
    assert "labels left" not in page


def test_an_assessor_with_nothing_begun_is_led_to_the_first(
    track: Track, ada: User, ada_client: Client
) -> None:
    first = work_on(track, "301", ada)
    work_on(track, "302", ada)
    page = home(ada_client)
    assert "Begin with topic 301" in page
    assert select(page, f'.button.primary[href="/work/{first.uuid}/"]')


def keys_in(page: str) -> list[str]:
    return re.findall(r"<kbd[^>]*>(\w)</kbd></a>", page)


def test_a_digit_or_a_letter_opens_each_work_and_none_twice(
    track: Track, ada: User, ada_client: Client
) -> None:
    other = make_track(name="other", assessors=[ada])
    for number in range(16):
        work_on(track, f"a{number}", ada)
        work_on(other, f"b{number}", ada)
    keys = keys_in(home(ada_client))
    assert keys == list("123456789abcdefghijklmnopqrsuvwx"), "t takes shared work"


def test_letters_make_way_for_a_key_that_was_moved(
    track: Track, ada: User, ada_client: Client
) -> None:
    ada.preferences = {"shortcuts": {"map": {"t": "a"}}}
    ada.save()
    for number in range(11):
        work_on(track, f"a{number}", ada)
    assert keys_in(home(ada_client)) == list("123456789bc")


def test_a_campaign_is_named_once_with_its_sums(
    track: Track, ada: User, ada_client: Client
) -> None:
    for number in range(3):
        work_on(track, f"a{number}", ada, done=number)
    page = home(ada_client)
    assert page.count(str(track)) == 1
    assert len(select(page, "table.inbox tbody tr")) == 3
    [tallies] = re.findall(r'class="fine soft tallies">(.*?)</p>', page, re.DOTALL)
    assert tallies.strip() == "<span>Assignment 3 of 6 labels</span>"


def test_time_left_is_at_the_own_pace_in_that_kind_of_work(
    track: Track, ada: User, ada_client: Client
) -> None:
    work_on(track, "301", ada, done=2)
    work_on(track, "302", ada)
    labels = ASSIGNMENT.model.objects.order_by("pk")
    for label, ms in zip(labels, (20_000, 40_000), strict=True):
        Change.objects.create(
            kind="assignment",
            label_id=label.pk,
            judge=label.judge,
            actor=ada,
            version=1,
            at=NOW,
            active_ms=ms,
        )
    [begun, other] = [
        line.seconds
        for campaign in ada_client.get("/").context["campaigns"]
        for line in campaign.lines
    ]
    assert (begun, other) == (0.0, 60.0), "2 labels at a median of 30 s"


def test_time_left_is_undefined_before_any_label_has_a_time(
    track: Track, ada: User, ada_client: Client
) -> None:
    work_on(track, "301", ada)
    assert 'title="no label of yours has a time yet"' in home(ada_client)


def test_a_search_finds_work_by_topic_words_and_kind(
    track: Track, ada: User, ada_client: Client
) -> None:
    for name in ("301", "302"):
        work_on(track, name, ada)
    found = {
        words: [
            line.work.allocation.topic.name
            for campaign in ada_client.get("/", {"q": words}).context["campaigns"]
            for line in campaign.lines
        ]
        for words in ("302", "ASSIGN 301", "assign", "nothing like it")
    }
    assert found == {
        "302": ["302"],
        "ASSIGN 301": ["301"],
        "assign": ["301", "302"],
        "nothing like it": [],
    }
    page = ada_client.get("/", {"q": "<nothing>"}).text
    assert "No work of yours contains “&lt;nothing&gt;”" in page


def test_a_short_list_has_no_search(
    track: Track, ada: User, ada_client: Client
) -> None:
    for number in range(10):
        work_on(track, str(number), ada)
    assert 'role="search"' not in home(ada_client)
    work_on(track, "10", ada)
    assert 'role="search"' in home(ada_client)


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
    assert f'href="/work/{done.uuid}/">Open' in page
    assert "Finished: 1" in page


def test_finished_work_comes_back_with_a_late_run(
    track: Track, ada: User, ada_client: Client
) -> None:
    done = work_on(track, "301", ada, done=2)
    Allocation.objects.filter(pk=done.pk).update(finished_at=NOW)
    make_response(make_run(track, "late"), done.topic)
    assert "Continue with topic 301" in home(ada_client)


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
    assert "Import topics" in home(omar_client)
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
    [numbers] = re.findall(r'<td class="num" data-of="[\w ]+">(\d+)</td>\s*' * 3, page)
    assert numbers == ("2", "2", "1"), "topics, runs, open work"
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
