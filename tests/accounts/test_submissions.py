"""A form that is sent twice is processed once, with the same response both times."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from accounts import submissions
from accounts.models import Submission, User
from assess.judging.models import Allocation, Guideline, Judge
from jobs.models import Job
from runs.models import Membership, Topic, Track
from tests.assess.judging.queues.topic_queue import queue
from tests.assess.kinds.subnarratives.reviews import make_review
from tests.machines import make_baseline, start
from tests.make import (
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)

pytestmark = pytest.mark.both_stacks

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


@pytest.fixture
def track(ada: User, omar: User) -> Track:
    track = make_track(organizer=omar, assessors=[ada])
    run = make_run(track)
    for name in ("301", "302"):
        make_response(run, make_topic(track, name), cites=make_segment(track, name))
    return track


@pytest.fixture
def omar_browser(omar: User) -> Client:
    return browser(omar)


def browser(user: User) -> Client:
    """Return a client with the CSRF checks of a browser."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    return client


def shown(client: Client, page: str, **fields: object) -> dict[str, Any]:
    """Return the fields of a page's form, its token included."""
    token = TOKEN.search(client.get(page).content.decode())
    assert token
    return {"csrfmiddlewaretoken": token[1], **fields}


def twice(client: Client, address: str, form: dict[str, Any]) -> tuple[int, str]:
    """Send a form twice; return the response that was the same both times."""
    first, second = (client.post(address, form) for _ in range(2))
    answers = {(r.status_code, r.headers.get("Location", "")) for r in (first, second)}
    assert len(answers) == 1, answers
    return answers.pop()


def test_a_judge_is_made_once(track: Track, omar_browser: Client) -> None:
    page = f"/tracks/{track.uuid}/judges/new/?sort=baseline"
    form = shown(omar_browser, page, name="umbrela", baseline="overlap")
    status, location = twice(omar_browser, page, form)
    assert (status, Judge.objects.filter(name="umbrela").count()) == (302, 1), location
    assert twice(omar_browser, page, {**form, "name": "another"})[0] == 302
    assert Judge.objects.filter(name="another").exists()


def test_a_guideline_is_written_once(track: Track, omar_browser: Client) -> None:
    page = f"/tracks/{track.uuid}/guidelines/relevance/"
    form = shown(omar_browser, page, text="Read it whole.", seen="0")
    assert twice(omar_browser, page, form)[0] == 302
    assert Guideline.objects.count() == 1


def test_work_is_handed_out_once(track: Track, ada: User, omar_browser: Client) -> None:
    page = f"/tracks/{track.uuid}/work/new/"
    asked = {"work": "support:", "to": "people", "people": [str(ada.uuid)]}
    form = shown(omar_browser, page, **asked, share="turn", seed="a seed")
    plan = omar_browser.post(page, form).content.decode()
    seal = re.findall(r'name="confirm" value="([0-9a-f]+)"', plan)
    form = {**form, "confirm": seal[0]}
    status, location = twice(omar_browser, page, form)
    assert (status, Allocation.objects.count()) == (302, 2), location


def test_one_press_too_many_takes_no_second_topic(
    track: Track, ada: User, omar: User
) -> None:
    queue(omar, dict.fromkeys(Topic.objects.all(), 1))
    client = browser(ada)
    _status, location = twice(
        client, f"/work/take/{track.uuid}/relevance/", shown(client, "/")
    )
    assert location == f"/work/{Allocation.objects.get().uuid}/"
    again = client.post(f"/work/take/{track.uuid}/relevance/", shown(client, "/"))
    assert again["Location"] != location  # the page was shown again
    assert Allocation.objects.count() == 2


def test_work_is_finished_once(ada: User) -> None:
    work = make_review(ada).work
    client, page = browser(ada), f"/work/{work.uuid}/subnarratives/finish/"
    seen = re.findall(r'name="seen" value="(\d+)"', client.get(page).content.decode())
    status, location = twice(client, page, shown(client, page, seen=seen[0]))
    work.refresh_from_db()
    assert (status, work.finished_at is None) == (302, False), location
    assert Submission.objects.count() == 1


def test_a_form_with_a_mistake_can_be_sent_again(
    track: Track, omar_browser: Client
) -> None:
    page = f"/tracks/{track.uuid}/judges/new/?sort=baseline"
    form = shown(omar_browser, page, name="", baseline="overlap")
    assert twice(omar_browser, page, form)[0] == 422
    assert not Submission.objects.exists()


def test_another_s_form_is_another_form(track: Track, omar_browser: Client) -> None:
    olga = User.objects.create(username="olga")
    Membership.objects.create(track=track, user=olga, role=Membership.ORGANIZER)
    page = f"/tracks/{track.uuid}/judges/new/?sort=baseline"
    for number, client in enumerate((omar_browser, browser(olga))):
        form = shown(client, page, name=f"j{number}", baseline="overlap")
        assert client.post(page, form).status_code == 302
    assert Submission.objects.count() == 2


def test_the_second_waits_for_no_process_that_died(
    track: Track, omar_browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submissions, "PATIENCE", 0.0)
    page = f"/tracks/{track.uuid}/judges/new/?sort=baseline"
    form = shown(omar_browser, page, name="umbrela", baseline="overlap")
    assert omar_browser.post(page, form).status_code == 302
    Submission.objects.update(location="")  # it got no response
    r = omar_browser.post(page, form, headers={"Referer": f"http://testserver{page}"})
    assert r["Location"] == page.partition("?")[0]
    assert submissions.STILL in omar_browser.get(page).content.decode()
    Submission.objects.update(at=timezone.now() - timedelta(minutes=3))
    assert (
        omar_browser.post(page, form).status_code == 422
    )  # a new attempt: the name is taken


def test_old_ones_are_forgotten(track: Track, omar_browser: Client) -> None:
    old = timezone.now() - submissions.KEPT - timedelta(seconds=1)
    Submission.objects.create(key="a" * 64, at=old, location="/")
    page = f"/tracks/{track.uuid}/judges/new/?sort=baseline"
    form = shown(omar_browser, page, name="umbrela", baseline="overlap")
    assert omar_browser.post(page, form).status_code == 302
    assert not Submission.objects.filter(key="a" * 64).exists()


@pytest.mark.django_db(transaction=True)
def test_two_at_once_start_one_job(
    track: Track, omar: User, omar_browser: Client
) -> None:
    judge = make_baseline(track)
    page = f"/tracks/{track.uuid}/judging/new/"
    form = shown(omar_browser, page, judge=str(judge.uuid), work="support:")

    def send(_number: int) -> str:
        try:
            client = Client(enforce_csrf_checks=True)
            client.cookies.load(omar_browser.cookies.output(header="", sep=";"))
            r = client.post(page, form)
            return f"{r.status_code} {r.headers.get('Location', '')}"
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        answers = set(pool.map(send, range(2)))
    assert len(answers) == 1, answers
    assert Job.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_job_whose_answer_got_lost_is_not_started_again(
    track: Track, omar_browser: Client
) -> None:
    judge = make_baseline(track)
    page = f"/tracks/{track.uuid}/judging/new/"
    form = shown(omar_browser, page, judge=str(judge.uuid), work="support:")
    is_made = False

    def lose_after_the_job(execute: Callable[..., Any], sql: str, *rest: object) -> Any:  # noqa: ANN401
        nonlocal is_made
        if is_made and not connection.in_atomic_block:
            raise OperationalError("the connection is lost")
        is_made = is_made or sql.startswith('INSERT INTO "jobs_job"')
        return execute(sql, *rest)

    omar_browser.raise_request_exception = False
    with connection.execute_wrapper(lose_after_the_job):
        assert omar_browser.post(page, form).status_code == 503
    Submission.objects.update(at=timezone.now() - timedelta(minutes=3))
    again = omar_browser.post(page, form)
    assert again["Location"] == f"/jobs/{Job.objects.get().uuid}/"


def test_a_job_that_no_form_asked_for_is_none_of_a_form(
    track: Track, omar_browser: Client
) -> None:
    page = f"/tracks/{track.uuid}/judges/new/?sort=baseline"
    form = shown(omar_browser, page, name="umbrela", baseline="overlap")
    assert omar_browser.post(page, form).status_code == 302
    before = Submission.objects.get().location
    start(Judge.objects.get(), "support")
    assert Submission.objects.get().location == before
