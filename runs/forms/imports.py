"""The form of each type of import."""

from __future__ import annotations

from django import forms

from runs.forms.runs import CATEGORY, CONTROL, LAST_PRIORITY
from runs.models import Run

REPLACE = "Replace what is in under this name; labels are never dropped unseen."


class FileForm(forms.Form):
    """A file and nothing else; the other forms add their fields."""

    file = forms.FileField(label="File")

    def params(self) -> dict[str, object]:
        """Return the import's parameters: every field but the file."""
        return {
            name: value for name, value in self.cleaned_data.items() if name != "file"
        }


class ReplaceForm(FileForm):
    """A file that may replace already imported content."""

    replace = forms.BooleanField(required=False, label="Replace", help_text=REPLACE)


class SegmentsForm(ReplaceForm):
    """Segments: which of the file's to import."""

    all = forms.BooleanField(
        required=False,
        label="Keep every segment of the file",
        help_text="Otherwise only those that runs, qrels and banks name.",
    )


class RunForm(ReplaceForm):
    """A run: facts that its file does not contain."""

    task = forms.ChoiceField(
        choices=[choice for choice in Run.TASKS if choice[0] != Run.GEN]
    )
    group = forms.CharField(
        required=False,
        max_length=150,
        help_text="Left out: the team that the file names.",
    )
    type = forms.ChoiceField(
        choices=[("", "As the file says"), *Run.TYPES],
        required=False,
        help_text="Automatic if the file does not say.",
    )
    priority = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=LAST_PRIORITY,
        help_text="1 is judged first.",
    )
    control = forms.BooleanField(required=False, label="Control run", help_text=CONTROL)
    category = forms.CharField(required=False, max_length=150, help_text=CATEGORY)


class ReferenceListForm(ReplaceForm):
    """A reference list: the name of the run that it becomes."""

    name = forms.CharField(
        required=False,
        max_length=150,
        help_text="The control run that the list is scored as. Left out: "
        "reference-list.",
    )

    def params(self) -> dict[str, object]:
        """Return the import's parameters: those of a control run of task R."""
        return super().params() | {"task": Run.R, "control": True}


class ResponsesForm(FileForm):
    """Responses of many runs: whether they are the organizers' own."""

    control = forms.BooleanField(
        required=False, label="Control runs", help_text=CONTROL
    )
