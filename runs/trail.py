"""The history of a topic's sub-narratives: who did what, and when."""

from __future__ import annotations

from runs.kernel.subnarratives import Difference, differences, read
from runs.models import SubnarrativeEdit, Topic

LATEST = 200  # edits
Trail = list[tuple[SubnarrativeEdit, list[Difference]]]


def trail_of(topic: Topic) -> Trail:
    """Return the latest edits that changed a topic's list, with their changes."""
    edits = topic.subnarrative_edits.select_related("by").order_by("-number")[:LATEST]
    told = ((edit, differences(read(edit.before), read(edit.after))) for edit in edits)
    return [(edit, changes) for edit, changes in told if changes]
