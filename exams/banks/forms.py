"""The forms of question banks."""

from __future__ import annotations

from django import forms

from runs.forms.imports import ReplaceForm


class QuestionBankForm(ReplaceForm):
    """Questions: the name of their bank."""

    bank = forms.CharField(max_length=150, help_text="The name the bank will have.")
