"""Who may settle a dispute, and how its topics are offered."""

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
    let_adjudicate,
    open_adjudication,
    settle,
)
from assess.judging.adjudication.progress import topic_rows
from assess.judging.adjudication.work import read_sheet
from assess.judging.allocations.actions import NotTheirs, Terms, hand_out, pass_on
from assess.judging.judges.actions import JudgeExists
from assess.judging.labels.reader import labels_of
from assess.judging.labels.writer import Act
from assess.judging.models import Adjudication, Allocation, Judge, Slot
from assess.judging.queues.actions import NothingFree, put_back, take_next
from assess.judging.queues.listing import queues_for, slots_for
from assess.judging.screens import get_screen
from assess.kinds.relevance.kind import RELEVANCE
from runs.models import Segment, Topic, Track
from tests.assess.judging.adjudication.dispute_work import hand, open_for
from tests.assess.judging.adjudication.disputes.labels import labels, settle_all
from tests.make import NOW, make_judge, make_person, make_topic

pytestmark = pytest.mark.both_stacks

WORK = "disputed_relevance"


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
