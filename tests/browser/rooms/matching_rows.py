"""The sample's track of conversations, for the browser's campaign."""

from __future__ import annotations

from assess.judging.models import Allocation
from assess.judging.work.walk import Named
from matching.match.items import read_sheet
from runs.models import Response, Run, Track


def matching_rows(talks: Track) -> dict[str, Named]:
    """Return Bea's batches, one done, and rows that the pages of matching show."""
    batches = Allocation.objects.filter(
        track=talks, work="match", assessor__username="bea"
    )
    work = batches.get(finished_at=None)
    run = Run.objects.get(track=talks, name="fjord-context")
    return {
        "match": work,
        "match_done": batches.exclude(finished_at=None).earliest("pk"),
        "pair": read_sheet(work).items[0],
        "matched track": talks,
        "matched run": run,
        "matched response": Response.objects.get(run=run, topic__name="21_1"),
        "gold": talks.banks.get(name="people's nuggets"),
        "finder": talks.judges.get(name="sample-model"),
    }
