"""The gold answers of a track: imported ones, and people's finished ones."""

from __future__ import annotations

from collections import defaultdict

from assess.judging.models import Allocation
from matching.models import ReferenceAnswer
from nuggets.models import GoldAnswer
from runs.models import Track


def gold_answers(track: Track) -> dict[int, list[str]]:
    """Return the texts of each topic with a gold answer, by row number."""
    found: dict[int, list[str]] = defaultdict(list)
    imported = ReferenceAnswer.objects.filter(
        topic__track=track,
        topic__deleted_at=None,
        author__landed_at__isnull=False,
        author__deleted_at=None,
    )
    for topic, text in imported.order_by("pk").values_list("topic", "text"):
        found[topic].append(text)
    finished = set(
        Allocation.objects.at_hand()
        .filter(track=track, work="answers", finished_at__isnull=False)
        .values_list("topic", "assessor", "subject")
    )
    written = GoldAnswer.objects.filter(bank__track=track, bank__deleted_at=None)
    columns = ("topic", "author", "bank__uuid", "text")
    for topic, author, bank, text in written.order_by("pk").values_list(*columns):
        if text.strip() and (topic, author, str(bank)) in finished:
            found[topic].append(text)
    return dict(found)
