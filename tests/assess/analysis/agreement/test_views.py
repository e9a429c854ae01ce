from __future__ import annotations

import csv
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from assess.judging.judges.actions import create_panel, judge_of
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from runs.models import Segment, Track
from tests.assess.analysis.agreement.grading import grade
from tests.make import NOW, make_judge, make_label, make_track
from tests.page import select

QUERIES = 24


@pytest.fixture
def track(omar: User, ada: User) -> Track:
    return make_track(organizer=omar, assessors=[ada])


@pytest.fixture
def judges(track: Track) -> list[Judge]:
    """Three judges on two topics."""
    found = [make_judge(track, name) for name in ("left", "mid", "right")]
    for judge, grades in zip(found, ("0123", "0122", "1123"), strict=True):
        for topic in ("1", "2"):
            grade(track, judge, topic, grades)
    return found


def address(track: Track, what: str = "", /, **query: object) -> str:
    said = "&".join(f"{name}={value}" for name, value in query.items())
    return f"/tracks/{track.uuid}/agreement/{what}?{said}"


def two(judges: list[Judge]) -> dict[str, object]:
    return {"kind": "relevance", "a": judges[0].uuid, "b": judges[1].uuid}


def rows(r: Any) -> list[list[str]]:  # noqa: ANN401 - the client's own response
    assert "attachment" in r["Content-Disposition"]
    return list(csv.reader(r.getvalue().decode().splitlines()))


def test_it_says_what_it_takes_where_there_is_nothing(
    track: Track, omar_client: Client
) -> None:
    text = omar_client.get(address(track)).content.decode()
    assert "It takes two judges with labels of one kind" in text


def test_it_compares_the_first_two_judges_where_nobody_chose(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    shown = omar_client.get(address(track)).context
    assert (shown["a"].judge.name, shown["b"].judge.name) == ("left", "mid")


def test_it_answers_in_one_sentence_with_n_and_interval(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    r = omar_client.get(address(track, **two(judges)))
    text = r.content.decode()
    assert "both judged 8 items on 2 topics" in text
    assert "0.7500 of them the same label (0.500 to 1.000)" in text
    assert "too few topics to draw from (2)" in text
    assert r.context["pair"].kappa.value == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("rule", "own", "n", "says"),
    [
        ("first", 3, 4, "3 of the 4 labels of the panel compared here are right’s own"),
        ("majority", 1, 4, "1 of the 4 labels of the panel compared here rests on"),
        ("majority_of_three", 0, 1, "0 of the 1 label of the panel"),
    ],
)
def test_a_judge_against_a_panel_that_has_it_is_told_how_many_are_its_own(
    track: Track, omar_client: Client, rule: str, own: int, n: int, says: str
) -> None:
    members = [make_judge(track, name) for name in ("left", "right", "far")]
    for judge, grades in zip(members, ("0---1", "0123-", "012--"), strict=True):
        grade(track, judge, "1", grades)
    panel = create_panel(track, "all", rule=rule, members=members, now=NOW)
    query = {"kind": "relevance", "a": panel.uuid, "b": members[1].uuid}
    r = omar_client.get(address(track, **query))
    assert [(each.own, each.n) for each in r.context["owns"]] == [(own, n)]
    assert says in r.content.decode()
    for judge, rows in ((panel, 3), (members[1], 3)):
        query = {"kind": "relevance", "judge": judge.uuid}
        r = omar_client.get(address(track, "machines/", **query))
        assert len(r.context["rows"]) == rows
        told = {each.member.judge.name: each.says for each in r.context["owns"]}
        assert says in told["right"]
        assert told["right"] in r.content.decode()


def test_of_the_assessors_the_first_label_is_the_panel_s(
    track: Track, ada: User, bea: User, omar_client: Client
) -> None:
    first, second = (judge_of(each, track, now=NOW) for each in (ada, bea))
    grade(track, first, "1", "01")
    grade(track, second, "1", "0122")
    panel = Judge.objects.get(track=track, rule="assessors")
    for judge, own, n in ((first, 2, 2), (second, 2, 4)):
        query = {"kind": "relevance", "a": judge.uuid, "b": panel.uuid}
        (found,) = omar_client.get(address(track, **query)).context["owns"]
        assert (found.own, found.n, found.votes) == (own, n, False)


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
    text = r.content.decode()
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
    assert "No such item any more" in r.content.decode()


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
    assert "for there is one topic only" in r.content.decode()
    assert omar_client.get(address(track, **two(judges), topics="9")).status_code == 422


def test_several_judges_are_compared_by_pairs_and_together(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    query = two(judges) | {"more": judges[2].uuid}
    r = omar_client.get(address(track, **query))
    assert len(r.context["pairs"]) == 3
    text = r.content.decode()
    assert "Krippendorff’s α is" in text
    link = r.context["pairs"][2].link
    opened = omar_client.get(f"/tracks/{track.uuid}/agreement/?{link}")
    assert opened.context["a"].judge == judges[1]


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
    assert "the two use different scales" in r.content.decode()
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


def test_machines_are_held_against_a_judge(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    query = {"kind": "relevance", "judge": judges[0].uuid}
    r = omar_client.get(address(track, "machines/", **query, sort="-agreement"))
    names = [row.judge.name for row in r.context["rows"]]
    assert names == ["mid", "right"]
    found = r.context["rows"][0].found
    # Of six pairs of different grades, mid ties one.
    assert (found.n, found.missing, found.pairs) == (8, 0, 12)
    assert (found.alike.value, found.tied.value) == (
        pytest.approx(5 / 6),
        pytest.approx(1 / 6),
    )
    assert (found.over.value, found.under.value) == (0.0, 0.25)
    # Two topics are too few to sample from, and pairs of items cannot be sampled.
    assert (found.alike.low, found.under.low is None) == (None, False)
    found = rows(omar_client.get(address(track, "machines.csv", **query)))
    assert found[1][:6] == ["mid", "baseline", "", "", "8", "0"]


def test_a_panel_of_people_is_no_machine_and_comes_before_them(
    track: Track, judges: list[Judge], ada: User, omar_client: Client
) -> None:
    person = judge_of(ada, track, now=NOW)
    grade(track, person, "1", "0012")
    for name, members in (("people", [person, judges[0]]), ("ensemble", judges[:2])):
        create_panel(track, name, rule="majority", members=members, now=NOW)
    query = {"kind": "relevance", "judge": judges[2].uuid}
    r = omar_client.get(address(track, "machines/", **query, sort="judge"))
    assert {row.judge.name for row in r.context["rows"]} == {"ensemble", "left", "mid"}
    form = omar_client.get(address(track, "machines/")).context["form"]
    assert form.cleaned_data["judge"].name == "assessors"


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
    assert "No two judges" not in shown.content.decode()


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
