"""The registration of imported data, and of tracks, as things to put away."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from django.db.models import QuerySet
from django.urls import reverse

from jobs.models import Job
from runs.imports.registry import labels_on
from runs.models import Import, RankedList, Response, Run, Topic, Track
from runs.put_away.registry import (
    Counts,
    Thing,
    ThingKind,
    Ties,
    page_named,
    register,
    tie,
)


def labels_hanging(counts: Counts) -> dict[str, int]:
    """Return counts of labels by nouns for pages."""
    return {f"{kind} labels": number for kind, number in counts.items()}


def _runs(track: Track) -> QuerySet[Run]:
    return Run.objects.landed().filter(track=track)


def _topics(track: Track) -> QuerySet[Topic]:
    return Topic.everything.filter(track=track)


def _imports(track: Track) -> QuerySet[Import]:
    return Import.everything.with_job_end().filter(track=track)


RUN = register(
    ThingKind(
        name="run",
        title="Run",
        plural="Runs",
        model=Run,
        rows=_runs,
        effect="It leaves every page, pool, leaderboard and export. Its responses are "
        "not judged any more. Their labels are kept, and count again once it is "
        "restored.",
        page=page_named("runs:run"),
        pages="runs:runs",
    )
)
TOPIC = register(
    ThingKind(
        name="topic",
        title="Topic",
        plural="Topics",
        model=Topic,
        rows=_topics,
        effect="It leaves every page, pool, leaderboard and export, and work on it "
        "every inbox. Labels and work are kept, and return once it is restored.",
        page=page_named("runs:topic"),
        pages="runs:topics",
    )
)
IMPORT = register(
    ThingKind(
        name="import",
        title="Import",
        plural="Imports",
        model=Import,
        rows=_imports,
        effect="It leaves the list of imports, and the runs, judges and banks that its "
        "file made go away with it. Topics and segments stay.",
        page=page_named("runs:import"),
        pages="runs:imports",
        called="filename",
    )
)
TRACK = register(
    ThingKind(
        name="track",
        title="Track",
        plural="Tracks",
        model=Track,
        rows=lambda track: Track.everything.filter(pk=track.pk),
        effect="Nobody finds it any more: its pages are not found, its work leaves "
        "every inbox. Nothing of it is lost. Its organizers restore it from their home "
        "page.",
        page=lambda track, _thing: reverse("assess:track", args=(track.uuid,)),
        pages="home",
    )
)


def _on_run(run: Run) -> Counts:
    return _on_runs([run])


def _on_runs(runs: Collection[Run] | QuerySet[Run]) -> Counts:
    answers = Response.objects.filter(run__in=runs, deleted_at=None)
    responses = answers.values_list("pk", flat=True)
    return {
        "responses": len(responses),
        "ranked lists": RankedList.objects.filter(run__in=runs).count(),
        **labels_hanging(labels_on("response", responses)),
    }


def _on_topic(topic: Topic) -> Counts:
    responses = topic.responses.filter(deleted_at=None, run__deleted_at=None)
    return {
        "responses": responses.count(),
        "ranked lists": topic.ranked_lists.filter(run__deleted_at=None).count(),
        **labels_hanging(labels_on("topic", [topic.pk])),
    }


def _on_track(track: Track) -> Counts:
    topics = list(track.topics.values_list("pk", flat=True))
    return {
        "topics": len(topics),
        "runs": Run.objects.visible().filter(track=track).count(),
        "people": track.memberships.count(),
        **labels_hanging(labels_on("topic", topics)),
    }


def _runs_of(row: Import) -> QuerySet[Run]:
    return Run.objects.visible().filter(source=row)


def _made_by(row: Import) -> Iterator[tuple[ThingKind, Thing]]:
    for run in _runs_of(row):
        yield RUN, run


def _on_import(row: Import) -> Counts:
    return _on_runs(_runs_of(row))


def _import_refusal(row: Import) -> str:
    return "It is not finished. Cancel it, or wait." if row.is_under_way else ""


def _track_refusal(track: Track) -> str:
    if Job.objects.unfinished().filter(scope=track.uuid).exists():
        return "Its jobs are not finished. Cancel them, or wait."
    return ""


tie("run", Ties(hanging=_on_run))
tie("topic", Ties(hanging=_on_topic))
tie("import", Ties(hanging=_on_import, resting=_made_by, refusal=_import_refusal))
tie("track", Ties(hanging=_on_track, refusal=_track_refusal))
