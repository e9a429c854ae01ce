"""The qrels of saved conditions, for the retrieval scores."""

from __future__ import annotations

from assess.analysis.scores.bases import Saved, offer_saved
from config.operations.single_reads import rows_once
from nuggets.models import Condition
from nuggets.scores.basis import said_of
from runs.models import Track


def _qrels(track: Track) -> list[Saved]:
    rows = Condition.objects.filter(track=track, qrels_judge__isnull=False)
    found = rows.select_related("qrels_judge").prefetch_related("topics")
    return [
        Saved(
            row.uuid,
            f"{row}, {row.qrels_judge.full_name}",
            said_of(row),
            row.qrels_judge,
            tuple(row.topics.all()),
            row.created_at,
        )
        for row in rows_once(found)
        if row.qrels_judge
    ]


offer_saved("retrieval", _qrels)
