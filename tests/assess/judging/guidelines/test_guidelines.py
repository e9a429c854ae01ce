"""Guidelines: written in versions, read next to the work."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from assess.judging.guidelines.actions import StaleGuideline, mark_read, write_guideline
from assess.judging.guidelines.versions import our_text, told_to
from assess.judging.kernel.differences import LineChange, line_changes
from assess.judging.models import Allocation, Guideline
from assess.judging.screens import all_screens
from runs.models import Topic, Track
from tests.make import (
    NOW,
    make_allocation,
    make_bank,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
)
from tests.page import markup, select, texts


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada, bea])


@pytest.fixture
def topic(track: Track) -> Topic:
    topic = make_topic(track)
    make_response(make_run(track), topic, cites=make_segment(track, "doc"))
    return topic


@pytest.fixture
def work(topic: Topic, ada: User) -> Allocation:
    return make_allocation(topic, ada, work="relevance")


def write(track: Track, text: str, *, seen: int = 0, by: User) -> Guideline:
    at = NOW + timedelta(days=seen)
    return write_guideline(track, "relevance", text, seen=seen, by=by, now=at)


def test_a_change_makes_a_version_and_the_same_text_none(
    track: Track, omar: User
) -> None:
    first = write(track, "Be fair.", by=omar)
    assert write(track, "Be fair.", seen=1, by=omar) == first
    second = write(track, "Be fair and quick.", seen=1, by=omar)
    assert (first.number, second.number) == (1, 2)
    assert Guideline.objects.get(number=1).text == "Be fair."


def test_a_version_written_meanwhile_is_not_passed_over(
    track: Track, omar: User
) -> None:
    write(track, "Be fair.", by=omar)
    with pytest.raises(StaleGuideline):
        write(track, "Be quick.", by=omar)


def test_who_reads_is_told_what_is_new_to_them(
    track: Track, work: Allocation, ada: User, bea: User, omar: User
) -> None:
    assert told_to(ada, work) is None
    first = write(track, "Be fair.", by=omar)
    mark_read(first, ada)
    mark_read(first, ada)
    told = [told_to(who, work) for who in (ada, bea)]
    assert [each and each[2:] for each in told] == [(True, True), (False, False)]
    write(track, "Be *quick*.", seen=1, by=omar)
    found = told_to(ada, work)
    assert found
    assert found[2:] == (False, True)
    assert "quick" in texts(found.html, "em")


def test_lines_say_what_came_and_went() -> None:
    found = list(line_changes("a\nb\nc", "a\nx\nc\nd"))
    assert found == [
        LineChange("kept", "a"),
        LineChange("gone", "b"),
        LineChange("new", "x"),
        LineChange("kept", "c"),
        LineChange("new", "d"),
    ]
    assert list(line_changes("", "a")) == [LineChange("new", "a")]
    assert list(line_changes("", "")) == []


@pytest.mark.parametrize("screen", all_screens(), ids=lambda screen: screen.name)
def test_every_kind_of_work_has_a_text_to_begin_with(screen: object) -> None:
    assert len(our_text(screen.name).split()) > 50  # type: ignore[attr-defined]


def test_the_organizer_begins_with_our_text_and_writes_on(
    track: Track, omar_client: Client
) -> None:
    listed = markup(omar_client.get(f"/tracks/{track.uuid}/guidelines/"))
    assert "none written" in listed
    address = f"/tracks/{track.uuid}/guidelines/relevance/"
    page = markup(omar_client.get(address))
    assert "Grade how well a segment answers" in page
    assert "Make it version 1" in page
    text = "# Mind\n\nBe **fair**.\n<script>alert(1)</script>"
    assert omar_client.post(address, {"text": text, "seen": 0}).status_code == 302
    page = markup(omar_client.get(address))
    assert "fair" in texts(page, "strong")
    assert "<script>alert" not in page
    omar_client.post(address, {"text": "Be quick.", "seen": 1})
    page = markup(omar_client.get(f"{address}2/"))
    assert "Be quick." in texts(page, "ins")
    assert "# Mind" in texts(page, "del")
    assert omar_client.get(f"{address}3/").status_code == 404
    listed = markup(omar_client.get(f"/tracks/{track.uuid}/guidelines/"))
    assert "version 2" in listed


def test_what_another_organizer_wrote_meanwhile_is_shown(
    track: Track, omar: User, omar_client: Client
) -> None:
    write(track, "Be fair.", by=omar)
    address = f"/tracks/{track.uuid}/guidelines/relevance/"
    r = omar_client.post(address, {"text": "Be quick.", "seen": 0})
    page = markup(r)
    assert r.status_code == 409
    assert "Be fair." in page
    assert "Be quick." in page
    assert select(page, '[name="seen"][value="1"]')
    assert Guideline.objects.count() == 1


def test_the_page_rejects_an_empty_text(track: Track, omar_client: Client) -> None:
    address = f"/tracks/{track.uuid}/guidelines/relevance/"
    assert omar_client.post(address, {"text": " ", "seen": 0}).status_code == 422
    wrong = f"/tracks/{track.uuid}/guidelines/nothing/"
    assert omar_client.get(wrong).status_code == 404


def test_it_hides_the_organizers_pages_from_assessors(
    track: Track, ada_client: Client
) -> None:
    for tail in ("", "relevance/", "relevance/1/"):
        address = f"/tracks/{track.uuid}/guidelines/{tail}"
        assert ada_client.get(address).status_code == 404


def test_they_stand_beside_the_work_and_are_marked_as_read(
    track: Track, work: Allocation, omar: User, ada_client: Client, bea_client: Client
) -> None:
    item = ada_client.get(f"/work/{work.uuid}/relevance/")["Location"]
    assert 'id="guidelines"' not in markup(ada_client.get(item))
    write(track, "Be **fair**.", by=omar)
    page = markup(ada_client.get(item))
    assert "fair" in texts(page, "strong")
    assert "Guidelines, version 1 · changed 1 Mar" in page
    assert "not read yet" in page
    address = f"/work/{work.uuid}/guidelines/"
    assert "not read yet" not in markup(ada_client.get(address))
    part = markup(ada_client.post(address, headers={"HX-Request": "true"}))
    assert part.lstrip().startswith("<details")
    assert "not read yet" not in part
    assert "not read yet" not in markup(ada_client.get(item))
    write(track, "Be quick.", seen=1, by=omar)
    assert "changed since you last read them" in markup(ada_client.get(item))
    assert ada_client.post(address)["Location"] == address
    assert "changed since" not in markup(ada_client.get(item))
    for answer in (bea_client.get(address), bea_client.post(address)):
        assert answer.status_code == 404


def test_work_without_guidelines_says_so(work: Allocation, ada_client: Client) -> None:
    address = f"/work/{work.uuid}/guidelines/"
    assert "No guidelines yet" in markup(ada_client.get(address))
    assert ada_client.post(address).status_code == 200


@pytest.mark.parametrize("kind", ["relevance", "support", "assignment", "nuggets"])
def test_every_kinds_page_shows_its_own(
    track: Track, topic: Topic, ada: User, omar: User, ada_client: Client, kind: str
) -> None:
    bank = make_bank(track)
    state = "open" if kind == "nuggets" else "frozen"
    make_version(bank, topic, state=state)
    work = make_allocation(
        topic, ada, bank if kind in {"assignment", "nuggets"} else None, work=kind
    )
    write_guideline(track, kind, f"How *{kind}* goes", seen=0, by=omar, now=NOW)
    page = ada_client.get(reverse("assess:work", args=[work.uuid]), follow=True)
    assert f"How <em>{kind}</em> goes" in markup(page)
