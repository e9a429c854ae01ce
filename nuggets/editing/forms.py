"""What a request to edit a list may hold."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.db.models import QuerySet

from nuggets.editing.command import COMMANDS, Command
from nuggets.models import BankVersion, Nugget
from runs.models import Segment, Subnarrative

TEXTS = ("add", "reword", "split", "merge")
ON_NO_NUGGET = ("add", "undo", "redo")
BOXES = (*TEXTS, "map", "map_new")  # edits that ask for something first


class EditForm(forms.Form):
    """One action on an open version: which, on what, and what the person saw."""

    action = forms.ChoiceField(choices=[(name, name) for name in COMMANDS])
    seen = forms.IntegerField(min_value=0)
    key = forms.UUIDField(required=False)
    nugget = forms.ModelChoiceField(
        Nugget.objects.none(), to_field_name="uuid", required=False
    )
    text = forms.CharField(max_length=2_000, required=False)
    subnarrative = forms.ModelChoiceField(
        Subnarrative.objects.none(), to_field_name="uuid", required=False
    )
    wording = forms.CharField(max_length=500, required=False)
    source = forms.ModelChoiceField(
        Segment.objects.none(), to_field_name="uuid", required=False
    )

    def __init__(self, *args: Any, version: BankVersion, **kwargs: Any) -> None:  # noqa: ANN401 - a form's own
        super().__init__(*args, **kwargs)
        live = Subnarrative.objects.live().filter(topic=version.topic_id)
        offered: dict[str, QuerySet[Any]] = {
            "nugget": version.nuggets.all(),
            "subnarrative": live,
            "source": Segment.objects.filter(track=version.bank.track_id),
        }
        for name, rows in offered.items():
            cast("forms.ModelChoiceField[Any]", self.fields[name]).queryset = rows

    def clean(self) -> dict[str, Any]:
        """Ask for what the action needs."""
        given = super().clean() or {}
        action = given.get("action")
        if action in TEXTS and not given.get("text"):
            self.add_error("text", "Write the nugget’s words.")
        if action == "map_new" and not given.get("wording"):
            self.add_error("wording", "Write the sub-narrative’s words.")
        if action not in ON_NO_NUGGET and not (given.get("nugget") or self.errors):
            self.add_error("nugget", "Choose a nugget that is on the list.")
        return given

    @property
    def opens_a_box(self) -> bool:
        """Say whether the person has yet to be asked for words or a choice."""
        action = self.data.get("action")
        return action in BOXES and self.data.get("box") != action

    @property
    def wants_words(self) -> bool:
        """Say whether a box stands open with what the person wrote."""
        return self.data.get("action") in BOXES

    def command(self) -> Command:
        """Return the edit that a valid form asks for."""
        given = self.cleaned_data
        rows = ("nugget", "subnarrative", "source")
        ids = {name: given[name] and given[name].pk for name in rows}
        words = {name: given[name] for name in ("action", "text", "wording")}
        return Command(**words, **ids)


class SeenForm(forms.Form):
    """Which revision of the list the person saw."""

    seen = forms.IntegerField(min_value=0)
