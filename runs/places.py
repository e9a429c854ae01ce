"""The pages of a track in five places, by what a person wants there."""

from __future__ import annotations

from typing import NamedTuple


class TrackPage(NamedTuple):
    """A page of a track: its name as a tab, its title, its URL's name.

    is_seen: viewers have it too.
    """

    name: str
    title: str
    url: str
    is_seen: bool = False


class TrackPlace(NamedTuple):
    """A place: its name, its title, its pages, the first of which it opens."""

    name: str
    title: str
    pages: tuple[TrackPage, ...]


PLACES = (
    TrackPlace(
        "overview", "Overview", (TrackPage("overview", "Overview", "assess:track"),)
    ),
    TrackPlace(
        "material",
        "Material",
        (
            TrackPage("topics", "Topics", "runs:topics"),
            TrackPage("runs", "Runs", "runs:runs"),
            TrackPage("segments", "Segments", "runs:segments"),
            TrackPage("imports", "Imports", "runs:imports"),
        ),
    ),
    TrackPlace(
        "judging",
        "Judging",
        (
            TrackPage("work", "Work", "assess:allocations"),
            TrackPage("people", "People", "runs:people"),
            TrackPage("judges", "Judges", "assess:judges"),
            TrackPage("banks", "Banks", "nuggets:banks"),
            TrackPage("threads", "Flags", "assess:threads"),
            TrackPage("adjudications", "Adjudications", "assess:adjudications"),
            TrackPage("jobs", "Jobs", "jobs:list"),
        ),
    ),
    TrackPlace(
        "results",
        "Results",
        (
            TrackPage("scores", "Scores", "assess:scores", is_seen=True),
            TrackPage("agreement", "Agreement", "assess:agreement", is_seen=True),
            TrackPage(
                "machines", "Machines", "assess:agreement_machines", is_seen=True
            ),
            TrackPage("assessors", "Assessors", "assess:quality"),
            TrackPage("rounds", "Rounds", "assess:agreement_rounds"),
            TrackPage("rankings", "Rankings", "assess:rankings", is_seen=True),
            TrackPage("settling", "Settling", "assess:settling"),
            TrackPage("comparison", "Comparison", "assess:comparison", is_seen=True),
        ),
    ),
    TrackPlace(
        "publish",
        "Publish",
        (
            TrackPage("exports", "Exports", "assess:exports", is_seen=True),
            TrackPage("snapshots", "Snapshots", "assess:snapshots"),
            TrackPage("archives", "Archives", "assess:archives"),
            TrackPage("report", "Report", "assess:report", is_seen=True),
        ),
    ),
)
SEEN = tuple(page for place in PLACES for page in place.pages if page.is_seen)


def place_of(tab: str) -> TrackPlace:
    """Return the place that has a page; the first one for an unknown name."""
    return next(
        (place for place in PLACES if any(page.name == tab for page in place.pages)),
        PLACES[0],
    )
