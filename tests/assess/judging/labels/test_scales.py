"""Kappa is defined only if both judges' labels are on one scale."""

import pytest

from accounts.models import User
from assess.analysis.agreement.pairs import JudgePair
from assess.analysis.agreement.questions import AgreementQuestion, answered
from assess.judging.labels.batches import record_labels
from assess.judging.labels.overlap import Side
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from runs.actions.subnarratives import name_subnarratives
from runs.models import Segment, Track
from tests.assess.analysis.agreement.grades import grade
from tests.make import NOW, make_judge, make_person, make_track

pytestmark = pytest.mark.django_db


@pytest.fixture
def track(ada: User) -> Track:
    return make_track(assessors=[ada])


@pytest.fixture
def person(track: Track, ada: User) -> Judge:
    return make_person(ada, track)


def pair_of(a: Judge, b: Judge, round_b: int = 0) -> JudgePair:
    question = AgreementQuestion(a.track, RELEVANCE, (Side(a), Side(b, round_b)))
    return answered(question).pairs[0]


def test_a_machine_grades_lower_where_a_topic_has_no_subnarratives(
    track: Track, person: Judge
) -> None:
    machine = make_judge(track, kind=Judge.MODEL)
    for topic in ("with", "without"):
        for judge in (person, machine):
            grade(track, judge, topic, "0123")
    name_subnarratives(track.topics.get(name="with"), [("part", False)], now=NOW)
    found = pair_of(person, machine)
    assert found.kappa.value is None
    assert found.reason == (
        "on 1 of 2 topics the two use different scales: a machine grades 0 to 3 where "
        "a topic has no sub-narratives"
    )
    assert [row.kappa for row in found.topics] == [1.0, None]
    assert found.agreement.value == 1.0


def test_two_machines_are_on_one_scale(track: Track) -> None:
    a, b = (make_judge(track, name, kind=Judge.MODEL) for name in "ab")
    for machine in (a, b):
        grade(track, machine, "1", "0123")
    assert pair_of(a, b).kappa.value == 1.0


def test_a_machine_that_gave_the_highest_grade_is_on_the_tracks_scale(
    track: Track, person: Judge
) -> None:
    machine = make_judge(track, kind=Judge.MODEL)
    for judge in (person, machine):
        grade(track, judge, "1", "01234")
    assert pair_of(person, machine).kappa.value == 1.0


def test_a_scale_to_3_is_the_same_for_all(ada: User) -> None:
    track = make_track(profile="rag24", assessors=[ada])
    judges = make_person(ada, track), make_judge(track, kind=Judge.MODEL)
    for judge in judges:
        grade(track, judge, "1", "0123")
    assert pair_of(*judges).kappa.value == 1.0


def test_an_import_may_say_that_its_scale_is_its_own(
    track: Track, person: Judge
) -> None:
    own = make_judge(track, "own", kind=Judge.IMPORT)
    own.parameters = {"scale": Judge.OWN_SCALE}
    own.save()
    for judge in (person, own):
        grade(track, judge, "1", "0123")
    found = pair_of(person, own)
    assert (found.kappa.value, found.agreement.value) == (None, 1.0)
    assert found.reason == "the two use different scales"
    assert found.cuts


def test_very_many_labels_make_no_table(track: Track, person: Judge) -> None:
    own = make_judge(track, "own", kind=Judge.IMPORT)
    own.parameters = {"scale": Judge.OWN_SCALE}
    own.save()
    grade(track, person, "1", "01" * 15)
    grade(track, own, "1", "0" * 30)
    for place, label in enumerate(RelevanceLabel.objects.filter(judge=own)):
        RelevanceLabel.objects.filter(pk=label.pk).update(value=f"0.{place:02}1")
    found = pair_of(person, own)
    assert (found.n, found.matrix, found.cuts) == (30, (), ())
    assert found.agreement.value is None


def test_rounds_are_compared_apart(track: Track, person: Judge) -> None:
    grade(track, person, "1", "01")
    item = (track.topics.get().pk, Segment.objects.get(docid="d1").pk)
    record_labels(RELEVANCE, person, [NewLabel(item, "2")], now=NOW, round=1)
    found = pair_of(person, person, 1)
    assert (found.n, found.only_a, found.only_b) == (1, 1, 0)
    assert found.agreement.value == 0.0


def imported(track: Track, name: str, *, own: bool = False) -> Judge:
    judge = make_judge(track, name, kind=Judge.IMPORT)
    judge.parameters = {"scale": Judge.OWN_SCALE} if own else {}
    judge.save()
    return judge


def reworded(judge: Judge, words: dict[str, str]) -> None:
    for value, word in words.items():
        RelevanceLabel.objects.filter(judge=judge, value=value).update(value=word)


def test_scales_without_a_common_label_have_no_agreement(
    track: Track, person: Judge
) -> None:
    """Agreement is never 0: the page shows the share of pairs that both order alike.

    The person distinguishes 5 pairs of 4 items with grades 0, 0, 2, 3; the other orders
    (a d), (b d) and (c d) alike, ties (a c) and (b c).
    """
    own = imported(track, "own", own=True)
    grade(track, person, "1", "0023")
    grade(track, own, "1", "0001")
    reworded(own, {"0": "low", "1": "middling"})
    for found in (pair_of(own, person), pair_of(person, own)):
        assert (found.n, found.agreement.value, found.kappa.value) == (4, None, None)
        assert found.reason == "the scales of the two have no label in common"
        assert found.alike.value == pytest.approx(3 / 5)
        assert found.pairs == 5
        assert [row.agreement for row in found.topics] == [None]
        assert found.at_cut is None


def test_two_labels_beside_three_are_compared_at_a_cut(
    track: Track, person: Judge
) -> None:
    """The table 2, 0 / 1, 1 (rows: the person below 1 and above): kappa 1 / 2."""
    two = imported(track, "two")
    grade(track, person, "1", "0012")
    grade(track, two, "1", "0001")
    found = pair_of(person, two)
    assert found.reason.endswith("different scales: one of two labels, one of more")
    assert (found.kappa.value, found.agreement.value) == (None, 0.5)
    assert found.at_cut is not None
    assert (found.at_cut.a, found.at_cut.b, found.at_cut.n) == ("1", "1", 4)
    assert found.at_cut.agreement.value == 0.75
    assert found.at_cut.kappa.value == pytest.approx(0.5)
    assert found.alike.value == pytest.approx(3 / 5)
    assert found.pairs == 5


def test_a_scale_of_two_of_its_own_has_its_cut(track: Track, person: Judge) -> None:
    own = imported(track, "own", own=True)
    grade(track, person, "1", "0123")
    grade(track, own, "1", "0011")
    found = pair_of(own, person)
    assert found.at_cut is not None
    assert (found.at_cut.a, found.agreement.value) == ("1", 0.25)


def test_a_person_who_used_two_labels_so_far_is_on_the_scale(
    track: Track, person: Judge
) -> None:
    name_subnarratives_of_one(track)
    machine = make_judge(track, "machine", kind=Judge.MODEL)
    grade(track, person, "1", "01" * 15)
    grade(track, machine, "1", "012" * 10)
    found = pair_of(person, machine)
    assert (found.reason, found.at_cut, found.pairs) == ("", None, 0)
    assert found.kappa.value is not None


@pytest.mark.parametrize(("labels", "differ"), [(18, False), (20, True)])
def test_a_machine_tells_a_scale_of_two_by_twenty_labels(
    track: Track, person: Judge, labels: int, differ: bool
) -> None:
    name_subnarratives_of_one(track)
    machine = make_judge(track, "machine", kind=Judge.MODEL)
    grade(track, machine, "1", "01" * (labels // 2))
    grade(track, person, "1", "0123" * 5)
    found = pair_of(person, machine)
    assert (found.kappa.value is None, found.at_cut is not None) == (differ, differ)


def name_subnarratives_of_one(track: Track) -> None:
    """Give the topic a sub-narrative: machines may use the whole scale there."""
    grade(track, make_judge(track, "first"), "1", "0")
    name_subnarratives(track.topics.get(name="1"), [("part", False)], now=NOW)
