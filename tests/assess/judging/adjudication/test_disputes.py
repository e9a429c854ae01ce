"""What enters an adjudication, what leaves it, and who may do it."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from assess.judging.adjudication.actions import (
    AdjudicationPlan,
    InDispute,
    TooFewJudges,
    close_adjudication,
    create_settled_panel,
    let_adjudicate,
    open_adjudication,
    settle,
)
from assess.judging.adjudication.progress import topic_rows
from assess.judging.adjudication.results import result_of
from assess.judging.adjudication.work import read_sheet
from assess.judging.allocations.actions import NotTheirs, Terms, hand_out, pass_on
from assess.judging.judges.actions import JudgeExists
from assess.judging.kernel.disputes import Threshold
from assess.judging.labels.reader import labels_of
from assess.judging.labels.writer import Act
from assess.judging.models import Adjudication, Allocation, Change, Judge, Slot
from assess.judging.queues.actions import NothingFree, put_back, take_next
from assess.judging.queues.listing import queues_for, slots_for
from assess.judging.screens import get_screen, progress_of
from assess.judging.work.walk import NotInThisWork
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from runs.models import Segment, Topic, Track
from tests.assess.judging.adjudication.settling import hand, open_for, put
from tests.make import (
    NOW,
    make_judge,
    make_person,
    make_segment,
    make_topic,
    make_track,
)

pytestmark = pytest.mark.both_stacks

WORK = "disputed_relevance"


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(assessors=[ada, bea], organizer=omar)


@pytest.fixture
def topic(track: Track) -> Topic:
    return make_topic(track)


@pytest.fixture
def judges(track: Track) -> list[Judge]:
    return [make_judge(track, "machine"), make_judge(track, "other")]


@pytest.fixture
def segments(track: Track) -> list[Segment]:
    return [make_segment(track, f"doc#{number}") for number in range(4)]


def labels(
    judges: list[Judge], topic: Topic, segments: list[Segment], *pairs: str
) -> None:
    """Give each segment the two judges' grades, such as "13"; "-" for none."""
    for segment, pair in zip(segments, pairs, strict=False):
        for judge, value in zip(judges, pair, strict=True):
            if value != "-":
                put(RELEVANCE, judge, topic, segment, value=value)


def regrade(judge: Judge, segment: Segment, value: str) -> None:
    label = RelevanceLabel.objects.get(judge=judge, segment=segment)
    label.value = value
    label.save(update_fields=["value"])


def settle_all(work: Allocation, value: str) -> None:
    for item in read_sheet(work).items:
        act = Act(key=uuid4(), seen=0)
        settle(work, item=item.uuid, value=value, note="", act=act, now=NOW)


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


def test_nobody_settles_their_own_cause_unless_it_is_allowed(
    track: Track, topic: Topic, ada: User, bea: User, omar: User
) -> None:
    own, machine = make_person(ada, track), make_judge(track)
    plan = AdjudicationPlan(RELEVANCE, [own, machine], [ada, bea], [topic])
    with pytest.raises(InDispute, match="ada"):
        open_adjudication(track, "settled", plan, by=omar, now=NOW)
    assert not Adjudication.objects.exists()
    assert not Judge.objects.filter(kind=Judge.ADJUDICATION).exists()
    wanted = AdjudicationPlan(
        RELEVANCE, [own, machine], [ada], [topic], own_allowed=True
    )
    made = open_adjudication(track, "settled", wanted, by=omar, now=NOW)
    assert made.own_allowed
    one = AdjudicationPlan(RELEVANCE, [own], [bea], [topic])
    with pytest.raises(TooFewJudges):
        open_adjudication(track, "other", one, by=omar, now=NOW)
    with pytest.raises(JudgeExists):
        open_adjudication(track, "settled", wanted, by=omar, now=NOW)


def test_people_who_stand_behind_a_panel_are_in_dispute_too(
    track: Track, topic: Topic, ada: User, omar: User
) -> None:
    make_person(ada, track)
    panel = Judge.objects.get(kind=Judge.PANEL)
    plan = AdjudicationPlan(RELEVANCE, [panel, make_judge(track)], [ada], [topic])
    with pytest.raises(InDispute, match="ada"):
        open_adjudication(track, "settled", plan, by=omar, now=NOW)


def test_two_people_share_the_queue_and_never_hold_one_item_both(
    track: Track, judges: list[Judge], segments: list[Segment], ada: User, bea: User
) -> None:
    topics = [make_topic(track, name) for name in ("301", "302", "303")]
    for topic in topics:
        labels(judges, topic, segments, "01", "13")
    adjudication = open_for(ada, RELEVANCE, judges, topics=topics)
    adjudication.adjudicators.set([ada, bea])
    now = timezone.now()
    first = take_next(track, WORK, ada, now=now)
    second = take_next(track, WORK, bea, now=now)
    third = take_next(track, WORK, ada, now=now)
    taken = [first, second, third]
    assert {work.topic for work in taken} == set(topics)
    held = [{item.uuid for item in read_sheet(work).items} for work in taken]
    assert not held[0] & held[1]
    assert not held[1] & held[2]
    for person in (ada, bea):
        with pytest.raises(NothingFree):
            take_next(track, WORK, person, now=now)
    put_back(second, now=now)
    assert take_next(track, WORK, ada, now=now).topic == second.topic


def test_a_topic_is_offered_once_there_is_something_to_settle(
    track: Track,
    topic: Topic,
    judges: list[Judge],
    segments: list[Segment],
    ada: User,
) -> None:
    open_for(ada, RELEVANCE, judges, topics=[topic])
    now = timezone.now()
    assert not queues_for(ada, now=now)
    labels(judges, topic, segments, "01")
    (queue,) = queues_for(ada, now=now)
    assert (queue.screen.name, queue.topics) == (WORK, 1)
    settle_all(take_next(track, WORK, ada, now=now), "1")
    assert not queues_for(ada, now=now)


def test_new_disagreements_reopen_a_finished_topic_for_its_adjudicator(
    topic: Topic,
    judges: list[Judge],
    segments: list[Segment],
    ada: User,
    ada_client: Client,
) -> None:
    labels(judges, topic, segments, "01")
    work = hand(open_for(ada, RELEVANCE, judges, topics=[topic]), topic, ada)
    settle_all(work, "1")
    ada_client.post(f"/work/{work.uuid}/{WORK}/finish/")
    assert "Finished" in ada_client.get("/").content.decode()
    labels(judges, topic, segments[1:], "02")
    page = ada_client.get("/").content.decode()
    assert "1 of 2" in page
    assert f"/work/{work.uuid}/" in page


def test_the_queue_is_nothing_to_who_does_not_adjudicate(
    track: Track,
    topic: Topic,
    judges: list[Judge],
    segments: list[Segment],
    ada: User,
    bea: User,
    omar: User,
    bea_client: Client,
) -> None:
    labels(judges, topic, segments, "01")
    before = bea_client.get("/").content.decode()
    adjudication = open_for(ada, RELEVANCE, judges, topics=[topic])
    now = timezone.now()
    assert not slots_for(bea, now=now).exists()
    assert "djudicat" not in bea_client.get("/").content.decode()
    assert len(bea_client.get("/").content) == len(before.encode())
    with pytest.raises(NothingFree):
        take_next(track, WORK, bea, now=now)
    terms = Slot.objects.get()
    screen = get_screen(WORK)
    given = Terms(subject=terms.subject)
    with pytest.raises(NotTheirs, match="bea"):
        hand_out(track, screen, [(topic, bea)], by=omar, terms=given)
    take_next(track, WORK, ada, now=now)
    with pytest.raises(NotTheirs, match="bea"):
        pass_on(track, ada, bea, by=omar, now=now)
    let_adjudicate(adjudication, [ada, bea])
    assert pass_on(track, ada, bea, by=omar, now=now) == 1


def test_closing_takes_the_work_back_and_keeps_the_labels(
    track: Track,
    topic: Topic,
    judges: list[Judge],
    segments: list[Segment],
    ada: User,
) -> None:
    labels(judges, topic, segments, "01", "13")
    adjudication = open_for(ada, RELEVANCE, judges, topics=[topic])
    work = take_next(track, WORK, ada, now=timezone.now())
    (first, _second) = read_sheet(work).items
    act = Act(key=uuid4(), seen=0)
    settle(work, item=first.uuid, value="2", note="", act=act, now=NOW)
    close_adjudication(adjudication, now=NOW)
    assert not Allocation.objects.open().exists()
    assert not slots_for(ada, now=timezone.now()).exists()
    assert len(labels_of(adjudication.judge, RELEVANCE)) == 1
    (row,) = topic_rows(adjudication)
    assert (row.standing.settled, row.standing.left) == (1, 1)
