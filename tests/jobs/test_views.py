from collections.abc import Callable, Iterator
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from jobs import access
from jobs.actions import record_failure
from jobs.models import Job, JobState
from jobs.registry import Starter
from tests.jobs.make import NOW, make_job
from tests.page import markup, one, select

HTMX = {"HX-Request": "true"}
TRACK = uuid4()


@pytest.fixture
def organizers(omar: User) -> Iterator[list[User]]:
    """Return the list of the track's organizers, which a test may change."""
    before, people = list(access._providers), [omar]
    access.add_scope_provider(lambda user: [TRACK] if user in people else [])
    yield people
    access._providers[:] = before


@pytest.fixture
def omars(job: Job, omar: User, organizers: list[User]) -> Job:
    Job.objects.filter(pk=job.pk).update(owner=omar, scope=TRACK)
    job.refresh_from_db()
    return job


def url(name: str, job: Job) -> str:
    return reverse(f"jobs:{name}", args=[job.uuid])


def end(job: Job, state: JobState) -> None:
    Job.objects.filter(pk=job.pk).update(state=state, finished=NOW)


def test_it_shows_a_job_with_its_failures_and_result(
    omars: Job, omar_client: Client
) -> None:
    record_failure(omars, subject="topic <14>", reason="no list", now=NOW)
    end(omars, JobState.DONE)
    Job.objects.update(result={"nuggets_made": 31, "kept": 2, "link": "/tracks/x/"})
    r = omar_client.get(url("page", omars))
    for text in (
        "topic &lt;14&gt;",
        "no list",
        "Nuggets made",
        "31",
        'href="/tracks/x/"',
    ):
        assert text in markup(r)
    assert Job.objects.get().facts == [("kept", 2), ("nuggets made", 31)]


@pytest.mark.parametrize("name", ["page", "progress", "cancel", "retry"])
def test_it_hides_a_job_of_another(omars: Job, ada_client: Client, name: str) -> None:
    send = ada_client.get if name in ("page", "progress") else ada_client.post
    assert send(url(name, omars)).status_code == 404
    assert Job.objects.get().state == JobState.QUEUED


def test_it_shows_a_job_to_whom_its_scope_is_granted(
    omars: Job, bea: User, organizers: list[User], bea_client: Client
) -> None:
    organizers.append(bea)
    assert bea_client.get(url("page", omars)).status_code == 200


@pytest.mark.parametrize("name", ["page", "progress", "cancel", "retry"])
def test_who_leaves_a_track_loses_the_jobs_they_started_there(
    omars: Job, organizers: list[User], omar_client: Client, name: str
) -> None:
    end(omars, JobState.FAILED)
    organizers.clear()
    send = omar_client.get if name in ("page", "progress") else omar_client.post
    assert send(url(name, omars)).status_code == 404
    assert Job.objects.get().state == JobState.FAILED
    assert omar_client.get(reverse("jobs:list", args=[TRACK])).status_code == 404


def test_it_shows_a_job_without_a_scope_to_its_owner(
    job: Job, omar: User, omar_client: Client, ada_client: Client
) -> None:
    Job.objects.update(owner=omar)
    assert omar_client.get(url("page", job)).status_code == 200
    assert ada_client.get(url("page", job)).status_code == 404


def test_a_poll_without_a_session_asks_to_sign_in_again(
    omars: Job, client: Client
) -> None:
    assert client.get(url("progress", omars), headers=HTMX).status_code == 401


@pytest.mark.parametrize("name", ["page", "progress"])
def test_it_rejects_a_post_to_what_only_shows(
    omars: Job, omar_client: Client, name: str
) -> None:
    assert omar_client.post(url(name, omars)).status_code == 405


@pytest.mark.parametrize("name", ["cancel", "retry"])
def test_it_rejects_a_get_of_what_writes(
    omars: Job, omar_client: Client, name: str
) -> None:
    assert omar_client.get(url(name, omars)).status_code == 405


@pytest.mark.parametrize("name", ["page", "progress"])
def test_it_sends_the_anonymous_to_sign_in(
    omars: Job, client: Client, name: str
) -> None:
    r = client.get(url(name, omars))
    assert r.status_code in {302, 401}
    assert omars.title not in markup(r)


def test_the_fragment_polls_only_while_work_is_unfinished(
    omars: Job, omar_client: Client
) -> None:
    r = omar_client.get(url("progress", omars), headers=HTMX)
    assert select(r, '[hx-trigger="every 1s"]')
    assert "HX-Trigger" not in r.headers
    end(omars, JobState.DONE)
    r = omar_client.get(url("progress", omars), headers=HTMX)
    assert "hx-trigger" not in markup(r)
    assert r.headers["HX-Trigger"] == "job-finished"


def test_it_shows_progress_and_an_unknown_end(omars: Job, omar_client: Client) -> None:
    Job.objects.update(steps_done=3, steps_total=8, message="topic 14")
    text = markup(omar_client.get(url("progress", omars)))
    assert select(text, '[max="8"]')
    assert "3 of 8" in text
    assert "topic 14" in text
    Job.objects.update(steps_total=None)
    assert "3 so far" in markup(omar_client.get(url("progress", omars)))


def test_it_cancels_by_htmx_and_by_a_plain_form(
    omars: Job, omar_client: Client
) -> None:
    r = omar_client.post(url("cancel", omars), headers=HTMX)
    assert r.status_code == 200
    assert "cancelled" in markup(r)
    r = omar_client.post(url("cancel", omars))
    assert r.headers["Location"] == url("page", omars)


@pytest.fixture
def superusers_job(omars: Job, make_kind: Callable[..., None]) -> Job:
    """A failed job in Omar's scope of a type that only superusers may start."""
    make_kind("nothing", lambda _running: None, starter=Starter.SUPERUSER)
    end(omars, JobState.FAILED)
    return omars


def test_it_retries_no_job_that_the_person_could_not_start(
    superusers_job: Job, omar_client: Client
) -> None:
    assert "Try again" not in markup(omar_client.get(url("page", superusers_job)))
    assert omar_client.post(url("retry", superusers_job)).status_code == 404
    assert Job.objects.get().state == JobState.FAILED


def test_it_retries_no_job_of_a_kind_that_is_gone(
    omars: Job, omar_client: Client
) -> None:
    end(omars, JobState.FAILED)
    Job.objects.update(kind="gone")
    assert omar_client.post(url("retry", omars)).status_code == 404


def test_a_superuser_retries_any_job(superusers_job: Job, client: Client) -> None:
    root = User.objects.create_superuser("root", password="root")
    access._providers.insert(0, lambda user: [TRACK] if user == root else [])
    client.force_login(root)
    assert "Try again" in markup(client.get(url("page", superusers_job)))
    assert client.post(url("retry", superusers_job)).status_code == 302
    assert Job.objects.get().state == JobState.QUEUED


@pytest.mark.parametrize(
    "link", ["//evil.example/", "/\\evil.example/", "/\t/evil.example/", "javascript:1"]
)
def test_it_links_to_no_other_site(omars: Job, omar_client: Client, link: str) -> None:
    end(omars, JobState.DONE)
    Job.objects.update(result={"link": link})
    assert "Open the result" not in markup(omar_client.get(url("page", omars)))


def test_it_retries_what_failed(omars: Job, omar_client: Client) -> None:
    end(omars, JobState.FAILED)
    r = omar_client.post(url("retry", omars), headers=HTMX)
    assert r.status_code == 200
    assert Job.objects.get().state == JobState.QUEUED


def test_a_form_that_is_sent_again_changes_only_the_try_that_it_was_shown_with(
    omars: Job, omar_client: Client
) -> None:
    end(omars, JobState.FAILED)
    page = omar_client.get(url("page", omars))
    field = one(page, "[action$='/retry/'] [name=retries]")
    shown = {"retries": field.attributes["value"]}
    assert omar_client.post(url("retry", omars), shown, headers=HTMX).status_code == 200
    omar_client.post(url("cancel", omars), shown, headers=HTMX)
    assert Job.objects.get().state == JobState.QUEUED
    end(omars, JobState.FAILED)
    r = omar_client.post(url("retry", omars), shown, headers=HTMX)
    assert r.status_code == 409
    assert Job.objects.get().state == JobState.FAILED


@pytest.mark.parametrize("shown", ["", "-1", "x", "²", "9" * 5000])
def test_a_form_that_names_no_try_means_the_present_one(
    omars: Job, omar_client: Client, shown: str
) -> None:
    end(omars, JobState.FAILED)
    omar_client.post(url("retry", omars), {"retries": shown})
    assert Job.objects.get().state == JobState.QUEUED


def test_it_answers_409_to_a_retry_of_unfinished_work(
    omars: Job, omar_client: Client
) -> None:
    r = omar_client.post(url("retry", omars), headers=HTMX)
    assert r.status_code == 409
    assert "waiting" in markup(r)


def test_the_list_holds_only_this_users_jobs_of_the_scope(
    omars: Job, omar: User, omar_client: Client, ada_client: Client
) -> None:
    make_job(owner=omar, scope=uuid4(), title="Elsewhere")
    listed = markup(omar_client.get(reverse("jobs:list", args=[TRACK])))
    assert str(omars.uuid) in listed
    assert "Elsewhere" not in listed
    assert ada_client.get(reverse("jobs:list", args=[TRACK])).status_code == 404


def test_the_list_asks_the_database_as_often_for_many_jobs(
    omars: Job,
    omar: User,
    omar_client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(20):
        make_job(owner=omar, scope=TRACK)
    with django_assert_num_queries(7):
        omar_client.get(reverse("jobs:list", args=[TRACK]))


def test_no_row_number_leaves_the_server(omars: Job, omar_client: Client) -> None:
    Job.objects.filter(pk=omars.pk).update(id=987654)
    r = omar_client.get(url("page", omars))
    assert UUID(str(omars.uuid)) == omars.uuid
    assert "987654" not in markup(r)


def test_long_texts_are_cut_where_they_are_listed(
    omars: Job, omar_client: Client
) -> None:
    long = "e" * 4_000
    for _number in range(2):
        record_failure(omars, subject=long, reason=long, now=NOW)
    omars.refresh_from_db()
    Job.objects.filter(pk=omars.pk).update(title=long, message=long, error=long)
    listed = markup(omar_client.get(f"/jobs/scope/{omars.scope}/"))
    assert "e" * 499 + "…" in listed
    assert "e" * 501 not in listed
    page = markup(omar_client.get(f"/jobs/{omars.uuid}/"))
    assert page.count(f"<p>{long}</p>") == 1
    assert page.count("e" * 499 + "…") == 1 + 2
