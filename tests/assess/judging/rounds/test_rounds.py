"""A stored round: made by an organizer, handed out, kept to on the screen."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from assess.judging.allocations.actions import Terms, hand_out
from assess.judging.models import Allocation, Change, Round
from assess.judging.models.rounds import FIRST_STORED
from assess.judging.queues.actions import NothingFree, add_slots, take_next
from assess.judging.rounds.actions import RoundExists
from assess.judging.screens import get_screen, progress_of
from assess.kinds.support.models import SupportLabel
from runs.models import Topic, Track
from tests.assess.judging.allocations.test_handing_out import asked, confirmed, post
from tests.assess.judging.rounds.round_rows import (
    FULL,
    NO,
    PARTIAL,
    citations,
    make_citing_track,
    make_model,
    make_round,
)
from tests.make import make_allocation

SUPPORT = get_screen("support")


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_citing_track(ada, bea, organizer=omar)


def give_out(protocol: Round, person: User, *names: str) -> list[Allocation]:
    terms = Terms(
        round=protocol.number,
        shown=protocol.shown,
        known=None,
        protocol=protocol,
    )
    topics = Topic.objects.filter(track=protocol.track, name__in=names)
    pairs = [(topic, person) for topic in topics]
    hand_out(protocol.track, SUPPORT, pairs, by=person, terms=terms)
    own = Allocation.objects.filter(assessor=person, round=protocol.number)
    return list(own.order_by("topic__position"))


def give(
    client: Client, work: Allocation, place: int, value: str, seen: int = 0
) -> tuple[int, dict[str, Any]]:
    body = {
        "citation": str(citations(work.topic)[place].uuid),
        "value": value,
        "key": str(uuid4()),
        "seen": seen,
    }
    address = f"/api/work/{work.uuid}/support/"
    answer = client.post(address, body, content_type="application/json")
    return answer.status_code, answer.json()


def page_of(client: Client, work: Allocation) -> str:
    return client.get(f"/work/{work.uuid}/support/", follow=True).content.decode()


def sent(**rest: object) -> dict[str, object]:
    return {"name": "post", "unit": "all", "shows": "nothing", "judges": 2} | rest


def test_an_organizer_makes_one_and_hands_it_out(
    track: Track, ada: User, bea: User, omar_client: Client
) -> None:
    model = make_model(track)
    address = f"/tracks/{track.uuid}/work/rounds/new/"
    assert omar_client.get(address).status_code == 200
    r = omar_client.post(address, sent(shows="before", shown=str(model.uuid)))
    made = Round.objects.get()
    assert r["Location"].endswith(f"work/new/?kind=support&round={made.uuid}")
    assert (made.number, made.judges, made.shown) == (FIRST_STORED, 2, model)
    form = omar_client.get(r["Location"]).content.decode()
    assert f'value="{made.uuid}" selected' in form
    page = confirmed(
        omar_client, track, asked(ada, bea, protocol=str(made.uuid), share="turn")
    )
    assert "all citations; a machine’s label, preselected" in page
    rows = Allocation.objects.all()
    assert {(row.round, row.shown) for row in rows} == {(made.number, model)}
    assert sorted(row.topic.name for row in rows) == ["1", "1", "2", "2", "3", "3"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"shows": "before"}, "Choose the judge whose labels are shown"),
        ({"name": "taken"}, "already has a round of this name"),
        ({"unit": "none"}, "Select a valid choice"),
        ({"judges": 4}, "Select a valid choice"),
        ({"training": "1"}, "Choose who gave the known labels"),
    ],
)
def test_it_rejects_half_a_protocol(
    track: Track, omar_client: Client, wrong: dict[str, str], said: str
) -> None:
    make_round(track, "taken")
    if "training" in wrong:
        wrong = {"training": str(track.topics.get(name=wrong["training"]).uuid)}
    r = omar_client.post(f"/tracks/{track.uuid}/work/rounds/new/", sent(**wrong))
    assert r.status_code == 422
    assert said in r.content.decode()
    assert Round.objects.count() == 1


def test_only_organizers_make_rounds(track: Track, ada_client: Client) -> None:
    r = ada_client.post(f"/tracks/{track.uuid}/work/rounds/new/", sent())
    assert r.status_code == 404
    assert not Round.objects.exists()


def test_two_rounds_of_one_name_are_one_too_many(track: Track) -> None:
    made = make_round(track)
    assert make_round(track, "another").number == made.number + 1
    with pytest.raises(RoundExists):
        make_round(track)


def test_a_round_fits_support_alone_and_says_what_is_shown(
    track: Track, ada: User, omar_client: Client
) -> None:
    made = make_round(track)
    model = make_model(track)
    plain = asked(ada, protocol=str(made.uuid))
    status, page = post(omar_client, track, plain | {"work": "relevance:"})
    assert (status, "This work has no rounds." in page) == (422, True)
    status, page = post(omar_client, track, plain | {"shown": str(model.uuid)})
    assert (status, "The round says what is shown" in page) == (422, True)


@pytest.mark.parametrize(("unit", "n"), [("first", 1), ("three", 3), ("all", 4)])
def test_the_unit_says_which_citations_are_judged(
    track: Track, ada: User, ada_client: Client, unit: str, n: int
) -> None:
    [work] = give_out(make_round(track, unit=unit), ada, "1")
    page = page_of(ada_client, work)
    assert page.count('class="pair"') == n
    assert "Round “a round”" in page
    assert progress_of([work])[work.pk].total == n
    for place in range(4):
        status, _ = give(ada_client, work, place, FULL)
        assert status == (200 if place < n else 404)
    assert SupportLabel.objects.filter(round=work.round).count() == n
    assert progress_of([work])[work.pk].complete


def test_works_of_several_rounds_are_counted_each_by_its_own(
    track: Track, ada: User
) -> None:
    topic = track.topics.get(name="1")
    plain = make_allocation(topic, ada, work="support")
    [wide] = give_out(make_round(track, "wide", unit="all"), ada, "1")
    [first] = give_out(make_round(track, "narrow", unit="first"), ada, "1")
    found = progress_of([plain, wide, first])
    assert [found[work.pk].total for work in (plain, wide, first)] == [1, 4, 1]


def test_a_topic_is_finished_before_the_next(
    track: Track, ada: User, ada_client: Client
) -> None:
    first, second = give_out(make_round(track, in_order=True), ada, "1", "2")
    page = page_of(ada_client, second)
    assert "Finish topic 1 first: it comes before." in page
    assert f"/work/{first.uuid}/support/" in page
    assert give(ada_client, second, 0, FULL)[0] == 404
    assert give(ada_client, first, 0, FULL)[0] == 200
    assert ada_client.post(f"/work/{first.uuid}/support/finish/").status_code == 302
    assert give(ada_client, second, 0, FULL)[0] == 200
    assert give(ada_client, first, 0, NO, seen=1)[0] == 200


def test_a_queue_offers_the_next_topic_of_a_round_in_order_after_this(
    track: Track, ada: User
) -> None:
    made = make_round(track, in_order=True)
    terms = Terms(round=made.number, protocol=made)
    add_slots(track, SUPPORT, dict.fromkeys(track.topics.all(), 1), by=ada, terms=terms)
    now = timezone.now()
    first = take_next(track, "support", ada, now=now)
    with pytest.raises(NothingFree):
        take_next(track, "support", ada, now=now)
    Allocation.objects.filter(pk=first.pk).update(finished_at=now)
    assert take_next(track, "support", ada, now=now).topic != first.topic


@pytest.fixture
def after(track: Track, ada: User) -> Allocation:
    """Ada's work in a round that shows a model's label after her own choice."""
    protocol = make_round(track, shows="after", shown=make_model(track), unit="all")
    [work] = give_out(protocol, ada, "1")
    return work


TOKENS = re.compile(r'(name="(?:key|csrfmiddlewaretoken)" value=|Token": )"[^"]+"')


def test_a_label_is_shown_only_after_the_own_choice(
    after: Allocation, ada_client: Client
) -> None:
    before = TOKENS.sub("", page_of(ada_client, after))
    SupportLabel.objects.update(value=PARTIAL)
    assert TOKENS.sub("", page_of(ada_client, after)) == before
    status, answer = give(ada_client, after, 0, NO)
    assert (status, answer["shown"]) == (200, PARTIAL)
    page = page_of(ada_client, after)
    assert page.count("The model says:") == 2  # the pair's, and the frame for scripts
    assert "hidden-model" not in page


def test_the_own_choice_is_kept_beside_what_it_became(
    after: Allocation, ada_client: Client
) -> None:
    give(ada_client, after, 0, NO)
    give(ada_client, after, 0, FULL, seen=1)
    label = SupportLabel.objects.get(judge__kind="person")
    assert label.details["own"] == NO
    assert (label.value, label.details["shown"]) == (FULL, FULL)
    assert Change.objects.filter(label_id=label.pk, kind="support").count() == 2
    _status, answer = give(ada_client, after, 0, "", seen=2)
    assert "shown" not in answer
