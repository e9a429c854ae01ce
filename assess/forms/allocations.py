"""What may be handed out, and to whom."""

from __future__ import annotations

from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict

from accounts.models import User
from assess.kernel.sharing import share_in_turn, share_with_all
from assess.screens import Screen, UnknownScreen, all_screens, get_screen
from runs.models import Membership, Topic, Track

IN_TURN, WITH_ALL = "turn", "all"


class Work(NamedTuple):
    """A kind of work and what it is over, "" for nothing but the topic."""

    screen: Screen
    subject: str


def work_choices(track: Track) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return what can be handed out in a track, by kind of work."""
    choices = []
    for screen in all_screens():
        if screen.subjects is None:
            own = [(f"{screen.name}:", screen.title)]
            own *= screen.topics(track, "").exists()
        else:
            own = [
                (f"{screen.name}:{subject.uuid}", f"{screen.title}: {subject.name}")
                for subject in screen.subjects(track)
            ]
        if own:
            choices.append((screen.title, own))
    return choices


class HandOutForm(forms.Form):
    """Topics of one kind of work for some of a track's assessors."""

    work = forms.ChoiceField(label="Work")
    topics = forms.CharField(
        label="Topics",
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
        help_text="Their names, separated by spaces or commas. Left empty: every "
        "topic there is for this work.",
    )
    people = forms.ModelMultipleChoiceField(
        label="Assessors",
        queryset=User.objects.none(),
        to_field_name="uuid",
        widget=forms.CheckboxSelectMultiple,
    )
    share = forms.ChoiceField(
        label="Each topic goes to",
        choices=[
            (IN_TURN, "whoever holds the least"),
            (WITH_ALL, "each of them, to compare"),
        ],
        initial=IN_TURN,
        widget=forms.RadioSelect,
    )

    def __init__(
        self,
        track: Track,
        data: QueryDict | None = None,
        *,
        kind: str = "",
        subject: str = "",
    ) -> None:
        """Offer the track's work and assessors; `kind` and `subject` are chosen."""
        super().__init__(data, initial={"work": f"{kind}:{subject}"})
        self.track = track
        self.fields["work"].choices = work_choices(track)  # type: ignore[attr-defined]
        people = self.fields["people"]
        people.queryset = User.objects.filter(  # type: ignore[attr-defined]
            memberships__track=track,
            memberships__role=Membership.ASSESSOR,
            is_active=True,
        ).order_by("username")

    def clean_work(self) -> Work:
        """Return the kind of work and its subject."""
        name, _, subject = self.cleaned_data["work"].partition(":")
        try:
            return Work(get_screen(name), subject)
        except UnknownScreen as error:
            raise forms.ValidationError(str(error)) from error

    def clean(self) -> dict[str, Any]:
        """Find the topics, and check that the work can be shared as asked."""
        data = super().clean() or {}
        if "work" not in data:
            return data
        data["topics"] = self._topics(data["work"], data.get("topics", ""))
        several = len(data.get("people", ())) > 1
        if data["work"].screen.exclusive and several and data.get("share") == WITH_ALL:
            self.add_error(
                "share", "Only one person at a time can do this work on a topic."
            )
        return data

    def _topics(self, work: Work, names: str) -> list[Topic]:
        possible = work.screen.topics(self.track, work.subject)
        found = {topic.name: topic for topic in possible}
        wanted = names.replace(",", " ").split()
        missing = sorted({name for name in wanted if name not in found})
        if missing:
            self.add_error(
                "topics", f"There is no such topic for this work: {', '.join(missing)}"
            )
        elif not found:
            self.add_error("work", "There is no topic for this work yet.")
        if not wanted:
            return list(found.values())
        return [topic for name, topic in found.items() if name in set(wanted)]

    def pairs(self, held: dict[User, int]) -> list[tuple[Topic, User]]:
        """Return who gets which topic; `held` is how much each has already."""
        data = self.cleaned_data
        topics, people = data["topics"], list(data["people"])
        if data["share"] == WITH_ALL:
            return share_with_all(topics, people)
        return share_in_turn(topics, people, load=held)
