"""The qrels of saved conditions, for the retrieval scores."""

from __future__ import annotations

from assess.scores.saved import Saved, offer_saved
from nuggets.models import Condition
from runs.models import Track


def _qrels(track: Track) -> list[Saved]:
    rows = Condition.objects.filter(track=track, qrels_judge__isnull=False)
    return [
        Saved(f"{row}, {row.qrels_judge.full_name}", f"judge={row.qrels_judge.uuid}")
        for row in rows.select_related("qrels_judge")
        if row.qrels_judge
    ]


offer_saved("retrieval", _qrels)
