"""The qrels of saved conditions, for the retrieval scores."""

from __future__ import annotations

from assess.analysis.scores.bases import Saved, offer_saved
from config.operations.single_reads import rows_once
from nuggets.scores.basis import said_of, saved_conditions
from runs.models import Track


def _qrels(track: Track) -> list[Saved]:
    return [
        Saved(
            row.uuid,
            f"{row}, {row.qrels_judge.full_name}",
            said_of(row),
            row.qrels_judge,
            tuple(row.topics.all()),
            row.created_at,
        )
        for row in rows_once(saved_conditions(track))
        if row.qrels_judge
    ]


offer_saved("retrieval", _qrels)
