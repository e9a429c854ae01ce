"""The form of one step of a review, for pages without script."""

from __future__ import annotations

from typing import Any

from django import forms

from assess.kinds.subnarratives.actions import STEPS, Command

TWIN = "There is a sub-narrative in these words already."
LONGEST = 500  # characters of a sub-narrative
WORDS = ("add", "reword")  # steps that need words
ON_NONE = ("add", "undo", "redo")  # steps that need no selected sub-narrative
BOXES = (*WORDS, "drop")  # steps that may open a box first


class StepForm(forms.Form):
    """One step: which, on what, and what the person saw."""

    action = forms.ChoiceField(choices=[(name, name) for name in STEPS])
    seen = forms.IntegerField(min_value=0)
    key = forms.UUIDField()
    on = forms.UUIDField(required=False)
    text = forms.CharField(max_length=LONGEST, required=False)

    def clean(self) -> dict[str, Any]:
        """Require what the step needs."""
        given = super().clean() or {}
        action = given.get("action")
        if action in WORDS and not given.get("text") and "text" not in self.errors:
            self.add_error("text", "Write the sub-narrative’s words.")
        if action not in ON_NONE and not (given.get("on") or self.errors):
            self.add_error("on", "Choose a sub-narrative that is on the list.")
        return given

    @property
    def box(self) -> str:
        """Return the step whose box is open, "" for none."""
        action = self.data.get("action", "")
        return action if action in BOXES else ""

    @property
    def opens_a_box(self) -> bool:
        """Return whether the person still has to enter words, or to be warned."""
        return bool(self.box) and self.data.get("box") != self.box

    def command(self) -> Command:
        """Return the valid form's step."""
        given = self.cleaned_data
        on = str(given["on"]) if given["on"] else ""
        return Command(given["action"], on, " ".join(given["text"].split()))


class SeenForm(forms.Form):
    """The revision of the list that the person saw."""

    seen = forms.IntegerField(min_value=0)
