"""The current lists of a question bank, in a fixed number of queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from exams.models import QuestionBank, QuestionListing, QuestionVersion


@dataclass(frozen=True)
class TopicList:
    """One topic's current version and what it lists, in order."""

    version: QuestionVersion
    rows: Sequence[QuestionListing] = field(default_factory=list)

    @property
    def active(self) -> list[QuestionListing]:
        """Return the questions that are not withdrawn."""
        return [row for row in self.rows if not row.withdrawn]


def current_lists(
    bank: QuestionBank, topics: Sequence[int] | None = None
) -> dict[int, TopicList]:
    """Return a bank's current lists by topic, in the order of the topics.

    topics: row numbers, None for all.
    """
    versions = bank.versions.current().select_related("topic")
    if topics is not None:
        versions = versions.filter(topic__in=topics)
    found = list(versions.order_by("topic__position", "topic"))
    rows: dict[int, list[QuestionListing]] = defaultdict(list)
    listed = QuestionListing.objects.filter(version__in=[each.pk for each in found])
    related = listed.select_related("facet", "question__facet", "question__topic")
    for row in related.order_by("version", "position", "pk"):
        rows[row.version_id].append(row)
    return {each.topic_id: TopicList(each, rows[each.pk]) for each in found}
