"""What enters an adjudication, what leaves it, and what it results in."""

from __future__ import annotations

from uuid import uuid4

import pytest

from accounts.models import User
from assess.judging.adjudication.actions import create_settled_panel, settle
from assess.judging.adjudication.results import result_of
from assess.judging.adjudication.work import read_sheet
from assess.judging.judges.actions import JudgeExists
from assess.judging.kernel.disputes import Threshold
from assess.judging.labels.reader import labels_of
from assess.judging.labels.writer import Act
from assess.judging.models import Allocation, Change, Judge
from assess.judging.screens import progress_of
from assess.judging.work.walk import NotInThisWork
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from runs.models import Segment, Topic
from tests.assess.judging.adjudication.dispute_work import hand, open_for
from tests.assess.judging.adjudication.disputes.labels import labels, settle_all
from tests.make import NOW

pytestmark = pytest.mark.both_stacks


def regrade(judge: Judge, segment: Segment, value: str) -> None:
    label = RelevanceLabel.objects.get(judge=judge, segment=segment)
    label.value = value
    label.save(update_fields=["value"])


def segments_in(work: Allocation) -> set[int]:
    return {item.item[1] for item in read_sheet(work).items}


@pytest.mark.parametrize(
    ("threshold", "disputed"),
    [
        (Threshold("any"), {0, 1, 3}),
        (Threshold("distance", 2), {1, 3}),
        (Threshold("distance", 3), {3}),
        (Threshold("cut", cut="2"), {1, 3}),
        (Threshold("cut", cut="1"), {0, 3}),
    ],
)
def test_it_holds_what_differs_by_as_much_as_is_asked(
    topic: Topic,
    judges: list[Judge],
    segments: list[Segment],
    ada: User,
    threshold: Threshold,
    disputed: set[int],
) -> None:
    labels(judges, topic, segments, "01", "13", "22", "30")
    adjudication = open_for(ada, RELEVANCE, judges, topics=[topic], threshold=threshold)
    work = hand(adjudication, topic, ada)
    assert segments_in(work) == {segments[place].pk for place in disputed}
    assert progress_of([work])[work.pk][:2] == (0, len(disputed))


def test_an_item_that_one_judge_alone_labelled_is_no_dispute(
    topic: Topic, judges: list[Judge], segments: list[Segment], ada: User
) -> None:
    labels(judges, topic, segments, "0-", "-1", "12")
    work = hand(open_for(ada, RELEVANCE, judges, topics=[topic]), topic, ada)
    assert segments_in(work) == {segments[2].pk}


def test_what_comes_to_differ_joins_and_what_comes_to_agree_leaves(
    topic: Topic, judges: list[Judge], segments: list[Segment], ada: User
) -> None:
    labels(judges, topic, segments, "01", "22")
    work = hand(open_for(ada, RELEVANCE, judges, topics=[topic]), topic, ada)
    regrade(judges[0], segments[1], "0")
    assert segments_in(work) == {segments[0].pk, segments[1].pk}
    regrade(judges[0], segments[0], "1")
    assert segments_in(work) == {segments[1].pk}


def test_what_is_settled_stays_though_the_judges_agree_since(
    topic: Topic, judges: list[Judge], segments: list[Segment], ada: User
) -> None:
    labels(judges, topic, segments, "01")
    adjudication = open_for(ada, RELEVANCE, judges, topics=[topic])
    work = hand(adjudication, topic, ada)
    settle_all(work, "3")
    regrade(judges[0], segments[0], "1")
    sheet = read_sheet(work)
    assert segments_in(work) == {segments[0].pk}
    assert sheet.agreed == sheet.moved == {sheet.items[0].item}
    assert progress_of([work])[work.pk][:2] == (1, 1)


def test_a_label_is_kept_though_the_judges_agreed_while_it_was_on_its_way(
    topic: Topic, judges: list[Judge], segments: list[Segment], ada: User
) -> None:
    labels(judges, topic, segments, "01")
    work = hand(open_for(ada, RELEVANCE, judges, topics=[topic]), topic, ada)
    (item,) = read_sheet(work).items
    regrade(judges[0], segments[0], "1")
    act = Act(key=uuid4(), seen=0)
    kept = settle(work, item=item.uuid, value="2", note="", act=act, now=NOW)
    assert kept.value == "2"
    with pytest.raises(NotInThisWork):
        settle(work, item=uuid4(), value="2", note="", act=act, now=NOW)


def test_nothing_is_overwritten(
    topic: Topic, judges: list[Judge], segments: list[Segment], ada: User
) -> None:
    labels(judges, topic, segments, "01", "13")
    adjudication = open_for(ada, RELEVANCE, judges, topics=[topic])
    before = [labels_of(judge, RELEVANCE) for judge in judges]
    settle_all(hand(adjudication, topic, ada), "2")
    assert [labels_of(judge, RELEVANCE) for judge in judges] == before
    assert set(labels_of(adjudication.judge, RELEVANCE).values()) == {"2"}
    for change in Change.objects.all():
        assert (change.judge, change.actor) == (adjudication.judge, ada)
    assert not Judge.objects.filter(kind=Judge.PERSON).exists()


def test_the_panel_gives_what_was_settled_else_the_first_judges_label(
    topic: Topic, judges: list[Judge], segments: list[Segment], ada: User
) -> None:
    labels(judges, topic, segments, "01", "22")
    adjudication = open_for(ada, RELEVANCE, judges, topics=[topic])
    settle_all(hand(adjudication, topic, ada), "3")
    panel = create_settled_panel(adjudication, now=NOW)
    said = labels_of(panel, RELEVANCE)
    assert {segment: value for (_t, segment), value in said.items()} == {
        segments[0].pk: "3",
        segments[1].pk: "2",
    }
    with pytest.raises(JudgeExists):
        create_settled_panel(adjudication, now=NOW)


def test_the_result_counts_who_was_upheld(
    topic: Topic, judges: list[Judge], segments: list[Segment], ada: User
) -> None:
    labels(judges, topic, segments, "01", "13", "30")
    adjudication = open_for(ada, RELEVANCE, judges, topics=[topic])
    work = hand(adjudication, topic, ada)
    sheet = read_sheet(work)
    by_segment = {item.item[1]: item.uuid for item in sheet.items}
    for segment, value in zip(segments, "022", strict=False):
        act = Act(key=uuid4(), seen=0)
        uuid = by_segment[segment.pk]
        settle(work, item=uuid, value=value, note="", act=act, now=NOW)
    result = result_of(adjudication)
    assert (result.settled, result.neither, result.own) == (3, 2, 0)
    assert [(row.judge.name, row.upheld, row.n) for row in result.upheld] == [
        ("machine", 1, 3),
        ("other", 0, 3),
    ]
    regrade(judges[0], segments[0], "3")
    later = result_of(adjudication)
    assert (later.upheld, later.neither) == (result.upheld, result.neither)
    assert (result.moved, later.moved) == ([], [(topic, 1)])
    assert read_sheet(work).moved == {(topic.pk, segments[0].pk)}
