import numpy as np
import pytest

from assess.analysis.agreement import pairs
from assess.analysis.agreement.comparison import Comparison, compare
from assess.analysis.agreement.pairs import NOTHING_SHARED, ONE_LABEL, JudgePair
from assess.judging.judges.actions import create_panel
from assess.judging.kinds import Kind
from assess.judging.labels.overlap import Aligned, Side
from assess.judging.labels.scales import Scale, Scales
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.support.kind import SUPPORT
from runs.models import Citation, Track
from tests.assess.analysis.agreement.grades import grade
from tests.make import (
    NOW,
    make_judge,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def track() -> Track:
    return make_track()


@pytest.fixture
def a(track: Track) -> Judge:
    return make_judge(track, "a")


@pytest.fixture
def b(track: Track) -> Judge:
    return make_judge(track, "b")


def compared(*judges: Judge, kind: Kind = RELEVANCE) -> Comparison:
    return compare(tuple(Side(judge) for judge in judges), kind)


def pair_of(*judges: Judge, kind: Kind = RELEVANCE) -> JudgePair:
    return compared(*judges, kind=kind).pairs[0]


def test_judges_without_a_common_item_have_nothing_defined(
    track: Track, a: Judge, b: Judge
) -> None:
    grade(track, a, "1", "01")
    grade(track, b, "1", "--3")
    found = pair_of(a, b)
    assert (found.n, found.agreement.value, found.kappa.value) == (0, None, None)
    assert (found.only_a, found.only_b, found.topics) == (2, 1, ())
    assert found.reason == NOTHING_SHARED


def test_only_items_that_both_judged_count(track: Track, a: Judge, b: Judge) -> None:
    grade(track, a, "1", "0123")
    grade(track, b, "1", "013-")
    found = pair_of(a, b)
    assert found.n == 3
    assert found.agreement.value == pytest.approx(2 / 3)
    assert (found.only_a, found.only_b) == (1, 0)
    assert compared(a, b).categories == ("0", "1", "2", "3", "4")
    assert found.matrix[2][3] == 1


def test_each_topic_has_its_own_agreement(track: Track, a: Judge, b: Judge) -> None:
    for topic, first, second in (("1", "01", "01"), ("2", "00", "11")):
        grade(track, a, topic, first)
        grade(track, b, topic, second)
    names = dict(track.topics.values_list("pk", "name"))
    found = pair_of(a, b).topics
    assert [(names[row.topic], row.agreement) for row in found] == [
        ("1", 1.0),
        ("2", 0.0),
    ]


def test_one_and_the_same_single_label_leaves_kappa_undefined(
    track: Track, a: Judge, b: Judge
) -> None:
    grade(track, a, "1", "000")
    grade(track, b, "1", "000")
    found = pair_of(a, b)
    assert (found.agreement.value, found.kappa.value) == (1.0, None)
    assert found.reason == ONE_LABEL


def test_a_panel_is_compared_by_its_resolved_labels(
    track: Track, a: Judge, b: Judge
) -> None:
    grade(track, a, "1", "0-")
    grade(track, b, "1", "44")
    panel = create_panel(track, "both", rule="first", members=[a, b], now=NOW)
    found = pair_of(panel, b)
    assert (found.n, found.agreement.value) == (2, 0.5)


def test_citations_are_found_on_their_topics(track: Track, a: Judge, b: Judge) -> None:
    topic = make_topic(track, "7")
    make_response(make_run(track), topic, cites=make_segment(track, "d"))
    for citation in Citation.objects.all():
        make_label(SUPPORT, a, citation, value="full_support")
        make_label(SUPPORT, b, citation, value="no_support")
    found = pair_of(a, b, kind=SUPPORT)
    assert [(row.topic, row.n) for row in found.topics] == [(topic.pk, 2)]
    assert found.kappa.value == 0


def test_a_grade_that_the_profile_lost_still_counts(
    track: Track, a: Judge, b: Judge
) -> None:
    for judge in (a, b):
        grade(track, judge, "1", "04")
    Track.objects.update(profile_text=make_track(profile="rag24").profile_text)
    fresh = [Judge.objects.get(pk=judge.pk) for judge in (a, b)]
    assert compared(*fresh).categories == ("0", "1", "2", "3", "4")
    assert pair_of(*fresh).n == 2


def test_weighted_kappas_leave_out_what_has_no_place_in_the_order() -> None:
    def compare_codes(codes: list[tuple[int, int]]) -> JudgePair:
        items = np.arange(len(codes))
        found = Aligned(
            items[:, None], items % 3, np.array(codes), ("0", "1", "2", "exempt")
        )
        apart = np.array([False, False, False, True])
        scales = Scales((Scale(), Scale()))
        return pairs.pair_of(found, 0, 1, scales=scales, apart=apart)

    graded = [(0, 0), (0, 1), (1, 2), (2, 2), (2, 0)]
    alone = compare_codes(graded)
    more = compare_codes([*graded, (0, 3), (3, 3)])
    assert more.n == alone.n + 2
    assert more.kappa.value != alone.kappa.value
    assert more.kappa_linear.value == alone.kappa_linear.value
    assert more.kappa_quadratic.value == alone.kappa_quadratic.value
