"""The facts of a campaign: imported data, judges, and amounts."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Count, Q

from assess.judging.judges.listing import JudgeRow, judge_rows
from assess.judging.kinds import kinds_of
from assess.judging.models import Judge
from config.operations.readings import rows_of
from runs.models import Run, Track
from runs.pools import judged_pools


class Task(NamedTuple):
    """The runs of one task: their number, groups and responses."""

    title: str
    runs: int
    groups: int
    responses: int
    lists: int


class Labels(NamedTuple):
    """The labels of one kind, by the kind of their judge."""

    title: str
    people: int
    adjudicated: int
    models: int
    baselines: int
    imports: int

    @property
    def total(self) -> int:
        """Return their number."""
        return sum(self[1:])


class Pool(NamedTuple):
    """How many segments with a text the runs bring to judge, on how many topics."""

    segments: int
    topics: int


class Campaign(NamedTuple):
    """The facts of a campaign."""

    topics: int
    tasks: list[Task]
    pool: Pool
    judges: list[JudgeRow]
    labels: list[Labels]

    @property
    def runs(self) -> int:
        """Return the number of runs."""
        return sum(task.runs for task in self.tasks)


def campaign_of(track: Track) -> Campaign:
    """Return a track's facts, in a fixed number of queries."""
    topics = list(track.topics.all())
    pools = [found for found in judged_pools(topics).values() if found]
    judges = judge_rows(track)
    return Campaign(
        topics=len(topics),
        tasks=_tasks(track),
        pool=Pool(sum(map(len, pools)), len(pools)),
        judges=[row for row in judges if any(row.labels)],
        labels=_labels(track, judges),
    )


def _tasks(track: Track) -> list[Task]:
    names = dict(Run.TASKS)
    here = Q(responses__deleted_at=None, responses__topic__deleted_at=None)
    listed = Q(ranked_lists__topic__deleted_at=None)
    rows = Run.objects.visible().filter(track=track).order_by().values_list("task")
    tasks, answers, lists = rows_of(
        [
            rows.annotate(
                runs=Count("pk", distinct=True),
                groups=Count("group", filter=~Q(group=""), distinct=True),
            ),
            rows.annotate(number=Count("responses", filter=here)),
            rows.annotate(number=Count("ranked_lists", filter=listed)),
        ]
    )
    number = dict(answers), dict(lists)
    return [
        Task(names.get(task) or "no task", runs, groups, *(n[task] for n in number))
        for task, runs, groups in sorted(tasks)
    ]


def _labels(track: Track, judges: list[JudgeRow]) -> list[Labels]:
    kinds = (
        Judge.PERSON,
        Judge.ADJUDICATION,
        Judge.MODEL,
        Judge.BASELINE,
        Judge.IMPORT,
    )
    return [
        Labels(
            kind.title,
            *(
                sum(row.labels[place] for row in judges if row.judge.kind == each)
                for each in kinds
            ),
        )
        for place, kind in enumerate(kinds_of(track))
    ]
