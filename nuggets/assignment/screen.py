"""Assignment among the kinds of work."""

from assess.judging.screens import Screen, register
from nuggets.assignment.progress import assignment_progress
from nuggets.banks.subjects import banks_of, topics_of_bank

ASSIGNMENT_SCREEN = register(
    Screen(
        name="assignment",
        turn=20,
        title="Assignment",
        verb="Label responses",
        url_name="nuggets:assign",
        progress=assignment_progress,
        topics=topics_of_bank,
        subjects=banks_of,
    )
)
