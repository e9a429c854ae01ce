"""PTKB statements in the registry of screens."""

from assess.judging.screens import Screen, register
from assess.kinds.ptkb.progress import ptkb_progress
from assess.kinds.ptkb.work import turns_with_statements

SCREEN = register(
    Screen(
        name="ptkb",
        turn=80,
        title="PTKB statements",
        verb="Judge statements",
        url_name="assess:ptkb",
        progress=ptkb_progress,
        topics=turns_with_statements,
    )
)
