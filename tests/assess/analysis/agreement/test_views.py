"""The page of agreement of two judges: figures, cells, files, access."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from assess.judging.judges.actions import judge_of
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from runs.models import Segment, Track
from tests.assess.analysis.agreement.grades import grade
from tests.assess.analysis.agreement.pages import address, rows, two
from tests.make import NOW, make_judge, make_label
from tests.page import markup, select, texts

QUERIES = 24


def test_it_says_what_it_takes_where_there_is_nothing(
    track: Track, omar_client: Client
) -> None:
    text = markup(omar_client.get(address(track)))
    assert "This needs two judges with labels of one kind" in text


def test_it_compares_the_first_two_judges_where_nobody_chose(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    shown = omar_client.get(address(track)).context
    assert (shown["a"].judge.name, shown["b"].judge.name) == ("left", "mid")


def test_it_answers_in_one_sentence_with_n_and_interval(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    r = omar_client.get(address(track, **two(judges)))
    text = markup(r)
    assert "both judged 8 items on 2 topics" in text
    assert "0.7500 of them the same label (0.500 to 1.000)" in text
    assert "too few topics to sample (2)" in text
    assert r.context["pair"].kappa.value == pytest.approx(2 / 3)
    assert texts(r, "#most-frequent") == [
        "A judge that always says “2 Relevant”, the most frequent label of mid "
        "(baseline), would agree on 0.5000 of them; its κ would be 0."
    ]


def test_a_cell_opens_its_items_with_labels_and_notes(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    RelevanceLabel.objects.filter(judge=judges[0], value="3").update(
        details={"note": "all four"}
    )
    text = omar_client.get(address(track, **two(judges))).content.decode()
    assert 'x=3&amp;y=2"' in text
    r = omar_client.get(address(track, "items/", **two(judges), x=3, y=2))
    segment = Segment.objects.get(docid="d3")
    assert [item.texts[:2] for item in r.context["items"]] == [("1", "d3"), ("2", "d3")]
    text = markup(r)
    assert f"/tracks/{track.uuid}/segments/{segment.uuid}/" in text
    assert "all four" in text


def test_items_are_paged(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    for judge in judges[:2]:
        grade(track, judge, "3", "4" * 60)
    r = omar_client.get(address(track, "items/", **two(judges), x=4, y=4, page=2))
    assert len(r.context["items"]) == 10


def test_a_cell_whose_labels_changed_says_so(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    r = omar_client.get(address(track, "items/", **two(judges), x=4, y=4))
    assert "This item no longer exists" in markup(r)


def test_a_changed_label_changes_the_page_at_once(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    def agreed() -> float:
        r = omar_client.get(address(track, **two(judges)))
        return float(r.context["pair"].agreement.value)

    assert agreed() == 0.75
    topic, segment = track.topics.get(name="1"), Segment.objects.get(docid="d3")
    make_label(RELEVANCE, judges[1], topic, segment, value="3")
    assert agreed() == 0.875
    make_label(RELEVANCE, judges[1], topic, segment, value="")
    assert agreed() == pytest.approx(6 / 7)


def test_topics_are_sorted_on_request(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    grade(track, judges[0], "3", "0")
    grade(track, judges[1], "3", "0")
    r = omar_client.get(address(track, **two(judges), sort="n"))
    assert [row.topic.name for row in r.context["topics"]] == ["3", "1", "2"]
    r = omar_client.get(address(track, **two(judges), sort="-kappa"))
    assert [row.topic.name for row in r.context["topics"]][-1] == "3"
    assert select(r, '[aria-sort="descending"]')


def test_some_topics_alone_are_compared(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    r = omar_client.get(address(track, **two(judges), topics="2"))
    assert r.context["pair"].n == 4
    assert "because there is only one topic" in markup(r)
    assert omar_client.get(address(track, **two(judges), topics="9")).status_code == 422


def test_different_scales_leave_kappa_out_and_say_why(
    track: Track, judges: list[Judge], ada: User, omar_client: Client
) -> None:
    own = make_judge(track, "own scale", kind=Judge.IMPORT)
    own.parameters = {"scale": Judge.OWN_SCALE}
    own.save()
    grade(track, own, "1", "0579")
    query = two([judges[0], own])
    r = omar_client.get(address(track, **query))
    assert r.context["pair"].kappa.value is None
    assert "the two use different scales" in markup(r)
    assert r.context["cuts"].rows


@pytest.mark.parametrize("table", ["figures", "matrix", "topics", "cuts"])
def test_each_table_can_be_taken_as_csv(
    table: str, track: Track, judges: list[Judge], omar_client: Client
) -> None:
    found = rows(
        omar_client.get(address(track, "labels.csv", table=table, **two(judges)))
    )
    expected = {
        "figures": ["left (baseline)", "mid (baseline)", "agreement", "8", "0.75"],
        "matrix": ["0", "0", "2"],
        "topics": ["left (baseline)", "mid (baseline)", "1", "4", "0.75"],
        "cuts": ["1", "1", "8", "1.0"],
    }[table]
    assert found[1][: len(expected)] == expected


def test_the_matrix_is_drawn_with_the_numbers_of_its_file(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    drawn = omar_client.get(address(track, **two(judges))).context["chart"]
    table = omar_client.get(address(track, "labels.csv", table="matrix", **two(judges)))
    lines = b"".join(table).decode().splitlines()[1:]
    cells = [square.text for row in drawn.squares for square in row]
    assert cells == [line.rpartition(",")[2] for line in lines]


def test_a_kind_alone_takes_the_first_judges_of_it(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    shown = omar_client.get(address(track, kind="relevance"))
    assert shown.context["question"].kind.name == "relevance"
    assert "No two judges" not in markup(shown)


def test_it_rejects_what_is_no_judge(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    same = {"kind": "relevance", "a": judges[0].uuid, "b": judges[0].uuid}
    for query in (same, same | {"b": "x"}, two(judges) | {"kind": "beauty"}):
        assert omar_client.get(address(track, **query)).status_code == 422
        assert omar_client.get(address(track, "labels.csv", **query)).status_code == 404
    text = omar_client.get(address(track, **same | {"b": uuid4()})).content.decode()
    assert "The second judge has no labels yet." in text
    bad = {"kind": "relevance", "judge": "x"}
    assert omar_client.get(address(track, "machines/", **bad)).status_code == 422
    assert omar_client.get(address(track, "machines.csv", **bad)).status_code == 404
    assert omar_client.get(address(track, "items/", **two(judges))).status_code == 404
    strange = address(track, "labels.csv", table="x", **two(judges))
    assert omar_client.get(strange).status_code == 404


def test_an_assessor_and_a_stranger_find_nothing(
    track: Track, judges: list[Judge], ada_client: Client, client: Client
) -> None:
    for what in ("", "items/", "labels.csv", "machines/", "machines.csv"):
        where = address(track, what, **two(judges), judge=judges[0].uuid, x=0, y=0)
        assert ada_client.get(where).status_code == 404
        assert client.get(where).status_code == 302
        assert ada_client.post(where).status_code == 405


def test_it_needs_no_more_queries_for_more_labels(
    track: Track,
    judges: list[Judge],
    omar_client: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for topic in range(3, 12):
        for judge in judges:
            grade(track, judge, str(topic), "01234")
    for what in ("", "items/", "machines/"):
        query = two(judges) | {"judge": judges[0].uuid, "x": 2, "y": 2}
        with django_assert_max_num_queries(QUERIES):
            omar_client.get(address(track, what, **query))


def test_it_begins_with_the_two_judges_that_have_most_in_common(
    track: Track, judges: list[Judge], ada: User, omar_client: Client
) -> None:
    """The default is not a person with only one label."""
    grade(track, judge_of(ada, track, now=NOW), "1", "0")
    asked = omar_client.get(address(track)).context["question"]
    assert [side.judge.name for side in asked.sides] == ["left", "mid"]
    for topic in ("1", "2"):
        grade(track, judge_of(ada, track, now=NOW), topic, "0123")
    asked = omar_client.get(address(track)).context["question"]
    assert [side.judge.name for side in asked.sides] == ["ada", "left"]
