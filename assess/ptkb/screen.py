"""PTKB statements in the registry of screens."""

from assess.ptkb.progress import ptkb_progress
from assess.ptkb.work import turns_with_statements
from assess.screens import Screen, register

SCREEN = register(
    Screen(
        name="ptkb",
        title="PTKB statements",
        verb="Judge statements",
        url_name="assess:ptkb",
        progress=ptkb_progress,
        topics=turns_with_statements,
    )
)
