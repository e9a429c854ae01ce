"""What is odd about a run: topics that it left out, empty and very long responses."""

from __future__ import annotations

from django.db.models import Avg, Count, Q

from runs.models import Response, Run, Topic

NAMED = 5  # topics in a sentence
FAR = 1.5  # times the mean length over all runs, or that part of it


def oddities_of(run: Run) -> list[str]:
    """Return what is odd about a run's content, one sentence each; two queries."""
    silent = _silent_topics(run)
    lengths = _lengths(run)
    found = []
    if silent:
        found.append(f"No response or ranked list for {_many(silent)}.")
    if lengths["empty"]:
        found.append(f"{lengths['empty']:,} of its responses have no words.")
    own, every = lengths["own"], lengths["every"]
    if own and every and not 1 / FAR <= own / every <= FAR:
        found.append(
            f"Its responses have {own:,.0f} words on average, those of all runs "
            f"{every:,.0f}."
        )
    return found


def _silent_topics(run: Run) -> list[str]:
    answered = Response.objects.visible().filter(run=run).values("topic")
    listed = run.ranked_lists.values("topic")
    topics = Topic.objects.filter(track=run.track_id)
    silent = topics.exclude(Q(pk__in=answered) | Q(pk__in=listed))
    return list(silent.order_by("position", "pk").values_list("name", flat=True))


def _lengths(run: Run) -> dict[str, float | None]:
    own = Q(run=run)
    return (
        Response.objects.visible()
        .filter(run__track=run.track_id)
        .aggregate(
            own=Avg("words", filter=own),
            every=Avg("words"),
            empty=Count("pk", filter=own & Q(words=0)),
        )
    )


def _many(topics: list[str]) -> str:
    named, more = ", ".join(topics[:NAMED]), len(topics) - NAMED
    noun = "topic" if len(topics) == 1 else "topics"
    return f"{noun} {named} and {more:,} more" if more > 0 else f"{noun} {named}"
