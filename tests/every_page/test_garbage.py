"""Every request of a script gets a response other than 500."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import Allocation
from nuggets.models import AssignmentLabel
from tests.make import (
    make_allocation,
    make_bank,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
)

pytestmark = pytest.mark.stack("production")

HUGE = 10**30
STRANGE: tuple[Any, ...] = (
    None,
    True,
    -1,
    HUGE,
    -HUGE,
    1.5,
    float("inf"),
    float("nan"),
    [],
    {},
    [[1]],
    {"a": 1},
    "",
    " ",
    "\0",
    "\ud800",
    "x" * 1_000_000,
    "9" * 5_000,
    "9999-12-31T23:59:59-12:00",
    "0001-01-01T00:00:00+12:00",
    "9999-12-31T23:59:59.999999",
)
FIELDS = (
    "response",
    "nugget",
    "value",
    "key",
    "seen",
    "after",
    "client_time",
    "active_ms",
)


@pytest.fixture
def work(ada: User, omar: User) -> Allocation:
    track = make_track(organizer=omar, assessors=[ada])
    topic = make_topic(track)
    bank = make_bank(track)
    make_version(bank, topic)
    make_response(make_run(track), topic)
    return make_allocation(topic, ada, bank)


def good(work: Allocation) -> dict[str, Any]:
    from nuggets.assignment.items import read_sheet

    sheet = read_sheet(work)
    return {
        "response": str(sheet.responses[0].uuid),
        "nugget": str(sheet.nuggets[0].uuid),
        "value": "support",
        "key": str(uuid4()),
        "seen": 0,
    }


@pytest.mark.parametrize("field", FIELDS)
def test_strange_values_get_an_answer(work: Allocation, ada: User, field: str) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(ada)
    bad = []
    for value in STRANGE:
        AssignmentLabel.objects.all().delete()
        body = json.dumps(good(work) | {field: value})
        r = client.post(
            f"/api/work/{work.uuid}/assignment/", body, content_type="application/json"
        )
        if r.status_code >= 500:
            bad.append((repr(value)[:40], r.status_code))
    assert not bad


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"1",
        b"null",
        b'"x"',
        b"{",
        b"\xff",
        b'{"a":' * 100000,
        b"[" * 100000,
        b"{}",
        b'{"seen":' + b"9" * 5000 + b"}",
        b'{"key":"\\ud800"}',
    ],
)
def test_broken_bodies_are_refused(work: Allocation, ada: User, body: bytes) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(ada)
    r = client.post(
        f"/api/work/{work.uuid}/assignment/", body, content_type="application/json"
    )
    assert 400 <= r.status_code < 500


@pytest.mark.parametrize(
    "field", ["nugget", "value", "key", "seen", "after", "client_time", "active_ms"]
)
def test_strange_forms_get_an_answer(work: Allocation, ada: User, field: str) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(ada)
    bad = []
    for value in STRANGE:
        if not isinstance(value, str | int | float) or value == "\ud800":
            continue
        AssignmentLabel.objects.all().delete()
        body = good(work) | {field: value}
        r = client.post(f"/work/{work.uuid}/assign/{body['response']}/label/", body)
        if r.status_code >= 500:
            bad.append((repr(value)[:40], r.status_code))
    assert not bad


@pytest.mark.parametrize(
    "query",
    [
        "limit=-1",
        f"limit={HUGE}",
        f"offset={HUGE}",
        "offset=-5",
        f"limit=1&offset={2**63}",
        "judge=x",
        "judge=",
        "judge=%00",
        "limit=%00",
    ],
)
def test_strange_pages_get_an_answer(work: Allocation, omar: User, query: str) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(omar)
    for tail in ("topics/", "runs/", "judges/", "labels/assignment/"):
        r = client.get(f"/api/tracks/{work.track.uuid}/{tail}?{query}")
        assert r.status_code < 500, tail


# The pages of a track with a query.
TAILS = (
    "topics/",
    "runs/",
    "judges/",
    "work/",
    "imports/",
    "banks/",
    "scores/",
    "scores.csv",
    "scores/support/",
    "agreement/",
    "agreement/items/",
    "agreement/labels.csv",
    "agreement/machines/",
    "agreement/machines.csv",
    "agreement/rounds/",
    "agreement/rankings/",
    "agreement/rankings/scatter.csv",
    "agreement/comparison/",
    "agreement/comparison/comparison.csv",
    "agreement/comparison/cell-1-1.csv",
    "agreement/boards/",
    "agreement/settling/",
    "agreement/settling/tau.csv",
    "agreement/so-far/",
    "exports/",
    "exports/assignments/",
    "exports/nuggets-scores/",
    "judges/new/",
    "judging/new/",
    "people/",
    "threads/",
    "guidelines/",
    "guidelines/relevance/",
    f"guidelines/relevance/{HUGE}/",
    "work/new/",
    "banks/spans/",
)


@pytest.mark.parametrize(
    "query",
    [
        "page=0",
        f"page={HUGE}",
        "page=%00",
        "bank=%00&judge=%00",
        "bank=x",
        "kind=%00",
        "sort=%00",
        "condition=%00",
        "judge=%00",
        "group=%00",
        "min=nan",
        "a=%00&b=%00",
        "left=%00&right_1=%00",
        "left=nuggets:judge%3Dx&right_1=boards:x&measure=%00&over=%00",
        "topics=%00",
        "person=%00",
        "subject=%00",
        "state=%00",
    ],
)
def test_strange_queries_get_an_answer(
    work: Allocation, omar: User, query: str
) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(omar)
    for tail in TAILS:
        r = client.get(f"/tracks/{work.track.uuid}/{tail}?{query}")
        assert r.status_code < 500, tail
