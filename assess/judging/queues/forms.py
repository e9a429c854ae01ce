"""Forms of a shared queue, and of a person's open work."""

from __future__ import annotations

from django import forms
from django.http import QueryDict

from accounts.models import User
from assess.judging.allocations.choices import assessors_of
from assess.judging.models import Slot
from runs.models import Track

NOBODY, QUEUE = "nobody", "queue"


class WithdrawForm(forms.Form):
    """Some slots of a track's queue."""

    slot = forms.ModelMultipleChoiceField(
        queryset=Slot.objects.none(), to_field_name="uuid"
    )

    def __init__(self, track: Track, data: QueryDict) -> None:
        """Offer the track's slots."""
        super().__init__(data)
        slots = Slot.objects.queued().filter(track=track)
        self.fields["slot"].queryset = slots.select_related("topic")  # type: ignore[attr-defined]


class PassOnForm(forms.Form):
    """The new place of a person's open work."""

    to = forms.ChoiceField(label="It goes to", widget=forms.RadioSelect)

    def __init__(
        self, track: Track, person: User, data: QueryDict | None = None
    ) -> None:
        """Offer the track's other assessors, its queue, and nobody."""
        super().__init__(data)
        others = assessors_of(track).exclude(pk=person.pk)
        self.people = {str(other.uuid): other for other in others}
        self.fields["to"].choices = [  # type: ignore[attr-defined]
            (NOBODY, "nobody: the topics are free again"),
            (QUEUE, "the shared queue, for anybody"),
            *((uuid, str(other)) for uuid, other in self.people.items()),
        ]
