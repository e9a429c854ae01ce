"""Features of support only: which citations are judged, and which only counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.allocations.choices import work_choices
from assess.judging.models import Allocation
from assess.judging.screens import Progress, progress_of
from assess.kinds.support.items import (
    Unasked,
    read_sheet,
    topics_with_citations,
)
from assess.kinds.support.models import SupportLabel
from runs.models import Segment, Track
from tests.assess.judging.work.world import body_of
from tests.assess.kinds.support.support_work import (
    SENTENCES,
    Citing,
    citation_of,
    make_cited,
    make_citing,
    make_segments,
)
from tests.make import (
    NOW,
    make_allocation,
    make_person,
    make_response,
    make_run,
    make_topic,
    make_track,
)
from tests.page import texts


@pytest.fixture
def world(ada: User) -> Citing:
    return make_citing(ada)


def judge_citations(track: Track, which: str) -> None:
    """Set how many of a sentence's citations a track has judged."""
    setting = 'citations_judged = "first"'
    assert setting in track.profile_text
    track.profile_text = track.profile_text.replace(
        setting, f"citations_judged = {which}"
    )
    track.save(update_fields=["profile_text"])


def test_it_shows_a_whole_response_with_every_passage_to_be_judged(
    world: Citing, ada_client: Client
) -> None:
    page = body_of(ada_client, world.page())
    places = [page.index(f'"sentence" dir="auto">{text}') for text in SENTENCES]
    assert places == sorted(places)
    assert "Why do harbours freeze?" in page
    assert "response 1 of 2 · 0 of 4 labels" in page
    assert page.count('class="pair"') == 2
    assert "Fresh water is lighter than salt water." in page


def test_sentences_without_a_citation_are_passed(
    world: Citing, ada_client: Client
) -> None:
    page = body_of(ada_client, world.page())
    assert page.count('class="passed"') == 2
    assert page.count("no citation") == 1
    assert read_sheet(world.work).unasked.sentences == 2


def test_a_citation_without_text_is_shown_and_not_asked(
    world: Citing, ada_client: Client
) -> None:
    assert body_of(ada_client, world.page()).count("text not imported") == 1
    assert read_sheet(world.work).unasked.citations == 2
    textless = str(citation_of(world.responses[0], 2).uuid)
    body = world.json(citation=textless)
    assert world.send(ada_client, body).status_code == 404
    assert not SupportLabel.objects.exists()


@pytest.mark.parametrize(("which", "pairs"), [('"first"', 2), ('"all"', 3), ("2", 3)])
def test_the_profile_says_how_many_citations_are_judged(
    world: Citing, ada_client: Client, which: str, pairs: int
) -> None:
    judge_citations(world.track, which)
    page = body_of(ada_client, world.page())
    assert page.count('class="pair"') == pairs
    assert ("· passage 2 of 2" in page) == (pairs == 3)
    work = Allocation.objects.get()
    assert read_sheet(work).progress.total == 2 * pairs
    assert progress_of([work]) == {work.pk: read_sheet(work).progress}
    second = str(citation_of(world.responses[0], 0, 1).uuid)
    r = world.send(ada_client, world.json(citation=second))
    assert r.status_code == (200 if pairs == 3 else 404)


def test_a_response_that_cites_nothing_is_counted_not_shown(
    world: Citing, ada_client: Client
) -> None:
    silent = make_response(make_run(world.track, "silent"), world.topic)
    assert ada_client.get(f"{world.base}{silent.uuid}/").status_code == 404
    assert read_sheet(world.work).unasked == Unasked(4, 2, 1)


def test_a_late_run_moves_no_response(world: Citing) -> None:
    before = [response.uuid for response in read_sheet(world.work).responses]
    for number in range(8):
        make_cited(world.topic, f"late-{number}", world.segments)
    after = [response.uuid for response in read_sheet(world.work).responses]
    assert len(after) == 10
    assert [uuid for uuid in after if uuid in before] == before


def test_only_responses_of_visible_runs_are_judged(world: Citing) -> None:
    late = make_cited(world.topic, "landing", world.segments).run
    gone = make_cited(world.topic, "gone", world.segments).run
    type(late).objects.filter(pk=late.pk).update(landed_at=None)
    type(gone).objects.filter(pk=gone.pk).update(deleted_at=NOW)
    assert list(read_sheet(world.work).responses) == world.responses
    assert progress_of([world.work]) == {world.work.pk: Progress(0, 4)}


def test_a_topic_without_citations_says_so(
    world: Citing, ada: User, ada_client: Client
) -> None:
    page = body_of(ada_client, world.base_of(world.make_bare(ada)))
    assert "No response to topic 15 cites" in page
    Segment.objects.update(text="")
    assert "have no text here yet" in body_of(ada_client, world.base)


def test_only_topics_with_something_to_judge_are_handed_out(world: Citing) -> None:
    make_response(make_run(world.track, "silent"), make_topic(world.track, "15"))
    assert list(topics_with_citations(world.track, "")) == [world.topic]
    choice = ("Support", [("support:", "Support")])
    assert choice in work_choices(world.track)
    Segment.objects.update(text="")
    assert choice not in work_choices(world.track)


def test_a_script_reaches_only_citations_of_the_work(
    world: Citing, ada_client: Client
) -> None:
    other = make_cited(make_topic(world.track, "15"), "run-c", world.segments)
    stray = str(citation_of(other, 0).uuid)
    assert world.send(ada_client, world.json(citation=stray)).status_code == 404
    assert not SupportLabel.objects.exists()


def test_it_hides_a_response_of_another_topic(
    world: Citing, ada_client: Client
) -> None:
    other = make_cited(make_topic(world.track, "15"), "run-c", world.segments)
    assert ada_client.get(f"{world.base}{other.uuid}/").status_code == 404


def test_the_end_says_what_was_counted_without_asking(
    world: Citing, ada: User, ada_client: Client
) -> None:
    world.label_all(make_person(ada, world.track))
    page = body_of(ada_client, world.base)
    assert "citations whose text is not imported" in page


def test_progress_of_several_tracks_follows_each_profile(
    world: Citing, ada: User, ada_client: Client
) -> None:
    other = make_track(name="Other", profile="ikat24", assessors=[ada])
    topic = make_topic(other)
    make_cited(topic, "all", make_segments(other))
    work = make_allocation(topic, ada, work="support")
    world.send(ada_client, world.json())
    found = progress_of([world.work, work])
    assert found == {world.work.pk: Progress(1, 4), work.pk: Progress(0, 3)}
    assert texts(ada_client.get("/"), "td.done") == ["1 of 4", "0 of 3"]


def test_a_page_takes_as_many_queries_for_many_items_as_for_few(
    world: Citing,
    ada_client: Client,
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    for number in range(15):
        make_cited(world.topic, f"more-{number}", world.segments)
    with django_assert_max_num_queries(15):
        assert ada_client.get(world.page()).status_code == 200
    world.send(ada_client, world.json(0))
    with django_assert_max_num_queries(16):
        assert world.send(ada_client, world.json(1)).status_code == 200
    with django_assert_max_num_queries(4):
        progress_of([world.work])
