"""Imports of the sample's track: topics, sub-narratives, segments, runs."""

from __future__ import annotations

from collections import defaultdict

from nuggets.sample.state import Loading
from runs.actions.subnarratives import name_subnarratives
from runs.models import Subnarrative, SubnarrativeWording


def load_corpus(loading: Loading) -> None:
    """Import the files of a campaign's initial data."""
    plan = loading.campaign.plan
    loading.bring_in("topics", plan["files"]["topics"])
    _load_subnarratives(loading)
    loading.bring_in("segments", plan["files"]["segments"], all=True)
    for run in plan["runs"]:
        wanted = {name: run[name] for name in ("task", "group", "type", "priority")}
        loading.bring_in("run", run["file"], **wanted)


def _load_subnarratives(loading: Loading) -> None:
    by_importance: dict[str, list[int]] = defaultdict(list)
    for row in loading.campaign.rows(loading.campaign.plan["files"]["subnarratives"]):
        names = name_subnarratives(
            loading.topics[row["qid"]],
            [(part["text"], False) for part in row["sub_narratives"]],
            now=loading.now,
            by=loading.organizer,
        )
        for part in row["sub_narratives"]:
            by_importance[part["importance"]].append(names[part["text"]])
    for importance, found in by_importance.items():
        Subnarrative.objects.filter(pk__in=found).update(importance=importance)
        SubnarrativeWording.objects.filter(subnarrative__in=found).update(
            importance=importance
        )
