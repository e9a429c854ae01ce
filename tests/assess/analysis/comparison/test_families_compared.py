"""Conditions of different families compared on one page."""

from __future__ import annotations

import csv
from io import StringIO
from urllib.parse import urlencode

import pytest
from django.test import Client

from accounts.models import User
from assess.analysis.comparison.presets import PRESETS, links_of
from assess.analysis.comparison.sides import Sides
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.support.kind import SUPPORT
from nuggets.assignment.kind import ASSIGNMENT
from runs.models import Citation, RankedList, Run, Track
from tests.make import (
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
    nuggets_of,
)
from tests.page import markup, texts
from tests.runs.import_form import bring_in

TOPICS, RUNS = 6, 4
GIVEN = ("support", "partial_support", "not_support")


@pytest.fixture
def track(omar: User, ada: User) -> Track:
    """Four runs on six topics with nuggets, support and grades of two judges each."""
    track = make_track(organizer=omar, assessors=[ada])
    segments = [make_segment(track, f"doc_{n}") for n in range(RUNS)]
    runs = [make_run(track, f"run-{n}") for n in range(RUNS)]
    judges = [make_person(ada, track), make_judge(track, "machine")]
    bank = make_bank(track)
    for number in range(TOPICS):
        topic = make_topic(track, str(number))
        version = make_version(bank, topic, importance=("vital", "okay"))
        for place, run in enumerate(runs):
            response = make_response(run, topic, ("A.",), cites=segments[place])
            order = [*segments[place:], *segments[:place]]
            RankedList.objects.create(
                run=run,
                topic=topic,
                segment_ids=[segment.pk for segment in order],
                scores=list(range(RUNS, 0, -1)),
            )
            for turn, judge in enumerate(judges):
                at = (place + number * turn) % 3
                for nugget in nuggets_of(version):
                    make_label(ASSIGNMENT, judge, nugget, response, value=GIVEN[at])
                citation = Citation.objects.get(sentence__response=response)
                value = SUPPORT.values(track)[2 - at]
                make_label(SUPPORT, judge, citation, value=value)
        for turn, judge in enumerate(judges):
            for place, segment in enumerate(segments):
                grade = str(max(0, 3 - place - turn * (number % 2)))
                make_label(RELEVANCE, judge, topic, segment, value=grade)
    return track


def keys(track: Track, family: str) -> list[str]:
    offered = Sides(track).families[family]
    return [f"{family}:{choice.query}" for choice in offered.every]


def address(track: Track, more: str = "", **asked: object) -> str:
    query = urlencode(asked, doseq=True)
    return f"/tracks/{track.uuid}/agreement/comparison/{more}?{query}"


def lines(client: Client, track: Track, **asked: object) -> list[dict[str, str]]:
    answer = client.get(address(track, "comparison.csv", **asked))
    return list(csv.DictReader(StringIO(answer.getvalue().decode())))


def test_the_first_comparison_is_of_people_with_machines(
    track: Track, omar_client: Client
) -> None:
    table = omar_client.get(address(track)).context["table"]
    assert table.reference.says == "Bank post-edited, assessors (panel)"
    assert [row.side.says for row in table.rows] == [
        "Bank post-edited, machine (baseline)"
    ]
    assert [each.name for each in table.columns] == ["V_strict", "coverage"]
    levels = table.rows[0].cells[0].found.levels
    assert [(level.runs, level.topics) for level in levels] == [(4, 6)] * 3


def test_families_are_compared_with_each_other(
    track: Track, omar_client: Client
) -> None:
    nuggets, _ada, other = keys(track, "nuggets")
    support, retrieval = keys(track, "support")[0], keys(track, "retrieval")[0]
    found = lines(
        omar_client,
        track,
        left=nuggets,
        right_1=other,
        right_2=support,
        right_3=retrieval,
        measure=["V_strict", "V"],
    )
    assert len(found) == 3 * 2 * 3
    assert [row["measure"] for row in found[::3]] == [
        "V_strict",
        "V",
        "V_strict:weighted_precision_first_citation",
        "V:weighted_precision_first_citation",
        "V_strict:ndcg_cut_30",
        "V:ndcg_cut_30",
    ]
    assert {(row["n_runs"], row["n_topics"]) for row in found} == {("4", "6")}
    # One judge gives a response's nuggets and its citation the same label.
    same = [row for row in found if row["measure"].startswith("V:weighted")]
    assert [float(row["tau_b"]) for row in same] == pytest.approx([1.0] * 3)
    ends = [row for row in found if row["tau_low"]]
    assert ends
    for row in ends:
        low, value, high = (float(row[f"tau_{end}"]) for end in ("low", "b", "high"))
        assert low <= value <= high


def test_a_board_beside_a_family_has_an_interval_over_its_topics(
    track: Track, omar_client: Client
) -> None:
    bring_in(track, "board", "run-0\t9\nrun-1\t5\nrun-2\t1\n", name="official")
    (board,) = (key for key, _says in Sides(track).groups[-1].sides)
    found = lines(
        omar_client,
        track,
        left=board,
        right_1=keys(track, "retrieval")[0],
        measure=["ndcg_cut_30", "recall_100"],
    )
    run, topic, pairs = found[:3]
    assert run["measure"] == "board:ndcg_cut_30"
    assert (run["n_runs"], run["n_topics"]) == ("3", "6")
    assert float(run["tau_b"]) == pytest.approx(1.0)
    assert topic["tau_b"] == pairs["tau_b"] == ""
    page = omar_client.get(
        address(track, left=board, right_1=keys(track, "nuggets")[0])
    )
    assert [each.name for each in page.context["table"].columns] == ["V_strict"]


def test_means_can_be_over_all_topics_of_each(
    track: Track, omar_client: Client
) -> None:
    nuggets, support = keys(track, "nuggets")[0], keys(track, "support")[0]
    RankedList.objects.all().delete()
    asked = {"left": nuggets, "right_1": support, "over": "own"}
    run, topic, pairs = lines(omar_client, track, **asked)
    assert (run["n_topics"], topic["n_topics"], pairs["n_topics"]) == ("6", "6", "6")
    assert "over all topics of each side" in markup(
        omar_client.get(address(track, **asked))
    )


def test_one_task_alone_is_compared(track: Track, omar_client: Client) -> None:
    Run.objects.filter(name="run-0").update(task=Run.AG)
    nuggets = keys(track, "nuggets")
    found = lines(omar_client, track, left=nuggets[0], right_1=nuggets[1], task="rag")
    assert found[0]["n_runs"] == "3"


def test_presets_lead_to_what_they_say(track: Track, omar_client: Client) -> None:
    links = links_of(Sides(track))
    assert len(links) == len(PRESETS)
    there = [link for link in links if link.query]
    assert [link.title.split(":")[0] for link in there] == [
        "2025 overview, Figure 6",
        "2025 overview, Figure 7",
        "2025 overview, Figure 8",
        "AutoNuggetizer, Figure 6",
        "One family against another",
        "One family against another",
    ]
    for link in there:
        page = omar_client.get(f"{address(track)}{link.query}")
        assert page.status_code == 200
        assert page.context["table"].rows
    shown = omar_client.get(address(track)).content.decode()
    assert "Needs exam grades, and an imported board." in shown


def test_a_condition_is_not_compared_with_itself(
    track: Track, omar_client: Client
) -> None:
    nuggets = keys(track, "nuggets")[0]
    page = omar_client.get(address(track, left=nuggets, right_1=nuggets))
    assert page.status_code == 422
    assert "another condition than the reference" in page.content.decode()


@pytest.mark.parametrize("left", ["nuggets:judge=1", "boards:1", "x", "boards:"])
def test_what_is_not_there_is_refused(
    track: Track, omar_client: Client, left: str
) -> None:
    right = keys(track, "nuggets")[0]
    page = omar_client.get(address(track, left=left, right_1=right))
    assert page.status_code == 422
    csv_ = address(track, "comparison.csv", left=left, right_1=right)
    assert omar_client.get(csv_).status_code == 404


def test_a_viewer_gets_no_names_of_runs(track: Track, bea: User) -> None:
    track.memberships.create(user=bea, role="viewer")
    client = Client()
    client.force_login(bea)
    page = client.get(address(track)).content.decode()
    assert "Kendall" in page
    assert "run-0" not in page
    nuggets = keys(track, "nuggets")
    asked = {"left": nuggets[0], "right_1": nuggets[1]}
    chart = client.get(address(track, "cell-1-1.csv", **asked)).content.decode()
    assert "run-0" not in chart
    assert chart.count("\n") == 1 + RUNS + RUNS * TOPICS


def test_an_assessor_finds_none_of_it(track: Track, ada_client: Client) -> None:
    assert ada_client.get(address(track)).status_code == 404


def test_a_track_without_scores_says_what_it_takes(
    omar: User, omar_client: Client
) -> None:
    page = omar_client.get(address(make_track(organizer=omar)))
    assert "Nothing to compare" in texts(page.content.decode(), "h2")


def test_two_measures_of_one_condition_are_compared(
    track: Track, omar_client: Client
) -> None:
    nuggets = keys(track, "nuggets")[0]
    found = lines(
        omar_client,
        track,
        left=nuggets,
        left_measure="V",
        right_1=nuggets,
        measure=["V_strict", "V"],
    )
    assert [row["measure"] for row in found[::3]] == ["V:V_strict", "V"]
    assert float(found[3]["tau_b"]) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("name", "family", "measures"),
    [
        (
            "nuggets-support",
            "support",
            ["weighted_precision_first_citation", "weighted_recall_first_citation"],
        ),
        (
            "nuggets-retrieval",
            "retrieval",
            ["ndcg_cut_30", "ndcg_cut_20", "ndcg_cut_100", "recall_100"],
        ),
    ],
)
def test_one_family_against_another_is_a_preset(
    track: Track, omar_client: Client, name: str, family: str, measures: list[str]
) -> None:
    preset = next(each for each in PRESETS if each.name == name)
    picked = preset.picked(Sides(track))
    assert picked is not None
    assert picked.left.startswith("nuggets:")
    assert [each.partition(":")[0] for each in picked.others] == [family]
    known = [each for each in measures if each in picked.measures]
    assert known == picked.measures
    table = omar_client.get(f"{address(track)}{picked.query}").context["table"]
    cells = [cell for row in table.rows for cell in row.cells]
    assert {cell.found.left.measure.name for cell in cells} == {"V_strict"}
    assert {level.runs for cell in cells for level in cell.found.levels} == {RUNS}
