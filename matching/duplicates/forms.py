"""The forms of duplicates: a bank without them, and one decision."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import Exists, OuterRef, Q

from assess.judging.judges.fields import JudgeField, ListedField
from assess.judging.models import Judge
from assess.judging.models.judges import JudgeQuerySet
from matching.baseline import WORD_COVER
from matching.duplicates.review import ANSWERS
from matching.models import Entailment
from nuggets.models import Bank, Edit
from runs.models import Track


def finders(track: Track) -> JudgeQuerySet:
    """Return the judges that say which gold nuggets entail each other."""
    own = Entailment.objects.filter(judge=OuterRef("pk"))
    linked = Edit.objects.filter(
        version__bank__track=track, by=OuterRef("user"), action="link"
    )
    said = Exists(own) | Q(Exists(linked), kind=Judge.PERSON)
    return track.judges.visible().filter(Q(baseline=WORD_COVER.name) | said)


def deciders(track: Track) -> JudgeQuerySet:
    """Return the judges that can say it: those that did, and every model."""
    found = Q(pk__in=finders(track).values("pk"))
    return track.judges.visible().filter(found | Q(kind=Judge.MODEL))


class DeduplicateForm(forms.Form):
    """The bank to begin with, whose decisions count, the new bank's name."""

    bank = ListedField(Bank.objects.none(), to_field_name="uuid", empty_label=None)
    judge = JudgeField(Judge.objects.none(), to_field_name="uuid", empty_label=None)
    name = forms.CharField(max_length=150, label="New bank")
    rule = forms.ChoiceField(
        choices=(
            ("in-order", "drop what one still kept entails"),
            ("literal", "drop what any other entails, as the paper says"),
        )
    )

    def __init__(self, data: Any = None, *, track: Track) -> None:  # noqa: ANN401
        """Offer the track's rows."""
        super().__init__(data)
        banks = Bank.objects.visible().filter(track=track).select_related("track")
        self.fields["bank"].queryset = banks  # type: ignore[attr-defined]
        self.fields["judge"].queryset = deciders(track)  # type: ignore[attr-defined]


class DecisionForm(forms.Form):
    """One decision about two nuggets, by their public ids."""

    left = forms.UUIDField()
    right = forms.UUIDField()
    answer = forms.ChoiceField(choices=[(each, each) for each in ANSWERS])
