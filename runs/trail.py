"""What happened to a topic's sub-narratives: who did what, and when."""

from __future__ import annotations

from runs.kernel.subnarratives import Difference, differences, read
from runs.models import SubnarrativeEdit, Topic

Trail = list[tuple[SubnarrativeEdit, list[Difference]]]


def trail_of(topic: Topic) -> Trail:
    """Return the edits that changed a topic's list, the latest first, with what."""
    edits = topic.subnarrative_edits.select_related("by").order_by("-number")
    told = ((edit, differences(read(edit.before), read(edit.after))) for edit in edits)
    return [(edit, changes) for edit, changes in told if changes]
