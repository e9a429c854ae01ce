"""Active time of work other than judging: stored with each step, summed once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from assess.judging.models import Allocation
from assess.judging.screens import all_screens
from assess.judging.work.overview import work_of
from assess.judging.work.pace import last_acts, paces_of
from assess.judging.work.steps import active_since, time_spent
from nuggets.editing.items import EDITS
from nuggets.models import Edit
from runs.models import SubnarrativeEdit
from tests.assess.kinds.subnarratives.reviews import make_review
from tests.make import NOW, make_allocation, make_bank
from tests.nuggets.answers.answer_work import make_answering
from tests.nuggets.editing.post_edit import make_post_edit
from tests.nuggets.spans.span_work import make_marking
from tests.page import markup, texts

MINUTE = 60_000  # milliseconds
ENDS = {
    "nuggets": "nuggets/finish/",
    "spans": "spans/finish/",
    "answers": "answer/finish/",
    "subnarratives": "subnarratives/finish/",
}
KINDS = tuple(ENDS)


class Steps:
    """Ada's work of one type, done step by step."""

    def __init__(self, kind: str, ada: User, organizer: User | None = None) -> None:
        self.kind = kind
        self.seen = 0
        self.work, self.body = getattr(self, f"_{kind}")(ada, organizer)
        self.api = f"/api/work/{self.work.uuid}/{self.address}/"

    address = property(lambda self: {"spans": "nuggets"}.get(self.kind, self.kind))

    def _nuggets(self, ada: User, organizer: User | None) -> tuple[Allocation, Any]:
        made = make_post_edit(ada, organizer=organizer)
        name = str(made.version.nuggets.earliest("pk").uuid)
        said = {"version": str(made.version.uuid), "action": "vital", "nugget": name}
        return made.work, said

    def _spans(self, ada: User, organizer: User | None) -> tuple[Allocation, Any]:
        made = make_marking(ada, organizer=organizer)
        span = f"{made.segments[0].uuid} 0 4"
        said = {"version": str(made.version.uuid), "action": "span", "span": span}
        return made.work, said

    def _answers(self, ada: User, organizer: User | None) -> tuple[Allocation, Any]:
        said = {"text": "Ice floats.", "covered": [], "used": []}
        return make_answering(ada, organizer=organizer).work, said

    def _subnarratives(
        self, ada: User, organizer: User | None
    ) -> tuple[Allocation, Any]:
        made = make_review(ada, organizer=organizer)
        self.seen = 1
        return made.work, {"action": "vital", "on": str(made.parts[0].uuid)}

    def take(self, client: Client, active_ms: int, **more: object) -> dict[str, Any]:
        """Send one step, as the outbox does; return what was sent."""
        body: dict[str, Any] = self.body | {
            "key": str(uuid4()),
            "seen": self.seen,
            "active_ms": active_ms,
            "client_time": "2026-11-22T03:00:00Z",
        }
        body |= more
        r = client.post(self.api, body, content_type="application/json")
        assert r.status_code == 200, r.content
        self.seen = r.json()["version"]
        return body


@pytest.fixture(params=KINDS)
def steps(request: pytest.FixtureRequest, ada: User, omar: User) -> Steps:
    return Steps(request.param, ada, omar)


def test_the_active_time_of_a_step_is_kept_once(
    steps: Steps, ada_client: Client, ada: User
) -> None:
    before = NOW - timedelta(days=1)
    assert active_since(ada, before) == timedelta(0)
    body = steps.take(ada_client, 2 * MINUTE)
    steps.take(ada_client, 2 * MINUTE, key=body["key"], seen=body["seen"])  # again
    steps.take(ada_client, MINUTE)
    assert active_since(ada, before) == timedelta(minutes=3)
    now = timezone.now()
    spent = time_spent(steps.work, now=now)
    assert (spent.today, spent.total) == (timedelta(minutes=3), timedelta(minutes=3))
    later = time_spent(steps.work, now=now + timedelta(days=2))
    assert (later.today, later.total) == (timedelta(0), timedelta(minutes=3))


def test_its_person_sees_it_at_home_and_at_the_end(
    steps: Steps, ada_client: Client
) -> None:
    steps.take(ada_client, 2 * MINUTE)
    assert "2 min of active work today" in markup(ada_client.get("/"))
    end = ada_client.get(f"/work/{steps.work.uuid}/{ENDS[steps.kind]}")
    assert "Active time: 2 min" in markup(end)


def test_its_organizers_see_it(
    steps: Steps, ada_client: Client, omar_client: Client
) -> None:
    steps.take(ada_client, 2 * MINUTE)
    steps.take(ada_client, MINUTE)
    [pace] = paces_of(work_of(Allocation.objects.all()))
    assert (pace.active, pace.seconds, pace.left) == (180.0, None, None)
    page = omar_client.get(f"/tracks/{steps.work.track.uuid}/work/")
    assert "3 min" in texts(page, "td.num")
    assert last_acts([steps.work])[steps.work.pk] == pace.last


def test_a_step_of_somebody_else_is_theirs(
    steps: Steps, ada_client: Client, ada: User, bea: User
) -> None:
    steps.take(ada_client, MINUTE)
    assert active_since(bea, NOW - timedelta(days=1)) == timedelta(0)
    other = make_allocation(
        steps.work.topic, bea, make_bank(steps.work.track, "other"), work=steps.kind
    )
    Allocation.objects.filter(pk=other.pk).update(subject=steps.work.subject)
    other.refresh_from_db()
    assert time_spent(other, now=NOW).total == timedelta(0)
    assert last_acts([other]) == {}


def test_a_list_that_two_kinds_of_work_edit_counts_once(
    ada: User, ada_client: Client
) -> None:
    Steps("nuggets", ada).take(ada_client, MINUTE)
    assert [screen.name for screen in all_screens() if screen.steps == EDITS] == [
        "nuggets",
        "spans",
    ]
    assert active_since(ada, NOW - timedelta(days=1)) == timedelta(minutes=1)


def test_work_taken_back_and_given_again_has_the_same_steps(
    steps: Steps, ada_client: Client
) -> None:
    steps.take(ada_client, MINUTE)
    before = steps.work
    Allocation.objects.filter(pk=before.pk).update(released_at=NOW)
    again = Allocation.objects.get(pk=before.pk)
    again.pk, again.uuid, again.released_at, again.slot = None, uuid4(), None, None
    again._state.adding = True
    again.save()
    found = last_acts([before, again])
    assert found[before.pk] == found[again.pk]


def test_what_a_step_says_of_itself_is_kept(ada: User, ada_client: Client) -> None:
    Steps("nuggets", ada).take(ada_client, 1_234)
    edit = Edit.objects.get()
    assert edit.active_ms == 1_234
    assert str(edit.client_time) == "2026-11-22 03:00:00+00:00"


def test_what_a_file_did_to_the_list_is_nobody_s_work(ada: User) -> None:
    work = Steps("subnarratives", ada).work
    assert SubnarrativeEdit.objects.exists()
    assert last_acts([work]) == {}


def test_it_takes_one_statement_for_much_work_as_for_little(
    steps: Steps,
    ada: User,
    ada_client: Client,
    django_assert_num_queries: Callable[..., object],
) -> None:
    steps.take(ada_client, MINUTE)
    for works in ([steps.work], [steps.work] * 20):
        with django_assert_num_queries(1):  # type: ignore[attr-defined]
            assert last_acts(works)
