"""The gold answers of a track: imported ones, and people's finished ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from assess.judging.models import Allocation
from matching.models import ReferenceAnswer
from nuggets.models import GoldAnswer
from runs.models import Track


class GoldText(NamedTuple):
    """A gold answer: its topic by row number, its author's name, its text.

    passages: how many its author recorded; None for an imported one.
    """

    topic: int
    author: str
    text: str
    passages: int | None


def gold_answers(track: Track) -> dict[int, list[str]]:
    """Return the texts of each topic with a gold answer, by row number."""
    found: dict[int, list[str]] = defaultdict(list)
    for each in written_answers(track):
        found[each.topic].append(each.text)
    return dict(found)


def written_answers(track: Track) -> Iterator[GoldText]:
    """Yield every imported answer, then those that people finished."""
    imported = ReferenceAnswer.objects.filter(
        topic__track=track,
        topic__deleted_at=None,
        author__landed_at__isnull=False,
        author__deleted_at=None,
    )
    columns = ("topic", "author__name", "text")
    for topic, author, text in imported.order_by("pk").values_list(*columns):
        yield GoldText(topic, author, text, None)
    finished = set(
        Allocation.objects.at_hand()
        .filter(track=track, work="answers", finished_at__isnull=False)
        .values_list("topic", "assessor", "subject")
    )
    written = GoldAnswer.objects.filter(bank__track=track, bank__deleted_at=None)
    for row in written.order_by("pk").select_related("author", "bank"):
        own = (row.topic_id, row.author_id, str(row.bank.uuid))
        if row.text.strip() and own in finished:
            yield GoldText(row.topic_id, str(row.author), row.text, len(row.used))
