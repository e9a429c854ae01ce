"""Forms of threads, for pages without script."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.http import QueryDict

from assess.judging.models import Remark
from assess.judging.models.threads import REASONS
from assess.judging.threads.actions import Words
from assess.judging.threads.spots import Spot
from assess.judging.work.forms import key_of

LONGEST = 2_000  # characters
SAID = (
    (Remark.COMMENT, "A comment"),
    (Remark.FLAG, "Flag it, and keep it here"),
    (Remark.SKIP, "Skip it for now"),
)


class SayForm(forms.Form):
    """A comment, flag or skip of an assessor on one item."""

    item = forms.ChoiceField(label="About")
    kind = forms.ChoiceField(label="What", choices=SAID, widget=forms.RadioSelect)
    reason = forms.ChoiceField(
        label="Reason, for a flag or a skip",
        choices=[("", "–"), *REASONS],
        required=False,
    )
    text = forms.CharField(
        label="In your words",
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(
        self,
        data: QueryDict | None,
        *,
        spots: Sequence[Spot],
        can_skip: bool,
        initial: dict[str, object],
    ) -> None:
        """Offer the items of a page."""
        super().__init__(data, initial=initial)
        self.fields["item"].choices = [tuple(spot) for spot in spots]  # type: ignore[attr-defined]
        if not can_skip:
            self.fields["kind"].choices = SAID[:2]  # type: ignore[attr-defined]

    def clean(self) -> None:
        """Require a reason or a text."""
        data = super().clean() or self.cleaned_data
        if data.get("kind") == Remark.COMMENT:
            data["reason"] = ""
        if not (data.get("text") or data.get("reason")):
            raise forms.ValidationError("Say why, by a reason or in your own words.")

    def words(self) -> Words:
        """Return the valid form's remark."""
        data = self.cleaned_data
        return Words(data["kind"], data["text"], data["reason"], key_of(self))


class AnswerForm(forms.Form):
    """An organizer's reply, and the new state of the thread."""

    THEN = (
        ("answer", "Reply"),
        ("settle", "Resolve"),
        ("again", "Request a label again"),
    )

    text = forms.CharField(
        label="Answer",
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 2, "dir": "auto"}),
    )
    then = forms.ChoiceField(choices=THEN)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def clean(self) -> None:
        """Require a text if the reply does nothing else."""
        data = super().clean() or self.cleaned_data
        if data.get("then") == "answer" and not data.get("text"):
            raise forms.ValidationError("An answer needs words.")

    def words(self) -> Words:
        """Return the valid form's remark."""
        data = self.cleaned_data
        asked = "Please judge it." if data["then"] == "again" else ""
        return Words(Remark.ANSWER, data["text"] or asked, key=key_of(self))
