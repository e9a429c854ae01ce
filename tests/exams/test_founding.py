"""A question bank is made by hand, or of a nugget bank's nuggets."""

from __future__ import annotations

from django.test import Client

from accounts.models import User
from exams.models import Question, QuestionBank, QuestionVersion
from nuggets.models import Listing
from runs.models import Subnarrative, Track
from tests.make import make_bank, make_topic, make_track, make_version


def found(client: Client, track: Track, **said: str) -> str:
    r = client.post(f"/tracks/{track.uuid}/exams/new/", said, follow=True)
    assert r.status_code == 200
    return r.content.decode()


def test_nuggets_become_key_facts_with_their_facets(
    omar: User, omar_client: Client
) -> None:
    track = make_track(profile="rag24", organizer=omar)
    topic = make_topic(track)
    make_topic(track, "15")
    version = make_version(make_bank(track), topic, ["ice floats", "salt sinks"])
    part = Subnarrative.objects.create(topic=topic, text="ice", folded="ice")
    Listing.objects.filter(nugget__text="ice floats").update(subnarrative=part)
    found(omar_client, track, name="facts", source=str(version.bank.uuid))
    facts = list(Question.objects.order_by("pk"))
    assert [(each.text, each.form) for each in facts] == [
        ("ice floats", "key_fact"),
        ("salt sinks", "key_fact"),
    ]
    assert [each.facet for each in facts] == [part, None]
    assert QuestionVersion.objects.get().topic == topic


def test_an_empty_bank_has_a_list_of_every_topic(
    omar: User, omar_client: Client
) -> None:
    track = make_track(profile="rag24", organizer=omar)
    topics = [make_topic(track), make_topic(track, "15")]
    assert "by hand" in found(omar_client, track, name="by hand")
    assert QuestionVersion.objects.count() == len(topics)
    assert "already" in found(omar_client, track, name="by hand")
    assert "required" in found(omar_client, track, name="")
    assert QuestionBank.objects.count() == 1


def test_only_its_organizers_make_one(omar: User, ada_client: Client) -> None:
    track = make_track(profile="rag24", organizer=omar)
    r = ada_client.post(f"/tracks/{track.uuid}/exams/new/", {"name": "x"})
    assert r.status_code == 404
