"""The part of the form of handing out that says on what terms the work is done."""

from __future__ import annotations

from typing import Any

from django import forms

from assess.judging.allocations.actions import Terms
from assess.judging.allocations.choices import (
    known_judges,
    order_choices,
    shown_judges,
)
from assess.judging.judges.fields import ListedField
from assess.judging.kinds import all_kinds
from assess.judging.models import Judge, Round
from assess.judging.screens import Screen
from runs.models import Topic, Track


class TermsForm(forms.Form):
    """Rounds, test items, what is shown, and the order of the items."""

    protocol = ListedField(
        label="Round",
        queryset=Round.objects.none(),
        to_field_name="uuid",
        required=False,
        empty_label="none: by the track’s rules",
        help_text="A stored protocol: which citations, what is shown, how many people "
        "for each topic, training. Its labels are kept separate from those of other "
        "rounds.",
    )
    crossed = ListedField(
        label="Crossed with",
        queryset=Round.objects.none(),
        to_field_name="uuid",
        required=False,
        empty_label="nothing: one round",
        help_text="Half of the people judge half of the topics in one round and the "
        "other half in the other; the other people the other way around.",
    )
    known = forms.ModelChoiceField(
        label="Test items, with known answers from",
        queryset=Judge.objects.none(),
        to_field_name="uuid",
        required=False,
        empty_label="nobody: no test items",
        help_text="Labels of this judge are mixed into the work, and assessors "
        "cannot see which. You see how often each person was right.",
    )
    shown = forms.ModelChoiceField(
        label="Shown with each citation",
        queryset=Judge.objects.none(),
        to_field_name="uuid",
        required=False,
        empty_label="nothing: from scratch",
        help_text="With a model’s label shown, the person corrects it. These labels "
        "are stored separately from those given from scratch.",
    )
    order = forms.ChoiceField(
        label="Order",
        choices=order_choices,
        required=False,
        help_text="Exam grades: one passage with all its questions, or one question "
        "on all passages before the next question. The grades are the same.",
    )

    def offer_terms(self, track: Track) -> None:
        """Offer the track's rounds and judges."""
        rounds = Round.objects.filter(track=track)
        for name, rows in (
            ("known", known_judges(track)),
            ("shown", shown_judges(track)),
            ("protocol", rounds),
            ("crossed", rounds),
        ):
            self.fields[name].queryset = rows  # type: ignore[attr-defined]

    def check_terms(self, data: dict[str, Any]) -> None:
        """Add an error for each term that the work does not know."""
        screen: Screen = data["work"].screen
        if data.get("known") and screen.name not in {kind.name for kind in all_kinds()}:
            self.add_error(
                "known", "This work gives no labels, so it has no test items."
            )
        if data.get("order") and data["order"] not in dict(screen.orders):
            self.add_error("order", "This work has no such order.")
        if data.get("shown") and not screen.shows_machine:
            self.add_error("shown", "Nobody’s labels can be shown in this work.")
        for name in ("protocol", "crossed"):
            if data.get(name):
                self._check_round(data, name)
        if data.get("protocol") and screen.has_rounds and data.get("shown"):
            self.add_error("shown", "The round says what is shown: choose nothing.")
        if data.get("crossed"):
            self._check_crossing(data)

    def _check_round(self, data: dict[str, Any], name: str) -> None:
        screen: Screen = data["work"].screen
        training = data[name].training
        if not screen.has_rounds:
            self.add_error(name, "This work has no rounds.")
        elif why := screen.not_in_round and screen.not_in_round(data[name]):
            self.add_error(name, why)
        elif training and training in data["topics"]:
            self._without_training(data, training)

    def _check_crossing(self, data: dict[str, Any]) -> None:
        if data["crossed"] == data.get("protocol"):
            self.add_error("crossed", "These are one and the same round.")
        elif len(data.get("people") or ()) < 2 or len(data["topics"]) < 2:
            self.add_error(
                "crossed", "Two rounds are crossed over two people and two topics."
            )

    def _without_training(self, data: dict[str, Any], training: Topic) -> None:
        """Leave the training's topic out, unless it is named."""
        if training.name in names_in(self.data.get("topics", "")):
            self.add_error("topics", f"Topic {training} is the training of the round.")
            return
        for name in ("topics", "overlap"):
            data[name] = [topic for topic in data[name] if topic != training]

    def terms(self) -> Terms:
        """Return the valid form's terms; post-edited labels are a separate round."""
        return self._terms(self.cleaned_data["protocol"])

    def crossed_terms(self) -> Terms:
        """Return the terms of the round with which the first is crossed."""
        return self._terms(self.cleaned_data["crossed"])

    def _terms(self, protocol: Round | None) -> Terms:
        data = self.cleaned_data
        subject, known = data["work"].subject, data["known"]
        if protocol:
            number, shown = protocol.number, protocol.shown
            if not data["work"].screen.shows_machine:
                shown = None
            return Terms(subject, number, known=known, shown=shown, protocol=protocol)
        number, order = 1 if data["shown"] else 0, data["order"]
        return Terms(subject, number, known=known, shown=data["shown"], order=order)


def names_in(text: str) -> list[str]:
    """Return the topics' names in a text, separated by spaces or commas."""
    return text.replace(",", " ").split()
