"""The form of imports of graded passages."""

from __future__ import annotations

from django import forms

from exams.kernel.replies import READINGS
from runs.forms.imports import ReplaceForm

READING_WORDS = {
    "": "take the file’s own ratings",
    "fail": "a reply without a grade has none",
    "paper": "a text counts 1, “unanswerable” 0, as in the paper",
    "workbench": "a text counts 0, “unanswerable” 1, as in the workbench",
}


class GradesForm(ReplaceForm):
    """Graded passages: their bank and judge, and what else to take of the file."""

    bank = forms.CharField(
        max_length=150,
        help_text="The bank of the questions. A new name makes a bank of their ids.",
    )
    judge = forms.CharField(
        max_length=150,
        required=False,
        help_text="Left out: the model and the prompt that the file names.",
    )
    read = forms.ChoiceField(
        choices=[(name, READING_WORDS[name]) for name in ("", *READINGS)],
        required=False,
        label="Grades",
        help_text="Ratings can be read again from the replies.",
    )
    runs = forms.BooleanField(
        required=False, label="Runs", help_text="Import the file’s rankings as runs."
    )
    relevance = forms.CharField(
        max_length=150,
        required=False,
        label="Judge of relevance",
        help_text="Take people’s grades of the file as this judge’s labels.",
    )
