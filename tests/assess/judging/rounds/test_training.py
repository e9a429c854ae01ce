"""Training for a round: first, scored, once, and counted nowhere."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from assess.judging.models import Allocation, Round
from assess.judging.models.rounds import TRAINING
from assess.kinds.support.kind import SUPPORT as KIND
from assess.kinds.support.models import SupportLabel
from runs.models import Track
from tests.assess.judging.allocations.test_handing_out import asked, confirmed, post
from tests.assess.judging.rounds.round_rows import (
    FULL,
    NO,
    PARTIAL,
    citations,
    make_round,
)
from tests.assess.judging.rounds.test_rounds import give, give_out, page_of, track
from tests.make import make_allocation, make_judge, make_label, make_person
from tests.page import markup

__all__ = ["track"]


@pytest.fixture
def trained(track: Track) -> Round:
    known = make_judge(track, "key", kind="import")
    for citation, value in zip(
        citations(track.topics.get(name="3")), (FULL, NO, FULL, PARTIAL), strict=True
    ):
        make_label(KIND, known, citation, value=value)
    return make_round(
        track,
        unit="all",
        training=track.topics.get(name="3"),
        known=known,
        pass_mark=75,
    )


def test_training_comes_first_shows_its_score_and_counts_nowhere(
    trained: Round, ada: User, ada_client: Client
) -> None:
    [work] = give_out(trained, ada, "1")
    training = Allocation.objects.get(round=trained.number + TRAINING)
    assert (training.topic.name, training.assessor) == ("3", ada)
    assert "Finish topic 3 first" in page_of(ada_client, work)
    assert give(ada_client, work, 0, FULL)[0] == 404
    page = page_of(ada_client, training)
    assert "Training for round “a round”" in page
    for place in range(4):
        assert give(ada_client, training, place, NO)[0] == 200
    finish = f"/work/{training.uuid}/support/finish/"
    r = ada_client.post(finish)
    assert r.status_code == 409
    said = markup(r)
    assert "1 of 4 labels are right. 75 % are needed" in said
    assert said.count("known label:") == 3
    give(ada_client, training, 0, FULL, seen=1)
    give(ada_client, training, 2, FULL, seen=1)
    assert ada_client.post(finish).status_code == 302
    assert give(ada_client, work, 0, FULL)[0] == 200
    assert set(SupportLabel.objects.filter(judge__user=ada).values_list("round")) == {
        (trained.number,),
        (trained.number + TRAINING,),
    }


def test_training_is_given_once_and_its_topic_never_handed_out(
    trained: Round, ada: User, bea: User, omar_client: Client
) -> None:
    give_out(trained, ada, "1")
    give_out(trained, ada, "2")
    assert Allocation.objects.filter(round=trained.number + TRAINING).count() == 1
    plain = asked(bea, protocol=str(trained.uuid), share="turn")
    page = confirmed(omar_client, trained.track, plain)
    assert "starts with topic 3, and continues with 75 %" in page
    own = Allocation.objects.filter(assessor=bea, round=trained.number)
    assert sorted(own.values_list("topic__name", flat=True)) == ["1", "2"]
    status, page = post(omar_client, trained.track, plain | {"topics": "3"})
    assert (status, "Topic 3 is the training of the round" in page) == (422, True)


def test_whoever_gave_the_known_labels_is_not_trained_by_them(
    track: Track, ada: User, omar_client: Client
) -> None:
    own = make_allocation(track.topics.get(name="3"), ada, work="support")
    Allocation.objects.filter(pk=own.pk).update(finished_at=timezone.now())
    made = make_round(
        track,
        training=track.topics.get(name="3"),
        known=make_person(ada, track),
        pass_mark=50,
    )
    status, page = post(
        omar_client, track, asked(ada, protocol=str(made.uuid), share="turn")
    )
    assert (status, "are the labels of ada" in page) == (422, True)
