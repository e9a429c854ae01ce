"""Rounds compared: each against a machine, what was kept, the third judge."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import Adjudication, Judge
from assess.judging.models.rounds import TRAINING
from assess.kinds.support.kind import SUPPORT
from assess.kinds.support.models import SupportLabel
from runs.models import Track
from tests.assess.judging.rounds.round_rows import (
    FULL,
    NO,
    PARTIAL,
    citations,
    make_citing_track,
    make_model,
    make_round,
)
from tests.make import make_allocation, make_judge, make_label, make_person


@pytest.fixture
def track(ada: User, omar: User) -> Track:
    """Ada from scratch on topic 1, over a model's labels on topic 2."""
    track = make_citing_track(ada, organizer=omar)
    model = make_model(track)
    made = make_round(track, "post-edited", shows="before", shown=model, unit="all")
    own = {0: (FULL, NO, NO, NO), made.number: (FULL, FULL, FULL, PARTIAL)}
    for (number, values), name in zip(own.items(), "12", strict=True):
        topic = track.topics.get(name=name)
        work = make_allocation(topic, ada, work="support")
        work.round = number
        work.save()
        for citation, value in zip(citations(topic), values, strict=True):
            make_label(SUPPORT, make_person(ada, track), citation, value=value)
        labels = SupportLabel.objects.filter(
            citation__in=citations(topic), judge__user=ada
        )
        labels.update(
            round=number, details={"shown": FULL, "own": NO} if number else {}
        )
    return track


def page_of(client: Client, track: Track, query: str = "") -> tuple[int, str]:
    r = client.get(f"/tracks/{track.uuid}/agreement/rounds/{query}")
    return r.status_code, r.content.decode()


def rows(page: str) -> dict[str, list[str]]:
    found = {}
    for row in re.findall(r"<tr>(.*?)</tr>", page.partition("<tbody>")[2], re.S):
        cells = [
            re.sub(r"<[^>]+>|\s+", " ", cell).split()
            for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)
        ]
        found[" ".join(cells[0])] = [" ".join(cell) for cell in cells[1:]]
    return found


def test_each_round_stands_beside_the_machine(
    track: Track, omar_client: Client
) -> None:
    status, page = page_of(omar_client, track)
    assert status == 200
    found = rows(page)
    scratch = found["From scratch"]
    assert scratch[:4] == ["1", "1", "4", "4"]
    assert scratch[4].startswith("0.250")
    edited = next(row for name, row in found.items() if name.startswith("Post-edited"))
    assert edited[:4] == ["1", "1", "4", "4"]
    assert edited[4].startswith("0.750")
    assert (edited[6], edited[7]) == ("0.750", "4")


def test_labels_of_training_are_in_no_round(
    track: Track, ada: User, omar_client: Client
) -> None:
    before = rows(page_of(omar_client, track)[1])
    topic = track.topics.get(name="3")
    work = make_allocation(topic, ada, work="support")
    work.round = 2 + TRAINING
    work.save()
    for citation in citations(topic):
        make_label(SUPPORT, make_person(ada, track), citation, value=NO)
    SupportLabel.objects.filter(citation__in=citations(topic), judge__user=ada).update(
        round=2 + TRAINING
    )
    assert rows(page_of(omar_client, track)[1]) == before


def test_a_third_judge_stands_beside_both(track: Track, omar_client: Client) -> None:
    model = track.judges.get(kind=Judge.MODEL)
    third = make_judge(track, "third", kind=Judge.ADJUDICATION)
    made = Adjudication.objects.create(
        track=track, judge=third, kind="support", hides_labels=True, of_round=2
    )
    made.judges.set([model, track.judges.get(rule="assessors")])
    topic = track.topics.get(name="2")
    make_label(SUPPORT, third, citations(topic)[3], value=PARTIAL)
    _status, page = page_of(omar_client, track)
    part = page.partition("Third judges</h2>")[2]
    assert rows(part)["third"][:2] == ["post-edited", "1"]
    people, machine = rows(part)["third"][2:]
    assert people.startswith("1.000")
    assert machine.startswith("0.000")


def test_it_leads_to_the_third_judges_queue(track: Track, omar_client: Client) -> None:
    _status, page = page_of(omar_client, track)
    links = re.findall(r'href="([^"]*adjudications/new/[^"]*)"', page)
    form = omar_client.get(links[-1].replace("&amp;", "&")).content.decode()
    assert re.search(r'<option value="2" selected>post-edited', form)
    assert re.search(r'name="hides_labels"[^>]*checked', form)
    model = track.judges.get(kind=Judge.MODEL)
    assert re.search(rf'name="judges" value="{model.uuid}"[^>]*checked', form)


def test_without_a_machine_or_a_label_it_says_what_it_takes(
    ada: User, omar: User, omar_client: Client
) -> None:
    track = make_citing_track(ada, organizer=omar)
    assert "No machine to compare with" in page_of(omar_client, track)[1]
    model = make_model(track)
    assert "No round yet" in page_of(omar_client, track)[1]
    make_round(track, shows="after", shown=model)
    status, page = page_of(omar_client, track)
    assert (status, "No label yet" in page) == (200, True)
    assert page_of(omar_client, track, "?judge=none")[0] == 422


def test_only_organizers_see_it(track: Track, ada_client: Client) -> None:
    assert page_of(ada_client, track)[0] == 404
