import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from runs.models import RankedList, Response, Run, Track
from tests.make import (
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)
from tests.page import markup, select


@pytest.fixture
def track(omar: User, ada: User, bea: User) -> Track:
    track = make_track(organizer=omar, assessors=[ada], viewer=bea)
    topic, segment = make_topic(track), make_segment(track, "d1")
    for name in ("run-a", "run-b"):
        run = make_run(track, name)
        make_response(run, topic, cites=segment)
        RankedList.objects.create(
            run=run, topic=topic, segment_ids=[segment.pk] * 100, scores=[1.0] * 100
        )
    return track


def pages(track: Track) -> list[str]:
    run, response, topic = (
        Run.objects.first(),
        Response.objects.first(),
        track.topics.get(),
    )
    assert run
    assert response
    return [
        reverse("runs:runs", args=(track.uuid,)),
        reverse("runs:run", args=(track.uuid, run.uuid)),
        reverse("runs:response", args=(track.uuid, response.uuid)),
        reverse("runs:topics", args=(track.uuid,)),
        reverse("runs:topic", args=(track.uuid, topic.uuid)),
    ]


def test_ranked_lists_cost_no_page_anything(
    omar_client: Client,
    track: Track,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for url in pages(track):
        with django_assert_max_num_queries(12) as queries:
            assert omar_client.get(url).status_code == 200
        assert not any("segment_ids" in query["sql"] for query in queries), url


def test_lists_take_as_many_queries_for_many_as_for_one(
    omar_client: Client,
    track: Track,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(20):
        topic = make_topic(track, f"t{number}")
        make_response(make_run(track, f"r{number}"), topic)
        make_response(Run.objects.get(name="run-a"), topic)
    for name in ("runs", "topics"):
        with django_assert_max_num_queries(7):
            omar_client.get(reverse(f"runs:{name}", args=(track.uuid,)))
    run = Run.objects.get(name="run-a")
    with django_assert_max_num_queries(10):
        omar_client.get(reverse("runs:run", args=(track.uuid, run.uuid)))


def test_the_list_counts_responses_and_ranked_lists_apart(
    omar_client: Client, track: Track
) -> None:
    run = Run.objects.get(name="run-a")
    make_response(run, make_topic(track, "31"))
    make_response(run, make_topic(track, "32"))
    page = omar_client.get(reverse("runs:runs", args=(track.uuid,)))
    row = next(row for row in page.context["table"].page if row == run)
    assert (row.answered, row.ranked) == (3, 1)


def test_others_see_none_of_it(
    ada_client: Client, bea_client: Client, client: Client, track: Track
) -> None:
    for url in pages(track):
        assert ada_client.get(url).status_code == 404, url
        assert bea_client.get(url).status_code == 404, url
        assert client.get(url).status_code == 302, url


def test_it_rejects_the_wrong_method(omar_client: Client, track: Track) -> None:
    for url in pages(track):
        assert omar_client.put(url).status_code == 405, url


def test_runs_that_have_not_landed_show_nowhere(
    omar_client: Client, track: Track
) -> None:
    hidden = make_run(track, "hidden", landed=False)
    make_response(hidden, track.topics.get())
    for url in pages(track):
        assert b"hidden<" not in omar_client.get(url).content
    url = reverse("runs:run", args=(track.uuid, hidden.uuid))
    assert omar_client.get(url).status_code == 404


def test_what_a_run_says_is_escaped(omar_client: Client, track: Track) -> None:
    run = make_run(track, "<b>bold</b>")
    response = make_response(run, track.topics.get(), ["<script>x</script>"])
    url = reverse("runs:response", args=(track.uuid, response.uuid))
    page = markup(omar_client.get(url))
    assert "<script>x" not in page
    assert "<b>bold" not in page


def test_a_retrieval_run_shows_depth_and_first_segments_in_order(
    omar_client: Client,
    track: Track,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    run = make_run(track, "ranked-only")
    segments = [make_segment(track, f"doc-{n:02}") for n in range(12)]
    for number in range(30):
        topic = make_topic(track, f"t{number}")
        ids = [segment.pk for segment in reversed(segments)]
        RankedList.objects.create(
            run=run, topic=topic, segment_ids=ids * 100, scores=[0.0] * 1200
        )
    url = reverse("runs:run", args=(track.uuid, run.uuid))
    with django_assert_max_num_queries(11):
        page = markup(omar_client.get(url))
    assert "1,200" in page
    assert page.index("doc-11") < page.index("doc-02")
    assert "doc-01" not in page
    assert "Page 1 of 2" in page
    link = reverse("runs:segment", args=(track.uuid, segments[5].uuid))
    assert link in page
    assert "doc-05" in markup(omar_client.get(link))


def test_a_response_numbers_each_passage_once(
    omar_client: Client, track: Track
) -> None:
    topic, segment = make_topic(track, "again"), make_segment(track, "twice", text="")
    response = make_response(make_run(track, "citing"), topic, cites=segment)
    url = reverse("runs:response", args=(track.uuid, response.uuid))
    page = markup(omar_client.get(url))
    assert page.count('id="passage-1"') == 1
    assert select(page, '[href="#passage-1"]')
    assert "Its text has not been imported." in page


def test_a_markdown_response_is_rendered_its_plain_text_beside(
    omar_client: Client, track: Track
) -> None:
    topic, segment = make_topic(track, "marked"), make_segment(track, "cited")
    sentences = ("# Harbours", "They *freeze*. <script>alert(1)</script>")
    response = make_response(make_run(track, "marks"), topic, sentences, cites=segment)
    url = reverse("runs:response", args=(track.uuid, response.uuid))
    page = markup(omar_client.get(url))
    shown, waiting = page.split("<template data-reading")
    assert select(shown, "em")
    assert shown.count('href="#passage-1"') == 2
    assert "They *freeze*." in waiting
    assert "<script>alert" not in page
    plain = markup(omar_client.get(f"{url}?plain=1"))
    assert "They *freeze*." in plain.split("<template data-reading")[0]


def test_it_hides_a_passage_of_another_track(omar_client: Client, ada: User) -> None:
    other = make_segment(make_track(organizer=ada), "d9")
    url = reverse("runs:segment", args=(other.track.uuid, other.uuid))
    assert omar_client.get(url).status_code == 404
