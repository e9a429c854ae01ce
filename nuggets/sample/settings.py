"""Adjudications and snapshots of the sample's organizer."""

from __future__ import annotations

from uuid import uuid4

from assess.exchange.exports.registry import Wanted, get_exporter
from assess.exchange.snapshots.actions import take_snapshot
from assess.exchange.snapshots.requests import asked_for, title_of
from assess.judging.adjudication.actions import (
    AdjudicationPlan,
    open_adjudication,
    settle,
)
from assess.judging.adjudication.exhibits import work_name
from assess.judging.adjudication.work import read_sheet
from assess.judging.guidelines.actions import write_guideline
from assess.judging.guidelines.versions import our_text
from assess.judging.kinds import get_kind
from assess.judging.labels.writer import Act
from assess.judging.models import Allocation
from assess.judging.queues.actions import take_next
from jobs.run import run_here
from nuggets.sample.campaign import Row
from nuggets.sample.state import Loading, SampleRefused


def adjudicate(loading: Loading) -> None:
    """Open adjudications, let somebody take the work, and settle a part of it."""
    for entry in loading.campaign.entries("adjudications"):
        kind = get_kind(entry["kind"])
        person = loading.people[entry["adjudicator"]]
        open_adjudication(
            loading.track,
            entry["name"],
            AdjudicationPlan(
                kind,
                judges=[loading.judges[name] for name in entry["judges"]],
                adjudicators=[person],
                topics=[loading.topics[name] for name in entry["topics"]],
            ),
            by=loading.organizer,
            now=loading.now,
        )
        write_guideline(
            loading.track,
            work_name(kind),
            our_text(work_name(kind)),
            seen=0,
            by=loading.organizer,
            now=loading.now,
        )
        work = take_next(loading.track, work_name(kind), person, now=loading.now)
        _settle(loading, work, entry["settled"])


def _settle(loading: Loading, work: Allocation, settled: list[Row]) -> None:
    """Settle grades, each by an action of its own."""
    grades = {loading.segments[each["docid"]]: each for each in settled}
    for item in read_sheet(work).items:
        said = grades.get(item.item[-1])
        if said:
            settle(
                work,
                item=item.uuid,
                value=said["grade"],
                note=said.get("note", ""),
                act=Act(uuid4(), seen=0),
                now=loading.now,
            )


def keep_snapshots(loading: Loading) -> None:
    """Create a snapshot of one judge's labels."""
    for entry in loading.campaign.entries("snapshots"):
        exporter = get_exporter(entry["export"])
        wanted = Wanted(loading.track, {"judge": loading.judges[entry["judge"]]})
        _snapshot, job = take_snapshot(
            loading.track,
            title_of(exporter, wanted),
            asked_for(exporter, wanted),
            by=loading.organizer,
            now=loading.now,
        )
        done = run_here(job)
        if done.error:
            raise SampleRefused(done.error)
