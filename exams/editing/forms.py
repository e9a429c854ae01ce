"""The forms of edits of a bank."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.db.models import QuerySet

from accounts.models import User
from assess.judging.work.forms import key_of
from exams.kernel.edits import ACTIONS
from nuggets.editing.forms import NamesField
from runs.actions.acts import Act
from runs.kernel.history import REDO, UNDO
from runs.models import Subnarrative, Topic

LONGEST = 2_000  # characters of a question, and of one accepted answer
MOST_KEYS = 50
TEXTS = ("add", "reword", "merge")
BOXES = (*TEXTS, "key", "map")  # edits that open a box first
TURNS = (UNDO, REDO)


class SeenForm(forms.Form):
    """The draft's revision that a person saw."""

    seen = forms.IntegerField(min_value=0)


class EditForm(SeenForm):
    """One edit of a topic's questions: its action and what it is about.

    key: of the action, so that a repetition counts once. seen: the draft's revision.
    answers: a line for each accepted answer.
    """

    action = forms.ChoiceField(choices=[(name, name) for name in (*ACTIONS, *TURNS)])
    key = forms.UUIDField()
    question = forms.UUIDField(required=False)
    marked = NamesField(required=False)
    text = forms.CharField(max_length=LONGEST, required=False)
    answers = forms.CharField(max_length=LONGEST * MOST_KEYS, required=False)
    subnarrative = forms.ModelChoiceField(
        Subnarrative.objects.none(), to_field_name="uuid", required=False
    )

    def __init__(self, *args: Any, topic: Topic, **kwargs: Any) -> None:  # noqa: ANN401 - a form's own
        """Offer the topic's facets."""
        super().__init__(*args, **kwargs)
        self.topic = topic
        field = self.fields["subnarrative"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - for the types
        live: QuerySet[Any] = Subnarrative.objects.live().filter(topic=topic)
        field.queryset = live

    def clean(self) -> dict[str, Any]:
        """Require what the action needs."""
        given = super().clean() or {}
        action = given.get("action")
        if action in TEXTS and not given.get("text") and "text" not in self.errors:
            self.add_error("text", "Write the question first.")
        is_bare = action in ("add", "merge", *TURNS)
        if not (is_bare or given.get("question") or self.errors):
            self.add_error("question", "Choose a question of the list.")
        return given

    @property
    def opens_a_box(self) -> bool:
        """Return whether the person still has to enter words or a choice."""
        action = self.data.get("action")
        return action in BOXES and self.data.get("box") != action

    @property
    def turns(self) -> bool:
        """Return whether the valid form undoes or redoes."""
        return self.does in TURNS

    @property
    def does(self) -> str:
        """Return the valid form's action."""
        return str(self.cleaned_data["action"])

    def edits(self) -> list[dict[str, Any]]:
        """Return the valid form's edit, none for undo and redo."""
        return [] if self.turns else [self._edit()]

    def _edit(self) -> dict[str, Any]:
        said = self.cleaned_data
        action, question = said["action"], str(said["question"] or "")
        found: dict[str, Any] = {"do": action, "question": question}
        facet = said["subnarrative"]
        match action:
            case "add":
                return found | {"topic": str(self.topic.uuid), "text": said["text"]}
            case "merge":
                names = list(dict.fromkeys(map(str, said["marked"])))
                del found["question"]
                return found | {"questions": names or [""], "text": said["text"]}
            case "reword":
                return found | {"text": said["text"]}
            case "map":
                return found | {"facet": str(facet.uuid) if facet else ""}
            case "key":
                lines = (line.strip() for line in said["answers"].splitlines())
                answers = dict.fromkeys(filter(None, lines))
                return found | {"key": sorted(answers)[:MOST_KEYS]}
        return found

    def act(self, by: User, *, now: datetime) -> Act:
        """Return the valid form's action, as that person's."""
        said = self.cleaned_data
        return Act(by=by, key=key_of(self), seen=said["seen"], now=now)


class WithdrawForm(SeenForm):
    """Questions to withdraw, by their ids in files, one a line."""

    ids = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 6}),
        max_length=500_000,
        label="Ids of questions, one per line",
    )
    key = forms.UUIDField()

    def names(self) -> list[str]:
        """Return the valid form's ids."""
        lines = (line.strip() for line in self.cleaned_data["ids"].splitlines())
        return list(dict.fromkeys(filter(None, lines)))

    def act(self, by: User, *, now: datetime) -> Act:
        """Return the valid form's action, as that person's."""
        said = self.cleaned_data
        return Act(by=by, key=key_of(self), seen=said["seen"], now=now)
