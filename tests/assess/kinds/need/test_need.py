"""Uncited sentences: asked of sentences that cite nothing, and what it changes."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from assess.exchange.exports.registry import Wanted, get_exporter
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Allocation, Judge, Round
from assess.judging.rounds.actions import planned_training
from assess.judging.screens import get_screen, progress_of
from assess.kinds.need.kind import NEED
from assess.kinds.need.models import NeedLabel
from assess.kinds.support.kind import SUPPORT
from assess.kinds.support.scoring import SupportBasis, score_support
from runs.models import Citation, Membership, Sentence, Track
from tests.assess.judging.rounds.round_rows import make_round
from tests.assess.kinds.need.need_work import (
    NEEDED,
    NONE,
    Needing,
    make_needing,
    make_uncited,
)
from tests.make import (
    NOW,
    make_allocation,
    make_label,
    make_person,
    make_topic,
    make_track,
    practise,
)
from tests.page import select, texts

RECALL = "weighted_recall_first_citation"


@pytest.fixture
def world(ada: User, omar: User) -> Needing:
    world = make_needing(ada)
    Membership.objects.create(track=world.track, user=omar, role=Membership.ORGANIZER)
    return world


def uncited(world: Needing, response: int = 0) -> list[Sentence]:
    rows = world.responses[response].sentences.filter(position__gt=0)
    return list(rows.order_by("position"))


def test_the_page_shows_every_sentence_and_asks_about_those_that_cite_nothing(
    world: Needing, ada_client: Client
) -> None:
    page = ada_client.get(world.page()).content.decode()
    assert texts(page, ".response-lines [dir]") == [
        "Fresh water floats.",
        "I hope this helps.",
        "It freezes first.",
    ]
    assert texts(page, ".nugget .text") == ["I hope this helps.", "It freezes first."]
    assert "cites 1" in page
    assert "hidden-" not in page
    assert "secret" not in page


def test_a_sentence_that_cites_is_not_in_the_work(
    world: Needing, ada_client: Client
) -> None:
    cited = Sentence.objects.filter(citations__isnull=False).first()
    assert cited
    body = world.json(sentence=str(cited.uuid))
    assert world.send(ada_client, body).status_code == 404
    assert not NeedLabel.objects.exists()


def test_a_sentence_of_another_topic_is_not_in_the_work(
    world: Needing, ada: User, ada_client: Client
) -> None:
    other = make_needing(ada)
    sentence = str(uncited(other)[0].uuid)
    assert world.send(ada_client, world.json(sentence=sentence)).status_code == 404


@pytest.mark.parametrize("profile", ["rag25", "rag26", "ikat24"])
def test_tracks_that_do_not_ask_have_no_such_work(
    profile: str, omar: User, omar_client: Client
) -> None:
    track = make_track(profile=profile, organizer=omar)
    make_topic(track)
    assert not NEED.fits(track)
    for name in ("assess:judges", "assess:exports", "assess:hand_out"):
        page = omar_client.get(reverse(name, args=[track.uuid])).content.decode()
        assert "Uncited sentences" not in page


def test_only_topics_with_an_uncited_sentence_can_be_handed_out(
    world: Needing,
) -> None:
    make_topic(world.track, "99")
    assert list(get_screen("need").topics(world.track, "")) == [world.topic]


def test_in_a_round_in_order_a_later_topic_waits(
    world: Needing, ada: User, ada_client: Client
) -> None:
    protocol = make_round(world.track, in_order=True, asks_uncited=True)
    later = make_topic(world.track, "99")
    response = make_uncited(later, "hidden-later")
    practise(ada, "need")
    works = [
        Allocation.objects.create(
            track=world.track,
            work="need",
            topic=topic,
            assessor=ada,
            round=protocol.number,
        )
        for topic in (world.topic, later)
    ]
    page = ada_client.get(f"/work/{works[1].uuid}/need/", follow=True)
    assert "it comes before." in page.content.decode()
    sentence = str(response.sentences.get(position=1).uuid)
    body = {"sentence": sentence, "value": NEEDED, "key": str(uuid4()), "seen": 0}
    address = f"/api/work/{works[1].uuid}/need/"

    def status() -> int:
        sent = ada_client.post(address, body, content_type="application/json")
        return sent.status_code

    assert status() == 404
    Allocation.objects.filter(pk=works[0].pk).update(finished_at=NOW)
    assert status() == 200


def cite_support(world: Needing, value: str = "full_support") -> Judge:
    judge = make_person(world.work.assessor, world.track)
    for citation in Citation.objects.filter(
        sentence__response__topic__track=world.track
    ):
        make_label(SUPPORT, judge, citation, value=value)
    return judge


def recall_of(judge: Judge, world: Needing, number: int = 0) -> list[float]:
    found = score_support(SupportBasis(judge, number))
    return [row[0] for row in found.of(RECALL).tolist()]


def test_a_sentence_that_needs_none_leaves_recalls_denominator(
    world: Needing,
) -> None:
    judge = cite_support(world)
    assert recall_of(judge, world) == pytest.approx([1 / 3, 1 / 3])
    rows = [
        NewLabel((uncited(world)[0].pk,), NONE),
        NewLabel((uncited(world)[1].pk,), NEEDED),
    ]
    record_labels(NEED, judge, rows, now=NOW, actor=None)
    assert sorted(recall_of(judge, world)) == pytest.approx([1 / 3, 1 / 2])
    back = [NewLabel((uncited(world)[0].pk,), NEEDED)]
    record_labels(NEED, judge, back, now=NOW, actor=None)
    assert recall_of(judge, world) == pytest.approx([1 / 3, 1 / 3])


def test_precision_and_other_judges_do_not_change(world: Needing, bea: User) -> None:
    judge, other = cite_support(world), make_person(bea, world.track)
    rows = [NewLabel((each.pk,), NONE) for each in uncited(world)]
    record_labels(NEED, other, rows, now=NOW, actor=None)
    assert recall_of(judge, world) == pytest.approx([1 / 3, 1 / 3])
    record_labels(NEED, judge, rows, now=NOW, actor=None)
    found = score_support(SupportBasis(judge))
    precision = found.of("weighted_precision_first_citation").tolist()
    assert [row[0] for row in precision] == [1, 1]
    assert [row[0] for row in found.of("exempt").tolist()] in ([2, 0], [0, 2])


def test_labels_of_a_round_count_in_its_scores_only(world: Needing) -> None:
    judge = cite_support(world)
    protocol = make_round(world.track, asks_uncited=True)
    rows = [NewLabel((each.pk,), NONE) for each in uncited(world)]
    record_labels(NEED, judge, rows, now=NOW, actor=None, round=protocol.number)
    assert recall_of(judge, world) == pytest.approx([1 / 3, 1 / 3])


def exported(world: Needing, name: str, judge: Judge) -> list[dict[str, Any]]:
    made = get_exporter(name).make(Wanted(world.track, {"judge": judge}, {}))
    [file] = made.files
    return [json.loads(line) for line in file.lines]


def test_the_files_of_support_say_what_needs_none(world: Needing) -> None:
    judge = cite_support(world)
    record_labels(
        NEED, judge, [NewLabel((uncited(world)[0].pk,), NONE)], now=NOW, actor=None
    )
    rows = exported(world, "support", judge)
    said = [each.get("needs_citation") for row in rows for each in row["sentences"]]
    assert sorted(said, key=str) == [False, *[None] * 5]
    metrics = exported(world, "support-metrics", judge)
    assert sorted(row[RECALL] for row in metrics) == pytest.approx([1 / 3, 1 / 2])


def test_labels_go_out_row_by_row(world: Needing) -> None:
    judge = make_person(world.work.assessor, world.track)
    make_label(NEED, judge, uncited(world)[0], value=NONE)
    [row] = exported(world, "need-labels", judge)
    assert (row["topic"], row["sentence"], row["value"]) == (world.topic.name, 1, NONE)


def hand_out(client: Client, track: Track, ada: User, protocol: Round) -> str:
    body = {
        "work": "need:",
        "to": "people",
        "people": str(ada.uuid),
        "share": "turn",
        "seed": "a seed",
        "protocol": str(protocol.uuid),
    }
    address = reverse("assess:hand_out", args=[track.uuid])
    page = client.post(address, body).content.decode()
    for seal in select(page, "[name=confirm]"):
        client.post(address, body | {"confirm": seal.attributes["value"]})
    return page


def test_a_round_hands_it_out_if_it_asks(
    world: Needing, ada: User, omar_client: Client
) -> None:
    Allocation.objects.all().delete()
    silent = make_round(world.track, "silent")
    page = hand_out(omar_client, world.track, ada, silent)
    assert "does not ask about sentences without a citation" in page
    assert not Allocation.objects.exists()
    asking = make_round(world.track, "asking", asks_uncited=True)
    hand_out(omar_client, world.track, ada, asking)
    [work] = Allocation.objects.all()
    assert (work.work, work.round, work.shown) == ("need", asking.number, None)


def test_a_rounds_training_is_of_support_only(world: Needing, ada: User) -> None:
    protocol = make_round(
        world.track,
        training=make_topic(world.track, "T"),
        known=cite_support(world),
        pass_mark=80,
    )
    assert planned_training(protocol, "need", [ada], by=None) == []
    [training] = planned_training(protocol, "support", [ada], by=None)
    assert training.topic.name == "T"


@pytest.mark.parametrize(("profile", "offers"), [("rag24", True), ("rag25", False)])
def test_the_form_of_a_round_asks_where_the_track_does(
    profile: str, offers: bool, omar: User, omar_client: Client
) -> None:
    track = make_track(profile=profile, organizer=omar)
    address = reverse("assess:round_new", args=[track.uuid])
    assert ("asks_uncited" in omar_client.get(address).content.decode()) == offers
    body = {
        "name": "all of it",
        "unit": "all",
        "shows": "nothing",
        "judges": "1",
        "asks_uncited": "on",
    }
    omar_client.post(address, body)
    made = Round.objects.get()
    assert made.asks_uncited == offers
    assert ("uncited" in " ".join(made.says)) == offers


def test_two_assessors_are_compared(
    world: Needing, ada: User, bea: User, omar_client: Client
) -> None:
    judges = [make_person(user, world.track) for user in (ada, bea)]
    for judge, value in zip(judges, (NEEDED, NONE), strict=True):
        make_label(NEED, judge, uncited(world)[0], value=value)
        make_label(NEED, judge, uncited(world)[1], value=NONE)
    asked = {"kind": "need", "a": str(judges[0].uuid), "b": str(judges[1].uuid)}
    address = reverse("assess:agreement", args=[world.track.uuid])
    page = omar_client.get(address, asked).content.decode()
    assert "uncited sentences" in page.lower()
    assert "50" in page


def test_progress_counts_what_is_asked(world: Needing, bea: User) -> None:
    judge = make_person(world.work.assessor, world.track)
    make_label(NEED, judge, uncited(world)[0], value=NONE)
    hers = make_allocation(world.topic, bea, work="need")
    found = progress_of([world.work, hers])
    assert [found[each.pk][:2] for each in (world.work, hers)] == [(1, 4), (0, 4)]
