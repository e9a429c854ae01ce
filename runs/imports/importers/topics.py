"""Imports of topics: files of 2024, 2025 and 2026."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Max

from runs.imports.arrival import LONGEST_TOPIC, Incoming, Refused, Unchanged
from runs.imports.put_away import refuse_twins
from runs.imports.registry import labels_on, say_labels
from runs.kernel.formats.topics import TopicRecord, read_topics
from runs.models import Topic, Track

FEW = 5  # names in a refusal


class TopicPlan(NamedTuple):
    """The changes by a file of topics."""

    new: list[TopicRecord]
    reworded: list[tuple[Topic, str]]


class TopicsImporter:
    """Adds missing topics; changes an existing topic's text only if requested."""

    def check(self, incoming: Incoming) -> TopicPlan:
        """Read every topic and compare it with the track's."""
        with incoming.open() as source:
            records = list(
                read_topics(
                    source,
                    incoming.row.filename,
                    report=incoming.report,
                    limit=incoming.limit,
                )
            )
        for record in records:
            incoming.note_long(record.line, "topic", record.name, LONGEST_TOPIC)
            incoming.note_text(record.line, "text", record.text)
        there = {topic.name: topic for topic in incoming.track.topics.all()}
        new = [record for record in records if record.name not in there]
        for number, record in enumerate(new, start=len(there) + 1):
            incoming.note_many(record.line, "topic", number, "topics")
        incoming.report.raise_if_errors()
        refuse_twins(incoming, "topic", [record.name for record in new])
        reworded = [
            (there[record.name], record.text)
            for record in records
            if record.name in there and there[record.name].text != record.text
        ]
        if not new and not reworded:
            raise Unchanged
        if reworded and not incoming.flag("replace"):
            raise Refused(_conflict(incoming, reworded))
        return TopicPlan(new, reworded)

    def write(self, incoming: Incoming, plan: TopicPlan) -> dict[str, int]:
        """Write nothing: topics are few, and are written by `land`."""
        counts = {"topics": len(plan.new), "reworded": len(plan.reworded)}
        return {name: number for name, number in counts.items() if number}

    def land(self, incoming: Incoming, plan: TopicPlan) -> None:
        """Write the new topics, and the new texts of those that changed."""
        first = next_position(incoming.track)
        Topic.objects.bulk_create(
            Topic(
                track=incoming.track,
                name=record.name,
                text=record.text,
                position=position,
            )
            for position, record in enumerate(plan.new, start=first)
        )
        for topic, text in plan.reworded:
            topic.text = text
        Topic.objects.bulk_update([topic for topic, _ in plan.reworded], ["text"])

    def discard(self, incoming: Incoming) -> None:
        """Do nothing: nothing is stored before `land`."""


def next_position(track: Track) -> int:
    """Return the position after the track's last topic."""
    last = track.topics.aggregate(last=Max("position"))["last"]
    return 1 if last is None else last + 1


def _conflict(incoming: Incoming, reworded: list[tuple[Topic, str]]) -> str:
    names = ", ".join(topic.name for topic, _ in reworded[:FEW])
    more = f" and {len(reworded) - FEW} more" if len(reworded) > FEW else ""
    labels = say_labels(labels_on("topic", (topic.pk for topic, _ in reworded)))
    return (
        f"The track has topics {names}{more} with other texts, under which {labels} "
        f"were given. {incoming.to_replace} to change the texts; the labels stay."
    )
