"""Span nuggets among the kinds of work."""

from assess.judging.screens import Screen, in_conversations, register
from nuggets.banks.subjects import edited_banks_of, topics_of_bank
from nuggets.editing.progress import EDITS, editing_progress

SPANS_SCREEN = register(
    Screen(
        name="spans",
        turn=40,
        title="Span nuggets",
        verb="Mark nuggets",
        url_name="nuggets:spans",
        progress=editing_progress,
        topics=topics_of_bank,
        fits=in_conversations("spans"),
        subjects=edited_banks_of,
        exclusive=True,
        steps=EDITS,
    )
)
