"""The form of a comparison: measures by family, runs by category, sizes of sides."""

from __future__ import annotations

import re

from django.test import Client

from runs.models import Run, Track
from tests.assess.analysis.comparison.test_families_compared import (
    address,
    keys,
    lines,
    track,
)
from tests.page import texts

__all__ = ["track"]


def test_measures_are_grouped_by_family_those_of_the_sides_first(
    track: Track, omar_client: Client
) -> None:
    support = keys(track, "support")
    page = omar_client.get(address(track, left=support[0], right_1=support[1]))
    groups = page.context["form"].measure_groups
    assert groups[0].title == "Support"
    assert [group.is_compared for group in groups] == [True] + [False] * (
        len(groups) - 1
    )
    names = [box.data["value"] for group in groups for box in group.boxes]
    assert len(names) == len(set(names))
    assert {"V_strict", "ndcg_cut_30", "hard_recall"} <= set(names)
    legends = texts(page.content.decode(), "fieldset legend")
    assert legends.index("Support") < legends.index("Nuggets")


def test_runs_of_a_category_alone_are_compared(
    track: Track, omar_client: Client
) -> None:
    Run.objects.exclude(name="run-0").update(category="sparse")
    nuggets = keys(track, "nuggets")
    asked = {"left": nuggets[0], "right_1": nuggets[1]}
    assert lines(omar_client, track, **asked)[0]["n_runs"] == "4"
    assert lines(omar_client, track, **asked, category="sparse")[0]["n_runs"] == "3"
    page = omar_client.get(address(track, **asked, category="sparse"))
    said = re.sub(r"\s+", " ", page.content.decode())
    assert (
        "Runs of all tasks, of the category sparse with a score under both: 3" in said
    )
    wrong = omar_client.get(address(track, **asked, category="none"))
    assert wrong.status_code == 422


def test_each_side_says_how_many_runs_and_topics_it_has(
    track: Track, omar_client: Client
) -> None:
    nuggets, support = keys(track, "nuggets")[0], keys(track, "support")[0]
    page = omar_client.get(address(track, left=nuggets, right_1=support))
    said = re.sub(r"\s+", " ", page.content.decode())
    assert "Nuggets · 4 runs, 6 topics" in said
    assert "Support · 4 runs, 6 topics" in said
