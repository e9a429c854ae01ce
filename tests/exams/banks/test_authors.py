"""Who wrote a bank grades with it only if the track allows it, on the record."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from assess.judging.allocations.actions import NotTheirs, Terms, hand_out
from assess.judging.models import Allocation
from assess.judging.queues.actions import NothingFree, add_slots, take_next
from assess.judging.screens import get_screen
from exams.models import ExamLabel
from runs.models import Track
from tests.exams.test_settings import set_exam
from tests.exams.world import ExamWorld, make_exam_world


@pytest.fixture
def world(omar: User, ada: User, bea: User) -> ExamWorld:
    """Make the world with a bank that Ada wrote."""
    made = make_exam_world(omar, assessors=[ada, bea])
    made.bank.versions.update(editor=ada)
    return made


def give(world: ExamWorld, person: User, by: User) -> Allocation:
    """Hand the topic's grading to a person."""
    track = Track.objects.get(pk=world.track.pk)
    terms = Terms(subject=str(world.bank.uuid))
    work = [(world.topic, person)]
    hand_out(track, get_screen("exam"), work, by=by, terms=terms)
    return Allocation.objects.get(assessor=person)


def grade(world: ExamWorld, work: Allocation, client: Client) -> ExamLabel:
    """Grade the first question on a passage, and return the label."""
    page = f"/work/{work.uuid}/exam/{world.passages['p1'].uuid}/"
    said = {"key": str(uuid4()), "seen": 0, "value": "3"}
    said |= {"question": str(world.questions[0].uuid)}
    assert client.post(f"{page}label/", said).status_code == 302
    return ExamLabel.objects.get(judge__user=work.assessor)


def test_an_author_is_not_handed_the_work(
    world: ExamWorld, ada: User, bea: User, omar: User, bea_client: Client
) -> None:
    with pytest.raises(NotTheirs, match=r"not open to ada\. .* authors_grade = true"):
        give(world, ada, omar)
    label = grade(world, give(world, bea, omar), bea_client)
    assert "author" not in label.details


def test_an_author_may_if_the_track_allows_it_and_it_is_kept(
    world: ExamWorld, ada: User, omar: User, ada_client: Client
) -> None:
    set_exam(world, authors_grade=True)
    label = grade(world, give(world, ada, omar), ada_client)
    assert label.details["author"] is True


@pytest.mark.parametrize("allowed", [False, True])
def test_an_author_is_never_offered_it_from_a_queue(
    world: ExamWorld, ada: User, bea: User, omar: User, *, allowed: bool
) -> None:
    set_exam(world, authors_grade=allowed)
    track = Track.objects.get(pk=world.track.pk)
    terms, screen = Terms(subject=str(world.bank.uuid)), get_screen("exam")
    now = timezone.now()
    add_slots(track, screen, {world.topic: 1}, by=omar, terms=terms)
    with pytest.raises(NothingFree):
        take_next(track, "exam", ada, now=now)
    assert take_next(track, "exam", bea, now=now).assessor == bea
