"""What is restored with a thing, and what is not, which the page says."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from accounts.models import User
from assess.judging.adjudication.actions import close_adjudication
from assess.judging.models import Adjudication, Allocation, Judge, Slot
from assess.judging.queues.actions import Taken, take
from nuggets.models import Bank, Condition
from runs.models import Topic, Track
from runs.put_away.actions import NotNow, put_away, restore
from runs.put_away.registry import thing_kind
from tests.make import (
    make_allocation,
    make_bank,
    make_judge,
    make_topic,
    make_track,
    make_version,
)

pytestmark = pytest.mark.both_stacks


@pytest.fixture
def track(omar: User, ada: User) -> Track:
    return make_track(organizer=omar, assessors=[ada])


@pytest.fixture
def topic(track: Track) -> Topic:
    return make_topic(track)


@pytest.fixture
def bank(track: Track, topic: Topic) -> Bank:
    bank = make_bank(track)
    make_version(bank, topic)
    return bank


def away(name: str, thing: Any) -> None:  # noqa: ANN401 - a row of any kind
    put_away(thing_kind(name), thing, track=thing.track, by=None, now=timezone.now())


def back(name: str, thing: Any) -> list[str]:  # noqa: ANN401
    now = timezone.now()
    return restore(thing_kind(name), thing, track=thing.track, by=None, now=now)


@pytest.mark.parametrize("first", ["topic", "bank"])
def test_work_on_two_things_away_comes_back_with_the_last(
    topic: Topic, bank: Bank, ada: User, ada_client: Client, first: str
) -> None:
    work = make_allocation(topic, ada, bank)
    held = Allocation.objects.held_by(ada)
    away("topic", topic)
    away("bank", bank)
    back(first, {"topic": topic, "bank": bank}[first])
    assert not held.exists()
    assert str(work.uuid) not in ada_client.get("/").text
    assert ada_client.get(f"/work/{work.uuid}/").status_code == 404
    second = "bank" if first == "topic" else "topic"
    back(second, {"topic": topic, "bank": bank}[second])
    assert held.get() == work


def test_a_slot_is_not_taken_while_its_bank_is_away(
    track: Track, topic: Topic, bank: Bank, ada: User
) -> None:
    slot = Slot.objects.create(
        track=track, work="assignment", topic=topic, subject=str(bank.uuid)
    )
    away("bank", bank)
    with pytest.raises(Taken):
        take(slot, ada, now=timezone.now())
    back("bank", bank)
    assert take(slot, ada, now=timezone.now()).slot == slot


def test_finished_work_on_a_bank_away_is_in_no_count(
    track: Track, topic: Topic, bank: Bank, ada: User, omar_client: Client
) -> None:
    work = make_allocation(topic, ada, bank)
    Allocation.objects.filter(pk=work.pk).update(finished_at=timezone.now())
    page = f"/tracks/{track.uuid}/work/"
    assert str(topic) in omar_client.get(page).text
    away("bank", bank)
    assert not Allocation.objects.held_by(ada).exists()
    assert not Allocation.objects.held().exists()


def test_work_of_an_adjudication_closed_meanwhile_stays_taken_back(
    track: Track, topic: Topic, ada: User
) -> None:
    settled = Adjudication.objects.create(
        track=track,
        judge=make_judge(track, "settled", kind=Judge.ADJUDICATION),
        kind="relevance",
    )
    work = make_allocation(topic, ada, work="disputed_relevance")
    Allocation.objects.filter(pk=work.pk).update(subject=str(settled.uuid))
    away("topic", topic)
    close_adjudication(settled, now=timezone.now())
    back("topic", topic)
    assert not Allocation.objects.open().exists()


def test_work_that_would_not_be_blind_any_more_is_taken_back_and_told(
    track: Track, topic: Topic, bank: Bank, ada: User, omar_client: Client
) -> None:
    from_scratch = make_allocation(topic, ada, bank)
    other = make_topic(track, "15")
    make_version(bank, other)
    kept = make_allocation(other, ada, bank)
    away("bank", bank)
    correcting = make_allocation(topic, ada, make_bank(track, "other"))
    Allocation.objects.filter(pk=correcting.pk).update(shown=make_judge(track))
    at = f"/tracks/{track.uuid}/put-away/bank/{bank.uuid}/restore/"
    said = omar_client.post(at, follow=True).text
    assert "post-edited is restored." in said
    assert "Assignment of topic 14 is taken back from ada" in said
    from_scratch.refresh_from_db()
    assert from_scratch.released_at
    assert set(Allocation.objects.open()) == {kept, correcting}


def test_what_went_along_comes_back_with_the_last_that_it_rests_on(
    track: Track, topic: Topic, bank: Bank
) -> None:
    condition = Condition.objects.create(
        track=track, name="main", bank=bank, assignment_judge=make_judge(track)
    )
    condition.topics.set([topic])
    away("topic", topic)
    away("bank", bank)
    (told,) = back("topic", topic)
    assert told.startswith("Condition main stays put away. It names post-edited")
    assert not Condition.objects.exists()
    assert back("bank", bank) == ["Condition main is back too."]
    assert Condition.objects.get() == condition


def test_what_was_put_away_by_itself_does_not_come_back_with_another(
    track: Track, topic: Topic, bank: Bank
) -> None:
    condition = Condition.objects.create(
        track=track, name="main", bank=bank, assignment_judge=make_judge(track)
    )
    away("condition", condition)
    away("bank", bank)
    assert back("bank", bank) == []
    assert not Condition.objects.exists()


def test_one_name_that_was_taken_keeps_nothing_else_away(
    track: Track, topic: Topic, bank: Bank, omar_client: Client
) -> None:
    judge = make_judge(track)
    for name in ("one", "two"):
        Condition.objects.create(
            track=track, name=name, bank=bank, assignment_judge=judge
        )
    away("bank", bank)
    Condition.objects.create(
        track=track, name="one", bank=make_bank(track, "b"), assignment_judge=judge
    )
    at = f"/tracks/{track.uuid}/put-away/bank/{bank.uuid}/restore/"
    said = omar_client.post(at, follow=True).text
    assert "Condition one stays put away. There is another condition called one" in said
    assert Condition.objects.filter(name="two", bank=bank).exists()
    assert not Condition.objects.filter(name="one", bank=bank).exists()


def test_a_thing_whose_own_name_was_taken_stays_whole(track: Track, bank: Bank) -> None:
    away("bank", bank)
    make_bank(track)
    with pytest.raises(NotNow, match="There is another bank called post-edited"):
        back("bank", bank)


def test_work_that_was_taken_back_with_a_topic_before_is_given_back(
    topic: Topic, bank: Bank, ada: User
) -> None:
    """Earlier versions released it, and forgot it when two things were away."""
    work = make_allocation(topic, ada, bank)
    own = make_allocation(topic, ada, work="relevance")
    slot = Slot.objects.create(track=topic.track, work="support", topic=topic)
    away("topic", topic)
    topic.refresh_from_db()
    since = topic.deleted_at
    Allocation.objects.filter(pk=work.pk).update(released_at=since)
    Allocation.objects.filter(pk=own.pk).update(released_at=timezone.now())
    Slot.objects.update(withdrawn_at=since)
    import_module("nuggets.migrations.0006_work_away").give_back(apps, None)
    back("topic", topic)
    assert Allocation.objects.open().get() == work
    assert Slot.objects.queued().get() == slot
