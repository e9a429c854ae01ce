"""The tables of imported data: topics, runs, segments, people, imports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from config.tables.definitions import (
    BulkAct,
    Column,
    Filter,
    Option,
    Table,
    count_column,
    filter_by,
)
from runs.actions.tracks import RoleKept, remove_person
from runs.imports.registry import kinds_for
from runs.models import (
    Citation,
    Import,
    Membership,
    Response,
    Run,
    Segment,
    Subnarrative,
    Topic,
    Track,
)
from runs.put_away.bulk import put_away_act

MOST_GROUPS = 200  # offered by a filter


def topics_table(track: Track, *, by: User) -> Table:
    """Return the table of a track's topics."""
    has_parts = Filter(
        "parts",
        "Sub-narratives",
        (
            Option("some", "with sub-narratives", Q(parts__gt=0)),
            Option("none", "without", Q(parts=0)),
        ),
    )
    return Table(
        "topics",
        "topic",
        "topics",
        "runs/_topic_row.html",
        (
            Column("name", "Topic", "name"),
            Column("text", "Text", "text"),
            count_column("parts", "Sub-narratives", "parts"),
            count_column("responses", "Responses", "answers"),
        ),
        searched=("name", "text"),
        filters=(has_parts,),
        acts=(put_away_act("topic", track, by=by),),
        named=lambda topic: f"topic {topic.name}",
    )


def topic_rows(track: Track) -> QuerySet[Topic, Any]:
    """Return a track's topics with the numbers of sub-narratives and responses."""
    return track.topics.annotate(
        parts=_number(Subnarrative.objects.live()),
        answers=_number(Response.objects.visible()),
    ).order_by("position", "pk")


def _number(rows: QuerySet[Any]) -> Coalesce:
    own = rows.filter(topic=OuterRef("pk")).order_by().values("topic")
    return Coalesce(Subquery(own.annotate(n=Count("pk")).values("n")), 0)


def runs_table(track: Track, *, by: User) -> Table:
    """Return the table of a track's runs."""
    groups = (
        Run.objects.visible()
        .filter(track=track)
        .exclude(group="")
        .order_by("group")
        .values_list("group", flat=True)
        .distinct()[:MOST_GROUPS]
    )
    return Table(
        "runs",
        "run",
        "runs",
        "runs/_run_row.html",
        (
            Column("name", "Run", "name"),
            Column("group", "Group", "group"),
            Column("task", "Task", "task"),
            Column("type", "Type", "type"),
            Column("priority", "Priority", "priority", is_number=True),
            count_column("responses", "Responses", "answered"),
            count_column("lists", "Ranked lists", "ranked"),
            Column("since", "Imported", "landed_at", most_first=True),
        ),
        searched=("name", "group"),
        filters=(
            filter_by("task", "Task", Run.TASKS),
            filter_by("type", "Type", Run.TYPES),
            filter_by("group", "Group", ((each, each) for each in groups)),
        ),
        acts=(put_away_act("run", track, by=by),),
        named=lambda run: f"run {run.name}",
    )


def segments_table() -> Table:
    """Return the table of a track's segments."""
    return Table(
        "segments",
        "segment",
        "segments",
        "runs/_segment_row.html",
        (
            Column("docid", "Segment", "docid"),
            Column("title", "Title", "title"),
            Column("text", "Text"),
            Column(
                "cited",
                "Cited",
                hint="citations in responses that are available",
                is_number=True,
            ),
        ),
        searched=("docid", "title", "text"),
        filters=(
            Filter(
                "text",
                "Text",
                (
                    Option("in", "imported", ~Q(text="")),
                    Option("missing", "not imported", Q(text="")),
                ),
            ),
        ),
        details=_with_citations,
    )


def segment_rows(track: Track) -> QuerySet[Segment]:
    """Return a track's segments by docid."""
    return track.segments.order_by("docid")


class SegmentRow(NamedTuple):
    """A segment, and the number of its citations in responses that are available."""

    segment: Segment
    cited: int


def _with_citations(segments: Sequence[Segment]) -> list[SegmentRow]:
    cited = Citation.objects.filter(
        segment__in=segments, sentence__response__in=Response.objects.visible()
    )
    counted = cited.order_by().values_list("segment").annotate(n=Count("pk"))
    numbers = dict(counted)
    return [SegmentRow(each, numbers.get(each.pk, 0)) for each in segments]


def imports_table(track: Track, *, by: User) -> Table:
    """Return the table of the files that were brought into a track."""
    kinds = ((each.name, each.title) for each in kinds_for(track))
    return Table(
        "imports",
        "import",
        "imports",
        "runs/_import_row.html",
        (
            Column("file", "File", "filename"),
            Column("kind", "Kind", "kind"),
            Column("state", "State", "state"),
            Column("by", "By", "by__username"),
            Column("when", "When", "created_at", most_first=True),
        ),
        searched=("filename", "by__username"),
        filters=(
            filter_by("state", "State", Import.STATES),
            filter_by("kind", "Kind", kinds),
        ),
        acts=(put_away_act("import", track, by=by),),
        a_page=50,
        named=lambda row: f"file {row.filename}",
    )


def people_table() -> Table:
    """Return the table of a track's people."""

    def takes_away(member: Membership) -> str:
        try:
            remove_person(member)
        except RoleKept as error:
            return str(error)
        return ""

    return Table(
        "people",
        "person",
        "people",
        "runs/_person_row.html",
        (
            Column("person", "Person", "user__first_name"),
            Column("name", "Sign-in name", "user__username"),
            Column("role", "Role", "role"),
            Column("actions", "Actions", is_unseen=True),
        ),
        searched=("user__username", "user__first_name", "user__last_name"),
        filters=(filter_by("role", "Role", Membership.ROLES),),
        acts=(
            BulkAct(
                "take_away",
                "Take away the role",
                effect="They no longer see the track. Their labels stay. Give them a "
                "role again to let them back in.",
                done="without a role here now. Their labels stay.",
                does=takes_away,
                is_danger=True,
            ),
        ),
        a_page=200,
        keyed="user__uuid",
        named=lambda member: str(member.user),
    )
