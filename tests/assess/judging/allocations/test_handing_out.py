"""The plan of a hand-out: shown first, executed as shown, with its options."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import Allocation, Judge, Slot
from assess.kinds.support.kind import SUPPORT
from runs.models import Citation, Topic, Track
from tests.make import (
    NOW,
    make_allocation,
    make_bank,
    make_judge,
    make_label,
    make_person,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
)
from tests.page import markup

Asked = dict[str, object]


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada, bea])


@pytest.fixture
def topics(track: Track) -> list[Topic]:
    run, segment = make_run(track), make_segment(track, "doc")
    found = [make_topic(track, str(number)) for number in range(301, 311)]
    for topic in found:
        make_response(run, topic, cites=segment)
    return found


def asked(*people: User, **rest: object) -> Asked:
    return {
        "work": "support:",
        "to": "people",
        "people": [str(person.uuid) for person in people],
        "share": "overlap",
        "percent": 20,
        "judges": 2,
        "seed": "a seed",
    } | rest


def post(client: Client, track: Track, data: Asked) -> tuple[int, str]:
    r = client.post(f"/tracks/{track.uuid}/work/new/", data)
    return r.status_code, markup(r)


def seal_of(page: str) -> str:
    found = re.findall(r'name="confirm" value="([0-9a-f]+)"', page)
    return found[0] if found else ""


def confirmed(client: Client, track: Track, data: Asked) -> str:
    status, page = post(client, track, data)
    assert status == 200, page
    assert post(client, track, data | {"confirm": seal_of(page)})[0] == 302
    return page


def test_the_first_press_shows_and_the_second_one_does(
    track: Track, topics: list[Topic], ada: User, bea: User, omar_client: Client
) -> None:
    make_allocation(topics[0], bea, work="relevance")
    _status, page = post(omar_client, track, asked(ada, bea))
    assert not Allocation.objects.filter(work="support").exists()
    rows = re.findall(
        r'<th scope="row">(\w+)</th>'
        + r'<td class="num">(\d+)</td>' * 2
        + r'<td class="num"><span class="faint">–</span></td>'
        + r'<td class="num">(\d+)</td>' * 2,
        page,
    )
    assert rows == [("ada", "7", "14", "0", "7"), ("bea", "5", "10", "1", "6")]
    assert "2 of 10 topics (20 %) by more than one" in page
    assert "ada and bea share 2." in page
    confirmed(omar_client, track, asked(ada, bea))
    works = Allocation.objects.filter(work="support")
    counts = Counter(works.values_list("topic__name", flat=True))
    shared = re.findall(r"by more than one: ([\d, ]+)\.", page)[0].split(", ")
    assert sorted(name for name in counts if counts[name] == 2) == sorted(shared)
    assert works.count() == 12


def test_another_plan_than_the_one_shown_is_shown_first(
    track: Track, topics: list[Topic], ada: User, bea: User, omar_client: Client
) -> None:
    _status, page = post(omar_client, track, asked(ada, bea))
    for change in ({"percent": 50}, {"seed": "another"}, {"share": "turn"}):
        sent = asked(ada, bea, **change) | {"confirm": seal_of(page)}
        status, again = post(omar_client, track, sent)
        assert status == 200
        assert seal_of(again) != seal_of(page)
    make_allocation(topics[0], ada, work="relevance")  # another has the least work
    sent = asked(ada, bea) | {"confirm": seal_of(page)}
    assert post(omar_client, track, sent)[0] == 200
    assert not Allocation.objects.filter(work="support").exists()


def test_the_overlap_can_be_named(
    track: Track, topics: list[Topic], ada: User, bea: User, omar_client: Client
) -> None:
    page = confirmed(omar_client, track, asked(ada, bea, overlap="303 305, 307"))
    assert "by more than one: 303, 305, 307." in page
    assert Allocation.objects.count() == 13
    status, page = post(omar_client, track, asked(ada, overlap="303 999"))
    assert status == 422
    assert "Not among the topics handed out: 999" in page


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"percent": 0}, "greater than or equal to 1"),
        ({"percent": 101}, "less than or equal to 100"),
        ({"judges": 1}, "greater than or equal to 2"),
        ({"to": "queue", "share": "all"}, "People take from a queue"),
        ({"to": ""}, "This field is required"),
        ({"known": "nobody"}, "is not a valid UUID"),
        ({"shown": "nobody"}, "is not a valid UUID"),
    ],
)
def test_it_rejects_what_cannot_be_shared_so(
    track: Track,
    topics: list[Topic],
    ada: User,
    omar_client: Client,
    change: Asked,
    words: str,
) -> None:
    status, page = post(omar_client, track, asked(ada) | change)
    assert status == 422
    assert words in page
    assert not seal_of(page)


def test_a_second_press_queues_nothing_twice(
    track: Track, topics: list[Topic], omar_client: Client
) -> None:
    given = asked(to="queue", share="turn")
    page = confirmed(omar_client, track, given)
    status, again = post(omar_client, track, given | {"confirm": seal_of(page)})
    assert status == 200
    assert Slot.objects.count() == 10
    confirmed(omar_client, track, given)  # the person sees the plan once more
    assert Slot.objects.count() == 20
    assert seal_of(again) != seal_of(page)


def test_exclusive_work_has_no_overlap(
    track: Track, topics: list[Topic], ada: User, bea: User, omar_client: Client
) -> None:
    bank = make_bank(track)
    make_version(bank, topics[0])
    work = {"work": f"nuggets:{bank.uuid}"}
    for change in ({}, {"to": "queue"}, {"share": "all"}):
        status, page = post(omar_client, track, asked(ada, bea, **work, **change))
        assert status == 422
        assert "Only one person at a time" in page
    page = confirmed(omar_client, track, asked(ada, bea, **work, share="turn"))
    assert "their agreement cannot be measured" in page


def test_topics_go_into_a_shared_queue(
    track: Track, topics: list[Topic], omar_client: Client
) -> None:
    page = confirmed(omar_client, track, asked(to="queue", overlap="301 302", judges=3))
    assert "14 slots" in page
    assert Slot.objects.count() == 14
    assert not Allocation.objects.exists()
    page = markup(omar_client.get(f"/tracks/{track.uuid}/work/"))
    assert "Shared queue" in page


def test_labels_to_correct_are_a_round_of_their_own(
    track: Track, topics: list[Topic], ada: User, omar_client: Client
) -> None:
    model = make_judge(track, "a model", kind=Judge.MODEL)
    make_label(SUPPORT, model, Citation.objects.earliest("pk"), value="full_support")
    make_label(
        SUPPORT, make_person(ada, track), Citation.objects.earliest("pk"), value=""
    )
    confirmed(omar_client, track, asked(ada, share="turn"))
    given = asked(ada, share="turn", shown=str(model.uuid))
    status, page = post(omar_client, track, given | {"topics": "302"})
    assert status == 422
    assert "no labels before the end (ada: 302)" in page
    Allocation.objects.update(finished_at=NOW)
    page = confirmed(omar_client, track, given)
    assert "a model (model) is shown, and corrected" in page
    rounds = Allocation.objects.filter(topic=topics[0]).values_list("round", "shown")
    assert sorted(rounds, key=lambda pair: pair[0]) == [(0, None), (1, model.pk)]
    status, page = post(omar_client, track, given | {"work": "relevance:"})
    assert status == 422
    assert "labels can be shown in this work" in page


def test_only_machines_labels_are_shown_and_never_a_machines_known(
    track: Track, topics: list[Topic], ada: User, omar_client: Client
) -> None:
    cited = Citation.objects.earliest("pk")
    machine = make_judge(track, "overlap-rule")
    person = make_person(ada, track)
    for judge in (machine, person):
        make_label(SUPPORT, judge, cited, value="no_support")
    page = markup(omar_client.get(f"/tracks/{track.uuid}/work/new/"))
    known, shown = (
        re.findall(rf'<select name="{name}".*?</select>', page, re.DOTALL)[0]
        for name in ("known", "shown")
    )
    assert (str(person.uuid) in known, str(machine.uuid) in known) == (True, False)
    assert (str(person.uuid) in shown, str(machine.uuid) in shown) == (False, True)


def test_nobody_gets_their_own_answers_as_a_test(
    track: Track, topics: list[Topic], ada: User, bea: User, omar_client: Client
) -> None:
    own = make_person(ada, track)
    make_label(SUPPORT, own, Citation.objects.earliest("pk"), value="no_support")
    status, page = post(omar_client, track, asked(ada, bea, known=str(own.uuid)))
    assert status == 422
    assert "The known answers of ada are the labels of ada." in page
    status, page = post(omar_client, track, asked(to="queue", known=str(own.uuid)))
    assert status == 422
