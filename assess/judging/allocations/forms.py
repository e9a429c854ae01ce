"""The form for handing out work: topics, people and terms."""

from __future__ import annotations

import secrets
from collections import Counter
from random import Random
from typing import Any

from django import forms
from django.http import QueryDict

from accounts.models import User
from assess.judging.allocations.choices import (
    HandOutWork,
    assessors_of,
    work_choices,
)
from assess.judging.allocations.plans import HandOutPlan
from assess.judging.allocations.terms import TermsForm, names_in
from assess.judging.kernel.distribution import crossed, pick_overlap, share_out
from assess.judging.models import Round
from assess.judging.screens import UnknownScreen, get_screen
from runs.models import Topic, Track

PEOPLE, QUEUE = "people", "queue"
IN_TURN, OVERLAP, WITH_ALL = "turn", "overlap", "all"
MOST = 20  # people who judge one topic out of a queue
SHARE, TOGETHER = 20, 2  # defaults: percent of the topics, and people for each


def new_seed() -> str:
    """Return a seed for the random choice of topics that several people judge."""
    return secrets.token_hex(8)


class HandOutForm(TermsForm):
    """Topics of some work for some of a track's assessors, or a shared queue."""

    work = forms.ChoiceField(label="Work")
    topics = forms.CharField(
        label="Topics",
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
        help_text="Their names, separated by spaces or commas. Left empty: every "
        "topic there is for this work.",
    )
    to = forms.ChoiceField(
        label="Goes to",
        choices=[
            (PEOPLE, "people whom I choose"),
            (QUEUE, "a shared queue: each assessor takes the next topic"),
        ],
        initial=PEOPLE,
        widget=forms.RadioSelect,
    )
    people = forms.ModelMultipleChoiceField(
        label="Assessors",
        queryset=User.objects.none(),
        to_field_name="uuid",
        widget=forms.CheckboxSelectMultiple,
    )
    share = forms.ChoiceField(
        label="Each topic is judged by",
        choices=[
            (IN_TURN, "one person, the one with the least work"),
            (OVERLAP, "one person, and some of the topics by more, to compare"),
            (WITH_ALL, "each of them, to compare"),
        ],
        initial=IN_TURN,
        widget=forms.RadioSelect,
    )
    percent = forms.IntegerField(
        label="Share of the topics, in percent",
        min_value=1,
        max_value=100,
        initial=SHARE,
        required=False,
        help_text="Which topics is left to chance, and shown before you confirm.",
    )
    overlap = forms.CharField(
        label="Or these topics",
        required=False,
        widget=forms.TextInput(attrs={"spellcheck": "false"}),
    )
    judges = forms.IntegerField(
        label="People for each of these",
        min_value=2,
        max_value=MOST,
        initial=TOGETHER,
        required=False,
    )
    seed = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def __init__(
        self,
        track: Track,
        data: QueryDict | None = None,
        *,
        work: str = "",
        subject: str = "",
        topics: str = "",
        protocol: str = "",
    ) -> None:
        """Offer the track's rows; work, topics and round are selected initially."""
        initial = {
            "work": f"{work}:{subject}",
            "topics": topics,
            "protocol": protocol,
            "seed": new_seed(),
        }
        super().__init__(data, initial=initial)
        self.track = track
        self.fields["work"].choices = work_choices(track)  # type: ignore[attr-defined]
        self.fields["people"].required = not data or data.get("to") != QUEUE
        self.fields["people"].queryset = assessors_of(track)  # type: ignore[attr-defined]
        self.offer_terms(track)

    @property
    def offers_work(self) -> bool:
        """Return whether there is anything to hand out."""
        return bool(self.fields["work"].choices)  # type: ignore[attr-defined]

    @property
    def is_to_a_queue(self) -> bool:
        """Return whether the valid form's topics go to a shared queue."""
        return bool(self.cleaned_data["to"] == QUEUE)

    def clean_work(self) -> HandOutWork:
        """Return the work and its subject."""
        name, _, subject = self.cleaned_data["work"].partition(":")
        try:
            return HandOutWork(get_screen(name), subject)
        except UnknownScreen as error:
            raise forms.ValidationError(str(error)) from error

    def clean(self) -> dict[str, Any]:
        """Look up the topics, and check that the work can be shared in this way."""
        data = super().clean() or {}
        if "work" not in data:
            return data
        data["topics"] = self._topics(data["work"], data.get("topics", ""))
        data["overlap"] = self._overlap(data)
        self._check_sharing(data)
        self.check_terms(data)
        return data

    def _topics(self, work: HandOutWork, names: str) -> list[Topic]:
        possible = work.screen.topics(self.track, work.subject)
        found = {topic.name: topic for topic in possible}
        wanted = names_in(names)
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

    def _overlap(self, data: dict[str, Any]) -> list[Topic]:
        """Return the topics that several people judge, named or random."""
        topics: list[Topic] = data["topics"]
        if data.get("share") != OVERLAP:
            return []
        wanted = names_in(data.get("overlap", ""))
        missing = sorted(set(wanted) - {topic.name for topic in topics})
        if missing:
            self.add_error(
                "overlap", f"Not among the topics handed out: {', '.join(missing)}"
            )
        if wanted:
            return [topic for topic in topics if topic.name in wanted]
        rng = Random(data.get("seed", ""))  # noqa: S311 - it must be repeatable
        return pick_overlap(topics, percent=data.get("percent") or SHARE, rng=rng)

    def _check_sharing(self, data: dict[str, Any]) -> None:
        share, queue = data.get("share"), data.get("to") == QUEUE
        several = len(data.get("people") or ()) > 1 or queue
        if data["work"].screen.exclusive and several and share in {WITH_ALL, OVERLAP}:
            self.add_error(
                "share", "Only one person at a time can do this work on a topic."
            )
        elif queue and share == WITH_ALL:
            self.add_error(
                "share",
                "People take from a queue: choose the share of the topics, "
                "such as 100 percent, and for how many people.",
            )

    def plan(self, held: dict[User, int]) -> HandOutPlan:
        """Return who would get which topics; `held` counts those that each has."""
        data = self.cleaned_data
        topics, people = data["topics"], list(data["people"])
        judges = self._judges(data["protocol"])
        plan = HandOutPlan(self.track, data["work"].screen, self.terms(), topics)
        if data["crossed"]:
            return self._crossed(plan, held)
        if self.is_to_a_queue:
            plan.copies = {topic: judges.get(topic, 1) for topic in topics}
            plan.assessors = list(assessors_of(self.track))
        else:
            plan.pairs = share_out(topics, people, load=held, judges=judges)
            plan.held = held
        return plan

    def _judges(self, protocol: Round | None) -> dict[Topic, int]:
        """Return how many people judge a topic in a round, 1 if missing."""
        data = self.cleaned_data
        judges = dict.fromkeys(data["overlap"], data.get("judges") or TOGETHER)
        if data["share"] == WITH_ALL:
            judges = dict.fromkeys(data["topics"], len(data["people"]))
        if protocol:
            judges = dict.fromkeys(data["topics"], protocol.judges) | judges
        return judges

    def _crossed(self, first: HandOutPlan, held: dict[User, int]) -> HandOutPlan:
        """Return the plans of two rounds, the second as a part of the first."""
        terms, topics = self.crossed_terms(), first.topics
        first.crossed = HandOutPlan(self.track, first.screen, terms, topics)
        people = list(self.cleaned_data["people"])
        for side, halves in zip(first.parts, crossed(topics, people), strict=True):
            judges = self._judges(side.terms.protocol)
            side.held = dict(held)
            side.pairs = [
                pair
                for some, those in halves
                for pair in share_out(some, those, load=held, judges=judges)
            ]
            given = Counter(person for _topic, person in side.pairs)
            held = {person: number + given[person] for person, number in held.items()}
        return first
