"""Runs by category, on the leaderboard and in its file."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from assess.kinds.support.kind import SUPPORT
from runs.models import Citation, Run, Track
from tests.make import (
    make_judge,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)
from tests.page import markup, texts
from tests.runs.import_form import answer, bring_in


@pytest.fixture
def track(omar: User) -> Track:
    """Three runs, two of them with a category."""
    track = make_track(organizer=omar)
    topic, segment = make_topic(track), make_segment(track, "d1")
    judge = make_judge(track)
    for name in ("a", "b", "c"):
        make_response(make_run(track, name), topic, ("A.",), cites=segment)
    for citation in Citation.objects.all():
        make_label(SUPPORT, judge, citation, value="full_support")
    Run.objects.filter(name="a").update(category="sparse")
    Run.objects.filter(name="b").update(category="dense")
    return track


def test_a_category_filters_and_keeps_n_in_sight(
    track: Track, omar_client: Client
) -> None:
    page = omar_client.get(f"/tracks/{track.uuid}/scores/support/")
    (select,) = [each for each in page.context["selects"] if each.name == "category"]
    assert [value for value, _title in select.options] == ["", "dense", "sparse"]
    page = omar_client.get(f"/tracks/{track.uuid}/scores/support/?category=sparse")
    assert [row.name for row in page.context["page"].rows] == ["a"]
    assert "1 run over 1 judged topic" in markup(page)


def test_a_row_names_the_run_s_group_and_priority(
    track: Track, omar_client: Client
) -> None:
    Run.objects.filter(name="a").update(group="harbor", priority=2)
    Run.objects.exclude(name="a").update(group="", priority=1)
    page = omar_client.get(f"/tracks/{track.uuid}/scores/support/")
    assert texts(page, "tbody td.group") == ["harbor 2", "", ""]


def test_it_is_in_the_file_if_any_run_has_one(
    track: Track, omar_client: Client
) -> None:
    address = f"/tracks/{track.uuid}/scores/support/files/leaderboard.csv"
    rows = list(csv.DictReader(StringIO(omar_client.get(address).getvalue().decode())))
    assert {row["run"]: row["category"] for row in rows} == {
        "a": "sparse",
        "b": "dense",
        "c": "",
    }
    Run.objects.update(category="")
    text = omar_client.get(address).getvalue().decode()
    assert "category" not in text.splitlines()[0]


def test_it_comes_with_the_run_and_can_be_changed(track: Track) -> None:
    bring_in(track, "run", answer("14", "A.") + "\n", task="rag", category="graph")
    assert Run.objects.get(name="tides-a").category == "graph"
    words = ["tides-a", "--category", "agentic"]
    call_command("change_run", track.slug, *words, stdout=StringIO())
    assert Run.objects.get(name="tides-a").category == "agentic"
