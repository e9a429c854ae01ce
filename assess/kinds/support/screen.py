"""Support in the registry of screens."""

from assess.judging.screens import Screen, register
from assess.kinds.support.progress import support_progress
from assess.kinds.support.work import topics_with_citations

SCREEN = register(
    Screen(
        name="support",
        turn=70,
        title="Support",
        verb="Check citations",
        url_name="assess:support",
        progress=support_progress,
        topics=topics_with_citations,
        shows_machine=True,
    )
)
