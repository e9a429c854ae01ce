"""The overview's part on whether the labels can be trusted."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from assess.analysis.trust.figures import ALIKE, KAPPA, NOT_TWICE, trust_of
from assess.analysis.trust.judge import judge_trust
from assess.judging.kernel.panels import ASSESSORS
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.support.kind import SUPPORT
from runs.models import Citation, Track
from tests.make import (
    NOW,
    make_judge,
    make_label,
    make_person,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)
from tests.page import texts

VALUES = "0123012301230123"


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    track = make_track(organizer=omar, assessors=[ada, bea])
    make_topic(track)
    for place in range(len(VALUES)):
        make_segment(track, f"d{place}")
    return track


def grade(judge: Judge, values: str) -> None:
    topic = judge.track.topics.get()
    segments = judge.track.segments.order_by("pk")
    rows = [
        NewLabel((topic.pk, segment.pk), value)
        for segment, value in zip(segments, values, strict=False)
    ]
    record_labels(RELEVANCE, judge, rows, now=NOW)


def test_people_and_the_machine_that_shares_most(
    track: Track, ada: User, bea: User
) -> None:
    grade(make_person(ada, track), VALUES)
    # Machines grade up to 3 here, people up to 4: only the order can be compared.
    grade(make_judge(track, "small"), VALUES[:4])
    (found,) = trust_of(track)
    assert (found.machine.measure, found.machine.found.value) == (ALIKE, 1.0)
    grade(make_judge(track, "large", kind=Judge.IMPORT), "1" + VALUES[1:])
    (found,) = trust_of(track)
    assert (found.people.found.value, found.people.reason) == (None, NOT_TWICE)
    assert (found.machine_name, found.others, found.machine.n) == ("large", 1, 16)
    assert found.machine.measure == KAPPA
    assert found.machine.found.value == pytest.approx(11 / 12)
    grade(make_person(bea, track), VALUES[:8])
    (found,) = trust_of(track)
    assert (found.people.n, found.people.found.value) == (8, 1.0)


def test_the_part_shows_it_to_organizers(
    track: Track, ada: User, omar_client: Client, ada_client: Client
) -> None:
    address = reverse("assess:trust", args=[track.uuid])
    assert texts(omar_client.get(address), "#trust tbody th") == []
    grade(make_person(ada, track), VALUES)
    grade(make_judge(track, "large", kind=Judge.IMPORT), "1" + VALUES[1:])
    page = omar_client.get(address)
    assert texts(page, "#trust > .scroll tbody th") == ["Relevance"]
    assert "0.92" in " ".join(texts(page, "#trust .short"))
    assert ada_client.get(address).status_code == 404


def test_a_judge_is_compared_with_the_first_people_that_it_is_none_of(
    track: Track, ada: User, bea: User, omar_client: Client
) -> None:
    ours, theirs = make_person(ada, track), make_person(bea, track)
    panel = track.judges.get(rule=ASSESSORS)
    imported = make_judge(track, "large", kind=Judge.IMPORT)
    grade(ours, VALUES)
    grade(theirs, VALUES[:8])
    grade(imported, "1" + VALUES[1:])
    found = {judge: judge_trust(judge) for judge in (ours, theirs, imported)}
    others = {judge: [each.other for each in kinds] for judge, kinds in found.items()}
    assert others == {ours: [theirs], theirs: [ours], imported: [panel]}
    assert judge_trust(panel) == []
    (kind,) = found[imported]
    assert kind.agreement.value == pytest.approx(15 / 16)
    assert [(each.share, each.n) for each in kind.lowest] == [(15 / 16, 16)]
    page = omar_client.get(reverse("assess:judge_trust", args=[track.uuid, ours.uuid]))
    assert texts(page, "#trust > .scroll tbody th") == ["Relevance"]


def test_a_judge_s_lenience_is_shown_by_run(track: Track, ada: User) -> None:
    person, lenient = make_person(ada, track), make_judge(track, kind=Judge.IMPORT)
    topic = track.topics.get()
    plans = {
        "kind-to": ("partial_support", "full_support"),
        "fair": ("no_support",) * 2,
    }
    for name, (own, theirs) in plans.items():
        for place in range(2):
            run = make_run(track, f"{name}-{place}")
            segment = track.segments.earliest("pk")
            made = make_response(run, topic, ("It is.",), cites=segment)
            citation = Citation.objects.get(sentence__response=made)
            make_label(SUPPORT, person, citation, value=own)
            make_label(SUPPORT, lenient, citation, value=theirs)
    (found,) = judge_trust(lenient)
    assert found.apart is not None
    assert [(each.run.name, each.mean, each.n) for each in found.apart.runs] == [
        ("kind-to-0", 1.0, 1),
        ("kind-to-1", 1.0, 1),
        ("fair-0", 0.0, 1),
        ("fair-1", 0.0, 1),
    ]
