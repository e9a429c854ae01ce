"""A third judge: the items where two differ, judged again without their labels."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from assess.judging.models import Adjudication, Allocation, Judge
from assess.kinds.support.kind import SUPPORT
from assess.kinds.support.models import SupportLabel
from runs.models import Citation
from tests.assess.judging.adjudication.dispute_work import hand, open_for
from tests.make import (
    make_judge,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)

FULL, PARTIAL, NO = "full_support", "partial_support", "no_support"
TOKENS = re.compile(r'\b\w{64}\b|name="key" value=".*?"')
GIVEN = {"person": (FULL, NO, FULL), "model": (NO, NO, PARTIAL)}


@pytest.fixture
def judges(ada: User, omar: User) -> list[Judge]:
    """Two judges of three citations, who differ on two."""
    track = make_track(organizer=omar, assessors=[ada])
    topic, segment = make_topic(track), make_segment(track, "d1")
    make_response(make_run(track), topic, ("A.", "B.", "C."), cites=segment)
    judges = [make_judge(track, name) for name in GIVEN]
    for judge, values in zip(judges, GIVEN.values(), strict=True):
        for place, value in enumerate(values):
            citation = Citation.objects.get(sentence__position=place)
            make_label(SUPPORT, judge, citation, value=value)
    return judges


@pytest.fixture
def work(ada: User, judges: list[Judge]) -> Allocation:
    topic = judges[0].track.topics.get()
    made = open_for(ada, SUPPORT, judges, topics=[topic], hides_labels=True)
    return hand(made, topic, ada)


def pages(client: Client, work: Allocation) -> list[str]:
    """Return every page of the work, without its own tokens."""
    first = client.get(f"/work/{work.uuid}/", follow=True).content.decode()
    found = [first]
    for _ in range(5):
        more = re.search(r'href="(/work/[^"]*/disputed_support/[^"]*)"', found[-1])
        if more is None:
            break
        found.append(client.get(more[1], follow=True).content.decode())
    return [TOKENS.sub("", page) for page in found]


def test_it_judges_where_the_two_differ(ada_client: Client, work: Allocation) -> None:
    first = pages(ada_client, work)[0]
    assert "item 1 of 2" in first
    assert "Judge A" not in first
    assert "Labels in dispute" not in first


def test_the_labels_in_dispute_reach_no_page(
    ada_client: Client, work: Allocation
) -> None:
    before = pages(ada_client, work)
    for judge, other in (("person", "model"), ("model", "person")):
        for place, value in enumerate(GIVEN[other]):
            SupportLabel.objects.filter(
                judge__name=judge, citation__sentence__position=place
            ).update(value=value)
    assert pages(ada_client, work) == before


def test_its_labels_are_compared_with_each(
    omar_client: Client, ada_client: Client, work: Allocation
) -> None:
    for citation in Citation.objects.filter(sentence__position__in=(0, 2)):
        judge = Adjudication.objects.get().judge
        make_label(SUPPORT, judge, citation, value=FULL)
    made = Adjudication.objects.get()
    page = omar_client.get(
        f"/tracks/{work.track.uuid}/adjudications/{made.uuid}/"
    ).content.decode()
    assert "hidden from the adjudicators" in page
    links = re.findall(r'href="([^"]*agreement/\?kind=support[^"]*)"', page)
    own = [link for link in links if str(made.judge.uuid) in link]
    assert len(own) == 2
    for link in own:
        shown = omar_client.get(link.replace("&amp;", "&"))
        assert shown.context["pair"].n == 2


def test_an_organizer_opens_it_on_the_page(
    omar_client: Client, judges: list[Judge], ada: User
) -> None:
    track = judges[0].track
    address = reverse("assess:adjudication_new", args=(track.uuid,))
    sent = {
        "name": "third",
        "kind": "support",
        "judges": [str(judge.uuid) for judge in judges],
        "sort": "any",
        "distance": "2",
        "adjudicators": [str(ada.uuid)],
        "hides_labels": "on",
    }
    page = omar_client.post(address, sent)
    assert "without seeing the labels in dispute" in page.content.decode()
    seal = page.context["preview"].seal
    omar_client.post(address, sent | {"confirm": seal})
    assert Adjudication.objects.get().hides_labels
