"""The forms of edits of a list."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple, cast
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet

from accounts.models import User
from assess.judging.work.forms import key_of
from nuggets.editing.steps.command import COMMANDS, Command
from nuggets.editing.steps.names import nugget_named
from nuggets.editing.steps.step import StaleVersion
from nuggets.kernel.listing import RELATIONS
from nuggets.models import BankVersion
from runs.actions.acts import Act
from runs.models import Segment, Subnarrative

TEXTS = ("add", "reword", "split", "merge")
ON_NO_NUGGET = ("undo", "redo")
BELOW_A_NUGGET = ("add", "span")  # or at the end, if none is named
BOXES = (*TEXTS, "map", "map_new")  # edits that open a box first


class Span(NamedTuple):
    """A span of a passage, by its public id, in code points."""

    segment: UUID
    start: int
    end: int


class NamesField(forms.Field):
    """Any number of names of nuggets."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> list[UUID]:  # noqa: ANN401 - a form's own
        """Return the names."""
        try:
            return [UUID(str(name)) for name in value or ()]
        except ValueError as error:
            raise ValidationError("These are not nuggets.") from error


class SpanField(forms.CharField):
    """A passage's id, the start and the end, with a space between them."""

    def to_python(self, value: Any) -> Any:  # noqa: ANN401 - a form's own
        """Return the three values; None for an empty field."""
        words = (super().to_python(value) or "").split()
        if not words:
            return None
        try:
            segment, start, end = words
            return Span(UUID(segment), int(start), int(end))
        except ValueError as error:
            raise ValidationError("Choose a sentence of the passage.") from error


class SeenForm(forms.Form):
    """The list that the person saw, and its revision then."""

    version = forms.UUIDField(required=False)
    seen = forms.IntegerField(min_value=0)

    def check_list(self, version: BankVersion) -> None:
        """Raise StaleVersion if the person saw another version than this."""
        if self.cleaned_data["version"] not in (None, version.uuid):
            raise StaleVersion

    def act(self, *, by: User, now: datetime) -> Act:
        """Return the action of this person, on what they saw."""
        key = self.cleaned_data.get("key")
        return Act(
            by=by,
            key=key_of(self) if key else uuid4(),
            seen=self.cleaned_data["seen"],
            now=now,
        )


class EditForm(SeenForm):
    """One action on an open version: the edit, its nuggets, and what the person saw."""

    action = forms.ChoiceField(choices=[(name, name) for name in COMMANDS])
    key = forms.UUIDField(required=False)
    nugget = forms.UUIDField(required=False)
    marked = NamesField(required=False)
    text = forms.CharField(max_length=2_000, required=False)
    subnarrative = forms.ModelChoiceField(
        Subnarrative.objects.none(), to_field_name="uuid", required=False
    )
    wording = forms.CharField(max_length=500, required=False)
    source = forms.ModelChoiceField(
        Segment.objects.none(), to_field_name="uuid", required=False
    )
    span = SpanField(required=False)
    other = forms.UUIDField(required=False)
    relation = forms.ChoiceField(
        choices=[(name, name) for name in RELATIONS], required=False
    )

    def __init__(self, *args: Any, version: BankVersion, **kwargs: Any) -> None:  # noqa: ANN401 - a form's own
        super().__init__(*args, **kwargs)
        self.list = version
        live = Subnarrative.objects.live().filter(topic=version.topic_id)
        offered: dict[str, QuerySet[Any]] = {
            "subnarrative": live,
            "source": Segment.objects.filter(track=version.bank.track_id),
        }
        for name, rows in offered.items():
            cast("forms.ModelChoiceField[Any]", self.fields[name]).queryset = rows

    def clean(self) -> dict[str, Any]:
        """Require what the action needs."""
        given = super().clean() or {}
        action = given.get("action")
        if action in TEXTS and not given.get("text"):
            self.add_error("text", "Write the nugget’s words.")
        if action == "map_new" and not given.get("wording"):
            self.add_error("wording", "Write the sub-narrative’s words.")
        if action == "span" and not (given.get("span") or self.errors):
            self.add_error("span", "Choose a sentence of the passage.")
        if action == "link" and given.get("other") and not given.get("relation"):
            self.add_error("relation", "Say how the two nuggets are related.")
        may_be_bare = (*ON_NO_NUGGET, *BELOW_A_NUGGET)
        if action not in may_be_bare and not (given.get("nugget") or self.errors):
            self.add_error("nugget", "Choose a nugget that is on the list.")
        return given

    @property
    def opens_a_box(self) -> bool:
        """Return whether the person still has to enter words or a choice."""
        action = self.data.get("action")
        return action in BOXES and self.data.get("box") != action

    @property
    def wants_words(self) -> bool:
        """Return whether a box is open with what the person wrote."""
        return self.data.get("action") in BOXES

    def command(self) -> Command:
        """Return the valid form's edit; raise NotListed."""
        given = self.cleaned_data
        action, name, span = given["action"], given["nugget"], given["span"]
        on_one = name and action not in ON_NO_NUGGET
        return Command(
            action=action,
            text=given["text"],
            wording=given["wording"],
            subnarrative=given["subnarrative"] and given["subnarrative"].pk,
            source=self._source(span),
            span=(span.start, span.end) if span else (0, 0),
            nugget=nugget_named(self.list, name) if on_one else None,
            marked=self._marked() if action == "merge" else (),
            other=self._other() if action == "link" else None,
            relation=given["relation"],
        )

    def _source(self, span: Span | None) -> int | None:
        given: Segment | None = self.cleaned_data["source"]
        if span is None:
            return given.pk if given else None
        in_track = Segment.objects.filter(track=self.list.bank.track_id)
        found = in_track.filter(uuid=span.segment).values_list("pk", flat=True)
        return found.first()

    def _other(self) -> int | None:
        name = self.cleaned_data["other"]
        return nugget_named(self.list, name) if name else None

    def _marked(self) -> tuple[int, ...]:
        names = self.cleaned_data["marked"]
        return tuple(nugget_named(self.list, name) for name in names)
