"""From scratch against post-edited: what became of the shown labels."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import Allocation, Change, Judge
from assess.kinds.support.kind import SUPPORT
from assess.kinds.support.models import SupportLabel
from runs.models import Citation, Track
from tests.make import (
    NOW,
    make_allocation,
    make_judge,
    make_label,
    make_person,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)

FULL, PARTIAL, NO = "full_support", "partial_support", "no_support"
SHOWN = (FULL, FULL, NO, "")
GIVEN = (FULL, PARTIAL, NO, FULL)
TIMES = (1_000, 9_000, 1_500, 5_000)


@pytest.fixture
def judge(omar: User, ada: User) -> Judge:
    """Ada's labels from scratch, and over shown ones: two kept, one changed."""
    track = make_track(organizer=omar, assessors=[ada])
    topic, segment = make_topic(track), make_segment(track, "d1")
    make_response(make_run(track), topic, ("A.", "B.", "C.", "D."), cites=segment)
    judge = make_person(ada, track)
    work = make_allocation(topic, ada, work="support")
    shown_judge = make_judge(track, "model", kind=Judge.MODEL)
    Allocation.objects.filter(pk=work.pk).update(round=1, shown=shown_judge)
    for place, (shown, given, time) in enumerate(zip(SHOWN, GIVEN, TIMES, strict=True)):
        citation = Citation.objects.get(sentence__position=place)
        make_label(SUPPORT, judge, citation, value=FULL)
        label = SupportLabel.objects.create(
            judge=judge,
            citation=citation,
            value=given,
            round=1,
            details={"shown": shown},
            at=NOW,
        )
        Change.objects.create(
            kind="support",
            label_id=label.pk,
            judge=judge,
            version=1,
            after=given,
            at=NOW,
            active_ms=time,
        )
    return judge


def address(track: Track, judge: Judge) -> str:
    sides = f"a={judge.uuid}&b={judge.uuid}:1"
    return f"/tracks/{track.uuid}/agreement/?kind=support&{sides}"


def test_rounds_are_compared_with_what_was_kept_and_how_fast(
    judge: Judge, omar_client: Client
) -> None:
    page = omar_client.get(address(judge.track, judge))
    assert page.context["pair"].agreement.value == 0.5
    scratch, edited = page.context["protocols"]
    assert (scratch.n, scratch.shown, scratch.share) == (4, 0, None)
    assert (edited.n, edited.shown, edited.kept, edited.changed) == (4, 3, 2, 1)
    assert edited.share == pytest.approx(2 / 3)
    assert (edited.seconds, edited.seconds_kept) == (3.25, 1.25)
    assert "in under 2 s at the median" in page.content.decode()


def test_a_viewer_sees_no_pace(judge: Judge, bea: User) -> None:
    judge.track.memberships.create(user=bea, role="viewer")
    client = Client()
    client.force_login(bea)
    page = client.get(address(judge.track, judge))
    assert page.context["pair"].n == 4
    assert "protocols" not in page.context
    assert "Seconds, kept" not in page.content.decode()
