"""Assessor quality from people's labels: pace, agreement, test items, drift."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from assess.analysis.agreement.questions import (
    AgreementQuestion,
    answered,
    machines_against,
)
from assess.analysis.quality.figures import Figures, drift_of, summaries
from assess.analysis.quality.records import LabelledWork, labelled
from assess.judging.labels.overlap import Side
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from runs.models import Membership, Track
from tests.assess.analysis.quality.grades import (
    grade_all,
    known_answers,
    pooled_topic,
    regrade,
)
from tests.make import NOW, make_judge, make_track, turn_into

pytestmark = pytest.mark.both_stacks


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada, bea])


def figures(track: Track) -> dict[int, Figures]:
    return {each.key[0]: each.figures for each in summaries(track)}


def work_of(track: Track, person: User) -> LabelledWork:
    (work,) = labelled(track, person)
    return work


def test_without_labels_there_is_nothing(track: Track) -> None:
    assert summaries(track) == []


def test_pace_counts_all_time_over_a_label(track: Track, ada: User) -> None:
    topic = pooled_topic(track)
    work = grade_all(topic, ada, "01", ms=3000, known=None)
    regrade(work, 0, "2", minutes=9, ms=5000, seen=1)
    found = figures(track)[ada.pk]
    assert found.n == found.timed == 2
    assert found.seconds.value == 5.5  # 8 s and 3 s
    assert found.hourly == pytest.approx(3600 * 2 / 11)
    assert summaries(track)[0].last == NOW + timedelta(minutes=9)


def test_a_label_taken_back_is_none(track: Track, ada: User) -> None:
    work = grade_all(pooled_topic(track), ada, "01", known=None)
    regrade(work, 0, "", minutes=9, ms=100, seen=1)
    found = figures(track)[ada.pk]
    assert (found.n, found.seconds.value) == (1, 2.0)
    assert summaries(track)[0].last == NOW + timedelta(minutes=9)


def test_agreement_is_with_every_other_person(
    track: Track, ada: User, bea: User
) -> None:
    cleo = User.objects.create_user("cleo")
    Membership.objects.create(track=track, user=cleo, role=Membership.ASSESSOR)
    topic = pooled_topic(track)
    grade_all(topic, ada, "0123--", known=None)
    grade_all(topic, bea, "01-0-4", known=None)
    grade_all(topic, cleo, "1-----", known=None)
    make_judge(track, "a machine")
    found = figures(track)
    assert (found[ada.pk].pairs, found[ada.pk].items) == (4, 3)
    assert found[ada.pk].agreement.value == 0.5  # 0 0, 0 1, 1 1, 3 0
    assert (found[bea.pk].pairs, found[bea.pk].agreement.value) == (4, 0.5)
    assert (found[cleo.pk].pairs, found[cleo.pk].agreement.value) == (2, 0.0)


def test_the_same_pairs_are_as_sure_for_both(
    track: Track, ada: User, bea: User
) -> None:
    first, second = pooled_topic(track), pooled_topic(track, "302")
    for topic, ours, theirs in ((first, "01234", "01230"), (second, "0012", "0212")):
        grade_all(topic, ada, ours, known=None)
        grade_all(topic, bea, theirs, known=None)
    for name in ("303", "304", "305"):
        grade_all(pooled_topic(track, name, of=1), bea, "0", known=None)
    found = figures(track)
    assert (found[ada.pk].pairs, found[bea.pk].n) == (9, 12)
    assert found[ada.pk].agreement == found[bea.pk].agreement
    assert found[ada.pk].kappa == found[bea.pk].kappa


def test_every_page_is_as_sure_of_the_same_pairs(
    track: Track, ada: User, bea: User
) -> None:
    later, first = pooled_topic(track, "302"), pooled_topic(track)
    for topic, ours, theirs in ((first, "31204", "33234"), (later, "2012", "0212")):
        grade_all(topic, ada, ours, known=None)
        grade_all(topic, bea, theirs, known=None)
    a, b = Judge.objects.filter(user__in=[ada, bea]).order_by("user__username")
    turn_into(b, Judge.IMPORT)
    ((_, machine),) = machines_against(a, RELEVANCE)
    turn_into(b, Judge.PERSON, user=bea)
    pairs = [
        answered(AgreementQuestion(track, RELEVANCE, sides)).pairs[0]
        for sides in ((Side(a), Side(b)), (Side(b), Side(a)))
    ]
    own = figures(track)[ada.pk]
    assert own.kappa.low is not None
    assert {machine.agreement, *(each.agreement for each in pairs)} == {own.agreement}
    for kappa in (machine.kappa, *(each.kappa for each in pairs)):
        assert kappa == pytest.approx(own.kappa)


def test_nobody_else_leaves_agreement_undefined(track: Track, ada: User) -> None:
    grade_all(pooled_topic(track), ada, "012", known=None)
    found = figures(track)[ada.pk]
    assert (found.agreement.value, found.kappa.value, found.pairs) == (None, None, 0)


def test_rounds_stand_apart(track: Track, ada: User, bea: User) -> None:
    topic = pooled_topic(track)
    grade_all(topic, ada, "012", known=None)
    grade_all(topic, bea, "012", known=None)
    RelevanceLabel.objects.filter(judge__user=bea).update(round=1)
    assert {each.key[2] for each in summaries(track)} == {0, 1}
    assert all(each.figures.pairs == 0 for each in summaries(track))


def test_test_items_are_counted_where_answered(track: Track, ada: User) -> None:
    topic = pooled_topic(track)
    known = known_answers(topic, "0-22-4")
    grade_all(topic, ada, "0121--", known=known)
    found = figures(track)[ada.pk]
    assert (found.hits, found.answers) == (2, 3)
    assert found.right.value == pytest.approx(2 / 3)


def test_labels_of_before_an_answer_was_known_follow_it(
    track: Track, ada: User
) -> None:
    topic = pooled_topic(track)
    work = grade_all(topic, ada, "01", known=None)
    assert figures(track)[ada.pk].answers == 0
    work.known = known_answers(topic, "00")
    work.save(update_fields=["known"])
    assert figures(track)[ada.pk].answers == 2


def test_above_forty_percent_relevant_is_lenient(
    track: Track, ada: User, bea: User
) -> None:
    topic = pooled_topic(track)
    grade_all(topic, ada, "00011", known=None)
    grade_all(topic, bea, "00111", known=None)
    level = track.profile.relevance.relevant_from
    found = figures(track)
    assert level == 1
    assert found[ada.pk].relevant.value == 0.4
    assert not found[ada.pk].is_lenient
    assert found[bea.pk].is_lenient


def test_drift_goes_in_the_order_of_first_being_given(track: Track, ada: User) -> None:
    topic = pooled_topic(track, of=40)
    work = grade_all(topic, ada, "0" * 20 + "2" * 20, known=None)
    regrade(work, 0, "2", minutes=90, ms=2000, seen=1)
    first, second = drift_of(work_of(track, ada), track)
    assert (first.start, first.end, second.start, second.end) == (1, 20, 21, 40)
    assert first.since == NOW
    assert first.until == NOW + timedelta(minutes=19)
    assert first.figures.grades["2"].value == 0.05  # its current state
    assert second.figures.grades["2"].value == 1.0
    assert second.figures.grades["2"].low == pytest.approx(0.8389, abs=1e-4)


def test_one_person_s_work_is_read_alone(track: Track, ada: User, bea: User) -> None:
    topic = pooled_topic(track)
    grade_all(topic, ada, "01", known=None)
    grade_all(topic, bea, "00", known=None)
    grade_all(pooled_topic(track, "302"), bea, "00", known=None)
    work = work_of(track, ada)
    assert [each.others for each in work.labels] == [("0",), ("0",)]


def test_it_takes_as_many_statements_for_many_as_for_few(
    track: Track, ada: User, bea: User
) -> None:
    grade_all(pooled_topic(track), ada, "01", known=None)
    with CaptureQueriesContext(connection) as few:
        labelled(track)
    for name in ("302", "303"):
        topic = pooled_topic(track, name)
        grade_all(topic, ada, "012", known=None)
        grade_all(topic, bea, "010", known=None)
    with CaptureQueriesContext(connection) as many:
        labelled(track)
    assert len(few) == len(many)
