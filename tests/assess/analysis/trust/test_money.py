"""Agreement with people by the money that a model's labels cost."""

from __future__ import annotations

from decimal import Decimal

from django.test import Client
from django.urls import reverse

from accounts.models import User
from assess.analysis.trust.judge import judge_trust
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from runs.models import Track
from tests.llm.endpoints.make import make_call
from tests.make import (
    make_judge,
    make_label,
    make_person,
    make_segment,
    make_topic,
    make_track,
)
from tests.page import texts

TOPICS = 6


def make_labels(track: Track, ada: User, cost: Decimal | None) -> Judge:
    """Label four segments a topic: two by one call, two by another."""
    person, model = make_person(ada, track), make_judge(track, "m", kind=Judge.MODEL)
    for number in range(TOPICS):
        topic = make_topic(track, f"t{number}")
        calls = [make_call(number * 2 + half, cost=cost) for half in range(2)]
        for place in range(4):
            segment = make_segment(track, f"d{number}-{place}")
            make_label(RELEVANCE, person, topic, segment, value=str(place))
            theirs = "0" if place == number % 4 else str(place)
            make_label(RELEVANCE, model, topic, segment, value=theirs)
            own = RelevanceLabel.objects.filter(judge=model, segment=segment)
            own.update(call=calls[place // 2])
    return model


def test_kappa_grows_with_the_money_and_a_call_is_paid_once(
    ada: User, omar: User, omar_client: Client
) -> None:
    track = make_track(profile="rag24", organizer=omar, assessors=[ada])
    model = make_labels(track, ada, Decimal("0.0500"))
    (found,) = judge_trust(model)
    assert found.money is not None
    (curve,) = found.money.curves
    assert [round(point.x, 10) for point in curve.places] == [
        round(0.1 * topics, 10) for topics in range(2, TOPICS + 1)
    ]
    assert curve.places[-1].y == found.figure.found.value
    page = omar_client.get(reverse("assess:judge_trust", args=[track.uuid, model.uuid]))
    assert "0.6000 for 6 topics" in " ".join(texts(page, "#chart-money-relevance td"))


def test_without_a_price_there_is_no_curve(ada: User, omar: User) -> None:
    track = make_track(profile="rag24", organizer=omar, assessors=[ada])
    (found,) = judge_trust(make_labels(track, ada, None))
    assert found.money is None
