import pytest
from django.test import Client

from accounts.models import User
from assess.actions.labels import NotOnTheScale
from assess.models import Judge
from assess.support.kind import SUPPORT
from assess.support.scoring import support_table
from runs.models import Citation, Response, Track
from tests.make import (
    make_judge,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)


@pytest.fixture
def track(omar: User, ada: User) -> Track:
    return make_track(organizer=omar, assessors=[ada])


@pytest.fixture
def judge(track: Track) -> Judge:
    return make_judge(track)


@pytest.fixture
def response(track: Track) -> Response:
    """Three sentences, of which the last cites nothing."""
    segment = make_segment(track, "d1")
    sentences = ("One.", "Two.", "Three.")
    row = make_response(make_run(track), make_topic(track), sentences, cites=segment)
    Citation.objects.filter(sentence__position=2).delete()
    return row


def label(judge: Judge, place: int, value: str) -> None:
    make_label(
        SUPPORT, judge, Citation.objects.get(sentence__position=place), value=value
    )


def test_without_labels_there_are_no_rows(response: Response, judge: Judge) -> None:
    assert support_table(judge) == []


def test_it_gives_the_published_precision_and_recall(
    response: Response, judge: Judge
) -> None:
    label(judge, 0, "partial_support")
    label(judge, 1, "full_support")
    (row,) = support_table(judge)
    assert (row.precision, row.recall) == (0.75, 0.5)
    assert (row.precision_n, row.recall_n, row.unjudged) == (1, 1, 0)


def test_an_unjudged_first_citation_stands_outside_both(
    response: Response, judge: Judge
) -> None:
    label(judge, 1, "full_support")
    (row,) = support_table(judge)
    assert (row.precision, row.recall, row.unjudged) == (1.0, 0.5, 1)


def test_a_sentence_that_needs_no_citation_is_counted_apart(omar: User) -> None:
    track = make_track(profile="rag24", organizer=omar)
    judge, segment = make_judge(track), make_segment(track, "d1")
    make_response(make_run(track), make_topic(track), ("One.", "Two."), cites=segment)
    label(judge, 0, "no_citation_needed")
    label(judge, 1, "partial_support")
    (row,) = support_table(judge)
    assert (row.precision, row.recall, row.unjudged, row.exempt) == (0.5, 0.5, 0, 1)


def test_only_tracks_that_ask_have_that_label(response: Response, judge: Judge) -> None:
    with pytest.raises(NotOnTheScale):
        label(judge, 0, "no_citation_needed")


def test_the_page_shows_the_table(
    track: Track, response: Response, judge: Judge, omar_client: Client
) -> None:
    url = f"/tracks/{track.uuid}/scores/support/"
    assert "No support labels yet" in omar_client.get(url).content.decode()
    label(judge, 0, "partial_support")
    label(judge, 1, "full_support")
    text = omar_client.get(f"{url}?judge={judge.uuid}").content.decode()
    assert "0.7500" in text
    assert "0.5000" in text


def test_an_assessor_finds_no_page(track: Track, ada_client: Client) -> None:
    assert ada_client.get(f"/tracks/{track.uuid}/scores/support/").status_code == 404


def test_a_judge_of_another_track_is_hidden(track: Track, omar_client: Client) -> None:
    other = make_judge(make_track(), "other")
    url = f"/tracks/{track.uuid}/scores/support/?judge={other.uuid}"
    assert omar_client.get(url).status_code == 404
