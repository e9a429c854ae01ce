"""Labels on what is put away are in no total, and are counted separately."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from assess.analysis.quality.records import labelled
from assess.analysis.report.campaign import campaign_of
from assess.exchange.exports.catalogue import all_choices
from assess.exchange.exports.folders import written
from assess.exchange.exports.registry import CannotExport
from assess.judging.allocations.workload import pace_in
from assess.judging.kinds import Kind, get_kind
from assess.judging.labels.writer import Act, give_label
from assess.judging.models import Allocation, Judge
from assess.judging.screens import get_screen
from assess.judging.test_items.batches import batches_of
from assess.judging.work.overview import work_of
from assess.judging.work.pace import paces_of
from assess.kinds.support.kind import SUPPORT
from nuggets.banks.listing import list_banks, list_versions
from runs.models import Citation, Run, Topic, Track
from runs.put_away.actions import put_away
from runs.put_away.registry import thing_kind
from tests.assess.exchange.exports.campaign import Judged, left_out, make_judged
from tests.make import NOW, make_allocation, make_judge, make_label

pytestmark = pytest.mark.both_stacks


@pytest.fixture
def made(ada: User, omar: User) -> Judged:
    return make_judged(ada, omar)


def away(track: Track, name: str, thing: Any) -> None:  # noqa: ANN401 - a row
    now = timezone.now()
    put_away(thing_kind(name), thing, track=track, by=None, now=now)
    track.refresh_from_db()


def judged_by_hand(made: Judged, *, known: Judge | None = None) -> Allocation:
    """Let Ada judge all citations of the first topic, the later ones slowly."""
    person = made.person.user
    assert person
    work = make_allocation(made.topics[0], person, work="support")
    Allocation.objects.filter(pk=work.pk).update(known=known)
    cited = Citation.objects.filter(sentence__response__topic=made.topics[0])
    for place, citation in enumerate(cited.order_by("sentence__response", "pk")):
        if known:
            make_label(SUPPORT, known, citation, value="full_support")
        give_label(
            SUPPORT,
            (citation.pk,),
            "full_support" if place < 2 else "no_support",
            judge=made.person,
            actor=person,
            act=Act(uuid4(), seen=0, active_ms=1000 if place < 2 else 9000),
            now=NOW,
        )
    return work


def test_how_fast_work_goes_leaves_out_a_run_put_away(made: Judged) -> None:
    work = judged_by_hand(made)
    away(made.track, "run", made.runs[1])
    [pace] = paces_of(work_of(Allocation.objects.filter(pk=work.pk)))
    assert (pace.seconds, pace.active) == (1.0, 2.0)
    assert pace_in(made.track, get_screen("support")) == (1.0, 2)
    (own,) = [each for each in labelled(made.track) if each.kind == SUPPORT]
    assert [label.active for label in own.labels] == [1000, 1000]


def test_hidden_test_items_on_a_run_put_away_fail_nobody(made: Judged) -> None:
    judged_by_hand(made, known=make_judge(made.track, "known"))
    [before] = batches_of(made.track, SUPPORT)
    assert before.n > before.right
    away(made.track, "run", made.runs[1])
    [batch] = batches_of(made.track, SUPPORT)
    assert (batch.n, batch.right) == (2, 2)


def test_finished_work_on_a_topic_put_away_is_in_no_count(
    made: Judged, omar_client: Client
) -> None:
    work = judged_by_hand(made)
    Allocation.objects.filter(pk=work.pk).update(finished_at=NOW)
    page = f"/tracks/{made.track.uuid}/work/"
    (person,) = omar_client.get(page).context["people"]
    assert person.finished == 1
    away(made.track, "topic", made.topics[0])
    shown = omar_client.get(page).context
    assert (shown["people"], shown["page"].paginator.count) == ([], 0)


def test_a_run_and_a_bank_count_no_topic_put_away(made: Judged) -> None:
    away(made.track, "topic", made.topics[1])
    runs: list[Any] = list(Run.objects.visible().with_sizes())
    assert {run.name: run.answered for run in runs}["b"] == 1
    bank: Any = list_banks(made.track).get()
    assert bank.topics == 1
    assert {each.topic for each in list_versions(bank)} == {made.topics[0]}
    campaign = campaign_of(made.track)
    assert campaign.topics == 1
    assert sum(task.responses for task in campaign.tasks) == 2


def labels_on(kind: Kind, judge: Judge, topic: Topic) -> int:
    given = kind.model.objects.by(judge).given()
    return given.filter(**{kind.topic: topic}).count()


def test_every_manifest_says_how_many_labels_are_on_what_is_put_away(
    made: Judged,
) -> None:
    away(made.track, "topic", made.topics[0])
    seen = set()
    for choice in all_choices(made.track, every_form=False):
        parts = [part for part in choice.exporter.parts if part.kind]
        if not parts:
            continue
        (part,) = parts
        kind, judge = get_kind(part.kind), part.judge(choice.wanted.parts[part.name])
        if judge != made.machine:
            continue
        try:
            with written(choice.exporter, choice.wanted) as files:
                told = left_out(files.manifest)
        except CannotExport:
            continue  # the only ranking was for the topic put away
        expected = labels_on(kind, judge, made.topics[0])
        assert told[f"{kind.title.lower()} labels on what is put away"] == expected
        assert expected
        seen.add(choice.exporter.name)
    assert {"qrels", "support-labels", "nuggets-scores", "condition-scores"} <= seen
