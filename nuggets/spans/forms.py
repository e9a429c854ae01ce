"""The forms of span nuggets."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict

from assess.judging.labels.overlap import judges_with_labels
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from nuggets.banks.forms import refuse_past_limit
from nuggets.models import Bank
from runs.models import Track

ON_A_NUGGET = ("delete", "vital", "okay", "unset")
CHOICES = ("nugget", "other", "relation", "subnarrative")  # of links and mappings


class SpanBankForm(forms.Form):
    """A new bank of span nuggets: its name, and the judge of its relevant passages."""

    name = forms.CharField(max_length=150, label="Name of the bank")
    qrels_judge = forms.ModelChoiceField(
        Judge.objects.none(),
        to_field_name="uuid",
        label="Relevance from",
        help_text="The passages to mark are those with a grade of 1 or more.",
    )

    def __init__(self, *args: Any, track: Track, **kwargs: Any) -> None:  # noqa: ANN401 - a form's own
        super().__init__(*args, **kwargs)
        self.track = track
        self.fields["name"].initial = "spans"
        judges = judges_with_labels(track, RELEVANCE).on_the_scale()
        self.fields["qrels_judge"].queryset = judges  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        """Reject a name that is taken in the track."""
        name: str = self.cleaned_data["name"]
        banks = Bank.objects.filter(track=self.track, deleted_at=None)
        if banks.filter(name=name).exists():
            raise forms.ValidationError("The track has a bank of that name already.")
        refuse_past_limit(self.track)
        return name


def as_edit(given: QueryDict) -> dict[str, str]:
    """Return a plain page's request as an edit.

    Each of its buttons has one value that contains the action and a span or a nugget.
    """
    edit = {
        name: str(given.get(name, "")) for name in ("version", "seen", "key", "action")
    }
    if "span" in given:
        edit |= {"action": "span", "span": str(given["span"])}
    edit |= {name: str(given[name]) for name in CHOICES if name in given}
    for name in ON_A_NUGGET:
        if name in given:
            edit |= {"action": name, "nugget": str(given[name])}
    return edit
