"""Imports of the sample's track: topics, sub-narratives, segments, runs."""

from __future__ import annotations

from collections import defaultdict

from nuggets.sample.state import Loading
from runs.actions.subnarratives import name_subnarratives
from runs.models import Subnarrative, SubnarrativeWording


def load_corpus(loading: Loading) -> None:
    """Import the files of a campaign's initial data."""
    files = loading.campaign.plan["files"]
    for kind in ("topics", "conversations"):
        if kind in files:
            loading.bring_in(kind, files[kind])
    if "subnarratives" in files:
        _load_subnarratives(loading, files["subnarratives"])
    if "segments" in files:
        loading.bring_in("segments", files["segments"], all=True)
    for run in loading.campaign.entries("runs"):
        wanted = {name: run[name] for name in ("task", "group", "type", "priority")}
        loading.bring_in("run", run["file"], **wanted)
    for board in loading.campaign.entries("boards"):
        loading.bring_in("board", board["file"])


def load_others(loading: Loading) -> None:
    """Import the files of kinds that other apps register, after people's labels."""
    for entry in loading.campaign.entries("imports"):
        loading.bring_in(entry["kind"], entry["file"], **entry["params"])
        if entry["kind"] == "nuggets":
            bank = entry["params"]["bank"]
            loading.banks[bank] = loading.track.banks.get(name=bank)
        if name := entry["params"].get("judge"):
            loading.judges[name] = loading.track.judges.get(name=name)


def _load_subnarratives(loading: Loading, file: str) -> None:
    by_importance: dict[str, list[int]] = defaultdict(list)
    for row in loading.campaign.rows(file):
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
